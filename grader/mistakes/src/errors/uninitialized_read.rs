//! # A value is read before anybody wrote it
//!
//! A variable, an element of an array, of local memory or of a buffer is used before it has a
//! value. A variable of a kernel starts with no value, not with zero. So do local memory, of which
//! no initialiser can be written, and a buffer that the host created without data.
//!
//! Copying a struct with unset padding, or a variable that is set in just the paths that use it, is
//! fine.
//!
//! ## Why it hurts
//!
//! A register or a byte of local memory holds what the previous kernel left there: on one run zero,
//! on another a stranger's data. A fresh buffer holds zeros under one driver and old data under the
//! next, and on a CPU what the allocator last had there. A kernel that adds to such a value is
//! right on the machine it was written on and wrong elsewhere.
//!
//! ## Wrong
//! ```opencl
//! kernel void rows(global const float *x, global float *sums)
//! {
//!     int row = get_global_id(0);
//!     float sum;
//!     for (int k = 0; k < 4; ++k) {
//!         sum += x[4 * row + k];
//!     }
//!     sums[row] = sum;
//! }
//! ```
//!
//! ## Right
//! ```opencl
//! kernel void rows(global const float *x, global float *sums)
//! {
//!     int row = get_global_id(0);
//!     float sum = 0.0f;
//!     for (int k = 0; k < 4; ++k) {
//!         sum += x[4 * row + k];
//!     }
//!     sums[row] = sum;
//! }
//! ```
//!
//! ## Source
//!
//! OpenCL C 1.2 specification, section 6.5.2: variables in local memory cannot be initialised where
//! they are declared. For private ones C99 holds (section 6): without an initialiser they have no
//! value.

use crate::entry::Mistake;
use launch::Level;

pub(crate) const MISTAKE: Mistake = Mistake {
    id: "uninitialized-read",
    level: Level::Error,
    chapter: 4,
    launch: "global: 4\nlocal: 4\nbuffer: x float 16 iota read\n\
             buffer: sums float 4 uninit write",
    file: include_str!("uninitialized_read.rs"),
    read: None,
    measure: None,
};
