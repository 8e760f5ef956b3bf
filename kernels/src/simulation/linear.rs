//! shallow-linear: one step of the linear shallow-water equations,
//!
//! ```text
//! d(hu)/dt = -g H d(eta)/dx    d(hv)/dt = -g H d(eta)/dy    d(eta)/dt = -d(hu)/dx - d(hv)/dy
//! ```
//!
//! forward-backward (Sielecki 1968): first the flow from the old heights, then the heights from the
//! new flow. Heights are those of cells, flows those through the east and the north face of a cell;
//! all around is a wall. `cx` and `cy` are the time step over a cell's width and height, `gh` is g H.
//!
//! Tolerance, with u = 2^-24 (the most that one rounding costs of its result). A flow is
//! `f - gh cx (b - a)`: the difference costs u of itself, the product gh cx and the product with the
//! difference u each, the subtraction u of at most `|f| + gh cx |b - a|`: together at most 4 u of that
//! sum F. A height is `eta - cx (e - w) - cy (n - s)`: the flows bring 4 u, their difference, the
//! product and two subtractions u each: 8 u of `|eta| + cx (Fe + Fw) + cy (Fn + Fs)`. A fused operation
//! leaves a rounding out, and another order of the sums has no more of them. A unit in the last
//! place of a scale is more than u times the scale, so that 9 of them are enough, terms of second order
//! (u^2) included. The scale of a flow holds the difference of heights, not the heights: who
//! multiplies before subtracting has water flow in a lake at rest.

use super::sea::{self, Case, Cell, GRAVITY, Level, Water, field, float};
use crate::argument::output;
use crate::{Bound, Domain, Expected, Fact, Measure, Problem, Signature, Tolerance, Writers};
use launch::{Access, Launch, Scalar};
use proptest::strategy::BoxedStrategy;

/// The problem.
#[derive(Clone, Copy, Debug)]
pub struct Linear;

/// Shapes of work-groups, width first, the simplest first. Neither side is larger than a tile that
/// the kernel is told to make room for.
const GROUPS: [[usize; 2]; 2] = [[8, 8], [16, 4]];

/// The depth of the sea, in metres.
const DEPTH: f64 = 2.0;

/// g H, on the earth.
pub(super) const GH: f64 = GRAVITY * DEPTH;

const LEVEL: Level = Level {
    rest: 0.25,
    swing: 0.5,
};

pub(super) const TOLERANCE: Tolerance = Tolerance {
    ulps: 9.0,
    reason: "at most eight roundings lie between what is read and a height, four of them in a flow",
};

/// One step. `ratios` are the time step over a cell's width and over its height.
pub fn step(water: &Water, gh: f64, ratios: [f64; 2]) -> Vec<Cell> {
    let [nx, ny] = water.size;
    let [cx, cy] = ratios;
    // The new flow through the face between two cells, and the size of its terms.
    let flow = |old: f64, here: usize, there: usize, ratio: f64| {
        let push = gh * ratio * (water.height[there] - water.height[here]);
        [old - push, old.abs() + push.abs()]
    };
    let east = |x: usize, y: usize| match y * nx + x {
        here if x + 1 < nx => flow(water.east[here], here, here + 1, cx),
        _ => [0.0, 0.0],
    };
    let north = |x: usize, y: usize| match y * nx + x {
        here if y + 1 < ny => flow(water.north[here], here, here + nx, cy),
        _ => [0.0, 0.0],
    };
    let cell = |index: usize| {
        let (x, y) = (index % nx, index / nx);
        let (e, n) = (east(x, y), north(x, y));
        let w = if x > 0 { east(x - 1, y) } else { [0.0, 0.0] };
        let s = if y > 0 { north(x, y - 1) } else { [0.0, 0.0] };
        let old = water.height[index];
        let height = old - cx * (e[0] - w[0]) - cy * (n[0] - s[0]);
        let scale = old.abs() + cx * (e[1] + w[1]) + cy * (n[1] + s[1]);
        Cell {
            values: [height, e[0], n[0]],
            scales: [scale, e[1], n[1]],
        }
    };
    (0..nx * ny).map(cell).collect()
}

/// The water of a case. What the old flow holds at a wall is as uneven as elsewhere: a kernel that keeps it
/// is seen, for nothing flows through a wall.
fn water(case: &Case) -> Water {
    case.water(&LEVEL, 0)
}

impl Problem for Linear {
    type Case = Case;

    fn name(&self) -> &'static str {
        "shallow-linear"
    }

    fn reference(&self) -> &'static str {
        kernel_text!("linear.cl")
    }

    fn signature(&self) -> Signature {
        Signature::new(
            "shallow_linear",
            &[
                ("global", "float*", "eta"),
                ("global", "float*", "hu"),
                ("global", "float*", "hv"),
                ("global", "float*", "eta_new"),
                ("global", "float*", "hu_new"),
                ("global", "float*", "hv_new"),
                ("private", "float", "gh"),
                ("private", "float", "cx"),
                ("private", "float", "cy"),
                ("private", "uint", "nx"),
                ("private", "uint", "ny"),
            ],
        )
    }

    fn domain(&self) -> Domain {
        sea::domain("gh", DEPTH, &GROUPS)
    }

    fn corners(&self) -> Vec<Case> {
        sea::corners(&GROUPS)
    }

    fn cases(&self) -> BoxedStrategy<Case> {
        sea::cases(&GROUPS)
    }

    fn shrinking_from(&self, case: &Case) -> BoxedStrategy<Case> {
        sea::shrinking_from(&GROUPS, case)
    }

    fn admits(&self, case: &Case) -> bool {
        sea::admits(&GROUPS, case)
    }

    fn describe(&self, case: &Case) -> Vec<Fact> {
        case.describe("gh", DEPTH)
    }

    fn launch(&self, case: &Case) -> Launch {
        let water = water(case);
        let cells = water.height.len();
        let mut arguments = vec![
            field("eta", &water.height, Access::Read),
            field("hu", &water.east, Access::Read),
            field("hv", &water.north, Access::Read),
            output("eta_new", Scalar::Float, cells),
            output("hu_new", Scalar::Float, cells),
            output("hv_new", Scalar::Float, cells),
            float("gh", DEPTH * case.gravity()),
        ];
        arguments.extend(case.last_arguments());
        Launch {
            kernel: "shallow_linear".to_owned(),
            arguments,
            range: crate::sizes::range_over(case.size, case.local),
        }
    }

    fn expected(&self, case: &Case) -> Vec<Expected> {
        let cells = step(&water(case), DEPTH * case.gravity(), case.ratios());
        let mut expected = vec![Expected::Unchanged; 3];
        expected.extend(case.expected(&cells, TOLERANCE));
        expected
    }

    fn counted(&self) -> Vec<Case> {
        vec![Case::new([64, 40], GROUPS[1], 3)]
    }

    fn also_counted(&self) -> Option<BoxedStrategy<Case>> {
        Some(sea::also_counted(&GROUPS))
    }

    fn bounds(&self, case: &Case) -> Vec<Bound> {
        let [nx, ny] = case.size.map(|side| side as u64);
        let [w, h] = case.local.map(|side| side as u64);
        let groups = nx.div_ceil(w) * ny.div_ceil(h);
        let tile = (w + 2) * (h + 2);
        vec![
            Bound::at_most(
                Measure::GlobalElementsRead,
                3 * tile * groups,
                format!(
                    "each of {groups} work-groups reads three fields, of its {w} x {h} cells and a halo \
                     of one cell on each side"
                ),
            ),
            Bound::at_most(
                Measure::GlobalElementsWritten,
                3 * nx * ny,
                format!("three numbers for each of {nx} x {ny} cells"),
            ),
        ]
    }

    fn writers(&self, _: &Case, _: usize) -> Writers {
        Writers::Each(1)
    }

    fn owner(&self, case: &Case, _: usize, element: usize) -> Option<Vec<usize>> {
        Some(case.owner(element))
    }
}

#[cfg(test)]
mod tests {
    use super::super::sea::tests::{told_apart, worst};
    use super::*;
    use std::f64::consts::PI;

    fn case(sea: u8) -> Case {
        Case::new([23, 17], GROUPS[0], sea)
    }

    #[test]
    fn a_step_by_hand() {
        // Two cells, the left one a metre higher: 2 x 0.5 of water flow, and half of it arrives.
        let water = Water {
            size: [2, 1],
            height: vec![1.0, 0.0],
            east: vec![0.0, 0.0],
            north: vec![0.0, 0.0],
        };
        let cells = step(&water, 2.0, [0.5, 0.25]);
        assert_eq!(cells[0].values, [0.5, 1.0, 0.0]);
        assert_eq!(cells[1].values, [0.5, 0.0, 0.0]);
    }

    /// A step in `float`, the operations made by `nudge(value, x, y)` = value - x y.
    fn in_float(water: &Water, ratios: [f64; 2], nudge: fn(f32, f32, f32) -> f32) -> Vec<[f32; 3]> {
        let [nx, ny] = water.size;
        let [height, east, north] = water.fields().map(|field| {
            field
                .iter()
                .map(|&value| value as f32)
                .collect::<Vec<f32>>()
        });
        let (gh, [cx, cy]) = (GH as f32, ratios.map(|ratio| ratio as f32));
        let e = |x: usize, y: usize| match y * nx + x {
            i if x + 1 < nx => nudge(east[i], gh * cx, height[i + 1] - height[i]),
            _ => 0.0,
        };
        let n = |x: usize, y: usize| match y * nx + x {
            i if y + 1 < ny => nudge(north[i], gh * cy, height[i + nx] - height[i]),
            _ => 0.0,
        };
        (0..nx * ny)
            .map(|i| {
                let (x, y) = (i % nx, i / nx);
                let w = if x > 0 { e(x - 1, y) } else { 0.0 };
                let s = if y > 0 { n(x, y - 1) } else { 0.0 };
                let height = nudge(nudge(height[i], cx, e(x, y) - w), cy, n(x, y) - s);
                [height, e(x, y), n(x, y)]
            })
            .collect()
    }

    #[test]
    fn every_rounding_is_within_the_bound() {
        for sea in 1..60 {
            let (water, ratios) = (water(&case(sea)), case(sea).ratios());
            let cells = step(&water, GH, ratios);
            for nudge in [
                (|value, x, y| value - x * y) as fn(f32, f32, f32) -> f32,
                |value, x, y| (-x).mul_add(y, value),
            ] {
                let got = in_float(&water, ratios, nudge);
                assert!(worst(&cells, |index| got[index], TOLERANCE.ulps) < 1.0);
            }
        }
    }

    #[test]
    fn the_bound_is_far_too_small_to_let_a_neighbour_pass() {
        let right = water(&case(4));
        let ratios = case(4).ratios();
        let cells = step(&right, GH, ratios);
        let mut wrong = Vec::new();
        for shift in [1, 23] {
            let mut other = right.clone();
            other.height.rotate_left(shift);
            wrong.push(step(&other, GH, ratios));
            let mut other = right.clone();
            other.east.rotate_left(shift);
            wrong.push(step(&other, GH, ratios));
            let mut other = right.clone();
            other.north.rotate_left(shift);
            wrong.push(step(&other, GH, ratios));
        }
        wrong.push(step(&right, GH, [ratios[1], ratios[0]]));
        for wrong in wrong {
            assert!(told_apart(&cells, &wrong, TOLERANCE.ulps) > cells.len() * 9 / 10);
        }
    }

    #[test]
    fn a_lake_at_rest_stays_at_rest_and_water_is_neither_made_nor_lost() {
        let rest = water(&case(0));
        assert_eq!(Water::of(rest.size, &step(&rest, GH, [0.1, 0.07])), rest);

        let mut sea = water(&case(3));
        let volume = sea.volume();
        for _ in 0..500 {
            sea = Water::of(sea.size, &step(&sea, GH, [0.1, 0.07]));
            assert!((sea.volume() - volume).abs() < 1e-10);
        }
        assert!(sea.height.iter().all(|height| height.abs() < 5.0));
    }

    /// A standing wave between two walls, one metre apart, after `periods` of its swing: the largest
    /// difference from the exact solution, over its amplitude, on `nx` cells.
    fn error_of_a_standing_wave(nx: usize, periods: f64) -> f64 {
        let dx = 1.0 / nx as f64;
        let speed = GH.sqrt();
        let period = 2.0 / speed;
        let steps = (periods * period / (0.5 * dx / speed)).ceil();
        let dt = periods * period / steps;
        let at = |x: usize| (PI * (x as f64 + 0.5) * dx).cos();
        // The flow of time level n belongs to the time half a step earlier.
        let flow = |x: usize, time: f64| {
            speed * (PI * (x as f64 + 1.0) * dx).sin() * (PI * speed * time).sin()
        };
        let mut sea = Water {
            size: [nx, 1],
            height: (0..nx).map(at).collect(),
            east: (0..nx).map(|x| flow(x, -dt / 2.0)).collect(),
            north: vec![0.0; nx],
        };
        for _ in 0..steps as usize {
            sea = Water::of(sea.size, &step(&sea, GH, [dt / dx, dt / dx]));
        }
        let swing = (PI * speed * dt * steps).cos();
        (0..nx)
            .map(|x| (sea.height[x] - at(x) * swing).abs())
            .fold(0.0, f64::max)
    }

    #[test]
    fn a_wave_has_the_speed_root_g_h_and_half_the_cells_width_makes_a_quarter_of_the_error() {
        // A wave of another speed would be out of phase: one per cent in 5 periods is 0.3 radian.
        assert!(error_of_a_standing_wave(128, 5.0) < 0.001);
        let errors = [16, 32, 64, 128].map(|nx| error_of_a_standing_wave(nx, 1.3));
        for pair in errors.windows(2) {
            let order = (pair[0] / pair[1]).log2();
            assert!((1.8..2.2).contains(&order), "{errors:?}");
        }
    }
}
