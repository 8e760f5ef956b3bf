//! # Nobody's mistake: this is not analysed
//!
//! The program uses something that OpenCL has and grader does not read: pipes and work-group
//! functions of OpenCL 2.0, sub-groups, extensions of one vendor. It may be right or
//! wrong; nothing is said about it.
//!
//! `grader lint` and `grader simulate` stop there. `grader check` leaves the simulator out and runs
//! the kernel on the device alone, where there is one: the device's compiler has the word.
//!
//! ## Why it hurts
//!
//! The code itself does no harm. What is missing is the simulator's eye: on a device a race or a
//! stray index shows only where it spoils a result.
//!
//! A kernel of OpenCL C 1.2, such as every exercise asks for, can be analysed. Where a file has several
//! kernels, those that use nothing of the kind still can.
//!
//! ## Wrong
//! ```opencl
//! kernel void sums(global const float *x, global float *y)
//! {
//!     uint group = get_group_id(0);
//!     y[group] = work_group_reduce_add(x[get_global_id(0)]);
//! }
//! ```
//!
//! ## Right
//! ```opencl
//! kernel void sums(global const float *x, global float *y)
//! {
//!     uint group = get_group_id(0);
//!     if (get_local_id(0) == 0) {
//!         float sum = 0;
//!         for (uint i = 0; i < get_local_size(0); i++) {
//!             sum += x[get_global_id(0) + i];
//!         }
//!         y[group] = sum;
//!     }
//! }
//! ```
//!
//! ## Source
//!
//! OpenCL C 2.0 specification, section 6.13.15: work-group functions.

use super::Notice;
use launch::{Level, MistakeId};

pub(crate) const NOTICE: Notice = Notice {
    id: MistakeId::NotAnalysed,
    level: Level::Warning,
    file: page_in!("not_analysed.rs"),
};
