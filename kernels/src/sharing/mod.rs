//! Work-items of a work-group share: what one writes to local memory the others read behind a
//! barrier.

use crate::AnyProblem;

mod histogram;
mod mix;
mod reduce;
mod scan;
mod transpose;

pub use histogram::Histogram;
pub use mix::Mix;
pub use reduce::Reduce;
pub use scan::Scan;
pub use transpose::Transpose;

/// The problems of this topic, in the order of the course.
pub(crate) static PROBLEMS: &[&dyn AnyProblem] = &[&Mix, &Reduce, &Scan, &Histogram, &Transpose];
