//! What words and a few tokens together mean by themselves.

use opencl_c::keyword::{Keyword, Word, word};
use opencl_c::token::{Punctuator, Symbol, TokenKind};

pub(super) fn is_angle(token: Option<TokenKind>) -> bool {
    matches!(
        token,
        Some(TokenKind::Punctuator(
            Punctuator::Less | Punctuator::Greater
        ))
    )
}

pub(super) fn keyword_of(token: TokenKind) -> Option<Keyword> {
    match token {
        TokenKind::Identifier(symbol) => opencl_c::keyword::keyword(symbol),
        _ => None,
    }
}

/// Does this keyword start a statement wherever it stands outside brackets? What stands before it without a
/// semicolon is a macro.
pub(super) fn starts_statement(token: TokenKind) -> bool {
    use Keyword::*;
    matches!(
        keyword_of(token),
        Some(If | For | While | Switch | Do | Return | Break | Continue | Goto | Case)
    )
}

/// Does the word name a type, or part of one?
pub(crate) fn is_type(symbol: Symbol) -> bool {
    use Keyword::*;
    match word(symbol) {
        Some(Word::Type(_)) => true,
        Some(Word::Keyword(keyword)) => matches!(
            keyword,
            Char | Const
                | Double
                | Float
                | Int
                | Long
                | Register
                | Restrict
                | Short
                | Signed
                | Static
                | Unsigned
                | Void
                | Volatile
                | Bool
                | Atomic
                | Half
                | Global
                | Local
                | Constant
                | Private
                | GenericSpace
                | ReadOnly
                | WriteOnly
                | ReadWrite
        ),
        None => false,
    }
}

/// Does a cast start before these tokens? It holds a few words and stars, and an operand follows.
pub(super) fn is_cast(rest: impl Iterator<Item = TokenKind>) -> bool {
    const MOST: usize = 12;
    let (mut words, mut known, mut star) = (0, false, false);
    let mut rest = rest.take(MOST);
    loop {
        match rest.next() {
            Some(TokenKind::Identifier(symbol)) => {
                let is_type = is_type(symbol);
                if star && !is_type {
                    return false;
                }
                words += 1;
                known |= is_type || opencl_c::keyword::keyword(symbol) == Some(Keyword::Struct);
            }
            Some(TokenKind::Punctuator(Star)) if words > 0 => star = true,
            Some(TokenKind::Punctuator(RightParen)) => break,
            _ => return false,
        }
    }
    use Punctuator::*;
    match rest.next() {
        _ if words == 0 => false,
        Some(TokenKind::Identifier(_) | TokenKind::Number(_) | TokenKind::Character(_)) => true,
        Some(TokenKind::Punctuator(LeftParen | LeftBrace)) => true,
        Some(TokenKind::Punctuator(
            Plus | Minus | Star | Ampersand | Tilde | Bang | PlusPlus | MinusMinus,
        ))
        | None => known || star,
        _ => false,
    }
}
