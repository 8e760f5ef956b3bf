//! The data of a case: every element follows from the case's pattern, and each integer fits its type exactly.

use kernels::{is_secret, mix, place};
use launch::Scalar;

/// Distinct numbers lie from minus this to less than this; a power of two, so that an affine map with an odd factor
/// permutes them. `float` holds them and their quarters.
const MOST: i64 = 1 << 17;

/// How the elements of a buffer are made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Filling {
    /// Every element differs from every other, as far as the type has that many values. Pattern 0 counts up.
    Distinct,
    /// Numbers within a range, both ends included. Pattern 0 counts up from the least, 1 is all least, 2 all most.
    Range { least: f64, most: f64 },
}

/// `len` numbers for elements of type `scalar`; two `salt`s give unrelated ones.
pub(crate) fn numbers(
    filling: Filling,
    scalar: Scalar,
    len: usize,
    pattern: u8,
    salt: u64,
) -> Vec<f64> {
    let (least, most) = limits(scalar);
    // The first patterns are alike for everybody.
    let pattern = match is_secret() {
        true => pattern.max(3),
        false => pattern,
    };
    match filling {
        Filling::Distinct => distinct(scalar, len, pattern, salt, (least, most)),
        Filling::Range { least, most } => (0..len)
            .map(|index| in_range(scalar, index, pattern, salt, (least, most)))
            .collect(),
    }
}

fn distinct(
    scalar: Scalar,
    len: usize,
    pattern: u8,
    salt: u64,
    (least, most): (f64, f64),
) -> Vec<f64> {
    let span = (most - least + 1.0).min(2.0 * MOST as f64);
    let quarter = if scalar.is_floating() { 0.25 } else { 1.0 };
    let seed = u64::from(pattern) << 16 | salt;
    let number = |index: usize| match pattern {
        // 1, 2, 3, ... and 10, 20, 30, ...: a mix-up is seen at a glance.
        0 => {
            let step = if salt == 0 { 1.0 } else { 10.0 };
            let number = (index as f64 + 1.0) * step;
            if number <= most {
                number
            } else {
                least + number % span
            }
        }
        _ => {
            // Where numbers have to repeat, they do not repeat in the same order under a secret.
            let round = match is_secret() {
                true => index as u64 / span as u64,
                false => 0,
            };
            let seed = seed ^ round << 32;
            let scattered = place(index as u64, span as u64, pattern, seed) as f64;
            match least {
                0.0 => scattered,
                _ => (scattered - span / 2.0) * quarter,
            }
        }
    };
    (0..len).map(number).collect()
}

fn in_range(
    scalar: Scalar,
    index: usize,
    pattern: u8,
    salt: u64,
    (least, most): (f64, f64),
) -> f64 {
    let span = most - least;
    match pattern {
        0 => least + (index as f64) % (span + 1.0).max(1.0),
        1 => least,
        2 => most,
        _ => {
            let random = mix(u64::from(pattern) << 48 ^ salt << 40 ^ index as u64);
            if scalar.is_floating() {
                // An eighth of a number, so that a `float` holds it where the range is not too wide.
                let steps = (span * 8.0).floor().max(1.0);
                least + ((random as f64 / u64::MAX as f64) * steps).round() / steps * span
            } else {
                least
                    + (random as f64 / u64::MAX as f64 * (span + 1.0))
                        .floor()
                        .min(span)
            }
        }
    }
    .clamp(least, most)
}

/// The least and the most that a type holds exactly, at most the integers that `double` holds.
pub(crate) fn limits(scalar: Scalar) -> (f64, f64) {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    match scalar {
        Scalar::Char => (-128.0, 127.0),
        Scalar::UChar => (0.0, 255.0),
        Scalar::Short => (-32_768.0, 32_767.0),
        Scalar::UShort => (0.0, 65_535.0),
        Scalar::Int => (f64::from(i32::MIN), f64::from(i32::MAX)),
        Scalar::UInt => (0.0, f64::from(u32::MAX)),
        Scalar::ULong => (0.0, EXACT),
        Scalar::Half => (-2048.0, 2048.0),
        Scalar::Long | Scalar::Float | Scalar::Double => (-EXACT, EXACT),
    }
}

/// The bytes of numbers in a type; none where the type holds one of them not at all. What is no whole number is
/// rounded by floating types alone.
pub(crate) fn bytes(scalar: Scalar, numbers: &[f64]) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(numbers.len() * scalar.size());
    for &number in numbers {
        match scalar {
            Scalar::Float => bytes.extend((number as f32).to_le_bytes()),
            Scalar::Double => bytes.extend(number.to_le_bytes()),
            Scalar::Half => return None,
            _ => {
                let (least, most) = limits(scalar);
                let is_whole = number.fract() == 0.0 && (least..=most).contains(&number);
                if !is_whole {
                    return None;
                }
                let integer = match scalar {
                    Scalar::ULong => number as u64,
                    _ => number as i64 as u64,
                };
                bytes.extend(&integer.to_le_bytes()[..scalar.size()]);
            }
        }
    }
    Some(bytes)
}

/// The numbers of bytes in a type.
pub(crate) fn read(scalar: Scalar, bytes: &[u8]) -> Vec<f64> {
    let number = |bytes: &[u8]| {
        let mut wide = [0; 8];
        wide[..bytes.len()].copy_from_slice(bytes);
        let bits = u64::from_le_bytes(wide);
        match scalar {
            Scalar::Char => f64::from(bits as i8),
            Scalar::Short => f64::from(bits as i16),
            Scalar::Int => f64::from(bits as i32),
            Scalar::Long => bits as i64 as f64,
            Scalar::Float => f64::from(f32::from_bits(bits as u32)),
            Scalar::Double => f64::from_bits(bits),
            _ => bits as f64,
        }
    };
    bytes.chunks_exact(scalar.size()).map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distinct_numbers_differ_and_fit_their_type() {
        for scalar in [Scalar::Int, Scalar::Float, Scalar::UInt, Scalar::Double] {
            for pattern in [0, 1, 77, 255] {
                let numbers = numbers(Filling::Distinct, scalar, 70_000, pattern, 3);
                let bytes = bytes(scalar, &numbers).unwrap();
                let mut kept: Vec<u64> =
                    read(scalar, &bytes).iter().map(|it| it.to_bits()).collect();
                kept.sort_unstable();
                kept.dedup();
                assert_eq!(kept.len(), 70_000, "{scalar:?} {pattern}");
            }
        }
        assert_eq!(
            numbers(Filling::Distinct, Scalar::Int, 3, 0, 0),
            [1.0, 2.0, 3.0]
        );
    }

    #[test]
    fn a_range_is_kept_and_both_ends_are_met() {
        let filling = Filling::Range {
            least: -3.0,
            most: 4.0,
        };
        for scalar in [Scalar::Int, Scalar::Float] {
            for pattern in 0..20 {
                let numbers = numbers(filling, scalar, 500, pattern, 0);
                assert!(numbers.iter().all(|it| (-3.0..=4.0).contains(it)));
                let has = |end: f64| numbers.contains(&end);
                assert!(pattern == 2 || has(-3.0), "{pattern}");
                assert!(pattern == 1 || has(4.0), "{pattern}");
            }
        }
    }

    #[test]
    fn what_a_type_does_not_hold_has_no_bytes() {
        assert_eq!(bytes(Scalar::UChar, &[256.0]), None);
        assert_eq!(bytes(Scalar::Int, &[0.5]), None);
        assert_eq!(bytes(Scalar::Int, &[f64::NAN]), None);
        assert_eq!(bytes(Scalar::Char, &[-1.0]), Some(vec![0xff]));
    }
}
