//! The operators of 6.3 on one component: integer arithmetic wraps, shifts take their amount modulo
//! the width, NaN is always the same NaN. What C leaves undefined has a defined result here, the same
//! on every host, and [`division_fault`] tells that it was asked for.

use super::float::Floating;
use super::integer::Integer;
use opencl_c::program::BinaryOp;

/// A division that C leaves undefined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DivisionFault {
    /// By zero. The quotient has all bits set, the remainder is the dividend, as most GPUs give.
    ByZero,
    /// The least number by -1. The quotient is the least number, the remainder zero.
    Overflow,
}

/// Is `x / y` or `x % y` undefined?
#[inline(always)]
pub fn division_fault<T: Integer>(x: T, y: T) -> Option<DivisionFault> {
    if y == T::ZERO {
        Some(DivisionFault::ByZero)
    } else if T::SIGNED && y == T::ALL_BITS && x != T::ZERO && T::ZERO.wrapping_sub(x) == x {
        Some(DivisionFault::Overflow)
    } else {
        None
    }
}

/// The integer operators whose operands are of one type; not the shifts.
pub fn integer<T: Integer>(op: BinaryOp) -> Option<fn(T, T) -> T> {
    Some(match op {
        BinaryOp::Add => T::wrapping_add,
        BinaryOp::Subtract => T::wrapping_sub,
        BinaryOp::Multiply => T::wrapping_mul,
        BinaryOp::Divide => T::divide,
        BinaryOp::Remainder => T::remainder,
        BinaryOp::And => T::and,
        BinaryOp::Or => T::or,
        BinaryOp::Xor => T::xor,
        _ => return None,
    })
}

/// The shifts: the amount is the low 32 bits of the right operand.
pub fn shift<T: Integer>(op: BinaryOp) -> Option<fn(T, u32) -> T> {
    Some(match op {
        BinaryOp::ShiftLeft => T::shift_left,
        BinaryOp::ShiftRight => T::shift_right,
        _ => return None,
    })
}

/// The comparisons, of integers, `f32`, `f64` or pointers as `u64`.
pub fn comparison<T: PartialOrd>(op: BinaryOp) -> Option<fn(&T, &T) -> bool> {
    Some(match op {
        BinaryOp::Less => T::lt,
        BinaryOp::LessEqual => T::le,
        BinaryOp::Greater => T::gt,
        BinaryOp::GreaterEqual => T::ge,
        BinaryOp::Equal => T::eq,
        BinaryOp::NotEqual => T::ne,
        _ => return None,
    })
}

/// The floating operators `+ - * /`, correctly rounded.
pub fn floating<F: Floating>(op: BinaryOp) -> Option<fn(F, F) -> F> {
    Some(match op {
        BinaryOp::Add => F::add,
        BinaryOp::Subtract => F::subtract,
        BinaryOp::Multiply => F::multiply,
        BinaryOp::Divide => F::divide,
        _ => return None,
    })
}
