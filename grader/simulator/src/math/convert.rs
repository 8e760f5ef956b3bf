//! Conversions between the arithmetic types (6.2.3): every scalar type to every other, the four
//! roundings, saturation.
//!
//! Values travel as the low bits of a `u64`, the bits above zero. What the standard leaves to the
//! implementation, or undefined, is this: a floating value outside the range of an integer type,
//! without `_sat`, becomes what a GPU's conversion gives. For 32 and 64 bits that is the nearest value
//! of the type; for 8 and 16 bits the low bits of the conversion to `int`. NaN becomes 0.
//! [`Conversion::in_range`] tells whether that happened.

use super::float::Floating;
use super::half::Half;
use super::{float32, float64};
use opencl_c::types::{Rounding, Scalar};

/// A conversion of one component, as [`opencl_c::program::ExprKind::Convert`] asks for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Conversion {
    /// The type of the value.
    pub from: Scalar,
    /// The type it gets.
    pub to: Scalar,
    /// `_sat`.
    pub saturate: bool,
    /// `None` for the default: to integers toward zero, else to nearest even.
    pub rounding: Option<Rounding>,
}

/// The number that bits of a scalar type stand for.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Number {
    Integer(i128),
    Floating(f64),
}

impl Conversion {
    /// The converted bits.
    #[inline]
    pub fn apply(self, bits: u64) -> u64 {
        match number(self.from, bits) {
            Number::Integer(value) => self.convert_integer(value),
            Number::Floating(value) => self.convert_floating(value),
        }
    }

    /// Does the standard define the result? Not so for a floating value outside an integer type's
    /// range, or NaN, without `_sat`.
    pub fn in_range(self, bits: u64) -> bool {
        match number(self.from, bits) {
            Number::Floating(value) if !self.saturate && is_integer(self.to) => {
                let rounded = self.rounded(value);
                let (low, high) = range(self.to);
                rounded >= low as f64 && rounded < high as f64 + 1.0
            }
            _ => true,
        }
    }

    fn rounded(self, value: f64) -> f64 {
        match self.rounding {
            Some(Rounding::NearestEven) => float64::rint(value),
            Some(Rounding::Up) => float64::ceil(value),
            Some(Rounding::Down) => float64::floor(value),
            Some(Rounding::TowardZero) | None => float64::trunc(value),
        }
    }

    fn convert_integer(self, value: i128) -> u64 {
        let rounding = self.rounding.unwrap_or(Rounding::NearestEven);
        match self.to {
            Scalar::Bool => u64::from(value != 0),
            Scalar::Half => Half::from_f64(integer_to_f64_for_half(value), rounding)
                .0
                .into(),
            Scalar::Float => integer_to_f32(value, rounding).to_bits().into(),
            Scalar::Double => integer_to_f64(value, rounding).to_bits(),
            to if self.saturate => {
                let (low, high) = range(to);
                low_bits(to, value.clamp(low, high))
            }
            to => low_bits(to, value),
        }
    }

    fn convert_floating(self, value: f64) -> u64 {
        let rounding = self.rounding.unwrap_or(Rounding::NearestEven);
        match self.to {
            Scalar::Bool => u64::from(value != 0.0),
            Scalar::Half => Half::from_f64(value, rounding).0.into(),
            Scalar::Float => float32::from_f64(value, rounding).to_bits().into(),
            Scalar::Double => float64::canonical(value).to_bits(),
            to => {
                // A cast in Rust saturates and makes 0 of NaN.
                let whole = self.rounded(value) as i128;
                let (low, high) = match (self.saturate, to.size()) {
                    (false, 1 | 2) => range(Scalar::Int),
                    _ => range(to),
                };
                low_bits(to, whole.clamp(low, high))
            }
        }
    }
}

/// Is it an integer type other than `bool`?
const fn is_integer(scalar: Scalar) -> bool {
    !scalar.is_floating() && !matches!(scalar, Scalar::Bool)
}

fn low_bits(scalar: Scalar, value: i128) -> u64 {
    value as u64 & (u64::MAX >> (64 - 8 * scalar.size()))
}

/// The least and greatest value of an integer type.
const fn range(scalar: Scalar) -> (i128, i128) {
    let bits = 8 * scalar.size();
    if scalar.is_signed() {
        (-(1 << (bits - 1)), (1 << (bits - 1)) - 1)
    } else {
        (0, (1 << bits) - 1)
    }
}

fn number(scalar: Scalar, bits: u64) -> Number {
    Number::Integer(match scalar {
        Scalar::Bool => i128::from(bits & 0xff != 0),
        Scalar::Char => (bits as i8).into(),
        Scalar::UChar => (bits as u8).into(),
        Scalar::Short => (bits as i16).into(),
        Scalar::UShort => (bits as u16).into(),
        Scalar::Int => (bits as i32).into(),
        Scalar::UInt => (bits as u32).into(),
        Scalar::Long => (bits as i64).into(),
        Scalar::ULong => bits.into(),
        Scalar::Half => return Number::Floating(Half(bits as u16).to_f64()),
        Scalar::Float => return Number::Floating(f32::from_bits(bits as u32).into()),
        Scalar::Double => return Number::Floating(f64::from_bits(bits)),
    })
}

/// An integer of at most 65 bits as a `double` in any rounding.
pub fn integer_to_f64(value: i128, rounding: Rounding) -> f64 {
    let nearest = value as f64;
    let error = nearest as i128 - value;
    match rounding {
        Rounding::Up if error < 0 => nearest.next_up(),
        Rounding::Down if error > 0 => nearest.next_down(),
        Rounding::TowardZero if error > 0 && value > 0 => nearest.next_down(),
        Rounding::TowardZero if error < 0 && value < 0 => nearest.next_up(),
        _ => nearest,
    }
}

/// An integer of at most 65 bits as a `float` in any rounding.
pub fn integer_to_f32(value: i128, rounding: Rounding) -> f32 {
    let nearest = value as f32;
    let error = nearest as i128 - value;
    match rounding {
        Rounding::Up if error < 0 => nearest.next_up(),
        Rounding::Down if error > 0 => nearest.next_down(),
        Rounding::TowardZero if error > 0 && value > 0 => nearest.next_down(),
        Rounding::TowardZero if error < 0 && value < 0 => nearest.next_up(),
        _ => nearest,
    }
}

/// An integer as a `double` that rounds to the same half as it does: exact up to 2^53, and beyond that
/// every half rounding only asks the sign.
fn integer_to_f64_for_half(value: i128) -> f64 {
    value as f64
}
