//! A barrier inserted, removed, moved, or with another memory fence flag.

use crate::change::Change;
use crate::kind::Kind;
use crate::subject::{Placed, Subject};
use opencl_c::builtin::Name;
use opencl_c::program::{ExprKind, FunctionId, StmtKind};
use opencl_c::source::Span;

const FLAGS: [&str; 3] = [
    "CLK_LOCAL_MEM_FENCE",
    "CLK_GLOBAL_MEM_FENCE",
    "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE",
];

pub(crate) fn changes(subject: &Subject<'_>) -> Vec<Change> {
    let mut changes = flags(subject);
    changes.extend(moved(subject));
    changes.extend(inserted(subject));
    changes.extend(removed(subject));
    changes
}

/// A place between two statements of a block.
pub(crate) struct Gap {
    pub(crate) function: FunctionId,
    at: Span,
    /// Does it stand after the statement rather than before it?
    is_after: bool,
    indent: String,
    line: u32,
}

impl Gap {
    /// A statement there, on a line of its own.
    pub(crate) fn edit(&self, text: &str) -> (Span, String) {
        let Gap { at, indent, .. } = self;
        match self.is_after {
            true => (*at, format!("\n{indent}{text}")),
            false => (*at, format!("{text}\n{indent}")),
        }
    }

    /// Does nothing but space lie between the gap and a statement?
    fn is_beside(&self, subject: &Subject<'_>, span: Span) -> bool {
        let at = self.at.start;
        let between = Span {
            start: at.min(span.end),
            end: at.max(span.start),
            ..span
        };
        let is_within = (span.start..=span.end).contains(&at);
        is_within || at > span.end && subject.text(between).trim().is_empty()
    }

    pub(crate) fn describe(&self) -> String {
        let side = if self.is_after { "after" } else { "before" };
        format!("{side} line {}", self.line)
    }
}

/// The gaps of all blocks: before each statement, and after the last.
pub(crate) fn gaps(subject: &Subject<'_>) -> Vec<Gap> {
    let mut gaps = Vec::new();
    for (number, placed) in subject.statements.iter().enumerate() {
        if placed.in_block.is_none() {
            continue;
        }
        let span = placed.span;
        let indent = subject.indent(span.start).to_owned();
        let gap = |at: u32, is_after| Gap {
            function: placed.function,
            at: Span {
                start: at,
                end: at,
                ..span
            },
            is_after,
            indent: indent.clone(),
            line: match is_after {
                false => subject.line(span.start),
                true => subject.line(span.end),
            },
        };
        // The names that one declaration declares stand in one statement of the text.
        let is_first = number == 0 || subject.statements[number - 1].span.start != span.start;
        if is_first {
            gaps.push(gap(span.start, false));
        }
        let later = subject.statements[number + 1..].iter();
        let is_last = !later
            .clone()
            .any(|it| it.parent == placed.parent && it.in_block.is_some());
        if is_last {
            gaps.push(gap(span.end, true));
        }
    }
    gaps
}

/// A call of `barrier` that is a statement.
pub(crate) fn barriers<'s, 'a>(subject: &'s Subject<'a>) -> Vec<(&'s Placed<'a>, Span)> {
    let all = subject.statements.iter().filter_map(|placed| {
        let StmtKind::Expr(expr) = placed.stmt.kind else {
            return None;
        };
        let ExprKind::Builtin { builtin, arguments } = &subject.program.expr(expr).kind else {
            return None;
        };
        let flags = arguments
            .first()
            .filter(|_| builtin.name == Name::Barrier)?;
        Some((placed, subject.span(*flags)?))
    });
    all.collect()
}

/// The call that the program's memory asks for.
fn call(subject: &Subject<'_>) -> &'static str {
    match subject.uses_local() {
        true => "barrier(CLK_LOCAL_MEM_FENCE);",
        false => "barrier(CLK_GLOBAL_MEM_FENCE);",
    }
}

fn inserted(subject: &Subject<'_>) -> Vec<Change> {
    let call = call(subject);
    let each = gaps(subject).into_iter().filter_map(|gap| {
        let message = format!("a barrier is missing {}", gap.describe());
        let help = format!("write `{call}` there");
        subject.change(Kind::Barrier, vec![gap.edit(call)], message, help)
    });
    let mut all: Vec<Change> = each.collect();
    // A body without braces gets them.
    for placed in &subject.statements {
        let body = match &placed.stmt.kind {
            StmtKind::For { body, .. } | StmtKind::While { body, .. } => body,
            _ => continue,
        };
        if matches!(body.kind, StmtKind::Block(_)) {
            continue;
        }
        let Some(inner) = subject
            .statements
            .iter()
            .find(|it| std::ptr::eq(it.stmt, &**body))
        else {
            continue;
        };
        let end = Span {
            start: inner.span.end,
            ..inner.span
        };
        let start = Span {
            end: inner.span.start,
            ..inner.span
        };
        let line = subject.line(inner.span.start);
        for (before, after, side) in [
            (format!("{{ {call} "), " }".to_owned(), "before"),
            ("{ ".to_owned(), format!(" {call} }}"), "after"),
        ] {
            let message = format!("a barrier is missing {side} line {line}");
            let help = format!("write `{call}` there, within braces");
            let edits = vec![(start, before), (end, after)];
            all.extend(subject.change(Kind::Barrier, edits, message, help));
        }
    }
    all
}

/// What takes the place of a statement that goes: nothing, or `;` where braces are missing.
pub(crate) fn removal(subject: &Subject<'_>, placed: &Placed<'_>) -> (Span, String) {
    if placed.in_block.is_none() {
        return (placed.span, ";".to_owned());
    }
    let file = subject.file();
    let span = placed.span;
    let line = file[..span.start as usize]
        .rfind('\n')
        .map_or(0, |at| at + 1);
    let rest = &file[span.end as usize..];
    let is_alone = file[line..span.start as usize].trim().is_empty()
        && rest
            .lines()
            .next()
            .is_none_or(|rest| rest.trim().is_empty());
    match (is_alone, rest.find('\n')) {
        (true, Some(end)) => {
            let whole = Span {
                start: line as u32,
                end: span.end + end as u32 + 1,
                ..span
            };
            (whole, String::new())
        }
        _ => (span, String::new()),
    }
}

fn removed(subject: &Subject<'_>) -> Vec<Change> {
    let each = barriers(subject).into_iter().filter_map(|(placed, _)| {
        let line = subject.line(placed.span.start);
        let message = format!("the barrier in line {line} is one too many");
        let edits = vec![removal(subject, placed)];
        subject.change(Kind::BarrierRemoved, edits, message, "remove it".to_owned())
    });
    each.collect()
}

fn moved(subject: &Subject<'_>) -> Vec<Change> {
    let gaps = gaps(subject);
    let mut changes = Vec::new();
    for (placed, _) in barriers(subject) {
        let text = subject.text(placed.span);
        let line = subject.line(placed.span.start);
        for gap in &gaps {
            if gap.function != placed.function || gap.is_beside(subject, placed.span) {
                continue;
            }
            let message = format!("the barrier in line {line} is in the wrong place");
            let help = format!("move it to {}", gap.describe());
            let edits = vec![removal(subject, placed), gap.edit(text)];
            changes.extend(subject.change(Kind::BarrierMoved, edits, message, help));
        }
    }
    changes
}

/// Another flag in each barrier, and in all of them.
fn flags(subject: &Subject<'_>) -> Vec<Change> {
    let barriers = barriers(subject);
    let mut changes = Vec::new();
    for flag in FLAGS {
        let edits = |of: &[(&Placed<'_>, Span)]| -> Vec<(Span, String)> {
            let all = of.iter().map(|(_, span)| (*span, flag.to_owned()));
            all.filter(|(span, _)| subject.text(*span) != flag)
                .collect()
        };
        let message = || format!("the barrier's fence flag has to be `{flag}`");
        let help = || format!("write `{flag}`");
        for barrier in &barriers {
            let edits = edits(std::slice::from_ref(barrier));
            changes.extend(subject.change(Kind::Fence, edits, message(), help()));
        }
        if barriers.len() > 1 {
            let edits = edits(&barriers);
            let help = format!("write `{flag}` in every barrier");
            changes.extend(subject.change(Kind::Fence, edits, message(), help));
        }
    }
    changes
}
