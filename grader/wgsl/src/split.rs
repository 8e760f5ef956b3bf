//! Private arrays of which each index is known become a variable for each word: drivers of WebGPU keep an array in
//! memory where a function has many, and variables in registers.

use crate::classes::Class;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The arrays that become variables, by their numbers, with the words of each that are named.
#[derive(Debug, Default)]
pub(crate) struct Split(Vec<(u32, Vec<u32>)>);

impl Split {
    /// Those of these arrays that texts name with a number as index and in no other way. One that `kept` names stays an
    /// array.
    pub(crate) fn of(texts: &[&str], kept: &BTreeSet<String>, arrays: &[Class]) -> Split {
        let numbers = arrays.iter().map(|class| class.0 as u32);
        let mut words: BTreeMap<u32, Option<BTreeSet<u32>>> = numbers
            .map(|array| (array, Some(BTreeSet::new())))
            .collect();
        for (_, _, array, index) in texts.iter().flat_map(|text| uses(text)) {
            match (words.get_mut(&array), index) {
                (Some(Some(words)), Some(index)) => {
                    words.insert(index);
                }
                (Some(words), None) => *words = None,
                _ => {}
            }
        }
        for (_, _, array, _) in kept.iter().flat_map(|text| uses(text)) {
            words.remove(&array);
        }
        let split = words.into_iter();
        let split = split.filter_map(|(array, words)| Some((array, words?.into_iter().collect())));
        Split(split.collect())
    }

    fn words(&self, array: u32) -> Option<&[u32]> {
        if cfg!(not(feature = "inline")) {
            return None;
        }
        let found = self.0.binary_search_by_key(&array, |(array, _)| *array);
        found.ok().map(|at| self.0[at].1.as_slice())
    }

    /// The text with variables in place of the arrays.
    pub(crate) fn applied(&self, text: String) -> String {
        if cfg!(not(feature = "inline")) || self.0.is_empty() {
            return text;
        }
        let mut split = String::with_capacity(text.len());
        let mut done = 0;
        for (start, end, array, index) in uses(&text) {
            if let (Some(_), Some(index)) = (self.words(array), index) {
                split.push_str(&text[done..start]);
                let _ = write!(split, "m{array}_{index}");
                done = end;
            }
        }
        split.push_str(&text[done..]);
        split
    }

    /// The declarations of an array of `words` words, with `var` as their first words.
    pub(crate) fn declared(&self, class: Class, var: &str, words: u64) -> String {
        let name = class.0;
        match self.words(name as u32) {
            Some(words) => {
                let each = words
                    .iter()
                    .map(|word| format!("{var} m{name}_{word}: u32;\n"));
                each.collect()
            }
            None => format!("{var} m{name}: array<u32, {words}>;\n"),
        }
    }
}

/// Where a text names an array `m1`: from and to, the array, and its index if that is a number.
fn uses(text: &str) -> impl Iterator<Item = (usize, usize, u32, Option<u32>)> {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let bytes = text.as_bytes();
    let starts = text.match_indices('m').map(|(start, _)| start);
    starts.filter_map(move |start| {
        if start > 0 && is_word(bytes[start - 1]) {
            return None;
        }
        let (array, after) = number(text, start + 1)?;
        if bytes.get(after).is_some_and(|&byte| is_word(byte)) {
            return None;
        }
        let index = (bytes.get(after) == Some(&b'['))
            .then(|| number(text, after + 1))
            .flatten()
            .filter(|(_, end)| text[*end..].starts_with("u]"));
        match index {
            Some((index, end)) => Some((start, end + 2, array, Some(index))),
            None => Some((start, after, array, None)),
        }
    })
}

/// The decimal number at a place, and where it ends.
fn number(text: &str, start: usize) -> Option<(u32, usize)> {
    let digits = text[start..].bytes().take_while(u8::is_ascii_digit).count();
    let number = text[start..start + digits].parse().ok()?;
    Some((number, start + digits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_array_becomes_variables_only_where_each_index_is_a_number() {
        let text = "m1[0u] = am1[0u] + m12[3u]; m1[2u] = m3[u32(i)] + m3[1u]; m4[0u] = 0u;";
        let kept = BTreeSet::from(["fn set() { m4[0u] = 1u; }".to_owned()]);
        let arrays = [1, 3, 4].map(Class);
        let split = Split::of(&[text], &kept, &arrays);
        assert_eq!(
            split.applied(text.to_owned()),
            "m1_0 = am1[0u] + m12[3u]; m1_2 = m3[u32(i)] + m3[1u]; m4[0u] = 0u;"
        );
        let declared = arrays.map(|class| split.declared(class, "var", 4));
        assert_eq!(
            declared.concat(),
            "var m1_0: u32;\nvar m1_2: u32;\nvar m3: array<u32, 4>;\nvar m4: array<u32, 4>;\n"
        );
    }
}
