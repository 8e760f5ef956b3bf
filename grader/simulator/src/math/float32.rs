//! The math functions of 6.12.2 on `float`, with the accuracy of 7.4 and the edge cases of 7.5.1.
//! Subnormal numbers are kept. The measured errors stand in `ACCURACY.md`.

use super::float64;
use super::wide;
use opencl_c::types::Rounding;
use std::f64::consts::{FRAC_1_PI, LN_2, LOG2_10, LOG2_E, LOG10_2, LOG10_E};

super::exact::exact_functions!(
    f32, u32,
    fmod: libm::fmodf, remainder: libm::remainderf, remquo: libm::remquof,
    ldexp: libm::ldexpf, nextafter: libm::nextafterf
);

super::mixing::mixing_functions!(f32);

/// Defines functions that a `libm` function gives with the accuracy wanted.
macro_rules! from_libm {
    ($($(#[$doc:meta])* $name:ident = $libm:path;)*) => {
        $($(#[$doc])* pub fn $name(x: f32) -> f32 { canonical($libm(x)) })*
    };
}

/// Defines functions that are the `double` one, rounded.
macro_rules! from_double {
    ($($(#[$doc:meta])* $name:ident = $double:path;)*) => {
        $($(#[$doc])* pub fn $name(x: f32) -> f32 { canonical($double(f64::from(x)) as f32) })*
    };
}

from_libm! {
    /// Arc cosine.
    acos = libm::acosf;
    /// Arc sine.
    asin = libm::asinf;
    /// Arc tangent.
    atan = libm::atanf;
    /// Cube root.
    cbrt = libm::cbrtf;
    /// Cosine.
    cos = libm::cosf;
    /// Hyperbolic cosine.
    cosh = libm::coshf;
    /// `1 - erf(x)`.
    erfc = libm::erfcf;
    /// The error function.
    erf = libm::erff;
    /// `e^x - 1`.
    expm1 = libm::expm1f;
    /// Sine.
    sin = libm::sinf;
    /// Hyperbolic sine.
    sinh = libm::sinhf;
    /// Tangent.
    tan = libm::tanf;
    /// Hyperbolic tangent.
    tanh = libm::tanhf;
}

from_double! {
    /// Inverse hyperbolic cosine.
    acosh = libm::acosh;
    /// `acos(x) / pi`.
    acospi = float64::acospi;
    /// Inverse hyperbolic sine.
    asinh = libm::asinh;
    /// `asin(x) / pi`.
    asinpi = float64::asinpi;
    /// Inverse hyperbolic tangent.
    atanh = libm::atanh;
    /// `atan(x) / pi`.
    atanpi = float64::atanpi;
    /// The gamma function.
    tgamma = float64::tgamma;
    /// The logarithm of the gamma function's magnitude.
    lgamma = float64::lgamma;
}

/// `atan(y / x)` in the right quadrant.
pub fn atan2(y: f32, x: f32) -> f32 {
    canonical(libm::atan2f(y, x))
}

/// `atan2(y, x) / pi`.
pub fn atan2pi(y: f32, x: f32) -> f32 {
    canonical((libm::atan2(y.into(), x.into()) * FRAC_1_PI) as f32)
}

/// [`lgamma`], and the sign of the gamma function: 0 at its poles.
pub fn lgamma_r(x: f32) -> (f32, i32) {
    let (value, sign) = float64::lgamma_r(x.into());
    (canonical(value as f32), sign)
}

/// Square root, correctly rounded.
#[inline(always)]
pub fn sqrt(x: f32) -> f32 {
    canonical(x.sqrt())
}

/// `1 / sqrt(x)`.
#[inline(always)]
pub fn rsqrt(x: f32) -> f32 {
    canonical((1.0 / f64::from(x).sqrt()) as f32)
}

/// `a * b + c` with one rounding.
#[inline(always)]
pub fn fma(a: f32, b: f32, c: f32) -> f32 {
    canonical(wide::fma_to_odd(a.into(), b.into(), c.into()) as f32)
}

/// `a * b + c`; here with one rounding, as on a GPU.
#[inline(always)]
pub fn mad(a: f32, b: f32, c: f32) -> f32 {
    fma(a, b, c)
}

/// `sqrt(x^2 + y^2)`, infinite if either is.
#[inline]
pub fn hypot(x: f32, y: f32) -> f32 {
    if x.is_infinite() || y.is_infinite() {
        return f32::INFINITY;
    }
    let (x, y) = (f64::from(x), f64::from(y));
    canonical((x * x + y * y).sqrt() as f32)
}

/// `2^z` as a `float`, over and under its range too.
#[inline(always)]
fn exp2_of(z: f64) -> f32 {
    canonical(wide::exp2(z.clamp(-200.0, 200.0)) as f32)
}

/// `e^x`.
#[inline(always)]
pub fn exp(x: f32) -> f32 {
    exp2_of(f64::from(x) * LOG2_E)
}

/// `2^x`.
#[inline(always)]
pub fn exp2(x: f32) -> f32 {
    exp2_of(x.into())
}

/// `10^x`.
#[inline(always)]
pub fn exp10(x: f32) -> f32 {
    exp2_of(f64::from(x) * LOG2_10)
}

/// A logarithm that was computed as for an ordinary `x`, put right for the others.
#[inline(always)]
fn ln_edges(x: f32, ordinary: f64) -> f32 {
    if x > 0.0 && x < f32::INFINITY {
        ordinary as f32
    } else if x == 0.0 {
        f32::NEG_INFINITY
    } else if x > 0.0 {
        f32::INFINITY
    } else {
        f32::from_bits(QUIET_NAN)
    }
}

/// Natural logarithm.
#[inline(always)]
pub fn log(x: f32) -> f32 {
    let (exponent, ln) = wide::ln_parts(x.into());
    ln_edges(x, exponent * LN_2 + ln)
}

/// Logarithm to base 2.
#[inline(always)]
pub fn log2(x: f32) -> f32 {
    ln_edges(x, wide::log2(x.into()))
}

/// Logarithm to base 10.
#[inline(always)]
pub fn log10(x: f32) -> f32 {
    let (exponent, ln) = wide::ln_parts(x.into());
    ln_edges(x, exponent * LOG10_2 + ln * LOG10_E)
}

/// `log(1 + x)`.
#[inline]
pub fn log1p(x: f32) -> f32 {
    let wide_x = f64::from(x);
    if x > -0.25 && x < 0.375 {
        return wide::ln_of_ratio(wide_x / (2.0 + wide_x)) as f32;
    }
    if x == f32::INFINITY {
        return x;
    }
    if x > -1.0 {
        let (exponent, ln) = wide::ln_parts(1.0 + wide_x);
        return (exponent * LN_2 + ln) as f32;
    }
    if x == -1.0 {
        f32::NEG_INFINITY
    } else {
        f32::from_bits(QUIET_NAN)
    }
}

/// `x^y` of a positive, finite `x`.
#[inline(always)]
fn power(x: f32, y: f64) -> f32 {
    exp2_of(y * wide::log2(x.into()))
}

/// `x^y`.
#[inline]
pub fn pow(x: f32, y: f32) -> f32 {
    if x > 0.0 && x < f32::INFINITY && y.is_finite() {
        return power(x, y.into());
    }
    if let Some(special) = pow_special(x, y) {
        return special;
    }
    let magnitude = power(fabs(x), y.into());
    if pow_negates(x, y) {
        -magnitude
    } else {
        magnitude
    }
}

/// `x^y` for an integer `y`.
#[inline]
pub fn pown(x: f32, y: i32) -> f32 {
    if x.is_nan() || x == 0.0 || x.is_infinite() || y == 0 {
        // A zero, infinity or NaN depends on the exponent's sign and parity alone.
        let small = if y == 0 {
            0.0
        } else {
            (2 - y % 2 * y.signum()) as f32
        };
        return pow(x, small.copysign(y as f32));
    }
    let magnitude = power(fabs(x), y.into());
    if x < 0.0 && y % 2 != 0 {
        -magnitude
    } else {
        magnitude
    }
}

/// `x^y` for `x >= 0`.
#[inline]
pub fn powr(x: f32, y: f32) -> f32 {
    if x > 0.0 && x < f32::INFINITY && y.is_finite() {
        return power(x, y.into());
    }
    powr_special(x, y).unwrap_or_else(|| power(x, y.into()))
}

/// `x^(1/n)`.
#[inline]
pub fn rootn(x: f32, n: i32) -> f32 {
    rootn_special(x, n)
        .unwrap_or_else(|| copysign(exp2_of(wide::log2(fabs(x).into()) / f64::from(n)), x))
}

/// `x` in half turns as the nearest quarter turn, 0 to 3, and what is left, within 1/4.
#[inline(always)]
fn quarter_turns(x: f32) -> (u32, f64) {
    // From 2^24 on all numbers are even; the remainder is exact.
    let turn = f64::from(if fabs(x) < 2.0 * INTEGERS { x } else { 0.0 });
    let quarters = float64::rint(2.0 * turn);
    (quarters as i64 as u32 & 3, turn - quarters * 0.5)
}

/// `sin(pi x)`.
#[inline]
pub fn sinpi(x: f32) -> f32 {
    if !x.is_finite() {
        return f32::from_bits(QUIET_NAN);
    }
    let (quarter, rest) = quarter_turns(x);
    let magnitude = if quarter & 1 == 0 {
        wide::sin_pi(rest)
    } else {
        wide::cos_pi(rest)
    };
    if magnitude == 0.0 {
        return copysign(0.0, x);
    }
    (if quarter & 2 == 0 {
        magnitude
    } else {
        -magnitude
    }) as f32
}

/// `cos(pi x)`.
#[inline]
pub fn cospi(x: f32) -> f32 {
    if !x.is_finite() {
        return f32::from_bits(QUIET_NAN);
    }
    let (quarter, rest) = quarter_turns(x);
    let magnitude = if quarter & 1 == 0 {
        wide::cos_pi(rest)
    } else {
        wide::sin_pi(rest)
    };
    if magnitude == 0.0 {
        return 0.0;
    }
    (if matches!(quarter, 1 | 2) {
        -magnitude
    } else {
        magnitude
    }) as f32
}

/// `tan(pi x)`.
#[inline]
pub fn tanpi(x: f32) -> f32 {
    if !x.is_finite() {
        return f32::from_bits(QUIET_NAN);
    }
    let (quarter, rest) = quarter_turns(x);
    let (sin, cos) = (wide::sin_pi(rest), wide::cos_pi(rest));
    if rest == 0.0 {
        return match quarter {
            0 => copysign(0.0, x),
            1 => f32::INFINITY,
            2 => copysign(0.0, -x),
            _ => f32::NEG_INFINITY,
        };
    }
    (if quarter & 1 == 0 {
        sin / cos
    } else {
        -cos / sin
    }) as f32
}

/// Sine and cosine.
pub fn sincos(x: f32) -> (f32, f32) {
    let (sin, cos) = libm::sincosf(x);
    (canonical(sin), canonical(cos))
}

/// `x / y`: `half_divide` and `native_divide`, correctly rounded here.
#[inline(always)]
pub fn divide(x: f32, y: f32) -> f32 {
    canonical(x / y)
}

/// `1 / x`: `half_recip` and `native_recip`, correctly rounded here.
#[inline(always)]
pub fn recip(x: f32) -> f32 {
    canonical(1.0 / x)
}

/// `x` as a `float` in any rounding. Beyond the finite range the rounding tells between infinity and
/// the greatest finite number.
#[inline]
pub fn from_f64(x: f64, rounding: Rounding) -> f32 {
    let nearest = x as f32;
    let error = f64::from(nearest) - x;
    let corrected = match rounding {
        Rounding::Up if error < 0.0 => nearest.next_up(),
        Rounding::Down if error > 0.0 => nearest.next_down(),
        Rounding::TowardZero if error > 0.0 && x > 0.0 => nearest.next_down(),
        Rounding::TowardZero if error < 0.0 && x < 0.0 => nearest.next_up(),
        _ => nearest,
    };
    canonical(corrected)
}
