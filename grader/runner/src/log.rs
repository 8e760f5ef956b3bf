//! Reads a compiler's log: messages with the student's own lines, and no names of temporary files.
//!
//! The child gives the text a fixed name by a `#line` directive, so most compilers (clang and what
//! is built on it: PoCL, NVIDIA, Intel, AMD, Apple, Mesa) write `<program>:3:5: error: ...`. Some
//! name their own temporary file all the same, as `<kernel>:3:5:`, `<stdin>:3:5:` or a path. What
//! can't be read stays in the log as it is.

use launch::protocol::{DEFINITIONS_NAME, SOURCE_NAME};

/// One message of a compiler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildMessage {
    /// The line in the student's file, from 1; none where it is about another place.
    pub line: Option<u32>,
    /// The column, from 1, where the compiler tells.
    pub column: Option<u32>,
    /// How bad it is.
    pub severity: Severity,
    /// The text, one line.
    pub message: String,
}

/// How bad a compiler's message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Severity {
    /// The program is refused.
    Error,
    /// It is suspicious.
    Warning,
    /// It belongs to the message before.
    Note,
}

/// A log line of the form `path:line:column: severity: message`.
struct Located<'a> {
    path: &'a str,
    line: u32,
    column: Option<u32>,
    severity: Severity,
    message: &'a str,
}

/// The messages of a log, in order.
pub(crate) fn messages(log: &str) -> Vec<BuildMessage> {
    let located = log.lines().filter_map(|line| {
        if let Some(found) = located(line) {
            let own = is_program(found.path);
            return Some(BuildMessage {
                line: own.then_some(found.line),
                column: if own { found.column } else { None },
                severity: found.severity,
                message: found.message.to_owned(),
            });
        }
        let (severity, message) = severity(line)?;
        Some(BuildMessage {
            line: None,
            column: None,
            severity,
            message: without_paths(message, None),
        })
    });
    located.collect()
}

/// The log with `name` in the place of whatever the driver calls the program, and other paths cut
/// to their last part.
pub(crate) fn renamed(log: &str, name: &str) -> String {
    let lines = log.lines().map(|line| match located(line) {
        Some(found) if is_program(found.path) => format!("{name}{}", &line[found.path.len()..]),
        _ => without_paths(line, Some(name)),
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn is_program(path: &str) -> bool {
    if path == DEFINITIONS_NAME {
        return false;
    }
    let last = path.rsplit(['/', '\\']).next().unwrap_or(path);
    path == SOURCE_NAME
        || matches!(last, "<kernel>" | "<stdin>" | "<source>" | "<input>")
        || last.ends_with(".cl")
}

/// Reads `path:line:column: severity: message`; the column may be absent, and a fatal error is an
/// error.
fn located(line: &str) -> Option<Located<'_>> {
    for (colon, _) in line.match_indices(':') {
        let rest = &line[colon + 1..];
        let Some((number, rest)) = leading_number(rest) else {
            continue;
        };
        let Some(rest) = rest.strip_prefix(':') else {
            continue;
        };
        let (column, rest) = match leading_number(rest) {
            Some((column, rest)) => (Some(column), rest.strip_prefix(':').unwrap_or(rest)),
            None => (None, rest),
        };
        let Some((severity, message)) = severity(rest) else {
            continue;
        };
        return Some(Located {
            path: &line[..colon],
            line: number,
            column,
            severity,
            message,
        });
    }
    None
}

fn leading_number(text: &str) -> Option<(u32, &str)> {
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    let number = text[..end].parse().ok()?;
    Some((number, &text[end..]))
}

fn severity(text: &str) -> Option<(Severity, &str)> {
    let text = text.trim_start();
    let words = [
        ("fatal error:", Severity::Error),
        ("error:", Severity::Error),
        ("warning:", Severity::Warning),
        ("note:", Severity::Note),
    ];
    words.into_iter().find_map(|(word, severity)| {
        let message = text.strip_prefix(word)?.trim();
        (!message.is_empty()).then_some((severity, message))
    })
}

/// Cuts each absolute path to its last part, and writes `name` for the program.
fn without_paths(line: &str, name: Option<&str>) -> String {
    let mut out = String::new();
    let mut rest = line;
    while !rest.is_empty() {
        let end = rest
            .find(|c: char| c.is_whitespace() || "'\"`,;()".contains(c))
            .unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        let bare = word.trim_end_matches(|c: char| c == ':' || c.is_ascii_digit());
        match name {
            Some(name) if bare == SOURCE_NAME => {
                out.push_str(name);
                out.push_str(&word[bare.len()..]);
            }
            _ if word.starts_with('/') && word[1..].contains('/') => {
                let last = word.trim_end_matches('/').rsplit('/').next();
                out.push_str(last.unwrap_or(word));
            }
            _ => out.push_str(word),
        }
        let separator = after.chars().next().map_or(0, char::len_utf8);
        out.push_str(&after[..separator]);
        rest = &after[separator..];
    }
    out
}
