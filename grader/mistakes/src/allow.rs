//! `// grader: allow(id)`: a comment that silences one mistake on its own line, or on the next line
//! that holds code.

use opencl_c::source::SourceMap;
use std::collections::HashSet;

/// What the comments of a program's files allow.
#[derive(Clone, Debug, Default)]
pub struct Allowed {
    /// File, line from 1, id.
    places: HashSet<(String, u32, String)>,
}

const MARK: &str = "grader: allow(";

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
        let mut waiting: Vec<&str> = Vec::new();
        for (line, number) in text.lines().zip(1..) {
            let (code, comment) = match line.find("//") {
                Some(at) => line.split_at(at),
                None => (line, ""),
            };
            waiting.extend(ids(comment));
            if code.trim().is_empty() {
                continue;
            }
            for id in waiting.drain(..) {
                self.places.insert((name.to_owned(), number, id.to_owned()));
            }
        }
    }

    /// Is `id` silenced on this line?
    pub fn allows(&self, file: &str, line: u32, id: &str) -> bool {
        !self.places.is_empty()
            && self
                .places
                .contains(&(file.to_owned(), line, id.to_owned()))
    }
}

/// The ids that a comment names.
fn ids(comment: &str) -> impl Iterator<Item = &str> {
    let list = comment
        .split_once(MARK)
        .and_then(|(_, rest)| rest.split_once(')'))
        .map_or("", |(list, _)| list);
    list.split(',').map(str::trim).filter(|id| !id.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_allows_on_its_own_line_or_the_next_with_code() {
        let mut allowed = Allowed::default();
        let text =
            "// grader: allow(bank-conflict, data-race)\n\n// why\nx;\ny; // grader: allow(z)\n";
        allowed.read("k.cl", text);
        assert!(allowed.allows("k.cl", 4, "bank-conflict"));
        assert!(allowed.allows("k.cl", 4, "data-race"));
        assert!(!allowed.allows("k.cl", 5, "data-race"));
        assert!(allowed.allows("k.cl", 5, "z"));
        assert!(!allowed.allows("other.cl", 5, "z"));
    }
}
