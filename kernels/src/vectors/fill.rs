//! fill: `out[i] = first + i`, one work-item for each element. Consecutive numbers rather than one
//! constant, so that the result tells which work-item wrote where.

use crate::argument::{output, uint, value};
use crate::data::bytes;
use crate::sizes::{
    LARGEST, LARGEST_GROUP, WORK_GROUPS, choice_from, corner_sizes, range_for, simplicity,
    size_from, sizes,
};
use crate::{Domain, Expected, Fact, GroupSizes, Problem, Signature, Writers};
use launch::{Launch, Scalar};
use proptest::prelude::*;
use proptest::sample::select;
use serde::{Deserialize, Serialize};

/// The problem.
#[derive(Clone, Copy, Debug)]
pub struct Fill;

/// The largest number to begin with: the last one of the longest array still fits an `int`.
const MOST_FIRST: i32 = i32::MAX - LARGEST as i32;

/// Numbers to begin with; the simplest first. Some are beyond 2^24, from which on `float` leaves
/// integers out.
const FIRSTS: [i32; 8] = [1, 0, -3, 1000, -1_000_000, MOST_FIRST, i32::MIN, 16_777_217];

/// One case of [`Fill`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    n: usize,
    local: usize,
    first: i32,
}

impl Problem for Fill {
    type Case = Case;

    fn name(&self) -> &'static str {
        "fill"
    }

    fn reference(&self) -> &'static str {
        kernel_text!("fill.cl")
    }

    fn signature(&self) -> Signature {
        Signature::new(
            "fill",
            &[
                ("global", "int*", "out"),
                ("private", "int", "first"),
                ("private", "uint", "n"),
            ],
        )
    }

    fn domain(&self) -> Domain {
        Domain::new()
            .size("n", 0, 0, LARGEST)
            .value("first", f64::from(i32::MIN), f64::from(MOST_FIRST))
            .work_group(GroupSizes::Any, 1, LARGEST_GROUP)
    }

    fn corners(&self) -> Vec<Case> {
        let mut corners: Vec<Case> = Vec::new();
        for local in WORK_GROUPS {
            corners.extend(corner_sizes(local).into_iter().map(|n| Case {
                n,
                local,
                // The first one, n = 1 in groups of 4, has the simplest of everything.
                first: FIRSTS[(n + local + 3) % FIRSTS.len()],
            }));
        }
        corners.push(Case {
            n: LARGEST,
            local: 64,
            first: FIRSTS[2],
        });
        corners.extend(FIRSTS.map(|first| Case {
            n: 9,
            local: 4,
            first,
        }));
        corners.sort_by_key(|case| simplicity(case.n));
        corners.dedup();
        corners
    }

    fn cases(&self) -> BoxedStrategy<Case> {
        (select(&WORK_GROUPS[..]), select(&FIRSTS[..]))
            .prop_flat_map(|(local, first)| {
                sizes(local).prop_map(move |n| Case { n, local, first })
            })
            .boxed()
    }

    fn shrinking_from(&self, case: &Case) -> BoxedStrategy<Case> {
        (
            size_from(case.n),
            choice_from(&WORK_GROUPS, case.local),
            choice_from(&FIRSTS, case.first),
        )
            .prop_map(|(n, local, first)| Case { n, local, first })
            .boxed()
    }

    fn admits(&self, case: &Case) -> bool {
        case.n <= LARGEST && WORK_GROUPS.contains(&case.local) && FIRSTS.contains(&case.first)
    }

    fn describe(&self, case: &Case) -> Vec<Fact> {
        vec![
            Fact::new("n", case.n),
            Fact::new("work-group", case.local),
            Fact::new("first", case.first),
        ]
    }

    fn launch(&self, case: &Case) -> Launch {
        Launch {
            kernel: "fill".to_owned(),
            arguments: vec![
                output("out", Scalar::Int, case.n),
                value("first", case.first.to_le_bytes()),
                uint("n", case.n),
            ],
            range: range_for(case.n, case.local),
        }
    }

    fn expected(&self, case: &Case) -> Vec<Expected> {
        let values: Vec<i32> = (0..case.n as i32).map(|index| case.first + index).collect();
        vec![Expected::Exact(bytes(&values, i32::to_le_bytes))]
    }

    fn writers(&self, _: &Case, _: usize) -> Writers {
        Writers::Owner
    }

    fn owner(&self, _: &Case, _: usize, element: usize) -> Option<Vec<usize>> {
        Some(vec![element])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reference_counts_up_from_the_first_number() {
        let case = Case {
            n: 3,
            local: 4,
            first: -3,
        };
        let right = bytes(&[-3, -2, -1], i32::to_le_bytes);
        assert_eq!(Fill.expected(&case), [Expected::Exact(right)]);
    }
}
