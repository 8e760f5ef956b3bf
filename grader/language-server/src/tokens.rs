//! The tokens of a document.

use crate::analysis::MAIN;
use opencl_c::interner::Interner;
use opencl_c::lexemes::lexemes;
use opencl_c::source::Span;
use opencl_c::token::TokenKind;
use std::ops::Range;

/// A token as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    /// Its first byte.
    pub(crate) start: u32,
    /// The byte after its last.
    pub(crate) end: u32,
    /// Is it the first of its line?
    pub(crate) starts_line: bool,
}

impl Token {
    /// Its bytes.
    pub(crate) fn range(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Its place in the document.
    pub(crate) fn span(&self) -> Span {
        Span {
            file: MAIN,
            start: self.start,
            end: self.end,
        }
    }
}

/// The tokens of a text in its order; their symbols are those of `interner`.
pub(crate) fn tokens(text: &str, interner: &mut Interner) -> Vec<Token> {
    let mut starts_line = true;
    let each = lexemes(text, interner).filter_map(|lexeme| {
        let Some(kind) = lexeme.token else {
            starts_line = true;
            return None;
        };
        Some(Token {
            kind,
            start: lexeme.range.start as u32,
            end: lexeme.range.end as u32,
            starts_line: std::mem::take(&mut starts_line),
        })
    });
    each.collect()
}
