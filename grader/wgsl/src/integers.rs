//! Operators on scalars: of 32 bits and fewer, of 64 bits, and of floats.

use crate::constants;
use crate::convert::{known, signed_register};
use crate::emit::Emit;
use crate::refusal::Result;
use crate::value::{Atom, Lane};
use opencl_c::program::{BinaryOp, Constant, ExprId};
use opencl_c::types::Scalar;

impl Emit<'_> {
    /// An operator on two components of one type; a shift's right one has another of the same size.
    pub(crate) fn binary(
        &mut self,
        id: ExprId,
        op: BinaryOp,
        scalar: Scalar,
        left: &Lane,
        right: &Lane,
    ) -> Result<Lane> {
        self.register(scalar, self.program.expr(id).origin)?;
        if scalar == Scalar::Half {
            let (of, left) = self.widened_half(left, scalar);
            let (_, right) = self.widened_half(right, scalar);
            let result = self.binary(id, op, of, &left, &right)?;
            return Ok(match op.is_comparison() {
                true => result,
                false => self.narrowed_half(result, scalar),
            });
        }
        if op.is_comparison() {
            let truth = self.compare(op, scalar, left, right);
            return Ok(Lane::one(Atom::truth(truth)));
        }
        Ok(match scalar.size() {
            8 => self.wide(op, scalar, left, right),
            _ if scalar == Scalar::Float => {
                // Two literals would be computed by the shader's compiler, which refuses an infinity.
                let left = match of_literals(&left.lo.text) && of_literals(&right.lo.text) {
                    true => self.named(&left.lo.text),
                    false => left.lo.text.clone(),
                };
                Lane::one(Atom::text(format!(
                    "({left} {} {})",
                    op.text(),
                    right.lo.text
                )))
            }
            _ => Lane::one(self.narrow_op(op, scalar, &left.lo, &right.lo)),
        })
    }

    fn narrow_op(&mut self, op: BinaryOp, scalar: Scalar, left: &Atom, right: &Atom) -> Atom {
        let signed = signed_register(scalar);
        if let (Some(a), Some(b)) = (left.known, right.known)
            && let Some(bits) = folded(op, scalar, a, b)
        {
            return known(bits, scalar);
        }
        let text = match op {
            BinaryOp::ShiftLeft | BinaryOp::ShiftRight => {
                let bits = scalar.size() * 8;
                let amount = match right.known {
                    Some(amount) => format!("{}u", amount % bits),
                    None => format!("(u32({}) & {}u)", right.text, bits - 1),
                };
                let left = self.not_literal(left);
                format!("({left} {} {amount})", op.text())
            }
            BinaryOp::Divide | BinaryOp::Remainder => {
                let left = self.not_literal(left);
                let right = match (right.known, of_literals(&right.text)) {
                    (Some(0 | u32::MAX), _) | (None, true) => self.named(&right.text),
                    _ => right.text.clone(),
                };
                format!("({left} {} {right})", op.text())
            }
            _ => {
                let left = match of_literals(&right.text) {
                    true => self.not_literal(left),
                    false => left.text.clone(),
                };
                format!("({left} {} {})", op.text(), right.text)
            }
        };
        let fresh = Lane::one(Atom::text(text));
        let register = if signed { Scalar::Int } else { Scalar::UInt };
        match scalar.size() {
            4 => fresh.lo,
            _ => self.integer_to_integer(&fresh, register, scalar).lo,
        }
    }

    /// A text that the shader's compiler does not compute.
    pub(crate) fn not_literal(&mut self, atom: &Atom) -> String {
        match of_literals(&atom.text) {
            true => self.named(&atom.text),
            false => atom.text.clone(),
        }
    }

    fn wide(&mut self, op: BinaryOp, scalar: Scalar, left: &Lane, right: &Lane) -> Lane {
        let signed = scalar.is_signed();
        let (left, right) = (self.simple_lane(left), self.simple_lane(right));
        let each = |emit: &mut Self| {
            let part = |emit: &mut Self, a: &Atom, b: &Atom| emit.narrow_op(op, Scalar::UInt, a, b);
            Lane::wide(
                part(emit, &left.lo, &right.lo),
                part(emit, &left.hi(), &right.hi()),
            )
        };
        if let (Some(a), Some(b)) = (left.known(), right.known())
            && let Some(Constant::Int(bits)) =
                constants::computed(op, scalar, Constant::Int(a), Constant::Int(b))
        {
            return Lane::wide(Atom::u32(bits as u32), Atom::u32((bits >> 32) as u32));
        }
        let narrow = left.is_narrow() && right.is_narrow();
        let name = match op {
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => return each(self),
            BinaryOp::Divide | BinaryOp::Remainder if narrow => {
                return Lane::narrow(self.narrow_op(op, Scalar::UInt, &left.lo, &right.lo));
            }
            BinaryOp::Multiply if narrow => "mul_u32",
            BinaryOp::Add => "add_64",
            BinaryOp::Subtract => "sub_64",
            BinaryOp::Multiply => "mul_64",
            BinaryOp::Divide if signed => "div_i64",
            BinaryOp::Divide => "div_u64",
            BinaryOp::Remainder if signed => "rem_i64",
            BinaryOp::Remainder => "rem_u64",
            BinaryOp::ShiftLeft => "shl_64",
            BinaryOp::ShiftRight if signed => "shr_i64",
            _ => "shr_u64",
        };
        if let (BinaryOp::ShiftRight, Some(amount), true) = (op, right.lo.known, left.is_narrow()) {
            let amount = amount % 64;
            let lo = match amount {
                32.. => Atom::u32(0),
                _ => {
                    let left = self.not_literal(&left.lo);
                    Atom::text(format!("({left} >> {amount}u)"))
                }
            };
            return Lane::narrow(lo);
        }
        let text = match op {
            BinaryOp::ShiftLeft | BinaryOp::ShiftRight => {
                // The amount has a type of its own.
                format!("{name}({}, u32({}))", left.pair(), right.lo.text)
            }
            _ if name == "mul_u32" => format!("mul_u32({}, {})", left.lo.text, right.lo.text),
            _ => format!("{name}({}, {})", left.pair(), right.pair()),
        };
        self.pair(&text)
    }

    /// A comparison, as a `bool` of the shader.
    pub(crate) fn compare(
        &mut self,
        op: BinaryOp,
        scalar: Scalar,
        left: &Lane,
        right: &Lane,
    ) -> String {
        if scalar.size() != 8 || left.is_narrow() && right.is_narrow() {
            if let (Some(a), Some(b), true) =
                (left.lo.known, right.lo.known, scalar != Scalar::Float)
                && let Some(holds) = folded(op, scalar, a, b)
            {
                return (holds != 0).to_string();
            }
            let left = match right.lo.known.is_some() && left.lo.known.is_some() {
                true => self.named(&left.lo.text),
                false => left.lo.text.clone(),
            };
            return format!("({left} {} {})", op.text(), right.lo.text);
        }
        let (a, b) = (left.pair(), right.pair());
        let less = if scalar.is_signed() {
            "less_i64"
        } else {
            "less_u64"
        };
        match op {
            BinaryOp::Less => format!("{less}({a}, {b})"),
            BinaryOp::Greater => format!("{less}({b}, {a})"),
            BinaryOp::LessEqual => format!("!{less}({b}, {a})"),
            BinaryOp::GreaterEqual => format!("!{less}({a}, {b})"),
            BinaryOp::Equal => format!("all({a} == {b})"),
            _ => format!("any({a} != {b})"),
        }
    }

    pub(crate) fn negated(&mut self, scalar: Scalar, lane: &Lane) -> Lane {
        match scalar {
            Scalar::Float => Lane::one(Atom::text(format!("(-{})", lane.lo.text))),
            Scalar::Half => Lane::one(Atom::text(format!("({} ^ 0x8000u)", lane.lo.text))),
            _ if scalar.size() == 8 => {
                let text = format!("sub_64(vec2<u32>(0u), {})", lane.pair());
                self.pair(&text)
            }
            _ => {
                let zero = match signed_register(scalar) {
                    true => Atom::i32(0),
                    false => Atom::u32(0),
                };
                Lane::one(self.narrow_op(BinaryOp::Subtract, scalar, &zero, &lane.lo))
            }
        }
    }

    pub(crate) fn complement(&mut self, scalar: Scalar, lane: &Lane) -> Lane {
        let not = |atom: &Atom| match atom.known {
            Some(bits) => known(
                !bits,
                if signed_register(scalar) {
                    Scalar::Int
                } else {
                    Scalar::UInt
                },
            ),
            None => Atom::text(format!("(~{})", atom.text)),
        };
        if scalar.size() == 8 {
            return Lane::wide(not(&lane.lo), not(&lane.hi()));
        }
        let whole = Lane::one(not(&lane.lo));
        let register = if signed_register(scalar) {
            Scalar::Int
        } else {
            Scalar::UInt
        };
        match scalar.size() {
            4 => whole,
            _ => self.integer_to_integer(&whole, register, scalar),
        }
    }
}

/// Is a text made of literals alone, so that the shader's compiler computes it and refuses what overflows?
fn of_literals(text: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'.';
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let begin = at;
        while at < bytes.len() && is_part(bytes[at]) {
            at += 1;
        }
        // Names begin with a letter; one before a parenthesis or a type's argument is of a function or a type.
        let is_name = at > begin && bytes[begin].is_ascii_alphabetic();
        let is_value = !matches!(bytes.get(at), Some(b'(' | b'<')) && !is_word(&text[begin..at]);
        if is_name && is_value {
            return false;
        }
        at = at.max(begin + 1);
    }
    true
}

/// Is it a word that stands for no variable?
fn is_word(text: &str) -> bool {
    matches!(text, "true" | "false" | "u32" | "i32" | "f32")
}

/// An operator on known numbers of at most 32 bits; none where the language leaves it open.
fn folded(op: BinaryOp, scalar: Scalar, a: u32, b: u32) -> Option<u32> {
    let number = |bits: u32| constants::extended(scalar, bits.into());
    match constants::computed(op, scalar, number(a), number(b))? {
        Constant::Int(bits) => Some(bits as u32),
        Constant::Float(_) => None,
    }
}
