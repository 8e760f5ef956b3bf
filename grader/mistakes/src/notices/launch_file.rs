//! # A LAUNCH.toml that describes no launch
//!
//! The file that `grader simulate` was given is not as it must be: a key is missing or misspelt, an
//! argument does not fit the kernel's, a size is none. Nothing ran, and nothing is said about the
//! kernel.
//!
//! ## Why it hurts
//!
//! A host program that sets such arguments gets an error from `clSetKernelArg` or
//! `clEnqueueNDRangeKernel`, on any device, or what is worse, none.
//!
//! ## Right
//! ```toml
//! source = "scale.cl"
//! kernel = "scale"
//! global = [64]
//! local = [16]
//!
//! [[arg]]
//! buffer = "float"
//! len = 64
//! init = "iota"
//! show = true
//!
//! [[arg]]
//! scalar = "float"
//! value = 2.0
//! ```
//!
//! ## Source
//!
//! OpenCL 1.2 specification, sections 5.7.2 and 5.8: a kernel's arguments and its launch.

use super::Notice;
use launch::{Level, MistakeId};

pub(crate) const NOTICE: Notice = Notice {
    id: MistakeId::LaunchFile,
    level: Level::Error,
    file: page_in!("launch_file.rs"),
};
