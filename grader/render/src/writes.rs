//! Finds the line that writes a buffer, if there is exactly one: the line to look at when that buffer's
//! contents are wrong.
//!
//! It reads the text, not the program: `name[...] =` and its kin, atomics and `vstoreN` on `name`. Two such
//! lines, a macro or a pointer that goes by another name, and nothing is said.

use super::excerpt::Spot;
use std::ops::Range;

/// The longest index that is underlined, in bytes: a longer one leaves no room for its label.
const LONGEST_INDEX: usize = 24;

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
        let place = match written(&code[from..]) {
            Use::Element(length) if length <= LONGEST_INDEX => Some(start..from + length),
            Use::Element(_) => Some(start..from),
            Use::Read | Use::Declaration => writing_call(&code, start),
        };
        match place {
            Some(place) if found.is_none() => found = Some(place),
            Some(place) if found.as_ref() != Some(&place) => return None,
            _ => {}
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

/// The name of the call around `at` that writes where its pointer argument points, if `at` lies in that argument: an atomic
/// or a `vstore`.
fn writing_call(code: &str, at: usize) -> Option<Range<usize>> {
    let (mut depth, mut arguments_before) = (0_usize, 0_usize);
    let open = code[..at].char_indices().rev().find_map(|(index, c)| {
        match c {
            ')' | ']' => depth += 1,
            '(' if depth == 0 => return Some(Some(index)),
            // Within an index it only says where.
            '[' if depth == 0 => return Some(None),
            '(' | '[' => depth -= 1,
            ',' if depth == 0 => arguments_before += 1,
            ';' | '{' | '}' => return Some(None),
            _ => {}
        }
        None
    })??;
    let before = code[..open].trim_end();
    let start = before
        .rfind(|c: char| !c.is_alphanumeric() && c != '_')
        .map_or(0, |index| index + 1);
    let name = &before[start..];
    let pointer = if name.starts_with("atomic_") || name.starts_with("atom_") {
        0
    } else if name.starts_with("vstore") {
        2
    } else {
        return None;
    };
    if arguments_before != pointer {
        return None;
    }
    Some(start..start + name.len())
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
    String::from_utf8(out).expect("whole characters were replaced by blanks")
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
    fn an_atomic_or_a_vstore_writes_too() {
        let cases = [
            ("if (y[0] > n)\n    atomic_inc(&y[x[i] / 4]);\n", 2, 4..14),
            ("atomic_add(y + i, 1);\n", 1, 0..10),
            ("a = 1;\nvstore4((float4)(a, b, c, d), i, y);\n", 2, 0..7),
            ("vstore4(v, i, y + n);\n", 1, 0..7),
        ];
        for (source, line, bytes) in cases {
            let spot = only_write(source, "y").expect(source);
            assert_eq!((spot.line, spot.bytes), (line, Some(bytes)), "{source}");
        }
    }

    #[test]
    fn what_an_atomic_or_a_vstore_only_reads_is_not_written() {
        assert_eq!(line_of("atomic_add(&x[0], y[i]);\n"), None);
        assert_eq!(line_of("atomic_inc(&x[y[i]]);\n"), None);
        assert_eq!(line_of("vstore4(vload4(0, y), i, x);\n"), None);
        assert_eq!(line_of("y[0] = 1;\natomic_inc(&y[1]);\n"), None);
    }

    #[test]
    fn with_none_or_two_nothing_is_said() {
        assert_eq!(line_of("x = y[0];\n"), None);
        assert_eq!(line_of("y[0] = 1;\ny[1] = 1;\n"), None);
        assert_eq!(line_of("y[0"), None);
        assert_eq!(line_of(""), None);
    }
}
