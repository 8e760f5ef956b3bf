//! Compares kernels of the same exercises through an index from fingerprint to holders, and names the pairs of
//! students whose kernels are alike.

use crate::fingerprints::Fingerprints;
use crate::matches::{Match, matches};
use serde::Serialize;
use std::collections::BTreeMap;

/// The least similarity that is reported. `tests/course.rs` justifies the value.
pub const THRESHOLD: f64 = 0.6;

/// Kernels that share fewer fingerprints are not reported, however short they are: a line or two may be equal
/// by chance.
pub const LEAST_SHARED: usize = 10;

/// A fingerprint with more holders than this is compared only between neighbours by name. So the work is
/// linear in the number of kernels, and each member of a large group of copies is still found with others of
/// it.
const MOST_NEIGHBOURS: usize = 128;

/// A kernel that was handed in.
#[derive(Clone, Debug)]
pub struct SubmittedKernel {
    /// By whom.
    pub student: String,
    /// For what: its slug.
    pub exercise: String,
    pub fingerprints: Fingerprints,
}

/// Two students with kernels that are alike.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pair {
    /// The one whose name comes first.
    pub one: String,
    pub other: String,
    /// The similarity of the kernels of the exercises below, from 0 to 1: the share of the smaller kernel's
    /// fingerprints that the other has too. Common fingerprints count less.
    pub similarity: f64,
    /// The exercises in which they are alike, the most telling first.
    pub exercises: Vec<Alike>,
}

/// Two kernels of an exercise that are alike.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Alike {
    /// The exercise's slug.
    pub exercise: String,
    /// The similarity, as for the pair.
    pub similarity: f64,
    /// Fingerprints that both have.
    pub shared: usize,
    /// Fingerprints that the one and the other have.
    pub of: (usize, usize),
    pub matches: Vec<Match>,
}

/// The result of a comparison.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Comparison {
    /// The pairs that have most in common, those first.
    pub pairs: Vec<Pair>,
    /// Pairs that are alike as well, and were left out.
    pub more: usize,
}

/// Two kernels, by their places among all, and what they have in common.
#[derive(Clone, Copy, Debug)]
struct Scored {
    one: usize,
    other: usize,
    shared: usize,
    /// The weight of what is shared, and of the smaller kernel as a whole.
    weight: u64,
    whole: u64,
}

/// Two kernels that are alike.
type Both<'h> = (&'h SubmittedKernel, &'h SubmittedKernel, Scored);

/// The pairs of students with similar kernels, at most `most` of them. The order of `kernels` does not
/// matter; no student is compared with themselves.
pub fn compare(kernels: &[SubmittedKernel], most: usize) -> Comparison {
    let mut sorted: Vec<&SubmittedKernel> = kernels.iter().collect();
    sorted.sort_by(|a, b| (&a.exercise, &a.student).cmp(&(&b.exercise, &b.student)));
    let mut pairs: BTreeMap<(&str, &str), Vec<Both<'_>>> = BTreeMap::new();
    for of_exercise in sorted.chunk_by(|a, b| a.exercise == b.exercise) {
        for scored in scored(of_exercise) {
            let (one, other) = (of_exercise[scored.one], of_exercise[scored.other]);
            let alike = pairs.entry((&one.student, &other.student)).or_default();
            alike.push((one, other, scored));
        }
    }
    let mut pairs: Vec<_> = pairs.into_iter().collect();
    let weight =
        |alike: &[Both<'_>]| -> u64 { alike.iter().map(|(.., scored)| scored.weight).sum() };
    // Stable: pairs of the same weight stay in the order of their names.
    pairs.sort_by_key(|(_, alike)| std::cmp::Reverse(weight(alike)));
    let more = pairs.len().saturating_sub(most);
    pairs.truncate(most);
    let pairs = pairs.into_iter().map(|((one, other), mut alike)| {
        alike.sort_by_key(|(.., scored)| std::cmp::Reverse(scored.weight));
        let whole: u64 = alike.iter().map(|(.., scored)| scored.whole).sum();
        Pair {
            one: one.to_owned(),
            other: other.to_owned(),
            similarity: ratio(weight(&alike), whole),
            exercises: alike.into_iter().map(told).collect(),
        }
    });
    Comparison {
        pairs: pairs.collect(),
        more,
    }
}

fn told((one, other, scored): Both<'_>) -> Alike {
    Alike {
        exercise: one.exercise.clone(),
        similarity: ratio(scored.weight, scored.whole),
        shared: scored.shared,
        of: (one.fingerprints.len(), other.fingerprints.len()),
        matches: matches(&one.fingerprints, &other.fingerprints),
    }
}

fn ratio(weight: u64, whole: u64) -> f64 {
    weight as f64 / whole.max(1) as f64
}

/// Who holds a fingerprint, and how often.
#[derive(Clone, Copy, Debug)]
struct Holder {
    kernel: usize,
    count: u32,
}

/// The pairs of kernels of one exercise that are alike.
fn scored(kernels: &[&SubmittedKernel]) -> Vec<Scored> {
    let index = index(kernels);
    let mut prints_of: Vec<Vec<(usize, usize)>> = vec![Vec::new(); kernels.len()];
    let mut wholes = vec![0; kernels.len()];
    for (fingerprint, holders) in index.iter().enumerate() {
        for (place, holder) in holders.iter().enumerate() {
            prints_of[holder.kernel].push((fingerprint, place));
            wholes[holder.kernel] += weight(holders.len()) * u64::from(holder.count);
        }
    }
    let mut scored = Vec::new();
    // The fingerprints and the weight that kernel `one` shares with each later one; cleared after each.
    let mut sums: Vec<(usize, u64)> = vec![(0, 0); kernels.len()];
    let mut touched = Vec::new();
    for (one, fingerprints) in prints_of.iter().enumerate() {
        for &(fingerprint, place) in fingerprints {
            let holders = &index[fingerprint];
            let own = holders[place];
            for holder in holders[place + 1..].iter().take(MOST_NEIGHBOURS) {
                let count = own.count.min(holder.count);
                let sum = &mut sums[holder.kernel];
                if sum.0 == 0 {
                    touched.push(holder.kernel);
                }
                sum.0 += count as usize;
                sum.1 += weight(holders.len()) * u64::from(count);
            }
        }
        for other in touched.drain(..) {
            let (shared, weight) = std::mem::take(&mut sums[other]);
            let whole = wholes[one].min(wholes[other]);
            let is_other_student = kernels[one].student != kernels[other].student;
            if is_other_student && shared >= LEAST_SHARED && ratio(weight, whole) >= THRESHOLD {
                scored.push(Scored {
                    one,
                    other,
                    shared,
                    weight,
                    whole,
                });
            }
        }
    }
    scored
}

/// The holders of each fingerprint, by their place among the kernels.
fn index(kernels: &[&SubmittedKernel]) -> Vec<Vec<Holder>> {
    let mut all: Vec<(u64, usize)> = kernels
        .iter()
        .enumerate()
        .flat_map(|(kernel, kernels)| {
            let fingerprints = kernels.fingerprints.by_hash.iter();
            fingerprints.map(move |fingerprint| (fingerprint.hash, kernel))
        })
        .collect();
    all.sort_unstable();
    all.chunk_by(|a, b| a.0 == b.0)
        .map(|of_print| {
            let of_kernels = of_print.chunk_by(|a, b| a.1 == b.1);
            let holders = of_kernels.map(|of_kernel| Holder {
                kernel: of_kernel[0].1,
                count: of_kernel.len() as u32,
            });
            holders.collect()
        })
        .collect()
}

/// The weight of a fingerprint by its number of holders: full for two or fewer, half for four, a quarter for
/// sixteen.
fn weight(holders: usize) -> u64 {
    const FULL: f64 = 1000.0;
    (FULL / (holders.max(2) as f64).log2()).round() as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fingerprints::BaseCode;

    fn kernels(student: &str, text: &str) -> SubmittedKernel {
        SubmittedKernel {
            student: student.to_owned(),
            exercise: "waves".to_owned(),
            fingerprints: Fingerprints::of(text, &BaseCode::default()),
        }
    }

    const TEXT: &str = "float wave(float a, float b) {\n    float c = sin(a) * cos(b);\n    \
                        c += a * a - b * b;\n    for (int i = 0; i < 8; i++) c = c * a + b;\n    \
                        return c / (a + b + 1.0f);\n}\n";

    #[test]
    fn nobody_is_alike_with_himself_or_across_exercises() {
        let mut elsewhere = kernels("b", TEXT);
        elsewhere.exercise = "other".to_owned();
        let all = [kernels("a", TEXT), kernels("a", TEXT), elsewhere];
        assert_eq!(compare(&all, 10), Comparison::default());
    }

    #[test]
    fn copies_are_wholly_alike_and_what_is_left_out_is_counted() {
        let all: Vec<SubmittedKernel> = ["c", "a", "b"].map(|name| kernels(name, TEXT)).into();
        let found = compare(&all, 2);
        assert_eq!(found.more, 1);
        assert_eq!(
            (found.pairs[0].one.as_str(), found.pairs[0].other.as_str()),
            ("a", "b")
        );
        assert!(found.pairs.iter().all(|pair| pair.similarity == 1.0));
    }

    #[test]
    fn in_a_group_too_large_to_list_each_is_still_beside_others() {
        let many = 2 * MOST_NEIGHBOURS;
        let all: Vec<SubmittedKernel> = (0..many)
            .map(|i| kernels(&format!("{i:03}"), TEXT))
            .collect();
        let found = compare(&all, usize::MAX);
        for student in &all {
            let is_in = |pair: &&Pair| pair.one == student.student || pair.other == student.student;
            assert!(found.pairs.iter().filter(is_in).count() >= MOST_NEIGHBOURS);
        }
        assert!(found.pairs.len() < many * MOST_NEIGHBOURS);
    }
}
