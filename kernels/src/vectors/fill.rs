//! fill: `out[i] = first + i`, one work-item for each element. Consecutive numbers rather than one
//! constant, so that the result tells which work-item wrote where.

use crate::argument::{output, uint, value};
use crate::data::bytes;
use crate::sizes::{
    LARGE, LARGEST, WORK_GROUPS, choice_from, corner_sizes, range_for, simplicity, size_from, sizes,
};
use crate::{Expected, Fact, Problem, Signature, Writers};
use launch::{Launch, Scalar};
use proptest::prelude::*;
use proptest::sample::select;
use serde::{Deserialize, Serialize};

/// The problem.
#[derive(Clone, Copy, Debug)]
pub struct Fill;

/// Numbers to begin with; the simplest first.
const FIRSTS: [i32; 5] = [1, 0, -3, 1000, -1_000_000];

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
        include_str!("fill.cl")
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

    fn corners(&self) -> Vec<Case> {
        let mut corners: Vec<Case> = Vec::new();
        for local in WORK_GROUPS {
            corners.extend(corner_sizes(local).into_iter().map(|n| Case {
                n,
                local,
                // The first one, n = 1 in groups of 4, has the simplest of everything.
                first: FIRSTS[(n + local) % FIRSTS.len()],
            }));
        }
        corners.extend(LARGE.map(|n| Case {
            n,
            local: 64,
            first: 0,
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
