//! Places: where an object lies, and how it is read and written.

use super::*;

/// The largest record that is copied at once, in bytes.
const MOST_COPIED: u64 = 1 << 26;

/// A place: some components in registers, or an address.
#[derive(Clone, Debug)]
pub(super) enum At {
    Registers {
        scalar: Scalar,
        regs: Vec<Reg>,
    },
    Memory {
        addr: Addr,
        space: AddressSpace,
        /// The components of the vector there that are meant; all where absent.
        components: Option<Vec<u8>>,
        /// A field of a packed record, which may lie anywhere.
        packed: bool,
    },
}

impl<'a> Lowering<'a> {
    /// Evaluates a place.
    pub(super) fn place(&mut self, id: ExprId) -> Result<At> {
        let program = self.program;
        let expr = program.expr(id);
        Ok(match &expr.kind {
            ExprKind::Variable(var) => self.variable_place(*var, id)?,
            ExprKind::Global(global) => {
                let object = self.global_object(global.0)?;
                self.object_place(object)
            }
            ExprKind::String(text) => {
                let object = self.string_object(text, id);
                self.object_place(object)
            }
            ExprKind::Deref(pointer) => {
                let addr = self.address_value(*pointer)?;
                self.check_subscript(*pointer, id)?;
                let space = self.pointee_space(*pointer);
                At::Memory {
                    addr,
                    space,
                    components: None,
                    packed: false,
                }
            }
            ExprKind::Member { base, field } => {
                let offset = self.field_offset(program.expr(*base).ty, *field);
                let in_packed = match program.types.get(program.expr(*base).ty) {
                    Type::Record(id) => program.types.record(*id).packed,
                    _ => false,
                };
                match self.record_place(*base)? {
                    At::Memory {
                        mut addr,
                        space,
                        packed,
                        ..
                    } => {
                        addr.offset += offset as i64;
                        At::Memory {
                            addr,
                            space,
                            components: None,
                            packed: packed || in_packed,
                        }
                    }
                    registers => registers,
                }
            }
            ExprKind::Swizzle { base, lanes } => match self.place(*base)? {
                At::Registers { scalar, regs } => At::Registers {
                    scalar,
                    regs: lanes
                        .lanes()
                        .iter()
                        .map(|&lane| regs[usize::from(lane).min(regs.len() - 1)])
                        .collect(),
                },
                At::Memory {
                    addr,
                    space,
                    components,
                    packed,
                } => At::Memory {
                    addr,
                    space,
                    packed,
                    components: Some(
                        lanes
                            .lanes()
                            .iter()
                            .map(|&lane| match &components {
                                Some(inner) => inner[usize::from(lane).min(inner.len() - 1)],
                                None => lane,
                            })
                            .collect(),
                    ),
                },
            },
            ExprKind::CompoundLiteral { var, init } => {
                let function = self.function();
                let home = self.home(*var, function)?;
                self.activation().homes.insert(*var, home);
                self.initialize(*var, init, id)?;
                self.variable_place(*var, id)?
            }
            ExprKind::Comma { left, right } => {
                self.effect(*left)?;
                self.place(*right)?
            }
            _ => return self.refuse(id, "this kind of object"),
        })
    }

    /// A subscript must stay within its own array, though the object around it be larger.
    fn check_subscript(&mut self, pointer: ExprId, id: ExprId) -> Result<()> {
        let program = self.program;
        let ExprKind::PointerOffset {
            pointer,
            index,
            subtract: false,
        } = &program.expr(pointer).kind
        else {
            return Ok(());
        };
        let ExprKind::Decay(array) = program.expr(*pointer).kind else {
            return Ok(());
        };
        let within = matches!(
            program.expr(array).kind,
            ExprKind::Deref(_) | ExprKind::Member { .. }
        );
        let Type::Array { length, .. } = program.types.get(program.expr(array).ty) else {
            return Ok(());
        };
        // The bounds of a whole object are those of its allocation.
        if !within || !self.is_pure(*index) {
            return Ok(());
        }
        let reg = self.scalar(*index)?;
        let ty = self
            .shape(program.expr(*index).ty)
            .map_or(Scalar::Int, |(scalar, _)| scalar);
        if let Some(bits) = self.constant_of(reg)
            && (0..*length as i64).contains(&crate::arith::sign_extended(ty, bits))
        {
            return Ok(());
        }
        let site = self.site(id, 5);
        self.emit(Inst::CheckIndex {
            index: reg,
            ty,
            length: *length,
            site,
        });
        Ok(())
    }

    /// A record, be it a place or a value.
    fn record_place(&mut self, id: ExprId) -> Result<At> {
        let is_place = matches!(
            self.program.expr(id).kind,
            ExprKind::Variable(_)
                | ExprKind::Global(_)
                | ExprKind::Deref(_)
                | ExprKind::Member { .. }
                | ExprKind::CompoundLiteral { .. }
        );
        if is_place {
            return self.place(id);
        }
        match self.value(id)? {
            Value::Bytes(addr, space) => Ok(At::Memory {
                addr,
                space,
                components: None,
                packed: false,
            }),
            _ => self.refuse(id, "a member of this kind of value"),
        }
    }

    fn variable_place(&mut self, var: VarId, id: ExprId) -> Result<At> {
        let home = match self.activation().homes.get(&var) {
            Some(home) => home.clone(),
            // A jump by `switch` over the declaration: it still has a home.
            None => {
                let function = self.function();
                let home = self.home(var, function)?;
                self.activation().homes.insert(var, home.clone());
                home
            }
        };
        Ok(match home {
            Home::Registers(scalar, regs) => At::Registers { scalar, regs },
            Home::Object(object) => {
                let _ = id;
                self.object_place(object)
            }
        })
    }

    fn object_place(&mut self, object: u32) -> At {
        let space = match self.objects[object as usize].kind {
            ObjectKind::Private(_) => AddressSpace::Private,
            ObjectKind::Local => AddressSpace::Local,
            ObjectKind::Constant => AddressSpace::Constant,
            ObjectKind::Parameter(_) | ObjectKind::Global => AddressSpace::Global,
        };
        At::Memory {
            addr: self.object_address(object),
            space,
            components: None,
            packed: false,
        }
    }

    fn global_object(&mut self, global: u32) -> Result<u32> {
        if let Some(&object) = self.globals.get(&global) {
            return Ok(object);
        }
        let program = self.program;
        let declared = &program.globals[global as usize];
        let kind = match declared.space {
            AddressSpace::Global => ObjectKind::Global,
            _ => ObjectKind::Constant,
        };
        let object = self.object(kind, &declared.name, declared.ty, declared.origin);
        let bytes = self.constant_bytes(self.size(declared.ty), &declared.init, declared.origin)?;
        self.objects[object as usize].bytes = bytes;
        self.globals.insert(global, object);
        Ok(object)
    }

    fn string_object(&mut self, text: &[u8], id: ExprId) -> u32 {
        if let Some(&object) = self.strings.get(text) {
            return object;
        }
        let expr = self.program.expr(id);
        let object = self.object(ObjectKind::Constant, "string literal", expr.ty, expr.origin);
        let mut bytes = text.to_vec();
        bytes.resize(self.size(expr.ty).max(text.len() as u64 + 1) as usize, 0);
        self.objects[object as usize].size = bytes.len() as u64;
        self.objects[object as usize].bytes = bytes;
        self.strings.insert(text.to_vec(), object);
        object
    }

    pub(super) fn pointee_space(&self, pointer: ExprId) -> AddressSpace {
        match self.program.types.get(self.program.expr(pointer).ty) {
            Type::Pointer { space, .. } => *space,
            _ => AddressSpace::Private,
        }
    }

    fn field_offset(&self, record: TypeId, field: u32) -> u64 {
        match self.program.types.get(record) {
            Type::Record(id) => self.program.types.record(*id).fields[field as usize].offset,
            _ => 0,
        }
    }

    /// A pointer value as an address, its indices kept apart so that they stay narrow.
    pub(super) fn address_value(&mut self, id: ExprId) -> Result<Addr> {
        let program = self.program;
        match &program.expr(id).kind {
            ExprKind::PointerOffset {
                pointer,
                index,
                subtract,
            } => {
                let mut addr = self.address_value(*pointer)?;
                let size = match program.types.get(program.expr(id).ty) {
                    Type::Pointer { pointee, .. } => self.size(*pointee).max(1) as i64,
                    _ => 1,
                };
                let scale = if *subtract { -size } else { size };
                self.add_term(&mut addr, *index, scale)?;
                Ok(addr)
            }
            ExprKind::Decay(place) | ExprKind::AddressOf(place) => match self.place(*place)? {
                At::Memory {
                    mut addr,
                    components,
                    ..
                } => {
                    if let Some(components) = components {
                        let scalar = self
                            .shape(program.expr(*place).ty)
                            .map_or(1, |(s, _)| s.size());
                        addr.offset += i64::from(components[0]) * i64::from(scalar);
                    }
                    Ok(addr)
                }
                At::Registers { .. } => self.refuse(id, "the address of this object"),
            },
            ExprKind::PointerCast(inner)
                if matches!(
                    program.types.get(program.expr(*inner).ty),
                    Type::Pointer { .. }
                ) && self.named_space(*inner, id).is_none() =>
            {
                self.address_value(*inner)
            }
            _ => {
                let base = self.scalar(id)?;
                Ok(Addr {
                    base,
                    terms: Vec::new(),
                    offset: 0,
                })
            }
        }
    }

    pub(super) fn add_term(&mut self, addr: &mut Addr, index: ExprId, scale: i64) -> Result<()> {
        let reg = self.scalar(index)?;
        let ty = self
            .shape(self.program.expr(index).ty)
            .map_or(Scalar::Int, |(scalar, _)| scalar);
        match self.constant_of(reg) {
            Some(bits) => {
                let value = crate::arith::sign_extended(ty, bits);
                addr.offset = addr.offset.wrapping_add(value.wrapping_mul(scale));
            }
            None => addr.terms.push(Term {
                index: reg,
                ty,
                scale,
            }),
        }
        Ok(())
    }

    /// May an expression be evaluated twice, at little cost: variables, constants, conversions?
    fn is_pure(&self, id: ExprId) -> bool {
        match &self.program.expr(id).kind {
            ExprKind::Constant(_) => true,
            ExprKind::Load(place) => {
                matches!(self.program.expr(*place).kind, ExprKind::Variable(_))
            }
            ExprKind::Convert { value, .. } | ExprKind::Unary { value, .. } => self.is_pure(*value),
            ExprKind::Binary { left, right, .. } => self.is_pure(*left) && self.is_pure(*right),
            ExprKind::Builtin { builtin, arguments } => {
                use opencl_c::builtin::Name;
                matches!(builtin.name, Name::GetLocalId | Name::GetGlobalId)
                    && arguments.iter().all(|&argument| self.is_pure(argument))
            }
            _ => false,
        }
    }

    /// An address as a pointer value.
    pub(super) fn pointer(&mut self, addr: Addr) -> Reg {
        let mut base = addr.base;
        for term in addr.terms {
            let dst = self.temporary(Scalar::ULong);
            self.emit(Inst::Offset {
                dst,
                base,
                index: term.index,
                ty: term.ty,
                scale: term.scale,
            });
            base = dst;
        }
        if addr.offset == 0 {
            return base;
        }
        if let Some(bits) = self.constant_of(base) {
            return self.constant(bits.wrapping_add(addr.offset as u64));
        }
        let dst = self.temporary(Scalar::ULong);
        let index = self.constant(addr.offset as u64);
        self.emit(Inst::Offset {
            dst,
            base,
            index,
            ty: Scalar::Long,
            scale: 1,
        });
        dst
    }

    /// Reads a place.
    pub(super) fn load(&mut self, at: &At, ty: TypeId, id: ExprId, role: u8) -> Result<Value> {
        match at {
            At::Registers { scalar, regs } => {
                for &reg in regs {
                    let component = (regs.len() > 1).then_some(reg);
                    self.check_written(reg, component, id);
                }
                Ok(Value::Registers(*scalar, regs.clone()))
            }
            At::Memory {
                addr,
                space,
                components,
                packed,
            } => {
                let Some((scalar, width)) = self.shape(ty) else {
                    return Ok(Value::Bytes(addr.clone(), *space));
                };
                let site = self.site(id, role);
                let regs: Vec<Reg> = (0..width).map(|_| self.temporary(scalar)).collect();
                for (first, range) in stretches(components.as_deref(), width) {
                    let mut addr = addr.clone();
                    addr.offset += i64::from(first) * i64::from(scalar.size());
                    let align = if *packed {
                        1
                    } else if components.is_some() {
                        scalar.size()
                    } else {
                        self.program.types.align(ty).unwrap_or(1) as u32
                    };
                    self.emit(Inst::Access(Box::new(Access {
                        addr,
                        store: false,
                        private: *space == AddressSpace::Private,
                        generic: *space == AddressSpace::Generic,
                        scalar,
                        align,
                        regs: regs[range].to_vec(),
                        idle: 0,
                        site,
                    })));
                }
                let is_pointer = self.program.types.as_pointer(ty).is_some();
                let regs = match is_pointer {
                    true => regs.into_iter().map(|reg| self.address_of(reg)).collect(),
                    false => regs,
                };
                Ok(Value::Registers(scalar, regs))
            }
        }
    }

    /// Writes a place.
    pub(super) fn store(&mut self, at: &At, value: &Value, ty: TypeId, id: ExprId) -> Result<()> {
        match (at, value) {
            (At::Registers { regs, .. }, Value::Registers(_, from)) => {
                self.assign(regs, from);
                for &reg in regs {
                    self.mark_written(reg);
                }
            }
            (
                At::Memory {
                    addr,
                    space,
                    components,
                    packed,
                },
                Value::Registers(scalar, from),
            ) => {
                let is_pointer = self.program.types.as_pointer(ty).is_some();
                let from: Vec<Reg> = match is_pointer {
                    // What lies in memory may be read as another type.
                    true => from.iter().map(|&reg| self.number_of(reg)).collect(),
                    false => from.clone(),
                };
                let site = self.site(id, 1);
                for (first, range) in stretches(components.as_deref(), from.len()) {
                    let mut addr = addr.clone();
                    addr.offset += i64::from(first) * i64::from(scalar.size());
                    let align = if *packed {
                        1
                    } else if components.is_some() {
                        scalar.size()
                    } else {
                        self.program.types.align(ty).unwrap_or(1) as u32
                    };
                    self.emit(Inst::Access(Box::new(Access {
                        addr,
                        store: true,
                        private: *space == AddressSpace::Private,
                        generic: *space == AddressSpace::Generic,
                        scalar: *scalar,
                        align,
                        regs: from[range].to_vec(),
                        idle: 0,
                        site,
                    })));
                }
            }
            (At::Memory { addr, .. }, Value::Bytes(from, _)) => {
                let site = self.site(id, 1);
                let bytes = self.size(ty);
                if bytes > MOST_COPIED {
                    return self.refuse(id, "a copy of a record of more than 64 MiB");
                }
                self.emit(Inst::Copy(Box::new(Copy {
                    to: addr.clone(),
                    from: from.clone(),
                    bytes,
                    site,
                })));
            }
            _ => return self.refuse(id, "an assignment of this kind"),
        }
        Ok(())
    }

    // Who has written a variable that was declared without a value.

    pub(super) fn check_written(&mut self, reg: Reg, component: Option<Reg>, id: ExprId) {
        if !self.unwritten.contains(&reg) {
            return;
        }
        let Some(&flag) = self.flags.get(&reg) else {
            return;
        };
        self.checked.insert(flag);
        let site = self.site(id, 2);
        if self.sites[site as usize].declared.is_none()
            && let Some(&declared) = self.variable_sites.get(&reg)
        {
            let place = self.sites[declared as usize].place.clone();
            self.sites[site as usize].declared = Some(place);
        }
        self.emit(Inst::CheckDefined {
            flag,
            component,
            site,
        });
    }

    /// The variable in a register has no value from here on.
    pub(super) fn forget(&mut self, reg: Reg) {
        let flag = match self.flags.get(&reg) {
            Some(&flag) => flag,
            None => {
                let flag = self.variable(false);
                self.flags.insert(reg, flag);
                flag
            }
        };
        self.unwritten.insert(reg);
        let zero = self.constant(0);
        self.emit(Inst::Move {
            dst: flag,
            src: zero,
        });
    }

    pub(super) fn mark_written(&mut self, reg: Reg) {
        self.unwritten.remove(&reg);
        if let Some(&flag) = self.flags.get(&reg) {
            let one = self.constant(1);
            self.emit(Inst::Move {
                dst: flag,
                src: one,
            });
        }
    }
}

/// Components as stretches that lie side by side: the first component of each and which values it
/// takes.
fn stretches(components: Option<&[u8]>, width: usize) -> Vec<(u8, std::ops::Range<usize>)> {
    let Some(components) = components else {
        return vec![(0, 0..width)];
    };
    let mut found: Vec<(u8, std::ops::Range<usize>)> = Vec::new();
    for (index, &component) in components.iter().enumerate() {
        match found.last_mut() {
            Some((first, range)) if usize::from(*first) + range.len() == usize::from(component) => {
                range.end = index + 1;
            }
            _ => found.push((component, index..index + 1)),
        }
    }
    found
}
