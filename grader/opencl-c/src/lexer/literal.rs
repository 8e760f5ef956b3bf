//! Identifiers, preprocessing numbers, character constants and strings.

use super::Lexer;
use crate::interner::Interner;
use crate::token::{Symbol, TokenKind};

fn continues_identifier(character: char) -> bool {
    match character {
        '_' | '$' => true,
        _ if character.is_ascii() => character.is_ascii_alphanumeric(),
        _ => character.is_alphanumeric(),
    }
}

/// For each byte: may it stand in an identifier? In a preprocessing number, `.` may too.
const WORD_BYTES: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        table[byte] =
            (byte as u8).is_ascii_alphanumeric() || byte == b'_' as usize || byte == b'$' as usize;
        byte += 1;
    }
    table
};

impl Lexer {
    /// An identifier that starts here.
    #[inline]
    pub(super) fn identifier(&mut self, interner: &mut Interner) -> Symbol {
        let start = self.at;
        self.at += self.word_length(start);
        match self.peek() {
            Some(0x80.. | b'\\') => self.unusual_identifier(start, interner),
            _ => interner.intern(&self.text[start..self.at]),
        }
    }

    #[inline]
    fn word_length(&self, from: usize) -> usize {
        let bytes = &self.text.as_bytes()[from..];
        bytes
            .iter()
            .position(|&byte| !WORD_BYTES[byte as usize])
            .unwrap_or(bytes.len())
    }

    /// The rest of an identifier with splices or letters beyond ASCII.
    fn unusual_identifier(&mut self, start: usize, interner: &mut Interner) -> Symbol {
        let mut spliced = false;
        loop {
            let next = self.past_splices(self.at);
            match self.char_at(next) {
                Some(character) if continues_identifier(character) => {
                    spliced |= next != self.at;
                    self.at = next + character.len_utf8();
                }
                _ => return self.intern_from(start, spliced, interner),
            }
        }
    }

    /// Is this `.` the start of a number?
    pub(super) fn digit_follows(&self) -> bool {
        self.byte(self.past_splices(self.at + 1))
            .is_some_and(|byte| byte.is_ascii_digit())
    }

    /// A preprocessing number that starts here.
    pub(super) fn number(&mut self, interner: &mut Interner) -> Symbol {
        let start = self.at;
        let mut spliced = false;
        let mut last = 0;
        loop {
            let next = self.past_splices(self.at);
            let Some(byte) = self.byte(next) else { break };
            let sign = matches!(byte, b'+' | b'-') && matches!(last, b'e' | b'E' | b'p' | b'P');
            if !(WORD_BYTES[byte as usize] || byte == b'.' || sign) {
                break;
            }
            spliced |= next != self.at;
            last = byte;
            self.at = next + 1;
        }
        self.intern_from(start, spliced, interner)
    }

    /// A string or character constant; a stray quote if its line ends first.
    ///
    /// A character may have the prefix `L`, with which it is a wide one.
    pub(super) fn quoted(&mut self, quote: u8, interner: &mut Interner) -> TokenKind {
        let start = self.at;
        if self.peek() != Some(quote) {
            self.at += 1;
        }
        let Some(spliced) = self.pass_quoted(quote) else {
            return TokenKind::Stray(quote as char);
        };
        let symbol = self.intern_from(start, spliced, interner);
        if quote == b'"' {
            TokenKind::String(symbol)
        } else {
            TokenKind::Character(symbol)
        }
    }

    /// Passes a literal and tells whether splices stand in it; `None`, and the rest of the line passed,
    /// if it does not end.
    pub(super) fn pass_quoted(&mut self, quote: u8) -> Option<bool> {
        let mut spliced = false;
        self.at += 1;
        loop {
            let byte = self.peek()?;
            match byte {
                b'\n' => return None,
                b'\\' => match self.splice(self.at) {
                    Some(end) => {
                        spliced = true;
                        self.at = end;
                    }
                    None => {
                        let escaped = self.past_splices(self.at + 1);
                        spliced |= escaped != self.at + 1;
                        self.at = match self.byte(escaped) {
                            Some(b'\n') | None => escaped,
                            Some(_) => escaped + self.char_at(escaped).map_or(1, char::len_utf8),
                        };
                    }
                },
                _ => {
                    self.at += 1;
                    if byte == quote {
                        return Some(spliced);
                    }
                }
            }
        }
    }

    /// What starts with a character beyond ASCII: an identifier, or stray.
    pub(super) fn beyond_ascii(&mut self, interner: &mut Interner) -> TokenKind {
        match self.char_at(self.at) {
            Some(letter) if letter.is_alphabetic() => {
                TokenKind::Identifier(self.unusual_identifier(self.at, interner))
            }
            other => {
                let stray = other.unwrap_or(char::REPLACEMENT_CHARACTER);
                self.at += other.map_or(1, char::len_utf8);
                TokenKind::Stray(stray)
            }
        }
    }
}
