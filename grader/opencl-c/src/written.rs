//! The tokens of a text as they are written: no directive is obeyed, no macro expanded, nothing reported.
//! For programs that look at the text of a program rather than at the program.

use crate::interner::Interner;
use crate::lexemes::lexemes;
use crate::token::TokenKind;

/// A token, and the line it begins on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// What it is; [`TokenKind::Stray`] for what starts no token, and for the rest of a line behind a quote
    /// without its partner.
    pub kind: TokenKind,
    /// Its line, from 1.
    pub line: u32,
}

/// The first `most` tokens of a text, comments and layout gone. Their symbols are those of `interner`.
/// Of a text of 4 GiB or more, which no source file is, there are none.
pub fn written(text: &str, most: usize, interner: &mut Interner) -> Vec<Written> {
    let (mut line, mut counted) = (1, 0);
    let tokens = lexemes(text, interner).filter_map(|lexeme| {
        let kind = lexeme.token?;
        let between = text.as_bytes().get(counted..lexeme.range.start);
        line += memchr::memchr_iter(b'\n', between.unwrap_or_default()).count() as u32;
        counted = lexeme.range.start;
        Some(Written { kind, line })
    });
    tokens.take(most).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directives_and_macros_stand_as_they_are_written() {
        let mut interner = Interner::default();
        let text = "#define N 4 // four\n/* a\nb */ x[N] = \\\n 'c;\nd #\n";
        let tokens = written(text, 100, &mut interner);
        let shown: Vec<String> = tokens
            .iter()
            .map(|token| {
                let text = match token.kind {
                    TokenKind::Identifier(symbol) | TokenKind::Number(symbol) => {
                        interner.text(symbol).to_owned()
                    }
                    TokenKind::Punctuator(punctuator) => punctuator.text().to_owned(),
                    TokenKind::Stray(stray) => format!("stray {stray}"),
                    other => format!("{other:?}"),
                };
                format!("{}:{text}", token.line)
            })
            .collect();
        let expected = [
            "1:#",
            "1:define",
            "1:N",
            "1:4",
            "3:x",
            "3:[",
            "3:N",
            "3:]",
            "3:=",
            "4:stray '",
            "5:d",
            "5:#",
        ];
        assert_eq!(shown, expected);
        assert_eq!(written(text, 5, &mut interner), tokens[..5]);
    }
}
