//! The convolution of a volume with several filters: what each step from the plain kernel to the tuned one
//! brings, by the number of filters, by the results of a work-item, and by the shape of the work-group.

use crate::chart::{ends, extremes, short};
use crate::plan::{Depth, Study, Task};
use crate::volume::{Volume, busy, suited};
use crate::{
    Amount, Axis, Bar, Chart, Limit, Line, Mark, MeasurementSession, Picture, Point, Stop, Times,
    Verified,
};
use kernels::convolution::VARIANTS;
use launch::protocol::Device;

pub(super) struct Convolution;

const FILTERS: &str = "filters";
const SIDE: &str = "filter side";
const RESULTS: &str = "results of a work-item";
const X: &str = "work-items along x";
const Y: &str = "work-items along y";
const Z: &str = "work-items along z";

/// The steps, and their kernels in `variants.cl`.
const VARIANT_KERNELS: [(&str, &str); 4] = [
    ("naive", "convolve_naive"),
    ("vector", "convolve_vector"),
    ("cached filter", "convolve_cached"),
    (UNROLLED, "convolve_unrolled"),
];

const UNROLLED: &str = "unrolled";
const TUNED: &str = "tuned";

/// The defaults where something else varies: the filters of the course's goal, and a shape that every device
/// supports.
const USUAL_SIDE: usize = 5;
const USUAL_COUNT: usize = 4;
const USUAL_RESULTS: usize = 4;
const USUAL_GROUP: [usize; 3] = [16, 4, 1];

const BY_RESULTS: &str = "by results";
const BY_GROUP: &str = "by work-group";
const BY_SIDE: &str = "by filter side";

const GROUPS: [[usize; 3]; 12] = [
    [8, 8, 1],
    [16, 4, 1],
    [32, 2, 1],
    [64, 1, 1],
    [4, 4, 4],
    [8, 4, 2],
    [16, 2, 2],
    [16, 16, 1],
    [32, 8, 1],
    [64, 4, 1],
    [8, 8, 4],
    [16, 4, 4],
];

impl Study for Convolution {
    fn name(&self) -> &'static str {
        "convolution"
    }

    fn question(&self) -> &'static str {
        "what does each step from a plain convolution to a tuned one bring?"
    }

    fn repeats(&self) -> &'static str {
        "source 3, its four charts"
    }

    fn chapter(&self) -> &'static str {
        "convolution/unrolled"
    }

    fn axes(&self) -> &'static [&'static str] {
        &[SIDE, FILTERS, RESULTS, X, Y, Z]
    }

    fn plan(&self, _: &Device, depth: Depth) -> Vec<Task> {
        let (counts, seconds): (&[usize], f64) = match depth {
            Depth::Quick => (&[1, 4, 16], 5.0),
            Depth::Full => (&[1, 2, 3, 4, 8, 16, 32], 30.0),
        };
        let side = USUAL_SIDE;
        let mut tasks: Vec<Task> = counts
            .iter()
            .map(|count| {
                Task::new(
                    format!("{FILTERS} = {count}"),
                    format!("every step, filters of {side} x {side} x {side}, {count} at once"),
                    seconds,
                )
            })
            .collect();
        tasks.extend([
            Task::new(
                BY_RESULTS,
                format!("unrolled, from 1 to 16 results of a work-item, {USUAL_COUNT} filters"),
                2.0 * seconds,
            ),
            Task::new(
                BY_GROUP,
                format!("unrolled, by the shape of the work-group, {USUAL_COUNT} filters"),
                2.0 * seconds,
            ),
            Task::new(
                BY_SIDE,
                format!("tuned, with {USUAL_COUNT} filters of 3, 5 and 7 along each side"),
                seconds,
            ),
        ]);
        tasks
    }

    fn measure(&self, task: &Task, session: &mut MeasurementSession<'_>) -> Result<(), Stop> {
        let count = task.id.strip_prefix(FILTERS).and_then(|id| {
            let id = id.strip_prefix(" = ")?;
            id.parse().ok()
        });
        match (count, task.id.as_str()) {
            (Some(count), _) => by_filters(session, count),
            (None, BY_RESULTS) => by_results(session),
            (None, BY_GROUP) => by_group(session),
            _ => by_side(session),
        }
    }

    fn charts(&self, points: &[Point]) -> Vec<Chart> {
        let share = |point: &Point| Some(point.outcome.share()? * 100.0);
        let line = |task: &dyn Fn(&str) -> bool, name: &str, axis: &str| {
            let of = points
                .iter()
                .filter(|point| task(&point.task) && point.series == name);
            Line::measured(
                name,
                of.filter_map(|point| {
                    Some(Mark {
                        x: point.at(axis)?,
                        y: share(point)?,
                        quartiles: None,
                    })
                }),
            )
        };
        let steps = VARIANT_KERNELS.iter().map(|(name, _)| *name);
        let by_filters: Vec<Line> = steps
            .chain([TUNED])
            .map(|name| line(&|task| task.starts_with(FILTERS), name, FILTERS))
            .filter(|line| !line.points.is_empty())
            .collect();
        let bars: Vec<Bar> = points
            .iter()
            .filter(|point| point.task == BY_GROUP)
            .filter_map(|point| {
                let [x, y, z] = [X, Y, Z].map(|axis| point.at(axis));
                Some(Bar {
                    label: format!("{}×{}×{}", x?, y?, z?),
                    value: share(point)?,
                })
            })
            .collect();
        let of_limit = Axis::linear("% of the limit of multiply-adds");
        let mut charts = Vec::new();
        if !by_filters.is_empty() {
            let title = ends(&by_filters)
                .and_then(|(best, least)| {
                    let (_, high) = best.ends()?;
                    let (_, low) = least.ends()?;
                    Some(format!(
                        "With {} filters: {} does {} % of the limit, {} does {} %",
                        short(high.x),
                        best.name,
                        short(high.y),
                        least.name,
                        short(low.y)
                    ))
                })
                .unwrap_or_default();
            charts.push(Chart {
                name: "convolution-filters".to_owned(),
                title,
                picture: Picture::Lines {
                    x: Axis::log(FILTERS),
                    y: of_limit.clone(),
                    lines: by_filters,
                },
            });
        }
        for (name, way, task, series, axis) in [
            (
                "convolution-results",
                "Unrolled",
                BY_RESULTS,
                UNROLLED,
                RESULTS,
            ),
            ("convolution-side", "Tuned", BY_SIDE, TUNED, SIDE),
        ] {
            let line = line(&|of| of == task, series, axis);
            let highest = line
                .points
                .iter()
                .max_by(|one, other| one.y.total_cmp(&other.y));
            if let Some(highest) = highest {
                charts.push(Chart {
                    name: name.to_owned(),
                    title: format!(
                        "{way}: most, {} % of the limit, with {axis} {}",
                        short(highest.y),
                        short(highest.x)
                    ),
                    picture: Picture::Lines {
                        x: Axis::linear(axis),
                        y: of_limit.clone(),
                        lines: vec![line],
                    },
                });
            }
        }
        if let Some((most, least)) = extremes(&bars) {
            charts.push(Chart {
                name: "convolution-work-groups".to_owned(),
                title: format!(
                    "Unrolled: work-groups of {} do {} times as much as those of {}",
                    most.label,
                    short(most.value / least.value),
                    least.label
                ),
                picture: Picture::Bars { y: of_limit, bars },
            });
        }
        charts
    }

    fn remarks(&self, points: &[Point]) -> Vec<String> {
        let usual = |name: &str| {
            points.iter().find(|point| {
                point.series == name
                    && point.task.starts_with(FILTERS)
                    && point.at(FILTERS) == Some(USUAL_COUNT as f64)
            })
        };
        let mut remarks = Vec::new();
        for name in VARIANT_KERNELS.iter().map(|(name, _)| *name).chain([TUNED]) {
            if let Some(point) = usual(name)
                && let (Some(rate), Some(share)) = (
                    point.outcome.rate(Amount::Operations),
                    point.outcome.share(),
                )
            {
                remarks.push(format!(
                    "{name}, {USUAL_COUNT} filters of side {USUAL_SIDE}: {} GFLOP/s, {} % of the limit",
                    short(rate * 1e-9),
                    short(share * 100.0)
                ));
            }
        }
        let best = points
            .iter()
            .filter(|point| point.task == BY_RESULTS)
            .filter_map(|point| Some((point.outcome.rate(Amount::Operations)?, point.at(RESULTS)?)))
            .max_by(|one, other| one.0.total_cmp(&other.0));
        if let Some((_, results)) = best {
            remarks.push(format!(
                "unrolled is quickest with {} results of a work-item",
                short(results)
            ));
        }
        remarks
    }
}

/// The longest convolution that is timed, in seconds.
fn patience(depth: Depth) -> f64 {
    match depth {
        Depth::Quick => 0.2,
        Depth::Full => 1.0,
    }
}

/// Filters of a vector, for a number of filters.
fn vector(count: usize) -> usize {
    [16, 8, 4, 3, 2]
        .into_iter()
        .find(|width| count.is_multiple_of(*width))
        .unwrap_or(1)
}

/// Builds one of the steps, compares what it computes, and times it.
fn step(
    session: &mut MeasurementSession<'_>,
    volume: &Volume,
    kernel: &str,
    results: usize,
    group: [usize; 3],
) -> Result<(Times, Verified), Stop> {
    let most = session.device().max_work_group_size;
    if group.iter().product::<usize>() > most {
        let reason = format!("the device has at most {most} work-items in a work-group");
        return Err(Stop::Unable { reason });
    }
    let defines = [
        ("K", volume.side),
        ("COUNT", volume.count),
        ("WIDTH", vector(volume.count)),
        ("RESULTS", results),
    ]
    .map(|(name, number)| (name, number.to_string()));
    let program = session.build("variants.cl", VARIANTS, &defines, "")?;
    let [w, h, d] = volume.sides;
    let [x, y, z] = group;
    let along_x = if kernel == "convolve_unrolled" {
        w.div_ceil(results)
    } else {
        w
    };
    let global = [
        along_x.next_multiple_of(x),
        h.next_multiple_of(y),
        d.next_multiple_of(z),
    ];
    let step = volume.step(&program, kernel, &global, &group);
    let verified = volume.verify(session, kernel, &step)?;
    let once = session.run(std::slice::from_ref(&step))?.median();
    if once > patience(session.depth()) {
        let reason = format!("one convolution takes about {} s", short(once));
        return Err(Stop::Unable { reason });
    }
    Ok((session.time(&[step])?, verified))
}

/// Records what was timed, or why it was not.
fn record(
    session: &mut MeasurementSession<'_>,
    volume: &Volume,
    series: &str,
    more: &[(&str, usize)],
    timed: Result<(Times, Verified), Stop>,
) -> Result<(), Stop> {
    let mut at = vec![(SIDE, volume.side as f64), (FILTERS, volume.count as f64)];
    at.extend(more.iter().map(|&(axis, value)| (axis, value as f64)));
    match timed {
        Ok((times, verified)) => {
            let limit = Some(Limit::Fma);
            if series == TUNED {
                session.forget(Limit::Fma);
            }
            session.timed(series, &at, times, volume.work(), limit, verified)
        }
        Err(why) => session.skip(series, &at, why),
    }
}

fn by_filters(session: &mut MeasurementSession<'_>, count: usize) -> Result<(), Stop> {
    // The roofline wants both limits.
    session.limit(Limit::Triad)?;
    let volume = Volume::new(session, busy(session), USUAL_SIDE, count)?;
    for (name, kernel) in VARIANT_KERNELS {
        let timed = step(session, &volume, kernel, USUAL_RESULTS, USUAL_GROUP);
        record(session, &volume, name, &[], timed)?;
    }
    let tuned = suited(session, USUAL_SIDE, count);
    let timed = volume.tuned(session, &tuned);
    record(session, &volume, TUNED, &[], timed)
}

fn by_results(session: &mut MeasurementSession<'_>) -> Result<(), Stop> {
    let volume = Volume::new(session, busy(session), USUAL_SIDE, USUAL_COUNT)?;
    let counts: &[usize] = match session.depth() {
        Depth::Quick => &[1, 4, 16],
        Depth::Full => &[1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16],
    };
    for &results in counts {
        let timed = step(session, &volume, "convolve_unrolled", results, USUAL_GROUP);
        record(session, &volume, UNROLLED, &[(RESULTS, results)], timed)?;
    }
    Ok(())
}

fn by_group(session: &mut MeasurementSession<'_>) -> Result<(), Stop> {
    let volume = Volume::new(session, busy(session), USUAL_SIDE, USUAL_COUNT)?;
    let every = if session.depth() == Depth::Quick {
        4
    } else {
        1
    };
    for group in GROUPS.into_iter().step_by(every) {
        let timed = step(session, &volume, "convolve_unrolled", USUAL_RESULTS, group);
        let [x, y, z] = group;
        let shape = [(RESULTS, USUAL_RESULTS), (X, x), (Y, y), (Z, z)];
        record(session, &volume, UNROLLED, &shape, timed)?;
    }
    Ok(())
}

fn by_side(session: &mut MeasurementSession<'_>) -> Result<(), Stop> {
    for side in [3, 5, 7] {
        let volume = Volume::new(session, busy(session), side, USUAL_COUNT)?;
        let tuned = suited(session, side, USUAL_COUNT);
        let timed = volume.tuned(session, &tuned);
        record(session, &volume, TUNED, &[], timed)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_filters_make_whole_vectors() {
        let widths = [1, 2, 3, 4, 8, 16, 32, 12, 7].map(vector);
        assert_eq!(widths, [1, 2, 3, 4, 8, 16, 16, 4, 1]);
    }
}
