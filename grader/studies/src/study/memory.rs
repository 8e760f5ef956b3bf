//! The cost of a memory access by its index: private, local and global memory, the five classes of source 2,
//! and the strides between them.

use super::launch_cost::floats;
use super::patterns as shared;
use crate::chart::{ends, extremes, short};
use crate::limit::beyond_caches;
use crate::plan::{Depth, Study, Task};
use crate::{
    Amount, Axis, Bar, Buffer, Chart, Limit, Line, Mark, MeasurementSession, Picture, Point, Stop,
    Verified, Verify, Work,
};
use kernels::measuring::MEMORY;
use launch::measurement::{Effort, Fill, StepArgument};
use launch::noise;
use launch::protocol::Device;

pub(super) struct Memory;

const ITEMS: &str = "work-items";
const STRIDE: &str = "stride";

const PATTERNS: [(&str, &str); 7] = [
    ("no read", "no_read"),
    ("constant", "constant_read"),
    ("repeated", "repeated_read"),
    ("interval", "interval_read"),
    ("coalesced", "coalesced_read"),
    ("uncoalesced", "uncoalesced_read"),
    ("uncoalesced write", "uncoalesced_write"),
];

const SPACES: [(&str, &str); 3] = [
    ("64 private reads", "private_reads"),
    ("64 local reads", "local_reads"),
    ("64 global reads", "global_reads"),
];

const STRIDED: &str = "strided";

/// The stride of the accesses that are not coalesced, as the kernel has it.
const FAR: usize = 4099;

impl Study for Memory {
    fn name(&self) -> &'static str {
        "memory"
    }

    fn question(&self) -> &'static str {
        "what does an access cost, by where its index leads?"
    }

    fn repeats(&self) -> &'static str {
        "source 2, figure 4"
    }

    fn chapter(&self) -> &'static str {
        "measuring/access-patterns"
    }

    fn axes(&self) -> &'static [&'static str] {
        &[ITEMS, STRIDE, shared::ELEMENTS]
    }

    fn plan(&self, _: &Device, depth: Depth) -> Vec<Task> {
        let seconds = if depth == Depth::Quick { 2.0 } else { 20.0 };
        let mut tasks = vec![
            Task::new("patterns", "the five classes of access", seconds),
            Task::new("strides", "every stride that is a power of two", seconds),
            Task::new("spaces", "private, local and global memory", seconds / 2.0),
        ];
        tasks.extend(shared::tasks(depth));
        tasks
    }

    fn measure(&self, task: &Task, session: &mut MeasurementSession<'_>) -> Result<(), Stop> {
        match task.id.as_str() {
            "patterns" => patterns(session),
            "strides" => strides(session),
            "spaces" => spaces(session),
            id => shared::measure(id, session),
        }
    }

    fn charts(&self, points: &[Point]) -> Vec<Chart> {
        // Of each series, the point with the most work-items.
        let bars = |of: &[(&str, &str)]| -> Vec<Bar> {
            of.iter()
                .filter_map(|(name, _)| {
                    let (most, point) = points
                        .iter()
                        .filter(|point| point.series == *name)
                        .filter_map(|point| Some((point.at(ITEMS)?, point)))
                        .max_by(|a, b| a.0.total_cmp(&b.0))?;
                    Some(Bar {
                        label: (*name).to_owned(),
                        value: point.outcome.seconds()?.median / most * 1e9,
                    })
                })
                .collect()
        };
        let lines = PATTERNS.iter().map(|(name, _)| {
            let of = points.iter().filter(|point| point.series == *name);
            Line::measured(
                name,
                of.filter_map(|point| {
                    let seconds = point.outcome.seconds()?;
                    Some(Mark {
                        x: point.at(ITEMS)?,
                        y: seconds.median * 1e6,
                        quartiles: Some((seconds.lower * 1e6, seconds.upper * 1e6)),
                    })
                }),
            )
        });
        let strided = points.iter().filter(|point| point.series == STRIDED);
        let strided = Line::measured(
            STRIDED,
            strided.filter_map(|point| {
                Some(Mark {
                    x: point.at(STRIDE)?,
                    y: point.outcome.rate(Amount::Bytes)? * 1e-9,
                    quartiles: None,
                })
            }),
        );
        let lines: Vec<Line> = lines.collect();
        let lines_title = ends(&lines).and_then(|(slowest, fastest)| {
            let ((_, most), (_, least)) = (slowest.ends()?, fastest.ends()?);
            Some(format!(
                "{} work-items: {} takes {} times as long as {}",
                short(most.x),
                slowest.name,
                short(most.y / least.y),
                fastest.name
            ))
        });
        let (classes, spaces) = (bars(&PATTERNS), bars(&SPACES));
        let compared = |bars: &[Bar], than: &str| {
            let (most, _) = extremes(bars)?;
            let usual = bars.iter().find(|bar| bar.label == than)?;
            let times = short(most.value / usual.value);
            Some(format!("{}: {times} times the time of {than}", most.label))
        };
        let of_strides = strided
            .points
            .iter()
            .min_by(|one, other| one.y.total_cmp(&other.y));
        let strides_title = match (strided.points.first(), of_strides) {
            (Some(first), Some(least)) => format!(
                "A stride of {} leaves {:.0} % of the bandwidth",
                short(least.x),
                least.y / first.y * 100.0
            ),
            _ => String::new(),
        };
        vec![
            Chart {
                name: "memory-patterns".to_owned(),
                title: compared(&classes, "coalesced").unwrap_or_default(),
                picture: Picture::Bars {
                    y: Axis::linear("nanoseconds a work-item"),
                    bars: classes,
                },
            },
            Chart {
                name: "memory-items".to_owned(),
                title: lines_title.unwrap_or_default(),
                picture: Picture::Lines {
                    x: Axis::log("work-items"),
                    y: Axis::log("microseconds"),
                    lines,
                },
            },
            Chart {
                name: "memory-strides".to_owned(),
                title: strides_title,
                picture: Picture::Lines {
                    x: Axis::log("stride in elements"),
                    y: Axis::linear("GB/s of what is asked for"),
                    lines: vec![strided],
                },
            },
            Chart {
                name: "memory-spaces".to_owned(),
                title: compared(&spaces, SPACES[1].0).unwrap_or_default(),
                picture: Picture::Bars {
                    y: Axis::linear("nanoseconds a work-item"),
                    bars: spaces,
                },
            },
            shared::chart(points),
        ]
    }

    fn remarks(&self, points: &[Point]) -> Vec<String> {
        let most = points
            .iter()
            .filter(|point| point.series == "coalesced")
            .filter_map(|point| point.at(ITEMS))
            .fold(0.0, f64::max);
        let of = |name: &str| {
            points
                .iter()
                .find(|point| point.series == name && point.at(ITEMS) == Some(most))
                .and_then(|point| Some(point.outcome.seconds()?.median))
        };
        let mut remarks = Vec::new();
        if let (Some(near), Some(far)) = (of("coalesced"), of("uncoalesced")) {
            remarks.push(format!(
                "over {} work-items, uncoalesced reads take {} times as long as coalesced ones",
                short(most),
                short(far / near)
            ));
        }
        if let (Some(none), Some(constant), Some(near)) =
            (of("no read"), of("constant"), of("coalesced"))
        {
            remarks.push(format!(
                "a constant read adds {} % to a kernel that only writes, a coalesced one {} %",
                short((constant / none - 1.0) * 100.0),
                short((near / none - 1.0) * 100.0)
            ));
        }
        remarks.extend(shared::remarks(points));
        remarks
    }
}

fn value(index: usize) -> f64 {
    f64::from(noise::float(5, index as u64, 0.0, 1.0))
}

fn number(n: usize) -> StepArgument {
    StepArgument::Value((n as u32).to_ne_bytes().to_vec())
}

/// The expected element `x` of the result, for `n` work-items.
fn expected(kernel: &str, stride: usize, x: usize, n: usize) -> f64 {
    let reads =
        |at: &dyn Fn(usize) -> usize| (0..64).fold(0.0, |sum: f64, i| sum * 0.5 + value(at(i)));
    match kernel {
        "no_read" => x as f64,
        "constant_read" => value(42),
        "interval_read" => value(x & 255),
        "coalesced_read" => value(x),
        "repeated_read" => value(x).powi(2),
        "uncoalesced_read" => value((x.wrapping_mul(FAR)) & (n - 1)),
        "uncoalesced_write" => {
            // The work-item that wrote here: by the inverse of the stride, modulo a power of two.
            let mut inverse = 1usize;
            for _ in 0..6 {
                inverse = inverse.wrapping_mul(2usize.wrapping_sub(FAR.wrapping_mul(inverse)));
            }
            value(x.wrapping_mul(inverse) & (n - 1))
        }
        "strided_read" => {
            let part = n / stride;
            value((x % part) * stride + x / part)
        }
        "global_reads" => reads(&|i| ((x ^ (i & 3)) + (i >> 2) * (n / 64 * 4)) & (n - 1)),
        _ => reads(&|i| x ^ (i & 3)),
    }
}

/// Times one kernel of `memory.cl` over `n` work-items, compared at both ends first.
fn access(
    session: &mut MeasurementSession<'_>,
    program: &crate::Program,
    (series, kernel): (&str, &str),
    buffers: Buffers,
    n: usize,
    stride: Option<usize>,
    reads: usize,
) -> Result<(), Stop> {
    let Buffers { out, input, flush } = buffers;
    let group = session.device().max_work_group_size.clamp(1, 256).min(n);
    let mut arguments = vec![out.argument(), input.argument(), number(n)];
    if kernel == "local_reads" {
        arguments.push(StepArgument::Local(group * 4));
    }
    let step = program.step(kernel, arguments, &[n], Some(&[group]));
    session.run(std::slice::from_ref(&step))?;
    let checked = 1024.min(n);
    for first in [0, n - checked] {
        let part = session.download_part(out, first * 4, checked * 4)?;
        Verify {
            relative: 1e-5,
            absolute: 1e-6,
        }
        .floats(
            series,
            &floats(&part),
            (first..first + checked).map(|x| expected(kernel, stride.unwrap_or(1), x, n)),
        )?;
    }
    let effort = session.effort();
    let effort = match flush {
        // Overwriting the buffer takes longer than what is timed.
        Some(_) => Effort { most: 12, ..effort },
        None => effort,
    };
    let times = session.time_with(&[step], effort, flush)?;
    let work = Work {
        operations: 0.0,
        bytes: (n * 4 * (1 + reads)) as f64,
        items: n as f64,
    };
    let mut at = vec![(ITEMS, n as f64)];
    at.extend(stride.map(|stride| (STRIDE, stride as f64)));
    let limit = (reads <= 1).then_some(Limit::Copy);
    let verified = Verified::Compared("the first and the last 1024 elements".to_owned());
    session.timed(series, &at, times, work, limit, verified)
}

/// The kernels' buffers, and one that is overwritten between samples so that the input is not in a cache.
#[derive(Clone, Copy)]
struct Buffers {
    out: Buffer,
    input: Buffer,
    flush: Option<Buffer>,
}

fn buffers(session: &mut MeasurementSession<'_>, n: usize) -> Result<Buffers, Stop> {
    let fill = Fill::Floats {
        seed: 5,
        low: 0.0,
        high: 1.0,
    };
    let size = beyond_caches(session);
    Ok(Buffers {
        out: session.buffer(4 * n, Fill::Zeros)?,
        input: session.buffer(4 * n, fill)?,
        flush: Some(session.buffer(size, Fill::Zeros)?),
    })
}

fn most(session: &MeasurementSession<'_>) -> u32 {
    let wanted = if session.depth() == Depth::Quick {
        20
    } else {
        26
    };
    let room = (session.device().max_allocation / 4).max(1 << 10).ilog2();
    wanted.min(room)
}

fn patterns(session: &mut MeasurementSession<'_>) -> Result<(), Stop> {
    let program = session.build("memory.cl", MEMORY, &[], "")?;
    let most = most(session);
    let buffers = buffers(session, 1 << most)?;
    for kernel in PATTERNS {
        for exponent in (12..=most).rev().step_by(2) {
            let n = 1usize << exponent;
            // Data in a cache does not come from memory.
            let reads = match kernel.1 {
                "no_read" | "constant_read" | "interval_read" => 0,
                _ => 1,
            };
            access(session, &program, kernel, buffers, n, None, reads)?;
        }
    }
    Ok(())
}

fn strides(session: &mut MeasurementSession<'_>) -> Result<(), Stop> {
    let n = 1usize << most(session);
    let buffers = buffers(session, n)?;
    for exponent in 0..=10 {
        let stride = 1usize << exponent;
        let defines = [("STRIDE", stride.to_string())];
        let program = session.build("memory.cl", MEMORY, &defines, "")?;
        let kernel = (STRIDED, "strided_read");
        access(session, &program, kernel, buffers, n, Some(stride), 1)?;
    }
    Ok(())
}

fn spaces(session: &mut MeasurementSession<'_>) -> Result<(), Stop> {
    let program = session.build("memory.cl", MEMORY, &[], "")?;
    let n = 1usize << most(session).min(22);
    // Each input is read 64 times: what counts is where it is kept, not how it comes there.
    let buffers = Buffers {
        flush: None,
        ..buffers(session, n)?
    };
    for kernel in SPACES {
        access(session, &program, kernel, buffers, n, None, 64)?;
    }
    session.limit(Limit::LocalMemory)?;
    Ok(())
}
