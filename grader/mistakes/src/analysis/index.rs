//! Index analysis: where in its object each access goes, as a form in the ids of the work-item.
//!
//! Followed are constants, ids and sizes, parameters that are never assigned, variables that get one
//! value, and those that get one and are stepped by the same amount in each round of a loop; sums,
//! products, quotients, remainders and shifts of them; pointers made from a parameter or an array.
//! `id / n * n + id % n` is known to be `id`.
//!
//! Promise: a form says where the access goes in every launch in which no index overflows and none is
//! negative. What comes from memory, from floating point or from a variable with several values has
//! none. Each access belongs to one of five [`Pattern`]s; one without a form to the last of them.

use super::form::{Form, Symbol};
use super::uniformity::{Class, Uniformity};
use super::walk;
use launch::Place;
use opencl_c::builtin::Name;
use opencl_c::program::{
    BinaryOp, Constant, Expr, ExprId, ExprKind, FunctionId, GlobalId, Initializer, Program, Stmt,
    StmtKind, UnaryOp, VarId,
};
use opencl_c::types::{AddressSpace, Type};
use std::cell::{OnceCell, RefCell};
use std::collections::{HashMap, HashSet};

/// An object that accesses go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Object {
    /// What a pointer parameter points to, or an object declared in the function.
    Variable(VarId),
    /// A program-scope table.
    Global(GlobalId),
}

/// How the accesses of neighbouring work-items lie: Pöppel and Herz, section 2.5.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pattern {
    /// One address for all work-items at a time.
    Constant,
    /// All addresses within this many bytes, which a cache may hold.
    Interval(u64),
    /// Neighbours in dimension 0 access neighbouring elements, or the same one.
    Coalesced,
    /// The address of an access before it in the text.
    Repeated,
    /// Anything else.
    Uncoalesced,
}

/// An access to global, constant or local memory.
#[derive(Clone, Debug)]
pub(crate) struct Access<'a> {
    /// The function that contains it.
    pub(crate) function: FunctionId,
    /// The place that is accessed.
    pub(crate) expr: ExprId,
    /// The object it accesses, where it is known.
    pub(crate) object: Option<Object>,
    /// The memory it goes to.
    pub(crate) space: AddressSpace,
    /// Bytes from the start of the object, where they are known.
    pub(crate) offset: Option<Form>,
    /// Bytes accessed by a work-item.
    pub(crate) size: u64,
    /// Does it write (and not only read)?
    pub(crate) writes: bool,
    /// Does it read (and not only write)?
    pub(crate) reads: bool,
    pub(crate) pattern: Pattern,
    /// The loops around it, outermost first.
    pub(crate) loops: Vec<&'a Stmt>,
}

/// How a variable gets its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Store {
    /// From a value.
    Set(ExprId),
    /// By this much more, in each round of a loop; less, if so.
    Step(ExprId, bool),
    /// By one more, in each round of a loop; less, if so.
    StepOne(bool),
    /// Any other way.
    Other,
}

/// The forms of a program's values.
pub(crate) struct Indices<'a> {
    program: &'a Program,
    uniformity: Uniformity,
    stores: Vec<HashMap<VarId, Vec<Store>>>,
    known: RefCell<HashMap<(FunctionId, VarId), Option<Form>>>,
    /// Variables whose form is being made: one that depends on itself has none.
    open: RefCell<HashSet<(FunctionId, VarId)>>,
    places: OnceCell<HashMap<(String, u32, u32), Access<'a>>>,
}

/// Variables that are followed from one to the next at most. Those declared in order never come near:
/// each finds the forms of those before it made.
const DEEPEST: usize = 64;

impl<'a> Indices<'a> {
    /// Analyses a program.
    pub(crate) fn of(program: &'a Program) -> Indices<'a> {
        let stores = program.functions.iter();
        let stores = stores.map(|function| {
            let mut stores = Stores {
                program,
                found: HashMap::new(),
            };
            stores.statement(&function.body, false);
            stores.found
        });
        let indices = Indices {
            program,
            uniformity: Uniformity::of(program),
            stores: stores.collect(),
            known: RefCell::default(),
            open: RefCell::default(),
            places: OnceCell::new(),
        };
        for (function, body) in (0..).map(FunctionId).zip(&program.functions) {
            for (var, _) in (0..).map(VarId).zip(&body.vars) {
                indices.variable(function, var);
            }
        }
        indices
    }

    /// The form of an integer value, if it has one.
    pub(crate) fn form(&self, function: FunctionId, expr: ExprId) -> Option<Form> {
        let program = self.program;
        let form = |expr| self.form(function, expr);
        let node = program.expr(expr);
        match &node.kind {
            ExprKind::Constant(Constant::Int(bits)) => Some(Form::number(*bits as i64)),
            ExprKind::Load(place) => match program.expr(*place).kind {
                ExprKind::Variable(var) => self.variable(function, var),
                _ => None,
            },
            // A narrower type may lose bits of the value.
            ExprKind::Convert { value, .. } => {
                let integer = |expr: &Expr| expr.ty.as_scalar().filter(|it| it.is_integer());
                let (from, to) = (integer(program.expr(*value))?, integer(node)?);
                (to.size() >= from.size().min(4)).then(|| form(*value))?
            }
            ExprKind::Unary {
                op: UnaryOp::Negate,
                value,
            } => Form::number(0).plus(&form(*value)?, -1),
            ExprKind::Binary { op, left, right } => {
                node.ty.as_scalar().filter(|it| it.is_integer())?;
                combine(*op, &form(*left)?, &form(*right)?)
            }
            ExprKind::Comma { right, .. } => form(*right),
            ExprKind::Builtin { builtin, arguments } => {
                let argument = |index: usize| form(*arguments.get(index)?);
                let dimension = || u64::try_from(argument(0)?.as_number()?).ok();
                // A dimension that no launch has: its only id is 0, its size 1.
                let symbol = |symbol: fn(u8) -> Symbol, beyond: i64| match dimension()? {
                    dimension @ 0..=2 => Some(Form::symbol(symbol(dimension as u8))),
                    _ => Some(Form::number(beyond)),
                };
                match builtin.name {
                    Name::GetGlobalId => symbol(Symbol::GlobalId, 0),
                    Name::GetLocalId => symbol(Symbol::LocalId, 0),
                    Name::GetGroupId => symbol(Symbol::GroupId, 0),
                    Name::GetGlobalSize => symbol(Symbol::GlobalSize, 1),
                    Name::GetLocalSize => symbol(Symbol::LocalSize, 1),
                    Name::GetNumGroups => symbol(Symbol::NumGroups, 1),
                    // Launches have no offset here.
                    Name::GetGlobalOffset => Some(Form::number(0)),
                    Name::Mul24 => argument(0)?.times(&argument(1)?),
                    Name::Mad24 => argument(0)?.times(&argument(1)?)?.plus(&argument(2)?, 1),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn variable(&self, function: FunctionId, var: VarId) -> Option<Form> {
        let key = (function, var);
        if let Some(known) = self.known.borrow().get(&key) {
            return known.clone();
        }
        if self.open.borrow().len() >= DEEPEST || !self.open.borrow_mut().insert(key) {
            return None;
        }
        let form = self.made(function, var);
        self.open.borrow_mut().remove(&key);
        self.known.borrow_mut().insert(key, form.clone());
        form
    }

    fn made(&self, function: FunctionId, var: VarId) -> Option<Form> {
        let body = self.program.function(function);
        let declared = body.vars.get(var.0 as usize)?;
        declared.ty.as_scalar().filter(|it| it.is_integer())?;
        if declared.space != AddressSpace::Private {
            return None;
        }
        let stores = self.stores[function.0 as usize]
            .get(&var)
            .map_or(&[][..], Vec::as_slice);
        let is_parameter = (var.0 as usize) < body.parameters;
        let followed = match stores {
            [] if is_parameter && body.kernel.is_some() => {
                Some(Form::symbol(Symbol::Argument(var)))
            }
            [Store::Set(value)] if !is_parameter => self.form(function, *value),
            [Store::Set(value), step] | [step, Store::Set(value)] if !is_parameter => {
                self.stepped(function, var, *value, *step)
            }
            _ => None,
        };
        // Not followed, but the same for the whole group all the same.
        followed.or_else(|| {
            let class = self.uniformity.var(function, var);
            (class == Class::Uniform).then(|| Form::symbol(Symbol::Same(var)))
        })
    }

    fn stepped(
        &self,
        function: FunctionId,
        var: VarId,
        value: ExprId,
        step: Store,
    ) -> Option<Form> {
        let (by, down) = match step {
            Store::Step(by, down) => (self.form(function, by)?, down),
            Store::StepOne(down) => (Form::number(1), down),
            Store::Set(_) | Store::Other => return None,
        };
        let changes = |symbol: &Symbol| {
            symbol.is_id() || matches!(symbol, Symbol::Counter(_) | Symbol::Same(_))
        };
        if by.holds(&changes) {
            return None;
        }
        let moved = by.times(&Form::symbol(Symbol::Counter(var)))?;
        self.form(function, value)?
            .plus(&moved, if down { -1 } else { 1 })
    }

    /// Where a pointer points: the object, and bytes from its start.
    fn pointer(&self, function: FunctionId, expr: ExprId) -> (Option<Object>, Option<Form>) {
        let program = self.program;
        let nowhere = (None, None);
        match &program.expr(expr).kind {
            ExprKind::Load(place) => {
                let ExprKind::Variable(var) = program.expr(*place).kind else {
                    return nowhere;
                };
                let body = program.function(function);
                let stores = self.stores[function.0 as usize].get(&var);
                match stores.map(Vec::as_slice) {
                    None if (var.0 as usize) < body.parameters => {
                        (Some(Object::Variable(var)), Some(Form::number(0)))
                    }
                    Some([Store::Set(value)]) if (var.0 as usize) >= body.parameters => {
                        let deep = self.open.borrow().len() >= DEEPEST;
                        if deep || !self.open.borrow_mut().insert((function, var)) {
                            return nowhere;
                        }
                        let found = self.pointer(function, *value);
                        self.open.borrow_mut().remove(&(function, var));
                        found
                    }
                    _ => nowhere,
                }
            }
            ExprKind::PointerOffset {
                pointer,
                index,
                subtract,
            } => {
                let (object, offset) = self.pointer(function, *pointer);
                let moved = || {
                    let (pointee, _, _) = program.types.as_pointer(program.expr(expr).ty)?;
                    let size = i64::try_from(program.types.size(pointee)?).ok()?;
                    let times = if *subtract { -size } else { size };
                    offset?.plus(&self.form(function, *index)?, times)
                };
                (object, moved())
            }
            ExprKind::PointerCast(pointer) => self.pointer(function, *pointer),
            ExprKind::Decay(place) | ExprKind::AddressOf(place) => self.place(function, *place),
            _ => nowhere,
        }
    }

    /// Where a place lies: the object, and bytes from its start.
    fn place(&self, function: FunctionId, expr: ExprId) -> (Option<Object>, Option<Form>) {
        let program = self.program;
        let start = Some(Form::number(0));
        match &program.expr(expr).kind {
            ExprKind::Variable(var) => (Some(Object::Variable(*var)), start),
            ExprKind::Global(global) => (Some(Object::Global(*global)), start),
            ExprKind::Deref(pointer) => self.pointer(function, *pointer),
            ExprKind::Member { base, field } => {
                let (object, offset) = self.place(function, *base);
                let moved = || {
                    let Type::Record(record) = *program.types.get(program.expr(*base).ty) else {
                        return None;
                    };
                    let field = program.types.record(record).fields.get(*field as usize)?;
                    offset?.plus(&Form::number(i64::try_from(field.offset).ok()?), 1)
                };
                (object, moved())
            }
            ExprKind::Swizzle { base, lanes } => {
                let (object, offset) = self.place(function, *base);
                let moved = || {
                    let (scalar, _) = program.expr(*base).ty.shape()?;
                    let lane = lanes.lanes().iter().min()?;
                    let bytes = i64::from(scalar.size()) * i64::from(*lane);
                    offset?.plus(&Form::number(bytes), 1)
                };
                (object, moved())
            }
            _ => (None, None),
        }
    }

    /// The accesses of a function, in the order of the text.
    pub(crate) fn accesses(&self, function: FunctionId) -> Vec<Access<'a>> {
        let mut search = Search {
            indices: self,
            function,
            loops: Vec::new(),
            found: Vec::new(),
            seen: HashSet::new(),
        };
        search.statement(&self.program.function(function).body);
        search.found
    }

    /// The accesses of every function, by the file, line and column that their text begins at.
    pub(crate) fn by_place(&self) -> &HashMap<(String, u32, u32), Access<'a>> {
        self.places.get_or_init(|| {
            let mut found = HashMap::new();
            for (function, _) in (0..).map(FunctionId).zip(&self.program.functions) {
                for access in self.accesses(function) {
                    let place = self.shown(access.expr);
                    found
                        .entry((place.file, place.line, place.column))
                        .or_insert(access);
                }
            }
            found
        })
    }

    /// Where a reader finds an expression.
    pub(crate) fn shown(&self, expr: ExprId) -> Place {
        let expr = self.program.expr(expr);
        let sources = &self.program.sources;
        sources.place(expr.origin, expr.end, String::new(), true)
    }

    pub(crate) fn program(&self) -> &'a Program {
        self.program
    }
}

/// What an operator makes of two forms.
fn combine(op: BinaryOp, left: &Form, right: &Form) -> Option<Form> {
    let power = |bits: &Form| {
        let bits = bits.as_number().filter(|bits| (0..62).contains(bits))?;
        Some(Form::number(1 << bits))
    };
    match op {
        BinaryOp::Add => left.plus(right, 1),
        BinaryOp::Subtract => left.plus(right, -1),
        BinaryOp::Multiply => left.times(right),
        BinaryOp::Divide => left.over(right),
        BinaryOp::Remainder => left.modulo(right),
        BinaryOp::ShiftLeft => left.times(&power(right)?),
        BinaryOp::ShiftRight => left.over(&power(right)?),
        BinaryOp::And => {
            let mask = |form: &Form| {
                let bound = form.as_number()?.checked_add(1)?;
                (bound > 0 && bound & (bound - 1) == 0).then(|| Form::number(bound))
            };
            match (mask(left), mask(right)) {
                (_, Some(bound)) => left.modulo(&bound),
                (Some(bound), None) => right.modulo(&bound),
                (None, None) => None,
            }
        }
        _ => None,
    }
}

/// Collects how the private variables of a function get their values.
struct Stores<'a> {
    program: &'a Program,
    found: HashMap<VarId, Vec<Store>>,
}

impl Stores<'_> {
    /// `each_round`: does this statement run once in each round of the loop around it?
    fn statement(&mut self, stmt: &Stmt, each_round: bool) {
        match &stmt.kind {
            StmtKind::Declare { var, init } => {
                if let Some(init) = init {
                    self.declared(*var, init);
                }
            }
            StmtKind::Block(stmts) => {
                for stmt in stmts {
                    self.statement(stmt, each_round);
                }
            }
            StmtKind::For {
                init,
                condition,
                step,
                body,
                ..
            } => {
                for stmt in init {
                    self.statement(stmt, false);
                }
                if let Some(condition) = condition {
                    self.expression(*condition, false);
                }
                self.statement(body, true);
                if let Some(step) = step {
                    self.expression(*step, true);
                }
            }
            StmtKind::While {
                condition, body, ..
            }
            | StmtKind::DoWhile {
                condition, body, ..
            } => {
                self.expression(*condition, false);
                self.statement(body, true);
            }
            StmtKind::Expr(expr) => self.expression(*expr, each_round),
            _ => {
                for expr in walk::expressions(stmt) {
                    self.expression(expr, false);
                }
                for child in walk::children(stmt) {
                    self.statement(child, false);
                }
            }
        }
    }

    fn declared(&mut self, var: VarId, init: &Initializer) {
        for entry in &init.entries {
            self.expression(entry.value, false);
        }
        let store = match init.entries.as_slice() {
            [entry] => Store::Set(entry.value),
            _ => Store::Other,
        };
        self.found.entry(var).or_default().push(store);
    }

    fn expression(&mut self, expr: ExprId, each_round: bool) {
        let program = self.program;
        let outer = expr;
        walk::below(program, expr, &mut |expr| {
            // An operand may be skipped by `?:` or `&&`; the expression of a statement is not.
            let each_round = each_round
                && (expr == outer || matches!(program.expr(outer).kind, ExprKind::Comma { .. }));
            let (place, store) = match &program.expr(expr).kind {
                ExprKind::Assign { place, value } => (*place, Store::Set(*value)),
                ExprKind::CompoundAssign {
                    op, place, value, ..
                } => match op {
                    BinaryOp::Add if each_round => (*place, Store::Step(*value, false)),
                    BinaryOp::Subtract if each_round => (*place, Store::Step(*value, true)),
                    _ => (*place, Store::Other),
                },
                ExprKind::Increment {
                    place, decrement, ..
                } if each_round => (*place, Store::StepOne(*decrement)),
                ExprKind::Increment { place, .. } | ExprKind::AddressOf(place) => {
                    (*place, Store::Other)
                }
                _ => return,
            };
            let mut at = place;
            let mut whole = true;
            while let ExprKind::Member { base, .. } | ExprKind::Swizzle { base, .. } =
                &program.expr(at).kind
            {
                at = *base;
                whole = false;
            }
            if let ExprKind::Variable(var) = program.expr(at).kind {
                let store = if whole { store } else { Store::Other };
                self.found.entry(var).or_default().push(store);
            }
        });
    }
}

/// Collects the accesses of a function.
struct Search<'s, 'a> {
    indices: &'s Indices<'a>,
    function: FunctionId,
    loops: Vec<&'a Stmt>,
    found: Vec<Access<'a>>,
    seen: HashSet<(Object, Form)>,
}

impl<'a> Search<'_, 'a> {
    fn statement(&mut self, stmt: &'a Stmt) {
        let is_loop = matches!(
            stmt.kind,
            StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. }
        );
        let mut children = walk::children(stmt).into_iter().peekable();
        if let StmtKind::For { init, .. } = &stmt.kind {
            for stmt in children.by_ref().take(init.len()) {
                self.statement(stmt);
            }
        }
        if is_loop {
            self.loops.push(stmt);
        }
        for expr in walk::expressions(stmt) {
            self.expression(expr);
        }
        for child in children {
            self.statement(child);
        }
        if is_loop {
            self.loops.pop();
        }
    }

    fn expression(&mut self, expr: ExprId) {
        let program = self.indices.program;
        walk::below(program, expr, &mut |expr| {
            let (place, reads, writes) = match &program.expr(expr).kind {
                ExprKind::Load(place) => (*place, true, false),
                ExprKind::Assign { place, .. } => (*place, false, true),
                ExprKind::CompoundAssign { place, .. } | ExprKind::Increment { place, .. } => {
                    (*place, true, true)
                }
                _ => return,
            };
            let Some(space) = self.space(place) else {
                return;
            };
            let (object, offset) = self.indices.place(self.function, place);
            let size = program.types.size(program.expr(place).ty).unwrap_or(0);
            let pattern = self.pattern(object, offset.as_ref(), size);
            self.found.push(Access {
                function: self.function,
                expr: place,
                object,
                space,
                offset,
                size,
                writes,
                reads,
                pattern,
                loops: self.loops.clone(),
            });
        });
    }

    /// The memory that a place lies in, unless it is private.
    fn space(&self, place: ExprId) -> Option<AddressSpace> {
        let program = self.indices.program;
        let mut at = place;
        let space = loop {
            match &program.expr(at).kind {
                ExprKind::Member { base, .. } | ExprKind::Swizzle { base, .. } => at = *base,
                ExprKind::Variable(var) => {
                    break program.function(self.function).vars[var.0 as usize].space;
                }
                ExprKind::Global(_) => break AddressSpace::Constant,
                ExprKind::Deref(pointer) => {
                    break program.types.as_pointer(program.expr(*pointer).ty)?.2;
                }
                _ => return None,
            }
        };
        (space != AddressSpace::Private).then_some(space)
    }

    fn pattern(&mut self, object: Option<Object>, offset: Option<&Form>, size: u64) -> Pattern {
        let (Some(object), Some(offset)) = (object, offset) else {
            return Pattern::Uncoalesced;
        };
        if !offset.has_id() {
            return Pattern::Constant;
        }
        // What changes in ways that are not followed may be another address by now.
        let changes = offset.holds(&|symbol| matches!(symbol, Symbol::Same(_)));
        if !changes && !self.seen.insert((object, offset.clone())) {
            return Pattern::Repeated;
        }
        if let Some(bytes) = offset.below() {
            return Pattern::Interval(bytes.max(size));
        }
        match stride(offset).and_then(|stride| stride.as_number()) {
            Some(stride) if stride.unsigned_abs() <= size => Pattern::Coalesced,
            _ => Pattern::Uncoalesced,
        }
    }
}

/// Bytes from a work-item's access to that of its neighbour in dimension 0, if they are the same for
/// all neighbours of a work-group.
pub(crate) fn stride(offset: &Form) -> Option<Form> {
    offset.slope(&|symbol| matches!(symbol, Symbol::GlobalId(0) | Symbol::LocalId(0)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use opencl_c::preprocessor::{NoIncludes, Options};

    /// The patterns of the accesses of a kernel's body, and their strides in bytes where constant.
    fn patterns(body: &str) -> Vec<(Pattern, Option<i64>)> {
        let text = format!(
            "kernel void k(global float *x, global const int *at, local float *tile, int n, uint m)\n\
             {{ {body} }}"
        );
        let checked = opencl_c::compile("k.cl", &text, &Options::default(), &mut NoIncludes);
        let Ok(checked) = checked else {
            panic!("{body}");
        };
        let indices = Indices::of(&checked.program);
        let accesses = indices.accesses(FunctionId(0));
        let tell = |access: &Access<'_>| {
            let stride = access.offset.as_ref().and_then(stride);
            (access.pattern, stride.and_then(|stride| stride.as_number()))
        };
        accesses.iter().map(tell).collect()
    }

    #[test]
    fn the_five_patterns_are_told_apart() {
        let told = patterns(
            "size_t i = get_global_id(0); float a = x[42]; float b = x[i & 0xff]; float c = x[i];\
             float d = x[i] * a; x[i * n] = b + c + d;",
        );
        let told: Vec<Pattern> = told.into_iter().map(|(pattern, _)| pattern).collect();
        assert_eq!(
            told,
            [
                Pattern::Constant,
                Pattern::Interval(1024),
                Pattern::Coalesced,
                Pattern::Repeated,
                Pattern::Uncoalesced,
            ]
        );
    }

    #[test]
    fn row_and_column_of_an_index_are_the_index() {
        let body = "uint i = get_global_id(0); uint row = i / m; uint col = i % m;\
                    x[row * m + col] = 1.0f;";
        assert_eq!(patterns(body), [(Pattern::Coalesced, Some(4))]);
    }

    #[test]
    fn a_column_is_uncoalesced_and_a_row_is_not() {
        let body =
            "int c = get_global_id(0), r = get_global_id(1); x[r * 64 + c] = 1; x[c * 64 + r] = 2;";
        assert_eq!(
            patterns(body),
            [
                (Pattern::Coalesced, Some(4)),
                (Pattern::Uncoalesced, Some(256))
            ]
        );
    }

    #[test]
    fn a_loop_over_the_whole_range_keeps_neighbours_together() {
        let body = "for (int i = get_global_id(0); i < n; i += get_global_size(0)) x[i] = 0;";
        assert_eq!(patterns(body), [(Pattern::Coalesced, Some(4))]);
        let body = "for (int k = 0; k < 8; k++) x[get_global_id(0) * 8 + k] = 0;";
        assert_eq!(patterns(body), [(Pattern::Uncoalesced, Some(32))]);
        let body = "int i = get_global_id(0); while (i < n) { x[i] = 0; i += 16; }";
        assert_eq!(patterns(body), [(Pattern::Coalesced, Some(4))]);
    }

    #[test]
    fn pointers_and_rows_of_arrays_are_followed() {
        let body = "global float *row = x + get_global_id(1) * n; row[get_global_id(0)] = 0;";
        assert_eq!(patterns(body), [(Pattern::Coalesced, Some(4))]);
        let body = "local float t[16][17]; int l = get_local_id(0); t[l][3] = 1; t[2][l] = 1;";
        assert_eq!(
            patterns(body),
            [
                (Pattern::Uncoalesced, Some(68)),
                (Pattern::Coalesced, Some(4))
            ]
        );
    }

    #[test]
    fn what_comes_from_memory_or_by_several_ways_has_no_form() {
        let told = patterns("int i = get_global_id(0); x[at[i]] = 0;");
        assert!(told.contains(&(Pattern::Uncoalesced, None)));
        let told = patterns("int i = get_global_id(0); if (i > n) i = i * i; x[i] = 0;");
        assert_eq!(told, [(Pattern::Uncoalesced, None)]);
        let told = patterns("int c = 0; for (int k = 0; k < n; k++) if (k & 1) c++; x[c] = 0;");
        assert_eq!(told, [(Pattern::Constant, Some(0))]);
    }

    #[test]
    fn a_stride_may_be_a_number_that_only_the_group_knows() {
        let told = patterns(
            "for (int s = 1; s < get_local_size(0); s *= 2) tile[2 * s * get_local_id(0)] = 0;",
        );
        assert_eq!(told, [(Pattern::Uncoalesced, None)]);
    }

    #[test]
    fn a_thousand_variables_in_a_row_are_followed_without_going_deep() {
        let mut body = String::from("int i0 = get_global_id(0); ");
        for number in 1..1000 {
            body += &format!("int i{number} = i{} + 1; ", number - 1);
        }
        body += "x[i999] = 0; global float *p0 = x; ";
        for number in 1..1000 {
            body += &format!("global float *p{number} = p{} + 1; ", number - 1);
        }
        body += "*p999 = 0;";
        let told = patterns(&body);
        assert_eq!(
            told,
            [(Pattern::Coalesced, Some(4)), (Pattern::Uncoalesced, None)]
        );
    }
}
