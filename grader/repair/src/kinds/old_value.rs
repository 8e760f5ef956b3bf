//! Two variables that take new values from one another: the second one gets the old value of the first, kept in a
//! variable of its own.

use crate::change::Change;
use crate::kind::Kind;
use crate::subject::{Placed, Subject};
use mistakes::analysis::walk;
use opencl_c::program::{ExprId, ExprKind, StmtKind, VarId};
use opencl_c::source::Span;
use opencl_c::types::Type;

/// The statements between the two assignments, at most.
const MOST_BETWEEN: usize = 3;

pub(crate) fn changes(subject: &Subject<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    for (number, first) in subject.statements.iter().enumerate() {
        let (Some(position), Some((var, value))) = (first.in_block, assigned(subject, first))
        else {
            continue;
        };
        let later = subject.statements[number + 1..].iter().filter(|it| {
            let after = it.in_block.unwrap_or_default().checked_sub(position + 1);
            it.parent == first.parent && after.is_some_and(|after| after <= MOST_BETWEEN)
        });
        for second in later {
            let Some((other, new)) = assigned(subject, second) else {
                continue;
            };
            if other == var {
                break;
            }
            // The first of them needs the second's old value, so that their order does not matter to it.
            if reads(subject, value, other).is_empty() {
                continue;
            }
            changes.extend(kept(subject, (first, var), (second, new)));
        }
    }
    changes
}

/// The variable that a statement gives a value, and that value.
fn assigned(subject: &Subject<'_>, placed: &Placed<'_>) -> Option<(VarId, ExprId)> {
    let StmtKind::Expr(expr) = placed.stmt.kind else {
        return None;
    };
    let (place, value) = match subject.program.expr(expr).kind {
        ExprKind::Assign { place, value } | ExprKind::CompoundAssign { place, value, .. } => {
            (place, value)
        }
        _ => return None,
    };
    match subject.program.expr(place).kind {
        ExprKind::Variable(var) => Some((var, value)),
        _ => None,
    }
}

/// The places in an expression that read a variable.
fn reads(subject: &Subject<'_>, expr: ExprId, var: VarId) -> Vec<Span> {
    let program = subject.program;
    let mut places = Vec::new();
    walk::below(program, expr, &mut |expr| {
        if let ExprKind::Load(place) = program.expr(expr).kind
            && matches!(program.expr(place).kind, ExprKind::Variable(it) if it == var)
        {
            places.extend(subject.span(expr));
        }
    });
    places.sort_unstable();
    places.dedup();
    places
}

fn kept(
    subject: &Subject<'_>,
    (first, var): (&Placed<'_>, VarId),
    (second, new): (&Placed<'_>, ExprId),
) -> Option<Change> {
    let places = reads(subject, new, var);
    let variable = &subject.function(first.function).vars[var.0 as usize];
    let ty = match subject.program.types.get(variable.ty) {
        Type::Scalar(scalar) => scalar.name().to_owned(),
        Type::Vector(scalar, width) => format!("{}{width}", scalar.name()),
        _ => return None,
    };
    let (name, kept) = (&variable.name, format!("old_{}", variable.name));
    if places.is_empty() || subject.file().contains(&kept) {
        return None;
    }
    let start = first.span.start;
    let declaration = format!("{ty} {kept} = {name};\n{}", subject.indent(start));
    let before = Span {
        end: start,
        ..first.span
    };
    let mut edits = vec![(before, declaration)];
    edits.extend(places.into_iter().map(|place| (place, kept.clone())));
    let [line, at] = [start, second.span.start].map(|start| subject.line(start));
    let message = format!("line {at} needs the value that `{name}` has before line {line}");
    let help = format!("keep it in a variable, and use that in line {at}");
    subject.change(Kind::OldValue, edits, message, help)
}
