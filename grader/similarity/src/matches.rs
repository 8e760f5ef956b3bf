//! The matches of two kernels: their shared fingerprints, joined to ranges of lines.

use crate::fingerprints::{Fingerprint, Fingerprints, RUN, WINDOW};
use serde::Serialize;

/// Lines of a file, both counted from 1 and part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Lines {
    pub first: u32,
    pub last: u32,
}

/// Lines of one kernel, and those of another that are like them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Match {
    pub one: Lines,
    pub other: Lines,
}

/// Shared fingerprints that follow one another in both kernels with no more tokens between them are one match.
const GAP: u32 = (RUN + WINDOW) as u32;

/// The matches that two kernels share, in the order of the first.
pub(crate) fn matches(one: &Fingerprints, other: &Fingerprints) -> Vec<Match> {
    let mut shared = shared(one, other);
    // Along a diagonal both kernels go on in step.
    shared.sort_unstable_by_key(|(one, other)| (i64::from(one.at) - i64::from(other.at), one.at));
    let mut matches: Vec<Match> = shared
        .chunk_by(|(one, other), (next, next_other)| {
            next.at.wrapping_sub(one.at) == next_other.at.wrapping_sub(other.at)
                && next.at - one.at <= GAP
        })
        .map(joined)
        .collect();
    matches.sort_unstable();
    matches.dedup_by(|later, before| {
        let goes_on = |later: Lines, before: Lines| {
            (before.first..=before.last.saturating_add(1)).contains(&later.first)
        };
        let is_one = goes_on(later.one, before.one) && goes_on(later.other, before.other);
        if is_one {
            before.one.last = before.one.last.max(later.one.last);
            before.other.last = before.other.last.max(later.other.last);
        }
        is_one
    });
    matches
}

/// The fingerprints that both have. Where one has a fingerprint more often than the other, the rest has no partner.
fn shared<'p>(
    one: &'p Fingerprints,
    other: &'p Fingerprints,
) -> Vec<(&'p Fingerprint, &'p Fingerprint)> {
    let mut shared = Vec::new();
    let (mut left, mut right) = (
        one.by_hash.iter().peekable(),
        other.by_hash.iter().peekable(),
    );
    while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
        match a.hash.cmp(&b.hash) {
            std::cmp::Ordering::Less => {
                left.next();
            }
            std::cmp::Ordering::Greater => {
                right.next();
            }
            std::cmp::Ordering::Equal => shared.extend(left.next().zip(right.next())),
        }
    }
    shared
}

/// Shared fingerprints in step, of which there is at least one.
fn joined(shared: &[(&Fingerprint, &Fingerprint)]) -> Match {
    let lines = |of: fn(&(&Fingerprint, &Fingerprint)) -> Fingerprint| Lines {
        first: shared.iter().map(|it| of(it).first_line).min().unwrap_or(1),
        last: shared.iter().map(|it| of(it).last_line).max().unwrap_or(1),
    };
    Match {
        one: lines(|(one, _)| **one),
        other: lines(|(_, other)| **other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fingerprints::BaseCode;

    const FUNCTION: &str = "float wave(float a, float b) {\n    float c = sin(a) * cos(b);\n    \
                            c += a * a - b * b;\n    return c / (a + b + 1.0f);\n}\n";
    const OTHER: &str = "int steps(int from, int to) {\n    int many = 0;\n    \
                         while (from != to) {\n        from = from % 2 ? 3 * from + 1 : from / 2;\n        \
                         many++;\n    }\n    return many;\n}\n";

    #[test]
    fn a_function_that_was_moved_is_a_stretch_in_both() {
        let (none, known) = (Fingerprints::default(), BaseCode::default());
        let one = Fingerprints::of(&format!("{FUNCTION}{OTHER}"), &known);
        let moved = Fingerprints::of(&format!("{OTHER}{FUNCTION}"), &known);
        let lines = |first, last| Lines { first, last };
        let expected = [
            Match {
                one: lines(1, 5),
                other: lines(9, 13),
            },
            Match {
                one: lines(6, 13),
                other: lines(1, 8),
            },
        ];
        let found = matches(&one, &moved);
        assert_eq!(found.len(), 2, "{found:?}");
        for (found, expected) in found.iter().zip(&expected) {
            // A match ends within WINDOW tokens of the function's end, and braces are none.
            assert!(
                expected.one.first <= found.one.first && found.one.last <= expected.one.last + 1
            );
            assert!(found.one.last + 3 >= expected.one.last, "{found:?}");
            assert!(
                found.other.first.abs_diff(expected.other.first) <= 1,
                "{found:?}"
            );
        }
        assert!(matches(&one, &none).is_empty());
    }
}
