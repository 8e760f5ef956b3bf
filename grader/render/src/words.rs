//! Where a line may be broken: the Unicode line breaking algorithm (UAX 14), but never after a hyphen.

use textwrap::WordSeparator;
use textwrap::core::Word;
use unicode_linebreak::linebreaks;

/// Separates words for [`textwrap::Options`]. Its own separator for Unicode takes a library of every script's
/// rules, which builds longer than the rest of this crate.
pub(crate) const SEPARATOR: WordSeparator = WordSeparator::Custom(words);

const SOFT_HYPHEN: char = '\u{ad}';

fn words(line: &str) -> Box<dyn Iterator<Item = Word<'_>> + '_> {
    let by_rule = linebreaks(line)
        .map(|(end, _)| end)
        .filter(|&end| end == line.len() || !line[..end].ends_with(['-', SOFT_HYPHEN]));
    // A rule that the standard gave up (LB15): no break between a quotation mark and a bracket after spaces.
    let after_quotes = line
        .match_indices(' ')
        .map(|(at, _)| at + 1)
        .filter(|&end| {
            !line[end..].starts_with(' ')
                && line[..end].trim_end_matches(' ').ends_with(['"', '\''])
        });
    let mut ends: Vec<usize> = by_rule.chain(after_quotes).collect();
    ends.sort_unstable();
    ends.dedup();
    let mut start = 0;
    Box::new(ends.into_iter().filter(|&end| end > 0).map(move |end| {
        let word = Word::from(&line[start..end]);
        start = end;
        word
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn separated(line: &str) -> Vec<&str> {
        words(line).map(|word| word.word).collect()
    }

    #[test]
    fn words_are_separated_at_spaces_and_slashes_and_not_at_hyphens() {
        assert_eq!(
            separated("a work-item of  book/src, f(x) and"),
            ["a", "work-item", "of", "book/", "src,", "f(x)", "and"]
        );
    }

    #[test]
    fn a_bracket_after_a_quotation_begins_a_word() {
        assert_eq!(separated("say 'it' (once)"), ["say", "'it'", "(once)"]);
    }

    #[test]
    fn a_no_break_space_separates_nothing() {
        assert_eq!(separated("8\u{a0}bytes"), ["8\u{a0}bytes"]);
        assert!(separated("").is_empty());
    }
}
