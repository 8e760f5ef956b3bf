//! Ways through a checked program: statements in the order of the text, expressions below them.
//!
//! Promise: visits each statement and each expression of a body once, those of initialisers included.

use opencl_c::program::{ExprId, ExprKind, Initializer, Program, Stmt, StmtKind};

/// Calls `visit` for `stmt` and each statement in it, outer before inner.
pub fn statements<'a>(stmt: &'a Stmt, visit: &mut impl FnMut(&'a Stmt)) {
    visit(stmt);
    for inner in children(stmt) {
        statements(inner, visit);
    }
}

/// The direct child statements of a statement, in source order.
pub fn children(stmt: &Stmt) -> Vec<&Stmt> {
    match &stmt.kind {
        StmtKind::Block(stmts) => stmts.iter().collect(),
        StmtKind::If {
            then, otherwise, ..
        } => std::iter::once(&**then)
            .chain(otherwise.as_deref())
            .collect(),
        StmtKind::While { body, .. }
        | StmtKind::DoWhile { body, .. }
        | StmtKind::Switch { body, .. }
        | StmtKind::Case { body, .. }
        | StmtKind::Labelled { body, .. } => vec![body],
        StmtKind::For { init, body, .. } => init.iter().chain(Some(&**body)).collect(),
        StmtKind::Empty
        | StmtKind::Expr(_)
        | StmtKind::Declare { .. }
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Return(_)
        | StmtKind::Goto(_) => Vec::new(),
    }
}

/// The direct child expressions of a statement.
pub fn expressions(stmt: &Stmt) -> Vec<ExprId> {
    match &stmt.kind {
        StmtKind::Expr(expr) => vec![*expr],
        StmtKind::Declare { init, .. } => init.as_ref().map(values).unwrap_or_default(),
        StmtKind::If { condition, .. }
        | StmtKind::While { condition, .. }
        | StmtKind::DoWhile { condition, .. } => vec![*condition],
        StmtKind::For {
            condition, step, ..
        } => condition.iter().chain(step).copied().collect(),
        StmtKind::Switch { value, .. } => vec![*value],
        StmtKind::Return(value) => value.iter().copied().collect(),
        StmtKind::Empty
        | StmtKind::Block(_)
        | StmtKind::Case { .. }
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Goto(_)
        | StmtKind::Labelled { .. } => Vec::new(),
    }
}

fn values(init: &Initializer) -> Vec<ExprId> {
    init.entries.iter().map(|entry| entry.value).collect()
}

/// The operands of an expression, in the order of the text.
pub fn operands(kind: &ExprKind) -> Vec<ExprId> {
    let mut operands = Vec::new();
    kind.add_operands(&mut operands);
    operands
}

/// Calls `visit` for `expr` and each expression below it, outer before inner.
pub fn below(program: &Program, expr: ExprId, visit: &mut impl FnMut(ExprId)) {
    let mut waiting = vec![expr];
    while let Some(expr) = waiting.pop() {
        visit(expr);
        let first = waiting.len();
        program.expr(expr).kind.add_operands(&mut waiting);
        waiting[first..].reverse();
    }
}

/// Calls `visit` for each expression of a statement and of those in it.
pub fn each_expression(program: &Program, stmt: &Stmt, visit: &mut impl FnMut(ExprId)) {
    statements(stmt, &mut |stmt| {
        for expr in expressions(stmt) {
            below(program, expr, visit);
        }
    });
}
