//! Local memory that should be private, and private memory that should be local.

use crate::change::Change;
use crate::kind::Kind;
use crate::subject::Subject;
use opencl_c::program::StmtKind;
use opencl_c::source::{ExpansionId, Span};
use opencl_c::types::{AddressSpace, Type};

pub(crate) fn changes(subject: &Subject<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    for placed in &subject.statements {
        let StmtKind::Declare { var, init } = &placed.stmt.kind else {
            continue;
        };
        let var = &subject.function(placed.function).vars[var.0 as usize];
        if var.origin.expansion != ExpansionId::NONE {
            continue;
        }
        let name = &var.name;
        let start = placed.span.start;
        let head = Span {
            end: var.origin.spelling.start,
            ..placed.span
        };
        if head.start >= head.end {
            continue;
        }
        let words = subject.text(head);
        match var.space {
            AddressSpace::Local => {
                let found = ["__local ", "local "].iter().find_map(|word| {
                    let at = words.find(word)?;
                    Some(Span {
                        start: start + at as u32,
                        end: start + (at + word.len()) as u32,
                        ..head
                    })
                });
                let Some(span) = found else {
                    continue;
                };
                let message = format!(
                    "`{name}` is one for the whole work-group, and each work-item needs its own"
                );
                let help = "remove `local`".to_owned();
                let edits = vec![(span, String::new())];
                changes.extend(subject.change(Kind::AddressSpace, edits, message, help));
            }
            AddressSpace::Private
                if init.is_none()
                    && placed.function == subject.kernel
                    && matches!(subject.program.types.get(var.ty), Type::Array { .. }) =>
            {
                let at = Span { end: start, ..head };
                let message = format!(
                    "each work-item has a `{name}` of its own, and one for the whole work-group is meant"
                );
                let help = "write `local` before its type".to_owned();
                let edits = match words.find("private ") {
                    Some(found) => {
                        let word = if words.contains("__private ") {
                            "__private "
                        } else {
                            "private "
                        };
                        let found = words.find(word).unwrap_or(found);
                        let span = Span {
                            start: start + found as u32,
                            end: start + (found + word.len()) as u32,
                            ..head
                        };
                        vec![(span, "local ".to_owned())]
                    }
                    None => vec![(at, "local ".to_owned())],
                };
                changes.extend(subject.change(Kind::AddressSpace, edits, message, help));
            }
            _ => {}
        }
    }
    changes
}
