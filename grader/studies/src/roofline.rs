//! The roofline model: a kernel's performance relative to the device's arithmetic and memory limits, by
//! operational intensity.

use crate::chart::{Axis, Chart, Line, Mark, Picture, with_one_look_each};
use crate::{Amount, Limit, Point, Study};
use std::collections::BTreeMap;

/// The limits of a device, measured in the same run as a study's points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Roof {
    /// Operations a second, without any memory.
    pub peak: f64,
    /// Bytes a second to and from memory.
    pub memory: f64,
}

impl Roof {
    /// None if a limit is missing.
    pub fn of(points: &[Point]) -> Option<Roof> {
        let limit = |limit: Limit| {
            let name = format!("limit: {}", limit.name());
            points
                .iter()
                .filter(|point| point.series == name)
                .filter_map(|point| point.outcome.rate(limit.amount()))
                .fold(None, |best: Option<f64>, rate| {
                    Some(best.map_or(rate, |best| best.max(rate)))
                })
        };
        let peak = limit(Limit::Fma)?;
        let memory = match (limit(Limit::Triad), limit(Limit::Copy)) {
            (Some(triad), Some(copy)) => triad.max(copy),
            (one, other) => one.or(other)?,
        };
        Some(Roof { peak, memory })
    }

    /// Attainable operations per second at an operational intensity.
    pub fn allows(self, intensity: f64) -> f64 {
        (self.memory * intensity).min(self.peak)
    }
}

/// Where a kernel stands under the roof.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// Operations for each byte that has to move.
    pub intensity: f64,
    /// Operations a second.
    pub rate: f64,
}

/// The best point of each series that has operations and bytes and is compared with a limit of the device,
/// without the host's points and those that include copies.
pub fn places(points: &[Point]) -> BTreeMap<&str, Place> {
    let mut best: BTreeMap<&str, Place> = BTreeMap::new();
    for point in points {
        let (Some(work), Some(rate)) =
            (point.outcome.work(), point.outcome.rate(Amount::Operations))
        else {
            continue;
        };
        let is_of_a_kernel = point.outcome.share().is_some() && work.operations > 0.0;
        if work.bytes <= 0.0 || !is_of_a_kernel {
            continue;
        }
        let place = Place {
            intensity: work.operations / work.bytes,
            rate,
        };
        let there = best.entry(&point.series).or_insert(place);
        if there.rate < place.rate {
            *there = place;
        }
    }
    best
}

/// All charts of a study, in which a kernel has one colour and one mark.
pub fn charts(study: &dyn Study, points: &[Point]) -> Vec<Chart> {
    let own = study.charts(points).into_iter();
    let mut charts: Vec<Chart> = own.chain(roofline(study.name(), points)).collect();
    with_one_look_each(&mut charts);
    charts
}

/// The places of a study's kernels below what the device allows. None where there is no such point or not both
/// limits.
pub fn roofline(study: &str, points: &[Point]) -> Option<Chart> {
    let roof = Roof::of(points)?;
    let places = places(points);
    if places.is_empty() {
        return None;
    }
    let across = places.values().map(|place| place.intensity);
    let ridge = roof.peak / roof.memory;
    // Far enough to the left for the axis to have a decade below the roof.
    let least = across.clone().fold(ridge / 100.0, f64::min) / 2.0;
    let most = across.fold(ridge, f64::max) * 2.0;
    let of_roof = |place: &Place| place.rate / roof.allows(place.intensity);
    let (nearest, place) = places
        .iter()
        .max_by(|one, other| of_roof(one.1).total_cmp(&of_roof(other.1)))?;
    let title = format!(
        "{nearest} is nearest to the roof, with {:.0} % of what the device allows",
        of_roof(place) * 100.0
    );
    let mark = |x: f64, rate: f64| Mark {
        x,
        y: rate * 1e-9,
        quartiles: None,
    };
    let mut lines = vec![Line {
        name: "what the device allows".to_owned(),
        points: [least, ridge, most]
            .map(|x| mark(x, roof.allows(x)))
            .to_vec(),
        limit: true,
        look: None,
    }];
    lines.extend(
        places
            .iter()
            .map(|(name, place)| Line::measured(name, [mark(place.intensity, place.rate)])),
    );
    Some(Chart {
        name: format!("{study}-roofline"),
        title,
        picture: Picture::Lines {
            x: Axis::log("operations for each byte that has to move"),
            y: Axis::log("GFLOP/s"),
            lines,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Outcome, Share, Verified, Work};

    fn point(series: &str, operations: f64, bytes: f64, seconds: f64) -> Point {
        let share = (!series.starts_with("limit: ")).then_some(Share {
            limit: Limit::Fma,
            rate: 100e9,
            of: Amount::Operations,
        });
        Point {
            task: String::new(),
            series: series.to_owned(),
            at: Vec::new(),
            outcome: Outcome::Timed {
                wall: vec![seconds],
                device: None,
                work: Work {
                    operations,
                    bytes,
                    items: 0.0,
                },
                share,
                verified: Verified::NothingComputed,
                energy: None,
            },
        }
    }

    #[test]
    fn the_roof_is_the_lesser_of_memory_and_arithmetic() {
        let points = [
            point("limit: multiply-add", 100e9, 0.0, 1.0),
            point("limit: triad", 0.0, 10e9, 1.0),
            point("stencil", 1e9, 1e9, 0.2),
            point("stencil", 1e9, 1e9, 0.5),
            point("copy alone", 0.0, 1e9, 0.1),
        ];
        let chart = roofline("it", &points).unwrap();
        let Picture::Lines { lines, .. } = chart.picture else {
            panic!("no lines");
        };
        let roof: Vec<(f64, f64)> = lines[0]
            .points
            .iter()
            .map(|mark| (mark.x, mark.y))
            .collect();
        assert_eq!(roof[1..], [(10.0, 100.0), (20.0, 100.0)]);
        assert!((roof[0].1 - 10.0 * roof[0].0).abs() < 1e-9 && roof[0].0 < 0.5);
        assert_eq!(lines.len(), 2);
        assert_eq!(lines[1].points[0].y, 5.0);
    }

    #[test]
    fn without_limits_there_is_no_roof() {
        assert_eq!(roofline("it", &[point("stencil", 1e9, 1e9, 0.2)]), None);
    }
}
