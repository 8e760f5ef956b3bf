//! Functions and operators with one right answer: exact, or correctly rounded.

use super::samples::{Random, doubles};
use super::ulp::{Big, DOUBLE, Format, HALF, SINGLE, big};
use opencl_c::builtin::Name;
use opencl_c::types::Rounding;
use simulator::math::{Floating, Half, float32, float64};

/// Enough bits for any sum of products of doubles to be exact.
const EXACT: usize = 5_000;

fn exact(x: f64) -> Big {
    Big::try_from(x)
        .expect("a finite number")
        .with_precision(EXACT)
        .value()
}

/// Is `result` the nearest number of the format, the even one of two?
fn is_nearest(format: Format, result: f64, reference: &Big) -> bool {
    let error = format.exact_error(result, reference);
    let unit = float64::ldexp(1.0, (1 - format.precision) as i32);
    let mantissa = float64::frexp(result).0 * 2.0 / unit;
    error < big(0.5) || error == big(0.5) && mantissa % 2.0 == 0.0
}

/// Numbers whose sums of products are near to halfway and to nothing: few bits, all exponents near.
fn awkward(random: &mut Random, format: Format) -> f64 {
    let shift = 64 - random.bits() % format.precision as u64 - 1;
    let mantissa = (random.bits() >> shift) as f64 + 1.0;
    let sign = if random.bits() & 1 == 0 { 1.0 } else { -1.0 };
    let spread = 2 * format.precision as u64;
    let exponent = (random.bits() % spread) as i32 - spread as i32 / 2;
    let scale = match random.bits() % 4 {
        0 => format.least as i32 / 2 - format.precision as i32,
        _ => -(format.precision as i32),
    };
    sign * float64::ldexp(mantissa, exponent / 2 + scale)
}

fn fma_is_correctly_rounded<F: Floating>(format: Format) {
    let fma = F::ternary(Name::Fma).expect("fma");
    let mut random = Random(3);
    for _ in 0..6_000 {
        let [a, b, mut c] =
            [(); 3].map(|()| F::from_f64(awkward(&mut random, format), Rounding::TowardZero));
        if random.bits().is_multiple_of(3) {
            // Cancels but for the product's tail, or for a last bit.
            let product = F::from_f64(-a.to_f64() * b.to_f64(), Rounding::NearestEven);
            let tail = float64::ldexp(product.to_f64(), -(format.precision as i32));
            c = match random.bits() % 3 {
                0 => product,
                1 => F::from_f64(tail, Rounding::NearestEven),
                _ => F::from_f64(tail * 0.5, Rounding::NearestEven),
            };
        }
        let result = fma(a, b, c).to_f64();
        let reference = exact(a.to_f64()) * exact(b.to_f64()) + exact(c.to_f64());
        assert!(
            is_nearest(format, result, &reference),
            "fma({:e}, {:e}, {:e}) = {result:e}",
            a.to_f64(),
            b.to_f64(),
            c.to_f64()
        );
    }
}

#[test]
fn fma_of_float_is_correctly_rounded() {
    fma_is_correctly_rounded::<f32>(SINGLE);
}

#[test]
fn fma_of_double_is_correctly_rounded() {
    fma_is_correctly_rounded::<f64>(DOUBLE);
}

#[test]
fn fma_of_half_is_correctly_rounded() {
    fma_is_correctly_rounded::<Half>(HALF);
}

#[test]
fn half_arithmetic_is_correctly_rounded() {
    let mut random = Random(5);
    for _ in 0..20_000 {
        let [x, y] = [random.bits() as u16, random.bits() as u16].map(Half);
        let (wide_x, wide_y) = (x.to_f64(), y.to_f64());
        if !wide_x.is_finite() || !wide_y.is_finite() || wide_y == 0.0 {
            continue;
        }
        let sum = exact(wide_x) + exact(wide_y);
        assert!(
            is_nearest(HALF, x.add(y).to_f64(), &sum),
            "{wide_x} + {wide_y}"
        );
        let product = exact(wide_x) * exact(wide_y);
        assert!(
            is_nearest(HALF, x.multiply(y).to_f64(), &product),
            "{wide_x} * {wide_y}"
        );
        let quotient = exact(wide_x) / exact(wide_y);
        assert!(
            is_nearest(HALF, x.divide(y).to_f64(), &quotient),
            "{wide_x} / {wide_y}"
        );
    }
}

#[test]
fn square_root_of_half_is_correctly_rounded() {
    let sqrt = Half::unary(Name::Sqrt).expect("sqrt");
    for x in (1..0x7c00).map(Half) {
        let root = sqrt(x).to_f64();
        // The root lies between the midpoints around the result: their squares are exact.
        let below = (root + Half(sqrt(x).0 - 1).to_f64()) / 2.0;
        let above = (root + Half(sqrt(x).0 + 1).to_f64()) / 2.0;
        let x = x.to_f64();
        assert!(
            below * below <= x && x <= above * above,
            "sqrt({x}) = {root}"
        );
    }
}

#[test]
fn roundings_to_integers_are_those_of_the_host() {
    for x in doubles((-10.0, 10.0), 3_000) {
        for x in [x, f64::from(x as f32), (x * 4.0).round() / 4.0] {
            let pairs = [
                (float64::floor(x), x.floor()),
                (float64::ceil(x), x.ceil()),
                (float64::trunc(x), x.trunc()),
                (float64::round(x), x.round()),
                (float64::rint(x), x.round_ties_even()),
            ];
            for (ours, hosts) in pairs {
                assert!(same_bits(ours, hosts), "{x}: {ours} {hosts}");
            }
            let x = x as f32;
            let pairs = [
                (float32::floor(x), x.floor()),
                (float32::ceil(x), x.ceil()),
                (float32::trunc(x), x.trunc()),
                (float32::round(x), x.round()),
                (float32::rint(x), x.round_ties_even()),
            ];
            for (ours, hosts) in pairs {
                assert!(same_bits(ours.into(), hosts.into()), "{x}: {ours} {hosts}");
            }
        }
    }
}

fn same_bits(x: f64, y: f64) -> bool {
    x.to_bits() == y.to_bits() || x.is_nan() && y.is_nan()
}

#[test]
fn remainders_are_exact() {
    let mut random = Random(9);
    for _ in 0..4_000 {
        let x = random.within(-1.0, 1.0) * 2f64.powi((random.bits() % 40) as i32);
        let y = random.within(-1.0, 1.0) * 2f64.powi((random.bits() % 10) as i32);
        if y == 0.0 {
            continue;
        }
        let quotient = (exact(x) / exact(y)).trunc();
        let reference = exact(x) - &quotient * exact(y);
        assert_eq!(exact(float64::fmod(x, y)), reference, "fmod({x}, {y})");

        let (remainder, low) = float64::remquo(x, y);
        assert_eq!(remainder, float64::remainder(x, y));
        let quotient = (exact(x) - exact(remainder)) / exact(y);
        assert!(remainder.abs() <= y.abs() / 2.0, "remainder({x}, {y})");
        let quotient = quotient.to_f64().value();
        assert_eq!(quotient, quotient.trunc());
        assert_eq!(f64::from(low), quotient % 128.0, "remquo({x}, {y})");

        let (x, y) = (x as f32, y as f32);
        let wide = float64::fmod(x.into(), y.into());
        assert_eq!(f64::from(float32::fmod(x, y)), wide);
        let wide = float64::remquo(x.into(), y.into());
        let narrow = float32::remquo(x, y);
        assert_eq!((f64::from(narrow.0), narrow.1), wide);
    }
}

#[test]
fn frexp_and_ldexp_take_apart_and_put_together() {
    for x in doubles((-4.0, 4.0), 1_000) {
        if !x.is_finite() || x == 0.0 {
            continue;
        }
        let (mantissa, exponent) = float64::frexp(x);
        assert!((0.5..1.0).contains(&mantissa.abs()), "{x:e}: {mantissa}");
        assert_eq!(float64::ldexp(mantissa, exponent), x);
        let x = x as f32;
        if x.is_finite() && x != 0.0 {
            let (mantissa, exponent) = float32::frexp(x);
            assert!((0.5..1.0).contains(&mantissa.abs()), "{x:e}: {mantissa}");
            assert_eq!(float32::ldexp(mantissa, exponent), x);
        }
    }
}

#[test]
fn ldexp_into_the_subnormals_rounds_once() {
    let mut random = Random(13);
    for _ in 0..4_000 {
        let mantissa = f32::from_bits(0x3f80_0000 | random.bits() as u32 >> 9);
        let exponent = -120 - (random.bits() % 32) as i32;
        let result = float32::ldexp(mantissa, exponent);
        let reference = exact(mantissa.into()) >> (-exponent as isize);
        assert!(
            is_nearest_subnormal(result, &reference),
            "ldexp({mantissa}, {exponent})"
        );
    }
}

/// As [`is_nearest`], for results below the least normal `float`.
fn is_nearest_subnormal(result: f32, reference: &Big) -> bool {
    let error = SINGLE.exact_error(result.into(), reference);
    error < big(0.5) || error == big(0.5) && result.to_bits() & 1 == 0
}

#[test]
fn arithmetic_gives_one_nan_only() {
    assert_eq!(Floating::divide(0.0f32, 0.0).to_bits(), 0x7fc0_0000);
    let odd = f32::from_bits(0xffc1_2345);
    let functions: [fn(f32, f32) -> f32; 4] = [
        Floating::add,
        Floating::subtract,
        Floating::multiply,
        Floating::divide,
    ];
    for function in functions {
        assert_eq!(function(odd, 1.0).to_bits(), 0x7fc0_0000);
    }
    let functions: [fn(f64, f64) -> f64; 4] = [
        Floating::add,
        Floating::subtract,
        Floating::multiply,
        Floating::divide,
    ];
    for function in functions {
        assert_eq!(function(1.0, odd.into()).to_bits(), 0x7ff8_0000_0000_0000);
    }
    for &name in Name::ALL {
        let moves_bits = matches!(name, Name::Fabs | Name::Sign);
        if let Some(function) = f32::unary(name).filter(|_| !moves_bits) {
            assert_eq!(function(odd).to_bits(), 0x7fc0_0000, "{}", name.text());
        }
    }
}
