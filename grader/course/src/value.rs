//! Elements of buffers as numbers: parsing, formatting and the distance of two.

use launch::{ElementType, Scalar};

/// One component of an element.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Number {
    Integer(i128),
    /// Every floating-point type is exact in f64.
    Floating(f64, Scalar),
}

/// Reads one component of type `scalar`; `bytes` are exactly as many as the type takes.
pub(crate) fn read(scalar: Scalar, bytes: &[u8]) -> Number {
    let mut wide = [0; 8];
    wide[..bytes.len()].copy_from_slice(bytes);
    let bits = u64::from_le_bytes(wide);
    match scalar {
        Scalar::Half => Number::Floating(half_to_f64(bits as u16), scalar),
        Scalar::Float => Number::Floating(f32::from_bits(bits as u32).into(), scalar),
        Scalar::Double => Number::Floating(f64::from_bits(bits), scalar),
        signed if signed.is_signed_integer() => {
            let unused = 64 - 8 * bytes.len() as u32;
            Number::Integer(((bits << unused) as i64 >> unused).into())
        }
        _ => Number::Integer(bits.into()),
    }
}

/// The components of one element. A vector of three has a fourth one as padding, which is left out.
pub(crate) fn components(element: ElementType, bytes: &[u8]) -> impl Iterator<Item = Number> {
    bytes
        .chunks_exact(element.scalar.size())
        .take(element.width.into())
        .map(move |component| read(element.scalar, component))
}

/// An element as text: `1.5`, or `(1, 2)` for a vector.
pub(crate) fn text(element: ElementType, bytes: &[u8]) -> String {
    let components: Vec<String> = components(element, bytes).map(number_text).collect();
    match components.as_slice() {
        [only] => only.clone(),
        _ => format!("({})", components.join(", ")),
    }
}

/// A value of the reference, as the element's type would hold it.
pub(crate) fn reference_text(scalar: Scalar, value: f64) -> String {
    match scalar {
        // Through f32, so that 0.1 reads as 0.1 and not with the digits that only f64 has.
        Scalar::Float => number_text(Number::Floating((value as f32).into(), scalar)),
        _ => number_text(Number::Floating(value, scalar)),
    }
}

fn number_text(number: Number) -> String {
    match number {
        Number::Integer(value) => value.to_string(),
        Number::Floating(value, _) if value.is_nan() => "nan".to_owned(),
        Number::Floating(value, Scalar::Float) => floating_text(value as f32),
        Number::Floating(value, _) => floating_text(value),
    }
}

/// A difference of numbers as text. Of its digits only those are shown that rounding leaves sure.
pub(crate) fn plain_text(value: f64) -> String {
    let rounded: f64 = format!("{value:.4e}").parse().unwrap_or(value);
    floating_text(rounded)
}

/// The shortest text that parses to the same value, with an exponent if it would be long.
fn floating_text<F: std::fmt::Display + std::fmt::LowerExp + Into<f64> + Copy>(value: F) -> String {
    let magnitude = value.into().abs();
    if magnitude != 0.0 && magnitude.is_finite() && !(1e-4..1e9).contains(&magnitude) {
        format!("{value:e}")
    } else {
        value.to_string()
    }
}

/// The unit in the last place of `scalar` at the magnitude of `value`: the distance between the two
/// numbers of the type around it. At and below the smallest normal number it stays the same.
pub(crate) fn ulp(scalar: Scalar, value: f64) -> f64 {
    let (fraction_bits, least_exponent) = match scalar {
        Scalar::Half => (10, -14),
        Scalar::Float => (23, -126),
        _ => (52, -1022),
    };
    let biased = (value.abs().to_bits() >> 52) as i32;
    let exponent = (biased - 1023).max(least_exponent);
    // In two steps: a subnormal power of two would come out as 0 in one.
    2.0_f64.powi(exponent) * 2.0_f64.powi(-fraction_bits)
}

/// The largest finite number of the type.
fn largest(scalar: Scalar) -> f64 {
    match scalar {
        Scalar::Half => 65504.0,
        Scalar::Float => f32::MAX.into(),
        _ => f64::MAX,
    }
}

/// Is `got` within `ulps` units, in the last place of `scale`, of `expected`?
///
/// The two zeros are one value, and so are all NaNs. An infinity is right where it is expected, or
/// where a finite result so near to the largest number may round to it.
pub(crate) fn is_close(scalar: Scalar, got: f64, expected: f64, scale: f64, ulps: f64) -> bool {
    if got.is_nan() || expected.is_nan() {
        return got.is_nan() && expected.is_nan();
    }
    let allowed = ulps * ulp(scalar, scale.abs().max(expected.abs()).min(largest(scalar)));
    if got.is_infinite() || expected.is_infinite() {
        let edge = largest(scalar) - allowed;
        return got.is_sign_negative() == expected.is_sign_negative()
            && got.abs() >= edge
            && expected.abs() >= edge;
    }
    (got - expected).abs() <= allowed
}

/// Are two components the same value? Bit for bit, save that all NaNs are one.
pub(crate) fn is_same(left: Number, right: Number) -> bool {
    match (left, right) {
        (Number::Integer(left), Number::Integer(right)) => left == right,
        (Number::Floating(left, _), Number::Floating(right, _)) => {
            left.to_bits() == right.to_bits() || (left.is_nan() && right.is_nan())
        }
        _ => false,
    }
}

fn half_to_f64(bits: u16) -> f64 {
    let sign = if bits >> 15 == 1 { -1.0 } else { 1.0 };
    let exponent = i32::from(bits >> 10 & 0x1f);
    let fraction = f64::from(bits & 0x3ff);
    sign * match exponent {
        0 => fraction * 2.0_f64.powi(-24),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (1024.0 + fraction) * 2.0_f64.powi(exponent - 25),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(name: &str, bytes: &[u8]) -> String {
        text(name.parse().unwrap(), bytes)
    }

    #[test]
    fn elements_of_every_type_are_read_and_shown() {
        assert_eq!(shown("char", &[0xff]), "-1");
        assert_eq!(shown("uchar", &[0xff]), "255");
        assert_eq!(shown("short", &[0, 0x80]), "-32768");
        assert_eq!(shown("int", &(-7_i32).to_le_bytes()), "-7");
        assert_eq!(shown("uint", &u32::MAX.to_le_bytes()), "4294967295");
        assert_eq!(shown("long", &i64::MIN.to_le_bytes()), i64::MIN.to_string());
        assert_eq!(
            shown("ulong", &u64::MAX.to_le_bytes()),
            u64::MAX.to_string()
        );
        assert_eq!(shown("float", &0.1_f32.to_le_bytes()), "0.1");
        assert_eq!(shown("float", &(-0.0_f32).to_le_bytes()), "-0");
        assert_eq!(shown("float", &f32::INFINITY.to_le_bytes()), "inf");
        assert_eq!(shown("float", &f32::NAN.to_le_bytes()), "nan");
        assert_eq!(shown("float", &1e-30_f32.to_le_bytes()), "1e-30");
        assert_eq!(shown("double", &0.1_f64.to_le_bytes()), "0.1");
        assert_eq!(shown("half", &[0x00, 0x3e]), "1.5");
        assert_eq!(shown("half", &[0xff, 0x7b]), "65504");
        assert_eq!(shown("half", &[0x01, 0x00]), "5.960464477539063e-8");
        assert_eq!(shown("uchar2", &[1, 2]), "(1, 2)");
        assert_eq!(shown("uchar3", &[1, 2, 3, 99]), "(1, 2, 3)");
        assert_eq!(
            reference_text(Scalar::Float, f64::from(0.1_f32) + 1e-12),
            "0.1"
        );
    }

    #[test]
    fn a_ulp_is_the_distance_to_the_next_number() {
        for value in [
            1.0_f32,
            1.5,
            2.0,
            1e30,
            1e-30,
            f32::MIN_POSITIVE,
            1e-44,
            0.0,
        ] {
            let next = f32::from_bits(value.to_bits() + 1);
            let distance = f64::from(next) - f64::from(value);
            assert_eq!(ulp(Scalar::Float, value.into()), distance, "{value}");
        }
        for value in [1.0_f64, 3.0, 1e300, f64::MIN_POSITIVE, 0.0] {
            let next = f64::from_bits(value.to_bits() + 1);
            assert_eq!(ulp(Scalar::Double, value), next - value, "{value}");
        }
        assert_eq!(ulp(Scalar::Half, 1.0), half_to_f64(0x3c01) - 1.0);
        assert_eq!(ulp(Scalar::Half, 0.0), half_to_f64(1));
    }

    fn close(got: f32, expected: f64, ulps: f64) -> bool {
        is_close(Scalar::Float, got.into(), expected, expected, ulps)
    }

    #[test]
    fn one_unit_is_let_pass_and_two_are_not() {
        let next = |value: f32, steps: u32| f32::from_bits(value.to_bits() + steps);
        assert!(close(next(3.0, 1), 3.0, 1.0));
        assert!(!close(next(3.0, 2), 3.0, 1.0));
        assert!(close(3.0, 3.0, 0.0));
        assert!(!close(next(3.0, 1), 3.0, 0.0));
    }

    #[test]
    fn where_terms_cancel_the_scale_decides() {
        // 1e7 + 1 - 1e7 in float may be 1 or 2 units of 1e7 off, far more than a ULP of 1.
        assert!(is_close(Scalar::Float, 2.0, 1.0, 1e7, 1.0));
        assert!(!is_close(Scalar::Float, 2.0, 1.0, 1.0, 1.0));
    }

    #[test]
    fn nan_is_right_only_where_it_is_expected() {
        assert!(close(f32::NAN, f64::NAN, 0.0));
        assert!(!close(f32::NAN, 1.0, 1e9));
        assert!(!close(1.0, f64::NAN, 1e9));
    }

    #[test]
    fn infinities_are_right_where_expected_or_rounded_to() {
        assert!(close(f32::INFINITY, f64::INFINITY, 0.0));
        assert!(!close(f32::NEG_INFINITY, f64::INFINITY, 1.0));
        assert!(!close(f32::INFINITY, 1.0, 1.0));
        assert!(close(f32::INFINITY, f64::from(f32::MAX) * 1.000_000_1, 1.0));
        assert!(!close(f32::MAX / 2.0, f64::INFINITY, 1.0));
    }

    #[test]
    fn zeros_are_close_whatever_their_sign_but_not_the_same() {
        assert!(close(-0.0, 0.0, 0.0));
        let zero = Number::Floating(0.0, Scalar::Float);
        assert!(!is_same(zero, Number::Floating(-0.0, Scalar::Float)));
        let nan = Number::Floating(f64::NAN, Scalar::Float);
        assert!(is_same(nan, Number::Floating(-f64::NAN, Scalar::Float)));
    }
}
