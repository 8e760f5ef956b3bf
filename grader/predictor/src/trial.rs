//! The accuracy of predictions, by the source's measures and others.

use crate::price::Part;
use crate::random::Class;
use serde::Serialize;

/// A kernel that was predicted and measured.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Trial {
    pub class: Class,
    pub seed: u64,
    /// Elements along a side.
    pub side: usize,
    /// Seconds of each run.
    pub measured: Vec<f64>,
    /// The prediction from the text.
    pub forecast: Forecast,
    /// Seconds as predicted by the hybrid model, if it made a prediction.
    pub hybrid: Option<f64>,
}

/// The prediction of a kernel from its text.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Forecast {
    /// Seconds as predicted by the cache-aware model.
    pub aware: f64,
    /// The part that it predicts to take longest.
    pub bound: Part,
    /// Seconds as predicted by the cache-unaware model.
    pub unaware: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    Aware,
    Unaware,
    /// Cache-aware, with execution counts from a run of some work-groups.
    Hybrid,
}

impl Trial {
    /// The median of its runs, in seconds. The source compares with their mean, which one disturbed run can
    /// double.
    pub fn median(&self) -> f64 {
        median(&self.measured)
    }

    /// The trial with each run divided by the device's relative slowness at that moment.
    pub fn at_constant_speed(&self, paces: &[f64]) -> Trial {
        let runs = self.measured.iter().zip(paces);
        Trial {
            measured: runs.map(|(run, pace)| run / pace).collect(),
            ..self.clone()
        }
    }

    /// Prediction over measurement; below 1 the prediction is too short. None if the model made none.
    pub fn ratio(&self, model: Model) -> Option<f64> {
        let predicted = match model {
            Model::Aware => self.forecast.aware,
            Model::Unaware => self.forecast.unaware,
            Model::Hybrid => self.hybrid?,
        };
        Some(predicted / self.median())
    }
}

/// The relative error that counts as near, in the source and here.
pub const NEAR: f64 = 0.3;

/// The accuracy of many predictions.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Score {
    pub count: usize,
    /// The fraction within 30 % of the median of their runs.
    pub near: f64,
    /// The median of prediction over measurement.
    pub median: f64,
    /// The median absolute error, relative to the measurement.
    pub median_error: f64,
    /// The mean absolute error, relative to the measurement.
    pub mean_error: f64,
    /// Kendall's tau between predictions and measurements: 1 for the same order, 0 for none, -1 for the
    /// opposite order.
    pub tau: f64,
    /// The fraction of single runs within 30 % of the mean of the others: an upper bound for any prediction on
    /// this device.
    pub spread: f64,
}

impl Score {
    /// The score of a model on the trials that it predicted; none if there are none.
    pub fn of<'a>(trials: impl Iterator<Item = &'a Trial>, model: Model) -> Option<Score> {
        let (trials, mut ratios): (Vec<&Trial>, Vec<f64>) = trials
            .filter_map(|trial| Some((trial, trial.ratio(model)?)))
            .unzip();
        if ratios.is_empty() {
            return None;
        }
        let pairs: Vec<(f64, f64)> = trials
            .iter()
            .zip(&ratios)
            .map(|(trial, ratio)| (trial.median(), ratio * trial.median()))
            .collect();
        let tau = tau(&pairs);
        let mut errors: Vec<f64> = ratios.iter().map(|ratio| (ratio - 1.0).abs()).collect();
        let count = ratios.len();
        let near = errors.iter().filter(|&&error| error <= NEAR).count();
        let mean_error = errors.iter().sum::<f64>() / count as f64;
        ratios.sort_by(f64::total_cmp);
        errors.sort_by(f64::total_cmp);
        let (mut runs, mut close) = (0_usize, 0_usize);
        for trial in &trials {
            let sum: f64 = trial.measured.iter().sum();
            let others = trial.measured.len().saturating_sub(1);
            if others == 0 {
                continue;
            }
            for run in &trial.measured {
                let mean = (sum - run) / others as f64;
                runs += 1;
                close += usize::from((mean / run - 1.0).abs() <= NEAR);
            }
        }
        Some(Score {
            count,
            near: near as f64 / count as f64,
            median: ratios[count / 2],
            median_error: errors[count / 2],
            mean_error,
            tau,
            spread: close as f64 / runs.max(1) as f64,
        })
    }
}

/// How steady a device is over minutes: one reference kernel, measured repeatedly between others. Its variation
/// is no error of a prediction.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Steadiness {
    /// Measurements.
    pub count: usize,
    /// The shortest time, in seconds.
    pub least: f64,
    /// The median time, in seconds.
    pub median: f64,
    /// The longest time, in seconds.
    pub most: f64,
    /// The fraction within 30 % of the median: an upper bound for predictions of the median.
    pub near: f64,
    /// Seconds of the same kernel during calibration, if measured.
    pub calibrated: Option<f64>,
}

impl Steadiness {
    pub fn of(times: &[f64], calibrated: Option<f64>) -> Option<Steadiness> {
        let mut times = times.to_vec();
        times.sort_by(f64::total_cmp);
        let (&least, &most) = (times.first()?, times.last()?);
        let median = times[times.len() / 2];
        let near = |time: &&f64| (median / **time - 1.0).abs() <= NEAR;
        Some(Steadiness {
            count: times.len(),
            least,
            median,
            most,
            near: times.iter().filter(near).count() as f64 / times.len() as f64,
            calibrated,
        })
    }
}

/// The median; the upper one of an even number.
pub fn median(runs: &[f64]) -> f64 {
    let mut sorted = runs.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Kendall's tau-b of pairs.
pub(crate) fn tau(pairs: &[(f64, f64)]) -> f64 {
    let (mut agree, mut tied_first, mut tied_second, mut all) = (0_i64, 0_i64, 0_i64, 0_i64);
    for (index, a) in pairs.iter().enumerate() {
        for b in &pairs[index + 1..] {
            let (first, second) = (a.0.total_cmp(&b.0) as i64, a.1.total_cmp(&b.1) as i64);
            agree += first * second;
            tied_first += i64::from(first == 0);
            tied_second += i64::from(second == 0);
            all += 1;
        }
    }
    let comparable = ((all - tied_first) as f64 * (all - tied_second) as f64).sqrt();
    if comparable > 0.0 {
        agree as f64 / comparable
    } else {
        0.0
    }
}

/// Counts trials by prediction over measurement, in steps of 0.1 up to 2; the last bin holds the rest.
pub fn histogram<'a>(trials: impl Iterator<Item = &'a Trial>, model: Model) -> [usize; 21] {
    let mut bins = [0; 21];
    for ratio in trials.filter_map(|trial| trial.ratio(model)) {
        let bin = (ratio * 10.0).floor().clamp(0.0, 20.0);
        bins[bin as usize] += 1;
    }
    bins
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trial(measured: &[f64], aware: f64) -> Trial {
        Trial {
            class: Class::Realistic,
            seed: 0,
            side: 32,
            measured: measured.to_vec(),
            forecast: Forecast {
                aware,
                bound: Part::Far,
                unaware: 0.0,
            },
            hybrid: None,
        }
    }

    #[test]
    fn what_is_30_percent_off_is_near_and_what_is_more_is_not() {
        let trials = [
            trial(&[1.0], 1.29),
            trial(&[1.0], 0.71),
            trial(&[1.0], 1.31),
        ];
        let score = Score::of(trials.iter(), Model::Aware).expect("trials");
        assert!((score.near - 2.0 / 3.0).abs() < 1e-12);
        assert!((score.mean_error - 0.89 / 3.0).abs() < 1e-12);
        assert_eq!(histogram(trials.iter(), Model::Aware)[12], 1);
    }

    #[test]
    fn a_run_that_was_disturbed_does_not_decide() {
        let disturbed = trial(&[1.0, 1.0, 9.0, 1.1, 0.9], 1.0);
        assert_eq!(disturbed.median(), 1.0);
    }

    #[test]
    fn runs_at_one_pace_differ_by_no_pace() {
        let met = trial(&[1.0, 2.0, 4.0], 1.0);
        assert_eq!(met.at_constant_speed(&[0.5, 1.0, 2.0]).measured, [2.0; 3]);
    }

    #[test]
    fn a_device_that_changes_its_pace_is_not_steady() {
        let steady = Steadiness::of(&[1.0, 1.1, 0.9, 2.0], None).expect("times");
        assert_eq!((steady.least, steady.median, steady.most), (0.9, 1.1, 2.0));
        assert_eq!(steady.near, 0.75);
        assert_eq!(Steadiness::of(&[], None), None);
    }

    #[test]
    fn tau_is_one_in_order_and_minus_one_in_the_opposite_order() {
        let rising = [(1.0, 10.0), (2.0, 20.0), (3.0, 30.0)];
        let falling = [(1.0, 30.0), (2.0, 20.0), (3.0, 10.0)];
        assert!((tau(&rising) - 1.0).abs() < 1e-12);
        assert!((tau(&falling) + 1.0).abs() < 1e-12);
    }

    #[test]
    fn runs_that_differ_by_half_bound_what_a_prediction_can_reach() {
        let score = Score::of([trial(&[1.0, 2.0], 1.5)].iter(), Model::Aware).expect("a trial");
        assert_eq!((score.near, score.spread), (1.0, 0.0));
    }
}
