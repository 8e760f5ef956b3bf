//! Runs the detectors of the catalogue: over the text of a program, and over what a run counted.

use crate::catalogue::catalogue;
use crate::run::{Measured, Run};
use crate::study::{Reader, Study};
use launch::{Evidence, Finding, Level};
use opencl_c::program::Program;
use std::cell::OnceCell;
use std::rc::Rc;

/// What the text of a program tells, by the order of the catalogue.
pub fn read(program: &Program) -> Vec<Finding> {
    read_part_by_part(program, &mut |_| {})
}

/// [`read`] that tells `done` of each part as it ends, an analysis or the reading of one mistake: so that
/// a caller with a clock can say which took how long.
pub fn read_part_by_part(program: &Program, done: &mut dyn FnMut(&'static str)) -> Vec<Finding> {
    let study = Study::of(program, done);
    let mut findings = Vec::new();
    for mistake in catalogue() {
        if let Some(look) = mistake.read {
            let mut reader = Reader {
                program,
                mistake: mistake.id,
                level: mistake.level,
                findings: &mut findings,
            };
            look(&study, &mut reader);
            done(mistake.id.as_str());
        }
    }
    findings
}

/// [`read`] where the program runs as well: what might go wrong in a run is left to the run to show.
pub fn read_beside_a_run(program: &Program) -> Vec<Finding> {
    let is_guess =
        |finding: &Finding| finding.level == Level::Error && finding.evidence == Evidence::Likely;
    let mut findings = read(program);
    findings.retain(|finding| !is_guess(finding));
    findings
}

/// What the counters of a run tell, by the order of the catalogue.
pub fn measure(run: &Run<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let loops = Rc::new(OnceCell::new());
    for mistake in catalogue() {
        if let Some(look) = mistake.measure {
            let mut measured = Measured {
                mistake: mistake.id,
                level: mistake.level,
                kernel: &run.kernel.name,
                findings: Vec::new(),
                program: run.program,
                loops: Rc::clone(&loops),
            };
            look(run, &mut measured);
            findings.append(&mut measured.findings);
        }
    }
    findings
}
