//! The course's tuned and plain kernels are right, in the simulator and on a device, over awkward sizes
//! and every kind of parameters, and the simulator sees no mistake in them.

use crate::steps::{Fields, Sea, Way};
use course::{
    Course, Engine, ExerciseFiles, NoClock, Settings, Simulator, Stage, TranslationUnit, Verdict,
    check,
};
use grader::device::engine::DeviceEngine;
use kernels::sharing::tuned;
use kernels::simulation::{Cell, HIGH_RESOLUTION_SHARED, MANDELBROT_TUNED, Scheme, Water};
use launch::outcome::{BuildError, Built, Outcome};
use launch::{Access, Argument, Buffer, Finding, Launch, Level, NdRange, Scalar, Source, noise};
use runner::{Options, Runner};
use tests::binaries;

/// Parameters of a kernel and their values.
type Numbers = &'static [(&'static str, u64)];

/// The simulator without what an exercise says of a kernel's work: a tuned kernel may share it out as it likes, and
/// may take many times the steps where a picture is smaller than its block.
struct AnyWriter(Simulator);

impl Engine for AnyWriter {
    fn device(&self) -> String {
        self.0.device()
    }

    fn build(&mut self, unit: &TranslationUnit) -> Result<Built, BuildError> {
        self.0.build(unit)
    }

    fn run(&mut self, launches: &[Launch]) -> Vec<Outcome> {
        self.0.run(launches)
    }
}

fn device() -> DeviceEngine {
    let program = binaries().join("grader-device");
    let runner = Runner::start(Options {
        program: Some(program),
        ..Options::default()
    })
    .expect("a device runner");
    DeviceEngine::open(runner, None).expect("a device; `./setup` installs one")
}

fn source(name: &str, text: &str, defines: &[(&str, u64)]) -> Source {
    Source {
        name: name.to_owned(),
        text: text.to_owned(),
        defines: defines
            .iter()
            .map(|(name, value)| ((*name).to_owned(), value.to_string()))
            .collect(),
        standard: launch::Standard::default(),
    }
}

/// An exercise of the problem, as far as a check needs one.
fn exercise_of(problem: &str) -> Course {
    let folder = format!("01-{problem}");
    let manifest = format!(
        "slug = {problem:?}\nnumber = 1\ntitle = 'a tuned kernel'\nteaches = 'that it is right'\n\
         chapter = 'none'\nminutes = 1\npoints = 1\nprerequisites = []\nproblem = {problem:?}\n\
         kernel = 'kernel.cl'\n"
    );
    let hints = "# Hints\n\n## Hint 1\n\na\n\n## Hint 2\n\nb\n\n## Hint 3\n\nc\n";
    Course::parse([ExerciseFiles {
        folder: &folder,
        manifest: &manifest,
        hints,
    }])
    .expect("an exercise")
}

#[test]
fn a_tuned_kernel_of_an_exercises_interface_solves_it_whatever_its_parameters() {
    let [linear, nonlinear, high] =
        Scheme::ALL.map(|scheme| scheme.tuned(scheme.usual_strip(true)).text);
    let strips: &[Numbers] = &[&[], &[("VEC", 1), ("ROWS", 1)], &[("VEC", 16), ("ROWS", 3)]];
    let tried: [(&str, &str, &[Numbers]); 8] = [
        ("shallow-linear", linear, strips),
        ("shallow-nonlinear", nonlinear, strips),
        ("shallow-high-resolution", high, strips),
        (
            "shallow-high-resolution",
            HIGH_RESOLUTION_SHARED,
            &[&[], &[("ROWS", 1)], &[("ROWS", 5)]],
        ),
        (
            "mandelbrot",
            MANDELBROT_TUNED,
            &[
                &[],
                &[("VEC", 4), ("BLOCK", 3)],
                &[("VEC", 16), ("BLOCK", 8)],
            ],
        ),
        (
            "transpose",
            tuned::TRANSPOSE,
            &[&[("VEC", 1)], &[("VEC", 4)], &[("VEC", 16)]],
        ),
        (
            "histogram",
            tuned::HISTOGRAM,
            &[
                &[],
                &[("VEC", 16), ("COPIES", 4)],
                &[("VEC", 2), ("COPIES", 3)],
            ],
        ),
        (
            "histogram",
            tuned::HISTOGRAM_PAIRS,
            &[&[], &[("AT_ONCE", 1)]],
        ),
    ];
    let mut engine = device();
    for (problem, text, choices) in tried {
        let course = exercise_of(problem);
        for choice in choices {
            let report = check(
                &course.exercises()[0],
                &source(problem, text, choice).into(),
                &mut [&mut AnyWriter(Simulator::default()), &mut engine],
                &Settings::default(),
                &mut NoClock,
            );
            // The exercise bounds what is read and written by what a tile in local memory would do. A
            // tuned kernel may leave that to a cache: too costly then, but right in every case.
            let is_right = matches!(report.verdict, Verdict::Passed | Verdict::TooCostly);
            assert!(is_right, "{problem} {choice:?}: {report:#?}");
            let ran = |stage: &Stage| stage.skipped.is_none() && stage.cases > 20;
            assert!(report.stages.iter().all(ran), "{problem} {choice:?}");
            // What may be slow on some device is a warning; nothing may be an error.
            let is_error = |finding: &Finding| finding.level == Level::Error;
            assert!(
                !report.findings.iter().any(is_error),
                "{:?}",
                report.findings
            );
        }
    }
}

/// The reference's step, and the sea and water that it begins from: as far from smooth as can be.
fn rough(scheme: Scheme, way: Way, size: [usize; 2]) -> (Sea, Fields, Fields, Vec<Cell>) {
    let count = size[0] * size[1];
    let rest = if scheme == Scheme::Nonlinear {
        2.0
    } else {
        0.0
    };
    let field = |seed: u64, low: f32| -> Vec<f32> {
        let numbers = (0..count as u64).map(|index| noise::float(seed, index, low, low + 1.0));
        numbers.collect()
    };
    let water = |seed: u64| {
        [
            field(seed, rest - 0.5),
            field(seed + 1, -0.5),
            field(seed + 2, -0.5),
        ]
    };
    let (before, now) = (water(1), water(4));
    let sea = Sea {
        scheme,
        way,
        size,
        ratios: [0.0625, 0.03125],
        bottom: field(7, -3.0),
    };
    let wide = |field: &[f32]| -> Vec<f64> { field.iter().map(|&value| value.into()).collect() };
    let water = |fields: &Fields| Water {
        size,
        height: wide(&fields[0]),
        east: wide(&fields[1]),
        north: wide(&fields[2]),
    };
    let cells = scheme.step(
        &water(&before),
        &water(&now),
        &wide(&sea.bottom),
        sea.ratios,
    );
    (sea, before, now, cells)
}

#[test]
fn every_way_to_make_a_step_gives_the_references_water() {
    let sizes = [[1, 1], [2, 3], [17, 5], [33, 4], [64, 19]];
    let mut on_device = device();
    let mut simulator = Simulator::default();
    for scheme in Scheme::ALL {
        let strip = |vec, rows, local| Way::Tuned(scheme.strip(vec, rows, local));
        let ways = [
            Way::Exercise,
            Way::Plain,
            strip(1, 1, [8, 2]),
            strip(1, 4, [16, 1]),
            strip(1, 128, [6, 1]),
            strip(4, 16, [16, 2]),
            strip(16, 2, [1, 1]),
        ];
        for way in ways {
            let engines: [&mut dyn Engine; 2] = [&mut simulator, &mut on_device];
            for engine in engines {
                let exercise = kernels::problem(scheme.name()).expect("an exercise");
                let source = way.source(scheme, exercise.reference());
                engine
                    .build(&TranslationUnit::of(source))
                    .expect("OpenCL C");
                for size in sizes {
                    let (sea, before, now, cells) = rough(scheme, way, size);
                    let after = sea.step(engine, &before, &now);
                    for (index, cell) in cells.iter().enumerate() {
                        for (field, got) in after.iter().enumerate() {
                            let off = (f64::from(got[index]) - cell.values[field]).abs();
                            let allowed = scheme.ulps() * cell.scales[field] / f64::from(1 << 24);
                            // Written so that a NaN is wrong.
                            let is_right = off <= allowed;
                            assert!(is_right, "{sea:?}: cell {index}, field {field}");
                        }
                    }
                }
            }
        }
    }
}

/// One launch of kernels over arrays of integers: the buffers after it.
fn launch(
    engine: &mut dyn Engine,
    kernel: &str,
    buffers: &[(&str, &[i32], Access)],
    slots: usize,
    n: usize,
    [groups, size]: [usize; 2],
) -> Vec<Vec<i32>> {
    let buffer = |&(name, values, access): &(&str, &[i32], Access)| {
        Argument::Buffer(Buffer {
            name: name.to_owned(),
            element: Scalar::Int.into(),
            contents: values
                .iter()
                .flat_map(|value| value.to_le_bytes())
                .collect(),
            access,
            initialized: access != Access::Write,
        })
    };
    let mut arguments: Vec<Argument> = buffers.iter().map(buffer).collect();
    arguments.push(Argument::Local {
        name: "tile".to_owned(),
        bytes: 4 * slots,
    });
    arguments.push(Argument::Value {
        name: "n".to_owned(),
        bytes: (n as u32).to_le_bytes().to_vec(),
    });
    let launch = Launch {
        kernel: kernel.to_owned(),
        arguments,
        range: NdRange {
            offset: None,
            global: vec![groups * size],
            local: Some(vec![size]),
            sub_group: None,
        },
    };
    let outcome = engine.run(std::slice::from_ref(&launch)).remove(0);
    let Outcome::Ran(ran) = outcome else {
        panic!("{kernel}, {n} elements, {groups} x {size}: {outcome:?}");
    };
    assert!(ran.findings.is_empty(), "{kernel}: {:?}", ran.findings);
    let integers = |bytes: &[u8]| {
        let (words, _) = bytes.as_chunks();
        words.iter().map(|&word| i32::from_le_bytes(word)).collect()
    };
    let after = ran
        .buffers
        .iter()
        .inspect(|buffer| assert!(buffer.strays.is_empty()));
    after.map(|buffer| integers(&buffer.contents)).collect()
}

const LENGTHS: [usize; 5] = [1, 17, 128, 1000, 4099];
const GROUPS: [[usize; 2]; 3] = [[5, 1], [7, 64], [2, 7]];

/// Runs `tried` with the lengths, shapes and vectors, in the simulator and on the device.
fn over_lengths(text: &str, tried: impl Fn(&mut dyn Engine, &[i32], [usize; 2])) {
    let mut on_device = device();
    let mut simulator = Simulator::default();
    for vec in [4, 16] {
        let engines: [&mut dyn Engine; 2] = [&mut simulator, &mut on_device];
        for engine in engines {
            engine
                .build(&TranslationUnit::of(source("tuned", text, &[("VEC", vec)])))
                .expect("OpenCL C");
            for n in LENGTHS {
                let numbers = (0..n as u64).map(|index| noise::bits(3, index) as i32 >> 12);
                let x: Vec<i32> = numbers.collect();
                for shape in GROUPS {
                    tried(engine, &x, shape);
                }
            }
        }
    }
}

#[test]
fn the_tuned_sum_is_that_of_the_array() {
    over_lengths(tuned::REDUCE, |engine, x, shape| {
        let [groups, size] = shape;
        let (read, write) = (Access::Read, Access::Write);
        let mut reduce = |x: &[i32], groups: usize| {
            let buffers = [("x", x, read), ("sums", &vec![0; groups][..], write)];
            launch(engine, "reduce", &buffers, size, x.len(), [groups, size]).remove(1)
        };
        let sums = reduce(x, groups);
        let sum = reduce(&sums, 1);
        assert_eq!(sum, [x.iter().sum::<i32>()], "{} in {shape:?}", x.len());
    });
}

#[test]
fn the_sum_in_one_launch_is_that_of_the_array_and_leaves_its_slots_as_they_were() {
    over_lengths(tuned::REDUCE, |engine, x, shape| {
        let buffers = [
            ("x", x, Access::Read),
            ("total", &[0; 3][..], Access::ReadWrite),
        ];
        let total = launch(engine, "reduce_once", &buffers, shape[1], x.len(), shape).remove(1);
        let expected = [x.iter().sum::<i32>(), 0, 0];
        assert_eq!(total, expected, "{} in {shape:?}", x.len());
    });
}

#[test]
fn the_scan_in_one_pass_gives_the_running_sums_of_the_whole_array() {
    over_lengths(tuned::SCAN_ONCE, |engine, x, [_, size]| {
        let parts = x.len().div_ceil(size * 4 * tuned::SCAN_ROWS);
        // Zeros, as scan_start leaves them.
        let (status, nothing) = (vec![0; 2 + 2 * parts], vec![0; x.len()]);
        let buffers = [
            ("x", x, Access::Read),
            ("status", &status[..], Access::ReadWrite),
            ("sums", &nothing[..], Access::Write),
        ];
        let slots = (tuned::SCAN_ROWS + 2) * size;
        let shape = [parts, size];
        let sums = launch(engine, "scan_once", &buffers, slots, x.len(), shape).remove(2);
        assert_eq!(sums, running(x), "{} in {shape:?}", x.len());
    });
}

/// The sum of all numbers up to each.
fn running(x: &[i32]) -> Vec<i32> {
    let sums = x.iter().scan(0, |sum, number| {
        *sum += number;
        Some(*sum)
    });
    sums.collect()
}

#[test]
fn the_tuned_scan_gives_the_running_sums_of_the_whole_array() {
    over_lengths(tuned::SCAN, |engine, x, shape| {
        let [groups, size] = shape;
        let (read, write) = (Access::Read, Access::Write);
        let nothing = vec![0; groups];
        let buffers = [("x", x, read), ("totals", &nothing[..], write)];
        let totals = launch(engine, "scan_totals", &buffers, 2 * size, x.len(), shape).remove(1);
        let mut apply = |x: &[i32], carries: &[i32], shape: [usize; 2]| {
            let zeros = vec![0; x.len()];
            let buffers = [
                ("x", x, read),
                ("carries", carries, read),
                ("sums", &zeros[..], write),
            ];
            launch(engine, "scan_apply", &buffers, 2 * size, x.len(), shape).remove(2)
        };
        let carries = apply(&totals, &totals, [1, size]);
        let sums = apply(x, &carries, shape);
        assert_eq!(sums, running(x), "{} in {shape:?}", x.len());
    });
}
