//! The product of matrices: on the host and on the device, naively, with tiles and in blocks, and from which
//! size on the device is worth it.

use crate::chart::{ends, short};
use crate::host::{Host, Square};
use crate::plan::{Depth, Study, Task};
use crate::product::{Matrices, Multiply, blocks_range, suited};
use crate::{
    Amount, Axis, Best, Cell, Chart, Heat, Limit, Line, Mark, MeasurementSession, Picture, Point,
    Stop, Times, Verified,
};
use kernels::matmul::{NAIVE, tiled};
use launch::measurement::Way;
use launch::noise;
use launch::protocol::Device;
use std::thread;
use std::time::Instant;

pub(super) struct Matmul;

const SIDE: &str = "n";
const WIDTH: &str = "work-group width";
const HEIGHT: &str = "work-group height";

/// The host's ways: the series, its name in a sentence, and how.
const HOST: [(&str, &str, Host); 3] = [
    (
        "host, one thread",
        "one thread of the host",
        Host::OneThread,
    ),
    (
        "host, all threads",
        "all threads of the host",
        Host::AllThreads,
    ),
    ("host, library", "the host's library", Host::Library),
];

const NAIVELY: &str = "naive";
const TILED: &str = "tiled";
const BLOCKED: &str = "blocked";
const VENDOR: &str = "vendor's library";

/// The device's ways that are launched here, from the slowest to the quickest.
const DEVICE: [&str; 3] = [NAIVELY, TILED, BLOCKED];

/// The suffix of series whose times include the transfers of the matrices.
const TRANSFERRED: &str = " with transfers";

const GROUPS: &str = "work-groups";

/// The side of the work-groups and tiles of the products that are not in blocks.
const GROUP: usize = 16;

/// Rows and columns of the matrices over which work-groups are compared.
fn grouped_side(depth: Depth) -> usize {
    match depth {
        Depth::Quick => 256,
        Depth::Full => 512,
    }
}

impl Study for Matmul {
    fn name(&self) -> &'static str {
        "matmul"
    }

    fn question(&self) -> &'static str {
        "how near does a product of matrices come to the limit, and where does the host win?"
    }

    fn repeats(&self) -> &'static str {
        "source 1, figures 7 to 12"
    }

    fn chapter(&self) -> &'static str {
        "matmul/limit"
    }

    fn axes(&self) -> &'static [&'static str] {
        &[SIDE, WIDTH, HEIGHT]
    }

    fn plan(&self, device: &Device, depth: Depth) -> Vec<Task> {
        let sides: &[usize] = match (depth, device.kind == "CPU") {
            (Depth::Quick, true) => &[32, 128, 512],
            (Depth::Quick, false) => &[32, 128, 512, 2048],
            (Depth::Full, true) => &[
                16, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048,
            ],
            (Depth::Full, false) => &[
                16, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048, 4096,
            ],
        };
        let mut tasks: Vec<Task> = sides
            .iter()
            .map(|side| {
                let seconds = match depth {
                    Depth::Quick => 4.0,
                    Depth::Full => 10.0 + (*side as f64 / 64.0).min(30.0),
                };
                Task::new(
                    format!("{SIDE} = {side}"),
                    format!("{side} x {side}: on the host and on the device"),
                    seconds,
                )
            })
            .collect();
        let side = grouped_side(depth);
        tasks.push(Task::new(
            GROUPS,
            format!("naive and tiled by the shape of the work-group, {side} x {side}"),
            if depth == Depth::Quick { 10.0 } else { 60.0 },
        ));
        tasks
    }

    fn measure(&self, task: &Task, session: &mut MeasurementSession<'_>) -> Result<(), Stop> {
        let side = task.id.strip_prefix(SIDE).and_then(|id| {
            let id = id.strip_prefix(" = ")?;
            id.parse().ok()
        });
        match side {
            Some(side) => at_side(session, side),
            None => groups(session),
        }
    }

    fn charts(&self, points: &[Point]) -> Vec<Chart> {
        let by_side = |name: &str, value: &dyn Fn(&Point) -> Option<Mark>| {
            let of = points
                .iter()
                .filter(|point| point.series == name && point.at(WIDTH).is_none());
            Line::measured(name, of.filter_map(value))
        };
        let rate = |point: &Point| {
            Some(Mark {
                x: point.at(SIDE)?,
                y: point.outcome.rate(Amount::Operations)? * 1e-9,
                quartiles: None,
            })
        };
        let seconds = |point: &Point| {
            let seconds = point.outcome.seconds()?;
            Some(Mark {
                x: point.at(SIDE)?,
                y: seconds.median * 1e3,
                quartiles: Some((seconds.lower * 1e3, seconds.upper * 1e3)),
            })
        };
        let transferred = DEVICE.map(|name| format!("{name}{TRANSFERRED}"));
        let hosts = HOST.iter().map(|(name, ..)| *name);
        let mut rates: Vec<Line> = hosts
            .clone()
            .chain(DEVICE)
            .chain([VENDOR])
            .map(|name| by_side(name, &rate))
            .filter(|line| !line.points.is_empty())
            .collect();
        let rate_title = match ratio_at_largest(points, BLOCKED, VENDOR) {
            Some((side, ratio)) => format!(
                "Without transfers, blocked does {:.0} % of the vendor's library at n = {}",
                ratio * 100.0,
                short(side)
            ),
            None => ends(&rates).map_or_else(String::new, |(best, _)| {
                format!(
                    "Without transfers, {} does most at the largest n",
                    best.name
                )
            }),
        };
        rates.extend(limit(points, &rates));
        let times: Vec<Line> = hosts
            .chain(transferred.iter().map(String::as_str))
            .map(|name| by_side(name, &seconds))
            .filter(|line| !line.points.is_empty())
            .collect();
        let mut charts = vec![
            Chart {
                name: "matmul-rate".to_owned(),
                title: rate_title,
                picture: Picture::Lines {
                    x: Axis::log(SIDE),
                    y: Axis::log("GFLOP/s"),
                    lines: rates,
                },
            },
            Chart {
                name: "matmul-time".to_owned(),
                title: crossover(points, HOST[2].0, &transferred[2])
                    .unwrap_or_else(|| "The host, and the device with transfers".to_owned()),
                picture: Picture::Lines {
                    x: Axis::log(SIDE),
                    y: Axis::log("milliseconds"),
                    lines: times,
                },
            },
        ];
        charts.extend(heat(points, NAIVELY));
        charts
    }

    fn remarks(&self, points: &[Point]) -> Vec<String> {
        let mut remarks = Vec::new();
        let largest = |name: &str| {
            points
                .iter()
                .filter(|point| point.series == name && point.at(WIDTH).is_none())
                .filter(|point| point.outcome.seconds().is_some())
                .max_by(|one, other| {
                    one.at(SIDE)
                        .unwrap_or(0.0)
                        .total_cmp(&other.at(SIDE).unwrap_or(0.0))
                })
        };
        for name in DEVICE {
            if let Some(point) = largest(name)
                && let (Some(side), Some(rate)) =
                    (point.at(SIDE), point.outcome.rate(Amount::Operations))
            {
                let share = point.outcome.share().map_or(String::new(), |share| {
                    format!(", {} % of the limit", short(share * 100.0))
                });
                remarks.push(format!(
                    "{name} at n = {}: {} GFLOP/s{share}",
                    short(side),
                    short(rate * 1e-9)
                ));
            }
        }
        for other in [HOST[2].0, VENDOR] {
            if let Some((side, ratio)) = ratio_at_largest(points, BLOCKED, other) {
                remarks.push(format!(
                    "at n = {} blocked is {} times as fast as {}",
                    short(side),
                    short(ratio),
                    in_a_sentence(other)
                ));
            }
        }
        for (host, ..) in HOST {
            for device in [BLOCKED.to_owned(), format!("{BLOCKED}{TRANSFERRED}")] {
                remarks.extend(crossover(points, host, &device));
            }
        }
        remarks
    }
}

/// The median time of a series by side.
fn times(points: &[Point], name: &str) -> Vec<(f64, f64)> {
    let mut found: Vec<(f64, f64)> = points
        .iter()
        .filter(|point| point.series == name && point.at(WIDTH).is_none())
        .filter_map(|point| Some((point.at(SIDE)?, point.outcome.seconds()?.median)))
        .collect();
    found.sort_by(|one, other| one.0.total_cmp(&other.0));
    found
}

/// Sides at which both series were measured, with how many times as fast the first is.
fn ratios(points: &[Point], first: &str, second: &str) -> Vec<(f64, f64)> {
    let seconds = times(points, second);
    times(points, first)
        .into_iter()
        .filter_map(|(side, time)| {
            let (_, other) = seconds.iter().find(|(other, _)| *other == side)?;
            Some((side, other / time))
        })
        .collect()
}

fn ratio_at_largest(points: &[Point], first: &str, second: &str) -> Option<(f64, f64)> {
    ratios(points, first, second).last().copied()
}

/// What a series of the host is called in a sentence.
fn in_a_sentence(series: &str) -> String {
    let host = HOST.iter().find(|(name, ..)| *name == series);
    host.map_or_else(
        || format!("the {series}"),
        |(_, phrase, _)| (*phrase).to_owned(),
    )
}

/// From which side on the device is quicker than the host, as measured.
fn crossover(points: &[Point], host: &str, device: &str) -> Option<String> {
    let ratios = ratios(points, device, host);
    let (last, _) = ratios.last()?;
    let slower = ratios.iter().rposition(|(_, ratio)| *ratio <= 1.0);
    let host = in_a_sentence(host);
    Some(match slower {
        None => format!("{device} beats {host} at every n measured"),
        Some(place) => match ratios.get(place + 1) {
            Some((first, _)) => format!(
                "{device} beats {host} from n = {} on; at {} it does not",
                short(*first),
                short(ratios[place].0)
            ),
            None => format!(
                "{device} does not beat {host} at n = {}, the largest measured",
                short(*last)
            ),
        },
    })
}

/// The limit, over the width of a chart.
fn limit(points: &[Point], lines: &[Line]) -> Option<Line> {
    let of_limit = points
        .iter()
        .filter(|point| point.series == format!("limit: {}", Limit::Fma.name()));
    let rate = of_limit
        .filter_map(|point| point.outcome.rate(Amount::Operations))
        .max_by(f64::total_cmp)?;
    let sides = lines
        .iter()
        .flat_map(|line| line.points.iter().map(|mark| mark.x));
    let (least, most) = sides.fold((f64::INFINITY, 0.0), |(least, most): (f64, f64), x| {
        (least.min(x), most.max(x))
    });
    Some(Line {
        name: Limit::Fma.name().to_owned(),
        points: [least, most]
            .map(|x| Mark {
                x,
                y: rate * 1e-9,
                quartiles: None,
            })
            .to_vec(),
        limit: true,
        look: None,
    })
}

/// Rates by the shape of the work-group.
fn heat(points: &[Point], name: &str) -> Option<Chart> {
    let grouped = || {
        points
            .iter()
            .filter(|point| point.series == name && point.at(WIDTH).is_some())
    };
    let values = |axis: &str| {
        let mut values: Vec<f64> = grouped().filter_map(|point| point.at(axis)).collect();
        values.sort_by(f64::total_cmp);
        values.dedup();
        values
    };
    let (widths, heights) = (values(WIDTH), values(HEIGHT));
    let cells: Vec<Cell> = grouped()
        .filter_map(|point| {
            let place = |values: &[f64], axis| {
                let value = point.at(axis)?;
                values.iter().position(|other| *other == value)
            };
            Some(Cell {
                column: place(&widths, WIDTH)?,
                row: place(&heights, HEIGHT)?,
                value: point.outcome.rate(Amount::Operations)? * 1e-9,
            })
        })
        .collect();
    let labels = |values: &[f64]| values.iter().map(|value| short(*value)).collect();
    let best = cells
        .iter()
        .max_by(|one, other| one.value.total_cmp(&other.value))?;
    let title = format!(
        "The naive product does most, {} GFLOP/s, in work-groups of {} x {}",
        short(best.value),
        short(widths[best.column]),
        short(heights[best.row])
    );
    Some(Chart {
        name: "matmul-work-groups".to_owned(),
        title,
        picture: Picture::Heat(Heat {
            x: WIDTH.to_owned(),
            columns: labels(&widths),
            y: HEIGHT.to_owned(),
            rows: labels(&heights),
            unit: "GFLOP/s".to_owned(),
            cells,
            best: Best::Most,
            is_to_scale: false,
        }),
    })
}

/// The longest product that is timed, in seconds.
fn patience(depth: Depth) -> f64 {
    match depth {
        Depth::Quick => 0.5,
        Depth::Full => 1.0,
    }
}

/// Too long to be timed: what a product of a quarter of the side took, 64 times.
fn too_long(quarter: f64, depth: Depth) -> Result<(), Stop> {
    let expected = 64.0 * quarter;
    if expected <= patience(depth) {
        return Ok(());
    }
    Err(Stop::Unable {
        reason: format!("one product would take about {} s", short(expected)),
    })
}

fn at_side(session: &mut MeasurementSession<'_>, side: usize) -> Result<(), Stop> {
    // The roofline wants both limits.
    session.limit(Limit::Triad)?;
    let matrices = Matrices::new(session, side)?;
    for (name, _, how) in HOST {
        on_host(session, &matrices, name, how)?;
    }
    let bytes = 4 * side * side;
    let up = session.transfer(bytes, Way::Up, false)?.wall;
    let down = session.transfer(bytes, Way::Down, false)?.wall;
    let median = |times: &[f64]| crate::Summary::of(times).map_or(0.0, |summary| summary.median);
    let transfers = 2.0 * median(&up) + median(&down);
    for name in DEVICE {
        on_device(session, &matrices, name, transfers)?;
    }
    let at = [(SIDE, side as f64)];
    match session.vendor_product(side)? {
        Ok(times) => {
            // The library has matrices of its own, which are not read back.
            let verified = Verified::NothingComputed;
            session.timed(
                VENDOR,
                &at,
                times,
                matrices.work(),
                Some(Limit::Fma),
                verified,
            )
        }
        Err(reason) => session.skip(VENDOR, &at, Stop::Unable { reason }),
    }
}

fn on_host(
    session: &mut MeasurementSession<'_>,
    matrices: &Matrices,
    name: &str,
    how: Host,
) -> Result<(), Stop> {
    let side = matrices.side;
    let at = [(SIDE, side as f64)];
    let floats = |seed| -> Vec<f32> {
        (0..side * side)
            .map(|index| noise::float(seed, index as u64, -1.0, 1.0))
            .collect()
    };
    let (a, b) = (floats(3), floats(4));
    let mut c = vec![f32::NAN; side * side];
    if how != Host::Library {
        // On one thread, so that the cost of starting others does not count 64 times.
        let began = Instant::now();
        let quarter = side / 4;
        Square {
            side: quarter,
            a: &a[..quarter * quarter],
            b: &b,
            c: &mut c[..quarter * quarter],
        }
        .multiply(Host::OneThread);
        let threads = match how {
            Host::OneThread => 1,
            _ => thread::available_parallelism().map_or(1, usize::from),
        };
        let expected = began.elapsed().as_secs_f64() / threads as f64;
        if let Err(why) = too_long(expected, session.depth()) {
            return session.skip(name, &at, why);
        }
    }
    let [whole_a, whole_b] = &matrices.whole;
    Square {
        side,
        a: whole_a,
        b: whole_b,
        c: &mut c,
    }
    .multiply(how);
    let verified = matrices.compare(name, &c)?;
    let wall = Square {
        side,
        a: &a,
        b: &b,
        c: &mut c,
    }
    .time(how, session.effort());
    let times = Times::by_the_wall(wall);
    // On a CPU device, the limit is the host's.
    let limit = session.is_cpu().then_some(Limit::Fma);
    session.timed(name, &at, times, matrices.work(), limit, verified)
}

fn on_device(
    session: &mut MeasurementSession<'_>,
    matrices: &Matrices,
    name: &str,
    transfers: f64,
) -> Result<(), Stop> {
    let at = [(SIDE, matrices.side as f64)];
    match timed(session, matrices, name, [GROUP, GROUP]) {
        Ok((times, verified)) => {
            let wall = times.wall.iter().map(|time| time + transfers);
            let transferred = Times::by_the_wall(wall.collect());
            let work = matrices.work();
            session.timed(name, &at, times, work, Some(Limit::Fma), verified.clone())?;
            let name = format!("{name}{TRANSFERRED}");
            session.timed(&name, &at, transferred, work, None, verified)
        }
        Err(why) => session.skip(name, &at, why),
    }
}

/// Builds one of the device's ways, compares what it computes, and times it.
fn timed(
    session: &mut MeasurementSession<'_>,
    matrices: &Matrices,
    name: &str,
    [width, height]: [usize; 2],
) -> Result<(Times, Verified), Stop> {
    let most = session.device().max_work_group_size;
    if name != BLOCKED && width * height > most {
        let reason = format!("the device has at most {most} work-items in a work-group");
        return Err(Stop::Unable { reason });
    }
    let covering = |side: usize| {
        let global = vec![side.next_multiple_of(width), side.next_multiple_of(height)];
        (global, vec![width, height])
    };
    let blocks = suited(session);
    let in_blocks = |side: usize| blocks_range(&blocks, side);
    let (program, kernel) = match name {
        NAIVELY => (session.build("naive.cl", NAIVE, &[], "")?, "matmul_naive"),
        TILED => (
            session.build("tiled.cl", &tiled(width), &[], "")?,
            "matmul_tiled",
        ),
        _ => (
            session.build(blocks.file(), blocks.text(), &blocks.defines(), "")?,
            blocks.kernel(),
        ),
    };
    let multiply = Multiply {
        program: &program,
        kernel,
        range: if name == BLOCKED {
            &in_blocks
        } else {
            &covering
        },
    };
    if name != BLOCKED {
        let quarter = matrices.once(session, &multiply, matrices.side / 4)?;
        too_long(quarter, session.depth())?;
    }
    let verified = matrices.verify(session, name, &multiply)?;
    Ok((matrices.time(session, &multiply)?, verified))
}

fn groups(session: &mut MeasurementSession<'_>) -> Result<(), Stop> {
    let matrices = Matrices::new(session, grouped_side(session.depth()))?;
    let step = match session.depth() {
        Depth::Quick => 2,
        Depth::Full => 1,
    };
    let sides: Vec<usize> = (0..=6)
        .step_by(step)
        .map(|exponent| 1 << exponent)
        .collect();
    let mut shapes: Vec<(&str, [usize; 2])> = Vec::new();
    for &width in &sides {
        shapes.extend(sides.iter().map(|&height| (NAIVELY, [width, height])));
        shapes.push((TILED, [width, width]));
    }
    for (name, shape) in shapes {
        let [width, height] = shape.map(|side| side as f64);
        let at = [
            (SIDE, matrices.side as f64),
            (WIDTH, width),
            (HEIGHT, height),
        ];
        match timed(session, &matrices, name, shape) {
            Ok((times, verified)) => {
                let work = matrices.work();
                session.timed(name, &at, times, work, Some(Limit::Fma), verified)?;
            }
            Err(why) => session.skip(name, &at, why)?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Outcome, Work};

    fn point(series: &str, side: f64, seconds: f64) -> Point {
        Point {
            task: String::new(),
            series: series.to_owned(),
            at: vec![(SIDE.to_owned(), side)],
            outcome: Outcome::Timed {
                wall: vec![seconds],
                device: None,
                work: Work::default(),
                share: None,
                verified: Verified::NothingComputed,
                energy: None,
            },
        }
    }

    #[test]
    fn the_crossover_is_where_the_device_begins_to_win_for_good() {
        let times = [(16.0, 2.0), (32.0, 0.5), (64.0, 1.5), (128.0, 0.5)];
        let mut points: Vec<Point> = times
            .iter()
            .map(|&(side, time)| point("device", side, time))
            .collect();
        points.extend(times.iter().map(|&(side, _)| point("host", side, 1.0)));
        let said = crossover(&points, "host", "device").unwrap();
        assert_eq!(
            said,
            "device beats the host from n = 128 on; at 64 it does not"
        );
        let never = crossover(&points[..7], "host", "device").unwrap();
        assert_eq!(
            never,
            "device does not beat the host at n = 64, the largest measured"
        );
        let (first, host) = (points[1].clone(), points[5].clone());
        let always = crossover(&[first, host], "host", "device").unwrap();
        assert_eq!(always, "device beats the host at every n measured");
        assert_eq!(crossover(&[], "host", "device"), None);
    }
}
