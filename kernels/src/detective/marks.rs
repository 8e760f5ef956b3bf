//! mark-peaks: a bit for each sample, set where the sample is above a limit; 32 bits to a word, and the
//! words of a work-group begin at its first sample. How often two samples of one word are peaks is a
//! parameter: mostly never.

use crate::argument::{buffer, output, uint, value};
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
pub struct Marks;

/// Bits of a word.
const BITS: usize = 32;

/// Work-group sizes, the simplest first: whole words, and once no power of two of them.
const GROUPS: [usize; 3] = [32, 96, 64];

/// One sample in so many is a peak, the usual number first. Of the last, each is.
const APART: [u8; 4] = [251, 7, 2, 1];

/// Limits, the simplest first. With the last two the difference of a sample and the limit may overflow.
const LIMITS: [i32; 5] = [100, 0, -1000, -MOST_LIMIT, MOST_LIMIT];

/// The largest limit, in magnitude.
const MOST_LIMIT: i32 = 1_500_000_000;

/// Samples are so near to the limit, and one in so many equals it.
const SPREAD: u8 = 40;

/// What the distance of samples from the limit is multiplied by in every fourth pattern: the largest is
/// beyond what an `int` holds.
const FAR: i64 = 110_000_000;

/// One case of [`Marks`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    n: usize,
    local: usize,
    apart: u8,
    limit: i32,
    pattern: Pattern,
}

impl Case {
    /// Up to the limit, and above it where there is a peak: the last of each `apart` in pattern 0.
    fn samples(&self) -> Vec<i32> {
        let peaks = small(self.n, self.pattern, self.apart);
        let spread = small(self.n, self.pattern, SPREAD);
        let both = peaks.into_iter().zip(spread);
        both.map(|(peak, spread)| {
            let is_peak = peak == self.apart - 1;
            let far = if self.pattern % 4 == 2 { FAR } else { 1 };
            let distance = i64::from(spread) * far;
            let steps = if is_peak { 1 + distance } else { -distance };
            let sample = i64::from(self.limit) + steps;
            // A sample that would lie beyond an `int` is the last number on its side.
            sample.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
        })
        .collect()
    }

    fn words(&self) -> usize {
        self.n.div_ceil(BITS)
    }
}

impl Problem for Marks {
    type Case = Case;

    fn name(&self) -> &'static str {
        "mark-peaks"
    }

    fn reference(&self) -> &'static str {
        kernel_text!("marks.cl")
    }

    fn signature(&self) -> Signature {
        Signature::new(
            "mark_peaks",
            &[
                ("global", "int*", "samples"),
                ("global", "uint*", "marks"),
                ("private", "int", "limit"),
                ("private", "uint", "n"),
            ],
        )
    }

    fn domain(&self) -> Domain {
        Domain::new()
            .size("n", 0, 0, LARGEST)
            .value("limit", f64::from(-MOST_LIMIT), f64::from(MOST_LIMIT))
            .any_int("samples")
            .work_group(GroupSizes::MultiplesOf(BITS), BITS, 96)
    }

    fn corners(&self) -> Vec<Case> {
        let mut corners: Vec<Case> = Vec::new();
        for local in GROUPS {
            let sizes = corner_sizes(local).into_iter();
            // A last word that is full, and one that is not, with words to spare in the work-group.
            let sizes = sizes.chain([local + BITS, local + BITS + 1]);
            corners.extend(sizes.map(|n| Case {
                n,
                local,
                apart: APART[0],
                limit: LIMITS[(n + local) % LIMITS.len()],
                pattern: ((n + 2) % 3) as Pattern,
            }));
        }
        // Several peaks to a word, and nothing else.
        corners.extend([(150, 1, 7), (150, 1, 2), (150, 1, 1), (40, 0, 7)].map(
            |(n, group, apart)| Case {
                n,
                local: GROUPS[group],
                apart,
                limit: LIMITS[0],
                pattern: 1,
            },
        ));
        corners.extend(
            [(200, 2), (200, 3), (200, 4), (LARGEST, 2)].map(|(n, limit)| Case {
                n,
                local: GROUPS[1],
                apart: if n == 200 { APART[1] } else { APART[0] },
                limit: LIMITS[limit],
                pattern: if n == 200 { 2 } else { 1 },
            }),
        );
        corners.sort_by_key(|case| simplicity(case.n));
        corners.dedup();
        corners
    }

    fn cases(&self) -> BoxedStrategy<Case> {
        let apart = prop_oneof![7 => Just(APART[0]), 1 => select(&APART[1..])];
        (
            select(&GROUPS[..]),
            apart,
            select(&LIMITS[..]),
            any::<Pattern>(),
        )
            .prop_flat_map(|(local, apart, limit, pattern)| {
                sizes_of_many_steps(local).prop_map(move |n| Case {
                    n,
                    local,
                    apart,
                    limit,
                    pattern,
                })
            })
            .boxed()
    }

    fn shrinking_from(&self, case: &Case) -> BoxedStrategy<Case> {
        (
            size_from(case.n),
            choice_from(&GROUPS, case.local),
            choice_from(&APART, case.apart),
            choice_from(&LIMITS, case.limit),
            number_from(case.pattern.into()),
        )
            .prop_map(|(n, local, apart, limit, pattern)| Case {
                n,
                local,
                apart,
                limit,
                pattern: pattern as Pattern,
            })
            .boxed()
    }

    fn admits(&self, case: &Case) -> bool {
        case.n <= LARGEST
            && GROUPS.contains(&case.local)
            && APART.contains(&case.apart)
            && LIMITS.contains(&case.limit)
    }

    fn describe(&self, case: &Case) -> Vec<Fact> {
        vec![
            Fact::new("n", case.n),
            Fact::new("work-group", case.local),
            Fact::new("limit", case.limit),
            Fact::new("samples", preview(&case.samples())),
        ]
    }

    fn launch(&self, case: &Case) -> Launch {
        let samples = bytes(&case.samples(), i32::to_le_bytes);
        Launch {
            kernel: "mark_peaks".to_owned(),
            arguments: vec![
                buffer("samples", Scalar::Int, samples, Access::Read),
                output("marks", Scalar::UInt, case.words()),
                value("limit", case.limit.to_le_bytes()),
                uint("n", case.n),
            ],
            range: range_for(case.n, case.local),
        }
    }

    fn expected(&self, case: &Case) -> Vec<Expected> {
        let mut marks = vec![0_u32; case.words()];
        for (index, sample) in case.samples().into_iter().enumerate() {
            if sample > case.limit {
                marks[index / BITS] |= 1 << (index % BITS);
            }
        }
        vec![
            Expected::Unchanged,
            Expected::Exact(bytes(&marks, u32::to_le_bytes)),
        ]
    }

    /// Any work-item may set any bit.
    fn owner(&self, _: &Case, _: usize, _: usize) -> Option<Vec<usize>> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(n: usize, apart: u8, pattern: Pattern) -> Case {
        Case {
            n,
            local: 32,
            apart,
            limit: 100,
            pattern,
        }
    }

    fn marks(case: &Case) -> Vec<u32> {
        match Marks.expected(case).remove(1) {
            Expected::Exact(bytes) => {
                let words = bytes.as_chunks().0.iter();
                words.map(|word| u32::from_le_bytes(*word)).collect()
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn each_peak_has_its_bit() {
        assert_eq!(marks(&case(33, 1, 0)), [u32::MAX, 1]);
        assert_eq!(marks(&case(5, 2, 0)), [0b01010]);
        assert_eq!(marks(&case(97, 97, 0)), [0, 0, 0, 1]);
        assert_eq!(marks(&case(0, 1, 0)), [0_u32; 0]);
    }

    #[test]
    fn a_sample_that_equals_the_limit_is_no_peak() {
        let case = case(4000, 7, 3);
        let samples = case.samples();
        let marks = marks(&case);
        let at = samples.iter().position(|sample| *sample == 100).unwrap();
        assert_eq!(marks[at / 32] >> (at % 32) & 1, 0);
        let at = samples.iter().position(|sample| *sample == 101).unwrap();
        assert_eq!(marks[at / 32] >> (at % 32) & 1, 1);
    }

    #[test]
    fn in_the_usual_samples_most_words_have_one_peak_at_most() {
        let shared_in_a_thousand = |apart| {
            let marks: Vec<u32> = (1..=20)
                .flat_map(|pattern| marks(&case(1 << 14, apart, pattern)))
                .collect();
            let shared = marks.iter().filter(|word| word.count_ones() > 1).count();
            shared * 1000 / marks.len()
        };
        assert!((1..20).contains(&shared_in_a_thousand(APART[0])));
        assert!(shared_in_a_thousand(7) > 800);
    }
}
