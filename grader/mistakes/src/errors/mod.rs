//! Mistakes that give wrong answers, hangs or crashes.

mod async_copy_not_waited;
mod barrier_after_return;
mod barrier_in_conditional;
mod barrier_in_divergent_loop;
mod cross_group_race;
mod cuda_ism;
mod data_race;
mod divergent_async_copy;
mod endless_loop;
mod global_size_not_multiple;
mod invalid_event;
mod local_memory_over_allocation;
mod misaligned_access;
mod missing_barrier;
mod null_pointer;
mod out_of_bounds;
mod read_from_write_only;
mod recursion;
mod uninitialized_read;
mod work_group_too_large;
mod work_item_query;
mod write_to_constant;
mod write_to_read_only;
mod wrong_fence_flag;

use crate::entry::Mistake;

/// In the order in which to mend them.
pub(crate) const ALL: &[Mistake] = &[
    cuda_ism::MISTAKE,
    recursion::MISTAKE,
    write_to_constant::MISTAKE,
    work_group_too_large::MISTAKE,
    global_size_not_multiple::MISTAKE,
    local_memory_over_allocation::MISTAKE,
    barrier_in_conditional::MISTAKE,
    barrier_in_divergent_loop::MISTAKE,
    barrier_after_return::MISTAKE,
    divergent_async_copy::MISTAKE,
    invalid_event::MISTAKE,
    async_copy_not_waited::MISTAKE,
    wrong_fence_flag::MISTAKE,
    missing_barrier::MISTAKE,
    endless_loop::MISTAKE,
    null_pointer::MISTAKE,
    out_of_bounds::MISTAKE,
    data_race::MISTAKE,
    cross_group_race::MISTAKE,
    misaligned_access::MISTAKE,
    write_to_read_only::MISTAKE,
    read_from_write_only::MISTAKE,
    uninitialized_read::MISTAKE,
    work_item_query::MISTAKE,
];
