//! # A work-group takes more local memory than there is
//!
//! All `local` variables of a kernel and of the functions it calls, and all local memory that the
//! host passes as arguments, must fit together into the local memory of one compute unit.
//!
//! ## Why it hurts
//!
//! Local memory is a small memory inside the compute unit: 32 KiB at least by the standard, mostly
//! 32 to 64 KiB for one work-group on the GPUs of today. A launch that needs more fails with
//! `CL_OUT_OF_RESOURCES`, perhaps only on a device that has less of it. Long before the limit it
//! costs speed: a compute unit runs as many groups at once as its local memory holds.
//!
//! ## Wrong
//! ```opencl
//! kernel void reverse(global float *x)
//! {
//!     local float tile[128][128];
//!     int lid = get_local_id(0);
//!     tile[0][lid] = x[lid];
//!     barrier(CLK_LOCAL_MEM_FENCE);
//!     x[lid] = tile[0][63 - lid];
//! }
//! ```
//!
//! ## Right
//! ```opencl
//! kernel void reverse(global float *x)
//! {
//!     local float tile[64];
//!     int lid = get_local_id(0);
//!     tile[lid] = x[lid];
//!     barrier(CLK_LOCAL_MEM_FENCE);
//!     x[lid] = tile[63 - lid];
//! }
//! ```
//!
//! ## Source
//!
//! OpenCL 1.2 specification, section 4.2: `CL_DEVICE_LOCAL_MEM_SIZE`, at least 32 KiB.

use crate::entry::{Family, Mistake};
use crate::observed::words::Words;
use launch::{Level, MistakeId, Symptom};

pub(crate) const MISTAKE: Mistake = Mistake {
    id: MistakeId::LocalMemoryOverAllocation,
    level: Level::Error,
    family: Family::Launch,
    symptom: Symptom::Varies,
    chapter: 11,
    launch: "global: 64\nlocal: 64\nbuffer: x float 64 iota",
    file: page_in!("local_memory_over_allocation.rs"),
    read: None,
    measure: None,
};

pub(crate) fn words(bytes: u64, most: u64, device: &str) -> Words {
    Words::new(format!(
        "a work-group takes {bytes} bytes of local memory, the device ({device}) has {most}"
    ))
    .help("use smaller tiles")
}
