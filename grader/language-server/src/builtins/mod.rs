//! What the built-in functions, types, keywords and macros of OpenCL C mean, in sentences for a reader who learns it.
//!
//! A form is a declaration as the specification writes it. [`GENERIC_TYPES`] says what its generic types stand for.
//! `vloadn` stands for `vload4` and its like, and `<op>` for an operation such as `add`.

mod address_spaces;
mod async_copies;
mod atomics;
mod common;
mod conversions;
mod dot_products;
mod geometry;
mod images;
mod integers;
mod keywords;
mod macros;
mod math;
mod math_fast;
mod output;
mod relations;
mod sub_groups;
mod synchronisation;
mod types;
mod vectors;
mod work_groups;
mod work_items;

pub(crate) use conversions::{CONVERT, REINTERPRET};
pub(crate) use keywords::KEYWORDS;
pub(crate) use macros::MACROS;
pub(crate) use types::{GENERIC_TYPES, TYPES};

use opencl_c::builtin::Name;
use opencl_c::keyword::{SPELLINGS, Word};
use std::collections::HashMap;
use std::sync::LazyLock;

/// What a built-in function means.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    /// Which.
    pub(crate) name: Name,
    /// Its declarations: one for each list of parameters that really differs.
    pub(crate) forms: &'static [&'static str],
    /// What it does or returns.
    pub(crate) means: &'static str,
    /// What is easily overlooked.
    pub(crate) notes: &'static [&'static str],
}

/// What a family of functions means that has no [`Name`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Text {
    /// Its declarations.
    pub(crate) forms: &'static [&'static str],
    /// What it does or returns.
    pub(crate) means: &'static str,
    /// What is easily overlooked.
    pub(crate) notes: &'static [&'static str],
}

const GROUPS: &[&[Entry]] = &[
    work_items::ENTRIES,
    math::ENTRIES,
    math_fast::ENTRIES,
    integers::ENTRIES,
    common::ENTRIES,
    geometry::ENTRIES,
    dot_products::ENTRIES,
    relations::ENTRIES,
    vectors::ENTRIES,
    synchronisation::ENTRIES,
    async_copies::ENTRIES,
    atomics::ENTRIES,
    address_spaces::ENTRIES,
    work_groups::ENTRIES,
    sub_groups::ENTRIES,
    output::ENTRIES,
    images::ENTRIES,
];

/// What a built-in function means.
pub(crate) fn entry(name: Name) -> Option<&'static Entry> {
    static ENTRIES: LazyLock<HashMap<Name, &'static Entry>> = LazyLock::new(|| {
        let all = GROUPS.iter().copied().flatten();
        all.map(|entry| (entry.name, entry)).collect()
    });
    ENTRIES.get(&name).copied()
}

/// What a word that names a type means; `float4` is one of the family `floatn`.
pub(crate) fn type_text(word: &str) -> Option<&'static str> {
    let family = || {
        let scalar = word.trim_end_matches(|letter: char| letter.is_ascii_digit());
        let is_vector = matches!(&word[scalar.len()..], "2" | "3" | "4" | "8" | "16");
        is_vector.then(|| text_in(TYPES, &format!("{scalar}n")))?
    };
    text_in(TYPES, usual(word)).or_else(family)
}

/// What a keyword or an attribute means, in any of its spellings.
pub(crate) fn keyword_text(word: &str) -> Option<&'static str> {
    let bare = || text_in(KEYWORDS, word.strip_prefix("__")?.strip_suffix("__")?);
    text_in(KEYWORDS, usual(word)).or_else(bare)
}

/// The usual spelling of a keyword; any other word as it is.
fn usual(word: &str) -> &str {
    let mut spellings = SPELLINGS.iter();
    match spellings.find(|(text, _)| *text == word) {
        Some((_, Word::Keyword(keyword))) => keyword.text(),
        _ => word,
    }
}

/// What a macro or a named constant means.
pub(crate) fn macro_text(word: &str) -> Option<&'static str> {
    text_in(MACROS, word)
}

fn text_in(table: &[(&str, &'static str)], word: &str) -> Option<&'static str> {
    let mut rows = table.iter();
    rows.find(|(text, _)| *text == word)
        .map(|&(_, means)| means)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    const LONGEST_MEANS: usize = 200;
    const LONGEST_NOTE: usize = 160;
    const MOST_NOTES: usize = 3;

    fn entries() -> impl Iterator<Item = &'static Entry> {
        GROUPS.iter().copied().flatten()
    }

    /// How a form may spell the name.
    fn spellings(name: Name) -> Vec<String> {
        let text = name.text();
        let mut all = match name {
            Name::Vload | Name::Vstore => vec![format!("{text}n(")],
            Name::VloadHalf | Name::VloadaHalf | Name::VstoreHalf | Name::VstoreaHalf => {
                vec![format!("{text}("), format!("{text}n(")]
            }
            Name::Barrier => vec![format!("{text}("), format!("work_group_{text}(")],
            Name::SubGroupShuffle | Name::SubGroupShuffleXor => {
                vec![format!("{text}("), format!("intel_{text}(")]
            }
            name if name.of_block().is_some() => vec![format!("{text}n(")],
            name if name.needs_combine() => vec![format!("{text}_<op>(")],
            _ => vec![format!("{text}(")],
        };
        if name.is_atomic() {
            all.push(text.replace("atomic_", "atom_") + "(");
        }
        if name == Name::AtomicFetch {
            all.push(format!("{text}_<op>_explicit("));
        } else if name.is_c11_atomic() && name != Name::AtomicInit {
            all.push(format!("{text}_explicit("));
        }
        all
    }

    #[test]
    fn every_function_has_one_entry() {
        for &name in Name::ALL {
            assert!(entry(name).is_some(), "{} has none", name.text());
        }
        let mut seen = HashSet::new();
        for entry in entries() {
            assert!(seen.insert(entry.name), "{} twice", entry.name.text());
        }
    }

    #[test]
    fn every_form_declares_its_function() {
        for entry in entries() {
            let text = entry.name.text();
            assert!(!entry.forms.is_empty(), "{text}");
            let spellings = spellings(entry.name);
            for form in entry.forms {
                let declares = |spelling: &String| {
                    let (result, _) = form.split_once(spelling.as_str()).unwrap_or_default();
                    result.ends_with([' ', '*'])
                };
                assert!(spellings.iter().any(declares), "{text}: {form}");
                assert!(form.ends_with(')'), "{text}: {form}");
            }
            let distinct: HashSet<_> = entry.forms.iter().collect();
            assert_eq!(distinct.len(), entry.forms.len(), "{text}");
        }
    }

    fn check(what: &str, means: &str, notes: &[&str]) {
        assert!(means.len() <= LONGEST_MEANS, "{what}: {}", means.len());
        assert!(notes.len() <= MOST_NOTES, "{what}: {}", notes.len());
        for note in notes {
            assert!(note.len() <= LONGEST_NOTE, "{what}: {}", note.len());
        }
        for text in [&means].into_iter().chain(notes) {
            assert!(text.ends_with('.'), "{what}: {text}");
            assert!(!text.contains("  "), "{what}: {text}");
        }
    }

    #[test]
    fn texts_are_short_sentences() {
        for entry in entries() {
            check(entry.name.text(), entry.means, entry.notes);
        }
        check("convert_", CONVERT.means, CONVERT.notes);
        check("as_", REINTERPRET.means, REINTERPRET.notes);
        for &(word, means) in [TYPES, GENERIC_TYPES, KEYWORDS, MACROS]
            .into_iter()
            .flatten()
        {
            check(word, means, &[]);
        }
    }

    #[test]
    fn no_word_stands_twice() {
        for table in [TYPES, GENERIC_TYPES, KEYWORDS, MACROS] {
            let mut seen = HashSet::new();
            for (word, _) in table {
                assert!(seen.insert(word), "{word}");
            }
        }
    }

    #[test]
    fn every_word_of_the_language_has_a_text() {
        for (word, meaning) in SPELLINGS {
            let found = match meaning {
                Word::Keyword(_) => keyword_text(word).or_else(|| type_text(word)),
                Word::Type(_) => type_text(word),
            };
            assert!(found.is_some(), "{word}");
        }
    }

    #[test]
    fn a_word_is_found_in_its_other_spellings() {
        assert_eq!(type_text("float16"), type_text("floatn"));
        assert_eq!(type_text("float5"), None);
        assert_eq!(type_text("size_t4"), None);
        assert_eq!(keyword_text("__global"), keyword_text("global"));
        assert_eq!(keyword_text("__packed__"), keyword_text("packed"));
        assert!(macro_text("CLK_LOCAL_MEM_FENCE").is_some());
        assert_eq!(macro_text("CLK_LOCAL_MEM"), None);
    }
}
