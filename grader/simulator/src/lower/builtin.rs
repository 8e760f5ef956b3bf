//! Calls of built-in functions.

use super::place::At;
use super::*;
use crate::calls::{Callee, callee};
use opencl_c::builtin::{Builtin, Name};

impl<'a> Lowering<'a> {
    pub(super) fn builtin(
        &mut self,
        builtin: Builtin,
        arguments: &[ExprId],
        id: ExprId,
    ) -> Result<Value> {
        let name = builtin.name;
        if let Some(rule) = name.of_group() {
            return self.group_call(builtin, rule, arguments, id);
        }
        if name.is_c11_atomic() {
            return self.c11_atomic(builtin, arguments, id);
        }
        if let Some(of) = name.of_block() {
            return self.block_access(of, arguments, id);
        }
        if let Some(what) = name.of_image() {
            return self.image_call(name, what, arguments, id);
        }
        match name {
            Name::GetWorkDim => Ok(one(Scalar::UInt, self.special(Special::Dimensions))),
            Name::GetGlobalSize
            | Name::GetGlobalId
            | Name::GetLocalSize
            | Name::GetLocalId
            | Name::GetNumGroups
            | Name::GetGroupId
            | Name::GetEnqueuedLocalSize
            | Name::GetGlobalOffset => self.query(name, arguments[0]),
            Name::Barrier => {
                let flags = self.scalar(arguments[0])?;
                let device = match arguments.get(1) {
                    Some(&scope) => {
                        let scope = self.scalar(scope)?;
                        self.reaches_other_groups(Some(scope))
                    }
                    None => false,
                };
                let site = self.site(id, 4);
                self.emit(Inst::Barrier {
                    flags,
                    device,
                    site,
                });
                self.block();
                Ok(Value::Nothing)
            }
            Name::GetGlobalLinearId | Name::GetLocalLinearId => {
                let special = match name {
                    Name::GetGlobalLinearId => Special::GlobalLinearId,
                    _ => Special::LocalLinearId,
                };
                Ok(one(Scalar::ULong, self.special(special)))
            }
            Name::GetSubGroupSize
            | Name::GetMaxSubGroupSize
            | Name::GetNumSubGroups
            | Name::GetEnqueuedNumSubGroups
            | Name::GetSubGroupId
            | Name::GetSubGroupLocalId => Ok(self.sub_group_query(name)),
            Name::GetSubGroupEqMask
            | Name::GetSubGroupGeMask
            | Name::GetSubGroupGtMask
            | Name::GetSubGroupLeMask
            | Name::GetSubGroupLtMask => Ok(self.sub_group_mask(name)),
            Name::ToGlobal | Name::ToLocal | Name::ToPrivate | Name::GetFence => {
                self.within_space(name, arguments)
            }
            Name::AtomicWorkItemFence => self.fence(arguments),
            Name::Dot if self.is_of_whole_numbers(arguments[0]) => {
                self.dot_of_whole_numbers(name, arguments, id)
            }
            Name::DotAccSat
            | Name::DotPackedUu
            | Name::DotPackedSs
            | Name::DotPackedUs
            | Name::DotPackedSu
            | Name::DotAccSatPackedUu
            | Name::DotAccSatPackedSs
            | Name::DotAccSatPackedUs
            | Name::DotAccSatPackedSu => self.dot_of_whole_numbers(name, arguments, id),
            Name::MemFence | Name::ReadMemFence | Name::WriteMemFence | Name::Prefetch => {
                match arguments {
                    &[flags] if name != Name::Prefetch => self.image_fence(flags)?,
                    _ => {
                        for &argument in arguments {
                            self.effect(argument)?;
                        }
                    }
                }
                // From 2.0 on a fence of the work-group, which atomics of 1.2 take no notice of.
                if name != Name::Prefetch && self.program.types.has_atomic() {
                    let order = Order {
                        acquire: name != Name::WriteMemFence,
                        release: name != Name::ReadMemFence,
                        device: false,
                    };
                    self.emit(Inst::Fence { order });
                }
                Ok(Value::Nothing)
            }
            Name::Vload | Name::VloadHalf | Name::VloadaHalf => {
                self.vector_load(name, arguments, id)
            }
            Name::Vstore | Name::VstoreHalf | Name::VstoreaHalf => {
                self.vector_store(builtin, arguments, id)
            }
            Name::AsyncWorkGroupCopy | Name::AsyncWorkGroupStridedCopy => {
                self.async_copy(name, arguments, id)
            }
            Name::WaitGroupEvents => self.wait(arguments, id),
            atomic if atomic.is_atomic() => self.atomic(name, arguments, id),
            Name::VecStep => {
                let ty = self.program.expr(arguments[0]).ty;
                let width = self.shape(ty).map_or(1, |(_, width)| width);
                let width = if width == 3 { 4 } else { width as u64 };
                Ok(one(Scalar::Int, self.constant(width)))
            }
            Name::Printf => self.printf(arguments, id),
            Name::Any | Name::All => {
                let (scalar, regs) = self.components(arguments[0])?;
                let op = if name == Name::Any {
                    BinOp::Or
                } else {
                    BinOp::And
                };
                let mut all = None;
                for reg in regs {
                    let bit = self.unary(UnOp::TopBit, scalar, Scalar::Int, reg);
                    all = Some(match all {
                        None => bit,
                        Some(all) => self.binary(op, Scalar::Int, all, bit),
                    });
                }
                match all {
                    Some(reg) => Ok(one(Scalar::Int, reg)),
                    None => self.refuse(id, "this call"),
                }
            }
            Name::Select => self.select_call(arguments),
            Name::Bitselect => {
                let (scalar, a) = self.components(arguments[0])?;
                let (_, b) = self.components(arguments[1])?;
                let (_, c) = self.components(arguments[2])?;
                let bits = scalar.to_unsigned();
                let regs = (0..a.len())
                    .map(|index| {
                        let mask = c[index];
                        let not = self.unary(UnOp::Complement, bits, bits, mask);
                        let kept = self.binary(BinOp::And, bits, a[index], not);
                        let taken = self.binary(BinOp::And, bits, b[index], mask);
                        self.binary(BinOp::Or, bits, kept, taken)
                    })
                    .map(Ok)
                    .collect::<Result<Vec<_>>>()?;
                let regs = self.extended(bits, scalar, regs);
                Ok(Value::Registers(scalar, regs))
            }
            Name::Upsample => {
                let (scalar, high) = self.components(arguments[0])?;
                let (_, low) = self.components(arguments[1])?;
                let (to, _) = self
                    .shape(self.program.expr(id).ty)
                    .unwrap_or((Scalar::Int, 1));
                let regs = high
                    .into_iter()
                    .zip(low)
                    .map(|(high, low)| {
                        let dst = self.temporary(to);
                        self.emit(Inst::Call(Box::new(Call {
                            callee: Callee::Upsample(scalar.size()),
                            args: vec![high, low],
                            dsts: vec![dst],
                        })));
                        dst
                    })
                    .collect();
                let regs = self.extended(to.to_unsigned(), to, regs);
                Ok(Value::Registers(to, regs))
            }
            Name::Shuffle | Name::Shuffle2 => {
                let (scalar, mut args) = self.components(arguments[0])?;
                if name == Name::Shuffle2 {
                    args.extend(self.components(arguments[1])?.1);
                }
                let (mask_ty, mask) = self.components(arguments[arguments.len() - 1])?;
                let count = args.len();
                let width = mask.len();
                for reg in mask {
                    args.push(self.convert(mask_ty, Scalar::UInt, false, None, reg));
                }
                let dsts: Vec<Reg> = (0..width).map(|_| self.temporary(scalar)).collect();
                self.emit(Inst::Call(Box::new(Call {
                    callee: Callee::Shuffle(count),
                    args,
                    dsts: dsts.clone(),
                })));
                Ok(Value::Registers(scalar, dsts))
            }
            Name::Nan => {
                let (from, regs) = self.components(arguments[0])?;
                let (callee, to) = match from.size() {
                    2 => (Callee::NanF16, Scalar::Half),
                    4 => (Callee::NanF32, Scalar::Float),
                    _ => (Callee::NanF64, Scalar::Double),
                };
                let dsts = self.map_call(callee, &[regs], &[to]);
                Ok(Value::Registers(to, dsts[0].clone()))
            }
            _ => {
                let value = self.mathematics(name, arguments, id)?;
                let text = name.text();
                let is_open = text.starts_with("native_") || text.starts_with("half_");
                Ok(if is_open {
                    self.approximated(value)
                } else {
                    value
                })
            }
        }
    }

    /// Narrow results as their type keeps them: sign-extended where it is signed.
    fn extended(&mut self, from: Scalar, to: Scalar, regs: Vec<Reg>) -> Vec<Reg> {
        if to.is_floating() || to.size() >= 4 {
            return regs;
        }
        regs.into_iter()
            .map(|reg| self.convert(from, to, false, None, reg))
            .collect()
    }

    fn query(&mut self, name: Name, dimension: ExprId) -> Result<Value> {
        let reg = self.scalar(dimension)?;
        let beyond = match name {
            Name::GetGlobalId | Name::GetLocalId | Name::GetGroupId | Name::GetGlobalOffset => 0,
            _ => 1,
        };
        let beyond = self.constant(beyond);
        let of = |this: &mut Self, dimension: u8| match name {
            Name::GetGlobalSize => this.special(Special::GlobalSize(dimension)),
            Name::GetGlobalId => this.special(Special::GlobalId(dimension)),
            Name::GetLocalSize => this.special(Special::LocalSize(dimension)),
            Name::GetEnqueuedLocalSize => this.special(Special::EnqueuedLocalSize(dimension)),
            Name::GetLocalId => this.special(Special::LocalId(dimension)),
            Name::GetNumGroups => this.special(Special::Groups(dimension)),
            Name::GetGroupId => this.special(Special::GroupId(dimension)),
            _ => this.special(Special::GlobalOffset(dimension)),
        };
        if let Some(dimension) = self.constant_of(reg) {
            let reg = if dimension < 3 {
                of(self, dimension as u8)
            } else {
                beyond
            };
            return Ok(one(Scalar::ULong, reg));
        }
        let mut result = beyond;
        for dimension in 0..3 {
            let wanted = self.constant(u64::from(dimension));
            let is = self.binary(BinOp::Equal, Scalar::UInt, reg, wanted);
            let value = of(self, dimension);
            result = self.select(Scalar::ULong, is, value, result);
        }
        Ok(one(Scalar::ULong, result))
    }

    fn select_call(&mut self, arguments: &[ExprId]) -> Result<Value> {
        let (scalar, a) = self.components(arguments[0])?;
        let (_, b) = self.components(arguments[1])?;
        let (cond_ty, c) = self.components(arguments[2])?;
        let op = if a.len() > 1 {
            UnOp::TopBit
        } else {
            UnOp::IsNonZero
        };
        let mut regs = Vec::new();
        for index in 0..a.len() {
            let cond = self.unary(op, cond_ty, Scalar::Int, c[index]);
            regs.push(self.select(scalar, cond, b[index], a[index]));
        }
        Ok(Value::Registers(scalar, regs))
    }

    /// Calls a function of scalars for each component; an argument of one component serves all.
    pub(super) fn map_call(
        &mut self,
        callee: Callee,
        args: &[Vec<Reg>],
        to: &[Scalar],
    ) -> Vec<Vec<Reg>> {
        let width = args.iter().map(Vec::len).max().unwrap_or(1);
        let mut results = vec![Vec::new(); to.len()];
        for index in 0..width {
            let dsts: Vec<Reg> = to.iter().map(|&scalar| self.temporary(scalar)).collect();
            self.emit(Inst::Call(Box::new(Call {
                callee,
                args: args
                    .iter()
                    .map(|regs| regs[index.min(regs.len() - 1)])
                    .collect(),
                dsts: dsts.clone(),
            })));
            for (result, dst) in results.iter_mut().zip(dsts) {
                result.push(dst);
            }
        }
        results
    }

    fn mathematics(&mut self, name: Name, arguments: &[ExprId], id: ExprId) -> Result<Value> {
        let through = match name {
            Name::Fract | Name::Modf | Name::Frexp | Name::Sincos | Name::LgammaR => Some(1),
            Name::Remquo => Some(2),
            _ => None,
        };
        let values = through.unwrap_or(arguments.len());
        let mut args = Vec::new();
        let mut scalar = None;
        for &argument in &arguments[..values] {
            let (ty, regs) = self.components(argument)?;
            scalar.get_or_insert(ty);
            args.push(regs);
        }
        let scalar = scalar.unwrap_or(Scalar::Float);
        if name == Name::Mad && matches!(scalar, Scalar::Float | Scalar::Double) {
            self.may_contract();
            if self.elsewhere
                && let [a, b, c] = args.as_slice()
                && let Some(regs) = self.fused(scalar, [a.clone(), b.clone(), c.clone()])
            {
                return Ok(Value::Registers(scalar, regs));
            }
            let width = args.iter().map(Vec::len).max().unwrap_or(1);
            let mut regs = Vec::new();
            for index in 0..width {
                let at = |regs: &Vec<Reg>| regs[index.min(regs.len() - 1)];
                let (a, b, c) = (at(&args[0]), at(&args[1]), at(&args[2]));
                let dst = self.temporary(scalar);
                self.emit(Inst::MultiplyAdd {
                    ty: scalar,
                    dst,
                    a,
                    b,
                    c,
                });
                regs.push(dst);
            }
            return Ok(Value::Registers(scalar, regs));
        }
        if matches!(name, Name::Min | Name::Max) && scalar.is_integer() {
            let op = if name == Name::Min {
                BinOp::Min
            } else {
                BinOp::Max
            };
            let mut regs = Vec::new();
            for index in 0..args[0].len() {
                let b = args[1][index.min(args[1].len() - 1)];
                regs.push(self.binary(op, scalar, args[0][index], b));
            }
            return Ok(Value::Registers(scalar, regs));
        }
        let (to, width) = self.shape(self.program.expr(id).ty).unwrap_or((scalar, 1));
        let Some(callee) = callee(name, scalar) else {
            return self.refuse(id, format!("the built-in `{}` here", name.text()));
        };
        match name {
            Name::Dot | Name::Distance | Name::FastDistance | Name::Length | Name::FastLength => {
                let dst = self.temporary(scalar);
                self.emit(Inst::Call(Box::new(Call {
                    callee,
                    args: args.concat(),
                    dsts: vec![dst],
                })));
                Ok(one(scalar, dst))
            }
            Name::Normalize | Name::FastNormalize | Name::Cross => {
                let mut dsts: Vec<Reg> = (0..width).map(|_| self.temporary(scalar)).collect();
                let results = if name == Name::Cross { 3 } else { width };
                let args = if name == Name::Cross {
                    args.iter().flat_map(|regs| regs[..3].to_vec()).collect()
                } else {
                    args.concat()
                };
                self.emit(Inst::Call(Box::new(Call {
                    callee,
                    args,
                    dsts: dsts[..results].to_vec(),
                })));
                if results < width {
                    dsts[3] = self.constant(0);
                }
                Ok(Value::Registers(scalar, dsts))
            }
            _ if is_truth(name) => {
                self.tests_floats = true;
                let truths = self.map_call(callee, &args, &[Scalar::Int]).swap_remove(0);
                let regs = if width > 1 {
                    truths
                        .into_iter()
                        .map(|reg| self.unary(UnOp::Widen, to, to, reg))
                        .collect()
                } else {
                    truths
                };
                Ok(Value::Registers(to, regs))
            }
            _ => {
                let Some(pointer) = through else {
                    let regs = self.map_call(callee, &args, &[to]).swap_remove(0);
                    return Ok(Value::Registers(to, regs));
                };
                let second = match name {
                    Name::Frexp | Name::Remquo | Name::LgammaR => Scalar::Int,
                    _ => scalar,
                };
                let mut results = self.map_call(callee, &args, &[scalar, second]);
                let addr = self.address_value(arguments[pointer])?;
                let space = self.pointee_space(arguments[pointer]);
                let at = At::Memory {
                    addr,
                    space,
                    components: None,
                    packed: false,
                };
                let ty = match self
                    .program
                    .types
                    .get(self.program.expr(arguments[pointer]).ty)
                {
                    Type::Pointer { pointee, .. } => *pointee,
                    _ => return self.refuse(id, "this call"),
                };
                let through = Value::Registers(second, results.swap_remove(1));
                self.store(&at, &through, ty, arguments[pointer])?;
                Ok(Value::Registers(scalar, results.swap_remove(0)))
            }
        }
    }

    // Memory.

    /// The address of element `offset` of `vload` and `vstore`.
    fn vector_address(&mut self, offset: ExprId, pointer: ExprId, stride: i64) -> Result<Addr> {
        let mut addr = self.address_value(pointer)?;
        self.add_term(&mut addr, offset, stride)?;
        Ok(addr)
    }

    fn vector_load(&mut self, name: Name, arguments: &[ExprId], id: ExprId) -> Result<Value> {
        let Some((to, width)) = self.shape(self.program.expr(id).ty) else {
            return self.refuse(id, "this call");
        };
        let half = name != Name::Vload;
        let scalar = if half { Scalar::Half } else { to };
        let size = i64::from(scalar.size());
        let aligned = name == Name::VloadaHalf;
        let slots = if width == 3 && aligned {
            4
        } else {
            width as i64
        };
        let addr = self.vector_address(arguments[0], arguments[1], slots * size)?;
        let space = self.pointee_space(arguments[1]);
        let regs: Vec<Reg> = (0..width).map(|_| self.temporary(scalar)).collect();
        let site = self.site(id, 0);
        let align = if aligned { slots * size } else { size };
        self.emit(Inst::Access(Box::new(Access {
            addr,
            store: false,
            private: space == AddressSpace::Private,
            generic: space == AddressSpace::Generic,
            scalar,
            align: align as u32,
            regs: regs.clone(),
            idle: 0,
            site,
        })));
        let regs = regs
            .into_iter()
            .map(|reg| self.convert(scalar, to, false, None, reg))
            .collect();
        Ok(Value::Registers(to, regs))
    }

    fn vector_store(
        &mut self,
        builtin: Builtin,
        arguments: &[ExprId],
        id: ExprId,
    ) -> Result<Value> {
        let (from, regs) = self.components(arguments[0])?;
        let half = builtin.name != Name::Vstore;
        let scalar = if half { Scalar::Half } else { from };
        let size = i64::from(scalar.size());
        let aligned = builtin.name == Name::VstoreaHalf;
        let slots = if regs.len() == 3 && aligned {
            4
        } else {
            regs.len() as i64
        };
        let regs: Vec<Reg> = regs
            .into_iter()
            .map(|reg| self.convert(from, scalar, false, builtin.rounding, reg))
            .collect();
        let addr = self.vector_address(arguments[1], arguments[2], slots * size)?;
        let space = self.pointee_space(arguments[2]);
        let site = self.site(id, 1);
        let align = if aligned { slots * size } else { size };
        self.emit(Inst::Access(Box::new(Access {
            addr,
            store: true,
            private: space == AddressSpace::Private,
            generic: space == AddressSpace::Generic,
            scalar,
            align: align as u32,
            regs,
            idle: 0,
            site,
        })));
        Ok(Value::Nothing)
    }

    fn atomic(&mut self, name: Name, arguments: &[ExprId], id: ExprId) -> Result<Value> {
        let addr = self.address_value(arguments[0])?;
        let local = self.pointee_space(arguments[0]) == AddressSpace::Local;
        let (scalar, _) = self
            .shape(self.program.expr(id).ty)
            .unwrap_or((Scalar::Int, 1));
        let one_reg = self.constant(1);
        let (op, value, compare) = match name {
            Name::AtomicInc => (AtomicOp::Add, one_reg, one_reg),
            Name::AtomicDec => (AtomicOp::Subtract, one_reg, one_reg),
            Name::AtomicCmpxchg => {
                let compare = self.scalar(arguments[1])?;
                let value = self.scalar(arguments[2])?;
                (AtomicOp::CompareExchange, value, compare)
            }
            _ => {
                let value = self.scalar(arguments[1])?;
                let op = match name {
                    Name::AtomicAdd => AtomicOp::Add,
                    Name::AtomicSub => AtomicOp::Subtract,
                    Name::AtomicXchg => AtomicOp::Exchange,
                    Name::AtomicMin => AtomicOp::Min,
                    Name::AtomicMax => AtomicOp::Max,
                    Name::AtomicAnd => AtomicOp::And,
                    Name::AtomicOr => AtomicOp::Or,
                    _ => AtomicOp::Xor,
                };
                (op, value, one_reg)
            }
        };
        let dst = self.temporary(scalar);
        let site = self.site(id, 1);
        self.emit(Inst::Atomic(Box::new(Atomic {
            op,
            local,
            scalar,
            addr,
            value,
            compare,
            dst,
            order: None,
            site,
        })));
        Ok(one(scalar, dst))
    }

    fn async_copy(&mut self, name: Name, arguments: &[ExprId], id: ExprId) -> Result<Value> {
        let to = self.scalar(arguments[0])?;
        let from = self.scalar(arguments[1])?;
        let count = self.scalar(arguments[2])?;
        let strided = name == Name::AsyncWorkGroupStridedCopy;
        let stride = if strided {
            Some(self.scalar(arguments[3])?)
        } else {
            None
        };
        let event = self.scalar(arguments[arguments.len() - 1])?;
        let element = match self.program.types.get(self.program.expr(arguments[0]).ty) {
            Type::Pointer { pointee, .. } => self.size(*pointee),
            _ => 0,
        };
        let scatter = self.pointee_space(arguments[0]) == AddressSpace::Global;
        let dst = self.temporary(Scalar::ULong);
        let site = self.site(id, 1);
        let written = self.site(id, 2);
        self.emit(Inst::AsyncCopy(Box::new(AsyncCopy {
            to,
            from,
            count,
            stride,
            element,
            scatter,
            event,
            dst,
            site,
            written,
        })));
        Ok(one(Scalar::ULong, dst))
    }

    fn wait(&mut self, arguments: &[ExprId], id: ExprId) -> Result<Value> {
        let count = self.scalar(arguments[0])?;
        let addr = self.address_value(arguments[1])?;
        let site = self.site(id, 0);
        let Some(constant) = self.constant_of(count).filter(|&count| count <= 16) else {
            let event = self.temporary(Scalar::ULong);
            let first = Access {
                addr,
                store: false,
                private: true,
                generic: false,
                scalar: Scalar::ULong,
                align: 8,
                regs: vec![event],
                idle: 0,
                site,
            };
            self.emit(Inst::WaitList(Box::new(WaitList { count, first })));
            self.block();
            return Ok(Value::Nothing);
        };
        let mut events = Vec::new();
        for index in 0..constant {
            let mut addr = addr.clone();
            addr.offset += 8 * index as i64;
            let reg = self.temporary(Scalar::ULong);
            self.emit(Inst::Access(Box::new(Access {
                addr,
                store: false,
                private: true,
                generic: false,
                scalar: Scalar::ULong,
                align: 8,
                regs: vec![reg],
                idle: 0,
                site,
            })));
            events.push(reg);
        }
        self.emit(Inst::Wait { events, site });
        self.block();
        Ok(Value::Nothing)
    }

    fn printf(&mut self, arguments: &[ExprId], id: ExprId) -> Result<Value> {
        let program = self.program;
        let text_of = |mut id: ExprId| loop {
            match &program.expr(id).kind {
                ExprKind::String(text) => return Some(text.to_vec()),
                ExprKind::Decay(inner) | ExprKind::PointerCast(inner) => id = *inner,
                _ => return None,
            }
        };
        let Some(format) = arguments.first().and_then(|&format| text_of(format)) else {
            return self.refuse(id, "a `printf` whose format is no string literal");
        };
        let mut printed = Vec::new();
        for &argument in &arguments[1..] {
            if let Some(text) = text_of(argument) {
                printed.push(PrintArgument::Text(text));
                continue;
            }
            let (scalar, regs) = self.components(argument)?;
            printed.push(PrintArgument::Values(scalar, regs));
        }
        self.emit(Inst::Print(Box::new(Print {
            format,
            arguments: printed,
        })));
        Ok(one(Scalar::Int, self.constant(0)))
    }
}

pub(super) fn one(scalar: Scalar, reg: Reg) -> Value {
    Value::Registers(scalar, vec![reg])
}

fn is_truth(name: Name) -> bool {
    matches!(
        name,
        Name::Isequal
            | Name::Isnotequal
            | Name::Isgreater
            | Name::Isgreaterequal
            | Name::Isless
            | Name::Islessequal
            | Name::Islessgreater
            | Name::Isfinite
            | Name::Isinf
            | Name::Isnan
            | Name::Isnormal
            | Name::Isordered
            | Name::Isunordered
            | Name::Signbit
    )
}
