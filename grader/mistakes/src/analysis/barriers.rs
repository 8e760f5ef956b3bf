//! Which barriers a kernel reaches, and through which conditions, loops and calls.
//!
//! Promise: each call of `barrier`, of an async copy and of `wait_group_events` (all of them calls that
//! the whole work-group makes together) in the kernel and in the functions it calls is listed once for
//! each way of calls to it, with everything around it that decides whether it is reached, outermost
//! first. A function that a kernel does not call is not looked at.

use super::walk;
use opencl_c::builtin::Name;
use opencl_c::program::{ExprId, ExprKind, FunctionId, Program, Stmt, StmtKind};

/// At most this many barriers are listed of a kernel: calls of calls may multiply them.
const MOST: usize = 1000;

/// A barrier, or another call of the whole group, as one way of calls reaches it.
#[derive(Clone, Debug)]
pub(crate) struct Barrier<'a> {
    /// The call.
    pub(crate) call: ExprId,
    /// What is called.
    pub(crate) name: Name,
    /// The function it stands in.
    pub(crate) function: FunctionId,
    /// What decides whether it is reached.
    pub(crate) around: Vec<Decision<'a>>,
}

/// A statement that decides whether what stands in it is reached, or how often.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Decision<'a> {
    /// The function it stands in.
    pub(crate) function: FunctionId,
    /// What it is.
    pub(crate) kind: DecisionKind,
    /// The statement, or for an operator the statement it stands in.
    pub(crate) stmt: &'a Stmt,
    /// The condition; a loop may have none.
    pub(crate) condition: Option<ExprId>,
}

/// Kinds of decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum DecisionKind {
    /// `if`, `switch`, `?:`, `&&`, `||`: taken or not.
    Conditional,
    /// A loop: its rounds.
    Loop,
    /// A `return` before it that stands under this condition.
    Return,
}

/// Every barrier of a kernel.
pub(crate) fn barriers(program: &Program, kernel: FunctionId) -> Vec<Barrier<'_>> {
    let mut search = Search {
        program,
        found: Vec::new(),
        around: Vec::new(),
        calls: Vec::new(),
    };
    search.function(kernel);
    search.found
}

struct Search<'a> {
    program: &'a Program,
    found: Vec<Barrier<'a>>,
    around: Vec<Decision<'a>>,
    /// The functions being followed; a cycle of calls cannot be checked and is not followed.
    calls: Vec<FunctionId>,
}

impl<'a> Search<'a> {
    fn function(&mut self, id: FunctionId) {
        if self.calls.contains(&id) || self.found.len() >= MOST {
            return;
        }
        self.calls.push(id);
        let depth = self.around.len();
        let program = self.program;
        self.statement(id, &program.function(id).body);
        self.around.truncate(depth);
        self.calls.pop();
    }

    fn inside(
        &mut self,
        function: FunctionId,
        kind: DecisionKind,
        stmt: &'a Stmt,
        condition: Option<ExprId>,
        walk: impl FnOnce(&mut Self),
    ) {
        let decision = Decision {
            function,
            kind,
            stmt,
            condition,
        };
        self.around.push(decision);
        let from = self.around.len();
        walk(self);
        // A return under this condition decides about all that follows in the function.
        let returns: Vec<Decision<'a>> = self.around.drain(from..).collect();
        self.around.pop();
        if self.returns(stmt) && kind == DecisionKind::Conditional {
            self.around.push(Decision {
                kind: DecisionKind::Return,
                ..decision
            });
        }
        self.around.extend(returns);
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

    fn statement(&mut self, function: FunctionId, stmt: &'a Stmt) {
        match &stmt.kind {
            StmtKind::If { condition, .. } => {
                self.expression(function, stmt, *condition);
                self.inside(
                    function,
                    DecisionKind::Conditional,
                    stmt,
                    Some(*condition),
                    |search| {
                        for child in walk::children(stmt) {
                            search.statement(function, child);
                        }
                    },
                );
            }
            StmtKind::Switch { value, body } => {
                self.expression(function, stmt, *value);
                self.inside(
                    function,
                    DecisionKind::Conditional,
                    stmt,
                    Some(*value),
                    |search| search.statement(function, body),
                );
            }
            StmtKind::While {
                condition, body, ..
            }
            | StmtKind::DoWhile {
                condition, body, ..
            } => {
                self.inside(
                    function,
                    DecisionKind::Loop,
                    stmt,
                    Some(*condition),
                    |search| {
                        search.expression(function, stmt, *condition);
                        search.statement(function, body);
                    },
                );
            }
            StmtKind::For {
                init,
                condition,
                step,
                body,
                ..
            } => {
                for stmt in init {
                    self.statement(function, stmt);
                }
                self.inside(function, DecisionKind::Loop, stmt, *condition, |search| {
                    for &expr in condition.iter().chain(step) {
                        search.expression(function, stmt, expr);
                    }
                    search.statement(function, body);
                });
            }
            _ => {
                for expr in walk::expressions(stmt) {
                    self.expression(function, stmt, expr);
                }
                for child in walk::children(stmt) {
                    self.statement(function, child);
                }
            }
        }
    }

    fn expression(&mut self, function: FunctionId, stmt: &'a Stmt, expr: ExprId) {
        let program = self.program;
        let decided: (ExprId, Vec<ExprId>) = match &program.expr(expr).kind {
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            } => (*condition, vec![*then, *otherwise]),
            ExprKind::ShortCircuit { left, right, .. } => (*left, vec![*right]),
            kind => {
                for operand in walk::operands(kind) {
                    self.expression(function, stmt, operand);
                }
                self.call(function, expr, kind);
                return;
            }
        };
        let (condition, parts) = decided;
        self.expression(function, stmt, condition);
        let depth = self.around.len();
        self.around.push(Decision {
            function,
            kind: DecisionKind::Conditional,
            stmt,
            condition: Some(condition),
        });
        for part in parts {
            self.expression(function, stmt, part);
        }
        self.around.truncate(depth);
    }

    fn call(&mut self, inside: FunctionId, expr: ExprId, kind: &ExprKind) {
        match kind {
            ExprKind::Builtin { builtin, .. }
                if is_of_the_group(builtin.name) && self.found.len() < MOST =>
            {
                self.found.push(Barrier {
                    call: expr,
                    name: builtin.name,
                    function: inside,
                    around: self.around.clone(),
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
