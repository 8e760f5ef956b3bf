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

use crate::entry::{Family, Mistake};
use crate::observed::names::size;
use crate::observed::words::Words;
use launch::{Level, MistakeId, Symptom};

pub(crate) const MISTAKE: Mistake = Mistake {
    id: MistakeId::WorkGroupTooLarge,
    level: Level::Error,
    family: Family::Launch,
    symptom: Symptom::Varies,
    chapter: 3,
    launch: "global: 32\nlocal: 32\nbuffer: x int 32 iota",
    file: page_in!("work_group_too_large.rs"),
    read: None,
    measure: None,
};

/// A size other than the one that the kernel requires.
pub(crate) fn not_required_size(required: &[usize], local: &[usize]) -> Words {
    Words::new(format!(
        "the kernel can be launched with work-groups of {} alone, the launch has {}",
        size(required),
        size(local)
    ))
    .help("launch with the size that its reqd_work_group_size names, or change the attribute; the size as \
           such is not too large")
}

/// More work-items than the device allows.
pub(crate) fn too_many(local: &[usize], most: usize, device: &str) -> Words {
    let work_items: usize = local.iter().product();
    Words::new(format!(
        "a work-group of {} has {work_items} work-items, the device ({device}) allows {most}",
        size(local)
    ))
    .help("use a smaller work-group")
}

/// More work-items in one dimension than the device allows.
pub(crate) fn too_wide(dimension: usize, size: usize, most: usize, device: &str) -> Words {
    Words::new(format!(
        "a work-group of {size} work-items in dimension {dimension}, the device ({device}) allows {most}"
    ))
    .help("use a flatter work-group")
}
