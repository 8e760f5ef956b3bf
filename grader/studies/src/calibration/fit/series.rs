//! The points of one series of a calibration: what one more takes, and what a visit took.

use crate::calibration::COUNT;
use crate::{Outcome, Point, Summary};

/// A series of points.
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

    /// The values on an axis, in order, each once.
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

    /// What one more takes, and its standard error as a share: the slope of the line through the points of
    /// the least and of the largest count, in seconds.
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

    /// The least seconds of a visit, the middle one of all visits, and their standard error, in seconds as well. The
    /// least: a program that takes a processor away takes it for some samples, and gives it to none. The middle: a core
    /// that is quick for a while is so for a whole visit, and what is predicted runs at any time.
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

    /// The median of the times of all visits: of launches that take turns, each has a wait of its own, and that
    /// belongs to it.
    pub(super) fn alone(&self) -> Option<f64> {
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
    use crate::calibration::BASE;
    use crate::calibration::fit::fixtures::point;

    #[test]
    fn starts_are_the_median_of_all_visits() {
        let visits = [1.0, 9.0, 2.0].map(|seconds| point(BASE, 32, 0, seconds));
        assert_eq!(Series::of(&visits, BASE).alone(), Some(2.0));
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
