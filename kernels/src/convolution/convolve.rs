//! A convolution of a volume of bytes with filters of 3 x 3 x 3 coefficients. Voxels outside of the
//! volume count as 0, and a result is cut down to a byte: its fraction is dropped, what is below 0
//! becomes 0 and what is above 255 becomes 255.
//!
//! A coefficient is a whole number of 32nds and less than 4, a voxel at most 255, and 27 of their
//! products make a result: every sum on the way is a whole number of 32nds below 2^15, so 20 bits hold
//! it and `float` is exact, in any order and with fused multiply-adds or without. So the bytes are exact
//! too. About half the results of scattered data lie between 0 and 255, where a wrong term is seen.

use super::volume::{
    LONG, LONGEST_SIDE, MOST_VOXELS, Sides, corners, is_volume, simplicity, volume_from, volumes,
};
use crate::argument::{buffer, output, value};
use crate::data::{Pattern, bytes, is_secret, place, preview, small};
use crate::sizes::{LARGEST_GROUP, choice_from, number_from, range_over};
use crate::{Bound, Domain, Expected, Fact, GroupSizes, Measure, Problem, Signature, Writers};
use launch::{Access, Argument, Launch, Scalar};
use proptest::prelude::*;
use proptest::sample::select;
use serde::{Deserialize, Serialize};

/// The problem, by the way in which it is to be solved.
#[derive(Clone, Copy, Debug)]
pub struct Convolution(pub Way);

/// How the work is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// A work-item does a voxel, with any number of filters, one after the other.
    Naive,
    /// A work-item does a voxel, with four filters at once.
    Vector,
    /// A work-item does four voxels of a row, with four filters at once.
    Unrolled,
}

/// Voxels of a filter along each side.
const K: usize = 3;

/// Coefficients of a filter.
const PLACES: usize = K * K * K;

/// Voxels of a row that a work-item of the unrolled kernel does.
const RESULTS: usize = 4;

/// Which buffer takes the results.
const OUT: usize = 2;

/// Numbers of filters of the naive kernel, the simplest first.
const COUNTS: [usize; 7] = [2, 1, 3, 4, 9, 33, MOST_FILTERS];

/// The most filters: more than a work-item would keep in an array of its own, and more than 8 bits count.
const MOST_FILTERS: usize = 300;

/// The most filters for which there is a volume of any size, and the most results for more of them: what
/// keeps a check instant.
const FEW_FILTERS: usize = 4;
const MOST_RESULTS: usize = 1 << 11;

/// Numbers of filters of the others.
const FOUR: [usize; 1] = [4];

/// Shapes of work-groups, the simplest first.
const GROUPS: [Sides; 6] = [
    [2, 2, 2],
    [8, 2, 2],
    [1, 3, 2],
    [1, 1, 1],
    [5, 3, 3],
    [8, 8, 4],
];

/// The shapes that are met with every corner.
const USUAL_GROUPS: usize = 3;

/// Shapes of work-groups where a work-item does several voxels. Few, since a device compiles a kernel
/// with a barrier anew for each. Some have fewer work-items than a filter has places, and none of the
/// sides is always the longest: a wrong size of the group leaves a place of the filter uncopied.
const WIDE_GROUPS: [Sides; 6] = [
    [4, 2, 1],
    [1, 4, 2],
    [8, 2, 2],
    [1, 1, 1],
    [5, 3, 3],
    [4, 8, 8],
];

/// One case of [`Convolution`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    sides: Sides,
    filters: usize,
    local: Sides,
    pattern: Pattern,
}

impl Case {
    fn voxels(&self) -> Vec<u8> {
        let len = self.sides.into_iter().product();
        match self.pattern {
            // 32 and up: with coefficients in 32nds the first result is a whole number.
            0 => small(len, 0, 32).iter().map(|number| 32 + number).collect(),
            pattern => small(len, pattern, 96),
        }
    }

    /// The coefficients, those of all filters at a place side by side. All of four filters differ; of more,
    /// those of neighbours do.
    fn coefficients(&self) -> Vec<f32> {
        let of_number = |index: usize| match self.pattern {
            pattern if is_secret() => {
                let seed = u64::from(pattern) << 8 | (index / 108) as u64;
                place((index % 108) as u64, 108, pattern, seed) as i32 - 51
            }
            0 => (index % 108) as i32 + 1,
            // 109 is a prime above their number, so that a factor permutes 1 to 108.
            pattern => ((index + 1) * (1 + usize::from(pattern) % 108) % 109) as i32 - 52,
        };
        (0..PLACES * self.filters)
            .map(|index| of_number(index) as f32 / 32.0)
            .collect()
    }

    /// The result for filter `filter` at a voxel.
    fn result(&self, voxels: &[u8], coefficients: &[f32], at: Sides, filter: usize) -> u8 {
        let [w, h, d] = self.sides;
        let mut sum = 0.0;
        for place in 0..PLACES {
            let step = [place % K, place / K % K, place / (K * K)];
            // One more than the coordinate, since it may lie one before the first voxel.
            let [x, y, z] = [0, 1, 2].map(|axis| at[axis] + step[axis]);
            if (1..=w).contains(&x) && (1..=h).contains(&y) && (1..=d).contains(&z) {
                let voxel = voxels[((z - 1) * h + y - 1) * w + x - 1];
                let coefficient = coefficients[place * self.filters + filter];
                sum += f64::from(voxel) * f64::from(coefficient);
            }
        }
        // Such a conversion drops the fraction and saturates.
        sum as u8
    }

    fn results(&self) -> Vec<u8> {
        let (voxels, coefficients) = (self.voxels(), self.coefficients());
        let [w, h, _] = self.sides;
        (0..voxels.len() * self.filters)
            .map(|index| {
                let (voxel, filter) = (index / self.filters, index % self.filters);
                let at = [voxel % w, voxel / w % h, voxel / (w * h)];
                self.result(&voxels, &coefficients, at, filter)
            })
            .collect()
    }
}

impl Way {
    fn kernel(self) -> &'static str {
        match self {
            Way::Naive => "convolve_naive",
            Way::Vector => "convolve_vector",
            Way::Unrolled => "convolve_unrolled",
        }
    }

    fn groups(self) -> &'static [Sides] {
        match self {
            Way::Naive | Way::Vector => &GROUPS,
            Way::Unrolled => &WIDE_GROUPS,
        }
    }

    fn counts(self) -> &'static [usize] {
        match self {
            Way::Naive => &COUNTS,
            Way::Vector | Way::Unrolled => &FOUR,
        }
    }

    /// Voxels of a work-item along x.
    fn results(self) -> usize {
        match self {
            Way::Naive | Way::Vector => 1,
            Way::Unrolled => RESULTS,
        }
    }
}

/// A length as the kernels take it.
fn int(name: &str, number: usize) -> Argument {
    value(name, (number as i32).to_le_bytes())
}

/// So many filters, or as many of few as the volume allows.
fn fitting(sides: Sides, filters: usize) -> usize {
    let voxels: usize = sides.into_iter().product();
    match filters > FEW_FILTERS && voxels * filters > MOST_RESULTS {
        true => FEW_FILTERS,
        false => filters,
    }
}

impl Problem for Convolution {
    type Case = Case;

    fn name(&self) -> &'static str {
        match self.0 {
            Way::Naive => "convolve-naive",
            Way::Vector => "convolve-vector",
            Way::Unrolled => "convolve-unrolled",
        }
    }

    fn reference(&self) -> &'static str {
        match self.0 {
            Way::Naive => kernel_text!("naive.cl"),
            Way::Vector => kernel_text!("vector.cl"),
            Way::Unrolled => kernel_text!("unrolled.cl"),
        }
    }

    fn signature(&self) -> Signature {
        let mut parameters = vec![
            ("global", "uchar*", "in"),
            ("global", "float*", "filters"),
            ("global", "uchar*", "out"),
            ("private", "int", "w"),
            ("private", "int", "h"),
            ("private", "int", "d"),
        ];
        if self.0 == Way::Naive {
            parameters.push(("private", "int", "count"));
        }
        Signature::new(self.0.kernel(), &parameters)
    }

    fn domain(&self) -> Domain {
        let domain = Domain::new()
            .size_of_units("w", 0, self.0.results(), 0, LONGEST_SIDE)
            .size("h", 1, 0, LONGEST_SIDE)
            .size("d", 2, 0, LONGEST_SIDE)
            .elements(&["w", "h", "d"], 0, MOST_VOXELS);
        let domain = match self.0 {
            Way::Naive => domain.count("count", 1, MOST_FILTERS),
            Way::Vector | Way::Unrolled => domain,
        };
        domain.work_group(GroupSizes::Any, 1, LARGEST_GROUP)
    }

    fn corners(&self) -> Vec<Case> {
        let mut cases: Vec<Case> = Vec::new();
        for &local in self.0.groups().iter().take(USUAL_GROUPS) {
            let volumes = corners(local[0] * self.0.results()).into_iter();
            cases.extend(volumes.enumerate().map(|(index, sides)| {
                let voxels: usize = sides.into_iter().product();
                Case {
                    sides,
                    filters: self.0.counts()[index % self.0.counts().len().min(FEW_FILTERS)],
                    local,
                    pattern: if voxels <= 2 { 0 } else { index as Pattern },
                }
            }));
        }
        let usual = self.0.counts()[0];
        for &local in self.0.groups().iter().skip(USUAL_GROUPS) {
            let depth = local[2];
            let shapes = [
                [5, 4, 3],
                [3, 4, depth],
                [2, 3, depth + 1],
                [4, 2, depth.max(2) - 1],
            ];
            cases.extend(shapes.map(|sides| Case {
                sides,
                filters: usual,
                local,
                pattern: 1,
            }));
        }
        cases.extend(LONG.map(|sides| Case {
            sides,
            filters: usual,
            local: self.0.groups()[0],
            pattern: 1,
        }));
        for &filters in self.0.counts().iter().skip(FEW_FILTERS) {
            cases.push(Case {
                sides: [3, 2, 1],
                filters,
                local: self.0.groups()[0],
                pattern: 1,
            });
        }
        cases.sort_by_key(|case| simplicity(case.sides));
        cases
    }

    fn cases(&self) -> BoxedStrategy<Case> {
        let results = self.0.results();
        let many = self.0.counts();
        let few = &many[..many.len().min(FEW_FILTERS)];
        let counts = prop_oneof![6 => select(few), 1 => select(many)];
        (counts, select(self.0.groups()), any::<Pattern>())
            .prop_flat_map(move |(filters, local, pattern)| {
                volumes(local[0] * results).prop_map(move |sides| Case {
                    sides,
                    filters: fitting(sides, filters),
                    local,
                    pattern,
                })
            })
            .boxed()
    }

    fn shrinking_from(&self, case: &Case) -> BoxedStrategy<Case> {
        (
            volume_from(case.sides),
            choice_from(self.0.counts(), case.filters),
            choice_from(self.0.groups(), case.local),
            number_from(case.pattern.into()),
        )
            .prop_map(|(sides, filters, local, pattern)| Case {
                sides,
                filters: fitting(sides, filters),
                local,
                pattern: pattern as Pattern,
            })
            .boxed()
    }

    fn admits(&self, case: &Case) -> bool {
        is_volume(case.sides)
            && self.0.counts().contains(&case.filters)
            && fitting(case.sides, case.filters) == case.filters
            && self.0.groups().contains(&case.local)
    }

    fn describe(&self, case: &Case) -> Vec<Fact> {
        let [w, h, d] = case.sides;
        let [width, height, depth] = case.local;
        let mut facts = vec![Fact::new("w", w), Fact::new("h", h), Fact::new("d", d)];
        if self.0 == Way::Naive {
            facts.push(Fact::new("count", case.filters));
        }
        facts.extend([
            Fact::new("work-group", format!("{width} x {height} x {depth}")),
            Fact::new("in", preview(&case.voxels())),
            Fact::new("filters", preview(&case.coefficients())),
        ]);
        facts
    }

    fn launch(&self, case: &Case) -> Launch {
        let [w, h, d] = case.sides;
        let coefficients = bytes(&case.coefficients(), f32::to_le_bytes);
        let mut arguments = vec![
            buffer("in", Scalar::UChar, case.voxels(), Access::Read),
            buffer("filters", Scalar::Float, coefficients, Access::Read),
            output("out", Scalar::UChar, w * h * d * case.filters),
            int("w", w),
            int("h", h),
            int("d", d),
        ];
        if self.0 == Way::Naive {
            arguments.push(int("count", case.filters));
        }
        Launch {
            kernel: self.0.kernel().to_owned(),
            arguments,
            range: range_over([w.div_ceil(self.0.results()), h, d], case.local),
        }
    }

    fn expected(&self, case: &Case) -> Vec<Expected> {
        vec![
            Expected::Unchanged,
            Expected::Unchanged,
            Expected::Exact(case.results()),
        ]
    }

    fn counted(&self) -> Vec<Case> {
        let (sides, local) = match self.0 {
            Way::Naive => return Vec::new(),
            Way::Vector => ([8, 4, 4], [8, 2, 2]),
            Way::Unrolled => ([32, 6, 6], [8, 2, 2]),
        };
        vec![Case {
            sides,
            filters: 4,
            local,
            pattern: 1,
        }]
    }

    fn also_counted(&self) -> Option<BoxedStrategy<Case>> {
        if self.0 == Way::Naive {
            return None;
        }
        let across = 8 * self.0.results();
        let case = move |(w, h, d, pattern)| Case {
            sides: [w * across, 2 * h, 2 * d],
            filters: 4,
            local: [8, 2, 2],
            pattern,
        };
        let drawn = (1..=2_usize, 1..=3_usize, 1..=3_usize, 1..=Pattern::MAX);
        Some(drawn.prop_map(case).boxed())
    }

    fn bounds(&self, case: &Case) -> Vec<Bound> {
        let Launch { range, .. } = self.launch(case);
        let items: u64 = range.global.iter().map(|&size| size as u64).product();
        let in_group: u64 = case.local.iter().map(|&size| size as u64).product();
        let groups = items / in_group;
        match self.0 {
            Way::Naive => Vec::new(),
            Way::Vector => {
                let warps = groups * in_group.div_ceil(32);
                vec![Bound::at_most(
                    Measure::GlobalRequests,
                    warps * 55,
                    format!(
                        "55 for each of {warps} warps: at each of 27 places a voxel and the 4 \
                         coefficients, and at the end the 4 results"
                    ),
                )]
            }
            Way::Unrolled => {
                let filters = groups * (PLACES * 4) as u64;
                vec![Bound::at_most(
                    Measure::GlobalElementsRead,
                    // A voxel is a byte, a quarter of what counts as an element.
                    filters + items * 54 / 4,
                    format!(
                        "each of {groups} work-groups copies the 108 coefficients once, and each of \
                         {items} work-items reads 6 voxels, a byte each, of 9 rows"
                    ),
                )]
            }
        }
    }

    fn writers(&self, case: &Case, _: usize) -> Writers {
        Writers::Each(case.filters * self.0.results())
    }

    fn owner(&self, case: &Case, buffer: usize, element: usize) -> Option<Vec<usize>> {
        let [w, h, _] = case.sides;
        let voxel = element / case.filters;
        (buffer == OUT && w * h > 0)
            .then(|| vec![voxel % w / self.0.results(), voxel / w % h, voxel / (w * h)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn case(sides: Sides, filters: usize, pattern: Pattern) -> Case {
        Case {
            sides,
            filters,
            local: [2, 2, 2],
            pattern,
        }
    }

    #[test]
    fn one_voxel_meets_the_middle_of_each_filter() {
        assert_eq!(case([1, 1, 1], 4, 0).results(), [53, 54, 55, 56]);
    }

    #[test]
    fn two_voxels_meet_the_middle_and_its_neighbour() {
        // Voxels 32 and 33; place 13 is the middle, 14 behind it along x, 12 before it.
        let right = [
            (32.0_f64 * 14.0 + 33.0 * 15.0) / 32.0,
            (32.0 * 13.0 + 33.0 * 14.0) / 32.0,
        ];
        let right = right.map(|sum| sum as u8);
        assert_eq!(case([2, 1, 1], 1, 0).results(), right);
        // Along y the neighbours are 3 places apart, along z 9.
        let along = |step: f64| (32.0 * 14.0 + 33.0 * (14.0 + step)) / 32.0;
        assert_eq!(case([1, 2, 1], 1, 0).results()[0], along(3.0) as u8);
        assert_eq!(case([1, 1, 2], 1, 0).results()[0], along(9.0) as u8);
    }

    #[test]
    fn coefficients_differ_and_are_32nds_below_4() {
        for pattern in [0, 1, 9, 106, 107, 108, 255] {
            let coefficients = case([1, 1, 1], 4, pattern).coefficients();
            let distinct: HashSet<u32> = coefficients.iter().map(|c| c.to_bits()).collect();
            assert_eq!(distinct.len(), 108, "{pattern}");
            assert!(
                coefficients
                    .iter()
                    .all(|c| (c * 32.0).fract() == 0.0 && c.abs() < 4.0)
            );
        }
    }

    #[test]
    fn results_are_inside_a_byte_and_beyond_both_its_ends() {
        for pattern in [1, 2, 30, 255] {
            let results = case([9, 8, 7], 4, pattern).results();
            let inside = results.iter().filter(|&&byte| byte > 0 && byte < 255);
            assert!(inside.count() * 3 > results.len(), "{pattern}");
            for end in [0, 255] {
                let at_end = results.iter().filter(|&&byte| byte == end);
                assert!(at_end.count() * 50 > results.len(), "{pattern}: {end}");
            }
        }
    }
}
