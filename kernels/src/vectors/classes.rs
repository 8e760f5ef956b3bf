//! constant-table: the class of each value, which is how many of a few limits it has reached. The
//! limits are a small table in constant memory that all work-items walk through together.

use crate::argument::{buffer, output, uint};
use crate::bound::{Bound, Measure};
use crate::data::{Pattern, bytes, integers, preview};
use crate::sizes::{
    LARGEST, LARGEST_GROUP, WORK_GROUPS, choice_from, corner_sizes, number_from, range_for,
    simplicity, size_from, sizes,
};
use crate::{Domain, Expected, Fact, GroupSizes, Problem, Signature, Writers};
use launch::{Access, Launch, Scalar};
use proptest::prelude::*;
use proptest::sample::select;
use serde::{Deserialize, Serialize};

/// The problem.
#[derive(Clone, Copy, Debug)]
pub struct Classes;

/// How many limits there may be, the simplest first.
const COUNTS: [usize; 7] = [2, 1, 3, 8, 17, 65, MOST_LIMITS];

/// The most limits: more than 8 bits count.
const MOST_LIMITS: usize = 300;

/// The most limits that values are held against in a case of any size, and the most comparisons of a
/// case with more of them: what keeps a check instant.
const FEW_LIMITS: usize = 8;
const MOST_COMPARISONS: usize = 1 << 17;

/// What scattered limits are multiplied by: 2^17 times this is far beyond 2^24, from which on
/// `float` leaves integers out, and nearly all that `int` holds, so that a difference of two limits
/// overflows.
const SPREAD: i32 = 16_381;

/// Elements of the case that is counted.
const COUNTED: usize = 2048;

/// One case of [`Classes`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    n: usize,
    local: usize,
    count: usize,
    pattern: Pattern,
}

impl Case {
    /// In ascending order, each more than one above the one before. Where they are scattered, about
    /// half of them are negative, and most need more digits than `float` has. In every second pattern
    /// the first and the last are as far apart as values on both sides of them allow.
    fn limits(&self) -> Vec<i32> {
        if self.pattern == 0 {
            return (1..=self.count as i32).map(|k| 10 * k).collect();
        }
        let mut limits = integers(self.count, self.pattern, 0);
        limits.sort_unstable();
        let mut limits: Vec<i32> = limits.into_iter().map(|limit| limit * SPREAD).collect();
        if self.pattern % 2 == 1
            && let [first, .., last] = &mut limits[..]
        {
            *first = i32::MIN + 1;
            *last = i32::MAX - 1;
        }
        limits
    }

    /// Each value is a limit, or one below or above it, as the numbers of a permutation say.
    fn input(&self) -> Vec<i32> {
        let limits = self.limits();
        let places = integers(self.n, self.pattern, 1);
        let steps = places.iter().enumerate().map(|(index, place)| {
            // 10, 20, 30, ... counted in their tens, or anything.
            let place = if self.pattern == 0 {
                index as i32
            } else {
                *place
            };
            place.rem_euclid(3 * self.count as i32)
        });
        steps
            .map(|step| limits[step as usize / 3] + (step % 3 - 1))
            .collect()
    }
}

/// The most values that are held against so many limits.
fn most_values(count: usize) -> usize {
    match count {
        0..=FEW_LIMITS => LARGEST,
        _ => MOST_COMPARISONS / count,
    }
}

impl Problem for Classes {
    type Case = Case;

    fn name(&self) -> &'static str {
        "constant-table"
    }

    fn reference(&self) -> &'static str {
        kernel_text!("classes.cl")
    }

    fn signature(&self) -> Signature {
        Signature::new(
            "classify",
            &[
                ("constant", "int*", "limits"),
                ("private", "uint", "count"),
                ("global", "int*", "in"),
                ("global", "uint*", "out"),
                ("private", "uint", "n"),
            ],
        )
    }

    fn domain(&self) -> Domain {
        Domain::new()
            .size("n", 0, 0, LARGEST)
            .count("count", 1, MOST_LIMITS)
            .value("limits", f64::from(i32::MIN + 1), f64::from(i32::MAX - 1))
            .any_int("in")
            .work_group(GroupSizes::Any, 1, LARGEST_GROUP)
    }

    fn corners(&self) -> Vec<Case> {
        let mut corners: Vec<Case> = Vec::new();
        for local in WORK_GROUPS {
            corners.extend(corner_sizes(local).into_iter().map(|n| Case {
                n,
                local,
                // The first one, n = 1 in groups of 4, has the simplest of everything.
                count: match COUNTS[(n + local + 2) % COUNTS.len()] {
                    count if n <= most_values(count) => count,
                    _ => FEW_LIMITS,
                },
                pattern: ((n + 2) % 3) as Pattern,
            }));
        }
        // Each table once, with every value that there is beside its limits.
        corners.extend(COUNTS.map(|count| Case {
            n: (3 * count + 1).min(most_values(count)),
            local: 4,
            count,
            pattern: 0,
        }));
        corners.extend([2, 17, MOST_LIMITS].map(|count| Case {
            n: (3 * count + 5).min(most_values(count)),
            local: 64,
            count,
            pattern: 5,
        }));
        corners.push(Case {
            n: LARGEST,
            local: 64,
            count: 1,
            pattern: 1,
        });
        corners.sort_by_key(|case| simplicity(case.n));
        corners.dedup();
        corners
    }

    fn cases(&self) -> BoxedStrategy<Case> {
        (
            select(&WORK_GROUPS[..]),
            select(&COUNTS[..]),
            any::<Pattern>(),
        )
            .prop_flat_map(|(local, count, pattern)| {
                sizes(local).prop_map(move |n| Case {
                    n: n.min(most_values(count)),
                    local,
                    count,
                    pattern,
                })
            })
            .boxed()
    }

    fn shrinking_from(&self, case: &Case) -> BoxedStrategy<Case> {
        (
            size_from(case.n),
            choice_from(&WORK_GROUPS, case.local),
            choice_from(&COUNTS, case.count),
            number_from(case.pattern.into()),
        )
            .prop_map(|(n, local, count, pattern)| Case {
                n: n.min(most_values(count)),
                local,
                count,
                pattern: pattern as Pattern,
            })
            .boxed()
    }

    fn admits(&self, case: &Case) -> bool {
        case.n <= most_values(case.count)
            && WORK_GROUPS.contains(&case.local)
            && COUNTS.contains(&case.count)
    }

    fn describe(&self, case: &Case) -> Vec<Fact> {
        vec![
            Fact::new("n", case.n),
            Fact::new("count", case.count),
            Fact::new("work-group", case.local),
            Fact::new("limits", preview(&case.limits())),
            Fact::new("in", preview(&case.input())),
        ]
    }

    fn launch(&self, case: &Case) -> Launch {
        let ints = |values: Vec<i32>| bytes(&values, i32::to_le_bytes);
        Launch {
            kernel: "classify".to_owned(),
            arguments: vec![
                buffer("limits", Scalar::Int, ints(case.limits()), Access::Read),
                uint("count", case.count),
                buffer("in", Scalar::Int, ints(case.input()), Access::Read),
                output("out", Scalar::UInt, case.n),
                uint("n", case.n),
            ],
            range: range_for(case.n, case.local),
        }
    }

    fn expected(&self, case: &Case) -> Vec<Expected> {
        let limits = case.limits();
        let classes: Vec<u32> = case
            .input()
            .into_iter()
            .map(|value| limits.iter().filter(|limit| **limit <= value).count() as u32)
            .collect();
        vec![
            Expected::Unchanged,
            Expected::Unchanged,
            Expected::Exact(bytes(&classes, u32::to_le_bytes)),
        ]
    }

    fn counted(&self) -> Vec<Case> {
        vec![Case {
            n: COUNTED,
            local: 64,
            count: 8,
            pattern: 1,
        }]
    }

    fn also_counted(&self) -> Option<BoxedStrategy<Case>> {
        let counts = select(&COUNTS[..]);
        let drawn = (
            500..=2500_usize,
            select(&WORK_GROUPS[..]),
            counts,
            1..=Pattern::MAX,
        );
        let case = |(n, local, count, pattern): (usize, _, _, _)| Case {
            n: n.min(most_values(count)),
            local,
            count,
            pattern,
        };
        Some(drawn.prop_map(case).boxed())
    }

    fn bounds(&self, case: &Case) -> Vec<Bound> {
        let (n, count) = (case.n as u64, case.count as u64);
        vec![
            Bound::at_most(
                Measure::GlobalElementsRead,
                n * (count + 1),
                format!("{n} values, each read once and held against {count} limits"),
            ),
            Bound::at_most(
                Measure::GlobalElementsWritten,
                n,
                format!("{n} classes, each written once when it is known"),
            ),
        ]
    }

    fn writers(&self, _: &Case, _: usize) -> Writers {
        // Each class is to be written once; nothing says how many a work-item writes.
        Writers::Each(usize::MAX)
    }

    fn owner(&self, _: &Case, buffer: usize, element: usize) -> Option<Vec<usize>> {
        // The table has more elements than a small case has work-items.
        (buffer != 0).then(|| vec![element])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(n: usize, count: usize, pattern: Pattern) -> Case {
        Case {
            n,
            local: 4,
            count,
            pattern,
        }
    }

    fn classes(case: &Case, reached: impl Fn(i32, i32) -> bool) -> Vec<usize> {
        let limits = case.limits();
        case.input()
            .into_iter()
            .map(|value| {
                limits
                    .iter()
                    .filter(|limit| reached(**limit, value))
                    .count()
            })
            .collect()
    }

    #[test]
    fn a_value_has_reached_the_limits_that_it_equals_or_exceeds() {
        let case = case(7, 2, 0);
        assert_eq!(case.limits(), [10, 20]);
        assert_eq!(case.input(), [9, 10, 11, 19, 20, 21, 9]);
        let right = bytes(&[0_u32, 1, 1, 1, 2, 2, 0], u32::to_le_bytes);
        assert_eq!(Classes.expected(&case)[2], Expected::Exact(right));
    }

    #[test]
    fn limits_ascend_with_room_for_a_value_between_them() {
        for count in COUNTS {
            for pattern in 0..=255 {
                let limits = case(1, count, pattern).limits();
                assert_eq!(limits.len(), count);
                assert!(limits.windows(2).all(|pair| pair[0] + 2 < pair[1]));
            }
        }
    }

    #[test]
    fn values_below_at_and_above_limits_are_met_and_some_limits_are_negative() {
        for pattern in [0, 1, 2, 99] {
            let case = case(100, 3, pattern);
            let right = classes(&case, |limit, value| limit <= value);
            assert_ne!(classes(&case, |limit, value| limit < value), right);
            assert_ne!(
                classes(&case, |limit, value| limit.saturating_sub(1) <= value),
                right
            );
            assert!((0..=3).all(|class| right.contains(&class)), "{pattern}");
        }
        let corners = Classes.corners();
        let wide = corners
            .iter()
            .flat_map(Case::input)
            .filter(|value| *value as f32 as i32 != *value);
        assert!(wide.count() > 5);
        let negative = corners.iter().filter(|case| case.limits()[0] < 0);
        assert!(negative.count() > 5);
    }
}
