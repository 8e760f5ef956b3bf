//! Functions of the mathematics that an instruction calls for each work-item, looked up once by
//! name and type.

use crate::math::{Floating, Half, Integer, geometry, integer};
use opencl_c::builtin::Name;
use opencl_c::types::Scalar;

/// A function of a floating type.
#[derive(Clone, Copy, Debug)]
pub(crate) enum FloatCall<T> {
    Unary(fn(T) -> T),
    Binary(fn(T, T) -> T),
    Ternary(fn(T, T, T) -> T),
    WithInteger(fn(T, i32) -> T),
    Split(fn(T) -> (T, T)),
    SplitInteger(fn(T) -> (T, i32)),
    Remquo(fn(T, T) -> (T, i32)),
    ToInteger(fn(T) -> i32),
    Predicate(fn(T) -> bool),
    Relation(fn(T, T) -> bool),
    /// From all components of its arguments to one.
    Reduce(fn(&[T]) -> T),
    /// From the components of two vectors to one.
    Pair(fn(&[T], &[T]) -> T),
    Normalize(fn(&[T], &mut [T])),
    Cross(fn([T; 3], [T; 3]) -> [T; 3]),
}

/// A function of an integer type.
#[derive(Clone, Copy, Debug)]
pub(crate) enum IntegerCall<T> {
    Unary(fn(T) -> T),
    Binary(fn(T, T) -> T),
    Ternary(fn(T, T, T) -> T),
}

/// A function, with the type it works on.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Callee {
    F16(FloatCall<Half>),
    F32(FloatCall<f32>),
    F64(FloatCall<f64>),
    I8(IntegerCall<i8>),
    U8(IntegerCall<u8>),
    I16(IntegerCall<i16>),
    U16(IntegerCall<u16>),
    I32(IntegerCall<i32>),
    U32(IntegerCall<u32>),
    I64(IntegerCall<i64>),
    U64(IntegerCall<u64>),
    /// `nan`: from a payload.
    NanF32,
    NanF64,
    NanF16,
    /// `upsample`, to a type of this many bytes.
    Upsample(u32),
    /// `shuffle`: arguments are this many components, then as many masks as there are results.
    Shuffle(usize),
}

fn floating<T: Floating>(name: Name) -> Option<FloatCall<T>> {
    Some(match name {
        Name::Remquo => FloatCall::Remquo(T::remquo),
        Name::Ilogb => FloatCall::ToInteger(T::ilogb),
        Name::Dot => FloatCall::Pair(geometry::dot),
        Name::Distance | Name::FastDistance => FloatCall::Pair(geometry::distance),
        Name::Length | Name::FastLength => FloatCall::Reduce(geometry::length),
        Name::Normalize | Name::FastNormalize => FloatCall::Normalize(geometry::normalize),
        Name::Cross => FloatCall::Cross(geometry::cross),
        _ => {
            return None
                .or_else(|| T::unary(name).map(FloatCall::Unary))
                .or_else(|| T::binary(name).map(FloatCall::Binary))
                .or_else(|| T::ternary(name).map(FloatCall::Ternary))
                .or_else(|| T::with_integer(name).map(FloatCall::WithInteger))
                .or_else(|| T::split(name).map(FloatCall::Split))
                .or_else(|| T::split_integer(name).map(FloatCall::SplitInteger))
                .or_else(|| T::predicate(name).map(FloatCall::Predicate))
                .or_else(|| T::relation(name).map(FloatCall::Relation));
        }
    })
}

fn whole<T: Integer>(name: Name) -> Option<IntegerCall<T>> {
    None.or_else(|| integer::unary(name).map(IntegerCall::Unary))
        .or_else(|| integer::binary(name).map(IntegerCall::Binary))
        .or_else(|| integer::ternary(name).map(IntegerCall::Ternary))
}

/// The function of a name on arguments of a type.
pub(crate) fn callee(name: Name, scalar: Scalar) -> Option<Callee> {
    Some(match scalar {
        Scalar::Bool => return None,
        Scalar::Char => Callee::I8(whole(name)?),
        Scalar::UChar => Callee::U8(whole(name)?),
        Scalar::Short => Callee::I16(whole(name)?),
        Scalar::UShort => Callee::U16(whole(name)?),
        Scalar::Int => Callee::I32(whole(name)?),
        Scalar::UInt => Callee::U32(whole(name)?),
        Scalar::Long => Callee::I64(whole(name)?),
        Scalar::ULong => Callee::U64(whole(name)?),
        Scalar::Half => Callee::F16(floating(name)?),
        Scalar::Float => Callee::F32(floating(name)?),
        Scalar::Double => Callee::F64(floating(name)?),
    })
}
