//! The comments of a text, and which of its lines hold code.
//!
//! Reads as the first phases of a translation do, save that a line is what a reader sees as one: no
//! comment begins in a string.

/// The part of a comment on one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece<'a> {
    /// The line, from 1.
    pub(super) line: u32,
    /// The text of that line.
    pub(super) whole: &'a str,
    /// Where in it the comment begins, in bytes, after its slashes.
    pub(super) from: usize,
    /// Where it ends.
    pub(super) to: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Comment {
    Line,
    Block,
}

/// The comments of a text, line by line, and the lines that hold code.
pub(super) fn comments(text: &str) -> (Vec<Piece<'_>>, Vec<u32>) {
    let (mut pieces, mut code) = (Vec::new(), Vec::new());
    let mut inside = None;
    for (whole, line) in text.lines().zip(1..) {
        let bytes = whole.as_bytes();
        let (mut at, mut has_code) = (0, false);
        while at < bytes.len() {
            let Some(comment) = inside else {
                let step = match &bytes[at..] {
                    [b'/', b'/', ..] => {
                        inside = Some(Comment::Line);
                        2
                    }
                    [b'/', b'*', ..] => {
                        inside = Some(Comment::Block);
                        2
                    }
                    [quote @ (b'"' | b'\''), rest @ ..] => {
                        has_code = true;
                        1 + literal(*quote, rest)
                    }
                    [byte, ..] => {
                        has_code |= !byte.is_ascii_whitespace();
                        1
                    }
                    [] => break,
                };
                at += step;
                continue;
            };
            let end = match comment {
                Comment::Line => None,
                Comment::Block => whole.get(at..).and_then(|rest| rest.find("*/")),
            };
            let to = end.map_or(bytes.len(), |length| at + length);
            pieces.push(Piece {
                line,
                whole,
                from: at,
                to,
            });
            at = to;
            if end.is_some() {
                inside = None;
                at += 2;
            }
        }
        if inside == Some(Comment::Line) && !whole.ends_with('\\') {
            inside = None;
        }
        if has_code {
            code.push(line);
        }
    }
    (pieces, code)
}

/// The bytes that a string or a character takes after its opening quote; it ends with its line.
fn literal(quote: u8, rest: &[u8]) -> usize {
    let mut at = 0;
    while let Some(&byte) = rest.get(at) {
        match byte {
            b'\\' => at += 2,
            _ if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Vec<(u32, &str)>, Vec<u32>) {
        let (pieces, code) = comments(text);
        let texts = pieces.iter().map(|it| (it.line, &it.whole[it.from..it.to]));
        (texts.collect(), code)
    }

    #[test]
    fn both_kinds_of_comment_are_found_line_by_line() {
        let text = "a; // one\n/* two\r\n three */ b; /**/\n//four\\\n five\n//\nc;";
        let expected = vec![
            (1, " one"),
            (2, " two"),
            (3, " three "),
            (3, ""),
            (4, "four\\"),
            (5, " five"),
        ];
        assert_eq!(read(text), (expected, vec![1, 3, 7]));
    }

    #[test]
    fn a_string_holds_no_comment() {
        let text = "f(\"// \\\" /* x\"); // y\nc = '\"'; // z\n#error don't // lost\nd // w";
        let expected = vec![(1, " y"), (2, " z"), (4, " w")];
        assert_eq!(read(text), (expected, vec![1, 2, 3, 4]));
    }

    #[test]
    fn text_that_breaks_off_is_read_to_its_end() {
        for text in [
            "/",
            "/*",
            "/* x",
            "\"\\",
            "'",
            "//",
            "/* \u{b5}*",
            "\u{b5}/",
        ] {
            comments(text);
        }
    }
}
