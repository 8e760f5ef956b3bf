//! One small slip in a good program, as a learner or an editor makes it.

use crate::Random;

/// A token of the text, by its bytes.
#[derive(Clone, Copy, Debug)]
struct Piece {
    start: usize,
    end: usize,
}

/// `text` with one slip, and what the slip is.
pub fn mutate(text: &str, random: &mut Random) -> (String, String) {
    let pieces = pieces(text);
    if pieces.len() < 2 {
        return (text.to_owned(), "nothing".to_owned());
    }
    let spelling = |index: usize| &text[pieces[index].start..pieces[index].end];
    let at = random.below(pieces.len());
    let spliced =
        |piece: Piece, by: &str| format!("{}{by}{}", &text[..piece.start], &text[piece.end..]);
    match random.below(9) {
        0 => (
            spliced(pieces[at], ""),
            format!("deleted `{}`", spelling(at)),
        ),
        1 => {
            let twice = format!("{0} {0}", spelling(at));
            (
                spliced(pieces[at], &twice),
                format!("doubled `{}`", spelling(at)),
            )
        }
        2 => {
            let at = at.min(pieces.len() - 2);
            let between = &text[pieces[at].end..pieces[at + 1].start];
            let swapped = format!("{}{between}{}", spelling(at + 1), spelling(at));
            let both = Piece {
                start: pieces[at].start,
                end: pieces[at + 1].end,
            };
            (
                spliced(both, &swapped),
                format!("swapped `{}` and `{}`", spelling(at), spelling(at + 1)),
            )
        }
        3 => {
            let other = spelling(random.below(pieces.len()));
            (
                spliced(pieces[at], other),
                format!("`{}` became `{other}`", spelling(at)),
            )
        }
        4 => {
            let other = *random.pick(TOKENS);
            (
                spliced(pieces[at], other),
                format!("`{}` became `{other}`", spelling(at)),
            )
        }
        5 => {
            let words = indices(&pieces, |index| is_word(spelling(index)));
            let Some(at) = choose(&words, random) else {
                return (text.to_owned(), "nothing".to_owned());
            };
            let slip = slip(spelling(at), random);
            (
                spliced(pieces[at], &slip),
                format!("`{}` became `{slip}`", spelling(at)),
            )
        }
        6 => {
            let types = indices(&pieces, |index| TYPES.contains(&spelling(index)));
            let Some(at) = choose(&types, random) else {
                return (text.to_owned(), "nothing".to_owned());
            };
            let other = *random.pick(TYPES);
            (
                spliced(pieces[at], other),
                format!("`{}` became `{other}`", spelling(at)),
            )
        }
        7 => {
            let marks = indices(&pieces, |index| {
                matches!(
                    spelling(index),
                    "{" | "}" | "(" | ")" | ";" | "[" | "]" | ","
                )
            });
            let Some(at) = choose(&marks, random) else {
                return (text.to_owned(), "nothing".to_owned());
            };
            (
                spliced(pieces[at], ""),
                format!("deleted `{}`", spelling(at)),
            )
        }
        _ => {
            let words = indices(&pieces, |index| is_word(spelling(index)));
            let (Some(at), Some(from)) = (choose(&words, random), choose(&words, random)) else {
                return (text.to_owned(), "nothing".to_owned());
            };
            (
                spliced(pieces[at], spelling(from)),
                format!("`{}` became `{}`", spelling(at), spelling(from)),
            )
        }
    }
}

const TYPES: &[&str] = &[
    "char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "float", "double",
    "float2", "float4", "int4", "uint4", "int2", "size_t", "void", "bool", "float3", "char4",
    "double2",
];

const TOKENS: &[&str] = &[
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ",",
    "+",
    "-",
    "*",
    "/",
    "%",
    "&",
    "|",
    "^",
    "!",
    "~",
    "=",
    "==",
    "<",
    ">",
    "<<",
    ">>",
    "&&",
    "||",
    "?",
    ":",
    ".",
    "->",
    "++",
    "--",
    "+=",
    "if",
    "for",
    "return",
    "const",
    "__global",
    "__local",
    "__constant",
    "int",
    "float4",
    "0",
    "1.0f",
    "x",
    "barrier",
    "struct",
    "sizeof",
    "while",
    "else",
    "break",
    "\"s\"",
    "'c'",
];

fn indices(pieces: &[Piece], wanted: impl Fn(usize) -> bool) -> Vec<usize> {
    (0..pieces.len()).filter(|&index| wanted(index)).collect()
}

fn choose(from: &[usize], random: &mut Random) -> Option<usize> {
    (!from.is_empty()).then(|| *random.pick(from))
}

fn is_word(spelling: &str) -> bool {
    spelling.starts_with(|c: char| c == '_' || c.is_ascii_alphabetic())
}

/// A word with a slip of the finger.
fn slip(word: &str, random: &mut Random) -> String {
    let mut letters: Vec<char> = word.chars().collect();
    let at = random.below(letters.len());
    match random.below(3) {
        0 if letters.len() > 1 => {
            letters.remove(at);
        }
        1 if letters.len() > 1 => {
            let at = at.min(letters.len() - 2);
            letters.swap(at, at + 1);
        }
        _ => letters.insert(at, 'q'),
    }
    letters.into_iter().collect()
}

/// The tokens of the text outside comments and directives.
fn pieces(text: &str) -> Vec<Piece> {
    let bytes = text.as_bytes();
    let mut pieces = Vec::new();
    let mut at = 0;
    let mut line_start = true;
    while at < bytes.len() {
        let rest = &text[at..];
        let byte = bytes[at];
        if byte == b'\n' {
            line_start = true;
            at += 1;
        } else if byte.is_ascii_whitespace() {
            at += 1;
        } else if line_start && byte == b'#' {
            at += directive_length(rest);
        } else if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if rest.starts_with("/*") {
            at += rest.find("*/").map_or(rest.len(), |end| end + 2);
        } else {
            line_start = false;
            let length = piece_length(rest);
            pieces.push(Piece {
                start: at,
                end: at + length,
            });
            at += length;
        }
    }
    pieces
}

/// To the end of the line, over lines that end in a backslash.
fn directive_length(rest: &str) -> usize {
    let mut length = 0;
    for line in rest.split_inclusive('\n') {
        length += line.len();
        if !line.trim_end().ends_with('\\') {
            break;
        }
    }
    length.saturating_sub(usize::from(rest[..length].ends_with('\n')))
}

fn piece_length(rest: &str) -> usize {
    let first = rest.chars().next().unwrap_or(' ');
    let run = |wanted: fn(char) -> bool| rest.find(|c| !wanted(c)).unwrap_or(rest.len());
    if first == '_' || first.is_ascii_alphabetic() {
        return run(|c| c == '_' || c.is_ascii_alphanumeric());
    }
    if first.is_ascii_digit() {
        return run(|c| c == '.' || c.is_ascii_alphanumeric());
    }
    if first == '"' || first == '\'' {
        let mut escaped = false;
        for (at, character) in rest.char_indices().skip(1) {
            if escaped {
                escaped = false;
            } else if character == '\\' {
                escaped = true;
            } else if character == first || character == '\n' {
                return at + 1;
            }
        }
        return rest.len();
    }
    let punctuators = [
        "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||",
        "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=",
    ];
    punctuators
        .iter()
        .find(|punctuator| rest.starts_with(**punctuator))
        .map_or(first.len_utf8(), |punctuator| punctuator.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directives_and_comments_are_left_alone() {
        let text = "#define A \\\n 1\nint a; // b\n/* c */ x";
        let found: Vec<_> = pieces(text)
            .iter()
            .map(|piece| &text[piece.start..piece.end])
            .collect();
        assert_eq!(found, ["int", "a", ";", "x"]);
    }

    #[test]
    fn the_same_seed_makes_the_same_slip() {
        let text = "int f(int a) { return a + 1; }";
        let once = mutate(text, &mut Random::new(7));
        assert_eq!(once, mutate(text, &mut Random::new(7)));
    }
}
