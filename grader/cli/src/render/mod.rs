//! Shows results: one module a format, or a part of the text report. Data in, text out.

mod counterexample;
mod devices;
mod doctor;
mod excerpt;
mod explain;
mod findings;
mod fixed;
mod hint;
pub mod json;
mod list;
mod markdown;
mod memory_view;
mod messages;
mod outcome;
mod page;
mod quantity;
mod refusal;
mod report;
mod sarif;
mod signature;
mod simulation;
mod values;
mod writes;

pub use devices::devices;
pub use doctor::{Finding, doctor};
pub use explain::{catalogue, explanation, notice_explanation};
pub use findings::{Sources, findings, lint_tally};
pub use fixed::{Fixed, fixed};
pub use hint::hint;
pub use list::list;
pub use page::{DEFAULT_WIDTH, Page, Tone, unbroken};
pub use refusal::{refusal, remark};
pub use report::{Setting, report, summary, tally, unusable};
pub use sarif::sarif;
pub use simulation::simulation;
