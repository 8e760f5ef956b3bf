//! Mistakes that are suspicious.

mod missing_bounds_guard;
mod unbarriered_reuse;
mod whole_problem_loop;

use crate::entry::Mistake;

/// In the order in which to mend them.
pub(crate) const ALL: &[Mistake] = &[
    unbarriered_reuse::MISTAKE,
    whole_problem_loop::MISTAKE,
    missing_bounds_guard::MISTAKE,
];
