//! # A work-group of a size that cannot be launched
//!
//! A device has a greatest work-group: so many work-items in all, and so many in each dimension.
//! And a kernel that carries `reqd_work_group_size` can be launched with that size alone.
//!
//! ## Why it hurts
//!
//! A work-group runs on one compute unit, which keeps the registers of all its work-items at once:
//! 1024 work-items at most on most NVIDIA GPUs, 256 on many of AMD's, and fewer for a kernel that
//! uses many registers. The launch fails with `CL_INVALID_WORK_GROUP_SIZE` and nothing runs: a host
//! program that does not look at the error reads its untouched result.
//!
//! ## Wrong
//! ```opencl
//! kernel __attribute__((reqd_work_group_size(16, 1, 1)))
//! void reverse(global int *x)
//! {
//!     local int tile[16];
//!     int lid = get_local_id(0);
//!     tile[lid] = x[get_global_id(0)];
//!     barrier(CLK_LOCAL_MEM_FENCE);
//!     x[get_global_id(0)] = tile[15 - lid];
//! }
//! ```
//!
//! ## Right
//!
//! Written for the size that it is launched with, here 32:
//!
//! ```opencl
//! kernel __attribute__((reqd_work_group_size(32, 1, 1)))
//! void reverse(global int *x)
//! {
//!     local int tile[32];
//!     int lid = get_local_id(0);
//!     tile[lid] = x[get_global_id(0)];
//!     barrier(CLK_LOCAL_MEM_FENCE);
//!     x[get_global_id(0)] = tile[31 - lid];
//! }
//! ```
//!
//! ## Source
//!
//! OpenCL C 1.2 specification, section 6.7.2 (`reqd_work_group_size`); OpenCL 1.2, section 5.8.

use crate::entry::Mistake;
use launch::Level;

pub(crate) const MISTAKE: Mistake = Mistake {
    id: "work-group-too-large",
    level: Level::Error,
    chapter: 3,
    launch: "global: 32\nlocal: 32\nbuffer: x int 32 iota",
    file: include_str!("work_group_too_large.rs"),
    read: None,
    measure: None,
};
