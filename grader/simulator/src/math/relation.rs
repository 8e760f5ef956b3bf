//! The relations of 6.12.6 on floating numbers. A relation is a `bool` here; OpenCL C makes of it an
//! `int` 0 or 1 for scalars, and 0 or -1 in each component for vectors.

/// Defines the relations of one floating type.
macro_rules! relations {
    ($module:ident, $float:ident) => {
        /// Relations of one floating type.
        pub mod $module {
            /// `x == y`
            #[inline(always)]
            pub fn isequal(x: $float, y: $float) -> bool {
                x == y
            }

            /// `x != y`, true for NaN.
            #[inline(always)]
            pub fn isnotequal(x: $float, y: $float) -> bool {
                x != y
            }

            /// `x > y`
            #[inline(always)]
            pub fn isgreater(x: $float, y: $float) -> bool {
                x > y
            }

            /// `x >= y`
            #[inline(always)]
            pub fn isgreaterequal(x: $float, y: $float) -> bool {
                x >= y
            }

            /// `x < y`
            #[inline(always)]
            pub fn isless(x: $float, y: $float) -> bool {
                x < y
            }

            /// `x <= y`
            #[inline(always)]
            pub fn islessequal(x: $float, y: $float) -> bool {
                x <= y
            }

            /// `x < y || x > y`
            #[inline(always)]
            pub fn islessgreater(x: $float, y: $float) -> bool {
                x.partial_cmp(&y).is_some_and(std::cmp::Ordering::is_ne)
            }

            /// Is neither NaN?
            #[inline(always)]
            pub fn isordered(x: $float, y: $float) -> bool {
                !x.is_nan() && !y.is_nan()
            }

            /// Is one NaN?
            #[inline(always)]
            pub fn isunordered(x: $float, y: $float) -> bool {
                x.is_nan() || y.is_nan()
            }

            /// Neither infinite nor NaN?
            #[inline(always)]
            pub fn isfinite(x: $float) -> bool {
                x.is_finite()
            }

            /// Infinite?
            #[inline(always)]
            pub fn isinf(x: $float) -> bool {
                x.is_infinite()
            }

            /// NaN?
            #[inline(always)]
            pub fn isnan(x: $float) -> bool {
                x.is_nan()
            }

            /// Neither zero, subnormal, infinite nor NaN?
            #[inline(always)]
            pub fn isnormal(x: $float) -> bool {
                x.is_normal()
            }

            /// Is the sign bit set?
            #[inline(always)]
            pub fn signbit(x: $float) -> bool {
                x.is_sign_negative()
            }
        }
    };
}

relations!(of_f32, f32);
relations!(of_f64, f64);
