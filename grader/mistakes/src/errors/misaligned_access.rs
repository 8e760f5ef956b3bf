//! # An access at an address that its type does not allow
//!
//! A `float4` lies at a multiple of 16 bytes, an `int` at a multiple of 4, a `double3` at a
//! multiple of 32: a type's size, for three components that of four. A cast of a pointer promises
//! this to the compiler, and does not make it so: `(global float4 *)(x + 1)` starts 4 bytes into
//! the first vector.
//!
//! `vloadn` and `vstoren` ask for the alignment of one component only. A packed struct asks for
//! none.
//!
//! ## Why it hurts
//!
//! A GPU has vector loads of 8 and 16 bytes that need an aligned address: NVIDIA's faults, and the
//! context is lost; other hardware rounds the address down and read the elements before. A CPU's
//! aligned SSE load raises a fault that ends the host program. What the device does depends on
//! which instruction the compiler chose.
//!
//! ## Wrong
//! ```opencl
//! kernel void sums(global const float *x, global float *y)
//! {
//!     int i = get_global_id(0);
//!     float4 v = *(global const float4 *)(x + 1 + 4 * i);
//!     y[i] = v.x + v.y + v.z + v.w;
//! }
//! ```
//!
//! ## Right
//! ```opencl
//! kernel void sums(global const float *x, global float *y)
//! {
//!     int i = get_global_id(0);
//!     float4 v = vload4(i, x + 1);
//!     y[i] = v.x + v.y + v.z + v.w;
//! }
//! ```
//!
//! ## Source
//!
//! OpenCL C 1.2 specification, section 6.1.5 (alignment of types) and section 6.12.7 (vector loads
//! and stores).

use crate::entry::{Family, Mistake};
use crate::observed::names::{object, work_item};
use crate::observed::words::Words;
use launch::{Level, MistakeId, Symptom};
use simulator::{Event, Object};

pub(crate) const MISTAKE: Mistake = Mistake {
    id: MistakeId::MisalignedAccess,
    level: Level::Error,
    family: Family::Memory,
    symptom: Symptom::Strays,
    chapter: 18,
    launch: "global: 2\nlocal: 2\nbuffer: x float 9 iota read\n\
             buffer: y float 2 uninit write",
    file: page_in!("misaligned_access.rs"),
    read: None,
    measure: None,
};

pub(crate) fn words(event: &Event, accessed: &Object, offset: i64, align: u64) -> Words {
    Words::new(format!(
        "work-item {} accesses {} at byte {offset}, which is no multiple of {align}",
        work_item(event),
        object(accessed)
    ))
    .label(format!("must be aligned to {align} bytes"))
    .help("use vload and vstore, which only ask for the alignment of a component")
}
