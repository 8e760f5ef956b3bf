//! find-roots: each element of a work-group hangs on one of the same work-group, or on itself, and then
//! it is a root; each is to find the root at the end of its way.

use crate::argument::{buffer, output, uint};
use crate::data::{Pattern, bytes, preview, small};
use crate::sizes::{
    LARGEST, choice_from, corner_sizes, number_from, range_for, simplicity, size_from,
    sizes_of_many_steps,
};
use crate::{Domain, Expected, Fact, GroupSizes, Problem, Signature};
use launch::{Access, Launch, Scalar};
use proptest::prelude::*;
use proptest::sample::select;
use serde::{Deserialize, Serialize};

/// The problem.
#[derive(Clone, Copy, Debug)]
pub struct Roots;

/// Work-group sizes, the simplest first.
const GROUPS: [usize; 4] = [8, 64, 1, 24];

/// Work-items of the largest of them.
const MOST: usize = 64;

/// The sizes that are met with every corner.
const USUAL_GROUPS: [usize; 2] = [8, MOST];

/// How the elements of a work-group hang together, by number; the next work-group has the next one.
const SHAPES: u8 = 5;

/// One case of [`Roots`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    n: usize,
    local: usize,
    shape: u8,
    pattern: Pattern,
}

impl Case {
    /// For each element the place, within its work-group's elements, of the one on which it hangs.
    fn links(&self) -> Vec<u32> {
        let scattered = small(self.n, self.pattern, u8::MAX);
        (0..self.n)
            .map(|index| {
                let (group, place) = (index / self.local, index % self.local);
                let elements = self.local.min(self.n - group * self.local);
                let link = match (group + usize::from(self.shape)) % usize::from(SHAPES) {
                    // A line, and a line the other way round.
                    0 => place.saturating_sub(1),
                    1 => (place + 1).min(elements - 1),
                    // Trees, mostly low ones.
                    2 => usize::from(scattered[index]) % (place + 1),
                    // A star.
                    3 => elements / 2,
                    // Each for itself.
                    _ => place,
                };
                link as u32
            })
            .collect()
    }

    fn roots(&self) -> Vec<u32> {
        let links = self.links();
        (0..self.n)
            .map(|index| {
                let begin = index / self.local * self.local;
                let mut place = (index - begin) as u32;
                while links[begin + place as usize] != place {
                    place = links[begin + place as usize];
                }
                place
            })
            .collect()
    }
}

impl Problem for Roots {
    type Case = Case;

    fn name(&self) -> &'static str {
        "find-roots"
    }

    fn reference(&self) -> &'static str {
        kernel_text!("roots.cl")
    }

    fn signature(&self) -> Signature {
        Signature::new(
            "find_roots",
            &[
                ("global", "uint*", "links"),
                ("global", "uint*", "roots"),
                ("private", "uint", "n"),
            ],
        )
    }

    fn domain(&self) -> Domain {
        Domain::new()
            .size("n", 0, 0, LARGEST)
            .work_group(GroupSizes::Any, 1, MOST)
    }

    fn corners(&self) -> Vec<Case> {
        let mut corners: Vec<Case> = Vec::new();
        for local in USUAL_GROUPS {
            corners.extend(corner_sizes(local).into_iter().map(|n| Case {
                n,
                local,
                shape: ((n + 4) % 5) as u8,
                pattern: ((n + 2) % 3) as Pattern,
            }));
            // One whole work-group of each kind.
            corners.extend((0..SHAPES).map(|shape| Case {
                n: local,
                local,
                shape,
                pattern: 1,
            }));
        }
        for local in GROUPS {
            corners.extend([23, 50].map(|n| Case {
                n,
                local,
                shape: 2,
                pattern: 1,
            }));
        }
        corners.push(Case {
            n: LARGEST,
            local: GROUPS[1],
            shape: 0,
            pattern: 1,
        });
        corners.sort_by_key(|case| simplicity(case.n));
        corners.dedup();
        corners
    }

    fn cases(&self) -> BoxedStrategy<Case> {
        (select(&GROUPS[..]), 0..SHAPES, any::<Pattern>())
            .prop_flat_map(|(local, shape, pattern)| {
                sizes_of_many_steps(local).prop_map(move |n| Case {
                    n,
                    local,
                    shape,
                    pattern,
                })
            })
            .boxed()
    }

    fn shrinking_from(&self, case: &Case) -> BoxedStrategy<Case> {
        (
            size_from(case.n),
            choice_from(&GROUPS, case.local),
            number_from(case.shape.into()),
            number_from(case.pattern.into()),
        )
            .prop_map(|(n, local, shape, pattern)| Case {
                n,
                local,
                shape: shape as u8,
                pattern: pattern as Pattern,
            })
            .boxed()
    }

    fn admits(&self, case: &Case) -> bool {
        case.n <= LARGEST && GROUPS.contains(&case.local) && case.shape < SHAPES
    }

    fn describe(&self, case: &Case) -> Vec<Fact> {
        vec![
            Fact::new("n", case.n),
            Fact::new("work-group", case.local),
            Fact::new("links", preview(&case.links())),
        ]
    }

    fn launch(&self, case: &Case) -> Launch {
        let links = bytes(&case.links(), u32::to_le_bytes);
        Launch {
            kernel: "find_roots".to_owned(),
            arguments: vec![
                buffer("links", Scalar::UInt, links, Access::Read),
                output("roots", Scalar::UInt, case.n),
                uint("n", case.n),
            ],
            range: range_for(case.n, case.local),
        }
    }

    fn expected(&self, case: &Case) -> Vec<Expected> {
        vec![
            Expected::Unchanged,
            Expected::Exact(bytes(&case.roots(), u32::to_le_bytes)),
        ]
    }

    /// Any work-item of the work-group may write a root.
    fn owner(&self, _: &Case, _: usize, _: usize) -> Option<Vec<usize>> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(n: usize, shape: u8, pattern: Pattern) -> Case {
        Case {
            n,
            local: 8,
            shape,
            pattern,
        }
    }

    #[test]
    fn every_way_ends_at_a_root_of_its_own_work_group() {
        assert_eq!(case(4, 0, 0).roots(), [0; 4]);
        assert_eq!(case(4, 1, 0).roots(), [3; 4]);
        assert_eq!(case(4, 3, 0).roots(), [2; 4]);
        assert_eq!(case(10, 4, 0).roots(), [0, 1, 2, 3, 4, 5, 6, 7, 0, 0]);
    }

    #[test]
    fn ways_are_as_long_as_a_work_group_and_no_link_leads_out_of_the_elements() {
        for n in [1, 7, 8, 9, 61] {
            for shape in 0..SHAPES {
                for pattern in [0, 1, 9] {
                    let case = case(n, shape, pattern);
                    for (index, link) in case.links().into_iter().enumerate() {
                        assert!(index / 8 * 8 + (link as usize) < n);
                    }
                    // Ends: no way goes in a circle.
                    assert_eq!(case.roots().len(), n);
                }
            }
        }
        assert_eq!(case(8, 1, 0).links(), [1, 2, 3, 4, 5, 6, 7, 7]);
    }

    #[test]
    fn there_are_work_groups_with_several_roots_and_long_ways() {
        let case = Case {
            n: 64,
            local: 64,
            shape: 2,
            pattern: 1,
        };
        let roots: std::collections::HashSet<u32> = case.roots().into_iter().collect();
        assert!(roots.len() > 2, "{roots:?}");
        assert!(case.links() != case.roots());
    }
}
