//! group-reduce: the sum and the largest element of each work-group, by the functions that all work-items of
//! a work-group call together. One without an element gives what changes nothing, and that is another value
//! for a sum than for a largest element.

use crate::argument::{buffer, output, uint};
use crate::data::{Pattern, bytes, extreme_integers, least_extreme, most_extreme, preview};
use crate::sizes::{
    LARGEST, LARGEST_GROUP, WORK_GROUPS, corner_sizes, line_from, lines, range_for, simplicity,
};
use crate::{Bound, Domain, Expected, Fact, GroupSizes, Measure, Problem, Signature};
use launch::{Access, Launch, Scalar, Standard};
use proptest::prelude::*;
use serde::{Deserialize, Serialize};

/// The problem.
#[derive(Clone, Copy, Debug)]
pub struct GroupReduce;

/// The sizes that are met with every corner.
const USUAL_GROUPS: [usize; 2] = [4, 64];

/// With the elements of a work-group this many times as large, their sum still fits an `int`.
const FACTOR: i32 = 16_383;

/// One case of [`GroupReduce`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    n: usize,
    local: usize,
    pattern: Pattern,
}

impl Case {
    /// In every third pattern no element is above zero, so that a largest element of 0 is none of them.
    fn x(&self) -> Vec<i32> {
        let values = extreme_integers(self.n, self.pattern, 0, FACTOR / self.local as i32);
        match self.pattern % 3 {
            2 => values.into_iter().map(|value| -value.abs()).collect(),
            _ => values,
        }
    }

    fn groups(&self) -> usize {
        self.n.max(1).div_ceil(self.local)
    }

    /// The elements of each work-group.
    fn of_groups<T>(&self, of: impl Fn(&[i32]) -> T) -> Vec<T> {
        let x = self.x();
        let stretch = |group: usize| {
            let begin = (group * self.local).min(x.len());
            &x[begin..(begin + self.local).min(x.len())]
        };
        (0..self.groups()).map(|group| of(stretch(group))).collect()
    }
}

impl Problem for GroupReduce {
    type Case = Case;

    fn name(&self) -> &'static str {
        "group-reduce"
    }

    fn reference(&self) -> &'static str {
        kernel_text!("group_reduce.cl")
    }

    fn standard(&self) -> Standard {
        Standard::V3_0
    }

    fn signature(&self) -> Signature {
        Signature::new(
            "group_reduce",
            &[
                ("global", "int*", "x"),
                ("global", "int*", "sums"),
                ("global", "int*", "largest"),
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
        for local in WORK_GROUPS {
            corners.extend([0, local, 3 * local + 1, 101].map(|n| case(n, local)));
        }
        // More elements than 16 bits count, and both ends of what an element may be.
        corners.push(case(LARGEST, LARGEST_GROUP));
        corners.push(Case {
            n: 101,
            local: 1,
            pattern: 1,
        });
        corners.sort_by_key(|case| simplicity(case.n));
        corners.dedup();
        corners
    }

    fn cases(&self) -> BoxedStrategy<Case> {
        lines(&WORK_GROUPS)
            .prop_map(|(n, local, pattern)| Case { n, local, pattern })
            .boxed()
    }

    fn shrinking_from(&self, case: &Case) -> BoxedStrategy<Case> {
        line_from(case.n, &WORK_GROUPS, case.local, case.pattern)
            .prop_map(|(n, local, pattern)| Case { n, local, pattern })
            .boxed()
    }

    fn admits(&self, case: &Case) -> bool {
        case.n <= LARGEST && WORK_GROUPS.contains(&case.local)
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
            kernel: "group_reduce".to_owned(),
            arguments: vec![
                buffer("x", Scalar::Int, x, Access::Read),
                output("sums", Scalar::Int, case.groups()),
                output("largest", Scalar::Int, case.groups()),
                uint("n", case.n),
            ],
            range: range_for(case.n, case.local),
        }
    }

    fn expected(&self, case: &Case) -> Vec<Expected> {
        let sums = case.of_groups(|stretch| stretch.iter().sum());
        let largest = case.of_groups(|stretch| stretch.iter().copied().max().unwrap_or(i32::MIN));
        vec![
            Expected::Unchanged,
            Expected::Exact(bytes::<4, i32>(&sums, i32::to_le_bytes)),
            Expected::Exact(bytes(&largest, i32::to_le_bytes)),
        ]
    }

    fn counted(&self) -> Vec<Case> {
        vec![Case {
            n: 16 * LARGEST_GROUP,
            local: LARGEST_GROUP,
            pattern: 1,
        }]
    }

    fn also_counted(&self) -> Option<BoxedStrategy<Case>> {
        let case = |(n, pattern)| Case {
            n,
            local: LARGEST_GROUP,
            pattern,
        };
        Some((1000..=5000_usize, 1..=Pattern::MAX).prop_map(case).boxed())
    }

    fn bounds(&self, case: &Case) -> Vec<Bound> {
        vec![
            Bound::at_most(
                Measure::LocalBytes,
                0,
                "the functions of a work-group need no local memory of yours",
            ),
            Bound::at_most(
                Measure::GlobalElementsRead,
                case.n as u64,
                "each of the n elements is read once, for both results",
            ),
            Bound::at_most(
                Measure::GlobalElementsWritten,
                2 * case.groups() as u64,
                "one work-item of each work-group writes its sum and its largest element",
            ),
        ]
    }

    /// Any work-item of the group may write its results.
    fn owner(&self, _: &Case, _: usize, _: usize) -> Option<Vec<usize>> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results(n: usize, local: usize, pattern: Pattern) -> [Vec<i32>; 2] {
        let case = Case { n, local, pattern };
        let mut expected = GroupReduce.expected(&case).into_iter().skip(1);
        [(); 2].map(|()| match expected.next() {
            Some(Expected::Exact(bytes)) => {
                let words = bytes.as_chunks().0.iter();
                words.map(|word| i32::from_le_bytes(*word)).collect()
            }
            other => panic!("{other:?}"),
        })
    }

    #[test]
    fn each_group_has_the_results_of_its_stretch() {
        assert_eq!(results(6, 4, 0), [vec![10, 11], vec![4, 6]]);
        assert_eq!(results(0, 4, 0), [vec![0], vec![i32::MIN]]);
    }

    #[test]
    fn where_no_element_is_above_zero_the_largest_is_below_it() {
        let [sums, largest] = results(1000, 24, 2);
        assert!(largest.iter().all(|&largest| largest < 0));
        assert!(sums.iter().all(|&sum| sum < 0));
    }

    #[test]
    fn no_sum_overflows() {
        for local in WORK_GROUPS {
            let most = most_extreme(FACTOR / local as i32);
            assert!(local as i64 * i64::from(most) <= i64::from(i32::MAX));
        }
    }
}
