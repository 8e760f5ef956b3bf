//! Of which kernels a compiler makes vectors.

use super::read;
use super::series::Series;
use crate::Point;
use crate::calibration::{COUNT, SIDE, probes};
use predictor::{Caches, Profile, Vectors};

/// Of which kernels the compiler makes vectors: of those that take about as long as that.
pub(super) fn vectors(points: &[Point], profile: &Profile) -> Option<Vectors> {
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
                    over_four_rows: None,
                    written_out: None,
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
        over_four_rows: over_four_rows(points),
        written_out: written_out(points, profile),
    })
}

/// Are there vectors where a read goes down a column? Not where the same with a read along a row is much quicker.
pub(super) fn over_columns(points: &[Point]) -> Option<bool> {
    is_about_as_quick(points, probes::COLUMN, [0.0, 1.0])
}

/// Does a series take with one count less than twice what it takes with another?
fn is_about_as_quick(points: &[Point], series: &str, [other, one]: [f64; 2]) -> Option<bool> {
    let series = Series::of(points, series);
    let at = |count: f64| series.at(COUNT, count).seconds();
    Some(at(one)? < 2.0 * at(other)?)
}

/// Between which two kernels, by their values, the time leaps most, and stays above; none where it leaps to less than so
/// many times as long. The largest leap: one of them that was disturbed is longer than the one before it, too.
fn leap(probes: &[(f64, f64)], least: f64) -> Option<f64> {
    let leap_to = |next: usize| {
        let (before, after) = probes.split_at(next);
        let longest = before.iter().map(|probe| probe.1).fold(0.0, f64::max);
        let shortest = after.iter().map(|probe| probe.1);
        shortest.fold(f64::INFINITY, f64::min) / longest
    };
    let leap = (1..probes.len()).max_by(|&a, &b| leap_to(a).total_cmp(&leap_to(b)))?;
    (leap_to(leap) > least).then(|| f64::midpoint(probes[leap - 1].0, probes[leap].0))
}

/// Up to how many values of a work-item there are vectors where the starts of rows are read: between the two
/// kernels from one of which to the next the time leaps most, and stays above.
fn over_row_starts(points: &[Point], profile: &Profile) -> Option<f64> {
    let series = Series::of(points, probes::ROW_STARTS);
    let side = *series.values(SIDE).first()? as usize;
    let mut probes: Vec<(f64, f64)> = series
        .values(COUNT)
        .into_iter()
        .filter_map(|number| {
            let work = read(&probes::row_starts(number as usize), side, profile)?;
            Some((work.values, series.at(COUNT, number).seconds()?))
        })
        .collect();
    probes.sort_by(|a, b| a.0.total_cmp(&b.0));
    leap(&probes, 1.5)
}

/// Are there vectors where four rows are read? Not where three of them are much quicker.
fn over_four_rows(points: &[Point]) -> Option<bool> {
    is_about_as_quick(
        points,
        probes::FOUR_ROWS,
        probes::ROWS.map(|rows| rows as f64),
    )
}

/// Up to how many values of a row's work-items, of their own, the row is written out and there are no vectors: between the
/// two kernels from one of which to the next the time falls most, and stays below.
fn written_out(points: &[Point], profile: &Profile) -> Option<f64> {
    let series = Series::of(points, probes::SMALL);
    let side = *series.values(SIDE).first()? as usize;
    let small: Vec<(f64, f64)> = series
        .values(COUNT)
        .into_iter()
        .rev()
        .filter_map(|number| {
            let work = read(&probes::small(number as usize), side, profile)?;
            let values = work.own_values * work.width;
            Some((values, series.at(COUNT, number).seconds()?))
        })
        .collect();
    // From the largest on it leaps where it falls from the smallest on.
    leap(&small, 1.3)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibration::fit::fixtures::{point, processor};

    #[test]
    fn four_rows_are_no_vectors_where_they_take_twice_as_long_as_three() {
        let with = |four: f64| {
            let three = point(probes::FOUR_ROWS, 512, 3, 1.0);
            over_four_rows(&[three, point(probes::FOUR_ROWS, 512, 4, four)])
        };
        assert_eq!(with(1.4), Some(true));
        assert_eq!(with(5.0), Some(false));
        assert_eq!(over_four_rows(&[]), None);
    }

    #[test]
    fn small_kernels_are_written_out_up_to_where_the_time_falls() {
        let limit = |times: [f64; 5]| {
            let of = times.into_iter().enumerate();
            let points: Vec<Point> = of
                .map(|(number, seconds)| point(probes::SMALL, 512, number, seconds))
                .collect();
            written_out(&points, &processor())
        };
        // Six values of its own, or seven.
        assert_eq!(limit([2.0, 2.2, 1.0, 1.1, 1.2]), Some(6.5 * 32.0));
        assert_eq!(limit([2.0, 2.2, 2.4, 1.1, 1.2]), Some(7.5 * 32.0));
        // Where all are vectors, larger ones take no less.
        assert_eq!(limit([1.0, 1.0, 1.1, 1.1, 1.2]), None);
    }

    /// The starts of rows, with these times.
    fn starts(times: [f64; 6]) -> Vec<Point> {
        let of = times.into_iter().enumerate();
        of.map(|(number, seconds)| point(probes::ROW_STARTS, 1024, number, seconds))
            .collect()
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
    fn columns_are_no_vectors_where_their_products_take_twice_as_long() {
        let with = |column: f64| {
            let row = point(probes::COLUMN, 512, 0, 1.0);
            over_columns(&[row, point(probes::COLUMN, 512, 1, column)])
        };
        assert_eq!(with(1.2), Some(true));
        assert_eq!(with(7.0), Some(false));
        assert_eq!(over_columns(&[]), None);
    }
}
