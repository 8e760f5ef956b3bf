//! Vectors: one work-item for each element.

use crate::AnyProblem;

mod classes;
mod fill;
mod saxpy;

pub use classes::Classes;
pub use fill::Fill;
pub use saxpy::Saxpy;

/// The problems of this topic, in the order of the course.
pub(crate) static PROBLEMS: &[&dyn AnyProblem] = &[&Fill, &Saxpy, &Classes];
