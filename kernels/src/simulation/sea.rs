//! The sea of the shallow-water problems: its cases, what it holds, and how results are compared.
//!
//! Every number is a binary fraction of few bits. In a lake at rest (sea 0) they are so few that all
//! products and sums of a step are exact in `float`, in any order and fused or not: there, nothing
//! may change by a single bit.

use super::{LARGEST_PLANE, LONGEST_SIDE, is_small_plane, small_planes};
use crate::argument::{buffer, uint, value};
use crate::data::{Pattern, bytes, secret};
use crate::sizes::{
    LARGEST_GROUP, choice_from, corner_planes, number_from, plane_from, plane_simplicity,
};
use crate::{Domain, Expected, Fact, GroupSizes, Tolerance};
use launch::{Access, Argument, Scalar};
use proptest::prelude::*;
use proptest::sample::select;
use serde::{Deserialize, Serialize};

/// Acceleration of a falling body in m/s^2: 9.81 with four binary digits behind the point.
pub(super) const GRAVITY: f64 = 9.8125;

/// A time step over the width and over the height of a cell, in s/m: never the same, so that a
/// mix-up shows.
const RATIOS: [[f64; 2]; 5] = [
    [0.0625, 0.03125],
    [0.03125, 0.0625],
    [0.046875, 0.03125],
    [0.03125, 0.046875],
    [0.015625, 0.0625],
];

/// Accelerations of a falling body, one for each of the ratios: the earth's, and some of other places. So
/// a kernel that takes the earth's for granted is seen.
const GRAVITIES: [f64; RATIOS.len()] = [GRAVITY, GRAVITY, GRAVITY, 1.625, 3.75];

/// The water of a plane of cells, row by row: its height, and its flow to the east and to the north.
#[derive(Clone, Debug, PartialEq)]
pub struct Water {
    /// Cells to the east and cells to the north.
    pub size: [usize; 2],
    /// Surface above the level of rest, or depth: in metres.
    pub height: Vec<f64>,
    /// Flow to the east: depth times velocity, in m^2/s.
    pub east: Vec<f64>,
    /// Flow to the north.
    pub north: Vec<f64>,
}

/// A step's result for one cell, and the size of the terms that it is made from.
#[derive(Clone, Copy, Debug)]
pub struct Cell {
    /// Height, flow to the east, flow to the north.
    pub values: [f64; 3],
    /// For each, the sum of the magnitudes of its terms.
    pub scales: [f64; 3],
}

impl Water {
    /// The water after a step that gave these cells.
    pub fn of(size: [usize; 2], cells: &[Cell]) -> Water {
        let field = |number: usize| cells.iter().map(|cell| cell.values[number]).collect();
        Water {
            size,
            height: field(0),
            east: field(1),
            north: field(2),
        }
    }

    /// What all the cells hold together, in heights of a cell.
    pub fn volume(&self) -> f64 {
        self.height.iter().sum()
    }

    pub(super) fn fields(&self) -> [&[f64]; 3] {
        [&self.height, &self.east, &self.north]
    }
}

/// What a sea is at rest, and how far it goes from there.
pub(super) struct Level {
    /// Height at rest.
    pub(super) rest: f64,
    /// Largest difference from it.
    pub(super) swing: f64,
}

/// One case of a shallow-water problem.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    pub(super) size: [usize; 2],
    pub(super) local: [usize; 2],
    ratios: usize,
    /// 0 is a lake at rest, 1 one cell higher than the others in still water, 2 still water whose
    /// heights hardly differ; each other number makes every cell different in its own way.
    sea: Pattern,
}

impl Case {
    pub(super) const fn new(size: [usize; 2], local: [usize; 2], sea: Pattern) -> Case {
        Case {
            size,
            local,
            ratios: 0,
            sea,
        }
    }

    pub(super) fn is_at_rest(&self) -> bool {
        self.sea == 0
    }

    /// The acceleration of a falling body.
    pub(super) fn gravity(&self) -> f64 {
        GRAVITIES[self.ratios]
    }

    /// A time step over the width, and over the height, of a cell.
    pub(super) fn ratios(&self) -> [f64; 2] {
        RATIOS[self.ratios]
    }

    fn cells(&self) -> usize {
        self.size[0] * self.size[1]
    }

    /// The water; two `salt`s give unrelated ones.
    pub(super) fn water(&self, level: &Level, salt: u8) -> Water {
        let middle = self.size[1] / 2 * self.size[0] + self.size[0] / 2;
        let field = |number: u8, rest: f64, swing: f64| -> Vec<f64> {
            (0..self.cells())
                .map(|index| match self.sea {
                    0 => rest,
                    1 if number == 0 && index == middle => rest + swing,
                    1 => rest,
                    // Small differences of large numbers: they show what is rounded before it is
                    // subtracted.
                    2 if number == 0 => {
                        rest + (scattered(index, 2, salt) * 1024.0).round() / f64::from(1 << 20)
                    }
                    2 => rest,
                    sea => rest + swing * scattered(index, sea, 3 * salt + number),
                })
                .collect()
        };
        Water {
            size: self.size,
            height: field(0, level.rest, level.swing),
            east: field(1, 0.0, 1.0),
            north: field(2, 0.0, 1.0),
        }
    }

    /// The bottom at the lower left corner of each cell: flat only where one cell is higher, and
    /// uneven below a lake at rest. Between -3 and -2.
    pub(super) fn bottom(&self) -> Vec<f64> {
        (0..self.cells())
            .map(|index| match self.sea {
                0 => -2.5 + (scattered(index, 0, 100) * 4.0).round() / 8.0,
                1 => -2.5,
                sea => -2.5 + 0.5 * scattered(index, sea, 100),
            })
            .collect()
    }

    /// What the water is expected to be: to the bit if it was at rest.
    pub(super) fn expected(&self, cells: &[Cell], tolerance: Tolerance) -> [Expected; 3] {
        [0, 1, 2].map(|number| {
            let values: Vec<f64> = cells.iter().map(|cell| cell.values[number]).collect();
            if self.is_at_rest() {
                let exact: Vec<f32> = values.iter().map(|&value| value as f32).collect();
                return Expected::Exact(bytes(&exact, f32::to_le_bytes));
            }
            Expected::Close {
                values,
                scales: cells.iter().map(|cell| cell.scales[number]).collect(),
                tolerance,
            }
        })
    }

    /// As a student reads it; the parameter `gravity` takes `times` the acceleration of a falling body.
    pub(super) fn describe(&self, gravity: &str, times: f64) -> Vec<Fact> {
        let [cx, cy] = self.ratios();
        let [across, down] = self.local;
        let sea = match self.sea {
            0 => "at rest".to_owned(),
            1 => "one cell higher".to_owned(),
            2 => "nearly level".to_owned(),
            number => format!("all cells differ ({number})"),
        };
        vec![
            Fact::new("nx", self.size[0]),
            Fact::new("ny", self.size[1]),
            Fact::new("work-group", format!("{across} x {down}")),
            Fact::new(gravity, times * self.gravity()),
            Fact::new("cx", cx),
            Fact::new("cy", cy),
            Fact::new("sea", sea),
        ]
    }

    /// The last arguments of every shallow-water kernel: ratios and sizes.
    pub(super) fn last_arguments(&self) -> [Argument; 4] {
        let [cx, cy] = self.ratios();
        [
            float("cx", cx),
            float("cy", cy),
            uint("nx", self.size[0]),
            uint("ny", self.size[1]),
        ]
    }

    pub(super) fn owner(&self, element: usize) -> Vec<usize> {
        vec![element % self.size[0], element / self.size[0]]
    }
}

/// A `float` argument.
pub(super) fn float(name: &str, number: f64) -> Argument {
    value(name, (number as f32).to_le_bytes())
}

/// A buffer of `float`.
pub(super) fn field(name: &str, values: &[f64], access: Access) -> Argument {
    buffer(
        name,
        Scalar::Float,
        bytes(values, |value| (value as f32).to_le_bytes()),
        access,
    )
}

/// What the text of a shallow-water exercise allows, where `gravity` is the parameter that takes
/// `times` the acceleration of a falling body, for work-groups of these shapes.
pub(super) fn domain(gravity: &'static str, times: f64, shapes: &[[usize; 2]]) -> Domain {
    let least = |numbers: &[f64]| numbers.iter().copied().fold(f64::MAX, f64::min);
    let most = |numbers: &[f64]| numbers.iter().copied().fold(f64::MIN, f64::max);
    let ratios = |side: usize| RATIOS.map(|ratios| ratios[side]);
    let items = shapes.iter().map(|[width, height]| width * height);
    let largest = items.clone().max().unwrap_or(LARGEST_GROUP);
    Domain::new()
        .size("nx", 0, 1, LONGEST_SIDE)
        .size("ny", 1, 1, LONGEST_SIDE)
        .elements(&["nx", "ny"], 1, LARGEST_PLANE)
        .value(gravity, times * least(&GRAVITIES), times * most(&GRAVITIES))
        .value("cx", least(&ratios(0)), most(&ratios(0)))
        .value("cy", least(&ratios(1)), most(&ratios(1)))
        .work_group(GroupSizes::Any, items.min().unwrap_or(1), largest)
}

/// The corner cases, for work-groups of these shapes.
pub(super) fn corners(shapes: &[[usize; 2]]) -> Vec<Case> {
    let mut corners = Vec::new();
    for &local in shapes {
        let planes = corner_planes(local).into_iter();
        corners.extend(
            planes
                .filter(|[width, height]| width * height > 0)
                .map(|size| Case {
                    size,
                    local,
                    ratios: (size[0] + size[1] + 1) % RATIOS.len(),
                    sea: 3 + ((size[0] + 2 * size[1]) % 3) as Pattern,
                }),
        );
        corners.extend([[4, 3], [19, 21]].into_iter().flat_map(|size| {
            [0, 1, 2].map(|sea| Case {
                size,
                local,
                ratios: 0,
                sea,
            })
        }));
        // Two and three cells across: both neighbours may be one cell, or each other's neighbours.
        corners.extend([[2, 2], [3, 2], [2, 3], [3, 3]].map(|size| Case {
            size,
            local,
            ratios: 1,
            sea: 3,
        }));
    }
    let large = [[LONGEST_SIDE, 2], [2, LONGEST_SIDE], [64, 64]];
    corners.extend(large.map(|size| Case {
        size,
        local: shapes[0],
        ratios: 2,
        sea: 7,
    }));
    // One row, and one column; each of the accelerations.
    corners.extend([[17, 1], [1, 17], [9, 10]].map(|size| Case {
        size,
        local: shapes[0],
        ratios: 3,
        sea: 8,
    }));
    corners.push(Case {
        size: [10, 9],
        local: shapes[0],
        ratios: 4,
        sea: 8,
    });
    corners.sort_by_key(|case| plane_simplicity(case.size));
    corners.dedup();
    corners
}

/// Drawn cases, for work-groups of these shapes.
pub(super) fn cases(shapes: &'static [[usize; 2]]) -> BoxedStrategy<Case> {
    (
        small_planes(1),
        select(shapes),
        0..RATIOS.len(),
        any::<Pattern>(),
    )
        .prop_map(|(size, local, ratios, sea)| Case {
            size,
            local,
            ratios,
            sea,
        })
        .boxed()
}

/// Drawn cases that are counted, for work-groups of these shapes.
pub(super) fn also_counted(shapes: &'static [[usize; 2]]) -> BoxedStrategy<Case> {
    let size = (12..=48_usize, 12..=40_usize);
    (size, select(shapes), 0..RATIOS.len(), 3..=Pattern::MAX)
        .prop_map(|((nx, ny), local, ratios, sea)| Case {
            size: [nx, ny],
            local,
            ratios,
            sea,
        })
        .boxed()
}

pub(super) fn shrinking_from(shapes: &'static [[usize; 2]], case: &Case) -> BoxedStrategy<Case> {
    (
        plane_from(case.size),
        choice_from(shapes, case.local),
        number_from(case.ratios),
        number_from(case.sea.into()),
    )
        .prop_map(|(size, local, ratios, sea)| Case {
            size,
            local,
            ratios,
            sea: sea as Pattern,
        })
        .boxed()
}

/// Can the case be drawn, with work-groups of these shapes?
pub(super) fn admits(shapes: &[[usize; 2]], case: &Case) -> bool {
    is_small_plane(case.size, 1) && shapes.contains(&case.local) && case.ratios < RATIOS.len()
}

/// A number from -1 to 1, of 20 binary digits behind the point, that tells nothing about the one at
/// the next index: a neighbour's neighbour differs from a neighbour.
fn scattered(index: usize, sea: Pattern, salt: u8) -> f64 {
    let mut mixed = (index as u64) << 16 | u64::from(sea) << 8 | u64::from(salt);
    mixed ^= secret();
    for factor in [0x9e37_79b9_7f4a_7c15, 0xc2b2_ae3d_27d4_eb4f] {
        mixed = (mixed ^ mixed >> 29).wrapping_mul(factor);
    }
    (mixed >> 43) as f64 / f64::from(1 << 20) - 1.0
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Half a unit in the last place of 1, in `float`.
    const ROUNDING: f64 = 1.0 / (1 << 24) as f64;

    /// The largest error of `got`, in units of the allowed one: at the least that a unit in the last
    /// place may be, half of the tightest bound of a real comparison.
    pub(in crate::simulation) fn worst(
        cells: &[Cell],
        got: impl Fn(usize) -> [f32; 3],
        ulps: f64,
    ) -> f64 {
        let mut worst = 0.0_f64;
        for (index, cell) in cells.iter().enumerate() {
            for (number, got) in got(index).into_iter().enumerate() {
                let error = (f64::from(got) - cell.values[number]).abs();
                if error > 0.0 {
                    worst = worst.max(error / (ulps * ROUNDING * cell.scales[number]));
                }
            }
        }
        worst
    }

    /// In how many of the cells do the results of two steps differ by more than may be allowed?
    pub(in crate::simulation) fn told_apart(right: &[Cell], wrong: &[Cell], ulps: f64) -> usize {
        let pairs = right.iter().zip(wrong);
        let differ = pairs.filter(|(right, wrong)| {
            (0..3).any(|number| {
                // A unit in the last place is at most twice the rounding of a number.
                let allowed = 2.0 * ulps * ROUNDING * right.scales[number];
                (right.values[number] - wrong.values[number]).abs() > 10.0 * allowed
            })
        });
        differ.count()
    }

    #[test]
    fn neighbours_differ_and_their_differences_differ() {
        let level = Level {
            rest: 2.0,
            swing: 0.5,
        };
        for sea in [3, 4, 255] {
            let case = Case::new([50, 40], [4, 2], sea);
            let water = case.water(&level, 0);
            for field in water.fields() {
                for triple in field.windows(3) {
                    let second = triple[0] - 2.0 * triple[1] + triple[2];
                    assert!(second.abs() > 1e-5, "{triple:?}");
                }
                let mean = field.iter().sum::<f64>() / 2000.0;
                assert!((mean - field[0].round()).abs() < 2.1);
            }
            assert!(water.height.iter().all(|h| (1.5..=2.5).contains(h)));
            assert!(case.bottom().iter().all(|b| (-3.0..=-2.0).contains(b)));
            assert_ne!(water, case.water(&level, 1));
        }
    }

    #[test]
    fn every_number_is_exact_in_float_and_one_at_rest_has_few_bits() {
        let level = Level {
            rest: 0.25,
            swing: 0.5,
        };
        for sea in [0, 1, 2, 3, 200] {
            let case = Case::new([30, 20], [4, 2], sea);
            let water = case.water(&level, 0);
            let bottom = case.bottom();
            for &value in water.fields().into_iter().flatten().chain(&bottom) {
                assert_eq!(f64::from(value as f32), value);
                assert!(sea > 1 || (value * 8.0).fract() == 0.0);
            }
            let is_uneven = bottom.iter().any(|value| *value != bottom[0]);
            assert_eq!(is_uneven, sea != 1);
        }
    }
}
