//! Mistakes that give wrong answers, hangs or crashes.

pub(crate) mod async_copy_not_waited;
pub(crate) mod barrier_after_return;
pub(crate) mod barrier_in_conditional;
pub(crate) mod barrier_in_divergent_loop;
pub(crate) mod cross_group_race;
pub(crate) mod cuda_ism;
pub(crate) mod data_race;
pub(crate) mod divergent_async_copy;
pub(crate) mod endless_loop;
pub(crate) mod global_size_not_multiple;
pub(crate) mod image_format_mismatch;
pub(crate) mod invalid_event;
pub(crate) mod local_memory_over_allocation;
pub(crate) mod misaligned_access;
pub(crate) mod missing_barrier;
pub(crate) mod null_pointer;
pub(crate) mod out_of_bounds;
pub(crate) mod read_from_write_only;
pub(crate) mod recursion;
pub(crate) mod sampler_mismatch;
pub(crate) mod uninitialized_read;
pub(crate) mod work_group_too_large;
pub(crate) mod work_item_query;
pub(crate) mod write_to_constant;
pub(crate) mod write_to_read_only;
pub(crate) mod wrong_fence_flag;
