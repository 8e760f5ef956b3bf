//! sparse-product: a sparse matrix times a vector, the rows shared out among sub-groups. Rows are of all
//! lengths, some are empty. All numbers are small integers, so that sums in `float` are exact in any order.

use super::SUB_GROUPS;
use crate::argument::{buffer, output, uint};
use crate::data::{Pattern, bytes, is_secret, mix, preview};
use crate::sizes::{
    LARGEST_GROUP, choice_from, near_power_of_two, number_from, simplicity, size_from,
};
use crate::{Bound, Domain, Expected, Fact, GroupSizes, Measure, Problem, Signature};
use launch::{Access, Launch, NdRange, Scalar, Standard};
use proptest::prelude::*;
use proptest::sample::select;
use serde::{Deserialize, Serialize};

/// The problem.
#[derive(Clone, Copy, Debug)]
pub struct SparseProduct;

/// Work-group sizes, the simplest first: whole sub-groups of some sizes and not of others.
const GROUPS: [usize; 6] = [8, 1, 13, 64, 100, LARGEST_GROUP];

/// The size of the work-groups whose costs are counted: whole sub-groups.
const COUNTED_GROUP: usize = 128;

/// The most rows, and as many columns.
const MOST_ROWS: usize = 1200;

/// The most work-groups of a case.
const MOST_GROUPS: usize = 8;

/// The pattern in which all rows have [`BAND`] elements side by side.
const BANDED: Pattern = 3;

/// Elements of a row of a banded matrix.
const BAND: usize = 64;

/// One case of [`SparseProduct`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    rows: usize,
    local: usize,
    groups: usize,
    sub_group: usize,
    pattern: Pattern,
}

/// The matrix in compressed rows.
struct Matrix {
    starts: Vec<u32>,
    columns: Vec<u32>,
    values: Vec<f32>,
}

impl Case {
    fn random(&self, salt: u64, index: usize) -> u64 {
        mix(u64::from(self.pattern) << 48 | salt << 40 | index as u64) >> 8
    }

    /// A whole number of either sign up to `most`. None is zero, whose products have a sign that no sum has.
    fn signed(&self, salt: u64, index: usize, most: u64) -> f32 {
        let random = self.random(salt, index);
        let size = (random / 2 % most + 1) as f32;
        if random.is_multiple_of(2) {
            size
        } else {
            -size
        }
    }

    /// Elements of a row: in pattern 0 1, 2, 3, 1, 2, 3 and so on; else none, few, many or very many.
    fn length(&self, row: usize) -> usize {
        let random = self.random(0, row);
        let length = match self.pattern {
            0 => row % 3 + 1,
            BANDED => BAND,
            _ => match random % 8 {
                0 => 0,
                1..=4 => 1 + (random / 8 % 7) as usize,
                5 | 6 => 8 + (random / 8 % 40) as usize,
                _ => 48 + (random / 8 % 100) as usize,
            },
        };
        length.min(self.rows)
    }

    fn matrix(&self) -> Matrix {
        let (mut starts, mut columns, mut values) = (vec![0], Vec::new(), Vec::new());
        for row in 0..self.rows {
            let length = self.length(row);
            // The columns ascend, as far apart as they can be.
            let stride = match self.pattern {
                BANDED => 1,
                _ => self.rows / length.max(1),
            };
            let room = self.rows - length.saturating_sub(1) * stride;
            let first = match self.pattern {
                BANDED => row.min(room - 1),
                _ => (self.random(1, row) % room as u64) as usize,
            };
            for k in 0..length {
                columns.push((first + k * stride) as u32);
                let index = values.len();
                values.push(match self.pattern {
                    0 if !is_secret() => (index % 9 + 1) as f32,
                    _ => self.signed(2, index, 8),
                });
            }
            starts.push(columns.len() as u32);
        }
        Matrix {
            starts,
            columns,
            values,
        }
    }

    fn x(&self) -> Vec<f32> {
        (0..self.rows)
            .map(|index| match self.pattern {
                0 if !is_secret() => (10 * (index % 90 + 1)) as f32,
                _ => self.signed(3, index, 50),
            })
            .collect()
    }

    fn products(&self) -> Vec<f32> {
        let (matrix, x) = (self.matrix(), self.x());
        let product = |ends: &[u32]| {
            let elements = ends[0] as usize..ends[1] as usize;
            let terms = elements.map(|k| matrix.values[k] * x[matrix.columns[k] as usize]);
            terms.fold(0.0, |sum, term| sum + term)
        };
        matrix.starts.windows(2).map(product).collect()
    }
}

impl Problem for SparseProduct {
    type Case = Case;

    fn name(&self) -> &'static str {
        "sparse-product"
    }

    fn reference(&self) -> &'static str {
        kernel_text!("sparse_product.cl")
    }

    fn standard(&self) -> Standard {
        Standard::V3_0
    }

    fn signature(&self) -> Signature {
        Signature::new(
            "sparse_product",
            &[
                ("global", "uint*", "starts"),
                ("global", "uint*", "columns"),
                ("global", "float*", "values"),
                ("global", "float*", "x"),
                ("global", "float*", "y"),
                ("private", "uint", "rows"),
            ],
        )
    }

    fn domain(&self) -> Domain {
        Domain::new()
            .side("rows", 0, MOST_ROWS)
            .work_group(GroupSizes::Any, 1, LARGEST_GROUP)
            .work_groups(1, MOST_GROUPS)
            .sub_group(SUB_GROUPS[0], SUB_GROUPS[SUB_GROUPS.len() - 1])
    }

    fn corners(&self) -> Vec<Case> {
        let case = |rows: usize, local, groups, sub_group| Case {
            rows,
            local,
            groups,
            sub_group,
            pattern: ((rows + 2) % 3) as Pattern,
        };
        let mut corners: Vec<Case> = Vec::new();
        for rows in [1, 0, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 97] {
            let sub_group = SUB_GROUPS[rows % SUB_GROUPS.len()];
            corners.push(case(rows, 8, 1 + rows % 3, 8));
            corners.push(case(rows, 100, 1 + rows % 2, sub_group));
        }
        for local in GROUPS {
            for sub_group in SUB_GROUPS {
                corners.push(case(60, local, 2, sub_group));
            }
        }
        corners.push(case(MOST_ROWS, LARGEST_GROUP, MOST_GROUPS, 32));
        corners.sort_by_key(|case| simplicity(case.rows));
        corners.dedup();
        corners
    }

    fn cases(&self) -> BoxedStrategy<Case> {
        let rows = prop_oneof![
            6 => 0..=60_usize,
            3 => near_power_of_two(8),
            1 => 0..=MOST_ROWS,
        ];
        let groups = prop_oneof![4 => 1..=3_usize, 1 => 4..=MOST_GROUPS];
        let local = select(&GROUPS[..]);
        let sub_group = select(&SUB_GROUPS[..]);
        (rows, local, groups, sub_group, any::<Pattern>())
            .prop_map(|(rows, local, groups, sub_group, pattern)| Case {
                rows,
                local,
                groups,
                sub_group,
                pattern,
            })
            .boxed()
    }

    fn shrinking_from(&self, case: &Case) -> BoxedStrategy<Case> {
        (
            size_from(case.rows),
            choice_from(&GROUPS, case.local),
            size_from(case.groups),
            choice_from(&SUB_GROUPS, case.sub_group),
            number_from(case.pattern.into()),
        )
            .prop_map(|(rows, local, groups, sub_group, pattern)| Case {
                rows,
                local,
                groups,
                sub_group,
                pattern: pattern as Pattern,
            })
            .boxed()
    }

    fn admits(&self, case: &Case) -> bool {
        case.rows <= MOST_ROWS
            && (GROUPS.contains(&case.local) || case.local == COUNTED_GROUP)
            && (1..=MOST_GROUPS).contains(&case.groups)
            && SUB_GROUPS.contains(&case.sub_group)
    }

    fn describe(&self, case: &Case) -> Vec<Fact> {
        let matrix = case.matrix();
        vec![
            Fact::new("rows", case.rows),
            Fact::new("work-group", case.local),
            Fact::new("work-groups", case.groups),
            Fact::new("sub-group (simulated)", case.sub_group),
            Fact::new("starts", preview(&matrix.starts)),
            Fact::new("columns", preview(&matrix.columns)),
            Fact::new("values", preview(&matrix.values)),
            Fact::new("x", preview(&case.x())),
        ]
    }

    fn launch(&self, case: &Case) -> Launch {
        let Matrix {
            starts,
            columns,
            values,
        } = case.matrix();
        let uints = |values: &[u32]| bytes(values, u32::to_le_bytes);
        let floats = |values: &[f32]| bytes(values, f32::to_le_bytes);
        let read = Access::Read;
        Launch {
            kernel: "sparse_product".to_owned(),
            arguments: vec![
                buffer("starts", Scalar::UInt, uints(&starts), read),
                buffer("columns", Scalar::UInt, uints(&columns), read),
                buffer("values", Scalar::Float, floats(&values), read),
                buffer("x", Scalar::Float, floats(&case.x()), read),
                output("y", Scalar::Float, case.rows),
                uint("rows", case.rows),
            ],
            range: NdRange {
                sub_group: Some(case.sub_group),
                ..NdRange::linear(case.groups * case.local, case.local)
            },
        }
    }

    /// Exact: each sum is an integer that a `float` holds, in whatever order it is added.
    fn expected(&self, case: &Case) -> Vec<Expected> {
        vec![
            Expected::Unchanged,
            Expected::Unchanged,
            Expected::Unchanged,
            Expected::Unchanged,
            Expected::Exact(bytes(&case.products(), f32::to_le_bytes)),
        ]
    }

    fn counted(&self) -> Vec<Case> {
        vec![Case {
            rows: 256,
            local: COUNTED_GROUP,
            groups: 4,
            sub_group: 32,
            pattern: BANDED,
        }]
    }

    fn also_counted(&self) -> Option<BoxedStrategy<Case>> {
        let case = |(rows, groups)| Case {
            rows,
            local: COUNTED_GROUP,
            groups,
            sub_group: 32,
            pattern: BANDED,
        };
        Some((200..=400_usize, 2..=6_usize).prop_map(case).boxed())
    }

    fn bounds(&self, case: &Case) -> Vec<Bound> {
        vec![
            Bound::at_least(
                Measure::CoalescingEfficiency,
                LEAST_EFFICIENCY,
                "lanes side by side read elements of a row side by side; with a row for each work-item they \
                 read a whole row apart",
            ),
            Bound::at_most(
                Measure::GlobalElementsWritten,
                case.rows as u64,
                "one lane writes the result of each row",
            ),
        ]
    }

    /// Which sub-group does a row is up to the kernel.
    fn owner(&self, _: &Case, _: usize, _: usize) -> Option<Vec<usize>> {
        None
    }
}

/// Per cent. A sub-group for each row has 86, and a work-item for each row 20.
const LEAST_EFFICIENCY: u64 = 60;

#[cfg(test)]
mod tests {
    use super::*;

    fn case(rows: usize, pattern: Pattern) -> Case {
        Case {
            rows,
            local: 8,
            groups: 1,
            sub_group: 8,
            pattern,
        }
    }

    #[test]
    fn a_product_is_that_of_the_row_and_the_vector() {
        // One element, then two, then three, of as many columns.
        assert_eq!(case(1, 0).products(), [10.0]);
        let three = case(3, 0);
        let matrix = three.matrix();
        assert_eq!(matrix.starts, [0, 1, 3, 6]);
        assert_eq!(matrix.columns[3..], [0, 1, 2]);
        assert_eq!(three.products()[2], 4.0 * 10.0 + 5.0 * 20.0 + 6.0 * 30.0);
    }

    #[test]
    fn the_columns_of_a_row_ascend_and_lie_within_the_matrix() {
        for pattern in [0, 1, 2, BANDED, 200] {
            for rows in [1, 2, 40, MOST_ROWS] {
                let case = case(rows, pattern);
                let matrix = case.matrix();
                for ends in matrix.starts.windows(2) {
                    let row = &matrix.columns[ends[0] as usize..ends[1] as usize];
                    assert!(row.is_sorted_by(|one, next| one < next));
                    assert!(row.iter().all(|&column| (column as usize) < rows));
                }
            }
        }
    }

    #[test]
    fn rows_are_empty_and_longer_than_every_sub_group() {
        let lengths: Vec<usize> = (0..100).map(|row| case(1000, 1).length(row)).collect();
        assert!(lengths.contains(&0));
        assert!(lengths.iter().any(|&length| length > 64));
    }

    #[test]
    fn every_partial_sum_is_an_integer_that_a_float_holds() {
        for pattern in [0, 1, BANDED, 200] {
            let case = case(MOST_ROWS, pattern);
            let (matrix, x) = (case.matrix(), case.x());
            for ends in matrix.starts.windows(2) {
                let elements = ends[0] as usize..ends[1] as usize;
                let sizes =
                    elements.map(|k| (matrix.values[k] * x[matrix.columns[k] as usize]).abs());
                assert!(sizes.map(f64::from).sum::<f64>() < f64::from(1 << 24));
            }
        }
    }
}
