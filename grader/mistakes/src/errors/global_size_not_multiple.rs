//! # A global size that is no multiple of the work-group size
//!
//! In OpenCL 1.2 all work-groups of a launch have one size: in each dimension the global size must
//! be a multiple of the work-group's. The size of the data seldom is. So the host rounds the global
//! size up and passes the true size, and the kernel guards the work-items beyond it.
//!
//! With the work-group size left open the device chooses one that divides the global size. For a
//! prime global size that is 1, and the launch is many times slower than necessary.
//!
//! ## Why it hurts
//!
//! The launch fails with `CL_INVALID_WORK_GROUP_SIZE` on every device of OpenCL 1.2. Later versions
//! allow a smaller last group, so a program may work on its author's machine alone.
//!
//! ## Wrong
//!
//! Launched with 100 work-items:
//!
//! ```opencl
//! kernel __attribute__((reqd_work_group_size(64, 1, 1)))
//! void halve(global float *x)
//! {
//!     int i = get_global_id(0);
//!     x[i] *= 0.5f;
//! }
//! ```
//!
//! ## Right
//!
//! In groups of 20, of which 100 work-items make five. A global size of 128 with a guard is right
//! too:
//!
//! ```opencl
//! kernel __attribute__((reqd_work_group_size(20, 1, 1)))
//! void halve(global float *x)
//! {
//!     int i = get_global_id(0);
//!     x[i] *= 0.5f;
//! }
//! ```
//!
//! ## Source
//!
//! OpenCL 1.2 specification, section 5.8 (`clEnqueueNDRangeKernel`). J. G. Cornelis, GPGPU Training
//! Supporting Document (2014), section 2.1: in each dimension the one size divides the other.

use crate::entry::{Family, Mistake};
use crate::observed::words::Words;
use launch::{Level, MistakeId, Symptom};

pub(crate) const MISTAKE: Mistake = Mistake {
    id: MistakeId::GlobalSizeNotMultiple,
    level: Level::Error,
    family: Family::Launch,
    symptom: Symptom::Varies,
    chapter: 7,
    launch: "global: 100\nbuffer: x float 100 iota",
    file: page_in!("global_size_not_multiple.rs"),
    read: None,
    measure: None,
};

pub(crate) fn words(dimension: usize, global: usize, local: usize) -> Words {
    Words::new(format!(
        "the global size {global} is no multiple of the work-group size {local} in dimension {dimension}"
    ))
    .help("round the global size up, and guard the work-items beyond the data")
}
