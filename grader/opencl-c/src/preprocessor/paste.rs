//! `#` and `##`: tokens to a string, and two tokens to one.

use super::engine::{Engine, PpToken};
use crate::source::Origin;
use crate::token::{Punctuator, Symbol, TokenKind};

impl Engine<'_> {
    /// Appends the spelling of a token.
    pub(super) fn push_spelling(&self, token: PpToken, text: &mut String) {
        match token.kind {
            TokenKind::Identifier(symbol)
            | TokenKind::Number(symbol)
            | TokenKind::Character(symbol)
            | TokenKind::String(symbol) => text.push_str(self.interner.text(symbol)),
            TokenKind::Punctuator(punctuator) => text.push_str(punctuator.text()),
            TokenKind::Stray(_) => text.push_str(self.sources.text(token.origin.spelling)),
            TokenKind::Pragma(_) | TokenKind::End => {}
        }
    }

    /// The string literal that `#` makes of an argument; `None` where the run stops.
    pub(super) fn stringify(&mut self, argument: &[PpToken], at: Origin) -> Option<Symbol> {
        let mut text = String::from('"');
        let mut spelling = String::new();
        for (index, token) in argument.iter().enumerate() {
            if token.spaced && index > 0 {
                text.push(' ');
            }
            spelling.clear();
            self.push_spelling(*token, &mut spelling);
            let literal = matches!(token.kind, TokenKind::String(_) | TokenKind::Character(_));
            for character in spelling.chars() {
                if literal && matches!(character, '"' | '\\') {
                    text.push('\\');
                }
                text.push(character);
            }
            if text.len() > self.limits.made_bytes {
                break;
            }
        }
        // Outside literals a `\` stands for itself; the last one would take the closing quote along.
        let trailing = text.bytes().rev().take_while(|&byte| byte == b'\\').count();
        if trailing % 2 == 1 {
            text.pop();
        }
        text.push('"');
        self.spend_bytes(text.len(), at)
            .then(|| self.interner.intern(&text))
    }

    /// The token that two tokens make side by side, if it is one.
    pub(super) fn paste(&mut self, left: PpToken, right: PpToken) -> Option<TokenKind> {
        use TokenKind::{Character, Identifier, Number, Punctuator as Operator};
        let make: fn(Symbol) -> TokenKind = match (left.kind, right.kind) {
            (Identifier(_), Identifier(_)) => Identifier,
            (Identifier(_), Number(number)) => {
                let text = self.interner.text(number);
                if text.contains(['.', '+', '-']) {
                    return None;
                }
                Identifier
            }
            (Number(_), Identifier(_) | Number(_)) | (Number(_), Operator(Punctuator::Dot)) => {
                Number
            }
            (Number(number), Operator(Punctuator::Plus | Punctuator::Minus)) => {
                if !self.interner.text(number).ends_with(['e', 'E', 'p', 'P']) {
                    return None;
                }
                Number
            }
            (Operator(Punctuator::Dot), Number(number)) => {
                if !self
                    .interner
                    .text(number)
                    .starts_with(|first: char| first.is_ascii_digit())
                {
                    return None;
                }
                Number
            }
            (Identifier(prefix), Character(literal))
                if self.interner.text(prefix) == "L"
                    && !self.interner.text(literal).starts_with('L') =>
            {
                Character
            }
            (Operator(left), Operator(right)) => {
                let text = [left.text(), right.text()].concat();
                return Punctuator::ALL
                    .iter()
                    .find(|punctuator| punctuator.text() == text)
                    .map(|&punctuator| Operator(punctuator));
            }
            _ => return None,
        };
        let mut text = String::new();
        self.push_spelling(left, &mut text);
        self.push_spelling(right, &mut text);
        self.spend_bytes(text.len(), left.origin)
            .then(|| make(self.interner.intern(&text)))
    }
}
