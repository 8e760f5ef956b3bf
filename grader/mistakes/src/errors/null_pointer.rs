//! # A null pointer is followed
//!
//! A null pointer is read or written. A host may bind no buffer to a pointer argument; the kernel
//! then gets a null pointer, which is a valid way to say "without weights" if the kernel tests for
//! it. Or a search returns null for "not found", and the kernel uses the answer without a test.
//!
//! ## Why it hurts
//!
//! On a GPU address 0 is unmapped in global memory: the launch fails, the context and all its
//! buffers are lost, and a later call reports the error. On a CPU device the host program itself
//! ends. In local memory 0 can be an ordinary address; then the access silently hits another
//! variable.
//!
//! ## Wrong
//! ```opencl
//! kernel void weigh(global const float *x, global const float *weight, global float *y)
//! {
//!     int i = get_global_id(0);
//!     y[i] = x[i] * weight[i];
//! }
//! ```
//!
//! ## Right
//! ```opencl
//! kernel void weigh(global const float *x, global const float *weight, global float *y)
//! {
//!     int i = get_global_id(0);
//!     y[i] = weight != 0 ? x[i] * weight[i] : x[i];
//! }
//! ```
//!
//! ## Source
//!
//! OpenCL 1.2 specification, section 5.7.2: an argument that is a buffer may be given as NULL, and
//! the kernel's parameter is then a null pointer. OpenCL C 1.2, section 6.3, on the unary operator
//! `*`.

use crate::entry::{Family, Mistake};
use crate::observed::names::{object, work_item};
use crate::observed::words::Words;
use launch::{Level, MistakeId, Symptom};
use simulator::{Event, Object};

pub(crate) const MISTAKE: Mistake = Mistake {
    id: MistakeId::NullPointer,
    level: Level::Error,
    family: Family::Memory,
    symptom: Symptom::Strays,
    chapter: 5,
    launch: "global: 4\nlocal: 4\nbuffer: x float 4 iota read\nnull: weight\n\
             buffer: y float 4 uninit write",
    file: page_in!("null_pointer.rs"),
    read: None,
    measure: None,
};

const HELP: &str = "test the pointer before using it, or bind a buffer";

pub(crate) fn null_buffer(event: &Event, accessed: &Object) -> Words {
    let (who, name) = (work_item(event), object(accessed));
    Words::new(format!(
        "work-item {who} accesses {name}, which is a null buffer"
    ))
    .label("null")
    .help(HELP)
    .with(&accessed.declared, "declared here")
}

/// An access through a number that is no address of an object.
pub(crate) fn stray(event: &Event, pointer: u64) -> Words {
    let near_null = !(1 << 32..=u64::MAX - (1 << 32)).contains(&pointer);
    let what = if near_null {
        "a null pointer"
    } else {
        "a pointer to no object"
    };
    let (who, text) = (work_item(event), &event.text);
    Words::new(format!("work-item {who} evaluates `{text}` through {what}"))
        .label(what)
        .help(HELP)
}
