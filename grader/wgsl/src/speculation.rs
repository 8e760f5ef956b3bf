//! Both sides of a conditional expression are evaluated where that is harmless and short: a GPU's compiler moves loads
//! from memory forward over each other, but not out of a branch.

/// Statements that are executed though their values may not be wanted, at most.
const MOST_LINES: usize = 8;

/// The statements of both sides, and whether each is of the first one; none where they cannot be executed in any case.
pub(crate) fn lines<'t>(first: &'t str, second: &'t str) -> Option<Vec<(&'t str, bool)>> {
    if cfg!(not(feature = "inline")) {
        return (first.is_empty() && second.is_empty()).then(Vec::new);
    }
    let of = |text: &'t str, is_first: bool| text.lines().map(move |line| (line.trim(), is_first));
    let lines: Vec<(&str, bool)> = of(first, true).chain(of(second, false)).collect();
    (lines.len() <= MOST_LINES && lines.iter().all(|(line, _)| is_harmless(line))).then_some(lines)
}

/// Functions that take no longer than an operation or a few.
const CHEAP: [&str; 14] = [
    "u32",
    "i32",
    "f32",
    "select",
    "min",
    "max",
    "clamp",
    "extractBits",
    "insertBits",
    "fma",
    "abs",
    "add_64",
    "sub_64",
    "mul_64",
];

/// Does a statement only name a value that cheap functions give?
fn is_harmless(line: &str) -> bool {
    let mut calls = line.match_indices('(').map(|(at, _)| {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let before = line[..at].trim_end_matches(is_word);
        &line[before.len()..at]
    });
    line.starts_with("let ") && calls.all(|name| name.is_empty() || CHEAP.contains(&name))
}

/// A statement that reads the first element of an array where the condition does not hold, in place of one that may not
/// be there.
pub(crate) fn guarded(line: &str, condition: &str) -> String {
    let mut guarded = String::new();
    let mut rest = line;
    while let Some((before, index, after)) = indexed(rest) {
        guarded.push_str(before);
        let is_number = index
            .strip_suffix('u')
            .is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
        match is_number {
            true => guarded.push_str(index),
            false => guarded.push_str(&format!("select(0u, {index}, {condition})")),
        }
        rest = after;
    }
    guarded.push_str(rest);
    guarded
}

/// What stands before the first index of an array `m1` and with its bracket, the index, and the rest.
fn indexed(text: &str) -> Option<(&str, &str, &str)> {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let bytes = text.as_bytes();
    let open = text.match_indices('[').map(|(at, _)| at).find(|&open| {
        let digits = text[..open]
            .bytes()
            .rev()
            .take_while(u8::is_ascii_digit)
            .count();
        let name = open - digits;
        digits > 0 && text[..name].ends_with('m') && (name == 1 || !is_word(bytes[name - 2]))
    })?;
    let mut depth = 0;
    let close = text[open..].char_indices().find_map(|(at, c)| {
        depth += i32::from(matches!(c, '[' | '(')) - i32::from(matches!(c, ']' | ')'));
        (depth == 0).then_some(open + at)
    })?;
    Some((&text[..=open], &text[open + 1..close], &text[close..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_counts_only_where_the_condition_holds() {
        let line = "let t3 = bitcast<f32>(m2[(t1 + v[0])]) + m4[3u] + am5[t1];";
        assert_eq!(
            guarded(line, "t2"),
            "let t3 = bitcast<f32>(m2[select(0u, (t1 + v[0]), t2)]) + m4[3u] + am5[t1];"
        );
    }

    #[test]
    fn calls_atomics_stores_and_long_sides_stay_in_a_branch() {
        let harmless = "  let t1 = m2[t0];\n";
        assert_eq!(lines(harmless, "").map(|lines| lines.len()), Some(1));
        for line in [
            "m2[0u] = 1u;\n",
            "let t1 = f3_help(t0);\n",
            "let t1 = atomicLoad(&m2[t0]);\n",
            "if t0 {\n",
        ] {
            assert_eq!(lines(harmless, line), None, "{line}");
        }
        assert_eq!(lines(&harmless.repeat(5), &harmless.repeat(4)), None);
    }
}
