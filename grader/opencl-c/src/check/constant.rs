//! Constant expressions: array sizes, case labels, enumerators, initialisers of `__constant` objects.

use super::Checker;
use crate::program::{BinaryOp, Constant, Expr, ExprId, ExprKind, UnaryOp};
use crate::types::{Scalar, TypeId};

/// An integer's bits extended to 64 by the sign of its type.
pub(super) fn normalize(bits: u64, scalar: Scalar) -> u64 {
    match scalar {
        Scalar::Bool => u64::from(bits != 0),
        Scalar::Char => bits as i8 as u64,
        Scalar::UChar => u64::from(bits as u8),
        Scalar::Short => bits as i16 as u64,
        Scalar::UShort => u64::from(bits as u16),
        Scalar::Int => bits as i32 as u64,
        Scalar::UInt => u64::from(bits as u32),
        _ => bits,
    }
}

/// A number rounded to the nearest that the floating type has.
pub(super) fn round(value: f64, scalar: Scalar) -> f64 {
    match scalar {
        Scalar::Float => f64::from(value as f32),
        Scalar::Half => round_to_half(value),
        _ => value,
    }
}

fn round_to_half(value: f64) -> f64 {
    if !value.is_finite() || value == 0.0 {
        return value;
    }
    let exponent = ((value.to_bits() >> 52) & 0x7ff) as i32 - 1023;
    let quantum = 2f64.powi(exponent.max(-14) - 10);
    let rounded = (value / quantum).round_ties_even() * quantum;
    if rounded.abs() >= 65520.0 {
        f64::INFINITY.copysign(value)
    } else {
        rounded
    }
}

/// A constant of one scalar type as another.
pub(super) fn convert(value: Constant, from: Scalar, to: Scalar) -> Constant {
    match (value, to) {
        (Constant::Int(bits), Scalar::Bool) => Constant::Int(u64::from(bits != 0)),
        (Constant::Float(number), Scalar::Bool) => Constant::Int(u64::from(number != 0.0)),
        (Constant::Int(bits), to) if to.is_integer() => Constant::Int(normalize(bits, to)),
        (Constant::Int(bits), to) => Constant::Float(match (from.is_signed(), to) {
            (true, Scalar::Float) => f64::from(bits as i64 as f32),
            (false, Scalar::Float) => f64::from(bits as f32),
            (true, to) => round(bits as i64 as f64, to),
            (false, to) => round(bits as f64, to),
        }),
        (Constant::Float(number), to) if to.is_floating() => Constant::Float(round(number, to)),
        (Constant::Float(number), to) if to.is_signed() => {
            Constant::Int(normalize(number as i64 as u64, to))
        }
        (Constant::Float(number), to) => {
            let bits = if number < 0.0 {
                number as i64 as u64
            } else {
                number as u64
            };
            Constant::Int(normalize(bits, to))
        }
    }
}

/// The bits of one scalar as another of the same size. `None` for `half`, which has no constants of
/// its own bits here.
fn reinterpret(value: Constant, from: Scalar, to: Scalar) -> Option<Constant> {
    let bits = match (value, from) {
        (Constant::Int(bits), _) => bits,
        (Constant::Float(number), Scalar::Float) => u64::from((number as f32).to_bits()),
        (Constant::Float(number), Scalar::Double) => number.to_bits(),
        _ => return None,
    };
    Some(match to {
        Scalar::Float => Constant::Float(f64::from(f32::from_bits(bits as u32))),
        Scalar::Double => Constant::Float(f64::from_bits(bits)),
        Scalar::Half => return None,
        integer => Constant::Int(normalize(bits, integer)),
    })
}

fn is_true(value: Constant) -> bool {
    match value {
        Constant::Int(bits) => bits != 0,
        Constant::Float(number) => number != 0.0,
    }
}

fn unary(op: UnaryOp, value: Constant, scalar: Scalar) -> Option<Constant> {
    Some(match (op, value) {
        (UnaryOp::Not, value) => Constant::Int(u64::from(!is_true(value))),
        (UnaryOp::Negate, Constant::Int(bits)) => {
            Constant::Int(normalize(bits.wrapping_neg(), scalar))
        }
        (UnaryOp::Negate, Constant::Float(number)) => Constant::Float(-number),
        (UnaryOp::Complement, Constant::Int(bits)) => Constant::Int(normalize(!bits, scalar)),
        (UnaryOp::Complement, Constant::Float(_)) => return None,
    })
}

/// An operator on two constants of one type. `None` for a division by zero and the like.
fn binary(op: BinaryOp, left: Constant, right: Constant, scalar: Scalar) -> Option<Constant> {
    match (left, right) {
        (Constant::Int(left), Constant::Int(right)) => integer(op, left, right, scalar),
        (Constant::Float(left), Constant::Float(right)) => {
            let truth = |value: bool| Some(Constant::Int(value.into()));
            let number = |value: f64| Some(Constant::Float(round(value, scalar)));
            match op {
                BinaryOp::Add => number(left + right),
                BinaryOp::Subtract => number(left - right),
                BinaryOp::Multiply => number(left * right),
                BinaryOp::Divide => number(left / right),
                BinaryOp::Less => truth(left < right),
                BinaryOp::LessEqual => truth(left <= right),
                BinaryOp::Greater => truth(left > right),
                BinaryOp::GreaterEqual => truth(left >= right),
                BinaryOp::Equal => truth(left == right),
                BinaryOp::NotEqual => truth(left != right),
                _ => None,
            }
        }
        _ => None,
    }
}

fn integer(op: BinaryOp, left: u64, right: u64, scalar: Scalar) -> Option<Constant> {
    let signed = scalar.is_signed();
    let (l, r) = (left as i64, right as i64);
    let amount = right as u32 & (scalar.size() * 8 - 1);
    let order = if signed { l.cmp(&r) } else { left.cmp(&right) };
    let bits = match op {
        BinaryOp::Add => left.wrapping_add(right),
        BinaryOp::Subtract => left.wrapping_sub(right),
        BinaryOp::Multiply => left.wrapping_mul(right),
        BinaryOp::Divide if signed => l.checked_div(r)? as u64,
        BinaryOp::Divide => left.checked_div(right)?,
        BinaryOp::Remainder if signed => l.checked_rem(r)? as u64,
        BinaryOp::Remainder => left.checked_rem(right)?,
        BinaryOp::ShiftLeft => left.wrapping_shl(amount),
        BinaryOp::ShiftRight if signed => l.wrapping_shr(amount) as u64,
        BinaryOp::ShiftRight => left.wrapping_shr(amount),
        BinaryOp::And => left & right,
        BinaryOp::Or => left | right,
        BinaryOp::Xor => left ^ right,
        BinaryOp::Less => return Some(Constant::Int(order.is_lt().into())),
        BinaryOp::LessEqual => return Some(Constant::Int(order.is_le().into())),
        BinaryOp::Greater => return Some(Constant::Int(order.is_gt().into())),
        BinaryOp::GreaterEqual => return Some(Constant::Int(order.is_ge().into())),
        BinaryOp::Equal => return Some(Constant::Int(order.is_eq().into())),
        BinaryOp::NotEqual => return Some(Constant::Int(order.is_ne().into())),
    };
    Some(Constant::Int(normalize(bits, scalar)))
}

impl Checker<'_> {
    /// The value of a scalar constant expression; `None` for anything else.
    pub(super) fn evaluate(&self, id: ExprId) -> Option<Constant> {
        let expr = &self.exprs[id.0 as usize];
        let scalar = match expr.ty {
            TypeId::SAMPLER => Scalar::UInt,
            ty => ty.as_scalar()?,
        };
        match &expr.kind {
            ExprKind::Constant(value) => Some(*value),
            ExprKind::Convert {
                value,
                saturate: false,
                rounding: None,
                ..
            } => {
                let from = self.type_of(*value).as_scalar()?;
                Some(convert(self.evaluate(*value)?, from, scalar))
            }
            ExprKind::Reinterpret(value) => {
                let from = self.type_of(*value).as_scalar()?;
                reinterpret(self.evaluate(*value)?, from, scalar)
            }
            ExprKind::Unary { op, value } => unary(*op, self.evaluate(*value)?, scalar),
            ExprKind::Binary { op, left, right } => {
                let operands = self.type_of(*left).as_scalar()?;
                binary(*op, self.evaluate(*left)?, self.evaluate(*right)?, operands)
            }
            ExprKind::ShortCircuit { or, left, right } => {
                let left = is_true(self.evaluate(*left)?);
                let value = if left == *or {
                    left
                } else {
                    is_true(self.evaluate(*right)?)
                };
                Some(Constant::Int(value.into()))
            }
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            } => {
                let chosen = if is_true(self.evaluate(*condition)?) {
                    then
                } else {
                    otherwise
                };
                self.evaluate(*chosen)
            }
            ExprKind::Load(place) => match &self.exprs[place.0 as usize].kind {
                ExprKind::Variable(var) => *self.body.constants.get(var.0 as usize)?,
                ExprKind::Global(global) => *self.global_constants.get(global.0 as usize)?,
                _ => None,
            },
            _ => None,
        }
    }

    /// The value of an integer constant expression, sign- or zero-extended by its type.
    pub(super) fn evaluate_integer(&self, id: ExprId) -> Option<u64> {
        match self.evaluate(id)? {
            Constant::Int(bits) => Some(bits),
            Constant::Float(_) => None,
        }
    }

    /// The components of a constant vector.
    fn evaluate_vector(&self, id: ExprId) -> Option<Vec<Constant>> {
        let expr = &self.exprs[id.0 as usize];
        let (scalar, width) = expr.ty.as_vector()?;
        let width = usize::from(width);
        match &expr.kind {
            ExprKind::VectorLiteral(parts) => {
                let mut all = Vec::with_capacity(width);
                for &part in parts {
                    match self.type_of(part).as_vector() {
                        Some(_) => all.extend(self.evaluate_vector(part)?),
                        None => all.push(self.evaluate(part)?),
                    }
                }
                Some(all)
            }
            ExprKind::Splat(value) => Some(vec![self.evaluate(*value)?; width]),
            ExprKind::Convert {
                value,
                saturate: false,
                rounding: None,
                ..
            } => {
                let (from, _) = self.type_of(*value).as_vector()?;
                let all = self.evaluate_vector(*value)?;
                Some(all.into_iter().map(|c| convert(c, from, scalar)).collect())
            }
            ExprKind::Unary { op, value } if *op != UnaryOp::Not => self
                .evaluate_vector(*value)?
                .into_iter()
                .map(|component| unary(*op, component, scalar))
                .collect(),
            ExprKind::Binary { op, left, right } if !op.is_comparison() => self
                .evaluate_vector(*left)?
                .into_iter()
                .zip(self.evaluate_vector(*right)?)
                .map(|(left, right)| binary(*op, left, right, scalar))
                .collect(),
            ExprKind::Swizzle { base, lanes } => {
                let all = self.evaluate_vector(*base)?;
                lanes
                    .lanes()
                    .iter()
                    .map(|&lane| all.get(usize::from(lane)).copied())
                    .collect()
            }
            _ => None,
        }
    }

    /// A value as constants only: itself where it is an address constant. `None` where the value is
    /// only known when the program runs.
    pub(super) fn fold(&mut self, id: ExprId) -> Option<ExprId> {
        let ty = self.type_of(id);
        if ty == TypeId::ERROR {
            return Some(id);
        }
        if let Some(value) = self.evaluate(id) {
            return Some(self.wrap(id, ExprKind::Constant(value), ty));
        }
        if let Some((scalar, _)) = ty.as_vector() {
            let component = TypeId::scalar(scalar);
            let parts = self
                .evaluate_vector(id)?
                .into_iter()
                .map(|value| self.wrap(id, ExprKind::Constant(value), component))
                .collect();
            return Some(self.wrap(id, ExprKind::VectorLiteral(parts), ty));
        }
        self.is_constant_address(id).then_some(id)
    }

    /// An address that is known before the program runs, or a string literal that fills an array, or
    /// a constant compound literal's bytes.
    fn is_constant_address(&self, id: ExprId) -> bool {
        let Expr { kind, .. } = &self.exprs[id.0 as usize];
        match kind {
            ExprKind::NullPointer | ExprKind::String(_) | ExprKind::Global(_) => true,
            ExprKind::Decay(place) | ExprKind::AddressOf(place) => self.is_constant_place(*place),
            ExprKind::PointerCast(value) => {
                self.is_constant_address(*value) || self.evaluate(*value).is_some()
            }
            ExprKind::PointerOffset { pointer, index, .. } => {
                self.is_constant_address(*pointer) && self.evaluate(*index).is_some()
            }
            _ => false,
        }
    }

    fn is_constant_place(&self, id: ExprId) -> bool {
        match &self.exprs[id.0 as usize].kind {
            ExprKind::Global(_) | ExprKind::String(_) => true,
            ExprKind::Variable(var) => {
                let space = self.body.vars.get(var.0 as usize).map(|var| var.space);
                space == Some(crate::types::AddressSpace::Constant)
            }
            ExprKind::Member { base, .. } => self.is_constant_place(*base),
            ExprKind::Deref(pointer) => self.is_constant_address(*pointer),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_rounds_to_nearest_even_and_overflows_to_infinity() {
        assert_eq!(round_to_half(2049.0), 2048.0);
        assert_eq!(round_to_half(2051.0), 2052.0);
        assert_eq!(round_to_half(65519.0), 65504.0);
        assert_eq!(round_to_half(65520.0), f64::INFINITY);
        assert_eq!(round_to_half(2f64.powi(-25)), 0.0);
        assert_eq!(round_to_half(3.0 * 2f64.powi(-25)), 2f64.powi(-23));
    }

    #[test]
    fn integers_wrap_in_their_own_width() {
        let big = Constant::Int(i32::MAX as u64);
        assert_eq!(
            binary(BinaryOp::Add, big, Constant::Int(1), Scalar::Int),
            Some(Constant::Int(i32::MIN as i64 as u64))
        );
        assert_eq!(
            binary(BinaryOp::Divide, big, Constant::Int(0), Scalar::Int),
            None
        );
        assert_eq!(
            binary(
                BinaryOp::Divide,
                Constant::Int(i64::MIN as u64),
                Constant::Int(u64::MAX),
                Scalar::Long
            ),
            None
        );
    }

    #[test]
    fn a_shift_is_taken_modulo_the_width() {
        assert_eq!(
            binary(
                BinaryOp::ShiftLeft,
                Constant::Int(1),
                Constant::Int(33),
                Scalar::Int
            ),
            Some(Constant::Int(2))
        );
    }

    #[test]
    fn integers_convert_to_float_with_one_rounding() {
        let value = (1u64 << 53) + (1 << 29) + 1;
        assert_eq!(
            convert(Constant::Int(value), Scalar::ULong, Scalar::Float),
            Constant::Float(f64::from(value as f32))
        );
    }
}
