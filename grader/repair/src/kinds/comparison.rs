//! A comparison that is off by one, and a `while` that is meant as an `if`.

use crate::change::Change;
use crate::kind::Kind;
use crate::subject::{Site, Subject};
use mistakes::analysis::assignments::Assignments;
use opencl_c::program::{BinaryOp, ExprId, ExprKind, StmtKind};
use opencl_c::source::{ExpansionId, Span};
use std::collections::BTreeMap;

/// Each comparison with equality taken in or left out, and each `n - 1` or `n + 1` in one as `n`.
pub(crate) fn changes(subject: &Subject<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    for site in &subject.sites {
        if let ExprKind::Binary { op, left, right } = subject.program.expr(site.expr).kind {
            changes.extend(other_strictness(subject, op, left, right));
            if op.is_comparison() {
                let sides = [left, right].into_iter();
                changes.extend(sides.filter_map(|side| without_one(subject, side)));
                changes.extend(without_difference(subject, site, op, left, right));
            }
        }
    }
    changes
}

/// Each comparison with one bound with equality taken in or left out, as in all loops over a square.
pub(crate) fn with_one_bound(subject: &Subject<'_>) -> Vec<Change> {
    let mut edits: BTreeMap<(&str, &str), Vec<(Span, String)>> = BTreeMap::new();
    for site in &subject.sites {
        if let ExprKind::Binary { op, left, right } = subject.program.expr(site.expr).kind
            && let Some(bound) = subject.span(right)
            && let Some(change) = other_strictness(subject, op, left, right)
        {
            let all = edits.entry((op.text(), subject.text(bound))).or_default();
            let new = change.edits.into_iter().map(|edit| {
                let place = Span {
                    start: edit.start,
                    end: edit.end,
                    ..bound
                };
                (place, edit.text)
            });
            all.extend(new);
        }
    }
    let several = edits.into_iter().filter(|(_, edits)| edits.len() > 1);
    let each = several.filter_map(|((was, bound), mut edits)| {
        edits.sort_by_key(|(place, _)| place.start);
        edits.dedup();
        let now = edits.first()?.1.clone();
        let message = format!("each `{was} {bound}` should be `{now} {bound}`");
        let help = format!("write `{now}` in all {} places", edits.len());
        subject.change(Kind::Comparison, edits, message, help)
    });
    each.collect()
}

/// `a >= b` in place of `a - b >= 0`, where the difference overflows; a variable may hold it.
fn without_difference(
    subject: &Subject<'_>,
    site: &Site,
    op: BinaryOp,
    left: ExprId,
    right: ExprId,
) -> Option<Change> {
    let held = match subject.variable(left) {
        Some(var) => {
            let function = subject.function(site.function);
            Assignments::of(subject.program, function).to(var).only()
        }
        None => None,
    };
    let ExprKind::Binary {
        op: BinaryOp::Subtract,
        left: one,
        right: other,
    } = subject.program.expr(held.unwrap_or(left)).kind
    else {
        return None;
    };
    if subject.constant(right) != Some(0) || !subject.scalar(left)?.is_integer() {
        return None;
    }
    let (one, other) = subject.span(one).zip(subject.span(other))?;
    let (one, other) = (subject.text(one), subject.text(other));
    let message = format!("`{one} - {other}` overflows");
    let now = format!("{one} {} {other}", op.text());
    let help = format!("write `{now}`");
    subject.change(Kind::Comparison, vec![(site.span, now)], message, help)
}

/// Each `while` as an `if`.
pub(crate) fn while_as_if(subject: &Subject<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    for placed in &subject.statements {
        let keyword = placed.stmt.origin.spelling;
        let is_written = placed.stmt.origin.expansion == ExpansionId::NONE;
        if !matches!(placed.stmt.kind, StmtKind::While { .. })
            || !is_written
            || subject.text(keyword) != "while"
        {
            continue;
        }
        let place = (keyword, "`if` is meant".to_owned());
        let message = "the work is to be done once, and `while` repeats it".to_owned();
        let help = "write `if` in place of `while`".to_owned();
        let edits = vec![(keyword, "if".to_owned())];
        changes.extend(subject.change_at(Kind::Statement, edits, place, message, help));
    }
    changes
}

/// Each `do` with its condition asked first.
pub(crate) fn asked_first(subject: &Subject<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    for placed in &subject.statements {
        let StmtKind::DoWhile {
            body, condition, ..
        } = &placed.stmt.kind
        else {
            continue;
        };
        let keyword = placed.stmt.origin.spelling;
        let is_written = placed.stmt.origin.expansion == ExpansionId::NONE;
        let (Some(asked), true) = (subject.span(*condition), is_written) else {
            continue;
        };
        let asked = subject.text(asked);
        let tail = Span {
            start: body.end.spelling.end,
            ..placed.span
        };
        let message = format!("the first round runs without asking for `{asked}`");
        let help = "write it as a `while` loop".to_owned();
        let edits = vec![(keyword, format!("while ({asked})")), (tail, String::new())];
        changes.extend(subject.change(Kind::Statement, edits, message, help));
    }
    changes
}

fn other_strictness(
    subject: &Subject<'_>,
    op: BinaryOp,
    left: ExprId,
    right: ExprId,
) -> Option<Change> {
    let (was, now) = match op {
        BinaryOp::Less => ("<", "<="),
        BinaryOp::LessEqual => ("<=", "<"),
        BinaryOp::Greater => (">", ">="),
        BinaryOp::GreaterEqual => (">=", ">"),
        _ => return None,
    };
    let (first, last) = (subject.span(left)?, subject.span(right)?);
    if first.file != last.file || first.end > last.start {
        return None;
    }
    let between = Span {
        start: first.end,
        end: last.start,
        ..first
    };
    let at = between.start + u32::try_from(subject.text(between).find(was)?).ok()?;
    let operator = Span {
        start: at,
        end: at + was.len() as u32,
        ..first
    };
    let (one, other) = (subject.text(first), subject.text(last));
    let equality = match now.len() {
        1 => "takes in",
        _ => "leaves out",
    };
    let message =
        format!("`{one} {was} {other}` {equality} equality; `{one} {now} {other}` is meant");
    let whole = Span {
        end: last.end,
        ..first
    };
    let place = (whole, format!("`{now}` is meant"));
    let help = format!("write `{now}` in place of `{was}`");
    let edits = vec![(operator, now.to_owned())];
    subject.change_at(Kind::Comparison, edits, place, message, help)
}

/// `n - 1` or `n + 1` as `n`.
fn without_one(subject: &Subject<'_>, side: ExprId) -> Option<Change> {
    let mut inner = side;
    while let ExprKind::Convert { value, .. } = subject.program.expr(inner).kind {
        inner = value;
    }
    let ExprKind::Binary { op, left, right } = subject.program.expr(inner).kind else {
        return None;
    };
    let off = match op {
        BinaryOp::Add => "one too many",
        BinaryOp::Subtract => "one too few",
        _ => return None,
    };
    if subject.constant(right) != Some(1) {
        return None;
    }
    let (whole, kept) = (subject.span(inner)?, subject.span(left)?);
    let (was, now) = (subject.text(whole), subject.text(kept));
    let message = format!("`{was}` is {off} here; `{now}` is meant");
    let place = (whole, format!("`{now}` is meant"));
    let help = format!("write `{now}` in place of `{was}`");
    let edits = vec![(whole, now.to_owned())];
    subject.change_at(Kind::Comparison, edits, place, message, help)
}
