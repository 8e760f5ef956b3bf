//! weighted: out[i] is base[i]^2 plus a gain times a weighted sum of the eight values from series[8 i] on.
//!
//! All values are small integers, and so are all sums: whatever the order and however they are
//! contracted, the result is below 2^24 and exact.

use crate::argument::{buffer, output, uint};
use crate::data::{Pattern, bytes, is_secret, place, preview, small};
use crate::sizes::{
    LARGEST_GROUP, choice_from, corner_sizes, number_from, range_for, simplicity, size_from, sizes,
};
use crate::{Bound, Domain, Expected, Fact, GroupSizes, Measure, Problem, Signature};
use launch::{Access, Launch, Scalar};
use proptest::prelude::*;
use proptest::sample::select;
use serde::{Deserialize, Serialize};

/// The problem.
#[derive(Clone, Copy, Debug)]
pub struct Weighted;

/// Values of the series for each element of the result.
const STRETCH: usize = 8;

/// Gains; the element i takes gain i modulo this.
const GAINS: usize = 64;

/// Work-group sizes, the simplest first.
const GROUPS: [usize; 6] = [4, 24, 64, 1, 200, LARGEST_GROUP];

/// The most elements of a case: the series has eight times as many, more than 16 bits count.
const MOST: usize = 9000;

/// Bytes that a warp may move: a sector for each stretch, four rows of 32 floats (base, gains, out, and
/// one more for a kernel that reads base again), and the weights, one at a time.
const MOST_BYTES_OF_WARP: u64 = 32 * 32 + 4 * 128 + 8 * 32;

/// The result's place among the buffers.
const OUT: usize = 4;

/// Bytes a nanosecond that the model's device moves.
pub(super) const BYTES_PER_NANOSECOND: u64 = 100;

/// Elements whose time is predicted.
pub(super) const PREDICTED: u64 = 1 << 20;

/// Work-items of a warp.
pub(super) const WARP: u64 = 32;

/// One case of [`Weighted`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    n: usize,
    local: usize,
    pattern: Pattern,
}

impl Case {
    fn series(&self) -> Vec<f32> {
        numbers(self.n * STRETCH, self.pattern, 200)
    }

    fn weights(&self) -> Vec<f32> {
        // Each another one, so that a weight at the wrong place is seen.
        let of_place = |at: usize| match is_secret() {
            true => place(at as u64, STRETCH as u64, self.pattern, 1) as usize,
            false => at,
        };
        (0..STRETCH).map(|at| (1 + of_place(at)) as f32).collect()
    }

    fn gains(&self) -> Vec<f32> {
        numbers(GAINS, self.pattern, 16)
    }

    fn base(&self) -> Vec<f32> {
        numbers(self.n, self.pattern.wrapping_add(1), 250)
    }
}

fn numbers(len: usize, pattern: Pattern, below: u8) -> Vec<f32> {
    let numbers = small(len, pattern, below).into_iter();
    numbers.map(f32::from).collect()
}

impl Problem for Weighted {
    type Case = Case;

    fn name(&self) -> &'static str {
        "weighted"
    }

    fn reference(&self) -> &'static str {
        kernel_text!("weighted.cl")
    }

    fn signature(&self) -> Signature {
        Signature::new(
            "weighted",
            &[
                ("global", "float*", "series"),
                ("global", "float*", "weights"),
                ("global", "float*", "gains"),
                ("global", "float*", "base"),
                ("global", "float*", "out"),
                ("private", "uint", "n"),
            ],
        )
    }

    fn domain(&self) -> Domain {
        Domain::new()
            .size("n", 0, 0, MOST)
            .work_group(GroupSizes::Any, 1, LARGEST_GROUP)
    }

    fn corners(&self) -> Vec<Case> {
        let case = |n: usize, local| Case {
            n,
            local,
            pattern: ((n + 2) % 3) as Pattern,
        };
        let mut corners: Vec<Case> = Vec::new();
        for local in GROUPS {
            let lengths = corner_sizes(local).into_iter();
            corners.extend(lengths.filter(|n| *n <= MOST).map(|n| case(n, local)));
        }
        corners.push(case(MOST, 64));
        corners.sort_by_key(|case| simplicity(case.n));
        corners.dedup();
        corners
    }

    fn cases(&self) -> BoxedStrategy<Case> {
        (select(&GROUPS[..]), any::<Pattern>())
            .prop_flat_map(|(local, pattern)| {
                sizes(local).prop_map(move |n| Case {
                    n: n.min(MOST),
                    local,
                    pattern,
                })
            })
            .boxed()
    }

    fn shrinking_from(&self, case: &Case) -> BoxedStrategy<Case> {
        (
            size_from(case.n),
            choice_from(&GROUPS, case.local),
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
        case.n <= MOST && GROUPS.contains(&case.local)
    }

    fn describe(&self, case: &Case) -> Vec<Fact> {
        vec![
            Fact::new("n", case.n),
            Fact::new("work-group", case.local),
            Fact::new("series", preview(&case.series())),
            Fact::new("gains", preview(&case.gains())),
            Fact::new("base", preview(&case.base())),
        ]
    }

    fn launch(&self, case: &Case) -> Launch {
        let input = |name, values: Vec<f32>| {
            let contents = bytes(&values, f32::to_le_bytes);
            buffer(name, Scalar::Float, contents, Access::Read)
        };
        Launch {
            kernel: "weighted".to_owned(),
            arguments: vec![
                input("series", case.series()),
                input("weights", case.weights()),
                input("gains", case.gains()),
                input("base", case.base()),
                output("out", Scalar::Float, case.n),
                uint("n", case.n),
            ],
            range: range_for(case.n, case.local),
        }
    }

    fn expected(&self, case: &Case) -> Vec<Expected> {
        let (series, weights) = (case.series(), case.weights());
        let (gains, base) = (case.gains(), case.base());
        let result: Vec<f32> = (0..case.n)
            .map(|index| {
                let stretch = &series[index * STRETCH..][..STRETCH];
                let products = stretch.iter().zip(&weights);
                let sum: f64 = products.map(|(s, w)| f64::from(*s) * f64::from(*w)).sum();
                let own = f64::from(base[index]);
                (own * own + f64::from(gains[index % GAINS]) * sum) as f32
            })
            .collect();
        let mut expected = vec![Expected::Unchanged; OUT];
        expected.push(Expected::Exact(bytes(&result, f32::to_le_bytes)));
        expected
    }

    fn counted(&self) -> Vec<Case> {
        vec![Case {
            n: 4096,
            local: 64,
            pattern: 1,
        }]
    }

    fn also_counted(&self) -> Option<BoxedStrategy<Case>> {
        let case = |(groups, pattern)| Case {
            n: 64 * groups,
            local: 64,
            pattern,
        };
        Some((4..=64_usize, 1..=Pattern::MAX).prop_map(case).boxed())
    }

    fn bounds(&self, case: &Case) -> Vec<Bound> {
        let warps = (case.n as u64).div_ceil(WARP);
        let all = PREDICTED / WARP * MOST_BYTES_OF_WARP;
        vec![Bound::at_most(
            Measure::GlobalBytesMoved,
            warps * MOST_BYTES_OF_WARP,
            format!(
                "that is {MOST_BYTES_OF_WARP} bytes a warp, for which the model predicts {} \
                 microseconds for {PREDICTED} elements: the time to beat",
                all / BYTES_PER_NANOSECOND / 1000
            ),
        )]
    }

    fn owner(&self, _: &Case, buffer: usize, element: usize) -> Option<Vec<usize>> {
        (buffer == OUT).then(|| vec![element])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_follows_from_its_own_stretch_gain_and_base() {
        let case = Case {
            n: 2,
            local: 4,
            pattern: 0,
        };
        // The series counts from 0; base is of pattern 1.
        let base = case.base();
        let sums = [
            0.0 + 2.0 + 6.0 + 12.0 + 20.0 + 30.0 + 42.0 + 56.0,
            8.0 + 18.0 + 30.0 + 44.0 + 60.0 + 78.0 + 98.0 + 120.0,
        ];
        let right = [
            base[0] * base[0] + 0.0 * sums[0],
            base[1] * base[1] + 1.0 * sums[1],
        ];
        let right = Expected::Exact(bytes(&right, f32::to_le_bytes));
        assert_eq!(Weighted.expected(&case)[OUT], right);
    }

    #[test]
    fn every_result_is_exact_in_float_whatever_the_order() {
        let most = 249.0 * 249.0 + 15.0 * 36.0 * 199.0;
        assert!(most < f64::from(1 << 24));
    }
}
