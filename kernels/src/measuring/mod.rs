//! What a launch costs, told before it runs: the classes of access of a kernel, and the shape of a
//! work-group that moves the least.

use crate::{AnyProblem, Sheet};

mod access_patterns;
mod tune;
mod weighted;

pub use access_patterns::AccessPatterns;
pub use tune::{Shape, Tune};
pub use weighted::Weighted;

/// The problems of this topic.
pub(crate) static PROBLEMS: &[&dyn AnyProblem] = &[&Weighted];

/// The sheets of this topic.
pub(crate) static SHEETS: &[&dyn Sheet] = &[&AccessPatterns, &Tune];
