//! mix: each element becomes a mixture of its two neighbours and itself, each with a weight of its
//! own, so that a wrong neighbour shows. Beyond the ends there are zeros.

use crate::argument::{buffer, output, value};
use crate::data::{Pattern, bytes, extreme_integers, least_extreme, most_extreme, preview};
use crate::sizes::{
    LARGEST, choice_from, corner_sizes, number_from, range_for, simplicity, size_from,
    sizes_of_many_steps,
};
use crate::{Domain, Expected, Fact, GroupSizes, Problem, Signature, Writers};
use launch::{Access, Launch, Scalar};
use proptest::prelude::*;
use proptest::sample::select;
use serde::{Deserialize, Serialize};

/// The problem.
#[derive(Clone, Copy, Debug)]
pub struct Mix;

/// Work-group sizes, the simplest first: the kernel's tile is made for the largest. One is no power
/// of two, one is a single work-item, one is wider than a warp.
const GROUPS: [usize; 4] = [4, 24, 64, 1];

/// The sizes that are met with every corner.
const USUAL_GROUPS: usize = 3;

/// The largest of them.
const MOST: usize = 64;

/// Seven times an element still fits an `int`.
const FACTOR: i32 = 2001;

/// One case of [`Mix`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    n: usize,
    local: usize,
    pattern: Pattern,
}

impl Case {
    fn x(&self) -> Vec<i32> {
        extreme_integers(self.n, self.pattern, 0, FACTOR)
    }
}

impl Problem for Mix {
    type Case = Case;

    fn name(&self) -> &'static str {
        "mix-neighbours"
    }

    fn reference(&self) -> &'static str {
        kernel_text!("mix.cl")
    }

    fn signature(&self) -> Signature {
        Signature::new(
            "mix_neighbours",
            &[
                ("global", "int*", "x"),
                ("global", "int*", "mixed"),
                ("private", "int", "n"),
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
            .work_group(GroupSizes::Any, 1, MOST)
    }

    fn corners(&self) -> Vec<Case> {
        let case = |n, local| Case {
            n,
            local,
            pattern: ((n + 2) % 3) as Pattern,
        };
        let mut corners: Vec<Case> = Vec::new();
        for &local in &GROUPS[..USUAL_GROUPS] {
            corners.extend(corner_sizes(local).into_iter().map(|n| case(n, local)));
        }
        // A wrong index of a group of one work-item looks like a missing write, so that small cases are of others.
        corners.push(case(101, 1));
        // More than 16 bits count.
        corners.push(case(LARGEST, 64));
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
            kernel: "mix_neighbours".to_owned(),
            arguments: vec![
                buffer("x", Scalar::Int, x, Access::Read),
                output("mixed", Scalar::Int, case.n),
                value("n", (case.n as i32).to_le_bytes()),
            ],
            range: range_for(case.n, case.local),
        }
    }

    fn expected(&self, case: &Case) -> Vec<Expected> {
        let x = case.x();
        let at = |index: Option<usize>| index.and_then(|index| x.get(index)).map_or(0, |&it| it);
        let mixed: Vec<i32> = (0..case.n)
            .map(|i| at(i.checked_sub(1)) + 2 * at(Some(i)) + 4 * at(Some(i + 1)))
            .collect();
        vec![
            Expected::Unchanged,
            Expected::Exact(bytes(&mixed, i32::to_le_bytes)),
        ]
    }

    fn writers(&self, _: &Case, _: usize) -> Writers {
        Writers::Each(1)
    }

    fn owner(&self, _: &Case, _: usize, element: usize) -> Option<Vec<usize>> {
        Some(vec![element])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_mixture_overflows() {
        assert!(7 * LARGEST * FACTOR as usize <= i32::MAX as usize);
    }

    #[test]
    fn each_neighbour_has_its_own_weight_and_beyond_the_ends_there_are_zeros() {
        let case = Case {
            n: 3,
            local: 4,
            pattern: 0,
        };
        let right = [2 + 8, 1 + 4 + 12, 2 + 6];
        assert_eq!(
            Mix.expected(&case),
            [
                Expected::Unchanged,
                Expected::Exact(bytes(&right, i32::to_le_bytes))
            ]
        );
    }
}
