//! A simulated run as the detectors of performance mistakes see it, and a reporter of findings.

use crate::analysis::trips::Loops;
use launch::{Evidence, Finding, Launch, Level, MistakeId, Place};
use opencl_c::program::{Function, Program};
use simulator::{Counters, DeviceProfile};
use std::cell::OnceCell;
use std::rc::Rc;

/// A run that completed.
pub struct SimulatedRun<'a> {
    pub program: &'a Program,
    /// The kernel that ran.
    pub kernel: &'a Function,
    pub launch: &'a Launch,
    /// What was counted.
    pub counters: &'a Counters,
    /// Work-items of a warp.
    pub warp: usize,
    /// The device whose limits hold.
    pub profile: &'a DeviceProfile,
    /// Is the launch given, so that the kernel's author cannot choose another work-group size?
    pub launch_is_given: bool,
}

/// Collects the findings of one dynamic detector.
pub(crate) struct RunReporter<'a> {
    pub(crate) mistake: MistakeId,
    pub(crate) level: Level,
    pub(crate) kernel: &'a str,
    pub(crate) findings: Vec<Finding>,
    pub(crate) program: &'a Program,
    /// Made by the first measure that asks, for all of them.
    pub(crate) loops: Rc<OnceCell<Rc<Loops<'a>>>>,
}

impl<'a> RunReporter<'a> {
    /// Where in memory the program's accesses go, and how often its loops run.
    pub(crate) fn loops(&self) -> Rc<Loops<'a>> {
        let made = self.loops.get_or_init(|| Rc::new(Loops::of(self.program)));
        Rc::clone(made)
    }

    /// A finding at `place`, whose label says what was counted there.
    pub(crate) fn add(&mut self, place: Place, message: String, help: &str) {
        self.add_at_level(self.level, place, message, help);
    }

    /// A finding of level warning, for code that can be right.
    pub(crate) fn warn(&mut self, place: Place, message: String, help: &str) {
        self.add_at_level(Level::Warning, place, message, help);
    }

    fn add_at_level(&mut self, level: Level, place: Place, message: String, help: &str) {
        self.findings.push(Finding {
            mistake: self.mistake,
            level,
            evidence: Evidence::Observed,
            message,
            help: help.to_owned(),
            kernel: self.kernel.to_owned(),
            spans: vec![Place {
                primary: true,
                ..place
            }],
            work_items: Vec::new(),
            macro_backtrace: Vec::new(),
            fix: Vec::new(),
        });
    }
}
