//! # Nobody's mistake: this is not analysed
//!
//! The program uses something that OpenCL has and grader does not read: pipes, blocks and queues of
//! OpenCL 2.0, assembler, extensions of one vendor. Or it is of a later version than the one it is
//! read as: `--std CL2.0` reads work-group functions, atomic types and pointers without an address
//! space. It may be right or wrong; nothing is said about it.
//!
//! `grader lint` goes on with the other functions, and `grader simulate` with the other kernels.
//! `grader check` leaves the simulator out and runs the kernel on the device alone, where there is
//! one: the device's compiler has the word.
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
//! kernel void copy(read_only pipe float source, global float *y)
//! {
//!     float value;
//!     if (read_pipe(source, &value) == 0) {
//!         y[get_global_id(0)] = value;
//!     }
//! }
//! ```
//!
//! ## Right
//! ```opencl
//! kernel void copy(global const float *source, global float *y)
//! {
//!     y[get_global_id(0)] = source[get_global_id(0)];
//! }
//! ```
//!
//! ## Source
//!
//! OpenCL C 2.0 specification, section 6.13.16: pipes.

use super::Notice;
use launch::{Level, MistakeId};

pub(crate) const NOTICE: Notice = Notice {
    id: MistakeId::NotAnalysed,
    level: Level::Warning,
    file: page_in!("not_analysed.rs"),
};
