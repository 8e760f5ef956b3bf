//! A loop over all of the problem that every work-item does, changed so that each does its own rounds.

use crate::change::{Cause, Change};
use crate::kind::Kind;
use crate::subject::Subject;
use crate::words::Words;
use launch::Place;
use mistakes::whole_problem_loop::{Counted, HELP, MISTAKE, whole_problem_loops};
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
