//! Columns that the author aligned over several lines: they stay aligned.

use crate::gaps::Gaps;
use crate::lines::{Lines, Treatment};
use opencl_c::token::TokenKind;
use std::collections::HashMap;
use std::ops::Range;

/// A column of pieces in lines that stand one below the other.
struct Column {
    /// Line and piece of each.
    members: Vec<(usize, usize)>,
    /// The author's column: of the first characters, or behind the last ones of numbers.
    place: usize,
    by_end: bool,
}

/// Widens the gaps before pieces that the author aligned with those of a neighbouring line, so that they are
/// aligned again. At least one of them has to have more than one blank before it.
pub(crate) fn align(lines: &Lines<'_>, gaps: &mut Gaps) {
    let mut from = 0;
    while from < lines.lines.len() {
        let mut to = from + 1;
        while to < lines.lines.len() && stand_together(lines, gaps, to - 1, to) {
            to += 1;
        }
        if to - from > 1 {
            align_lines(lines, gaps, from..to);
        }
        from = to;
    }
}

/// Do two neighbouring lines get the same column, as they have now?
fn stand_together(lines: &Lines<'_>, gaps: &Gaps, one: usize, other: usize) -> bool {
    let is_plain = |line: usize| {
        let it = &lines.lines[line];
        it.treatment == Treatment::Code && it.first == it.last && !lines.is_comment(line)
    };
    let first = |line: usize| lines.pieces_of(line).first().map(|piece| piece.column);
    is_plain(one)
        && is_plain(other)
        && gaps.depths[one] == gaps.depths[other]
        && first(one) == first(other)
}

fn align_lines(lines: &Lines<'_>, gaps: &mut Gaps, range: Range<usize>) {
    let start = lines
        .pieces_of(range.start)
        .first()
        .map_or(0, |piece| piece.column);
    let mut columns = columns(lines, gaps, range.clone());
    columns.sort_by_key(|column| column.place);
    // Where each line is read up to: the next piece, and the column behind the one before it.
    let mut read: Vec<(usize, usize)> = range
        .clone()
        .map(|line| {
            let pieces = &lines.lines[line].pieces;
            (pieces.start, start)
        })
        .collect();
    let width = |piece: usize| lines.pieces[piece].end_column - lines.pieces[piece].column;
    for column in columns {
        let mut least = usize::MAX;
        let mut farthest = 0;
        for &(line, piece) in &column.members {
            let (next, end) = &mut read[line - range.start];
            while *next < piece {
                *end += gaps.before[*next] + width(*next);
                *next += 1;
            }
            least = least.min(lines.gap_before(piece).max(1));
            let size = if column.by_end { width(piece) } else { 0 };
            farthest = farthest.max(*end + size);
        }
        for &(line, piece) in &column.members {
            let (_, end) = read[line - range.start];
            let size = if column.by_end { width(piece) } else { 0 };
            gaps.before[piece] = farthest + least - end - size;
        }
    }
}

/// The columns of neighbouring lines: a piece belongs to that of the line above if it stands at the same place.
fn columns(lines: &Lines<'_>, gaps: &Gaps, range: Range<usize>) -> Vec<Column> {
    let mut columns: Vec<Column> = Vec::new();
    let mut above: HashMap<(usize, bool), usize> = HashMap::new();
    for line in range {
        let mut here = HashMap::new();
        let pieces = lines.lines[line].pieces.clone();
        for piece in pieces.skip(1) {
            let it = &lines.pieces[piece];
            if gaps.before[piece] != 1 || gaps.tables[line] || it.is_comment() {
                continue;
            }
            let by_end = matches!(it.token(), Some(TokenKind::Number(_)));
            let place = if by_end { it.end_column } else { it.column };
            let column = match above.get(&(place, by_end)) {
                Some(&column) => column,
                None => {
                    columns.push(Column {
                        members: Vec::new(),
                        place,
                        by_end,
                    });
                    columns.len() - 1
                }
            };
            columns[column].members.push((line, piece));
            here.insert((place, by_end), column);
        }
        above = here;
    }
    columns.retain(|column| {
        column.members.len() > 1
            && column
                .members
                .iter()
                .any(|&(_, piece)| lines.gap_before(piece) > 1)
    });
    columns
}
