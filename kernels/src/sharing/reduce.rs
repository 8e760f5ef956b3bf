//! reduce: one sum for each work-group, of the elements of its work-items. Integers: whatever the
//! order in which a tree adds them, the sum is the same.

use crate::argument::{buffer, output, uint};
use crate::data::{Pattern, bytes, extreme_integers, least_extreme, most_extreme, preview};
use crate::sizes::{LARGEST, LARGEST_GROUP, corner_sizes, line_from, lines, range_for, simplicity};
use crate::{Bound, Domain, Expected, Fact, GroupSizes, Measure, Problem, Signature};
use launch::{Access, Argument, Launch, Scalar};
use proptest::prelude::*;
use serde::{Deserialize, Serialize};

/// The problem.
#[derive(Clone, Copy, Debug)]
pub struct Reduce;

/// Work-group sizes, the simplest first: powers of two, as a tree has it, some smaller than a warp,
/// one a warp, one a single work-item and one of many warps.
const GROUPS: [usize; 5] = [8, 1, 2, 32, LARGEST_GROUP];

/// The sizes that are met with every corner.
const USUAL_GROUPS: [usize; 2] = [8, LARGEST_GROUP];

/// With the elements of a work-group this many times as large, their sum still fits an `int`. In small
/// work-groups elements are beyond 2^24, from which on `float` leaves integers out.
const FACTOR: i32 = 16_383;

/// One case of [`Reduce`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    n: usize,
    local: usize,
    pattern: Pattern,
}

impl Case {
    fn x(&self) -> Vec<i32> {
        extreme_integers(self.n, self.pattern, 0, FACTOR / self.local as i32)
    }

    fn groups(&self) -> usize {
        self.n.max(1).div_ceil(self.local)
    }
}

impl Problem for Reduce {
    type Case = Case;

    fn name(&self) -> &'static str {
        "reduce"
    }

    fn reference(&self) -> &'static str {
        kernel_text!("reduce.cl")
    }

    fn signature(&self) -> Signature {
        Signature::new(
            "reduce",
            &[
                ("global", "int*", "x"),
                ("global", "int*", "sums"),
                ("local", "int*", "tile"),
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
            .work_group(GroupSizes::PowersOfTwo, 1, LARGEST_GROUP)
    }

    fn corners(&self) -> Vec<Case> {
        let case = |n, local| Case {
            n,
            local,
            pattern: ((n + 2) % 3) as Pattern,
        };
        let mut corners: Vec<Case> = Vec::new();
        for local in USUAL_GROUPS {
            corners.extend(corner_sizes(local).into_iter().map(|n| case(n, local)));
        }
        for local in GROUPS {
            corners.extend([0, local, 3 * local + 1, 101].map(|n| case(n, local)));
        }
        // More elements than 16 bits count.
        corners.push(case(LARGEST, LARGEST_GROUP));
        corners.sort_by_key(|case| simplicity(case.n));
        corners.dedup();
        corners
    }

    fn cases(&self) -> BoxedStrategy<Case> {
        lines(&GROUPS)
            .prop_map(|(n, local, pattern)| Case { n, local, pattern })
            .boxed()
    }

    fn shrinking_from(&self, case: &Case) -> BoxedStrategy<Case> {
        line_from(case.n, &GROUPS, case.local, case.pattern)
            .prop_map(|(n, local, pattern)| Case { n, local, pattern })
            .boxed()
    }

    fn admits(&self, case: &Case) -> bool {
        case.n <= LARGEST && GROUPS.contains(&case.local)
    }

    fn describe(&self, case: &Case) -> Vec<Fact> {
        vec![
            Fact::new("n", case.n),
            Fact::new("work-group", case.local),
            Fact::new("x", preview(&case.x())),
        ]
    }

    fn launch(&self, case: &Case) -> Launch {
        let x = bytes(&case.x(), i32::to_le_bytes);
        Launch {
            kernel: "reduce".to_owned(),
            arguments: vec![
                buffer("x", Scalar::Int, x, Access::Read),
                output("sums", Scalar::Int, case.groups()),
                Argument::Local {
                    name: "tile".to_owned(),
                    bytes: case.local * Scalar::Int.size(),
                },
                uint("n", case.n),
            ],
            range: range_for(case.n, case.local),
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
            n: 16 * 256,
            local: 256,
            pattern: 1,
        }]
    }

    fn also_counted(&self) -> Option<BoxedStrategy<Case>> {
        let case = |(groups, pattern)| Case {
            n: groups * LARGEST_GROUP,
            local: LARGEST_GROUP,
            pattern,
        };
        Some((4..=20_usize, 1..=Pattern::MAX).prop_map(case).boxed())
    }

    fn bounds(&self, case: &Case) -> Vec<Bound> {
        let steps = u64::from(case.local.ilog2());
        let n = case.n as u64;
        vec![
            Bound::at_most(
                Measure::Barriers,
                steps + 2,
                format!(
                    "the tree has log2({}) = {steps} steps with a barrier each, and two more are \
                     granted",
                    case.local
                ),
            ),
            Bound::at_least(
                Measure::ActiveLanes,
                LEAST_ACTIVE_LANES,
                "work-items that add stand side by side, so that the other warps rest as a whole; only \
                 when a single warp is left do some of its lanes wait for others",
            ),
            Bound::at_most(
                Measure::BankConflict,
                100,
                "work-items side by side that take slots side by side never meet in a bank",
            ),
            Bound::at_most(
                Measure::GlobalElementsRead,
                n,
                "each of the n elements is read once, the rest happens in local memory",
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

/// Per cent. A tree whose work-items stand side by side comes to 98; where every other one adds, each
/// warp is held up in each step, and it is 89 or less.
const LEAST_ACTIVE_LANES: u64 = 92;

#[cfg(test)]
mod tests {
    use super::*;

    fn sums(n: usize, local: usize, pattern: Pattern) -> Vec<i32> {
        let case = Case { n, local, pattern };
        match Reduce.expected(&case).remove(1) {
            Expected::Exact(bytes) => {
                let words = bytes.as_chunks().0.iter();
                words.map(|word| i32::from_le_bytes(*word)).collect()
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn each_group_has_the_sum_of_its_stretch() {
        assert_eq!(sums(10, 8, 0), [36, 9 + 10]);
        assert_eq!(sums(0, 8, 0), [0]);
        assert_eq!(sums(8, 8, 0), [36]);
    }

    #[test]
    fn no_group_has_the_sum_of_one_beside_it_and_none_overflows() {
        for pattern in [0, 1, 2, 77] {
            let sums = sums(LARGEST, 256, pattern);
            assert!(sums.windows(2).all(|two| two[0] != two[1]), "{pattern}");
        }
        for local in GROUPS {
            let most = most_extreme(FACTOR / local as i32);
            assert!(local as i64 * i64::from(most) <= i64::from(i32::MAX));
        }
    }
}
