//! The integer functions and operators, against 128-bit arithmetic: every pair of 8-bit numbers, and
//! edges and random numbers of the wider types.

use super::samples::Random;
use opencl_c::builtin::Name;
use simulator::math::integer::{self, DivisionFault, Integer};
use std::fmt::Debug;

/// The bits of a wide result, as the type holds them.
fn wrapped<T: Integer>(wide: i128) -> T {
    T::truncate(wide)
}

/// The low bits of a number, as an unsigned one.
fn unsigned<T: Integer>(x: T) -> u128 {
    x.wide() as u128 & ((1 << T::BITS) - 1)
}

fn check_pair<T: Integer + Debug>(x: T, y: T) {
    let (a, b) = (x.wide(), y.wide());
    let binary = |name| integer::binary::<T>(name).expect("a function")(x, y);
    let least: i128 = if T::SIGNED { -(1 << (T::BITS - 1)) } else { 0 };
    let greatest = least + ((1 << T::BITS) - 1);
    let saturated = |wide: i128| wrapped::<T>(wide.clamp(least, greatest));
    let product = if T::BITS == 64 && !T::SIGNED {
        (unsigned(x) * unsigned(y)) >> 64
    } else {
        ((a * b) >> T::BITS) as u128
    };
    let amount = unsigned(y) % u128::from(T::BITS);
    let bits = unsigned(x);
    let rotated = bits << amount | bits >> (u128::from(T::BITS) - amount);

    assert_eq!(
        binary(Name::AbsDiff),
        wrapped((a - b).abs()),
        "abs_diff {x:?} {y:?}"
    );
    assert_eq!(
        binary(Name::AddSat),
        saturated(a + b),
        "add_sat {x:?} {y:?}"
    );
    assert_eq!(
        binary(Name::SubSat),
        saturated(a - b),
        "sub_sat {x:?} {y:?}"
    );
    assert_eq!(
        binary(Name::Hadd),
        wrapped((a + b) >> 1),
        "hadd {x:?} {y:?}"
    );
    assert_eq!(
        binary(Name::Rhadd),
        wrapped((a + b + 1) >> 1),
        "rhadd {x:?} {y:?}"
    );
    assert_eq!(binary(Name::Max), wrapped(a.max(b)), "max {x:?} {y:?}");
    assert_eq!(binary(Name::Min), wrapped(a.min(b)), "min {x:?} {y:?}");
    assert_eq!(
        binary(Name::MulHi),
        wrapped(product as i128),
        "mul_hi {x:?} {y:?}"
    );
    assert_eq!(
        binary(Name::Rotate),
        wrapped(rotated as i128),
        "rotate {x:?} {y:?}"
    );

    assert_eq!(Integer::wrapping_add(x, y), wrapped(a + b));
    assert_eq!(Integer::wrapping_sub(x, y), wrapped(a - b));
    let low_product = (unsigned(x)).wrapping_mul(unsigned(y));
    assert_eq!(Integer::wrapping_mul(x, y), wrapped(low_product as i128));
    assert_eq!(Integer::and(x, y), wrapped(a & b));
    assert_eq!(Integer::or(x, y), wrapped(a | b));
    assert_eq!(Integer::xor(x, y), wrapped(a ^ b));
    let fault = integer::division_fault(x, y);
    if b == 0 {
        assert_eq!(fault, Some(DivisionFault::ByZero));
        assert_eq!(Integer::divide(x, y), T::ALL_BITS);
        assert_eq!(Integer::remainder(x, y), x);
    } else {
        let overflows = a / b > greatest;
        assert_eq!(
            fault,
            overflows.then_some(DivisionFault::Overflow),
            "{x:?} / {y:?}"
        );
        assert_eq!(Integer::divide(x, y), wrapped(a / b), "{x:?} / {y:?}");
        assert_eq!(Integer::remainder(x, y), wrapped(a % b), "{x:?} % {y:?}");
    }
    assert_eq!(x.shift_left(b as u32), wrapped((bits << amount) as i128));
    assert_eq!(x.shift_right(b as u32), wrapped(a >> amount));
}

fn check_unary<T: Integer + Debug>(x: T) {
    let unary = |name| integer::unary::<T>(name).expect("a function")(x).wide();
    assert_eq!(
        unary(Name::Abs),
        wrapped::<T>(x.wide().abs()).wide(),
        "abs {x:?}"
    );
    let leading = unsigned(x).leading_zeros() - (128 - T::BITS);
    assert_eq!(unary(Name::Clz), leading.into(), "clz {x:?}");
    assert_eq!(
        unary(Name::Popcount),
        unsigned(x).count_ones().into(),
        "popcount {x:?}"
    );
    assert_eq!(x.top_bit(), unsigned(x) >> (T::BITS - 1) == 1);
}

fn check_three<T: Integer + Debug>(x: T, y: T, z: T) {
    let ternary = |name| integer::ternary::<T>(name).expect("a function")(x, y, z);
    if y <= z {
        assert_eq!(
            ternary(Name::Clamp),
            wrapped(x.wide().clamp(y.wide(), z.wide()))
        );
    }
    let high = integer::binary::<T>(Name::MulHi).expect("mul_hi")(x, y).wide();
    assert_eq!(
        ternary(Name::MadHi),
        wrapped(high + z.wide()),
        "mad_hi {x:?} {y:?} {z:?}"
    );
    if T::BITS < 64 {
        let exact = x.wide() * y.wide() + z.wide();
        assert_eq!(
            ternary(Name::MadSat),
            T::saturate(exact),
            "mad_sat {x:?} {y:?} {z:?}"
        );
    }
}

/// Edges and random numbers of a type.
fn samples<T: Integer>() -> Vec<T> {
    let mut random = Random(17);
    let edges = (0..T::BITS).flat_map(|bit| {
        let power = 1i128 << bit;
        [power, power - 1, power + 1, -power, -power - 1]
    });
    let drawn = (0..60).map(move |_| (random.bits() >> (random.bits() % 64)).into());
    edges.chain(drawn).map(T::truncate).collect()
}

fn check_type<T: Integer + Debug>() {
    let samples = samples::<T>();
    for &x in &samples {
        check_unary(x);
        for &y in &samples {
            check_pair(x, y);
        }
    }
    let mut random = Random(19);
    for _ in 0..5_000 {
        let [x, y, z] = [(); 3].map(|()| samples[random.bits() as usize % samples.len()]);
        check_three(x, y, z);
    }
}

#[test]
fn every_pair_of_chars() {
    for x in i8::MIN..=i8::MAX {
        for y in i8::MIN..=i8::MAX {
            check_pair(x, y);
            check_pair(x as u8, y as u8);
        }
    }
}

#[test]
fn every_type_at_its_edges() {
    check_type::<i8>();
    check_type::<u8>();
    check_type::<i16>();
    check_type::<u16>();
    check_type::<i32>();
    check_type::<u32>();
    check_type::<i64>();
    check_type::<u64>();
}

#[test]
fn mad_sat_of_long_saturates_beyond_128_bits() {
    let mad_sat = integer::ternary::<u64>(Name::MadSat).expect("mad_sat");
    assert_eq!(mad_sat(u64::MAX, u64::MAX, u64::MAX), u64::MAX);
    assert_eq!(
        mad_sat(1 << 32, (1 << 32) - 1, u64::from(u32::MAX)),
        u64::MAX - (1 << 32) + (1 << 32)
    );
    assert_eq!(mad_sat(3, 4, 5), 17);
    let mad_sat = integer::ternary::<i64>(Name::MadSat).expect("mad_sat");
    assert_eq!(mad_sat(i64::MIN, i64::MIN, i64::MIN), i64::MAX);
    assert_eq!(mad_sat(i64::MIN, i64::MAX, i64::MAX), i64::MIN);
    assert_eq!(mad_sat(i64::MIN, 1, i64::MAX), -1);
}

#[test]
fn products_of_24_bits_read_the_low_24_bits() {
    let mul24 = integer::binary::<i32>(Name::Mul24).expect("mul24");
    assert_eq!(mul24(-3, 5), -15);
    assert_eq!(
        mul24(0x007f_ffff, 0x007f_ffff),
        0x7f_ffff_i32.wrapping_mul(0x7f_ffff)
    );
    assert_eq!(mul24(0x0100_0001, 7), 7);
    let mad24 = integer::ternary::<u32>(Name::Mad24).expect("mad24");
    assert_eq!(mad24(0x00ff_ffff, 2, 3), 0x01ff_fffe + 3);
    assert!(integer::binary::<i16>(Name::Mul24).is_none());
}

#[test]
fn upsample_puts_two_halves_together() {
    assert_eq!(integer::upsample(0xff, 0x12, 8), 0xff12);
    assert_eq!(
        integer::upsample(0xffff_ffff, 0x8000_0001, 32),
        0xffff_ffff_8000_0001
    );
    assert_eq!(integer::upsample((-1i64) as u64, 0x0034, 16), 0xffff_0034);
}
