//! # A work-group of another size than the kernel requires
//!
//! A kernel with `reqd_work_group_size` can be launched with that size alone. Its compiler unrolls
//! loops, leaves out tests and barriers, and assigns registers for it.
//!
//! ## Why it hurts
//!
//! The launch fails with `CL_INVALID_WORK_GROUP_SIZE` and nothing runs. A host program that ignores
//! the error reads an old result. The order of the sizes counts: (16, 8, 1) is not (8, 16, 1).
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
//! The required size is that of the launch, here 32:
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
    id: MistakeId::RequiredWorkGroupSize,
    level: Level::Error,
    family: Family::Launch,
    symptom: Symptom::Varies,
    chapter: 3,
    launch: "global: 32\nlocal: 32\nbuffer: x int 32 iota",
    file: page_in!("required_work_group_size.rs"),
    read: None,
    measure: None,
};

pub(crate) fn words(required: &[usize], local: &[usize]) -> Words {
    Words::new(format!(
        "the kernel requires work-groups of {}, the launch has {}",
        size(required),
        size(local)
    ))
    .help("launch with the size that its reqd_work_group_size names, or change the attribute")
}
