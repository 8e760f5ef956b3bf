//! Mistakes that give wrong answers, hangs or crashes.

mod barrier_after_return;
mod barrier_in_conditional;
mod barrier_in_divergent_loop;
mod cuda_ism;

use crate::entry::Mistake;

/// In the order in which to mend them.
pub(crate) const ALL: &[Mistake] = &[
    cuda_ism::MISTAKE,
    barrier_in_conditional::MISTAKE,
    barrier_in_divergent_loop::MISTAKE,
    barrier_after_return::MISTAKE,
];
