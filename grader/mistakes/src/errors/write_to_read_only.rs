//! # A buffer that was created for reading is written
//!
//! The host creates each buffer with the access that kernels have to it: `CL_MEM_READ_ONLY` says
//! that no kernel writes it. The kernel's text does not show this, unless the parameter is `const`,
//! and a cast can remove a `const`. Two buffer arguments in the wrong order have the same effect.
//!
//! ## Why it hurts
//!
//! The write is undefined. A GPU may read the buffer through a cache that ignores writes, so that
//! some work-items see the old value. A runtime may keep a copy on each device and never copy the
//! changed one back. Another runtime gives the right result, until the driver is updated.
//!
//! ## Wrong
//! ```opencl
//! kernel void scale(global float *x, global float *y)
//! {
//!     int i = get_global_id(0);
//!     x[i] *= 3.0f;
//!     y[i] = x[i];
//! }
//! ```
//!
//! ## Right
//!
//! `const` on the parameter lets the compiler find the next one:
//!
//! ```opencl
//! kernel void scale(global const float *x, global float *y)
//! {
//!     int i = get_global_id(0);
//!     y[i] = 3.0f * x[i];
//! }
//! ```
//!
//! ## Source
//!
//! OpenCL 1.2 specification, section 5.2.1: writing inside a kernel to a buffer created with
//! `CL_MEM_READ_ONLY` is undefined.

use crate::entry::{Family, Mistake};
use crate::observed::names::{object, work_item};
use crate::observed::words::Words;
use launch::{Level, MistakeId, Symptom};
use simulator::{Event, Object};

pub(crate) const MISTAKE: Mistake = Mistake {
    id: MistakeId::WriteToReadOnly,
    level: Level::Error,
    family: Family::Memory,
    symptom: Symptom::Strays,
    chapter: 5,
    launch: "global: 4\nlocal: 4\nbuffer: x float 4 iota read\n\
             buffer: y float 4 uninit write",
    file: page_in!("write_to_read_only.rs"),
    read: None,
    measure: None,
};

pub(crate) fn words(event: &Event, accessed: &Object) -> Words {
    let (who, name) = (work_item(event), object(accessed));
    Words::new(format!(
        "work-item {who} writes {name}, a buffer it may only read"
    ))
    .label("read-only")
    .help("write to an output of the kernel: this buffer is created for reading only")
    .with(&accessed.declared, "declared here")
}
