//! Tokens with everything gone from them that is changed without a thought: names, numbers, the choice of
//! a type, qualifiers, braces.

use launch::noise;
use opencl_c::builtin;
use opencl_c::interner::Interner;
use opencl_c::keyword::{Keyword, TypeWord, Word, word};
use opencl_c::preprocessor::Standard;
use opencl_c::token::{Punctuator, TokenKind};
use opencl_c::{Written, written};

/// More tokens of a file than these are not looked at: the longest kernel of the course has a fiftieth.
const MOST_TOKENS: usize = 100_000;

/// The normalised form of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// A name that the author chose: equal names of one text have equal numbers.
    Name(u32),
    /// Anything else, by a number of its own.
    Fixed(u64),
}

/// A token, and the line it stands on, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) shape: Shape,
    /// Its line, from 1.
    pub(crate) line: u32,
}

/// The tokens of a text, whether or not it is a program.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let mut interner = Interner::default();
    let mut tokens: Vec<Token> = Vec::new();
    for Written { kind, line } in written(text, MOST_TOKENS, &mut interner) {
        let Some(shape) = shape(kind, &interner) else {
            continue;
        };
        // `unsigned int` is one type, as `uint` is.
        let is_rest_of_type = shape == TYPE && tokens.last().is_some_and(|it| it.shape == TYPE);
        if !is_rest_of_type {
            tokens.push(Token { shape, line });
        }
    }
    tokens
}

/// A scalar type of any kind.
const TYPE: Shape = Shape::Fixed(1);

/// A number, a character, `true` or `false`.
const NUMBER: Shape = Shape::Fixed(2);

const STRING: Shape = Shape::Fixed(3);

/// A vector of any scalar type; the width is added.
const VECTOR: u64 = 8;

fn shape(kind: TokenKind, interner: &Interner) -> Option<Shape> {
    Some(match kind {
        TokenKind::Number(_) | TokenKind::Character(_) => NUMBER,
        TokenKind::String(_) => STRING,
        TokenKind::Punctuator(Punctuator::LeftBrace | Punctuator::RightBrace) => return None,
        TokenKind::Punctuator(punctuator) => spelled(punctuator.text()),
        TokenKind::Identifier(symbol) => match word(symbol) {
            Some(Word::Keyword(keyword)) => of_keyword(keyword)?,
            Some(Word::Type(TypeWord::Scalar(_))) => TYPE,
            Some(Word::Type(TypeWord::Vector(_, width))) => Shape::Fixed(VECTOR + u64::from(width)),
            Some(Word::Type(_)) => spelled(interner.text(symbol)),
            None => {
                let text = interner.text(symbol);
                let is_given = builtin::lookup(text).is_some()
                    || builtin::unsupported_function(text, Standard::default()).is_some()
                    || text.starts_with("CLK_");
                match is_given {
                    true => spelled(text),
                    false => Shape::Name(symbol.0),
                }
            }
        },
        TokenKind::Stray(_) | TokenKind::Pragma(_) | TokenKind::End => return None,
    })
}

fn of_keyword(keyword: Keyword) -> Option<Shape> {
    Some(match keyword {
        Keyword::Const
        | Keyword::Restrict
        | Keyword::Volatile
        | Keyword::Register
        | Keyword::Inline
        | Keyword::Static
        | Keyword::Private => return None,
        Keyword::Bool
        | Keyword::Char
        | Keyword::Short
        | Keyword::Int
        | Keyword::Long
        | Keyword::Half
        | Keyword::Float
        | Keyword::Double
        | Keyword::Signed
        | Keyword::Unsigned => TYPE,
        Keyword::True | Keyword::False => NUMBER,
        other => spelled(other.text()),
    })
}

/// A token that is distinguished by its spelling.
fn spelled(text: &str) -> Shape {
    let hash = text.bytes().fold(text.len() as u64, |hash, byte| {
        noise::bits(hash, u64::from(byte))
    });
    Shape::Fixed(hash)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shapes(text: &str) -> Vec<Shape> {
        tokens(text).into_iter().map(|token| token.shape).collect()
    }

    #[test]
    fn layout_comments_types_numbers_braces_and_qualifiers_are_gone() {
        let plain = "kernel void f(global float *x) { if (x[0] > 1) x[1] = 'c'; }";
        let dressed = "/* mine */ __kernel void f(__global const\n unsigned  int *restrict x)\n{\n\
                       if (x[7] > 0.5f) { x[0x2] = true; } // done\n}";
        assert_eq!(shapes(plain), shapes(dressed));
    }

    #[test]
    fn what_the_language_names_is_told_apart_and_what_the_author_names_is_a_name() {
        assert_ne!(shapes("get_global_id(0)"), shapes("get_local_id(0)"));
        assert_ne!(
            shapes("CLK_LOCAL_MEM_FENCE"),
            shapes("CLK_GLOBAL_MEM_FENCE")
        );
        assert_ne!(shapes("float4 x"), shapes("float2 x"));
        assert!(matches!(shapes("mine")[..], [Shape::Name(_)]));
    }

    #[test]
    fn a_text_that_is_no_program_has_tokens_all_the_same() {
        assert_eq!(shapes("\u{1f600} @ x \"y\n ` z").len(), 2);
        assert!(shapes("").is_empty());
    }
}
