//! Comments behind code: those that the author aligned in a paragraph stay aligned.

use std::collections::HashMap;

/// A line laid out.
#[derive(Debug)]
pub(crate) struct Written {
    /// Which line of the text it is.
    pub(crate) line: usize,
    /// Without the comment behind it.
    pub(crate) text: String,
    /// The column behind the text.
    pub(crate) end: usize,
    pub(crate) trailing: Option<Comment>,
}

/// A comment at the end of a line.
#[derive(Debug)]
pub(crate) struct Comment {
    pub(crate) text: String,
    /// The author's column.
    pub(crate) author: usize,
    /// The blanks that the author has before it.
    pub(crate) gap: usize,
    /// The column behind the code: on a line without any, that of the code above.
    pub(crate) code_end: usize,
}

impl Written {
    /// A line without a comment behind it.
    pub(crate) fn plain(line: usize, text: String) -> Self {
        Written {
            line,
            text,
            end: 0,
            trailing: None,
        }
    }
}

/// Puts the comments behind the code. Comments of a paragraph that stand in one column still do; any other has
/// one or two blanks before it.
pub(crate) fn align(written: &mut [Written]) {
    for paragraph in written.split_mut(|line| line.text.is_empty() && line.trailing.is_none()) {
        align_paragraph(paragraph);
    }
}

#[derive(Default)]
struct Column {
    members: usize,
    least_gap: usize,
    farthest_end: usize,
}

fn align_paragraph(paragraph: &mut [Written]) {
    let mut columns: HashMap<usize, Column> = HashMap::new();
    for line in paragraph.iter() {
        if let Some(comment) = &line.trailing {
            let column = columns.entry(comment.author).or_default();
            column.least_gap = match column.members {
                0 => comment.gap,
                _ => column.least_gap.min(comment.gap),
            };
            column.members += 1;
            column.farthest_end = column.farthest_end.max(line.end);
        }
    }
    for line in paragraph {
        let Some(comment) = line.trailing.take() else {
            continue;
        };
        let Some(column) = columns.get(&comment.author) else {
            continue;
        };
        let most = if column.members > 1 { usize::MAX } else { 2 };
        let place = column.farthest_end + column.least_gap.clamp(1, most);
        let blanks = place.saturating_sub(line.end);
        line.text.extend(std::iter::repeat_n(' ', blanks));
        line.text.push_str(&comment.text);
    }
}
