//! The relations of 6.12.6. A relation is a `bool` here; OpenCL C makes of it an `int` 0 or 1 for
//! scalars, and 0 or -1 in each component (an integer of the operand's size) for vectors:
//! [`scalar_truth`] and [`vector_truth`].

use super::integer::Integer;

/// A truth value as the `int` that a scalar relation or comparison gives.
#[inline(always)]
pub fn scalar_truth(truth: bool) -> i32 {
    i32::from(truth)
}

/// A truth value as a component that a vector relation or comparison gives: all bits or none.
#[inline(always)]
pub fn vector_truth<T: Integer>(truth: bool) -> T {
    if truth { T::ALL_BITS } else { T::ZERO }
}

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

/// Is the top bit of any component set? A scalar is one component.
pub fn any<T: Integer>(components: &[T]) -> bool {
    components.iter().any(|component| component.top_bit())
}

/// Is the top bit of every component set? A scalar is one component.
pub fn all<T: Integer>(components: &[T]) -> bool {
    components.iter().all(|component| component.top_bit())
}

/// Each bit of `b` where that bit of `c` is set, else of `a`; on the bits of any type.
#[inline(always)]
pub fn bitselect(a: u64, b: u64, c: u64) -> u64 {
    a & !c | b & c
}

/// `select` of scalars: `b` where `c` is not zero, else `a`.
#[inline(always)]
pub fn select_scalar<V, C: Integer>(a: V, b: V, c: C) -> V {
    if c == C::ZERO { a } else { b }
}

/// A component of `select` of vectors: `b` where the top bit of `c` is set, else `a`.
#[inline(always)]
pub fn select_component<V, C: Integer>(a: V, b: V, c: C) -> V {
    if c.top_bit() { b } else { a }
}
