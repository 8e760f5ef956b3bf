//! The effort of a check.

use repair::Effort;
use std::time::Duration;

/// The effort of a check.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Cases to run. The corner cases always run, even if they are more.
    pub cases: u32,
    /// Seed of the drawn cases: the same seed draws the same cases.
    pub seed: u64,
    /// Bounds of the search for the smallest failing case.
    pub shrinking: ShrinkLimits,
    /// Bounds of the search for a repair.
    pub repair: RepairLimits,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            cases: 100,
            seed: 0,
            shrinking: ShrinkLimits::default(),
            repair: RepairLimits::default(),
        }
    }
}

/// Bounds of the search for a repair: changes that are tried, and simulated steps of all their runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RepairLimits {
    /// Changes tried alone, and on top of one that mends some cases.
    pub effort: Effort,
    /// Steps of all launches.
    pub steps: u64,
    /// Steps where the kernel does not end: most changed kernels do not end either.
    pub steps_of_endless: u64,
    /// Further cases in which a repair must be right: drawn ones, and fresh ones of another seed.
    pub confirming: [usize; 2],
    /// Time, looked at between changes. The steps bound a search; this is for a machine with much other work.
    pub time: Duration,
}

impl RepairLimits {
    /// The whole search: what `--repair` and the last hint ask for.
    pub const WHOLE: RepairLimits = RepairLimits {
        effort: Effort::WHOLE,
        steps: 500_000_000,
        steps_of_endless: 90_000_000,
        confirming: [90, 60],
        time: Duration::from_secs(60),
    };

    /// A search in a browser, which runs a third as fast and is waited for.
    pub const PAGE: RepairLimits = RepairLimits {
        effort: Effort {
            single: 2000,
            bytes: 3_000_000,
            pairs: 600,
        },
        steps: 80_000_000,
        steps_of_endless: 30_000_000,
        confirming: [90, 60],
        time: Duration::from_secs(10),
    };
}

impl Default for RepairLimits {
    /// The share of it that every check of a failing kernel does. Of the 711 labelled mistakes it repairs 338. When it
    /// repaired 330, twice as many changes repaired 359, and the check took a third longer in the median.
    fn default() -> Self {
        RepairLimits {
            effort: Effort {
                single: 160,
                bytes: 400_000,
                pairs: 0,
            },
            steps: 1_000_000,
            steps_of_endless: 30_000_000,
            confirming: [15, 15],
            time: Duration::from_secs(10),
        }
    }
}

/// Bounds of the search for the smallest failing case.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShrinkLimits {
    pub launches: u32,
    /// Launches that crash: each costs a new child process.
    pub crashes: u32,
    /// Launches that run out of time: each costs the whole limit.
    pub timeouts: u32,
    /// Launches that the simulator stops after their budget of steps: each costs up to a second.
    pub endless: u32,
    /// Simulated steps of all launches: less than a second's.
    pub steps: u64,
    /// Time, looked at between launches.
    pub time: Duration,
}

impl Default for ShrinkLimits {
    fn default() -> Self {
        ShrinkLimits {
            launches: 300,
            crashes: 4,
            timeouts: 1,
            endless: 2,
            steps: 40_000_000,
            time: Duration::from_secs(10),
        }
    }
}
