//! # A buffer that was created for writing is read
//!
//! The host created a buffer with `CL_MEM_WRITE_ONLY`: kernels store their results there and never
//! read them. `y[i] += v` is a read as well as a write, and so is an atomic operation; both need a
//! buffer for both.
//!
//! ## Why it hurts
//!
//! The read is undefined. A runtime need not copy the host's data to the device for this buffer,
//! so the kernel finds the old content of the memory. A device with memory of its own shows the
//! mistake. One that shares the host's memory (a CPU, an integrated GPU) mostly does not.
//!
//! ## Wrong
//! ```opencl
//! kernel void accumulate(global const float *x, global float *y)
//! {
//!     int i = get_global_id(0);
//!     y[i] = 0.0f;
//!     for (int k = 0; k <= i; ++k) {
//!         y[i] += x[k];
//!     }
//! }
//! ```
//!
//! ## Right
//!
//! A private sum is right, and faster, because it stays in a register:
//!
//! ```opencl
//! kernel void accumulate(global const float *x, global float *y)
//! {
//!     int i = get_global_id(0);
//!     float sum = 0.0f;
//!     for (int k = 0; k <= i; ++k) {
//!         sum += x[k];
//!     }
//!     y[i] = sum;
//! }
//! ```
//!
//! ## Source
//!
//! OpenCL 1.2 specification, section 5.2.1: reading inside a kernel from a buffer created with
//! `CL_MEM_WRITE_ONLY` is undefined.

use crate::entry::{Family, Mistake};
use crate::observed::names::{object, work_item};
use crate::observed::words::Words;
use launch::{Level, MistakeId, Symptom};
use simulator::{Event, Object};

pub(crate) const MISTAKE: Mistake = Mistake {
    id: MistakeId::ReadFromWriteOnly,
    level: Level::Error,
    family: Family::Memory,
    symptom: Symptom::Strays,
    chapter: 5,
    launch: "global: 4\nlocal: 4\nbuffer: x float 4 iota read\n\
             buffer: y float 4 zeros write",
    file: page_in!("read_from_write_only.rs"),
    read: None,
    measure: None,
};

pub(crate) fn words(event: &Event, accessed: &Object) -> Words {
    let (who, name) = (work_item(event), object(accessed));
    Words::new(format!("work-item {who} reads {name}, a buffer it may only write"))
        .label("write-only")
        .help("keep the value in a private variable and write it once: what this buffer holds is not for the kernel to read")
        .with(&accessed.declared, "declared here")
}
