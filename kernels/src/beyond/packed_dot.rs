//! packed-dot: a matrix of signed bytes times a vector of them, four bytes to a word. The words of a row lie a
//! whole column apart, so that work-items side by side read words side by side.

use crate::argument::{buffer, output, uint};
use crate::data::{Pattern, bytes, mix};
use crate::sizes::{
    LARGEST_GROUP, WORK_GROUPS, choice_from, corner_sizes, number_from, range_for, simplicity,
    size_from,
};
use crate::{Bound, Domain, Expected, Fact, GroupSizes, Measure, Problem, Signature, Writers};
use launch::{Access, Launch, Scalar, Standard};
use proptest::prelude::*;
use proptest::sample::select;
use serde::{Deserialize, Serialize};

/// The problem.
#[derive(Clone, Copy, Debug)]
pub struct PackedDot;

/// The most rows, and the most words of a row.
const MOST_ROWS: usize = 2000;
const MOST_WORDS: usize = 64;

/// The sizes that are met with every corner.
const USUAL_GROUPS: [usize; 2] = [4, 64];

/// The pattern in which all bytes are -128, whose products are the largest.
const ALL_LEAST: Pattern = 3;

/// One case of [`PackedDot`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    rows: usize,
    words: usize,
    local: usize,
    pattern: Pattern,
}

impl Case {
    /// The bytes of the matrix, row by row.
    fn matrix(&self) -> Vec<i8> {
        scattered_bytes(self.rows * self.words * 4, self.pattern, 0)
    }

    fn vector(&self) -> Vec<i8> {
        scattered_bytes(self.words * 4, self.pattern, 1)
    }

    /// The words of the matrix as the kernel meets them: the first word of each row, then the second of each.
    fn a(&self) -> Vec<u8> {
        let matrix = self.matrix();
        let mut a = Vec::with_capacity(matrix.len());
        for word in 0..self.words {
            for row in 0..self.rows {
                let at = (row * self.words + word) * 4;
                a.extend(matrix[at..at + 4].iter().map(|byte| *byte as u8));
            }
        }
        a
    }

    fn products(&self) -> Vec<i32> {
        let (matrix, vector) = (self.matrix(), self.vector());
        let product = |row: usize| {
            let row = matrix.iter().skip(row * vector.len());
            let pairs = row.zip(&vector);
            pairs.map(|(a, b)| i32::from(*a) * i32::from(*b)).sum()
        };
        (0..self.rows).map(product).collect()
    }
}

/// Bytes of either sign that follow no line. Pattern 0 counts from 1 to 100 again and again.
fn scattered_bytes(len: usize, pattern: Pattern, salt: u64) -> Vec<i8> {
    let seed = u64::from(pattern) << 40 | salt << 32;
    (0..len as u64)
        .map(|index| match pattern {
            0 => (index % 100) as i8 + 1,
            ALL_LEAST => i8::MIN,
            _ => mix(seed + index) as i8,
        })
        .collect()
}

/// The first words as text, in the bytes that they are made of.
fn shown(bytes: &[i8]) -> String {
    let first = bytes.iter().take(4).map(i8::to_string);
    let first = first.collect::<Vec<_>>().join(" ");
    match bytes.len() / 4 {
        0 => "none".to_owned(),
        1 => format!("bytes {first}"),
        words => format!("bytes {first}, ... ({words} words)"),
    }
}

impl Problem for PackedDot {
    type Case = Case;

    fn name(&self) -> &'static str {
        "packed-dot"
    }

    fn reference(&self) -> &'static str {
        kernel_text!("packed_dot.cl")
    }

    fn standard(&self) -> Standard {
        Standard::V3_0
    }

    fn signature(&self) -> Signature {
        Signature::new(
            "packed_dot",
            &[
                ("global", "uint*", "a"),
                ("global", "uint*", "b"),
                ("global", "int*", "y"),
                ("private", "uint", "rows"),
                ("private", "uint", "words"),
            ],
        )
    }

    fn domain(&self) -> Domain {
        Domain::new()
            .size("rows", 0, 0, MOST_ROWS)
            .count("words", 0, MOST_WORDS)
            .work_group(GroupSizes::Any, 1, LARGEST_GROUP)
    }

    fn corners(&self) -> Vec<Case> {
        let case = |rows: usize, words, local| Case {
            rows,
            words,
            local,
            pattern: ((rows + 2) % 3) as Pattern,
        };
        let mut corners: Vec<Case> = Vec::new();
        for local in USUAL_GROUPS {
            let sizes = corner_sizes(local).into_iter();
            corners.extend(sizes.map(|rows| case(rows, 1 + rows % 5, local)));
        }
        for local in WORK_GROUPS {
            corners
                .extend([(local, 3), (3 * local + 1, 2)].map(|(n, words)| case(n, words, local)));
        }
        corners.extend([
            case(5, 0, 4),
            case(40, MOST_WORDS, 24),
            case(MOST_ROWS, 3, LARGEST_GROUP),
        ]);
        // The largest product of each word, and the largest sum.
        corners.extend([(1, 1), (30, MOST_WORDS)].map(|(rows, words)| Case {
            pattern: ALL_LEAST,
            ..case(rows, words, 4)
        }));
        corners.sort_by_key(|case| (simplicity(case.rows), case.words));
        corners.dedup();
        corners
    }

    fn cases(&self) -> BoxedStrategy<Case> {
        let rows = prop_oneof![
            4 => 0..=70_usize,
            2 => crate::sizes::near_power_of_two(9),
            1 => 0..=MOST_ROWS,
        ];
        let words = prop_oneof![4 => 0..=9_usize, 1 => 0..=MOST_WORDS];
        (rows, words, select(&WORK_GROUPS[..]), any::<Pattern>())
            .prop_map(|(rows, words, local, pattern)| Case {
                rows,
                words,
                local,
                pattern,
            })
            .boxed()
    }

    fn shrinking_from(&self, case: &Case) -> BoxedStrategy<Case> {
        (
            size_from(case.rows),
            size_from(case.words),
            choice_from(&WORK_GROUPS, case.local),
            number_from(case.pattern.into()),
        )
            .prop_map(|(rows, words, local, pattern)| Case {
                rows,
                words,
                local,
                pattern: pattern as Pattern,
            })
            .boxed()
    }

    fn admits(&self, case: &Case) -> bool {
        case.rows <= MOST_ROWS && case.words <= MOST_WORDS && WORK_GROUPS.contains(&case.local)
    }

    fn describe(&self, case: &Case) -> Vec<Fact> {
        let mut row = case.matrix();
        row.truncate(4 * case.words);
        vec![
            Fact::new("rows", case.rows),
            Fact::new("words", case.words),
            Fact::new("work-group", case.local),
            Fact::new("row 0 of a", shown(&row)),
            Fact::new("b", shown(&case.vector())),
        ]
    }

    fn launch(&self, case: &Case) -> Launch {
        let b = bytes(&case.vector(), i8::to_le_bytes);
        Launch {
            kernel: "packed_dot".to_owned(),
            arguments: vec![
                buffer("a", Scalar::UInt, case.a(), Access::Read),
                buffer("b", Scalar::UInt, b, Access::Read),
                output("y", Scalar::Int, case.rows),
                uint("rows", case.rows),
                uint("words", case.words),
            ],
            range: range_for(case.rows, case.local),
        }
    }

    fn expected(&self, case: &Case) -> Vec<Expected> {
        vec![
            Expected::Unchanged,
            Expected::Unchanged,
            Expected::Exact(bytes(&case.products(), i32::to_le_bytes)),
        ]
    }

    fn counted(&self) -> Vec<Case> {
        vec![Case {
            rows: 1024,
            words: 16,
            local: 64,
            pattern: 1,
        }]
    }

    fn also_counted(&self) -> Option<BoxedStrategy<Case>> {
        let case = |(groups, words, pattern)| Case {
            rows: 64 * groups,
            words,
            local: 64,
            pattern,
        };
        Some(
            (4..=20_usize, 4..=24_usize, 4..=Pattern::MAX)
                .prop_map(case)
                .boxed(),
        )
    }

    fn bounds(&self, case: &Case) -> Vec<Bound> {
        /// Work-items of a warp in the simulator.
        const WARP: u64 = 32;
        let warps = (case.rows as u64).div_ceil(WARP);
        let words = case.words as u64;
        vec![
            Bound::at_most(
                Measure::GlobalRequests,
                warps * (2 * words + 1),
                format!(
                    "each of the {warps} warps asks for {words} words of a and of b, four bytes at once, and \
                     writes its results"
                ),
            ),
            Bound::at_most(
                Measure::GlobalElementsRead,
                2 * words * case.rows as u64,
                "each work-item reads the words of its row and those of b once",
            ),
        ]
    }

    fn writers(&self, _: &Case, _: usize) -> Writers {
        // Any division of one row each is right.
        Writers::Each(1)
    }

    fn owner(&self, _: &Case, buffer: usize, element: usize) -> Option<Vec<usize>> {
        (buffer == 2).then(|| vec![element])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(pattern: Pattern) -> Case {
        Case {
            rows: 3,
            words: 2,
            local: 4,
            pattern,
        }
    }

    #[test]
    fn a_product_is_that_of_the_row_and_the_vector() {
        let row = |first: i32| (0..8).map(|byte| (first + byte) * (byte + 1)).sum::<i32>();
        assert_eq!(case(0).products(), [row(1), row(9), row(17)]);
        assert_eq!(case(ALL_LEAST).products(), [8 << 14; 3]);
    }

    #[test]
    fn the_words_of_a_row_lie_a_column_apart() {
        assert_eq!(case(0).a()[..8], [1, 2, 3, 4, 9, 10, 11, 12]);
        assert_eq!(case(0).a()[12..16], [5, 6, 7, 8]);
    }
}
