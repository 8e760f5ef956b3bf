//! Shallow water: three schemes, each with a kernel for every step of the textbook and with one for all,
//! beside the time that the bytes take which have to move.

use super::sea::{Sea, cut};
use super::strips::strip_of;
use crate::chart::{ends, short};
use crate::plan::{Depth, Study, Task};
use crate::{
    Amount, Axis, Best, Buffer, Cell, Chart, Heat, Limit, Line, Mark, MeasurementSession, Outcome,
    Picture, Point, Stop, Verified, Work,
};
use kernels::simulation::{Scheme, Slot};
use launch::NdRange;
use launch::measurement::{Fill, StepArgument};
use launch::protocol::Device;

pub(super) struct ShallowWater;

const SIDE: &str = "cells a side";

const PLAIN: &str = "plain";
const TUNED: &str = "tuned";

/// The task and the series of the picture.
const PICTURE: &str = "picture";

/// Cells of the picture's sea, and how many steps it runs.
const BASIN: [usize; 2] = [48, 32];
const STEPS: usize = 40;

fn series(scheme: Scheme, way: &str) -> String {
    format!("{}, {way}", scheme.name())
}

impl Study for ShallowWater {
    fn name(&self) -> &'static str {
        "shallow-water"
    }

    fn question(&self) -> &'static str {
        "how near does a step come to the time that its bytes take?"
    }

    fn repeats(&self) -> &'static str {
        "source 5, figures 2 and 4 to 6"
    }

    fn chapter(&self) -> &'static str {
        "simulation/shallow-water-high-resolution"
    }

    fn axes(&self) -> &'static [&'static str] {
        &[SIDE]
    }

    fn plan(&self, _: &Device, depth: Depth) -> Vec<Task> {
        let seconds = if depth == Depth::Quick { 5.0 } else { 60.0 };
        let mut tasks: Vec<Task> = Scheme::ALL
            .into_iter()
            .map(|scheme| {
                let what = format!("{}, plain and tuned, over sizes", scheme.name());
                Task::new(scheme.name(), what, seconds)
            })
            .collect();
        let what = format!("a hump of water, after {STEPS} steps between walls");
        tasks.push(Task::new(PICTURE, what, 2.0));
        tasks
    }

    fn measure(&self, task: &Task, session: &mut MeasurementSession<'_>) -> Result<(), Stop> {
        let found = Scheme::ALL
            .into_iter()
            .find(|scheme| scheme.name() == task.id);
        match found {
            Some(scheme) => sizes(session, scheme),
            None => picture(session),
        }
    }

    fn charts(&self, points: &[Point]) -> Vec<Chart> {
        let lines = |value: &dyn Fn(&Outcome) -> Option<f64>| -> Vec<Line> {
            let ways = Scheme::ALL
                .into_iter()
                .flat_map(|scheme| [PLAIN, TUNED].map(|way| series(scheme, way)));
            ways.map(|name| {
                let of = points.iter().filter(|point| point.series == name);
                Line::measured(
                    &name,
                    of.filter_map(|point| {
                        Some(Mark {
                            x: point.at(SIDE)?,
                            y: value(&point.outcome)?,
                            quartiles: None,
                        })
                    }),
                )
            })
            .collect()
        };
        let cells = lines(&|outcome| Some(outcome.rate(Amount::Items)? * 1e-6));
        let share = lines(&|outcome| Some(outcome.share()? * 100.0));
        let of_ends = |lines: &[Line], unit: &str| {
            ends(lines).and_then(|(best, least)| {
                let ((_, high), (_, low)) = (best.ends()?, least.ends()?);
                Some(format!(
                    "The largest sea runs at {} {unit} ({}) down to {} ({})",
                    short(high.y),
                    best.name,
                    short(low.y),
                    least.name
                ))
            })
        };
        let mut charts = vec![
            Chart {
                name: "shallow-water-cells".to_owned(),
                title: of_ends(&cells, "million cells a second").unwrap_or_default(),
                picture: Picture::Lines {
                    x: Axis::log(SIDE),
                    y: Axis::log("million cells a second"),
                    lines: cells,
                },
            },
            Chart {
                name: "shallow-water-share".to_owned(),
                title: of_ends(&share, "% of a triad's bandwidth").unwrap_or_default(),
                picture: Picture::Lines {
                    x: Axis::log(SIDE),
                    y: Axis::linear("per cent of the triad's bandwidth"),
                    lines: share,
                },
            },
        ];
        let sea = points.iter().find(|point| point.series == PICTURE);
        charts.extend(sea.map(|sea| {
            let [nx, ny] = BASIN;
            let cells = (0..nx * ny).filter_map(|index| {
                let (x, y) = (index % nx, index / nx);
                Some(Cell {
                    column: x,
                    // North is up.
                    row: ny - 1 - y,
                    value: sea.at(&place(x, y))? * 100.0,
                })
            });
            let every = |number: usize, of: usize| match number % of {
                0 => number.to_string(),
                _ => String::new(),
            };
            Chart {
                name: "shallow-water-sea".to_owned(),
                title: format!("A hump of water after {STEPS} steps: a ring runs outwards, with a trough behind it"),
                picture: Picture::Heat(Heat {
                    x: "cells to the east".to_owned(),
                    columns: (0..nx).map(|x| every(x, 8)).collect(),
                    y: "cells to the north".to_owned(),
                    rows: (0..ny).rev().map(|y| every(y, 8)).collect(),
                    unit: "centimetres above the level of rest".to_owned(),
                    cells: cells.collect(),
                    best: Best::Neither,
                    is_to_scale: true,
                }),
            }
        }));
        charts
    }

    fn remarks(&self, points: &[Point]) -> Vec<String> {
        let largest = |name: &str| {
            let of = points
                .iter()
                .filter(|point| point.series == name && point.outcome.seconds().is_some());
            of.max_by(|a, b| {
                a.at(SIDE)
                    .unwrap_or(0.0)
                    .total_cmp(&b.at(SIDE).unwrap_or(0.0))
            })
        };
        let mut remarks = Vec::new();
        for scheme in Scheme::ALL {
            let Some(tuned) = largest(&series(scheme, TUNED)) else {
                continue;
            };
            if let (Some(side), Some(cells), Some(share)) = (
                tuned.at(SIDE),
                tuned.outcome.rate(Amount::Items),
                tuned.outcome.share(),
            ) {
                remarks.push(format!(
                    "{}, tuned, steps {} million cells a second over {side} x {side} cells, at {} % of \
                     the bandwidth of a triad, with {} operations a cell",
                    scheme.name(),
                    short(cells * 1e-6),
                    short(share * 100.0),
                    scheme.operations()
                ));
            }
            let plain = largest(&series(scheme, PLAIN));
            if let Some(plain) = plain.filter(|plain| plain.at(SIDE) == tuned.at(SIDE))
                && let (Some(slow), Some(quick)) =
                    (plain.outcome.seconds(), tuned.outcome.seconds())
            {
                remarks.push(format!(
                    "{}, one kernel for the whole step takes {} times as long as one for each step of \
                     the textbook",
                    scheme.name(),
                    short(quick.median / slow.median)
                ));
            }
        }
        remarks
    }
}

/// The sizes: from one that caches hold to one that they do not, as far as the device has room.
fn sides(session: &MeasurementSession<'_>, scheme: Scheme) -> Vec<usize> {
    let wanted: &[usize] = match (session.depth(), session.is_cpu()) {
        (Depth::Quick, true) => &[256, 1024],
        (Depth::Quick, false) => &[256, 1024, 4096],
        (Depth::Full, true) => &[512, 1024, 2048, 4096, 6144],
        (Depth::Full, false) => &[512, 1024, 2048, 4096, 8192, 16384],
    };
    let device = session.device();
    let [numbers, buffers] = scheme.plain().between;
    let fits = |side: &&usize| {
        let field = 4 * **side as u64 * **side as u64;
        field * numbers.max(1) as u64 <= device.max_allocation
            && field * (7 + numbers * buffers) as u64 <= device.global_memory / 10 * 7
    };
    wanted.iter().filter(fits).copied().collect()
}

fn sizes(session: &mut MeasurementSession<'_>, scheme: Scheme) -> Result<(), Stop> {
    // The roofline wants both limits.
    session.limit(Limit::Fma)?;
    let strip = strip_of(session, scheme);
    let program = cut(session, scheme, strip)?;
    let plain = scheme.plain();
    let kernels = session.build(plain.name, plain.text, &[], "")?;
    let wide = if session.is_cpu() { [64, 1] } else { [64, 4] };
    for side in sides(session, scheme) {
        let size = [side, side];
        let at = [(SIDE, side as f64)];
        let mut sea = Sea::new(session, scheme, size)?;
        let work = sea.work();

        let range = strip.range(size);
        let verified = sea.compare(session, &program, &scheme.tuned(strip), &[], &range)?;
        let steps = sea.steps(&program, &scheme.tuned(strip), &[], &range)?;
        let times = session.time(&steps)?;
        let limit = Some(Limit::Triad);
        session.forget(Limit::Triad);
        session.timed(&series(scheme, TUNED), &at, times, work, limit, verified)?;

        let [numbers, count] = plain.between;
        let between = (0..count)
            .map(|_| session.buffer(4 * numbers * side * side, Fill::Zeros))
            .collect::<Result<Vec<Buffer>, Stop>>()?;
        let range = NdRange {
            offset: None,
            global: vec![
                side.next_multiple_of(wide[0]),
                side.next_multiple_of(wide[1]),
            ],
            local: Some(wide.to_vec()),
            sub_group: None,
        };
        let verified = sea.compare(session, &kernels, &plain, &between, &range)?;
        let steps = sea.steps(&kernels, &plain, &between, &range)?;
        let times = session.time(&steps)?;
        session.timed(&series(scheme, PLAIN), &at, times, work, limit, verified)?;
        for buffer in between {
            session.release(buffer)?;
        }
        sea.release(session)?;
    }
    Ok(())
}

/// The name under which a point keeps a cell's height.
fn place(x: usize, y: usize) -> String {
    format!("height at {x} {y}")
}

/// A released hump of water in a basin.
fn picture(session: &mut MeasurementSession<'_>) -> Result<(), Stop> {
    let scheme = Scheme::Linear;
    let [nx, ny] = BASIN;
    let hump = |index: usize| {
        let (x, y) = ((index % nx) as f64 + 0.5, (index / nx) as f64 + 0.5);
        let square = (x - nx as f64 / 2.0).powi(2) + (y - ny as f64 / 2.0).powi(2);
        (-square / 18.0).exp() as f32
    };
    let heights: Vec<f32> = (0..nx * ny).map(hump).collect();
    let strip = strip_of(session, scheme);
    let program = cut(session, scheme, strip)?;
    let bytes = 4 * nx * ny;
    let height = session.upload_floats(&heights)?;
    let mut water = vec![height];
    for _ in 0..5 {
        water.push(session.buffer(bytes, Fill::Zeros)?);
    }
    let pass = scheme.tuned(strip).passes[0];
    let range = strip.range(BASIN);
    let mut steps = Vec::new();
    for number in 0..STEPS {
        // Two waters take turns.
        let (now, next) = if number % 2 == 0 { (0, 3) } else { (3, 0) };
        let arguments = pass.slots.iter().filter_map(|&slot| match slot {
            Slot::Now(field) => Some(water[now + field].argument()),
            Slot::Next(field) => Some(water[next + field].argument()),
            value => scheme
                .value(value, [0.0625, 0.0625], BASIN)
                .map(|bytes| StepArgument::Value(bytes.to_vec())),
        });
        let local = range.local.as_deref();
        steps.push(program.step(pass.kernel, arguments.collect(), &range.global, local));
    }
    let times = session.run(&steps)?;
    let after = session.floats(water[if STEPS.is_multiple_of(2) { 0 } else { 3 }])?;
    let volume = |heights: &[f32]| heights.iter().map(|&height| f64::from(height)).sum::<f64>();
    let lost = volume(&after) - volume(&heights);
    let lopsided = (0..nx * ny)
        .map(|index| after[index] - after[nx * ny - 1 - index])
        .fold(0.0f32, |most, difference| most.max(difference.abs()));
    // Written so that a NaN is wrong. Forward-backward steps to the east and to the west are rounded
    // differently, by much less than this.
    if !(lost.abs() < 1e-3 && lopsided < 1e-4) {
        return Err(Stop::Wrong {
            what: "the hump of water".to_owned(),
            how: format!("{lost} of its volume are made, and its halves differ by {lopsided}"),
        });
    }
    let cells = (nx * ny * STEPS) as f64;
    let work = Work {
        operations: cells * scheme.operations() as f64,
        bytes: cells * scheme.bytes() as f64,
        items: cells,
    };
    let verified = Verified::Compared("its volume, and both halves with each other".to_owned());
    let at = after.iter().enumerate();
    session.record(Point {
        task: String::new(),
        series: PICTURE.to_owned(),
        at: at
            .map(|(index, &height)| (place(index % nx, index / nx), f64::from(height)))
            .collect(),
        outcome: times.outcome(work, None, verified),
    });
    Ok(())
}
