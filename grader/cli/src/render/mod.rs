//! The command's own output: one module for each format or command. The crate `render` lays out reports, for
//! the command and for the page in a browser.

#[cfg(feature = "full")]
mod bench;
#[cfg(feature = "full")]
mod captures;
#[cfg(feature = "full")]
mod comparison;
mod devices;
mod doctor;
mod explain;
mod fixed;
#[cfg(feature = "full")]
mod formula;
mod grid;
#[cfg(feature = "full")]
mod guess;
mod hint;
pub mod json;
mod list;
mod markdown;
#[cfg(feature = "full")]
mod predict;
#[cfg(feature = "full")]
mod row;
#[cfg(feature = "schema")]
pub mod schema;
mod watch;

pub use ::render::{
    DEFAULT_WIDTH, Extent, OwnHints, Page, Setting, Sources, Tone, account, diff, findings,
    launch_repair, launch_repair_diff, launch_repair_patch, lint_tally, progress_bar, report,
    simulation, unbroken,
};
#[cfg(feature = "full")]
pub use bench::{duration, measured, plan, study_list, tunable_list, tuning};
#[cfg(feature = "full")]
pub use captures::{captures, ended};
#[cfg(feature = "full")]
pub use comparison::comparison;
pub use devices::devices;
pub use doctor::{Finding, doctor};
pub use explain::{bottleneck_explanation, catalogue, explanation, notice_explanation};
pub use fixed::{Fixed, fixed};
#[cfg(feature = "full")]
pub use formula::{Open, formula, formula_json};
pub use grid::{Row, grid};
#[cfg(feature = "full")]
pub use guess::{elsewhere, guess, keep};
pub use hint::{Own, hint};
pub use list::{Detail, list};
#[cfg(feature = "full")]
pub use predict::{
    Counted, Predicted, evaluation, misfit, not_counted, prediction, prediction_json, profile,
    real_evaluation, refusal_of, why_not,
};
#[cfg(feature = "full")]
pub use row::{InRow, Launches, row, row_json};
pub use watch::{again, keys, watching};
