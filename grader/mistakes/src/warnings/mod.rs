//! Mistakes that are suspicious.

mod missing_bounds_guard;
mod whole_problem_loop;

use crate::entry::Mistake;

/// In the order in which to mend them.
pub(crate) const ALL: &[Mistake] = &[whole_problem_loop::MISTAKE, missing_bounds_guard::MISTAKE];
