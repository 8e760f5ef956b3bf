//! Sizes that find mistakes: how many elements, in work-groups of which size, and how both shrink.

use crate::data::Pattern;
use launch::NdRange;
use proptest::num::usize::BinarySearch;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::NewTree;
use proptest::test_runner::TestRunner;

/// Work-group sizes, the simplest first. Few, since a device may compile a kernel anew for each;
/// two are no power of two, one is a single work-item, and two are beyond what 7 bits count.
pub const WORK_GROUPS: [usize; 6] = [4, 1, 24, 64, 200, LARGEST_GROUP];

/// Work-items of the largest work-group: more than 8 bits count, and as many as every device takes.
pub const LARGEST_GROUP: usize = 256;

/// The most elements of a case: more than 16 bits count, no multiple of a warp, and small enough that a
/// check is instant. One corner has as many.
pub const LARGEST: usize = 70_000;

/// The most work-groups of a drawn case: a work-group of a few work-items costs a simulator as much as one of
/// a warp. Corners have more.
const MOST_GROUPS: usize = 1024;

/// Primes: no work-group and no number of items a work-item divides them.
const PRIMES: [usize; 8] = [2, 7, 13, 31, 97, 257, 1021, 8191];

/// Shapes of work-groups on a plane, width first, the simplest first: one wider than high and one
/// higher than wide, one work-item, a square, odd numbers, a warp in a row.
pub const PLANE_GROUPS: [[usize; 2]; 6] = [[4, 2], [1, 1], [2, 4], [8, 8], [5, 3], [32, 2]];

/// The most elements of a plane, and with it the longest side: more than 16 bits can count.
pub const LARGEST_PLANE: usize = 70_000;

/// The NDRange of at least `work_items` in each dimension, in groups of `local`: rounded up to whole
/// groups, and never empty.
pub(crate) fn range_over<const D: usize>(work_items: [usize; D], local: [usize; D]) -> NdRange {
    let pairs = work_items.into_iter().zip(local);
    NdRange {
        offset: None,
        global: pairs
            .map(|(items, local)| items.max(1).next_multiple_of(local))
            .collect(),
        local: Some(local.to_vec()),
        sub_group: None,
    }
}

/// Planes, width first, with `unit` elements to a work-group in each dimension: small ones, one below
/// and above a multiple of the unit, narrow and flat ones, a side near a power of two, now and then a
/// large one.
pub(crate) fn planes(unit: [usize; 2]) -> BoxedStrategy<[usize; 2]> {
    let near = |unit: usize| {
        let whole = several(unit, 4, 256);
        (1..=whole, 0..=2_usize).prop_map(move |(k, step)| k * unit + step - 1)
    };
    let small = |unit: usize| 0..=unit * several(unit, 2, 64);
    prop_oneof![
        6 => (small(unit[0]), small(unit[1])),
        12 => (near(unit[0]), near(unit[1])),
        2 => (1..=2_usize, 1..=300_usize),
        2 => (1..=300_usize, 1..=2_usize),
        5 => (1..=64_usize, 1..=64_usize),
        2 => (near_power_of_two(10), 1..=3_usize),
        2 => (1..=3_usize, near_power_of_two(10)),
        1 => (100..=181_usize, 100..=181_usize),
    ]
    .prop_map(|(width, height)| [width, height])
    .boxed()
}

/// Planes for the corner cases of work-groups that do `unit` elements in each dimension.
pub(crate) fn corner_planes(unit: [usize; 2]) -> Vec<[usize; 2]> {
    let [w, h] = unit;
    vec![
        [1, 1],
        [2, 1],
        [1, 2],
        [0, 3],
        [3, 0],
        [w, h],
        [w + 1, h],
        [w, h + 1],
        [2 * w - 1, h],
        [3 * w, 2 * h - 1],
        [2 * w + 1, 3 * h + 1],
        [13, 7],
        [7, 13],
    ]
}

/// Is this a plane that can be drawn?
pub(crate) fn is_plane([width, height]: [usize; 2]) -> bool {
    let sides = [width, height];
    sides.into_iter().all(|side| side <= LARGEST_PLANE) && width * height <= LARGEST_PLANE
}

/// How simple a plane is. One with something in it comes before those with nothing.
pub(crate) fn plane_simplicity([width, height]: [usize; 2]) -> (usize, usize) {
    let elements = width * height;
    (elements.max(1) + usize::from(elements == 0), width + height)
}

/// Shrinks a plane from `start`, down to one element (or a side of none stays so).
pub(crate) fn plane_from([width, height]: [usize; 2]) -> impl Strategy<Value = [usize; 2]> {
    (size_from(width), size_from(height)).prop_map(|(width, height)| [width, height])
}

/// The NDRange of at least `work_items` in groups of `local`: rounded up to whole groups. OpenCL
/// 1.2 launches no empty range, so that where there is nothing to do one work-group starts.
pub fn range_for(work_items: usize, local: usize) -> NdRange {
    NdRange::linear(work_items.max(1).next_multiple_of(local), local)
}

/// Sizes, with `unit` elements to a work-group: small ones, one below and above a multiple of the
/// unit, primes, powers of two and their neighbours, and now and then a large one.
pub(crate) fn sizes(unit: usize) -> BoxedStrategy<usize> {
    sizes_to(unit, LARGEST)
}

/// [`sizes`] for kernels whose work-items take many steps: the large ones are smaller.
pub(crate) fn sizes_of_many_steps(unit: usize) -> BoxedStrategy<usize> {
    sizes_to(unit, 1 << 14)
}

/// Sizes for kernels of one element to a work-item, in work-groups of one of these sizes, with a pattern of data:
/// shared by problems of that shape, since what a strategy is made of takes room in the page's module.
pub(crate) fn lines(groups: &'static [usize]) -> BoxedStrategy<(usize, usize, Pattern)> {
    (select(groups), any::<Pattern>())
        .prop_flat_map(|(local, pattern)| {
            sizes_of_many_steps(local).prop_map(move |n| (n, local, pattern))
        })
        .boxed()
}

/// Shrinks what [`lines`] draws.
pub(crate) fn line_from(
    n: usize,
    groups: &'static [usize],
    local: usize,
    pattern: Pattern,
) -> BoxedStrategy<(usize, usize, Pattern)> {
    (
        size_from(n),
        choice_from(groups, local),
        number_from(pattern.into()),
    )
        .prop_map(|(n, local, pattern)| (n, local, pattern as Pattern))
        .boxed()
}

/// Sizes for kernels of a few work-groups, up to `most`, whose work-items do many elements each: size, work-group,
/// work-groups and pattern.
pub(crate) fn shared_lines(
    groups: &'static [usize],
    most: usize,
) -> BoxedStrategy<(usize, usize, usize, Pattern)> {
    let count = prop_oneof![4 => 1..=4_usize, 1 => 5..=most];
    (select(groups), count, any::<Pattern>())
        .prop_flat_map(|(local, groups, pattern)| {
            sizes_of_many_steps(local * groups).prop_map(move |n| (n, local, groups, pattern))
        })
        .boxed()
}

/// Shrinks what [`shared_lines`] draws.
pub(crate) fn shared_line_from(
    n: usize,
    groups: &'static [usize],
    local: usize,
    count: usize,
    pattern: Pattern,
) -> BoxedStrategy<(usize, usize, usize, Pattern)> {
    (
        size_from(n),
        choice_from(groups, local),
        size_from(count),
        number_from(pattern.into()),
    )
        .prop_map(|(n, local, count, pattern)| (n, local, count, pattern as Pattern))
        .boxed()
}

pub(crate) fn sizes_to(unit: usize, largest: usize) -> BoxedStrategy<usize> {
    let largest = largest.min(MOST_GROUPS * unit.max(1));
    let whole = several(unit, 16, 4096);
    prop_oneof![
        8 => 0..=(3 * unit).min(8192),
        12 => (1..=whole, 0..=2_usize).prop_map(move |(k, step)| k * unit + step - 1),
        5 => select(&PRIMES[..]),
        4 => 0..=4096_usize,
        5 => near_power_of_two(largest.ilog2()),
        1 => largest / 16..=largest,
    ]
    .prop_map(move |size| if size > largest { size % largest } else { size })
    .boxed()
}

/// How many units to take at most: `most`, and fewer where they come to more than `elements`.
fn several(unit: usize, most: usize, elements: usize) -> usize {
    (elements / unit.max(1)).clamp(1, most)
}

/// Powers of two from 1 to 2^`most`, and the numbers on both sides of each; the large ones seldom.
pub(crate) fn near_power_of_two(most: u32) -> impl Strategy<Value = usize> {
    let small = most.min(12);
    let exponent = prop_oneof![6 => 0..=small, 1 => small..=most];
    (exponent, 0..=2_usize).prop_map(|(exponent, step)| (1 << exponent) + step - 1)
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
pub fn number_from(start: usize) -> impl Strategy<Value = usize> {
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
    fn a_range_over_a_plane_is_whole_groups_in_each_dimension_and_never_empty() {
        let range = range_over([5, 0], [4, 2]);
        assert_eq!((range.global, range.local), (vec![8, 2], Some(vec![4, 2])));
    }

    #[test]
    fn drawn_planes_stay_within_bounds_and_are_wide_and_high_and_empty() {
        let mut runner = TestRunner::deterministic();
        for unit in [[4, 2], [40, 3], [1, 1]] {
            let drawn: Vec<[usize; 2]> = (0..500)
                .map(|_| planes(unit).new_tree(&mut runner).unwrap().current())
                .collect();
            assert!(drawn.iter().all(|&plane| is_plane(plane)));
            assert!(drawn.iter().filter(|[w, h]| w > h).count() > 100);
            assert!(drawn.iter().filter(|[w, h]| w < h).count() > 50);
            assert!(drawn.iter().any(|[w, h]| w * h == 0));
            assert!(drawn.iter().any(|[w, h]| w * h > 10_000));
            assert!(corner_planes(unit).into_iter().all(is_plane));
        }
    }

    #[test]
    fn sizes_are_drawn_at_each_power_of_two_and_on_both_sides_of_it() {
        let mut runner = TestRunner::deterministic();
        for unit in [4, 64, 2048] {
            let drawn: std::collections::HashSet<usize> = (0..20_000)
                .map(|_| sizes(unit).new_tree(&mut runner).unwrap().current())
                .collect();
            let most = LARGEST.min(MOST_GROUPS * unit);
            for exponent in 0..=LARGEST.ilog2() {
                for size in [(1 << exponent) - 1, 1 << exponent, (1 << exponent) + 1] {
                    assert!(size > most || drawn.contains(&size), "{unit}: {size}");
                }
            }
        }
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
