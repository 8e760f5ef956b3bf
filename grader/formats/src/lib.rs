//! Results of checks in the formats that other programs read: one module a format, all of them made from
//! the one report that `grader check --format json` prints.
//!
//! Data in, text out: no I/O and no clock. Whatever a kernel, a compiler or a file name says reaches a format
//! with its control characters made visible, and cut to a length that the format's reader takes.
//!
//! A check that failed through no fault of the student's is never a zero in any of them: where a format has
//! no word for it, the points are left out.

mod classroom;
mod cut;
mod entry;
mod exercism;
mod gradescope;
mod junit;
mod part;
mod sarif;

pub use classroom::classroom;
pub use entry::{Entry, Graded};
pub use exercism::exercism;
pub use gradescope::gradescope;
pub use junit::junit;
pub use sarif::{sarif, sarif_of_checks};
