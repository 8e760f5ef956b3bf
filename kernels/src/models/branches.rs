//! branches: even elements are doubled, odd ones raised by one, with the two kinds of work-items
//! interleaved or standing together. Both give the same result; they differ in divergence.

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

/// The problem, solved with one arrangement of the work-items.
#[derive(Clone, Copy, Debug)]
pub struct Branches(pub Arrangement);

/// Which work-item has which element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrangement {
    /// Work-item `i` has element `i`: neighbours take different branches.
    Interleaved,
    /// The first half of the work-items have the even elements, the rest the odd ones.
    Together,
}

/// One case of [`Branches`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    n: usize,
    local: usize,
    pattern: Pattern,
}

impl Case {
    fn x(&self) -> Vec<f32> {
        floats(self.n, self.pattern, 0)
    }
}

impl Problem for Branches {
    type Case = Case;

    fn name(&self) -> &'static str {
        match self.0 {
            Arrangement::Interleaved => "branches-interleaved",
            Arrangement::Together => "branches-together",
        }
    }

    fn reference(&self) -> &'static str {
        kernel_text!("branches.cl")
    }

    fn signature(&self) -> Signature {
        let kernel = match self.0 {
            Arrangement::Interleaved => "interleaved",
            Arrangement::Together => "together",
        };
        Signature::new(
            kernel,
            &[("global", "float*", "x"), ("private", "uint", "n")],
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
            Fact::new("x", preview(&case.x())),
        ]
    }

    fn launch(&self, case: &Case) -> Launch {
        Launch {
            kernel: self.signature().kernel,
            arguments: vec![
                Argument::Buffer(Buffer {
                    name: "x".to_owned(),
                    element: Scalar::Float.into(),
                    contents: bytes(&case.x(), f32::to_le_bytes),
                    access: Access::ReadWrite,
                    initialized: true,
                }),
                Argument::Value {
                    name: "n".to_owned(),
                    bytes: (case.n as u32).to_le_bytes().to_vec(),
                },
            ],
            range: range_for(case.n, case.local),
        }
    }

    /// Exact: the data are quarters below 2^18, whose doubles and successors `float` holds.
    fn expected(&self, case: &Case) -> Vec<Expected> {
        let values: Vec<f32> = case
            .x()
            .into_iter()
            .enumerate()
            .map(|(index, x)| if index % 2 == 0 { x * 2.0 } else { x + 1.0 })
            .collect();
        vec![Expected::Exact(bytes(&values, f32::to_le_bytes))]
    }

    fn owner(&self, case: &Case, _: usize, element: usize) -> Option<Vec<usize>> {
        let owner = match self.0 {
            Arrangement::Interleaved => element,
            Arrangement::Together if element.is_multiple_of(2) => element / 2,
            Arrangement::Together => case.n.div_ceil(2) + element / 2,
        };
        Some(vec![owner])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn standing_together_no_two_elements_have_the_same_owner() {
        for n in [1, 2, 7, 8] {
            let case = Case {
                n,
                local: 4,
                pattern: 0,
            };
            let problem = Branches(Arrangement::Together);
            let mut owners: Vec<usize> = (0..n)
                .flat_map(|element| problem.owner(&case, 0, element).unwrap())
                .collect();
            owners.sort_unstable();
            assert_eq!(owners, (0..n).collect::<Vec<_>>());
        }
    }
}
