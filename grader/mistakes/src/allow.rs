//! `// grader: allow(id)`: a comment that silences one mistake on its own line, or on the next line
//! that holds code. A `/* comment */` does it too.
//!
//! A comment that allows an id without a mistake is reported as `compile-warning`: it is found by reading
//! and is no mistake of OpenCL.

mod comments;

use crate::catalogue::{catalogue, has_page};
use comments::{Piece, comments};
use launch::{Evidence, Finding, Level, MistakeId, Place, nearest};
use opencl_c::source::SourceMap;
use std::collections::HashSet;

/// What the comments of a program's files allow.
#[derive(Clone, Debug, Default)]
pub struct Allowed {
    /// File, line from 1, id.
    places: HashSet<(String, u32, MistakeId)>,
    strays: Vec<Finding>,
}

const MARK: &str = "grader:";
const VERB: &str = "allow";

/// The most comments without effect that are reported.
const MOST_STRAYS: usize = 20;

/// The most characters of an unknown id that are shown.
const LONGEST_SHOWN: usize = 40;

impl Allowed {
    /// Reads every file of a program.
    pub fn of(sources: &SourceMap) -> Allowed {
        let mut allowed = Allowed::default();
        for (_, file) in sources.files() {
            allowed.read(&file.name, &file.text);
        }
        allowed
    }

    /// Reads one file.
    pub fn read(&mut self, name: &str, text: &str) {
        let (pieces, code) = comments(text);
        for piece in pieces {
            for request in requests(piece) {
                let next = code.partition_point(|&holding| holding < piece.line);
                let line = code.get(next).copied().unwrap_or(piece.line);
                let ids = request.ids.iter().filter_map(|(_, id)| id.parse().ok());
                self.places
                    .extend(ids.map(|id| (name.to_owned(), line, id)));
                if !request.quoted {
                    self.tell_strays(name, piece, &request);
                }
            }
        }
    }

    /// Is `id` silenced on this line?
    pub fn allows(&self, file: &str, line: u32, id: MistakeId) -> bool {
        !self.places.is_empty() && self.places.contains(&(file.to_owned(), line, id))
    }

    /// The comments that allow nothing, as findings.
    pub(crate) fn strays(&self) -> &[Finding] {
        &self.strays
    }

    fn tell_strays(&mut self, file: &str, piece: Piece<'_>, request: &Request<'_>) {
        if request.ids.is_empty() {
            self.tell(
                (file, piece, request.at, MARK),
                "this comment names no mistake, so it allows nothing".to_owned(),
                "write the id in parentheses: `grader: allow(bank-conflict)`".to_owned(),
            );
        }
        for &(at, id) in &request.ids {
            if self.strays.len() == MOST_STRAYS {
                return;
            }
            if id.parse().is_ok_and(has_page) {
                continue;
            }
            let help = match nearest(id, catalogue().map(|mistake| mistake.id.as_str())) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => "`grader explain --list` shows the ids".to_owned(),
            };
            let mut shown: String = id.chars().take(LONGEST_SHOWN).collect();
            if shown.len() < id.len() {
                shown.push_str("...");
            }
            let message =
                format!("no mistake has the id `{shown}`, so this comment allows nothing");
            self.tell((file, piece, at, id), message, help);
        }
    }

    /// Reports a word at a byte of a comment's line.
    fn tell(
        &mut self,
        (file, piece, at, word): (&str, Piece<'_>, usize, &str),
        message: String,
        help: String,
    ) {
        if self.strays.len() == MOST_STRAYS {
            return;
        }
        let column = 1 + count(piece.whole.get(..at).unwrap_or_default());
        self.strays.push(Finding {
            mistake: MistakeId::CompileWarning,
            level: Level::Warning,
            evidence: Evidence::Proven,
            message,
            help,
            kernel: String::new(),
            spans: vec![Place {
                file: file.to_owned(),
                line: piece.line,
                column,
                end_line: piece.line,
                end_column: column + count(word),
                label: String::new(),
                primary: true,
            }],
            work_items: Vec::new(),
            macro_backtrace: Vec::new(),
            fix: Vec::new(),
        });
    }
}

fn count(text: &str) -> u32 {
    u32::try_from(text.chars().count()).unwrap_or(u32::MAX / 2)
}

/// One request of a comment.
struct Request<'a> {
    /// The byte of the line where its mark begins.
    at: usize,
    /// Each id with its byte in the line; none where the list is missing.
    ids: Vec<(usize, &'a str)>,
    /// Is it quoted, in a comment about such comments?
    quoted: bool,
}

/// The requests of a comment: each `grader: allow(a, b)` in it. `grader: allow` at its beginning without a
/// list is a request without ids.
fn requests(piece: Piece<'_>) -> Vec<Request<'_>> {
    let mut requests = Vec::new();
    let comment = piece.whole.get(..piece.to).unwrap_or_default();
    let mut from = piece.from;
    while let Some(found) = comment.get(from..).and_then(|rest| rest.find(MARK)) {
        let at = from + found;
        let before = &comment[from..at];
        let first = from == piece.from && !before.contains(char::is_alphanumeric);
        let quoted = before.ends_with(['`', '"', '\'']);
        from = at + MARK.len();
        let Some(asked) = comment[from..].trim_start().strip_prefix(VERB) else {
            continue;
        };
        let list = asked.trim_start().strip_prefix('(').and_then(|list| {
            let end = list.find(['(', ')'])?;
            list[end..].starts_with(')').then_some((list, end))
        });
        match list {
            Some((list, end)) => {
                let start = comment.len() - list.len();
                let ids = ids(&list[..end], start);
                requests.push(Request { at, ids, quoted });
            }
            // Otherwise it is prose, in which somebody allows something.
            None if first => requests.push(Request {
                at,
                ids: Vec::new(),
                quoted,
            }),
            None => {}
        }
    }
    requests
}

/// The ids of a list that begins at a byte of its line.
fn ids(list: &str, mut at: usize) -> Vec<(usize, &str)> {
    let mut ids = Vec::new();
    for item in list.split(',') {
        let lead = item.len() - item.trim_start().len();
        let id = item.trim();
        if !id.is_empty() {
            ids.push((at + lead, id));
        }
        at += item.len() + 1;
    }
    ids
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Allowed {
        let mut allowed = Allowed::default();
        allowed.read("k.cl", text);
        allowed
    }

    fn strays(text: &str) -> Vec<(u32, u32, String)> {
        let allowed = read(text);
        let places = allowed.strays().iter().map(|stray| {
            let place = &stray.spans[0];
            (place.line, place.column, stray.help.clone())
        });
        places.collect()
    }

    #[test]
    fn a_comment_allows_on_its_own_line_or_the_next_with_code() {
        let allowed = read(
            "// grader: allow(bank-conflict, data-race)\n\n// why\nx;\ny; // grader: allow(cuda-ism)\n",
        );
        assert!(allowed.allows("k.cl", 4, MistakeId::BankConflict));
        assert!(allowed.allows("k.cl", 4, MistakeId::DataRace));
        assert!(!allowed.allows("k.cl", 5, MistakeId::DataRace));
        assert!(allowed.allows("k.cl", 5, MistakeId::CudaIsm));
        assert!(!allowed.allows("other.cl", 5, MistakeId::CudaIsm));
    }

    #[test]
    fn a_block_comment_allows_as_well_and_a_string_does_not() {
        let allowed = read(
            "/* why:\n * grader:allow( recursion )\n */\nx;\ny = \"// grader: allow(cuda-ism)\";",
        );
        assert!(allowed.allows("k.cl", 4, MistakeId::Recursion));
        assert!(!allowed.allows("k.cl", 5, MistakeId::CudaIsm));
        let allowed = read("x = \"//\"; y; // grader: allow(recursion) grader: allow(cuda-ism)");
        assert!(
            allowed.allows("k.cl", 1, MistakeId::Recursion)
                && allowed.allows("k.cl", 1, MistakeId::CudaIsm)
        );
    }

    #[test]
    fn an_id_that_no_mistake_has_is_told_with_the_nearest() {
        let told =
            strays("\u{b5}; // grader: allow(data-race, bank-conflikt)\n/* grader: allow(?) */");
        let expected = [
            (1, 32, "did you mean `bank-conflict`?".to_owned()),
            (2, 18, "`grader explain --list` shows the ids".to_owned()),
        ];
        assert_eq!(told, expected);
    }

    #[test]
    fn a_comment_without_an_id_is_told() {
        for text in [
            "// grader: allow",
            "// grader: allow bank-conflict",
            "/* grader: allow() */",
            "/// grader: allow(bank-conflict",
        ] {
            assert_eq!(strays(text).len(), 1, "{text}");
        }
    }

    #[test]
    fn what_speaks_about_such_comments_or_allows_a_known_id_is_let_be() {
        for text in [
            "// `grader: allow(some-id)` silences it",
            "// ask the grader: allow it",
            "// grader: fast",
            "x; // grader: allow(compile-warning, not-analysed, data-race)",
            "s = \"grader: allow(?)\";",
        ] {
            assert_eq!(strays(text), [], "{text}");
        }
    }

    #[test]
    fn of_very_many_only_the_first_are_told() {
        let text = format!("// grader: allow({})", "x,".repeat(200_000));
        assert_eq!(strays(&text).len(), MOST_STRAYS);
        let text = format!("// grader: allow({}y)", "x".repeat(200_000));
        assert!(read(&text).strays()[0].message.len() < 120);
    }
}
