//! The words of a kernel's text, with their places; comments and preprocessor lines left out.

use std::ops::Range;

/// Kinds of word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A keyword or a name.
    Name,
    /// A number.
    Number,
    /// An operator or other punctuation.
    Punctuation,
}

/// A word of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word<'t> {
    pub(crate) kind: Kind,
    pub(crate) text: &'t str,
    pub(crate) at: Range<usize>,
}

/// Operators of more than one character, the longest first.
const LONG: [&str; 19] = [
    "<<=", ">>=", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/=", "%=",
    "++", "--", "->", "|=",
];

/// The words of `text`.
pub(crate) fn words(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut at = 0;
    while let Some(next) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = |is: fn(char) -> bool| rest.find(|c| !is(c)).unwrap_or(rest.len());
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let (kind, length) = if rest.starts_with("//") || next == '#' {
            (None, rest.find('\n').unwrap_or(rest.len()))
        } else if rest.starts_with("/*") {
            (None, rest.find("*/").map_or(rest.len(), |end| end + 2))
        } else if next.is_ascii_digit() {
            (Some(Kind::Number), length(is_part_of_number))
        } else if is_word(next) {
            (
                Some(Kind::Name),
                length(|c| c.is_ascii_alphanumeric() || c == '_'),
            )
        } else if next.is_whitespace() {
            (None, next.len_utf8())
        } else {
            let long = LONG.iter().find(|long| rest.starts_with(**long));
            let length = long.map_or(next.len_utf8(), |long| long.len());
            (Some(Kind::Punctuation), length)
        };
        if let Some(kind) = kind {
            words.push(Word {
                kind,
                text: &rest[..length],
                at: at..at + length,
            });
        }
        at += length;
    }
    words
}

fn is_part_of_number(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '.'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_preprocessor_lines_hold_no_words() {
        let text = "#define A 1\n// b\n/* c\n */ x[i] <<= 0x1F; y = 1.5f;";
        let found: Vec<&str> = words(text).iter().map(|word| word.text).collect();
        let expected = [
            "x", "[", "i", "]", "<<=", "0x1F", ";", "y", "=", "1.5f", ";",
        ];
        assert_eq!(found, expected);
    }
}
