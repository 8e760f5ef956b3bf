//! Mistakes that give wrong answers, hangs or crashes.

mod async_copy_not_waited;
mod barrier_after_return;
mod barrier_in_conditional;
mod barrier_in_divergent_loop;
mod cross_group_race;
mod data_race;
mod divergent_async_copy;
mod invalid_event;
mod missing_barrier;
mod wrong_fence_flag;

use crate::entry::Mistake;

/// In the order in which to mend them.
pub(crate) const ALL: &[Mistake] = &[
    barrier_in_conditional::MISTAKE,
    barrier_in_divergent_loop::MISTAKE,
    barrier_after_return::MISTAKE,
    divergent_async_copy::MISTAKE,
    invalid_event::MISTAKE,
    async_copy_not_waited::MISTAKE,
    wrong_fence_flag::MISTAKE,
    missing_barrier::MISTAKE,
    data_race::MISTAKE,
    cross_group_race::MISTAKE,
];
