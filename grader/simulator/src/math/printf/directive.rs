//! The grammar of a format: `%[flags][width][.precision][vector][length]conversion`.

use super::FIELD_LIMIT;

/// A part of a format.
#[derive(Debug, PartialEq)]
pub(super) enum Piece<'a> {
    /// Text as it stands; `%%` is the text `%`.
    Text(&'a [u8]),
    /// A directive, and where it begins.
    Directive { at: usize, directive: Directive },
    /// A `%` that begins no directive.
    Unknown { at: usize, text: &'a [u8] },
}

/// How one argument is to be printed.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Directive {
    pub(super) left: bool,
    pub(super) plus: bool,
    pub(super) space: bool,
    pub(super) alternate: bool,
    pub(super) zero: bool,
    pub(super) width: usize,
    pub(super) precision: Option<usize>,
    /// Was a width or precision above the limit?
    pub(super) clamped: bool,
    /// The number of components of `v2` to `v16`.
    pub(super) vector: Option<u8>,
    pub(super) length: Length,
    pub(super) conversion: Conversion,
}

/// A length modifier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Length {
    #[default]
    Default,
    /// `hh`
    Char,
    /// `h`
    Short,
    /// `hl`: 32-bit components of a vector.
    Int,
    /// `l`
    Long,
}

/// A conversion specifier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Conversion {
    /// `d`, `i`
    #[default]
    Signed,
    /// `o`, `u`, `x`, `X`: the letter.
    Unsigned(u8),
    /// `f`, `e`, `g`, `a` and their capitals: the letter.
    Floating(u8),
    /// `c`
    Character,
    /// `s`
    String,
    /// `p`
    Pointer,
}

/// The parts of a format in order.
pub(super) fn pieces(format: &[u8]) -> impl Iterator<Item = Piece<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = format.get(at..).filter(|rest| !rest.is_empty())?;
        let start = at;
        if rest[0] != b'%' {
            let text = rest.split(|&byte| byte == b'%').next().unwrap_or(rest);
            at += text.len();
            return Some(Piece::Text(text));
        }
        if rest.get(1) == Some(&b'%') {
            at += 2;
            return Some(Piece::Text(&rest[..1]));
        }
        Some(match directive(&rest[1..]) {
            Some((directive, length)) => {
                at += 1 + length;
                Piece::Directive {
                    at: start,
                    directive,
                }
            }
            None => {
                at += 1;
                Piece::Unknown {
                    at: start,
                    text: &rest[..1],
                }
            }
        })
    })
}

/// The directive after a `%`, and its length in bytes.
fn directive(text: &[u8]) -> Option<(Directive, usize)> {
    let mut directive = Directive::default();
    let mut rest = text;
    while let Some((&flag, after)) = rest.split_first() {
        match flag {
            b'-' => directive.left = true,
            b'+' => directive.plus = true,
            b' ' => directive.space = true,
            b'#' => directive.alternate = true,
            b'0' => directive.zero = true,
            _ => break,
        }
        rest = after;
    }
    directive.width = number(&mut rest, &mut directive.clamped);
    if let Some(after) = rest.strip_prefix(b".") {
        rest = after;
        directive.precision = Some(number(&mut rest, &mut directive.clamped));
    }
    for (prefix, width) in [
        (b"v16".as_slice(), 16),
        (b"v2", 2),
        (b"v3", 3),
        (b"v4", 4),
        (b"v8", 8),
    ] {
        if let Some(after) = rest.strip_prefix(prefix) {
            directive.vector = Some(width);
            rest = after;
            break;
        }
    }
    for (prefix, length) in [
        (b"hh".as_slice(), Length::Char),
        (b"hl", Length::Int),
        (b"h", Length::Short),
        (b"ll", Length::Long),
        (b"l", Length::Long),
        // Lengths of C's, which compilers take for those of `long`.
        (b"z", Length::Long),
        (b"t", Length::Long),
        (b"j", Length::Long),
    ] {
        if let Some(after) = rest.strip_prefix(prefix) {
            directive.length = length;
            rest = after;
            break;
        }
    }
    let (&letter, after) = rest.split_first()?;
    directive.conversion = match letter {
        b'd' | b'i' => Conversion::Signed,
        b'o' | b'u' | b'x' | b'X' => Conversion::Unsigned(letter),
        b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => Conversion::Floating(letter),
        b'c' => Conversion::Character,
        b's' => Conversion::String,
        b'p' => Conversion::Pointer,
        _ => return None,
    };
    let plain = directive.vector.is_none() && directive.length == Length::Default;
    let takes_modifiers = matches!(
        directive.conversion,
        Conversion::Signed | Conversion::Unsigned(_) | Conversion::Floating(_)
    );
    (plain || takes_modifiers).then_some((directive, text.len() - after.len()))
}

/// Decimal digits at the front of `text`, none being 0, at most the limit.
fn number(text: &mut &[u8], clamped: &mut bool) -> usize {
    let mut value = 0usize;
    while let Some((digit @ b'0'..=b'9', after)) = text.split_first() {
        value = value * 10 + usize::from(digit - b'0');
        if value > FIELD_LIMIT {
            value = FIELD_LIMIT;
            *clamped = true;
        }
        *text = after;
    }
    value
}
