//! Uniformity over the work-group: which values can differ between the work-items of one group.
//!
//! Kernel arguments, group ids, sizes and what is computed from them are the same for all; local and
//! global ids differ, and so does what is computed from them, loaded through them, or assigned where
//! only some work-items go (under a condition or in a loop that differs). Private memory that is
//! reached through a pointer is not followed.
//!
//! Promise: what is called [`Class::Varying`] is computed from something that differs, and the cause is
//! named; what is called [`Class::Uniform`] is the same for all, if the kernel has no data race. What
//! cannot be told is [`Class::Unknown`], and a reading must not accuse on it.

use super::walk;
use opencl_c::builtin::Name;
use opencl_c::program::{Constant, Expr};
use opencl_c::program::{ExprId, ExprKind, FunctionId, Program, Stmt, StmtKind, VarId};
use opencl_c::types::AddressSpace;
use std::collections::HashMap;

/// How a value behaves over a work-group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// The same for every work-item.
    Uniform,
    /// Not followed.
    Unknown,
    /// Can differ.
    Varying(Cause),
}

/// Where a difference comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cause {
    /// The call that differs: `get_local_id(0)`, an atomic.
    pub(crate) source: ExprId,
    /// Does it come by data: loaded from memory at a place that differs?
    pub(crate) through_memory: bool,
}

impl Class {
    /// What a value computed from both is.
    pub(crate) fn join(self, other: Class) -> Class {
        match (self, other) {
            (Class::Varying(cause), _) | (_, Class::Varying(cause)) => Class::Varying(cause),
            (Class::Unknown, _) | (_, Class::Unknown) => Class::Unknown,
            _ => Class::Uniform,
        }
    }
}

/// The classes of a program's variables and functions.
#[derive(Debug)]
pub(crate) struct Uniformity {
    vars: HashMap<(FunctionId, VarId), Class>,
    results: Vec<Class>,
    /// By the address of its statement: how a loop's rounds differ for a `break`, `continue` or
    /// `return` in it that only some take.
    rounds: HashMap<usize, Class>,
    changed: bool,
}

impl Uniformity {
    /// Analyses a program.
    pub(crate) fn of(program: &Program) -> Uniformity {
        let mut this = Uniformity {
            vars: HashMap::new(),
            results: vec![Class::Uniform; program.functions.len()],
            rounds: HashMap::new(),
            changed: true,
        };
        this.find_pointed_at(program);
        // Classes only rise, in a lattice of three, so this ends.
        while std::mem::take(&mut this.changed) {
            for (index, function) in program.functions.iter().enumerate() {
                let mut walker = Walker {
                    program,
                    function: FunctionId(index as u32),
                    uniformity: &mut this,
                    loops: Vec::new(),
                };
                walker.statement(&function.body, Class::Uniform);
            }
        }
        this
    }

    /// The class of a value or a place of `function`.
    pub(crate) fn class(&self, program: &Program, function: FunctionId, expr: ExprId) -> Class {
        let node = program.expr(expr);
        let class = |expr| self.class(program, function, expr);
        let all = |exprs: &[ExprId]| {
            exprs
                .iter()
                .fold(Class::Uniform, |so_far, &expr| so_far.join(class(expr)))
        };
        match &node.kind {
            ExprKind::Variable(var) => self.var(function, *var),
            ExprKind::Decay(_) | ExprKind::AddressOf(_) => address(program, node, &class),
            ExprKind::Deref(pointer) => match memory(program, *pointer) {
                Memory::Object(var) => self.var(function, var).join(class(*pointer)),
                Memory::Private => class(*pointer).join(Class::Unknown),
                Memory::Shared => match class(*pointer) {
                    Class::Varying(cause) => Class::Varying(Cause {
                        through_memory: true,
                        ..cause
                    }),
                    other => other,
                },
            },
            ExprKind::Assign { value, .. } => class(*value),
            ExprKind::Comma { right, .. } => class(*right),
            ExprKind::Call {
                function: callee,
                arguments,
            } => {
                // The result was joined over all calls; what this one gives can differ only if its
                // own arguments do, or if the function finds a difference by itself.
                let result = self.results[callee.0 as usize];
                match (result, all(arguments)) {
                    (Class::Varying(_), Class::Varying(cause)) => Class::Varying(cause),
                    (result, _) => result,
                }
            }
            ExprKind::Builtin { builtin, arguments } => match builtin.name {
                Name::GetLocalId | Name::GetGlobalId if exists(program, arguments) => {
                    Class::Varying(Cause {
                        source: expr,
                        through_memory: false,
                    })
                }
                Name::GetLocalId
                | Name::GetGlobalId
                | Name::GetWorkDim
                | Name::GetGlobalSize
                | Name::GetLocalSize
                | Name::GetNumGroups
                | Name::GetGroupId
                | Name::GetGlobalOffset
                | Name::AsyncWorkGroupCopy
                | Name::AsyncWorkGroupStridedCopy => Class::Uniform,
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
                | Name::AtomicXor => Class::Varying(Cause {
                    source: expr,
                    through_memory: true,
                }),
                _ => all(arguments),
            },
            kind => all(&walk::operands(kind)),
        }
    }

    /// How the rounds of a loop differ for a `break`, `continue` or `return` in it.
    pub(crate) fn rounds(&self, stmt: &Stmt) -> Class {
        let rounds = self.rounds.get(&key(stmt)).copied();
        rounds.unwrap_or(Class::Uniform)
    }

    /// The class of a variable of `function`.
    pub(crate) fn var(&self, function: FunctionId, var: VarId) -> Class {
        self.vars
            .get(&(function, var))
            .copied()
            .unwrap_or(Class::Uniform)
    }

    /// Private objects whose address goes where it is not followed.
    fn find_pointed_at(&mut self, program: &Program) {
        for (index, function) in program.functions.iter().enumerate() {
            let id = FunctionId(index as u32);
            let mut followed = Vec::new();
            let mut taken = Vec::new();
            walk::each_expression(program, &function.body, &mut |expr| match &program
                .expr(expr)
                .kind
            {
                ExprKind::Deref(pointer) => followed.extend(root(program, *pointer)),
                ExprKind::Decay(_) | ExprKind::AddressOf(_) => {
                    taken.extend(root(program, expr));
                }
                _ => {}
            });
            for (at, var) in taken {
                if !followed.contains(&(at, var)) && is_private(program, id, var) {
                    self.vars.insert((id, var), Class::Unknown);
                }
            }
        }
    }

    fn raise(&mut self, function: FunctionId, var: VarId, class: Class) {
        let old = self.var(function, var);
        let new = old.join(class);
        if std::mem::discriminant(&old) != std::mem::discriminant(&new) {
            self.vars.insert((function, var), new);
            self.changed = true;
        }
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

/// The class of an address: that of the indices in it.
fn address(program: &Program, node: &Expr, class: &impl Fn(ExprId) -> Class) -> Class {
    match &node.kind {
        ExprKind::Decay(place)
        | ExprKind::AddressOf(place)
        | ExprKind::Member { base: place, .. } => address(program, program.expr(*place), class),
        ExprKind::Swizzle { base, .. } => address(program, program.expr(*base), class),
        ExprKind::Deref(pointer) => class(*pointer),
        _ => Class::Uniform,
    }
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

/// The object whose address, with an offset perhaps, a pointer expression is, and the expression that
/// takes that address.
pub(crate) fn root(program: &Program, pointer: ExprId) -> Option<(ExprId, VarId)> {
    let mut at = pointer;
    loop {
        match &program.expr(at).kind {
            ExprKind::PointerOffset { pointer, .. } | ExprKind::PointerCast(pointer) => {
                at = *pointer;
            }
            ExprKind::Decay(place) | ExprKind::AddressOf(place) => {
                let taken = at;
                let mut place = *place;
                loop {
                    match &program.expr(place).kind {
                        ExprKind::Member { base, .. } | ExprKind::Swizzle { base, .. } => {
                            place = *base;
                        }
                        ExprKind::Variable(var) => return Some((taken, *var)),
                        ExprKind::Deref(pointer) => {
                            at = *pointer;
                            break;
                        }
                        _ => return None,
                    }
                }
            }
            _ => return None,
        }
    }
}

fn is_private(program: &Program, function: FunctionId, var: VarId) -> bool {
    program.function(function).vars[var.0 as usize].space == AddressSpace::Private
}

struct Walker<'a> {
    program: &'a Program,
    function: FunctionId,
    uniformity: &'a mut Uniformity,
    /// The loops and switches around, each with the class of the conditions around it.
    loops: Vec<(usize, bool)>,
}

fn key(stmt: &Stmt) -> usize {
    std::ptr::from_ref(stmt) as usize
}

impl Walker<'_> {
    fn class(&self, expr: ExprId) -> Class {
        self.uniformity.class(self.program, self.function, expr)
    }

    /// Follows a statement that is reached under conditions of class `control`.
    fn statement(&mut self, stmt: &Stmt, control: Class) {
        match &stmt.kind {
            StmtKind::If { condition, .. } => {
                self.expression(*condition, control);
                let inner = control.join(self.class(*condition));
                for child in walk::children(stmt) {
                    self.statement(child, inner);
                }
            }
            StmtKind::While { condition, .. } | StmtKind::DoWhile { condition, .. } => {
                self.repeated(stmt, Some(*condition), None, control);
            }
            StmtKind::For {
                init,
                condition,
                step,
                ..
            } => {
                for stmt in init {
                    self.statement(stmt, control);
                }
                self.repeated(stmt, *condition, *step, control);
            }
            StmtKind::Switch { value, body } => {
                self.expression(*value, control);
                let inner = control.join(self.class(*value));
                self.loops.push((key(stmt), false));
                self.statement(body, inner);
                self.loops.pop();
            }
            StmtKind::Break | StmtKind::Continue | StmtKind::Return(_) => {
                if let StmtKind::Return(Some(value)) = stmt.kind {
                    self.expression(value, control);
                    let result = &mut self.uniformity.results[self.function.0 as usize];
                    let old = *result;
                    let class = self.uniformity.class(self.program, self.function, value);
                    let new = old.join(class).join(control);
                    if std::mem::discriminant(&old) != std::mem::discriminant(&new) {
                        self.uniformity.results[self.function.0 as usize] = new;
                        self.uniformity.changed = true;
                    }
                }
                self.leave(stmt, control);
            }
            StmtKind::Declare { var, init } => {
                let mut class = control;
                for entry in init.iter().flat_map(|init| &init.entries) {
                    self.expression(entry.value, control);
                    class = class.join(self.class(entry.value));
                }
                // A fresh object under a condition is seen by those alone that came there.
                if init.is_some() && is_private(self.program, self.function, *var) {
                    let value = init
                        .iter()
                        .flat_map(|init| &init.entries)
                        .fold(Class::Uniform, |so_far, entry| {
                            so_far.join(self.class(entry.value))
                        });
                    self.uniformity.raise(self.function, *var, value);
                }
            }
            _ => {
                for expr in walk::expressions(stmt) {
                    self.expression(expr, control);
                }
                for child in walk::children(stmt) {
                    self.statement(child, control);
                }
            }
        }
    }

    fn repeated(
        &mut self,
        stmt: &Stmt,
        condition: Option<ExprId>,
        step: Option<ExprId>,
        control: Class,
    ) {
        let rounds = self.uniformity.rounds.get(&key(stmt)).copied();
        let mut inner = control.join(rounds.unwrap_or(Class::Uniform));
        if let Some(condition) = condition {
            self.expression(condition, inner);
            inner = inner.join(self.class(condition));
        }
        self.loops.push((key(stmt), true));
        if let (
            StmtKind::While { body, .. }
            | StmtKind::DoWhile { body, .. }
            | StmtKind::For { body, .. },
            _,
        ) = (&stmt.kind, ())
        {
            self.statement(body, inner);
        }
        if let Some(step) = step {
            self.expression(step, inner);
        }
        self.loops.pop();
    }

    /// Some may leave here: rounds of the loop around differ then.
    fn leave(&mut self, stmt: &Stmt, control: Class) {
        if control == Class::Uniform {
            return;
        }
        let target = match stmt.kind {
            StmtKind::Break => self.loops.last(),
            StmtKind::Continue => self.loops.iter().rev().find(|(_, is_loop)| *is_loop),
            _ => None,
        };
        let targets: Vec<usize> = match stmt.kind {
            StmtKind::Return(_) => self.loops.iter().map(|(key, _)| *key).collect(),
            _ => target.map(|(key, _)| *key).into_iter().collect(),
        };
        for key in targets {
            let old = self.uniformity.rounds.get(&key).copied();
            let new = old.unwrap_or(Class::Uniform).join(control);
            let changed =
                old.map(|old| std::mem::discriminant(&old)) != Some(std::mem::discriminant(&new));
            if changed {
                self.uniformity.rounds.insert(key, new);
                self.uniformity.changed = true;
            }
        }
    }

    /// Follows the assignments and calls in an expression.
    fn expression(&mut self, expr: ExprId, control: Class) {
        let program = self.program;
        let kind = &program.expr(expr).kind;
        match kind {
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            } => {
                self.expression(*condition, control);
                let inner = control.join(self.class(*condition));
                self.expression(*then, inner);
                self.expression(*otherwise, inner);
                return;
            }
            ExprKind::ShortCircuit { left, right, .. } => {
                self.expression(*left, control);
                let inner = control.join(self.class(*left));
                self.expression(*right, inner);
                return;
            }
            _ => {}
        }
        for operand in walk::operands(kind) {
            self.expression(operand, control);
        }
        match kind {
            ExprKind::Assign { place, value } => {
                let class = self.class(*value);
                self.store(*place, class.join(control));
            }
            ExprKind::CompoundAssign { place, value, .. } => {
                let class = self.class(*value);
                self.store(*place, class.join(control));
            }
            ExprKind::Increment { place, .. } => self.store(*place, control),
            ExprKind::Call {
                function,
                arguments,
            } => {
                for (&argument, index) in arguments.iter().zip(0..) {
                    let class = self.class(argument);
                    self.uniformity.raise(*function, VarId(index), class);
                }
            }
            _ => {}
        }
    }

    /// Something of class `class` is stored in a place.
    fn store(&mut self, place: ExprId, class: Class) {
        let program = self.program;
        let mut at = place;
        let mut class = class;
        loop {
            match &program.expr(at).kind {
                ExprKind::Member { base, .. } | ExprKind::Swizzle { base, .. } => at = *base,
                ExprKind::Variable(var) => {
                    if is_private(program, self.function, *var) {
                        self.uniformity.raise(self.function, *var, class);
                    }
                    return;
                }
                ExprKind::Deref(pointer) => {
                    class = class.join(self.class(*pointer));
                    if let Memory::Object(var) = memory(program, *pointer)
                        && is_private(program, self.function, var)
                    {
                        self.uniformity.raise(self.function, var, class);
                    }
                    return;
                }
                _ => return,
            }
        }
    }
}
