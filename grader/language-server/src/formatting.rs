//! A document laid out, as one edit for each line that changes: the cursor and the folds of the others stay.

use crate::positions::{Encoding, Lines};
use formatter::{Indent, NotFormatted, Style, format, format_lines};
use lsp_types::{FormattingOptions, Range, TextEdit};

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
            let last = if is_whole {
                end.line
            } else {
                end.line.saturating_add(1)
            };
            format_lines(text, &style, start.line.saturating_add(1)..=last)?
        }
    };
    let lines = Lines::of(text, encoding);
    let new_lines = Lines::of(&laid_out, encoding);
    let (old, new) = (lines.split(text), new_lines.split(&laid_out));
    let edit = |from: usize, to: usize, new: &[&str]| {
        let length = |lines: &[&str]| lines.iter().map(|line| line.len()).sum::<usize>();
        let start = length(&old[..from]);
        TextEdit {
            range: lines.range(text, start..start + length(&old[from..to])),
            new_text: new.concat(),
        }
    };
    if old.len() != new.len() {
        // Blank lines were removed: from the first difference to the last.
        let ahead = old.iter().zip(&new).take_while(|(old, new)| old == new);
        let ahead = ahead.count();
        let behind = old[ahead..].iter().rev().zip(new[ahead..].iter().rev());
        let behind = behind.take_while(|(old, new)| old == new).count();
        let (to, new) = (old.len() - behind, &new[ahead..new.len() - behind]);
        return Ok(vec![edit(ahead, to, new)]);
    }
    let changed = (0..old.len()).filter(|&at| old[at] != new[at]);
    Ok(changed.map(|at| edit(at, at + 1, &new[at..=at])).collect())
}
