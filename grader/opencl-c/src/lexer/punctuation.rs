//! Operators and punctuation, the longest first; digraphs become what they stand for.

use super::Lexer;
use crate::token::{Punctuator, TokenKind};

impl Lexer {
    /// The punctuator that starts with `first`, or the stray character.
    #[inline]
    pub(super) fn punctuator(&mut self, first: u8) -> TokenKind {
        use Punctuator::*;
        let punctuator = match first {
            b'(' => LeftParen,
            b')' => RightParen,
            b'[' => LeftBracket,
            b']' => RightBracket,
            b'{' => LeftBrace,
            b'}' => RightBrace,
            b';' => Semicolon,
            b',' => Comma,
            b'?' => Question,
            b'~' => Tilde,
            b'.' | b'-' | b'+' | b'*' | b'/' | b'%' | b'&' | b'|' | b'^' | b'=' | b'!' | b'<'
            | b'>' | b':' | b'#' => return self.longer_punctuator(first),
            stray => {
                self.at += 1;
                return TokenKind::Stray(stray as char);
            }
        };
        self.at += 1;
        TokenKind::Punctuator(punctuator)
    }

    fn longer_punctuator(&mut self, first: u8) -> TokenKind {
        use Punctuator::*;
        let one = self.at + 1;
        let second_at = self.past_splices(one);
        let second = self.byte(second_at).unwrap_or(0);
        let two = second_at + 1;
        let third_at = self.past_splices(two);
        let third = self.byte(third_at).unwrap_or(0);
        let three = third_at + 1;
        let (punctuator, end) = match (first, second) {
            (b'.', b'.') if third == b'.' => (Ellipsis, three),
            (b'.', _) => (Dot, one),
            (b'-', b'>') => (Arrow, two),
            (b'-', b'-') => (MinusMinus, two),
            (b'-', b'=') => (MinusEqual, two),
            (b'-', _) => (Minus, one),
            (b'+', b'+') => (PlusPlus, two),
            (b'+', b'=') => (PlusEqual, two),
            (b'+', _) => (Plus, one),
            (b'*', b'=') => (StarEqual, two),
            (b'*', _) => (Star, one),
            (b'/', b'=') => (SlashEqual, two),
            (b'/', _) => (Slash, one),
            (b'%', b'=') => (PercentEqual, two),
            (b'%', b'>') => (RightBrace, two),
            (b'%', b':') => self.percent_colon(two, third, three),
            (b'%', _) => (Percent, one),
            (b'&', b'&') => (AmpersandAmpersand, two),
            (b'&', b'=') => (AmpersandEqual, two),
            (b'&', _) => (Ampersand, one),
            (b'|', b'|') => (PipePipe, two),
            (b'|', b'=') => (PipeEqual, two),
            (b'|', _) => (Pipe, one),
            (b'^', b'=') => (CaretEqual, two),
            (b'^', _) => (Caret, one),
            (b'=', b'=') => (EqualEqual, two),
            (b'=', _) => (Equal, one),
            (b'!', b'=') => (BangEqual, two),
            (b'!', _) => (Bang, one),
            (b'<', b'<') if third == b'=' => (ShiftLeftEqual, three),
            (b'<', b'<') => (ShiftLeft, two),
            (b'<', b'=') => (LessEqual, two),
            (b'<', b':') => (LeftBracket, two),
            (b'<', b'%') => (LeftBrace, two),
            (b'<', _) => (Less, one),
            (b'>', b'>') if third == b'=' => (ShiftRightEqual, three),
            (b'>', b'>') => (ShiftRight, two),
            (b'>', b'=') => (GreaterEqual, two),
            (b'>', _) => (Greater, one),
            (b':', b'>') => (RightBracket, two),
            (b':', _) => (Colon, one),
            (_, b'#') => (HashHash, two),
            _ => (Hash, one),
        };
        self.at = end;
        TokenKind::Punctuator(punctuator)
    }

    /// `%:` or `%:%:`, the digraphs of `#` and `##`.
    fn percent_colon(&self, two: usize, third: u8, three: usize) -> (Punctuator, usize) {
        let fourth_at = self.past_splices(three);
        if third == b'%' && self.byte(fourth_at) == Some(b':') {
            (Punctuator::HashHash, fourth_at + 1)
        } else {
            (Punctuator::Hash, two)
        }
    }
}
