//! Fits the cost of requests to the nearest cache, local and private memory.

use super::series::Series;
use super::{items, read, seconds_of};
use crate::Point;
use crate::calibration::axes::{COUNT, SIDE, STRIDE};
use crate::calibration::probes;
use predictor::{ByDegree, Near, Private, Profile};

pub(super) fn near(points: &[Point], profile: &Profile) -> Near {
    let mut near = Near::default();
    let each = |series: &Series<'_>| {
        let side = series.values(SIDE).first().copied()?;
        Some((series.slope()?.0 / items(side), side as usize))
    };
    // Each probe contains sums, which the model counts separately.
    let sum = seconds_of("float +", profile);
    near.uniform =
        each(&Series::of(points, probes::SAME)).map_or(0.0, |(cost, _)| (cost - sum).max(0.0));
    near.affine =
        each(&Series::of(points, probes::PLAIN)).map_or(0.0, |(cost, _)| (cost - sum).max(0.0));
    let first_row = each(&Series::of(points, probes::FIRST_ROW));
    near.affine_without_argument = first_row.map(|(cost, _)| (cost - sum).max(near.affine));
    let rolled_sum = profile
        .operation
        .get("float +")
        .and_then(|cost| cost.scalar)
        .unwrap_or(0.0);
    let scalar = each(&Series::of(points, probes::SCALAR_READS));
    near.scalar = scalar.map(|(cost, _)| (cost - rolled_sum).max(0.0));
    let index = seconds_of("int bits", profile);
    let private = |series, less: f64| {
        let (cost, _) = each(&Series::of(points, series))?;
        Some((cost - seconds_of("int +", profile) - index - less).max(0.0))
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
            &mut near.by_sectors,
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
            let of_interest = work.traffic.requests.iter().rev().find(|request| {
                request.local == (of.points[0].series == probes::LOCAL)
                    && (request.kind == predictor::Kind::Load)
                        == (of.points[0].series != probes::WRITE)
            });
            if let Some(request) = of_interest {
                to.push(ByDegree {
                    degree: request.degree,
                    seconds: (cost - more).max(0.0),
                });
            }
        }
        if of_writes {
            // A coalesced store costs only memory traffic; the others are measured relative to it.
            let row = to
                .iter()
                .min_by(|a, b| a.degree.total_cmp(&b.degree))
                .map_or(0.0, |point| point.seconds);
            for point in to.iter_mut() {
                point.seconds = (point.seconds - row).max(0.0);
            }
        }
        // Of two probes of the same degree, the quicker one was disturbed less.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibration::fit::fixtures::{is_near, point, with_costs};

    #[test]
    fn near_reads_cost_the_slope_of_their_probes_without_the_sums() {
        let of = |series: &str, [few, many]: [usize; 2], each: f64| {
            [few, many].map(|count| {
                let seconds = 1e-3 + count as f64 * each * items(512.0);
                point(series, 512, count, seconds)
            })
        };
        let profile = with_costs([("float +", 1e-9, 3e-9), ("float *", 1e-9, 2e-9)]);
        let with = |first_row: f64| {
            let points = [
                of(probes::PLAIN, probes::READS, 3e-9),
                of(probes::FIRST_ROW, probes::FIRST_ROW_READS, first_row),
                of(probes::SCALAR_READS, probes::FROM_NONE, 8e-9),
            ];
            near(&points.concat(), &profile)
        };
        let fitted = with(7e-9);
        assert!(is_near(fitted.affine, 2e-9));
        assert!(is_near(
            fitted.affine_without_argument.expect("unmoved"),
            6e-9
        ));
        assert!(is_near(fitted.scalar.expect("scalar"), 5e-9));
        // Never cheaper than with an argument.
        assert!(is_near(
            with(2e-9).affine_without_argument.expect("unmoved"),
            2e-9
        ));
        let none = near(&[], &profile);
        assert_eq!((none.affine_without_argument, none.scalar), (None, None));
    }
}
