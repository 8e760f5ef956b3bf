//! Does a text say the same as before? Tokens, directives and comments are compared, not the space between.

use crate::lines::{Lines, What, is_blank};

/// Have the two the same tokens and comments in the same order?
pub(crate) fn same(one: &Lines<'_>, other: &Lines<'_>) -> bool {
    let mut others = units(other);
    units(one).all(|unit| others.next() == Some(unit)) && others.next().is_none()
}

#[derive(Debug, PartialEq, Eq)]
enum Unit<'a> {
    Token(&'a str),
    Comment(Vec<&'a str>),
    Directive(&'a str),
}

fn units<'l>(lines: &'l Lines<'_>) -> impl Iterator<Item = Unit<'l>> {
    lines.lines.iter().flat_map(|line| {
        let (directive, pieces) = match line.is_directive {
            true => (
                Some(lines.text[line.bytes.clone()].trim_end_matches(is_blank)),
                0..0,
            ),
            false => (None, line.pieces.clone()),
        };
        let of_pieces = pieces.map(|piece| {
            let text = lines.text_of(piece);
            match lines.pieces[piece].what {
                What::Token(_) => Unit::Token(text),
                _ => Unit::Comment(
                    text.lines()
                        .map(|line| line.trim_matches(is_blank))
                        .collect(),
                ),
            }
        });
        directive.map(Unit::Directive).into_iter().chain(of_pieces)
    })
}
