//! Fits the wake-up time of a CPU's cores, and removes it from measured times.

use super::series::Series;
use super::{items, least_launch};
use crate::calibration::axes::{COUNT, FEW_SIDES, SIDE};
use crate::calibration::probes;
use crate::{Outcome, Point, Summary};
use predictor::Profile;

/// A launch ran on one core if it took more than this fraction of that core's time for all of it.
const ALONE: f64 = 0.8;

/// The wake-up time: by how much longer a few work-groups take than their share of many.
///
/// It is 0 if the fewest work-groups take no longer: then even an empty launch waits for all cores, and the
/// base cost contains the waiting.
pub(super) fn waking(points: &[Point], profile: &Profile) -> Option<f64> {
    let launch = least_launch(points)?;
    let series = Series::of(points, probes::FEW_GROUPS);
    let most = *series.values(SIDE).last()?;
    let waits = |side: f64| {
        let cores = profile.cores(groups(side, profile));
        let share = items(side) / items(most) * profile.cores(f64::INFINITY) / cores;
        let waits = series.values(COUNT).into_iter().filter_map(|count| {
            let of = series.at(COUNT, count);
            let above = |side| Some(of.at(SIDE, side).median()? - launch);
            let awake_seconds = above(most)? * share;
            let wait = (above(side)? - awake_seconds) / (1.0 - 1.0 / cores);
            (cores > 1.0 && wait < ALONE * awake_seconds * cores).then_some(wait)
        });
        waits.collect::<Vec<f64>>()
    };
    let [fewest, few] = FEW_SIDES.map(|side| waits(side as f64));
    if Summary::of(&fewest)?.median <= 0.0 {
        return Some(0.0);
    }
    Some(Summary::of(&[fewest, few].concat())?.median.max(0.0))
}

/// The times on the device's clock, as if all cores had been awake.
pub(super) fn awake(points: &[Point], profile: &Profile) -> Vec<Point> {
    let launch = least_launch(points).unwrap_or(0.0);
    let mut points = points.to_vec();
    for point in &mut points {
        let side = point.at(SIDE);
        if let (
            Some(side),
            Outcome::Timed {
                device: Some(device),
                ..
            },
        ) = (side, &mut point.outcome)
        {
            let groups = groups(side, profile);
            for seconds in device.iter_mut().filter(|seconds| **seconds > launch) {
                *seconds = launch + profile.without_wake_up(*seconds - launch, groups);
            }
        }
    }
    points
}

/// Work-groups of a launch over a square of work-items.
fn groups(side: f64, profile: &Profile) -> f64 {
    let [across, down] = profile.probed;
    items(side) / (across * down) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibration::axes::{BASE, FEW};
    use crate::calibration::fit::fixtures::{is_near, point, processor};

    const LAUNCH: f64 = 1e-6;

    const WAKING: f64 = 12e-6;

    fn two_cores(waking: Option<f64>) -> Profile {
        Profile {
            compute_units: Some(2.0),
            wake_up: waking,
            ..processor()
        }
    }

    /// Launches on a CPU of whose two cores one wakes later.
    fn launches() -> Vec<Point> {
        let profile = two_cores(Some(WAKING));
        let mut points = vec![point(BASE, FEW, 0, LAUNCH)];
        for count in probes::FEW_CHAINS {
            for side in [FEW_SIDES[0], FEW_SIDES[1], 512] {
                let awake_seconds = count as f64 * 3e-7 * items(side as f64) / items(FEW as f64);
                let groups = groups(side as f64, &profile);
                let took = match side {
                    512 => awake_seconds,
                    _ => profile.with_wake_up(awake_seconds, groups),
                };
                points.push(point(probes::FEW_GROUPS, side, count, LAUNCH + took));
            }
        }
        points
    }

    #[test]
    fn few_work_groups_tell_how_long_other_cores_sleep() {
        let waking = waking(&launches(), &two_cores(None)).expect("seconds");
        assert!(is_near(waking, WAKING), "{waking}");
    }

    #[test]
    fn a_least_launch_that_waits_for_all_cores_tells_of_no_sleep() {
        // The few work-groups are finished while the launch waits.
        let hidden = |mut point: Point| {
            if point.at(SIDE) == Some(FEW as f64)
                && let Outcome::Timed { wall, .. } = &mut point.outcome
            {
                wall.fill(LAUNCH);
            }
            point
        };
        let points: Vec<Point> = launches().into_iter().map(hidden).collect();
        assert_eq!(waking(&points, &two_cores(None)), Some(0.0));
    }

    #[test]
    fn what_one_core_did_alone_is_shared_out() {
        let by_the_device = |seconds: f64| {
            let mut point = point("any", FEW, 0, 1.0);
            if let Outcome::Timed { device, .. } = &mut point.outcome {
                *device = Some(vec![seconds]);
            }
            point
        };
        let points = [point(BASE, FEW, 0, LAUNCH), by_the_device(LAUNCH + 4e-6)];
        let points = awake(&points, &two_cores(Some(WAKING)));
        let seconds = Series::of(&points, "any").seconds().expect("seconds");
        assert!(is_near(seconds, LAUNCH + 2e-6), "{seconds}");
    }
}
