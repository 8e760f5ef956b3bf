//! Runs a kernel that was made to print what it does, in a failing case.

use crate::front_end::TranslationUnit;
use launch::Launch;
use simulator::{End, Options};

const MOST_STEPS: u64 = 4_000_000;
const MOST_PRINTED: usize = 1 << 16;

/// What a kernel printed.
pub(crate) struct Printed {
    pub(crate) text: String,
    /// Is that all of it? Otherwise the run was stopped, or its output cut.
    pub(crate) is_whole: bool,
}

/// Runs the kernel called `kernel` of `text`, which takes the place of the unit's own. None if it cannot run.
pub(crate) fn printed(
    unit: &TranslationUnit,
    text: &str,
    kernel: &str,
    launch: &Launch,
) -> Option<Printed> {
    let changed = unit.with_text(text.to_owned());
    let kernel = simulator::prepare(changed.program().ok()?, kernel).ok()?;
    let options = Options {
        races: false,
        count: false,
        steps: MOST_STEPS,
        print: MOST_PRINTED,
        ..Options::default()
    };
    let outcome = kernel.run(launch, &options).ok()?;
    Some(Printed {
        is_whole: outcome.end == End::Completed && outcome.printf.len() < MOST_PRINTED,
        text: outcome.printf,
    })
}
