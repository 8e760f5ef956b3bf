//! A document laid out, as one edit for each line that changes: the cursor and the folds of the others stay.

use crate::positions::{Encoding, Lines};
use formatter::{Indent, NotFormatted, Style, format, format_lines};
use lsp_types::{FormattingOptions, Position, Range, TextEdit};

/// The edits that lay out a text, or its lines in `range`.
pub(crate) fn of(
    text: &str,
    encoding: Encoding,
    options: &FormattingOptions,
    range: Option<Range>,
) -> Result<Vec<TextEdit>, NotFormatted> {
    let indent = if options.insert_spaces {
        Indent::Spaces(options.tab_size.clamp(1, 16) as u8)
    } else {
        Indent::Tab
    };
    let style = Style { indent };
    let laid_out = match range {
        None => format(text, &style)?,
        Some(Range { start, end }) => {
            // A selection of whole lines ends at the start of the next one.
            let is_whole = end.character == 0 && end.line > start.line;
            let last = if is_whole { end.line } else { end.line + 1 };
            format_lines(text, &style, start.line + 1..=last)?
        }
    };
    let lines = Lines::of(text, encoding);
    let end = lines.position(text, text.len());
    let (old, new): (Vec<_>, Vec<_>) = (
        text.split_inclusive('\n').collect(),
        laid_out.split_inclusive('\n').collect(),
    );
    if old.len() != new.len() {
        // Blank lines were removed: from the first difference to the last.
        return Ok(between(&old, &new, end));
    }
    let changed = old.iter().zip(&new).enumerate();
    let edits = changed.filter(|(_, (old, new))| old != new);
    Ok(edits
        .map(|(at, (_, new))| TextEdit {
            range: lines_from(at, at + 1, old.len(), end),
            new_text: (*new).to_owned(),
        })
        .collect())
}

/// One edit for all lines between those that are equal at the start and at the end.
fn between(old: &[&str], new: &[&str], end: Position) -> Vec<TextEdit> {
    let ahead = old.iter().zip(new).take_while(|(old, new)| old == new);
    let ahead = ahead.count();
    let behind = old[ahead..].iter().rev().zip(new[ahead..].iter().rev());
    let behind = behind.take_while(|(old, new)| old == new).count();
    vec![TextEdit {
        range: lines_from(ahead, old.len() - behind, old.len(), end),
        new_text: new[ahead..new.len() - behind].concat(),
    }]
}

/// From the start of one line to that of another; beyond the last, to the end of the text.
fn lines_from(from: usize, to: usize, count: usize, end: Position) -> Range {
    let start = |line: usize| match line < count {
        true => Position {
            line: line as u32,
            character: 0,
        },
        false => end,
    };
    Range {
        start: start(from),
        end: start(to),
    }
}
