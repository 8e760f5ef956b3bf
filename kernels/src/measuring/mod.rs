//! What a launch costs, told before it runs: the classes of access of a kernel, and the shape of a
//! work-group that moves the least.

use crate::{AnyProblem, Sheet};

mod access_patterns;
mod tune;
mod weighted;

pub use access_patterns::AccessPatterns;
pub use tune::{Shape, Tune};
pub use weighted::Weighted;

/// The kernels that measure the limits of a device: `limits.cl`.
pub const LIMITS: &str = kernel_text!("limits.cl");

/// Operations in a row: `operations.cl`.
pub const OPERATIONS: &str = kernel_text!("operations.cl");

/// Accesses to memory of each kind: `memory.cl`.
pub const MEMORY: &str = kernel_text!("memory.cl");

/// The problems of this topic.
pub(crate) static PROBLEMS: &[&dyn AnyProblem] = &[&Weighted];

/// The sheets of this topic.
pub(crate) static SHEETS: &[&dyn Sheet] = &[&AccessPatterns, &Tune];
