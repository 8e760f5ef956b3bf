//! The rules that a program's text makes: what each value is computed from, and what is stored where
//! under which conditions.

use super::rules::{Node, Rules, UNIFORM, UNKNOWN};
use super::{Cause, Class, Uniformity};
use crate::analysis::pointers::{escaped, root};
use crate::analysis::walk;
use opencl_c::builtin::Name;
use opencl_c::program::{Constant, Expr};
use opencl_c::program::{ExprId, ExprKind, FunctionId, Program, Stmt, StmtKind, VarId};
use opencl_c::types::AddressSpace;
use std::collections::HashMap;

pub(super) fn analyse(program: &Program) -> Uniformity {
    let mut rules = Rules::new();
    let functions = program.functions.iter();
    let vars: Vec<Vec<Node>> = functions
        .map(|function| {
            let vars = function.vars.iter();
            vars.map(|_| rules.node(Class::Uniform)).collect()
        })
        .collect();
    let functions = program.functions.iter();
    let results = functions.map(|_| rules.node(Class::Uniform)).collect();
    let mut flow = Flow {
        program,
        function: FunctionId(0),
        rules,
        vars,
        results,
        exprs: vec![UNIFORM; program.exprs.len()],
        rounds: HashMap::new(),
        loops: Vec::new(),
        operands: Vec::new(),
    };
    for (id, function) in (0..).map(FunctionId).zip(&program.functions) {
        flow.function = id;
        for var in escaped(program, id) {
            let node = flow.vars[id.0 as usize][var.0 as usize];
            flow.rules.begin(node, Class::Unknown);
        }
        // Where jumps lead, and so who stores what, is not followed.
        let control = if jumps(&function.body) {
            UNKNOWN
        } else {
            UNIFORM
        };
        flow.statement(&function.body, control);
    }
    let classes = flow.rules.solve();
    let of = |nodes: Vec<Node>| nodes.into_iter().map(|node| classes.of(node)).collect();
    Uniformity {
        vars: flow.vars.into_iter().map(of).collect(),
        exprs: of(flow.exprs),
        rounds: flow
            .rounds
            .into_iter()
            .map(|(key, node)| (key, classes.of(node)))
            .collect(),
    }
}

/// Does a body hold a `goto`?
fn jumps(body: &Stmt) -> bool {
    let mut found = false;
    walk::statements(body, &mut |stmt| {
        found |= matches!(stmt.kind, StmtKind::Goto(_))
    });
    found
}

struct Flow<'a> {
    program: &'a Program,
    function: FunctionId,
    rules: Rules,
    /// By function and number.
    vars: Vec<Vec<Node>>,
    /// By function.
    results: Vec<Node>,
    /// By the number of the expression.
    exprs: Vec<Node>,
    /// How the rounds of loops differ, by the keys of their statements.
    rounds: HashMap<usize, Node>,
    loops: Vec<Around>,
    /// The operands of the expressions that are being followed.
    operands: Vec<ExprId>,
}

/// A loop or a `switch` around.
struct Around {
    is_loop: bool,
    /// What its rounds differ by.
    rounds: Node,
    /// What the `return`s in it are under, if there are any.
    returns: Option<Node>,
}

/// What a statement is known by.
pub(super) fn key(stmt: &Stmt) -> usize {
    std::ptr::from_ref(stmt) as usize
}

impl Flow<'_> {
    fn var(&self, var: VarId) -> Node {
        self.vars[self.function.0 as usize][var.0 as usize]
    }

    fn is_private(&self, var: VarId) -> bool {
        let function = self.program.function(self.function);
        function.vars[var.0 as usize].space == AddressSpace::Private
    }

    /// Follows a statement that is reached under conditions of class `control`.
    fn statement(&mut self, stmt: &Stmt, control: Node) {
        match &stmt.kind {
            StmtKind::If {
                condition,
                then,
                otherwise,
            } => {
                let condition = self.expression(*condition, control);
                let inner = self.rules.join(&[control, condition]);
                self.statement(then, inner);
                if let Some(otherwise) = otherwise {
                    self.statement(otherwise, inner);
                }
            }
            StmtKind::While {
                condition, body, ..
            }
            | StmtKind::DoWhile {
                condition, body, ..
            } => self.repeated(stmt, Some(*condition), None, body, control),
            StmtKind::For {
                init,
                condition,
                step,
                body,
                ..
            } => {
                for stmt in init {
                    self.statement(stmt, control);
                }
                self.repeated(stmt, *condition, *step, body, control);
            }
            StmtKind::Switch { value, body } => {
                let value = self.expression(*value, control);
                let inner = self.rules.join(&[control, value]);
                self.enter(stmt, false);
                self.statement(body, inner);
                self.leave();
            }
            StmtKind::Break | StmtKind::Continue => {
                let wanted =
                    |around: &&Around| around.is_loop || matches!(stmt.kind, StmtKind::Break);
                if let Some(around) = self.loops.iter().rev().find(wanted) {
                    self.rules.raise(around.rounds, &[control]);
                }
            }
            StmtKind::Return(value) => {
                if let Some(value) = value {
                    let value = self.expression(*value, control);
                    let result = self.results[self.function.0 as usize];
                    self.rules.raise(result, &[value, control]);
                }
                self.returned(control);
            }
            StmtKind::Declare { var, init } => {
                let Some(init) = init else {
                    return;
                };
                let values: Vec<Node> = init
                    .entries
                    .iter()
                    .map(|entry| self.expression(entry.value, control))
                    .collect();
                // A fresh object under a condition is seen by those alone that came there.
                if self.is_private(*var) {
                    self.rules.raise(self.var(*var), &values);
                }
            }
            StmtKind::Block(stmts) => {
                for stmt in stmts {
                    self.statement(stmt, control);
                }
            }
            StmtKind::Case { body, .. } | StmtKind::Labelled { body, .. } => {
                self.statement(body, control);
            }
            StmtKind::Expr(expr) => {
                self.expression(*expr, control);
            }
            StmtKind::Empty | StmtKind::Goto(_) => {}
        }
    }

    fn repeated(
        &mut self,
        stmt: &Stmt,
        condition: Option<ExprId>,
        step: Option<ExprId>,
        body: &Stmt,
        control: Node,
    ) {
        let rounds = self.enter(stmt, true);
        let mut inner = self.rules.join(&[control, rounds]);
        if let Some(condition) = condition {
            let condition = self.expression(condition, inner);
            inner = self.rules.join(&[inner, condition]);
        }
        self.statement(body, inner);
        if let Some(step) = step {
            self.expression(step, inner);
        }
        self.leave();
    }

    fn enter(&mut self, stmt: &Stmt, is_loop: bool) -> Node {
        let rounds = self.rules.node(Class::Uniform);
        self.rounds.insert(key(stmt), rounds);
        self.loops.push(Around {
            is_loop,
            rounds,
            returns: None,
        });
        rounds
    }

    fn leave(&mut self) {
        if let Some(around) = self.loops.pop()
            && let Some(returns) = around.returns
        {
            self.rules.raise(around.rounds, &[returns]);
            self.returned(returns);
        }
    }

    /// Some may return here: the rounds of all loops around differ then.
    fn returned(&mut self, control: Node) {
        if let Some(around) = self.loops.last_mut() {
            let rules = &mut self.rules;
            let returns = *around
                .returns
                .get_or_insert_with(|| rules.node(Class::Uniform));
            self.rules.raise(returns, &[control]);
        }
    }

    /// Follows an expression, with the assignments and calls in it.
    fn expression(&mut self, expr: ExprId, control: Node) -> Node {
        let node = self.computed(expr, control);
        self.exprs[expr.0 as usize] = node;
        node
    }

    fn computed(&mut self, expr: ExprId, control: Node) -> Node {
        let program = self.program;
        let kind = &program.expr(expr).kind;
        match kind {
            ExprKind::Constant(_)
            | ExprKind::NullPointer
            | ExprKind::String(_)
            | ExprKind::Global(_) => UNIFORM,
            ExprKind::Variable(var) => self.var(*var),
            ExprKind::Load(one)
            | ExprKind::Convert { value: one, .. }
            | ExprKind::Splat(one)
            | ExprKind::Reinterpret(one)
            | ExprKind::PointerCast(one)
            | ExprKind::Discard(one)
            | ExprKind::Unary { value: one, .. }
            | ExprKind::Member { base: one, .. }
            | ExprKind::Swizzle { base: one, .. } => self.expression(*one, control),
            ExprKind::Increment { place, .. } => {
                let old = self.expression(*place, control);
                self.store(*place, UNIFORM, control);
                old
            }
            ExprKind::Decay(place) | ExprKind::AddressOf(place) => {
                self.expression(*place, control);
                self.address(*place)
            }
            ExprKind::Deref(pointer) => {
                let at = self.expression(*pointer, control);
                match memory(program, *pointer) {
                    Memory::Object(var) => self.rules.join(&[self.var(var), at]),
                    Memory::Private => self.rules.join(&[at, UNKNOWN]),
                    Memory::Shared => self.rules.memory(at),
                }
            }
            ExprKind::Assign { place, value } => {
                self.expression(*place, control);
                let value = self.expression(*value, control);
                self.store(*place, value, control);
                value
            }
            ExprKind::CompoundAssign { place, value, .. } => {
                let old = self.expression(*place, control);
                let value = self.expression(*value, control);
                self.store(*place, value, control);
                self.rules.join(&[old, value])
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
                let inner = self.rules.join(&[control, condition]);
                let then = self.expression(*then, inner);
                let otherwise = self.expression(*otherwise, inner);
                self.rules.join(&[condition, then, otherwise])
            }
            ExprKind::ShortCircuit { left, right, .. } => {
                let left = self.expression(*left, control);
                let inner = self.rules.join(&[control, left]);
                let right = self.expression(*right, inner);
                self.rules.join(&[left, right])
            }
            ExprKind::Call { function, .. } => {
                let callee = function.0 as usize;
                let result = self.results[callee];
                let sources = self.operands(kind, Some(result), control);
                for (&argument, &parameter) in sources[1..].iter().zip(&self.vars[callee]) {
                    self.rules.raise(parameter, &[argument]);
                }
                self.rules.call(&sources)
            }
            ExprKind::Builtin { builtin, arguments } => {
                let sources = self.operands(kind, None, control);
                match given(program, builtin.name, arguments) {
                    Given::Uniform => UNIFORM,
                    Given::Differs { through_memory } => self.rules.node(Class::Varying(Cause {
                        source: expr,
                        through_memory,
                    })),
                    Given::Computed => self.rules.join(&sources),
                }
            }
            ExprKind::Binary { left, right, .. }
            | ExprKind::VectorLogical { left, right, .. }
            | ExprKind::PointerDifference { left, right }
            | ExprKind::PointerOffset {
                pointer: left,
                index: right,
                ..
            } => {
                let left = self.expression(*left, control);
                let right = self.expression(*right, control);
                self.rules.join(&[left, right])
            }
            ExprKind::VectorConditional { .. }
            | ExprKind::VectorLiteral(_)
            | ExprKind::CompoundLiteral { .. } => {
                let sources = self.operands(kind, None, control);
                self.rules.join(&sources)
            }
        }
    }

    /// The nodes of an expression's operands, behind `first`.
    fn operands(&mut self, kind: &ExprKind, first: Option<Node>, control: Node) -> Vec<Node> {
        let begin = self.operands.len();
        walk::add_operands(kind, &mut self.operands);
        let end = self.operands.len();
        let mut nodes: Vec<Node> = first.into_iter().collect();
        for at in begin..end {
            nodes.push(self.expression(self.operands[at], control));
        }
        self.operands.truncate(begin);
        nodes
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
                ExprKind::Deref(pointer) => return self.exprs[pointer.0 as usize],
                _ => return UNIFORM,
            }
        }
    }

    /// Something is stored in a place.
    fn store(&mut self, place: ExprId, value: Node, control: Node) {
        let program = self.program;
        let mut at = place;
        loop {
            match &program.expr(at).kind {
                ExprKind::Member { base, .. } | ExprKind::Swizzle { base, .. } => at = *base,
                ExprKind::Variable(var) => {
                    if self.is_private(*var) {
                        self.rules.raise(self.var(*var), &[value, control]);
                    }
                    return;
                }
                ExprKind::Deref(pointer) => {
                    if let Memory::Object(var) = memory(program, *pointer)
                        && self.is_private(var)
                    {
                        let pointer = self.exprs[pointer.0 as usize];
                        self.rules.raise(self.var(var), &[value, control, pointer]);
                    }
                    return;
                }
                _ => return,
            }
        }
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
        Name::AtomicAdd
        | Name::AtomicSub
        | Name::AtomicXchg
        | Name::AtomicInc
        | Name::AtomicDec
        | Name::AtomicCmpxchg
        | Name::AtomicMin
        | Name::AtomicMax
        | Name::AtomicAnd
        | Name::AtomicOr
        | Name::AtomicXor => Given::Differs {
            through_memory: true,
        },
        _ => Given::Computed,
    }
}

/// Does the dimension asked for exist in a launch? One that is not a constant may.
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
        Some((_, _, AddressSpace::Private)) | None => match root(program, pointer) {
            Some((_, var)) => Memory::Object(var),
            None => Memory::Private,
        },
        _ => Memory::Shared,
    }
}
