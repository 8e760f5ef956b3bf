//! The ways in which a kernel is broken, one place at a time.

use crate::scan::{Kind, Word, words};
use std::collections::HashSet;
use std::ops::Range;

/// A kernel that was broken in one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutant {
    /// The line of the original that was changed, from 1; of a change over several, the first.
    pub line: usize,
    /// That line, without its indent.
    pub was: String,
    /// What became of it, without its indent.
    pub becomes: String,
    /// The whole text.
    pub text: String,
}

/// Relations, and what each becomes.
const RELATIONS: [(&str, &[&str]); 6] = [
    ("<", &["<=", ">"]),
    ("<=", &["<"]),
    (">", &[">=", "<"]),
    (">=", &[">"]),
    ("==", &["!="]),
    ("!=", &["=="]),
];

/// Operators between two operands.
const OPERATORS: [(&str, &str); 16] = [
    ("+", "-"),
    ("-", "+"),
    ("*", "+"),
    ("/", "*"),
    ("%", "/"),
    ("<<", ">>"),
    (">>", "<<"),
    ("&&", "||"),
    ("||", "&&"),
    ("&", "|"),
    ("+=", "-="),
    ("-=", "+="),
    ("*=", "+="),
    ("/=", "*="),
    (">>=", "<<="),
    ("<<=", ">>="),
];

/// Names, and what a student takes for them.
const NAMES: [(&str, &[&str]); 12] = [
    ("get_global_id", &["get_local_id", "get_group_id"]),
    ("get_local_id", &["get_global_id"]),
    ("get_group_id", &["get_local_id", "get_global_id"]),
    ("get_local_size", &["get_global_size"]),
    ("get_global_size", &["get_local_size"]),
    ("get_num_groups", &["get_global_size"]),
    ("CLK_LOCAL_MEM_FENCE", &["CLK_GLOBAL_MEM_FENCE"]),
    ("CLK_GLOBAL_MEM_FENCE", &["CLK_LOCAL_MEM_FENCE"]),
    ("min", &["max"]),
    ("max", &["min"]),
    ("x", &["y"]),
    ("y", &["x"]),
];

/// Words after which something is declared rather than computed.
const TYPES: [&str; 24] = [
    "void", "char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "float", "double",
    "size_t", "bool", "float2", "float4", "int2", "int4", "uint2", "uint4", "float8", "float16",
    "uchar4", "const", "restrict",
];

/// Words with which no expression statement begins.
const KEYWORDS: [&str; 16] = [
    "if", "else", "for", "while", "do", "return", "switch", "case", "break", "continue", "local",
    "private", "global", "constant", "typedef", "struct",
];

/// A change: what takes the place of a stretch of the text.
type Change = (Range<usize>, String);

/// May another work-item do the work of one?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owners {
    /// No: each element has its work-item.
    Bind,
    /// Yes: a kernel whose work-items change places is equivalent.
    Free,
}

/// Every mutant of a kernel, each once, in the order of the text.
pub fn mutants(text: &str, owners: Owners) -> Vec<Mutant> {
    let words = words(text);
    let mut changes = Vec::new();
    for index in 0..words.len() {
        of_word(&words, index, &mut changes);
        changes.extend(without_statement(&words, index));
        changes.extend(without_condition(&words, index));
        of_subscript(text, &words, index, &mut changes);
        of_range(text, &words, index, &mut changes);
        of_owner(&words, index, owners, &mut changes);
    }
    changes.sort_by_key(|(range, _)| range.start);
    let mut seen = HashSet::new();
    changes
        .into_iter()
        .map(|change| mutant(text, &change))
        .filter(|mutant| mutant.text != text && seen.insert(mutant.text.clone()))
        .collect()
}

fn mutant(text: &str, (range, replacement): &Change) -> Mutant {
    let changed = format!(
        "{}{replacement}{}",
        &text[..range.start],
        &text[range.end..]
    );
    let line = text[..range.start].matches('\n').count();
    let trimmed = |text: &str| text.lines().nth(line).unwrap_or_default().trim().to_owned();
    Mutant {
        line: line + 1,
        was: trimmed(text),
        becomes: trimmed(&changed),
        text: changed,
    }
}

fn before<'w, 't>(words: &'w [Word<'t>], index: usize) -> Option<&'w Word<'t>> {
    index.checked_sub(1).and_then(|before| words.get(before))
}

/// Does an operand end before this word? Then an operator here stands between two.
fn is_binary(words: &[Word<'_>], index: usize) -> bool {
    before(words, index).is_some_and(|word| match word.kind {
        Kind::Name => !TYPES.contains(&word.text) && !KEYWORDS.contains(&word.text),
        Kind::Number => true,
        Kind::Punctuation => matches!(word.text, ")" | "]"),
    })
}

/// Another operator, another name, another number.
fn of_word(words: &[Word<'_>], index: usize, changes: &mut Vec<Change>) {
    let word = &words[index];
    let mut push = |text: String| changes.push((word.at.clone(), text));
    match word.kind {
        Kind::Punctuation => {
            let relation = RELATIONS.iter().find(|(from, _)| *from == word.text);
            for to in relation.iter().flat_map(|(_, to)| *to) {
                push((*to).to_owned());
            }
            let operator = OPERATORS.iter().find(|(from, _)| *from == word.text);
            if let Some((_, to)) = operator.filter(|_| is_binary(words, index)) {
                push((*to).to_owned());
            }
            let next = words.get(index + 1);
            if word.text == "++"
                && let Some(name) = next.filter(|next| next.kind == Kind::Name)
            {
                changes.push((word.at.start..name.at.end, format!("{} += 2", name.text)));
            }
        }
        Kind::Name => {
            // A name after a type is being declared; `.x` is a component.
            let declared = before(words, index)
                .is_some_and(|before| TYPES.contains(&before.text) || before.text == "*");
            let is_component = before(words, index).is_some_and(|before| before.text == ".");
            let known = NAMES.iter().find(|(from, _)| *from == word.text);
            for to in known.iter().flat_map(|(_, to)| *to) {
                if !declared || is_component {
                    push((*to).to_owned());
                }
            }
        }
        Kind::Number => {
            let Some((number, suffix)) = integer(word.text) else {
                return;
            };
            let is_dimension = index >= 2 && words[index - 2].text.starts_with("get_");
            if is_dimension {
                push(format!("{}", if number == 0 { 1 } else { number - 1 }));
            } else {
                push(format!("{}{suffix}", number + 1));
                if number > 0 {
                    push(format!("{}{suffix}", number - 1));
                }
            }
        }
    }
}

/// A decimal integer and its suffix.
fn integer(text: &str) -> Option<(u64, &str)> {
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    Some((digits.parse().ok()?, &text[digits.len()..]))
}

/// An assignment or a call left out, a barrier among them.
fn without_statement(words: &[Word<'_>], index: usize) -> Option<Change> {
    let first = &words[index];
    let begins = before(words, index)
        .is_some_and(|word| matches!(word.text, ";" | "{" | "}" | ")" | "else" | ":"));
    let is_expression =
        first.kind == Kind::Name && !TYPES.contains(&first.text) && !KEYWORDS.contains(&first.text);
    if !begins || !is_expression {
        return None;
    }
    let mut depth = 0_i32;
    let mut does = false;
    for word in &words[index..] {
        match word.text {
            "(" | "[" => {
                does |= word.text == "(";
                depth += 1;
            }
            ")" | "]" => depth -= 1,
            "{" | "}" => return None,
            ";" if depth == 0 => {
                return does.then(|| (first.at.start..word.at.start, String::new()));
            }
            "=" | "+=" | "-=" | "*=" | "/=" | "++" | "--" => does = true,
            _ => {}
        }
        if depth < 0 {
            return None;
        }
    }
    None
}

/// The word that closes what the bracket at `open` opens.
fn closing(words: &[Word<'_>], open: usize) -> Option<usize> {
    let mut depth = 0_i32;
    for (index, word) in words.iter().enumerate().skip(open) {
        match word.text {
            "(" | "[" => depth += 1,
            ")" | "]" => {
                depth -= 1;
                if depth == 0 {
                    return Some(index);
                }
            }
            _ => {}
        }
    }
    None
}

/// A guard that lets everything pass.
fn without_condition(words: &[Word<'_>], index: usize) -> Option<Change> {
    let open = index + 1;
    if words[index].text != "if" || words.get(open)?.text != "(" {
        return None;
    }
    let close = closing(words, open)?;
    Some((words[open].at.end..words[close].at.start, "1".to_owned()))
}

/// The most that a student takes for granted of how often a loop runs.
const TAKEN_FOR_GRANTED: u32 = 64;

/// A range that is narrower than what is allowed: a global id in a byte, an element that is computed with in
/// `float`, a loop up to an argument that makes a fixed number of rounds at most. Each problem of the course
/// allows more than these hold, so that none of them is equivalent by its range alone.
fn of_range(text: &str, words: &[Word<'_>], index: usize, changes: &mut Vec<Change>) {
    let word = &words[index];
    let at = |offset: usize| words.get(index + offset).map_or("", |word| word.text);
    let begins =
        before(words, index).is_some_and(|word| matches!(word.text, ";" | "{" | "}" | ")"));
    if begins
        && at(2) == "="
        && matches!(word.text, "uint" | "int" | "size_t")
        && let Some(end) = end_of_statement(words, index)
    {
        let value = &words[index + 3..end];
        let names = |name: &str| value.iter().any(|word| word.text == name);
        if names("get_global_id") {
            changes.push((word.at.clone(), "uchar".to_owned()));
        }
        if word.text == "int" && names("[") {
            changes.push((word.at.clone(), "float".to_owned()));
        }
    }
    if word.text == "for"
        && let Some(relation) = (index..words.len()).find(|at| words[*at].text == "<")
        && let Some(bound) = words.get(relation + 1)
        && bound.kind == Kind::Name
        && words.get(relation + 2).is_some_and(|word| word.text == ";")
        && is_argument(words, bound.text)
    {
        let (name, most) = (&text[bound.at.clone()], TAKEN_FOR_GRANTED);
        changes.push((
            bound.at.clone(),
            format!("({name} < {most} ? {name} : {most})"),
        ));
    }
}

/// Is it the name of a number that the host passes?
fn is_argument(words: &[Word<'_>], name: &str) -> bool {
    words.windows(3).any(|three| {
        matches!(three[0].text, "uint" | "int")
            && three[1].text == name
            && matches!(three[2].text, "," | ")")
    })
}

/// The semicolon behind a word, outside of all brackets that open behind it.
fn end_of_statement(words: &[Word<'_>], index: usize) -> Option<usize> {
    let mut depth = 0_i32;
    for (at, word) in words.iter().enumerate().skip(index) {
        match word.text {
            "(" | "[" => depth += 1,
            ")" | "]" => depth -= 1,
            ";" if depth == 0 => return Some(at),
            "," if depth == 0 => return None,
            _ => {}
        }
        if depth < 0 {
            return None;
        }
    }
    None
}

/// Another work-item's element: a global id that is the first work-item's alone, and where owners bind one
/// that is the neighbour's, or that counts from the other end.
fn of_owner(words: &[Word<'_>], index: usize, owners: Owners, changes: &mut Vec<Change>) {
    let word = &words[index];
    if word.text != "get_global_id" {
        return;
    }
    let Some(close) = closing(words, index + 1) else {
        return;
    };
    let Some(dimension) = words.get(index + 2).filter(|_| close == index + 3) else {
        return;
    };
    let d = dimension.text;
    let range = word.at.start..words[close].at.end;
    changes.push((range.clone(), "0".to_owned()));
    if owners == Owners::Bind {
        let reversed = format!("(get_global_size({d}) - 1 - get_global_id({d}))");
        let next = format!("((get_global_id({d}) + 1) % get_global_size({d}))");
        changes.push((range.clone(), reversed));
        changes.push((range, next));
    }
}

/// An index one off, and one whose first two names have changed places.
fn of_subscript(text: &str, words: &[Word<'_>], index: usize, changes: &mut Vec<Change>) {
    let is_access = words[index].text == "["
        && index >= 2
        && (words[index - 1].kind == Kind::Name || words[index - 1].text == "]")
        && !TYPES.contains(&words[index - 2].text);
    let Some(close) = closing(words, index).filter(|_| is_access) else {
        return;
    };
    let range = words[index].at.end..words[close].at.start;
    let inner = &text[range.clone()];
    changes.push((range.clone(), format!("({inner}) + 1")));
    let mut names: Vec<&Word<'_>> = Vec::new();
    for (at, word) in words[index + 1..close].iter().enumerate() {
        let is_called = words[index + 2 + at].text == "(";
        if word.kind == Kind::Name && !is_called && names.iter().all(|name| name.text != word.text)
        {
            names.push(word);
        }
    }
    if let [one, other, ..] = names[..]
        && !matches!(text[one.at.end..other.at.start].trim(), "*" | "+")
    {
        let swapped = format!(
            "{}{}{}{}{}",
            &text[range.start..one.at.start],
            other.text,
            &text[one.at.end..other.at.start],
            one.text,
            &text[other.at.end..range.end]
        );
        changes.push((range, swapped));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(text: &str) -> Vec<String> {
        mutants(text, Owners::Bind)
            .into_iter()
            .map(|mutant| mutant.text)
            .collect()
    }

    #[test]
    fn a_guard_a_relation_an_index_a_name_and_a_statement_are_broken_in_turn() {
        let text = "kernel void k(global int *y, uint n)\n{\n    uint i = get_global_id(0);\n    \
                    if (i < n) {\n        y[i] = 2 * n;\n    }\n}\n";
        let found = changed(text);
        for part in [
            "get_local_id(0)",
            "get_global_id(1)",
            "if (1)",
            "i <= n",
            "i > n",
            "y[(i) + 1]",
            "3 * n",
            "1 * n",
            "2 + n",
            "        ;\n",
        ] {
            assert!(
                found.iter().any(|text| text.contains(part)),
                "{part}: {found:#?}"
            );
        }
        assert!(found.iter().all(|text| text.contains("global int *y")));
    }

    #[test]
    fn the_names_of_an_index_change_places() {
        let found = changed("void f() {\n    a[b[y] * w + x] = 1;\n}");
        assert!(
            found.iter().any(|text| text.contains("a[y[b] * w + x]")),
            "{found:#?}"
        );
        let of_a_product = changed("void f() {\n    a[y * w + x] = 1;\n}");
        assert!(!of_a_product.iter().any(|text| text.contains("w * y")));
    }

    #[test]
    fn a_range_is_narrowed_and_an_id_is_another_ones() {
        let found = changed(
            "void f(uint n) {\n    uint i = get_global_id(0);\n    int v = a[i];\n    for (uint k = 0; k < n; ++k)\n        \
             a[i] = v;\n}",
        );
        for part in [
            "uchar i = get_global_id(0)",
            "float v = a[i]",
            "k < (n < 64 ? n : 64)",
            "i = (get_global_size(0) - 1 - get_global_id(0))",
            "i = ((get_global_id(0) + 1) % get_global_size(0))",
            "uint i = 0;",
        ] {
            let is_found = found.iter().any(|text| text.contains(part));
            assert!(is_found, "{part}: {found:#?}");
        }
    }

    #[test]
    fn a_mutant_tells_its_line_before_and_after() {
        let first = &mutants(
            "void f() {\n    barrier(CLK_LOCAL_MEM_FENCE);\n}",
            Owners::Free,
        )[0];
        assert_eq!(
            (first.line, first.was.as_str()),
            (2, "barrier(CLK_LOCAL_MEM_FENCE);")
        );
        assert_eq!(first.becomes, ";");
    }

    #[test]
    fn a_declaration_is_no_product() {
        assert!(changed("void f(global float *x);").is_empty());
    }
}
