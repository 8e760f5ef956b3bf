//! Fits the overlap of starting, fetching and computing.

use super::exponent::{exponent, exponent_at_any_pace};
use super::series::Series;
use super::{items, read};
use crate::calibration::axes::{COUNT, DIVIDED, MIXED, SIDE};
use crate::calibration::probes;
use crate::{Outcome, Point};
use predictor::{Caches, Overlap, Part, Profile, Work};

/// The work and the measured time of each probe in a series.
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

/// Fits the overlap of starting and moving, and of computing with both.
pub(super) fn overlaps(points: &[Point], profile: &mut Profile) {
    // Measured alternately and alone, like the starts that they are compared with.
    let median = |outcome: &Outcome| Some(outcome.seconds()?.median);
    if profile.is_cpu() {
        for side in Series::of(points, MIXED).values(SIDE) {
            let of_side = |point: &&Point| point.at(SIDE) == Some(side);
            let of_side: Vec<Point> = points.iter().filter(of_side).cloned().collect();
            let mixed = readings(&of_side, MIXED, probes::mixed, profile, median);
            // One row in and one row out.
            let bytes = 8.0 * items(side);
            let exponent = exponent_at_any_pace(&mixed, |exponent| Profile {
                compute_overlap_by_bytes: vec![Overlap { bytes, exponent }],
                ..profile.clone()
            });
            profile
                .compute_overlap_by_bytes
                .retain(|point| point.bytes != bytes);
            profile
                .compute_overlap_by_bytes
                .push(Overlap { bytes, exponent });
        }
        return;
    }
    let moving: Vec<(Work, f64)> = [
        readings(
            points,
            probes::STORES,
            |_| probes::stores(),
            profile,
            median,
        ),
        readings(
            points,
            probes::COPIES,
            |_| probes::copies(),
            profile,
            median,
        ),
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
    // Only probes whose arithmetic and other costs are of similar size determine the overlap.
    computing.retain(|(work, _)| {
        predictor::predict(work, profile, Caches::Aware).is_ok_and(|predicted| {
            let remaining = [Part::Base, Part::Near, Part::Far].map(|part| predicted.of(part));
            let share = predicted.of(Part::Operations) / remaining.into_iter().fold(0.0, f64::max);
            (0.25..=4.0).contains(&share)
        })
    });
    profile.compute_overlap = exponent(&computing, |compute_overlap| Profile {
        compute_overlap,
        ..profile.clone()
    });
}
