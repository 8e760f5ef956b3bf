//! Functions of work-groups and sub-groups, the atomics of OpenCL C 2.0, and those of the generic address space.

use super::builtin::one;
use super::*;
use crate::code::{GroupCall, Order};
use opencl_c::builtin::{Builtin, Combine, Given, GroupKind, Name, OfBlock, Rule, Scope};

/// `memory_order_*`, as Clang numbers them.
mod order {
    pub(super) const RELAXED: u64 = 0;
    pub(super) const ACQUIRE: u64 = 2;
    pub(super) const RELEASE: u64 = 3;
}

/// `memory_scope_*` of those that do not reach beyond a work-group.
const NARROW_SCOPES: [u64; 3] = [0, 1, 4];

impl<'a> Lowering<'a> {
    pub(super) fn group_call(
        &mut self,
        builtin: Builtin,
        rule: Rule,
        arguments: &[ExprId],
        id: ExprId,
    ) -> Result<Value> {
        let mut call = GroupCall {
            scope: rule.scope,
            kind: rule.kind,
            non_uniform: rule.non_uniform,
            combine: builtin.combine,
            scalar: Scalar::Int,
            values: Vec::new(),
            seconds: Vec::new(),
            which: Vec::new(),
            cluster: None,
            dsts: Vec::new(),
            site: self.site(id, 4),
        };
        for (index, &argument) in arguments.iter().enumerate() {
            let given = rule.takes.get(index).or(rule.takes.last());
            let (scalar, regs) = self.components(argument)?;
            let is_value = given == Some(&Given::Value)
                || given == Some(&Given::Int) && rule.kind != GroupKind::Rotate;
            if rule.clustered && index + 1 == arguments.len() {
                call.cluster = Some(regs[0]);
            } else if is_value && call.values.is_empty() {
                (call.scalar, call.values) = (scalar, regs);
            } else if is_value {
                call.seconds = regs;
            } else {
                call.which.extend(regs);
            }
        }
        if rule.kind == GroupKind::Barrier {
            if let Some(&flags) = call.which.first()
                && self.program.types.has_read_write_image()
            {
                self.emit(Inst::ImageFence { flags });
            }
            self.emit(Inst::Group(Box::new(call)));
            self.block();
            return Ok(Value::Nothing);
        }
        let is_float = call.scalar.is_floating();
        if is_float && matches!(builtin.combine, Some(Combine::Add | Combine::Mul)) {
            self.leaves_open(Open::ReductionOrder);
        }
        let Some((scalar, width)) = self.shape(self.program.expr(id).ty) else {
            return self.refuse(id, "this call");
        };
        let dsts: Vec<Reg> = (0..width).map(|_| self.temporary(scalar)).collect();
        call.dsts.clone_from(&dsts);
        self.emit(Inst::Group(Box::new(call)));
        Ok(Value::Registers(scalar, dsts))
    }

    /// A block that a sub-group reads or writes: component `k` of a work-item lies `k` sub-groups and its own index
    /// from the pointer.
    pub(super) fn block_access(
        &mut self,
        of: OfBlock,
        arguments: &[ExprId],
        id: ExprId,
    ) -> Result<Value> {
        let (scalar, store) = match of {
            OfBlock::Read(scalar) => (scalar, false),
            OfBlock::Write(scalar) => (scalar, true),
        };
        let regs = match arguments.get(1) {
            Some(&value) => self.components(value)?.1,
            None => {
                let Some((_, width)) = self.shape(self.program.expr(id).ty) else {
                    return self.refuse(id, "this call");
                };
                (0..width).map(|_| self.temporary(scalar)).collect()
            }
        };
        let mut first = self.address_value(arguments[0])?;
        self.emit_arrival(id);
        let size = i64::from(scalar.size());
        let term = |index, scale| Term {
            index,
            ty: Scalar::ULong,
            scale,
        };
        first
            .terms
            .push(term(self.special(Special::SubGroupLocalId), size));
        let items = self.special(Special::MaxSubGroupSize);
        let space = self.pointee_space(arguments[0]);
        for (component, &reg) in regs.iter().enumerate() {
            let mut addr = first.clone();
            if component > 0 {
                addr.terms.push(term(items, component as i64 * size));
            }
            let site = self.site(id, u8::from(store));
            self.emit(Inst::Access(Box::new(Access {
                addr,
                store,
                private: false,
                generic: space == AddressSpace::Generic,
                scalar,
                align: size as u32,
                regs: vec![reg],
                idle: 0,
                site,
            })));
        }
        match store {
            true => Ok(Value::Nothing),
            false => Ok(Value::Registers(scalar, regs)),
        }
    }

    /// A call that all work-items of a sub-group have to make: the simulator says so where some do not.
    fn emit_arrival(&mut self, id: ExprId) {
        let all = self.constant(1);
        let dst = self.temporary(Scalar::Int);
        let call = GroupCall {
            scope: Scope::SubGroup,
            kind: GroupKind::All,
            non_uniform: false,
            combine: None,
            scalar: Scalar::Int,
            values: vec![all],
            seconds: Vec::new(),
            which: Vec::new(),
            cluster: None,
            dsts: vec![dst],
            site: self.site(id, 4),
        };
        self.emit(Inst::Group(Box::new(call)));
    }

    pub(super) fn sub_group_query(&mut self, name: Name) -> Value {
        let special = match name {
            Name::GetSubGroupSize => Special::SubGroupSize,
            Name::GetMaxSubGroupSize => Special::MaxSubGroupSize,
            Name::GetSubGroupId => Special::SubGroupId,
            Name::GetSubGroupLocalId => Special::SubGroupLocalId,
            Name::GetEnqueuedNumSubGroups => Special::EnqueuedSubGroups,
            _ => Special::SubGroups,
        };
        let wide = self.special(special);
        one(
            Scalar::UInt,
            self.convert(Scalar::ULong, Scalar::UInt, false, None, wide),
        )
    }

    /// A bit for each work-item of the sub-group whose id relates so to one's own.
    pub(super) fn sub_group_mask(&mut self, name: Name) -> Value {
        let own = self.special(Special::SubGroupLocalId);
        let size = self.special(Special::SubGroupSize);
        let all = self.constant(u64::MAX);
        let one_bit = self.constant(1);
        let ty = Scalar::ULong;
        let bits = self.constant(64);
        let beyond = self.binary(BinOp::Subtract, ty, bits, size);
        let within = self.binary(BinOp::ShiftRight, ty, all, beyond);
        let equal = self.binary(BinOp::ShiftLeft, ty, one_bit, own);
        let below = self.binary(BinOp::Subtract, ty, equal, one_bit);
        let mask = match name {
            Name::GetSubGroupEqMask => equal,
            Name::GetSubGroupLtMask => below,
            Name::GetSubGroupLeMask => self.binary(BinOp::Or, ty, below, equal),
            Name::GetSubGroupGeMask => {
                let above = self.unary(UnOp::Complement, ty, ty, below);
                self.binary(BinOp::And, ty, above, within)
            }
            _ => {
                let up_to = self.binary(BinOp::Or, ty, below, equal);
                let above = self.unary(UnOp::Complement, ty, ty, up_to);
                self.binary(BinOp::And, ty, above, within)
            }
        };
        let half = self.constant(32);
        let high = self.binary(BinOp::ShiftRight, ty, mask, half);
        let zero = self.constant(0);
        let words = [mask, high].map(|it| self.convert(ty, Scalar::UInt, false, None, it));
        Value::Registers(Scalar::UInt, vec![words[0], words[1], zero, zero])
    }

    pub(super) fn within_space(&mut self, name: Name, arguments: &[ExprId]) -> Result<Value> {
        let a = self.scalar(arguments[0])?;
        let space = match name {
            Name::ToGlobal => Some(AddressSpace::Global),
            Name::ToLocal => Some(AddressSpace::Local),
            Name::ToPrivate => Some(AddressSpace::Private),
            _ => None,
        };
        let scalar = match space {
            Some(_) => Scalar::ULong,
            None => Scalar::UInt,
        };
        let dst = self.temporary(scalar);
        self.emit(Inst::ToSpace { dst, a, space });
        Ok(one(scalar, dst))
    }

    /// The kind of memory that a cast names for a pointer that may point into any.
    pub(super) fn named_space(&self, from: ExprId, to: ExprId) -> Option<AddressSpace> {
        let types = &self.program.types;
        let space = |id: ExprId| Some(types.as_pointer(self.program.expr(id).ty)?.2);
        let (from, to) = (space(from)?, space(to)?);
        (from == AddressSpace::Generic && to != AddressSpace::Generic).then_some(to)
    }

    pub(super) fn cast_to_space(&mut self, a: Reg, space: AddressSpace) -> Reg {
        let dst = self.temporary(Scalar::ULong);
        self.emit(Inst::CastToSpace { dst, a, space });
        dst
    }

    /// How an order and a scope order, as they are given; without any, as strongly as can be.
    fn order(&mut self, order: Option<Reg>, scope: Option<Reg>) -> Order {
        let bits = order.and_then(|order| self.constant_of(order));
        let device = self.reaches_other_groups(scope);
        Order {
            acquire: !matches!(bits, Some(order::RELAXED | order::RELEASE)),
            release: !matches!(bits, Some(order::RELAXED | order::ACQUIRE)),
            device,
        }
    }

    /// Does a scope hold work-items of other groups? One that is not named, or not known, does.
    pub(super) fn reaches_other_groups(&self, scope: Option<Reg>) -> bool {
        let known = scope.and_then(|scope| self.constant_of(scope));
        known.is_none_or(|scope| !NARROW_SCOPES.contains(&scope))
    }

    pub(super) fn fence(&mut self, arguments: &[ExprId]) -> Result<Value> {
        self.image_fence(arguments[0])?;
        let order = self.scalar(arguments[1])?;
        let scope = self.scalar(arguments[2])?;
        let order = self.order(Some(order), Some(scope));
        self.emit(Inst::Fence { order });
        Ok(Value::Nothing)
    }

    pub(super) fn c11_atomic(
        &mut self,
        builtin: Builtin,
        arguments: &[ExprId],
        id: ExprId,
    ) -> Result<Value> {
        let name = builtin.name;
        let pointee = match self
            .program
            .types
            .as_pointer(self.program.expr(arguments[0]).ty)
        {
            Some((pointee, ..)) => self.program.types.get(pointee),
            None => &Type::Void,
        };
        let &Type::Atomic(scalar) = pointee else {
            return self.refuse(id, "this call");
        };
        let compares = matches!(
            name,
            Name::AtomicCompareExchangeStrong | Name::AtomicCompareExchangeWeak
        );
        let operands = match name {
            Name::AtomicLoad | Name::AtomicFlagTestAndSet | Name::AtomicFlagClear => 0,
            _ if compares => 2,
            _ => 1,
        };
        let addr = self.address_value(arguments[0])?;
        let space = self.pointee_space(arguments[0]);
        let value = match name {
            Name::AtomicFlagTestAndSet => self.constant(1),
            Name::AtomicLoad | Name::AtomicFlagClear => self.constant(0),
            _ => self.scalar(arguments[operands])?,
        };
        if name == Name::AtomicInit {
            let site = self.site(id, 1);
            self.emit(Inst::Access(Box::new(Access {
                addr,
                store: true,
                private: space == AddressSpace::Private,
                generic: space == AddressSpace::Generic,
                scalar,
                align: scalar.size(),
                regs: vec![value],
                idle: 0,
                site,
            })));
            return Ok(Value::Nothing);
        }
        let mut orders = Vec::new();
        for &argument in &arguments[1 + operands..] {
            orders.push(self.scalar(argument)?);
        }
        let scope = orders.get(1 + usize::from(compares)).copied();
        let order = Some(self.order(orders.first().copied(), scope));
        let expected = match compares {
            true => Some(self.expected(arguments[1], scalar, id)?),
            false => None,
        };
        let op = match (name, builtin.combine) {
            (Name::AtomicLoad, _) => AtomicOp::Load,
            (Name::AtomicStore | Name::AtomicFlagClear, _) => AtomicOp::Store,
            (_, Some(Combine::Add)) => AtomicOp::Add,
            (_, Some(Combine::Sub)) => AtomicOp::Subtract,
            (_, Some(Combine::Min)) => AtomicOp::Min,
            (_, Some(Combine::Max)) => AtomicOp::Max,
            (_, Some(Combine::And)) => AtomicOp::And,
            (_, Some(Combine::Or)) => AtomicOp::Or,
            (_, Some(Combine::Xor)) => AtomicOp::Xor,
            _ if compares => AtomicOp::CompareExchange,
            _ => AtomicOp::Exchange,
        };
        let dst = self.temporary(scalar);
        let compare = expected.as_ref().map_or(value, |(_, reg)| *reg);
        let site = self.site(id, 1);
        self.emit(Inst::Atomic(Box::new(Atomic {
            op,
            local: space == AddressSpace::Local,
            scalar,
            addr,
            value,
            compare,
            dst,
            order,
            site,
        })));
        if let Some((expected, compare)) = expected {
            // The bits decide, as in the memory.
            let bits = scalar.to_unsigned();
            let same = self.binary(BinOp::Equal, bits, dst, compare);
            self.emit(Inst::Access(Box::new(Access {
                addr: expected,
                store: true,
                private: true,
                generic: false,
                scalar,
                align: scalar.size(),
                regs: vec![dst],
                idle: 0,
                site,
            })));
            return Ok(one(Scalar::Bool, same));
        }
        Ok(match name {
            Name::AtomicStore | Name::AtomicFlagClear => Value::Nothing,
            Name::AtomicFlagTestAndSet => one(
                Scalar::Bool,
                self.unary(UnOp::IsNonZero, scalar, Scalar::Int, dst),
            ),
            _ => one(scalar, dst),
        })
    }

    /// The value that a compare-and-exchange expects, and where it lies: a private object, which gets the value
    /// that was found.
    fn expected(&mut self, pointer: ExprId, scalar: Scalar, id: ExprId) -> Result<(Addr, Reg)> {
        if !matches!(
            self.pointee_space(pointer),
            AddressSpace::Private | AddressSpace::Generic
        ) {
            return self.refuse(
                pointer,
                "an expected value of a compare-and-exchange that is not private",
            );
        }
        let addr = self.address_value(pointer)?;
        let reg = self.temporary(scalar);
        let site = self.site(id, 0);
        self.emit(Inst::Access(Box::new(Access {
            addr: addr.clone(),
            store: false,
            private: true,
            generic: false,
            scalar,
            align: scalar.size(),
            regs: vec![reg],
            idle: 0,
            site,
        })));
        Ok((addr, reg))
    }
}
