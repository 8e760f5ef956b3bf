//! The observer of a check: it shows the progress, provides a clock, and keeps the cases in which a device is
//! at fault.

use crate::report::Verdict;
use launch::outcome::{Outcome, Ran};
use launch::{Launch, Source};
use std::time::Duration;

pub trait Observer {
    /// Time since some fixed moment.
    fn elapsed(&self) -> Duration;

    /// The check begins a step, or makes progress in it.
    fn step(&mut self, step: Step) {
        let _ = step;
    }

    /// A device differs from the simulator, which has proven its own result. Returns the folder in which the
    /// case was kept, if any.
    fn dissents(&mut self, evidence: &Evidence<'_>) -> Option<String> {
        let _ = evidence;
        None
    }
}

/// An observer without a clock: a search ends by its number of launches alone, so that a check is
/// reproducible, or by a deadline of the caller's.
#[derive(Clone, Copy, Debug)]
pub struct NoClock;

impl Observer for NoClock {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}

/// A step of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The program is being built.
    Building,
    /// Cases are being run.
    Running { done: u32, of: u32 },
    Shrinking {
        /// The launches of the search so far.
        launches: u32,
    },
}

/// A case in which a device differs from the simulator's proven result.
#[derive(Debug)]
pub struct Evidence<'a> {
    pub device: &'a str,
    /// The version of the device's driver, as the driver reports it.
    pub version: &'a str,
    /// The verdict that the device's outcome would give.
    pub verdict: &'a Verdict,
    pub source: &'a Source,
    pub launch: &'a Launch,
    /// The memory as the simulator leaves it.
    pub expected: &'a Ran,
    pub got: &'a Outcome,
}
