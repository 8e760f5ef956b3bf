//! The roofline: how far a kernel is from what the device's arithmetic and its memory allow, by how many
//! operations it does for each byte that it has to move.

use crate::chart::{Axis, Chart, Line, Mark, Picture};
use crate::{Amount, Limit, Point};
use std::collections::BTreeMap;

/// The best point of each series that has operations and bytes and was held against a limit, below the limits
/// measured in the same run. None where there is no such point or no such limit.
pub fn roofline(study: &str, points: &[Point]) -> Option<Chart> {
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
    let mut best: BTreeMap<&str, Mark> = BTreeMap::new();
    for point in points {
        let (Some(work), Some(rate)) =
            (point.outcome.work(), point.outcome.rate(Amount::Operations))
        else {
            continue;
        };
        // What was held against a limit of the device: not the host's own, nor what waits for copies.
        if work.bytes <= 0.0 || point.outcome.share().is_none() {
            continue;
        }
        let mark = Mark {
            x: work.operations / work.bytes,
            y: rate * 1e-9,
            quartiles: None,
        };
        best.entry(&point.series)
            .and_modify(|there| {
                if there.y < mark.y {
                    *there = mark;
                }
            })
            .or_insert(mark);
    }
    let across = best.values().map(|mark| mark.x);
    let ridge = peak / memory;
    // Far enough to the left for the axis to have a decade below the roof.
    let least = across.clone().fold(ridge / 100.0, f64::min) / 2.0;
    let most = across.fold(ridge, f64::max) * 2.0;
    let roof = [least, ridge, most].map(|x| Mark {
        x,
        y: (memory * x).min(peak) * 1e-9,
        quartiles: None,
    });
    let mut lines = vec![Line {
        name: "what the device allows".to_owned(),
        points: roof.to_vec(),
        limit: true,
    }];
    lines.extend(
        best.iter()
            .map(|(name, &mark)| Line::measured(name, [mark])),
    );
    (lines.len() > 1).then(|| Chart {
        name: format!("{study}-roofline"),
        title: "Of what arithmetic and memory allow".to_owned(),
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
