//! histogram: how often values of each of 64 kinds come, added to counts that may hold some already.
//! Few work-items do many values each. Counts are integers: whatever the order, they are the same.

use crate::argument::{buffer, uint};
use crate::data::{Pattern, bytes, preview, skewed};
use crate::sizes::{
    LARGEST, LARGEST_GROUP, corner_sizes, shared_line_from, shared_lines, simplicity,
};
use crate::{Bound, Domain, Expected, Fact, GroupSizes, Measure, Problem, Signature};
use launch::{Access, Launch, NdRange, Scalar};
use proptest::prelude::*;
use proptest::sample::select;
use serde::{Deserialize, Serialize};

/// The problem.
#[derive(Clone, Copy, Debug)]
pub struct Histogram;

/// Kinds of values: four neighbouring bytes are of one kind.
const BINS: usize = 64;

/// Work-group sizes, the simplest first: fewer work-items than bins, and more; a single one, one that is
/// no power of two, and as many as a device takes.
const GROUPS: [usize; 5] = [8, 128, 1, 100, LARGEST_GROUP];

/// The sizes that are met with every corner.
const USUAL_GROUPS: [usize; 2] = [8, 128];

/// The most work-groups of a case.
const MOST_GROUPS: usize = 16;

/// The pattern in which all values are the largest one: a single bin counts everything.
const ALL_ALIKE: Pattern = 3;

/// The most that a count holds before: with as many values as there may be, it still fits a `uint`.
const MOST_BEFORE: u32 = u32::MAX - LARGEST as u32;

/// One case of [`Histogram`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    n: usize,
    local: usize,
    groups: usize,
    pattern: Pattern,
}

impl Case {
    fn values(&self) -> Vec<u8> {
        match self.pattern {
            ALL_ALIKE => vec![u8::MAX; self.n],
            pattern => skewed(self.n, pattern),
        }
    }

    /// What the counts hold before: nothing where the data is simple, and as much as they can where all
    /// values are alike.
    fn before(&self) -> Vec<u32> {
        if self.pattern == ALL_ALIKE {
            return (0..BINS as u32).map(|bin| MOST_BEFORE - bin).collect();
        }
        let step = if self.pattern == 0 { 0 } else { 10 };
        (1..=BINS as u32).map(|bin| step * bin).collect()
    }
}

fn bin(value: u8) -> usize {
    usize::from(value) * BINS / 256
}

impl Problem for Histogram {
    type Case = Case;

    fn name(&self) -> &'static str {
        "histogram"
    }

    fn reference(&self) -> &'static str {
        kernel_text!("histogram.cl")
    }

    fn signature(&self) -> Signature {
        Signature::new(
            "histogram",
            &[
                ("global", "uchar*", "values"),
                ("global", "uint*", "counts"),
                ("private", "uint", "n"),
            ],
        )
    }

    fn domain(&self) -> Domain {
        Domain::new()
            .side("n", 0, LARGEST)
            .value("values", 0.0, f64::from(u8::MAX))
            .value("counts", 0.0, f64::from(MOST_BEFORE))
            .work_group(GroupSizes::Any, 1, LARGEST_GROUP)
            .work_groups(1, MOST_GROUPS)
    }

    fn corners(&self) -> Vec<Case> {
        let case = |n, local, groups| Case {
            n,
            local,
            groups,
            pattern: ((n + 2) % 3) as Pattern,
        };
        let mut corners: Vec<Case> = Vec::new();
        for local in USUAL_GROUPS {
            for groups in [1, 3] {
                let sizes = corner_sizes(local * groups).into_iter();
                corners.extend(sizes.map(|n| case(n, local, groups)));
            }
        }
        for local in GROUPS {
            corners.extend(
                [(0, 1), (97, 2), (300, MOST_GROUPS)].map(|(n, groups)| case(n, local, groups)),
            );
        }
        // More values than 16 bits count, and as many in one bin of one work-group.
        corners.extend([(300, 8), (LARGEST, LARGEST_GROUP)].map(|(n, local)| Case {
            n,
            local,
            groups: 1,
            pattern: ALL_ALIKE,
        }));
        corners.sort_by_key(|case| simplicity(case.n));
        corners.dedup();
        corners
    }

    fn cases(&self) -> BoxedStrategy<Case> {
        shared_lines(&GROUPS, MOST_GROUPS)
            .prop_map(|(n, local, groups, pattern)| Case {
                n,
                local,
                groups,
                pattern,
            })
            .boxed()
    }

    fn shrinking_from(&self, case: &Case) -> BoxedStrategy<Case> {
        shared_line_from(case.n, &GROUPS, case.local, case.groups, case.pattern)
            .prop_map(|(n, local, groups, pattern)| Case {
                n,
                local,
                groups,
                pattern,
            })
            .boxed()
    }

    fn admits(&self, case: &Case) -> bool {
        case.n <= LARGEST
            && GROUPS.contains(&case.local)
            && (1..=MOST_GROUPS).contains(&case.groups)
    }

    fn describe(&self, case: &Case) -> Vec<Fact> {
        let before = match case.pattern {
            0 => "all 0".to_owned(),
            ALL_ALIKE => preview(&case.before()),
            _ => "10, 20, 30, ..., 640".to_owned(),
        };
        vec![
            Fact::new("n", case.n),
            Fact::new("work-group", case.local),
            Fact::new("work-groups", case.groups),
            Fact::new("values", preview(&case.values())),
            Fact::new("counts before", before),
        ]
    }

    fn launch(&self, case: &Case) -> Launch {
        let before = bytes(&case.before(), u32::to_le_bytes);
        Launch {
            kernel: "histogram".to_owned(),
            arguments: vec![
                buffer("values", Scalar::UChar, case.values(), Access::Read),
                buffer("counts", Scalar::UInt, before, Access::ReadWrite),
                uint("n", case.n),
            ],
            range: NdRange::linear(case.groups * case.local, case.local),
        }
    }

    fn expected(&self, case: &Case) -> Vec<Expected> {
        let mut counts = case.before();
        for value in case.values() {
            counts[bin(value)] += 1;
        }
        vec![
            Expected::Unchanged,
            Expected::Exact(bytes(&counts, u32::to_le_bytes)),
        ]
    }

    fn counted(&self) -> Vec<Case> {
        vec![Case {
            n: 8192,
            local: 128,
            groups: 4,
            pattern: 1,
        }]
    }

    fn also_counted(&self) -> Option<BoxedStrategy<Case>> {
        let locals = select(&[128, 100, LARGEST_GROUP][..]);
        let case = |(n, local, groups, pattern)| Case {
            n,
            local,
            groups,
            pattern,
        };
        let drawn = (4000..=9000_usize, locals, 1..=8_usize, 4..=Pattern::MAX);
        Some(drawn.prop_map(case).boxed())
    }

    fn bounds(&self, case: &Case) -> Vec<Bound> {
        let (n, groups) = (case.n as u64, case.groups as u64);
        vec![
            Bound::at_most(
                Measure::GlobalAtomics,
                groups * BINS as u64,
                format!("each of the {groups} work-groups adds each of its {BINS} bins once"),
            ),
            Bound::at_most(
                Measure::GlobalElementsRead,
                n.div_ceil(4),
                "each value is read once, and is a quarter of an element of 4 bytes",
            ),
        ]
    }

    /// Any work-item may add to any count.
    fn owner(&self, _: &Case, _: usize, _: usize) -> Option<Vec<usize>> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn counts(case: &Case) -> Vec<u32> {
        match Histogram.expected(case).remove(1) {
            Expected::Exact(bytes) => {
                let words = bytes.as_chunks().0.iter();
                words.map(|word| u32::from_le_bytes(*word)).collect()
            }
            other => panic!("{other:?}"),
        }
    }

    fn case(n: usize, pattern: Pattern) -> Case {
        Case {
            n,
            local: 8,
            groups: 1,
            pattern,
        }
    }

    #[test]
    fn four_neighbouring_values_are_of_one_kind() {
        assert_eq!([0, 3, 4, 7, 252, 255].map(bin), [0, 0, 1, 1, 63, 63]);
    }

    #[test]
    fn what_the_counts_held_is_added_to() {
        let simple = counts(&case(2, 0));
        assert_eq!(simple[..4], [0, 1, 1, 0]);
        let scattered = counts(&case(100, 1));
        assert_eq!(scattered.iter().sum::<u32>(), 10 * 64 * 65 / 2 + 100);
    }

    #[test]
    fn the_counts_tell_the_bins_apart() {
        let counts = counts(&case(8192, 1));
        let distinct: HashSet<u32> = counts.iter().copied().collect();
        assert!(distinct.len() > 50, "{}", distinct.len());
    }
}
