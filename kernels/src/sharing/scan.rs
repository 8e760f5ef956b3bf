//! scan: the running (inclusive prefix) sums of each work-group's stretch, and its total. Integers:
//! whatever the order in which they are added, the sums are the same.

use crate::argument::{buffer, output, uint};
use crate::data::{Pattern, bytes, extreme_integers, least_extreme, most_extreme, preview};
use crate::sizes::{
    LARGEST, LARGEST_GROUP, choice_from, corner_sizes, number_from, range_for, simplicity,
    size_from, sizes_of_many_steps,
};
use crate::{Bound, Domain, Expected, Fact, GroupSizes, Measure, Problem, Signature};
use launch::{Access, Argument, Launch, Scalar};
use proptest::prelude::*;
use proptest::sample::select;
use serde::{Deserialize, Serialize};

/// The problem.
#[derive(Clone, Copy, Debug)]
pub struct Scan;

/// Work-group sizes, the simplest first: powers of two, as trees have it, some smaller than a warp,
/// one a single work-item and two of several warps.
const GROUPS: [usize; 5] = [8, 128, 1, 2, LARGEST_GROUP];

/// The sizes that are met with every corner.
const USUAL_GROUPS: [usize; 2] = [8, 128];

/// With the elements of a work-group this many times as large, their sum still fits an `int`. In small
/// work-groups elements are beyond 2^24, from which on `float` leaves integers out.
const FACTOR: i32 = 16_383;

/// One case of [`Scan`].
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

impl Problem for Scan {
    type Case = Case;

    fn name(&self) -> &'static str {
        "scan"
    }

    fn reference(&self) -> &'static str {
        kernel_text!("scan.cl")
    }

    fn signature(&self) -> Signature {
        Signature::new(
            "scan",
            &[
                ("global", "int*", "x"),
                ("global", "int*", "sums"),
                ("global", "int*", "totals"),
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
        corners.push(case(LARGEST, 128));
        corners.sort_by_key(|case| simplicity(case.n));
        corners.dedup();
        corners
    }

    fn cases(&self) -> BoxedStrategy<Case> {
        (select(&GROUPS[..]), any::<Pattern>())
            .prop_flat_map(|(local, pattern)| {
                sizes_of_many_steps(local).prop_map(move |n| Case { n, local, pattern })
            })
            .boxed()
    }

    fn shrinking_from(&self, case: &Case) -> BoxedStrategy<Case> {
        (
            size_from(case.n),
            choice_from(&GROUPS, case.local),
            number_from(case.pattern.into()),
        )
            .prop_map(|(n, local, pattern)| Case {
                n,
                local,
                pattern: pattern as Pattern,
            })
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
            kernel: "scan".to_owned(),
            arguments: vec![
                buffer("x", Scalar::Int, x, Access::Read),
                output("sums", Scalar::Int, case.n),
                output("totals", Scalar::Int, case.groups()),
                Argument::Local {
                    name: "tile".to_owned(),
                    bytes: 2 * case.local * Scalar::Int.size(),
                },
                uint("n", case.n),
            ],
            range: range_for(case.n, case.local),
        }
    }

    fn expected(&self, case: &Case) -> Vec<Expected> {
        let mut sums = Vec::with_capacity(case.n);
        let mut totals = Vec::with_capacity(case.groups());
        for stretch in case.x().chunks(case.local) {
            let mut total = 0;
            for value in stretch {
                total += value;
                sums.push(total);
            }
            totals.push(total);
        }
        // Where there are no elements, one work-group has none.
        totals.resize(case.groups(), 0);
        vec![
            Expected::Unchanged,
            Expected::Exact(bytes(&sums, i32::to_le_bytes)),
            Expected::Exact(bytes(&totals, i32::to_le_bytes)),
        ]
    }

    fn counted(&self) -> Vec<Case> {
        vec![Case {
            n: 16 * 128,
            local: 128,
            pattern: 1,
        }]
    }

    fn also_counted(&self) -> Option<BoxedStrategy<Case>> {
        let locals = select(&[128, LARGEST_GROUP][..]);
        let case = |(groups, local, pattern)| Case {
            n: groups * local,
            local,
            pattern,
        };
        let drawn = (4..=16_usize, locals, 1..=Pattern::MAX);
        Some(drawn.prop_map(case).boxed())
    }

    fn bounds(&self, case: &Case) -> Vec<Bound> {
        let steps = u64::from(case.local.ilog2());
        let n = case.n as u64;
        vec![
            Bound::at_most(
                Measure::Barriers,
                2 * steps + 2,
                format!(
                    "log2({}) = {steps} steps with two barriers each at most (one is enough with \
                     two halves of the tile), and two more",
                    case.local
                ),
            ),
            Bound::at_most(
                Measure::LocalElementsRead,
                3 * n * (steps + 1),
                format!(
                    "a work-item reads three slots at most in each of {steps} steps, two to add and one \
                     to copy, and as many around them",
                ),
            ),
            Bound::at_most(
                Measure::GlobalElementsRead,
                n,
                "each of the n elements is read once, the rest happens in local memory",
            ),
            Bound::at_most(
                Measure::GlobalElementsWritten,
                n + case.groups() as u64,
                "each sum is written once, and so is each total",
            ),
        ]
    }

    /// A work-item has the element of its global id; any of its group may write the total.
    fn owner(&self, _: &Case, buffer: usize, element: usize) -> Option<Vec<usize>> {
        (buffer == 1).then(|| vec![element])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_begin_anew_in_each_group_and_end_in_its_total() {
        let case = Case {
            n: 10,
            local: 8,
            pattern: 0,
        };
        let sums = [1, 3, 6, 10, 15, 21, 28, 36, 9, 19];
        assert_eq!(
            Scan.expected(&case)[1..],
            [
                Expected::Exact(bytes(&sums, i32::to_le_bytes)),
                Expected::Exact(bytes(&[36, 19], i32::to_le_bytes)),
            ]
        );
    }

    #[test]
    fn a_group_without_elements_has_the_total_zero() {
        let case = Case {
            n: 0,
            local: 8,
            pattern: 0,
        };
        let nothing = Expected::Exact(bytes(&[0], i32::to_le_bytes));
        assert_eq!(Scan.expected(&case)[2], nothing);
    }

    #[test]
    fn no_sum_overflows() {
        for local in GROUPS {
            let most = most_extreme(FACTOR / local as i32);
            assert!(local as i64 * i64::from(most) <= i64::from(i32::MAX));
        }
    }
}
