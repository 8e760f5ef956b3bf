//! Operators over registers: one table from operator and type to a Rust closure, applied to one
//! value ([`unary`], [`binary`], [`convert`]) or, by the executor, to all work-items at once.

use crate::lane::{Bits, Lane};
use crate::math::{Conversion, Floating, Half, Integer};
use crate::operand::{BinOp, UnOp};
use crate::registers::Bank;
use opencl_c::types::{Rounding, Scalar};

/// Something a function of one operand is applied to.
pub(crate) trait Map1 {
    type Out;
    fn apply<A: Lane, R: Lane>(self, f: impl Fn(A) -> R) -> Self::Out
    where
        A::Bits: Bank,
        R::Bits: Bank;
}

/// Something a function of two operands is applied to.
pub(crate) trait Map2 {
    type Out;
    fn apply<A: Lane, R: Lane>(self, f: impl Fn(A, A) -> R) -> Self::Out
    where
        A::Bits: Bank,
        R::Bits: Bank;
}

macro_rules! by_integer_type {
    ($ty:expr, $t:ident => $body:expr, $float:expr) => {
        match $ty {
            Scalar::Char => {
                type $t = i8;
                $body
            }
            Scalar::Bool | Scalar::UChar => {
                type $t = u8;
                $body
            }
            Scalar::Short => {
                type $t = i16;
                $body
            }
            Scalar::UShort => {
                type $t = u16;
                $body
            }
            Scalar::Int => {
                type $t = i32;
                $body
            }
            Scalar::UInt => {
                type $t = u32;
                $body
            }
            Scalar::Long => {
                type $t = i64;
                $body
            }
            Scalar::ULong => {
                type $t = u64;
                $body
            }
            _ => $float,
        }
    };
}

macro_rules! by_float_type {
    ($ty:expr, $t:ident => $body:expr) => {
        match $ty {
            Scalar::Half => {
                type $t = Half;
                $body
            }
            Scalar::Double => {
                type $t = f64;
                $body
            }
            _ => {
                type $t = f32;
                $body
            }
        }
    };
}

/// The function of a unary operator on operands of `ty`. `Widen` reads a narrow truth value and
/// gives `ty`.
#[inline]
pub(crate) fn map1<V: Map1>(op: UnOp, ty: Scalar, v: V) -> V::Out {
    match op {
        UnOp::Negate => by_integer_type!(
            ty,
            T => v.apply(|a: T| <T as Integer>::wrapping_sub(0, a)),
            by_float_type!(ty, T => v.apply(|a: T| Floating::negate(a)))
        ),
        UnOp::Complement => {
            by_integer_type!(ty, T => v.apply(|a: T| !a), v.apply(|a: u32| !a))
        }
        UnOp::IsZero => by_integer_type!(
            ty,
            T => v.apply(|a: T| a == 0),
            by_float_type!(ty, T => v.apply(|a: T| Floating::to_f64(a) == 0.0))
        ),
        UnOp::IsNonZero => by_integer_type!(
            ty,
            T => v.apply(|a: T| a != 0),
            by_float_type!(ty, T => v.apply(|a: T| Floating::to_f64(a) != 0.0))
        ),
        UnOp::Widen => match ty.size() {
            1 if ty.is_signed() => v.apply(|a: bool| -i8::from(a)),
            1 => v.apply(|a: bool| (-i8::from(a)) as u8),
            2 if ty.is_signed() => v.apply(|a: bool| -i16::from(a)),
            2 => v.apply(|a: bool| (-i16::from(a)) as u16),
            4 => v.apply(|a: bool| -i32::from(a)),
            _ => v.apply(|a: bool| -i64::from(a)),
        },
        UnOp::TopBit => match ty.size() {
            1 => v.apply(|a: u8| a >> 7 != 0),
            2 => v.apply(|a: u16| a >> 15 != 0),
            4 => v.apply(|a: u32| a >> 31 != 0),
            _ => v.apply(|a: u64| a >> 63 != 0),
        },
    }
}

/// The function of a binary operator on operands of `ty`.
#[inline]
pub(crate) fn map2<V: Map2>(op: BinOp, ty: Scalar, v: V) -> V::Out {
    by_integer_type!(
        ty,
        T => match op {
            BinOp::Add => v.apply(|a: T, b: T| Integer::wrapping_add(a, b)),
            BinOp::Subtract => v.apply(|a: T, b: T| Integer::wrapping_sub(a, b)),
            BinOp::Multiply => v.apply(|a: T, b: T| Integer::wrapping_mul(a, b)),
            BinOp::Divide => v.apply(|a: T, b: T| Integer::divide(a, b)),
            BinOp::Remainder => v.apply(|a: T, b: T| Integer::remainder(a, b)),
            // Only the low bits of an amount count.
            BinOp::ShiftLeft => v.apply(|a: T, b: T| Integer::shift_left(a, low_word(b.into()))),
            BinOp::ShiftRight => {
                v.apply(|a: T, b: T| Integer::shift_right(a, low_word(b.into())))
            }
            BinOp::And => v.apply(|a: T, b: T| a & b),
            BinOp::Or => v.apply(|a: T, b: T| a | b),
            BinOp::Xor => v.apply(|a: T, b: T| a ^ b),
            BinOp::Less => v.apply(|a: T, b: T| a < b),
            BinOp::LessEqual => v.apply(|a: T, b: T| a <= b),
            BinOp::Greater => v.apply(|a: T, b: T| a > b),
            BinOp::GreaterEqual => v.apply(|a: T, b: T| a >= b),
            BinOp::Equal => v.apply(|a: T, b: T| a == b),
            BinOp::NotEqual => v.apply(|a: T, b: T| a != b),
            BinOp::Min => v.apply(|a: T, b: T| a.min(b)),
            BinOp::Max => v.apply(|a: T, b: T| a.max(b)),
        },
        match ty {
            Scalar::Half => float_map::<Half, V>(op, v, Floating::to_f64),
            Scalar::Double => float_map::<f64, V>(op, v, |a| a),
            _ => float_map::<f32, V>(op, v, |a| a),
        }
    )
}

#[inline]
fn float_map<T: Lane + Floating + Ordered, V: Map2>(
    op: BinOp,
    v: V,
    key: impl Fn(T) -> T::Key,
) -> V::Out
where
    T::Bits: Bank,
{
    match op {
        BinOp::Add => v.apply(|a: T, b: T| a.add(b)),
        BinOp::Subtract => v.apply(|a: T, b: T| a.subtract(b)),
        BinOp::Multiply => v.apply(|a: T, b: T| a.multiply(b)),
        BinOp::Divide => v.apply(|a: T, b: T| a.divide(b)),
        BinOp::Less => v.apply(|a: T, b: T| key(a) < key(b)),
        BinOp::LessEqual => v.apply(|a: T, b: T| key(a) <= key(b)),
        BinOp::Greater => v.apply(|a: T, b: T| key(a) > key(b)),
        BinOp::GreaterEqual => v.apply(|a: T, b: T| key(a) >= key(b)),
        BinOp::Equal => v.apply(|a: T, b: T| key(a) == key(b)),
        BinOp::NotEqual => v.apply(|a: T, b: T| key(a) != key(b)),
        // The front end lets no other operator of floating operands pass.
        _ => v.apply(|a: T, _: T| a),
    }
}

/// What a floating type is compared by.
trait Ordered {
    type Key: PartialOrd;
}

impl Ordered for Half {
    type Key = f64;
}

impl Ordered for f32 {
    type Key = f32;
}

impl Ordered for f64 {
    type Key = f64;
}

/// The function of a conversion of one component.
#[inline]
pub(crate) fn map_convert<V: Map1>(
    from: Scalar,
    to: Scalar,
    saturate: bool,
    rounding: Option<Rounding>,
    v: V,
) -> V::Out {
    if to == Scalar::Bool {
        return map1(UnOp::IsNonZero, from, v);
    }
    if !saturate && rounding.is_none() {
        macro_rules! to_type {
            ($source:ty) => {
                match to {
                    Scalar::Int => return v.apply(|a: $source| a as i32),
                    Scalar::UInt => return v.apply(|a: $source| a as u32),
                    Scalar::Long => return v.apply(|a: $source| a as i64),
                    Scalar::ULong => return v.apply(|a: $source| a as u64),
                    Scalar::Float => return v.apply(|a: $source| a as f32),
                    Scalar::Double => return v.apply(|a: $source| a as f64),
                    _ => {}
                }
            };
        }
        macro_rules! to_narrow {
            ($source:ty) => {
                match to {
                    Scalar::Char => return v.apply(|a: $source| a as i8),
                    Scalar::UChar => return v.apply(|a: $source| a as u8),
                    Scalar::Short => return v.apply(|a: $source| a as i16),
                    Scalar::UShort => return v.apply(|a: $source| a as u16),
                    _ => {}
                }
            };
        }
        match (from, to) {
            (Scalar::Float, Scalar::Double) => {
                return v.apply(|a: f32| crate::math::float64::canonical(f64::from(a)));
            }
            (Scalar::Double, Scalar::Float) => {
                return v.apply(|a: f64| crate::math::float32::canonical(a as f32));
            }
            (Scalar::Float, _) => to_type!(f32),
            (Scalar::Double, _) => to_type!(f64),
            (Scalar::Char, _) => {
                to_type!(i8);
                to_narrow!(i8);
            }
            (Scalar::UChar | Scalar::Bool, _) => {
                to_type!(u8);
                to_narrow!(u8);
            }
            (Scalar::Short, _) => {
                to_type!(i16);
                to_narrow!(i16);
            }
            (Scalar::UShort, _) => {
                to_type!(u16);
                to_narrow!(u16);
            }
            (Scalar::Int, _) => {
                to_type!(i32);
                to_narrow!(i32);
            }
            (Scalar::UInt, _) => {
                to_type!(u32);
                to_narrow!(u32);
            }
            (Scalar::Long, _) => {
                to_type!(i64);
                to_narrow!(i64);
            }
            (Scalar::ULong, _) => {
                to_type!(u64);
                to_narrow!(u64);
            }
            _ => {}
        }
    }
    let conversion = Conversion {
        from,
        to,
        saturate,
        rounding,
    };
    let mask = low_bits(from);
    let convert = move |bits: u64| canonical(to, conversion.apply(bits & mask));
    match (from.size() == 8, to.size() == 8) {
        (false, false) => v.apply(|a: u32| convert(a.into()) as u32),
        (false, true) => v.apply(|a: u32| convert(a.into())),
        (true, false) => v.apply(|a: u64| convert(a) as u32),
        (true, true) => v.apply(convert),
    }
}

fn low_bits(scalar: Scalar) -> u64 {
    u64::MAX >> (64 - scalar.size() * 8)
}

/// The bits of a scalar as its register keeps them.
pub(crate) fn canonical(scalar: Scalar, bits: u64) -> u64 {
    match scalar {
        Scalar::Bool => (bits & 0xff != 0).into(),
        Scalar::Char => bits as i8 as u32 as u64,
        Scalar::Short => bits as i16 as u32 as u64,
        _ => bits & low_bits(scalar),
    }
}

/// The value of an integer in a register.
#[inline(always)]
pub(crate) fn sign_extended(scalar: Scalar, bits: u64) -> i64 {
    match scalar {
        Scalar::Char | Scalar::Short | Scalar::Int => bits as u32 as i32 as i64,
        Scalar::Long | Scalar::ULong => bits as i64,
        _ => bits as u32 as i64,
    }
}

#[inline(always)]
fn low_word(amount: i128) -> u32 {
    amount as u32
}

struct One(u64);

impl Map1 for One {
    type Out = u64;
    fn apply<A: Lane, R: Lane>(self, f: impl Fn(A) -> R) -> u64 {
        f(A::read(A::Bits::from_u64(self.0))).write().to_u64()
    }
}

struct Two(u64, u64);

impl Map2 for Two {
    type Out = u64;
    fn apply<A: Lane, R: Lane>(self, f: impl Fn(A, A) -> R) -> u64 {
        let read = |bits| A::read(A::Bits::from_u64(bits));
        f(read(self.0), read(self.1)).write().to_u64()
    }
}

/// A unary operator on one value.
pub(crate) fn unary(op: UnOp, ty: Scalar, a: u64) -> u64 {
    map1(op, ty, One(a))
}

/// A binary operator on one pair of values. A table of every operator and type, which no caller needs of its own.
#[inline(never)]
pub(crate) fn binary(op: BinOp, ty: Scalar, a: u64, b: u64) -> u64 {
    map2(op, ty, Two(a, b))
}

/// A conversion of one value: a table as well.
#[inline(never)]
pub(crate) fn convert(
    from: Scalar,
    to: Scalar,
    saturate: bool,
    rounding: Option<Rounding>,
    a: u64,
) -> u64 {
    map_convert(from, to, saturate, rounding, One(a))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn narrow_signed_types_wrap_and_stay_sign_extended() {
        let minus_one = canonical(Scalar::Char, 0xff);
        assert_eq!(minus_one, 0xffff_ffff);
        let least = canonical(Scalar::Char, 0x80);
        assert_eq!(binary(BinOp::Add, Scalar::Char, least, minus_one), 0x7f);
    }

    #[test]
    fn a_shift_takes_its_amount_modulo_the_width() {
        assert_eq!(binary(BinOp::ShiftLeft, Scalar::Int, 1, 33), 2);
        assert_eq!(
            binary(BinOp::ShiftRight, Scalar::Long, 1 << 63, 64 + 63),
            u64::MAX
        );
    }

    #[test]
    fn half_is_converted_through_its_bits() {
        let half = convert(
            Scalar::Float,
            Scalar::Half,
            false,
            None,
            1.5_f32.to_bits().into(),
        );
        assert_eq!(half, 0x3e00);
        let back = convert(Scalar::Half, Scalar::Float, false, None, half);
        assert_eq!(f32::from_bits(back as u32), 1.5);
    }
}
