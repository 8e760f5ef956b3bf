//! Expressions whose value is known: the bytes of constant objects, and numbers that variables keep.

use crate::refusal::{Reason, Result, refuse};
use opencl_c::program::{
    BinaryOp, Constant, ExprId, ExprKind, GlobalId, Initializer, Program, UnaryOp, VarId,
};
use opencl_c::types::Scalar;
use std::cmp::Ordering;

/// The integers that variables of a function are known to hold: few.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Known(Vec<(VarId, Constant)>);

impl Known {
    pub(crate) fn get(&self, var: VarId) -> Option<Constant> {
        if cfg!(not(feature = "inline")) {
            return None;
        }
        let found = self.0.iter().find(|(known, _)| *known == var);
        found.map(|(_, number)| *number)
    }

    pub(crate) fn insert(&mut self, var: VarId, number: Constant) {
        if cfg!(not(feature = "inline")) {
            return;
        }
        self.remove(var);
        self.0.push((var, number));
    }

    pub(crate) fn remove(&mut self, var: VarId) {
        self.0.retain(|(known, _)| *known != var);
    }
}

/// The bytes of a program-scope object.
pub(crate) fn bytes(program: &Program, global: GlobalId) -> Result<Vec<u8>> {
    let declared = &program.globals[global.0 as usize];
    let size = program.types.size(declared.ty).unwrap_or(0) as usize;
    if size > 1 << 26 {
        return refuse(Reason::TooLarge, declared.origin);
    }
    initial(program, &declared.init, size)
}

fn initial(program: &Program, init: &Initializer, size: usize) -> Result<Vec<u8>> {
    let mut bytes = vec![0; size];
    for entry in &init.entries {
        let expr = program.expr(entry.value);
        let written = match &expr.kind {
            ExprKind::String(text) => {
                let mut text = text.to_vec();
                text.resize(program.types.size(expr.ty).unwrap_or(0) as usize, 0);
                text
            }
            _ => {
                let Some((scalar, lanes)) = value(program, &Known::default(), entry.value) else {
                    return refuse(Reason::Initialiser, expr.origin);
                };
                lanes.iter().flat_map(|&lane| laid(scalar, lane)).collect()
            }
        };
        let at = (entry.offset as usize).min(size);
        let room = (size - at).min(written.len());
        bytes[at..at + room].copy_from_slice(&written[..room]);
    }
    Ok(bytes)
}

fn laid(scalar: Scalar, value: Constant) -> Vec<u8> {
    let bits = match value {
        Constant::Int(bits) => bits,
        Constant::Float(number) if scalar == Scalar::Float => (number as f32).to_bits().into(),
        Constant::Float(number) if scalar == Scalar::Half => crate::halves::bits(number).into(),
        Constant::Float(number) => number.to_bits(),
    };
    bits.to_le_bytes()[..scalar.size() as usize].to_vec()
}

/// An integer that is one component.
pub(crate) fn integer(program: &Program, known: &Known, id: ExprId) -> Option<Constant> {
    match value(program, known, id)?.1[..] {
        [found @ Constant::Int(_)] => Some(found),
        _ => None,
    }
}

/// The components of an expression of constants and known variables.
pub(crate) fn value(
    program: &Program,
    known: &Known,
    id: ExprId,
) -> Option<(Scalar, Vec<Constant>)> {
    let expr = program.expr(id);
    let (scalar, width) = expr.ty.shape()?;
    // What else has to be rounded.
    let exact = matches!(
        expr.kind,
        ExprKind::Constant(_) | ExprKind::Unary { .. } | ExprKind::Splat(_)
    );
    if scalar == Scalar::Half && !exact {
        return None;
    }
    let of = |id: ExprId| value(program, known, id);
    let truth = |id: ExprId| match integer(program, known, id)? {
        Constant::Int(bits) => Some(bits != 0),
        Constant::Float(_) => None,
    };
    let lanes = match &expr.kind {
        ExprKind::Constant(constant) => vec![*constant],
        ExprKind::Load(place) => match program.expr(*place).kind {
            ExprKind::Variable(var) => vec![known.get(var)?],
            _ => return None,
        },
        ExprKind::Convert {
            value: inner,
            saturate: false,
            rounding: None,
            ..
        } => {
            let (from, lanes) = of(*inner)?;
            let lanes = lanes.into_iter().map(|lane| converted(lane, from, scalar));
            lanes.collect()
        }
        ExprKind::Splat(inner) => vec![of(*inner)?.1[0]; width.into()],
        ExprKind::VectorLiteral(parts) => {
            let mut lanes = Vec::new();
            for &part in parts {
                lanes.extend(of(part)?.1);
            }
            lanes
        }
        ExprKind::Unary {
            op: UnaryOp::Negate,
            value: inner,
        } => {
            let (_, lanes) = of(*inner)?;
            let negated = lanes.into_iter().map(|lane| match lane {
                Constant::Int(bits) => extended(scalar, bits.wrapping_neg()),
                Constant::Float(number) => Constant::Float(-number),
            });
            negated.collect()
        }
        ExprKind::Unary {
            op: UnaryOp::Not,
            value: inner,
        } if width == 1 => vec![Constant::Int(u64::from(!truth(*inner)?))],
        ExprKind::ShortCircuit { or, left, right } => {
            let holds = match truth(*left)? {
                left if left == *or => left,
                _ => truth(*right)?,
            };
            vec![Constant::Int(u64::from(holds))]
        }
        ExprKind::Conditional {
            condition,
            then,
            otherwise,
        } => match truth(*condition)? {
            true => of(*then)?.1,
            false => of(*otherwise)?.1,
        },
        ExprKind::Binary { op, left, right } => {
            let (of_left, left) = of(*left)?;
            let (_, right) = of(*right)?;
            if op.is_comparison() && width > 1 {
                return None;
            }
            let lanes = left.iter().zip(&right);
            lanes
                .map(|(&a, &b)| computed(*op, of_left, a, b))
                .collect::<Option<_>>()?
        }
        _ => return None,
    };
    Some((scalar, lanes))
}

/// Bits of an integer as its type keeps them.
pub(crate) fn extended(scalar: Scalar, bits: u64) -> Constant {
    let unused = 64 - scalar.size() * 8;
    Constant::Int(match scalar.is_signed() {
        true => (((bits << unused) as i64) >> unused) as u64,
        false => bits << unused >> unused,
    })
}

fn converted(lane: Constant, from: Scalar, to: Scalar) -> Constant {
    match (lane, to.is_floating()) {
        (Constant::Int(bits), true) => {
            let number = match (from.is_signed(), to) {
                (true, Scalar::Float) => (bits as i64 as f32).into(),
                (true, _) => bits as i64 as f64,
                (false, Scalar::Float) => (bits as f32).into(),
                (false, _) => bits as f64,
            };
            Constant::Float(number)
        }
        (Constant::Float(number), true) => Constant::Float(match to {
            Scalar::Float => (number as f32).into(),
            _ => number,
        }),
        (Constant::Float(number), false) if to == Scalar::Bool => {
            Constant::Int(u64::from(number != 0.0))
        }
        (Constant::Float(number), false) => match to.is_signed() {
            true => extended(to, number as i64 as u64),
            false => extended(to, number as u64),
        },
        (Constant::Int(bits), false) if to == Scalar::Bool => Constant::Int(u64::from(bits != 0)),
        (Constant::Int(bits), false) => extended(to, bits),
    }
}

pub(crate) fn computed(op: BinaryOp, scalar: Scalar, a: Constant, b: Constant) -> Option<Constant> {
    match (a, b) {
        (Constant::Float(a), Constant::Float(b)) => {
            let number = match op {
                BinaryOp::Add => a + b,
                BinaryOp::Subtract => a - b,
                BinaryOp::Multiply => a * b,
                BinaryOp::Divide => a / b,
                _ => return None,
            };
            // Two floats' sum or product in double precision rounds to the right float.
            Some(Constant::Float(match scalar {
                Scalar::Float => (number as f32).into(),
                _ => number,
            }))
        }
        (Constant::Int(a), Constant::Int(b)) => {
            if op.is_comparison() {
                let order = match scalar.is_signed() {
                    true => (a as i64).cmp(&(b as i64)),
                    false => a.cmp(&b),
                };
                return Some(Constant::Int(u64::from(holds(op, order)?)));
            }
            let bits = match op {
                BinaryOp::Add => a.wrapping_add(b),
                BinaryOp::Subtract => a.wrapping_sub(b),
                BinaryOp::Multiply => a.wrapping_mul(b),
                BinaryOp::And => a & b,
                BinaryOp::Or => a | b,
                BinaryOp::Xor => a ^ b,
                BinaryOp::ShiftLeft => a.wrapping_shl(b as u32 % (scalar.size() * 8)),
                BinaryOp::Divide if scalar.is_signed() => (a as i64).checked_div(b as i64)? as u64,
                BinaryOp::Divide => a.checked_div(b)?,
                BinaryOp::Remainder if scalar.is_signed() => {
                    (a as i64).checked_rem(b as i64)? as u64
                }
                BinaryOp::Remainder => a.checked_rem(b)?,
                BinaryOp::ShiftRight if scalar.is_signed() => {
                    ((a as i64) >> (b as u32 % (scalar.size() * 8))) as u64
                }
                BinaryOp::ShiftRight => a >> (b as u32 % (scalar.size() * 8)),
                _ => return None,
            };
            Some(extended(scalar, bits))
        }
        _ => None,
    }
}

/// Does a comparison hold of two numbers in this order?
fn holds(op: BinaryOp, order: Ordering) -> Option<bool> {
    Some(match op {
        BinaryOp::Less => order.is_lt(),
        BinaryOp::LessEqual => order.is_le(),
        BinaryOp::Greater => order.is_gt(),
        BinaryOp::GreaterEqual => order.is_ge(),
        BinaryOp::Equal => order.is_eq(),
        BinaryOp::NotEqual => order.is_ne(),
        _ => return None,
    })
}
