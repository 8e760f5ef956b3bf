//! Accesses out of bounds that a guard does not mend: a guard that is tested too late, local memory
//! indexed as if it were global.

use super::Text;
use super::places::{index, pointer};
use crate::analysis::walk;
use crate::errors::out_of_bounds::{GUARD_IS_WIDE, HOLDS, SEE_INDEX};
use launch::{Finding, MistakeId, Place};
use opencl_c::program::{ExprId, ExprKind, FunctionId, Program, VarId};
use opencl_c::types::AddressSpace;
use std::collections::BTreeSet;

/// What is said of local memory that is indexed by another id than the local one.
const ONE_FOR_EACH: &str = "local memory is one array for each work-group";

pub(super) fn explain(text: &Text<'_>, finding: &mut Finding) {
    let program = text.program;
    let Some(place) = finding.spans.first() else {
        return;
    };
    let found = text.places.at(place).iter();
    let Some((function, access, pointer)) = found
        .copied()
        .find_map(|(function, expr)| Some((function, expr, pointer(program, expr)?)))
    else {
        return;
    };
    if indexed_by_the_wrong_id(text, finding, pointer) {
        return;
    }
    let Some(index) = index(program, pointer) else {
        return;
    };
    if let Some(guard) = tested_later(program, function, access, &variables(program, index)) {
        let expr = program.expr(guard);
        let words = crate::static_checks::text(program, expr);
        let sources = &program.sources;
        let place = sources.place(
            expr.origin,
            expr.end,
            "tested after the access".to_owned(),
            false,
        );
        // The condition as a whole says less than the part of it that comes too late.
        finding
            .spans
            .retain(|span| !span.label.starts_with("this condition"));
        finding.spans.insert(1.min(finding.spans.len()), place);
        finding.help = format!(
            "test `{words}` first: `&&` goes from left to right and stops at the first condition that \
             is false"
        );
    } else if finding.help == GUARD_IS_WIDE {
        doubt_index(program, function, finding, index);
    }
}

/// A guard that tests none of the index's variables may well be right, and so may any where the index or its bound is
/// read from memory.
fn doubt_index(program: &Program, function: FunctionId, finding: &mut Finding, index: ExprId) {
    let is_guard = |span: &Place| span.label.starts_with("this condition");
    let Some(guard) = finding.spans.iter_mut().find(|span| is_guard(span)) else {
        return;
    };
    let mut is_loaded = reads_memory(program, index);
    let mut tested = BTreeSet::new();
    walk::each_expression(program, &program.function(function).body, &mut |expr| {
        let node = program.expr(expr);
        let place = program
            .sources
            .place(node.origin, node.end, String::new(), false);
        let at = |it: &Place| (it.line, it.column, it.end_line, it.end_column);
        if at(&place) == at(guard) && place.file == guard.file {
            tested.extend(variables(program, expr));
            is_loaded |= reads_memory(program, expr);
        }
    });
    let is_apart = !tested.is_empty() && tested.is_disjoint(&variables(program, index));
    if is_loaded || is_apart {
        guard.label = HOLDS.to_owned();
        finding.help = SEE_INDEX.to_owned();
    }
}

fn reads_memory(program: &Program, expr: ExprId) -> bool {
    let mut reads = false;
    walk::below(program, expr, &mut |expr| {
        reads |= matches!(program.expr(expr).kind, ExprKind::Deref(_));
    });
    reads
}

/// Is it local memory, indexed by a global id or a group id?
fn indexed_by_the_wrong_id(text: &Text<'_>, finding: &mut Finding, pointer: ExprId) -> bool {
    let program = text.program;
    let space = program.types.as_pointer(program.expr(pointer).ty);
    let is_local = space.is_some_and(|(_, _, space)| space == AddressSpace::Local);
    let Some(index) = index(program, pointer).filter(|_| is_local) else {
        return false;
    };
    let sources = text.dependence.sources(index);
    let (query, dimensions) = match (sources.global_ids, sources.group_ids) {
        (0, 0) => return false,
        (0, group_ids) => ("get_group_id", group_ids),
        (global_ids, _) => ("get_global_id", global_ids),
    };
    if sources.unknown {
        return false;
    }
    let dimension = dimensions.trailing_zeros();
    finding.help = format!(
        "{ONE_FOR_EACH}: index it with `get_local_id({dimension})`, not \
         with `{query}({dimension})`"
    );
    true
}

/// A comparison of one of `wanted` that stands behind the access in one chain of `&&`.
fn tested_later(
    program: &Program,
    function: FunctionId,
    access: ExprId,
    wanted: &BTreeSet<VarId>,
) -> Option<ExprId> {
    let mut found = None;
    walk::each_expression(program, &program.function(function).body, &mut |expr| {
        let ExprKind::ShortCircuit {
            or: false,
            left,
            right,
        } = program.expr(expr).kind
        else {
            return;
        };
        let mut is_before = false;
        walk::below(program, left, &mut |expr| is_before |= expr == access);
        if is_before && found.is_none() {
            found = compared(program, right, wanted);
        }
    });
    found
}

/// The comparison in a chain of conditions that bounds one of some variables from above.
fn compared(program: &Program, expr: ExprId, wanted: &BTreeSet<VarId>) -> Option<ExprId> {
    match &program.expr(expr).kind {
        ExprKind::Convert { value, .. } => compared(program, *value, wanted),
        ExprKind::ShortCircuit { left, right, .. } => {
            compared(program, *left, wanted).or_else(|| compared(program, *right, wanted))
        }
        ExprKind::Binary { op, left, right } if op.is_comparison() => {
            let loads = |side| {
                let mut found = false;
                walk::below(program, side, &mut |expr| {
                    found |= matches!(program.expr(expr).kind, ExprKind::Deref(_));
                });
                found
            };
            let plain = !loads(*left) && !loads(*right);
            let names = |side| !variables(program, side).is_disjoint(wanted);
            (plain && (names(*left) || names(*right))).then_some(expr)
        }
        _ => None,
    }
}

fn variables(program: &Program, expr: ExprId) -> BTreeSet<VarId> {
    let mut found = BTreeSet::new();
    walk::below(program, expr, &mut |expr| {
        if let ExprKind::Variable(var) = program.expr(expr).kind {
            found.insert(var);
        }
    });
    found
}

/// One array indexed by the wrong id is one mistake, whatever the number of its accesses.
pub(super) fn fold(findings: &mut Vec<(Finding, u64)>) {
    let mut first: Vec<(String, usize)> = Vec::new();
    let mut folded = Vec::new();
    for (index, (finding, _)) in findings.iter().enumerate() {
        if finding.mistake != MistakeId::OutOfBounds || !finding.help.starts_with(ONE_FOR_EACH) {
            continue;
        }
        let object = finding.message.split('`').nth(1).unwrap_or_default();
        match first.iter().find(|(name, _)| name == object) {
            None => first.push((object.to_owned(), index)),
            Some((_, kept)) => folded.push((*kept, index)),
        }
    }
    for (kept, index) in folded.into_iter().rev() {
        let (finding, count) = findings.remove(index);
        if let Some(place) = finding.spans.into_iter().next() {
            findings[kept].0.spans.push(Place {
                label: "and here".to_owned(),
                primary: false,
                ..place
            });
        }
        findings[kept].1 += count;
    }
}
