//! The solutions of the shallow-water exercises, stepped many times in the simulator, keep what
//! physics asks: a lake at rest stays at rest to the bit, also over an uneven bottom, water is neither
//! made nor lost, a low wave has the speed of the root of g h, and half the width of a cell makes about
//! a quarter of the error.

use launch::{Access, Argument, Buffer, Launch, NdRange, Scalar};
use opencl_c::preprocessor::{NoIncludes, Options as Preprocessing};
use simulator::{Kernel, Options};
use std::f64::consts::PI;
use std::fs;
use tests::project;

/// Acceleration of a falling body, and the depth of every sea here, in metres.
const GRAVITY: f32 = 9.8125;
const DEPTH: f32 = 2.0;

/// Height, flow to the east and flow to the north of each cell, row by row.
type Fields = [Vec<f32>; 3];

/// A scheme: how a step is launched, and what belongs to a time step.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scheme {
    Linear,
    Nonlinear,
    HighResolution,
}

use Scheme::{HighResolution, Linear, Nonlinear};

impl Scheme {
    fn folder(self) -> &'static str {
        match self {
            Linear => "27-shallow-linear",
            Nonlinear => "28-shallow-nonlinear",
            HighResolution => "29-shallow-high-resolution",
        }
    }

    fn kernel(self) -> &'static str {
        match self {
            Linear => "shallow_linear",
            Nonlinear => "shallow_nonlinear",
            HighResolution => "shallow_flux",
        }
    }

    fn solution(self) -> Kernel {
        let path = project().join("solutions").join(self.folder());
        let text = fs::read_to_string(path.join("kernel.cl")).expect("a solution");
        let options = Preprocessing::default();
        let checked =
            opencl_c::compile(self.folder(), &text, &options, &mut NoIncludes).expect("OpenCL C");
        simulator::prepare(&checked.program, self.kernel()).expect("a kernel that can be simulated")
    }
}

/// A sea and the kernel that steps it.
struct Sea {
    scheme: Scheme,
    kernel: Kernel,
    size: [usize; 2],
    /// The time step over the width and over the height of a cell.
    ratios: [f32; 2],
    bottom: Vec<f32>,
}

fn buffer(values: &[f32], access: Access) -> Argument {
    Argument::Buffer(Buffer {
        name: "field".to_owned(),
        element: Scalar::Float.into(),
        contents: values
            .iter()
            .flat_map(|value| value.to_le_bytes())
            .collect(),
        access,
        initialized: access != Access::Write,
    })
}

fn value(bytes: [u8; 4]) -> Argument {
    Argument::Value {
        name: "value".to_owned(),
        bytes: bytes.to_vec(),
    }
}

impl Sea {
    /// One launch: from the water now, and for the leapfrog from that a step before.
    fn launch(&self, before: &Fields, now: &Fields) -> Fields {
        let mut arguments: Vec<Argument> = now
            .iter()
            .map(|field| buffer(field, Access::Read))
            .collect();
        if self.scheme == HighResolution {
            arguments.push(buffer(&self.bottom, Access::Read));
        }
        arguments.extend(before.iter().map(|field| match self.scheme {
            Nonlinear => buffer(field, Access::ReadWrite),
            _ => buffer(field, Access::Write),
        }));
        let first = match self.scheme {
            Linear => GRAVITY * DEPTH,
            _ => GRAVITY,
        };
        let [cx, cy] = self.ratios;
        arguments.extend([first, cx, cy].map(|number| value(number.to_le_bytes())));
        arguments.extend(self.size.map(|side| value((side as u32).to_le_bytes())));
        let launch = Launch {
            kernel: self.scheme.kernel().to_owned(),
            arguments,
            range: NdRange {
                global: self.size.map(|side| side.next_multiple_of(8)).to_vec(),
                local: Some(vec![8, 8]),
            },
        };
        let outcome = self
            .kernel
            .run(&launch, &Options::default())
            .expect("a run");
        assert!(outcome.findings.is_empty(), "{:?}", outcome.findings);
        let count = outcome.outputs.len();
        [3, 2, 1].map(|from_end| {
            let (numbers, _) = outcome.outputs[count - from_end].bytes.as_chunks();
            numbers
                .iter()
                .map(|&bytes| f32::from_le_bytes(bytes))
                .collect()
        })
    }

    /// The water after so many steps; for the leapfrog also that of one step before the first.
    fn run(&self, before: &Fields, start: &Fields, steps: usize) -> Fields {
        let mut last = before.clone();
        let mut now = start.clone();
        for _ in 0..steps {
            let next = match self.scheme {
                Linear | Nonlinear => self.launch(&last, &now),
                // Heun's step: two of them and a mean.
                HighResolution => {
                    let twice = self.launch(&now, &self.launch(&now, &now));
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
}

/// Runs `then` with the scheme's sea of that size and bottom.
fn with<T>(
    scheme: Scheme,
    size: [usize; 2],
    ratios: [f32; 2],
    bottom: Vec<f32>,
    then: impl FnOnce(&Sea) -> T,
) -> T {
    then(&Sea {
        scheme,
        kernel: scheme.solution(),
        size,
        ratios,
        bottom,
    })
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
    for scheme in [Linear, Nonlinear, HighResolution] {
        let uneven = (0..CELLS)
            .map(|i| -2.0 - (i * 7 % 9) as f32 / 8.0)
            .collect();
        let flat = vec![surface(scheme, 0.25); CELLS];
        let lake = [flat, vec![0.0; CELLS], vec![0.0; CELLS]];
        let after = with(scheme, [19, 13], [0.0625, 0.03125], uneven, |sea| {
            sea.run(&lake, &lake, 20)
        });
        assert_eq!(after, lake, "{}", scheme.folder());
    }
}

#[test]
fn water_is_neither_made_nor_lost() {
    const SIZE: [usize; 2] = [19, 13];
    const CELLS: usize = SIZE[0] * SIZE[1];
    const STEPS: usize = 40;
    for scheme in [Linear, Nonlinear, HighResolution] {
        let wave = |i: usize| {
            let (x, y) = (i % SIZE[0], i / SIZE[0]);
            let [x, y] = [x as f64 / SIZE[0] as f64, y as f64 / SIZE[1] as f64];
            0.1 * (2.0 * PI * x + 1.0).sin() * (2.0 * PI * y).cos()
        };
        let heights = (0..CELLS).map(|i| surface(scheme, wave(i))).collect();
        let start = [heights, vec![0.0; CELLS], vec![0.0; CELLS]];
        let uneven = (0..CELLS)
            .map(|i| -2.5 + wave(i * 5 % CELLS) as f32)
            .collect();
        let after = with(scheme, SIZE, [0.0625, 0.03125], uneven, |sea| {
            sea.run(&start, &start, STEPS)
        });
        let volume = |water: &Fields| water[0].iter().map(|&h| f64::from(h)).sum::<f64>();
        // In each step the height of each cell is rounded: at most four roundings of numbers no larger
        // than the largest height or the flow of a step.
        let largest = f64::from(surface(scheme, 0.2));
        let rounding = 4.0 * largest / f64::from(1 << 24);
        let lost = (volume(&after) - volume(&start)).abs();
        assert!(
            lost <= rounding * (STEPS * CELLS) as f64,
            "{}: {lost}",
            scheme.folder()
        );
        // Some of it has moved: the bound is far below that.
        let moved = after[0]
            .iter()
            .zip(&start[0])
            .map(|(after, start)| (after - start).abs());
        assert!(moved.sum::<f32>() > 1.0, "{}", scheme.folder());
        assert!(rounding * ((STEPS * CELLS) as f64) < 0.01);
    }
}

/// A low wave in a sea one metre long, along x or along y, when it has come a part of that way: the
/// mean difference from where it should be, over its amplitude, on `cells` cells. Between walls the
/// wave stands and swings, where the sea goes round it runs.
fn error_of_a_wave(scheme: Scheme, cells: usize, along_y: bool) -> f64 {
    const AMPLITUDE: f64 = 1e-3;
    const WAY: f64 = 0.35;
    let dx = 1.0 / cells as f64;
    let speed = f64::from(GRAVITY * DEPTH).sqrt();
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
    let ratio = (dt / dx) as f32;
    let (size, ratios) = match along_y {
        true => ([1, cells], [0.0, ratio]),
        false => ([cells, 1], [ratio, 0.0]),
    };
    let after = with(scheme, size, ratios, vec![-DEPTH; cells], |sea| {
        sea.run(&at(-dt), &at(0.0), steps as usize)
    });
    let right = at(WAY / speed);
    let pairs = after[0].iter().zip(&right[0]);
    let errors = pairs.map(|(got, right)| f64::from((got - right).abs()) / AMPLITUDE);
    errors.sum::<f64>() / cells as f64
}

#[test]
fn a_low_wave_has_its_speed_and_half_the_width_makes_a_quarter_of_the_error() {
    for scheme in [Linear, Nonlinear, HighResolution] {
        for along_y in [false, true] {
            let [coarse, fine] = [20, 40].map(|cells| error_of_a_wave(scheme, cells, along_y));
            let order = (coarse / fine).log2();
            let what = format!("{}: {coarse} {fine} {order}", scheme.folder());
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
