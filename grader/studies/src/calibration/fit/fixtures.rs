//! Points and profiles for tests.

use crate::calibration::axes::{COUNT, SIDE, usual_group};
use crate::{Outcome, Point, Verified};
use predictor::{Cost, Profile};

pub(super) fn point(series: &str, side: usize, count: usize, seconds: f64) -> Point {
    Point {
        task: series.to_owned(),
        series: series.to_owned(),
        at: vec![
            (SIDE.to_owned(), side as f64),
            (COUNT.to_owned(), count as f64),
        ],
        outcome: Outcome::Timed {
            wall: vec![seconds; 5],
            device: None,
            work: crate::Work::default(),
            share: None,
            verified: Verified::NothingComputed,
            energy: None,
        },
    }
}

pub(super) fn processor() -> Profile {
    Profile {
        warp: 16,
        probed: usual_group(true),
        ..Profile::default()
    }
}

/// A CPU with two operations: name, seconds, seconds in scalar code.
pub(super) fn with_costs(costs: [(&str, f64, f64); 2]) -> Profile {
    let operation = costs.map(|(name, seconds, scalar)| {
        let cost = Cost {
            seconds,
            scalar: Some(scalar),
            ..Cost::default()
        };
        (name.to_owned(), cost)
    });
    Profile {
        operation: operation.into(),
        ..processor()
    }
}

pub(super) fn is_near(one: f64, other: f64) -> bool {
    (one - other).abs() <= 1e-6 * other.abs()
}
