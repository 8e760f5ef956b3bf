//! column-sums: the sum of each column of a table of `h` rows and `w` columns. Integers: whatever the
//! order in which work-items share a column, the sum is the same. What is counted is how they read it.

use crate::argument::{buffer, output, uint};
use crate::data::{Pattern, bytes, preview, wide_scattered};
use crate::sizes::{
    LARGEST_GROUP, choice_from, corner_planes, number_from, plane_from, plane_simplicity, planes,
    range_for,
};
use crate::{Bound, Domain, Expected, Fact, GroupSizes, Measure, Problem, Signature};
use launch::{Access, Launch, Scalar};
use proptest::prelude::*;
use proptest::sample::select;
use serde::{Deserialize, Serialize};

/// The problem.
#[derive(Clone, Copy, Debug)]
pub struct Columns;

/// Columns of a work-group.
const COLUMNS: usize = 32;

/// Work-group sizes, the simplest first: two work-items to a column, eight, one, three and five.
const GROUPS: [usize; 5] = [64, LARGEST_GROUP, 32, 96, 160];

/// The sizes that are met with every corner.
const USUAL_GROUPS: [usize; 2] = [64, LARGEST_GROUP];

/// The longest column, and the longest row.
const HIGHEST: usize = 1100;
const WIDEST: usize = 4096;

/// The most elements: more than 16 bits count.
const MOST_ELEMENTS: usize = 17 * WIDEST;

/// The sum of the longest column still fits an `int`, and that of a long one no `float`.
const FACTOR: i32 = 13;

/// Bytes of an element.
const ELEMENT: u64 = 4;

/// One case of [`Columns`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    plane: [usize; 2],
    local: usize,
    pattern: Pattern,
}

impl Case {
    fn table(&self) -> Vec<i32> {
        let [w, h] = self.plane;
        wide_scattered(w * h, self.pattern, 0, FACTOR)
    }

    fn sums(&self) -> Vec<i32> {
        let w = self.plane[0];
        let mut sums = vec![0; w];
        for (index, value) in self.table().into_iter().enumerate() {
            sums[index % w] += value;
        }
        sums
    }
}

impl Problem for Columns {
    type Case = Case;

    fn name(&self) -> &'static str {
        "column-sums"
    }

    fn reference(&self) -> &'static str {
        kernel_text!("columns.cl")
    }

    fn signature(&self) -> Signature {
        Signature::new(
            "column_sums",
            &[
                ("global", "int*", "table"),
                ("global", "int*", "sums"),
                ("private", "uint", "w"),
                ("private", "uint", "h"),
            ],
        )
    }

    fn domain(&self) -> Domain {
        Domain::new()
            .side("w", 0, WIDEST)
            .side("h", 0, HIGHEST)
            .elements(&["w", "h"], 0, MOST_ELEMENTS)
            .work_group(GroupSizes::MultiplesOf(COLUMNS), COLUMNS, LARGEST_GROUP)
    }

    fn corners(&self) -> Vec<Case> {
        let mut corners: Vec<Case> = Vec::new();
        for local in USUAL_GROUPS {
            let mut shapes = corner_planes([COLUMNS, local / COLUMNS]);
            shapes.extend([[300, 3], [3, 300]]);
            corners.extend(shapes.into_iter().map(|plane| Case {
                plane,
                local,
                pattern: ((plane[0] + 2) % 3) as Pattern,
            }));
        }
        for local in GROUPS {
            corners.extend([[13, 7], [7, 13], [35, 67]].map(|plane| Case {
                plane,
                local,
                pattern: 1,
            }));
        }
        let large = [[WIDEST, 17], [62, HIGHEST], [33, 33]];
        corners.extend(large.map(|plane| Case {
            plane,
            local: GROUPS[0],
            pattern: 1,
        }));
        corners.sort_by_key(|case| plane_simplicity(case.plane));
        corners.dedup();
        corners
    }

    fn cases(&self) -> BoxedStrategy<Case> {
        (planes([COLUMNS, 8]), select(&GROUPS[..]), any::<Pattern>())
            .prop_map(|(plane, local, pattern)| Case {
                plane,
                local,
                pattern,
            })
            .boxed()
    }

    fn shrinking_from(&self, case: &Case) -> BoxedStrategy<Case> {
        (
            plane_from(case.plane),
            choice_from(&GROUPS, case.local),
            number_from(case.pattern.into()),
        )
            .prop_map(|(plane, local, pattern)| Case {
                plane,
                local,
                pattern: pattern as Pattern,
            })
            .boxed()
    }

    fn admits(&self, case: &Case) -> bool {
        let [w, h] = case.plane;
        w <= WIDEST && h <= HIGHEST && w * h <= MOST_ELEMENTS && GROUPS.contains(&case.local)
    }

    fn describe(&self, case: &Case) -> Vec<Fact> {
        vec![
            Fact::new("w", case.plane[0]),
            Fact::new("h", case.plane[1]),
            Fact::new("work-group", case.local),
            Fact::new("table", preview(&case.table())),
        ]
    }

    fn launch(&self, case: &Case) -> Launch {
        let [w, h] = case.plane;
        let table = bytes(&case.table(), i32::to_le_bytes);
        Launch {
            kernel: "column_sums".to_owned(),
            arguments: vec![
                buffer("table", Scalar::Int, table, Access::Read),
                output("sums", Scalar::Int, w),
                uint("w", w),
                uint("h", h),
            ],
            range: range_for(w.div_ceil(COLUMNS) * case.local, case.local),
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
            plane: [16 * COLUMNS, 64],
            local: 256,
            pattern: 1,
        }]
    }

    fn also_counted(&self) -> Option<BoxedStrategy<Case>> {
        let drawn = (2..=16_usize, 4..=8_usize, select(&USUAL_GROUPS[..]));
        let case = |((across, down, local), pattern)| Case {
            plane: [across * COLUMNS, 8 * down],
            local,
            pattern,
        };
        Some((drawn, 1..=Pattern::MAX).prop_map(case).boxed())
    }

    fn bounds(&self, case: &Case) -> Vec<Bound> {
        let [w, h] = case.plane.map(|side| side as u64);
        vec![Bound::at_most(
            Measure::GlobalBytesMoved,
            (w * h + w) * ELEMENT,
            format!(
                "{w} x {h} elements of {ELEMENT} bytes have to come, and {w} sums have to go: each \
                 once, and nothing besides"
            ),
        )]
    }

    /// Any work-item of the work-group that has the column.
    fn owner(&self, _: &Case, _: usize, _: usize) -> Option<Vec<usize>> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_column_has_its_sum() {
        let case = Case {
            plane: [3, 2],
            local: 64,
            pattern: 0,
        };
        assert_eq!(case.sums(), [1 + 4, 2 + 5, 3 + 6]);
    }

    #[test]
    fn no_two_columns_have_one_sum_and_none_overflows() {
        for plane in [[40, 3], [300, 3], [3, 300], [62, HIGHEST]] {
            for pattern in [0, 1, 2] {
                let sums = Case {
                    plane,
                    local: 64,
                    pattern,
                }
                .sums();
                assert!(sums.windows(2).all(|two| two[0] != two[1]), "{plane:?}");
            }
        }
        // The largest value, in the longest column.
        assert!(crate::sizes::LARGEST * FACTOR as usize * HIGHEST <= i32::MAX as usize);
    }

    #[test]
    fn the_sums_of_long_columns_are_too_large_for_a_float() {
        let sums = Case {
            plane: [40, 1000],
            local: 64,
            pattern: 1,
        }
        .sums();
        let cut = sums.iter().filter(|sum| **sum as f32 as i32 != **sum);
        assert!(cut.count() > 5);
    }

    #[test]
    fn there_is_a_work_group_for_each_32_columns() {
        for (w, groups) in [(0, 1), (1, 1), (32, 1), (33, 2)] {
            let case = Case {
                plane: [w, 1],
                local: 64,
                pattern: 0,
            };
            assert_eq!(Columns.launch(&case).range.global, [groups * 64]);
        }
    }
}
