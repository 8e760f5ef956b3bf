//! shuffle-sum: one sum for each work-group, by shuffles within its sub-groups. A sub-group has another size
//! on each device, and the last of a work-group may have fewer work-items, so the cases meet all of them.

use super::SUB_GROUPS;
use crate::argument::{buffer, output, uint};
use crate::data::{Pattern, bytes, extreme_integers, least_extreme, most_extreme, preview};
use crate::sizes::{
    LARGEST, LARGEST_GROUP, choice_from, corner_sizes, number_from, range_for, simplicity,
    size_from, sizes_of_many_steps,
};
use crate::{Bound, Domain, Expected, Fact, GroupSizes, Measure, Problem, Signature};
use launch::{Access, Argument, Launch, NdRange, Scalar, Standard};
use proptest::prelude::*;
use proptest::sample::select;
use serde::{Deserialize, Serialize};

/// The problem.
#[derive(Clone, Copy, Debug)]
pub struct ShuffleSum;

/// Work-group sizes, the simplest first: whole sub-groups of some sizes and not of others, fewer work-items
/// than a sub-group has, and sub-groups whose last has a number of work-items that is no power of two.
const GROUPS: [usize; 6] = [8, 1, 13, 32, 100, LARGEST_GROUP];

/// The sizes that are met with every corner.
const USUAL_GROUPS: [usize; 2] = [8, 100];

/// With the elements of a work-group this many times as large, their sum still fits an `int`.
const FACTOR: i32 = 16_383;

/// One case of [`ShuffleSum`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    n: usize,
    local: usize,
    sub_group: usize,
    pattern: Pattern,
}

impl Case {
    fn x(&self) -> Vec<i32> {
        extreme_integers(self.n, self.pattern, 0, FACTOR / self.local as i32)
    }

    fn groups(&self) -> usize {
        self.n.max(1).div_ceil(self.local)
    }

    fn sub_groups(&self) -> usize {
        self.local.div_ceil(self.sub_group)
    }
}

impl Problem for ShuffleSum {
    type Case = Case;

    fn name(&self) -> &'static str {
        "shuffle-sum"
    }

    fn reference(&self) -> &'static str {
        kernel_text!("shuffle_sum.cl")
    }

    fn standard(&self) -> Standard {
        Standard::V3_0
    }

    fn signature(&self) -> Signature {
        Signature::new(
            "shuffle_sum",
            &[
                ("global", "int*", "x"),
                ("global", "int*", "sums"),
                ("local", "int*", "parts"),
                ("private", "uint", "n"),
            ],
        )
    }

    fn domain(&self) -> Domain {
        Domain::new()
            .size("n", 0, 0, LARGEST)
            .value(
                "x",
                f64::from(least_extreme(FACTOR)),
                f64::from(most_extreme(FACTOR)),
            )
            .work_group(GroupSizes::Any, 1, LARGEST_GROUP)
            .sub_group(SUB_GROUPS[0], SUB_GROUPS[SUB_GROUPS.len() - 1])
    }

    fn corners(&self) -> Vec<Case> {
        let case = |n: usize, local, sub_group| Case {
            n,
            local,
            sub_group,
            pattern: ((n + 2) % 3) as Pattern,
        };
        let mut corners: Vec<Case> = Vec::new();
        for local in USUAL_GROUPS {
            let sizes = corner_sizes(local).into_iter();
            corners.extend(sizes.map(|n| case(n, local, SUB_GROUPS[n % 2])));
        }
        for local in GROUPS {
            for sub_group in SUB_GROUPS {
                corners.extend([local, 101].map(|n| case(n, local, sub_group)));
            }
        }
        // More elements than 16 bits count, and both ends of what an element may be.
        corners.push(case(LARGEST, LARGEST_GROUP, 32));
        corners.push(Case {
            pattern: 1,
            ..case(101, 1, 32)
        });
        corners.sort_by_key(|case| simplicity(case.n));
        corners.dedup();
        corners
    }

    fn cases(&self) -> BoxedStrategy<Case> {
        let sub_group = select(&SUB_GROUPS[..]);
        (select(&GROUPS[..]), sub_group, any::<Pattern>())
            .prop_flat_map(|(local, sub_group, pattern)| {
                sizes_of_many_steps(local).prop_map(move |n| Case {
                    n,
                    local,
                    sub_group,
                    pattern,
                })
            })
            .boxed()
    }

    fn shrinking_from(&self, case: &Case) -> BoxedStrategy<Case> {
        (
            size_from(case.n),
            choice_from(&GROUPS, case.local),
            choice_from(&SUB_GROUPS, case.sub_group),
            number_from(case.pattern.into()),
        )
            .prop_map(|(n, local, sub_group, pattern)| Case {
                n,
                local,
                sub_group,
                pattern: pattern as Pattern,
            })
            .boxed()
    }

    fn admits(&self, case: &Case) -> bool {
        case.n <= LARGEST && GROUPS.contains(&case.local) && SUB_GROUPS.contains(&case.sub_group)
    }

    fn describe(&self, case: &Case) -> Vec<Fact> {
        vec![
            Fact::new("n", case.n),
            Fact::new("work-group", case.local),
            Fact::new("sub-group (simulated)", case.sub_group),
            Fact::new("x", preview(&case.x())),
        ]
    }

    fn launch(&self, case: &Case) -> Launch {
        let x = bytes(&case.x(), i32::to_le_bytes);
        Launch {
            kernel: "shuffle_sum".to_owned(),
            arguments: vec![
                buffer("x", Scalar::Int, x, Access::Read),
                output("sums", Scalar::Int, case.groups()),
                // A device's sub-groups may be smaller than those of the case, so that there are more.
                Argument::Local {
                    name: "parts".to_owned(),
                    bytes: case.local * Scalar::Int.size(),
                },
                uint("n", case.n),
            ],
            range: NdRange {
                sub_group: Some(case.sub_group),
                ..range_for(case.n, case.local)
            },
        }
    }

    fn expected(&self, case: &Case) -> Vec<Expected> {
        let x = case.x();
        let sums: Vec<i32> = (0..case.groups())
            .map(|group| {
                let stretch = x.iter().skip(group * case.local).take(case.local);
                stretch.sum()
            })
            .collect();
        vec![
            Expected::Unchanged,
            Expected::Exact(bytes(&sums, i32::to_le_bytes)),
        ]
    }

    fn counted(&self) -> Vec<Case> {
        vec![Case {
            n: 16 * LARGEST_GROUP,
            local: LARGEST_GROUP,
            sub_group: 32,
            pattern: 1,
        }]
    }

    fn also_counted(&self) -> Option<BoxedStrategy<Case>> {
        let case = |(n, local, sub_group, pattern)| Case {
            n,
            local,
            sub_group,
            pattern,
        };
        let drawn = (
            1000..=5000_usize,
            select(&[100, LARGEST_GROUP][..]),
            select(&SUB_GROUPS[..]),
            1..=Pattern::MAX,
        );
        Some(drawn.prop_map(case).boxed())
    }

    fn bounds(&self, case: &Case) -> Vec<Bound> {
        let parts = (case.groups() * case.sub_groups()) as u64;
        vec![
            Bound::at_most(
                Measure::LocalElementsRead,
                parts,
                format!(
                    "each of the {} sub-groups of a work-group leaves one sum in local memory; within a \
                     sub-group values go from register to register",
                    case.sub_groups()
                ),
            ),
            Bound::at_most(
                Measure::Barriers,
                2,
                "the work-group meets once, behind the sums of its sub-groups, and once more is granted",
            ),
            Bound::at_most(
                Measure::GlobalElementsRead,
                case.n as u64,
                "each of the n elements is read once",
            ),
            Bound::at_most(
                Measure::GlobalElementsWritten,
                case.groups() as u64,
                "one work-item of each work-group writes its sum",
            ),
        ]
    }

    /// Any work-item of the group may write its sum.
    fn owner(&self, _: &Case, _: usize, _: usize) -> Option<Vec<usize>> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sums_do_not_depend_on_the_size_of_a_sub_group() {
        let sums = |sub_group| {
            let case = Case {
                n: 205,
                local: 100,
                sub_group,
                pattern: 3,
            };
            ShuffleSum.expected(&case)
        };
        assert!(SUB_GROUPS.iter().all(|&size| sums(size) == sums(8)));
    }

    #[test]
    fn no_sum_overflows() {
        for local in GROUPS {
            let most = most_extreme(FACTOR / local as i32);
            assert!(local as i64 * i64::from(most) <= i64::from(i32::MAX));
        }
    }

    #[test]
    fn the_corners_meet_each_size_of_sub_groups_whole_and_broken() {
        let corners = ShuffleSum.corners();
        for size in SUB_GROUPS {
            let mut of_size = corners.iter().filter(|case| case.sub_group == size);
            assert!(of_size.clone().any(|case| case.local % size == 0));
            assert!(of_size.any(|case| case.local > size && case.local % size != 0));
        }
    }
}
