//! From the points of a calibration to the profile of a device, and how well each line fits its points.

use super::{
    BASE, BY_WIDTH, BYTES, COUNT, DIVIDED, FLOATS, FROM, GROUP_SIZES, IN_A_ROW, MIXED, PAIR, SIDE,
    SIZE, STRIDE, TO, WIDTH, probes, probes::Probe, side_by_side, usual_group,
};
use crate::{Outcome, Point, Summary};
use predictor::random;
use predictor::{
    About, Apart, Base, Caches, Chain, Cost, Far, Group, Hiding, Lone, Near, Part, Private,
    Profile, Transfer, Vectors, Wide, Work, between, norm,
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
        let counts = self.values(COUNT);
        let (&first, &last) = (counts.first()?, counts.last()?);
        if first == last {
            return None;
        }
        let (few, many) = (self.at(COUNT, first).best()?, self.at(COUNT, last).best()?);
        let slope = (many.0 - few.0) / (last - first);
        let error = few.1.hypot(many.1) / (many.0 - few.0).abs();
        Some((slope.max(0.0), error))
    }

    /// The least seconds of all visits, and their standard error, in seconds as well. The least: a program
    /// that takes a processor away takes it for some samples, and gives it to none.
    fn best(&self) -> Option<(f64, f64)> {
        let visits = self.points.iter().filter_map(|point| {
            let seconds = point.outcome.seconds()?;
            Some((seconds.least, seconds.standard_error * seconds.median))
        });
        visits.min_by(|a, b| a.0.total_cmp(&b.0))
    }

    fn seconds(&self) -> Option<f64> {
        Some(self.best()?.0)
    }

    /// The median of the times of all visits: of launches that take turns, each has a wait of its own, and that
    /// belongs to it.
    fn alone(&self) -> Option<f64> {
        let times = self.points.iter().filter_map(|point| match &point.outcome {
            Outcome::Timed { wall, device, .. } => Some(device.as_ref().unwrap_or(wall)),
            Outcome::Skipped { .. } => None,
        });
        let times: Vec<f64> = times.flatten().copied().collect();
        Some(Summary::of(&times)?.median)
    }
}

fn items(side: f64) -> f64 {
    side * side
}

/// What the model reads in a probe.
fn read(text: &str, side: usize, profile: &Profile) -> Option<Work> {
    let program = opencl_c::compile(
        "probe.cl",
        text,
        &opencl_c::preprocessor::Options::default(),
        &mut opencl_c::preprocessor::NoIncludes,
    )
    .ok()?
    .program;
    // More room than any probe touches: what it touches is told by its text alone.
    let shape = random::shape("probe", side, probes::ROUNDS, [1 << 40; 2], profile.probed);
    predictor::read(&program, &shape, profile.warp as usize).ok()
}

/// How often what hangs on one another is told anew.
const SETTLING: usize = 3;

/// The profile that the points of a calibration tell.
pub fn fit(points: &[Point], device: About, is_cpu: bool) -> Result<Profile, Misfit> {
    // A GPU's warp; on a processor the floats of its widest vectors.
    let warp = if is_cpu { 16 } else { 32 };
    let mut profile = Profile {
        device,
        warp,
        probed: usual_group(is_cpu),
        overlap: 1.0,
        hidden: 1.0,
        pipes: 1.0,
        ..Profile::default()
    };
    for (transfer, name) in profile.transfer.iter_mut().zip([TO, FROM]) {
        *transfer = line(&Series::of(points, name)).ok_or(Misfit::Missing { what: "transfer" })?;
    }
    let base = Series::of(points, BASE);
    for side in base.values(SIDE) {
        if let Some(seconds) = base.at(SIDE, side).alone() {
            profile.base.push(Base {
                items: items(side),
                seconds,
            });
        }
    }
    if profile.base.is_empty() {
        return Err(Misfit::Missing { what: BASE });
    }
    // Launched by the hundred in each sample: by the wall's clock they show at which pace the host gets on.
    profile.in_a_row = Series::of(points, IN_A_ROW)
        .points
        .first()
        .and_then(|point| point.outcome.wall())
        .map_or(0.0, |wall| wall.median);
    let [across, down] = profile.probed;
    profile.group = factors(points, (GROUP_SIZES, SIZE), across * down);
    profile.width = factors(points, (BY_WIDTH, WIDTH), across);
    operations(points, &mut profile, is_cpu);
    if profile.operation.is_empty() {
        return Err(Misfit::Missing { what: "operations" });
    }
    profile.near = near(points, &profile);
    // A processor's first read is there long before its threads have begun.
    let few = super::FEW as f64;
    let least = |name: &str| Series::of(points, name).at(SIDE, few).alone();
    if let (Some(copy), Some(nothing), false) = (least(probes::COPIES), least(BASE), is_cpu) {
        profile.first = (copy - nothing).max(0.0);
    }
    profile.far = far(points, &profile, is_cpu);
    let each = |name: &str| {
        let series = Series::of(points, name);
        let (slope, _) = series.slope()?;
        Some(slope / items(*series.values(SIDE).first()?))
    };
    profile.barrier = each(probes::BARRIER).unwrap_or(0.0);
    profile.atomic = each(probes::ATOMIC).unwrap_or(0.0);
    profile.chain = chain(points, &profile);
    profile.vectors = vectors(points, &profile);
    pipes(points, &mut profile);
    overlaps(points, &mut profile);
    if is_cpu {
        // How long memory takes beside what a core does tells how far the one is hidden, which tells how long it takes.
        for _ in 0..SETTLING {
            profile.item = item(points, &profile);
            profile.far = far(points, &profile, is_cpu);
            overlaps(points, &mut profile);
        }
        profile.divisions = divisions(points, &profile);
    }
    profile.units = units(points);
    profile.reference = Series::of(points, crate::REFERENCE).alone();
    profile.lone = lone(points);
    profile.round = round(points, &profile);
    Ok(profile)
}

/// Times by an extent of the work-group, as multiples of that with the usual one.
fn factors(points: &[Point], (series, axis): (&str, &str), usual: usize) -> Vec<Group> {
    let series = Series::of(points, series);
    let Some(best) = series.at(axis, usual as f64).seconds() else {
        return Vec::new();
    };
    let sizes = series.values(axis).into_iter();
    sizes
        .filter_map(|size| {
            Some(Group {
                size,
                factor: series.at(axis, size).seconds()? / best,
            })
        })
        .collect()
}

/// What an operation takes that waits for the one before, by how many there are, as a multiple of one that
/// does not.
fn chain(points: &[Point], profile: &Profile) -> Vec<Chain> {
    let series = Series::of(points, probes::CHAINS);
    // Sums and differences take as long as a product: of three probes one may have been disturbed.
    let alike = ["float +", "float -", "float *"];
    let alike = alike.map(|name| profile.operation.get(name)?.rolled);
    let mut alike: Vec<f64> = alike.into_iter().flatten().collect();
    alike.sort_by(f64::total_cmp);
    let each = alike.get(alike.len() / 2).copied();
    let at = |count: f64| series.at(COUNT, count).seconds();
    // Without a product; but the few of short rows may be done while others wait for something else.
    let (Some(each), Some(&side), Some(start)) = (each, series.values(SIDE).first(), at(0.0))
    else {
        return Vec::new();
    };
    let factor = |count: f64| {
        let one = (at(count)? - start) / count / items(side);
        Some(Chain {
            operations: count,
            factor: (one / each).max(1.0),
        })
    };
    let counts = series
        .values(COUNT)
        .into_iter()
        .filter(|&count| count > 0.0);
    counts.filter_map(factor).collect()
}

/// Are there vectors where a read goes down a column? Not where the same with a read along a row is much quicker.
fn over_columns(points: &[Point]) -> Option<bool> {
    let series = Series::of(points, probes::COLUMN);
    let at = |columns: f64| series.at(COUNT, columns).seconds();
    Some(at(1.0)? < 2.0 * at(0.0)?)
}

/// Up to how many values of a work-item there are vectors where the starts of rows are read: between the two
/// kernels from one of which to the next the time leaps most, and stays above.
fn over_row_starts(points: &[Point], profile: &Profile) -> Option<f64> {
    let series = Series::of(points, probes::ROW_STARTS);
    let side = *series.values(SIDE).first()? as usize;
    let probes: Vec<(f64, f64)> = series
        .values(COUNT)
        .into_iter()
        .filter_map(|number| {
            let work = read(&probes::row_starts(number as usize), side, profile)?;
            Some((work.values, series.at(COUNT, number).seconds()?))
        })
        .collect();
    // The largest leap: one of them that was disturbed is longer than the one before it, too.
    let leap_to = |next: usize| {
        let (small, large) = probes.split_at(next);
        let longest = small.iter().map(|probe| probe.1).fold(0.0, f64::max);
        let shortest = large.iter().map(|probe| probe.1);
        shortest.fold(f64::INFINITY, f64::min) / longest
    };
    let leap = (1..probes.len()).max_by(|&a, &b| leap_to(a).total_cmp(&leap_to(b)))?;
    if leap_to(leap) <= 1.5 {
        return None;
    }
    Some((probes[leap - 1].0 + probes[leap].0) / 2.0)
}

/// How many work-groups run at once: by so much a work-item of one alone takes longer than one of many.
fn units(points: &[Point]) -> Option<f64> {
    let count = probes::CROWD as f64;
    let each = |name: &str| {
        let of = Series::of(points, name);
        let side = *of.values(SIDE).first()?;
        let seconds = of.at(COUNT, count).seconds()? - of.at(COUNT, 0.0).seconds()?;
        Some(seconds / items(side))
    };
    Some((each(probes::CROWDS)? / each(probes::CHAINS)?).max(1.0))
}

/// What a work-item without vectors takes beside what it does.
fn item(points: &[Point], profile: &Profile) -> Option<f64> {
    let series = Series::of(points, probes::ROLLED_READS).at(COUNT, 0.0);
    let side = *series.values(SIDE).first()?;
    let base = Series::of(points, BASE).at(SIDE, side).seconds()?;
    let stores = Series::of(points, probes::ROW_STORES).at(SIDE, side);
    let hidden = profile.hidden_at(8.0 * items(side));
    let stored = moved_beside_a_product(stores.seconds()? - base, side, profile)
        - profile.near.plain * items(side);
    let done = rest(series.seconds()? - base, stored, hidden);
    let read = profile.near.rolled.unwrap_or(0.0);
    Some((done / items(side) - read).max(0.0))
}

/// Seconds of moving and asking, of so many above the base of a launch that makes a product of each element.
fn moved_beside_a_product(seconds: f64, side: f64, profile: &Profile) -> f64 {
    let product = profile.operation.get("float *");
    let product = product.map_or(0.0, |product| product.seconds);
    let hidden = profile.hidden_at(8.0 * items(side));
    rest(seconds, product * items(side), hidden)
}

/// What is left of a time when one of the two is known that take it together, as [`norm`] has it.
fn rest(together: f64, known: f64, exponent: f64) -> f64 {
    if together <= 0.0 {
        return 0.0;
    }
    let share = (known / together).clamp(0.0, 1.0);
    together * (1.0 - share.powf(exponent)).powf(1.0 / exponent)
}

/// What a round of a loop takes beside what is done in it.
fn round(points: &[Point], profile: &Profile) -> Option<f64> {
    let series = Series::of(points, probes::SHORT_LOOP);
    let side = *series.values(SIDE).first()?;
    let [few, many] = probes::SHORT.map(|rounds| {
        let work = read(&probes::short_loop(rounds), side as usize, profile)?;
        let predicted = predictor::predict(&work, profile, Caches::Aware).ok()?;
        Some(series.at(COUNT, rounds as f64).seconds()? - predicted.seconds)
    });
    let rounds = probes::SHORT[1] - probes::SHORT[0];
    Some(((many? - few?) / rounds as f64 / items(side)).max(0.0))
}

/// Of which kernels the compiler makes vectors: of those that take about as long as that.
fn vectors(points: &[Point], profile: &Profile) -> Option<Vectors> {
    let takes_vectors = |series: &str, count: usize, text: String| {
        let series = Series::of(points, series);
        let work = read(&text, *series.values(SIDE).first()? as usize, profile)?;
        let seconds = series.at(COUNT, count as f64).seconds()?;
        let off = |vectors: bool| {
            let tried = Profile {
                vectors: Some(Vectors {
                    over_loops: vectors,
                    over_branches: vectors,
                    over_columns: None,
                    over_row_starts: None,
                }),
                ..profile.clone()
            };
            let predicted = predictor::predict(&work, &tried, Caches::Aware).ok()?;
            Some((predicted.seconds / seconds).ln().abs())
        };
        Some(off(true)? < off(false)?)
    };
    let most = probes::SHORT[1];
    Some(Vectors {
        over_loops: takes_vectors(probes::SHORT_LOOP, most, probes::short_loop(most))?,
        over_branches: takes_vectors(probes::BRANCH, 1, probes::branch())?,
        over_columns: over_columns(points),
        over_row_starts: over_row_starts(points, profile),
    })
}

/// How far different operations are done at the same time.
fn pipes(points: &[Point], profile: &mut Profile) {
    if profile.is_processor() {
        profile.pipes = pipes_of_a_core(points).unwrap_or(1.0);
        quotients(points, profile);
        return;
    }
    let series = Series::of(points, probes::PIPES);
    let mut side_by_sides: Vec<(Work, f64)> = Vec::new();
    for pair in series.values(PAIR) {
        let of = series.at(PAIR, pair);
        if let (Some(&side), Some(text), Some(seconds)) = (
            of.values(SIDE).first(),
            side_by_side(pair as usize),
            of.seconds(),
        ) && let Some(work) = read(&text, side as usize, profile)
        {
            side_by_sides.push((work, seconds));
        }
    }
    profile.pipes = exponent(&side_by_sides, |pipes| Profile {
        pipes,
        ..profile.clone()
    });
}

/// The same of a processor, whose pace is not what it was when each operation was measured: of two operations side by
/// side and of each alone, measured in the same moments. Of several such pairs the middle one: any may be disturbed.
/// None where none of them was measured.
fn pipes_of_a_core(points: &[Point]) -> Option<f64> {
    let series = Series::of(points, probes::PIPES);
    let pairs = series.values(PAIR).into_iter().filter_map(|pair| {
        let of = series.at(PAIR, pair);
        let at = |which: f64| of.at(COUNT, which).seconds();
        let none = at(0.0)?;
        let above = [at(1.0)? - none, at(2.0)? - none, at(3.0)? - none];
        let is_told = above.iter().all(|seconds| *seconds > 0.0);
        is_told.then(|| {
            let [one, other, both] = above;
            best(|exponent| (norm(&[one, other], exponent) / both).ln().powi(2))
        })
    });
    Some(Summary::of(&pairs.collect::<Vec<_>>())?.median)
}

/// How far a core divides whole numbers while it computes others. None where no such kernel was measured.
fn divisions(points: &[Point], profile: &Profile) -> Option<f64> {
    let series = Series::of(points, probes::EXPRESSIONS);
    let side = *series.values(SIDE).first()? as usize;
    let kernels = series.values(COUNT).into_iter().filter_map(|number| {
        let work = read(&probes::expressions(number as usize), side, profile)?;
        Some((work, series.at(COUNT, number).seconds()?))
    });
    let kernels: Vec<(Work, f64)> = kernels.collect();
    (!kernels.is_empty()).then(|| {
        exponent(&kernels, |divisions| Profile {
            divisions: Some(divisions),
            ..profile.clone()
        })
    })
}

/// What a division of floats takes without vectors, and how far a core does it beside all else: of kernels that have
/// none to three, which are so short that no division waits for the one before in the row.
fn quotients(points: &[Point], profile: &mut Profile) {
    let series = Series::of(points, probes::QUOTIENTS);
    let side = series.values(SIDE).first().copied();
    let of_row = |side: f64| {
        let base = Series::of(points, BASE).at(SIDE, side).seconds()?;
        let above = (0..probes::QUOTIENT_TEXTS.len()).map(|count| {
            let seconds = series.at(COUNT, count as f64).seconds()?;
            Some((seconds - base) / items(side))
        });
        above.collect::<Option<Vec<f64>>>()
    };
    let Some(above) = side.and_then(of_row) else {
        return;
    };
    let (Some((&none, some)), Some(cost)) =
        (above.split_first(), profile.operation.get_mut("float /"))
    else {
        return;
    };
    let Some(in_a_row) = cost.rolled.filter(|_| none > 0.0) else {
        return;
    };
    let misses = |each: f64, exponent: f64| {
        let off = some.iter().enumerate().map(|(before, seconds)| {
            let count = (before + 1) as f64;
            (norm(&[none, count * each], exponent) / seconds)
                .ln()
                .powi(2)
        });
        off.sum::<f64>()
    };
    let tried = (4..=20).map(|twentieths| {
        let each = in_a_row * f64::from(twentieths) / 20.0;
        let exponent = best(|exponent| misses(each, exponent));
        (misses(each, exponent), each, exponent)
    });
    if let Some((_, each, exponent)) = tried.min_by(|a, b| a.0.total_cmp(&b.0)) {
        cost.rolled = Some(each);
        profile.quotients = Some(exponent);
    }
}

/// Latency and bandwidth: the line through the points with the least squares of errors as shares.
fn line(series: &Series<'_>) -> Option<Transfer> {
    let points: Vec<(f64, f64)> = series
        .points
        .iter()
        .filter_map(|point| Some((point.at(BYTES)?, point.outcome.seconds()?.least)))
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

fn operations(points: &[Point], profile: &mut Profile, is_cpu: bool) {
    // Sums first: what the text of another probe does besides is a sum or a difference, and is taken off.
    let (sums, others): (Vec<&Probe>, Vec<&Probe>) = probes::OPERATIONS
        .iter()
        .partition(|probe| matches!(probe.kind, "+" | "-"));
    for probe in sums.into_iter().chain(others) {
        let name = &probe.series();
        // Told by a sum and an exclusive or, of which each costs as much.
        let (told, times) = match probe.told_by(is_cpu) {
            Some(other) => (other, 2.0),
            None => (name.as_str(), probe.times),
        };
        let series = Series::of(points, told);
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
        // The same in a kernel that no vectors are made of.
        let rolled = Series::of(points, &probes::rolled_series(told));
        let rolled = rolled.slope().map(|(slope, _)| {
            let sum = sum.rolled.unwrap_or(0.0);
            (slope / items(many) - sum).max(0.0) / times
        });
        let base = profile.base.iter().find(|base| base.items >= items(many));
        let above =
            all.at(COUNT, count).seconds().unwrap_or(0.0) - base.map_or(0.0, |base| base.seconds);
        profile.operation.insert(
            name.clone(),
            Cost {
                seconds: (slope / items(many) - sum.seconds).max(0.0) / times,
                rolled,
                alone: if few < many {
                    (alone - sum.alone).max(0.0) / times
                } else {
                    0.0
                },
                saturation: (count - above / slope.max(f64::MIN_POSITIVE)).max(0.0),
                error,
            },
        );
    }
}

fn near(points: &[Point], profile: &Profile) -> Near {
    let mut near = Near::default();
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
    let unmoved = each(&Series::of(points, probes::UNMOVED));
    near.unmoved = unmoved.map(|(cost, _)| (cost - sum).max(near.plain));
    let rolled_sum = profile
        .operation
        .get("float +")
        .and_then(|cost| cost.rolled)
        .unwrap_or(0.0);
    let rolled = |series| {
        let (cost, _) = each(&Series::of(points, series))?;
        Some((cost - rolled_sum).max(0.0))
    };
    near.rolled = rolled(probes::ROLLED_READS);
    near.rolled_same = rolled(probes::ROLLED_SAME);
    let whole = |kind: &str| profile.operation.get(kind).map_or(0.0, |cost| cost.seconds);
    let index = whole("int bits");
    let vectors = Series::of(points, probes::VECTORS);
    near.vector = vectors
        .values(FLOATS)
        .into_iter()
        .filter_map(|floats| {
            let (cost, _) = each(&vectors.at(FLOATS, floats))?;
            Some(Wide {
                bytes: 4.0 * floats,
                seconds: (cost - floats * sum - index).max(0.0),
            })
        })
        .collect();
    let private = |series, less: f64| {
        let (cost, _) = each(&Series::of(points, series))?;
        Some((cost - whole("int +") - index - less).max(0.0))
    };
    if let (Some(read), Some(write)) = (
        private(probes::PRIVATE_READ, sum),
        private(probes::PRIVATE_WRITE, 0.0),
    ) {
        near.private = Some(Private { read, write });
    }
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
            let Some(work) = read(&text(stride as usize, count), side, profile) else {
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

/// What a byte takes that is moved, in seconds, by how many bytes a launch touches.
#[derive(Default)]
struct Moved {
    reads: Vec<(f64, f64)>,
    writes: Vec<(f64, f64)>,
    columns: Vec<(f64, f64)>,
}

fn far(points: &[Point], profile: &Profile, is_cpu: bool) -> Vec<Far> {
    let moved = if is_cpu {
        moved_by_a_core(points, profile)
    } else {
        moved(points, profile)
    };
    let random = random_reads(points, profile);
    let at =
        |points: &[(f64, f64)], bytes: f64| between(points.iter().copied(), bytes).unwrap_or(0.0);
    let mut sizes: Vec<f64> = moved
        .reads
        .iter()
        .chain(&random)
        .map(|point| point.0)
        .collect();
    sizes.sort_by(f64::total_cmp);
    sizes.dedup();
    sizes
        .into_iter()
        .map(|bytes| Far {
            bytes,
            read: at(&moved.reads, bytes),
            write: at(&moved.writes, bytes),
            sector: at(&random, bytes),
            column: between(moved.columns.iter().copied(), bytes),
        })
        .collect()
}

/// Seconds of a read at a random place, by the bytes of all such places.
fn random_reads(points: &[Point], profile: &Profile) -> Vec<(f64, f64)> {
    let apart = last_apart(profile);
    let sum = profile
        .operation
        .get("float +")
        .map_or(0.0, |cost| cost.seconds);
    let sectors = Series::of(points, probes::SECTOR);
    let each = sectors.values(BYTES).into_iter().filter_map(|bytes| {
        let of = sectors.at(BYTES, bytes);
        let ((slope, _), side) = (of.slope()?, *of.values(SIDE).first()?);
        Some((bytes, (slope / items(side) - sum - apart).max(0.0)))
    });
    each.collect()
}

/// Of rows that go out, the same beside rows that come in, and beside columns: what is left when the core's own part,
/// done meanwhile, is taken off.
fn moved_by_a_core(points: &[Point], profile: &Profile) -> Moved {
    let [stores, copies, columns] =
        [probes::ROW_STORES, probes::COPIES, probes::COLUMNS].map(|name| Series::of(points, name));
    let one_by_one = over_columns(points) == Some(false);
    let of_a_column = match profile.near.rolled.filter(|_| one_by_one) {
        Some(read) => {
            let product = profile.operation.get("float *");
            let product = product.and_then(|cost| cost.rolled).unwrap_or(0.0);
            read + product + profile.item.unwrap_or(0.0)
        }
        None => last_apart(profile),
    };
    let mut moved = Moved::default();
    for base in &profile.base {
        let (side, bytes) = (base.items.sqrt(), 4.0 * base.items);
        let above = |of: &Series<'_>| Some((of.at(SIDE, side).alone()? - base.seconds).max(0.0));
        let (Some(store), Some(copy)) = (above(&stores), above(&copies)) else {
            continue;
        };
        let near = profile.near.plain * base.items;
        // One row in and one row out.
        let touched = 2.0 * bytes;
        let hidden = profile.hidden_at(touched);
        let moved_by = |seconds| (moved_beside_a_product(seconds, side, profile) - near).max(0.0);
        let (written, both) = (moved_by(store), moved_by(copy));
        moved
            .reads
            .push((touched, (both - written).max(0.0) / bytes));
        moved.writes.push((touched, written / bytes));
        if let Some(column) = above(&columns) {
            let done = rest(column, written, hidden);
            let waited = (done - of_a_column * base.items).max(0.0);
            moved.columns.push((touched, waited / bytes));
        }
    }
    moved
}

/// Seconds of each work-item of reads that lie furthest apart.
fn last_apart(profile: &Profile) -> f64 {
    profile.near.apart.last().map_or(0.0, |apart| apart.seconds)
}

fn moved(points: &[Point], profile: &Profile) -> Moved {
    let sum = profile
        .operation
        .get("float +")
        .map_or(0.0, |cost| cost.seconds);
    // Between each two numbers of planes of a size: what the planes in between cost, and how much the launch
    // touches on average.
    let steps = |series: &str, less: f64| {
        let series = Series::of(points, series);
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
    // Where starting the work-items takes little of the time, one row in and one row out tell more: many
    // planes at once contend for the same places of a cache.
    let (stores, copies) = (
        Series::of(points, probes::STORES),
        Series::of(points, probes::COPIES),
    );
    let mut alone = Moved::default();
    for base in &profile.base {
        let side = base.items.sqrt();
        let (Some(store), Some(copy)) =
            (stores.at(SIDE, side).alone(), copies.at(SIDE, side).alone())
        else {
            continue;
        };
        if base.seconds < 0.6 * store {
            let bytes = 4.0 * base.items;
            let near = (profile.near.plain * base.items).min(copy);
            let write = (store - base.seconds).max(0.0) / bytes;
            let read = (copy - store - near).max(0.0) / bytes;
            alone.writes.push((2.0 * bytes, write));
            alone.reads.push((2.0 * bytes, read));
        }
    }
    if alone.reads.len() > 3 {
        return alone;
    }
    Moved {
        reads: steps(probes::FAR_READ, sum + profile.near.plain),
        writes: steps(probes::FAR_WRITE, 0.0),
        columns: Vec::new(),
    }
}

/// What a read at a random place adds to a work-item without vectors, by how long it does something else for each.
fn lone(points: &[Point]) -> Vec<Lone> {
    let series = Series::of(points, probes::LONE);
    let mut lone = Vec::new();
    for products in series.values(COUNT) {
        let of = series.at(COUNT, products);
        let places = of.values(BYTES);
        let (Some((&near, far)), Some(&side)) = (places.split_first(), of.values(SIDE).first())
        else {
            continue;
        };
        let Some(beside) = of.at(BYTES, near).seconds() else {
            continue;
        };
        let reads = items(side) * probes::LONE_READS as f64;
        for &bytes in far {
            if let Some(seconds) = of.at(BYTES, bytes).seconds() {
                lone.push(Lone {
                    beside: beside / reads,
                    bytes,
                    seconds: ((seconds - beside) / reads).max(0.0),
                });
            }
        }
    }
    lone
}

/// Probes of a series, with what the model reads in each and what each took.
fn readings(
    points: &[Point],
    series: &str,
    text: impl Fn(usize) -> String,
    profile: &Profile,
    seconds: impl Fn(&Outcome) -> Option<f64>,
) -> Vec<(Work, f64)> {
    let of = Series::of(points, series);
    let each = of.points.iter().filter_map(|point| {
        let count = point.at(COUNT).unwrap_or(0.0) as usize;
        let work = read(&text(count), point.at(SIDE)? as usize, profile)?;
        Some((work, seconds(&point.outcome)?))
    });
    each.collect()
}

/// How far some probes are off with a profile: the sum of the squares of errors as shares.
fn misses(probes: &[(Work, f64)], profile: &Profile) -> f64 {
    let errors = probes.iter().filter_map(|(work, seconds)| {
        let predicted = predictor::predict(work, profile, Caches::Aware).ok()?;
        Some((predicted.seconds / seconds).ln().powi(2))
    });
    errors.sum()
}

/// Of the profiles with an exponent of 1 to 8, the one under which some probes come out best.
fn exponent(probes: &[(Work, f64)], with: impl Fn(f64) -> Profile) -> f64 {
    best(|exponent| misses(probes, &with(exponent)))
}

/// The exponent of 1 to 8 under which something misses least; 1 where all are as good.
fn best(misses: impl Fn(f64) -> f64) -> f64 {
    let exponents = (10..=80).map(|tenths| f64::from(tenths) / 10.0);
    let tried = exponents.map(|exponent| (misses(exponent), exponent));
    let best = tried.min_by(|a, b| a.0.total_cmp(&b.0));
    best.map_or(1.0, |(_, exponent)| exponent)
}

/// The same, whatever a core's pace was while they ran: it is not what it was when operations were measured.
fn exponent_at_any_pace(probes: &[(Work, f64)], with: impl Fn(f64) -> Profile) -> f64 {
    let paces = (-10..=10).map(|step| 1.1_f64.powi(step));
    let tried = paces.map(|pace| {
        let at = |exponent: f64| at_pace(with(exponent), pace);
        let exponent = exponent(probes, at);
        (misses(probes, &at(exponent)), exponent)
    });
    let best = tried.min_by(|a, b| a.0.total_cmp(&b.0));
    best.map_or(1.0, |(_, exponent)| exponent)
}

/// A profile of a device that takes so many times as long for what it does with what is near.
fn at_pace(mut profile: Profile, pace: f64) -> Profile {
    for cost in profile.operation.values_mut() {
        cost.seconds *= pace;
    }
    profile.near.plain *= pace;
    profile
}

/// How far starting and moving overlap, and how far arithmetic is hidden behind them.
fn overlaps(points: &[Point], profile: &mut Profile) {
    // Launched alone and in turns, as the starts are that they are held against.
    let alone = |outcome: &Outcome| Some(outcome.seconds()?.median);
    if profile.is_processor() {
        for side in Series::of(points, MIXED).values(SIDE) {
            let of_side = |point: &&Point| point.at(SIDE) == Some(side);
            let of_side: Vec<Point> = points.iter().filter(of_side).cloned().collect();
            let mixed = readings(&of_side, MIXED, probes::mixed, profile, alone);
            // One row in and one row out.
            let bytes = 8.0 * items(side);
            let exponent = exponent_at_any_pace(&mixed, |exponent| Profile {
                hiding: vec![Hiding { bytes, exponent }],
                ..profile.clone()
            });
            profile.hiding.retain(|point| point.bytes != bytes);
            profile.hiding.push(Hiding { bytes, exponent });
        }
        return;
    }
    let moving: Vec<(Work, f64)> = [
        readings(points, probes::STORES, |_| probes::stores(), profile, alone),
        readings(points, probes::COPIES, |_| probes::copies(), profile, alone),
    ]
    .concat();
    profile.overlap = exponent(&moving, |overlap| Profile {
        overlap,
        ..profile.clone()
    });
    let least = |outcome: &Outcome| Some(outcome.seconds()?.least);
    let mut computing: Vec<(Work, f64)> = [
        readings(points, MIXED, probes::mixed, profile, least),
        readings(points, DIVIDED, probes::divided, profile, least),
    ]
    .concat();
    // A probe says how far the one is hidden behind the other only where both are of a size.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verified;

    fn point(series: &str, side: usize, count: usize, seconds: f64) -> Point {
        Point {
            task: series.to_owned(),
            series: series.to_owned(),
            at: vec![
                (SIDE.to_owned(), side as f64),
                (COUNT.to_owned(), count as f64),
            ],
            outcome: Outcome::Timed {
                wall: vec![seconds; 5],
                device: None,
                work: crate::Work::default(),
                share: None,
                verified: Verified::NothingComputed,
                energy: None,
            },
        }
    }

    /// The starts of rows, with these times.
    fn starts(times: [f64; 6]) -> Vec<Point> {
        let of = times.into_iter().enumerate();
        of.map(|(number, seconds)| point(probes::ROW_STARTS, 1024, number, seconds))
            .collect()
    }

    fn processor() -> Profile {
        Profile {
            warp: 16,
            probed: usual_group(true),
            ..Profile::default()
        }
    }

    fn limit(times: [f64; 6]) -> Option<f64> {
        over_row_starts(&starts(times), &processor())
    }

    #[test]
    fn starts_of_rows_are_vectors_up_to_where_the_time_leaps() {
        let values = |number: usize| {
            let work = read(&probes::row_starts(number), 1024, &processor());
            work.expect("a reading").values
        };
        let between = (values(2) + values(3)) / 2.0;
        assert_eq!(limit([1.0, 1.2, 1.1, 4.0, 5.0, 6.0]), Some(between));
        // A time that comes down again was disturbed.
        assert_eq!(limit([1.0, 2.0, 1.1, 4.0, 5.0, 6.0]), Some(between));
        // Vectors of more take longer, too: that is not the leap.
        assert_eq!(limit([1.0, 1.6, 1.7, 4.0, 5.0, 6.0]), Some(between));
        assert_eq!(limit([1.0, 1.1, 1.2, 1.3, 1.4, 1.5]), None);
    }

    #[test]
    fn as_many_work_groups_run_at_once_as_make_one_alone_slow() {
        let of = |alone: f64| {
            // A work-group of 16 x 16 work-items, and 1024 such.
            let all = [(512, 0, 1.0), (512, probes::CROWD, 1.0 + 64.0)]
                .map(|(side, count, seconds)| point(probes::CHAINS, side, count, seconds));
            let crowd = [(16, 0, 0.5), (16, probes::CROWD, 0.5 + alone)]
                .map(|(side, count, seconds)| point(probes::CROWDS, side, count, seconds));
            units(&[all, crowd].concat())
        };
        // One work-group takes a sixteenth of what 1024 of them take, not a 1024th.
        assert_eq!(of(4.0), Some(64.0));
        assert_eq!(of(1.0 / 16.0), Some(1.0));
    }

    /// A pair of operations side by side that take 3 and 4 seconds alone, and so many together.
    fn side_by_side(pair: usize, both: f64) -> [Point; 4] {
        [(0, 0.0), (1, 3.0), (2, 4.0), (3, both)].map(|(which, seconds)| {
            let mut point = point(probes::PIPES, 512, which, 10.0 + seconds);
            point.at.push((PAIR.to_owned(), pair as f64));
            point
        })
    }

    #[test]
    fn a_core_that_does_two_operations_at_once_takes_as_long_as_the_longer() {
        let with = |both: f64| pipes_of_a_core(&side_by_side(0, both)).expect("a pair");
        assert!((with(7.0) - 1.0).abs() < 1e-9);
        assert!((with(5.0) - 2.0).abs() < 1e-9);
        assert!(with(4.0) > 7.0);
        assert_eq!(pipes_of_a_core(&[]), None);
    }

    #[test]
    fn expressions_tell_how_far_a_core_divides_while_it_computes_others() {
        // A division takes as long as twenty others.
        let operation = probes::OPERATIONS.iter().map(|probe| {
            let is_division = probe.number == "uint" && matches!(probe.kind, "/" | "%");
            let seconds = if is_division { 2e-8 } else { 1e-9 };
            let cost = Cost {
                seconds,
                rolled: Some(seconds),
                ..Cost::default()
            };
            (probe.series(), cost)
        });
        let profile = Profile {
            operation: operation.collect(),
            vectors: Some(Vectors {
                over_loops: true,
                over_branches: true,
                over_columns: None,
                over_row_starts: None,
            }),
            pipes: 1.0,
            base: vec![Base {
                items: items(512.0),
                seconds: 1e-5,
            }],
            ..processor()
        };
        for exponent in [1.2, 1.6, 3.0] {
            let divides = Profile {
                divisions: Some(exponent),
                ..profile.clone()
            };
            let kernels = 0..probes::WHOLE_OF.len();
            let points = kernels.map(|number| {
                let work = read(&probes::expressions(number), 512, &divides).expect("a reading");
                let predicted = predictor::predict(&work, &divides, Caches::Aware);
                let seconds = predicted.expect("a prediction").seconds;
                point(probes::EXPRESSIONS, 512, number, seconds)
            });
            let told = divisions(&points.collect::<Vec<_>>(), &profile);
            assert_eq!(told, Some(exponent));
        }
        assert_eq!(divisions(&[], &profile), None);
    }

    #[test]
    fn a_lone_read_costs_what_its_place_adds() {
        let far = |bits: usize, seconds: f64| {
            let mut point = point(probes::LONE, 512, 48, seconds);
            point.at.push((BYTES.to_owned(), (4_u64 << bits) as f64));
            point
        };
        let reads = probes::LONE_READS as f64 * items(512.0);
        let points = [
            far(10, 1.0),
            far(22, 1.0 + reads),
            far(26, 1.0 + 3.0 * reads),
        ];
        let told = lone(&points);
        let told: Vec<(f64, f64)> = told.iter().map(|lone| (lone.bytes, lone.seconds)).collect();
        assert_eq!(
            told,
            [
                (4.0 * f64::from(1 << 22), 1.0),
                (4.0 * f64::from(1 << 26), 3.0)
            ]
        );
    }

    #[test]
    fn a_processors_sums_of_integers_cost_half_of_sums_and_exclusive_ors() {
        let of = |series: &str, slope: f64| {
            let times = [(16, 1.0), (48, 1.0 + 32.0 * slope)];
            times.map(|(count, seconds)| point(series, 512, count, seconds))
        };
        // What the sums alone take is what a compiler left of them.
        let points = [of("int +", 0.0), of("int bits", 2.0)].concat();
        let sum = |is_cpu: bool| {
            let mut profile = processor();
            operations(&points, &mut profile, is_cpu);
            profile.operation["int +"].seconds * items(512.0)
        };
        assert!((sum(true) - 1.0).abs() < 1e-9);
        assert!(sum(false).abs() < 1e-9);
    }

    #[test]
    fn starts_are_the_median_of_all_visits() {
        let visits = [1.0, 9.0, 2.0].map(|seconds| point(BASE, 32, 0, seconds));
        assert_eq!(Series::of(&visits, BASE).alone(), Some(2.0));
    }

    #[test]
    fn columns_are_no_vectors_where_their_products_take_twice_as_long() {
        let with = |column: f64| {
            let row = point(probes::COLUMN, 512, 0, 1.0);
            over_columns(&[row, point(probes::COLUMN, 512, 1, column)])
        };
        assert_eq!(with(1.2), Some(true));
        assert_eq!(with(7.0), Some(false));
        assert_eq!(over_columns(&[]), None);
    }

    fn is_near(one: f64, other: f64) -> bool {
        (one - other).abs() <= 1e-6 * other.abs()
    }

    #[test]
    fn what_is_left_of_a_time_is_what_was_put_together_with_the_known_one() {
        for exponent in [1.0, 2.0, 8.0] {
            for (known, other) in [(3.0, 4.0), (4.0, 3.0), (0.0, 4.0)] {
                let together = norm(&[known, other], exponent);
                assert!(is_near(rest(together, known, exponent), other));
            }
            // Measured by themselves, one may be longer than both together.
            for (together, known) in [(3.0, 3.0), (3.0, 4.0), (-1.0, 4.0)] {
                assert!(rest(together, known, exponent).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn a_time_is_the_least_of_all_visits() {
        let visit = |times: [f64; 3]| {
            let mut point = point(BASE, 32, 0, 0.0);
            if let Outcome::Timed { wall, .. } = &mut point.outcome {
                *wall = times.to_vec();
            }
            point
        };
        let least = |visits: &[Point]| Series::of(visits, BASE).seconds();
        let one = visit([5.0, 2.0, 9.0]);
        assert_eq!(least(std::slice::from_ref(&one)), Some(2.0));
        let visits = [one, visit([3.0, 4.0, 8.0]), visit([7.0, 8.0, 7.5])];
        assert_eq!(least(&visits), Some(2.0));
        assert_eq!(least(&[]), None);
    }

    /// A processor with two operations, by name, the seconds of each, and those without vectors.
    fn with_costs(costs: [(&str, f64, f64); 2]) -> Profile {
        let operation = costs.map(|(name, seconds, rolled)| {
            let cost = Cost {
                seconds,
                rolled: Some(rolled),
                ..Cost::default()
            };
            (name.to_owned(), cost)
        });
        Profile {
            operation: operation.into(),
            ..processor()
        }
    }

    #[test]
    fn few_divisions_tell_what_each_takes_and_how_far_it_is_done_beside_the_rest() {
        let (none, in_a_row) = (4e-9, 6e-9);
        let before = with_costs([("float /", 1e-9, in_a_row), ("float +", 1e-9, 2e-9)]);
        for (share, exponent) in [(0.5, 2.0), (0.25, 1.0), (1.0, 4.0)] {
            let each = share * in_a_row;
            let mut points = vec![point(BASE, 512, 0, 1e-3)];
            points.extend((0..4_u8).map(|count| {
                let above = norm(&[none, f64::from(count) * each], exponent) * items(512.0);
                point(probes::QUOTIENTS, 512, usize::from(count), 1e-3 + above)
            }));
            let mut profile = before.clone();
            quotients(&points, &mut profile);
            let told = profile.operation["float /"].rolled.expect("a cost");
            assert!(is_near(told, each), "{told} is not {each}");
            let told = profile.quotients.expect("an exponent");
            assert!(is_near(told, exponent), "{told} is not {exponent}");
            // Nothing else of the profile has changed.
            profile.quotients = None;
            profile.operation.clone_from(&before.operation);
            assert_eq!(profile, before);
            // One of the kernels is missing.
            quotients(&points[..4], &mut profile);
            assert_eq!(profile, before);
        }
    }

    /// Seconds of a near read, of a product, of a byte from far, to far and down a column; and how far a core computes
    /// meanwhile.
    const NEAR: f64 = 2e-10;
    const PRODUCT: f64 = 5e-10;
    const FROM_FAR: f64 = 3e-10;
    const TO_FAR: f64 = 1e-10;
    const DOWN: f64 = 7e-10;
    const HIDDEN: f64 = 2.0;

    /// A processor that computes while data comes, and starts 512 x 512 work-items within a millisecond.
    fn that_moves() -> Profile {
        Profile {
            base: vec![Base {
                items: items(512.0),
                seconds: 1e-3,
            }],
            // Were it asked for a launch that touches more or less, it would say something else.
            hiding: [(0.5, 8.0), (1.0, HIDDEN), (2.0, 1.0)]
                .map(|(times, exponent)| Hiding {
                    bytes: times * 8.0 * items(512.0),
                    exponent,
                })
                .into(),
            near: Near {
                plain: NEAR,
                ..Near::default()
            },
            ..with_costs([("float *", PRODUCT, 4e-9), ("float +", 1e-9, 2e-9)])
        }
    }

    /// The base cost, stores and copies of that processor.
    fn moves() -> [Point; 3] {
        let above = |far: f64| norm(&[PRODUCT, NEAR + far], HIDDEN);
        [
            (BASE, 0.0),
            (probes::ROW_STORES, above(4.0 * TO_FAR)),
            (probes::COPIES, above(4.0 * (TO_FAR + FROM_FAR))),
        ]
        .map(|(series, each)| point(series, 512, 0, 1e-3 + each * items(512.0)))
    }

    #[test]
    fn stores_and_copies_tell_what_a_byte_takes_to_far_and_from_far() {
        let told = far(&moves(), &that_moves(), true);
        let [told] = told.as_slice() else {
            panic!("one launch tells of one size: {told:?}");
        };
        assert!(is_near(told.bytes, 8.0 * items(512.0)));
        assert!(is_near(told.write, TO_FAR), "{}", told.write);
        assert!(is_near(told.read, FROM_FAR), "{}", told.read);
        assert_eq!(told.column, None);
    }

    #[test]
    fn columns_tell_what_a_byte_takes_beside_what_a_core_does_for_each() {
        let mut profile = that_moves();
        profile.near.apart = vec![Apart {
            degree: 16.0,
            seconds: 2e-9,
        }];
        profile.near.rolled = Some(1e-9);
        profile.item = Some(3e-9);
        let column = |done: f64, with_vectors: f64| {
            let each = norm(&[done + 4.0 * DOWN, 4.0 * TO_FAR], HIDDEN);
            let mut points = moves().to_vec();
            let seconds = 1e-3 + each * items(512.0);
            points.push(point(probes::COLUMNS, 512, 0, seconds));
            points.push(point(probes::COLUMN, 512, 0, 1.0));
            points.push(point(probes::COLUMN, 512, 1, with_vectors));
            far(&points, &profile, true)[0].column.expect("columns")
        };
        let as_vectors = column(2e-9, 1.0);
        assert!(is_near(as_vectors, DOWN), "{as_vectors}");
        // One by one: the read, the product, and what a work-item takes by itself.
        let one_by_one = column(1e-9 + 4e-9 + 3e-9, 9.0);
        assert!(is_near(one_by_one, DOWN), "{one_by_one}");
    }

    #[test]
    fn a_work_item_without_vectors_takes_what_is_left_of_its_time() {
        let mut profile = that_moves();
        profile.near.rolled = Some(1e-9);
        let with = |own: f64| {
            // It asks for numbers one by one, which leaves its nearest cache the time to take in others.
            let each = norm(&[own + 1e-9, 4.0 * TO_FAR], HIDDEN);
            let mut points = moves().to_vec();
            let seconds = 1e-3 + each * items(512.0);
            points.push(point(probes::ROLLED_READS, 512, 0, seconds));
            item(&points, &profile).expect("an item")
        };
        assert!(is_near(with(3e-9), 3e-9), "{}", with(3e-9));
        assert!(with(-1e-9).abs() < 1e-15);
        assert_eq!(item(&moves(), &profile), None);
    }

    #[test]
    fn near_reads_cost_the_slope_of_their_probes_without_the_sums() {
        let of = |series: &str, [few, many]: [usize; 2], each: f64| {
            [few, many].map(|count| {
                let seconds = 1e-3 + count as f64 * each * items(512.0);
                point(series, 512, count, seconds)
            })
        };
        let profile = with_costs([("float +", 1e-9, 3e-9), ("float *", 1e-9, 2e-9)]);
        let with = |unmoved: f64| {
            let points = [
                of(probes::PLAIN, probes::READS, 3e-9),
                of(probes::UNMOVED, probes::UNMOVED_READS, unmoved),
                of(probes::ROLLED_READS, probes::FROM_NONE, 8e-9),
                of(probes::ROLLED_SAME, probes::FROM_NONE, 4e-9),
            ];
            near(&points.concat(), &profile)
        };
        let told = with(7e-9);
        assert!(is_near(told.plain, 2e-9));
        assert!(is_near(told.unmoved.expect("unmoved"), 6e-9));
        assert!(is_near(told.rolled.expect("rolled"), 5e-9));
        assert!(is_near(told.rolled_same.expect("the same"), 1e-9));
        // Nothing is nearer than a row that an argument moves.
        assert!(is_near(with(2e-9).unmoved.expect("unmoved"), 2e-9));
        let none = near(&[], &profile);
        assert_eq!(
            (none.unmoved, none.rolled, none.rolled_same),
            (None, None, None)
        );
    }
}
