//! How good predictions are: each beside what was measured, by the measures of the source and by others.

use crate::price::Part;
use crate::random::Class;
use serde::Serialize;

/// A kernel that was predicted, and measured.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Trial {
    /// Its class.
    pub class: Class,
    /// The seed that it was made from.
    pub seed: u64,
    /// Elements along a side.
    pub side: usize,
    /// Seconds of each run.
    pub measured: Vec<f64>,
    /// What was predicted from its text.
    pub forecast: Forecast,
    /// Seconds as predicted by the hybrid one, where it was asked and could tell.
    pub hybrid: Option<f64>,
}

/// What was predicted of a kernel from its text.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Forecast {
    /// Seconds as predicted by the model that knows of caches.
    pub aware: f64,
    /// What takes longest, as predicted by it.
    pub bound: Part,
    /// Seconds as predicted by the one that does not know of caches.
    pub unaware: f64,
}

/// Which prediction of a trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// That knows of caches.
    Aware,
    /// That does not.
    Unaware,
    /// That knows of caches, and of what a run of some work-groups counted.
    Hybrid,
}

impl Trial {
    /// The middle of its runs, in seconds. The source compares with their mean, which a single run that
    /// somebody else disturbed can double.
    pub fn middle(&self) -> f64 {
        middle(&self.measured)
    }

    /// The same with each run divided by the pace of its moment: how many times as long the device took then as it does
    /// in the middle of all.
    pub fn at_one_pace(&self, paces: &[f64]) -> Trial {
        let runs = self.measured.iter().zip(paces);
        Trial {
            measured: runs.map(|(run, pace)| run / pace).collect(),
            ..self.clone()
        }
    }

    /// Prediction over measurement: 1 is perfect, less is too short. None where the model made none.
    pub fn ratio(&self, model: Model) -> Option<f64> {
        let predicted = match model {
            Model::Aware => self.forecast.aware,
            Model::Unaware => self.forecast.unaware,
            Model::Hybrid => self.hybrid?,
        };
        Some(predicted / self.middle())
    }
}

/// How far off counts as near, in the source and here.
pub const NEAR: f64 = 0.3;

/// How good the predictions of many trials are.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Score {
    /// Trials.
    pub count: usize,
    /// The share within 30 % of the middle of their runs.
    pub near: f64,
    /// The median of prediction over measurement.
    pub median: f64,
    /// The median absolute error, as a share of what was measured.
    pub median_error: f64,
    /// The mean absolute error, as a share of what was measured.
    pub mean_error: f64,
    /// Kendall's tau: 1 where the predictions rank the kernels as the measurements do, 0 where they know
    /// nothing, -1 where they rank them the other way round.
    pub tau: f64,
    /// The share of single runs that lie within 30 % of the mean of the others: what no prediction that
    /// is right about the mean could better on this device.
    pub spread: f64,
}

impl Score {
    /// Of those trials that the model predicted; none where there are none.
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
            .map(|(trial, ratio)| (trial.middle(), ratio * trial.middle()))
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

/// How steady a device is from minute to minute: one kernel, measured again and again between others. What its
/// times differ by is no fault of a prediction.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Steadiness {
    /// How often it was measured.
    pub count: usize,
    /// The shortest of its times, in seconds.
    pub least: f64,
    /// Their median, in seconds.
    pub middle: f64,
    /// The longest, in seconds.
    pub most: f64,
    /// The share of them within 30 % of their median: what a prediction that is right about the median could
    /// reach.
    pub near: f64,
    /// What the same kernel took among those of the calibration, in seconds; none where that was not measured.
    pub calibrated: Option<f64>,
}

impl Steadiness {
    /// Of its times and of that of the calibration, in seconds; none where it was never measured.
    pub fn of(times: &[f64], calibrated: Option<f64>) -> Option<Steadiness> {
        let mut times = times.to_vec();
        times.sort_by(f64::total_cmp);
        let (&least, &most) = (times.first()?, times.last()?);
        let middle = times[times.len() / 2];
        let near = |time: &&f64| (middle / **time - 1.0).abs() <= NEAR;
        Some(Steadiness {
            count: times.len(),
            least,
            middle,
            most,
            near: times.iter().filter(near).count() as f64 / times.len() as f64,
            calibrated,
        })
    }
}

/// The middle of some runs.
pub fn middle(runs: &[f64]) -> f64 {
    let mut sorted = runs.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Kendall's tau-b of pairs.
fn tau(pairs: &[(f64, f64)]) -> f64 {
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

/// How many trials lie in each step of prediction over measurement: 0 to 0.1, 0.1 to 0.2, and so on to 2;
/// the last holds all that lie above.
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
        assert_eq!(disturbed.middle(), 1.0);
    }

    #[test]
    fn runs_at_one_pace_differ_by_no_pace() {
        let met = trial(&[1.0, 2.0, 4.0], 1.0);
        assert_eq!(met.at_one_pace(&[0.5, 1.0, 2.0]).measured, [2.0; 3]);
    }

    #[test]
    fn a_device_that_changes_its_pace_is_not_steady() {
        let steady = Steadiness::of(&[1.0, 1.1, 0.9, 2.0], None).expect("times");
        assert_eq!((steady.least, steady.middle, steady.most), (0.9, 1.1, 2.0));
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
