//! What WGSL can prove to be the same for a whole work-group, and which statements need such a condition because a
//! barrier depends on them.

use crate::classes::Space;
use crate::pointers::{Home, Pointers, children, each_expression, each_part, own_expressions};
use opencl_c::builtin::{Name, Scope};
use opencl_c::program::{ExprId, ExprKind, FunctionId, Program, Stmt, StmtKind, VarId};
use std::collections::HashSet;

/// What is known of one function.
#[derive(Debug, Default)]
pub(crate) struct Uniform {
    /// Statements whose condition must be the same for all of a work-group, by [`key`].
    pub(crate) synchronising: HashSet<usize>,
    /// Variables that may differ within a work-group, as far as WGSL sees.
    varying: HashSet<VarId>,
    /// Is it the text of the kernel itself, whose values come from the block?
    pub(crate) is_main: bool,
}

/// What a statement is known by.
pub(crate) fn key(stmt: &Stmt) -> usize {
    std::ptr::from_ref(stmt) as usize
}

/// Does a built-in function wait for the work-group, in the form that it has in the shader?
///
/// `alone`: each work-item is a sub-group of its own, which waits for nobody.
fn waits(name: Name, alone: bool) -> bool {
    let of_group = name.of_group();
    let of_group = of_group.filter(|rule| !(alone && rule.scope == Scope::SubGroup));
    matches!(
        name,
        Name::Barrier
            | Name::AsyncWorkGroupCopy
            | Name::AsyncWorkGroupStridedCopy
            | Name::WaitGroupEvents
    ) || of_group.is_some()
}

/// Does an expression wait, itself or in what it calls?
fn expression_waits(program: &Program, id: ExprId, alone: bool) -> bool {
    let mut found = false;
    each_part(program, id, &mut |part| match &program.expr(part).kind {
        ExprKind::Builtin { builtin, .. } => found |= waits(builtin.name, alone),
        ExprKind::Call { function, .. } => found |= function_waits(program, *function, alone),
        _ => {}
    });
    found
}

fn function_waits(program: &Program, id: FunctionId, alone: bool) -> bool {
    let mut found = false;
    each_expression(
        program,
        &program.function(id).body,
        &mut |part| match &program.expr(part).kind {
            ExprKind::Builtin { builtin, .. } => found |= waits(builtin.name, alone),
            ExprKind::Call { function, .. } => found |= function_waits(program, *function, alone),
            _ => {}
        },
    );
    found
}

/// `varying`: the parameters that WGSL takes to vary. `is_main`: is it in the text of the kernel itself?
pub(crate) fn analyse(
    program: &Program,
    pointers: &Pointers,
    at: usize,
    varying: Vec<VarId>,
    is_main: bool,
) -> Uniform {
    let function = program.function(pointers.instances[at].function);
    let mut walk = Walk {
        program,
        pointers,
        at,
        uniform: Uniform {
            is_main,
            ..Uniform::default()
        },
        changed: true,
    };
    if !function_waits(program, pointers.instances[at].function, pointers.alone) {
        return walk.uniform;
    }
    let mut order = Vec::new();
    marks(program, &function.body, pointers.alone, &mut order);
    let last = order.iter().rposition(|mark| *mark == Mark::Wait);
    let mut seen = 0;
    walk.synchronising(&function.body, &mut seen, last, Around::default());
    walk.uniform.varying.extend(varying);
    while walk.changed {
        walk.changed = false;
        walk.statement(&function.body, true);
    }
    walk.uniform
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Wait,
    Return,
}

/// The returns and the waits of a body, in the order of the text.
fn marks(program: &Program, stmt: &Stmt, alone: bool, to: &mut Vec<Mark>) {
    for expr in own_expressions(stmt) {
        if expression_waits(program, expr, alone) {
            to.push(Mark::Wait);
        }
    }
    if let StmtKind::Return(_) = stmt.kind {
        to.push(Mark::Return);
    }
    for child in children(stmt) {
        marks(program, child, alone, to);
    }
}

/// What a statement holds that decides whether a wait is reached.
#[derive(Clone, Copy, Default)]
struct Holds {
    wait: bool,
    /// A return that leaves out a wait.
    leaves: bool,
    /// A `break` of a loop or switch around it that waits.
    breaks: bool,
    /// A `continue` of a loop around it that waits.
    continues: bool,
}

/// What waits around a statement.
#[derive(Clone, Copy, Default)]
struct Around {
    /// Some loop.
    loops: bool,
    /// The loop or switch that a `break` leaves.
    left: bool,
    /// The loop that a `continue` goes on with.
    continued: bool,
}

struct Walk<'a> {
    program: &'a Program,
    pointers: &'a Pointers,
    at: usize,
    uniform: Uniform,
    changed: bool,
}

impl Walk<'_> {
    /// Finds the statements whose condition decides whether a wait is reached.
    fn synchronising(
        &mut self,
        stmt: &Stmt,
        seen: &mut usize,
        last: Option<usize>,
        around: Around,
    ) -> Holds {
        let mut holds = Holds::default();
        for expr in own_expressions(stmt) {
            if expression_waits(self.program, expr, self.pointers.alone) {
                holds.wait = true;
                *seen += 1;
            }
        }
        match stmt.kind {
            StmtKind::Return(_) => {
                holds.leaves = around.loops || last.is_some_and(|last| *seen < last);
                *seen += 1;
            }
            StmtKind::Break => holds.breaks = around.left,
            StmtKind::Continue => holds.continues = around.continued,
            _ => {}
        }
        let is_switch = matches!(stmt.kind, StmtKind::Switch { .. });
        let within = match is_loop(stmt) || is_switch {
            true => {
                let waits = self.contains_wait(stmt);
                Around {
                    loops: around.loops || is_loop(stmt) && waits,
                    left: waits,
                    continued: if is_switch { around.continued } else { waits },
                }
            }
            false => around,
        };
        for child in children(stmt) {
            let inner = self.synchronising(child, seen, last, within);
            holds.wait |= inner.wait;
            holds.leaves |= inner.leaves;
            holds.breaks |= inner.breaks;
            holds.continues |= inner.continues;
        }
        holds.breaks &= !is_loop(stmt) && !is_switch;
        holds.continues &= !is_loop(stmt);
        let decides = is_loop(stmt) || is_switch || matches!(stmt.kind, StmtKind::If { .. });
        if decides && (holds.wait || holds.leaves || holds.breaks || holds.continues) {
            self.uniform.synchronising.insert(key(stmt));
        }
        holds
    }

    fn contains_wait(&self, stmt: &Stmt) -> bool {
        let mut found = false;
        each_expression(
            self.program,
            stmt,
            &mut |part| match &self.program.expr(part).kind {
                ExprKind::Builtin { builtin, .. } => {
                    found |= waits(builtin.name, self.pointers.alone)
                }
                ExprKind::Call { function, .. } => {
                    found |= function_waits(self.program, *function, self.pointers.alone);
                }
                _ => {}
            },
        );
        found
    }

    /// Marks the variables that a statement may make vary; `same` if all of the group are here together.
    fn statement(&mut self, stmt: &Stmt, same: bool) {
        let condition = match &stmt.kind {
            StmtKind::If { condition, .. }
            | StmtKind::While { condition, .. }
            | StmtKind::DoWhile { condition, .. } => Some(*condition),
            StmtKind::For { condition, .. } => *condition,
            StmtKind::Switch { value, .. } => Some(*value),
            _ => None,
        };
        let synchronising = self.uniform.synchronising.contains(&key(stmt));
        let mut inner =
            same && (synchronising || condition.is_none_or(|condition| self.is_uniform(condition)));
        // After a jump that not all take, the rest of a loop is not reached by all.
        if !synchronising && inner {
            inner = !parts_within(stmt);
        }
        if let StmtKind::Declare {
            var,
            init: Some(init),
        } = &stmt.kind
        {
            let uniform = init
                .entries
                .iter()
                .all(|entry| self.is_uniform(entry.value));
            self.assigned(*var, uniform && same);
        }
        for expr in own_expressions(stmt) {
            self.expression(expr, inner);
        }
        for child in children(stmt) {
            self.statement(child, inner);
        }
    }

    fn assigned(&mut self, var: VarId, uniform: bool) {
        if !uniform && self.uniform.varying.insert(var) {
            self.changed = true;
        }
    }

    fn expression(&mut self, root: ExprId, same: bool) {
        let mut parts = Vec::new();
        each_part(self.program, root, &mut |part| parts.push(part));
        let plain = !parts.iter().any(|&part| {
            matches!(
                self.program.expr(part).kind,
                ExprKind::ShortCircuit { .. } | ExprKind::Conditional { .. }
            )
        });
        for part in parts {
            let (place, uniform) = match &self.program.expr(part).kind {
                ExprKind::Assign { place, value }
                | ExprKind::CompoundAssign { place, value, .. } => {
                    (*place, self.is_uniform(*value))
                }
                ExprKind::Increment { place, .. } => (*place, true),
                _ => continue,
            };
            let mut at = place;
            while let ExprKind::Swizzle { base, .. } = self.program.expr(at).kind {
                at = base;
            }
            if let ExprKind::Variable(var) = self.program.expr(at).kind {
                self.assigned(var, uniform && same && plain);
            }
        }
    }

    fn is_uniform(&self, id: ExprId) -> bool {
        self.uniform.holds(self.program, self.pointers, self.at, id)
    }
}

fn is_loop(stmt: &Stmt) -> bool {
    matches!(
        stmt.kind,
        StmtKind::While { .. } | StmtKind::DoWhile { .. } | StmtKind::For { .. }
    )
}

/// Does a loop or switch hold a jump that takes some work-items past the rest of it?
fn parts_within(stmt: &Stmt) -> bool {
    let is_switch = matches!(stmt.kind, StmtKind::Switch { .. });
    (is_loop(stmt) || is_switch)
        && children(stmt)
            .into_iter()
            .any(|child| jumps(child, true, true))
}

/// Does a statement hold a jump out of it: a return, a `break` if `breaks`, a `continue` if `continues`?
fn jumps(stmt: &Stmt, breaks: bool, continues: bool) -> bool {
    let within = |breaks, continues| {
        children(stmt)
            .into_iter()
            .any(|child| jumps(child, breaks, continues))
    };
    match stmt.kind {
        StmtKind::Return(_) => true,
        StmtKind::Break => breaks,
        StmtKind::Continue => continues,
        StmtKind::Switch { .. } => within(false, continues),
        _ if is_loop(stmt) => within(false, false),
        _ => within(breaks, continues),
    }
}

impl Uniform {
    /// Can WGSL prove that a value is the same for all of a work-group?
    pub(crate) fn holds(
        &self,
        program: &Program,
        pointers: &Pointers,
        at: usize,
        id: ExprId,
    ) -> bool {
        let expr = program.expr(id);
        let all = || {
            let mut operands = Vec::new();
            expr.kind.add_operands(&mut operands);
            operands
                .into_iter()
                .all(|operand| self.holds(program, pointers, at, operand))
        };
        match &expr.kind {
            ExprKind::Variable(var) => match pointers.instances[at].homes[var.0 as usize] {
                Home::Registers | Home::Pointer(_) => !self.varying.contains(var),
                _ => false,
            },
            ExprKind::Global(_) | ExprKind::Deref(_) | ExprKind::Member { .. } => {
                let class = pointers.instances[at].classes.get(&id);
                let read_only = class.is_some_and(|&class| {
                    let facts = pointers.classes.facts(class);
                    !facts.written
                        && !facts.atomic
                        && facts
                            .spaces
                            .iter()
                            .all(|space| matches!(space, Space::Storage | Space::Table))
                });
                read_only && all()
            }
            ExprKind::Builtin { builtin, arguments } => match builtin.name {
                Name::GetGroupId
                | Name::GetNumGroups
                | Name::GetLocalSize
                | Name::GetEnqueuedLocalSize
                | Name::GetGlobalSize
                | Name::GetGlobalOffset
                | Name::GetWorkDim => {
                    let dimension = arguments.first();
                    (self.is_main || builtin.name != Name::GetGroupId)
                        && dimension.is_none_or(|&dimension| {
                            matches!(constant(program, dimension), Some(0..3))
                        })
                }
                Name::Min | Name::Max | Name::Clamp | Name::Mul24 | Name::Mad24 | Name::Abs => {
                    all()
                }
                Name::GetMaxSubGroupSize
                | Name::GetNumSubGroups
                | Name::GetEnqueuedNumSubGroups => true,
                _ => false,
            },
            ExprKind::Call { .. }
            | ExprKind::CompoundLiteral { .. }
            | ExprKind::Conditional { .. }
            | ExprKind::ShortCircuit { .. } => match &expr.kind {
                ExprKind::Conditional { .. } | ExprKind::ShortCircuit { .. } => all(),
                _ => false,
            },
            _ => all(),
        }
    }
}

/// The number that an expression plainly is.
pub(crate) fn constant(program: &Program, id: ExprId) -> Option<u64> {
    match &program.expr(id).kind {
        ExprKind::Constant(opencl_c::program::Constant::Int(bits)) => Some(*bits),
        ExprKind::Convert { value, .. } => constant(program, *value),
        _ => None,
    }
}
