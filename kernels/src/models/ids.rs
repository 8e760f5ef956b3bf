//! ids: every work-item writes down its global id, its group, its local id and the group's size.

use crate::data::bytes;
use crate::sizes::{
    LARGEST, LARGEST_GROUP, WORK_GROUPS, choice_from, corner_sizes, range_for, simplicity,
    size_from, sizes,
};
use crate::{Domain, Expected, Fact, GroupSizes, Problem, Signature, Writers};
use launch::{Access, Argument, Buffer, ElementType, Launch, Scalar};
use proptest::prelude::*;
use proptest::sample::select;
use serde::{Deserialize, Serialize};

/// The problem.
#[derive(Clone, Copy, Debug)]
pub struct Ids;

/// What each work-item writes.
const SEEN: ElementType = ElementType {
    scalar: Scalar::UInt,
    width: 4,
};

/// One case of [`Ids`]: the NDRange is `n` rounded up to whole groups, an element for each work-item.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    n: usize,
    local: usize,
}

impl Case {
    /// A launch of `n` work-items, rounded up to groups of `local`.
    pub fn new(n: usize, local: usize) -> Self {
        Case { n, local }
    }

    fn work_items(&self) -> usize {
        range_for(self.n, self.local).global[0]
    }

    /// Global id, group, local id and group size of each work-item.
    pub fn rows(&self) -> Vec<[u32; 4]> {
        (0..self.work_items())
            .map(|id| {
                let (group, local) = (id / self.local, id % self.local);
                [id, group, local, self.local].map(|number| number as u32)
            })
            .collect()
    }
}

impl Problem for Ids {
    type Case = Case;

    fn name(&self) -> &'static str {
        "ids"
    }

    fn reference(&self) -> &'static str {
        kernel_text!("ids.cl")
    }

    fn signature(&self) -> Signature {
        Signature::new("ids", &[("global", "uint4*", "seen")])
    }

    fn domain(&self) -> Domain {
        Domain::new().work_group(GroupSizes::Any, 1, LARGEST_GROUP)
    }

    fn corners(&self) -> Vec<Case> {
        let mut corners: Vec<Case> = Vec::new();
        for local in WORK_GROUPS {
            corners.extend(corner_sizes(local).into_iter().map(|n| Case { n, local }));
        }
        corners.push(Case {
            n: LARGEST,
            local: 64,
        });
        corners.sort_by_key(|case| simplicity(case.n));
        corners.dedup();
        corners
    }

    fn cases(&self) -> BoxedStrategy<Case> {
        select(&WORK_GROUPS[..])
            .prop_flat_map(|local| sizes(local).prop_map(move |n| Case { n, local }))
            .boxed()
    }

    fn shrinking_from(&self, case: &Case) -> BoxedStrategy<Case> {
        (size_from(case.n), choice_from(&WORK_GROUPS, case.local))
            .prop_map(|(n, local)| Case { n, local })
            .boxed()
    }

    fn admits(&self, case: &Case) -> bool {
        case.n <= LARGEST && WORK_GROUPS.contains(&case.local)
    }

    fn describe(&self, case: &Case) -> Vec<Fact> {
        vec![Fact::new("n", case.n), Fact::new("work-group", case.local)]
    }

    fn launch(&self, case: &Case) -> Launch {
        Launch {
            kernel: "ids".to_owned(),
            arguments: vec![Argument::Buffer(Buffer {
                name: "seen".to_owned(),
                element: SEEN,
                contents: vec![0; case.work_items() * SEEN.size()],
                access: Access::Write,
                initialized: false,
            })],
            range: range_for(case.n, case.local),
        }
    }

    fn expected(&self, case: &Case) -> Vec<Expected> {
        vec![Expected::Exact(bytes(
            case.rows().as_flattened(),
            u32::to_le_bytes,
        ))]
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
    fn a_global_id_is_made_of_group_and_local_id() {
        for [global, group, local, size] in Case::new(9, 4).rows() {
            assert_eq!(global, group * size + local);
        }
        assert_eq!(Case::new(9, 4).rows().len(), 12);
    }
}
