//! A statement removed, or exchanged with the next one; another way to leave a round of a loop.

use super::barrier::removal;
use crate::change::Change;
use crate::kind::Kind;
use crate::subject::{Placed, Subject};
use opencl_c::program::StmtKind;
use opencl_c::source::ExpansionId;

pub(crate) fn changes(subject: &Subject<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    for (number, placed) in subject.statements.iter().enumerate() {
        let line = subject.line(placed.span.start);
        let is_removable = matches!(
            placed.stmt.kind,
            StmtKind::Expr(_)
                | StmtKind::If { .. }
                | StmtKind::Return(None)
                | StmtKind::Break
                | StmtKind::Continue
        );
        if is_removable {
            let message = format!("the statement in line {line} is one too many");
            let edits = vec![removal(subject, placed)];
            let help = "remove it".to_owned();
            changes.extend(subject.change(Kind::Statement, edits, message, help));
        }
        changes.extend(other_exits(subject, placed));
        let Some(position) = placed.in_block else {
            continue;
        };
        let next = subject.statements[number + 1..]
            .iter()
            .find(|it| it.parent == placed.parent && it.in_block == Some(position + 1));
        if let Some(next) = next.filter(|next| next.span.start >= placed.span.end) {
            let (one, other) = (subject.text(placed.span), subject.text(next.span));
            let at = subject.line(next.span.start);
            let message = format!("the statements of lines {line} and {at} are in the wrong order");
            let edits = vec![(placed.span, other.to_owned()), (next.span, one.to_owned())];
            changes.extend(subject.change(
                Kind::Statement,
                edits,
                message,
                "exchange them".to_owned(),
            ));
        }
    }
    changes
}

/// `break`, `continue` and `return` in a loop, each for another.
fn other_exits(subject: &Subject<'_>, placed: &Placed<'_>) -> Vec<Change> {
    let (was, others): (&str, &[&str]) = match placed.stmt.kind {
        StmtKind::Break => ("break", &["continue"]),
        StmtKind::Continue => ("continue", &["break"]),
        StmtKind::Return(None) => ("return", &["continue", "break"]),
        _ => return Vec::new(),
    };
    let keyword = placed.stmt.origin.spelling;
    let is_other = placed.stmt.origin.expansion == ExpansionId::NONE
        && subject.text(keyword) == was
        && subject.is_in_loop(placed);
    if !is_other {
        return Vec::new();
    }
    let each = others.iter().filter_map(|now| {
        let message = format!("`{now}` is meant in place of `{was}`");
        let help = format!("write `{now}`");
        let edits = vec![(keyword, (*now).to_owned())];
        subject.change(Kind::Statement, edits, message, help)
    });
    each.collect()
}
