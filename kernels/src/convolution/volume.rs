//! Volumes that find mistakes: of which sides, and how they shrink.

use crate::sizes::{near_power_of_two, size_from};
use proptest::prelude::*;

/// Width, height and depth.
pub(crate) type Sides = [usize; 3];

pub(crate) const LONGEST_SIDE: usize = 300;

/// The most voxels of a volume: what keeps a check instant.
pub(crate) const MOST_VOXELS: usize = 1 << 11;

/// Volumes for the corner cases of work-groups that do `unit` voxels along x. Each edge of a filter is
/// met alone, and so is each side that is longer than the others.
pub(crate) fn corners(unit: usize) -> Vec<Sides> {
    vec![
        [1, 1, 1],
        [2, 1, 1],
        [1, 2, 1],
        [1, 1, 2],
        [0, 2, 2],
        [2, 0, 2],
        [2, 2, 0],
        [3, 2, 1],
        [1, 3, 2],
        [2, 1, 3],
        [2, 3, 4],
        [4, 3, 2],
        [unit, 3, 3],
        [unit + 1, 4, 5],
        [2 * unit - 1, 5, 3],
        [3, unit + 1, 3],
        [2, 3, 9],
        [9, 7, 5],
        // More voxels than 8 bits count.
        [3, 9, 11],
    ]
}

/// Volumes that are long along one axis, more voxels than 8 bits count, and one with as many voxels as
/// there may be.
pub(crate) const LONG: [Sides; 4] = [
    [LONGEST_SIDE, 2, 1],
    [1, LONGEST_SIDE, 2],
    [2, 1, LONGEST_SIDE],
    [16, 16, 8],
];

/// Volumes, with `unit` voxels to a work-group along x.
pub(crate) fn volumes(unit: usize) -> BoxedStrategy<Sides> {
    let wide = (1..=2_usize, 0..=2_usize).prop_map(move |(times, step)| times * unit + step - 1);
    prop_oneof![
        4 => (0..=unit, 0..=4_usize, 0..=4_usize),
        6 => (wide, 1..=5_usize, 1..=5_usize),
        2 => (1..=5_usize, 1..=11_usize, 1..=5_usize),
        2 => (1..=5_usize, 1..=5_usize, 1..=11_usize),
        1 => (near_power_of_two(6), 1..=2_usize, 1..=2_usize),
        1 => (1..=2_usize, near_power_of_two(6), 1..=2_usize),
        1 => (1..=2_usize, 1..=2_usize, near_power_of_two(6)),
    ]
    .prop_map(|(width, height, depth)| [width, height, depth])
    .boxed()
}

/// Is this a volume that can be drawn?
pub(crate) fn is_volume(sides: Sides) -> bool {
    sides.into_iter().all(|side| side <= LONGEST_SIDE)
        && sides.into_iter().product::<usize>() <= MOST_VOXELS
}

/// How simple a volume is. One with something in it comes before those with nothing.
pub(crate) fn simplicity(sides: Sides) -> (usize, usize) {
    let voxels: usize = sides.into_iter().product();
    (voxels.max(1) + usize::from(voxels == 0), sides.iter().sum())
}

/// Shrinks a volume from `start`, down to one voxel (or a side of none stays so).
pub(crate) fn volume_from([width, height, depth]: Sides) -> impl Strategy<Value = Sides> {
    (size_from(width), size_from(height), size_from(depth))
        .prop_map(|(width, height, depth)| [width, height, depth])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;

    #[test]
    fn drawn_volumes_stay_within_bounds_and_each_side_is_the_longest_of_some() {
        let mut runner = TestRunner::deterministic();
        for unit in [1, 8, 32] {
            let drawn: Vec<Sides> = (0..500)
                .map(|_| volumes(unit).new_tree(&mut runner).unwrap().current())
                .collect();
            assert!(drawn.iter().chain(&corners(unit)).all(|&v| is_volume(v)));
            for longest in 0..3 {
                let others = [(longest + 1) % 3, (longest + 2) % 3];
                let is_longest = |v: &&Sides| others.iter().all(|&other| v[longest] > v[other]);
                assert!(drawn.iter().filter(is_longest).count() > 20, "{longest}");
            }
            assert!(drawn.iter().any(|v| v.contains(&0)));
        }
    }
}
