//! From the points of a calibration to the profile of a device, and how well each line fits its points.

use super::{
    BASE, BYTES, COUNT, DIVIDED, FROM, GROUP_SIZES, MIXED, SIDE, SIZE, STRIDE, TO, operation,
    probes,
};
use crate::{Point, Summary};
use predictor::random::{self, GROUP};
use predictor::{
    About, Apart, Base, Caches, Cost, Far, Group, Near, Part, Profile, Transfer, Work, between,
};

/// Why there is no profile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// A measurement that every prediction needs is missing.
    Missing {
        /// Its name.
        what: &'static str,
    },
}

/// A series of points.
struct Series<'a> {
    points: Vec<&'a Point>,
}

impl<'a> Series<'a> {
    fn of(points: &'a [Point], name: &str) -> Series<'a> {
        let of = points.iter().filter(|point| point.series == name);
        Series {
            points: of.collect(),
        }
    }

    fn at(&self, axis: &str, value: f64) -> Series<'a> {
        let of = self.points.iter().copied();
        Series {
            points: of.filter(|point| point.at(axis) == Some(value)).collect(),
        }
    }

    /// The values on an axis, in order, each once.
    fn values(&self, axis: &str) -> Vec<f64> {
        let mut values: Vec<f64> = self
            .points
            .iter()
            .filter_map(|point| point.at(axis))
            .collect();
        values.sort_by(f64::total_cmp);
        values.dedup();
        values
    }

    /// What one more takes, and its standard error as a share: the slope of the line through the points of
    /// the least and of the largest count, in seconds.
    fn slope(&self) -> Option<(f64, f64)> {
        let mut points: Vec<(f64, Summary)> = self
            .points
            .iter()
            .filter_map(|point| Some((point.at(COUNT)?, point.outcome.seconds()?)))
            .collect();
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (first, last) = (points.first()?, points.last()?);
        if first.0 == last.0 {
            return None;
        }
        let slope = (last.1.median - first.1.median) / (last.0 - first.0);
        let spread = |summary: &Summary| summary.standard_error * summary.median;
        let error =
            spread(&first.1).hypot(spread(&last.1)) / (last.1.median - first.1.median).abs();
        Some((slope.max(0.0), error))
    }

    fn seconds(&self) -> Option<f64> {
        Some(self.points.first()?.outcome.seconds()?.median)
    }
}

fn items(side: f64) -> f64 {
    side * side
}

/// What the model reads in a probe.
fn read(text: &str, side: usize, warp: usize) -> Option<Work> {
    let program = opencl_c::compile(
        "probe.cl",
        text,
        &opencl_c::preprocessor::Options::default(),
        &mut opencl_c::preprocessor::NoIncludes,
    )
    .ok()?
    .program;
    // More room than any probe touches: what it touches is told by its text alone.
    let shape = random::shape("probe", side, 1, [1 << 40; 2]);
    predictor::read(&program, &shape, warp).ok()
}

/// The profile that the points of a calibration tell.
pub fn fit(points: &[Point], device: About, is_cpu: bool) -> Result<Profile, Misfit> {
    // A GPU's warp; on a processor the floats of its widest vectors.
    let warp = if is_cpu { 16 } else { 32 };
    let mut profile = Profile {
        device,
        warp,
        overlap: 1.0,
        hidden: 1.0,
        ..Profile::default()
    };
    for (transfer, name) in profile.transfer.iter_mut().zip([TO, FROM]) {
        *transfer = line(&Series::of(points, name)).ok_or(Misfit::Missing { what: "transfer" })?;
    }
    let base = Series::of(points, BASE);
    for side in base.values(SIDE) {
        if let Some(seconds) = base.at(SIDE, side).seconds() {
            profile.base.push(Base {
                items: items(side),
                seconds,
            });
        }
    }
    if profile.base.is_empty() {
        return Err(Misfit::Missing { what: BASE });
    }
    // These are short, so they are launched by the hundred in each sample: by the wall's clock they show at
    // which pace the host gets on.
    let fewest = base.values(SIDE).first().map(|&side| base.at(SIDE, side));
    profile.in_a_row = fewest
        .and_then(|fewest| fewest.points.first()?.outcome.wall())
        .map_or(0.0, |wall| wall.median);
    let groups = Series::of(points, GROUP_SIZES);
    let usual = (GROUP[0] * GROUP[1]) as f64;
    if let Some(best) = groups.at(SIZE, usual).seconds() {
        for size in groups.values(SIZE) {
            if let Some(seconds) = groups.at(SIZE, size).seconds() {
                profile.group.push(Group {
                    size,
                    factor: seconds / best,
                });
            }
        }
    }
    operations(points, &mut profile);
    if profile.operation.is_empty() {
        return Err(Misfit::Missing { what: "operations" });
    }
    profile.near = near(points, &profile);
    profile.far = far(points, &profile);
    let each = |name: &str| {
        let series = Series::of(points, name);
        let (slope, _) = series.slope()?;
        Some(slope / items(*series.values(SIDE).first()?))
    };
    profile.barrier = each(probes::BARRIER).unwrap_or(0.0);
    profile.atomic = each(probes::ATOMIC).unwrap_or(0.0);
    let few = super::FEW as f64;
    let least = |name: &str| Series::of(points, name).at(SIDE, few).seconds();
    if let (Some(copy), Some(nothing)) = (least(probes::COPIES), least(BASE)) {
        profile.first = (copy - nothing).max(0.0);
    }
    overlaps(points, &mut profile);
    Ok(profile)
}

/// Latency and bandwidth: the line through the points with the least squares of errors as shares.
fn line(series: &Series<'_>) -> Option<Transfer> {
    let points: Vec<(f64, f64)> = series
        .points
        .iter()
        .filter_map(|point| Some((point.at(BYTES)?, point.outcome.seconds()?.median)))
        .collect();
    let (&first, &last) = (points.first()?, points.last()?);
    // Each point counts by its share: a line by least squares of seconds would be that of the largest.
    let (mut a, mut b, mut c, mut d, mut e) = (0.0, 0.0, 0.0, 0.0, 0.0);
    for (bytes, seconds) in &points {
        let weight = 1.0 / (seconds * seconds);
        a += weight;
        b += weight * bytes;
        c += weight * bytes * bytes;
        d += weight * seconds;
        e += weight * bytes * seconds;
    }
    let bend = a * c - b * b;
    let slope = (a * e - b * d) / bend;
    let slope = if slope > 0.0 && slope.is_finite() {
        slope
    } else {
        last.1 / last.0
    };
    let latency = ((d - slope * b) / a).clamp(0.0, first.1);
    let errors = points
        .iter()
        .map(|(bytes, seconds)| ((latency + slope * bytes) / seconds - 1.0).abs());
    Some(Transfer {
        latency,
        bandwidth: 1.0 / slope,
        error: errors.fold(0.0, f64::max),
    })
}

fn operations(points: &[Point], profile: &mut Profile) {
    // Sums first: what the text of another probe does besides is a sum or a difference, and is taken off.
    let mut names: Vec<&str> = points.iter().map(|point| point.series.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    let (first, others): (Vec<&str>, Vec<&str>) = names
        .into_iter()
        .filter(|name| operation(name).is_some())
        .partition(|name| name.ends_with(['+', '-']));
    for name in first.into_iter().chain(others) {
        let Some(probe) = operation(name) else {
            continue;
        };
        let series = Series::of(points, name);
        let sides = series.values(SIDE);
        let (Some(&few), Some(&many)) = (sides.first(), sides.last()) else {
            continue;
        };
        let all = series.at(SIDE, many);
        let (Some((slope, error)), Some((alone, _))) = (all.slope(), series.at(SIDE, few).slope())
        else {
            continue;
        };
        let of_sums = match probe.number {
            "uint" => "int",
            number => number,
        };
        let sum = profile
            .operation
            .get(&format!("{of_sums} +"))
            .copied()
            .filter(|_| probe.has_a_sum())
            .unwrap_or_default();
        let count = all.values(COUNT).first().copied().unwrap_or(0.0);
        let base = profile.base.iter().find(|base| base.items >= items(many));
        let above =
            all.at(COUNT, count).seconds().unwrap_or(0.0) - base.map_or(0.0, |base| base.seconds);
        profile.operation.insert(
            name.to_owned(),
            Cost {
                seconds: (slope / items(many) - sum.seconds).max(0.0) / probe.times,
                alone: (alone - sum.alone).max(0.0) / probe.times,
                saturation: (count - above / slope.max(f64::MIN_POSITIVE)).max(0.0),
                error,
            },
        );
    }
}

fn near(points: &[Point], profile: &Profile) -> Near {
    let mut near = Near::default();
    let warp = profile.warp as usize;
    let each = |series: &Series<'_>| {
        let side = series.values(SIDE).first().copied()?;
        Some((series.slope()?.0 / items(side), side as usize))
    };
    // A sum is part of every probe; the model counts it for itself.
    let sum = profile
        .operation
        .get("float +")
        .map_or(0.0, |cost| cost.seconds);
    near.same =
        each(&Series::of(points, probes::SAME)).map_or(0.0, |(cost, _)| (cost - sum).max(0.0));
    near.plain =
        each(&Series::of(points, probes::PLAIN)).map_or(0.0, |(cost, _)| (cost - sum).max(0.0));
    let whole = |kind: &str| profile.operation.get(kind).map_or(0.0, |cost| cost.seconds);
    let index = whole("int bits");
    for (series, to, text, more) in [
        (
            probes::APART,
            &mut near.apart,
            probes::apart as fn(usize, usize) -> String,
            sum + index,
        ),
        (probes::WRITE, &mut near.write, probes::writes, 0.0),
        (probes::LOCAL, &mut near.local, probes::local, sum + index),
    ] {
        let of_writes = series == probes::WRITE;
        let series = Series::of(points, series);
        for stride in series.values(STRIDE) {
            let of = series.at(STRIDE, stride);
            let Some((cost, side)) = each(&of) else {
                continue;
            };
            let count = of.values(COUNT).last().map_or(1, |&count| count as usize);
            let Some(work) = read(&text(stride as usize, count), side, warp) else {
                continue;
            };
            let of_interest = work.traffic.asked.iter().rev().find(|asked| {
                asked.local == (of.points[0].series == probes::LOCAL)
                    && (asked.kind == predictor::Kind::Load)
                        == (of.points[0].series != probes::WRITE)
            });
            if let Some(asked) = of_interest {
                to.push(Apart {
                    degree: asked.degree,
                    seconds: (cost - more).max(0.0),
                });
            }
        }
        if of_writes {
            // A row costs what memory takes; here stands what other ways take besides.
            let row = to
                .iter()
                .min_by(|a, b| a.degree.total_cmp(&b.degree))
                .map_or(0.0, |point| point.seconds);
            for point in to.iter_mut() {
                point.seconds = (point.seconds - row).max(0.0);
            }
        }
        // Of two probes that ask the same, the one that was disturbed less.
        to.sort_by(|a, b| a.degree.total_cmp(&b.degree));
        to.dedup_by(|after, before| {
            let same = after.degree == before.degree;
            if same {
                before.seconds = before.seconds.min(after.seconds);
            }
            same
        });
    }
    near
}

fn far(points: &[Point], profile: &Profile) -> Vec<Far> {
    let sum = profile
        .operation
        .get("float +")
        .map_or(0.0, |cost| cost.seconds);
    let reads = Series::of(points, probes::FAR_READ);
    let writes = Series::of(points, probes::FAR_WRITE);
    let sectors = Series::of(points, probes::SECTOR);
    // Between each two numbers of planes of a size: what the planes in between cost, and how much the launch
    // touches on average.
    let steps = |series: &Series<'_>, less: f64| {
        let mut steps: Vec<(f64, f64)> = Vec::new();
        for side in series.values(SIDE) {
            let of = series.at(SIDE, side);
            let counts = of.values(COUNT);
            for pair in counts.windows(2) {
                let both = Series {
                    points: [of.at(COUNT, pair[0]).points, of.at(COUNT, pair[1]).points].concat(),
                };
                if let Some((slope, _)) = both.slope() {
                    let touched = 4.0 * items(side) * (pair[0] + pair[1]) / 2.0;
                    steps.push((touched, (slope / items(side) - less).max(0.0) / 4.0));
                }
            }
        }
        steps.sort_by(|a, b| a.0.total_cmp(&b.0));
        steps
    };
    let mut reads = steps(&reads, sum + profile.near.plain);
    let mut writes = steps(&writes, 0.0);
    // Where starting the work-items takes little of the time, one row in and one row out tell more: many
    // planes at once contend for the same places of a cache.
    let (stores, copies) = (
        Series::of(points, probes::STORES),
        Series::of(points, probes::COPIES),
    );
    let mut alone: Vec<(f64, f64, f64)> = Vec::new();
    for base in &profile.base {
        let side = base.items.sqrt();
        let (Some(store), Some(copy)) = (
            stores.at(SIDE, side).seconds(),
            copies.at(SIDE, side).seconds(),
        ) else {
            continue;
        };
        let bytes = 4.0 * base.items;
        let write = (store - base.seconds).max(0.0) / bytes;
        let near = (profile.near.plain * base.items).min(copy);
        let read = (copy - store - near).max(0.0) / bytes;
        if base.seconds < 0.6 * store {
            alone.push((bytes, read, write));
        }
    }
    if alone.len() > 3 {
        reads = alone
            .iter()
            .map(|&(bytes, read, _)| (2.0 * bytes, read))
            .collect();
        writes = alone
            .iter()
            .map(|&(bytes, _, write)| (2.0 * bytes, write))
            .collect();
    }
    let mut random: Vec<(f64, f64)> = Vec::new();
    for bytes in sectors.values(BYTES) {
        let of = sectors.at(BYTES, bytes);
        if let (Some((slope, _)), Some(&side)) = (of.slope(), of.values(SIDE).first()) {
            let near = profile.near.apart.last().map_or(0.0, |apart| apart.seconds);
            random.push((bytes, (slope / items(side) - sum - near).max(0.0)));
        }
    }
    let at =
        |points: &[(f64, f64)], bytes: f64| between(points.iter().copied(), bytes).unwrap_or(0.0);
    let mut sizes: Vec<f64> = reads.iter().chain(&random).map(|point| point.0).collect();
    sizes.sort_by(f64::total_cmp);
    sizes.dedup();
    sizes
        .into_iter()
        .map(|bytes| Far {
            bytes,
            read: at(&reads, bytes),
            write: at(&writes, bytes),
            sector: at(&random, bytes),
        })
        .collect()
}

/// Probes of a series, with what the model reads in each and what each took.
fn readings(
    points: &[Point],
    series: &str,
    text: impl Fn(usize) -> String,
    warp: u32,
) -> Vec<(Work, f64)> {
    let of = Series::of(points, series);
    let each = of.points.iter().filter_map(|point| {
        let count = point.at(COUNT).unwrap_or(0.0) as usize;
        let work = read(&text(count), point.at(SIDE)? as usize, warp as usize)?;
        Some((work, point.outcome.seconds()?.median))
    });
    each.collect()
}

/// Of the profiles with an exponent of 1 to 8, the one under which some probes come out best.
fn exponent(probes: &[(Work, f64)], with: impl Fn(f64) -> Profile) -> f64 {
    let mut best = (f64::INFINITY, 1.0);
    for tenths in 10..=80 {
        let exponent = f64::from(tenths) / 10.0;
        let tried = with(exponent);
        let error: f64 = probes
            .iter()
            .filter_map(|(work, seconds)| {
                let predicted = predictor::predict(work, &tried, Caches::Aware).ok()?;
                Some((predicted.seconds / seconds).ln().powi(2))
            })
            .sum();
        if error < best.0 {
            best = (error, exponent);
        }
    }
    best.1
}

/// How far starting and moving overlap, and how far arithmetic is hidden behind them.
fn overlaps(points: &[Point], profile: &mut Profile) {
    let moving: Vec<(Work, f64)> = [
        readings(points, probes::STORES, |_| probes::stores(), profile.warp),
        readings(points, probes::COPIES, |_| probes::copies(), profile.warp),
    ]
    .concat();
    profile.overlap = exponent(&moving, |overlap| Profile {
        overlap,
        ..profile.clone()
    });
    // A probe says how far the one is hidden behind the other only where both are of a size.
    let mut computing: Vec<(Work, f64)> = [
        readings(points, MIXED, probes::mixed, profile.warp),
        readings(points, DIVIDED, probes::divided, profile.warp),
    ]
    .concat();
    computing.retain(|(work, _)| {
        predictor::predict(work, profile, Caches::Aware).is_ok_and(|predicted| {
            let rest = [Part::Base, Part::Near, Part::Far].map(|part| predicted.of(part));
            let share = predicted.of(Part::Operations) / rest.into_iter().fold(0.0, f64::max);
            (0.25..=4.0).contains(&share)
        })
    });
    profile.hidden = exponent(&computing, |hidden| Profile {
        hidden,
        ..profile.clone()
    });
}
