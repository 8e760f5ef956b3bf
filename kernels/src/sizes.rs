//! Sizes that find mistakes: how many elements, in work-groups of which size, and how both shrink.

use launch::NdRange;
use proptest::num::usize::BinarySearch;
use proptest::prelude::*;
use proptest::strategy::NewTree;
use proptest::test_runner::TestRunner;

/// Work-group sizes, the simplest first. Few, since a device may compile a kernel anew for each;
/// one is no power of two, one is a single work-item, one is wider than a warp.
pub const WORK_GROUPS: [usize; 4] = [4, 1, 24, 64];

/// The most elements of a case. Small enough that a check is instant.
pub const LARGEST: usize = 1 << 17;

/// Primes: no work-group and no number of items a work-item divides them.
const PRIMES: [usize; 8] = [2, 7, 13, 31, 97, 257, 1021, 8191];

/// Two large primes and the largest size of all.
pub(crate) const LARGE: [usize; 3] = [65_537, 131_071, LARGEST];

/// The NDRange of at least `work_items` in groups of `local`: rounded up to whole groups. OpenCL
/// 1.2 launches no empty range, so that where there is nothing to do one work-group starts.
pub fn range_for(work_items: usize, local: usize) -> NdRange {
    NdRange::linear(work_items.max(1).next_multiple_of(local), local)
}

/// Sizes, with `unit` elements to a work-group: small ones, one below and above a multiple of the
/// unit, primes, and now and then a large one.
pub(crate) fn sizes(unit: usize) -> BoxedStrategy<usize> {
    prop_oneof![
        8 => 0..=3 * unit,
        12 => (1..=16_usize, 0..=2_usize).prop_map(move |(k, step)| k * unit + step - 1),
        5 => proptest::sample::select(&PRIMES[..]),
        4 => 0..=4096_usize,
        1 => 4097..=LARGEST,
    ]
    .boxed()
}

/// Sizes for the corner cases of work-groups that do `unit` elements.
pub(crate) fn corner_sizes(unit: usize) -> Vec<usize> {
    vec![1, 0, unit - 1, unit, unit + 1, 2 * unit - 1, 4 * unit, 97]
}

/// How simple a size is. One element comes before none: the smallest case that a student can
/// follow has something to do in it.
pub(crate) fn simplicity(size: usize) -> (usize, bool) {
    (size.max(1), size == 0)
}

/// Shrinks a size from `start`, down to 1 (or stays at 0).
pub(crate) fn size_from(start: usize) -> impl Strategy<Value = usize> {
    let least = start.min(1);
    StartingAt(start - least).prop_map(move |above| above + least)
}

/// Shrinks an entry of `choices` from `start` towards the first of them.
pub(crate) fn choice_from<T: Copy + PartialEq + std::fmt::Debug>(
    choices: &'static [T],
    start: T,
) -> impl Strategy<Value = T> {
    let index = choices.iter().position(|choice| *choice == start);
    StartingAt(index.unwrap_or(0)).prop_map(move |index| choices[index])
}

/// Shrinks any number from `start` down to 0.
pub(crate) fn number_from(start: usize) -> impl Strategy<Value = usize> {
    StartingAt(start)
}

/// The strategy whose value is one number, and which shrinks from there to 0.
#[derive(Clone, Copy, Debug)]
struct StartingAt(usize);

impl Strategy for StartingAt {
    type Tree = BinarySearch;
    type Value = usize;

    fn new_tree(&self, _: &mut TestRunner) -> NewTree<Self> {
        Ok(BinarySearch::new(self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::strategy::ValueTree;

    #[test]
    fn a_range_is_whole_groups_and_never_empty() {
        assert_eq!(range_for(0, 4), NdRange::linear(4, 4));
        assert_eq!(range_for(4, 4), NdRange::linear(4, 4));
        assert_eq!(range_for(5, 4), NdRange::linear(8, 4));
    }

    #[test]
    fn drawn_sizes_stay_within_bounds_and_meet_the_edges_of_groups() {
        let mut runner = TestRunner::deterministic();
        let drawn: Vec<usize> = (0..500)
            .map(|_| sizes(64).new_tree(&mut runner).unwrap().current())
            .collect();
        assert!(drawn.iter().all(|&n| n <= LARGEST));
        assert!(drawn.iter().any(|&n| n > 4096));
        for edge in [63, 0, 1] {
            assert!(drawn.iter().filter(|&&n| n > 64 && n % 64 == edge).count() > 20);
        }
        assert!(drawn.iter().any(|n| PRIMES.contains(n)));
    }

    #[test]
    fn a_size_shrinks_to_one_element_and_not_to_none() {
        let mut runner = TestRunner::deterministic();
        for start in [1, 2, 100] {
            let mut tree = size_from(start).new_tree(&mut runner).unwrap();
            assert_eq!(tree.current(), start);
            while tree.simplify() {}
            assert_eq!(tree.current(), 1);
        }
        let mut tree = size_from(0).new_tree(&mut runner).unwrap();
        assert_eq!(tree.current(), 0);
        assert!(!tree.simplify());
    }
}
