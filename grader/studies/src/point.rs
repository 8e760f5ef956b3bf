//! A point of a study, with every sample and what follows from the samples.

use crate::Limit;
use crate::power::Energy;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// The task that measured it.
    pub task: String,
    /// The measured thing, such as a kernel's name. The points of a series are one line of a chart.
    pub series: String,
    /// Names of axes with units, and values.
    pub at: Vec<(String, f64)>,
    pub outcome: Outcome,
}

impl Point {
    pub fn at(&self, axis: &str) -> Option<f64> {
        let found = self.at.iter().find(|(name, _)| name == axis);
        found.map(|&(_, value)| value)
    }
}

/// The outcome of measuring a point.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    Timed {
        /// Seconds of each sample on the wall clock.
        wall: Vec<f64>,
        /// Seconds of each sample on the device's clock, if it has one.
        device: Option<Vec<f64>>,
        work: Work,
        /// The limit that it is compared with.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        share: Option<Share>,
        /// Whether the result was compared.
        verified: Verified,
        /// The energy, if it was measured.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        energy: Option<Energy>,
    },
    Skipped {
        reason: String,
    },
}

/// The work of one sample.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Work {
    /// Arithmetic operations; a fused multiply-add counts as two.
    pub operations: f64,
    /// Bytes that have to move between the device and its memory.
    pub bytes: f64,
    /// Items, such as cells, pixels or launches.
    pub items: f64,
}

/// A limit, and the part of the work that it limits.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Share {
    pub limit: Limit,
    /// The rate measured in the same run, in units per second.
    pub rate: f64,
    /// The amount that is divided by the time.
    pub of: Amount,
}

/// A part of [`Work`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Amount {
    Operations,
    Bytes,
    Items,
}

impl Work {
    pub fn amount(&self, amount: Amount) -> f64 {
        match amount {
            Amount::Operations => self.operations,
            Amount::Bytes => self.bytes,
            Amount::Items => self.items,
        }
    }
}

/// Whether a result was compared before it was timed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verified {
    /// Compared in this way.
    Compared(String),
    /// Nothing is computed, as in a copy.
    NothingComputed,
}

/// Quantiles of samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    pub count: usize,
    /// The minimum.
    pub least: f64,
    /// The first quartile.
    pub lower: f64,
    pub median: f64,
    /// The third quartile.
    pub upper: f64,
    /// The standard error of the mean, relative to the mean.
    pub standard_error: f64,
}

impl Summary {
    /// The summary of samples in any order; none without samples.
    pub fn of(samples: &[f64]) -> Option<Summary> {
        let mut sorted = samples.to_vec();
        sorted.sort_by(f64::total_cmp);
        let last = sorted.len().checked_sub(1)?;
        // Interpolates linearly.
        let quantile = |share: f64| {
            let place = share * last as f64;
            let (below, above) = (place.floor() as usize, place.ceil() as usize);
            sorted[below] + (sorted[above] - sorted[below]) * (place - place.floor())
        };
        let count = sorted.len() as f64;
        let mean = sorted.iter().sum::<f64>() / count;
        let spread = sorted.iter().map(|x| (x - mean).powi(2)).sum::<f64>();
        let standard_error = match last {
            0 => 0.0,
            _ => (spread / last as f64 / count).sqrt() / mean,
        };
        Some(Summary {
            count: sorted.len(),
            least: quantile(0.0),
            lower: quantile(0.25),
            median: quantile(0.5),
            upper: quantile(0.75),
            standard_error,
        })
    }
}

impl Outcome {
    pub fn samples(&self) -> Option<&[f64]> {
        match self {
            Outcome::Timed { wall, .. } => Some(wall),
            Outcome::Skipped { .. } => None,
        }
    }

    /// Seconds on the device's clock, or on the wall clock without one.
    pub fn seconds(&self) -> Option<Summary> {
        match self {
            Outcome::Timed { wall, device, .. } => {
                Summary::of(device.as_ref().unwrap_or(wall).as_slice())
            }
            Outcome::Skipped { .. } => None,
        }
    }

    pub fn wall(&self) -> Option<Summary> {
        match self {
            Outcome::Timed { wall, .. } => Summary::of(wall),
            Outcome::Skipped { .. } => None,
        }
    }

    pub fn work(&self) -> Option<Work> {
        match self {
            Outcome::Timed { work, .. } => Some(*work),
            Outcome::Skipped { .. } => None,
        }
    }

    /// The amount per second, by the median time.
    pub fn rate(&self, amount: Amount) -> Option<f64> {
        let done = self.work()?.amount(amount);
        (done > 0.0).then_some(done / self.seconds()?.median)
    }

    /// The rate relative to the limit's.
    pub fn share(&self) -> Option<f64> {
        let Outcome::Timed {
            share: Some(share), ..
        } = self
        else {
            return None;
        };
        Some(self.rate(share.of)? / share.rate)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_has_the_quartiles_of_its_samples() {
        let summary = Summary::of(&[5.0, 1.0, 4.0, 2.0, 3.0]).unwrap();
        assert_eq!(
            (summary.lower, summary.median, summary.upper),
            (2.0, 3.0, 4.0)
        );
        // Standard deviation sqrt(2.5), over the square root of 5, over the mean 3.
        assert!((summary.standard_error - (2.5f64 / 5.0).sqrt() / 3.0).abs() < 1e-12);
        assert_eq!(Summary::of(&[]), None);
        assert_eq!(Summary::of(&[7.0]).unwrap().standard_error, 0.0);
    }

    #[test]
    fn a_share_is_the_rate_over_that_of_its_limit() {
        let outcome = Outcome::Timed {
            wall: vec![9.0],
            device: Some(vec![2.0]),
            work: Work {
                operations: 0.0,
                bytes: 100.0,
                items: 0.0,
            },
            share: Some(Share {
                limit: Limit::Triad,
                rate: 200.0,
                of: Amount::Bytes,
            }),
            verified: Verified::NothingComputed,
            energy: None,
        };
        assert_eq!(outcome.rate(Amount::Bytes), Some(50.0));
        assert_eq!(outcome.share(), Some(0.25));
        assert_eq!(outcome.rate(Amount::Items), None);
    }
}
