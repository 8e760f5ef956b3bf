//! The messages of a measurement: buffers that stay on the device, programs side by side, times by the
//! device's clock and by the wall's.
//!
//! They are part of [`crate::protocol`]. Numbers for buffers and programs are the parent's choice.

use crate::failure::Failure;
use crate::{NdRange, Source};
use serde::{Deserialize, Serialize};
use serde_bytes::Bytes;
use std::borrow::Cow;

/// A request of the parent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Measure<'a> {
    /// Open a device of the list. What an earlier one held is released.
    Open {
        /// Index into the device list.
        device: usize,
    },
    /// Build a program under a number.
    Build {
        /// The number; a program that had it before is released.
        program: u32,
        /// The program.
        source: Cow<'a, Source>,
        /// Further options for the compiler, such as `-cl-mad-enable`.
        options: &'a str,
    },
    /// Make a buffer under a number.
    Allocate {
        /// The number; a buffer that had it before is released.
        buffer: u32,
        /// Its size in bytes.
        bytes: usize,
        /// Its contents.
        fill: Fill,
    },
    /// Release a buffer.
    Release {
        /// Its number.
        buffer: u32,
    },
    /// Write into a buffer.
    Write {
        /// Its number.
        buffer: u32,
        /// The first byte written.
        offset: usize,
        /// The new contents.
        #[serde(borrow)]
        contents: &'a Bytes,
    },
    /// Read from a buffer.
    Read {
        /// Its number.
        buffer: u32,
        /// The first byte read.
        offset: usize,
        /// The number of bytes.
        bytes: usize,
    },
    /// Time launches, in order, again and again.
    Launches {
        /// The launches of one sample.
        #[serde(borrow)]
        steps: Vec<Step<'a>>,
        /// The repetitions of the steps in one sample. Times are of the whole sample.
        batch: u32,
        /// When to stop.
        effort: Effort,
        /// A buffer that is overwritten before each sample, so that no cache holds what it reads.
        flush: Option<u32>,
    },
    /// Time copies between the host's memory and the device's.
    Transfer {
        /// Bytes of one copy.
        bytes: usize,
        /// The direction.
        way: Way,
        /// Is the host's memory given by OpenCL (pinned), or ordinary?
        pinned: bool,
        /// When to stop.
        effort: Effort,
    },
    /// Time the product of two square float matrices with the vendor's own library, if there is one.
    VendorProduct {
        /// Rows and columns.
        side: usize,
        /// When to stop.
        effort: Effort,
    },
}

/// The initial contents of a buffer. Each is a pure function of the index, so that a comparison can compute
/// it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Fill {
    /// Bytes of zero.
    Zeros,
    /// Floats between two numbers, see [`crate::noise::float`].
    Floats {
        /// The seed of the sequence.
        seed: u64,
        /// The least.
        low: f32,
        /// The bound that none reaches.
        high: f32,
    },
    /// Bytes, see [`crate::noise::byte`].
    Bytes {
        /// The seed of the sequence.
        seed: u64,
    },
}

/// One launch of a sample.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step<'a> {
    /// The number of its program.
    pub program: u32,
    /// The kernel's name.
    pub kernel: Cow<'a, str>,
    /// Its arguments, in order.
    pub arguments: Vec<StepArgument>,
    /// Its NDRange.
    pub range: NdRange,
}

/// One argument of a launch of a sample.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum StepArgument {
    /// The buffer of that number.
    Buffer(u32),
    /// A value, in device layout.
    Value(Vec<u8>),
    /// Local memory of this many bytes.
    Local(usize),
}

/// The direction of a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Way {
    /// From the host to the device.
    Up,
    /// From the device to the host.
    Down,
}

/// When to stop: when the standard error of the mean is small enough, or a bound is reached.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Effort {
    /// Samples thrown away at first.
    pub warm_up: u32,
    /// Samples that are taken in any case.
    pub least: u32,
    /// Samples that are never exceeded.
    pub most: u32,
    /// The standard error of the mean, as a share of the mean, that is small enough.
    pub standard_error: f64,
    /// Seconds after which no further sample is begun.
    pub seconds: f64,
}

/// A reply of the child.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Measured<'a> {
    /// It is done.
    Done,
    /// The device has no queue that times commands, or has one.
    Opened {
        /// Does the device report when a command began and ended?
        profiling: bool,
    },
    /// A program was built.
    Built {
        /// The compiler's warnings; may be empty.
        log: String,
        /// The time in nanoseconds.
        nanoseconds: u64,
        /// The limits of its kernels.
        kernels: Vec<KernelLimits>,
    },
    /// The device's compiler refused a program.
    BuildFailed {
        /// The compiler's log.
        log: String,
    },
    /// The contents.
    Contents(#[serde(borrow)] &'a Bytes),
    /// The times, in the order of the samples.
    Timed(Vec<Sample>),
    /// There is no such library here.
    NoVendor {
        /// The library that was searched for, and the error.
        reason: String,
    },
    /// It could not be done; the child lives on.
    Failed(Failure),
}

/// A device's limits of a kernel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KernelLimits {
    /// Its name.
    pub name: String,
    /// The most work-items in a work-group, if the device reports it.
    pub work_group: Option<u64>,
    /// Bytes of local memory that it declares itself.
    pub local_memory: u64,
}

/// One sample. Times are in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sample {
    /// From before the first command was enqueued until the last was known to have ended.
    pub wall: u64,
    /// The sum over the commands, each from its begin to its end, if the device reports it.
    pub device: Option<u64>,
    /// From when the first command was enqueued until it began, if the device reports it.
    pub wait: Option<u64>,
}
