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

/// Do two neighbouring lines start where pieces of one column stand?
fn stand_together(lines: &Lines<'_>, gaps: &Gaps, one: usize, other: usize) -> bool {
    let is_plain = |line: usize| {
        let it = &lines.lines[line];
        it.treatment == Treatment::Code && it.first == it.last && !lines.is_comment(line)
    };
    is_plain(one) && is_plain(other) && anchor(lines, gaps, one, other).is_some()
}

/// The piece of the line above that a line's first piece stands below, now and when both are laid out.
fn anchor(lines: &Lines<'_>, gaps: &Gaps, above: usize, line: usize) -> Option<usize> {
    let column = lines.pieces_of(line).first()?.column;
    let pieces = lines.lines[above].pieces.clone();
    let first = pieces.start;
    let found = first
        + lines
            .pieces_of(above)
            .binary_search_by_key(&column, |piece| piece.column)
            .ok()?;
    let (depth, depth_above) = (gaps.depths[line], gaps.depths[above]);
    let is_start = found == first && depth == depth_above;
    // A line that goes on goes to where the token above it goes, unless that is a number, which may move later.
    let goes_on = found != first && depth.within && !is_number(lines, found);
    (is_start || goes_on).then_some(found)
}

fn is_number(lines: &Lines<'_>, piece: usize) -> bool {
    matches!(lines.pieces[piece].token(), Some(TokenKind::Number(_)))
}

/// What is placed from left to right.
enum Step {
    /// A line starts below this piece of the line above.
    Start {
        line: usize,
        below: usize,
    },
    Align(Column),
}

fn align_lines(lines: &Lines<'_>, gaps: &mut Gaps, range: Range<usize>) {
    let columns = columns(lines, gaps, range.clone());
    if columns.is_empty() {
        return;
    }
    let starts = range.clone().skip(1).filter_map(|line| {
        let below = anchor(lines, gaps, line - 1, line)?;
        Some((lines.pieces[below].column, Step::Start { line, below }))
    });
    let starts: Vec<_> = starts.collect();
    let aligned = columns
        .into_iter()
        .map(|column| (column.place, Step::Align(column)));
    let mut steps: Vec<(usize, Step)> = aligned.chain(starts).collect();
    // The sort is stable: of one place, columns come before the lines that start below them.
    steps.sort_by_key(|(place, _)| *place);
    // Where each line is read up to: the next piece, and the column behind the one before it.
    let mut read: Vec<(usize, usize)> = range
        .clone()
        .map(|line| (lines.lines[line].pieces.start, 0))
        .collect();
    let width = |piece: usize| lines.pieces[piece].end_column - lines.pieces[piece].column;
    let go_to = |read: &mut (usize, usize), piece: usize, gaps: &Gaps| {
        while read.0 < piece {
            read.1 += gaps.before[read.0] + width(read.0);
            read.0 += 1;
        }
        read.1
    };
    for (_, step) in steps {
        let column = match step {
            Step::Start { line, below } => {
                let index = line - range.start;
                let end = go_to(&mut read[index - 1], below, gaps);
                read[index].1 = end + gaps.before[below];
                continue;
            }
            Step::Align(column) => column,
        };
        let mut least = usize::MAX;
        let mut farthest = 0;
        for &(line, piece) in &column.members {
            let end = go_to(&mut read[line - range.start], piece, gaps);
            least = least.min(lines.gap_before(piece).max(1));
            let size = if column.by_end { width(piece) } else { 0 };
            farthest = farthest.max(end + size);
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
            let by_end = is_number(lines, piece);
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
