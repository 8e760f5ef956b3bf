//! # A null pointer is followed
//!
//! A pointer that points to nothing is read or written. A host may bind no buffer at all to a
//! pointer argument: the kernel then gets a null pointer, which is a fine way to say "without
//! weights" if the kernel tests for it. Or a search gives null for "not found", and its answer is
//! used untested.
//!
//! ## Why it hurts
//!
//! On a GPU address 0 is unmapped in global memory: the launch fails, the context and all its
//! buffers are lost, and the error is reported by some later call. On a CPU device the host program
//! itself dies. In local memory 0 can be an ordinary address: there the access quietly hits
//! somebody's tile.
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

use crate::entry::Mistake;
use launch::Level;

pub(crate) const MISTAKE: Mistake = Mistake {
    id: "null-pointer",
    level: Level::Error,
    chapter: 5,
    launch: "global: 4\nlocal: 4\nbuffer: x float 4 iota read\nnull: weight\n\
             buffer: y float 4 uninit write",
    file: include_str!("null_pointer.rs"),
    read: None,
    measure: None,
};
