//! The catalogue of mistakes: what students of OpenCL get wrong, one file each.
//!
//! The file of a mistake opens with its page: the doc comment is what `grader explain` prints. Below stand
//! its entry and, where this crate sees the mistake, its detector:
//!
//! - a *reading* of the checked program ([`read`]): from the text alone, nothing runs;
//! - a *measure* of a simulated run ([`measure`]): from what the simulator counted.
//!
//! What the simulator sees happen (a race, an index out of bounds) it returns as an event; [`observed()`] makes
//! findings of them, in the words of the mistakes' files. [`explain_races`] says of a race which barrier is
//! missing, and of other events which argument, flag or guard of the text they come from. [`merge_findings`]
//! makes one list of all findings: each fact once, the first to correct at the top, without those that the text
//! allows. [`lint()`] is all that the text alone shows, and [`mend()`] applies the fixes that findings carry.
//!
//! Invariants: no I/O. A correct program draws no finding of level error; a reading that is not sure
//! says `likely` and fails nobody.

/// The text of a mistake's file, whose doc comment is its page. Without the feature `pages` it is left out: the
/// texts are a good part of the page's WebAssembly module, which shows none.
#[cfg(feature = "pages")]
macro_rules! page_in {
    ($file:literal) => {
        include_str!($file)
    };
}
#[cfg(not(feature = "pages"))]
macro_rules! page_in {
    ($file:literal) => {
        ()
    };
}

mod allow;
pub mod analysis;
mod catalogue;
mod detectors;
mod entry;
mod errors;
mod explain_races;
mod explanations;
mod lint;
mod mend;
mod merge;
mod notices;
mod observed;
#[cfg(feature = "pages")]
mod page;
mod performance;
mod simulated_run;
mod static_checks;
mod warnings;

pub use allow::Allowed;
pub use analysis::counted::least_work_items;
pub use catalogue::{catalogue, family, find, find_notice, notices, shows_in_a_run, symptom};
pub use detectors::{measure, read, read_beside_a_run, read_part_by_part};
pub use entry::{Family, Mistake};
pub use explain_races::{barrier_edits, explain_counted_races, explain_races};
pub use lint::{Linted, lint, lint_read};
pub use mend::{Change, Mended, mend};
pub use merge::{fails, merge_counted_findings, merge_findings};
pub use notices::Notice;
pub use observed::race::UNORDERED;
pub use observed::{describe, observed};
#[cfg(feature = "pages")]
pub use page::{Example, Page};
pub use simulated_run::SimulatedRun;
pub use warnings::whole_problem_loop;
