//! Volumes: three dimensions in a flat array, and NDRanges of one to three dimensions.

use crate::AnyProblem;

mod volume;

pub use volume::Volume;

/// The problems of this topic, in the order of the course.
pub(crate) static PROBLEMS: &[&dyn AnyProblem] = &[&Volume];
