//! Latencies, and what a compute unit holds.

use super::items;
use super::series::Series;
use crate::Point;
use crate::calibration::axes::{BYTES, SIDE, UNITS};
use crate::calibration::latency::{
    ATOMIC_DATA, ATOMIC_ONE, BARRIERS, LOADS, LOCAL_ATOMIC, LOCAL_ATOMIC_DATA, LOCAL_LOADS,
    RESIDENT,
};
use predictor::{Latency, Level, Profile};

/// Operations on integers between two loads of a chain.
const BETWEEN_LOADS: f64 = 4.0;

/// The work-items of a probe's work-group.
const GROUP: f64 = 256.0;

/// None where they were not measured.
pub(super) fn latency(points: &[Point], profile: &Profile) -> Option<Latency> {
    let slope = |series: &Series<'_>| Some(series.slope()?.0);
    let loads = Series::of(points, LOADS);
    let sum = profile
        .operation
        .get("int +")
        .map_or(0.0, |cost| cost.alone);
    let levels = loads.values(BYTES).into_iter().filter_map(|bytes| {
        let seconds = slope(&loads.at(BYTES, bytes))? - BETWEEN_LOADS * sum;
        Some(Level {
            bytes,
            seconds: seconds.max(sum),
        })
    });
    let levels: Vec<Level> = levels.collect();
    let waits = Series::of(points, RESIDENT);
    let units = *waits.values(UNITS).first()?;
    let sides = waits.values(SIDE);
    let [one, some, many] = sides.as_slice() else {
        return None;
    };
    let seconds = |side: f64| waits.at(SIDE, side).seconds();
    let groups = (items(*many) - items(*some)) / GROUP / units;
    let each = (seconds(*many)? - seconds(*some)?) / groups;
    let each_atomic = |name: &str| {
        let series = Series::of(points, name);
        Some(slope(&series)? / items(*series.values(SIDE).first()?))
    };
    Some(Latency {
        levels,
        local: slope(&Series::of(points, LOCAL_LOADS))?,
        barrier: slope(&Series::of(points, BARRIERS))?,
        units,
        resident: (GROUP * seconds(*one)? / each).round(),
        atomic_one: each_atomic(ATOMIC_ONE)?,
        atomic_data: each_atomic(ATOMIC_DATA)?,
        local_atomic: each_atomic(LOCAL_ATOMIC)?,
        local_atomic_data: each_atomic(LOCAL_ATOMIC_DATA)?,
    })
}
