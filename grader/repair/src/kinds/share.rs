//! A loop over all of the problem that every work-item does, changed so that each does its own rounds.

use crate::change::{Cause, Change};
use crate::kind::Kind;
use crate::subject::{Subject, words};
use crate::words::Words;
use launch::Place;
use mistakes::whole_problem_loop::{Counted, HELP, MISTAKE, whole_problem_loops};
use opencl_c::program::{BinaryOp, ExprKind, StmtKind};
use opencl_c::source::Span;

/// Each loop over all of the problem, with the change if its head has the usual form; the last change of each has
/// no edits.
pub(crate) fn changes(subject: &Subject<'_>) -> Vec<Change> {
    let program = subject.program;
    let found = whole_problem_loops(
        program,
        &subject.dependence,
        &subject.uniformity,
        subject.kernel,
    );
    let mut changes = Vec::new();
    for found in found {
        let stmt = found.stmt;
        let label = "the same rounds in every work-item".to_owned();
        let sources = &program.sources;
        let place = (stmt.origin.spelling, label);
        let line = subject.line(stmt.origin.spelling.start);
        let message =
            "every work-item does the whole of this loop, so all of them write the same elements";
        let node = program.expr(found.write);
        let written = sources.place(
            node.origin,
            node.end,
            "no id decides which element this is".to_owned(),
            false,
        );
        let last = sources.place(stmt.end, stmt.end, String::new(), false);
        let heads: Vec<Counted> = found.heads;
        let cause = Cause {
            mistake: MISTAKE.id,
            others: vec![Place {
                primary: false,
                ..written
            }],
            lines: Some((line, last.line)),
        };
        // The innermost loop counts along dimension 0; more loops than dimensions are no such nest.
        let depths = (1..=heads.len().min(subject.dimensions)).rev();
        for edits in depths.filter_map(|depth| shares(subject, &heads[..depth])) {
            let (message, help) = (message.to_owned(), HELP.to_owned());
            let change = subject.change_at(Kind::Share, edits, place.clone(), message, help);
            changes.extend(change.map(|change| Change {
                cause: Some(cause.clone()),
                ..change
            }));
        }
        changes.push(Change {
            kind: Kind::Share,
            edits: Vec::new(),
            words: Words::Sentences {
                message: message.to_owned(),
                help: HELP.to_owned(),
            },
            span: place.0,
            label: place.1,
            unlikely: 0,
            cause: Some(cause),
        });
    }
    changes
}

/// An `if (lid < N)` as a loop in strides of the work-group: it may have fewer than `N` work-items.
pub(crate) fn strided(subject: &Subject<'_>) -> Vec<Change> {
    let statements = subject.statements.iter();
    statements
        .filter_map(|placed| {
            let StmtKind::If {
                condition,
                then,
                otherwise: None,
            } = &placed.stmt.kind
            else {
                return None;
            };
            let ExprKind::Binary {
                op: BinaryOp::Less,
                left,
                right,
            } = subject.program.expr(*condition).kind
            else {
                return None;
            };
            let (id, bound) = (subject.span(left)?, subject.span(right)?);
            let body = Span {
                end: placed.span.end,
                ..then.origin.spelling
            };
            let head = Span {
                end: body.start,
                ..placed.span
            };
            let (id, bound, of_body) = (subject.text(id), subject.text(bound), subject.text(body));
            let size = stride(subject.file(), id)?;
            let leaves = ["barrier", "return", "break", "continue"];
            if leaves.iter().any(|word| of_body.contains(word)) || !of_body.contains(id) {
                return None;
            }
            let names = ["k", "j", "element", "position"];
            let counter = names.iter().find(|name| {
                let mut words = words(subject.file()).into_iter();
                !words.any(|word| subject.text(word) == **name)
            })?;
            let between = subject.text(head);
            let kept = &between[between.rfind(')')? + 1..];
            let now = format!(
                "for (uint {counter} = {id}; {counter} < {bound}; {counter} += {size}){kept}{}",
                replaced(of_body, id, counter)
            );
            let message =
                format!("a work-group of fewer than `{bound}` work-items does not do all of this");
            let help = format!("write `for (uint {counter} = {id}; {counter} < {bound}; {counter} += {size})`, and `{counter}` for `{id}` in it");
            let whole = Span {
                end: body.end,
                ..head
            };
            let place = (placed.span, format!("only where `{id} < {bound}`"));
            subject.change_at(Kind::Share, vec![(whole, now)], place, message, help)
        })
        .collect()
}

/// A text with a word, or a call, replaced.
fn replaced(text: &str, was: &str, now: &str) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut made = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(was) {
        let behind = &rest[at + was.len()..];
        made.push_str(&rest[..at]);
        let is_part =
            made.ends_with(is_word) || was.ends_with(is_word) && behind.starts_with(is_word);
        made.push_str(if is_part { was } else { now });
        rest = behind;
    }
    made + rest
}

/// The number of work-items of a group along the dimensions of a local id: of the query, or of the variable that begins as
/// one, or as a number made of several.
fn stride(file: &str, id: &str) -> Option<String> {
    let queries = ["get_local_id(0)", "get_local_id(1)", "get_local_id(2)"];
    let declared = format!("{id} = ");
    let made_of = match queries.contains(&id) {
        true => id,
        false => {
            let rest = &file[file.find(&declared)? + declared.len()..];
            rest.split([';', ',']).next()?
        }
    };
    let dimensions = (0..3).filter(|dimension| made_of.contains(queries[*dimension]));
    let sizes: Vec<String> = dimensions
        .map(|it| format!("get_local_size({it})"))
        .collect();
    (!sizes.is_empty()).then(|| sizes.join(" * "))
}

/// `= 0` and `++i` of these loops, outermost first, as `= get_global_id(d)` and `i += get_global_size(d)`.
fn shares(subject: &Subject<'_>, heads: &[Counted]) -> Option<Vec<(Span, String)>> {
    let mut edits = Vec::new();
    for (head, dimension) in heads.iter().zip((0..heads.len()).rev()) {
        if !head.is_plain {
            return None;
        }
        let counter = &head.name;
        edits.push((
            subject.span(head.start)?,
            format!("get_global_id({dimension})"),
        ));
        edits.push((
            subject.span(head.step)?,
            format!("{counter} += get_global_size({dimension})"),
        ));
    }
    Some(edits)
}
