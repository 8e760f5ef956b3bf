//! The cost of a launch: for itself, for each work-item, and by work-group size.

use crate::chart::short;
use crate::plan::{Depth, Study, Task};
use crate::report::time;
use crate::{
    Axis, Chart, Limit, Line, Mark, MeasurementSession, Picture, Point, Stop, Verified, Verify,
    Work,
};
use kernels::measuring::MEMORY;
use launch::measurement::{Fill, StepArgument};
use launch::protocol::Device;

pub(super) struct LaunchCost;

const ITEMS: &str = "work-items";
const GROUP: &str = "work-group";
const IN_A_ROW: &str = "launches in a row";

const BASE: &str = "base cost";
const SIZE: &str = "work-group size";
const ROW: &str = "launches";

/// A kernel that reads, divides and writes, as in source 2, figure 2.
const DIVIDE: &str = "kernel void divide(global float *out, global const float *in)
{
    size_t x = get_global_id(0);
    out[x] = 1.0f / in[x];
}
";

impl Study for LaunchCost {
    fn name(&self) -> &'static str {
        "launch"
    }

    fn question(&self) -> &'static str {
        "what does a launch cost that computes next to nothing?"
    }

    fn repeats(&self) -> &'static str {
        "source 2, figures 1b and 2"
    }

    fn chapter(&self) -> &'static str {
        "measuring/cost-model"
    }

    fn axes(&self) -> &'static [&'static str] {
        &[ITEMS, GROUP, IN_A_ROW]
    }

    fn plan(&self, _: &Device, depth: Depth) -> Vec<Task> {
        let seconds = if depth == Depth::Quick { 1.0 } else { 8.0 };
        vec![
            Task::new(ROW, "launches that do nothing, alone and in a row", seconds),
            Task::new(BASE, "a launch of 1 to 2^24 work-items", seconds),
            Task::new(SIZE, "work-groups of 1 and more work-items", 2.0 * seconds),
        ]
    }

    fn measure(&self, task: &Task, session: &mut MeasurementSession<'_>) -> Result<(), Stop> {
        match task.id.as_str() {
            BASE => base(session),
            SIZE => sizes(session),
            _ => in_a_row(session),
        }
    }

    fn charts(&self, points: &[Point]) -> Vec<Chart> {
        let line = |series: &str, axis: &str| {
            let of = points.iter().filter(|point| point.series == series);
            Line::measured(
                series,
                of.filter_map(|point| {
                    let seconds = point.outcome.seconds()?;
                    Some(Mark {
                        x: point.at(axis)?,
                        y: seconds.median * 1e6,
                        quartiles: Some((seconds.lower * 1e6, seconds.upper * 1e6)),
                    })
                }),
            )
        };
        let per_item = points.iter().filter(|point| point.series == SIZE);
        let base = line(BASE, ITEMS);
        let base_title = base.ends().map(|(first, _)| {
            let flat = base
                .points
                .iter()
                .take_while(|mark| mark.y <= 1.5 * first.y)
                .last();
            let most = flat.map_or(1.0, |mark| mark.x);
            format!(
                "Up to {} work-items a launch takes about as long as for one",
                short(most)
            )
        });
        let sizes = Line::measured(
            SIZE,
            per_item.filter_map(|point| {
                let items = point.at(ITEMS)?;
                let seconds = point.outcome.seconds()?;
                Some(Mark {
                    x: point.at(GROUP)?,
                    y: seconds.median / items * 1e9,
                    quartiles: Some((seconds.lower / items * 1e9, seconds.upper / items * 1e9)),
                })
            }),
        );
        let least = sizes
            .points
            .iter()
            .min_by(|one, other| one.y.total_cmp(&other.y));
        let sizes_title = sizes.points.first().zip(least).map(|(first, least)| {
            format!(
                "In work-groups of {} a work-item costs {} times what it costs in groups of {}",
                short(first.x),
                short(first.y / least.y),
                short(least.x)
            )
        });
        vec![
            Chart {
                name: "launch-base".to_owned(),
                title: base_title.unwrap_or_default(),
                picture: Picture::Lines {
                    x: Axis::log("work-items"),
                    y: Axis::log("microseconds on the device"),
                    lines: vec![base],
                },
            },
            Chart {
                name: "launch-work-group".to_owned(),
                title: sizes_title.unwrap_or_default(),
                picture: Picture::Lines {
                    x: Axis::log("work-items of a work-group"),
                    y: Axis::linear("nanoseconds a work-item"),
                    lines: vec![sizes],
                },
            },
        ]
    }

    fn remarks(&self, points: &[Point]) -> Vec<String> {
        let mut remarks = Vec::new();
        for point in points.iter().filter(|point| point.series == ROW) {
            if let (Some(count), Some(wall)) = (point.at(IN_A_ROW), point.outcome.wall()) {
                remarks.push(if count == 1.0 {
                    format!(
                        "a launch that does nothing, and waiting for it: {}",
                        time(wall.median)
                    )
                } else {
                    format!(
                        "one of {} launches enqueued in a row: {}",
                        short(count),
                        time(wall.median / count)
                    )
                });
            }
        }
        let best = points
            .iter()
            .filter(|point| point.series == SIZE)
            .filter_map(|point| {
                let cost = point.outcome.seconds()?.median / point.at(ITEMS)?;
                Some((point.at(GROUP)?, cost))
            });
        let mut sizes: Vec<(f64, f64)> = best.collect();
        sizes.sort_by(|a, b| a.1.total_cmp(&b.1));
        if let (Some(best), Some(worst)) = (sizes.first(), sizes.last()) {
            remarks.push(format!(
                "of the sizes tried, work-groups of {} are the quickest and of {} the slowest, {} times as \
                 slow",
                best.0,
                worst.0,
                short(worst.1 / best.1)
            ));
        }
        remarks
    }
}

fn in_a_row(session: &mut MeasurementSession<'_>) -> Result<(), Stop> {
    let program = crate::limit::program(session, "float", 1)?;
    let out = session.buffer(4, Fill::Zeros)?;
    for count in [1usize, 10, 100, 1000] {
        let step = program.step("nothing", vec![out.argument()], &[1], Some(&[1]));
        let steps = vec![step; count];
        let mut times = session.time_one_by_one(&steps)?;
        // The wall's clock: what a launch costs is not on the device's.
        times.device = None;
        let work = Work {
            items: count as f64,
            ..Work::default()
        };
        session.timed(
            ROW,
            &[(IN_A_ROW, count as f64)],
            times,
            work,
            None,
            Verified::NothingComputed,
        )?;
    }
    session.limit(Limit::Launch)?;
    Ok(())
}

fn base(session: &mut MeasurementSession<'_>) -> Result<(), Stop> {
    let program = session.build("memory.cl", MEMORY, &[], "")?;
    let largest = if session.depth() == Depth::Quick {
        20
    } else {
        24
    };
    let out = session.buffer(4usize << largest, Fill::Zeros)?;
    let group = session.device().max_work_group_size.clamp(1, 256);
    for exponent in (0..=largest).step_by(2) {
        let items = 1usize << exponent;
        let n = StepArgument::Value((items as u32).to_ne_bytes().to_vec());
        let step = program.step(
            "no_read",
            vec![out.argument(), out.argument(), n],
            &[items],
            Some(&[group.min(items)]),
        );
        session.run(std::slice::from_ref(&step))?;
        let results = session.download_part(out, 0, 4 * items.min(4096))?;
        let results: Vec<f32> = floats(&results);
        Verify {
            relative: 0.0,
            absolute: 0.0,
        }
        .floats(
            "the base cost's result",
            &results,
            (0..results.len()).map(|x| x as f64),
        )?;
        let times = session.time(&[step])?;
        let work = Work {
            bytes: 4.0 * items as f64,
            items: items as f64,
            ..Work::default()
        };
        let verified = Verified::Compared("the first 4096 elements".to_owned());
        session.timed(BASE, &[(ITEMS, items as f64)], times, work, None, verified)?;
    }
    Ok(())
}

fn sizes(session: &mut MeasurementSession<'_>) -> Result<(), Stop> {
    let program = session.build("divide.cl", DIVIDE, &[], "")?;
    let total = if session.depth() == Depth::Quick {
        1usize << 16
    } else {
        1 << 20
    };
    let fill = Fill::Floats {
        seed: 3,
        low: 1.0,
        high: 2.0,
    };
    let input = session.buffer(4 * total, fill)?;
    let out = session.buffer(4 * total, Fill::Zeros)?;
    let most = program
        .work_group("divide")
        .unwrap_or(u64::MAX)
        .min(session.device().max_work_group_size as u64) as usize;
    let step_by = if session.depth() == Depth::Quick {
        13
    } else {
        1
    };
    let small = (1..=100usize).step_by(step_by);
    let large = (7..=16).map(|exponent| 1usize << exponent);
    for group in small.chain(large).filter(|&group| group <= most) {
        let items = total / group * group;
        let step = program.step(
            "divide",
            vec![out.argument(), input.argument()],
            &[items],
            Some(&[group]),
        );
        session.run(std::slice::from_ref(&step))?;
        let work = Work {
            operations: items as f64,
            bytes: 8.0 * items as f64,
            items: items as f64,
        };
        let last = session.download_part(out, (items - 1) * 4, 4)?;
        let divisor = launch::noise::float(3, items as u64 - 1, 1.0, 2.0);
        Verify {
            relative: 1e-6,
            absolute: 0.0,
        }
        .floats("the quotient", &floats(&last), [1.0 / f64::from(divisor)])?;
        let times = session.time(&[step])?;
        let at = [(ITEMS, items as f64), (GROUP, group as f64)];
        let verified = Verified::Compared("the last element".to_owned());
        session.timed(SIZE, &at, times, work, None, verified)?;
    }
    Ok(())
}

pub(super) fn floats(bytes: &[u8]) -> Vec<f32> {
    let (words, _) = bytes.as_chunks::<4>();
    words.iter().map(|word| f32::from_ne_bytes(*word)).collect()
}
