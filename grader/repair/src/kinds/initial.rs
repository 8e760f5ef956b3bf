//! An initial value added, or another one: the identity element of a sum, a product, a minimum.

use crate::change::Change;
use crate::kind::Kind;
use crate::subject::Subject;
use opencl_c::program::StmtKind;
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
