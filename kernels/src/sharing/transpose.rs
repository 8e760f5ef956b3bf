//! transpose: the rows of a matrix of `h` rows and `w` columns become the columns of another. Values
//! are copied, so that the result is exact.

use crate::argument::{buffer, output, uint};
use crate::data::{Pattern, bytes, floats, preview};
use crate::sizes::{
    choice_from, corner_planes, number_from, plane_from, plane_simplicity, planes, range_over,
};
use crate::{Bound, Domain, Expected, Fact, GroupSizes, Measure, Problem, Signature};
use launch::{Access, Launch, Scalar};
use proptest::prelude::*;
use proptest::sample::select;
use serde::{Deserialize, Serialize};

/// The problem.
#[derive(Clone, Copy, Debug)]
pub struct Transpose;

/// The side of the square that a work-group does: a warp, and as many as local memory has banks.
const TILE: usize = 32;

/// Rows of work-items of a work-group, the simplest first. Each does several rows of the tile; two of
/// them do not divide it.
const ROWS: [usize; 5] = [2, 8, 1, 3, 7];

/// The rows that are met with every corner.
const USUAL_ROWS: [usize; 2] = [2, 8];

/// The longest side: longer than 8 bits count.
const LONGEST: usize = 4096;

/// The most elements: more than 16 bits count.
const MOST_ELEMENTS: usize = 17 * LONGEST;

/// One case of [`Transpose`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    plane: [usize; 2],
    rows: usize,
    pattern: Pattern,
}

impl Case {
    fn input(&self) -> Vec<f32> {
        let [w, h] = self.plane;
        floats(w * h, self.pattern, 0)
    }
}

impl Problem for Transpose {
    type Case = Case;

    fn name(&self) -> &'static str {
        "transpose"
    }

    fn reference(&self) -> &'static str {
        kernel_text!("transpose.cl")
    }

    fn signature(&self) -> Signature {
        Signature::new(
            "transpose",
            &[
                ("global", "float*", "in"),
                ("global", "float*", "out"),
                ("private", "uint", "w"),
                ("private", "uint", "h"),
            ],
        )
    }

    fn domain(&self) -> Domain {
        Domain::new()
            .size("w", 0, 0, LONGEST)
            .side("h", 0, LONGEST)
            .elements(&["w", "h"], 0, MOST_ELEMENTS)
            .work_group(GroupSizes::MultiplesOf(TILE), TILE, 8 * TILE)
    }

    fn corners(&self) -> Vec<Case> {
        let mut corners: Vec<Case> = Vec::new();
        let mut shapes = corner_planes([TILE, TILE]);
        // More than 8 bits count, each way, and one row and one column.
        shapes.extend([[300, 3], [3, 300], [97, 1], [1, 97], [33, 33]]);
        // Several whole tiles each way, more in one than in the other.
        shapes.push([128, 96]);
        for rows in USUAL_ROWS {
            corners.extend(shapes.iter().map(|&plane| Case {
                plane,
                rows,
                pattern: ((plane[0] + 2) % 3) as Pattern,
            }));
        }
        for rows in ROWS {
            corners.extend([[13, 7], [35, 67]].map(|plane| Case {
                plane,
                rows,
                pattern: 1,
            }));
        }
        // More elements than 16 bits count, in a wide matrix and in a tall one.
        corners.extend([[LONGEST, 17], [17, LONGEST]].map(|plane| Case {
            plane,
            rows: 8,
            pattern: 1,
        }));
        corners.sort_by_key(|case| plane_simplicity(case.plane));
        corners.dedup();
        corners
    }

    fn cases(&self) -> BoxedStrategy<Case> {
        (planes([TILE, TILE]), select(&ROWS[..]), any::<Pattern>())
            .prop_map(|(plane, rows, pattern)| Case {
                plane,
                rows,
                pattern,
            })
            .boxed()
    }

    fn shrinking_from(&self, case: &Case) -> BoxedStrategy<Case> {
        (
            plane_from(case.plane),
            choice_from(&ROWS, case.rows),
            number_from(case.pattern.into()),
        )
            .prop_map(|(plane, rows, pattern)| Case {
                plane,
                rows,
                pattern: pattern as Pattern,
            })
            .boxed()
    }

    fn admits(&self, case: &Case) -> bool {
        let [w, h] = case.plane;
        w.max(h) <= LONGEST && w * h <= MOST_ELEMENTS && ROWS.contains(&case.rows)
    }

    fn describe(&self, case: &Case) -> Vec<Fact> {
        vec![
            Fact::new("w", case.plane[0]),
            Fact::new("h", case.plane[1]),
            Fact::new("work-group", format!("{TILE} x {}", case.rows)),
            Fact::new("in", preview(&case.input())),
        ]
    }

    fn launch(&self, case: &Case) -> Launch {
        let [w, h] = case.plane;
        let input = bytes(&case.input(), f32::to_le_bytes);
        Launch {
            kernel: "transpose".to_owned(),
            arguments: vec![
                buffer("in", Scalar::Float, input, Access::Read),
                output("out", Scalar::Float, w * h),
                uint("w", w),
                uint("h", h),
            ],
            // A work-group for each square, though it has fewer rows of work-items than the square.
            range: range_over([w, h.div_ceil(TILE) * case.rows], [TILE, case.rows]),
        }
    }

    fn expected(&self, case: &Case) -> Vec<Expected> {
        let [w, h] = case.plane;
        let input = case.input();
        let transposed: Vec<f32> = (0..w * h)
            .map(|index| input[index % h * w + index / h])
            .collect();
        vec![
            Expected::Unchanged,
            Expected::Exact(bytes(&transposed, f32::to_le_bytes)),
        ]
    }

    fn counted(&self) -> Vec<Case> {
        vec![Case {
            plane: [4 * TILE, 3 * TILE],
            rows: 8,
            pattern: 1,
        }]
    }

    fn also_counted(&self) -> Option<BoxedStrategy<Case>> {
        let drawn = (
            1..=6_usize,
            1..=6_usize,
            select(&USUAL_ROWS[..]),
            1..=Pattern::MAX,
        );
        let case = |(across, down, rows, pattern)| Case {
            plane: [across * TILE, down * TILE],
            rows,
            pattern,
        };
        Some(drawn.prop_map(case).boxed())
    }

    fn bounds(&self, case: &Case) -> Vec<Bound> {
        let [w, h] = case.plane.map(|side| side as u64);
        vec![
            Bound::at_least(
                Measure::CoalescingEfficiency,
                100,
                "where a warp reads and writes 32 neighbours, every byte that is moved is used",
            ),
            Bound::at_most(
                Measure::BankConflict,
                100,
                "rows of 33 slots put the 32 elements of a column in 32 different banks",
            ),
            Bound::at_most(
                Measure::GlobalElementsRead,
                w * h,
                format!("each of the {w} x {h} elements is read once"),
            ),
            Bound::at_most(
                Measure::GlobalElementsWritten,
                w * h,
                format!("each of the {w} x {h} elements is written once"),
            ),
        ]
    }

    /// Any work-item of the work-group that has the tile.
    fn owner(&self, _: &Case, _: usize, _: usize) -> Option<Vec<usize>> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_become_columns() {
        let case = Case {
            plane: [3, 2],
            rows: 2,
            pattern: 0,
        };
        let right = [1.0, 4.0, 2.0, 5.0, 3.0, 6.0];
        let right = Expected::Exact(bytes(&right, f32::to_le_bytes));
        assert_eq!(Transpose.expected(&case)[1], right);
    }

    #[test]
    fn there_is_a_work_group_for_each_square_and_none_to_spare() {
        for (plane, rows, groups) in [
            ([1, 1], 2, [1, 1]),
            ([33, 32], 8, [2, 1]),
            ([64, 65], 8, [2, 3]),
            ([0, 3], 2, [1, 1]),
        ] {
            let case = Case {
                plane,
                rows,
                pattern: 0,
            };
            let range = Transpose.launch(&case).range;
            assert_eq!(range.global, [groups[0] * TILE, groups[1] * rows]);
        }
    }
}
