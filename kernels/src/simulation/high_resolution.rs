//! shallow-high-resolution: one step of a well-balanced finite-volume scheme for the shallow-water
//! equations over an uneven bottom B. The height eta is the surface's, the depth is h = eta - B.
//!
//! Within a cell each of eta, hu and hv is a straight line whose slope is the minmod of the
//! differences to both neighbours. Through a face goes the central flux of Kurganov and Tadmor (2000):
//! the mean of the fluxes of both sides, less half of the largest speed times the jump between the
//! sides. The bottom is given at the corners of the cells (corner x, y is the lower left one of cell
//! x, y) and is, on a face, the mean of its two ends; its push `g h dB/dx` takes the depth between the
//! means of opposite faces, so that in a lake at rest it cancels the difference of the fluxes
//! (Kurganov and Levy 2002): g/2 (he^2 - hw^2) = -g (eta - (Be + Bw)/2) (Be - Bw). The sea goes round,
//! the bottom too. Nothing runs dry: the surface stays above -0.5, the bottom below -2. Two such
//! steps and a mean make Heun's step, of second order in time.
//!
//! Tolerance, with u = 2^-24; m is the size of a value at an edge, |q| + |slope|/2, b the bottom's.
//! A value at an edge: 2 u m. A depth h: 2 u m + u b + u h, which is at most 3.4 u h, as b is at most
//! 3, m at most 1 and h at least 1.5. A velocity m/h: 2 + 3.4 + 5 (a division may be 2.5 ULP off)
//! = 10.4 u. A flux m m/h: 2 + 10.4 + 1 u; with g h^2/2 (8.8 u) and their sum 14.4 u; the mean 15.4 u.
//! A speed: the root of g h is (3.4 + 1)/2 + 6 u off (OpenCL allows 3 ULP), a velocity 10.4, their sum
//! 11.4; times the jump (3) 15.4 u. The flux through a face: 16.4 u; the difference of two 17.4 u; the push
//! is less; it, the product with cx and two sums make at most 21.4 u of the sum of all magnitudes. Minmod
//! and the larger of two speeds pass errors on and add none. A unit in the last place of a scale is
//! more than u times the scale, so that 24 are enough, terms of second order included.

use super::sea::{self, Case, Cell, Level, Water, field, float};
use crate::argument::output;
use crate::{Bound, Domain, Expected, Fact, Measure, Problem, Signature, Tolerance, Writers};
use launch::{Access, Launch, Scalar};
use proptest::strategy::BoxedStrategy;

/// The problem.
#[derive(Clone, Copy, Debug)]
pub struct HighResolution;

/// Shapes of work-groups, width first, the simplest first. Neither side is larger than a tile that
/// the kernel is told to make room for.
const GROUPS: [[usize; 2]; 2] = [[8, 8], [16, 4]];

/// Cells that a step looks at beyond a cell, in each direction.
pub(super) const HALO: usize = 2;

const LEVEL: Level = Level {
    rest: 0.0,
    swing: 0.5,
};

pub(super) const TOLERANCE: Tolerance = Tolerance {
    ulps: 24.0,
    reason: "between what is read and a result lie about twenty roundings, two divisions and a root \
             among them",
};

/// A value, and the size of the terms it is made from.
#[derive(Clone, Copy)]
struct Sized {
    value: f64,
    size: f64,
}

/// The gentler of two slopes, or none where they disagree in sign.
fn minmod(a: f64, b: f64) -> f64 {
    match a * b > 0.0 {
        true if a.abs() < b.abs() => a,
        true => b,
        false => 0.0,
    }
}

/// At an edge of the middle one of three cells.
fn edge([before, here, after]: [f64; 3], side: f64) -> Sized {
    let change = side * minmod(here - before, after - here);
    Sized {
        value: here + change,
        size: here.abs() + change.abs(),
    }
}

/// The flux of height, of flow along and of flow across, on one side of a face, and the largest speed
/// there. `q` holds height, flow along and flow across.
fn one_side(q: [Sized; 3], bottom: f64, gravity: f64) -> ([Sized; 3], Sized) {
    let depth = q[0].value - bottom;
    let velocity = q[1].value / depth;
    let fast = q[1].size / depth;
    let pressure = 0.5 * gravity * depth * depth;
    let wave = (gravity * depth).sqrt();
    let flux = [
        q[1],
        Sized {
            value: q[1].value * velocity + pressure,
            size: q[1].size * fast + pressure,
        },
        Sized {
            value: q[2].value * velocity,
            size: q[2].size * fast,
        },
    ];
    let speed = Sized {
        value: velocity.abs() + wave,
        size: fast + wave,
    };
    (flux, speed)
}

/// The flux through a face, from the four cells around it along a direction: two before, two after.
fn through(cells: [[f64; 3]; 4], bottom: f64, gravity: f64) -> [Sized; 3] {
    let each = [0, 1, 2];
    let three = |first: usize, k: usize| [0, 1, 2].map(|offset| cells[first + offset][k]);
    let left = each.map(|k| edge(three(0, k), 0.5));
    let right = each.map(|k| edge(three(1, k), -0.5));
    let (flux_left, speed_left) = one_side(left, bottom, gravity);
    let (flux_right, speed_right) = one_side(right, bottom, gravity);
    let speed = speed_left.value.max(speed_right.value);
    let fast = speed_left.size.max(speed_right.size);
    each.map(|k| Sized {
        value: 0.5 * (flux_left[k].value + flux_right[k].value)
            - 0.5 * speed * (right[k].value - left[k].value),
        size: 0.5 * (flux_left[k].size + flux_right[k].size)
            + 0.5 * fast * (right[k].size + left[k].size),
    })
}

/// One step forward in time. `bottom` is that at the lower left corner of each cell; `ratios` are the
/// time step over a cell's width and over its height.
pub fn step(water: &Water, bottom: &[f64], gravity: f64, ratios: [f64; 2]) -> Vec<Cell> {
    let [nx, ny] = water.size;
    let [cx, cy] = ratios;
    let at = |x: usize, y: usize| y % ny * nx + x % nx;
    // The four cells around a face that is west, or south, of a cell. Going round adds whole seas.
    let along_x = |x: usize, y: usize| {
        [0, 1, 2, 3].map(|offset| {
            let i = at(x + 2 * nx + offset - 2, y);
            water.fields().map(|field| field[i])
        })
    };
    let along_y = |x: usize, y: usize| {
        [0, 1, 2, 3].map(|offset| {
            let i = at(x, y + 2 * ny + offset - 2);
            let [height, east, north] = water.fields().map(|field| field[i]);
            [height, north, east]
        })
    };
    let mean = |a: usize, b: usize| 0.5 * (bottom[a] + bottom[b]);
    let cell = |index: usize| {
        let (x, y) = (index % nx, index / nx);
        let [sw, se] = [at(x, y), at(x + 1, y)];
        let [nw, ne] = [at(x, y + 1), at(x + 1, y + 1)];
        let [be, bw] = [mean(se, ne), mean(sw, nw)];
        let [bn, bs] = [mean(nw, ne), mean(sw, se)];
        let e = through(along_x(x + 1, y), be, gravity);
        let w = through(along_x(x, y), bw, gravity);
        let n = through(along_y(x, y + 1), bn, gravity);
        let s = through(along_y(x, y), bs, gravity);
        let old = water.fields().map(|field| field[index]);
        let push = |far: f64, near: f64| {
            let depth = old[0] - 0.5 * (far + near);
            Sized {
                value: gravity * depth * (far - near),
                size: gravity * depth * (far.abs() + near.abs()),
            }
        };
        let none = Sized {
            value: 0.0,
            size: 0.0,
        };
        // Each row: what it changes, and which of the fluxes along x and along y change it.
        let change = |k: usize, x_part: usize, y_part: usize, push_x: Sized, push_y: Sized| {
            let dx = e[x_part].value - w[x_part].value + push_x.value;
            let dy = n[y_part].value - s[y_part].value + push_y.value;
            let size_x = e[x_part].size + w[x_part].size + push_x.size;
            let size_y = n[y_part].size + s[y_part].size + push_y.size;
            Sized {
                value: old[k] - cx * dx - cy * dy,
                size: old[k].abs() + cx * size_x + cy * size_y,
            }
        };
        let results = [
            change(0, 0, 0, none, none),
            change(1, 1, 2, push(be, bw), none),
            change(2, 2, 1, none, push(bn, bs)),
        ];
        Cell {
            values: results.map(|result| result.value),
            scales: results.map(|result| result.size),
        }
    };
    (0..nx * ny).map(cell).collect()
}

impl Problem for HighResolution {
    type Case = Case;

    fn name(&self) -> &'static str {
        "shallow-high-resolution"
    }

    fn reference(&self) -> &'static str {
        kernel_text!("high_resolution.cl")
    }

    fn signature(&self) -> Signature {
        Signature::new(
            "shallow_flux",
            &[
                ("global", "float*", "eta"),
                ("global", "float*", "hu"),
                ("global", "float*", "hv"),
                ("global", "float*", "bottom"),
                ("global", "float*", "eta_new"),
                ("global", "float*", "hu_new"),
                ("global", "float*", "hv_new"),
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
        case.describe("g", 1.0)
    }

    fn launch(&self, case: &Case) -> Launch {
        let water = case.water(&LEVEL, 0);
        let cells = water.height.len();
        let mut arguments = vec![
            field("eta", &water.height, Access::Read),
            field("hu", &water.east, Access::Read),
            field("hv", &water.north, Access::Read),
            field("bottom", &case.bottom(), Access::Read),
            output("eta_new", Scalar::Float, cells),
            output("hu_new", Scalar::Float, cells),
            output("hv_new", Scalar::Float, cells),
            float("g", case.gravity()),
        ];
        arguments.extend(case.last_arguments());
        Launch {
            kernel: "shallow_flux".to_owned(),
            arguments,
            range: crate::sizes::range_over(case.size, case.local),
        }
    }

    fn expected(&self, case: &Case) -> Vec<Expected> {
        let water = case.water(&LEVEL, 0);
        let cells = step(&water, &case.bottom(), case.gravity(), case.ratios());
        let mut expected = vec![Expected::Unchanged; 4];
        expected.extend(case.expected(&cells, TOLERANCE));
        expected
    }

    fn counted(&self) -> Vec<Case> {
        vec![Case::new([24, 16], GROUPS[1], 3)]
    }

    fn also_counted(&self) -> Option<BoxedStrategy<Case>> {
        Some(sea::also_counted(&GROUPS))
    }

    fn bounds(&self, case: &Case) -> Vec<Bound> {
        let [nx, ny] = case.size.map(|side| side as u64);
        let [w, h] = case.local.map(|side| side as u64);
        let halo = HALO as u64;
        let groups = nx.div_ceil(w) * ny.div_ceil(h);
        let tile = (w + 2 * halo) * (h + 2 * halo);
        vec![
            Bound::at_most(
                Measure::GlobalElementsRead,
                3 * tile * groups + 4 * nx * ny,
                format!(
                    "each of {groups} work-groups reads three fields, of its {w} x {h} cells and a halo \
                     of two on each side; each cell its four corners of the bottom"
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

    #[test]
    fn minmod_is_the_gentler_slope_or_none() {
        for (a, b, slope) in [
            (1.0, 2.0, 1.0),
            (2.0, 1.0, 1.0),
            (-3.0, -2.0, -2.0),
            (1.0, -2.0, 0.0),
            (0.0, 5.0, 0.0),
        ] {
            assert_eq!(minmod(a, b), slope);
        }
    }

    #[test]
    fn a_step_by_hand() {
        // A row of four, going round, a metre deep where g is 1 and a dam of 3 metres stands: the
        // waves there have speed 2, and slopes are zero, since each cell is a crest or level.
        let water = Water {
            size: [4, 1],
            height: vec![0.0, 3.0, 0.0, 0.0],
            east: vec![0.0; 4],
            north: vec![0.0; 4],
        };
        let cells = step(&water, &[-1.0; 4], 1.0, [0.125, 0.0]);
        // The dam's faces: 2/2 x 3 of water out of each, and (8 + 0.5)/2 of pressure on each.
        assert_eq!(cells[1].values, [3.0 - 0.125 * 6.0, 0.0, 0.0]);
        assert_eq!(cells[0].values, [0.125 * 3.0, -0.125 * (4.25 - 0.5), 0.0]);
        assert_eq!(cells[2].values, [0.125 * 3.0, 0.125 * (4.25 - 0.5), 0.0]);
        assert_eq!(cells[3].values, [0.0, 0.0, 0.0]);
    }

    /// A step in `float`: fused where that can be, or not at all.
    fn in_float(water: &Water, bottom: &[f64], ratios: [f64; 2], is_fused: bool) -> Vec<[f32; 3]> {
        let [nx, ny] = water.size;
        let floats = |field: &[f64]| {
            field
                .iter()
                .map(|&value| value as f32)
                .collect::<Vec<f32>>()
        };
        let q = water.fields().map(floats);
        let bottom = floats(bottom);
        let (g, [cx, cy]) = (GRAVITY as f32, ratios.map(|ratio| ratio as f32));
        let plus = |x: f32, y: f32, sum: f32| match is_fused {
            true => x.mul_add(y, sum),
            false => x * y + sum,
        };
        let at = |x: usize, y: usize| y % ny * nx + x % nx;
        let slope = |a: f32, b: f32| match a * b > 0.0 {
            true if a.abs() < b.abs() => a,
            true => b,
            false => 0.0,
        };
        let face = |index: [usize; 4], parts: [usize; 3], bottom: f32| -> [f32; 3] {
            let side = |first: usize, side: f32| {
                parts.map(|part| {
                    let [a, b, c] = [0, 1, 2].map(|offset| q[part][index[first + offset]]);
                    plus(side, slope(b - a, c - b), b)
                })
            };
            let (l, r) = (side(0, 0.5), side(1, -0.5));
            let flux = |q: [f32; 3]| {
                let h = q[0] - bottom;
                let u = q[1] / h;
                let flux = [q[1], plus(0.5 * g * h, h, q[1] * u), q[2] * u];
                (flux, u.abs() + (g * h).sqrt())
            };
            let ((fl, sl), (fr, sr)) = (flux(l), flux(r));
            [0, 1, 2].map(|k| plus(-0.5 * sl.max(sr), r[k] - l[k], 0.5 * (fl[k] + fr[k])))
        };
        (0..nx * ny)
            .map(|i| {
                let (x, y) = (i % nx + 2 * nx, i / nx + 2 * ny);
                let b = |x: usize, y: usize| bottom[at(x, y)];
                let be = 0.5 * (b(x + 1, y) + b(x + 1, y + 1));
                let bw = 0.5 * (b(x, y) + b(x, y + 1));
                let bn = 0.5 * (b(x, y + 1) + b(x + 1, y + 1));
                let bs = 0.5 * (b(x, y) + b(x + 1, y));
                let row = |x: usize| [0, 1, 2, 3].map(|offset| at(x + offset - 2, y));
                let column = |y: usize| [0, 1, 2, 3].map(|offset| at(x, y + offset - 2));
                let e = face(row(x + 1), [0, 1, 2], be);
                let w = face(row(x), [0, 1, 2], bw);
                let n = face(column(y + 1), [0, 2, 1], bn);
                let s = face(column(y), [0, 2, 1], bs);
                let push = |far: f32, near: f32, difference: f32| {
                    plus(g * (q[0][i] - 0.5 * (far + near)), far - near, difference)
                };
                let step = |old: f32, dx: f32, dy: f32| plus(-cy, dy, plus(-cx, dx, old));
                [
                    step(q[0][i], e[0] - w[0], n[0] - s[0]),
                    step(q[1][i], push(be, bw, e[1] - w[1]), n[2] - s[2]),
                    step(q[2][i], e[2] - w[2], push(bn, bs, n[1] - s[1])),
                ]
            })
            .collect()
    }

    #[test]
    fn every_rounding_is_within_the_bound() {
        for sea in 1..60 {
            let case = case(sea);
            let (water, bottom) = (case.water(&LEVEL, 0), case.bottom());
            let cells = step(&water, &bottom, GRAVITY, case.ratios());
            for is_fused in [false, true] {
                let got = in_float(&water, &bottom, case.ratios(), is_fused);
                assert!(worst(&cells, |index| got[index], TOLERANCE.ulps) < 1.0);
            }
        }
    }

    #[test]
    fn at_rest_over_an_uneven_bottom_nothing_changes_by_a_bit_fused_or_not() {
        let (water, bottom) = (case(0).water(&LEVEL, 0), case(0).bottom());
        for ratios in [[0.0625, 0.03125], [0.03125, 0.0625], [0.046875, 0.03125]] {
            for is_fused in [false, true] {
                let got = in_float(&water, &bottom, ratios, is_fused);
                assert!(got.into_iter().all(|cell| cell == [0.0; 3]));
            }
        }
    }

    #[test]
    fn the_bound_is_far_too_small_to_let_a_neighbour_pass() {
        let (water, bottom) = (case(4).water(&LEVEL, 0), case(4).bottom());
        let ratios = case(4).ratios();
        let cells = step(&water, &bottom, GRAVITY, ratios);
        let mut wrong = vec![step(&water, &bottom, GRAVITY, [ratios[1], ratios[0]])];
        for shift in [1, 23] {
            for field in 0..3 {
                let mut other = water.clone();
                [&mut other.height, &mut other.east, &mut other.north][field].rotate_left(shift);
                wrong.push(step(&other, &bottom, GRAVITY, ratios));
            }
            let mut other = bottom.clone();
            other.rotate_left(shift);
            wrong.push(step(&water, &other, GRAVITY, ratios));
        }
        for wrong in wrong {
            assert!(told_apart(&cells, &wrong, TOLERANCE.ulps) > cells.len() * 9 / 10);
        }
    }

    /// Two steps and a mean: Heun's step.
    fn heun(water: &Water, bottom: &[f64], ratios: [f64; 2]) -> Water {
        let forward = |water: &Water| Water::of(water.size, &step(water, bottom, GRAVITY, ratios));
        let twice = forward(&forward(water));
        let mean = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| 0.5 * (a + b)).collect();
        Water {
            size: water.size,
            height: mean(&water.height, &twice.height),
            east: mean(&water.east, &twice.east),
            north: mean(&water.north, &twice.north),
        }
    }

    #[test]
    fn a_lake_at_rest_stays_at_rest_over_any_bottom_and_no_water_is_made_or_lost() {
        // A bottom of numbers that nothing makes exact: what moves is rounding, in f64.
        let bottom: Vec<f64> = (0..23 * 17)
            .map(|i| -2.5 + 0.5 * (i as f64 * 1.7).sin())
            .collect();
        let rest = Water {
            size: [23, 17],
            height: vec![0.3; 23 * 17],
            east: vec![0.0; 23 * 17],
            north: vec![0.0; 23 * 17],
        };
        let mut lake = rest.clone();
        for _ in 0..60 {
            lake = heun(&lake, &bottom, [0.05, 0.04]);
        }
        for (now, before) in lake
            .fields()
            .into_iter()
            .flatten()
            .zip(rest.fields().concat())
        {
            assert!((now - before).abs() < 1e-12);
        }

        let mut sea = case(3).water(&LEVEL, 0);
        let volume = sea.volume();
        for _ in 0..60 {
            sea = heun(&sea, &bottom, [0.05, 0.04]);
            assert!((sea.volume() - volume).abs() < 1e-10);
        }
        // The rough sea has calmed down.
        assert!(sea.height.iter().all(|height| height.abs() < 0.4));
    }

    /// A low wave that runs to the east in a sea one metre long: the mean difference from where it
    /// should be, over the amplitude, on `nx` cells.
    fn error_of_a_running_wave(nx: usize, way: f64) -> f64 {
        let amplitude = 1e-7;
        let dx = 1.0 / nx as f64;
        let speed = (GRAVITY * 2.0).sqrt();
        let steps = (way / (0.4 * dx)).ceil();
        let dt = way / speed / steps;
        let at = |time: f64| -> Vec<f64> {
            (0..nx)
                .map(|x| amplitude * (2.0 * PI * (x as f64 * dx - speed * time)).sin())
                .collect()
        };
        let mut sea = Water {
            size: [nx, 1],
            height: at(0.0),
            east: at(0.0).into_iter().map(|wave| speed * wave).collect(),
            north: vec![0.0; nx],
        };
        for _ in 0..steps as usize {
            sea = heun(&sea, &vec![-2.0; nx], [dt / dx, 0.0]);
        }
        let right = at(way / speed);
        let pairs = sea.height.iter().zip(&right);
        pairs.map(|(got, right)| (got - right).abs()).sum::<f64>() / (amplitude * nx as f64)
    }

    #[test]
    fn a_low_wave_has_the_speed_root_g_h_and_the_error_falls_with_nearly_the_square_of_the_width() {
        assert!(error_of_a_running_wave(128, 1.0) < 0.01);
        // At crests and troughs minmod gives up the second order; the mean still feels most of it.
        let errors = [32, 64, 128].map(|nx| error_of_a_running_wave(nx, 0.5));
        for pair in errors.windows(2) {
            let order = (pair[0] / pair[1]).log2();
            assert!((1.5..2.3).contains(&order), "{errors:?}");
        }
    }
}
