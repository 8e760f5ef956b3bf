//! A text as lines of pieces: tokens and comments with their places and columns.

use crate::NotFormatted;
use crate::nesting::is_type;
use opencl_c::interner::Interner;
use opencl_c::lexemes::lexemes;
use opencl_c::token::{Punctuator, TokenKind};
use std::ops::{Range, RangeInclusive};

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    Token(TokenKind),
    /// `// ...`
    LineComment,
    /// `/* ... */`
    BlockComment,
}

/// A token or a comment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    pub(crate) what: What,
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// The author's column of its first character.
    pub(crate) column: usize,
    /// The column after its last character.
    pub(crate) end_column: usize,
}

impl Piece {
    pub(crate) fn is_comment(&self) -> bool {
        !matches!(self.what, What::Token(_))
    }

    pub(crate) fn token(&self) -> Option<TokenKind> {
        match self.what {
            What::Token(token) => Some(token),
            _ => None,
        }
    }

    pub(crate) fn is(&self, punctuator: Punctuator) -> bool {
        self.what == What::Token(TokenKind::Punctuator(punctuator))
    }
}

/// What becomes of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Treatment {
    Blank,
    /// A preprocessor directive: only the blanks at its end go.
    Directive,
    /// Laid out anew.
    Code,
    /// It stays byte for byte: it holds a line splice or what is no token, or it is not to be formatted.
    Kept,
    /// The same, because the caller did not ask for it.
    NotAsked,
}

/// A line of the text; several where a comment or a splice joins them.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) treatment: Treatment,
    pub(crate) is_directive: bool,
    /// Its bytes, without the line end.
    pub(crate) bytes: Range<usize>,
    pub(crate) pieces: Range<usize>,
    /// The first and last line that it covers, from 1.
    pub(crate) first: u32,
    pub(crate) last: u32,
}

/// A text cut into lines and pieces.
pub(crate) struct Lines<'a> {
    pub(crate) text: &'a str,
    pub(crate) pieces: Vec<Piece>,
    pub(crate) lines: Vec<Line>,
}

impl<'a> Lines<'a> {
    /// Cuts `text`, whose line ends are line feeds. Columns count characters; a tab goes to the next multiple of
    /// `tab`.
    pub(crate) fn new(text: &'a str, tab: usize) -> Result<Self, NotFormatted> {
        let mut interner = Interner::default();
        let mut pieces = Vec::new();
        let mut lines = Vec::new();
        let (mut line_start, mut first_piece, mut line_number, mut at) = (0, 0, 1, 0);
        let mut end_line = |end: usize, pieces: &mut Vec<Piece>| {
            let bytes = line_start..end;
            let last = line_number + text[bytes.clone()].matches('\n').count() as u32;
            line_start = end + 1;
            let range = first_piece..pieces.len();
            first_piece = pieces.len();
            set_columns(text, &bytes, &mut pieces[range.clone()], tab);
            lines.push(line(text, bytes, range, pieces, line_number..=last));
            line_number = last + 1;
        };
        for lexeme in lexemes(text, &mut interner) {
            let Range { start, end } = lexeme.range;
            comments(text, at..start, &mut pieces)?;
            match lexeme.token {
                Some(token) => pieces.push(piece(What::Token(token), start, end)),
                None => end_line(start, &mut pieces),
            }
            at = end;
        }
        comments(text, at..text.len(), &mut pieces)?;
        end_line(text.len(), &mut pieces);
        // What follows the last line end is no line where it is empty.
        if lines.len() > 1 && lines.last().is_some_and(|line| line.bytes.is_empty()) {
            lines.pop();
        }
        let mut cut = Lines {
            text,
            pieces,
            lines,
        };
        cut.keep_regions();
        Ok(cut)
    }

    /// The text of a piece.
    pub(crate) fn text_of(&self, piece: usize) -> &'a str {
        let Piece { start, end, .. } = self.pieces[piece];
        &self.text[start..end]
    }

    /// The pieces of a line.
    pub(crate) fn pieces_of(&self, line: usize) -> &[Piece] {
        &self.pieces[self.lines[line].pieces.clone()]
    }

    /// The blanks before piece `second`, in columns, if `second - 1` stands before it in its line.
    pub(crate) fn gap_before(&self, second: usize) -> usize {
        let before = self.pieces[second - 1].end_column;
        self.pieces[second].column.saturating_sub(before)
    }

    /// Does this piece name a type, or part of one?
    pub(crate) fn is_type(&self, piece: usize) -> bool {
        matches!(
            self.pieces[piece].what,
            What::Token(TokenKind::Identifier(symbol)) if is_type(symbol)
        )
    }

    /// Is this piece no token?
    pub(crate) fn is_stray(&self, piece: usize) -> bool {
        matches!(self.pieces[piece].what, What::Token(TokenKind::Stray(_)))
    }

    /// Do all pieces of a line that has some stand for a comment?
    pub(crate) fn is_comment(&self, line: usize) -> bool {
        let pieces = self.pieces_of(line);
        !pieces.is_empty() && pieces.iter().all(Piece::is_comment)
    }

    /// Leaves alone every line that is not all in `asked`, numbers from 1.
    pub(crate) fn ask(&mut self, asked: &RangeInclusive<u32>) {
        for line in &mut self.lines {
            if line.first < *asked.start() || line.last > *asked.end() {
                line.treatment = Treatment::NotAsked;
            }
        }
    }

    /// Keeps what stands between `clang-format off` and `clang-format on`.
    fn keep_regions(&mut self) {
        let mut off = false;
        for index in 0..self.lines.len() {
            let pieces = self.lines[index].pieces.clone();
            let mut switched = off;
            for piece in pieces.filter(|&piece| self.pieces[piece].is_comment()) {
                let comment = self.text_of(piece);
                match comment.trim_matches(|c: char| c.is_whitespace() || matches!(c, '/' | '*')) {
                    "clang-format off" => switched = true,
                    "clang-format on" => switched = false,
                    _ => {}
                }
            }
            if off && switched {
                self.lines[index].treatment = Treatment::Kept;
            }
            off = switched;
        }
    }
}

fn piece(what: What, start: usize, end: usize) -> Piece {
    Piece {
        what,
        start,
        end,
        column: 0,
        end_column: 0,
    }
}

fn line(
    text: &str,
    bytes: Range<usize>,
    range: Range<usize>,
    pieces: &[Piece],
    numbers: RangeInclusive<u32>,
) -> Line {
    let of_line = &pieces[range.clone()];
    let is_directive = of_line
        .iter()
        .find(|piece| !piece.is_comment())
        .is_some_and(|piece| piece.is(Punctuator::Hash));
    let written = &text[bytes.clone()];
    let stray = of_line
        .iter()
        .any(|piece| matches!(piece.what, What::Token(TokenKind::Stray(_))));
    let treatment = if is_directive {
        Treatment::Directive
    } else if stray || has_splice(written) || written.contains("??") {
        Treatment::Kept
    } else if of_line.is_empty() {
        Treatment::Blank
    } else {
        Treatment::Code
    };
    Line {
        treatment,
        is_directive,
        bytes,
        pieces: range,
        first: *numbers.start(),
        last: *numbers.end(),
    }
}

/// Is it space within a line?
pub(crate) fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\r' | '\u{b}' | '\u{c}')
}

fn has_splice(written: &str) -> bool {
    let mut lines = written.split('\n').rev();
    lines.next();
    lines.any(|line| line.trim_end_matches(is_blank).ends_with('\\'))
}

/// The comments in what stands between two tokens.
fn comments(text: &str, gap: Range<usize>, pieces: &mut Vec<Piece>) -> Result<(), NotFormatted> {
    let bytes = text.as_bytes();
    let mut at = gap.start;
    while at < gap.end {
        let second = past_splices(text, at + 1);
        match (bytes[at], bytes.get(second)) {
            (b'/', Some(b'/')) => {
                let comment = text[at..gap.end].trim_end_matches(is_blank);
                pieces.push(piece(What::LineComment, at, at + comment.len()));
                return Ok(());
            }
            (b'/', Some(b'*')) => {
                let Some(end) = end_of_block_comment(text, second + 1) else {
                    let line = 1 + text[..at].matches('\n').count() as u32;
                    return Err(NotFormatted::UnterminatedComment { line });
                };
                pieces.push(piece(What::BlockComment, at, end));
                at = end;
            }
            _ => at += 1,
        }
    }
    Ok(())
}

fn end_of_block_comment(text: &str, mut from: usize) -> Option<usize> {
    loop {
        from += text.get(from..)?.find('*')? + 1;
        let after = past_splices(text, from);
        if text.as_bytes().get(after) == Some(&b'/') {
            return Some(after + 1);
        }
    }
}

/// `at`, or the end of the line splices that stand there.
fn past_splices(text: &str, mut at: usize) -> usize {
    let bytes = text.as_bytes();
    while bytes.get(at) == Some(&b'\\') {
        let rest = &bytes[at + 1..];
        let Some(blanks) = rest.iter().position(|&byte| !is_blank(byte as char)) else {
            break;
        };
        if rest[blanks] != b'\n' {
            break;
        }
        at += blanks + 2;
    }
    at
}

/// Sets the columns of the pieces of one line.
fn set_columns(text: &str, bytes: &Range<usize>, pieces: &mut [Piece], tab: usize) {
    let mut characters = text[bytes.clone()].chars();
    let (mut at, mut column) = (bytes.start, 0);
    let mut go_to = |place: usize| {
        while at < place {
            let Some(character) = characters.next() else {
                break;
            };
            at += character.len_utf8();
            column = after(character, column, tab);
        }
        column
    };
    for piece in pieces {
        piece.column = go_to(piece.start);
        piece.end_column = go_to(piece.end);
    }
}

/// The column after a character that stands at `column`.
pub(crate) fn after(character: char, column: usize, tab: usize) -> usize {
    match character {
        '\n' => 0,
        '\t' => (column / tab + 1) * tab,
        _ => column + 1,
    }
}
