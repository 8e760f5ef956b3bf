//! The second pass: each line at its column, with the blanks that the first one found.

use crate::gaps::{self, Gaps};
use crate::lines::{Line, Lines, Piece, Treatment, What, after, is_blank};
use crate::nesting::{Base, Nesting};
use crate::trailing::{self, Written};
use crate::{BYTE_ORDER_MARK, Indent, NotFormatted, Style};
use opencl_c::token::{Punctuator, TokenKind};

/// The most blank lines that stand one after the other.
const MOST_BLANK_LINES: usize = 2;

/// The lines of the text laid out, without line ends; several where a comment has them.
pub(crate) fn write(
    lines: &Lines<'_>,
    gaps: &Gaps,
    style: &Style,
) -> Result<Vec<Written>, NotFormatted> {
    let mut writer = Writer {
        lines,
        gaps,
        style,
        nesting: Nesting::new(style.unit()),
        above: Vec::new(),
        above_ends_in_open_block: false,
        // A byte order mark within the text would become one before it.
        keeps_start: lines.text.trim_start().starts_with(BYTE_ORDER_MARK),
        out: Vec::new(),
        blank: 0,
        comments: Vec::new(),
    };
    for index in 0..lines.lines.len() {
        writer.line(index);
    }
    writer.place_comments(None);
    if let Some(line) = writer.nesting.unbalanced() {
        return Err(NotFormatted::Unbalanced { line });
    }
    let is_blank = |written: &Written| lines.lines[written.line].treatment == Treatment::Blank;
    while writer.out.last().is_some_and(is_blank) {
        writer.out.pop();
    }
    trailing::align(&mut writer.out);
    Ok(writer.out)
}

struct Writer<'a> {
    lines: &'a Lines<'a>,
    gaps: &'a Gaps,
    style: &'a Style,
    nesting: Nesting,
    /// The author's and the new column of each piece of the last line of code, in their order.
    above: Vec<(usize, usize)>,
    above_ends_in_open_block: bool,
    keeps_start: bool,
    out: Vec<Written>,
    blank: usize,
    /// Lines of comments that wait for the line below: number in the text, and in `out`.
    comments: Vec<(usize, usize)>,
}

impl Writer<'_> {
    fn line(&mut self, index: usize) {
        let line = &self.lines.lines[index];
        let written = &self.lines.text[line.bytes.clone()];
        match line.treatment {
            Treatment::Blank => {
                self.blank += 1;
                let surplus = self.blank > MOST_BLANK_LINES
                    || (self.out.is_empty() && !self.keeps_start)
                    || self.above_ends_in_open_block;
                if !surplus {
                    self.out.push(Written::plain(index, String::new()));
                }
                return;
            }
            Treatment::Directive => {
                self.place_comments(None);
                self.above_ends_in_open_block = false;
                let text = written.trim_end_matches(is_blank).to_owned();
                self.out.push(Written::plain(index, text));
                gaps::directive(self.lines, line.pieces.clone(), &mut self.nesting);
            }
            Treatment::Code if self.lines.is_comment(index) => {
                self.above_ends_in_open_block = false;
                self.comments.push((index, self.out.len()));
                self.out.push(Written::plain(index, String::new()));
            }
            Treatment::Code => self.code(index),
            Treatment::Kept | Treatment::NotAsked => self.kept(index, written),
        }
        self.blank = 0;
    }

    /// A line that stays as it is.
    fn kept(&mut self, index: usize, written: &str) {
        let line = &self.lines.lines[index];
        self.out.push(Written::plain(index, written.to_owned()));
        self.above_ends_in_open_block = false;
        if line.is_directive {
            self.place_comments(None);
            return gaps::directive(self.lines, line.pieces.clone(), &mut self.nesting);
        }
        let Some(first) = self.lines.pieces[line.pieces.clone()].first() else {
            return;
        };
        let base = Base {
            author: first.column,
            new: first.column,
        };
        if !self.lines.is_comment(index) {
            self.place_comments(Some(base));
        }
        let columns = self.lines.pieces_of(index).iter();
        self.above = columns.map(|piece| (piece.column, piece.column)).collect();
        self.pass(line, base);
    }

    /// Lets the nesting pass the tokens of a line, whose columns are those of `above`.
    fn pass(&mut self, line: &Line, base: Base) {
        self.nesting.start_line(base, line.first);
        gaps::tokens(
            self.lines,
            line.pieces.clone(),
            &self.above,
            &mut self.nesting,
        )
        .for_each(drop);
    }

    fn code(&mut self, index: usize) {
        let line = &self.lines.lines[index];
        let pieces = &self.lines.pieces[line.pieces.clone()];
        let author = pieces.first().map_or(0, |piece| piece.column);
        let mut tokens = pieces.iter().filter_map(Piece::token);
        let (first, next) = (tokens.next(), tokens.next());
        let Some(first) = first else { return };
        let within = self.nesting.is_within_statement();
        let above = &self.above;
        let new = self
            .nesting
            .column(first, next, author, |column| new_column(above, column));
        let base = Base { author, new };
        let closes = pieces
            .first()
            .is_some_and(|piece| piece.is(Punctuator::RightBrace));
        self.place_comments(Some(base).filter(|_| !closes));
        let level = if within { self.level(new, line) } else { new };
        let (text, columns) = self.text(index, new, level);
        self.out.push(text);
        self.above = columns;
        self.pass(line, base);
        let last = pieces.iter().rfind(|piece| !piece.is_comment());
        self.above_ends_in_open_block =
            last.is_some_and(|piece| piece.is(Punctuator::LeftBrace)) && !self.nesting.in_list();
    }

    /// Up to which column a line within a statement is indented with tabs, where the style has them: as far as
    /// they go, unless the author has spaces there.
    fn level(&self, new: usize, line: &Line) -> usize {
        let written = &self.lines.text[line.bytes.clone()];
        let blanks = written.chars().take_while(|&c| is_blank(c));
        if blanks.filter(|&blank| blank == ' ').count() < self.style.unit() {
            new
        } else {
            self.nesting.line_column().min(new)
        }
    }

    /// The blanks that lead to a column: tabs up to `level`, where the style has them.
    fn indentation(&self, column: usize, level: usize) -> String {
        match self.style.indent {
            Indent::Spaces(_) => " ".repeat(column),
            Indent::Tab => {
                let tabs = level.min(column) / self.style.unit();
                "\t".repeat(tabs) + &" ".repeat(column - tabs * self.style.unit())
            }
        }
    }

    /// A line from its first piece on, and where its pieces come to stand.
    fn text(&self, index: usize, new: usize, level: usize) -> (Written, Vec<(usize, usize)>) {
        let line = &self.lines.lines[index];
        let tab = self.style.tab();
        let mut text = self.indentation(new, level);
        let mut column = new;
        let mut columns = Vec::with_capacity(line.pieces.len());
        let mut trailing = None;
        for number in line.pieces.clone() {
            let piece = &self.lines.pieces[number];
            let spelling = self.lines.text_of(number);
            let first = number == line.pieces.start;
            let is_trailing = !first && number + 1 == line.pieces.end && piece.is_comment();
            if is_trailing && !spelling.contains('\n') {
                trailing = Some(trailing::Comment {
                    text: spelling.to_owned(),
                    author: piece.column,
                    gap: self.lines.gap_before(number),
                    code_end: column,
                });
                break;
            }
            let gap = if first { 0 } else { self.gaps.before[number] };
            text.extend(std::iter::repeat_n(' ', gap));
            column += gap;
            columns.push((piece.column, column));
            if piece.what == What::BlockComment {
                self.push_comment(&mut text, spelling, piece.column, column);
            } else {
                text.push_str(spelling);
            }
            let before = column;
            column = spelling
                .chars()
                .fold(before, |column, c| after(c, column, tab));
        }
        let written = Written {
            line: index,
            text,
            end: column,
            trailing,
        };
        (written, columns)
    }

    /// A comment that moves from one column to another; its later lines go with it.
    fn push_comment(&self, text: &mut String, comment: &str, from: usize, to: usize) {
        let tab = self.style.tab();
        let mut first = true;
        for line in comment.split('\n') {
            if first {
                // The end of the comment is part of its last line and no blank.
                text.push_str(line.trim_end_matches(is_blank));
                first = false;
                continue;
            }
            text.push('\n');
            let rest = line.trim_start_matches(is_blank);
            if rest.is_empty() {
                continue;
            }
            let blanks = &line[..line.len() - rest.len()];
            if from == to {
                text.push_str(blanks);
            } else {
                let column = blanks.chars().fold(0, |column, c| after(c, column, tab));
                let column = (column + to).saturating_sub(from);
                text.push_str(&self.indentation(column, to));
            }
            text.push_str(rest.trim_end_matches(is_blank));
        }
    }

    /// Is it indented code that an editor made a comment at the first column? Not where the code below stands there
    /// as well.
    fn is_code(&self, line: usize, below: Option<Base>) -> bool {
        let comment = self.lines.text_of(self.lines.lines[line].pieces.start);
        let indented = |text: &str| text.starts_with("  ") || text.starts_with('\t');
        comment.strip_prefix("//").is_some_and(indented) && below.is_none_or(|it| it.author > 0)
    }

    /// Writes the lines of comments above a line of code at `below`; nothing if there is none, or if it closes
    /// a block.
    fn place_comments(&mut self, below: Option<Base>) {
        for (index, out) in std::mem::take(&mut self.comments) {
            let pieces = self.lines.pieces_of(index);
            let author = pieces.first().map_or(0, |piece| piece.column);
            let new = match below {
                _ if author == 0 && self.is_code(index, below) => 0,
                Some(base) if base.author == author => base.new,
                _ if self.above.first().is_some_and(|above| above.0 == author) => self.above[0].1,
                _ if self.nesting.is_within_statement() => {
                    let above = &self.above;
                    let none = TokenKind::End;
                    self.nesting
                        .column(none, None, author, |column| new_column(above, column))
                }
                _ => self.nesting.body(),
            };
            let follows = out
                .checked_sub(1)
                .and_then(|before| self.out.get(before))
                .and_then(|before| before.trailing.as_ref())
                .map(|comment| (comment.code_end, comment.author));
            let (mut text, _) = self.text(index, new, new);
            if let Some((end, column)) = follows
                && column == author
                && end > new
                && pieces.len() == 1
                && text.trailing.is_none()
                && !text.text.contains('\n')
            {
                text.trailing = Some(trailing::Comment {
                    text: text.text.trim_start().to_owned(),
                    author,
                    gap: author,
                    code_end: end,
                });
                text.text.clear();
                text.end = 0;
            }
            self.out[out] = text;
        }
    }
}

/// The new column of the piece that stands at the author's `column`.
fn new_column(pieces: &[(usize, usize)], column: usize) -> Option<usize> {
    let found = pieces
        .binary_search_by_key(&column, |&(author, _)| author)
        .ok()?;
    Some(pieces[found].1)
}
