//! `half` (binary16): its conversions in every rounding, subnormals included, and its own versions of
//! the functions whose `float` result would be rounded twice or to the wrong neighbour. Every other
//! function of `half` is that of `float`, rounded.

use super::{float32, wide};
use opencl_c::types::Rounding;

/// A `half`, as its bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Half(pub u16);

const SIGN: u16 = 0x8000;
const INFINITY: u16 = 0x7c00;
const QUIET_NAN: u16 = 0x7e00;

impl Half {
    /// The number nearest to `x`, ties to even; infinity from 65520 on.
    #[inline]
    pub fn from_f32(x: f32) -> Half {
        Half::from_f64(x.into(), Rounding::NearestEven)
    }

    /// `x` rounded. Beyond the finite range the rounding tells between infinity and 65504.
    pub fn from_f64(x: f64, rounding: Rounding) -> Half {
        let bits = x.to_bits();
        let sign = (bits >> 48) as u16 & SIGN;
        let magnitude = bits & (u64::MAX >> 1);
        if x.is_nan() {
            return Half(QUIET_NAN);
        }
        if x.is_infinite() {
            return Half(sign | INFINITY);
        }
        // In units of 2^-24, the smallest half, or of a half's last place above 2^-14.
        let exponent = (magnitude >> 52) as i32 - 1023;
        let mantissa = magnitude & ((1 << 52) - 1) | u64::from(magnitude >> 52 != 0) << 52;
        let dropped = if exponent >= -14 { 42 } else { 28 - exponent };
        let (kept, rest) = match dropped {
            0..=63 => (mantissa >> dropped, mantissa << (64 - dropped)),
            _ => (0, u64::from(mantissa != 0)),
        };
        let up = match rounding {
            Rounding::NearestEven => rest > 1 << 63 || rest == 1 << 63 && kept & 1 == 1,
            Rounding::TowardZero => false,
            Rounding::Up => rest != 0 && sign == 0,
            Rounding::Down => rest != 0 && sign != 0,
        };
        let biased = i64::from((exponent + 14).max(0)) << 10;
        let result = biased + kept as i64 + i64::from(up);
        let overflowed = match rounding {
            Rounding::NearestEven => INFINITY,
            Rounding::Up if sign == 0 => INFINITY,
            Rounding::Down if sign != 0 => INFINITY,
            _ => INFINITY - 1,
        };
        Half(
            sign | if result >= INFINITY.into() {
                overflowed
            } else {
                result as u16
            },
        )
    }

    /// The same number.
    #[inline]
    pub fn to_f32(self) -> f32 {
        let sign = u32::from(self.0 & SIGN) << 16;
        let magnitude = u32::from(self.0 & !SIGN);
        let bits = if magnitude >= INFINITY.into() {
            0x7f80_0000 | (magnitude & 0x3ff) << 13 | u32::from(magnitude > INFINITY.into()) << 22
        } else {
            // Shifted into place, the exponent is 112 too small; the product mends it and makes a
            // subnormal normal.
            (f32::from_bits(magnitude << 13) * f32::from_bits((127 + 112) << 23)).to_bits()
        };
        f32::from_bits(sign | bits)
    }

    /// Is it NaN?
    #[inline]
    pub fn is_nan(self) -> bool {
        self.0 & !SIGN > INFINITY
    }
}

/// `a * b + c` with one rounding.
pub fn fma(a: Half, b: Half, c: Half) -> Half {
    let wide = wide::fma_to_odd(a.to_f32().into(), b.to_f32().into(), c.to_f32().into());
    Half::from_f64(wide, Rounding::NearestEven)
}

/// The part after the point, below 1 in `half`, and the floor.
pub fn fract(x: Half) -> (Half, Half) {
    let (fraction, floor) = float32::fract(x.to_f32());
    let below_one = f32::from_bits(0x3f7f_e000);
    let fraction = if fraction > below_one {
        below_one
    } else {
        fraction
    };
    (Half::from_f32(fraction), Half::from_f32(floor))
}

/// `x * 2^exponent`, correctly rounded.
pub fn ldexp(x: Half, exponent: i32) -> Half {
    let wide = f64::from(x.to_f32()) * super::float64::ldexp(1.0, exponent.clamp(-100, 100));
    Half::from_f64(wide, Rounding::NearestEven)
}

/// The number after `x` in the direction of `y`.
pub fn nextafter(x: Half, y: Half) -> Half {
    let (from, to) = (x.to_f32(), y.to_f32());
    if from.is_nan() || to.is_nan() {
        return Half(QUIET_NAN);
    }
    if from == to {
        return y;
    }
    if from == 0.0 {
        return Half(y.0 & SIGN | 1);
    }
    Half(if (to > from) == (from > 0.0) {
        x.0 + 1
    } else {
        x.0 - 1
    })
}

/// A quiet NaN with this payload.
pub fn nan(payload: u16) -> Half {
    Half(payload & 0x3ff | QUIET_NAN)
}

/// Neither zero, subnormal, infinite nor NaN?
pub fn isnormal(x: Half) -> bool {
    (0x400..INFINITY).contains(&(x.0 & !SIGN))
}
