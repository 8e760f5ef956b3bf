//! Mistakes that give wrong answers, hangs or crashes.

mod barrier_after_return;
mod barrier_in_conditional;
mod barrier_in_divergent_loop;

use crate::entry::Mistake;

/// In the order in which to mend them.
pub(crate) const ALL: &[Mistake] = &[
    barrier_in_conditional::MISTAKE,
    barrier_in_divergent_loop::MISTAKE,
    barrier_after_return::MISTAKE,
];
