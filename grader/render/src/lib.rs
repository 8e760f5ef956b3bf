//! Reports as text, as the command prints them and the page in the browser shows them: one module a part
//! of a report. Data in, text out; what is laid out for is a [`Page`].

mod answers;
mod bottlenecks;
mod costs;
mod counterexample;
mod cut;
mod diff;
mod dissent;
mod excerpt;
mod extent;
mod findings;
mod launch_repair;
mod memory_view;
mod messages;
mod outcome;
mod own_hints;
mod page;
mod quantity;
mod repair;
mod report;
mod signature;
mod simulation;
mod title;
mod values;
mod words;
mod writes;

pub use bottlenecks::{BottleneckText, bottleneck_text, bound_by};
pub use counterexample::smallest_case;
pub use diff::{diff, patch, short_diff};
pub use extent::Extent;
pub use findings::{Sources, findings, lint_tally};
pub use launch_repair::{launch_repair, launch_repair_diff, launch_repair_patch};
pub use own_hints::OwnHints;
pub use page::{DEFAULT_WIDTH, Page, Tone, breakable, unbroken};
pub use report::{Setting, account, lacks, progress_bar, report};
pub use simulation::simulation;
pub use title::title;
