//! Which barriers a kernel reaches, and what keeps some work-items from them: conditions, loops, calls.
//!
//! Promise: each call of `barrier`, of an async copy and of `wait_group_events` (all of them calls that
//! the whole work-group makes together) in a kernel and in the functions it calls is listed, with the
//! outermost of the decisions about it that differ between the work-items of a group: once for each kind
//! of such a decision, for the first way of calls and the first kernel that has it. A function that no
//! kernel calls is not looked at.

use super::calls::reaching;
use super::uniformity::{Cause, Class, Uniformity};
use super::walk;
use opencl_c::builtin::Name;
use opencl_c::program::{ExprId, ExprKind, FunctionId, Program, Stmt, StmtKind};
use std::collections::HashSet;

/// Statements, expressions and calls within one another that are followed.
const DEEPEST: usize = 2000;

/// A barrier, or another call of the whole group, under one kind of decision.
#[derive(Clone, Debug)]
pub(crate) struct Barrier<'a> {
    pub(crate) call: ExprId,
    pub(crate) name: Name,
    /// What keeps some work-items from it.
    pub(crate) parted: Option<Decision<'a>>,
}

/// A statement that decides whether its body is reached, or how often, and not in the same way
/// for all work-items of a group.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Decision<'a> {
    pub(crate) kind: DecisionKind,
    /// The statement, or for an operator the statement that contains it.
    pub(crate) stmt: &'a Stmt,
    pub(crate) condition: ExprId,
    /// Why it differs.
    pub(crate) cause: Cause,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum DecisionKind {
    /// `if`, `switch`, `?:`, `&&`, `||`: taken or not.
    Conditional,
    /// A loop: its rounds.
    Loop,
    /// A `return` before it under this condition.
    Return,
}

/// The barriers of each kernel, in the order of [`Program::kernels`].
pub(crate) fn barriers<'a>(
    program: &'a Program,
    uniformity: &Uniformity,
) -> Vec<(FunctionId, Vec<Barrier<'a>>)> {
    let is_wanted = |kind: &ExprKind| matches!(kind, ExprKind::Builtin { builtin, .. } if is_of_the_group(builtin.name));
    let mut search = Search {
        program,
        uniformity,
        reaching: reaching(program, is_wanted),
        found: Vec::new(),
        around: Vec::new(),
        followed: HashSet::new(),
        deep: 0,
    };
    let kernels = program.kernels().map(|(kernel, _)| {
        search.function(kernel);
        (kernel, std::mem::take(&mut search.found))
    });
    kernels.collect()
}

struct Search<'a, 'u> {
    program: &'a Program,
    uniformity: &'u Uniformity,
    /// The functions that make a call of the whole group, or whose callees do.
    reaching: Vec<bool>,
    found: Vec<Barrier<'a>>,
    /// The decisions around, outermost first.
    around: Vec<Decision<'a>>,
    /// The functions that were followed, by the kind of the outermost decision about the call: what they
    /// hold is listed, and another way to it has no more to say.
    followed: HashSet<(FunctionId, Option<DecisionKind>)>,
    deep: usize,
}

impl<'a> Search<'a, '_> {
    fn function(&mut self, id: FunctionId) {
        let kind = self.around.first().map(|decision| decision.kind);
        if !self.reaching[id.0 as usize] || !self.followed.insert((id, kind)) {
            return;
        }
        let around = self.around.len();
        let program = self.program;
        self.statement(&program.function(id).body);
        self.around.truncate(around);
    }

    /// Goes one level deeper, if that is not too deep.
    fn deeper(&mut self, walk: impl FnOnce(&mut Self)) {
        if self.deep < DEEPEST {
            self.deep += 1;
            walk(self);
            self.deep -= 1;
        }
    }

    fn decision(
        &self,
        kind: DecisionKind,
        stmt: &'a Stmt,
        condition: ExprId,
    ) -> Option<Decision<'a>> {
        match self.uniformity.class(condition) {
            Class::Varying(cause) => Some(Decision {
                kind,
                stmt,
                condition,
                cause,
            }),
            Class::Uniform | Class::Unknown => None,
        }
    }

    fn inside(
        &mut self,
        kind: DecisionKind,
        stmt: &'a Stmt,
        condition: Option<ExprId>,
        walk: impl FnOnce(&mut Self),
    ) {
        let decision = condition.and_then(|condition| self.decision(kind, stmt, condition));
        let outside = self.around.len();
        self.around.extend(decision);
        let inside = self.around.len();
        walk(self);
        // A return under this condition decides about all that follows in the function. Of several in
        // here the first is the outermost, as long as any of them counts.
        let returned = self.around.get(inside).copied();
        self.around.truncate(outside);
        if let Some(decision) = decision
            && kind == DecisionKind::Conditional
            && self.returns(stmt)
        {
            self.around.push(Decision {
                kind: DecisionKind::Return,
                ..decision
            });
        }
        self.around.extend(returned);
    }

    /// Does a statement hold a `return`, outside of the decisions in it?
    fn returns(&self, stmt: &Stmt) -> bool {
        fn plain(stmt: &Stmt) -> bool {
            match &stmt.kind {
                StmtKind::Return(_) => true,
                StmtKind::If { .. }
                | StmtKind::While { .. }
                | StmtKind::DoWhile { .. }
                | StmtKind::For { .. }
                | StmtKind::Switch { .. } => false,
                _ => walk::children(stmt).into_iter().any(plain),
            }
        }
        walk::children(stmt).into_iter().any(plain)
    }

    fn statement(&mut self, stmt: &'a Stmt) {
        self.deeper(|search| search.look(stmt));
    }

    fn look(&mut self, stmt: &'a Stmt) {
        match &stmt.kind {
            StmtKind::If { condition, .. } => {
                self.expression(stmt, *condition);
                self.inside(
                    DecisionKind::Conditional,
                    stmt,
                    Some(*condition),
                    |search| {
                        for child in walk::children(stmt) {
                            search.statement(child);
                        }
                    },
                );
            }
            StmtKind::Switch { value, body } => {
                self.expression(stmt, *value);
                self.inside(DecisionKind::Conditional, stmt, Some(*value), |search| {
                    search.statement(body)
                });
            }
            StmtKind::While {
                condition, body, ..
            }
            | StmtKind::DoWhile {
                condition, body, ..
            } => {
                self.inside(DecisionKind::Loop, stmt, Some(*condition), |search| {
                    search.expression(stmt, *condition);
                    search.statement(body);
                });
            }
            StmtKind::For {
                init,
                condition,
                step,
                body,
                ..
            } => {
                for stmt in init {
                    self.statement(stmt);
                }
                self.inside(DecisionKind::Loop, stmt, *condition, |search| {
                    for &expr in condition.iter().chain(step) {
                        search.expression(stmt, expr);
                    }
                    search.statement(body);
                });
            }
            _ => {
                for expr in walk::expressions(stmt) {
                    self.expression(stmt, expr);
                }
                for child in walk::children(stmt) {
                    self.statement(child);
                }
            }
        }
    }

    fn expression(&mut self, stmt: &'a Stmt, expr: ExprId) {
        self.deeper(|search| search.look_at(stmt, expr));
    }

    fn look_at(&mut self, stmt: &'a Stmt, expr: ExprId) {
        let program = self.program;
        let (condition, then, otherwise) = match &program.expr(expr).kind {
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            } => (*condition, *then, Some(*otherwise)),
            ExprKind::ShortCircuit { left, right, .. } => (*left, *right, None),
            kind => {
                for operand in walk::operands(kind) {
                    self.expression(stmt, operand);
                }
                self.call(expr, kind);
                return;
            }
        };
        self.expression(stmt, condition);
        let around = self.around.len();
        let decision = self.decision(DecisionKind::Conditional, stmt, condition);
        self.around.extend(decision);
        for part in std::iter::once(then).chain(otherwise) {
            self.expression(stmt, part);
        }
        self.around.truncate(around);
    }

    fn call(&mut self, expr: ExprId, kind: &ExprKind) {
        match kind {
            ExprKind::Builtin { builtin, .. } if is_of_the_group(builtin.name) => {
                self.found.push(Barrier {
                    call: expr,
                    name: builtin.name,
                    parted: self.around.first().copied(),
                });
            }
            ExprKind::Call { function, .. } => self.function(*function),
            _ => {}
        }
    }
}

/// Is it a call that the whole work-group makes together?
fn is_of_the_group(name: Name) -> bool {
    matches!(
        name,
        Name::Barrier
            | Name::WaitGroupEvents
            | Name::AsyncWorkGroupCopy
            | Name::AsyncWorkGroupStridedCopy
    )
}

/// A decision about a barrier that differs between the work-items of a group.
pub(crate) struct DivergentCall<'a> {
    pub(crate) kernel: FunctionId,
    pub(crate) barrier: &'a Barrier<'a>,
    pub(crate) kind: DecisionKind,
    pub(crate) decision_stmt: &'a Stmt,
    pub(crate) condition: ExprId,
    pub(crate) cause: Cause,
}

/// Calls `each` for every barrier that a decision of `kind` keeps some work-items from: once a
/// barrier, for the outermost such decision of any kind.
pub(crate) fn each_divergent(
    barriers: &[(FunctionId, Vec<Barrier<'_>>)],
    kind: DecisionKind,
    mut each: impl FnMut(DivergentCall<'_>),
) {
    each_parted(barriers, |found| {
        if found.barrier.name == Name::Barrier && found.kind == kind {
            each(found);
        }
    });
}

/// Calls `each` for every call of the whole group that a decision keeps some work-items from: once a
/// call, for the outermost such decision.
pub(crate) fn each_parted(
    barriers: &[(FunctionId, Vec<Barrier<'_>>)],
    mut each: impl FnMut(DivergentCall<'_>),
) {
    let mut seen = HashSet::new();
    for (kernel, calls) in barriers {
        for barrier in calls {
            if let Some(decision) = &barrier.parted
                && seen.insert((barrier.call, decision.kind))
            {
                each(DivergentCall {
                    kernel: *kernel,
                    barrier,
                    kind: decision.kind,
                    decision_stmt: decision.stmt,
                    condition: decision.condition,
                    cause: decision.cause,
                });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use opencl_c::preprocessor::{NoIncludes, Options};

    /// How many barriers are listed, and of how many it is told what keeps some work-items from them.
    fn listed(text: &str) -> (usize, usize) {
        let checked = opencl_c::compile("k.cl", text, &Options::default(), &mut NoIncludes)
            .unwrap_or_else(|_| panic!("{text}"));
        let program = &checked.program;
        let found = barriers(program, &Uniformity::of(program));
        let all = || found.iter().flat_map(|(_, found)| found);
        let parted = all().filter(|barrier| barrier.parted.is_some());
        (all().count(), parted.count())
    }

    /// Functions each of which calls the one before twice, `bottom` the first of them.
    fn doubling(bottom: &str) -> String {
        let mut text = format!("void f0(int a) {{ {bottom} }}\n");
        for number in 1..60 {
            let below = number - 1;
            text += &format!("void f{number}(int a) {{ f{below}(a); f{below}(a); }}\n");
        }
        text
    }

    #[test]
    fn calls_that_multiply_are_followed_once() {
        let kernel = "kernel void k() { f59(1); if (get_local_id(0)) f59(2); }";
        let bottom = "barrier(CLK_LOCAL_MEM_FENCE);";
        assert_eq!(listed(&(doubling(bottom) + kernel)), (2, 1));
        assert_eq!(listed(&(doubling("") + kernel)), (0, 0));
    }

    #[test]
    fn a_return_of_some_decides_about_what_follows_in_its_function_alone() {
        let helper = "void f(int a) { if (a) return; barrier(CLK_LOCAL_MEM_FENCE); }\n";
        let kernel = "kernel void k() { f(get_local_id(0)); barrier(CLK_LOCAL_MEM_FENCE); }";
        assert_eq!(listed(&format!("{helper}{kernel}")), (2, 1));
    }

    #[test]
    fn calls_far_within_calls_are_not_followed_to_the_end_of_the_stack() {
        let mut text = "int f0(int a) { barrier(CLK_LOCAL_MEM_FENCE); return a; }\n".to_owned();
        for number in 1..100 {
            let high = " + 1".repeat(300);
            text += &format!(
                "int f{number}(int a) {{ return f{}(a){high}; }}\n",
                number - 1
            );
        }
        text += "kernel void k(global int *x) { barrier(CLK_LOCAL_MEM_FENCE); x[0] = f99(1); }";
        assert_eq!(listed(&text), (1, 0));
    }
}
