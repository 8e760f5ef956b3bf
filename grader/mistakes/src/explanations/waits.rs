//! Loops in which a work-item waits for what another one writes, and loops whose condition changes and
//! never becomes false.

use super::Text;
use crate::analysis::walk;
use launch::{Evidence, Finding, MistakeId, Place};
use opencl_c::builtin::Name;
use opencl_c::program::{ExprId, ExprKind, Program, Stmt, StmtKind, VarId};
use opencl_c::types::AddressSpace;
use std::collections::BTreeSet;

const NO_PROGRESS: &str = "nothing makes another work-item go on while this one waits: OpenCL promises no \
     forward progress between work-items or work-groups. Let none of them wait in a loop: end the kernel \
     and launch a second one, or order the steps of one work-group with barriers that all of it meets";

/// Findings in a loop that waits are one mistake, and no barrier mends it.
pub(super) fn explain(text: &Text<'_>, findings: &mut Vec<(Finding, u64)>) {
    let loops = loops(text);
    let mut seen: Vec<usize> = Vec::new();
    findings.retain_mut(|(finding, _)| {
        let is_race = [
            MistakeId::MissingBarrier,
            MistakeId::DataRace,
            MistakeId::CrossGroupRace,
        ]
        .contains(&finding.mistake);
        let is_endless = finding.mistake == MistakeId::EndlessLoop;
        if finding.evidence != Evidence::Observed || !(is_race || is_endless) {
            return true;
        }
        let at = loops.iter().position(|around| match is_endless {
            true => finding.spans.first().is_some_and(|span| around.is_at(span)),
            false => {
                around.waits && finding.spans.iter().take(2).any(|span| around.holds(span))
            }
        });
        let Some(at) = at else {
            return true;
        };
        let around = &loops[at];
        if !around.waits {
            if around.changes {
                finding.help = "what the condition tests changes in each round, and never makes it \
                                false: see where the counter begins, which way it goes, and whether it \
                                can pass the end (an unsigned number is never below 0)"
                    .to_owned();
            }
            return true;
        }
        if is_race && seen.contains(&at) {
            return false;
        }
        seen.push(at);
        finding.help = NO_PROGRESS.to_owned();
        if finding.mistake == MistakeId::MissingBarrier {
            finding.mistake = MistakeId::DataRace;
        }
        finding.spans.retain(|span| !span.label.starts_with("a barrier must"));
        let known = finding.spans.iter().any(|span| around.is_at(span));
        if is_race && !known {
            finding.spans.push(Place {
                label: "waits here".to_owned(),
                ..around.head.clone()
            });
        }
        true
    });
}

/// A loop of the program.
struct Loop {
    /// Its keyword.
    head: Place,
    condition: Option<Place>,
    end: Place,
    /// Does it wait for what others write?
    waits: bool,
    /// Does what its condition tests change in it?
    changes: bool,
}

impl Loop {
    fn is_at(&self, place: &Place) -> bool {
        let same = |own: &Place| {
            (&own.file, own.line, own.column) == (&place.file, place.line, place.column)
        };
        same(&self.head) || self.condition.as_ref().is_some_and(same)
    }

    fn holds(&self, place: &Place) -> bool {
        let at = (place.line, place.column);
        let (head, end) = (&self.head, &self.end);
        place.file == head.file
            && (head.line, head.column) <= at
            && at <= (end.end_line, end.end_column)
    }
}

fn loops(text: &Text<'_>) -> Vec<Loop> {
    let program = text.program;
    let mut found = Vec::new();
    for function in &program.functions {
        walk::statements(&function.body, &mut |stmt| {
            let condition = match &stmt.kind {
                StmtKind::While { condition, .. } | StmtKind::DoWhile { condition, .. } => {
                    Some(*condition)
                }
                StmtKind::For { condition, .. } => *condition,
                _ => return,
            };
            let sources = &program.sources;
            let place = |first, last| sources.place(first, last, String::new(), false);
            let changed = changed(program, stmt);
            let tested = condition.map(|it| tested(program, it)).unwrap_or_default();
            found.push(Loop {
                head: place(stmt.origin, stmt.origin),
                condition: condition.map(|condition| {
                    let expr = program.expr(condition);
                    place(expr.origin, expr.end)
                }),
                end: place(stmt.end, stmt.end),
                waits: condition.is_some_and(|it| waits(text, stmt, it, &changed)),
                changes: !tested.is_disjoint(&changed),
            });
        });
    }
    found
}

/// Does a loop go on as long as shared memory holds a value that this work-item does not change by itself?
fn waits(text: &Text<'_>, stmt: &Stmt, condition: ExprId, changed: &BTreeSet<VarId>) -> bool {
    let program = text.program;
    let (mut reads, mut objects) = (false, BTreeSet::new());
    let tested = tested(program, condition);
    walk::below(
        program,
        condition,
        &mut |expr| match &program.expr(expr).kind {
            ExprKind::Deref(pointer) if is_shared(program, *pointer) => {
                reads = true;
                objects.extend(named(program, *pointer));
            }
            ExprKind::Builtin { builtin, arguments } if is_atomic(builtin.name) => {
                reads = true;
                objects.extend(
                    arguments
                        .first()
                        .map(|it| named(program, *it))
                        .unwrap_or_default(),
                );
            }
            _ => {}
        },
    );
    // A variable that each round reads from there stands for it.
    let mut is_own = false;
    walk::each_expression(program, stmt, &mut |expr| match &program.expr(expr).kind {
        ExprKind::Assign { place, value } => {
            if let ExprKind::Variable(var) = program.expr(*place).kind
                && tested.contains(&var)
            {
                let mut from = BTreeSet::new();
                walk::below(program, *value, &mut |expr| {
                    if let ExprKind::Deref(pointer) = program.expr(expr).kind
                        && is_shared(program, pointer)
                    {
                        from.extend(named(program, pointer));
                    }
                });
                is_own |= from.is_empty() || !named(program, *value).is_disjoint(changed);
                objects.extend(from);
                reads = true;
            }
        }
        ExprKind::CompoundAssign { place, .. } | ExprKind::Increment { place, .. } => {
            if let ExprKind::Variable(var) = program.expr(*place).kind {
                is_own |= tested.contains(&var);
            }
        }
        // An exchange with the value that was read makes its own progress.
        ExprKind::Builtin { builtin, arguments } if is_atomic(builtin.name) => {
            let rest = arguments.iter().skip(1);
            is_own |= rest
                .into_iter()
                .any(|it| !named(program, *it).is_disjoint(changed));
        }
        _ => {}
    });
    if !reads || is_own {
        return false;
    }
    walk::each_expression(program, stmt, &mut |expr| match &program.expr(expr).kind {
        ExprKind::Builtin { builtin, .. } => is_own |= builtin.name == Name::Barrier,
        ExprKind::Call { .. } => is_own = true,
        _ => {}
    });
    !is_own && !stores_always(program, stmt, &objects)
}

fn is_shared(program: &Program, pointer: ExprId) -> bool {
    let space = program.types.as_pointer(program.expr(pointer).ty);
    matches!(
        space,
        Some((_, _, AddressSpace::Global | AddressSpace::Local))
    )
}

fn is_atomic(name: Name) -> bool {
    name.text().starts_with("atomic_")
}

/// The variables that an expression names.
fn named(program: &Program, expr: ExprId) -> BTreeSet<VarId> {
    let mut found = BTreeSet::new();
    walk::below(program, expr, &mut |expr| {
        if let ExprKind::Variable(var) = program.expr(expr).kind {
            found.insert(var);
        }
    });
    found
}

/// The variables whose own values a condition tests, or that say where it looks.
fn tested(program: &Program, condition: ExprId) -> BTreeSet<VarId> {
    named(program, condition)
}

/// The variables that a loop gives values.
fn changed(program: &Program, stmt: &Stmt) -> BTreeSet<VarId> {
    let mut found = BTreeSet::new();
    walk::each_expression(program, stmt, &mut |expr| {
        if let ExprKind::Assign { place, .. }
        | ExprKind::CompoundAssign { place, .. }
        | ExprKind::Increment { place, .. } = program.expr(expr).kind
            && let ExprKind::Variable(var) = program.expr(place).kind
        {
            found.insert(var);
        }
    });
    found
}

/// Does each round store in one of these objects, whatever the conditions in it?
fn stores_always(program: &Program, stmt: &Stmt, objects: &BTreeSet<VarId>) -> bool {
    let stores = |expr: ExprId| {
        let mut found = false;
        walk::below(program, expr, &mut |expr| {
            if let ExprKind::Assign { place, .. }
            | ExprKind::CompoundAssign { place, .. }
            | ExprKind::Increment { place, .. } = program.expr(expr).kind
                && let ExprKind::Deref(pointer) = program.expr(place).kind
            {
                found |= !named(program, pointer).is_disjoint(objects);
            }
        });
        found
    };
    match &stmt.kind {
        StmtKind::Expr(expr) => stores(*expr),
        StmtKind::Block(stmts) => stmts.iter().any(|it| stores_always(program, it, objects)),
        StmtKind::While { body, .. } | StmtKind::DoWhile { body, .. } => {
            stores_always(program, body, objects)
        }
        StmtKind::For { body, step, .. } => {
            step.is_some_and(stores) || stores_always(program, body, objects)
        }
        _ => false,
    }
}
