//! A `;` that is the whole body of a condition or a loop, removed.

use crate::change::Change;
use crate::kind::Kind;
use crate::subject::Subject;
use opencl_c::program::StmtKind;

pub(crate) fn changes(subject: &Subject<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    for placed in &subject.statements {
        let (StmtKind::If {
            then: body,
            otherwise: None,
            ..
        }
        | StmtKind::While { body, .. }
        | StmtKind::For { body, .. }) = &placed.stmt.kind
        else {
            continue;
        };
        let semicolon = body.origin.spelling;
        if !matches!(body.kind, StmtKind::Empty) || subject.text(semicolon) != ";" {
            continue;
        }
        let keyword = subject.text(placed.stmt.origin.spelling);
        let line = subject.line(semicolon.start);
        let message = format!("the `;` in line {line} is all that the `{keyword}` governs");
        let help = "remove it, so that the statement behind it is governed".to_owned();
        let edits = vec![(semicolon, String::new())];
        changes.extend(subject.change(Kind::EmptyBody, edits, message, help));
    }
    changes
}
