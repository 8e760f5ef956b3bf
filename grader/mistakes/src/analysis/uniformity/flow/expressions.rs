//! The values of expressions, and what they store.

use super::Flow;
use crate::analysis::form::{Form, Symbol};
use crate::analysis::pointers::root;
use crate::analysis::uniformity::paths::{Way, new_value};
use crate::analysis::uniformity::rules::{Node, UNIFORM, UNKNOWN};
use crate::analysis::uniformity::values::{Value, combine, complement, is_kept};
use crate::analysis::uniformity::{Cause, Class};
use opencl_c::builtin::Name;
use opencl_c::program::{BinaryOp, Constant, Expr, UnaryOp};
use opencl_c::program::{ExprId, ExprKind, Program, VarId};
use opencl_c::types::AddressSpace;

impl Flow<'_> {
    /// Follows an expression, with the assignments and calls in it.
    pub(super) fn expression(&mut self, expr: ExprId, control: Node) -> Value {
        self.deep += 1;
        self.left = self.left.saturating_sub(1);
        let value = self.computed(expr, control);
        self.deep -= 1;
        let number = value.as_number();
        let known = &mut self.numbers[expr.0 as usize];
        if self.exprs[expr.0 as usize].is_none() {
            *known = number;
        } else if *known != number {
            *known = None;
        }
        let node = match self.exprs[expr.0 as usize] {
            Some(before) if before != value.node => self.rules.join(&[before, value.node]),
            _ => value.node,
        };
        self.exprs[expr.0 as usize] = Some(node);
        value
    }

    /// A value computed from others: of the form made of theirs, if there is one. Where the local id
    /// cancels, it does not differ by it.
    fn made(&mut self, nodes: &[Node], form: Option<Form>) -> Value {
        let Some(form) = form else {
            return Value::of(self.rules.join(nodes));
        };
        let mut is_own = false;
        let mut parts = Vec::new();
        form.each_symbol(&mut |symbol| match symbol {
            Symbol::LocalId(_) => is_own = true,
            Symbol::Value(number) => parts.push(self.fresh[*number as usize]),
            _ => {}
        });
        let node = match is_own {
            true => self.rules.join(nodes),
            false => self.rules.join(&parts),
        };
        Value {
            node,
            form: Some(form),
        }
    }

    fn binary(&mut self, op: BinaryOp, expr: ExprId, left: &Value, right: &Value) -> Value {
        let ty = self.program.expr(expr).ty;
        let form = match (&left.form, &right.form) {
            (Some(left), Some(right)) => combine(self.sizes, op, ty, left, right),
            _ => None,
        };
        self.made(&[left.node, right.node], form)
    }

    fn computed(&mut self, expr: ExprId, control: Node) -> Value {
        let program = self.program;
        let kind = &program.expr(expr).kind;
        match kind {
            ExprKind::Constant(Constant::Int(bits)) => Value::number(*bits as i64),
            ExprKind::Global(global)
                if program.globals[global.0 as usize].space == AddressSpace::Global =>
            {
                Value::of(self.rules.memory(UNIFORM))
            }
            ExprKind::Constant(_)
            | ExprKind::NullPointer
            | ExprKind::String(_)
            | ExprKind::Global(_) => Value::UNIFORM,
            ExprKind::Variable(var) => self.environment.get(*var).clone(),
            ExprKind::Load(one) => self.expression(*one, control),
            ExprKind::Convert { value, .. } => {
                let given = self.expression(*value, control);
                let (from, to) = (program.expr(*value).ty, program.expr(expr).ty);
                Value {
                    form: given.form.filter(|form| is_kept(from, to, form)),
                    ..given
                }
            }
            ExprKind::Splat(one)
            | ExprKind::Reinterpret(one)
            | ExprKind::PointerCast(one)
            | ExprKind::Discard(one)
            | ExprKind::Member { base: one, .. }
            | ExprKind::Swizzle { base: one, .. } => Value::of(self.expression(*one, control).node),
            ExprKind::Unary { op, value } => {
                let given = self.expression(*value, control);
                let ty = program.expr(expr).ty;
                let form = given.form.as_ref().and_then(|form| match op {
                    UnaryOp::Negate => {
                        combine(self.sizes, BinaryOp::Subtract, ty, &Form::number(0), form)
                    }
                    UnaryOp::Complement => complement(ty, form),
                    UnaryOp::Not => Some(Form::number((form.as_number()? == 0).into())),
                });
                self.made(&[given.node], form)
            }
            ExprKind::Increment {
                place,
                decrement,
                postfix,
            } => {
                let old = self.expression(*place, control);
                let op = match decrement {
                    true => BinaryOp::Subtract,
                    false => BinaryOp::Add,
                };
                let new = self.binary(op, *place, &old, &Value::number(1));
                self.store(*place, new.clone(), control);
                if *postfix { old } else { new }
            }
            ExprKind::Decay(place) | ExprKind::AddressOf(place) => {
                self.expression(*place, control);
                Value::of(self.address(*place))
            }
            ExprKind::Deref(pointer) => {
                let at = self.expression(*pointer, control).node;
                Value::of(match memory(program, *pointer) {
                    Memory::Object(var) => {
                        let object = self.environment.get(var).node;
                        self.rules.join(&[object, at])
                    }
                    Memory::Private => self.rules.join(&[at, UNKNOWN]),
                    Memory::Shared => self.rules.memory(at),
                })
            }
            ExprKind::Assign { place, value } => {
                self.expression(*place, control);
                let value = self.expression(*value, control);
                self.store(*place, value.clone(), control);
                value
            }
            ExprKind::CompoundAssign {
                op,
                place,
                value,
                computed,
            } => {
                let old = self.expression(*place, control);
                let value = self.expression(*value, control);
                let form = match (&old.form, &value.form) {
                    (Some(left), Some(right)) if *computed == program.expr(*place).ty => {
                        combine(self.sizes, *op, *computed, left, right)
                    }
                    _ => None,
                };
                let new = self.made(&[old.node, value.node], form);
                self.store(*place, new.clone(), control);
                new
            }
            ExprKind::Comma { left, right } => {
                self.expression(*left, control);
                self.expression(*right, control)
            }
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            } => {
                let condition = self.expression(*condition, control);
                let inner = self.rules.join(&[control, condition.node]);
                self.deciding.push(condition.node);
                let (mut one, mut other) = (Value::UNIFORM, Value::UNIFORM);
                let ways = [
                    self.apart(|flow| one = flow.expression(*then, inner)),
                    self.apart(|flow| other = flow.expression(*otherwise, inner)),
                ];
                self.deciding.pop();
                self.meet(&ways, &[condition.node]);
                match condition.as_number() {
                    Some(0) => other,
                    Some(_) => one,
                    None if one.is(&other) => one,
                    None => self.made(&[condition.node, one.node, other.node], None),
                }
            }
            ExprKind::ShortCircuit { or, left, right } => {
                let left = self.expression(*left, control);
                let inner = self.rules.join(&[control, left.node]);
                self.deciding.push(left.node);
                let mut second = Value::UNIFORM;
                let way = self.apart(|flow| second = flow.expression(*right, inner));
                self.deciding.pop();
                let live = self.environment.live;
                self.meet(&[way, Way::straight(live)], &[left.node]);
                let decides = |value: &Value| value.as_number().filter(|it| (*it != 0) == *or);
                if decides(&left).or(decides(&second)).is_some() {
                    return Value::number((*or).into());
                }
                match (left.as_number(), second.as_number()) {
                    (Some(_), Some(_)) => Value::number((!*or).into()),
                    (Some(_), None) => Value::of(second.node),
                    (None, Some(_)) => Value::of(left.node),
                    (None, None) => self.made(&[left.node, second.node], None),
                }
            }
            ExprKind::Call { function, .. } => {
                let given = self.given_operands(kind, control);
                self.call(*function, given)
            }
            ExprKind::Builtin { builtin, arguments } => {
                let sources = self.given_operands(kind, control);
                self.builtin(expr, builtin.name, arguments, &sources)
            }
            ExprKind::Binary { op, left, right } => {
                let left_value = self.expression(*left, control);
                let right_value = self.expression(*right, control);
                let ty = program.expr(*left).ty;
                let form = match (&left_value.form, &right_value.form) {
                    (Some(one), Some(two)) => combine(self.sizes, *op, ty, one, two),
                    _ => None,
                };
                self.made(&[left_value.node, right_value.node], form)
            }
            ExprKind::VectorLogical { left, right, .. }
            | ExprKind::PointerDifference { left, right }
            | ExprKind::PointerOffset {
                pointer: left,
                index: right,
                ..
            } => {
                let left = self.expression(*left, control).node;
                let right = self.expression(*right, control).node;
                self.made(&[left, right], None)
            }
            ExprKind::VectorConditional { .. }
            | ExprKind::VectorLiteral(_)
            | ExprKind::CompoundLiteral { .. } => {
                let sources = self.given_operands(kind, control);
                let nodes: Vec<Node> = sources.iter().map(|value| value.node).collect();
                self.made(&nodes, None)
            }
        }
    }

    fn builtin(
        &mut self,
        expr: ExprId,
        name: Name,
        arguments: &[ExprId],
        sources: &[Value],
    ) -> Value {
        let number = |at: usize| sources.get(at)?.as_number();
        let dimension = || u8::try_from(number(0)?).ok().filter(|it| *it < 3);
        let symbol = |symbol: fn(u8) -> Symbol| Some(Form::symbol(symbol(dimension()?)));
        let form = match name {
            Name::GetGlobalId => dimension().and_then(|it| self.sizes.global_id(it)),
            Name::GetLocalId => dimension().map(|it| self.sizes.local_id(it)),
            Name::GetGroupId => symbol(Symbol::GroupId),
            Name::GetGlobalSize => symbol(Symbol::GlobalSize),
            Name::GetLocalSize => dimension().map(|it| self.sizes.local_size(it)),
            Name::GetNumGroups => symbol(Symbol::NumGroups),
            Name::Mul24 | Name::Mad24 => {
                let form = |at: usize| sources.get(at)?.form.clone();
                let product = || form(0)?.times(&form(1)?);
                match name {
                    Name::Mul24 => product(),
                    _ => product().and_then(|product| product.plus(&form(2)?, 1)),
                }
            }
            _ => None,
        };
        let form = form.filter(|_| self.program.expr(expr).ty.as_scalar().is_some());
        match given(self.program, name, arguments) {
            Given::Uniform => Value {
                node: UNIFORM,
                form,
            },
            Given::Differs { through_memory } => {
                let node = self.rules.node(Class::Varying(Cause {
                    source: expr,
                    through_memory,
                }));
                self.made(&[node], form)
            }
            Given::Unknown => Value::of(UNKNOWN),
            Given::Computed => {
                let nodes: Vec<Node> = sources.iter().map(|value| value.node).collect();
                self.made(&nodes, form)
            }
        }
    }

    /// The values of an expression's operands.
    fn given_operands(&mut self, kind: &ExprKind, control: Node) -> Vec<Value> {
        let begin = self.operands.len();
        kind.add_operands(&mut self.operands);
        let end = self.operands.len();
        let mut values = Vec::new();
        for at in begin..end {
            values.push(self.expression(self.operands[at], control));
        }
        self.operands.truncate(begin);
        values
    }

    /// The class of an address: that of the indices in it.
    fn address(&self, place: ExprId) -> Node {
        let mut at = place;
        loop {
            match &self.program.expr(at).kind {
                ExprKind::Decay(place)
                | ExprKind::AddressOf(place)
                | ExprKind::Member { base: place, .. }
                | ExprKind::Swizzle { base: place, .. } => at = *place,
                ExprKind::Deref(pointer) => {
                    return self.exprs[pointer.0 as usize].unwrap_or(UNIFORM);
                }
                _ => return UNIFORM,
            }
        }
    }

    /// Something is stored in a place.
    fn store(&mut self, place: ExprId, value: Value, control: Node) {
        let program = self.program;
        let (mut at, mut whole) = (place, true);
        loop {
            match &program.expr(at).kind {
                ExprKind::Member { base, .. } | ExprKind::Swizzle { base, .. } => {
                    (at, whole) = (*base, false);
                }
                ExprKind::Variable(var) => {
                    if self.is_private(*var) {
                        self.store_in(*var, value, whole, &[control]);
                    }
                    return;
                }
                ExprKind::Deref(pointer) => {
                    if let Memory::Object(var) = memory(program, *pointer)
                        && self.is_private(var)
                    {
                        let pointer = self.exprs[pointer.0 as usize].unwrap_or(UNIFORM);
                        self.store_in(var, value, false, &[control, pointer]);
                    }
                    return;
                }
                _ => return,
            }
        }
    }

    fn store_in(&mut self, var: VarId, value: Value, whole: bool, deciding: &[Node]) {
        let own = self.vars[self.function.0 as usize][var.0 as usize];
        let mut nodes = deciding.to_vec();
        nodes.push(value.node);
        self.rules.raise(own, &nodes);
        if !self.followed(var) {
            return;
        }
        let value = match whole {
            true if value.form.is_some() => value,
            true => new_value(value.node, &mut self.fresh),
            false => {
                let pointer = deciding.get(1).copied().unwrap_or(UNIFORM);
                let old = self.environment.get(var).node;
                new_value(
                    self.rules.join(&[old, value.node, pointer]),
                    &mut self.fresh,
                )
            }
        };
        self.environment.set(var, value);
    }
}

/// What a built-in function gives.
enum Given {
    Uniform,
    Differs {
        through_memory: bool,
    },
    /// What its arguments make it.
    Computed,
    /// It may differ, or not.
    Unknown,
}

fn given(program: &Program, name: Name, arguments: &[ExprId]) -> Given {
    match name {
        Name::GetLocalId | Name::GetGlobalId if exists(program, arguments) => Given::Differs {
            through_memory: false,
        },
        Name::GetLocalId
        | Name::GetGlobalId
        | Name::GetWorkDim
        | Name::GetGlobalSize
        | Name::GetLocalSize
        | Name::GetNumGroups
        | Name::GetGroupId
        | Name::GetGlobalOffset
        | Name::AsyncWorkGroupCopy
        | Name::AsyncWorkGroupStridedCopy => Given::Uniform,
        Name::GetLocalLinearId
        | Name::GetGlobalLinearId
        | Name::GetSubGroupId
        | Name::GetSubGroupLocalId
        | Name::WorkGroupScanInclusive
        | Name::WorkGroupScanExclusive => Given::Differs {
            through_memory: false,
        },
        Name::GetEnqueuedLocalSize
        | Name::GetSubGroupSize
        | Name::GetMaxSubGroupSize
        | Name::GetNumSubGroups
        | Name::GetEnqueuedNumSubGroups
        | Name::WorkGroupAll
        | Name::WorkGroupAny
        | Name::WorkGroupBroadcast
        | Name::WorkGroupReduce => Given::Uniform,
        of_sub_group if of_sub_group.of_group().is_some() => Given::Unknown,
        of_block if of_block.of_block().is_some() => Given::Differs {
            through_memory: true,
        },
        atomic if atomic.is_atomic() || atomic.is_c11_atomic() => Given::Differs {
            through_memory: true,
        },
        _ => Given::Computed,
    }
}

/// Does the dimension of a query exist in a launch? One that is not a constant may.
fn exists(program: &Program, arguments: &[ExprId]) -> bool {
    let mut dimension = arguments.first().map(|&expr| program.expr(expr));
    while let Some(Expr {
        kind: ExprKind::Convert { value, .. },
        ..
    }) = dimension
    {
        dimension = Some(program.expr(*value));
    }
    !matches!(
        dimension.map(|expr| &expr.kind),
        Some(ExprKind::Constant(Constant::Int(number))) if *number > 2
    )
}

/// What a pointer points into.
enum Memory {
    /// This private object of the function.
    Object(VarId),
    /// Private memory, no telling which.
    Private,
    /// Global, constant or local memory.
    Shared,
}

fn memory(program: &Program, pointer: ExprId) -> Memory {
    let ty = program.expr(pointer).ty;
    match program.types.as_pointer(ty) {
        Some((_, _, AddressSpace::Private | AddressSpace::Generic)) | None => {
            match root(program, pointer) {
                Some((_, var)) => Memory::Object(var),
                None => Memory::Private,
            }
        }
        _ => Memory::Shared,
    }
}
