//! shallow-nonlinear: one step of the shallow-water equations over a flat bottom,
//!
//! ```text
//! dh/dt    = - d(hu)/dx                 - d(hv)/dy
//! d(hu)/dt = - d(hu hu/h + g h^2/2)/dx  - d(hu hv/h)/dy
//! d(hv)/dt = - d(hu hv/h)/dx            - d(hv hv/h + g h^2/2)/dy
//! ```
//!
//! centred in time and in space (the leapfrog scheme): the new value is the one before last, less
//! twice the time step times the slope of the flux between the neighbours, two cell widths apart; the
//! twos cancel. `cx` and `cy` are the time step over a cell's width and height. The sea goes round: east
//! of the last cell lies the first. The new values take the place of the oldest.
//!
//! Tolerance, with u = 2^-24. A flux `a b / h` costs u for the product and 5 u for the division (OpenCL
//! allows 2.5 ULP), `g h^2 / 2` at most 3 u, their sum u: 7 u of the flux. The difference of two fluxes
//! and its product with cx cost u each; two sums follow: 11 u of the sum of all magnitudes. A fused
//! operation leaves a rounding out. Dividing first, `a (b / h)`, costs the same. A unit in the last place
//! of a scale is more than u times the scale, so that 12 are enough, terms of second order included.

use super::sea::{self, Case, Cell, Level, Water, field, float};
use crate::{Bound, Domain, Expected, Fact, Measure, Problem, Signature, Tolerance, Writers};
use launch::{Access, Launch};
use proptest::strategy::BoxedStrategy;

/// The problem.
#[derive(Clone, Copy, Debug)]
pub struct Nonlinear;

/// Shapes of work-groups, width first, the simplest first.
const GROUPS: [[usize; 2]; 5] = [[4, 2], [16, 4], [1, 1], [32, 8], [3, 50]];

/// The shapes that are met with every corner.
const USUAL_GROUPS: usize = 2;

const LEVEL: Level = Level {
    rest: 2.25,
    swing: 0.5,
};

pub(super) const TOLERANCE: Tolerance = Tolerance {
    ulps: 12.0,
    reason: "a flux is rounded four times, once in a division that may be 2.5 ULP off, and four \
             roundings follow",
};

/// The fluxes of height, of flow along and of flow across, along a direction.
fn flux(depth: f64, along: f64, across: f64, gravity: f64) -> [f64; 3] {
    [
        along,
        along * along / depth + 0.5 * gravity * depth * depth,
        along * across / depth,
    ]
}

/// The step from the water `before` over the water `now`. `ratios` are the time step over a cell's
/// width and over its height.
pub fn step(before: &Water, now: &Water, gravity: f64, ratios: [f64; 2]) -> Vec<Cell> {
    let [nx, ny] = now.size;
    let [cx, cy] = ratios;
    let east = |i: usize| flux(now.height[i], now.east[i], now.north[i], gravity);
    let north = |i: usize| {
        let [height, along, across] = flux(now.height[i], now.north[i], now.east[i], gravity);
        [height, across, along]
    };
    let cell = |index: usize| {
        let (x, y) = (index % nx, index / nx);
        let (e, w) = (y * nx + (x + 1) % nx, y * nx + (x + nx - 1) % nx);
        let (n, s) = ((y + 1) % ny * nx + x, (y + ny - 1) % ny * nx + x);
        let [e, w, n, s] = [east(e), east(w), north(n), north(s)];
        let old = before.fields().map(|field| field[index]);
        let each = [0, 1, 2];
        Cell {
            values: each.map(|k| old[k] - cx * (e[k] - w[k]) - cy * (n[k] - s[k])),
            scales: each.map(|k| {
                old[k].abs() + cx * (e[k].abs() + w[k].abs()) + cy * (n[k].abs() + s[k].abs())
            }),
        }
    };
    (0..nx * ny).map(cell).collect()
}

impl Problem for Nonlinear {
    type Case = Case;

    fn name(&self) -> &'static str {
        "shallow-nonlinear"
    }

    fn reference(&self) -> &'static str {
        kernel_text!("nonlinear.cl")
    }

    fn signature(&self) -> Signature {
        Signature::new(
            "shallow_nonlinear",
            &[
                ("global", "float*", "depth"),
                ("global", "float*", "hu"),
                ("global", "float*", "hv"),
                ("global", "float*", "depth_old"),
                ("global", "float*", "hu_old"),
                ("global", "float*", "hv_old"),
                ("private", "float", "g"),
                ("private", "float", "cx"),
                ("private", "float", "cy"),
                ("private", "uint", "nx"),
                ("private", "uint", "ny"),
            ],
        )
    }

    fn domain(&self) -> Domain {
        sea::domain("g", 1.0, &GROUPS)
    }

    fn corners(&self) -> Vec<Case> {
        let mut corners = sea::corners(&GROUPS[..USUAL_GROUPS]);
        for &local in &GROUPS[USUAL_GROUPS..] {
            let sizes = [[9, 7], [local[0] + 1, local[1] + 1]];
            corners.extend(sizes.map(|size| Case::new(size, local, 3)));
        }
        corners.sort_by_key(|case| crate::sizes::plane_simplicity(case.size));
        corners
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
        case.describe("g", 1.0)
    }

    fn launch(&self, case: &Case) -> Launch {
        let (now, before) = (case.water(&LEVEL, 0), case.water(&LEVEL, 1));
        let mut arguments = vec![
            field("depth", &now.height, Access::Read),
            field("hu", &now.east, Access::Read),
            field("hv", &now.north, Access::Read),
            field("depth_old", &before.height, Access::ReadWrite),
            field("hu_old", &before.east, Access::ReadWrite),
            field("hv_old", &before.north, Access::ReadWrite),
            float("g", case.gravity()),
        ];
        arguments.extend(case.last_arguments());
        Launch {
            kernel: "shallow_nonlinear".to_owned(),
            arguments,
            range: crate::sizes::range_over(case.size, case.local),
        }
    }

    fn expected(&self, case: &Case) -> Vec<Expected> {
        let (now, before) = (case.water(&LEVEL, 0), case.water(&LEVEL, 1));
        let cells = step(&before, &now, case.gravity(), case.ratios());
        let mut expected = vec![Expected::Unchanged; 3];
        expected.extend(case.expected(&cells, TOLERANCE));
        expected
    }

    fn counted(&self) -> Vec<Case> {
        vec![Case::new([40, 24], GROUPS[1], 3)]
    }

    fn also_counted(&self) -> Option<BoxedStrategy<Case>> {
        Some(sea::also_counted(&GROUPS[..USUAL_GROUPS]))
    }

    fn bounds(&self, case: &Case) -> Vec<Bound> {
        let [nx, ny] = case.size.map(|side| side as u64);
        vec![
            Bound::at_most(
                Measure::GlobalElementsRead,
                15 * nx * ny,
                format!(
                    "for each of {nx} x {ny} cells three values of four neighbours and three old ones"
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
    use super::super::sea::GRAVITY;
    use super::super::sea::tests::{told_apart, worst};
    use super::*;
    use std::f64::consts::PI;

    fn case(sea: u8) -> Case {
        Case::new([23, 17], GROUPS[0], sea)
    }

    fn waters(sea: u8) -> [Water; 2] {
        [1, 0].map(|salt| case(sea).water(&LEVEL, salt))
    }

    #[test]
    fn a_step_by_hand() {
        // Three cells in a row, going round, at rest but for the flow of the second.
        let before = Water {
            size: [3, 1],
            height: vec![2.0; 3],
            east: vec![0.0; 3],
            north: vec![0.0; 3],
        };
        let mut now = before.clone();
        now.east[1] = 4.0;
        let cells = step(&before, &now, 10.0, [0.25, 0.5]);
        // West of it the flow grows to the east: water leaves, and 4 x 4 / 2 of momentum with it.
        assert_eq!(cells[0].values, [1.0, -2.0, 0.0]);
        assert_eq!(cells[1].values, [2.0, 0.0, 0.0]);
        assert_eq!(cells[2].values, [3.0, 2.0, 0.0]);
    }

    /// A step in `float`: fused where that can be, or not at all.
    fn in_float(before: &Water, now: &Water, ratios: [f64; 2], is_fused: bool) -> Vec<[f32; 3]> {
        let [nx, ny] = now.size;
        let floats = |field: &[f64]| {
            field
                .iter()
                .map(|&value| value as f32)
                .collect::<Vec<f32>>()
        };
        let [h, u, v] = now.fields().map(floats);
        let old = before.fields().map(floats);
        let (g, [cx, cy]) = (GRAVITY as f32, ratios.map(|ratio| ratio as f32));
        let plus = |x: f32, y: f32, sum: f32| match is_fused {
            true => x.mul_add(y, sum),
            false => x * y + sum,
        };
        let along = |a: f32, h: f32| match is_fused {
            true => (0.5 * g * h).mul_add(h, a * (a / h)),
            false => a * a / h + 0.5 * g * h * h,
        };
        (0..nx * ny)
            .map(|i| {
                let (x, y) = (i % nx, i / nx);
                let (e, w) = (y * nx + (x + 1) % nx, y * nx + (x + nx - 1) % nx);
                let (n, s) = ((y + 1) % ny * nx + x, (y + ny - 1) % ny * nx + x);
                let across = |i: usize| u[i] * v[i] / h[i];
                let step = |old: f32, dx: f32, dy: f32| plus(-cy, dy, plus(-cx, dx, old));
                [
                    step(old[0][i], u[e] - u[w], v[n] - v[s]),
                    step(
                        old[1][i],
                        along(u[e], h[e]) - along(u[w], h[w]),
                        across(n) - across(s),
                    ),
                    step(
                        old[2][i],
                        across(e) - across(w),
                        along(v[n], h[n]) - along(v[s], h[s]),
                    ),
                ]
            })
            .collect()
    }

    #[test]
    fn every_rounding_is_within_the_bound() {
        for sea in 1..60 {
            let ([before, now], ratios) = (waters(sea), case(sea).ratios());
            let cells = step(&before, &now, GRAVITY, ratios);
            for is_fused in [false, true] {
                let got = in_float(&before, &now, ratios, is_fused);
                assert!(worst(&cells, |index| got[index], TOLERANCE.ulps) < 1.0);
            }
        }
    }

    #[test]
    fn at_rest_nothing_changes_by_a_bit_fused_or_not() {
        let [before, now] = waters(0);
        let rest = before.fields().map(|field| field[0] as f32);
        for is_fused in [false, true] {
            let got = in_float(&before, &now, case(0).ratios(), is_fused);
            assert!(got.into_iter().all(|cell| cell == rest));
        }
    }

    #[test]
    fn the_bound_is_far_too_small_to_let_a_neighbour_pass() {
        let [before, now] = waters(4);
        let ratios = case(4).ratios();
        let cells = step(&before, &now, GRAVITY, ratios);
        let mut wrong = vec![step(&before, &now, GRAVITY, [ratios[1], ratios[0]])];
        for shift in [1, 23] {
            for field in 0..3 {
                let mut other = now.clone();
                [&mut other.height, &mut other.east, &mut other.north][field].rotate_left(shift);
                wrong.push(step(&before, &other, GRAVITY, ratios));
            }
            let mut other = before.clone();
            other.height.rotate_left(shift);
            wrong.push(step(&other, &now, GRAVITY, ratios));
        }
        for wrong in wrong {
            assert!(told_apart(&cells, &wrong, TOLERANCE.ulps) > cells.len() * 9 / 10);
        }
    }

    /// A wave of this amplitude that runs to the east, once round a sea one metre long, or a part of
    /// it: the largest difference from where it should be, over the amplitude.
    fn error_of_a_running_wave(nx: usize, amplitude: f64, way: f64) -> f64 {
        let dx = 1.0 / nx as f64;
        let depth = 2.0;
        let speed = (GRAVITY * depth).sqrt();
        let steps = (way / (0.5 * dx)).ceil();
        let dt = way / speed / steps;
        let at = |time: f64| {
            let wave: Vec<f64> = (0..nx)
                .map(|x| amplitude * (2.0 * PI * (x as f64 * dx - speed * time)).sin())
                .collect();
            Water {
                size: [nx, 1],
                height: wave.iter().map(|wave| depth + wave).collect(),
                east: wave.iter().map(|wave| speed * wave).collect(),
                north: vec![0.0; nx],
            }
        };
        let (mut before, mut now) = (at(-dt), at(0.0));
        for _ in 0..steps as usize {
            let next = Water::of(now.size, &step(&before, &now, GRAVITY, [dt / dx, 0.0]));
            (before, now) = (now, next);
        }
        let right = at(way / speed);
        let pairs = now.height.iter().zip(&right.height);
        pairs
            .map(|(got, right)| (got - right).abs() / amplitude)
            .fold(0.0, f64::max)
    }

    #[test]
    fn a_low_wave_has_the_speed_root_g_h_and_the_scheme_is_of_second_order() {
        // So low that what is not linear in it is below the errors that are measured.
        assert!(error_of_a_running_wave(256, 1e-8, 1.0) < 0.003);
        let errors = [16, 32, 64, 128].map(|nx| error_of_a_running_wave(nx, 1e-8, 0.37));
        for pair in errors.windows(2) {
            let order = (pair[0] / pair[1]).log2();
            assert!((1.8..2.2).contains(&order), "{errors:?}");
        }
    }

    #[test]
    fn water_and_momentum_are_neither_made_nor_lost() {
        // A smooth sea: the leapfrog has no friction that would tame a rough one.
        let [nx, ny] = [24, 20];
        let smooth = |amplitude: f64, shift: f64| -> Vec<f64> {
            (0..nx * ny)
                .map(|i| {
                    let (x, y) = ((i % nx) as f64 / nx as f64, (i / nx) as f64 / ny as f64);
                    amplitude * (2.0 * PI * (x + shift)).sin() * (2.0 * PI * y).cos()
                })
                .collect()
        };
        let mut now = Water {
            size: [nx, ny],
            height: smooth(0.1, 0.0).iter().map(|h| 2.0 + h).collect(),
            east: smooth(0.2, 0.3),
            north: smooth(0.1, 0.6),
        };
        let ratios = [0.05, 0.04];
        // A first step of half the length forward, as nothing lies before it.
        let halved = ratios.map(|ratio| ratio / 2.0);
        let first = Water::of(now.size, &step(&now, &now, GRAVITY, halved));
        let mut before = now;
        now = first;
        let sums = |water: &Water| water.fields().map(|field| field.iter().sum::<f64>());
        let [even, odd] = [sums(&before), sums(&now)];
        for step_number in 0..200 {
            let next = Water::of(now.size, &step(&before, &now, GRAVITY, ratios));
            (before, now) = (now, next);
            let right = if step_number % 2 == 0 { even } else { odd };
            for (got, right) in sums(&now).into_iter().zip(right) {
                assert!((got - right).abs() < 1e-9, "{step_number}");
            }
        }
        assert!(now.height.iter().all(|height| (1.0..3.0).contains(height)));
    }
}
