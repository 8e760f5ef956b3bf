//! A variable whose type does not hold its values.

use crate::change::Change;
use crate::kind::Kind;
use crate::subject::Subject;
use launch::MistakeId;
use opencl_c::program::{StmtKind, Var};
use opencl_c::source::{ExpansionId, Span};
use opencl_c::types::{AddressSpace, Scalar, Type, TypeId};

/// A type to try, and what the declared one does not hold.
type Exchange = (&'static str, &'static str);

/// What is tried for a type that is narrower than most values of a kernel.
fn wider_types(of: Scalar) -> &'static [Exchange] {
    match of {
        Scalar::Char => &[("int", "more than 127")],
        Scalar::UChar => &[("int", "more than 255")],
        Scalar::Short => &[("int", "more than 32767")],
        Scalar::UShort => &[("uint", "more than 65535")],
        _ => &[],
    }
}

/// What is tried for a type of 32 bits.
fn other_types(of: Scalar) -> &'static [Exchange] {
    match of {
        Scalar::UInt => &[("int", "negative numbers")],
        Scalar::Int => &[
            ("float", "fractions"),
            ("uint", "more than 2147483647"),
            ("long", "more than 2147483647"),
        ],
        Scalar::Float => &[("int", "every whole number beyond 16777216")],
        _ => &[],
    }
}

/// Each variable of 8 or 16 bits with a type of 32.
pub(crate) fn wider(subject: &Subject<'_>) -> Vec<Change> {
    retyped(subject, wider_types)
}

/// Each scalar variable of 32 bits with another type.
pub(crate) fn others(subject: &Subject<'_>) -> Vec<Change> {
    retyped(subject, other_types)
}

/// Each array, and each pointer to private or local memory, with elements of another type; and all variables of
/// one narrow type at once.
pub(crate) fn elements(subject: &Subject<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    let mut narrow: Vec<(Span, Scalar)> = Vec::new();
    for placed in &subject.statements {
        let StmtKind::Declare { var, .. } = placed.stmt.kind else {
            continue;
        };
        let var = &subject.function(placed.function).vars[var.0 as usize];
        let Some(scalar) = element(subject, var.ty) else {
            continue;
        };
        let head = Span {
            end: var.origin.spelling.start,
            ..placed.span
        };
        if head.start >= head.end {
            continue;
        }
        let words = subject.text(head);
        let Some(at) = words.find(scalar.name()) else {
            continue;
        };
        let span = Span {
            start: head.start + at as u32,
            end: head.start + (at + scalar.name().len()) as u32,
            ..head
        };
        if !wider_types(scalar).is_empty() {
            narrow.push((span, scalar));
        }
        let all: &[&str] = match scalar.is_floating() {
            true => &["int", "uint"],
            false => &["int", "uint", "float", "uchar", "ulong"],
        };
        for now in all.iter().filter(|now| **now != scalar.name()) {
            let name = &var.name;
            let was = scalar.name();
            let (message, help) = match var.ty.as_scalar() {
                Some(_) => (
                    format!("`{name}` is declared `{was}`; `{now}` is meant"),
                    format!("declare it as `{now}`"),
                ),
                None => (
                    format!("the elements of `{name}` are `{was}`; `{now}` is meant"),
                    format!("declare them as `{now}`"),
                ),
            };
            let edits = vec![(span, (*now).to_owned())];
            changes.extend(subject.change(Kind::Type, edits, message, help));
        }
    }
    for (_, scalar) in narrow.clone() {
        let of: Vec<Span> = narrow
            .iter()
            .filter(|it| it.1 == scalar)
            .map(|it| it.0)
            .collect();
        for (now, beyond) in wider_types(scalar) {
            let was = scalar.name();
            let message = format!("`{was}` does not hold {beyond}");
            let help = format!("write `{now}` in place of each `{was}`");
            let edits = of.iter().map(|span| (*span, (*now).to_owned())).collect();
            changes.extend(subject.change(Kind::Type, edits, message, help));
        }
    }
    changes
}

/// The scalar that a variable, the elements of an array or what a pointer points to have.
fn element(subject: &Subject<'_>, ty: TypeId) -> Option<Scalar> {
    match subject.program.types.get(ty) {
        Type::Scalar(scalar) => Some(*scalar),
        Type::Array { element: of, .. } => element(subject, *of),
        _ => None,
    }
}

fn retyped(subject: &Subject<'_>, exchanges: fn(Scalar) -> &'static [Exchange]) -> Vec<Change> {
    let mut changes = Vec::new();
    for placed in &subject.statements {
        if let StmtKind::Declare { var, .. } = placed.stmt.kind {
            let var = &subject.function(placed.function).vars[var.0 as usize];
            changes.extend(declared_as_others(subject, var, exchanges));
        }
    }
    changes
}

fn declared_as_others(
    subject: &Subject<'_>,
    var: &Var,
    exchanges: fn(Scalar) -> &'static [Exchange],
) -> Vec<Change> {
    let scalar = var
        .ty
        .as_scalar()
        .filter(|_| var.space == AddressSpace::Private);
    let Some((scalar, span)) = scalar.zip(type_before(subject, var)) else {
        return Vec::new();
    };
    let was = subject.text(span);
    let each = exchanges(scalar).iter().filter_map(|(now, beyond)| {
        let name = &var.name;
        let message = format!("`{name}` is declared `{was}`, which does not hold {beyond}");
        let place = (span, format!("`{now}` holds what `{name}` needs"));
        let help = format!("declare `{name}` as `{now}`");
        let edits = vec![(span, (*now).to_owned())];
        let change = subject.change_at(Kind::Type, edits, place, message, help)?;
        Some(change.showing(MistakeId::IntegerOverflowInIndex))
    });
    each.collect()
}

/// The one word that stands before the variable's name, where it is the name of its type.
fn type_before(subject: &Subject<'_>, var: &Var) -> Option<Span> {
    let name = var.origin.spelling;
    if var.origin.expansion != ExpansionId::NONE {
        return None;
    }
    let before = subject.text(Span {
        start: 0,
        end: name.start,
        ..name
    });
    let trimmed = before.trim_end();
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let rest = trimmed.trim_end_matches(is_word);
    let word = &trimmed[rest.len()..];
    let is_whole = !["unsigned", "signed", "long", "short"]
        .iter()
        .any(|part| rest.trim_end().ends_with(part));
    (is_whole && word == var.ty.as_scalar()?.name()).then_some(Span {
        start: rest.len() as u32,
        end: trimmed.len() as u32,
        ..name
    })
}
