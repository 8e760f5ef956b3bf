//! The bytes of constant objects.

use crate::refusal::{Reason, Result, refuse};
use opencl_c::program::{
    BinaryOp, Constant, ExprId, ExprKind, GlobalId, Initializer, Program, UnaryOp,
};
use opencl_c::types::Scalar;

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
                let Some((scalar, lanes)) = value(program, entry.value) else {
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
        Constant::Float(number) => number.to_bits(),
    };
    bits.to_le_bytes()[..scalar.size() as usize].to_vec()
}

/// The components of an expression of constants.
pub(crate) fn value(program: &Program, id: ExprId) -> Option<(Scalar, Vec<Constant>)> {
    let expr = program.expr(id);
    let (scalar, width) = expr.ty.shape()?;
    if scalar == Scalar::Half {
        return None;
    }
    let lanes = match &expr.kind {
        ExprKind::Constant(constant) => vec![*constant],
        ExprKind::Convert {
            value: inner,
            saturate: false,
            rounding: None,
            ..
        } => {
            let (from, lanes) = value(program, *inner)?;
            let lanes = lanes.into_iter().map(|lane| converted(lane, from, scalar));
            lanes.collect()
        }
        ExprKind::Splat(inner) => vec![value(program, *inner)?.1[0]; width.into()],
        ExprKind::VectorLiteral(parts) => {
            let mut lanes = Vec::new();
            for &part in parts {
                lanes.extend(value(program, part)?.1);
            }
            lanes
        }
        ExprKind::Unary {
            op: UnaryOp::Negate,
            value: inner,
        } => {
            let (_, lanes) = value(program, *inner)?;
            let negated = lanes.into_iter().map(|lane| match lane {
                Constant::Int(bits) => extended(scalar, bits.wrapping_neg()),
                Constant::Float(number) => Constant::Float(-number),
            });
            negated.collect()
        }
        ExprKind::Binary { op, left, right } => {
            let (of, left) = value(program, *left)?;
            let (_, right) = value(program, *right)?;
            let lanes = left.iter().zip(&right);
            lanes
                .map(|(&a, &b)| computed(*op, of, a, b))
                .collect::<Option<_>>()?
        }
        _ => return None,
    };
    Some((scalar, lanes))
}

/// Bits of an integer as its type keeps them.
fn extended(scalar: Scalar, bits: u64) -> Constant {
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
        (Constant::Float(number), false) => match to.is_signed() {
            true => extended(to, number as i64 as u64),
            false => extended(to, number as u64),
        },
        (Constant::Int(bits), false) if to == Scalar::Bool => Constant::Int(u64::from(bits != 0)),
        (Constant::Int(bits), false) => extended(to, bits),
    }
}

fn computed(op: BinaryOp, scalar: Scalar, a: Constant, b: Constant) -> Option<Constant> {
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
                _ => return None,
            };
            Some(extended(scalar, bits))
        }
        _ => None,
    }
}
