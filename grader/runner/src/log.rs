//! Parses a compiler's log: messages with lines of the student's file, and without names of
//! temporary files.
//!
//! The child names the text with a `#line` directive, so compilers based on Clang call it
//! `<program>`. Others may use names such as `<kernel>:3:5:` or `<stdin>:3:5:`, or a path. Lines
//! that cannot be parsed stay in the log as they are.

use launch::Source;
use launch::outcome::{Message, Severity};
use launch::protocol::SOURCE_NAME;

/// A message and its location.
struct Read<'a> {
    place: Option<Place<'a>>,
    severity: Severity,
    message: &'a str,
}

struct Place<'a> {
    path: &'a str,
    line: u32,
    column: Option<u32>,
}

/// The messages of a log, in order. Some drivers repeat the whole log, so duplicates are dropped.
pub(crate) fn messages(log: &str, source: &Source) -> Vec<Message> {
    let mut messages = Vec::new();
    for read in log.lines().filter_map(read) {
        let line = read
            .place
            .as_ref()
            .and_then(|place| own_line(place, &source.text));
        let message = Message {
            line,
            column: line.and(read.place).and_then(|place| place.column),
            severity: read.severity,
            text: renamed_line(read.message, &source.name),
        };
        if !messages.contains(&message) {
            messages.push(message);
        }
    }
    messages
}

/// The log with `name` in place of the driver's name for the program, and other paths cut to their
/// last component.
pub(crate) fn renamed(log: &str, name: &str) -> String {
    let lines = log.lines().map(|line| renamed_line(line, name));
    lines.collect::<Vec<_>>().join("\n")
}

/// The line of the program's text at a location, whatever line number and name a `#line` in the
/// text gives it; none for another file.
fn own_line(place: &Place<'_>, text: &str) -> Option<u32> {
    let mut name = None;
    let mut number = 1;
    let mut is_renumbered = false;
    let is_in = |name: Option<&str>| match name {
        Some(name) => place.path == name,
        None => is_program(place.path),
    };
    for (own, line) in (1..).zip(text.lines()) {
        if number == place.line && is_in(name) {
            return Some(own);
        }
        number += 1;
        if let Some((begin, renamed)) = line_directive(line) {
            is_renumbered = true;
            number = begin;
            name = renamed.or(name);
        }
    }
    // A location behind the end of the text, such as that of a missing token.
    (!is_renumbered && is_program(place.path)).then_some(place.line)
}

/// Parses `#line 7`, `#line 7 "name"` and `# 7`.
fn line_directive(line: &str) -> Option<(u32, Option<&str>)> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("line").unwrap_or(rest).trim_start();
    let (number, rest) = leading_number(rest)?;
    let name = rest.trim().strip_prefix('"');
    let name = name.and_then(|name| name.split('"').next());
    Some((number, name))
}

/// Is this a driver's name for the program?
fn is_program(path: &str) -> bool {
    let last = path.rsplit(['/', '\\']).next().unwrap_or(path);
    matches!(
        last,
        SOURCE_NAME | "<kernel>" | "<stdin>" | "<source>" | "<input>"
    ) || last.ends_with(".cl")
}

/// Parses `path:line:column: severity: message` (Clang and most others) or `severity:
/// path:line:column: message` (PoCL). Column and location may be absent.
fn read(line: &str) -> Option<Read<'_>> {
    if let Some((severity, rest)) = severity(line) {
        let (place, message) = match place(rest) {
            Some((place, message)) => (Some(place), message),
            None => (None, rest),
        };
        return Some(Read {
            place,
            severity,
            message,
        });
    }
    let (place, rest) = place(line)?;
    let (severity, message) = severity(rest)?;
    Some(Read {
        place: Some(place),
        severity,
        message,
    })
}

/// Splits off `path:line:column:`. For text from a macro PoCL adds ` <Spelling=path:line:column>`;
/// the expansion's location, which comes first, counts.
fn place(text: &str) -> Option<(Place<'_>, &str)> {
    text.match_indices(':').find_map(|(colon, _)| {
        let (line, rest) = leading_number(&text[colon + 1..])?;
        let (column, rest) = match rest.strip_prefix(':').and_then(leading_number) {
            Some((column, rest)) => (Some(column), rest),
            None => (None, rest),
        };
        let rest = match rest.strip_prefix(" <Spelling=") {
            Some(spelling) => {
                let mut ends = spelling.match_indices(">:");
                let end =
                    ends.find(|(at, _)| spelling[..*at].ends_with(|c: char| c.is_ascii_digit()));
                &spelling[end?.0 + 2..]
            }
            None => rest.strip_prefix(':')?,
        };
        let path = text[..colon].trim();
        let place = Place { path, line, column };
        Some((place, rest.trim()))
    })
}

fn leading_number(text: &str) -> Option<(u32, &str)> {
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    let number = text[..end].parse().ok()?;
    Some((number, &text[end..]))
}

/// Splits off the severity. A fatal error is an error.
fn severity(text: &str) -> Option<(Severity, &str)> {
    let words = [
        ("fatal error:", Severity::Error),
        ("error:", Severity::Error),
        ("warning:", Severity::Warning),
        ("note:", Severity::Note),
    ];
    words.into_iter().find_map(|(word, severity)| {
        let message = text.trim_start().strip_prefix(word)?.trim();
        (!message.is_empty()).then_some((severity, message))
    })
}

fn renamed_line(line: &str, name: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while !rest.is_empty() {
        let end = rest
            .find(|c: char| c.is_whitespace() || "'\"`,;()=".contains(c))
            .unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        push_renamed(&mut out, word, name);
        let separator = after.chars().next().map_or(0, char::len_utf8);
        out.push_str(&after[..separator]);
        rest = &after[separator..];
    }
    out
}

/// Adds a word of a log, with the program's name for its locations and other paths cut to their
/// last component.
fn push_renamed(out: &mut String, word: &str, name: &str) {
    let (path, position) = match word.split_once(':') {
        Some((path, rest)) if rest.starts_with(|c: char| c.is_ascii_digit()) => (path, rest),
        _ => (word, ""),
    };
    let is_absolute = path
        .strip_prefix('/')
        .is_some_and(|rest| rest.contains('/') && !rest.starts_with(['/', '*']));
    if path == SOURCE_NAME || (!position.is_empty() && is_program(path)) {
        out.push_str(name);
    } else if is_absolute {
        let last = path.trim_end_matches('/').rsplit('/').next();
        out.push_str(last.unwrap_or(path));
    } else {
        out.push_str(path);
    }
    out.push_str(&word[path.len()..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Source {
        Source {
            name: "kernel.cl".to_owned(),
            text: text.to_owned(),
            defines: Vec::new(),
            standard: launch::Standard::default(),
        }
    }

    fn one(line: &str) -> Message {
        let mut messages = messages(line, &of(""));
        assert_eq!(messages.len(), 1, "{line}");
        messages.remove(0)
    }

    fn message(line: u32, column: Option<u32>, severity: Severity, text: &str) -> Message {
        Message {
            line: Some(line),
            column,
            severity,
            text: text.into(),
        }
    }

    #[test]
    fn each_driver_is_read_in_its_own_form() {
        let expected = message(3, Some(5), Severity::Error, "no such thing");
        for line in [
            "<program>:3:5: error: no such thing",
            "<kernel>:3:5: error: no such thing",
            "<stdin>:3:5: fatal error: no such thing",
            "/tmp/pocl_abc/tempfile_1.cl:3:5: error: no such thing",
            "error: <program>:3:5: no such thing",
            "error: <program>:3:5 <Spelling=<program>:1:16>: no such thing",
        ] {
            assert_eq!(one(line), expected, "{line}");
        }
        let without_column = message(7, None, Severity::Warning, "odd");
        assert_eq!(one("<program>:7: warning: odd"), without_column);
    }

    #[test]
    fn a_place_that_is_not_the_programs_gives_no_line() {
        for line in [
            "<definitions>:1:9: note: previous definition is here",
            "/usr/include/opencl-c.h:3:5: error: no such thing",
            "error: out of registers",
        ] {
            let message = one(line);
            assert_eq!((message.line, message.column), (None, None), "{line}");
        }
    }

    #[test]
    fn a_line_directive_of_the_text_moves_no_line() {
        let text = of("int a;\n#line 100\nint b\n# 7 \"other.h\"\nint c\n");
        let line = |log: &str| messages(log, &text)[0].line;
        assert_eq!(line("<program>:1:5: error: odd"), Some(1));
        assert_eq!(line("<program>:100:5: error: odd"), Some(3));
        assert_eq!(line("other.h:7:5: error: odd"), Some(5));
        assert_eq!(line("<program>:3:5: error: odd"), None);
    }

    #[test]
    fn a_repeated_message_comes_once() {
        let log = "warning: <program>:1:2: odd\nwarning: <program>:1:2: odd\n";
        assert_eq!(messages(log, &of("")).len(), 1);
    }

    #[test]
    fn what_is_no_message_is_left_alone() {
        for line in [
            "",
            ":",
            "::::",
            "error:",
            "1:2:3",
            "    ^~~~ 7:",
            "é:1:é: error:",
        ] {
            assert_eq!(messages(line, &of("")), [], "{line}");
        }
        let log = "Cannot find symbol f\n   x = a / b / c; // d/e";
        assert_eq!(renamed(log, "k.cl"), log);
    }

    #[test]
    fn the_log_names_the_students_file_and_no_folder() {
        let log = "<program>:1:2: error: in '/root/.cache/pocl/x.h'\n/tmp/a/b.cl:4:1: warning: odd";
        assert_eq!(
            renamed(log, "my.cl"),
            "my.cl:1:2: error: in 'x.h'\nmy.cl:4:1: warning: odd"
        );
    }
}
