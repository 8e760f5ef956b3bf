//! The place where a mistake is made, where a run shows only what follows from it: the index that sends a
//! work-item to another's element, the pointer that begins where another work-group's does, the declaration
//! without a value.

use super::Text;
use super::places::{index, pointer};
use crate::analysis::pointers::root;
use crate::analysis::walk;
use crate::errors::uninitialized_read::UNWRITTEN;
use launch::{Finding, MistakeId, Place};
use opencl_c::program::{ExprId, ExprKind, FunctionId, Program, StmtKind, VarId};
use opencl_c::types::AddressSpace;
use std::collections::BTreeSet;

pub(super) fn explain(text: &Text<'_>, finding: &mut Finding) {
    if finding.help == UNWRITTEN {
        name_writers(text, finding);
    }
    let origin = match finding.mistake {
        MistakeId::WrongWorkItem => index_made(text, finding),
        MistakeId::UninitializedRead => without_value(text, finding),
        MistakeId::CrossGroupRace => pointer_made(text, finding),
        _ => None,
    };
    let Some(origin) = origin else {
        return;
    };
    if finding
        .spans
        .first()
        .is_some_and(|first| first.file == origin.file && first.line == origin.line)
    {
        return;
    }
    // It says more than that the object is declared there.
    let is_there = |place: &Place| (place.line, place.column) == (origin.line, origin.column);
    finding.spans.retain(|place| !is_there(place));
    finding.add_primary(origin);
}

/// The expression that a finding's first place denotes.
fn access(text: &Text<'_>, finding: &Finding) -> Option<(FunctionId, ExprId)> {
    let place = finding.spans.first()?;
    text.places.at(place).first().copied()
}

/// The declaration of the variable that is the index of an access, where nothing else changes it.
fn index_made(text: &Text<'_>, finding: &Finding) -> Option<Place> {
    let program = text.program;
    let (function, access) = access(text, finding)?;
    let index = index(program, pointer(program, access)?)?;
    made(program, function, index, "the index is computed here")
}

/// The declaration of the pointer through which two work-groups access one element, where nothing else changes
/// it.
fn pointer_made(text: &Text<'_>, finding: &Finding) -> Option<Place> {
    let program = text.program;
    let base = |place: &Place| {
        let (function, access) = text.places.at(place).first().copied()?;
        match program.expr(pointer(program, access)?).kind {
            ExprKind::PointerOffset { pointer, .. } => Some((function, pointer)),
            _ => None,
        }
    };
    let [one, other, ..] = finding.spans.as_slice() else {
        return None;
    };
    let ((function, one), (of_other, other)) = (base(one)?, base(other)?);
    let is_same = function == of_other && loaded(program, one)? == loaded(program, other)?;
    is_same.then(|| made(program, function, one, "the pointer is computed here"))?
}

/// The variable whose value an expression is.
fn loaded(program: &Program, expr: ExprId) -> Option<VarId> {
    match program.expr(expr).kind {
        ExprKind::Convert { value, .. } | ExprKind::PointerCast(value) => loaded(program, value),
        ExprKind::Load(place) => match program.expr(place).kind {
            ExprKind::Variable(var) => Some(var),
            _ => None,
        },
        _ => None,
    }
}

/// The one value that a variable ever has.
fn made(program: &Program, function: FunctionId, expr: ExprId, label: &str) -> Option<Place> {
    let var = loaded(program, expr)?;
    let values = declared_values(program, function, var);
    let [value] = values.as_slice() else {
        return None;
    };
    if !writes(program, function, var)?.is_empty() {
        return None;
    }
    let value = program.expr(*value);
    let sources = &program.sources;
    Some(sources.place(value.origin, value.end, label.to_owned(), true))
}

/// Advises, where a read element was never written, by the lines that write its object.
fn name_writers(text: &Text<'_>, finding: &mut Finding) -> Option<()> {
    let program = text.program;
    let read = finding.spans.first()?;
    let (function, access) = access(text, finding)?;
    let var = object(program, access)?;
    let name = &program.function(function).vars[var.0 as usize].name;
    let sources = &program.sources;
    let lines: BTreeSet<u32> = writes(program, function, var)?
        .into_iter()
        .map(|write| program.expr(write))
        .map(|write| sources.place(write.origin, write.end, String::new(), false))
        .filter(|place| place.file == read.file)
        .map(|place| place.line)
        .collect();
    let lines: Vec<String> = lines.iter().map(u32::to_string).collect();
    let read = read.line;
    finding.help = match lines.as_slice() {
        [] => format!("nothing in the kernel writes `{name}`"),
        [line] if *line == read.to_string() => return None,
        [line] => format!(
            "only line {line} writes `{name}`: either it has to write this element too, or line {read} has to read another one or none"
        ),
        [first @ .., last] => format!(
            "only the lines {} and {last} assign to `{name}`: either one of them has to write this element too, or line {read} has to read another one or none",
            first.join(", ")
        ),
    };
    Some(())
}

/// The declaration of a private object that nothing in the text gives a value.
fn without_value(text: &Text<'_>, finding: &Finding) -> Option<Place> {
    let program = text.program;
    let (function, access) = access(text, finding)?;
    let var = object(program, access)?;
    let declared = &program.function(function).vars[var.0 as usize];
    let assigns = |expr: &ExprId| matches!(program.expr(*expr).kind, ExprKind::Assign { .. });
    let has_value = !declared_values(program, function, var).is_empty()
        || writes(program, function, var)?.iter().any(assigns);
    if has_value || declared.space != AddressSpace::Private {
        return None;
    }
    let label = "declared without a value".to_owned();
    let sources = &program.sources;
    Some(sources.place(declared.origin, declared.origin, label, true))
}

/// The values of a variable's initialiser.
fn declared_values(program: &Program, function: FunctionId, var: VarId) -> Vec<ExprId> {
    let mut values = Vec::new();
    walk::statements(&program.function(function).body, &mut |stmt| {
        if let StmtKind::Declare {
            var: declared,
            init: Some(init),
        } = &stmt.kind
            && *declared == var
        {
            values.extend(init.entries.iter().map(|entry| entry.value));
        }
    });
    values
}

/// The assignments to an object in its function; none where its address goes elsewhere.
fn writes(program: &Program, function: FunctionId, var: VarId) -> Option<Vec<ExprId>> {
    let mut all = Vec::new();
    let mut is_passed_on = false;
    walk::each_expression(program, &program.function(function).body, &mut |expr| {
        match &program.expr(expr).kind {
            ExprKind::Assign { place, .. }
            | ExprKind::CompoundAssign { place, .. }
            | ExprKind::Increment { place, .. } => {
                if object(program, *place) == Some(var) {
                    all.push(expr);
                }
                // A pointer that is kept may be written through.
                if let ExprKind::Assign { value, .. } = &program.expr(expr).kind {
                    is_passed_on |= root(program, *value).is_some_and(|(_, of)| of == var);
                }
            }
            ExprKind::Call { arguments, .. } | ExprKind::Builtin { arguments, .. } => {
                is_passed_on |= arguments
                    .iter()
                    .any(|it| root(program, *it).is_some_and(|(_, of)| of == var));
            }
            _ => {}
        }
    });
    walk::statements(&program.function(function).body, &mut |stmt| {
        if let StmtKind::Declare {
            init: Some(init), ..
        } = &stmt.kind
        {
            is_passed_on |= init
                .entries
                .iter()
                .any(|it| root(program, it.value).is_some_and(|(_, of)| of == var));
        }
    });
    (!is_passed_on).then_some(all)
}

/// The object that a place is, or is an element of.
fn object(program: &Program, place: ExprId) -> Option<VarId> {
    match &program.expr(place).kind {
        ExprKind::Variable(var) => Some(*var),
        ExprKind::Deref(pointer) => root(program, *pointer).map(|(_, var)| var),
        ExprKind::Member { base, .. } | ExprKind::Swizzle { base, .. } => object(program, *base),
        ExprKind::Load(place) => object(program, *place),
        _ => None,
    }
}
