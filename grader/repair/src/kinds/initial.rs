//! An initial value added, or another one: the identity element of a sum, a product, a minimum.

use crate::change::Change;
use crate::kind::Kind;
use crate::subject::{Placed, Subject};
use mistakes::analysis::walk;
use opencl_c::program::{ExprKind, StmtKind, VarId};
use opencl_c::source::{ExpansionId, Span};
use opencl_c::types::{AddressSpace, Scalar, Type, TypeId};

pub(crate) fn changes(subject: &Subject<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    for placed in &subject.statements {
        let StmtKind::Declare { var, init } = &placed.stmt.kind else {
            continue;
        };
        let var = &subject.function(placed.function).vars[var.0 as usize];
        if var.space != AddressSpace::Private || var.origin.expansion != ExpansionId::NONE {
            continue;
        }
        let name = &var.name;
        match init {
            None => {
                let Some((value, span)) =
                    start(subject, var.ty).zip(declarator(subject, var.origin.spelling))
                else {
                    continue;
                };
                let message = format!("`{name}` has no value at first");
                let help = format!("write ` = {value}` behind its name");
                let edits = vec![(span, format!(" = {value}"))];
                changes.extend(subject.change(Kind::Initial, edits, message, help));
            }
            Some(init) => {
                let [entry] = &init.entries[..] else {
                    continue;
                };
                let Some(span) = subject.span(entry.value) else {
                    continue;
                };
                for value in starts(var.ty) {
                    let was = subject.text(span);
                    let message = format!("`{name}` starts as `{was}`; `{value}` is meant");
                    let help = format!("write `{value}`");
                    let edits = vec![(span, (*value).to_owned())];
                    changes.extend(subject.change(Kind::Initial, edits, message, help));
                }
            }
        }
    }
    changes
}

/// An accumulator that gets its initial value again in each round of a loop.
pub(crate) fn each_round(subject: &Subject<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    for (number, placed) in subject.statements.iter().enumerate() {
        let StmtKind::Declare {
            var,
            init: Some(init),
        } = &placed.stmt.kind
        else {
            continue;
        };
        let declared = &subject.function(placed.function).vars[var.0 as usize];
        let value = match &init.entries[..] {
            [entry] => subject.span(entry.value),
            _ => None,
        };
        let is_scalar = matches!(
            subject.program.types.get(declared.ty),
            Type::Scalar(_) | Type::Vector(..)
        );
        let Some(value) = value.filter(|_| is_scalar) else {
            continue;
        };
        let name = &declared.name;
        let value = subject.text(value);
        let loops = subject.statements[number + 1..].iter().filter(|it| {
            it.function == placed.function
                && it.parent == placed.parent
                && accumulates(subject, it, *var)
        });
        for outer in loops {
            let (StmtKind::For { body, .. } | StmtKind::While { body, .. }) = &outer.stmt.kind
            else {
                continue;
            };
            let body = subject
                .statements
                .iter()
                .find(|it| std::ptr::eq(it.stmt, &**body));
            let Some(body) = body.filter(|it| matches!(it.stmt.kind, StmtKind::Block(_))) else {
                continue;
            };
            let at = Span {
                start: body.span.start + 1,
                end: body.span.start + 1,
                ..body.span
            };
            let indent = subject.indent(outer.span.start);
            let line = subject.line(outer.span.start);
            let message = format!("`{name}` keeps its value from the round before");
            let help = format!("write `{name} = {value};` at the head of the loop of line {line}");
            let edits = vec![(at, format!("\n{indent}    {name} = {value};"))];
            changes.extend(subject.change(Kind::Initial, edits, message, help));
        }
    }
    changes
}

/// Is it a loop in which a variable is updated from its own value?
fn accumulates(subject: &Subject<'_>, placed: &Placed<'_>, var: VarId) -> bool {
    let mut found = false;
    walk::each_expression(subject.program, placed.stmt, &mut |expr| {
        let place = match subject.program.expr(expr).kind {
            ExprKind::CompoundAssign { place, .. }
            | ExprKind::Increment { place, .. }
            | ExprKind::Assign { place, .. } => place,
            _ => return,
        };
        found |= subject.variable(place) == Some(var);
    });
    found
}

/// The end of a variable's name, or of the brackets behind it.
fn declarator(subject: &Subject<'_>, name: Span) -> Option<Span> {
    let rest = &subject.file()[name.end as usize..];
    let mut length = 0;
    while let Some(inner) = rest[length..].trim_start().strip_prefix('[') {
        let skipped = rest.len() - inner.len();
        length = skipped + inner.find(']')? + 1;
    }
    let at = name.end + length as u32;
    Some(Span {
        start: at,
        end: at,
        ..name
    })
}

/// An initial value of nothing.
fn start(subject: &Subject<'_>, ty: TypeId) -> Option<String> {
    match subject.program.types.get(ty) {
        Type::Scalar(scalar) if scalar.is_floating() => Some("0.0f".to_owned()),
        Type::Scalar(_) => Some("0".to_owned()),
        Type::Vector(scalar, width) => Some(format!("({}{width})(0)", scalar.name())),
        Type::Array { .. } => Some("{ 0 }".to_owned()),
        _ => None,
    }
}

fn starts(ty: TypeId) -> &'static [&'static str] {
    match ty.as_scalar() {
        Some(Scalar::Float) => &["0.0f", "1.0f", "-INFINITY", "INFINITY"],
        Some(Scalar::Int) => &["0", "1", "INT_MIN", "INT_MAX", "-1"],
        Some(scalar) if scalar.is_integer() => &["0", "1"],
        _ => &[],
    }
}
