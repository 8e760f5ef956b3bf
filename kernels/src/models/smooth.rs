//! smooth: each element becomes a weighted mean of itself and its two neighbours, through a tile in
//! local memory that holds a group's elements and one more on either side. Beyond the ends there are
//! zeros.

use crate::data::{Pattern, bytes, floats, preview};
use crate::sizes::{
    LARGEST, LARGEST_GROUP, WORK_GROUPS, choice_from, corner_sizes, number_from, range_for,
    simplicity, size_from, sizes,
};
use crate::{Domain, Expected, Fact, GroupSizes, Problem, Signature};
use launch::{Access, Argument, Buffer, Launch, Scalar};
use proptest::prelude::*;
use proptest::sample::select;
use serde::{Deserialize, Serialize};

/// The problem.
#[derive(Clone, Copy, Debug)]
pub struct Smooth;

/// One case of [`Smooth`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    n: usize,
    local: usize,
    pattern: Pattern,
}

impl Case {
    fn input(&self) -> Vec<f32> {
        floats(self.n, self.pattern, 0)
    }
}

impl Problem for Smooth {
    type Case = Case;

    fn name(&self) -> &'static str {
        "smooth"
    }

    fn reference(&self) -> &'static str {
        kernel_text!("smooth.cl")
    }

    fn signature(&self) -> Signature {
        Signature::new(
            "smooth",
            &[
                ("global", "float*", "in"),
                ("global", "float*", "out"),
                ("local", "float*", "tile"),
                ("private", "uint", "n"),
            ],
        )
    }

    fn domain(&self) -> Domain {
        Domain::new()
            .size("n", 0, 0, LARGEST)
            .work_group(GroupSizes::Any, 1, LARGEST_GROUP)
    }

    fn corners(&self) -> Vec<Case> {
        let case = |n, local| Case {
            n,
            local,
            pattern: (n % 3) as Pattern,
        };
        let mut corners: Vec<Case> = Vec::new();
        for local in WORK_GROUPS {
            corners.extend(corner_sizes(local).into_iter().map(|n| case(n, local)));
        }
        corners.push(case(LARGEST, 64));
        corners.sort_by_key(|case| simplicity(case.n));
        corners.dedup();
        corners
    }

    fn cases(&self) -> BoxedStrategy<Case> {
        (select(&WORK_GROUPS[..]), any::<Pattern>())
            .prop_flat_map(|(local, pattern)| {
                sizes(local).prop_map(move |n| Case { n, local, pattern })
            })
            .boxed()
    }

    fn shrinking_from(&self, case: &Case) -> BoxedStrategy<Case> {
        (
            size_from(case.n),
            choice_from(&WORK_GROUPS, case.local),
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
        case.n <= LARGEST && WORK_GROUPS.contains(&case.local)
    }

    fn describe(&self, case: &Case) -> Vec<Fact> {
        vec![
            Fact::new("n", case.n),
            Fact::new("work-group", case.local),
            Fact::new("in", preview(&case.input())),
        ]
    }

    fn launch(&self, case: &Case) -> Launch {
        let buffer = |name: &str, values: Vec<f32>, access, initialized| {
            Argument::Buffer(Buffer {
                name: name.to_owned(),
                element: Scalar::Float.into(),
                contents: bytes(&values, f32::to_le_bytes),
                access,
                initialized,
            })
        };
        Launch {
            kernel: "smooth".to_owned(),
            arguments: vec![
                buffer("in", case.input(), Access::Read, true),
                buffer("out", vec![0.0; case.n], Access::Write, false),
                Argument::Local {
                    name: "tile".to_owned(),
                    bytes: (case.local + 2) * Scalar::Float.size(),
                },
                Argument::Value {
                    name: "n".to_owned(),
                    bytes: (case.n as u32).to_le_bytes().to_vec(),
                },
            ],
            range: range_for(case.n, case.local),
        }
    }

    /// Exact: quarters and halves of quarters below 2^18 are sums that `float` holds.
    fn expected(&self, case: &Case) -> Vec<Expected> {
        let input = case.input();
        let at = |index: Option<usize>| {
            index
                .and_then(|index| input.get(index))
                .map_or(0.0, |&value| f64::from(value))
        };
        let values: Vec<f32> = (0..case.n)
            .map(|index| {
                let (before, after) = (at(index.checked_sub(1)), at(Some(index + 1)));
                (0.25 * before + 0.5 * at(Some(index)) + 0.25 * after) as f32
            })
            .collect();
        vec![
            Expected::Unchanged,
            Expected::Exact(bytes(&values, f32::to_le_bytes)),
        ]
    }

    fn owner(&self, _: &Case, _: usize, element: usize) -> Option<Vec<usize>> {
        Some(vec![element])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beyond_the_ends_there_are_zeros() {
        let case = Case {
            n: 3,
            local: 4,
            pattern: 0,
        };
        let right = bytes(&[1.0, 2.0, 2.0], f32::to_le_bytes);
        assert_eq!(
            Smooth.expected(&case),
            [Expected::Unchanged, Expected::Exact(right)]
        );
    }
}
