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
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Costs {
    /// Bytes that the sectors of global memory moved, both ways.
    pub bytes: u64,
    /// Passes that accesses to local memory took beyond those that they take without bank conflicts.
    pub conflicts: u64,
    /// Predicted seconds; none without a profile, and where the model knows no time.
    pub seconds: Option<f64>,
    /// Steps of the longest work-group of each case.
    pub longest_group: u64,
    /// Tokens of the text once macros are expanded.
    pub size: usize,
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
            longest_group: 0,
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
        self.bytes += total.global_loads.bytes_moved + total.global_stores.bytes_moved;
        self.longest_group += counters.longest_group;
        self.conflicts += beyond(&total.local_loads) + beyond(&total.local_stores);
    }
}
