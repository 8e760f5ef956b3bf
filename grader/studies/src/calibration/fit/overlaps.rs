//! How far starting, moving and computing are done at once.

use super::exponent::{exponent, exponent_at_any_pace};
use super::series::Series;
use super::{items, read};
use crate::calibration::{COUNT, DIVIDED, MIXED, SIDE, probes};
use crate::{Outcome, Point};
use predictor::{Caches, Hiding, Part, Profile, Work};

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

/// How far starting and moving overlap, and how far arithmetic is hidden behind them.
pub(super) fn overlaps(points: &[Point], profile: &mut Profile) {
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
