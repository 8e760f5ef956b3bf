//! What a kernel costs in the cases that a board's seed draws.

use course::{NotCounted, counted_runs};
use kernels::AnyProblem;
use launch::Source;
use predictor::{Caches, Profile};
use serde::{Deserialize, Serialize};
use simulator::{Banked, Counters};

/// How the costs of an entry are counted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Counting {
    /// Draws the cases.
    pub seed: u64,
    /// Draws the data, in all checks of a worker ([`kernels::draw_from`]).
    pub secret: u64,
    pub cases: u32,
    /// Of the device whose times are predicted.
    pub profile: Option<Profile>,
}

/// Sums over the cases.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Costs {
    /// Bytes that the sectors of global memory moved, both ways.
    pub bytes: u64,
    /// Passes that accesses to local memory took beyond those that they take without bank conflicts.
    pub conflicts: u64,
    /// Predicted seconds; none without a profile, and where the model knows no time.
    pub seconds: Option<f64>,
    pub longest_groups: Vec<LongestGroup>,
    /// Tokens of the text once macros are expanded.
    pub size: usize,
}

/// The work-group of a case that took the most steps.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct LongestGroup {
    pub steps: u64,
    /// Bytes that the whole case moved.
    pub case_bytes: u64,
}

/// The costs of a kernel that passed its check, or why they were not counted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Counted {
    Costs(Costs),
    Not { why: String },
}

impl Counting {
    /// Counts a kernel that passed its check.
    pub(crate) fn count(&self, problem: &'static dyn AnyProblem, kernel: Source) -> Counted {
        match self.costs(problem, kernel) {
            Ok(costs) => Counted::Costs(costs),
            Err(error) => Counted::Not {
                why: error.to_string(),
            },
        }
    }

    fn costs(&self, problem: &'static dyn AnyProblem, kernel: Source) -> Result<Costs, NotCounted> {
        let counted = counted_runs(problem, kernel, self.seed, self.cases)?;
        let profile = self.profile.as_ref();
        let mut costs = Costs {
            bytes: 0,
            conflicts: 0,
            longest_groups: Vec::new(),
            seconds: profile.is_some().then_some(0.0),
            size: counted.size,
        };
        for (launch, counters) in counted.runs {
            costs.add(&counters);
            if let (Some(profile), Some(seconds)) = (profile, costs.seconds) {
                let work = hybrid::read_whole(&counted.program, launch, profile.warp as usize);
                let predicted = work
                    .ok()
                    .and_then(|it| predictor::predict(&it.work, profile, Caches::Aware).ok());
                costs.seconds = predicted.map(|predicted| seconds + predicted.seconds);
            }
        }
        Ok(costs)
    }
}

impl Costs {
    fn add(&mut self, counters: &Counters) {
        let total = &counters.total;
        let beyond = |banked: &Banked| banked.passes.saturating_sub(banked.least_passes);
        let case_bytes = total.global_loads.bytes_moved + total.global_stores.bytes_moved;
        self.bytes += case_bytes;
        self.longest_groups.push(LongestGroup {
            steps: counters.longest_group,
            case_bytes,
        });
        self.conflicts += beyond(&total.local_loads) + beyond(&total.local_stores);
    }

    /// How many times the steps of `own`'s longest work-groups these take: the mean over the cases, weighted by the
    /// square of the bytes that `own` moves. Work-groups that stand idle show where there are many, and a case with
    /// few of them says little.
    pub(super) fn longest_groups_against(&self, own: &Costs) -> f64 {
        let (mut sum, mut weights) = (0.0, 0.0);
        for (longest, own) in self.longest_groups.iter().zip(&own.longest_groups) {
            let weight = (own.case_bytes.max(1) as f64).powi(2);
            sum += weight * longest.steps as f64 / own.steps.max(1) as f64;
            weights += weight;
        }
        if weights == 0.0 { 0.0 } else { sum / weights }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_case_decides_how_long_the_longest_work_groups_are() {
        let costs = |large, small| Costs {
            bytes: 1100,
            conflicts: 0,
            seconds: None,
            longest_groups: vec![
                LongestGroup {
                    steps: large,
                    case_bytes: 1000,
                },
                LongestGroup {
                    steps: small,
                    case_bytes: 100,
                },
            ],
            size: 9,
        };
        let own = costs(20, 10);
        assert_eq!(own.longest_groups_against(&own), 1.0);
        assert!(costs(160, 10).longest_groups_against(&own) > 7.9);
        assert!(costs(20, 80).longest_groups_against(&own) < 1.1);
    }
}
