//! Words that are nearly right: "did you mean ...?"

/// The candidate nearest to `word`, if it is near enough to be what was meant.
pub(crate) fn nearest<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let length = word.chars().count();
    if !(2..=32).contains(&length) {
        return None;
    }
    let most = match length {
        2..=3 => 1,
        4..=8 => 2,
        _ => 3,
    };
    candidates
        .into_iter()
        .filter(|candidate| candidate.len().abs_diff(word.len()) <= most)
        .map(|candidate| (strsim::damerau_levenshtein(word, candidate), candidate))
        .filter(|&(distance, candidate)| {
            distance > 0 && distance <= most && distance < candidate.chars().count().div_ceil(2)
        })
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_swap_of_neighbours_is_one_step() {
        assert_eq!(nearest("flaot", ["double", "float"]), Some("float"));
        assert_eq!(nearest("whlie", ["while", "for"]), Some("while"));
    }

    #[test]
    fn a_word_of_its_own_is_nobody_s_misspelling() {
        assert_eq!(nearest("matrix", ["float", "while"]), None);
        assert_eq!(nearest("x", ["if"]), None);
    }
}
