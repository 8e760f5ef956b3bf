//! volume-3d: the order of a volume's axes is turned around, by an NDRange of one, two or three
//! dimensions. `in` holds the volume with x fastest and z slowest, `out` with z fastest.
//!
//! Which work-item does which element is left to the kernel: only their number is sure to suffice.

use crate::argument::{buffer, output, uint};
use crate::data::{Pattern, bytes, floats, preview};
use crate::sizes::{
    LARGEST_GROUP, choice_from, near_power_of_two, number_from, range_over, size_from,
};
use crate::{Domain, Expected, Fact, GroupSizes, Problem, Signature, Writers};
use launch::{Access, Launch, NdRange, Scalar};
use proptest::prelude::*;
use proptest::sample::select;
use serde::{Deserialize, Serialize};

/// The problem.
#[derive(Clone, Copy, Debug)]
pub struct Volume;

/// The shape of a work-group, and with it the dimensions of the NDRange. Its last dimension is as
/// long as it has to be for there to be a work-item for each element; the others are two
/// work-groups long whatever the volume's sides, so that only counting the work-items is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Group {
    Line([usize; 1]),
    Plane([usize; 2]),
    Volume([usize; 3]),
}

impl Group {
    fn sides(&self) -> &[usize] {
        match self {
            Group::Line(sides) => sides,
            Group::Plane(sides) => sides,
            Group::Volume(sides) => sides,
        }
    }
}

/// The simplest first. Few, since a device may compile a kernel anew for each.
const GROUPS: [Group; 7] = [
    Group::Line([4]),
    Group::Plane([4, 2]),
    Group::Volume([2, 3, 1]),
    Group::Volume([1, 2, 4]),
    Group::Line([1]),
    Group::Plane([3, 50]),
    Group::Volume([8, 4, 8]),
];

/// The groups with which each corner's volume is met.
const SMALL_GROUPS: usize = 4;

/// The longest side of a volume: more than 8 bits can count.
const LONGEST_SIDE: usize = 300;

/// The most elements of a volume: more than 16 bits can count.
const LARGEST: usize = 70_000;

/// Volumes for the corner cases, width first. Sides differ, so that taking one for another is seen.
const CORNERS: [[usize; 3]; 15] = [
    [1, 1, 1],
    [2, 1, 1],
    [1, 2, 1],
    [1, 1, 2],
    [0, 2, 3],
    [2, 0, 3],
    [2, 3, 0],
    [2, 3, 1],
    [1, 3, 2],
    [2, 1, 3],
    [2, 3, 4],
    [4, 3, 2],
    [3, 5, 7],
    [8, 2, 5],
    [5, 9, 2],
];

/// One case of [`Volume`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    sides: [usize; 3],
    group: Group,
    pattern: Pattern,
}

impl Case {
    fn elements(&self) -> usize {
        self.sides.iter().product()
    }

    fn input(&self) -> Vec<f32> {
        floats(self.elements(), self.pattern, 0)
    }

    fn range(&self) -> NdRange {
        let elements = self.elements();
        match self.group {
            Group::Line(local) => range_over([elements], local),
            Group::Plane(local) => {
                let across = 2 * local[0];
                range_over([across, elements.div_ceil(across)], local)
            }
            Group::Volume(local) => {
                let [across, down] = [2 * local[0], 2 * local[1]];
                range_over([across, down, elements.div_ceil(across * down)], local)
            }
        }
    }

    /// The value at each element of `out`, from those of `in`.
    fn turned<T: Copy>(&self, values: &[T]) -> Vec<T> {
        let [w, h, d] = self.sides;
        let mut turned = Vec::with_capacity(values.len());
        for x in 0..w {
            for y in 0..h {
                turned.extend((0..d).map(|z| values[(z * h + y) * w + x]));
            }
        }
        turned
    }
}

fn is_volume(sides: [usize; 3]) -> bool {
    sides.into_iter().all(|side| side <= LONGEST_SIDE)
        && sides.into_iter().product::<usize>() <= LARGEST
}

/// How simple a volume is. One with something in it comes before those with nothing.
fn simplicity(sides: [usize; 3]) -> (usize, usize) {
    let elements: usize = sides.into_iter().product();
    (
        elements.max(1) + usize::from(elements == 0),
        sides.into_iter().sum(),
    )
}

/// Small volumes, cubes among them, rods and plates along each axis, now and then a large one.
fn volumes() -> BoxedStrategy<[usize; 3]> {
    prop_oneof![
        8 => [0..=5_usize, 0..=5_usize, 0..=5_usize],
        8 => [1..=13_usize, 1..=13_usize, 1..=13_usize],
        2 => [1..=300_usize, 1..=3_usize, 1..=3_usize],
        2 => [1..=3_usize, 1..=300_usize, 1..=3_usize],
        2 => [1..=3_usize, 1..=3_usize, 1..=300_usize],
        2 => (near_power_of_two(6), 1..=3_usize, 1..=3_usize).prop_map(<[usize; 3]>::from),
        2 => (1..=3_usize, near_power_of_two(6), 1..=3_usize).prop_map(<[usize; 3]>::from),
        2 => (1..=3_usize, 1..=3_usize, near_power_of_two(6)).prop_map(<[usize; 3]>::from),
        1 => [24..=31_usize, 24..=31_usize, 24..=31_usize],
    ]
    .boxed()
}

impl Problem for Volume {
    type Case = Case;

    fn name(&self) -> &'static str {
        "volume-3d"
    }

    fn reference(&self) -> &'static str {
        kernel_text!("volume.cl")
    }

    fn signature(&self) -> Signature {
        Signature::new(
            "reorder",
            &[
                ("global", "float*", "in"),
                ("global", "float*", "out"),
                ("private", "uint", "w"),
                ("private", "uint", "h"),
                ("private", "uint", "d"),
            ],
        )
    }

    fn domain(&self) -> Domain {
        Domain::new()
            .side("w", 0, LONGEST_SIDE)
            .side("h", 0, LONGEST_SIDE)
            .side("d", 0, LONGEST_SIDE)
            .elements(&["w", "h", "d"], 0, LARGEST)
            .work_group(GroupSizes::Any, 1, LARGEST_GROUP)
    }

    fn corners(&self) -> Vec<Case> {
        let mut corners: Vec<Case> = Vec::new();
        for &group in &GROUPS[..SMALL_GROUPS] {
            corners.extend(CORNERS.map(|sides| Case {
                sides,
                group,
                pattern: ((sides[0] + 1) % 2) as Pattern,
            }));
        }
        // Longer sides than 8 bits count, and more elements and more work-items along a line than 16.
        let large = [
            ([LONGEST_SIDE, 2, 1], 1),
            ([1, LONGEST_SIDE, 2], 2),
            ([2, 1, LONGEST_SIDE], 3),
            ([50, 40, 35], 0),
            ([3, 5, 7], 4),
            ([13, 7, 5], 5),
            ([9, 7, 11], 6),
        ];
        corners.extend(large.map(|(sides, group)| Case {
            sides,
            group: GROUPS[group],
            pattern: 1,
        }));
        corners.sort_by_key(|case| simplicity(case.sides));
        corners.dedup();
        corners
    }

    fn cases(&self) -> BoxedStrategy<Case> {
        (volumes(), select(&GROUPS[..]), any::<Pattern>())
            .prop_map(|(sides, group, pattern)| Case {
                sides,
                // Many work-groups of one work-item would take long.
                group: match group {
                    Group::Line([1]) if sides.iter().product::<usize>() > 1024 => GROUPS[0],
                    group => group,
                },
                pattern,
            })
            .boxed()
    }

    fn shrinking_from(&self, case: &Case) -> BoxedStrategy<Case> {
        (
            case.sides.map(size_from),
            choice_from(&GROUPS, case.group),
            number_from(case.pattern.into()),
        )
            .prop_map(|(sides, group, pattern)| Case {
                sides,
                group,
                pattern: pattern as Pattern,
            })
            .boxed()
    }

    fn admits(&self, case: &Case) -> bool {
        is_volume(case.sides) && GROUPS.contains(&case.group)
    }

    fn describe(&self, case: &Case) -> Vec<Fact> {
        let by = |sides: &[usize]| {
            let sides: Vec<String> = sides.iter().map(usize::to_string).collect();
            sides.join(" x ")
        };
        let [w, h, d] = case.sides;
        vec![
            Fact::new("w", w),
            Fact::new("h", h),
            Fact::new("d", d),
            Fact::new("work-group", by(case.group.sides())),
            Fact::new("work-items", by(&case.range().global)),
            Fact::new("in", preview(&case.input())),
        ]
    }

    fn launch(&self, case: &Case) -> Launch {
        let input = bytes(&case.input(), f32::to_le_bytes);
        let [w, h, d] = case.sides;
        Launch {
            kernel: "reorder".to_owned(),
            arguments: vec![
                buffer("in", Scalar::Float, input, Access::Read),
                output("out", Scalar::Float, case.elements()),
                uint("w", w),
                uint("h", h),
                uint("d", d),
            ],
            range: case.range(),
        }
    }

    /// Exact: the values are copied.
    fn expected(&self, case: &Case) -> Vec<Expected> {
        let right = case.turned(&case.input());
        vec![
            Expected::Unchanged,
            Expected::Exact(bytes(&right, f32::to_le_bytes)),
        ]
    }

    fn writers(&self, _: &Case, _: usize) -> Writers {
        Writers::Each(1)
    }

    fn owner(&self, _: &Case, _: usize, _: usize) -> Option<Vec<usize>> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(sides: [usize; 3]) -> Case {
        Case {
            sides,
            group: GROUPS[0],
            pattern: 0,
        }
    }

    #[test]
    fn z_becomes_fastest_and_x_slowest() {
        let before = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
        assert_eq!(
            case([2, 3, 2]).turned(&before),
            [1, 7, 3, 9, 5, 11, 2, 8, 4, 10, 6, 12]
        );
    }

    #[test]
    fn turning_the_axes_of_the_turned_volume_gives_the_volume_back() {
        for sides @ [w, h, d] in CORNERS {
            let before: Vec<usize> = (0..w * h * d).collect();
            let there = case(sides).turned(&before);
            assert_eq!(case([d, h, w]).turned(&there), before);
        }
    }

    #[test]
    fn there_are_enough_work_items_whatever_the_dimensions() {
        for case in Volume.corners() {
            let work_items: usize = case.range().global.iter().product();
            assert!(work_items >= case.elements().max(1), "{case:?}");
        }
    }

    #[test]
    fn in_most_corners_of_two_and_three_dimensions_the_ids_are_no_coordinates() {
        let corners = Volume.corners();
        let several = corners.iter().filter(|case| case.range().global.len() > 1);
        let (outside, inside): (Vec<&Case>, Vec<&Case>) = several.partition(|case| {
            let sizes = case.range().global;
            case.sides
                .iter()
                .zip(&sizes)
                .any(|(side, size)| side > size)
        });
        assert!(outside.len() > inside.len() / 2);
    }

    #[test]
    fn drawn_volumes_can_be_replayed() {
        let largest = [[LONGEST_SIDE, 3, 3], [31, 31, 31], [13, 13, 13]];
        assert!(largest.into_iter().all(is_volume));
        assert!(!is_volume([64, 64, 33]));
        assert!(
            Volume
                .corners()
                .iter()
                .any(|case| case.elements() > 1 << 16)
        );
        assert!(!is_volume([usize::MAX, 2, 2]));
    }
}
