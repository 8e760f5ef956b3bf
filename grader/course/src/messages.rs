//! The messages in a compiler's log, with the lines of the student's file they are about.
//!
//! Every OpenCL compiler at hand stems from clang and writes `FILE:LINE:COLUMN: error: TEXT`; PoCL
//! puts the severity in front: `error: FILE:LINE:COLUMN: TEXT`. What has neither form is no
//! message; the whole log is kept beside them.

use crate::report::{Message, Severity};

/// The most messages that are taken from a log; the rest is in the log itself.
const MOST: usize = 50;

/// The messages in `log` about a source of `lines` lines.
pub(crate) fn messages(log: &str, lines: usize) -> Vec<Message> {
    let in_file = |message: &Message| message.line.is_none_or(|line| line as usize <= lines);
    log.lines()
        .filter_map(message)
        .filter(in_file)
        .take(MOST)
        .collect()
}

fn message(line: &str) -> Option<Message> {
    let line = line.trim_end();
    if let Some((severity, rest)) = severity(line) {
        // PoCL's form; without a place it is a message about the whole program.
        return Some(match place(rest) {
            Some((line, column, text)) => found(severity, Some((line, column)), text),
            None => found(severity, None, rest),
        });
    }
    let (line, column, rest) = place(line)?;
    let (severity, text) = severity(rest)?;
    Some(found(severity, Some((line, column)), text))
}

fn found(severity: Severity, place: Option<(u32, u32)>, text: &str) -> Message {
    Message {
        severity,
        line: place.map(|(line, _)| line),
        column: place.map(|(_, column)| column),
        text: text.trim().to_owned(),
    }
}

/// Takes `error: ` and its like off the front.
fn severity(text: &str) -> Option<(Severity, &str)> {
    [
        ("fatal error: ", Severity::Error),
        ("error: ", Severity::Error),
        ("warning: ", Severity::Warning),
        ("note: ", Severity::Note),
    ]
    .into_iter()
    .find_map(|(word, severity)| Some((severity, text.strip_prefix(word)?)))
}

/// Takes `FILE:LINE:COLUMN: ` off the front. File names may hold colons themselves.
fn place(text: &str) -> Option<(u32, u32, &str)> {
    let colons = text.match_indices(':').map(|(at, _)| at);
    for at in colons {
        let mut parts = text[at + 1..].splitn(3, ':');
        let (line, column, rest) = (parts.next()?, parts.next()?, parts.next()?);
        if let (Ok(line), Ok(column)) = (line.parse(), column.parse())
            && line > 0
        {
            return Some((line, column, rest.strip_prefix(' ')?));
        }
    }
    // Intel's CPU compiler leaves the file out: `LINE:COLUMN:12: error: TEXT` has one, `3:5: ` not.
    let mut parts = text.splitn(3, ':');
    let (line, column) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    Some((line, column, parts.next()?.strip_prefix(' ')?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn only(log: &str) -> Message {
        let mut found = messages(log, 100);
        assert_eq!(found.len(), 1, "{log}");
        found.remove(0)
    }

    #[test]
    fn the_forms_of_several_compilers_are_read() {
        for log in [
            "error: /tmp/pocl/tempfile_a_b.cl:3:5: use of undeclared identifier 'j'",
            "<kernel>:3:5: error: use of undeclared identifier 'j'",
            "C:\\temp\\x.cl:3:5: error: use of undeclared identifier 'j'",
            "3:5: error: use of undeclared identifier 'j'",
            "/tmp/comgr/CompileSource:3:5: fatal error: use of undeclared identifier 'j'",
        ] {
            let message = only(log);
            assert_eq!((message.line, message.column), (Some(3), Some(5)), "{log}");
            assert_eq!(message.severity, Severity::Error);
            assert_eq!(message.text, "use of undeclared identifier 'j'");
        }
    }

    #[test]
    fn colons_within_a_message_stay_in_it() {
        let message = only("a.cl:1:2: warning: a: b: c");
        assert_eq!(message.text, "a: b: c");
        assert_eq!(message.severity, Severity::Warning);
    }

    #[test]
    fn a_message_about_the_whole_program_has_no_line() {
        let message = only("error: linking failed");
        assert_eq!((message.line, message.text.as_str()), (None, "linking failed"));
    }

    #[test]
    fn what_is_no_message_or_about_no_line_of_the_file_is_left_out() {
        let log = "1 error generated.\n    y[j] = 1;\n      ^\nx.h:900:1: note: in a header\n:::\n";
        assert_eq!(messages(log, 100), []);
    }

    #[test]
    fn a_log_without_end_gives_only_so_many() {
        let log = "a.cl:1:1: error: again\n".repeat(10_000);
        assert_eq!(messages(&log, 10).len(), MOST);
    }
}
