//! radix-pass: one pass of a radix sort. Keys move to where their digit begins, and those of one digit keep their
//! order. How many keys of each digit every work-group has was counted and added up before.

use crate::argument::{buffer, output, uint};
use crate::data::{Pattern, bytes, is_secret, mix, preview};
use crate::sizes::{
    LARGEST_GROUP, choice_from, corner_sizes, number_from, range_for, simplicity, size_from,
    sizes_to,
};
use crate::{Bound, Domain, Expected, Fact, GroupSizes, Measure, Problem, Signature, Writers};
use launch::{Access, Launch, Scalar, Standard};
use proptest::prelude::*;
use proptest::sample::select;
use serde::{Deserialize, Serialize};

/// The problem.
#[derive(Clone, Copy, Debug)]
pub struct RadixPass;

/// Work-group sizes, the simplest first.
const GROUPS: [usize; 6] = [4, 1, 24, 64, 200, LARGEST_GROUP];

/// The sizes that are met with every corner.
const USUAL_GROUPS: [usize; 2] = [4, 24];

/// The most keys of a case.
const MOST: usize = 8192;

/// Bits of a digit, and how many digits there are of that many bits.
const BITS: usize = 4;
const DIGITS: usize = 1 << BITS;

/// Digits of a key.
const PLACES: usize = 32 / BITS;

/// The size of the work-groups whose costs are counted.
const COUNTED_GROUP: usize = 64;

/// One case of [`RadixPass`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    n: usize,
    local: usize,
    place: usize,
    pattern: Pattern,
}

impl Case {
    /// Keys of all bits; in every fourth pattern with few digits at the place that is sorted by, so that many keys
    /// have the same one.
    fn keys(&self) -> Vec<u32> {
        let seed = u64::from(self.pattern) << 40;
        let key = |index: u64| match self.pattern {
            0 if !is_secret() => ((((index * 7 + 2) % 3) << BITS) + index % 16) as u32,
            pattern => {
                let random = mix(seed + index) as u32;
                let few = 14 << self.shift();
                if pattern % 4 == 3 {
                    random | few
                } else {
                    random
                }
            }
        };
        (0..self.n as u64).map(key).collect()
    }

    fn shift(&self) -> usize {
        self.place * BITS
    }

    fn digit(&self, key: u32) -> usize {
        (key >> self.shift()) as usize % DIGITS
    }

    fn groups(&self) -> usize {
        self.n.max(1).div_ceil(self.local)
    }

    /// Where the keys of each digit begin that each work-group has, digit by digit.
    fn starts(&self, keys: &[u32]) -> Vec<u32> {
        let groups = self.groups();
        let mut starts = vec![0; DIGITS * groups];
        for (index, &key) in keys.iter().enumerate() {
            starts[self.digit(key) * groups + index / self.local] += 1;
        }
        let mut before = 0;
        for start in &mut starts {
            before += std::mem::replace(start, before);
        }
        starts
    }

    fn sorted(&self, keys: &[u32]) -> Vec<u32> {
        let mut sorted = keys.to_vec();
        sorted.sort_by_key(|&key| self.digit(key));
        sorted
    }
}

impl Problem for RadixPass {
    type Case = Case;

    fn name(&self) -> &'static str {
        "radix-pass"
    }

    fn reference(&self) -> &'static str {
        kernel_text!("radix_pass.cl")
    }

    fn standard(&self) -> Standard {
        Standard::V3_0
    }

    fn signature(&self) -> Signature {
        Signature::new(
            "radix_pass",
            &[
                ("global", "uint*", "keys"),
                ("global", "uint*", "starts"),
                ("global", "uint*", "out"),
                ("private", "uint", "shift"),
                ("private", "uint", "n"),
            ],
        )
    }

    fn domain(&self) -> Domain {
        Domain::new()
            .size("n", 0, 0, MOST)
            .count("shift", 0, (PLACES - 1) * BITS)
            .work_group(GroupSizes::Any, 1, LARGEST_GROUP)
    }

    fn corners(&self) -> Vec<Case> {
        let case = |n: usize, local| Case {
            n,
            local,
            place: (n + 7) % PLACES,
            pattern: ((n + 3) % 4) as Pattern,
        };
        let mut corners: Vec<Case> = Vec::new();
        // The simplest data has its digits at the first two places.
        corners.extend([1, 2, 5, 9].map(|n| Case {
            place: 0,
            pattern: 0,
            ..case(n, 4)
        }));
        for local in USUAL_GROUPS {
            corners.extend(corner_sizes(local).into_iter().map(|n| case(n, local)));
        }
        for local in GROUPS {
            corners.extend([2, 3, 101, 300].map(|n| case(n, local)));
        }
        corners.push(case(MOST, 64));
        corners.sort_by_key(|case| simplicity(case.n));
        corners.dedup();
        corners
    }

    fn cases(&self) -> BoxedStrategy<Case> {
        (select(&GROUPS[..]), 0..PLACES, any::<Pattern>())
            .prop_flat_map(|(local, place, pattern)| {
                sizes_to(local, MOST).prop_map(move |n| Case {
                    n,
                    local,
                    place,
                    pattern,
                })
            })
            .boxed()
    }

    fn shrinking_from(&self, case: &Case) -> BoxedStrategy<Case> {
        (
            size_from(case.n),
            choice_from(&GROUPS, case.local),
            number_from(case.place),
            number_from(case.pattern.into()),
        )
            .prop_map(|(n, local, place, pattern)| Case {
                n,
                local,
                place,
                pattern: pattern as Pattern,
            })
            .boxed()
    }

    fn admits(&self, case: &Case) -> bool {
        case.n <= MOST && GROUPS.contains(&case.local) && case.place < PLACES
    }

    fn describe(&self, case: &Case) -> Vec<Fact> {
        let keys = case.keys();
        vec![
            Fact::new("n", case.n),
            Fact::new("work-group", case.local),
            Fact::new("shift", case.shift()),
            Fact::new("keys", preview(&keys)),
            Fact::new("starts", preview(&case.starts(&keys))),
        ]
    }

    fn launch(&self, case: &Case) -> Launch {
        let keys = case.keys();
        let starts = case.starts(&keys);
        let uints = |values: &[u32]| bytes(values, u32::to_le_bytes);
        Launch {
            kernel: "radix_pass".to_owned(),
            arguments: vec![
                buffer("keys", Scalar::UInt, uints(&keys), Access::Read),
                buffer("starts", Scalar::UInt, uints(&starts), Access::Read),
                output("out", Scalar::UInt, case.n),
                uint("shift", case.shift()),
                uint("n", case.n),
            ],
            range: range_for(case.n, case.local),
        }
    }

    fn expected(&self, case: &Case) -> Vec<Expected> {
        let sorted = case.sorted(&case.keys());
        vec![
            Expected::Unchanged,
            Expected::Unchanged,
            Expected::Exact(bytes(&sorted, u32::to_le_bytes)),
        ]
    }

    fn counted(&self) -> Vec<Case> {
        vec![Case {
            n: 16 * COUNTED_GROUP,
            local: COUNTED_GROUP,
            place: 1,
            pattern: 1,
        }]
    }

    fn also_counted(&self) -> Option<BoxedStrategy<Case>> {
        let case = |(groups, place, pattern)| Case {
            n: groups * COUNTED_GROUP,
            local: COUNTED_GROUP,
            place,
            pattern,
        };
        let drawn = (4..=16_usize, 0..PLACES, 1..=Pattern::MAX);
        Some(drawn.prop_map(case).boxed())
    }

    fn bounds(&self, case: &Case) -> Vec<Bound> {
        let n = case.n as u64;
        vec![
            Bound::at_most(
                Measure::GlobalElementsRead,
                2 * n,
                "2 n: a work-item reads its key and the start of the key's digit",
            ),
            Bound::at_most(
                Measure::GlobalElementsWritten,
                n,
                "each of the n keys is written once",
            ),
        ]
    }

    fn writers(&self, _: &Case, _: usize) -> Writers {
        Writers::Anyone
    }

    /// Which work-item of the group writes a key is up to the kernel: keys may change places in local memory first.
    fn owner(&self, _: &Case, _: usize, _: usize) -> Option<Vec<usize>> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(n: usize, local: usize, place: usize, pattern: Pattern) -> Case {
        Case {
            n,
            local,
            place,
            pattern,
        }
    }

    #[test]
    fn keys_go_where_their_digit_begins_and_keep_their_order() {
        let case = case(4, 2, 0, 0);
        let keys = [0x23, 0x11, 0x43, 0x31];
        let starts = case.starts(&keys);
        // The digits 1 and 3, each once in either work-group.
        assert_eq!([starts[2], starts[3], starts[6], starts[7]], [0, 1, 2, 3]);
        assert_eq!(case.sorted(&keys), [0x11, 0x31, 0x23, 0x43]);
    }

    #[test]
    fn a_pass_for_each_digit_sorts() {
        for pattern in [0, 1, 3, 200] {
            let mut keys = case(1000, 64, 0, pattern).keys();
            let mut sorted = keys.clone();
            sorted.sort_unstable();
            for place in 0..PLACES {
                keys = case(1000, 64, place, pattern).sorted(&keys);
            }
            assert_eq!(keys, sorted);
        }
    }

    #[test]
    fn keys_of_one_digit_differ_so_that_their_order_is_seen() {
        for pattern in [0, 1, 3] {
            for place in [0, 3, 7] {
                let case = case(200, 64, place, pattern);
                let keys = case.keys();
                let mut of_a_digit: Vec<u32> = keys.clone();
                of_a_digit.retain(|&key| case.digit(key) == case.digit(keys[0]));
                assert!(
                    of_a_digit.windows(2).any(|two| two[0] > two[1]),
                    "{pattern} {place}"
                );
            }
        }
    }
}
