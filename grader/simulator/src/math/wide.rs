//! Kernels in `f64` for functions of `float`: far more accurate than a `float` can show, without
//! tables and almost without branches, so that a loop over lanes becomes vector code. Each function
//! states the error of its polynomial; what a `float` sees of it is its last rounding.

/// Adding and subtracting it rounds to an integer; the low bits of the sum are that integer.
const ROUNDER: f64 = 6_755_399_441_055_744.0;

/// The polynomial of these coefficients, that of `x^0` first, by Horner's rule.
#[inline(always)]
fn polynomial<const N: usize>(x: f64, coefficients: [f64; N]) -> f64 {
    let mut sum = coefficients[N - 1];
    for coefficient in coefficients.iter().rev().skip(1) {
        sum = coefficient + x * sum;
    }
    sum
}

/// `2^x` for |x| <= 1000 or NaN; relative error below 2^-41.
#[inline(always)]
pub(super) fn exp2(x: f64) -> f64 {
    let shifted = x + ROUNDER;
    let t = (x - (shifted - ROUNDER)) * std::f64::consts::LN_2;
    let power = polynomial(
        t,
        [
            1.0,
            1.0,
            1.0 / 2.0,
            1.0 / 6.0,
            1.0 / 24.0,
            1.0 / 120.0,
            1.0 / 720.0,
            1.0 / 5_040.0,
            1.0 / 40_320.0,
            1.0 / 362_880.0,
            1.0 / 3_628_800.0,
        ],
    );
    power * f64::from_bits(shifted.to_bits().wrapping_add(1023) << 52)
}

/// `ln((1 + s) / (1 - s))` for |s| < 0.172; relative error below 2^-46.
#[inline(always)]
pub(super) fn ln_of_ratio(s: f64) -> f64 {
    let q = s * s;
    let series = polynomial(
        q,
        [
            1.0,
            1.0 / 3.0,
            1.0 / 5.0,
            1.0 / 7.0,
            1.0 / 9.0,
            1.0 / 11.0,
            1.0 / 13.0,
            1.0 / 15.0,
            1.0 / 17.0,
        ],
    );
    2.0 * s * series
}

/// A positive, finite, normal number as `(e, ln m)` with `x = 2^e m` and m within sqrt(1/2), sqrt(2).
#[inline(always)]
pub(super) fn ln_parts(x: f64) -> (f64, f64) {
    const SQRT_HALF: u64 = std::f64::consts::FRAC_1_SQRT_2.to_bits();
    const EXPONENT: u64 = 0xfff << 52;
    let offset = x.to_bits().wrapping_sub(SQRT_HALF);
    let exponent = (offset & EXPONENT) as i64 >> 52;
    let mantissa = f64::from_bits(x.to_bits().wrapping_sub(offset & EXPONENT));
    (
        exponent as f64,
        ln_of_ratio((mantissa - 1.0) / (mantissa + 1.0)),
    )
}

/// `log2 x` of a positive, finite, normal number; relative error below 2^-44.
#[inline(always)]
pub(super) fn log2(x: f64) -> f64 {
    let (exponent, ln) = ln_parts(x);
    exponent + ln * std::f64::consts::LOG2_E
}

/// `sin(pi r)` for |r| <= 1/4; relative error below 2^-45.
#[inline(always)]
pub(super) fn sin_pi(r: f64) -> f64 {
    let t = r * std::f64::consts::PI;
    let q = t * t;
    let series = polynomial(
        q,
        [
            -1.0 / 6.0,
            1.0 / 120.0,
            -1.0 / 5_040.0,
            1.0 / 362_880.0,
            -1.0 / 39_916_800.0,
            1.0 / 6_227_020_800.0,
        ],
    );
    t + t * q * series
}

/// `cos(pi r)` for |r| <= 1/4; relative error below 2^-40.
#[inline(always)]
pub(super) fn cos_pi(r: f64) -> f64 {
    let t = r * std::f64::consts::PI;
    let q = t * t;
    polynomial(
        q,
        [
            1.0,
            -1.0 / 2.0,
            1.0 / 24.0,
            -1.0 / 720.0,
            1.0 / 40_320.0,
            -1.0 / 3_628_800.0,
            1.0 / 479_001_600.0,
        ],
    )
}

/// `a * b + c` of three `float`s or halves, rounded to odd in `f64`: one more rounding, to a format
/// of at most 24 bits, gives the correctly rounded result (Boldo and Melquiond, "Emulation of FMA
/// and correctly rounded sums", 2008). `a * b` must be exact in `f64`.
#[inline(always)]
pub(super) fn fma_to_odd(a: f64, b: f64, c: f64) -> f64 {
    let product = a * b;
    let sum = product + c;
    let c_part = sum - product;
    let error = (product - (sum - c_part)) + (c - c_part);
    let bits = sum.to_bits();
    if error == 0.0 || error.is_nan() || bits & 1 == 1 {
        return sum;
    }
    let grows = (error > 0.0) == (sum > 0.0);
    f64::from_bits(if grows { bits + 1 } else { bits - 1 })
}
