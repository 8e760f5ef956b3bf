//! The blanks before each piece of a line: what the neighbours are decides, not what the author wrote, except
//! where both ways are usual.

use crate::lines::{Lines, Piece, Treatment, What};
use crate::nesting::{Base, Depth, Nesting, Role};
use opencl_c::token::{Punctuator, TokenKind};
use std::ops::Range;

/// What a token asks for on one of its sides.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wish {
    /// No blank, whatever the neighbour wants.
    Tight,
    /// A blank, unless the neighbour wants none.
    Blank,
    /// As the author has it, unless the neighbour wants something.
    Kept,
    /// A blank, unless the neighbour wants something.
    Any,
}

fn wish_before(role: Role) -> Wish {
    use Role::*;
    match role {
        Close | CloseCast | CloseHead | CloseSubscript | OpenCall | OpenSubscript | Comma
        | Semicolon | Member | Postfix | LabelColon => Wish::Tight,
        Binary | Conditional | OpenBlock | CloseBlock => Wish::Blank,
        OpenDeclarator | OpenList | CloseList | Other => Wish::Kept,
        Word | ControlWord | Prefix | Pointer | OpenGroup => Wish::Any,
    }
}

fn wish_after(role: Role) -> Wish {
    use Role::*;
    match role {
        OpenCall | OpenDeclarator | OpenGroup | OpenSubscript | CloseCast | Member | Prefix
        | Pointer => Wish::Tight,
        Binary | Conditional | Comma | Semicolon | OpenBlock | CloseBlock | LabelColon => {
            Wish::Blank
        }
        OpenList | Other => Wish::Kept,
        Word | ControlWord | Close | CloseHead | CloseSubscript | CloseList | Postfix => Wish::Any,
    }
}

/// What a first pass over a text finds: the blanks before each piece, and where its lines stand.
pub(crate) struct Gaps {
    /// For each piece; 0 for the first of a line.
    pub(crate) before: Vec<usize>,
    /// For each line.
    pub(crate) depths: Vec<Depth>,
    /// For each line: does it hold a row of constants, whose columns the author chose?
    pub(crate) tables: Vec<bool>,
}

/// Finds the blanks before each piece.
pub(crate) fn gaps(lines: &Lines<'_>) -> Gaps {
    let mut nesting = Nesting::new(1);
    let mut found = Gaps {
        before: vec![0; lines.pieces.len()],
        depths: Vec::with_capacity(lines.lines.len()),
        tables: Vec::with_capacity(lines.lines.len()),
    };
    for line in &lines.lines {
        found.depths.push(nesting.depth());
        let pieces = line.pieces.clone();
        let is_table = nesting.in_list() && is_row(&lines.pieces[pieces.clone()]);
        found.tables.push(is_table);
        if line.is_directive {
            directive(lines, pieces, &mut nesting);
            continue;
        }
        let mut before: Option<Role> = None;
        let mut roles = tokens(lines, pieces.clone(), &[], &mut nesting);
        for index in pieces.clone() {
            let role = roles.next().flatten();
            if index > pieces.start && line.treatment == Treatment::Code {
                found.before[index] = match is_table {
                    true => lines.gap_before(index),
                    false => gap(lines, index, before, role),
                };
            }
            before = role;
        }
    }
    found
}

/// Passes a directive.
pub(crate) fn directive(lines: &Lines<'_>, pieces: Range<usize>, nesting: &mut Nesting) {
    let mut words = pieces
        .clone()
        .filter(|&piece| !lines.pieces[piece].is_comment())
        .map(|piece| lines.text_of(piece));
    words.next();
    let name = words.next().unwrap_or_default();
    let argument = words.next().unwrap_or_default();
    nesting.directive(name, argument);
    if name == "define" {
        let mut depths = [0_i32; 2];
        for piece in &lines.pieces[pieces] {
            match piece.what {
                What::Token(TokenKind::Punctuator(Punctuator::LeftBrace)) => depths[0] += 1,
                What::Token(TokenKind::Punctuator(Punctuator::RightBrace)) => depths[0] -= 1,
                What::Token(TokenKind::Punctuator(Punctuator::LeftParen)) => depths[1] += 1,
                What::Token(TokenKind::Punctuator(Punctuator::RightParen)) => depths[1] -= 1,
                _ => {}
            }
        }
        if depths != [0, 0] {
            nesting.excuse();
        }
    }
}

/// Passes the tokens of a line, whose pieces stand at the author's and the new `columns`, as far as they are known;
/// the role of each piece, nothing for a comment.
pub(crate) fn tokens<'n>(
    lines: &'n Lines<'_>,
    pieces: Range<usize>,
    columns: &'n [(usize, usize)],
    nesting: &'n mut Nesting,
) -> impl Iterator<Item = Option<Role>> + 'n {
    pieces.clone().map(move |index| {
        let token = lines.pieces[index].token()?;
        let place = columns.get(index - pieces.start);
        let (author, new) = place.copied().unwrap_or_default();
        let rest = &lines.pieces[index + 1..pieces.end];
        Some(nesting.token(
            token,
            Base { author, new },
            rest.iter().filter_map(Piece::token),
        ))
    })
}

/// The blanks between a piece and the one before it in its line.
fn gap(lines: &Lines<'_>, index: usize, before: Option<Role>, role: Option<Role>) -> usize {
    let author = usize::from(lines.gap_before(index) > 0);
    let (Some(before), Some(role)) = (before, role) else {
        // Beside a comment the author decides, but a comment behind code never sticks to it.
        let is_last = lines.pieces[index].what == What::LineComment;
        return if is_last { 1 } else { author };
    };
    use Role::*;
    let qualifies = before == Pointer && role == Word && lines.is_type(index);
    let both_usual = matches!(
        (before, role),
        (Semicolon | OpenBlock | LabelColon | CloseHead, Semicolon)
            | (OpenBlock, CloseBlock)
            | (Semicolon | Comma, Close | CloseHead)
            | (CloseCast, OpenList)
    );
    if both_usual || qualifies {
        return author;
    }
    let wishes = (wish_after(before), wish_before(role));
    let wanted = match wishes {
        (Wish::Tight, _) | (_, Wish::Tight) => 0,
        (Wish::Blank, _) | (_, Wish::Blank) => 1,
        (Wish::Kept, _) | (_, Wish::Kept) => author,
        (Wish::Any, Wish::Any) => 1,
    };
    if wanted == 0 && author == 1 && would_join(lines.text_of(index - 1), lines.text_of(index)) {
        return 1;
    }
    wanted
}

/// Could two tokens be read as others if no blank stood between them?
fn would_join(first: &str, second: &str) -> bool {
    const LONGER: [&str; 11] = [
        "//", "/*", "<:", ":>", "<%", "%>", "%:", "%:%:", "?", "??", "..",
    ];
    let is_word = |c: char| c == '_' || c == '$' || c.is_alphanumeric() || !c.is_ascii();
    let (Some(last), Some(next)) = (first.chars().next_back(), second.chars().next()) else {
        return false;
    };
    let is_number = |c: char| c.is_ascii_digit() || c == '.';
    if is_word(last) && (is_word(next) || matches!(next, '.' | '+' | '-' | '"' | '\'')) {
        // `1 .x` and `1e +2` would be one number, `L 'a'` one constant; names are not followed by those.
        return is_word(next) || first.starts_with(is_number) || matches!(next, '"' | '\'');
    }
    if last == '.' && (is_number(next) || first.starts_with(is_number)) {
        return true;
    }
    let longer = |spelling: &str| {
        spelling.len() > first.len()
            && spelling.starts_with(first)
            && spelling[first.len()..].starts_with(next)
    };
    LONGER.into_iter().any(longer)
        || Punctuator::ALL
            .iter()
            .any(|punctuator| longer(punctuator.text()))
}

/// Does a line hold constants, signs, commas and braces alone, and more than one constant?
fn is_row(pieces: &[Piece]) -> bool {
    use Punctuator::*;
    let constants = pieces
        .iter()
        .filter(|piece| {
            matches!(
                piece.what,
                What::Token(TokenKind::Number(_) | TokenKind::Character(_))
            )
        })
        .count();
    let others = pieces.iter().all(|piece| match piece.what {
        What::Token(TokenKind::Number(_) | TokenKind::Character(_)) => true,
        What::Token(TokenKind::Punctuator(punctuator)) => matches!(
            punctuator,
            Plus | Minus | Comma | LeftBrace | RightBrace | Semicolon
        ),
        What::Token(_) => false,
        What::LineComment | What::BlockComment => true,
    });
    constants > 1 && others
}
