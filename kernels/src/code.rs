//! The text of a kernel's file without the comments that stand in lines of their own. They are for readers of the file,
//! and would be a tenth of what a page loads.

/// The text of a `.cl` file beside the caller's, as a constant: a line that is a comment is left empty, so that the
/// other lines keep their numbers.
macro_rules! kernel_text {
    ($file:literal) => {{
        const WHOLE: &str = include_str!($file);
        const CODE: [u8; $crate::code::length(WHOLE)] = $crate::code::code(WHOLE);
        const TEXT: &str = match core::str::from_utf8(&CODE) {
            Ok(text) => text,
            Err(_) => panic!("a comment ends within a character"),
        };
        TEXT
    }};
}

/// The bytes that [`code`] leaves.
pub(crate) const fn length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let (mut at, mut kept) = (0, 0);
    while at < bytes.len() {
        let end = line_end(bytes, at);
        kept += if is_comment(bytes, at) { 1 } else { end - at };
        at = end;
    }
    kept
}

/// The text with its lines of comments empty. `LENGTH` is [`length`].
pub(crate) const fn code<const LENGTH: usize>(text: &str) -> [u8; LENGTH] {
    let bytes = text.as_bytes();
    let mut kept = [b'\n'; LENGTH];
    let (mut at, mut to) = (0, 0);
    while at < bytes.len() {
        let end = line_end(bytes, at);
        if is_comment(bytes, at) {
            to += 1;
        } else {
            let mut byte = at;
            while byte < end {
                kept[to] = bytes[byte];
                to += 1;
                byte += 1;
            }
        }
        at = end;
    }
    kept
}

/// The first byte behind the line that begins at `at`.
const fn line_end(bytes: &[u8], at: usize) -> usize {
    let mut end = at;
    while end < bytes.len() && bytes[end] != b'\n' {
        end += 1;
    }
    if end < bytes.len() { end + 1 } else { end }
}

/// Does the line that begins at `at` hold a comment of one line alone? One that ends with a backslash goes on.
const fn is_comment(bytes: &[u8], at: usize) -> bool {
    let mut first = at;
    while first < bytes.len() && bytes[first] == b' ' {
        first += 1;
    }
    if first + 1 >= bytes.len() || bytes[first] != b'/' || bytes[first + 1] != b'/' {
        return false;
    }
    let end = line_end(bytes, at);
    end - at >= 2 && bytes[end - 1] == b'\n' && bytes[end - 2] != b'\\'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_in_lines_of_their_own_are_left_empty() {
        const TEXT: &str =
            "// one\nint a; // kept\n    // two\n\nint b;\n// goes on \\\nint c;\n//";
        const CODE: [u8; length(TEXT)] = code(TEXT);
        let code = std::str::from_utf8(&CODE).unwrap();
        assert_eq!(
            code,
            "\nint a; // kept\n\n\nint b;\n// goes on \\\nint c;\n//"
        );
        assert_eq!(code.lines().count(), TEXT.lines().count());
    }
}
