//! double-buffer: sums of neighbours, chunk by chunk, where the next chunk is copied while this one is added up.
//! Integers: in whatever order they are added, the sums are the same.

use crate::argument::{buffer, output, uint};
use crate::data::{Pattern, bytes, extreme_integers, least_extreme, most_extreme, preview};
use crate::sizes::{
    LARGEST_GROUP, choice_from, number_from, range_for, simplicity, size_from, sizes_to,
};
use crate::{Bound, Domain, Expected, Fact, GroupSizes, Measure, Problem, Signature};
use launch::{Access, Argument, Launch, Scalar, Standard};
use proptest::prelude::*;
use proptest::sample::select;
use serde::{Deserialize, Serialize};

/// The problem.
#[derive(Clone, Copy, Debug)]
pub struct DoubleBuffer;

/// Work-group sizes, the simplest first.
const GROUPS: [usize; 6] = [4, 1, 24, 64, 200, LARGEST_GROUP];

/// The sizes that are met with every corner.
const USUAL_GROUPS: [usize; 2] = [4, 24];

/// Elements of a sum.
const WIDTH: usize = 8;

/// The most sums of a case.
const MOST: usize = 8192;

/// The most chunks of a work-group.
const MOST_CHUNKS: usize = 6;

/// With elements this many times as large, the sum of [`WIDTH`] of them still fits an `int`, and `float` leaves
/// integers of that size out.
const FACTOR: i32 = 2047;

/// The size of the work-groups whose costs are counted.
const COUNTED_GROUP: usize = 64;

/// One case of [`DoubleBuffer`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    n: usize,
    local: usize,
    chunks: usize,
    pattern: Pattern,
}

impl Case {
    fn x(&self) -> Vec<i32> {
        extreme_integers(self.n + WIDTH - 1, self.pattern, 0, FACTOR)
    }

    fn sums(&self) -> Vec<i32> {
        let x = self.x();
        x.windows(WIDTH).map(|terms| terms.iter().sum()).collect()
    }
}

impl Problem for DoubleBuffer {
    type Case = Case;

    fn name(&self) -> &'static str {
        "double-buffer"
    }

    fn reference(&self) -> &'static str {
        kernel_text!("double_buffer.cl")
    }

    fn standard(&self) -> Standard {
        Standard::V3_0
    }

    fn signature(&self) -> Signature {
        Signature::new(
            "double_buffer",
            &[
                ("global", "int*", "x"),
                ("global", "int*", "sums"),
                ("local", "int*", "tile"),
                ("private", "uint", "n"),
                ("private", "uint", "chunks"),
            ],
        )
    }

    fn domain(&self) -> Domain {
        Domain::new()
            .side("n", 0, MOST)
            .count("chunks", 1, MOST_CHUNKS)
            .value(
                "x",
                f64::from(least_extreme(FACTOR)),
                f64::from(most_extreme(FACTOR)),
            )
            .work_group(GroupSizes::Any, 1, LARGEST_GROUP)
    }

    fn corners(&self) -> Vec<Case> {
        let case = |n: usize, local, chunks| Case {
            n,
            local,
            chunks,
            pattern: ((n + 2) % 3) as Pattern,
        };
        let mut corners: Vec<Case> = Vec::new();
        for local in USUAL_GROUPS {
            for chunks in [1, 2, 3] {
                let stretch = local * chunks;
                let sizes = [
                    1,
                    0,
                    local - 1,
                    local,
                    local + 1,
                    stretch - 1,
                    stretch,
                    stretch + 1,
                ];
                corners.extend(sizes.map(|n| case(n, local, chunks)));
                corners.push(case(3 * stretch + local + 2, local, chunks));
            }
        }
        for local in GROUPS {
            corners.extend([2, 97].map(|n| case(n, local, 4)));
            corners.push(case(5 * local + 1, local, MOST_CHUNKS));
        }
        corners.push(case(MOST, 64, 5));
        corners.sort_by_key(|case| simplicity(case.n));
        corners.dedup();
        corners
    }

    fn cases(&self) -> BoxedStrategy<Case> {
        (select(&GROUPS[..]), 1..=MOST_CHUNKS, any::<Pattern>())
            .prop_flat_map(|(local, chunks, pattern)| {
                let unit = if pattern % 2 == 0 {
                    local
                } else {
                    local * chunks
                };
                sizes_to(unit, MOST).prop_map(move |n| Case {
                    n,
                    local,
                    chunks,
                    pattern,
                })
            })
            .boxed()
    }

    fn shrinking_from(&self, case: &Case) -> BoxedStrategy<Case> {
        (
            size_from(case.n),
            choice_from(&GROUPS, case.local),
            size_from(case.chunks),
            number_from(case.pattern.into()),
        )
            .prop_map(|(n, local, chunks, pattern)| Case {
                n,
                local,
                chunks,
                pattern: pattern as Pattern,
            })
            .boxed()
    }

    fn admits(&self, case: &Case) -> bool {
        case.n <= MOST && GROUPS.contains(&case.local) && (1..=MOST_CHUNKS).contains(&case.chunks)
    }

    fn describe(&self, case: &Case) -> Vec<Fact> {
        vec![
            Fact::new("n", case.n),
            Fact::new("work-group", case.local),
            Fact::new("chunks", case.chunks),
            Fact::new("x", preview(&case.x())),
        ]
    }

    fn launch(&self, case: &Case) -> Launch {
        let x = bytes(&case.x(), i32::to_le_bytes);
        Launch {
            kernel: "double_buffer".to_owned(),
            arguments: vec![
                buffer("x", Scalar::Int, x, Access::Read),
                output("sums", Scalar::Int, case.n),
                Argument::Local {
                    name: "tile".to_owned(),
                    bytes: 2 * (case.local + WIDTH - 1) * Scalar::Int.size(),
                },
                uint("n", case.n),
                uint("chunks", case.chunks),
            ],
            range: range_for(case.n.div_ceil(case.chunks), case.local),
        }
    }

    fn expected(&self, case: &Case) -> Vec<Expected> {
        vec![
            Expected::Unchanged,
            Expected::Exact(bytes(&case.sums(), i32::to_le_bytes)),
        ]
    }

    fn counted(&self) -> Vec<Case> {
        vec![Case {
            n: 4 * 5 * COUNTED_GROUP,
            local: COUNTED_GROUP,
            chunks: 5,
            pattern: 1,
        }]
    }

    fn also_counted(&self) -> Option<BoxedStrategy<Case>> {
        let case = |(groups, chunks, pattern)| Case {
            n: groups * chunks * COUNTED_GROUP,
            local: COUNTED_GROUP,
            chunks,
            pattern,
        };
        let drawn = (2..=4_usize, 4..=MOST_CHUNKS, 1..=Pattern::MAX);
        Some(drawn.prop_map(case).boxed())
    }

    fn bounds(&self, case: &Case) -> Vec<Bound> {
        let n = case.n as u64;
        let chunks = case.n.div_ceil(case.local) as u64;
        let margin = (WIDTH - 1) as u64;
        vec![
            Bound::at_most(
                Measure::GlobalElementsRead,
                n + margin * chunks,
                format!(
                    "n + {margin} * {chunks}: each of the {chunks} chunks is copied once, with the {margin} behind it"
                ),
            ),
            Bound::at_least(
                Measure::LocalReadsDuringCopies,
                LEAST_DURING_COPIES,
                format!(
                    "while a chunk is added up the next is on its way, for {} of the {} chunks of a work-group",
                    case.chunks - 1,
                    case.chunks
                ),
            ),
            Bound::at_most(
                Measure::Barriers,
                case.chunks as u64 + 1,
                "one for each chunk is enough, since the next is copied to the other half; and one more",
            ),
        ]
    }

    /// Which work-item of the group does a sum is up to the kernel.
    fn owner(&self, _: &Case, _: usize, _: usize) -> Option<Vec<usize>> {
        None
    }
}

/// Per cent. With four chunks a double buffer has 75, and one half of the tile alone 0.
const LEAST_DURING_COPIES: u64 = 60;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_is_of_the_element_and_those_behind_it() {
        let case = Case {
            n: 2,
            local: 4,
            chunks: 1,
            pattern: 0,
        };
        assert_eq!(case.x(), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(case.sums(), [36, 44]);
    }

    #[test]
    fn no_sum_leaves_an_int_and_some_leave_a_float() {
        assert!(WIDTH as i64 * i64::from(most_extreme(FACTOR)) <= i64::from(i32::MAX));
        let case = Case {
            n: 100,
            local: 4,
            chunks: 1,
            pattern: 1,
        };
        assert!(case.sums().iter().any(|&sum| sum as f32 as i32 != sum));
    }
}
