//! A `return` before a barrier that becomes a guard of the statements behind it, or moves behind the last barrier.

use super::barrier::{barriers, removal};
use super::guard::has_word;
use crate::change::Change;
use crate::kind::Kind;
use crate::subject::{Placed, Subject};
use mistakes::analysis::walk;
use opencl_c::builtin::Name;
use opencl_c::program::{ExprId, ExprKind, Program, Stmt, StmtKind};
use opencl_c::source::Span;
use opencl_c::types::AddressSpace;
use std::collections::BTreeSet;

pub(crate) fn changes(subject: &Subject<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    for placed in &subject.statements {
        let StmtKind::If {
            condition,
            then,
            otherwise: None,
        } = &placed.stmt.kind
        else {
            continue;
        };
        let Some(condition) = subject.span(*condition).filter(|_| leaves(then)) else {
            continue;
        };
        let guard = negated(subject.text(condition));
        let function = subject.function(placed.function);
        let mut edits = vec![removal(subject, placed)];
        guarded(subject, &function.body, placed.span.end, &guard, &mut edits);
        let line = subject.line(then.origin.spelling.start);
        let message = format!(
            "work-items return in line {line}, and a barrier follows that they do not reach"
        );
        let mut tested: Vec<u32> = edits[1..]
            .iter()
            .map(|(span, _)| subject.line(span.start))
            .collect();
        tested.sort_unstable();
        tested.dedup();
        let tested: Vec<String> = tested.iter().map(u32::to_string).collect();
        let help = match tested.as_slice() {
            [] => "remove it".to_owned(),
            [line] => format!("remove it, and test `{guard}` in line {line} instead"),
            [first @ .., last] => format!(
                "remove it, and test `{guard}` in the lines {} and {last} instead",
                first.join(", ")
            ),
        };
        let place = (placed.span, String::new());
        changes.extend(subject.change_at(
            Kind::EarlyReturn,
            edits,
            place.clone(),
            message.clone(),
            help,
        ));
        if let Some((edits, help)) = behind_the_barriers(subject, placed) {
            let place = place.clone();
            let message = message.clone();
            changes.extend(subject.change_at(Kind::EarlyReturn, edits, place, message, help));
        }
        if let Some((edits, help)) = each_by_its_index(subject, placed, &guard) {
            changes.extend(subject.change_at(Kind::EarlyReturn, edits, place, message, help));
        }
    }
    changes
}

type Edits = Vec<(Span, String)>;

/// The `return` moved behind the last barrier, where that stands in the same block.
fn behind_the_barriers(subject: &Subject<'_>, placed: &Placed<'_>) -> Option<(Edits, String)> {
    placed.in_block?;
    let mut barriers = barriers(subject);
    barriers.retain(|(barrier, _)| {
        barrier.function == placed.function && barrier.span.start > placed.span.end
    });
    let (last, _) = barriers.last().filter(|(last, _)| {
        // Within a loop others would wait for those that have returned.
        last.parent == placed.parent && last.in_block.is_some()
    })?;
    let end = Span {
        start: last.span.end,
        ..last.span
    };
    let (indent, text) = (subject.indent(placed.span.start), subject.text(placed.span));
    let edits = vec![removal(subject, placed), (end, format!("\n{indent}{text}"))];
    let line = subject.line(last.span.start);
    Some((edits, format!("move it behind the barrier of line {line}")))
}

/// The `return` removed, and each access to global memory guarded by those parts of the condition on whose variables
/// its index depends: of a tile, a work-item without a result of its own still copies an element.
fn each_by_its_index(
    subject: &Subject<'_>,
    placed: &Placed<'_>,
    guard: &str,
) -> Option<(Edits, String)> {
    let parts: Vec<&str> = guard.split(" && ").collect();
    let function = subject.function(placed.function);
    let mut edits = vec![removal(subject, placed)];
    let mut guards = BTreeSet::new();
    let behind = subject.statements.iter().filter(|it| {
        it.function == placed.function && it.span.start >= placed.span.end && it.is_simple()
    });
    for inner in behind {
        let mut reached = BTreeSet::new();
        walk::each_expression(subject.program, inner.stmt, &mut |expr| {
            if is_global(subject.program, expr) {
                reached.extend(subject.names_behind(inner.function, expr));
            }
        });
        let is_own = |name: &str| {
            let mut parameters = function.vars[..function.parameters].iter();
            !parameters.any(|parameter| &*parameter.name == name)
        };
        let depends = |part: &&&str| {
            let mut own = reached.iter().filter(|name| is_own(name));
            own.any(|name| has_word(part, name))
        };
        let relevant: Vec<&str> = parts.iter().filter(depends).copied().collect();
        if relevant.is_empty() {
            continue;
        }
        let guard = relevant.join(" && ");
        edits.extend(with_guard(subject, inner, &guard));
        guards.insert(guard);
    }
    if guards.len() < 2 {
        // One guard for all is the other edit.
        return None;
    }
    let guards: Vec<String> = guards.iter().map(|guard| format!("`{guard}`")).collect();
    let help = format!(
        "remove it, and test {} where global memory is accessed, each where the index depends on it",
        guards.join(" or ")
    );
    Some((edits, help))
}

/// A guard before a statement that stores to global memory, or around the value of another one.
fn with_guard(subject: &Subject<'_>, placed: &Placed<'_>, guard: &str) -> Option<(Span, String)> {
    let program = subject.program;
    let value = match &placed.stmt.kind {
        StmtKind::Declare {
            init: Some(init), ..
        } => match &init.entries[..] {
            [entry] => Some(entry.value),
            _ => None,
        },
        StmtKind::Expr(expr) => match program.expr(*expr).kind {
            ExprKind::Assign { place, value } if !is_global(program, place) => Some(value),
            _ => None,
        },
        _ => return None,
    };
    let at = |span: Span| Span {
        end: span.start,
        ..span
    };
    let Some(value) = value else {
        return Some((at(placed.span), format!("if ({guard}) ")));
    };
    let span = subject.span(value)?;
    let mut inner = value;
    while let ExprKind::Convert { value, .. } = program.expr(inner).kind {
        inner = value;
    }
    if let ExprKind::Conditional { condition, .. } = program.expr(inner).kind {
        let condition = subject.with_parentheses(subject.span(condition)?);
        let was = subject.text(condition);
        let is_bound = !was.contains("||");
        return is_bound.then(|| (at(condition), format!("{guard} && ")));
    }
    Some((span, format!("{guard} ? {} : 0", subject.text(span))))
}

/// Does an expression name a place in memory that work-items of all work-groups see?
fn is_global(program: &Program, expr: ExprId) -> bool {
    let ExprKind::Deref(pointer) = program.expr(expr).kind else {
        return false;
    };
    let space = program.types.as_pointer(program.expr(pointer).ty);
    matches!(
        space,
        Some((_, _, AddressSpace::Global | AddressSpace::Constant))
    )
}

/// Is it a `return`, alone or in braces?
fn leaves(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Return(None) => true,
        StmtKind::Block(stmts) => matches!(&stmts[..], [only] if leaves(only)),
        _ => false,
    }
}

/// The opposite of a condition.
pub(crate) fn negated(condition: &str) -> String {
    let parts: Vec<&str> = condition.split("||").map(str::trim).collect();
    let opposite = |part: &str| {
        let pairs = [
            (">=", "<"),
            ("<=", ">"),
            ("==", "!="),
            ("!=", "=="),
            (">", "<="),
            ("<", ">="),
        ];
        let is_plain = !part.contains(['&', '|', '?', '(']) || part.matches("get_").count() == 1;
        let found = pairs.iter().find(|(was, _)| part.contains(was));
        let (was, now) = found.filter(|_| is_plain)?;
        Some(part.replacen(was, now, 1))
    };
    let all: Option<Vec<String>> = parts.iter().map(|part| opposite(part)).collect();
    all.map_or_else(|| format!("!({condition})"), |parts| parts.join(" && "))
}

fn reaches_barrier(program: &Program, stmt: &Stmt) -> bool {
    let mut found = false;
    walk::each_expression(program, stmt, &mut |expr| {
        found |= match &program.expr(expr).kind {
            ExprKind::Builtin { builtin, .. } => builtin.name == Name::Barrier,
            ExprKind::Call { function, .. } => {
                reaches_barrier(program, &program.function(*function).body)
            }
            _ => false,
        };
    });
    found
}

/// Does an expression access memory other than private?
fn accesses(program: &Program, expr: ExprId) -> bool {
    let mut found = false;
    walk::below(program, expr, &mut |expr| found |= is_global(program, expr));
    found
}

/// Guards each statement behind a byte that accesses global memory, and holds no barrier.
fn guarded(
    subject: &Subject<'_>,
    stmt: &Stmt,
    behind: u32,
    guard: &str,
    edits: &mut Vec<(Span, String)>,
) {
    let program = subject.program;
    for inner in walk::children(stmt) {
        let start = inner.origin.spelling.start;
        if start >= behind && !reaches_barrier(program, inner) {
            let mut has_access = false;
            walk::statements(inner, &mut |stmt| {
                let exprs = walk::expressions(stmt);
                has_access |= exprs.into_iter().any(|expr| accesses(program, expr));
            });
            if !has_access {
                continue;
            }
            if let StmtKind::Declare {
                init: Some(init), ..
            } = &inner.kind
            {
                for entry in &init.entries {
                    if let Some(span) = subject.span(entry.value) {
                        let value = subject.text(span);
                        edits.push((span, format!("{guard} ? {value} : 0")));
                    }
                }
            } else {
                let at = Span {
                    end: start,
                    ..inner.origin.spelling
                };
                edits.push((at, format!("if ({guard}) ")));
            }
        } else if inner.end.spelling.end > behind {
            guarded(subject, inner, behind, guard, edits);
        }
    }
}
