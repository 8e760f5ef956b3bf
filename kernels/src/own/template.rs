//! template: what the kernel is to compute, in one sentence.

use crate::argument::{buffer, output, uint};
use crate::data::{Pattern, bytes, integers, preview};
use crate::sizes::{
    LARGEST, LARGEST_GROUP, WORK_GROUPS, choice_from, corner_sizes, number_from, range_for,
    simplicity, size_from, sizes,
};
use crate::{Domain, Expected, Fact, GroupSizes, Problem, Signature};
use launch::{Access, Launch, Scalar};
use proptest::prelude::*;
use proptest::sample::select;
use serde::{Deserialize, Serialize};

/// The problem.
#[derive(Clone, Copy, Debug)]
pub(super) struct Template;

/// One case of [`Template`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Case {
    n: usize,
    local: usize,
    pattern: Pattern,
}

impl Case {
    /// Values that differ at each index: a kernel that takes the wrong element is seen.
    fn x(&self) -> Vec<i32> {
        integers(self.n, self.pattern, 0)
    }
}

impl Problem for Template {
    type Case = Case;

    fn name(&self) -> &'static str {
        "template"
    }

    fn reference(&self) -> &'static str {
        include_str!("template.cl")
    }

    fn signature(&self) -> Signature {
        Signature::new(
            "template",
            &[
                ("global", "int*", "x"),
                ("global", "int*", "y"),
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
        let mut corners: Vec<Case> = Vec::new();
        for local in WORK_GROUPS {
            corners.extend(corner_sizes(local).into_iter().map(|n| Case {
                n,
                local,
                pattern: ((n + 2) % 3) as Pattern,
            }));
        }
        corners.push(Case {
            n: LARGEST,
            local: 64,
            pattern: 1,
        });
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
        let x = bytes(&case.x(), i32::to_le_bytes);
        Launch {
            kernel: "template".to_owned(),
            arguments: vec![
                buffer("x", Scalar::Int, x, Access::Read),
                output("y", Scalar::Int, case.n),
                uint("n", case.n),
            ],
            range: range_for(case.n, case.local),
        }
    }

    fn expected(&self, case: &Case) -> Vec<Expected> {
        let right: Vec<i32> = case.x().into_iter().map(|x| 3 * x).collect();
        vec![
            Expected::Unchanged,
            Expected::Exact(bytes(&right, i32::to_le_bytes)),
        ]
    }

    fn owner(&self, _: &Case, _: usize, element: usize) -> Option<Vec<usize>> {
        Some(vec![element])
    }
}
