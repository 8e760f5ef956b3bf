//! OpenCL C laid out: indentation and the blanks between tokens. The author's line breaks stay.
//!
//! A text is cut into `lines` of tokens and comments. A first pass (`gaps`) finds the blanks before each token from
//! what it is (`nesting`), and `align` keeps columns that the author aligned. A second pass (`write`) gives each
//! line its column, by what is open (`nesting`), and `trailing` places the comments behind code.
//!
//! Invariants: the result has the tokens, directives and comments of the text (`same` compares them on each call);
//! laid out again it stays as it is; time is linear in the text but for sorting; nothing recurses.
//!
//! What stays byte for byte: directives, lines with a line splice or with characters that start no token, and what
//! stands between `// clang-format off` and `// clang-format on`.

#![warn(missing_docs)]

mod align;
mod gaps;
mod lines;
mod nesting;
mod same;
mod trailing;
mod write;

use lines::{Lines, Treatment};
use std::ops::RangeInclusive;
use thiserror::Error;

/// The longest text that is laid out, in bytes.
pub const MOST_BYTES: usize = 1 << 20;

/// How a text is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// One level of indentation.
    pub indent: Indent,
}

/// One level of indentation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Indent {
    /// This number of spaces; at least one.
    Spaces(u8),
    /// A tab. What is aligned within a level has spaces behind the tabs.
    Tab,
}

impl Default for Style {
    /// Four spaces.
    fn default() -> Self {
        Style {
            indent: Indent::Spaces(4),
        }
    }
}

impl Style {
    /// The columns of one level.
    fn unit(&self) -> usize {
        match self.indent {
            Indent::Spaces(spaces) => usize::from(spaces.max(1)),
            Indent::Tab => 4,
        }
    }

    /// How far apart the tab stops of the author's text are taken to be. Who indents by less than four spaces and
    /// has tabs nevertheless has an editor that writes a tab for eight.
    fn tab(&self) -> usize {
        match self.unit() {
            unit @ 4.. => unit,
            _ => 8,
        }
    }
}

/// Why a text stays as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NotFormatted {
    /// The text is longer than [`MOST_BYTES`].
    #[error("the text has {bytes} bytes, and at most {MOST_BYTES} are laid out")]
    TooLong {
        /// Its length.
        bytes: usize,
    },
    /// A bracket has no partner, and no `#if` or macro may hold it.
    #[error("line {line}: a bracket has no partner; close it, or remove it")]
    Unbalanced {
        /// Its line, from 1.
        line: u32,
    },
    /// A comment has no end.
    #[error("line {line}: the comment that starts here has no `*/`")]
    UnterminatedComment {
        /// The line of its start, from 1.
        line: u32,
    },
    /// A string or character constant does not end on its line.
    #[error("line {line}: a quote has no partner on its line")]
    UnterminatedString {
        /// Its line, from 1.
        line: u32,
    },
    /// The result would say something else. That is a defect of this crate.
    #[error("laid out, the text would not have the same tokens")]
    Different,
}

/// The whole text laid out. All line ends become those of the first line.
pub fn format(text: &str, style: &Style) -> Result<String, NotFormatted> {
    laid_out(text, style, None)
}

/// The whole text, its lines in `asked` (numbers from 1) laid out; all others stay byte for byte. What they open
/// counts with the indentation that they have.
pub fn format_lines(
    text: &str,
    style: &Style,
    asked: RangeInclusive<u32>,
) -> Result<String, NotFormatted> {
    laid_out(text, style, Some(asked))
}

const BYTE_ORDER_MARK: char = '\u{feff}';

fn laid_out(
    text: &str,
    style: &Style,
    asked: Option<RangeInclusive<u32>>,
) -> Result<String, NotFormatted> {
    if text.len() > MOST_BYTES {
        return Err(NotFormatted::TooLong { bytes: text.len() });
    }
    let unmarked = text.trim_start_matches(BYTE_ORDER_MARK);
    let mark = &text[..text.len() - unmarked.len()];
    let plain = unmarked.replace("\r\n", "\n").replace('\r', "\n");
    let mut lines = Lines::new(&plain, style.tab())?;
    unterminated(&lines)?;
    if let Some(asked) = &asked {
        lines.ask(asked);
    }
    let mut gaps = gaps::gaps(&lines);
    align::align(&lines, &mut gaps);
    let written = write::write(&lines, &gaps, style)?;
    let originals: Vec<&str> = match asked {
        Some(_) => with_ends(unmarked),
        None => Vec::new(),
    };
    let line_end = match unmarked.find(['\r', '\n']) {
        Some(at) if unmarked[at..].starts_with("\r\n") => "\r\n",
        _ => "\n",
    };
    let mut result = String::with_capacity(text.len() + text.len() / 8);
    result.push_str(mark);
    for line in &written {
        let of = &lines.lines[line.line];
        if of.treatment == Treatment::NotAsked {
            let range = of.first as usize - 1..(of.last as usize).min(originals.len());
            result.extend(originals.get(range).unwrap_or_default().iter().copied());
            continue;
        }
        for (number, part) in line.text.split('\n').enumerate() {
            if number > 0 {
                result.push_str(line_end);
            }
            result.push_str(part);
        }
        // A backslash at the end of the text would join it to the line after it.
        let joins = of.bytes.end == plain.len()
            && line.text.trim_end_matches(lines::is_blank).ends_with('\\');
        if !joins {
            result.push_str(line_end);
        }
    }
    check(&lines, &result, mark, style)?;
    Ok(result)
}

/// Fails if the result says something else than the text.
fn check(lines: &Lines<'_>, result: &str, mark: &str, style: &Style) -> Result<(), NotFormatted> {
    let plain = result[mark.len()..]
        .replace("\r\n", "\n")
        .replace('\r', "\n");
    let again = Lines::new(&plain, style.tab()).map_err(|_| NotFormatted::Different)?;
    match same::same(lines, &again) {
        true => Ok(()),
        false => Err(NotFormatted::Different),
    }
}

/// Fails at a quote without its partner; not where it may stand in text that is not compiled.
fn unterminated(lines: &Lines<'_>) -> Result<(), NotFormatted> {
    if lines.lines.iter().any(|line| line.is_directive) {
        return Ok(());
    }
    for line in &lines.lines {
        for piece in line.pieces.clone() {
            let text = lines.text_of(piece);
            let is_quote = text.starts_with(['"', '\'']) || text.starts_with("L'");
            if is_quote && lines.is_stray(piece) {
                return Err(NotFormatted::UnterminatedString { line: line.first });
            }
        }
    }
    Ok(())
}

/// The lines of a text with their ends: `\n`, `\r\n` or `\r`.
fn with_ends(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let mut lines = Vec::new();
    let mut from = 0;
    for at in 0..bytes.len() {
        let ends = match bytes[at] {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        };
        if ends {
            lines.push(&text[from..=at]);
            from = at + 1;
        }
    }
    if from < bytes.len() {
        lines.push(&text[from..]);
    }
    lines
}
