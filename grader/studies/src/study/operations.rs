//! The cost of an operation: by work-items, by operations of a work-item, and the peak rate of multiplications
//! and additions.

use super::launch_cost::floats;
use crate::chart::{ends, extremes, short};
use crate::limit::{fma, size};
use crate::plan::{Depth, Study, Task};
use crate::{
    Amount, Axis, Bar, Chart, Limit, Line, Mark, MeasurementSession, Picture, Point, Stop,
    Verified, Verify, Work,
};
use kernels::measuring::OPERATIONS;
use launch::measurement::Fill;
use launch::protocol::Device;

pub(super) struct Operations;

const ITEMS: &str = "work-items";
const COUNT: &str = "operations of a work-item";
const WIDTH: &str = "vector width";

/// A type and its operations, as text. A divisor is never zero.
const KINDS: [(&str, &[(&str, &str)]); 4] = [
    (
        "int",
        &[
            ("+", "((a) + (b))"),
            ("-", "((a) - (b))"),
            ("*", "((a) * (b))"),
            ("/", "((a) / ((b) | 1))"),
            ("%", "((a) % ((b) | 1))"),
            ("< and +", "(((a) < (b)) + (a))"),
        ],
    ),
    (
        "float",
        &[
            ("+", "((a) + (b))"),
            ("-", "((a) - (b))"),
            ("*", "((a) * (b))"),
            ("/", "((a) / (b))"),
            ("< and +", "(((a) < (b)) + (a))"),
        ],
    ),
    ("long", &[("+", "((a) + (b))"), ("*", "((a) * (b))")]),
    (
        "double",
        &[
            ("+", "((a) + (b))"),
            ("*", "((a) * (b))"),
            ("/", "((a) / (b))"),
        ],
    ),
];

/// The types whose multiplications and additions are measured.
const PEAKS: [&str; 5] = ["float", "double", "half", "int", "long"];

fn series(of: &str, sign: &str) -> String {
    format!("{of} {sign}")
}

fn has(device: &Device, of: &str) -> bool {
    let extension = match of {
        "double" => "cl_khr_fp64",
        "half" => "cl_khr_fp16",
        _ => return true,
    };
    device.extensions.iter().any(|name| name == extension)
}

impl Study for Operations {
    fn name(&self) -> &'static str {
        "operations"
    }

    fn question(&self) -> &'static str {
        "what does an operation cost, and when does one cost nothing?"
    }

    fn repeats(&self) -> &'static str {
        "source 2, figure 3"
    }

    fn chapter(&self) -> &'static str {
        "measuring/cost-model"
    }

    fn axes(&self) -> &'static [&'static str] {
        &[ITEMS, COUNT, WIDTH]
    }

    fn plan(&self, device: &Device, depth: Depth) -> Vec<Task> {
        let seconds = if depth == Depth::Quick { 2.0 } else { 8.0 };
        let mut tasks: Vec<Task> = PEAKS
            .iter()
            .filter(|of| has(device, of))
            .map(|of| {
                Task::new(
                    format!("peak {of}"),
                    format!("multiplications and additions of {of}, by vector width"),
                    seconds,
                )
            })
            .collect();
        for (of, operations) in KINDS {
            if !has(device, of) {
                continue;
            }
            for (sign, _) in operations {
                let name = series(of, sign);
                let what = format!("`{sign}` on {of}, up to 512 in a row, up to 2^22 work-items");
                tasks.push(Task::new(name, what, seconds));
            }
        }
        tasks
    }

    fn measure(&self, task: &Task, session: &mut MeasurementSession<'_>) -> Result<(), Stop> {
        if let Some(of) = task.id.strip_prefix("peak ") {
            return peak(session, of);
        }
        for (of, operations) in KINDS {
            for (sign, text) in operations {
                if series(of, sign) == task.id {
                    return operation(session, &task.id, of, text);
                }
            }
        }
        Ok(())
    }

    fn charts(&self, points: &[Point]) -> Vec<Chart> {
        let line = |of: &str, sign: &str, axis: &str, keep: &dyn Fn(&Point) -> bool| {
            let name = series(of, sign);
            let marks = points
                .iter()
                .filter(|point| point.series == name && keep(point))
                .filter_map(|point| {
                    let seconds = point.outcome.seconds()?;
                    Some(Mark {
                        x: point.at(axis)?,
                        y: seconds.median * 1e6,
                        quartiles: Some((seconds.lower * 1e6, seconds.upper * 1e6)),
                    })
                });
            Line::measured(&name, marks)
        };
        let most = points
            .iter()
            .filter_map(|point| point.at(ITEMS))
            .fold(0.0, f64::max);
        let mut charts = Vec::new();
        for (of, operations) in KINDS {
            let lines = |axis: &str, keep: &dyn Fn(&Point) -> bool| -> Vec<Line> {
                operations
                    .iter()
                    .map(|(sign, _)| line(of, sign, axis, keep))
                    .filter(|line| !line.points.is_empty())
                    .collect()
            };
            let by_count = lines(COUNT, &|point| point.at(ITEMS) == Some(most));
            if by_count.is_empty() {
                continue;
            }
            let title = ends(&by_count).and_then(|(slowest, fastest)| {
                let ((_, most), (_, least)) = (slowest.ends()?, fastest.ends()?);
                Some(format!(
                    "{} operations: {} takes {} times as long as {}",
                    short(most.x),
                    slowest.name,
                    short(most.y / least.y),
                    fastest.name
                ))
            });
            charts.push(Chart {
                name: format!("operations-{of}-count"),
                title: title.unwrap_or_default(),
                picture: Picture::Lines {
                    x: Axis::log("operations of a work-item"),
                    y: Axis::log("microseconds"),
                    lines: by_count,
                },
            });
            let by_items = lines(ITEMS, &|point| point.at(COUNT) == Some(16.0));
            let title = ends(&by_items).and_then(|(_, fastest)| {
                let (first, last) = fastest.ends()?;
                Some(format!(
                    "{}, 16 times: {} times the work-items take {} times as long",
                    fastest.name,
                    short(last.x / first.x),
                    short(last.y / first.y)
                ))
            });
            charts.push(Chart {
                name: format!("operations-{of}-items"),
                title: title.unwrap_or_default(),
                picture: Picture::Lines {
                    x: Axis::log("work-items"),
                    y: Axis::log("microseconds"),
                    lines: by_items,
                },
            });
        }
        let bars: Vec<Bar> = points
            .iter()
            .filter(|point| point.series.starts_with("peak "))
            .filter_map(|point| {
                Some(Bar {
                    label: format!(
                        "{} ×{}",
                        point.series.strip_prefix("peak ")?,
                        point.at(WIDTH)?
                    ),
                    value: point.outcome.rate(Amount::Operations)? * 1e-9,
                })
            })
            .collect();
        if let Some((most, least)) = extremes(&bars) {
            charts.push(Chart {
                name: "operations-peak".to_owned(),
                title: format!(
                    "Multiplications and additions: {} does {} times as many as {}",
                    most.label,
                    short(most.value / least.value),
                    least.label
                ),
                picture: Picture::Bars {
                    y: Axis::linear("billion operations a second"),
                    bars,
                },
            });
        }
        charts
    }

    fn remarks(&self, points: &[Point]) -> Vec<String> {
        let mut remarks = Vec::new();
        for of in PEAKS {
            let best = points
                .iter()
                .filter(|point| point.series == format!("peak {of}"))
                .filter_map(|point| {
                    Some((point.outcome.rate(Amount::Operations)?, point.at(WIDTH)?))
                })
                .max_by(|a, b| a.0.total_cmp(&b.0));
            if let Some((rate, width)) = best {
                remarks.push(format!(
                    "multiplications and additions of {of}: {} billion a second, in vectors of {width}",
                    short(rate * 1e-9)
                ));
            }
        }
        remarks
    }
}

fn peak(session: &mut MeasurementSession<'_>, of: &str) -> Result<(), Stop> {
    for width in [1usize, 2, 4, 8, 16] {
        let at = [(WIDTH, width as f64)];
        let name = format!("peak {of}");
        match fma(session, of, width) {
            Ok((times, work, verified)) => {
                session.timed(&name, &at, times, work, None, verified)?
            }
            Err(why) => session.skip(&name, &at, why)?,
        }
    }
    Ok(())
}

fn operation(
    session: &mut MeasurementSession<'_>,
    name: &str,
    of: &str,
    text: &str,
) -> Result<(), Stop> {
    let (most, step) = match session.depth() {
        Depth::Quick => (1usize << 18, 4),
        Depth::Full => (1 << 22, 1),
    };
    let bytes = most * size(of);
    // Ones: their products stay what they are, and no sum is a number that is slow to compute with.
    let one = crate::limit::number(of, 1.0).unwrap_or_default();
    let ones: Vec<u8> = one.iter().copied().cycle().take(bytes).collect();
    let input = session.upload(&ones)?;
    let out = session.buffer(bytes, Fill::Zeros)?;
    let counts = [0u32, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512];
    let group = session.device().max_work_group_size.clamp(1, 256);
    for count in counts.into_iter().step_by(step) {
        let mut defines = vec![
            ("TYPE", of.to_owned()),
            ("OPERATION(a, b)", text.to_owned()),
            ("COUNT", count.to_string()),
        ];
        if of == "double" {
            defines.push(("NEEDS_DOUBLE", String::new()));
        }
        let program = session.build("operations.cl", OPERATIONS, &defines, "")?;
        // With 16 operations, every number of work-items; otherwise only the largest.
        let least = if count == 16 { 10 } else { most.ilog2() };
        for exponent in (least..=most.ilog2()).step_by(2) {
            let items = 1usize << exponent;
            let at = [(ITEMS, items as f64), (COUNT, f64::from(count))];
            let arguments = vec![out.argument(), input.argument()];
            let step = program.step("operate", arguments, &[items], Some(&[group]));
            session.run(std::slice::from_ref(&step))?;
            let work = Work {
                operations: items as f64 * f64::from(count),
                bytes: (2 * items * size(of)) as f64,
                items: items as f64,
            };
            let verified = match (of, name.ends_with(['*', '/'])) {
                ("float", true) => {
                    let last = session.download_part(out, (items - 1) * 4, 4)?;
                    Verify {
                        relative: 0.0,
                        absolute: 0.0,
                    }
                    .floats(name, &floats(&last), [1.0])?;
                    Verified::Compared("the last element".to_owned())
                }
                _ => Verified::NothingComputed,
            };
            let times = session.time(&[step])?;
            session.timed(name, &at, times, work, None, verified)?;
        }
    }
    session.limit(Limit::Fma)?;
    Ok(())
}
