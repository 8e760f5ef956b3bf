//! The Mandelbrot set: a series of pictures with increasing zoom, one launch each. Shows what the host waits
//! for, and what a kernel gains if its work-items do not wait for one another.

use crate::chart::short;
use crate::plan::{Depth, Study, Task};
use crate::{
    Amount, Axis, Buffer, Chart, Limit, Line, Mark, MeasurementSession, Outcome, Picture, Point,
    Program, Stop, Times, Verified, Work,
};
use kernels::simulation::{MANDELBROT_TUNED, steps_of_safe_point};
use launch::measurement::{Fill, StepArgument, Way};
use launch::protocol::Device;

pub(super) struct Mandelbrot;

const ZOOM: &str = "zoom";

const BUILD: &str = "build";
const DOWNLOAD: &str = "download";

/// The kernels: a point for each work-item, and a series of points.
const KERNELS: [&str; 2] = ["plain", "less divergent"];

/// The centre of the zoom, and its factor for each picture: `float` can still distinguish the points of the
/// fiftieth.
const CENTRE: [f64; 2] = [-0.75, 0.1];
const NARROWER: f64 = 0.85;
const WIDEST: f64 = 3.0;

/// Steps at most.
const LIMIT: usize = 5000;

/// Operations of a step: three products, three sums, a doubling, and the test whether z is near.
const OPERATIONS: f64 = 9.0;

impl Study for Mandelbrot {
    fn name(&self) -> &'static str {
        "mandelbrot"
    }

    fn question(&self) -> &'static str {
        "what of the time is the kernel's, and what do warps lose to their slowest point?"
    }

    fn repeats(&self) -> &'static str {
        "source 5, figure 1 and table 1"
    }

    fn chapter(&self) -> &'static str {
        "simulation/mandelbrot"
    }

    fn axes(&self) -> &'static [&'static str] {
        &[ZOOM]
    }

    fn plan(&self, _: &Device, depth: Depth) -> Vec<Task> {
        let (zooms, seconds) = match depth {
            Depth::Quick => (5, 3.0),
            Depth::Full => (50, 60.0),
        };
        KERNELS
            .iter()
            .map(|kernel| {
                let what = format!("{zooms} zooms to -0.75 + 0.1 i, up to {LIMIT} steps, {kernel}");
                Task::new(*kernel, what, seconds)
            })
            .collect()
    }

    fn measure(&self, task: &Task, session: &mut MeasurementSession<'_>) -> Result<(), Stop> {
        zooms(session, &task.id)
    }

    fn charts(&self, points: &[Point]) -> Vec<Chart> {
        let lines = |value: &dyn Fn(&Outcome) -> Option<f64>| -> Vec<Line> {
            let line = |name: &&str| {
                let of = points.iter().filter(|point| point.series == **name);
                let marks = of.filter_map(|point| {
                    Some(Mark {
                        x: point.at(ZOOM)?,
                        y: value(&point.outcome)?,
                        quartiles: None,
                    })
                });
                Line::measured(name, marks)
            };
            KERNELS.iter().map(line).collect()
        };
        let chart = |name: &str, title: String, y: Axis, lines: Vec<Line>| Chart {
            name: name.to_owned(),
            title,
            picture: Picture::Lines {
                x: Axis::linear(ZOOM),
                y,
                lines,
            },
        };
        let times = lines(&|outcome| Some(outcome.seconds()?.median * 1e3));
        let steps = lines(&|outcome| Some(outcome.rate(Amount::Items)? * 1e-6));
        let sum = |line: &Line| line.points.iter().map(|mark| mark.y).sum::<f64>();
        let title = match times.as_slice() {
            [plain, better] if sum(better) > 0.0 => format!(
                "All pictures: {} takes {} times as long as {}",
                plain.name,
                short(sum(plain) / sum(better)),
                better.name
            ),
            _ => "A picture of the Mandelbrot set, by zoom".to_owned(),
        };
        let rates = || {
            steps
                .iter()
                .flat_map(|line| line.points.iter().map(|mark| mark.y))
        };
        let steps_title = format!(
            "Steps of z = z z + c: from {} to {} million a second",
            short(rates().fold(f64::INFINITY, f64::min)),
            short(rates().fold(0.0, f64::max))
        );
        vec![
            chart(
                "mandelbrot-zooms",
                title,
                Axis::log("milliseconds of the kernel"),
                times,
            ),
            chart(
                "mandelbrot-steps",
                steps_title,
                Axis::log("million steps a second"),
                steps,
            ),
        ]
    }

    fn remarks(&self, points: &[Point]) -> Vec<String> {
        let mut remarks = Vec::new();
        let sum = |kernel: &str, value: &dyn Fn(&Outcome) -> Option<f64>| -> f64 {
            let of = points.iter().filter(|point| point.series == kernel);
            of.filter_map(|point| value(&point.outcome)).sum()
        };
        let once = |series: &str, kernel: &str| {
            let found = points
                .iter()
                .find(|point| point.series == series && point.task == kernel);
            found.and_then(|point| Some(point.outcome.wall()?.median))
        };
        for kernel in KERNELS {
            let pictures = points.iter().filter(|point| point.series == kernel).count();
            if pictures == 0 {
                continue;
            }
            let on_device = sum(kernel, &|outcome| Some(outcome.seconds()?.median));
            let waited = sum(kernel, &|outcome| Some(outcome.wall()?.median));
            let each = 1.0 / pictures as f64;
            remarks.push(format!(
                "{kernel}: {pictures} pictures in {} s, {} ms in the kernel and {} ms around it for each",
                short(waited),
                short(on_device * each * 1e3),
                short((waited - on_device).max(0.0) * each * 1e3)
            ));
            if let (Some(build), Some(download)) = (once(BUILD, kernel), once(DOWNLOAD, kernel)) {
                remarks.push(format!(
                    "{kernel}: built once in {} ms; {} ms more to download a picture",
                    short(build * 1e3),
                    short(download * 1e3)
                ));
            }
        }
        let kernel = |name: &str| sum(name, &|outcome| Some(outcome.seconds()?.median));
        let [plain, better] = KERNELS.map(kernel);
        if plain > 0.0 && better > 0.0 {
            remarks.push(format!(
                "{} takes {} times as long as {}",
                KERNELS[1],
                short(better / plain),
                KERNELS[0]
            ));
        }
        remarks
    }
}

/// Points along a side of a picture, and how many pictures.
fn extent(session: &MeasurementSession<'_>) -> (usize, usize) {
    match (session.depth(), session.is_cpu()) {
        (Depth::Quick, true) => (64, 5),
        (Depth::Quick, false) => (512, 5),
        (Depth::Full, true) => (192, 50),
        (Depth::Full, false) => (2048, 50),
    }
}

fn value(bytes: [u8; 4]) -> StepArgument {
    StepArgument::Value(bytes.to_vec())
}

/// The upper left corner of a picture and the distance of its points, as kernel arguments.
fn view(zoom: usize, side: usize) -> [f32; 3] {
    let width = WIDEST * NARROWER.powi(zoom as i32);
    let [re, im] = CENTRE;
    let corner = [re - width / 2.0, im + width / 2.0, width / side as f64];
    corner.map(|number| number as f32)
}

fn zooms(session: &mut MeasurementSession<'_>, kernel: &str) -> Result<(), Stop> {
    // The roofline wants both limits.
    session.limit(Limit::Copy)?;
    let (side, pictures) = extent(session);
    let is_plain = kernel == KERNELS[0];
    let program = if is_plain {
        let text = kernels::problem("mandelbrot").map(|problem| problem.reference());
        let text = text.ok_or_else(|| Stop::Unable {
            reason: "there is no exercise mandelbrot".to_owned(),
        })?;
        session.build("mandelbrot.cl", text, &[], "")?
    } else {
        let (vec, block) = if session.is_cpu() { (16, 32) } else { (1, 32) };
        let defines = [("VEC", vec.to_string()), ("BLOCK", block.to_string())];
        session.build("mandelbrot_tuned.cl", MANDELBROT_TUNED, &defines, "")?
    };
    let most = session.device().max_work_group_size;
    let (global, local) = match (is_plain, session.is_cpu()) {
        (true, _) => {
            let local = if most >= 64 { [16, 4] } else { [1, 1] };
            (local.map(|items| side.next_multiple_of(items)), local)
        }
        (false, true) => ([64, 1], [1, 1]),
        (false, false) => {
            let local = most.min(128);
            ([(side * side).next_multiple_of(local), 1], [local, 1])
        }
    };
    let counts = session.buffer(4 * side * side, Fill::Zeros)?;
    for zoom in 0..pictures {
        let [left, top, step] = view(zoom, side);
        let arguments = vec![
            counts.argument(),
            value(left.to_ne_bytes()),
            value(top.to_ne_bytes()),
            value(step.to_ne_bytes()),
            value((side as u32).to_ne_bytes()),
            value((side as u32).to_ne_bytes()),
            value((LIMIT as u32).to_ne_bytes()),
        ];
        let launch = program.step("mandelbrot", arguments, &global, Some(&local));
        // Device and program are warm from the second picture on; the first is not timed cold.
        if zoom == 0 {
            session.run(std::slice::from_ref(&launch))?;
        }
        let times = session.run(std::slice::from_ref(&launch))?;
        let (steps, verified) = compare(session, counts, side, [left, top, step])?;
        let work = Work {
            operations: steps * OPERATIONS,
            bytes: (4 * side * side) as f64,
            items: steps,
        };
        let limit = Some(Limit::Fma);
        session.timed(kernel, &[(ZOOM, zoom as f64)], times, work, limit, verified)?;
    }
    once(session, BUILD, &program);
    let download = session.transfer(4 * side * side, Way::Down, false)?;
    let work = Work {
        bytes: (4 * side * side) as f64,
        ..Work::default()
    };
    session.timed(
        DOWNLOAD,
        &[],
        download,
        work,
        None,
        Verified::NothingComputed,
    )
}

/// Records how long the compiler took.
fn once(session: &mut MeasurementSession<'_>, series: &str, program: &Program) {
    let times = Times::by_the_wall(vec![program.took.as_secs_f64()]);
    let work = Work {
        items: 1.0,
        ..Work::default()
    };
    session.record(Point {
        task: String::new(),
        series: series.to_owned(),
        at: Vec::new(),
        outcome: times.outcome(work, None, Verified::NothingComputed),
    });
}

/// Compares a picture where no legal rounding may change a count, a point of every 16 in each direction.
/// The steps of all points.
fn compare(
    session: &mut MeasurementSession<'_>,
    counts: Buffer,
    side: usize,
    [left, top, step]: [f32; 3],
) -> Result<(f64, Verified), Stop> {
    let bytes = session.download(counts)?;
    let (words, _) = bytes.as_chunks();
    let count = |index: usize| words.get(index).map_or(0, |word| u32::from_ne_bytes(*word));
    let sum: f64 = (0..side * side).map(|index| f64::from(count(index))).sum();
    let (mut compared, mut looked) = (0, 0);
    for y in (0..side).step_by(16) {
        for x in (0..side).step_by(16) {
            looked += 1;
            let re = f64::from(left) + x as f64 * f64::from(step);
            let im = f64::from(top) - y as f64 * f64::from(step);
            // A product and a sum of numbers below 4 are rounded.
            let off = 4.0 * f64::from(f32::EPSILON);
            let Some(expected) = steps_of_safe_point([re, im], off, LIMIT) else {
                continue;
            };
            compared += 1;
            let got = count(y * side + x);
            if got != expected {
                return Err(Stop::Wrong {
                    what: "the Mandelbrot set".to_owned(),
                    how: format!("point ({x}, {y}) makes {got} steps, not {expected}"),
                });
            }
        }
    }
    let what = format!("{compared} of {looked} points: those whose steps no rounding changes");
    Ok((sum, Verified::Compared(what)))
}
