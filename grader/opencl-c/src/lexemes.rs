//! The tokens of a text as they are written, with their places: for an editor. No directive is obeyed, no macro
//! expanded, nothing reported.

use crate::interner::Interner;
use crate::lexer::{Lexed, Lexer};
use crate::token::TokenKind;
use std::ops::Range;
use std::sync::Arc;

/// A token as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lexeme {
    /// What it is; [`TokenKind::Stray`] for what starts no token, and for the rest of a line behind a quote without
    /// its partner.
    pub kind: TokenKind,
    /// Its first byte.
    pub start: u32,
    /// The byte after its last.
    pub end: u32,
    /// Is it the first of its line?
    pub starts_line: bool,
}

impl Lexeme {
    /// Its bytes.
    pub fn range(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// The tokens of a text in its order; their symbols are those of `interner`. A text of 4 GiB or more, which no
/// source file has, has none.
pub fn lexemes(text: &str, interner: &mut Interner) -> Vec<Lexeme> {
    let mut tokens = Vec::new();
    if u32::try_from(text.len()).is_err() {
        return tokens;
    }
    let mut lexer = Lexer::new(Arc::from(text));
    let mut starts_line = true;
    loop {
        let lexeme = lexer.next(interner);
        match lexeme.what {
            Lexed::End => return tokens,
            Lexed::Newline => starts_line = true,
            Lexed::Token(kind) => tokens.push(Lexeme {
                kind,
                start: lexeme.start,
                end: lexeme.end,
                starts_line: std::mem::take(&mut starts_line),
            }),
        }
    }
}
