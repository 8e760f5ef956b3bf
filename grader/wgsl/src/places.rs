//! Places: where they are, and what is stored there. Calls of the program's functions.

use crate::constants::{self, Known};
use crate::emit::Emit;
use crate::expressions::Place;
use crate::known;
use crate::pointers::{Home, each_part};
use crate::refusal::{Reason, Result};
use crate::value::{Atom, Lane, Pointer, Value};
use opencl_c::program::{BinaryOp, Constant, ExprId, ExprKind, VarId};
use opencl_c::types::{Scalar, Type, TypeId};

impl Emit<'_> {
    pub(crate) fn place(&mut self, id: ExprId) -> Result<Place> {
        let program = self.program;
        let expr = program.expr(id);
        Ok(match &expr.kind {
            ExprKind::Variable(var) => self.variable_place(*var, id)?,
            ExprKind::Global(global) => {
                let object = self.pointers.tables[global];
                Place::Memory(self.object(object), None)
            }
            ExprKind::Deref(pointer) => Place::Memory(self.pointer(*pointer)?, None),
            ExprKind::Member { base, field } => {
                let pointer = if crate::pointers::is_value(program, *base) {
                    match self.value(*base)? {
                        Value::Record(pointer) => pointer,
                        _ => return self.refuse(id, Reason::Expression("a member of this")),
                    }
                } else {
                    match self.place(*base)? {
                        Place::Memory(pointer, None) => pointer,
                        _ => return self.refuse(id, Reason::Expression("a member of this")),
                    }
                };
                Place::Memory(self.field(&pointer, program.expr(*base).ty, *field), None)
            }
            ExprKind::Swizzle { base, lanes } => match self.place(*base)? {
                Place::Registers(scalar, names) => {
                    let per = if scalar.size() == 8 { 2 } else { 1 };
                    let count = names.len() / per;
                    let picked = lanes.lanes().iter().flat_map(|&lane| {
                        let lane = usize::from(lane).min(count - 1);
                        names[lane * per..(lane + 1) * per].to_vec()
                    });
                    Place::Registers(scalar, picked.collect())
                }
                Place::Memory(pointer, inner) => {
                    let picked = lanes.lanes().iter().map(|&lane| match &inner {
                        Some(inner) => inner[usize::from(lane).min(inner.len() - 1)],
                        None => lane,
                    });
                    Place::Memory(pointer, Some(picked.collect()))
                }
                Place::PointerVariable(..) => {
                    return self.refuse(id, Reason::Expression("a component of this"));
                }
            },
            ExprKind::CompoundLiteral { var, init } => {
                self.initialise(*var, init, id)?;
                self.variable_place(*var, id)?
            }
            ExprKind::Comma { left, right } => {
                self.effect(*left)?;
                self.place(*right)?
            }
            _ => match self.value(id)? {
                Value::Record(pointer) => Place::Memory(pointer, None),
                _ => return self.refuse(id, Reason::Expression("an object of this kind")),
            },
        })
    }

    pub(crate) fn object(&mut self, object: usize) -> Pointer {
        let object = &self.pointers.objects[object];
        let class = self.class(object.class);
        Pointer {
            class,
            base: String::new(),
            offset: object.start as i64 / self.unit(class),
        }
    }

    fn variable_place(&mut self, var: VarId, id: ExprId) -> Result<Place> {
        let origin = self.program.expr(id).origin;
        let name = self.var_name(var);
        let ty = self.var_ty(var);
        Ok(match self.home(var) {
            Home::Memory(object) => Place::Memory(self.object(object), None),
            Home::Pointer(class) => {
                let class = self.class(class);
                self.variable(&name, "u32");
                Place::PointerVariable(name, class)
            }
            Home::Registers => {
                let (scalar, _) = self.shape(ty, origin)?;
                let parts = self.parts(&name, ty, origin)?;
                for (part, register) in &parts {
                    self.variable(part, register);
                }
                let mut names: Vec<String> = parts.into_iter().map(|(part, _)| part).collect();
                if self.narrow.contains(&var) {
                    names[1] = "0u".to_owned();
                }
                Place::Registers(scalar, names)
            }
            Home::Image(_) | Home::Sampler(_) => return self.refuse(id, Reason::Image),
            Home::Nothing => return self.refuse(id, Reason::Expression("an event")),
        })
    }

    /// Stores a value; gives the value stored.
    pub(crate) fn assign(&mut self, id: ExprId, place: &Place, value: Value) -> Result<Value> {
        match (place, &value) {
            (Place::Registers(scalar, names), Value::Lanes(_, lanes)) => {
                // All components are known before the first changes.
                let many = names.len() > 1;
                let lanes: Vec<Lane> = match many {
                    true => lanes.iter().map(|lane| self.fixed_lane(lane)).collect(),
                    false => lanes.clone(),
                };
                let mut texts = Vec::new();
                for lane in &lanes {
                    texts.push(lane.lo.text.clone());
                    texts.extend(lane.hi.iter().map(|hi| hi.text.clone()));
                }
                for (name, text) in names.iter().zip(&texts) {
                    if name != "0u" {
                        self.line(&format!("{name} = {text};"));
                    }
                }
                let lanes = match many {
                    true => lanes,
                    false => Self::lanes_of(*scalar, names),
                };
                Ok(Value::Lanes(*scalar, lanes))
            }
            (Place::PointerVariable(name, class), Value::Pointer(pointer)) => {
                let text = pointer.text();
                self.line(&format!("{name} = {text};"));
                Ok(Value::Pointer(Pointer {
                    class: *class,
                    base: name.clone(),
                    offset: 0,
                }))
            }
            (Place::Memory(pointer, None), _) => {
                let value = self.fixed_value(value);
                let ty = self.stored_type(id);
                self.store(pointer, ty, &value, self.program.expr(id).origin)?;
                Ok(match value {
                    Value::Record(_) => Value::Record(pointer.clone()),
                    other => other,
                })
            }
            (Place::Memory(pointer, Some(picked)), Value::Lanes(scalar, lanes)) => {
                let pointer = self.simple_pointer(pointer);
                let lanes: Vec<Lane> = lanes.iter().map(|lane| self.fixed_lane(lane)).collect();
                for (&at, lane) in picked.iter().zip(&lanes) {
                    let to = self.moved(&pointer, i64::from(at) * i64::from(scalar.size()));
                    self.store_lane(&to, *scalar, lane);
                }
                Ok(Value::Lanes(*scalar, lanes))
            }
            (_, Value::Nothing) => Ok(Value::Nothing),
            _ => self.refuse(id, Reason::Expression("this assignment")),
        }
    }

    /// The type of the object that an assignment changes.
    fn stored_type(&self, id: ExprId) -> TypeId {
        match &self.program.expr(id).kind {
            ExprKind::Assign { place, .. }
            | ExprKind::CompoundAssign { place, .. }
            | ExprKind::Increment { place, .. } => self.program.expr(*place).ty,
            _ => self.program.expr(id).ty,
        }
    }

    pub(crate) fn compound(
        &mut self,
        id: ExprId,
        op: BinaryOp,
        place_id: ExprId,
        value: ExprId,
        computed: TypeId,
    ) -> Result<Value> {
        let expr = self.program.expr(id);
        let ty = self.program.expr(place_id).ty;
        if matches!(self.program.types.get(ty), Type::Pointer { .. }) {
            let (_, index) = self.lane(value)?;
            let place = self.simple_place(place_id)?;
            let moved =
                self.moved_pointer(&place, ty, place_id, &index, op == BinaryOp::Subtract)?;
            return self.assign(id, &place, Value::Pointer(moved));
        }
        let (_, right) = self.lanes(value)?;
        let place = self.simple_place(place_id)?;
        let Value::Lanes(from, left) = self.read(&place, ty, place_id)? else {
            return self.refuse(id, Reason::Expression("this assignment"));
        };
        let (in_type, _) = self.shape(computed, expr.origin)?;
        let mut lanes = Vec::new();
        for (at, lane) in left.iter().enumerate() {
            let lane = self.convert(id, lane, from, in_type, false, None)?;
            let right = right.get(at).unwrap_or(&right[0]).clone();
            let done = self.binary(id, op, in_type, &lane, &right)?;
            lanes.push(self.convert(id, &done, in_type, from, false, None)?);
        }
        self.assign(id, &place, Value::Lanes(from, lanes))
    }

    /// A place whose pointer may be used twice.
    fn simple_place(&mut self, id: ExprId) -> Result<Place> {
        Ok(match self.place(id)? {
            Place::Memory(pointer, picked) => Place::Memory(self.simple_pointer(&pointer), picked),
            other => other,
        })
    }

    fn moved_pointer(
        &mut self,
        place: &Place,
        ty: TypeId,
        id: ExprId,
        index: &Lane,
        subtract: bool,
    ) -> Result<Pointer> {
        let size = match self.program.types.as_pointer(ty) {
            Some((pointee, ..)) => self.program.types.size(pointee).unwrap_or(1) as i64,
            None => 1,
        };
        match self.read(place, ty, id)? {
            Value::Pointer(pointer) => Ok(self.offset(&pointer, index, size, subtract)),
            _ => self.refuse(id, Reason::Expression("this pointer")),
        }
    }

    pub(crate) fn increment(
        &mut self,
        id: ExprId,
        place_id: ExprId,
        decrement: bool,
        postfix: bool,
    ) -> Result<Value> {
        let ty = self.program.expr(place_id).ty;
        let place = self.simple_place(place_id)?;
        let old = self.read(&place, ty, place_id)?;
        let old = match postfix {
            true => self.fixed_value(old),
            false => old,
        };
        let new = match &old {
            Value::Pointer(_) => {
                let one = Lane::one(Atom::i32(1));
                Value::Pointer(self.moved_pointer(&place, ty, place_id, &one, decrement)?)
            }
            Value::Lanes(scalar, lanes) => {
                let one = match scalar {
                    Scalar::Float => Lane::one(Atom {
                        known: Some(1f32.to_bits()),
                        ..Atom::name("1.0f")
                    }),
                    Scalar::Half => Lane::one(Atom::name("0x3c00u")),
                    _ => self.integer_to_integer(&Lane::one(Atom::i32(1)), Scalar::Int, *scalar),
                };
                let op = match decrement {
                    true => BinaryOp::Subtract,
                    false => BinaryOp::Add,
                };
                let lanes = lanes
                    .iter()
                    .map(|lane| self.binary(id, op, *scalar, lane, &one))
                    .collect::<Result<_>>()?;
                Value::Lanes(*scalar, lanes)
            }
            _ => return self.refuse(id, Reason::Expression("this operator")),
        };
        let new = self.assign(id, &place, new)?;
        Ok(if postfix { old } else { new })
    }

    /// Does an expression call a function of the program?
    fn calls(&self, id: ExprId) -> bool {
        let mut found = false;
        each_part(self.program, id, &mut |part| {
            found |= matches!(self.program.expr(part).kind, ExprKind::Call { .. });
        });
        found
    }

    /// The integer that a value is, if that is known: of a pointer, the bytes that it is behind the begin of its class.
    fn number(&self, value: &Value) -> Option<Constant> {
        match value {
            Value::Pointer(pointer) if pointer.base.is_empty() => {
                let bytes = pointer.offset * self.unit(pointer.class);
                Some(Constant::Int(bytes as u64))
            }
            Value::Lanes(scalar, lanes) if !scalar.is_floating() => match &lanes[..] {
                [lane] if lane.hi.is_some() => Some(Constant::Int(lane.known()?)),
                [lane] => Some(constants::extended(*scalar, lane.lo.known?.into())),
                _ => None,
            },
            _ => None,
        }
    }

    /// A call of a function of the program.
    pub(crate) fn call(&mut self, id: ExprId, arguments: &[ExprId]) -> Result<Value> {
        let program = self.program;
        let callee = self.pointers.instances[self.at].calls[&id];
        let instance = &self.pointers.instances[callee];
        let function = program.function(instance.function);
        let mut given = Vec::new();
        let mut records = Vec::new();
        let mut known = Known::default();
        for (index, (&argument, home)) in arguments.iter().zip(&instance.homes).enumerate() {
            if let Home::Image(_) | Home::Sampler(_) = home {
                continue;
            }
            let value = self.value(argument)?;
            let ty = program.expr(argument).ty;
            if let Home::Memory(object) = *home {
                let to = self.object(object);
                // A call in an argument behind this one may be of the same function.
                let calls = arguments[index + 1..].iter().any(|&id| self.calls(id));
                match &value {
                    Value::Record(from) if calls && self.is_short(ty) => {
                        records.push((to, self.words(from, ty)));
                    }
                    _ => self.store(&to, ty, &value, program.expr(argument).origin)?,
                }
                continue;
            }
            let var = VarId(index as u32);
            if cfg!(feature = "inline")
                && let Some(number) = self.number(&value)
                && !known::changes(program, &function.body, var)
            {
                known.insert(var, number);
            }
            given.push((var, self.fixed_value(value)));
        }
        for (to, words) in records {
            self.store_words(&to, &words);
        }
        if let Some(result) = self.inline(callee, arguments, &given, &known)? {
            return Ok(result);
        }
        let mut texts = Vec::new();
        for (var, value) in &given {
            let all = self.texts(arguments[var.0 as usize], value)?;
            texts.extend(all.into_iter().map(|(text, _)| text));
        }
        let variant = self.variant(callee, known);
        let call = format!("{}({})", self.variants[variant].name, texts.join(", "));
        let ty = program.expr(id).ty;
        match program.types.get(ty) {
            Type::Void => {
                self.line(&format!("{call};"));
                Ok(Value::Nothing)
            }
            Type::Record(_) => {
                self.line(&format!("{call};"));
                let Some(object) = instance.record else {
                    return self.refuse(id, Reason::Expression("this call"));
                };
                Ok(Value::Record(self.object(object)))
            }
            Type::Pointer { .. } => {
                let Some(class) = instance.result else {
                    return self.refuse(id, Reason::Expression("this call"));
                };
                let base = self.named(&call);
                Ok(Value::Pointer(Pointer {
                    class: self.class(class),
                    base,
                    offset: 0,
                }))
            }
            _ => {
                let origin = program.expr(id).origin;
                let (scalar, _) = self.shape(ty, origin)?;
                let parts = self.parts("r", ty, origin)?;
                if parts.len() == 1 {
                    let name = self.named(&call);
                    return Ok(Value::Lanes(scalar, vec![Lane::one(Atom::name(name))]));
                }
                self.line(&format!("{call};"));
                let names: Vec<String> = (0..parts.len())
                    .map(|part| self.named(&format!("r{callee}_{part}")))
                    .collect();
                Ok(Value::Lanes(scalar, Self::lanes_of(scalar, &names)))
            }
        }
    }
}
