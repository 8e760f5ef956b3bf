//! The functions of 6.12.2 whose result is exact or correctly rounded by its definition: roundings to
//! an integer, remainders, parts of a number. One text for `float` and `double`.
//!
//! The roundings are written without a call into the host's library, so that a loop over lanes becomes
//! vector code on every target.

/// Defines the exact functions for one floating type.
macro_rules! exact_functions {
    (
        $float:ident, $bits:ident,
        fmod: $fmod:path, remainder: $remainder:path, remquo: $remquo:path,
        ldexp: $ldexp:path, nextafter: $nextafter:path
    ) => {
        const MANTISSA_BITS: u32 = $float::MANTISSA_DIGITS - 1;
        const SIGN: $bits = 1 << ($bits::BITS - 1);
        const QUIET_NAN: $bits = $float::INFINITY.to_bits() | 1 << (MANTISSA_BITS - 1);
        /// From here on every number is an integer.
        const INTEGERS: $float = ((1 as $bits) << MANTISSA_BITS) as $float;

        /// The one NaN that arithmetic gives, so that results are the same on every host.
        #[inline(always)]
        pub fn canonical(x: $float) -> $float {
            // Asked of the bits: the optimiser may take one NaN for another where it sees numbers.
            let bits = x.to_bits();
            $float::from_bits(if bits & !SIGN > $float::INFINITY.to_bits() {
                QUIET_NAN
            } else {
                bits
            })
        }

        /// `|x|`; the bits of a NaN stay but for the sign.
        #[inline(always)]
        pub fn fabs(x: $float) -> $float {
            $float::from_bits(x.to_bits() & !SIGN)
        }

        /// `x` with the sign of `y`.
        #[inline(always)]
        pub fn copysign(x: $float, y: $float) -> $float {
            $float::from_bits(x.to_bits() & !SIGN | y.to_bits() & SIGN)
        }

        /// To the nearest integer, ties to even.
        #[inline(always)]
        pub fn rint(x: $float) -> $float {
            let magnitude = fabs(x);
            let rounded = (magnitude + INTEGERS) - INTEGERS;
            canonical(if magnitude < INTEGERS {
                copysign(rounded, x)
            } else {
                x
            })
        }

        /// To the integer not above.
        #[inline(always)]
        pub fn floor(x: $float) -> $float {
            let nearest = rint(x);
            copysign(
                nearest - if nearest > x { 1.0 } else { 0.0 },
                nearest_sign(nearest, x),
            )
        }

        /// To the integer not below.
        #[inline(always)]
        pub fn ceil(x: $float) -> $float {
            let nearest = rint(x);
            copysign(
                nearest + if nearest < x { 1.0 } else { 0.0 },
                nearest_sign(nearest, x),
            )
        }

        /// The number whose sign a rounding of `x` has: its own, but that of a NaN is always the same.
        #[inline(always)]
        fn nearest_sign(nearest: $float, x: $float) -> $float {
            if nearest.is_nan() { 0.0 } else { x }
        }

        /// To the integer nearer to zero.
        #[inline(always)]
        pub fn trunc(x: $float) -> $float {
            let magnitude = fabs(x);
            let nearest = rint(magnitude);
            let truncated = nearest - if nearest > magnitude { 1.0 } else { 0.0 };
            copysign(truncated, nearest_sign(nearest, x))
        }

        /// To the nearest integer, ties away from zero.
        #[inline(always)]
        pub fn round(x: $float) -> $float {
            let magnitude = fabs(x);
            let nearest = rint(magnitude);
            let rounded = nearest + if magnitude - nearest == 0.5 { 1.0 } else { 0.0 };
            copysign(rounded, nearest_sign(nearest, x))
        }

        /// `x - y` where `x` is the greater, else 0; NaN if one is.
        #[inline(always)]
        pub fn fdim(x: $float, y: $float) -> $float {
            if x <= y { 0.0 } else { canonical(x - y) }
        }

        /// The greater; the number where the other is NaN.
        #[inline(always)]
        pub fn fmax(x: $float, y: $float) -> $float {
            canonical(if x < y || x.is_nan() { y } else { x })
        }

        /// The smaller; the number where the other is NaN.
        #[inline(always)]
        pub fn fmin(x: $float, y: $float) -> $float {
            canonical(if y < x || x.is_nan() { y } else { x })
        }

        /// The one of greater magnitude, `fmax` where they are equal or unordered.
        #[inline]
        pub fn maxmag(x: $float, y: $float) -> $float {
            if fabs(x) > fabs(y) {
                x
            } else if fabs(y) > fabs(x) {
                y
            } else {
                fmax(x, y)
            }
        }

        /// The one of smaller magnitude, `fmin` where they are equal or unordered.
        #[inline]
        pub fn minmag(x: $float, y: $float) -> $float {
            if fabs(x) < fabs(y) {
                x
            } else if fabs(y) < fabs(x) {
                y
            } else {
                fmin(x, y)
            }
        }

        /// `x - y * trunc(x / y)`, exact.
        pub fn fmod(x: $float, y: $float) -> $float {
            canonical($fmod(x, y))
        }

        /// `x - y * rint(x / y)`, exact.
        pub fn remainder(x: $float, y: $float) -> $float {
            canonical($remainder(x, y))
        }

        /// [`remainder`], and the low seven bits of `rint(x / y)` with its sign; 0 where there is none.
        pub fn remquo(x: $float, y: $float) -> ($float, i32) {
            let (remainder, quotient) = $remquo(x, y);
            if remainder.is_nan() {
                return (canonical(remainder), 0);
            }
            let magnitude = (quotient.unsigned_abs() & 0x7f) as i32;
            let negative = x.is_sign_negative() != y.is_sign_negative();
            (remainder, if negative { -magnitude } else { magnitude })
        }

        /// The part after the point, in [0, 1), and `floor(x)`.
        #[inline]
        pub fn fract(x: $float) -> ($float, $float) {
            let floor = floor(x);
            let below_one = $float::from_bits((1.0 as $float).to_bits() - 1);
            let fraction = if x == 0.0 || x.is_infinite() {
                copysign(0.0, x)
            } else {
                fmin(x - floor, below_one)
            };
            (if x.is_nan() { canonical(x) } else { fraction }, floor)
        }

        /// The parts after and before the point, both with the sign of `x`.
        #[inline]
        pub fn modf(x: $float) -> ($float, $float) {
            let whole = trunc(x);
            let fraction = if x.is_infinite() { 0.0 } else { x - whole };
            (
                if x.is_nan() {
                    whole
                } else {
                    copysign(fraction, x)
                },
                whole,
            )
        }

        /// A magnitude in [0.5, 1) and the power of two to multiply it by; the exponent is 0 for zero,
        /// infinity and NaN.
        #[inline]
        pub fn frexp(x: $float) -> ($float, i32) {
            if x == 0.0 || !x.is_finite() {
                return (canonical(x), 0);
            }
            let subnormal = !x.is_normal();
            let scaled = if subnormal { x * INTEGERS } else { x };
            let bits = scaled.to_bits();
            let bias = $float::MAX_EXP - 2;
            let exponent = ((bits & !SIGN) >> MANTISSA_BITS) as i32 - bias;
            let exponent_field = !SIGN & !((1 << MANTISSA_BITS) - 1);
            let mantissa = bits & !exponent_field | (bias as $bits) << MANTISSA_BITS;
            let shift = if subnormal { MANTISSA_BITS as i32 } else { 0 };
            ($float::from_bits(mantissa), exponent - shift)
        }

        /// The exponent: `FP_ILOGB0` (`INT_MIN`) of zero, `INT_MAX` of infinity and NaN
        /// (`FP_ILOGBNAN`).
        #[inline]
        pub fn ilogb(x: $float) -> i32 {
            if x == 0.0 {
                i32::MIN
            } else if x.is_finite() {
                frexp(x).1 - 1
            } else {
                i32::MAX
            }
        }

        /// The exponent as a floating number: -inf of zero, inf of an infinity.
        #[inline]
        pub fn logb(x: $float) -> $float {
            if x == 0.0 {
                $float::NEG_INFINITY
            } else if x.is_finite() {
                ilogb(x) as $float
            } else {
                canonical(fabs(x))
            }
        }

        /// `x * 2^exponent`, correctly rounded.
        pub fn ldexp(x: $float, exponent: i32) -> $float {
            canonical($ldexp(x, exponent))
        }

        /// The number after `x` in the direction of `y`.
        pub fn nextafter(x: $float, y: $float) -> $float {
            canonical($nextafter(x, y))
        }

        /// A quiet NaN with this payload.
        #[inline]
        pub fn nan(payload: $bits) -> $float {
            $float::from_bits(payload & ((1 << MANTISSA_BITS) - 1) | QUIET_NAN)
        }

        /// Is `x` an integer, and then an odd one?
        #[inline]
        fn parity(x: $float) -> Option<bool> {
            if !x.is_finite() || trunc(x) != x {
                return None;
            }
            Some(fabs(x) < 2.0 * INTEGERS && trunc(x * 0.5) * 2.0 != x)
        }

        /// What `pow` and `powr` give where the mathematical function has no ordinary value: the rules
        /// that follow from zeros, infinities, NaN, one, and negative bases (C99 F.9.4.4). `None`
        /// means: compute `|x|^y`, and negate it if the flag of [`pow_negates`] is set.
        #[inline]
        fn pow_special(x: $float, y: $float) -> Option<$float> {
            if y == 0.0 || x == 1.0 {
                return Some(1.0);
            }
            if x.is_nan() || y.is_nan() {
                return Some($float::from_bits(QUIET_NAN));
            }
            if y.is_infinite() {
                let magnitude = fabs(x);
                return Some(if magnitude == 1.0 {
                    1.0
                } else if (magnitude > 1.0) == (y > 0.0) {
                    $float::INFINITY
                } else {
                    0.0
                });
            }
            if x == 0.0 || x.is_infinite() {
                let grows = x.is_infinite() == (y > 0.0);
                let magnitude = if grows { $float::INFINITY } else { 0.0 };
                return Some(if pow_negates(x, y) {
                    -magnitude
                } else {
                    magnitude
                });
            }
            (x < 0.0 && parity(y).is_none()).then_some($float::from_bits(QUIET_NAN))
        }

        /// Is the base negative (or -0) and the exponent odd?
        #[inline]
        fn pow_negates(x: $float, y: $float) -> bool {
            x.is_sign_negative() && parity(y) == Some(true)
        }

        /// What `powr` gives where it has no ordinary value (7.5.1).
        #[inline]
        fn powr_special(x: $float, y: $float) -> Option<$float> {
            let nan = Some($float::from_bits(QUIET_NAN));
            if x < 0.0 || x.is_nan() || y.is_nan() {
                return nan;
            }
            if y == 0.0 && (x == 0.0 || x.is_infinite()) || x == 1.0 && y.is_infinite() {
                return nan;
            }
            pow_special(fabs(x), y)
        }

        /// What `rootn` gives where it has no ordinary value (7.5.1). `None` means: the root of `|x|`
        /// with the sign of `x`.
        #[inline]
        fn rootn_special(x: $float, n: i32) -> Option<$float> {
            let odd = n % 2 != 0;
            if n == 0 || x.is_nan() || x < 0.0 && !odd {
                return Some($float::from_bits(QUIET_NAN));
            }
            if x == 0.0 || x.is_infinite() {
                let grows = x.is_infinite() == (n > 0);
                let magnitude = if grows { $float::INFINITY } else { 0.0 };
                return Some(if odd {
                    copysign(magnitude, x)
                } else {
                    magnitude
                });
            }
            None
        }
    };
}

pub(super) use exact_functions;
