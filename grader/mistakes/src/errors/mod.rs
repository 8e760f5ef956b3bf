//! Mistakes that give wrong answers, hangs or crashes.

mod barrier_after_return;
mod barrier_in_conditional;
mod barrier_in_divergent_loop;
mod endless_loop;
mod global_size_not_multiple;
mod local_memory_over_allocation;
mod misaligned_access;
mod null_pointer;
mod out_of_bounds;
mod read_from_write_only;
mod recursion;
mod uninitialized_read;
mod work_group_too_large;
mod work_item_query;
mod write_to_constant;
mod write_to_read_only;

use crate::entry::Mistake;

/// In the order in which to mend them.
pub(crate) const ALL: &[Mistake] = &[
    // What keeps a kernel from being built or launched.
    recursion::MISTAKE,
    write_to_constant::MISTAKE,
    work_group_too_large::MISTAKE,
    global_size_not_multiple::MISTAKE,
    local_memory_over_allocation::MISTAKE,
    // What keeps it from ending.
    barrier_in_conditional::MISTAKE,
    barrier_in_divergent_loop::MISTAKE,
    barrier_after_return::MISTAKE,
    endless_loop::MISTAKE,
    // Memory that is not there, or not for this.
    null_pointer::MISTAKE,
    out_of_bounds::MISTAKE,
    misaligned_access::MISTAKE,
    write_to_read_only::MISTAKE,
    read_from_write_only::MISTAKE,
    uninitialized_read::MISTAKE,
    // What asks for something else than was meant.
    work_item_query::MISTAKE,
];
