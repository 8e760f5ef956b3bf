//! wavelets: each stretch of a picture's rows, one for each work-group, is taken apart into means and
//! differences of neighbours, the means once more, and so on (Haar wavelets). Integers: a mean is
//! rounded down, and its difference says which way.

use crate::argument::{buffer, work_space};
use crate::data::{Pattern, bytes, preview, scattered};
use crate::sizes::{LARGEST_GROUP, choice_from, number_from, size_from};
use crate::{Domain, Expected, Fact, GroupSizes, Problem, Signature};
use launch::{Access, Launch, NdRange, Scalar};
use proptest::prelude::*;
use proptest::sample::select;
use serde::{Deserialize, Serialize};

/// The problem.
#[derive(Clone, Copy, Debug)]
pub struct Wavelets;

/// Work-group sizes, the simplest first: powers of two.
const GROUPS: [usize; 5] = [8, 64, 1, 2, LARGEST_GROUP];

/// The sizes that are met with every corner.
const USUAL_GROUPS: [usize; 2] = [8, 64];

/// The most stretches in a row, and the most rows, of most cases.
const MOST: usize = 16;

/// The most stretches in a row, and the most rows: more than 8 bits count.
const MOST_OF_ALL: usize = 300;

/// The most elements of a case: more than 16 bits count.
const MOST_ELEMENTS: usize = 17 * 16 * LARGEST_GROUP;

/// One case of [`Wavelets`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    stretches: usize,
    rows: usize,
    local: usize,
    pattern: Pattern,
}

impl Case {
    fn len(&self) -> usize {
        self.stretches * self.local * self.rows
    }

    fn picture(&self) -> Vec<i32> {
        scattered(self.len(), self.pattern, 1)
    }

    fn transformed(&self) -> Vec<i32> {
        let mut picture = self.picture();
        for stretch in picture.chunks_mut(self.local) {
            let mut size = self.local;
            while size > 1 {
                let half = size / 2;
                let old = stretch[..size].to_vec();
                for (index, pair) in old.chunks(2).enumerate() {
                    stretch[index] = (pair[0] + pair[1]).div_euclid(2);
                    stretch[half + index] = pair[0] - pair[1];
                }
                size = half;
            }
        }
        picture
    }
}

impl Problem for Wavelets {
    type Case = Case;

    fn name(&self) -> &'static str {
        "wavelets"
    }

    fn reference(&self) -> &'static str {
        kernel_text!("wavelets.cl")
    }

    fn signature(&self) -> Signature {
        Signature::new(
            "wavelets",
            &[
                ("global", "int*", "picture"),
                ("global", "int*", "out"),
                ("global", "int*", "scratch"),
            ],
        )
    }

    fn domain(&self) -> Domain {
        Domain::new()
            .work_group(GroupSizes::PowersOfTwo, 1, LARGEST_GROUP)
            .work_groups(1, MOST_OF_ALL)
    }

    fn corners(&self) -> Vec<Case> {
        let shapes = [
            [1, 1],
            [2, 1],
            [1, 2],
            [3, 1],
            [1, 3],
            [3, 2],
            [2, 3],
            [MOST, 5],
        ];
        let mut corners: Vec<Case> = Vec::new();
        for local in USUAL_GROUPS {
            corners.extend(shapes.map(|[stretches, rows]| Case {
                stretches,
                rows,
                local,
                pattern: ((stretches + rows) % 3) as Pattern,
            }));
        }
        // Each size, sides that 8 bits do not count, and more elements than 16 bits count.
        let large = [
            [3, 2, 1],
            [3, 2, 2],
            [3, 2, LARGEST_GROUP],
            [1, MOST_OF_ALL, 8],
            [MOST_OF_ALL, 1, 8],
            [16, 17, LARGEST_GROUP],
        ];
        corners.extend(large.map(|[stretches, rows, local]| Case {
            stretches,
            rows,
            local,
            pattern: 1,
        }));
        corners.sort_by_key(Case::len);
        corners
    }

    fn cases(&self) -> BoxedStrategy<Case> {
        let side = || prop_oneof![1 => Just(1), 2 => 1..=MOST];
        (side(), side(), select(&GROUPS[..]), any::<Pattern>())
            .prop_map(|(stretches, rows, local, pattern)| Case {
                stretches,
                // Fewer rows of large work-groups: one corner has as many elements as there may be.
                rows: if local == LARGEST_GROUP {
                    rows.min(2)
                } else {
                    rows
                },
                local,
                pattern,
            })
            .boxed()
    }

    fn shrinking_from(&self, case: &Case) -> BoxedStrategy<Case> {
        (
            size_from(case.stretches),
            size_from(case.rows),
            choice_from(&GROUPS, case.local),
            number_from(case.pattern.into()),
        )
            .prop_map(|(stretches, rows, local, pattern)| Case {
                stretches,
                rows,
                local,
                pattern: pattern as Pattern,
            })
            .boxed()
    }

    fn admits(&self, case: &Case) -> bool {
        (1..=MOST_OF_ALL).contains(&case.stretches)
            && (1..=MOST_OF_ALL).contains(&case.rows)
            && GROUPS.contains(&case.local)
            && case.len() <= MOST_ELEMENTS
    }

    fn describe(&self, case: &Case) -> Vec<Fact> {
        vec![
            Fact::new("width", case.stretches * case.local),
            Fact::new("height", case.rows),
            Fact::new("work-group", format!("{} x 1", case.local)),
            Fact::new("picture", preview(&case.picture())),
        ]
    }

    fn launch(&self, case: &Case) -> Launch {
        let picture = bytes(&case.picture(), i32::to_le_bytes);
        Launch {
            kernel: "wavelets".to_owned(),
            arguments: vec![
                buffer("picture", Scalar::Int, picture, Access::Read),
                work_space("out", Scalar::Int, case.len()),
                work_space("scratch", Scalar::Int, case.len()),
            ],
            range: NdRange {
                offset: None,
                global: vec![case.stretches * case.local, case.rows],
                local: Some(vec![case.local, 1]),
                sub_group: None,
            },
        }
    }

    fn expected(&self, case: &Case) -> Vec<Expected> {
        vec![
            Expected::Unchanged,
            Expected::Exact(bytes(&case.transformed(), i32::to_le_bytes)),
            Expected::Scratch,
        ]
    }

    /// Any work-item of the work-group may write an element of its stretch.
    fn owner(&self, _: &Case, _: usize, _: usize) -> Option<Vec<usize>> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(stretches: usize, rows: usize, local: usize, pattern: Pattern) -> Case {
        Case {
            stretches,
            rows,
            local,
            pattern,
        }
    }

    #[test]
    fn means_stand_before_differences_down_to_a_single_mean() {
        // 10, 20, ..., 80: the means are 15, 35, 55, 75, then 25, 65, then 45.
        let transformed = case(1, 1, 8, 0).transformed();
        assert_eq!(transformed, [45, -40, -20, -20, -10, -10, -10, -10]);
    }

    #[test]
    fn a_mean_of_odd_numbers_is_rounded_down_also_below_zero() {
        let case = case(4, 4, 64, 1);
        let picture = case.picture();
        let halves = picture.chunks(2).any(|pair| (pair[0] + pair[1]) % 2 < 0);
        assert!(halves, "no negative sum is odd");
    }

    #[test]
    fn every_stretch_is_transformed_for_itself() {
        let both = case(2, 2, 8, 0).transformed();
        assert_eq!(both[..8], case(1, 1, 8, 0).transformed());
        assert!(both.chunks(8).all(|stretch| stretch[1] == -40));
    }

    #[test]
    fn nobody_looks_at_the_scratch_memory() {
        assert_eq!(Wavelets.expected(&case(1, 1, 8, 0))[2], Expected::Scratch);
    }
}
