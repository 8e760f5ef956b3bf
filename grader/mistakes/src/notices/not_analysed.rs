//! # Nobody's mistake: this is not analysed
//!
//! The program uses something that OpenCL has and grader does not read: images and samplers,
//! pipes and work-group functions of OpenCL 2.0, extensions of one vendor. It may be right or
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
//! A kernel of buffers, such as every exercise asks for, can be analysed.
//!
//! ## Wrong
//! ```opencl
//! kernel void row_sum(read_only image2d_t x, global float *y)
//! {
//!     const sampler_t plain = CLK_NORMALIZED_COORDS_FALSE | CLK_FILTER_NEAREST;
//!     int row = get_global_id(0);
//!     y[row] = read_imagef(x, plain, (int2)(0, row)).x;
//! }
//! ```
//!
//! ## Right
//! ```opencl
//! kernel void row_sum(global const float *x, global float *y, uint columns)
//! {
//!     uint row = get_global_id(0);
//!     y[row] = x[row * columns];
//! }
//! ```
//!
//! ## Source
//!
//! OpenCL C 1.2 specification, section 6.12.14: images, an optional part of the language.

use super::Notice;
use launch::{Level, MistakeId};

pub(crate) const NOTICE: Notice = Notice {
    id: MistakeId::NotAnalysed,
    level: Level::Warning,
    file: include_str!("not_analysed.rs"),
};
