//! # An async copy whose end nobody waited for
//!
//! `async_work_group_copy` returns before the copy is done. Until `wait_group_events` has been called
//! with its event, the destination has no usable value, and the source must not change. A barrier
//! orders work-items; it does not wait for a copy. A kernel must not end before its copies are done.
//!
//! ## Why it hurts
//!
//! Where the device has a copy unit of its own (most signal processors, newer GPUs), the copy really
//! runs beside the kernel, and the kernel reads the old content of local memory. Where the compiler
//! makes ordinary loads and stores of it, as on many GPUs and CPUs, the mistake has no effect. So the
//! kernel works until it runs on another device.
//!
//! ## Wrong
//! ```opencl
//! kernel void reverse(global const float *x, global float *y)
//! {
//!     local float tile[4];
//!     int lid = get_local_id(0);
//!     event_t copied = async_work_group_copy(tile, x, 4, 0);
//!     barrier(CLK_LOCAL_MEM_FENCE);
//!     y[lid] = tile[3 - lid];
//!     wait_group_events(1, &copied);
//! }
//! ```
//!
//! ## Right
//!
//! The wait comes before the first use, and needs no barrier beside it:
//!
//! ```opencl
//! kernel void reverse(global const float *x, global float *y)
//! {
//!     local float tile[4];
//!     int lid = get_local_id(0);
//!     event_t copied = async_work_group_copy(tile, x, 4, 0);
//!     wait_group_events(1, &copied);
//!     y[lid] = tile[3 - lid];
//! }
//! ```
//!
//! ## Source
//!
//! OpenCL C 1.2 specification, section 6.12.10: `wait_group_events` waits for the copies that its
//! events identify to complete.

use crate::entry::{Family, Mistake};
use crate::observed::names::{object, work_item};
use crate::observed::words::Words;
use launch::{Level, MistakeId, Symptom};
use simulator::{Event, Object};

pub(crate) const MISTAKE: Mistake = Mistake {
    id: MistakeId::AsyncCopyNotWaited,
    level: Level::Error,
    family: Family::Waiting,
    symptom: Symptom::Varies,
    chapter: 11,
    launch: "global: 4\nlocal: 4\nbuffer: x float 4 iota read\nbuffer: y float 4 zeros",
    file: page_in!("async_copy_not_waited.rs"),
    read: None,
    measure: None,
};

/// An access to what the copy works on.
pub(crate) fn used_too_early(event: &Event, accessed: &Object) -> Words {
    let (who, name) = (work_item(event), object(accessed));
    Words::new(format!(
        "work-item {who} uses {name} before its async copy was waited for"
    ))
    .label("the copy may still be under way")
    .help("call wait_group_events with the copy's event first")
    .with(&accessed.declared, "declared here")
}

/// The end of the kernel.
pub(crate) fn never_waited() -> Words {
    Words::new("the kernel ends before this async copy was waited for")
        .help("call wait_group_events with the copy's event")
}
