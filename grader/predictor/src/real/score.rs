//! The accuracy of predictions of kernels as people write them.

use super::{Half, Kind};
use crate::trial::{NEAR, median, tau};
use launch::Bottleneck;
use serde::Serialize;

/// A launch that was predicted and measured.
#[derive(Clone, Debug)]
pub struct RealTrial {
    pub kind: &'static Kind,
    pub seed: u64,
    /// Seconds as predicted.
    pub predicted: f64,
    /// What is predicted to bound it.
    pub bound: Bottleneck,
    /// Seconds of each run.
    pub measured: Vec<f64>,
}

impl RealTrial {
    /// Prediction over the median of the runs.
    pub fn ratio(&self) -> f64 {
        self.predicted / median(&self.measured)
    }
}

/// The accuracy of many predictions.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RealScore {
    pub count: usize,
    /// The fraction within 30 % of the measurement.
    pub near: f64,
    /// The fraction within a factor of 2 of it.
    pub within_two: f64,
    /// The mean absolute error, relative to the measurement.
    pub mean_error: f64,
    /// Kendall's tau between predictions and measurements.
    pub tau: f64,
}

impl RealScore {
    /// The score of one half's trials; none if there are none.
    pub fn of(trials: &[RealTrial], half: Half) -> Option<RealScore> {
        let of = || trials.iter().filter(|trial| trial.kind.half() == half);
        let ratios: Vec<f64> = of().map(RealTrial::ratio).collect();
        if ratios.is_empty() {
            return None;
        }
        let count = ratios.len() as f64;
        let share = |is: &dyn Fn(f64) -> bool| {
            ratios.iter().filter(|&&ratio| is(ratio)).count() as f64 / count
        };
        let error = |ratio: f64| (ratio - 1.0).abs();
        let pairs: Vec<(f64, f64)> = of()
            .map(|trial| (median(&trial.measured), trial.predicted))
            .collect();
        Some(RealScore {
            count: ratios.len(),
            near: share(&|ratio| error(ratio) <= NEAR),
            within_two: share(&|ratio| (0.5..=2.0).contains(&ratio)),
            mean_error: ratios.iter().map(|&ratio| error(ratio)).sum::<f64>() / count,
            tau: tau(&pairs),
        })
    }
}

/// The scores of both halves, as the rows of a table.
pub fn table(trials: &[RealTrial]) -> String {
    let mut text = String::from(
        "| kinds for | launches | within 30 % | within a factor of 2 | mean error | Kendall's tau |\n\
         |---|---|---|---|---|---|\n",
    );
    for half in Half::ALL {
        if let Some(score) = RealScore::of(trials, half) {
            text.push_str(&format!(
                "| {} | {} | {:.1} % | {:.1} % | {:.1} % | {:.2} |\n",
                half.name(),
                score.count,
                score.near * 100.0,
                score.within_two * 100.0,
                score.mean_error * 100.0,
                score.tau
            ));
        }
    }
    text
}

/// The scores of both halves, as sentences.
pub fn texts(trials: &[RealTrial]) -> Vec<String> {
    let of = |half: Half| {
        let score = RealScore::of(trials, half)?;
        Some(format!(
            "real, kinds of {}: {:.1} % of {} within 30 %, {:.1} % within a factor of 2, mean error {:.1} % \
             (the mean of |predicted / measured - 1|), Kendall's tau {:.3}",
            half.name(),
            score.near * 100.0,
            score.count,
            score.within_two * 100.0,
            score.mean_error * 100.0,
            score.tau
        ))
    };
    Half::ALL.into_iter().filter_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::super::KINDS;
    use super::*;

    #[test]
    fn a_half_is_scored_by_its_own_kinds() {
        let trial = |kind: &'static Kind, predicted: f64| RealTrial {
            kind,
            seed: 0,
            predicted,
            bound: Bottleneck::Launch,
            measured: vec![1.0],
        };
        let of = |half: Half| KINDS.iter().find(|kind| kind.half() == half).expect("kind");
        let (ours, kept) = (of(Half::Development), of(Half::Evaluation));
        let trials = [trial(ours, 1.2), trial(ours, 1.8), trial(kept, 9.0)];
        let score = RealScore::of(&trials, Half::Development).expect("trials");
        assert_eq!((score.count, score.near, score.within_two), (2, 0.5, 1.0));
        assert!((score.mean_error - 0.5).abs() < 1e-12);
        let score = RealScore::of(&trials, Half::Evaluation).expect("a trial");
        assert_eq!((score.near, score.within_two), (0.0, 0.0));
    }
}
