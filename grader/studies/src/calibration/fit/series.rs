//! The points of one series: the cost of one more operation, and the time of a pass.

use crate::calibration::axes::COUNT;
use crate::{Outcome, Point, Summary};

pub(super) struct Series<'a> {
    pub(super) points: Vec<&'a Point>,
}

impl<'a> Series<'a> {
    pub(super) fn of(points: &'a [Point], name: &str) -> Series<'a> {
        let of = points.iter().filter(|point| point.series == name);
        Series {
            points: of.collect(),
        }
    }

    pub(super) fn at(&self, axis: &str, value: f64) -> Series<'a> {
        let of = self.points.iter().copied();
        Series {
            points: of.filter(|point| point.at(axis) == Some(value)).collect(),
        }
    }

    /// The distinct values on an axis, in ascending order.
    pub(super) fn values(&self, axis: &str) -> Vec<f64> {
        let mut values: Vec<f64> = self
            .points
            .iter()
            .filter_map(|point| point.at(axis))
            .collect();
        values.sort_by(f64::total_cmp);
        values.dedup();
        values
    }

    /// The slope between the least and the largest count, in seconds, and its relative standard error.
    pub(super) fn slope(&self) -> Option<(f64, f64)> {
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

    /// The least time of the median pass, and its standard error, in seconds. The least sample of a pass is the
    /// one that other programs disturbed least. The median pass has the usual clock speed.
    pub(super) fn best(&self) -> Option<(f64, f64)> {
        let visits = self.points.iter().filter_map(|point| {
            let seconds = point.outcome.seconds()?;
            Some((seconds.least, seconds.standard_error * seconds.median))
        });
        let mut visits: Vec<(f64, f64)> = visits.collect();
        visits.sort_by(|a, b| a.0.total_cmp(&b.0));
        visits.get(visits.len() / 2).copied()
    }

    pub(super) fn seconds(&self) -> Option<f64> {
        Some(self.best()?.0)
    }

    /// The median time over all passes: launches that alternate include their own waiting time.
    pub(super) fn median(&self) -> Option<f64> {
        let times = self.points.iter().filter_map(|point| match &point.outcome {
            Outcome::Timed { wall, device, .. } => Some(device.as_ref().unwrap_or(wall)),
            Outcome::Skipped { .. } => None,
        });
        let times: Vec<f64> = times.flatten().copied().collect();
        Some(Summary::of(&times)?.median)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibration::axes::BASE;
    use crate::calibration::fit::fixtures::point;

    #[test]
    fn starts_are_the_median_of_all_visits() {
        let visits = [1.0, 9.0, 2.0].map(|seconds| point(BASE, 32, 0, seconds));
        assert_eq!(Series::of(&visits, BASE).median(), Some(2.0));
    }

    #[test]
    fn a_time_is_the_least_of_the_middle_visit() {
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
        assert_eq!(least(&visits), Some(3.0));
        assert_eq!(least(&[]), None);
    }
}
