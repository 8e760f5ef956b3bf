//! Conversions: each result is the right neighbour of the exact value, in every rounding.

use super::samples::{Random, doubles};
use opencl_c::types::{Rounding, Scalar};
use simulator::math::convert::{integer_to_f32, integer_to_f64};
use simulator::math::float32;
use simulator::math::{Conversion, Floating, Half};
use std::cmp::Ordering;

const ROUNDINGS: [Rounding; 4] = [
    Rounding::NearestEven,
    Rounding::TowardZero,
    Rounding::Up,
    Rounding::Down,
];

const INTEGERS: [Scalar; 8] = [
    Scalar::Char,
    Scalar::UChar,
    Scalar::Short,
    Scalar::UShort,
    Scalar::Int,
    Scalar::UInt,
    Scalar::Long,
    Scalar::ULong,
];

/// Every half, in order of value, infinities at the ends, one zero.
fn halves() -> Vec<Half> {
    let negative = (0x8001..=0xfc00).rev();
    negative.chain(0..=0x7c00).map(Half).collect()
}

#[test]
fn every_half_survives_a_round_trip() {
    for half in (0..=u16::MAX).map(Half) {
        let back = Half::from_f32(half.to_f32());
        if half.is_nan() {
            assert!(half.to_f32().is_nan() && back.is_nan());
        } else {
            assert_eq!(back, half);
        }
    }
    assert_eq!(Half(0x3c00).to_f32(), 1.0);
    assert_eq!(Half(0x7bff).to_f32(), 65504.0);
    assert_eq!(Half(1).to_f64(), 2f64.powi(-24));
    assert_eq!(Half(0xfc00).to_f32(), f32::NEG_INFINITY);
}

#[test]
fn between_every_two_halves_each_rounding_takes_the_right_one() {
    for pair in halves().windows(2) {
        let (low, high) = (pair[0], pair[1]);
        // Infinity stands where the next finite number would.
        let value = |half: Half| match half.0 {
            0x7c00 => 65536.0,
            0xfc00 => -65536.0,
            _ => half.to_f64(),
        };
        let middle = (value(low) + value(high)) / 2.0;
        for x in [
            value(low).next_up(),
            middle.next_down(),
            middle,
            middle.next_up(),
            value(high).next_down(),
        ] {
            // A zero that comes of rounding has the sign of what was rounded.
            let signed = |half: Half| {
                if half.0 == 0 && x < 0.0 {
                    Half(0x8000)
                } else {
                    half
                }
            };
            let (low, high) = (signed(low), signed(high));
            let nearest = match x.total_cmp(&middle) {
                Ordering::Less => low,
                Ordering::Greater => high,
                Ordering::Equal if low.0 & 1 == 0 => low,
                Ordering::Equal => high,
            };
            assert_eq!(Half::from_f64(x, Rounding::NearestEven), nearest, "{x:e}");
            assert_eq!(Half::from_f64(x, Rounding::Down), low, "{x:e}");
            assert_eq!(Half::from_f64(x, Rounding::Up), high, "{x:e}");
            let to_zero = if x > 0.0 { low } else { high };
            assert_eq!(Half::from_f64(x, Rounding::TowardZero), to_zero, "{x:e}");
        }
    }
}

#[test]
fn a_half_of_a_huge_or_tiny_number_depends_on_the_rounding() {
    for x in [1e6, 1e300, f64::MAX] {
        assert_eq!(Half::from_f64(x, Rounding::TowardZero), Half(0x7bff));
        assert_eq!(Half::from_f64(x, Rounding::Up), Half(0x7c00));
        assert_eq!(Half::from_f64(-x, Rounding::Up), Half(0xfbff));
        assert_eq!(Half::from_f64(-x, Rounding::NearestEven), Half(0xfc00));
    }
    for x in [1e-9, 1e-300, 5e-324] {
        assert_eq!(Half::from_f64(x, Rounding::NearestEven), Half(0));
        assert_eq!(Half::from_f64(x, Rounding::Up), Half(1));
        assert_eq!(Half::from_f64(-x, Rounding::Down), Half(0x8001));
        assert_eq!(Half::from_f64(-x, Rounding::Up), Half(0x8000));
    }
    assert_eq!(
        Half::from_f64(f64::INFINITY, Rounding::TowardZero),
        Half(0x7c00)
    );
    assert!(Half::from_f64(f64::NAN, Rounding::Down).is_nan());
}

/// Is `result` the rounding of a value to a format? `against` orders numbers of the format against
/// the exact value.
fn is_rounding<F: Copy>(
    result: F,
    rounding: Rounding,
    negative: bool,
    neighbours: [F; 2],
    against: impl Fn(F) -> Ordering,
    nearest: bool,
) -> bool {
    let [down, up] = neighbours;
    let at_most = against(result) == Ordering::Less && against(up) == Ordering::Greater;
    let at_least = against(result) == Ordering::Greater && against(down) == Ordering::Less;
    against(result) == Ordering::Equal
        || match (rounding, negative) {
            (Rounding::NearestEven, _) => (at_most || at_least) && nearest,
            (Rounding::Down, _) | (Rounding::TowardZero, false) => at_most,
            (Rounding::Up, _) | (Rounding::TowardZero, true) => at_least,
        }
}

#[test]
fn a_double_rounds_to_float_in_every_way() {
    let mut samples = doubles((-3.0, 3.0), 3_000);
    samples.extend([3.4e38, 3.5e38, -3.5e38, 1e-46, -1e-46, 1.4e-45 * 2.5]);
    for x in samples.into_iter().filter(|x| x.is_finite()) {
        for rounding in ROUNDINGS {
            let result = float32::from_f64(x, rounding);
            // Beyond the greatest float stands infinity; it is above every finite number.
            let against = |y: f32| f64::from(y).total_cmp(&(x + 0.0));
            let right = is_rounding(
                result,
                rounding,
                x < 0.0,
                [result.next_down(), result.next_up()],
                against,
                result == x as f32,
            );
            assert!(right || x == 0.0, "{x:e} {rounding:?} {result:e}");
        }
    }
    assert_eq!(float32::from_f64(1e300, Rounding::TowardZero), f32::MAX);
    assert_eq!(float32::from_f64(-1e300, Rounding::Up), f32::MIN);
    assert_eq!(float32::from_f64(1e-300, Rounding::Up), f32::from_bits(1));
    assert!(float32::from_f64(f64::NAN, Rounding::Up).is_nan());
    assert_eq!(
        float32::from_f64(f64::INFINITY, Rounding::Down),
        f32::INFINITY
    );
}

#[test]
fn an_integer_rounds_to_float_and_double_in_every_way() {
    let mut random = Random(23);
    for _ in 0..20_000 {
        let bits = random.bits() >> (random.bits() % 64);
        let value = if random.bits() & 1 == 0 {
            i128::from(bits)
        } else {
            i128::from(bits as i64)
        };
        for rounding in ROUNDINGS {
            let result = integer_to_f32(value, rounding);
            let right = is_rounding(
                result,
                rounding,
                value < 0,
                [result.next_down(), result.next_up()],
                |y| (y as i128).cmp(&value),
                result == value as f32,
            );
            assert!(right || value == 0, "{value} {rounding:?} {result}");
            let result = integer_to_f64(value, rounding);
            let right = is_rounding(
                result,
                rounding,
                value < 0,
                [result.next_down(), result.next_up()],
                |y| (y as i128).cmp(&value),
                result == value as f64,
            );
            assert!(right || value == 0, "{value} {rounding:?} {result}");
        }
    }
    assert_eq!(
        integer_to_f32(16_777_217, Rounding::NearestEven),
        16_777_216.0
    );
    assert_eq!(
        integer_to_f32(16_777_219, Rounding::NearestEven),
        16_777_220.0
    );
}

/// The integer that `x` rounds to, from its parts.
fn whole(x: f64, rounding: Rounding) -> i128 {
    let bits = x.to_bits();
    let field = (bits >> 52 & 0x7ff) as i32;
    let mantissa = i128::from(bits & ((1 << 52) - 1) | u64::from(field != 0) << 52);
    let shift = field.max(1) - 1075;
    let magnitude_and_rest = match shift {
        0.. => (mantissa << shift.min(70), Ordering::Less, true),
        -60..0 => {
            let floor = mantissa >> -shift;
            let rest = mantissa - (floor << -shift);
            (floor, (2 * rest).cmp(&(1 << -shift)), rest == 0)
        }
        _ => (0, Ordering::Less, mantissa == 0),
    };
    let (magnitude, half, exact) = magnitude_and_rest;
    let negative = bits >> 63 == 1;
    let up = !exact
        && match rounding {
            Rounding::NearestEven => {
                half == Ordering::Greater || half == Ordering::Equal && magnitude & 1 == 1
            }
            Rounding::TowardZero => false,
            Rounding::Up => !negative,
            Rounding::Down => negative,
        };
    let magnitude = magnitude + i128::from(up);
    if negative { -magnitude } else { magnitude }
}

fn limits(to: Scalar) -> (i128, i128) {
    let bits = 8 * to.size();
    if to.is_signed() {
        (-(1 << (bits - 1)), (1 << (bits - 1)) - 1)
    } else {
        (0, (1 << bits) - 1)
    }
}

fn low_bits(to: Scalar, value: i128) -> u64 {
    value as u64 & (u64::MAX >> (64 - 8 * to.size()))
}

#[test]
fn a_floating_number_becomes_an_integer_in_every_way() {
    let mut samples = doubles((-300.0, 300.0), 1_000);
    for to in INTEGERS {
        let (low, high) = limits(to);
        for edge in [low as f64, high as f64, high as f64 + 1.0] {
            samples.extend([-1.0, -0.5, -0.25, 0.0, 0.25, 0.5, 1.0].map(|step| edge + step));
            samples.extend([edge.next_down(), edge.next_up()]);
        }
    }
    samples.retain(|x| x.is_finite());
    for from in [Scalar::Half, Scalar::Float, Scalar::Double] {
        for to in INTEGERS {
            let (low, high) = limits(to);
            for &sample in &samples {
                let (x, bits) = match from {
                    Scalar::Half => {
                        let half = Half::from_f64(sample, Rounding::TowardZero);
                        (half.to_f64(), u64::from(half.0))
                    }
                    Scalar::Float => {
                        let float = float32::from_f64(sample, Rounding::TowardZero);
                        (f64::from(float), u64::from(float.to_bits()))
                    }
                    _ => (sample, sample.to_bits()),
                };
                for rounding in ROUNDINGS {
                    let wanted = whole(x, rounding);
                    let conversion = |saturate, rounding| Conversion {
                        from,
                        to,
                        saturate,
                        rounding,
                    };
                    let saturating = conversion(true, Some(rounding));
                    let clamped = low_bits(to, wanted.clamp(low, high));
                    assert_eq!(saturating.apply(bits), clamped, "{x:e} {saturating:?}");
                    assert!(saturating.in_range(bits));
                    let plain = conversion(false, Some(rounding));
                    let inside = (low..=high).contains(&wanted);
                    assert_eq!(plain.in_range(bits), inside, "{x:e} {plain:?}");
                    if inside {
                        assert_eq!(plain.apply(bits), low_bits(to, wanted), "{x:e} {plain:?}");
                    }
                    if rounding == Rounding::TowardZero {
                        assert_eq!(conversion(false, None).apply(bits), plain.apply(bits));
                    }
                }
            }
        }
    }
}

#[test]
fn integers_wrap_or_saturate() {
    for from in INTEGERS {
        for to in INTEGERS {
            let (low, high) = limits(from);
            for value in [
                low,
                low + 1,
                -1,
                0,
                1,
                127,
                128,
                200,
                255,
                256,
                40_000,
                high - 1,
                high,
            ] {
                if value < low || value > high {
                    continue;
                }
                let conversion = |saturate| Conversion {
                    from,
                    to,
                    saturate,
                    rounding: None,
                };
                let bits = low_bits(from, value);
                assert_eq!(conversion(false).apply(bits), low_bits(to, value));
                let (low, high) = limits(to);
                let clamped = low_bits(to, value.clamp(low, high));
                assert_eq!(
                    conversion(true).apply(bits),
                    clamped,
                    "{value} {from:?} {to:?}"
                );
            }
        }
    }
}

#[test]
fn what_the_standard_leaves_open_is_defined_here() {
    let convert = |to, x: f32| {
        let conversion = Conversion {
            from: Scalar::Float,
            to,
            saturate: false,
            rounding: None,
        };
        assert!(!conversion.in_range(x.to_bits().into()));
        conversion.apply(x.to_bits().into())
    };
    assert_eq!(convert(Scalar::Int, 3e9), 0x7fff_ffff);
    assert_eq!(convert(Scalar::Int, f32::NAN), 0);
    assert_eq!(convert(Scalar::UInt, -1.0), 0);
    assert_eq!(convert(Scalar::UChar, 300.0), 44);
    assert_eq!(convert(Scalar::UChar, -1.0), 255);
    assert_eq!(convert(Scalar::Short, 40_000.0), 40_000);
    assert_eq!(convert(Scalar::ULong, 1e30), u64::MAX);
}

#[test]
fn to_bool_asks_for_zero() {
    let convert = |from, bits| {
        Conversion {
            from,
            to: Scalar::Bool,
            saturate: false,
            rounding: None,
        }
        .apply(bits)
    };
    assert_eq!(convert(Scalar::Float, u64::from((-0.0f32).to_bits())), 0);
    assert_eq!(convert(Scalar::Float, u64::from(0.25f32.to_bits())), 1);
    assert_eq!(convert(Scalar::Float, u64::from(f32::NAN.to_bits())), 1);
    assert_eq!(convert(Scalar::Long, 1 << 40), 1);
    assert_eq!(convert(Scalar::Double, 5e-324f64.to_bits()), 1);
}

#[test]
fn floating_types_convert_among_each_other() {
    let convert = |from, to, bits| {
        Conversion {
            from,
            to,
            saturate: false,
            rounding: None,
        }
        .apply(bits)
    };
    let third = 1.0f64 / 3.0;
    assert_eq!(
        convert(Scalar::Double, Scalar::Float, third.to_bits()),
        u64::from((third as f32).to_bits())
    );
    assert_eq!(
        convert(Scalar::Half, Scalar::Double, 0x3555),
        Half(0x3555).to_f64().to_bits()
    );
    assert_eq!(
        convert(Scalar::Float, Scalar::Half, 65519.0f32.to_bits().into()),
        0x7bff
    );
    assert_eq!(
        convert(Scalar::Float, Scalar::Half, 65520.0f32.to_bits().into()),
        0x7c00
    );
    assert_eq!(convert(Scalar::ULong, Scalar::Half, 65519), 0x7bff);
    assert_eq!(convert(Scalar::ULong, Scalar::Half, u64::MAX), 0x7c00);
    assert_eq!(convert(Scalar::Int, Scalar::Half, 2049), 0x6800);
    assert_eq!(convert(Scalar::Int, Scalar::Half, 2051), 0x6802);
}
