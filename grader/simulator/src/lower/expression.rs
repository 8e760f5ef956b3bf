//! Expressions: values in registers, component by component.

use super::place::At;
use super::*;
use crate::arith;
use opencl_c::program::{BinaryOp, Constant, UnaryOp};
use opencl_c::types::Rounding;

impl<'a> Lowering<'a> {
    /// Evaluates an expression for its effects.
    pub(super) fn effect(&mut self, id: ExprId) -> Result<()> {
        match &self.program.expr(id).kind {
            ExprKind::Increment {
                place, decrement, ..
            } => self.increment(id, *place, *decrement, false).map(drop),
            ExprKind::Comma { left, right } => {
                self.effect(*left)?;
                self.effect(*right)
            }
            ExprKind::Discard(value) => self.effect(*value),
            _ => self.value(id).map(drop),
        }
    }

    /// A scalar or pointer value.
    pub(super) fn scalar(&mut self, id: ExprId) -> Result<Reg> {
        match self.value(id)? {
            Value::Registers(_, regs) => Ok(regs[0]),
            _ => self.refuse(id, "a scalar of this kind"),
        }
    }

    /// The components of a value.
    pub(super) fn components(&mut self, id: ExprId) -> Result<(Scalar, Vec<Reg>)> {
        match self.value(id)? {
            Value::Registers(scalar, regs) => Ok((scalar, regs)),
            _ => self.refuse(id, "a value of this kind"),
        }
    }

    /// Evaluates a value.
    pub(super) fn value(&mut self, id: ExprId) -> Result<Value> {
        let program = self.program;
        let expr = program.expr(id);
        if self.insts.len() > MAX_INSTRUCTIONS {
            return self.refuse(
                id,
                "a kernel of more than a million instructions, its helper functions inlined",
            );
        }
        self.descend(expr.origin, expr.end)?;
        let line = self.line;
        self.at_line(expr.at);
        let value = self.value_of_kind(id, expr)?;
        self.line = line;
        self.depth -= 1;
        Ok(value)
    }

    fn value_of_kind(&mut self, id: ExprId, expr: &'a opencl_c::program::Expr) -> Result<Value> {
        let program = self.program;
        let shape = self.shape(expr.ty);
        Ok(match &expr.kind {
            ExprKind::Constant(constant) => {
                let scalar = shape.map_or(Scalar::Int, |(scalar, _)| scalar);
                let bits = match (constant, scalar) {
                    (Constant::Int(bits), _) => arith::canonical(scalar, *bits),
                    (Constant::Float(value), Scalar::Float) => u64::from((*value as f32).to_bits()),
                    (Constant::Float(value), Scalar::Half) => {
                        arith::convert(Scalar::Double, Scalar::Half, false, None, value.to_bits())
                    }
                    (Constant::Float(value), _) => value.to_bits(),
                };
                Value::Registers(scalar, vec![self.constant(bits)])
            }
            ExprKind::NullPointer => Value::Registers(Scalar::ULong, vec![self.constant(0)]),
            ExprKind::Load(place) => {
                let at = self.place(*place)?;
                self.load(&at, expr.ty, *place, 0)?
            }
            ExprKind::Decay(_) | ExprKind::AddressOf(_) | ExprKind::PointerOffset { .. } => {
                let addr = self.address_value(id)?;
                Value::Registers(Scalar::ULong, vec![self.pointer(addr)])
            }
            ExprKind::Convert {
                value,
                saturate,
                rounding,
                ..
            } => {
                let (from, regs) = self.components(*value)?;
                let (to, _) = shape.unwrap_or((from, 1));
                let regs = regs
                    .into_iter()
                    .map(|reg| self.convert(from, to, *saturate, *rounding, reg))
                    .collect();
                Value::Registers(to, regs)
            }
            ExprKind::Splat(value) => {
                let (scalar, regs) = self.components(*value)?;
                let width = shape.map_or(1, |(_, width)| width);
                Value::Registers(scalar, vec![regs[0]; width])
            }
            ExprKind::Reinterpret(value) => self.reinterpret(*value, id)?,
            ExprKind::PointerCast(value) => {
                let (from, regs) = self.components(*value)?;
                let (to, _) = shape.unwrap_or((from, 1));
                let is_pointer =
                    |id: ExprId| program.types.as_pointer(program.expr(id).ty).is_some();
                let reg = match (is_pointer(*value), is_pointer(id)) {
                    (true, false) => {
                        let number = self.number_of(regs[0]);
                        self.convert(from, to, false, None, number)
                    }
                    (false, true) => {
                        let number = self.convert(from, to, false, None, regs[0]);
                        self.address_of(number)
                    }
                    (true, true) => match self.named_space(*value, id) {
                        Some(space) => self.cast_to_space(regs[0], space),
                        None => self.convert(from, to, false, None, regs[0]),
                    },
                    _ => self.convert(from, to, false, None, regs[0]),
                };
                Value::Registers(to, vec![reg])
            }
            ExprKind::Discard(value) => {
                self.effect(*value)?;
                Value::Nothing
            }
            ExprKind::Unary { op, value } => {
                let (from, regs) = self.components(*value)?;
                let (to, width) = shape.unwrap_or((from, 1));
                let regs = regs
                    .into_iter()
                    .map(|a| match op {
                        UnaryOp::Negate => self.unary(UnOp::Negate, from, from, a),
                        UnaryOp::Complement => self.unary(UnOp::Complement, from, from, a),
                        UnaryOp::Not => {
                            let zero = self.unary(UnOp::IsZero, from, Scalar::Int, a);
                            if width > 1 {
                                self.unary(UnOp::Widen, to, to, zero)
                            } else {
                                zero
                            }
                        }
                    })
                    .collect();
                Value::Registers(to, regs)
            }
            ExprKind::Binary { op, left, right } => {
                if let Some((ty, regs)) = self.contracted(*op, *left, *right)? {
                    return Ok(Value::Registers(ty, regs));
                }
                let (ty, mut a) = self.components(*left)?;
                let (right_ty, mut b) = self.components(*right)?;
                if op.is_comparison() && program.types.as_pointer(program.expr(*left).ty).is_some()
                {
                    for reg in a.iter_mut().chain(&mut b) {
                        *reg = self.number_of(*reg);
                    }
                }
                let (to, width) = shape.unwrap_or((ty, 1));
                let regs = a
                    .into_iter()
                    .zip(b)
                    .map(|(a, b)| {
                        let b = self.shift_amount(*op, ty, right_ty, b);
                        let result = self.binary(binary_op(*op), ty, a, b);
                        if op.is_comparison() && width > 1 {
                            self.unary(UnOp::Widen, to, to, result)
                        } else {
                            result
                        }
                    })
                    .collect();
                Value::Registers(to, regs)
            }
            ExprKind::ShortCircuit { or, left, right } => {
                Value::Registers(Scalar::Int, vec![self.short_circuit(*or, *left, *right)?])
            }
            ExprKind::VectorLogical { or, left, right } => {
                let (left_ty, a) = self.components(*left)?;
                let (right_ty, b) = self.components(*right)?;
                let (to, _) = shape.unwrap_or((Scalar::Int, 1));
                let op = if *or { BinOp::Or } else { BinOp::And };
                let regs = a
                    .into_iter()
                    .zip(b)
                    .map(|(a, b)| {
                        let a = self.unary(UnOp::IsNonZero, left_ty, Scalar::Int, a);
                        let b = self.unary(UnOp::IsNonZero, right_ty, Scalar::Int, b);
                        let both = self.binary(op, Scalar::Int, a, b);
                        self.unary(UnOp::Widen, to, to, both)
                    })
                    .collect();
                Value::Registers(to, regs)
            }
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            } => self.conditional(id, *condition, *then, *otherwise)?,
            ExprKind::VectorConditional {
                condition,
                then,
                otherwise,
            } => {
                let (from, cond) = self.components(*condition)?;
                let (ty, b) = self.components(*then)?;
                let (_, c) = self.components(*otherwise)?;
                let regs = cond
                    .into_iter()
                    .zip(b.into_iter().zip(c))
                    .map(|(cond, (b, c))| {
                        let a = self.unary(UnOp::TopBit, from, Scalar::Int, cond);
                        self.select(ty, a, b, c)
                    })
                    .collect();
                Value::Registers(ty, regs)
            }
            ExprKind::PointerDifference { left, right } => {
                let [a, b] = [self.scalar(*left)?, self.scalar(*right)?];
                let [a, b] = [self.number_of(a), self.number_of(b)];
                let size = match program.types.get(program.expr(*left).ty) {
                    Type::Pointer { pointee, .. } => self.size(*pointee).max(1),
                    _ => 1,
                };
                let bytes = self.binary(BinOp::Subtract, Scalar::Long, a, b);
                let size = self.constant(size);
                let elements = self.binary(BinOp::Divide, Scalar::Long, bytes, size);
                Value::Registers(Scalar::Long, vec![elements])
            }
            ExprKind::Assign { place, value } => {
                let value = self.value(*value)?;
                let at = self.place(*place)?;
                self.stored(at, value, program.expr(*place).ty, *place)?
            }
            ExprKind::CompoundAssign {
                op,
                place,
                value,
                computed,
            } => self.compound(*op, *place, *value, *computed)?,
            ExprKind::Increment {
                place,
                decrement,
                postfix,
            } => self.increment(id, *place, *decrement, *postfix)?,
            ExprKind::Comma { left, right } => {
                self.effect(*left)?;
                self.value(*right)?
            }
            ExprKind::Call {
                function,
                arguments,
            } => self.call(*function, arguments, id)?,
            ExprKind::Builtin { builtin, arguments } => self.builtin(*builtin, arguments, id)?,
            ExprKind::VectorLiteral(parts) => {
                let mut all = Vec::new();
                let mut scalar = shape.map_or(Scalar::Int, |(scalar, _)| scalar);
                for &part in parts {
                    let (ty, regs) = self.components(part)?;
                    scalar = ty;
                    all.extend(regs);
                }
                Value::Registers(scalar, all)
            }
            ExprKind::Swizzle { base, lanes } if !self.is_place(*base) => {
                let (scalar, regs) = self.components(*base)?;
                let lanes = lanes.lanes().iter();
                Value::Registers(
                    scalar,
                    lanes
                        .map(|&lane| regs[usize::from(lane).min(regs.len() - 1)])
                        .collect(),
                )
            }
            ExprKind::Variable(_)
            | ExprKind::Global(_)
            | ExprKind::Deref(_)
            | ExprKind::Member { .. }
            | ExprKind::Swizzle { .. }
            | ExprKind::String(_)
            | ExprKind::CompoundLiteral { .. } => {
                let at = self.place(id)?;
                self.load(&at, expr.ty, id, 0)?
            }
        })
    }

    fn is_place(&self, id: ExprId) -> bool {
        match &self.program.expr(id).kind {
            ExprKind::Variable(_)
            | ExprKind::Global(_)
            | ExprKind::Deref(_)
            | ExprKind::String(_)
            | ExprKind::CompoundLiteral { .. } => true,
            ExprKind::Member { .. } => true,
            ExprKind::Swizzle { base, .. } => self.is_place(*base),
            _ => false,
        }
    }

    // Instructions, folded where their operands are constant.

    pub(super) fn unary(&mut self, op: UnOp, ty: Scalar, to: Scalar, a: Reg) -> Reg {
        if let Some(bits) = self.constant_of(a) {
            return self.constant(arith::unary(op, ty, bits));
        }
        let dst = self.temporary(to);
        self.emit(Inst::Unary { op, ty, dst, a });
        dst
    }

    pub(super) fn binary(&mut self, op: BinOp, ty: Scalar, a: Reg, b: Reg) -> Reg {
        if let (Some(x), Some(y)) = (self.constant_of(a), self.constant_of(b)) {
            return self.constant(arith::binary(op, ty, x, y));
        }
        let comparison = matches!(
            op,
            BinOp::Less
                | BinOp::LessEqual
                | BinOp::Greater
                | BinOp::GreaterEqual
                | BinOp::Equal
                | BinOp::NotEqual
        );
        self.tests_floats |= comparison && ty.is_floating();
        let dst = self.temporary(if comparison { Scalar::Int } else { ty });
        self.emit(Inst::Binary { op, ty, dst, a, b });
        let divides = matches!(op, BinOp::Divide | BinOp::Remainder) && ty.is_integer();
        if divides && self.constant_of(b).is_none_or(|bits| bits == 0) {
            return self.undefined_by_zero(ty, b, dst);
        }
        dst
    }

    pub(super) fn select(&mut self, ty: Scalar, a: Reg, b: Reg, c: Reg) -> Reg {
        let dst = self.temporary(ty);
        self.emit(Inst::Select { dst, a, b, c });
        dst
    }

    pub(super) fn convert(
        &mut self,
        from: Scalar,
        to: Scalar,
        saturate: bool,
        rounding: Option<Rounding>,
        a: Reg,
    ) -> Reg {
        let same_bits = from == to
            || (!saturate
                && from.is_integer()
                && to.is_integer()
                && from.size() == to.size()
                && from.size() >= 4);
        if same_bits {
            return a;
        }
        if let Some(bits) = self.constant_of(a) {
            return self.constant(arith::convert(from, to, saturate, rounding, bits));
        }
        let dst = self.temporary(to);
        self.emit(Inst::Convert {
            from,
            to,
            saturate,
            rounding,
            dst,
            a,
        });
        if from.is_floating() && to.is_integer() && to != Scalar::Bool && !saturate {
            return self.undefined_beyond(from, to, a, dst);
        }
        dst
    }

    fn shift_amount(&mut self, op: BinaryOp, ty: Scalar, right: Scalar, b: Reg) -> Reg {
        let shift = matches!(op, BinaryOp::ShiftLeft | BinaryOp::ShiftRight);
        if shift && right.size() != ty.size() {
            self.convert(right, ty.to_unsigned(), false, None, b)
        } else {
            b
        }
    }

    /// A register that is not zero where a scalar value is true.
    pub(super) fn condition(&mut self, id: ExprId) -> Result<Reg> {
        let (scalar, regs) = self.components(id)?;
        if scalar.size() == 8 || scalar.is_floating() {
            Ok(self.unary(UnOp::IsNonZero, scalar, Scalar::Int, regs[0]))
        } else {
            Ok(regs[0])
        }
    }

    /// 0 or 1.
    fn truth(&mut self, id: ExprId) -> Result<Reg> {
        let (scalar, regs) = self.components(id)?;
        let is_truth = match &self.program.expr(id).kind {
            ExprKind::Binary { op, .. } => op.is_comparison(),
            ExprKind::ShortCircuit { .. } => true,
            ExprKind::Unary { op, .. } => *op == UnaryOp::Not,
            _ => scalar == Scalar::Bool,
        };
        if is_truth {
            return Ok(regs[0]);
        }
        Ok(self.unary(UnOp::IsNonZero, scalar, Scalar::Int, regs[0]))
    }

    /// May both sides of a condition be evaluated: no memory, no effects, few instructions?
    fn is_simple(&mut self, id: ExprId, depth: u32) -> bool {
        if depth == 0 {
            return false;
        }
        match &self.program.expr(id).kind {
            ExprKind::Constant(_) | ExprKind::NullPointer => true,
            ExprKind::Load(place) => {
                let ExprKind::Variable(var) = self.program.expr(*place).kind else {
                    return false;
                };
                let home = self.activation().homes.get(&var).cloned();
                match home {
                    Some(Home::Registers(_, regs)) => {
                        regs.iter().all(|reg| !self.unwritten.contains(reg))
                    }
                    _ => false,
                }
            }
            ExprKind::Convert { value, .. } | ExprKind::Unary { value, .. } => {
                self.is_simple(*value, depth - 1)
            }
            ExprKind::Binary { left, right, .. } => {
                self.is_simple(*left, depth - 1) && self.is_simple(*right, depth - 1)
            }
            _ => false,
        }
    }

    fn short_circuit(&mut self, or: bool, left: ExprId, right: ExprId) -> Result<Reg> {
        let a = self.truth(left)?;
        if self.is_simple(right, 5) {
            let b = self.truth(right)?;
            let op = if or { BinOp::Or } else { BinOp::And };
            return Ok(self.binary(op, Scalar::Int, a, b));
        }
        let result = self.variable(false);
        self.emit(Inst::Move {
            dst: result,
            src: a,
        });
        let cond = if or {
            self.unary(UnOp::IsZero, Scalar::Int, Scalar::Int, result)
        } else {
            result
        };
        let site = self.site(left, 3);
        let unwritten = self.unwritten.clone();
        self.guards.push((site, (!or).then_some(left)));
        self.if_then_else(
            (cond, right),
            site,
            |this| {
                let b = this.truth(right)?;
                this.assign(&[result], &[b]);
                Ok(())
            },
            None::<fn(&mut Self) -> Result<()>>,
        )?;
        self.guards.pop();
        self.unwritten.extend(unwritten);
        Ok(result)
    }

    fn conditional(
        &mut self,
        id: ExprId,
        condition: ExprId,
        then: ExprId,
        otherwise: ExprId,
    ) -> Result<Value> {
        let ty = self.program.expr(id).ty;
        if self.shape(ty).is_some_and(|(_, width)| width <= 4)
            && self.is_simple(then, 4)
            && self.is_simple(otherwise, 4)
        {
            let cond = self.condition(condition)?;
            let (scalar, b) = self.components(then)?;
            let (_, c) = self.components(otherwise)?;
            let regs = b
                .into_iter()
                .zip(c)
                .map(|(b, c)| self.select(scalar, cond, b, c))
                .collect();
            return Ok(Value::Registers(scalar, regs));
        }
        let cond = self.condition(condition)?;
        let site = self.site(condition, 3);
        let result = match self.shape(ty) {
            Some((scalar, width)) => Some(At::Registers {
                scalar,
                regs: (0..width)
                    .map(|_| self.variable(scalar.size() == 8))
                    .collect(),
            }),
            None if *self.program.types.get(ty) == Type::Void => None,
            None => {
                let object = self.private_object("", ty, id)?;
                Some(At::Memory {
                    addr: self.object_address(object),
                    space: AddressSpace::Private,
                    components: None,
                    packed: false,
                })
            }
        };
        self.guards.push((site, Some(condition)));
        let side = |this: &mut Self, side: ExprId| match &result {
            Some(At::Registers { regs, .. }) => {
                let (_, from) = this.components(side)?;
                this.assign(regs, &from);
                Ok(())
            }
            Some(at) => {
                let value = this.value(side)?;
                this.store(at, &value, ty, side)
            }
            None => this.effect(side),
        };
        self.if_then_else(
            (cond, condition),
            site,
            |this| side(this, then),
            Some(|this: &mut Self| side(this, otherwise)),
        )?;
        self.guards.pop();
        Ok(match result {
            Some(At::Registers { scalar, regs }) => Value::Registers(scalar, regs),
            Some(At::Memory { addr, space, .. }) => Value::Bytes(addr, space),
            None => Value::Nothing,
        })
    }

    pub(super) fn private_object(&mut self, name: &str, ty: TypeId, id: ExprId) -> Result<u32> {
        let origin = self.program.expr(id).origin;
        let align = self.program.types.align(ty).unwrap_or(1).max(1);
        let offset = self.private_bytes.next_multiple_of(align);
        self.private_bytes = offset.saturating_add(self.size(ty));
        if self.private_bytes > 1 << 20 {
            return self.refuse(id, "more than 1 MiB of private memory for one work-item");
        }
        Ok(self.object(ObjectKind::Private(offset), name, ty, origin))
    }

    fn compound(
        &mut self,
        op: BinaryOp,
        place: ExprId,
        value: ExprId,
        computed: TypeId,
    ) -> Result<Value> {
        let ty = self.program.expr(place).ty;
        if let Type::Pointer { pointee, .. } = self.program.types.get(ty) {
            let size = self.size(*pointee).max(1) as i64;
            let scale = if op == BinaryOp::Subtract {
                -size
            } else {
                size
            };
            let at = self.place(place)?;
            let base = self.load_scalar(&at, ty, place)?;
            let mut addr = Addr {
                base,
                terms: Vec::new(),
                offset: 0,
            };
            self.add_term(&mut addr, value, scale)?;
            let moved = self.pointer(addr);
            let value = Value::Registers(Scalar::ULong, vec![moved]);
            return self.stored(at, value, ty, place);
        }
        let product = self.product_added(op, value, computed == ty)?;
        let (right_ty, b) = match &product {
            Some((ty, _)) => (*ty, Vec::new()),
            None => self.components(value)?,
        };
        let at = self.place(place)?;
        let Value::Registers(from, a) = self.load(&at, ty, place, 0)? else {
            return self.refuse(place, "an assignment of this kind");
        };
        if let Some((scalar, [b, c])) = product
            && let Some(regs) = self.fused(scalar, [b, c, a.clone()])
        {
            return self.stored(at, Value::Registers(from, regs), ty, place);
        }
        let (work, _) = self.shape(computed).unwrap_or((from, 1));
        let mut regs: Vec<Reg> = Vec::new();
        for (index, &a) in a.iter().enumerate() {
            let b = b[index.min(b.len() - 1)];
            let a = self.convert(from, work, false, None, a);
            let b = self.shift_amount(op, work, right_ty, b);
            regs.push(self.binary(binary_op(op), work, a, b));
        }
        let regs: Vec<Reg> = regs
            .into_iter()
            .map(|reg| self.convert(work, from, false, None, reg))
            .collect();
        self.stored(at, Value::Registers(from, regs), ty, place)
    }

    /// Writes a place, and gives what the place then holds. A store into registers may take over the
    /// instruction that computed the value, so the registers of `value` are not to be read again.
    fn stored(&mut self, at: At, value: Value, ty: TypeId, id: ExprId) -> Result<Value> {
        self.store(&at, &value, ty, id)?;
        Ok(match (at, value) {
            (At::Registers { scalar, regs }, _) => Value::Registers(scalar, regs),
            (At::Memory { addr, space, .. }, Value::Bytes(..)) => Value::Bytes(addr, space),
            (At::Memory { .. }, value) => value,
        })
    }

    fn load_scalar(&mut self, at: &At, ty: TypeId, id: ExprId) -> Result<Reg> {
        match self.load(at, ty, id, 0)? {
            Value::Registers(_, regs) => Ok(regs[0]),
            _ => self.refuse(id, "a scalar of this kind"),
        }
    }

    fn increment(
        &mut self,
        id: ExprId,
        place: ExprId,
        decrement: bool,
        postfix: bool,
    ) -> Result<Value> {
        let ty = self.program.expr(place).ty;
        let at = self.place(place)?;
        let Value::Registers(scalar, mut old) = self.load(&at, ty, place, 0)? else {
            return self.refuse(id, "an increment of this kind");
        };
        if postfix && matches!(at, At::Registers { .. }) {
            old = old
                .into_iter()
                .map(|src| {
                    let dst = self.temporary(scalar);
                    self.emit(Inst::Move { dst, src });
                    dst
                })
                .collect();
        }
        let pointee = match self.program.types.get(ty) {
            Type::Pointer { pointee, .. } => Some(self.size(*pointee).max(1) as i64),
            _ => None,
        };
        let new: Vec<Reg> = match pointee {
            Some(size) => {
                let addr = Addr {
                    base: old[0],
                    terms: Vec::new(),
                    offset: if decrement { -size } else { size },
                };
                vec![self.pointer(addr)]
            }
            None => {
                let one = arith::convert(Scalar::Int, scalar, false, None, 1);
                let one = self.constant(one);
                let op = if decrement {
                    BinOp::Subtract
                } else {
                    BinOp::Add
                };
                old.iter()
                    .map(|&reg| self.binary(op, scalar, reg, one))
                    .collect()
            }
        };
        let new = self.stored(at, Value::Registers(scalar, new), ty, place)?;
        Ok(if postfix {
            Value::Registers(scalar, old)
        } else {
            new
        })
    }

    /// The bits of a vector as components of another size.
    fn reinterpret(&mut self, value: ExprId, id: ExprId) -> Result<Value> {
        let (from, regs) = self.components(value)?;
        let Some((to, width)) = self.shape(self.program.expr(id).ty) else {
            return self.refuse(id, "a reinterpretation of this kind");
        };
        let (from_size, to_size) = (from.size(), to.size());
        let regs = if from_size == to_size {
            // A three-component vector counts as four; the fourth is indeterminate.
            (0..width)
                .map(|index| {
                    let reg = regs[index.min(regs.len() - 1)];
                    let bits = self.rebits(from, to, reg);
                    if from.is_floating() && to.is_integer() {
                        self.bits_of(from, reg, bits)
                    } else {
                        bits
                    }
                })
                .collect()
        } else {
            let ratio = (from_size.max(to_size) / from_size.min(to_size)) as usize;
            let (small, large) = if from_size < to_size {
                (from.to_unsigned(), to.to_unsigned())
            } else {
                (to.to_unsigned(), from.to_unsigned())
            };
            let bits = u64::from(small.size()) * 8;
            let mut out = Vec::new();
            for index in 0..width {
                if from_size < to_size {
                    let mut all = None;
                    for part in 0..ratio {
                        let reg = regs[(index * ratio + part).min(regs.len() - 1)];
                        let reg = self.rebits(from, small, reg);
                        let reg = self.convert(small, large, false, None, reg);
                        let amount = self.constant(bits * part as u64);
                        let reg = self.binary(BinOp::ShiftLeft, large, reg, amount);
                        all = Some(match all {
                            None => reg,
                            Some(all) => self.binary(BinOp::Or, large, all, reg),
                        });
                    }
                    let all = all.unwrap_or(regs[0]);
                    out.push(self.rebits(large, to, all));
                } else {
                    let reg = regs[(index / ratio).min(regs.len() - 1)];
                    let reg = self.rebits(from, large, reg);
                    let amount = self.constant(bits * (index % ratio) as u64);
                    let reg = self.binary(BinOp::ShiftRight, large, reg, amount);
                    let reg = self.convert(large, small, false, None, reg);
                    out.push(self.rebits(small, to, reg));
                }
            }
            out
        };
        Ok(Value::Registers(to, regs))
    }

    /// The same bits as another type of the same size.
    fn rebits(&mut self, from: Scalar, to: Scalar, reg: Reg) -> Reg {
        if from.size() >= 4 {
            return reg;
        }
        // Narrow integers are kept extended; `half` and unsigned ones with zeros above.
        let unsigned = |ty: Scalar| ty.to_unsigned();
        let from = if from.is_floating() {
            unsigned(from)
        } else {
            from
        };
        let target = if to.is_floating() { unsigned(to) } else { to };
        self.convert(from, target, false, None, reg)
    }

    // Calls.

    fn call(&mut self, callee: FunctionId, arguments: &[ExprId], id: ExprId) -> Result<Value> {
        let program = self.program;
        let function = program.function(callee);
        if self
            .activations
            .iter()
            .any(|active| active.function == callee)
        {
            return self.refuse(id, format!("recursion: `{}` calls itself", function.name));
        }
        let mut values = Vec::new();
        for &argument in arguments {
            values.push(self.value(argument)?);
        }
        let early = flow::has_jumps(&function.body) || statement::returns_early(&function.body);
        let result: Vec<Reg> = match self.shape(function.result) {
            Some((scalar, width)) => (0..width)
                .map(|_| self.variable(scalar.size() == 8))
                .collect(),
            None => Vec::new(),
        };
        let result_object = match program.types.get(function.result) {
            Type::Record(_) => Some(self.private_object("", function.result, id)?),
            _ => None,
        };
        let saved_line = self.line;
        let saved_frames = self.frames;
        let saved_guards = self.guards.len();
        let saved_enclosing = std::mem::take(&mut self.enclosing);
        let scope = self.virtuals.len();
        let frame = early.then(|| self.frame());
        let end = self.label();
        let outer = self.join();
        if let Some(frame) = frame {
            self.emit(Inst::FunctionBegin { frame });
        }
        let assigned = statement::assigned(program, &function.body);
        let outside = self.enter_call(callee);
        self.activations.push(Activation {
            function: callee,
            homes: HashMap::new(),
            defined: HashMap::new(),
            addressed: addressed(program, &function.body),
            result: result.clone(),
            result_object,
            frame,
            jumps: jump::Jumps::default(),
        });
        for (index, value) in values.iter().enumerate().take(function.parameters) {
            let var = VarId(index as u32);
            let ty = function.vars[index].ty;
            if let Value::Registers(scalar, regs) = value {
                let lasting = regs
                    .iter()
                    .all(|reg| !self.virtuals[reg.0 as usize].temporary);
                let untouched =
                    !assigned.contains(&var) && !self.activation().addressed.contains(&var);
                if lasting && untouched {
                    let home = Home::Registers(*scalar, regs.clone());
                    self.activation().homes.insert(var, home);
                    self.show(var);
                    continue;
                }
            }
            let home = self.home(var, function)?;
            self.activation().homes.insert(var, home.clone());
            let at = match home {
                Home::Registers(scalar, regs) => At::Registers { scalar, regs },
                Home::Object(object) => At::Memory {
                    addr: self.object_address(object),
                    space: AddressSpace::Private,
                    components: None,
                    packed: false,
                },
            };
            self.store(&at, value, ty, arguments[index])?;
            self.show(var);
        }
        self.joins.push(end);
        if early {
            self.block();
        }
        let inner = self.calls.iter().copied().chain([id]).collect();
        let outer_calls = std::mem::replace(&mut self.calls, inner);
        let body = self.body(&function.body);
        self.calls = outer_calls;
        self.joins.pop();
        body?;
        self.dead = false;
        self.bind(end);
        if let Some(frame) = frame {
            self.emit(Inst::FunctionEnd { frame, outer });
        }
        self.activations.pop();
        self.leave_call(outside);
        self.end_scope(scope);
        self.enclosing = saved_enclosing;
        self.guards.truncate(saved_guards);
        self.frames = saved_frames;
        self.line = saved_line;
        if early {
            self.block();
        }
        Ok(match (self.shape(function.result), result_object) {
            (Some((scalar, _)), _) => Value::Registers(scalar, result),
            (None, Some(object)) => {
                Value::Bytes(self.object_address(object), AddressSpace::Private)
            }
            (None, None) => Value::Nothing,
        })
    }
}

pub(super) fn binary_op(op: BinaryOp) -> BinOp {
    match op {
        BinaryOp::Add => BinOp::Add,
        BinaryOp::Subtract => BinOp::Subtract,
        BinaryOp::Multiply => BinOp::Multiply,
        BinaryOp::Divide => BinOp::Divide,
        BinaryOp::Remainder => BinOp::Remainder,
        BinaryOp::ShiftLeft => BinOp::ShiftLeft,
        BinaryOp::ShiftRight => BinOp::ShiftRight,
        BinaryOp::And => BinOp::And,
        BinaryOp::Or => BinOp::Or,
        BinaryOp::Xor => BinOp::Xor,
        BinaryOp::Less => BinOp::Less,
        BinaryOp::LessEqual => BinOp::LessEqual,
        BinaryOp::Greater => BinOp::Greater,
        BinaryOp::GreaterEqual => BinOp::GreaterEqual,
        BinaryOp::Equal => BinOp::Equal,
        BinaryOp::NotEqual => BinOp::NotEqual,
    }
}
