//! How an index came about: its expression, and the same with the values of one work-item.
//!
//! Promise: what is shown was evaluated. A definition that no longer gives the variable's value is left
//! out.

use crate::arith::{binary, convert, sign_extended, unary};
use crate::event::ComputedIndex;
use crate::operand::{BinOp, Reg, UnOp};
use opencl_c::types::Scalar;

/// An index expression whose leaves are registers and constants.
#[derive(Clone, Debug)]
pub(crate) struct Formula {
    /// The variable that holds the index, where it is one.
    pub(crate) variable: Option<Leaf>,
    /// How it is written: that of the variable's definition, where there is one.
    pub(crate) text: String,
    /// What it computes.
    pub(crate) root: Node,
}

/// A register with the type of its value.
#[derive(Clone, Debug)]
pub(crate) struct Leaf {
    /// As it is written.
    pub(crate) text: String,
    pub(crate) reg: Reg,
    pub(crate) ty: Scalar,
}

/// A part of an index.
#[derive(Clone, Debug)]
pub(crate) enum Node {
    Constant {
        bits: u64,
        ty: Scalar,
    },
    Leaf(Leaf),
    Convert {
        from: Scalar,
        to: Scalar,
        value: Box<Node>,
    },
    Negate {
        ty: Scalar,
        value: Box<Node>,
    },
    Binary {
        op: BinOp,
        ty: Scalar,
        left: Box<Node>,
        right: Box<Node>,
    },
}

impl Formula {
    /// Calls `f` on each register.
    pub(crate) fn visit(&mut self, f: &mut impl FnMut(&mut Reg)) {
        if let Some(variable) = &mut self.variable {
            f(&mut variable.reg);
        }
        self.root.visit(f);
    }

    /// `y * h + x = 1 * 2 + 0 = 2`, with the values that `value` gives; nothing where that would say no more
    /// than the index itself.
    pub(crate) fn shown(&self, value: &dyn Fn(Reg) -> u64) -> Option<ComputedIndex> {
        if !self.root.computes() {
            return None;
        }
        let (bits, ty) = self.root.evaluate(value);
        let result = number(ty, bits);
        let mut shown = String::new();
        if let Some(variable) = &self.variable {
            let held = sign_extended(variable.ty, value(variable.reg));
            if held != sign_extended(variable.ty, convert(ty, variable.ty, false, None, bits)) {
                return None;
            }
            shown = format!("{} = ", variable.text);
        }
        let mut filled = String::new();
        self.root.print(value, 0, &mut filled);
        Some(ComputedIndex {
            text: format!("{shown}{} = {filled} = {result}", self.text),
            value: result,
        })
    }
}

impl Node {
    fn visit(&mut self, f: &mut impl FnMut(&mut Reg)) {
        match self {
            Node::Constant { .. } => {}
            Node::Leaf(leaf) => f(&mut leaf.reg),
            Node::Convert { value, .. } | Node::Negate { value, .. } => value.visit(f),
            Node::Binary { left, right, .. } => {
                left.visit(f);
                right.visit(f);
            }
        }
    }

    /// Is there anything to compute, from anything but constants?
    fn computes(&self) -> bool {
        match self {
            Node::Constant { .. } | Node::Leaf(_) => false,
            Node::Convert { value, .. } => value.computes(),
            Node::Negate { value, .. } => value.has_leaf(),
            Node::Binary { left, right, .. } => left.has_leaf() || right.has_leaf(),
        }
    }

    fn has_leaf(&self) -> bool {
        match self {
            Node::Constant { .. } => false,
            Node::Leaf(_) => true,
            Node::Convert { value, .. } | Node::Negate { value, .. } => value.has_leaf(),
            Node::Binary { left, right, .. } => left.has_leaf() || right.has_leaf(),
        }
    }

    fn evaluate(&self, value: &dyn Fn(Reg) -> u64) -> (u64, Scalar) {
        match self {
            Node::Constant { bits, ty } => (*bits, *ty),
            Node::Leaf(leaf) => (value(leaf.reg), leaf.ty),
            Node::Convert {
                from,
                to,
                value: inner,
            } => (
                convert(*from, *to, false, None, inner.evaluate(value).0),
                *to,
            ),
            Node::Negate { ty, value: inner } => {
                (unary(UnOp::Negate, *ty, inner.evaluate(value).0), *ty)
            }
            Node::Binary {
                op,
                ty,
                left,
                right,
            } => {
                let (left, right) = (left.evaluate(value).0, right.evaluate(value).0);
                (binary(*op, *ty, left, right), *ty)
            }
        }
    }

    /// Prints the expression with values for names, in parentheses where its operator binds no tighter
    /// than `around`.
    fn print(&self, value: &dyn Fn(Reg) -> u64, around: u8, to: &mut String) {
        match self {
            Node::Constant { bits, ty } => to.push_str(&number(*ty, *bits).to_string()),
            Node::Leaf(leaf) => to.push_str(&number(leaf.ty, value(leaf.reg)).to_string()),
            Node::Convert { value: inner, .. } => inner.print(value, around, to),
            Node::Negate { value: inner, .. } => {
                to.push('-');
                inner.print(value, u8::MAX, to);
            }
            Node::Binary {
                op, left, right, ..
            } => {
                let (sign, strength) = sign(*op);
                if strength < around {
                    to.push('(');
                }
                left.print(value, strength, to);
                to.push_str(sign);
                right.print(value, strength + 1, to);
                if strength < around {
                    to.push(')');
                }
            }
        }
    }
}

/// An operator as it is written, and how tight it binds.
fn sign(op: BinOp) -> (&'static str, u8) {
    match op {
        BinOp::Multiply => (" * ", 6),
        BinOp::Divide => (" / ", 6),
        BinOp::Remainder => (" % ", 6),
        BinOp::Add => (" + ", 5),
        BinOp::Subtract => (" - ", 5),
        BinOp::ShiftLeft => (" << ", 4),
        BinOp::ShiftRight => (" >> ", 4),
        BinOp::And => (" & ", 3),
        BinOp::Xor => (" ^ ", 2),
        _ => (" | ", 1),
    }
}

fn number(ty: Scalar, bits: u64) -> i128 {
    match ty {
        Scalar::UInt | Scalar::ULong | Scalar::UShort | Scalar::UChar | Scalar::Bool => {
            crate::arith::canonical(ty, bits).into()
        }
        _ => sign_extended(ty, bits).into(),
    }
}
