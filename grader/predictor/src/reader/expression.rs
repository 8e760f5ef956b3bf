//! Expressions: values and places.

use super::{MOST_READ, Place, Read, Reader, Value, is_simple, wrapped};
use crate::access::Base;
use crate::graph::{Key, OFFSET_WITHOUT_SIGN};
use crate::lanes::Lanes;
use crate::refusal::Why;
use crate::steps::Steps;
use opencl_c::program::{BinaryOp, Constant, Expr, ExprId, ExprKind, UnaryOp, VarId};
use opencl_c::types::{AddressSpace, Scalar, TypeId};

impl Reader<'_> {
    pub(super) fn expression(&mut self, id: ExprId) -> Read<Value> {
        self.read += 1;
        let program = self.program;
        let expr = program.expr(id);
        if self.read > MOST_READ {
            return self.refuse(expr.origin, Why::TooLarge);
        }
        match &expr.kind {
            ExprKind::Constant(Constant::Int(bits)) => {
                Ok(self.constant(*bits, Lanes::Same(*bits as i64)))
            }
            ExprKind::Constant(Constant::Float(value)) => {
                Ok(self.constant(value.to_bits(), Lanes::Unknown { same: true }))
            }
            ExprKind::NullPointer => Ok(self.constant(0, Lanes::Same(0))),
            ExprKind::String(_) => Ok(self.data(&[])),
            ExprKind::Load(place) => {
                let at = self.place(*place)?;
                Ok(self.load(&at, expr.ty, *place))
            }
            ExprKind::Decay(place) | ExprKind::AddressOf(place) => {
                let place = self.place(*place)?;
                Ok(self.address(place))
            }
            ExprKind::Convert { value, .. } => {
                let from = program.expr(*value).ty;
                let value = self.expression(*value)?;
                Ok(self.convert(value, from, expr))
            }
            ExprKind::Splat(value) | ExprKind::Reinterpret(value) => {
                let value = self.expression(*value)?;
                let lanes = Lanes::Unknown {
                    same: value.lanes.is_same(),
                };
                Ok(self.free("as", expr.ty, &[value], lanes))
            }
            ExprKind::PointerCast(value) => self.expression(*value),
            ExprKind::Discard(value) => self.expression(*value),
            ExprKind::Unary { op, value } => {
                let of = program.expr(*value).ty;
                let value = self.expression(*value)?;
                let scalar = of.as_scalar();
                let lanes = match (op, scalar.filter(|scalar| scalar.is_integer())) {
                    (UnaryOp::Negate, Some(scalar)) => {
                        value.lanes.scaled(|n| wrapped(n.wrapping_neg(), scalar))
                    }
                    (UnaryOp::Complement, Some(scalar)) => {
                        value.lanes.scaled(|n| wrapped(!n, scalar))
                    }
                    (UnaryOp::Not, Some(_)) => value.lanes.map(|n| i64::from(n == 0)),
                    _ => Lanes::Unknown {
                        same: value.lanes.is_same(),
                    },
                };
                let (name, cost) = match op {
                    UnaryOp::Negate => ("negate", "-"),
                    UnaryOp::Complement => ("complement", "bits"),
                    UnaryOp::Not => ("not", "compare"),
                };
                Ok(self.computed(
                    name,
                    expr.ty,
                    Some((cost, of)),
                    expr.origin,
                    &[value.node],
                    lanes,
                ))
            }
            ExprKind::Binary { op, left, right } => {
                let of = program.expr(*left).ty;
                let by_constant = matches!(program.expr(*right).kind, ExprKind::Constant(_));
                let left = self.expression(*left)?;
                let right = self.expression(*right)?;
                Ok(self.binary(*op, left, right, of, expr, by_constant))
            }
            ExprKind::ShortCircuit { or, left, right } => {
                let left = self.expression(*left)?;
                let or = *or;
                // The right side is evaluated only where the left one does not decide.
                let test = if or {
                    left.lanes.map(|n| i64::from(n == 0))
                } else {
                    left.lanes.clone()
                };
                let mut other = None;
                self.decision(
                    (&test, *right),
                    |reader| {
                        other = Some(reader.expression(*right)?);
                        Ok(())
                    },
                    |_| Ok(()),
                )?;
                let Some(other) = other else {
                    let lanes = left.lanes.map(|n| i64::from(n != 0));
                    return Ok(self.free("truth", expr.ty, &[left], lanes));
                };
                let lanes = left.lanes.with(&other.lanes, |a, b| {
                    Some(i64::from(if or {
                        a != 0 || b != 0
                    } else {
                        a != 0 && b != 0
                    }))
                });
                let name = if or { "||" } else { "&&" };
                let parents = [left.node, other.node];
                let (ty, origin) = (expr.ty, expr.origin);
                Ok(self.computed(
                    name,
                    ty,
                    Some(("bits", TypeId::INT)),
                    origin,
                    &parents,
                    lanes,
                ))
            }
            ExprKind::VectorLogical { left, right, .. } => {
                let values = [self.expression(*left)?, self.expression(*right)?];
                let parents = values.map(|value| value.node);
                let (ty, origin) = (expr.ty, expr.origin);
                Ok(self.computed(
                    "logical",
                    ty,
                    Some(("bits", ty)),
                    origin,
                    &parents,
                    Lanes::DATA,
                ))
            }
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            } => {
                let id = *condition;
                let condition = self.expression(id)?;
                let (mut first, mut second) = (None, None);
                self.decision(
                    (&condition.lanes, id),
                    |reader| {
                        first = Some(reader.expression(*then)?);
                        Ok(())
                    },
                    |reader| {
                        second = Some(reader.expression(*otherwise)?);
                        Ok(())
                    },
                )?;
                let (first, second) = match (first, second) {
                    (Some(first), Some(second)) => (first, second),
                    (Some(only), None) | (None, Some(only)) => return Ok(only),
                    (None, None) => return Ok(self.data(&[])),
                };
                let lanes =
                    match crate::lanes::Mask::where_true(&condition.lanes, self.sample.lanes()) {
                        Some(taken) => taken.select(&first.lanes, &second.lanes),
                        None if first.lanes == second.lanes => first.lanes.clone(),
                        None => Lanes::DATA,
                    };
                let base = if first.base == second.base {
                    first.base
                } else {
                    None
                };
                let parents = [condition.node, first.node, second.node];
                let (ty, origin) = (expr.ty, expr.origin);
                let mut value =
                    self.computed("select", ty, Some(("select", ty)), origin, &parents, lanes);
                value.base = base;
                Ok(value)
            }
            ExprKind::VectorConditional {
                condition,
                then,
                otherwise,
            } => {
                let values = [
                    self.expression(*condition)?,
                    self.expression(*then)?,
                    self.expression(*otherwise)?,
                ];
                let parents = values.map(|value| value.node);
                let (ty, origin) = (expr.ty, expr.origin);
                Ok(self.computed(
                    "select",
                    ty,
                    Some(("select", ty)),
                    origin,
                    &parents,
                    Lanes::DATA,
                ))
            }
            ExprKind::PointerOffset {
                pointer,
                index,
                subtract,
            } => {
                let size = program
                    .types
                    .as_pointer(program.expr(*pointer).ty)
                    .and_then(|(pointee, ..)| program.types.size(pointee))
                    .unwrap_or(1) as i64;
                let pointer = self.expression(*pointer)?;
                let index = self.expression(*index)?;
                Ok(self.moved(&pointer, &index, if *subtract { -size } else { size }))
            }
            ExprKind::PointerDifference { left, right } => {
                let values = [self.expression(*left)?, self.expression(*right)?];
                Ok(self.free("difference", expr.ty, &values, Lanes::DATA))
            }
            ExprKind::Assign { place, value } => {
                let ty = program.expr(*place).ty;
                let value = self.expression(*value)?;
                let at = self.place(*place)?;
                self.store(&at, value.clone(), ty, *place);
                Ok(value)
            }
            ExprKind::CompoundAssign {
                op,
                place,
                value,
                computed,
            } => {
                let ty = program.expr(*place).ty;
                let by_constant = matches!(program.expr(*value).kind, ExprKind::Constant(_));
                let at = self.place(*place)?;
                let old = self.load(&at, ty, *place);
                let value = self.expression(*value)?;
                let new = match program.types.as_pointer(ty) {
                    Some((pointee, ..)) => {
                        let size = program.types.size(pointee).unwrap_or(1) as i64;
                        let size = if *op == BinaryOp::Subtract {
                            -size
                        } else {
                            size
                        };
                        self.moved(&old, &value, size)
                    }
                    None => {
                        let (is_same, is_sum) = (value.lanes.is_same(), *op == BinaryOp::Add);
                        let new = self.binary(*op, old, value, *computed, expr, by_constant);
                        let is_unknown = matches!(new.lanes, Lanes::Unknown { .. });
                        let is_index = computed.as_scalar().is_some_and(Scalar::is_integer);
                        if is_unknown && is_same && is_sum && is_index {
                            self.walking.insert(new.node);
                        }
                        self.convert(new, *computed, program.expr(*place))
                    }
                };
                self.store(&at, new.clone(), ty, *place);
                Ok(new)
            }
            ExprKind::Increment {
                place,
                decrement,
                postfix,
            } => {
                let ty = program.expr(*place).ty;
                let at = self.place(*place)?;
                let old = self.load(&at, ty, *place);
                let one = self.constant(1, Lanes::Same(1));
                let new = match program.types.as_pointer(ty) {
                    Some((pointee, ..)) => {
                        let size = program.types.size(pointee).unwrap_or(1) as i64;
                        self.moved(&old, &one, if *decrement { -size } else { size })
                    }
                    None => {
                        let op = if *decrement {
                            BinaryOp::Subtract
                        } else {
                            BinaryOp::Add
                        };
                        self.binary(op, old.clone(), one, ty, expr, true)
                    }
                };
                if matches!(new.lanes, Lanes::Unknown { .. }) {
                    self.walking.insert(new.node);
                }
                self.store(&at, new.clone(), ty, *place);
                Ok(if *postfix { old } else { new })
            }
            ExprKind::Comma { left, right } => {
                self.expression(*left)?;
                self.expression(*right)
            }
            ExprKind::Call {
                function,
                arguments,
            } => {
                let arguments = arguments
                    .iter()
                    .map(|&argument| self.expression(argument))
                    .collect::<Read<Vec<Value>>>()?;
                let result = self.called(id, *function, arguments)?;
                Ok(match result {
                    Some(value) => value,
                    None => self.data(&[]),
                })
            }
            ExprKind::Builtin { builtin, arguments } => self.builtin(builtin.name, arguments, id),
            ExprKind::VectorLiteral(parts) => {
                let mut values = Vec::new();
                let mut apart = true;
                for &part in parts {
                    apart &= program.expr(part).ty.as_scalar().is_some();
                    values.push(self.expression(part)?);
                }
                let mut value = self.free("vector", expr.ty, &values, Lanes::DATA);
                value.parts = apart.then(|| values.into());
                Ok(value)
            }
            ExprKind::Swizzle { base, lanes } if is_value(&program.expr(*base).kind) => {
                let base = self.expression(*base)?;
                Ok(self.components(&base, lanes.lanes(), expr))
            }
            ExprKind::Member { base, .. } if is_value(&program.expr(*base).kind) => {
                let base = self.expression(*base)?;
                Ok(self.data(&[base.node]))
            }
            ExprKind::Variable(_)
            | ExprKind::Global(_)
            | ExprKind::Deref(_)
            | ExprKind::Member { .. }
            | ExprKind::Swizzle { .. }
            | ExprKind::CompoundLiteral { .. } => {
                let place = self.place(id)?;
                Ok(self.load(&place, expr.ty, id))
            }
        }
    }

    /// A value that costs nothing: the same bits under another type, or a part of them.
    fn free(&mut self, name: &'static str, ty: TypeId, of: &[Value], lanes: Lanes) -> Value {
        let parents: Vec<u32> = of.iter().map(|value| value.node).collect();
        let node = self.out.graph.value(
            Key::Operation(name, ty.0, parents.clone()),
            None,
            0.0,
            &parents,
        );
        let steps = of
            .iter()
            .try_fold(Steps::SAME, |sum, value| Some(sum.plus(value.steps?)));
        Value::new(node, lanes, steps)
    }

    fn components(&mut self, base: &Value, lanes: &[u8], expr: &Expr) -> Value {
        if let (Some(parts), [lane]) = (&base.parts, lanes)
            && let Some(part) = parts.get(*lane as usize)
        {
            return part.clone();
        }
        let name = ["x", "y", "z", "w"];
        let name = match lanes {
            [lane] => name.get(*lane as usize).copied().unwrap_or("component"),
            _ => "components",
        };
        let same = Lanes::Unknown {
            same: base.lanes.is_same(),
        };
        self.free(name, expr.ty, std::slice::from_ref(base), same)
    }

    /// A pointer moved by a number of elements of `size` bytes.
    pub(super) fn moved(&mut self, pointer: &Value, index: &Value, size: i64) -> Value {
        let lanes = pointer.lanes.sum(&index.lanes, |at, by| {
            Some(at.wrapping_add(by.wrapping_mul(size)))
        });
        let parents = [pointer.node, index.node];
        // The cost of an access includes this address arithmetic.
        let name = if self.upper_bounds.contains_key(&index.node) {
            OFFSET_WITHOUT_SIGN
        } else {
            "offset"
        };
        let key = Key::Operation(name, size as u32, parents.to_vec());
        let node = self.out.graph.value(key, None, 0.0, &parents);
        self.follow(index.node, node);
        self.follow(pointer.node, node);
        Value {
            node,
            lanes,
            base: pointer.base,
            parts: None,
            steps: pointer.steps.zip(index.steps).map(|(at, by)| at.plus(by)),
        }
    }

    fn convert(&mut self, value: Value, from: TypeId, expr: &Expr) -> Value {
        let (Some((from_scalar, _)), Some((to, width))) = (from.shape(), expr.ty.shape()) else {
            return value;
        };
        let lanes = if from_scalar.is_integer() && to.is_integer() && width == 1 {
            value.lanes.scaled(|number| wrapped(number, to))
        } else {
            Lanes::Unknown {
                same: value.lanes.is_same(),
            }
        };
        let parts = value.parts.clone();
        let from_node = value.node;
        // Conversions between integers are free; those from, to and between floating-point types are not.
        let is_work = from_scalar.is_floating() != to.is_floating()
            || (from_scalar.is_floating() && from_scalar != to);
        let mut converted = if is_work {
            let of = if to == Scalar::Double || from_scalar == Scalar::Double {
                TypeId::scalar(Scalar::Double)
            } else {
                TypeId::scalar(Scalar::Float)
            };
            let of = TypeId::vector(of.as_scalar().unwrap_or(Scalar::Float), width).unwrap_or(of);
            self.computed(
                "convert",
                expr.ty,
                Some(("convert", of)),
                expr.origin,
                &[value.node],
                lanes,
            )
        } else {
            self.free("convert", expr.ty, &[value], lanes)
        };
        if from_scalar.is_integer() && to.is_integer() {
            converted.parts = parts;
            self.follow(from_node, converted.node);
        }
        converted
    }

    fn binary(
        &mut self,
        op: BinaryOp,
        left: Value,
        right: Value,
        of: TypeId,
        expr: &Expr,
        by_constant: bool,
    ) -> Value {
        let scalar = of.as_scalar();
        let integer = scalar.filter(|scalar| scalar.is_integer());
        let lanes = match (integer, scalar) {
            (Some(scalar), _) => {
                let all = |a, b| whole(op, a, b, scalar);
                let known = |lanes: &Lanes| matches!(lanes, Lanes::Same(_) | Lanes::Each(_));
                match op {
                    _ if known(&left.lanes) && known(&right.lanes) => {
                        let usual = usual(op, &left.lanes, &right.lanes, scalar);
                        usual.unwrap_or_else(|| left.lanes.with(&right.lanes, all))
                    }
                    BinaryOp::Add | BinaryOp::Subtract => left.lanes.sum(&right.lanes, all),
                    BinaryOp::Multiply | BinaryOp::ShiftLeft if known(&right.lanes) => {
                        match (&left.lanes, &right.lanes) {
                            (Lanes::Beside(_), Lanes::Same(_)) => left.lanes.sum(&right.lanes, all),
                            _ => left.lanes.with(&right.lanes, all),
                        }
                    }
                    _ => left.lanes.with(&right.lanes, all),
                }
            }
            (None, None) if left.base.is_some() && left.base == right.base => left
                .lanes
                .with(&right.lanes, |a, b| whole(op, a, b, Scalar::Long)),
            _ => Lanes::Unknown {
                same: left.lanes.is_same() && right.lanes.is_same(),
            },
        };
        let between = (&left, &right);
        if let Some(scalar) = integer
            && let Some(value) = self.folded(op, between, &lanes, scalar)
        {
            return value;
        }
        let by_constant =
            by_constant || !self.out.graph.is_in_loop() && self.out.graph.is_constant(right.node);
        let power = match (&right.lanes, by_constant) {
            (Lanes::Same(number), true) => number.count_ones() == 1,
            _ => false,
        };
        let is_whole = of.shape().is_some_and(|(scalar, _)| scalar.is_integer());
        let (name, cost) = match op {
            BinaryOp::Add => ("+", "+"),
            BinaryOp::Subtract => ("-", "-"),
            BinaryOp::Multiply if is_whole && power => ("*", "bits"),
            BinaryOp::Multiply => ("*", "*"),
            BinaryOp::Divide if is_whole && power => ("/", "bits"),
            BinaryOp::Divide if is_whole && by_constant => ("/", "/ constant"),
            BinaryOp::Divide => ("/", "/"),
            BinaryOp::Remainder if power => ("%", "bits"),
            BinaryOp::Remainder if by_constant => ("%", "% constant"),
            BinaryOp::Remainder => ("%", "%"),
            BinaryOp::ShiftLeft => ("<<", "bits"),
            BinaryOp::ShiftRight => (">>", "bits"),
            BinaryOp::And => ("&", "bits"),
            BinaryOp::Or => ("|", "bits"),
            BinaryOp::Xor => ("^", "bits"),
            BinaryOp::Less => ("<", "compare"),
            BinaryOp::LessEqual => ("<=", "compare"),
            BinaryOp::Greater => (">", "compare"),
            BinaryOp::GreaterEqual => (">=", "compare"),
            BinaryOp::Equal => ("==", "compare"),
            BinaryOp::NotEqual => ("!=", "compare"),
        };
        let parents = [left.node, right.node];
        let is_constant = |value: &Value| self.out.graph.is_constant(value.node);
        let same = (left.lanes.is_same(), right.lanes.is_same());
        let steps = match (left.steps.zip(right.steps), op) {
            (Some((left, right)), BinaryOp::Add | BinaryOp::Subtract) => Some(left.plus(right)),
            (Some((steps, _)), BinaryOp::Multiply | BinaryOp::ShiftLeft) if same.1 => {
                Some(steps.times(is_constant(&right)))
            }
            (Some((_, steps)), BinaryOp::Multiply) if same.0 => {
                Some(steps.times(is_constant(&left)))
            }
            (Some((left, right)), _) if same.0 && same.1 => Some(left.plus(right)),
            _ => None,
        };
        // The measured cost of an access includes its affine address arithmetic.
        let cost = Some(cost).filter(|_| !(steps.is_some() && is_whole));
        let cost = cost.map(|kind| (kind, of));
        let mut value = self.computed(name, of, cost, expr.origin, &parents, lanes);
        value.steps = steps;
        if let Some(scalar) = integer {
            self.bounded(op, between, scalar, &value);
        }
        value
    }

    fn address(&mut self, place: Place) -> Value {
        match place {
            Place::Memory {
                base,
                offset,
                node,
                steps,
                ..
            } => Value {
                node,
                lanes: offset,
                base,
                parts: None,
                steps,
            },
            Place::Variable(var) | Place::Lanes(var) => {
                // From now on its value may change through the pointer.
                let number = self.frame().number;
                self.frame().vars[var.0 as usize] = None;
                let key = self.out.graph.unique();
                let node = self.out.graph.value(key, None, 0.0, &[]);
                Value {
                    node,
                    lanes: Lanes::Same(0),
                    base: Some(Base::Private(number, var)),
                    parts: None,
                    steps: Some(Steps::SAME),
                }
            }
        }
    }

    /// The place of a variable.
    pub(super) fn object(&mut self, var: VarId) -> Place {
        let frame = self.frame();
        let (number, function) = (frame.number, frame.function);
        let declared = &self.program.function(function).vars[var.0 as usize];
        if declared.space == AddressSpace::Private && is_simple(self.program, declared.ty) {
            return Place::Variable(var);
        }
        let base = match declared.space {
            AddressSpace::Local => Base::Local(function.0, var),
            _ => Base::Private(number, var),
        };
        let key = Key::Object(var.0, number);
        let node = self.out.graph.value(key, None, 0.0, &[]);
        Place::Memory {
            base: Some(base),
            offset: Lanes::Same(0),
            node,
            space: declared.space,
            steps: Some(Steps::SAME),
        }
    }

    pub(super) fn place(&mut self, id: ExprId) -> Read<Place> {
        let program = self.program;
        let expr = program.expr(id);
        match &expr.kind {
            ExprKind::Variable(var) => Ok(self.object(*var)),
            ExprKind::Global(global) => {
                let key = Key::Operation("table", global.0, Vec::new());
                let node = self.out.graph.value(key, None, 0.0, &[]);
                Ok(Place::Memory {
                    base: Some(Base::Table(global.0)),
                    offset: Lanes::Same(0),
                    node,
                    space: AddressSpace::Constant,
                    steps: Some(Steps::SAME),
                })
            }
            ExprKind::Deref(pointer) => {
                let space = program
                    .types
                    .as_pointer(program.expr(*pointer).ty)
                    .map_or(AddressSpace::Private, |(_, _, space)| space);
                let pointer = self.expression(*pointer)?;
                Ok(Place::Memory {
                    base: pointer.base,
                    offset: pointer.lanes,
                    node: pointer.node,
                    space,
                    steps: pointer.steps,
                })
            }
            ExprKind::Member { base, field } => {
                let ty = program.expr(*base).ty;
                let offset = match program.types.get(ty) {
                    opencl_c::types::Type::Record(record) => {
                        let fields = &program.types.record(*record).fields;
                        fields.get(*field as usize).map_or(0, |field| field.offset)
                    }
                    _ => 0,
                };
                let place = self.place(*base)?;
                Ok(self.inside(place, offset))
            }
            ExprKind::Swizzle { base, lanes } => {
                let size = program
                    .expr(*base)
                    .ty
                    .shape()
                    .map_or(1, |(scalar, _)| scalar.size());
                let first = lanes.lanes().iter().min().copied().unwrap_or(0);
                match self.place(*base)? {
                    Place::Variable(var) => Ok(Place::Lanes(var)),
                    place => Ok(self.inside(place, u64::from(size) * u64::from(first))),
                }
            }
            ExprKind::CompoundLiteral { var, init } => {
                for entry in &init.entries {
                    let value = self.expression(entry.value)?;
                    self.frame().vars[var.0 as usize] = Some(value);
                }
                Ok(self.object(*var))
            }
            // A string, or a field of a value.
            _ => {
                let value = self.expression(id)?;
                Ok(Place::Memory {
                    base: None,
                    offset: Lanes::DATA,
                    node: value.node,
                    space: AddressSpace::Private,
                    steps: None,
                })
            }
        }
    }

    fn inside(&mut self, place: Place, bytes: u64) -> Place {
        match place {
            Place::Memory {
                base,
                offset,
                node,
                space,
                steps,
            } => {
                let key = Key::Operation("inside", bytes as u32, vec![node]);
                let node = self.out.graph.value(key, None, 0.0, &[node]);
                Place::Memory {
                    base,
                    offset: offset.scaled(|at| at.wrapping_add(bytes as i64)),
                    node,
                    space,
                    steps,
                }
            }
            place => place,
        }
    }
}

/// Whether it is a value, whose components and fields are values too.
fn is_value(kind: &ExprKind) -> bool {
    !matches!(
        kind,
        ExprKind::Variable(_)
            | ExprKind::Global(_)
            | ExprKind::Deref(_)
            | ExprKind::Member { .. }
            | ExprKind::Swizzle { .. }
            | ExprKind::CompoundLiteral { .. }
            | ExprKind::String(_)
    )
}

/// Common operators on `int` and `uint` for all lanes: dispatches once rather than for each lane, and divides
/// 32 bits rather than 64.
fn usual(op: BinaryOp, left: &Lanes, right: &Lanes, scalar: Scalar) -> Option<Lanes> {
    let (int, uint) = (
        |number: i64| i64::from(number as i32),
        |number: i64| i64::from(number as u32),
    );
    let divides = matches!(right, Lanes::Same(1..=0xffff_ffff));
    match (op, scalar) {
        (BinaryOp::Add, Scalar::Int) => Some(left.joined(right, |a, b| int(a.wrapping_add(b)))),
        (BinaryOp::Add, Scalar::UInt) => Some(left.joined(right, |a, b| uint(a.wrapping_add(b)))),
        (BinaryOp::Subtract, Scalar::Int) => {
            Some(left.joined(right, |a, b| int(a.wrapping_sub(b))))
        }
        (BinaryOp::Subtract, Scalar::UInt) => {
            Some(left.joined(right, |a, b| uint(a.wrapping_sub(b))))
        }
        (BinaryOp::Multiply, Scalar::Int) => {
            Some(left.joined(right, |a, b| int(a.wrapping_mul(b))))
        }
        (BinaryOp::Multiply, Scalar::UInt) => {
            Some(left.joined(right, |a, b| uint(a.wrapping_mul(b))))
        }
        (BinaryOp::Divide, Scalar::UInt) if divides => {
            Some(left.joined(right, |a, b| i64::from(a as u32 / b as u32)))
        }
        (BinaryOp::Remainder, Scalar::UInt) if divides => {
            Some(left.joined(right, |a, b| i64::from(a as u32 % b as u32)))
        }
        _ => None,
    }
}

/// An integer operator. None if the result is undefined.
#[inline(always)]
fn whole(op: BinaryOp, a: i64, b: i64, scalar: Scalar) -> Option<i64> {
    let unsigned = !scalar.is_signed();
    let bits = scalar.size() * 8;
    let result = match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Subtract => a.wrapping_sub(b),
        BinaryOp::Multiply => a.wrapping_mul(b),
        BinaryOp::Divide if unsigned => (a as u64).checked_div(b as u64)? as i64,
        BinaryOp::Divide => a.checked_div(b)?,
        BinaryOp::Remainder if unsigned => (a as u64).checked_rem(b as u64)? as i64,
        BinaryOp::Remainder => a.checked_rem(b)?,
        BinaryOp::ShiftLeft => a.wrapping_shl(b as u32 & (bits - 1)),
        BinaryOp::ShiftRight if unsigned => ((a as u64) >> (b as u32 & (bits - 1))) as i64,
        BinaryOp::ShiftRight => a >> (b as u32 & (bits - 1)),
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::Equal => return Some(i64::from(a == b)),
        BinaryOp::NotEqual => return Some(i64::from(a != b)),
        BinaryOp::Less if unsigned => return Some(i64::from((a as u64) < (b as u64))),
        BinaryOp::Less => return Some(i64::from(a < b)),
        BinaryOp::LessEqual if unsigned => return Some(i64::from((a as u64) <= (b as u64))),
        BinaryOp::LessEqual => return Some(i64::from(a <= b)),
        BinaryOp::Greater if unsigned => return Some(i64::from((a as u64) > (b as u64))),
        BinaryOp::Greater => return Some(i64::from(a > b)),
        BinaryOp::GreaterEqual if unsigned => return Some(i64::from((a as u64) >= (b as u64))),
        BinaryOp::GreaterEqual => return Some(i64::from(a >= b)),
    };
    Some(wrapped(result, scalar))
}
