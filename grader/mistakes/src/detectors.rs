//! Runs the detectors of the catalogue: over the text of a program, and over what a run counted.

use crate::catalogue::{catalogue, level};
use crate::simulated_run::{RunReporter, SimulatedRun};
use crate::static_checks::{Analyses, Reporter};
use launch::{Evidence, Finding, Level};
use opencl_c::program::Program;
use std::cell::OnceCell;
use std::rc::Rc;

/// The findings of the static detectors, in the order of the catalogue.
pub fn read(program: &Program) -> Vec<Finding> {
    read_part_by_part(program, &mut |_| {})
}

/// [`read`] that calls `done` after each analysis and each detector, for a caller that measures their time.
pub fn read_part_by_part(program: &Program, done: &mut dyn FnMut(&'static str)) -> Vec<Finding> {
    let analyses = Analyses::of(program, done);
    let mut findings = Vec::new();
    for mistake in catalogue() {
        if let Some(look) = mistake.read {
            let mut reporter = Reporter {
                program,
                mistake: mistake.id,
                level: mistake.level,
                findings: &mut findings,
            };
            look(&analyses, &mut reporter);
            done(mistake.id.as_str());
        }
    }
    findings
}

/// [`read`] for a program that is also run: likely errors are left to the run.
pub fn read_beside_a_run(program: &Program) -> Vec<Finding> {
    let is_guess = |finding: &Finding| {
        finding.evidence == Evidence::Likely && level(finding.mistake) == Level::Error
    };
    let mut findings = read(program);
    findings.retain(|finding| !is_guess(finding));
    findings
}

/// The findings of the dynamic detectors, in the order of the catalogue.
pub fn measure(run: &SimulatedRun<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let loops = Rc::new(OnceCell::new());
    for mistake in catalogue() {
        if let Some(look) = mistake.measure {
            let mut reporter = RunReporter {
                mistake: mistake.id,
                level: mistake.level,
                kernel: &run.kernel.name,
                findings: Vec::new(),
                program: run.program,
                loops: Rc::clone(&loops),
            };
            look(run, &mut reporter);
            findings.append(&mut reporter.findings);
        }
    }
    findings
}
