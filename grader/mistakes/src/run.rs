//! A simulated run, as the measures of the performance mistakes see it.

use crate::analysis::index::Indices;
use crate::catalogue::catalogue;
use crate::entry::Mistake;
use launch::{Evidence, Finding, Launch, Level, Place};
use opencl_c::program::{Function, Program};
use simulator::{Counters, DeviceProfile};
use std::cell::OnceCell;
use std::rc::Rc;

/// A run that came to its end.
pub struct Run<'a> {
    /// The program.
    pub program: &'a Program,
    /// The kernel that ran.
    pub kernel: &'a Function,
    /// How it was launched.
    pub launch: &'a Launch,
    /// What was counted.
    pub counters: &'a Counters,
    /// Work-items of a warp.
    pub warp: usize,
    /// The device whose limits hold.
    pub profile: &'a DeviceProfile,
    /// Is the launch given, so that who wrote the kernel cannot choose another work-group size?
    pub launch_is_given: bool,
}

/// Takes down what one measure finds.
pub(crate) struct Measured<'a> {
    mistake: &'a Mistake,
    kernel: &'a str,
    findings: Vec<Finding>,
    program: &'a Program,
    /// Made by the first measure that asks, for all of them.
    indices: Rc<OnceCell<Rc<Indices<'a>>>>,
}

impl<'a> Measured<'a> {
    /// Where in memory the program's accesses go.
    pub(crate) fn indices(&self) -> Rc<Indices<'a>> {
        let made = self
            .indices
            .get_or_init(|| Rc::new(Indices::of(self.program)));
        Rc::clone(made)
    }

    /// A finding at `place`, whose label says what was counted there.
    pub(crate) fn add(&mut self, place: Place, message: String, help: &str) {
        self.add_at_level(self.mistake.level, place, message, help);
    }

    /// The same as a warning, where what was seen can be right.
    pub(crate) fn warn(&mut self, place: Place, message: String, help: &str) {
        self.add_at_level(Level::Warning, place, message, help);
    }

    fn add_at_level(&mut self, level: Level, place: Place, message: String, help: &str) {
        self.findings.push(Finding {
            mistake: self.mistake.id,
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

/// What the counters of a run tell, by the order of the catalogue.
pub fn measure(run: &Run<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let indices = Rc::new(OnceCell::new());
    for mistake in catalogue() {
        if let Some(look) = mistake.measure {
            let mut measured = Measured {
                mistake,
                kernel: &run.kernel.name,
                findings: Vec::new(),
                program: run.program,
                indices: Rc::clone(&indices),
            };
            look(run, &mut measured);
            findings.append(&mut measured.findings);
        }
    }
    findings
}
