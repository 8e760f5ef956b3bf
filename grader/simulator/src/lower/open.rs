//! What OpenCL C leaves to the implementation, and how another one might do it.
//!
//! A result that depends on such a choice differs from device to device. So each choice that a kernel may
//! depend on is recorded ([`LeftOpen`]), and a kernel can be lowered so that every one of them is made in another
//! way: addresses are other numbers, a division by zero gives another value, products and sums are rounded
//! once. Whatever is right by the language alone gives the same in both.

use super::*;
use crate::arith;
use crate::calls::callee;
use opencl_c::builtin::Name;
use opencl_c::program::BinaryOp;

/// Addresses of other implementations: above this, counted downwards.
const TOP: u64 = 0x7f00_0000_0000;

/// Bytes between the addresses of two objects, as a power of two.
const APART: u64 = 28;

/// Bytes before an object that still have its number.
const BEFORE: u64 = 1 << 20;

/// How far addresses lie beside a multiple of [`APART`]: aligned for any type, and for no page.
const BESIDE: u64 = 0x80;

/// A value that no implementation is known to give for what has none.
const UNDEFINED: u64 = 0x5a5a_5a5a_5a5a_5a5a;

impl Lowering<'_> {
    /// Records that the kernel may depend on a choice of the implementation.
    pub(super) fn leaves_open(&mut self, what: Open) {
        let is_new = self.open.iter().all(|known| known.what != what);
        let line = self.lines.get(self.line as usize);
        if let Some((file, line)) = line.filter(|_| is_new) {
            self.open.push(LeftOpen {
                what,
                file: file.clone(),
                line: *line,
            });
        }
    }

    /// The result of a division of whole numbers, which has none by zero.
    pub(super) fn undefined_by_zero(&mut self, ty: Scalar, divisor: Reg, result: Reg) -> Reg {
        self.leaves_open(Open::Division);
        if !self.elsewhere {
            return result;
        }
        let zero = self.unary(UnOp::IsZero, ty, Scalar::Int, divisor);
        let other = self.constant(arith::canonical(ty, UNDEFINED));
        self.select(ty, zero, other, result)
    }

    /// A whole number of a floating one, where the type may have none for it.
    pub(super) fn undefined_beyond(
        &mut self,
        from: Scalar,
        to: Scalar,
        a: Reg,
        result: Reg,
    ) -> Reg {
        self.leaves_open(Open::Conversion);
        self.tests_floats = true;
        if !self.elsewhere {
            return result;
        }
        let bits = to.size() as i32 * 8 - i32::from(to.is_signed());
        let end = 2.0_f64.powi(bits);
        let exact = bits < if from == Scalar::Double { 53 } else { 24 };
        let (from_op, begin) = match (to.is_signed(), exact) {
            (false, _) => (BinOp::Greater, -1.0),
            (true, true) => (BinOp::Greater, -end - 1.0),
            (true, false) => (BinOp::GreaterEqual, -end),
        };
        let [end, begin] = [end, begin].map(|limit| {
            let bits = arith::convert(Scalar::Double, from, false, None, limit.to_bits());
            self.constant(bits)
        });
        let below = self.binary(BinOp::Less, from, a, end);
        let above = self.binary(from_op, from, a, begin);
        let within = self.binary(BinOp::And, Scalar::Int, below, above);
        let other = self.constant(arith::canonical(to, UNDEFINED));
        self.select(to, within, result, other)
    }

    pub(super) fn number_of(&mut self, address: Reg) -> Reg {
        self.leaves_open(Open::Address);
        if !self.elsewhere {
            return address;
        }
        let object = self.with(BinOp::ShiftRight, address, u64::from(pointer::SHIFT));
        let down = self.with(BinOp::ShiftLeft, object, APART);
        let top = self.constant(TOP);
        let base = self.binary(BinOp::Subtract, Scalar::ULong, top, down);
        let offset = self.with(BinOp::And, address, (1 << pointer::SHIFT) - 1);
        let offset = self.with(BinOp::Subtract, offset, pointer::BIAS - BEFORE - BESIDE);
        let number = self.binary(BinOp::Add, Scalar::ULong, base, offset);
        let is_some = self.unary(UnOp::IsNonZero, Scalar::ULong, Scalar::Int, address);
        let null = self.constant(0);
        self.select(Scalar::ULong, is_some, number, null)
    }

    /// The address of a number: [`Self::number_of`] the other way round.
    pub(super) fn address_of(&mut self, number: Reg) -> Reg {
        if !self.elsewhere {
            return number;
        }
        let number_above = self.with(BinOp::Subtract, number, BESIDE);
        let steps = self.with(BinOp::ShiftRight, number_above, APART);
        let top = self.constant(TOP >> APART);
        let object = self.binary(BinOp::Subtract, Scalar::ULong, top, steps);
        let base = self.with(BinOp::ShiftLeft, object, u64::from(pointer::SHIFT));
        let offset = self.with(BinOp::And, number_above, (1 << APART) - 1);
        let offset = self.with(BinOp::Add, offset, pointer::BIAS - BEFORE);
        let address = self.binary(BinOp::Add, Scalar::ULong, base, offset);
        let is_some = self.unary(UnOp::IsNonZero, Scalar::ULong, Scalar::Int, number);
        let null = self.constant(0);
        self.select(Scalar::ULong, is_some, address, null)
    }

    fn with(&mut self, op: BinOp, a: Reg, b: u64) -> Reg {
        let b = self.constant(b);
        self.binary(op, Scalar::ULong, a, b)
    }

    /// What a function gives that may be as inaccurate as it likes.
    pub(super) fn approximated(&mut self, value: Value) -> Value {
        self.leaves_open(Open::Approximation);
        match value {
            Value::Registers(scalar, regs) if self.elsewhere && scalar.is_floating() => {
                let factor = 1.0 + 2.0_f64.powi(-22);
                let bits = arith::convert(Scalar::Double, scalar, false, None, factor.to_bits());
                let factor = self.constant(bits);
                let each = regs.into_iter();
                let regs = each.map(|reg| self.binary(BinOp::Multiply, scalar, reg, factor));
                Value::Registers(scalar, regs.collect())
            }
            value => value,
        }
    }

    /// The bits of a floating value, of which a NaN may have any.
    pub(super) fn bits_of(&mut self, from: Scalar, a: Reg, bits: Reg) -> Reg {
        self.leaves_open(Open::NanBits);
        self.tests_floats = true;
        if !self.elsewhere {
            return bits;
        }
        let unsigned = from.to_unsigned();
        let sign = self.constant(1 << (u64::from(from.size()) * 8 - 1));
        let is_nan = self.binary(BinOp::NotEqual, from, a, a);
        let other = self.binary(BinOp::Xor, unsigned, bits, sign);
        self.select(unsigned, is_nan, other, bits)
    }

    /// A sum or difference of which one side is a product, rounded once; nothing where it is none, or is
    /// rounded twice here.
    pub(super) fn contracted(
        &mut self,
        op: BinaryOp,
        left: ExprId,
        right: ExprId,
    ) -> Result<Option<(Scalar, Vec<Reg>)>> {
        let ty = self.program.expr(left).ty;
        let Some((scalar, _)) = self.shape(ty).filter(|(scalar, _)| can_contract(*scalar)) else {
            return Ok(None);
        };
        let product = |id: ExprId| match &self.program.expr(id).kind {
            ExprKind::Binary {
                op: BinaryOp::Multiply,
                left,
                right,
            } => Some((*left, *right)),
            _ => None,
        };
        let is_sum = matches!(op, BinaryOp::Add | BinaryOp::Subtract);
        let (of_left, of_right) = (product(left), product(right));
        if !is_sum || of_left.is_none() && of_right.is_none() {
            return Ok(None);
        }
        self.may_contract();
        if !self.elsewhere {
            return Ok(None);
        }
        let is_difference = op == BinaryOp::Subtract;
        let (factors, summand) = match (of_left, of_right) {
            (Some(factors), _) => (factors, right),
            (None, Some(factors)) => (factors, left),
            (None, None) => return Ok(None),
        };
        let (_, mut a) = self.components(factors.0)?;
        let (_, b) = self.components(factors.1)?;
        let (_, mut c) = self.components(summand)?;
        if is_difference {
            let negated = if of_left.is_some() { &mut c } else { &mut a };
            for reg in negated {
                *reg = self.unary(UnOp::Negate, scalar, scalar, *reg);
            }
        }
        Ok(self.fused(scalar, [a, b, c]).map(|regs| (scalar, regs)))
    }

    /// The factors of a product that is added to a place or taken from it, the first one with its sign;
    /// nothing where it is none, or is rounded by itself here.
    pub(super) fn product_added(
        &mut self,
        op: BinaryOp,
        value: ExprId,
        is_same: bool,
    ) -> Result<Option<(Scalar, [Vec<Reg>; 2])>> {
        let ExprKind::Binary {
            op: BinaryOp::Multiply,
            left,
            right,
        } = self.program.expr(value).kind
        else {
            return Ok(None);
        };
        let shape = self.shape(self.program.expr(value).ty);
        let scalar = shape
            .map(|(scalar, _)| scalar)
            .filter(|scalar| can_contract(*scalar));
        let is_sum = matches!(op, BinaryOp::Add | BinaryOp::Subtract);
        let Some(scalar) = scalar.filter(|_| is_sum && is_same) else {
            return Ok(None);
        };
        self.may_contract();
        if !self.elsewhere {
            return Ok(None);
        }
        let (_, mut a) = self.components(left)?;
        let (_, b) = self.components(right)?;
        if op == BinaryOp::Subtract {
            for reg in &mut a {
                *reg = self.unary(UnOp::Negate, scalar, scalar, *reg);
            }
        }
        Ok(Some((scalar, [a, b])))
    }

    /// A product and a sum that may be rounded once.
    pub(super) fn may_contract(&mut self) {
        let line = self.line;
        self.contracts.get_or_insert(line);
    }

    /// Products and sums, rounded once.
    pub(super) fn fused(&mut self, scalar: Scalar, args: [Vec<Reg>; 3]) -> Option<Vec<Reg>> {
        let callee = callee(Name::Fma, scalar)?;
        Some(self.map_call(callee, &args, &[scalar]).swap_remove(0))
    }

    /// What is left open once the whole kernel is known. How a value is rounded matters where floating
    /// values are compared, or made whole numbers.
    pub(super) fn close(&mut self) {
        if let Some(line) = self.contracts.filter(|_| self.tests_floats) {
            self.line = line;
            self.leaves_open(Open::Rounding);
        }
    }
}

pub(super) fn can_contract(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::Float | Scalar::Double)
}
