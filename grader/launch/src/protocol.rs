//! The messages between `grader` and its child process `grader-device`.
//!
//! A frame is a little-endian `u32` length followed by that many bytes of postcard. The child's
//! first frame is [`Hello`]; a parent that sees another [`VERSION`] stops there.

use crate::{Launch, Source};
use serde::{Deserialize, Serialize};

/// The version of this protocol. Any change to a message raises it.
pub const VERSION: u32 = 1;

/// Bytes of pattern on each side of every buffer.
pub const GUARD_BYTES: usize = 4096;

/// The longest frame either side accepts, in bytes.
pub const MAX_FRAME: usize = 1 << 30;

/// The child's first frame.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// [`VERSION`] of the child.
    pub protocol: u32,
    /// The child's package version, for messages.
    pub version: String,
}

/// What the parent asks for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Request {
    /// List every device of every platform.
    Devices,
    /// Build a program for a device; later runs use it.
    Build {
        /// Index into the device list.
        device: usize,
        /// The program.
        source: Source,
    },
    /// Run launches of the program built last, in order; one [`Reply::Ran`] or failure for each.
    Run {
        /// The launches.
        launches: Vec<Launch>,
    },
}

/// What the child answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Reply {
    /// Every device, in a stable order.
    Devices(Vec<Device>),
    /// The program was built.
    Built {
        /// The compiler's warnings; may be empty.
        log: String,
        /// The kernels in it.
        kernels: Vec<Kernel>,
    },
    /// The device's compiler refused the program.
    BuildFailed {
        /// The compiler's log.
        log: String,
    },
    /// A launch ran.
    Ran(Ran),
    /// A launch could not run; the child lives on.
    Failed(Failure),
    /// The child could not do what was asked, through no fault of the kernel.
    Fault {
        /// What went wrong.
        message: String,
    },
}

/// A kernel as the device's compiler saw it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kernel {
    /// Its name.
    pub name: String,
    /// Its parameters, in order; absent where the device does not tell.
    pub parameters: Option<Vec<Parameter>>,
}

/// A parameter of a kernel as the device's compiler saw it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its type as text, such as `float*`.
    pub type_name: String,
    /// `global`, `local`, `constant` or `private`.
    pub address_space: String,
}

/// The result of one launch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ran {
    /// For each buffer argument, in order: the guard before it, its bytes, the guard after it.
    pub buffers: Vec<Vec<u8>>,
    /// Time on the device by event profiling, in nanoseconds, where the device tells.
    pub nanoseconds: Option<u64>,
}

/// Why a launch could not run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Failure {
    /// The device refused for want of memory, local memory or work-items a group.
    OutOfResources {
        /// What OpenCL called it, such as `CL_OUT_OF_RESOURCES`.
        code: String,
        /// What was asked and what there is, where known.
        detail: String,
    },
    /// The device is gone.
    DeviceLost {
        /// What OpenCL called it.
        code: String,
    },
    /// The kernel is not in the program.
    NoSuchKernel {
        /// The name asked for.
        kernel: String,
    },
    /// The kernel takes other arguments than it was given.
    Arguments {
        /// What OpenCL said.
        detail: String,
    },
    /// Any other refusal of OpenCL.
    Refused {
        /// What OpenCL called it.
        code: String,
        /// During which call.
        call: String,
    },
}

/// A device of a platform, with the limits that matter for a launch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Device {
    /// Index in the list, from 0; `--device` takes it.
    pub index: usize,
    /// Platform name.
    pub platform: String,
    /// Platform version text.
    pub platform_version: String,
    /// Device name.
    pub name: String,
    /// `CPU`, `GPU`, `accelerator` or `other`.
    pub kind: String,
    /// Driver version text.
    pub driver: String,
    /// OpenCL C version text.
    pub opencl_c: String,
    /// Compute units.
    pub compute_units: u32,
    /// Most work-items in a group.
    pub max_work_group_size: usize,
    /// Most work-items in a group, each dimension.
    pub max_work_item_sizes: Vec<usize>,
    /// Local memory in bytes.
    pub local_memory: u64,
    /// Global memory in bytes.
    pub global_memory: u64,
    /// Largest single buffer in bytes.
    pub max_allocation: u64,
    /// Clock in MHz, as reported.
    pub clock_mhz: u32,
    /// Extensions.
    pub extensions: Vec<String>,
}
