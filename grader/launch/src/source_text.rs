//! One reading of a program's text for every engine.
//!
//! Compilers agree on the characters of OpenCL C and differ at the edges: a byte order mark is skipped at
//! the very beginning and refused after a `#line`; a lone carriage return ends a line for one and is a
//! blank for another; trigraphs are replaced or not, by the version of the language; the spaces of other
//! scripts, which come with copied text, are blanks here and refused there. So each engine gets the text
//! from [`plain`], in which none of these is left, and a line of it is a line of the student's.

use std::borrow::Cow;

/// The mark that some editors write before the text.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The trigraphs: the replacement of the character after `??` (C99, 5.2.1.1).
const TRIGRAPHS: [(u8, char); 9] = [
    (b'=', '#'),
    (b'/', '\\'),
    (b'\'', '^'),
    (b'(', '['),
    (b')', ']'),
    (b'!', '|'),
    (b'<', '{'),
    (b'>', '}'),
    (b'-', '~'),
];

/// The text without byte order marks before it, with a line feed for each lone carriage return, a blank for
/// each space beyond ASCII, and with trigraphs replaced. A carriage return before a line feed stays. What is plain stays as it is.
pub fn plain(text: &str) -> Cow<'_, str> {
    let marked = text.trim_start_matches(BYTE_ORDER_MARK);
    if !marked.is_ascii() && marked.contains(is_foreign_space) {
        return Cow::Owned(in_ascii(&marked.replace(is_foreign_space, " ")).into_owned());
    }
    in_ascii(marked)
}

/// A space of Unicode, such as the no-break space of a web page.
fn is_foreign_space(character: char) -> bool {
    !character.is_ascii() && character.is_whitespace()
}

/// The same, of a text whose spaces are plain.
fn in_ascii(marked: &str) -> Cow<'_, str> {
    if !has_lone_return(marked) && !marked.contains("??") {
        return Cow::Borrowed(marked);
    }
    let bytes = marked.as_bytes();
    let mut plain = String::with_capacity(marked.len());
    let mut from = 0;
    while let Some(offset) = bytes[from..].iter().position(|&b| b == b'\r' || b == b'?') {
        let at = from + offset;
        plain.push_str(&marked[from..at]);
        let (stands_for, length) = read(&bytes[at..]);
        plain.push(stands_for);
        from = at + length;
    }
    plain.push_str(&marked[from..]);
    Cow::Owned(plain)
}

/// The character for a carriage return or question mark and what follows it, and the bytes it stands for.
fn read(rest: &[u8]) -> (char, usize) {
    match rest {
        [b'\r', b'\n', ..] => ('\r', 1),
        [b'\r', ..] => ('\n', 1),
        [b'?', b'?', third, ..] => {
            let found = TRIGRAPHS.iter().find(|(byte, _)| byte == third);
            found.map_or(('?', 1), |&(_, stands_for)| (stands_for, 3))
        }
        _ => ('?', 1),
    }
}

fn has_lone_return(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut returns = bytes.iter().enumerate().filter(|&(_, &b)| b == b'\r');
    returns.any(|(at, _)| bytes.get(at + 1) != Some(&b'\n'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_is_not_copied() {
        for text in [
            "",
            "kernel void f() {}\n",
            "a\r\nb ? c : d\r\n",
            "µ\u{feff}",
        ] {
            assert!(matches!(plain(text), Cow::Borrowed(same) if same == text));
        }
    }

    #[test]
    fn marks_go_and_lone_returns_end_lines() {
        assert_eq!(plain("\u{feff}a"), "a");
        assert_eq!(plain("\u{feff}\u{feff}a\r\n"), "a\r\n");
        assert_eq!(plain("// a\rb\r\nc\r\rd\r"), "// a\nb\r\nc\n\nd\n");
    }

    #[test]
    fn spaces_of_other_scripts_are_blanks() {
        assert_eq!(plain("int\u{a0}a\u{3000}=\u{85}1;\r"), "int a = 1;\n");
        assert_eq!(plain("// \u{e4}"), "// \u{e4}");
    }

    #[test]
    fn trigraphs_are_replaced() {
        assert_eq!(plain("??=define A ??(??)"), "#define A []");
        assert_eq!(plain("// why???/\nb ??x ??"), "// why?\\\nb ??x ??");
        assert_eq!(plain("?\u{b5}??!"), "?\u{b5}|");
    }

    #[test]
    fn a_plain_text_made_plain_again_is_the_same() {
        for text in [
            "\u{feff}\u{feff}?",
            "????=/",
            "?????/(",
            "??\r??/",
            "\r\r\n\n\r",
        ] {
            let once = plain(text).into_owned();
            assert_eq!(plain(&once), once, "{text:?}");
        }
    }
}
