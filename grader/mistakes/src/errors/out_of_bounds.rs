//! # An index outside of its object
//!
//! A work-item reads or writes beyond the end of a buffer, of local memory or of an array, or
//! before its beginning. The usual ways there: the global size was rounded up and nobody guards the
//! work-items beyond the data; a guard says `<=` where it means `<`; a neighbour is read at the
//! edge; a tile has no room for its halo.
//!
//! A finding names the work-item, the index and the size. If a condition stands before the access,
//! it is shown too: it let the index through.
//!
//! ## Why it hurts
//!
//! Nothing protects you. On a GPU the access goes to whatever lies there: a neighbouring buffer,
//! read as data or quietly overwritten. Far enough away it hits an unmapped page; then the whole
//! context is lost, and with it every buffer. On a CPU it reads or damages the host program's
//! memory. A wrong read often goes unseen for a long time, because the memory beyond a buffer is
//! there and holds zeros.
//!
//! ## Wrong
//! ```opencl
//! kernel void twice(global const float *x, global float *y, int n)
//! {
//!     int i = get_global_id(0);
//!     if (i <= n) {
//!         y[i] = 2.0f * x[i];
//!     }
//! }
//! ```
//!
//! ## Right
//!
//! With `n` elements the last index is `n - 1`:
//!
//! ```opencl
//! kernel void twice(global const float *x, global float *y, int n)
//! {
//!     int i = get_global_id(0);
//!     if (i < n) {
//!         y[i] = 2.0f * x[i];
//!     }
//! }
//! ```
//!
//! ## Source
//!
//! OpenCL C 1.2 specification, section 6.3 (the unary operator `*`): through a pointer without a
//! valid value it is undefined what happens.

use crate::entry::Mistake;
use launch::Level;

pub(crate) const MISTAKE: Mistake = Mistake {
    id: "out-of-bounds",
    level: Level::Error,
    chapter: 4,
    launch: "global: 16\nlocal: 8\nbuffer: x float 13 iota read\n\
             buffer: y float 13 uninit write\nvalue: n int 13",
    file: include_str!("out_of_bounds.rs"),
    read: None,
    measure: None,
};
