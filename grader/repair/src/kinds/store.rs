//! A private copy of an element that is changed and never stored: stored behind the last change.

use crate::change::Change;
use crate::evidence::root;
use crate::kind::Kind;
use crate::subject::{Placed, Subject};
use mistakes::analysis::walk;
use opencl_c::program::{ExprId, ExprKind, FunctionId, StmtKind, VarId};
use opencl_c::source::Span;

pub(crate) fn changes(subject: &Subject<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    for copy in &subject.statements {
        let StmtKind::Declare {
            var,
            init: Some(init),
        } = &copy.stmt.kind
        else {
            continue;
        };
        let (var, [entry]) = (*var, &init.entries[..]) else {
            continue;
        };
        let Some(element) = element(subject, copy.function, entry.value) else {
            continue;
        };
        let changed = subject.statements.iter().rev().find(|it| {
            it.function == copy.function
                && it.parent == copy.parent
                && it.span.start > copy.span.start
                && it.in_block.is_some()
                && is_changed(subject, it, var)
        });
        changes.extend(changed.and_then(|changed| stored(subject, var, element, changed)));
    }
    changes
}

/// The text of the element that a variable is a copy of, where nothing stores into its array.
fn element<'a>(
    subject: &'a Subject<'_>,
    function: FunctionId,
    mut value: ExprId,
) -> Option<&'a str> {
    let program = subject.program;
    while let ExprKind::Convert { value: inner, .. } = program.expr(value).kind {
        value = inner;
    }
    let ExprKind::Load(place) = program.expr(value).kind else {
        return None;
    };
    let ExprKind::Deref(pointer) = program.expr(place).kind else {
        return None;
    };
    let array = root(program, pointer)?;
    let mut is_stored = false;
    let body = &program.function(function).body;
    walk::each_expression(program, body, &mut |expr| {
        if let ExprKind::Assign { place, .. } | ExprKind::CompoundAssign { place, .. } =
            program.expr(expr).kind
            && let ExprKind::Deref(pointer) = program.expr(place).kind
        {
            is_stored |= root(program, pointer) == Some(array);
        }
    });
    let span = subject.span(value).filter(|_| !is_stored)?;
    Some(subject.text(span))
}

fn is_changed(subject: &Subject<'_>, placed: &Placed<'_>, var: VarId) -> bool {
    let StmtKind::Expr(expr) = placed.stmt.kind else {
        return false;
    };
    let (ExprKind::Assign { place, .. } | ExprKind::CompoundAssign { place, .. }) =
        subject.program.expr(expr).kind
    else {
        return false;
    };
    matches!(subject.program.expr(place).kind, ExprKind::Variable(it) if it == var)
}

fn stored(
    subject: &Subject<'_>,
    var: VarId,
    element: &str,
    changed: &Placed<'_>,
) -> Option<Change> {
    let name = &subject.function(changed.function).vars[var.0 as usize].name;
    let end = changed.span.end;
    let behind = Span {
        start: end,
        ..changed.span
    };
    let indent = subject.indent(changed.span.start);
    let statement = format!("{element} = {name};");
    let line = subject.line(changed.span.start);
    let message = format!("`{name}` has the new value behind line {line}, and nothing stores it");
    let help = format!("write `{statement}` behind line {line}");
    let edits = vec![(behind, format!("\n{indent}{statement}"))];
    subject.change(Kind::Store, edits, message, help)
}
