//! Values of expressions.

use crate::convert::{known, signed_register, zero};
use crate::emit::Emit;
use crate::pointers::{Home, is_value};
use crate::refusal::{Reason, Result, refuse};
use crate::speculation;
use crate::value::{Atom, Lane, Pointer, Value, decided, not};
use opencl_c::program::{BinaryOp, Constant, ExprId, ExprKind, UnaryOp, VarId};
use opencl_c::types::{Scalar, Type, TypeId};

/// Where a value is kept.
pub(crate) enum Place {
    /// Variables of the shader: their names.
    Registers(Scalar, Vec<String>),
    /// A pointer's variable.
    PointerVariable(String, crate::classes::Class),
    /// Memory; the components of the vector there that are meant, all where absent.
    Memory(Pointer, Option<Vec<u8>>),
}

impl Emit<'_> {
    /// A scalar or vector value.
    pub(crate) fn lanes(&mut self, id: ExprId) -> Result<(Scalar, Vec<Lane>)> {
        match self.value(id)? {
            Value::Lanes(scalar, lanes) => Ok((scalar, lanes)),
            _ => self.refuse(id, Reason::Expression("a value of this type")),
        }
    }

    pub(crate) fn lane(&mut self, id: ExprId) -> Result<(Scalar, Lane)> {
        let (scalar, lanes) = self.lanes(id)?;
        match lanes.into_iter().next() {
            Some(lane) => Ok((scalar, lane)),
            None => self.refuse(id, Reason::Expression("a value without components")),
        }
    }

    /// Is a scalar or a pointer not 0, as a `bool` of the shader?
    pub(crate) fn condition(&mut self, id: ExprId) -> Result<String> {
        match self.value(id)? {
            Value::Lanes(scalar, lanes) => Ok(self.truth(&lanes[0], scalar)),
            Value::Pointer(pointer) => Ok(format!("({} != 0xffffffffu)", pointer.text())),
            _ => self.refuse(id, Reason::Expression("this condition")),
        }
    }

    pub(crate) fn pointer(&mut self, id: ExprId) -> Result<Pointer> {
        match self.value(id)? {
            Value::Pointer(pointer) => Ok(pointer),
            _ => self.refuse(id, Reason::Expression("a pointer of this kind")),
        }
    }

    /// An expression of which only the effect counts.
    pub(crate) fn effect(&mut self, id: ExprId) -> Result<()> {
        let program = self.program;
        match &program.expr(id).kind {
            ExprKind::Discard(inner) => return self.effect(*inner),
            ExprKind::Increment {
                place, decrement, ..
            } => {
                self.increment(id, *place, *decrement, false)?;
                return Ok(());
            }
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            } => {
                let condition = self.condition(*condition)?;
                self.open(&format!("if {condition} {{"));
                self.effect(*then)?;
                self.close("} else {");
                self.depth += 1;
                self.effect(*otherwise)?;
                self.close("}");
                return Ok(());
            }
            _ => {}
        }
        self.value(id).map(|_| ())
    }

    fn class_of(&self, id: ExprId) -> Result<crate::classes::Class> {
        match self.pointers.instances[self.at].classes.get(&id) {
            Some(&class) => Ok(self.pointers.classes.find(class)),
            None => refuse(
                Reason::Expression("a pointer of this kind"),
                self.program.expr(id).origin,
            ),
        }
    }

    pub(crate) fn value(&mut self, id: ExprId) -> Result<Value> {
        let program = self.program;
        let expr = program.expr(id);
        Ok(match &expr.kind {
            ExprKind::Constant(constant) => {
                let Some(scalar) = expr.ty.as_scalar() else {
                    return Ok(Value::Nothing);
                };
                let lane = self.constant(id, scalar, *constant)?;
                Value::Lanes(scalar, vec![lane])
            }
            ExprKind::NullPointer => Value::Pointer(Pointer {
                class: self.class_of(id)?,
                base: "0xffffffffu".to_owned(),
                offset: 0,
            }),
            ExprKind::Load(place) => self.loaded(*place)?,
            ExprKind::Decay(place) | ExprKind::AddressOf(place) => match self.place(*place)? {
                Place::Memory(pointer, None) => Value::Pointer(pointer),
                Place::Memory(pointer, Some(lanes)) => {
                    let (scalar, _) = self.shape(program.expr(*place).ty, expr.origin)?;
                    let bytes = i64::from(lanes[0]) * i64::from(scalar.size());
                    Value::Pointer(self.moved(&pointer, bytes))
                }
                _ => return self.refuse(id, Reason::Expression("the address of this")),
            },
            ExprKind::Convert {
                value,
                saturate,
                rounding,
                ..
            } => {
                let (to, _) = self.shape(expr.ty, expr.origin)?;
                // A constant of `double` that becomes a float at once.
                let of_double =
                    matches!(program.expr(*value).ty.shape(), Some((Scalar::Double, _)));
                if of_double
                    && let Some((_, known)) = crate::constants::value(program, &self.known, id)
                {
                    let lanes = known
                        .into_iter()
                        .map(|constant| self.constant(id, to, constant))
                        .collect::<Result<_>>()?;
                    return Ok(Value::Lanes(to, lanes));
                }
                let (from, lanes) = self.lanes(*value)?;
                let lanes = lanes
                    .iter()
                    .map(|lane| self.convert(id, lane, from, to, *saturate, *rounding))
                    .collect::<Result<_>>()?;
                Value::Lanes(to, lanes)
            }
            ExprKind::Splat(value) => {
                let (scalar, lane) = self.lane(*value)?;
                let lane = self.simple_lane(&lane);
                let (_, width) = self.shape(expr.ty, expr.origin)?;
                Value::Lanes(scalar, vec![lane; width.into()])
            }
            ExprKind::Reinterpret(value) => {
                let (from, lanes) = self.lanes(*value)?;
                let (to, width) = self.shape(expr.ty, expr.origin)?;
                Value::Lanes(to, self.reinterpret(id, &lanes, from, to, width.into())?)
            }
            ExprKind::PointerCast(value) => {
                let pointer = self.pointer(*value)?;
                Value::Pointer(pointer)
            }
            ExprKind::Discard(value) => {
                self.effect(*value)?;
                Value::Nothing
            }
            ExprKind::Unary { op, value } => self.unary(id, *op, *value)?,
            ExprKind::Binary { op, left, right } => self.binary_value(id, *op, *left, *right)?,
            ExprKind::ShortCircuit { or, left, right } => self.short_circuit(*or, *left, *right)?,
            ExprKind::VectorLogical { or, left, right } => {
                let (a_type, a) = self.lanes(*left)?;
                let (b_type, b) = self.lanes(*right)?;
                let (to, _) = self.shape(expr.ty, expr.origin)?;
                let sign = if *or { "||" } else { "&&" };
                let lanes = a.iter().zip(&b).map(|(a, b)| {
                    let truth = format!(
                        "({} {sign} {})",
                        self.truth(a, a_type),
                        self.truth(b, b_type)
                    );
                    self.mask(&truth, to)
                });
                Value::Lanes(to, lanes.collect())
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
                let (of, c) = self.lanes(*condition)?;
                let (scalar, a) = self.lanes(*then)?;
                let (_, b) = self.lanes(*otherwise)?;
                let lanes = (0..a.len())
                    .map(|at| {
                        let truth = self.top_bit(&c[at], of);
                        self.chosen(&truth, &a[at], &b[at])
                    })
                    .collect();
                Value::Lanes(scalar, lanes)
            }
            ExprKind::PointerOffset {
                pointer,
                index,
                subtract,
            } => {
                let pointer = self.pointer(*pointer)?;
                let Some((pointee, ..)) = program.types.as_pointer(expr.ty) else {
                    return self.refuse(id, Reason::Expression("this pointer"));
                };
                let size = program.types.size(pointee).unwrap_or(1) as i64;
                let (_, index) = self.lane(*index)?;
                Value::Pointer(self.offset(&pointer, &index, size, *subtract))
            }
            ExprKind::PointerDifference { left, right } => {
                let Some((pointee, ..)) = program.types.as_pointer(program.expr(*left).ty) else {
                    return self.refuse(id, Reason::Expression("this difference"));
                };
                let size = program.types.size(pointee).unwrap_or(1) as i64;
                let (left, right) = (self.pointer(*left)?, self.pointer(*right)?);
                let per = (size / self.unit(left.class)).max(1);
                let text = format!(
                    "(bitcast<i32>({} - {}) / {per}i)",
                    left.text(),
                    right.text()
                );
                let lane = Lane::one(Atom::text(text));
                let lane = self.integer_to_integer(&lane, Scalar::Int, Scalar::Long);
                Value::Lanes(Scalar::Long, vec![lane])
            }
            ExprKind::Assign { value, .. } if expr.ty == TypeId::EVENT => {
                self.effect(*value)?;
                Value::Nothing
            }
            ExprKind::Assign { place, value } => {
                let value = self.value(*value)?;
                let place = self.place(*place)?;
                self.assign(id, &place, value)?
            }
            ExprKind::CompoundAssign {
                op,
                place,
                value,
                computed,
            } => self.compound(id, *op, *place, *value, *computed)?,
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
                function: _,
                arguments,
            } => self.call(id, arguments)?,
            ExprKind::Builtin { builtin, arguments } => self.built_in(id, *builtin, arguments)?,
            ExprKind::VectorLiteral(parts) => {
                let (scalar, width) = self.shape(expr.ty, expr.origin)?;
                let mut lanes = Vec::new();
                for &part in parts {
                    lanes.extend(self.lanes(part)?.1);
                }
                if lanes.len() == 1 {
                    let lane = self.simple_lane(&lanes[0]);
                    lanes = vec![lane; width.into()];
                }
                Value::Lanes(scalar, lanes)
            }
            ExprKind::Member { base, field } => {
                let base_value = if is_value(program, *base) {
                    self.value(*base)?
                } else {
                    return self.loaded(id);
                };
                let Value::Record(pointer) = base_value else {
                    return self.refuse(id, Reason::Expression("a member of this"));
                };
                let pointer = self.field(&pointer, program.expr(*base).ty, *field);
                match program.types.get(expr.ty) {
                    Type::Array { .. } => Value::Pointer(pointer),
                    _ => self.load(&pointer, expr.ty, expr.origin)?,
                }
            }
            ExprKind::Swizzle { base, lanes } => {
                let (scalar, all) = self.lanes(*base)?;
                let picked = lanes.lanes().iter().map(|&lane| {
                    let lane = usize::from(lane);
                    all.get(lane).cloned().unwrap_or_else(|| zero(scalar))
                });
                let picked: Vec<Lane> = picked.collect();
                let picked = picked.iter().map(|lane| self.simple_lane(lane)).collect();
                Value::Lanes(scalar, picked)
            }
            ExprKind::Variable(_)
            | ExprKind::Global(_)
            | ExprKind::Deref(_)
            | ExprKind::CompoundLiteral { .. } => self.loaded(id)?,
            ExprKind::String(_) => return self.refuse(id, Reason::Expression("a string")),
        })
    }

    fn constant(&mut self, id: ExprId, scalar: Scalar, constant: Constant) -> Result<Lane> {
        self.register(scalar, self.program.expr(id).origin)?;
        Ok(match constant {
            Constant::Float(_) if scalar == Scalar::Half => {
                let float = self.constant(id, Scalar::Float, constant)?;
                self.narrowed_half(float, scalar)
            }
            Constant::Float(value) => {
                let value = value as f32;
                if value.is_finite() {
                    let text = match value.is_sign_negative() {
                        true => format!("({value:?}f)"),
                        false => format!("{value:?}f"),
                    };
                    return Ok(Lane::one(Atom {
                        known: Some(value.to_bits()),
                        ..Atom::name(text)
                    }));
                }
                let lane = self.float_of_bits("", Some(value.to_bits()));
                self.simple_lane(&lane)
            }
            Constant::Int(bits) if scalar.size() == 8 => {
                Lane::wide(Atom::u32(bits as u32), Atom::u32((bits >> 32) as u32))
            }
            Constant::Int(bits) => Lane::one(known(bits as u32, scalar)),
        })
    }

    /// The mask of a vector comparison: all bits or none.
    pub(crate) fn mask(&mut self, truth: &str, to: Scalar) -> Lane {
        match to.size() {
            8 => {
                let name = self.named(&format!("select(0u, 0xffffffffu, {truth})"));
                Lane::wide(Atom::name(name.clone()), Atom::name(name))
            }
            _ => Lane::one(Atom::text(format!("select(0i, -1i, {truth})"))),
        }
    }

    /// Is the top bit of an integer set?
    pub(crate) fn top_bit(&mut self, lane: &Lane, scalar: Scalar) -> String {
        let bits = scalar.size() * 8;
        match scalar {
            _ if bits == 64 => format!("(({} >> 31u) != 0u)", self.simple(&lane.hi()).text),
            _ if signed_register(scalar) => format!("({} < 0i)", lane.lo.text),
            _ => format!("(({} >> {}u) != 0u)", self.simple(&lane.lo).text, bits - 1),
        }
    }

    /// One of two components by a `bool` of the shader.
    pub(crate) fn chosen(&mut self, truth: &str, yes: &Lane, no: &Lane) -> Lane {
        match decided(truth) {
            Some(true) => return yes.clone(),
            Some(false) => return no.clone(),
            None => {}
        }
        let truth = match yes.hi.is_some() {
            true => self.named(truth),
            false => truth.to_owned(),
        };
        let pick = |yes: &Atom, no: &Atom| match (yes.known, no.known) {
            (Some(a), Some(b)) if a == b => yes.clone(),
            _ => Atom::text(format!("select({}, {}, {truth})", no.text, yes.text)),
        };
        Lane {
            lo: pick(&yes.lo, &no.lo),
            hi: yes.hi.as_ref().map(|hi| pick(hi, &no.hi())),
        }
    }

    fn unary(&mut self, id: ExprId, op: UnaryOp, value: ExprId) -> Result<Value> {
        let expr = self.program.expr(id);
        if op == UnaryOp::Not {
            if !matches!(self.program.types.get(expr.ty), Type::Vector(..)) {
                let truth = self.condition(value)?;
                let lane = Lane::one(Atom::truth(not(&truth)));
                return Ok(Value::Lanes(Scalar::Int, vec![lane]));
            }
            let (from, lanes) = self.lanes(value)?;
            let (to, _) = self.shape(expr.ty, expr.origin)?;
            let lanes = lanes.iter().map(|lane| {
                let truth = format!("!{}", self.truth(lane, from));
                self.mask(&truth, to)
            });
            return Ok(Value::Lanes(to, lanes.collect()));
        }
        let (scalar, lanes) = self.lanes(value)?;
        self.register(scalar, expr.origin)?;
        let lanes = lanes.iter().map(|lane| match op {
            UnaryOp::Negate => self.negated(scalar, lane),
            _ => self.complement(scalar, lane),
        });
        Ok(Value::Lanes(scalar, lanes.collect()))
    }

    fn binary_value(
        &mut self,
        id: ExprId,
        op: BinaryOp,
        left: ExprId,
        right: ExprId,
    ) -> Result<Value> {
        let expr = self.program.expr(id);
        let (left_value, right_value) = (self.value(left)?, self.value(right)?);
        let ((scalar, a), (_, b)) = match (left_value, right_value) {
            (Value::Lanes(scalar, a), Value::Lanes(other, b)) => ((scalar, a), (other, b)),
            (Value::Pointer(a), Value::Pointer(b)) => {
                let truth = format!("({} {} {})", a.text(), op.text(), b.text());
                let lane = Lane::one(Atom::truth(truth));
                return Ok(Value::Lanes(Scalar::Int, vec![lane]));
            }
            _ => return self.refuse(id, Reason::Expression("this operator")),
        };
        let (to, width) = self.shape(expr.ty, expr.origin)?;
        let mut lanes = Vec::new();
        for (a, b) in a.iter().zip(&b) {
            let lane = self.binary(id, op, scalar, a, b)?;
            lanes.push(match (op.is_comparison() && width > 1, &lane.lo.truth) {
                (true, Some(truth)) => {
                    let truth = truth.clone();
                    self.mask(&truth, to)
                }
                _ => lane,
            });
        }
        Ok(Value::Lanes(to, lanes))
    }

    fn short_circuit(&mut self, or: bool, left: ExprId, right: ExprId) -> Result<Value> {
        let left = self.condition(left)?;
        if let Some(holds) = decided(&left) {
            let truth = match holds == or {
                true => left,
                false => self.condition(right)?,
            };
            return Ok(Value::Lanes(
                Scalar::Int,
                vec![Lane::one(Atom::truth(truth))],
            ));
        }
        let before = self.body.len();
        self.depth += 1;
        let right = self.condition(right)?;
        self.depth -= 1;
        let truth = if self.body.len() == before {
            // The right side has no effects. `&&` would become a branch.
            format!("(({left}) {} ({right}))", if or { "|" } else { "&" })
        } else {
            // The right side has statements of its own.
            let inner = self.body.split_off(before);
            let name = self.fresh();
            self.line(&format!("var {name} = {left};"));
            let guard = if or { format!("!{name}") } else { name.clone() };
            self.open(&format!("if {guard} {{"));
            self.body.push_str(&inner);
            self.line(&format!("{name} = {right};"));
            self.close("}");
            name
        };
        let lane = Lane::one(Atom::truth(truth));
        Ok(Value::Lanes(Scalar::Int, vec![lane]))
    }

    fn conditional(
        &mut self,
        id: ExprId,
        condition: ExprId,
        then: ExprId,
        otherwise: ExprId,
    ) -> Result<Value> {
        let condition = self.condition(condition)?;
        match decided(&condition) {
            Some(true) => return self.value(then),
            Some(false) => return self.value(otherwise),
            None => {}
        }
        let before = self.body.len();
        self.depth += 1;
        let yes = self.value(then)?;
        let first = self.body.split_off(before);
        let no = self.value(otherwise)?;
        let second = self.body.split_off(before);
        self.depth -= 1;
        if let (Value::Lanes(scalar, a), Value::Lanes(_, b)) = (&yes, &no)
            && let Some(lines) = speculation::lines(&first, &second)
        {
            let truth = match a.len() > 1 || scalar.size() == 8 || !lines.is_empty() {
                true => self.named(&condition),
                false => condition,
            };
            for (line, is_first) in lines {
                let chosen = match is_first {
                    true => truth.clone(),
                    false => format!("!{truth}"),
                };
                self.line(&speculation::guarded(line, &chosen));
            }
            let lanes = a.iter().zip(b).map(|(a, b)| self.chosen(&truth, a, b));
            return Ok(Value::Lanes(*scalar, lanes.collect()));
        }
        // Variables of this place take the value of the side that is evaluated.
        let (yes, no) = (self.texts(id, &yes)?, self.texts(id, &no)?);
        let mut names = Vec::new();
        for (_, register) in &yes {
            let name = self.fresh();
            self.line(&format!("var {name}: {register};"));
            names.push(name);
        }
        self.open(&format!("if {condition} {{"));
        for (inner, texts, end) in [(first, &yes, "} else {"), (second, &no, "}")] {
            self.body.push_str(&inner);
            for (name, (text, _)) in names.iter().zip(texts) {
                self.line(&format!("{name} = {text};"));
            }
            self.close(end);
            if end.len() > 1 {
                self.depth += 1;
            }
        }
        let ty = self.program.expr(id).ty;
        match self.program.types.get(ty) {
            Type::Pointer { .. } => Ok(Value::Pointer(Pointer {
                class: self.class_of(id)?,
                base: names.swap_remove(0),
                offset: 0,
            })),
            Type::Void => Ok(Value::Nothing),
            _ => {
                let (scalar, _) = self.shape(ty, self.program.expr(id).origin)?;
                Ok(Value::Lanes(scalar, Self::lanes_of(scalar, &names)))
            }
        }
    }

    /// The parts of a value, each with its type in the shader.
    pub(crate) fn texts(&self, id: ExprId, value: &Value) -> Result<Vec<(String, &'static str)>> {
        match value {
            Value::Lanes(scalar, lanes) => {
                let register = self.register(*scalar, self.program.expr(id).origin)?;
                let mut texts = Vec::new();
                for lane in lanes {
                    texts.push((lane.lo.text.clone(), register));
                    texts.extend(lane.hi.iter().map(|hi| (hi.text.clone(), register)));
                }
                Ok(texts)
            }
            Value::Pointer(pointer) => Ok(vec![(pointer.text(), "u32")]),
            Value::Nothing => Ok(Vec::new()),
            Value::Record(_) => self.refuse(id, Reason::Expression("a choice of records")),
        }
    }

    /// A pointer moved by elements of `size` bytes.
    pub(crate) fn offset(
        &mut self,
        pointer: &Pointer,
        index: &Lane,
        size: i64,
        subtract: bool,
    ) -> Pointer {
        let scale = size / self.unit(pointer.class);
        // Of the index the low word alone counts: memory has fewer than 2^32 units.
        if let Some(known) = index.lo.known {
            let by = i64::from(known as i32) * scale;
            return pointer.plus(if subtract { -by } else { by });
        }
        let word = match index.lo.text.starts_with("bitcast<u32>") || index.hi.is_some() {
            true => index.lo.text.clone(),
            false => format!("u32({})", index.lo.text),
        };
        let scaled = match scale {
            1 => word,
            scale => format!("({word} * {scale}u)"),
        };
        if !subtract {
            return pointer.plus_text(&scaled);
        }
        let base = match pointer.base.as_str() {
            "" => "0u".to_owned(),
            base => base.to_owned(),
        };
        Pointer {
            base: format!("({base} - {scaled})"),
            ..pointer.clone()
        }
    }

    pub(crate) fn field(&self, pointer: &Pointer, record: TypeId, field: u32) -> Pointer {
        let Type::Record(record) = self.program.types.get(record) else {
            return pointer.clone();
        };
        let fields = &self.program.types.record(*record).fields;
        self.moved(pointer, fields[field as usize].offset as i64)
    }

    fn loaded(&mut self, place: ExprId) -> Result<Value> {
        let expr = self.program.expr(place);
        if let ExprKind::Variable(var) = expr.kind
            && self.home(var) == Home::Nothing
        {
            return Ok(Value::Nothing);
        }
        if let ExprKind::Variable(var) = expr.kind
            && let Some(known) = self.known.get(var)
        {
            return self.known_value(place, var, known);
        }
        let found = self.place(place)?;
        self.read(&found, expr.ty, place)
    }

    /// The value of a variable that is known: of a pointer, the bytes that it is behind the begin of its class.
    fn known_value(&mut self, id: ExprId, var: VarId, known: Constant) -> Result<Value> {
        let ty = self.program.expr(id).ty;
        match (self.home(var), known) {
            (Home::Pointer(class), Constant::Int(bytes)) => {
                let class = self.class(class);
                Ok(Value::Pointer(Pointer {
                    class,
                    base: String::new(),
                    offset: bytes as i64 / self.unit(class),
                }))
            }
            (_, known) => {
                let place = self.place(id)?;
                let mut value = self.read(&place, ty, id)?;
                // The text stays the variable's: the shader's compiler refuses what overflows in literals.
                if let (Value::Lanes(_, lanes), Constant::Int(bits)) = (&mut value, known)
                    && let [lane] = &mut lanes[..]
                {
                    lane.lo.known = Some(bits as u32);
                    if let Some(hi) = &mut lane.hi {
                        hi.known = Some((bits >> 32) as u32);
                    }
                }
                Ok(value)
            }
        }
    }

    /// The value of a place.
    pub(crate) fn read(&mut self, place: &Place, ty: TypeId, id: ExprId) -> Result<Value> {
        let origin = self.program.expr(id).origin;
        match place {
            Place::Registers(scalar, names) => {
                Ok(Value::Lanes(*scalar, Self::lanes_of(*scalar, names)))
            }
            Place::PointerVariable(name, class) => Ok(Value::Pointer(Pointer {
                class: *class,
                base: name.clone(),
                offset: 0,
            })),
            Place::Memory(pointer, None) => self.load(pointer, ty, origin),
            Place::Memory(pointer, Some(picked)) => {
                let (scalar, _) = self.shape(ty, origin)?;
                let pointer = self.simple_pointer(pointer);
                let mut lanes = Vec::new();
                for &lane in picked {
                    let at = self.moved(&pointer, i64::from(lane) * i64::from(scalar.size()));
                    lanes.push(self.load_lane(&at, scalar, origin)?);
                }
                Ok(Value::Lanes(scalar, lanes))
            }
        }
    }
}
