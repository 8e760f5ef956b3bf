//! A `return` before a barrier that becomes a guard of the statements behind it.

use super::barrier::removal;
use crate::change::Change;
use crate::kind::Kind;
use crate::subject::Subject;
use mistakes::analysis::walk;
use opencl_c::builtin::Name;
use opencl_c::program::{ExprId, ExprKind, Program, Stmt, StmtKind};
use opencl_c::source::Span;
use opencl_c::types::AddressSpace;

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
        changes.extend(subject.change_at(Kind::EarlyReturn, edits, place, message, help));
    }
    changes
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
    walk::below(program, expr, &mut |expr| {
        if let ExprKind::Deref(pointer) = program.expr(expr).kind {
            let ty = program.expr(pointer).ty;
            let space = program.types.as_pointer(ty).map(|(_, _, space)| space);
            found |= matches!(space, Some(AddressSpace::Global | AddressSpace::Constant));
        }
    });
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
