//! Fits a device's profile to the points of a calibration.

mod arithmetic;
mod exponent;
mod far;
#[cfg(test)]
mod fixtures;
mod latency;
mod near;
mod overlaps;
mod series;
mod vectors;
mod waking;

use super::axes::{BASE, BYTES, COUNT, FEW, FROM, IN_A_ROW, SIDE, TO, usual_group};
use super::probes;
use crate::Point;
use predictor::random;
use predictor::{About, Base, Caches, Profile, Transfer, Work};
use series::Series;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// A required measurement is missing.
    Missing { what: &'static str },
}

/// Fixed-point iterations for mutually dependent costs.
const FIT_ITERATIONS: usize = 3;

pub fn fit(measured: &[Point], device: About, is_cpu: bool) -> Result<Profile, Misfit> {
    // A GPU's warp; on a CPU, the floats of its widest vector register.
    let warp = if is_cpu { 16 } else { 32 };
    let mut profile = Profile {
        device,
        warp,
        probed: usual_group(is_cpu),
        overlap: 1.0,
        compute_overlap: 1.0,
        pipe_overlap: 1.0,
        ..Profile::default()
    };
    profile.compute_units = units(measured);
    profile.wake_up = waking::waking(measured, &profile).filter(|_| is_cpu);
    let awake = profile.wake_up.map(|_| waking::awake(measured, &profile));
    let points = awake.as_deref().unwrap_or(measured);
    // Probes are compared with predictions without the wake-up time, which these points no longer contain.
    let waking = profile.wake_up.take();
    for (transfer, name) in profile.transfer.iter_mut().zip([TO, FROM]) {
        *transfer = line(&Series::of(points, name)).ok_or(Misfit::Missing { what: "transfer" })?;
    }
    let base = Series::of(points, BASE);
    for side in base.values(SIDE) {
        if let Some(seconds) = base.at(SIDE, side).median() {
            profile.base.push(Base {
                items: items(side),
                seconds,
            });
        }
    }
    if profile.base.is_empty() {
        return Err(Misfit::Missing { what: BASE });
    }
    // Many launches in each sample: the wall clock shows the host's rate.
    profile.enqueue_interval = Series::of(points, IN_A_ROW)
        .points
        .first()
        .and_then(|point| point.outcome.wall())
        .map_or(0.0, |wall| wall.median);
    arithmetic::operations(points, &mut profile, is_cpu);
    if profile.operation.is_empty() {
        return Err(Misfit::Missing { what: "operations" });
    }
    profile.near = near::near(points, &profile);
    // On a CPU, the first read arrives long before its threads have started.
    let few = FEW as f64;
    let least = |name: &str| Series::of(points, name).at(SIDE, few).median();
    if let (Some(copy), Some(nothing), false) = (least(probes::COPIES), least(BASE), is_cpu) {
        profile.first_read = (copy - nothing).max(0.0);
    }
    profile.far = far::far(points, &profile, is_cpu);
    let each = |name: &str| {
        let series = Series::of(points, name);
        let (slope, _) = series.slope()?;
        Some(slope / items(*series.values(SIDE).first()?))
    };
    profile.barrier = each(probes::BARRIER).unwrap_or(0.0);
    profile.atomic = each(probes::ATOMIC).unwrap_or(0.0);
    profile.chain = arithmetic::chain(points, &profile);
    profile.vectorisation = vectors::vectors(points, &profile);
    arithmetic::pipes(points, &mut profile);
    overlaps::overlaps(points, &mut profile);
    if is_cpu {
        // Memory's cost determines the overlap, which determines the cost.
        for _ in 0..FIT_ITERATIONS {
            profile.scalar_item = far::item(points, &profile);
            profile.far = far::far(points, &profile, is_cpu);
            overlaps::overlaps(points, &mut profile);
        }
        profile.int_division_overlap = arithmetic::divisions(points, &profile);
    }
    profile.reference = Series::of(measured, crate::REFERENCE).median();
    profile.random_read = far::random_reads(points);
    profile.loop_iteration = round(points, &profile);
    profile.far = far::beside_rows(points, &profile);
    profile.latency = latency::latency(points, &profile).filter(|_| !is_cpu);
    profile.wake_up = waking;
    Ok(profile)
}

/// Latency and bandwidth: the line with the least squared relative errors.
fn line(series: &Series<'_>) -> Option<Transfer> {
    let points: Vec<(f64, f64)> = series
        .points
        .iter()
        .filter_map(|point| Some((point.at(BYTES)?, point.outcome.seconds()?.least)))
        .collect();
    let (&first, &last) = (points.first()?, points.last()?);
    // Weights each point by its relative error; otherwise the largest point would determine the line.
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

/// Work-groups that run at once: the slowdown of a work-item in a single work-group.
fn units(points: &[Point]) -> Option<f64> {
    let count = probes::SINGLE_GROUP_CHAIN as f64;
    let each = |name: &str| {
        let of = Series::of(points, name);
        let side = *of.values(SIDE).first()?;
        let seconds = of.at(COUNT, count).seconds()? - of.at(COUNT, 0.0).seconds()?;
        Some(seconds / items(side))
    };
    Some((each(probes::SINGLE_GROUP)? / each(probes::CHAINS)?).max(1.0))
}

/// Seconds of an empty launch.
fn least_launch(points: &[Point]) -> Option<f64> {
    let base = Series::of(points, BASE);
    let sides = base.values(SIDE).into_iter();
    let each = sides.filter_map(|side| base.at(SIDE, side).median());
    each.min_by(f64::total_cmp)
}

/// The overhead of a loop iteration in scalar code.
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

fn items(side: f64) -> f64 {
    side * side
}

/// Seconds of an operation for each work-item, by its name; 0 if it was not measured.
fn seconds_of(operation: &str, profile: &Profile) -> f64 {
    let cost = profile.operation.get(operation);
    cost.map_or(0.0, |cost| cost.seconds)
}

/// The work that the model reads in a probe.
fn read(text: &str, side: usize, profile: &Profile) -> Option<Work> {
    let program = opencl_c::compile(
        "probe.cl",
        text,
        &opencl_c::preprocessor::Options::default(),
        &mut opencl_c::preprocessor::NoIncludes,
    )
    .ok()?
    .program;
    // Larger buffers than any probe touches: the text alone determines what it touches.
    let shape = random::shape("probe", side, probes::ROUNDS, [1 << 40; 2], profile.probed);
    predictor::read(&program, &shape, profile.warp as usize).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use fixtures::point;

    #[test]
    fn as_many_work_groups_run_at_once_as_make_one_alone_slow() {
        let of = |median: f64| {
            // A work-group of 16 x 16 work-items, and 1024 such.
            let all = [(512, 0, 1.0), (512, probes::SINGLE_GROUP_CHAIN, 1.0 + 64.0)]
                .map(|(side, count, seconds)| point(probes::CHAINS, side, count, seconds));
            let crowd = [(16, 0, 0.5), (16, probes::SINGLE_GROUP_CHAIN, 0.5 + median)]
                .map(|(side, count, seconds)| point(probes::SINGLE_GROUP, side, count, seconds));
            units(&[all, crowd].concat())
        };
        // One work-group takes a sixteenth of the time of 1024 work-groups, not a 1024th.
        assert_eq!(of(4.0), Some(64.0));
        assert_eq!(of(1.0 / 16.0), Some(1.0));
    }
}
