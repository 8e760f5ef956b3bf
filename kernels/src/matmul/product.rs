//! `c = a b`: a has m rows of k elements, b has k rows of n, c has m rows of n. Rows lie one behind
//! the other.
//!
//! An element of c is a sum of k products, which a kernel may add in any order, with or without fused
//! multiply-adds. Each product goes through at most k roundings, its own and those of the additions
//! that it takes part in (the first addition, to nothing, is exact): a relative error of at most
//! k u / (1 - k u), where u = 2^-24 is half an ULP at the upper end of a binade. So the sum is off by no
//! more than k u / (1 - k u) times the sum of the products' magnitudes. That sum is the scale; an ULP of
//! it is more than u times it, so that k ULP, and one for the denominator, admit every right kernel.

use crate::argument::{buffer, output, uint};
use crate::data::{Pattern, bytes, floats, preview};
use crate::sizes::{
    LARGEST_GROUP, choice_from, near_power_of_two, number_from, range_over, size_from,
};
use crate::{
    Bound, Domain, Expected, Fact, GroupSizes, Measure, Problem, Signature, Tolerance, Writers,
};
use launch::{Access, Launch, Scalar};
use proptest::prelude::*;
use proptest::sample::select;
use serde::{Deserialize, Serialize};

/// The problem, by the way in which it is to be solved.
#[derive(Clone, Copy, Debug)]
pub struct Product(pub Way);

/// How the work is shared out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Each work-item does one element of c, from global memory.
    Naive,
    /// Each work-item does one element of c; the work-group fetches tiles of a and b.
    Tiled,
    /// Each work-item does 4 x 4 elements of c.
    Register,
}

/// Shapes of work-groups of the naive kernel, width first, the simplest first.
const GROUPS: [[usize; 2]; 6] = [[4, 2], [2, 4], [16, 3], [1, 1], [32, 8], [3, 50]];

/// The shapes that are met with every corner.
const USUAL_GROUPS: usize = 3;

/// The sides of a work-group that works with tiles, and the width of its tiles along k.
const TILE: usize = 8;

/// The elements of c of a work-item with registers, each way.
const BLOCK: usize = 4;

/// Which buffer takes the product.
const C: usize = 2;

/// The longest side of a matrix.
const LONGEST: usize = 300;

/// The most products of a case: what keeps a check instant.
const MOST_PRODUCTS: usize = 1 << 17;

/// One case of [`Product`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    m: usize,
    n: usize,
    k: usize,
    local: [usize; 2],
    pattern: Pattern,
}

impl Case {
    fn a(&self) -> Vec<f32> {
        floats(self.m * self.k, self.pattern, 0)
    }

    fn b(&self) -> Vec<f32> {
        floats(self.k * self.n, self.pattern, 1)
    }

    /// c and the sums of the magnitudes, in f64.
    fn product(&self) -> (Vec<f64>, Vec<f64>) {
        let (a, b) = (self.a(), self.b());
        (0..self.m * self.n)
            .map(|index| {
                let (row, column) = (index / self.n, index % self.n);
                let products = (0..self.k)
                    .map(|i| f64::from(a[row * self.k + i]) * f64::from(b[i * self.n + column]));
                products.fold((0.0, 0.0), |(sum, scale), product| {
                    (sum + product, scale + product.abs())
                })
            })
            .unzip()
    }

    fn simplicity(&self) -> (usize, usize, bool) {
        let Case { m, n, k, .. } = *self;
        // What has something to do in it comes before what has nothing.
        (
            (m * n * k).max(1),
            m.max(1) + n.max(1) + k.max(1),
            m * n * k == 0,
        )
    }
}

impl Way {
    fn kernel(self) -> &'static str {
        match self {
            Way::Naive => "matmul_naive",
            Way::Tiled => "matmul_tiled",
            Way::Register => "matmul_register",
        }
    }

    fn groups(self) -> &'static [[usize; 2]] {
        match self {
            Way::Naive => &GROUPS,
            Way::Tiled | Way::Register => &[[TILE, TILE]],
        }
    }

    /// The elements of c of a work-item, each way.
    fn block(self) -> usize {
        match self {
            Way::Naive | Way::Tiled => 1,
            Way::Register => BLOCK,
        }
    }

    /// The elements of c of a work-group of the simplest shape, each way.
    fn unit(self) -> usize {
        self.groups()[0][0] * self.block()
    }
}

impl Problem for Product {
    type Case = Case;

    fn name(&self) -> &'static str {
        match self.0 {
            Way::Naive => "matmul-naive",
            Way::Tiled => "matmul-tiled",
            Way::Register => "matmul-register",
        }
    }

    fn reference(&self) -> &'static str {
        match self.0 {
            Way::Naive => kernel_text!("naive.cl"),
            Way::Tiled => kernel_text!("tiled.cl"),
            Way::Register => kernel_text!("register.cl"),
        }
    }

    fn signature(&self) -> Signature {
        Signature::new(
            self.0.kernel(),
            &[
                ("global", "float*", "a"),
                ("global", "float*", "b"),
                ("global", "float*", "c"),
                ("private", "uint", "m"),
                ("private", "uint", "n"),
                ("private", "uint", "k"),
            ],
        )
    }

    fn domain(&self) -> Domain {
        let block = self.0.block();
        let domain = Domain::new()
            .size_of_units("m", 1, block, 0, LONGEST)
            .size_of_units("n", 0, block, 0, LONGEST)
            .side("k", 0, LONGEST)
            .elements(&["m", "n", "k"], 0, MOST_PRODUCTS);
        match self.0 {
            Way::Naive => domain.work_group(GroupSizes::Any, 1, LARGEST_GROUP),
            Way::Tiled | Way::Register => {
                domain.work_group(GroupSizes::Any, TILE * TILE, TILE * TILE)
            }
        }
    }

    fn corners(&self) -> Vec<Case> {
        let unit = self.0.unit();
        let mut corners: Vec<Case> = Vec::new();
        for &local in self.0.groups().iter().take(USUAL_GROUPS) {
            let shapes = [
                [1, 1, 1],
                [1, 2, 1],
                [2, 1, 1],
                [1, 1, 2],
                [2, 3, 2],
                [3, 2, 4],
                [2, 2, 0],
                [0, 2, 3],
                [3, 0, 2],
                [1, 5, 3],
                [5, 1, 3],
                [unit, unit, TILE],
                [unit, unit, TILE - 1],
                [unit + 1, unit, TILE + 1],
                [unit, unit + 1, 2 * TILE],
                [unit - 1, unit + 3, 2 * TILE - 1],
                [unit + 3, unit - 1, 2 * TILE + 1],
                [2 * unit, unit + 2, 5],
                [unit + 2, 2 * unit + 1, 3],
                [7, 13, 31],
                [13, 7, 3],
            ];
            corners.extend(shapes.map(|[m, n, k]| Case {
                m,
                n,
                k,
                local,
                // Counting up is easiest to follow; sums of many products are scattered ones.
                pattern: if m * n * k <= 24 {
                    0
                } else {
                    (m + n) as Pattern
                },
            }));
        }
        for &local in self.0.groups().iter().skip(USUAL_GROUPS) {
            let shapes = [
                [2, 3, 2],
                [7, 13, 5],
                [13, 7, 3],
                [local[1] + 1, local[0] + 1, 3],
            ];
            corners.extend(shapes.map(|[m, n, k]| Case {
                m,
                n,
                k,
                local,
                pattern: 1,
            }));
        }
        // Tall and wide and deep, more elements of the product than 16 bits count, and as many products as
        // there may be.
        let local = self.0.groups()[0];
        let mut large = vec![
            [LONGEST, 3, 2],
            [3, LONGEST, 2],
            [3, 2, LONGEST],
            [262, 253, 1],
            [64, 64, 32],
        ];
        // More elements than 16 bits count in each of the factors, where tiles do not fill with zeros.
        if self.0 == Way::Naive {
            large.extend([[262, 1, 253], [1, 262, 253]]);
        }
        corners.extend(large.into_iter().map(|[m, n, k]| Case {
            m,
            n,
            k,
            local,
            pattern: 1,
        }));
        corners.sort_by_key(Case::simplicity);
        corners
    }

    fn cases(&self) -> BoxedStrategy<Case> {
        let unit = self.0.unit();
        let side = move || {
            prop_oneof![
                4 => 1..=unit + 2,
                4 => (1..=2_usize, 0..=2_usize).prop_map(move |(times, step)| times * unit + step - 1),
                2 => 1..=7_usize,
                1 => 0..=40_usize,
                1 => near_power_of_two(5),
            ]
        };
        let depth = prop_oneof![
            3 => 1..=TILE,
            4 => (1..=3_usize, 0..=2_usize).prop_map(|(times, step)| times * TILE + step - 1),
            1 => 0..=40_usize,
            1 => near_power_of_two(5),
        ];
        let long = || near_power_of_two(8);
        let sides = prop_oneof![
            24 => (side(), side(), depth),
            1 => (long(), 1..=3_usize, 1..=3_usize),
            1 => (1..=3_usize, long(), 1..=3_usize),
            1 => (1..=3_usize, 1..=3_usize, long()),
        ];
        (sides, select(self.0.groups()), any::<Pattern>())
            .prop_map(|((m, n, k), local, pattern)| Case {
                m,
                n,
                k: k.min(MOST_PRODUCTS / (m * n).max(1)),
                local,
                pattern,
            })
            .boxed()
    }

    fn shrinking_from(&self, case: &Case) -> BoxedStrategy<Case> {
        (
            size_from(case.m),
            size_from(case.n),
            size_from(case.k),
            choice_from(self.0.groups(), case.local),
            number_from(case.pattern.into()),
        )
            .prop_map(|(m, n, k, local, pattern)| Case {
                m,
                n,
                k,
                local,
                pattern: pattern as Pattern,
            })
            .boxed()
    }

    fn admits(&self, case: &Case) -> bool {
        [case.m, case.n, case.k]
            .into_iter()
            .all(|side| side <= LONGEST)
            && case.m.max(1) * case.n.max(1) * case.k.max(1) <= MOST_PRODUCTS
            && self.0.groups().contains(&case.local)
    }

    fn describe(&self, case: &Case) -> Vec<Fact> {
        let [width, height] = case.local;
        vec![
            Fact::new("m", case.m),
            Fact::new("n", case.n),
            Fact::new("k", case.k),
            Fact::new("work-group", format!("{width} x {height}")),
            Fact::new("a", preview(&case.a())),
            Fact::new("b", preview(&case.b())),
        ]
    }

    fn launch(&self, case: &Case) -> Launch {
        let floats = |values: Vec<f32>| bytes(&values, f32::to_le_bytes);
        let block = self.0.block();
        Launch {
            kernel: self.0.kernel().to_owned(),
            arguments: vec![
                buffer("a", Scalar::Float, floats(case.a()), Access::Read),
                buffer("b", Scalar::Float, floats(case.b()), Access::Read),
                output("c", Scalar::Float, case.m * case.n),
                uint("m", case.m),
                uint("n", case.n),
                uint("k", case.k),
            ],
            range: range_over([case.n.div_ceil(block), case.m.div_ceil(block)], case.local),
        }
    }

    fn expected(&self, case: &Case) -> Vec<Expected> {
        let (values, scales) = case.product();
        vec![
            Expected::Unchanged,
            Expected::Unchanged,
            Expected::Close {
                values,
                scales,
                tolerance: Tolerance {
                    ulps: (case.k + 1) as f64,
                    reason: "each of the k products goes through at most k roundings, in any order",
                },
            },
        ]
    }

    fn counted(&self) -> Vec<Case> {
        let (m, n, k) = match self.0 {
            Way::Naive => return Vec::new(),
            Way::Tiled => (3 * TILE, 4 * TILE, 5 * TILE),
            Way::Register => (2 * TILE * BLOCK, 3 * TILE * BLOCK, 2 * TILE),
        };
        vec![Case {
            m,
            n,
            k,
            local: [TILE, TILE],
            pattern: 1,
        }]
    }

    fn also_counted(&self) -> Option<BoxedStrategy<Case>> {
        let unit = self.0.unit();
        let most = match self.0 {
            Way::Naive => return None,
            Way::Tiled => 5_usize,
            Way::Register => 2,
        };
        let case = move |(m, n, k, pattern)| Case {
            m: m * unit,
            n: n * unit,
            k: k * TILE,
            local: [TILE, TILE],
            pattern,
        };
        let drawn = (1..=most, 1..=most, 1..=4_usize, 1..=Pattern::MAX);
        Some(drawn.prop_map(case).boxed())
    }

    fn bounds(&self, case: &Case) -> Vec<Bound> {
        if self.0 == Way::Naive {
            return Vec::new();
        }
        let [m, n, k] = [case.m, case.n, case.k].map(|side| side as u64);
        let tile = self.0.unit() as u64;
        let products = m * n * k;
        let mut bounds = vec![
            Bound::at_most(
                Measure::GlobalElementsRead,
                2 * products / tile,
                format!(
                    "2 m n k / {tile}: what a work-group fetches of a and b serves {tile} of its \
                     rows or columns"
                ),
            ),
            Bound::at_most(
                Measure::GlobalElementsWritten,
                m * n,
                format!("each of the {m} x {n} elements of c is written once"),
            ),
            Bound::at_least(
                Measure::CoalescingEfficiency,
                100,
                "neighbours fetch and store neighbours, so every byte that is moved is used",
            ),
            Bound::at_most(
                Measure::BankConflict,
                100,
                "slots that a warp wants at once lie in different banks, or are the same slot",
            ),
            Bound::at_most(
                Measure::Barriers,
                2 * k.div_ceil(TILE as u64),
                format!(
                    "2 for each of the {} tiles along k",
                    k.div_ceil(TILE as u64)
                ),
            ),
        ];
        if self.0 == Way::Register {
            bounds.push(Bound::at_most(
                Measure::LocalElementsRead,
                products / 2,
                "m n k / 2: for 16 products a work-item reads 4 elements of a and 4 of b",
            ));
        }
        bounds
    }

    fn writers(&self, _: &Case, buffer: usize) -> Writers {
        match self.0 {
            Way::Naive if buffer == C => Writers::Owner,
            way if buffer == C => Writers::Each(way.block() * way.block()),
            _ => Writers::Anyone,
        }
    }

    fn owner(&self, case: &Case, buffer: usize, element: usize) -> Option<Vec<usize>> {
        match self.0 {
            Way::Naive | Way::Tiled if buffer == C && case.n > 0 => {
                Some(vec![element % case.n, element / case.n])
            }
            // Which block of its work-group's tile a work-item does is its own affair.
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(m: usize, n: usize, k: usize, pattern: Pattern) -> Case {
        Case {
            m,
            n,
            k,
            local: [4, 2],
            pattern,
        }
    }

    #[test]
    fn an_element_is_the_sum_of_a_row_times_a_column() {
        // 1 2 3     10 20     1*10+2*30+3*50  1*20+2*40+3*60
        // 4 5 6  x  30 40  =  ...
        //           50 60
        let (values, scales) = case(2, 2, 3, 0).product();
        assert_eq!(values, [220.0, 280.0, 490.0, 640.0]);
        assert_eq!(scales, values);
    }

    /// The distance of two floats of `scale`'s binade, in `f64`.
    fn ulp(scale: f64) -> f64 {
        let scale = scale as f32;
        f64::from(f32::from_bits(scale.to_bits() + 1)) - f64::from(scale)
    }

    /// The sum of products in single precision: forwards, backwards, in pairs; fused or not.
    fn sums(products: &[(f32, f32)]) -> Vec<f32> {
        fn in_pairs(terms: &[(f32, f32)]) -> f32 {
            match terms {
                [] => 0.0,
                [(a, b)] => a * b,
                terms => {
                    let (left, right) = terms.split_at(terms.len() / 2);
                    in_pairs(left) + in_pairs(right)
                }
            }
        }
        let forwards = products.iter();
        let backwards = products.iter().rev();
        vec![
            forwards.clone().fold(0.0, |sum, (a, b)| sum + a * b),
            forwards.fold(0.0, |sum, (a, b)| a.mul_add(*b, sum)),
            backwards.clone().fold(0.0, |sum, (a, b)| sum + a * b),
            backwards.fold(0.0, |sum, (a, b)| a.mul_add(*b, sum)),
            in_pairs(products),
        ]
    }

    #[test]
    fn any_order_fused_or_not_is_within_the_bound() {
        for (k, pattern) in [(1, 3), (7, 1), (40, 2), (160, 200)] {
            let case = case(13, 7, k, pattern);
            let (a, b) = (case.a(), case.b());
            let (values, scales) = case.product();
            for index in 0..13 * 7 {
                let products: Vec<(f32, f32)> = (0..k)
                    .map(|i| (a[index / 7 * k + i], b[i * 7 + index % 7]))
                    .collect();
                for got in sums(&products) {
                    let error = (f64::from(got) - values[index]).abs();
                    assert!(error <= (k + 1) as f64 * ulp(scales[index]), "{k} {index}");
                }
            }
        }
    }

    #[test]
    fn the_bound_is_far_too_small_to_let_a_neighbour_pass() {
        for pattern in [1, 2, 77] {
            let case = case(20, 30, 40, pattern);
            let (values, scales) = case.product();
            for index in 1..values.len() {
                let gap = (values[index] - values[index - 1]).abs();
                assert!(gap > 10.0 * 41.0 * ulp(scales[index]), "{pattern} {index}");
            }
        }
    }

    #[test]
    fn there_is_a_work_group_for_each_tile_and_none_to_spare() {
        for (way, sides, groups) in [
            (Way::Tiled, [8, 9], [2, 1]),
            (Way::Register, [32, 33], [2, 1]),
            (Way::Register, [65, 1], [1, 3]),
            (Way::Register, [0, 4], [1, 1]),
        ] {
            let case = Case {
                local: [TILE, TILE],
                ..case(sides[0], sides[1], 1, 0)
            };
            let range = Product(way).launch(&case).range;
            assert_eq!(range.global, groups.map(|groups| groups * TILE));
        }
    }

    #[test]
    fn sides_are_drawn_on_both_sides_of_a_tile_and_never_too_long() {
        let mut runner = proptest::test_runner::TestRunner::deterministic();
        for way in [Way::Naive, Way::Tiled, Way::Register] {
            let strategy = Product(way).cases();
            let drawn: Vec<Case> = (0..300)
                .map(|_| {
                    use proptest::strategy::ValueTree;
                    strategy.new_tree(&mut runner).unwrap().current()
                })
                .collect();
            let unit = way.unit();
            assert!(drawn.iter().all(|case| Product(way).admits(case)));
            for edge in [unit - 1, 0, 1] {
                assert!(drawn.iter().any(|case| case.m > 1 && case.m % unit == edge));
                assert!(drawn.iter().any(|case| case.n > 1 && case.n % unit == edge));
            }
            assert!(drawn.iter().any(|case| case.k > 2 * TILE));
        }
    }
}
