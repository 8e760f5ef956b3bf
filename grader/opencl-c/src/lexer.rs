//! Text to preprocessing tokens: line splices removed, comments turned to space, no macros yet.
//!
//! Invariant: each call advances or returns [`Lexed::End`], and its time is proportional to the bytes
//! it advances over, so a text of n bytes is lexed in O(n) whatever it holds.

mod literal;
mod punctuation;
mod space;

use crate::interner::Interner;
use crate::token::{Symbol, TokenKind};
use std::sync::Arc;

/// What the lexer found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lexed {
    /// A token; [`TokenKind::Stray`] for a quote without its partner, and for what starts no token.
    Token(TokenKind),
    /// The end of a line outside any comment.
    Newline,
    /// The end of the text.
    End,
}

/// A token with its place in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lexeme {
    pub(crate) what: Lexed,
    /// Its first byte.
    pub(crate) start: u32,
    /// The byte after its last.
    pub(crate) end: u32,
    /// Does space or a comment stand before it?
    pub(crate) spaced: bool,
}

/// A position in a text.
#[derive(Clone, Debug)]
pub(crate) struct Lexer {
    text: Arc<str>,
    at: usize,
    /// Where a comment that never ends begins; taken by who reports it.
    pub(crate) unterminated_comment: Option<u32>,
    cleaned: String,
}

impl Lexer {
    /// At the start of `text`, which is [plain](launch::source_text::plain) and shorter than 4 GiB.
    pub(crate) fn new(text: Arc<str>) -> Self {
        Lexer {
            text,
            at: 0,
            unterminated_comment: None,
            cleaned: String::new(),
        }
    }

    /// The next token, newline or end. Newlines within comments are not told.
    #[inline]
    pub(crate) fn next(&mut self, interner: &mut Interner) -> Lexeme {
        let spaced = self.skip_space();
        let start = self.at;
        let what = self.token(interner);
        Lexeme {
            what,
            start: start as u32,
            end: self.at as u32,
            spaced,
        }
    }

    #[inline]
    fn token(&mut self, interner: &mut Interner) -> Lexed {
        let Some(first) = self.peek() else {
            return Lexed::End;
        };
        let kind = match first {
            b'\n' => {
                self.at += 1;
                return Lexed::Newline;
            }
            b'L' if self.byte(self.at + 1) == Some(b'\'') => self.quoted(b'\'', interner),
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' => {
                TokenKind::Identifier(self.identifier(interner))
            }
            b'0'..=b'9' => TokenKind::Number(self.number(interner)),
            b'.' if self.digit_follows() => TokenKind::Number(self.number(interner)),
            b'"' | b'\'' => self.quoted(first, interner),
            0x80.. => self.beyond_ascii(interner),
            _ => self.punctuator(first),
        };
        Lexed::Token(kind)
    }

    /// The byte `self.at` stands at.
    #[inline]
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    #[inline]
    fn byte(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }

    /// If a line splice starts at `at`: where it ends. Space between `\` and the end of the line is
    /// let pass, as compilers do.
    fn splice(&self, at: usize) -> Option<usize> {
        let bytes = self.text.as_bytes();
        if bytes.get(at) != Some(&b'\\') {
            return None;
        }
        let mut end = at + 1;
        while bytes.get(end).is_some_and(|&byte| space::is_blank(byte)) {
            end += 1;
        }
        (bytes.get(end) == Some(&b'\n')).then_some(end + 1)
    }

    /// `at`, or the end of the splices that stand there.
    fn past_splices(&self, mut at: usize) -> usize {
        while let Some(end) = self.splice(at) {
            at = end;
        }
        at
    }

    /// The character at `at`, which is a boundary.
    fn char_at(&self, at: usize) -> Option<char> {
        self.text.get(at..)?.chars().next()
    }

    /// The symbol of what stands from `start` to here, splices removed.
    fn intern_from(&mut self, start: usize, spliced: bool, interner: &mut Interner) -> Symbol {
        if !spliced {
            return interner.intern(&self.text[start..self.at]);
        }
        let mut cleaned = std::mem::take(&mut self.cleaned);
        cleaned.clear();
        let mut from = start;
        let mut at = start;
        while at < self.at {
            match self.splice(at) {
                Some(end) => {
                    cleaned.push_str(&self.text[from..at]);
                    at = end;
                    from = end;
                }
                None => at += 1,
            }
        }
        if from < self.at {
            cleaned.push_str(&self.text[from..self.at]);
        }
        let symbol = interner.intern(&cleaned);
        self.cleaned = cleaned;
        symbol
    }
}

#[cfg(test)]
mod tests;
