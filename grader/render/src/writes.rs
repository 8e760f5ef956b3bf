//! Finds the line that writes a buffer, where there is just one: the line to look at when that
//! buffer's contents are wrong.
//!
//! It reads the text, not the program: `name[...] =` and its kin. Two such lines, a macro or a
//! pointer that goes by another name, and nothing is said.

use super::excerpt::Spot;

/// The one place in `source` that assigns to an element of `buffer`.
pub(super) fn only_write(source: &str, buffer: &str) -> Option<Spot> {
    let code = blank_comments(source);
    let mut found = None;
    let mut from = 0;
    while let Some(offset) = code[from..].find(buffer) {
        let start = from + offset;
        from = start + buffer.len();
        let whole_word = !ends_in_word(&code[..start]) && !starts_in_word(&code[from..]);
        if !whole_word {
            continue;
        }
        match written(&code[from..]) {
            Use::Element(length) if found.is_none() => found = Some(start..from + length),
            Use::Element(_) => return None,
            Use::Read | Use::Declaration => {}
        }
    }
    let found = found?;
    let before = &source[..found.start];
    let line_start = before.rfind('\n').map_or(0, |index| index + 1);
    let line = 1 + before.matches('\n').count();
    Some(Spot {
        line: u32::try_from(line).ok()?,
        // An index that goes on in the next line has no place to underline: the line has to do.
        bytes: (!source[found.clone()].contains('\n'))
            .then(|| found.start - line_start..found.end - line_start),
        label: format!("the only line that writes {buffer}[..]"),
    })
}

enum Use {
    /// `[...]` of this many bytes, then an assignment.
    Element(usize),
    Read,
    Declaration,
}

fn written(after: &str) -> Use {
    let gap = after.len() - after.trim_start().len();
    let mut depth = 0_usize;
    for (offset, c) in after.char_indices().skip(after[..gap].chars().count()) {
        match c {
            '[' | '(' => depth += 1,
            ']' | ')' if depth > 0 => depth -= 1,
            _ if depth == 0 => return Use::Declaration,
            _ => {}
        }
        if depth == 0 {
            let end = offset + c.len_utf8();
            return if c == ']' && is_assignment(after[end..].trim_start()) {
                Use::Element(end)
            } else {
                Use::Read
            };
        }
    }
    Use::Read
}

fn is_assignment(text: &str) -> bool {
    if text.starts_with("==") {
        return false;
    }
    const OPERATORS: [&str; 13] = [
        "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--",
    ];
    OPERATORS.iter().any(|operator| text.starts_with(operator))
}

fn ends_in_word(text: &str) -> bool {
    text.ends_with(|c: char| c.is_alphanumeric() || c == '_')
}

fn starts_in_word(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphanumeric() || c == '_')
}

/// The source with the characters of comments, strings and preprocessor lines as blanks, at the same offsets.
fn blank_comments(source: &str) -> String {
    #[derive(PartialEq)]
    enum State {
        Code,
        Line,
        Block,
        Text,
    }
    let bytes = source.as_bytes();
    let mut out = bytes.to_vec();
    let mut state = State::Code;
    let mut fresh_line = true;
    for index in 0..bytes.len() {
        let (byte, next) = (bytes[index], bytes.get(index + 1).copied());
        match state {
            State::Code => match (byte, next) {
                (b'/', Some(b'/')) => state = State::Line,
                (b'/', Some(b'*')) => state = State::Block,
                (b'#', _) if fresh_line => state = State::Line,
                (b'"', _) => state = State::Text,
                _ => {}
            },
            State::Line if byte == b'\n' && index > 0 && bytes[index - 1] != b'\\' => {
                state = State::Code;
            }
            State::Block if byte == b'/' && index > 1 && bytes[index - 1] == b'*' => {
                state = State::Code;
                out[index] = b' ';
            }
            State::Text if byte == b'\n' || (byte == b'"' && bytes[index - 1] != b'\\') => {
                state = State::Code;
            }
            _ => {}
        }
        fresh_line = byte == b'\n' || (fresh_line && byte.is_ascii_whitespace());
        // Blanks for whole bytes: what is left outside comments is unchanged, so still UTF-8.
        if state != State::Code && byte != b'\n' {
            out[index] = b' ';
        }
    }
    String::from_utf8(out).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line_of(source: &str) -> Option<u32> {
        only_write(source, "y").map(|spot| spot.line)
    }

    #[test]
    fn the_one_assignment_is_found_with_its_columns() {
        let source =
            "kernel void f(global int *y) {\n    if (y[0] == 1)\n        y[a[i] + 1] += x;\n}";
        let spot = only_write(source, "y").expect("a write");
        assert_eq!((spot.line, spot.bytes), (3, Some(8..19)));
    }

    #[test]
    fn comments_text_and_other_names_do_not_count() {
        assert_eq!(line_of("// y[0] = 1\n/* y[1] = 2; */ y[i] = 3;\n"), Some(2));
        assert_eq!(line_of("my[0] = 1;\ny2[0] = 1;\n y [0] = 2;\n"), Some(3));
        assert_eq!(
            line_of("#define P y[0] = 1\nprintf(\"y[0] = 1\");\ny[1]++;"),
            Some(3)
        );
        assert_eq!(line_of("// é y[0] = 1\n/* é */ y[1] = 2;"), Some(2));
    }

    #[test]
    fn with_none_or_two_nothing_is_said() {
        assert_eq!(line_of("x = y[0];\n"), None);
        assert_eq!(line_of("y[0] = 1;\ny[1] = 1;\n"), None);
        assert_eq!(line_of("y[0"), None);
        assert_eq!(line_of(""), None);
    }
}
