//! Finds out which kernels the compiler vectorises over work-items.

use super::read;
use super::series::Series;
use crate::Point;
use crate::calibration::axes::{COUNT, SIDE};
use crate::calibration::probes;
use predictor::{Caches, Profile, Vectorisation};

/// A kernel is vectorised if the model predicts its time better with vectors than without.
pub(super) fn vectors(points: &[Point], profile: &Profile) -> Option<Vectorisation> {
    let takes_vectors = |series: &str, count: usize, text: String| {
        let series = Series::of(points, series);
        let work = read(&text, *series.values(SIDE).first()? as usize, profile)?;
        let seconds = series.at(COUNT, count as f64).seconds()?;
        let off = |vectors: bool| {
            let tried = Profile {
                vectorisation: Some(Vectorisation {
                    known_loops: vectors,
                    divergence: vectors,
                    ..Vectorisation::default()
                }),
                ..profile.clone()
            };
            let predicted = predictor::predict(&work, &tried, Caches::Aware).ok()?;
            Some((predicted.seconds / seconds).ln().abs())
        };
        Some(off(true)? < off(false)?)
    };
    let most = probes::SHORT[1];
    Some(Vectorisation {
        known_loops: takes_vectors(probes::SHORT_LOOP, most, probes::short_loop(most))?,
        divergence: takes_vectors(probes::BRANCH, 1, probes::branch())?,
        argument_strides: argument_strides(points),
        row_start_limit: row_start_limit(points, profile),
    })
}

/// Whether kernels with an argument as stride are vectorised: not if a column is much slower than a row.
pub(super) fn argument_strides(points: &[Point]) -> Option<bool> {
    is_about_as_quick(points, probes::COLUMN, [0.0, 1.0])
}

/// Whether a series takes less than twice as long with one count as with another.
fn is_about_as_quick(points: &[Point], series: &str, [other, one]: [f64; 2]) -> Option<bool> {
    let series = Series::of(points, series);
    let at = |count: f64| series.at(COUNT, count).seconds();
    Some(at(one)? < 2.0 * at(other)?)
}

/// The size at which the time jumps by a factor of at least `least` and stays high; the midpoint of the two
/// neighbouring probes. The largest jump, because a disturbed probe may be slow too.
fn jump(probes: &[(f64, f64)], least: f64) -> Option<f64> {
    let jump_at = |next: usize| {
        let (before, after) = probes.split_at(next);
        let longest = before.iter().map(|probe| probe.1).fold(0.0, f64::max);
        let shortest = after.iter().map(|probe| probe.1);
        shortest.fold(f64::INFINITY, f64::min) / longest
    };
    let jump = (1..probes.len()).max_by(|&a, &b| jump_at(a).total_cmp(&jump_at(b)))?;
    (jump_at(jump) > least).then(|| f64::midpoint(probes[jump - 1].0, probes[jump].0))
}

/// The largest kernel that is still vectorised although it loads a row's start through an argument.
fn row_start_limit(points: &[Point], profile: &Profile) -> Option<f64> {
    let series = Series::of(points, probes::ROW_STARTS);
    let side = *series.values(SIDE).first()? as usize;
    let mut probes: Vec<(f64, f64)> = series
        .values(COUNT)
        .into_iter()
        .filter_map(|number| {
            let work = read(&probes::row_starts(number as usize), side, profile)?;
            Some((work.code_size, series.at(COUNT, number).seconds()?))
        })
        .collect();
    probes.sort_by(|a, b| a.0.total_cmp(&b.0));
    jump(&probes, 1.5)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibration::fit::fixtures::{point, processor};

    /// Row-start probes with these times.
    fn starts(times: [f64; 6]) -> Vec<Point> {
        let of = times.into_iter().enumerate();
        of.map(|(number, seconds)| point(probes::ROW_STARTS, 1024, number, seconds))
            .collect()
    }

    fn limit(times: [f64; 6]) -> Option<f64> {
        row_start_limit(&starts(times), &processor())
    }

    #[test]
    fn starts_of_rows_are_vectors_up_to_where_the_time_leaps() {
        let values = |number: usize| {
            let work = read(&probes::row_starts(number), 1024, &processor());
            work.expect("a reading").code_size
        };
        let between = (values(2) + values(3)) / 2.0;
        assert_eq!(limit([1.0, 1.2, 1.1, 4.0, 5.0, 6.0]), Some(between));
        // A slow probe before quicker ones was disturbed.
        assert_eq!(limit([1.0, 2.0, 1.1, 4.0, 5.0, 6.0]), Some(between));
        // Larger vectorised kernels take longer too: that is not the jump.
        assert_eq!(limit([1.0, 1.6, 1.7, 4.0, 5.0, 6.0]), Some(between));
        assert_eq!(limit([1.0, 1.1, 1.2, 1.3, 1.4, 1.5]), None);
    }

    #[test]
    fn columns_are_no_vectors_where_their_products_take_twice_as_long() {
        let with = |column: f64| {
            let row = point(probes::COLUMN, 512, 0, 1.0);
            argument_strides(&[row, point(probes::COLUMN, 512, 1, column)])
        };
        assert_eq!(with(1.2), Some(true));
        assert_eq!(with(7.0), Some(false));
        assert_eq!(argument_strides(&[]), None);
    }
}
