//! The math functions of 6.12.2 on `double`, with the accuracy of 7.4 and the edge cases of 7.5.1. The
//! measured errors stand in `ACCURACY.md`.

use std::f64::consts::{FRAC_1_PI, PI};

super::exact::exact_functions!(
    f64, u64,
    fmod: libm::fmod, remainder: libm::remainder, remquo: libm::remquo,
    ldexp: libm::ldexp, nextafter: libm::nextafter
);

super::mixing::mixing_functions!(f64);

/// Defines functions that a `libm` function gives with the accuracy wanted.
macro_rules! from_libm {
    ($($(#[$doc:meta])* $name:ident = $libm:path;)*) => {
        $($(#[$doc])* pub fn $name(x: f64) -> f64 { canonical($libm(x)) })*
    };
}

from_libm! {
    /// Arc cosine.
    acos = libm::acos;
    /// Inverse hyperbolic cosine.
    acosh = libm::acosh;
    /// Arc sine.
    asin = libm::asin;
    /// Inverse hyperbolic sine.
    asinh = libm::asinh;
    /// Arc tangent.
    atan = libm::atan;
    /// Inverse hyperbolic tangent.
    atanh = libm::atanh;
    /// Cube root.
    cbrt = libm::cbrt;
    /// Cosine.
    cos = libm::cos;
    /// Hyperbolic cosine.
    cosh = libm::cosh;
    /// `1 - erf(x)`.
    erfc = libm::erfc;
    /// The error function.
    erf = libm::erf;
    /// `e^x`.
    exp = libm::exp;
    /// `2^x`.
    exp2 = libm::exp2;
    /// `10^x`.
    exp10 = libm::exp10;
    /// `e^x - 1`.
    expm1 = libm::expm1;
    /// Natural logarithm.
    log = libm::log;
    /// Logarithm to base 2.
    log2 = libm::log2;
    /// Logarithm to base 10.
    log10 = libm::log10;
    /// `log(1 + x)`.
    log1p = libm::log1p;
    /// Sine.
    sin = libm::sin;
    /// Hyperbolic sine.
    sinh = libm::sinh;
    /// Tangent.
    tan = libm::tan;
    /// Hyperbolic tangent.
    tanh = libm::tanh;
}

/// `acos(x) / pi`.
pub fn acospi(x: f64) -> f64 {
    canonical(libm::acos(x) * FRAC_1_PI)
}

/// `asin(x) / pi`.
pub fn asinpi(x: f64) -> f64 {
    canonical(libm::asin(x) * FRAC_1_PI)
}

/// `atan(x) / pi`.
pub fn atanpi(x: f64) -> f64 {
    canonical(libm::atan(x) * FRAC_1_PI)
}

/// `atan(y / x)` in the right quadrant.
pub fn atan2(y: f64, x: f64) -> f64 {
    canonical(libm::atan2(y, x))
}

/// `atan2(y, x) / pi`.
pub fn atan2pi(y: f64, x: f64) -> f64 {
    canonical(libm::atan2(y, x) * FRAC_1_PI)
}

/// The gamma function; NaN at the negative integers.
pub fn tgamma(x: f64) -> f64 {
    canonical(libm::tgamma(x))
}

/// The logarithm of the gamma function's magnitude.
pub fn lgamma(x: f64) -> f64 {
    lgamma_r(x).0
}

/// [`lgamma`], and the sign of the gamma function: 0 at its poles.
pub fn lgamma_r(x: f64) -> (f64, i32) {
    let (value, sign) = libm::lgamma_r(x);
    let pole = x <= 0.0 && x.is_finite() && trunc(x) == x;
    (canonical(value), if pole { 0 } else { sign })
}

/// Square root, correctly rounded.
#[inline(always)]
pub fn sqrt(x: f64) -> f64 {
    canonical(x.sqrt())
}

/// `1 / sqrt(x)`.
#[inline(always)]
pub fn rsqrt(x: f64) -> f64 {
    canonical(1.0 / x.sqrt())
}

/// `a * b + c` with one rounding.
#[inline]
pub fn fma(a: f64, b: f64, c: f64) -> f64 {
    canonical(libm::fma(a, b, c))
}

/// `a * b + c`; here with one rounding, as on a GPU.
#[inline]
pub fn mad(a: f64, b: f64, c: f64) -> f64 {
    fma(a, b, c)
}

/// `sqrt(x^2 + y^2)`, infinite if either is.
pub fn hypot(x: f64, y: f64) -> f64 {
    canonical(libm::hypot(x, y))
}

/// `x^y`.
pub fn pow(x: f64, y: f64) -> f64 {
    if let Some(special) = pow_special(x, y) {
        return special;
    }
    let magnitude = libm::pow(fabs(x), y);
    if pow_negates(x, y) {
        -magnitude
    } else {
        magnitude
    }
}

/// `x^y` for an integer `y`.
pub fn pown(x: f64, y: i32) -> f64 {
    pow(x, y.into())
}

/// `x^y` for `x >= 0`.
pub fn powr(x: f64, y: f64) -> f64 {
    powr_special(x, y).unwrap_or_else(|| libm::pow(x, y))
}

/// `x^(1/n)`.
pub fn rootn(x: f64, n: i32) -> f64 {
    rootn_special(x, n).unwrap_or_else(|| copysign(positive_root(fabs(x), n.into()), x))
}

/// `x^(1/n)` of a positive number. `1 / n` as a `double` is off by up to half a unit in its last
/// place, which the power would multiply by `ln x`; the first order of that error is put back.
fn positive_root(x: f64, n: f64) -> f64 {
    if n == 2.0 {
        return x.sqrt();
    }
    let reciprocal = 1.0 / n;
    let error = libm::fma(-reciprocal, n, 1.0) / n;
    let root = libm::pow(x, reciprocal);
    if root.is_finite() && root != 0.0 {
        libm::fma(root, error * libm::log(x), root)
    } else {
        root
    }
}

/// `x` in half turns as the nearest quarter turn, 0 to 3, and what is left, within 1/4.
#[inline]
fn quarter_turns(x: f64) -> (u32, f64) {
    let turn = if fabs(x) < 2.0 * INTEGERS { x } else { 0.0 };
    let quarters = rint(2.0 * turn);
    (quarters as i64 as u32 & 3, turn - quarters * 0.5)
}

/// `sin(pi x)`.
pub fn sinpi(x: f64) -> f64 {
    if !x.is_finite() {
        return f64::from_bits(QUIET_NAN);
    }
    let (quarter, rest) = quarter_turns(x);
    let magnitude = if quarter & 1 == 0 {
        libm::sin(PI * rest)
    } else {
        libm::cos(PI * rest)
    };
    if magnitude == 0.0 {
        return copysign(0.0, x);
    }
    if quarter & 2 == 0 {
        magnitude
    } else {
        -magnitude
    }
}

/// `cos(pi x)`.
pub fn cospi(x: f64) -> f64 {
    if !x.is_finite() {
        return f64::from_bits(QUIET_NAN);
    }
    let (quarter, rest) = quarter_turns(x);
    let magnitude = if quarter & 1 == 0 {
        libm::cos(PI * rest)
    } else {
        libm::sin(PI * rest)
    };
    if magnitude == 0.0 {
        return 0.0;
    }
    if matches!(quarter, 1 | 2) {
        -magnitude
    } else {
        magnitude
    }
}

/// `tan(pi x)`.
pub fn tanpi(x: f64) -> f64 {
    if !x.is_finite() {
        return f64::from_bits(QUIET_NAN);
    }
    let (quarter, rest) = quarter_turns(x);
    if rest == 0.0 {
        return match quarter {
            0 => copysign(0.0, x),
            1 => f64::INFINITY,
            2 => copysign(0.0, -x),
            _ => f64::NEG_INFINITY,
        };
    }
    let tan = libm::tan(PI * rest);
    if quarter & 1 == 0 { tan } else { -1.0 / tan }
}

/// Sine and cosine.
pub fn sincos(x: f64) -> (f64, f64) {
    let (sin, cos) = libm::sincos(x);
    (canonical(sin), canonical(cos))
}
