//! # A work-group of a size that cannot be launched
//!
//! A device limits the work-items of a work-group, in all and in each dimension.
//!
//! ## Why it hurts
//!
//! A work-group runs on one compute unit, which keeps the registers of all its work-items at once:
//! 1024 work-items at most on most NVIDIA GPUs, 256 on many of AMD's, and fewer for a kernel that
//! uses many registers. The launch fails with `CL_INVALID_WORK_GROUP_SIZE` and nothing runs. A host
//! program that ignores the error reads an old result.
//!
//! ## Wrong
//!
//! Its attribute asks for 2048 work-items, which few devices allow:
//!
//! ```opencl
//! kernel __attribute__((reqd_work_group_size(2048, 1, 1)))
//! void number(global int *x)
//! {
//!     x[get_global_id(0)] = get_local_id(0);
//! }
//! ```
//!
//! ## Right
//!
//! ```opencl
//! kernel __attribute__((reqd_work_group_size(256, 1, 1)))
//! void number(global int *x)
//! {
//!     x[get_global_id(0)] = get_local_id(0);
//! }
//! ```
//!
//! ## Source
//!
//! OpenCL 1.2 specification, section 5.8 (`clEnqueueNDRangeKernel`).

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
    launch: "global: 2048\nbuffer: x int 2048 iota",
    file: page_in!("work_group_too_large.rs"),
    read: None,
    measure: None,
};

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
