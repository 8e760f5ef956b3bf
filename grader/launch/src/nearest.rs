//! The name that a misspelt one is most similar to.

use strsim::damerau_levenshtein;

/// The one of `names` that comes nearest to `asked`, where one comes near: at most one slip in
/// three characters. Of two that come equally near, the first.
pub fn nearest<'a>(asked: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Distances are quadratic in the length, and a long text is not a misspelt name.
    const LONGEST: usize = 100;
    let asked = asked.to_lowercase();
    let length = asked.chars().count();
    if length > LONGEST {
        return None;
    }
    names
        .into_iter()
        .filter(|name| !name.is_empty())
        .map(|name| {
            let lower = name.to_lowercase();
            // A beginning is no slip: `sax` means `saxpy`.
            let distance = if length >= 3 && lower.starts_with(&asked) {
                1
            } else {
                damerau_levenshtein(&asked, &lower)
            };
            (distance, name)
        })
        .filter(|(distance, name)| *distance <= length.max(name.chars().count()).div_ceil(3))
        .filter(|(distance, _)| *distance < length)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 4] = ["fill", "saxpy", "map-contiguous", "map-locally-spaced"];

    #[test]
    fn a_slip_or_a_beginning_finds_the_name() {
        for (asked, meant) in [
            ("saxpi", "saxpy"),
            ("SAXPY", "saxpy"),
            ("sxapy", "saxpy"),
            ("filll", "fill"),
            ("map-contigous", "map-contiguous"),
            ("map-loc", "map-locally-spaced"),
        ] {
            assert_eq!(nearest(asked, NAMES), Some(meant));
        }
    }

    #[test]
    fn something_else_altogether_finds_nothing() {
        let long = "x".repeat(100_000);
        for asked in ["", "z", "reduce", "42", long.as_str()] {
            assert_eq!(nearest(asked, NAMES), None);
        }
    }
}
