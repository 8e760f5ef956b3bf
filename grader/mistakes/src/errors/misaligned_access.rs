//! # An access at an address that its type does not allow
//!
//! A `float4` is aligned to 16 bytes, an `int` to 4, a `double3` to 32: the size of the type, and
//! for three components that of four. A cast of a pointer promises this to the compiler, but does
//! not make it true: `(global float4 *)(x + 1)` starts 4 bytes into the first vector.
//!
//! `vloadn` and `vstoren` need only the alignment of one component. A packed struct needs none.
//!
//! ## Why it hurts
//!
//! A GPU has vector loads of 8 and 16 bytes that need an aligned address. NVIDIA's raise a fault, and
//! the context is lost; other hardware rounds the address down and reads the elements before. A CPU's
//! aligned SSE load raises a fault that ends the host program. The result depends on which
//! instruction the compiler chose.
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
