//! The functions of a floating type by the name of the built-in: what the executor looks up once and
//! then calls for each lane.

use super::half::{self, Half};
use super::relation::{of_f32, of_f64};
use super::{float32, float64};
use opencl_c::builtin::Name;
use opencl_c::types::Rounding;

/// `half`, `float` or `double`. The lookups give `None` for a name that is not of that shape.
///
/// Functions with an out-pointer give a pair: the result, then what is stored through the pointer.
pub trait Floating: Copy + 'static {
    /// `T f(T)`: `sin`, `fabs`, `half_sqrt`, `sign` and so on.
    fn unary(name: Name) -> Option<fn(Self) -> Self>;
    /// `T f(T, T)`: `pow`, `fmin`, `step`, `half_divide` and so on.
    fn binary(name: Name) -> Option<fn(Self, Self) -> Self>;
    /// `T f(T, T, T)`: `fma`, `mad`, `clamp`, `mix`, `smoothstep`.
    fn ternary(name: Name) -> Option<fn(Self, Self, Self) -> Self>;
    /// `T f(T, int)`: `ldexp`, `pown`, `rootn`.
    fn with_integer(name: Name) -> Option<fn(Self, i32) -> Self>;
    /// `T f(T, T *)`: `fract`, `modf`, `sincos`.
    fn split(name: Name) -> Option<fn(Self) -> (Self, Self)>;
    /// `T f(T, int *)`: `frexp`, `lgamma_r`.
    fn split_integer(name: Name) -> Option<fn(Self) -> (Self, i32)>;
    /// `remquo`: the remainder and the low bits of the quotient.
    fn remquo(self, y: Self) -> (Self, i32);
    /// `ilogb`.
    fn ilogb(self) -> i32;
    /// `nan`, of the low bits of an integer of this size.
    fn nan(payload: u64) -> Self;
    /// `isnan`, `signbit` and so on.
    fn predicate(name: Name) -> Option<fn(Self) -> bool>;
    /// `isless`, `isordered` and so on.
    fn relation(name: Name) -> Option<fn(Self, Self) -> bool>;
    /// `x + y`, correctly rounded.
    fn add(self, y: Self) -> Self;
    /// `x - y`, correctly rounded.
    fn subtract(self, y: Self) -> Self;
    /// `x * y`, correctly rounded.
    fn multiply(self, y: Self) -> Self;
    /// `x / y`, correctly rounded.
    fn divide(self, y: Self) -> Self;
    /// `-x`: the sign bit turned over.
    fn negate(self) -> Self;
    /// The same number.
    fn to_f64(self) -> f64;
    /// `x` rounded.
    fn from_f64(x: f64, rounding: Rounding) -> Self;
}

/// The name without `half_` or `native_`, which may be as accurate as they like.
fn full_accuracy(name: Name) -> Name {
    match name {
        Name::HalfCos | Name::NativeCos => Name::Cos,
        Name::HalfExp | Name::NativeExp => Name::Exp,
        Name::HalfExp2 | Name::NativeExp2 => Name::Exp2,
        Name::HalfExp10 | Name::NativeExp10 => Name::Exp10,
        Name::HalfLog | Name::NativeLog => Name::Log,
        Name::HalfLog2 | Name::NativeLog2 => Name::Log2,
        Name::HalfLog10 | Name::NativeLog10 => Name::Log10,
        Name::HalfPowr | Name::NativePowr => Name::Powr,
        Name::HalfRsqrt | Name::NativeRsqrt => Name::Rsqrt,
        Name::HalfSin | Name::NativeSin => Name::Sin,
        Name::HalfSqrt | Name::NativeSqrt => Name::Sqrt,
        Name::HalfTan | Name::NativeTan => Name::Tan,
        Name::NativeDivide => Name::HalfDivide,
        Name::NativeRecip => Name::HalfRecip,
        _ => name,
    }
}

/// `name` looked up among pairs of a variant and a function of a module, each wrapped.
macro_rules! choose {
    ($name:expr, $module:ident, $wrap:ident, $($variant:ident $function:ident,)*) => {
        match $name {
            $(Name::$variant => Some($wrap!($module::$function)),)*
            _ => None,
        }
    };
}

macro_rules! unary {
    ($name:expr, $module:ident, $wrap:ident $(, $variant:ident $function:ident)*) => {
        choose!(
            full_accuracy($name), $module, $wrap,
            Acos acos, Acosh acosh, Acospi acospi, Asin asin, Asinh asinh, Asinpi asinpi, Atan atan,
            Atanh atanh, Atanpi atanpi, Cbrt cbrt, Ceil ceil, Cos cos, Cosh cosh, Cospi cospi,
            Erfc erfc, Erf erf, Exp exp, Exp2 exp2, Exp10 exp10, Expm1 expm1, Fabs fabs, Floor floor,
            Lgamma lgamma, Log log, Log2 log2, Log10 log10, Log1p log1p, Logb logb, Rint rint,
            Round round, Rsqrt rsqrt, Sin sin, Sinh sinh, Sinpi sinpi, Sqrt sqrt, Tan tan, Tanh tanh,
            Tanpi tanpi, Tgamma tgamma, Trunc trunc,
            Degrees degrees, Radians radians, Sign sign, $($variant $function,)*
        )
    };
}

macro_rules! binary {
    ($name:expr, $module:ident, $wrap:ident $(, $variant:ident $function:ident)*) => {
        choose!(
            full_accuracy($name), $module, $wrap,
            Atan2 atan2, Atan2pi atan2pi, Copysign copysign, Fdim fdim, Fmax fmax, Fmin fmin,
            Fmod fmod, Hypot hypot, Maxmag maxmag, Minmag minmag, Pow pow, Powr powr,
            Remainder remainder, Max max, Min min, Step step, $($variant $function,)*
        )
    };
}

macro_rules! ternary {
    ($name:expr, $module:ident, $wrap:ident $(, $variant:ident $function:ident)*) => {
        choose!(
            $name, $module, $wrap,
            Clamp clamp, Mix mix, Smoothstep smoothstep, $($variant $function,)*
        )
    };
}

macro_rules! predicates {
    ($name:expr, $module:ident, $wrap:ident $(, $variant:ident $function:ident)*) => {
        choose!(
            $name, $module, $wrap,
            Isfinite isfinite, Isinf isinf, Isnan isnan, Signbit signbit, $($variant $function,)*
        )
    };
}

macro_rules! relations {
    ($name:expr, $module:ident, $wrap:ident) => {
        choose!(
            $name, $module, $wrap,
            Isequal isequal, Isnotequal isnotequal, Isgreater isgreater,
            Isgreaterequal isgreaterequal, Isless isless, Islessequal islessequal,
            Islessgreater islessgreater, Isordered isordered, Isunordered isunordered,
        )
    };
}

macro_rules! itself {
    ($function:path) => {
        $function as _
    };
}

/// What `float` and `double` do alike.
macro_rules! floating {
    (
        $float:ident, $module:ident, $relations:ident, $bits:ident,
        unary: [$($unary:tt)*], binary: [$($binary:tt)*],
        from_f64: $from_f64:path
    ) => {
        impl Floating for $float {
            fn unary(name: Name) -> Option<fn(Self) -> Self> {
                unary!(name, $module, itself $($unary)*)
            }
            fn binary(name: Name) -> Option<fn(Self, Self) -> Self> {
                binary!(name, $module, itself $($binary)*)
            }
            fn ternary(name: Name) -> Option<fn(Self, Self, Self) -> Self> {
                ternary!(name, $module, itself, Fma fma, Mad mad)
            }
            fn with_integer(name: Name) -> Option<fn(Self, i32) -> Self> {
                choose!(name, $module, itself, Ldexp ldexp, Pown pown, Rootn rootn,)
            }
            fn split(name: Name) -> Option<fn(Self) -> (Self, Self)> {
                choose!(name, $module, itself, Fract fract, Modf modf, Sincos sincos,)
            }
            fn split_integer(name: Name) -> Option<fn(Self) -> (Self, i32)> {
                choose!(name, $module, itself, Frexp frexp, LgammaR lgamma_r,)
            }
            fn remquo(self, y: Self) -> (Self, i32) {
                $module::remquo(self, y)
            }
            fn ilogb(self) -> i32 {
                $module::ilogb(self)
            }
            fn nan(payload: u64) -> Self {
                $module::nan(payload as $bits)
            }
            fn predicate(name: Name) -> Option<fn(Self) -> bool> {
                predicates!(name, $relations, itself, Isnormal isnormal)
            }
            fn relation(name: Name) -> Option<fn(Self, Self) -> bool> {
                relations!(name, $relations, itself)
            }
            #[inline(always)]
            fn add(self, y: Self) -> Self {
                $module::canonical(self + y)
            }
            #[inline(always)]
            fn subtract(self, y: Self) -> Self {
                $module::canonical(self - y)
            }
            #[inline(always)]
            fn multiply(self, y: Self) -> Self {
                $module::canonical(self * y)
            }
            #[inline(always)]
            fn divide(self, y: Self) -> Self {
                $module::canonical(self / y)
            }
            #[inline(always)]
            fn negate(self) -> Self {
                -self
            }
            #[inline(always)]
            fn to_f64(self) -> f64 {
                self.into()
            }
            #[inline]
            fn from_f64(x: f64, rounding: Rounding) -> Self {
                $from_f64(x, rounding)
            }
        }
    };
}

floating!(
    f32, float32, of_f32, u32,
    unary: [, HalfRecip recip], binary: [, Nextafter nextafter, HalfDivide divide],
    from_f64: float32::from_f64
);
floating!(
    f64, float64, of_f64, u64,
    unary: [], binary: [, Nextafter nextafter],
    from_f64: keep
);

/// A `double` needs no rounding.
fn keep(x: f64, _: Rounding) -> f64 {
    x
}

macro_rules! half_1 {
    ($function:path) => {
        |x: Half| Half::from_f32($function(x.to_f32()))
    };
}

macro_rules! half_2 {
    ($function:path) => {
        |x: Half, y: Half| Half::from_f32($function(x.to_f32(), y.to_f32()))
    };
}

macro_rules! half_3 {
    ($function:path) => {
        |x: Half, y: Half, z: Half| Half::from_f32($function(x.to_f32(), y.to_f32(), z.to_f32()))
    };
}

macro_rules! half_with_integer {
    ($function:path) => {
        |x: Half, n: i32| Half::from_f32($function(x.to_f32(), n))
    };
}

macro_rules! half_split {
    ($function:path) => {
        |x: Half| {
            let (result, stored) = $function(x.to_f32());
            (Half::from_f32(result), Half::from_f32(stored))
        }
    };
}

macro_rules! half_split_integer {
    ($function:path) => {
        |x: Half| {
            let (result, stored) = $function(x.to_f32());
            (Half::from_f32(result), stored)
        }
    };
}

macro_rules! half_predicate {
    ($function:path) => {
        |x: Half| $function(x.to_f32())
    };
}

macro_rules! half_relation {
    ($function:path) => {
        |x: Half, y: Half| $function(x.to_f32(), y.to_f32())
    };
}

impl Floating for Half {
    fn unary(name: Name) -> Option<fn(Self) -> Self> {
        unary!(name, float32, half_1)
    }
    fn binary(name: Name) -> Option<fn(Self, Self) -> Self> {
        match name {
            Name::Nextafter => Some(half::nextafter),
            _ => binary!(name, float32, half_2),
        }
    }
    fn ternary(name: Name) -> Option<fn(Self, Self, Self) -> Self> {
        match name {
            Name::Fma | Name::Mad => Some(half::fma),
            _ => ternary!(name, float32, half_3),
        }
    }
    fn with_integer(name: Name) -> Option<fn(Self, i32) -> Self> {
        match name {
            Name::Ldexp => Some(half::ldexp),
            _ => choose!(name, float32, half_with_integer, Pown pown, Rootn rootn,),
        }
    }
    fn split(name: Name) -> Option<fn(Self) -> (Self, Self)> {
        match name {
            Name::Fract => Some(half::fract),
            _ => choose!(name, float32, half_split, Modf modf, Sincos sincos,),
        }
    }
    fn split_integer(name: Name) -> Option<fn(Self) -> (Self, i32)> {
        choose!(name, float32, half_split_integer, Frexp frexp, LgammaR lgamma_r,)
    }
    fn remquo(self, y: Self) -> (Self, i32) {
        let (remainder, quotient) = float32::remquo(self.to_f32(), y.to_f32());
        (Half::from_f32(remainder), quotient)
    }
    fn ilogb(self) -> i32 {
        float32::ilogb(self.to_f32())
    }
    fn nan(payload: u64) -> Self {
        half::nan(payload as u16)
    }
    fn predicate(name: Name) -> Option<fn(Self) -> bool> {
        match name {
            Name::Isnormal => Some(half::isnormal),
            _ => predicates!(name, of_f32, half_predicate),
        }
    }
    fn relation(name: Name) -> Option<fn(Self, Self) -> bool> {
        relations!(name, of_f32, half_relation)
    }
    #[inline]
    fn add(self, y: Self) -> Self {
        Half::from_f32(self.to_f32() + y.to_f32())
    }
    #[inline]
    fn subtract(self, y: Self) -> Self {
        Half::from_f32(self.to_f32() - y.to_f32())
    }
    #[inline]
    fn multiply(self, y: Self) -> Self {
        Half::from_f32(self.to_f32() * y.to_f32())
    }
    #[inline]
    fn divide(self, y: Self) -> Self {
        Half::from_f32(self.to_f32() / y.to_f32())
    }
    #[inline]
    fn negate(self) -> Self {
        Half(self.0 ^ 0x8000)
    }
    #[inline]
    fn to_f64(self) -> f64 {
        self.to_f32().into()
    }
    #[inline]
    fn from_f64(x: f64, rounding: Rounding) -> Self {
        Half::from_f64(x, rounding)
    }
}
