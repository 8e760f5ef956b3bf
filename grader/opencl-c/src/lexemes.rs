//! The tokens of a text as they are written, with their places: for programs that edit a text.

use crate::interner::Interner;
use crate::lexer::{Lexed, Lexer};
use crate::token::TokenKind;
use std::ops::Range;
use std::sync::Arc;

/// A token or the end of a line, and its bytes. Between two lexemes stand blanks, comments and line splices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lexeme {
    /// What it is; nothing for the end of a line. [`TokenKind::Stray`] is what starts no token, and the rest of
    /// a line behind a quote without its partner.
    pub token: Option<TokenKind>,
    /// Its bytes in the text.
    pub range: Range<usize>,
}

/// The lexemes of a text in their order; no directive is obeyed. A carriage return is a blank. Of a text of 4 GiB
/// or more there are none. The symbols are those of `interner`.
pub fn lexemes(text: &str, interner: &mut Interner) -> impl Iterator<Item = Lexeme> {
    let fits = u32::try_from(text.len()).is_ok();
    let mut lexer = Lexer::new(Arc::from(if fits { text } else { "" }));
    std::iter::from_fn(move || {
        let lexeme = lexer.next(interner);
        let token = match lexeme.what {
            Lexed::End => return None,
            Lexed::Newline => None,
            Lexed::Token(kind) => Some(kind),
        };
        let range = lexeme.start as usize..lexeme.end as usize;
        Some(Lexeme { token, range })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_the_spelling() {
        let text = "a<:1\\\n2/* x\n*/:>;\n'b";
        let found: Vec<(bool, &str)> = lexemes(text, &mut Interner::default())
            .map(|it| (it.token.is_some(), &text[it.range]))
            .collect();
        let expected = [
            (true, "a"),
            (true, "<:"),
            (true, "1\\\n2"),
            (true, ":>"),
            (true, ";"),
            (false, "\n"),
            (true, "'b"),
        ];
        assert_eq!(found, expected);
    }
}
