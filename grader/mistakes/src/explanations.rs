//! Findings of a run with what the text says about them: which argument counts too many, which barrier
//! lacks the flag, what a work-item waits for.
//!
//! An event knows a place and numbers; the reason stands elsewhere in the text. Each file here knows one
//! kind of reason, adds its place to the finding and advises what mends it. A finding that no file knows
//! stays as it is.

mod bounds;
mod copies;
mod fences;
mod layout;
mod origins;
mod places;
mod sharing;
mod waits;

use crate::analysis::dependence::Dependence;
use crate::analysis::uniformity::Uniformity;
use launch::{Evidence, Finding, MistakeId};
use opencl_c::program::Program;
use places::Places;

/// A program with the analyses that reasons are found by.
struct Text<'a> {
    program: &'a Program,
    uniformity: Uniformity,
    dependence: Dependence,
    places: Places,
}

/// Adds reasons to the findings that were observed.
pub(crate) fn explain(program: &Program, findings: &mut Vec<(Finding, u64)>) {
    use MistakeId as Id;
    let wanted = [
        Id::OutOfBounds,
        Id::InvalidEvent,
        Id::WrongFenceFlag,
        Id::MissingBarrier,
        Id::DataRace,
        Id::CrossGroupRace,
        Id::EndlessLoop,
        Id::UninitializedRead,
        Id::WrongWorkItem,
    ];
    let is_wanted = |finding: &Finding| {
        finding.evidence == Evidence::Observed && wanted.contains(&finding.mistake)
    };
    if !findings.iter().any(|(finding, _)| is_wanted(finding)) {
        return;
    }
    let text = Text {
        program,
        uniformity: Uniformity::of(program),
        dependence: Dependence::of(program),
        places: Places::of(program),
    };
    copies::explain(&text, findings);
    sharing::explain(&text, findings);
    waits::explain(&text, findings);
    for (finding, _) in findings.iter_mut() {
        if !is_wanted(finding) {
            continue;
        }
        match finding.mistake {
            Id::WrongFenceFlag => fences::explain(&text, finding),
            Id::OutOfBounds => {
                bounds::explain(&text, finding);
                layout::explain(&text, finding);
            }
            Id::UninitializedRead | Id::WrongWorkItem | Id::CrossGroupRace => {
                origins::explain(&text, finding);
            }
            _ => {}
        }
    }
    bounds::fold(findings);
}
