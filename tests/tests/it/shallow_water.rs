//! The solutions of the shallow-water exercises and the course's own kernels, plain and tuned, stepped
//! many times in the simulator, keep what physics asks: a lake at rest stays at rest to the bit, also over
//! an uneven bottom, water is neither made nor lost, a low wave has the speed of the root of g h, and half
//! the width of a cell makes about a quarter of the error.

use crate::steps::{Fields, Sea, Way};
use course::{Engine, Simulator, TranslationUnit};
use kernels::simulation::{Scheme, Strip};
use std::f64::consts::PI;
use std::fs;
use tests::project;

use Scheme::{HighResolution, Linear, Nonlinear};

/// Acceleration of a falling body, and the depth of every sea here, in metres.
const GRAVITY: f64 = 9.8125;
const DEPTH: f32 = 2.0;

/// The kernels that are tried: a GPU's way of being cut to it, in small, and a CPU's.
const WAYS: [Way; 4] = [
    Way::Exercise,
    Way::Plain,
    Way::Tuned(Strip {
        vec: 2,
        rows: 3,
        local: [4, 2],
        halo: 0,
    }),
    Way::Tuned(Strip {
        vec: 16,
        rows: 4,
        local: [1, 1],
        halo: 0,
    }),
];

/// Every scheme made in every way.
fn makes() -> impl Iterator<Item = (Scheme, Way)> {
    Scheme::ALL
        .into_iter()
        .flat_map(|scheme| WAYS.map(|way| (scheme, way)))
}

fn solution(scheme: Scheme) -> String {
    let folder = match scheme {
        Linear => "27-shallow-linear",
        Nonlinear => "28-shallow-nonlinear",
        HighResolution => "29-shallow-high-resolution",
    };
    let path = project().join("solutions").join(folder);
    fs::read_to_string(path.join("kernel.cl")).expect("a solution")
}

/// The water after so many steps from `start`; for the leapfrog also from that one step before.
fn run(sea: &Sea, before: &Fields, start: &Fields, steps: usize) -> Fields {
    let mut engine = Simulator::default();
    let source = sea.way.source(sea.scheme, &solution(sea.scheme));
    engine
        .build(&TranslationUnit::of(source))
        .expect("OpenCL C");
    let mut last = before.clone();
    let mut now = start.clone();
    for _ in 0..steps {
        let next = match sea.scheme {
            Linear | Nonlinear => sea.step(&mut engine, &last, &now),
            // Heun's step: two of them and a mean.
            HighResolution => {
                let once = sea.step(&mut engine, &now, &now);
                let twice = sea.step(&mut engine, &now, &once);
                [0, 1, 2].map(|field| {
                    let pairs = now[field].iter().zip(&twice[field]);
                    pairs.map(|(now, twice)| 0.5 * (now + twice)).collect()
                })
            }
        };
        last = now;
        now = next;
    }
    now
}

/// What a scheme calls a surface that lies so high above the level of rest.
fn surface(scheme: Scheme, height: f64) -> f32 {
    match scheme {
        Nonlinear => (f64::from(DEPTH) + height) as f32,
        _ => height as f32,
    }
}

#[test]
fn a_lake_at_rest_stays_at_rest_to_the_bit() {
    const CELLS: usize = 19 * 13;
    for (scheme, way) in makes() {
        let flat = vec![surface(scheme, 0.25); CELLS];
        let lake = [flat, vec![0.0; CELLS], vec![0.0; CELLS]];
        let sea = Sea {
            scheme,
            way,
            size: [19, 13],
            ratios: [0.0625, 0.03125],
            bottom: (0..CELLS)
                .map(|i| -2.0 - (i * 7 % 9) as f32 / 8.0)
                .collect(),
        };
        assert_eq!(run(&sea, &lake, &lake, 20), lake, "{scheme:?} {way:?}");
    }
}

#[test]
fn water_is_neither_made_nor_lost() {
    const SIZE: [usize; 2] = [19, 13];
    const CELLS: usize = SIZE[0] * SIZE[1];
    const STEPS: usize = 40;
    for (scheme, way) in makes() {
        let wave = |i: usize| {
            let (x, y) = (i % SIZE[0], i / SIZE[0]);
            let [x, y] = [x as f64 / SIZE[0] as f64, y as f64 / SIZE[1] as f64];
            0.1 * (2.0 * PI * x + 1.0).sin() * (2.0 * PI * y).cos()
        };
        let heights = (0..CELLS).map(|i| surface(scheme, wave(i))).collect();
        let start = [heights, vec![0.0; CELLS], vec![0.0; CELLS]];
        let sea = Sea {
            scheme,
            way,
            size: SIZE,
            ratios: [0.0625, 0.03125],
            bottom: (0..CELLS)
                .map(|i| -2.5 + wave(i * 5 % CELLS) as f32)
                .collect(),
        };
        let after = run(&sea, &start, &start, STEPS);
        let volume = |water: &Fields| water[0].iter().map(|&h| f64::from(h)).sum::<f64>();
        // In each step the height of each cell is rounded: at most four roundings of numbers no larger
        // than the largest height or the flow of a step.
        let largest = f64::from(surface(scheme, 0.2));
        let rounding = 4.0 * largest / f64::from(1 << 24);
        let lost = (volume(&after) - volume(&start)).abs();
        assert!(
            lost <= rounding * (STEPS * CELLS) as f64,
            "{scheme:?} {way:?}: {lost}"
        );
        // Some of it has moved: the bound is far below that.
        let moved = after[0]
            .iter()
            .zip(&start[0])
            .map(|(after, start)| (after - start).abs());
        assert!(moved.sum::<f32>() > 1.0, "{scheme:?} {way:?}");
        assert!(rounding * ((STEPS * CELLS) as f64) < 0.01);
    }
}

/// A low wave in a sea one metre long, along x or along y, when it has come a part of that way: the
/// mean difference from where it should be, over its amplitude, on `cells` cells. Between walls the
/// wave stands and swings, where the sea goes round it runs.
fn error_of_a_wave((scheme, way): (Scheme, Way), cells: usize, along_y: bool) -> f64 {
    const AMPLITUDE: f64 = 1e-3;
    const WAY: f64 = 0.35;
    let dx = 1.0 / cells as f64;
    let speed = (GRAVITY * f64::from(DEPTH)).sqrt();
    let steps = (WAY / (0.4 * dx)).ceil();
    let dt = WAY / speed / steps;
    let at = |time: f64| -> Fields {
        let wave = |x: f64| match scheme {
            Linear => AMPLITUDE * (PI * x).cos() * (PI * speed * time).cos(),
            _ => AMPLITUDE * (2.0 * PI * (x - speed * time)).sin(),
        };
        // The linear scheme's flow is that through an east face, and half a step older.
        let flow = |x: f64| match scheme {
            Linear => {
                let swing = (PI * speed * (time - dt / 2.0)).sin();
                AMPLITUDE * speed * (PI * (x + dx / 2.0)).sin() * swing
            }
            _ => speed * wave(x),
        };
        let middles = || (0..cells).map(|x| (x as f64 + 0.5) * dx);
        let heights = middles().map(|x| surface(scheme, wave(x))).collect();
        let flows = middles().map(|x| flow(x) as f32).collect();
        let none = vec![0.0; cells];
        match along_y {
            true => [heights, none, flows],
            false => [heights, flows, none],
        }
    };
    let ratio = dt / dx;
    let (size, ratios) = match along_y {
        true => ([1, cells], [0.0, ratio]),
        false => ([cells, 1], [ratio, 0.0]),
    };
    let sea = Sea {
        scheme,
        way,
        size,
        ratios,
        bottom: vec![-DEPTH; cells],
    };
    let after = run(&sea, &at(-dt), &at(0.0), steps as usize);
    let right = at(WAY / speed);
    let pairs = after[0].iter().zip(&right[0]);
    let errors = pairs.map(|(got, right)| f64::from((got - right).abs()) / AMPLITUDE);
    errors.sum::<f64>() / cells as f64
}

#[test]
fn a_low_wave_has_its_speed_and_half_the_width_makes_a_quarter_of_the_error() {
    for (scheme, way) in makes() {
        for along_y in [false, true] {
            let [coarse, fine] =
                [20, 40].map(|cells| error_of_a_wave((scheme, way), cells, along_y));
            let order = (coarse / fine).log2();
            let what = format!("{scheme:?} {way:?}: {coarse} {fine} {order}");
            // A running wave one per cent too fast is off by 0.014, a standing one by 0.007; minmod,
            // which cuts crests off, costs more than that.
            let most = match scheme {
                Linear => 0.001,
                Nonlinear => 0.008,
                HighResolution => 0.02,
            };
            assert!(fine < most, "{what}");
            assert!((1.4..2.6).contains(&order), "{what}");
        }
    }
}
