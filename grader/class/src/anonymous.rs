//! A student's kernel as a class may see it: without comments, texts and the student's name.

/// What stands in place of an identifier that holds a part of the student's name.
const NAME: &str = "name";

/// The shortest part of a name that is looked for within an identifier, in characters. A shorter one has to be a
/// whole word of it.
const WITHIN: usize = 4;

/// The shortest part of a name that is looked for at all.
const SHORTEST: usize = 3;

/// Words of OpenCL C that are names too, or hold one.
const WORDS: [&str; 26] = [
    "abs", "all", "any", "atan", "char", "const", "constant", "cos", "dot", "exp", "float", "fmax",
    "fmin", "for", "global", "half", "int", "kernel", "local", "log", "long", "max", "min", "pow",
    "sin", "tan",
];

/// The lines of a kernel without comments and the contents of string literals. Identifiers that hold a part of the
/// student's name are replaced. Each line keeps its number.
pub(crate) fn lines(kernel: &str, student: &str) -> Vec<String> {
    let parts = parts(student);
    let text = without_comments(kernel);
    text.lines().map(|line| masked(line, &parts)).collect()
}

enum Within {
    Code,
    LineComment,
    Comment,
    Text,
}

fn without_comments(kernel: &str) -> String {
    let mut kept = String::new();
    let mut within = Within::Code;
    let mut chars = kernel.chars().peekable();
    while let Some(c) = chars.next() {
        match within {
            Within::Code => match (c, chars.peek()) {
                ('/', Some('/')) => within = Within::LineComment,
                ('/', Some('*')) => {
                    chars.next();
                    kept.push(' ');
                    within = Within::Comment;
                }
                ('"', _) => {
                    kept.push_str("\"...\"");
                    within = Within::Text;
                }
                _ => kept.push(c),
            },
            Within::LineComment | Within::Text if c == '\\' => {
                // A line that goes on, or a quote within a text.
                if chars.next() == Some('\n') {
                    kept.push('\n');
                }
            }
            Within::LineComment => {
                if c == '\n' {
                    kept.push(c);
                    within = Within::Code;
                }
            }
            Within::Comment => match (c, chars.peek()) {
                ('*', Some('/')) => {
                    chars.next();
                    within = Within::Code;
                }
                ('\n', _) => kept.push(c),
                _ => {}
            },
            // A text ends with its line, or it would swallow the rest of a kernel that does not compile.
            Within::Text => match c {
                '"' => within = Within::Code,
                '\n' => {
                    kept.push(c);
                    within = Within::Code;
                }
                _ => {}
            },
        }
    }
    kept
}

/// The words of a student's name, in lower case.
fn parts(student: &str) -> Vec<String> {
    let is_part = |part: &String| {
        let characters = part.chars().count();
        let is_number = part.chars().all(|c| c.is_ascii_digit());
        characters >= if is_number { WITHIN + 1 } else { SHORTEST }
    };
    let words = student.split(|c: char| !c.is_alphanumeric());
    words.map(str::to_lowercase).filter(is_part).collect()
}

fn masked(line: &str, parts: &[String]) -> String {
    let mut shown = String::new();
    let mut rest = line.trim_end();
    while let Some(start) = rest.find(is_word) {
        shown.push_str(&rest[..start]);
        rest = &rest[start..];
        let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end);
        shown.push_str(if has_name(word, parts) { NAME } else { word });
        rest = behind;
    }
    shown + rest
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn has_name(word: &str, parts: &[String]) -> bool {
    let word = word.to_lowercase();
    if WORDS.contains(&word.as_str()) {
        return false;
    }
    let is_in = |part: &String| match part.chars().count() {
        ..WITHIN => word.split('_').any(|piece| piece == part),
        _ => word.contains(part.as_str()),
    };
    parts.iter().any(is_in)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_texts_go_and_each_line_keeps_its_number() {
        let kernel = "/* by\n Ada */int a; // Ada \\\n and on\nprintf(\"by \\\"Ada\\\" %d\", a); /*b*/ c;\n\"open\nd;";
        assert_eq!(
            lines(kernel, "x"),
            [
                "",
                "int a;",
                "",
                "printf(\"...\", a);   c;",
                "\"...\"",
                "d;"
            ]
        );
    }

    #[test]
    fn a_name_goes_from_identifiers_and_words_of_the_language_stay() {
        let lines = |text, name| lines(text, name).join("\n");
        assert_eq!(
            lines("ada_tile[lovelaceSum] = adapt;", "Ada Lovelace"),
            "name[name] = adapt;"
        );
        assert_eq!(lines("fmax(max(a), max_of)", "Max"), "fmax(max(a), name)");
        assert_eq!(
            lines("int x1234567 = 12;", "ab-1234567-12"),
            "int name = 12;"
        );
        assert_eq!(lines("global float *a", "Global"), "global float *a");
    }
}
