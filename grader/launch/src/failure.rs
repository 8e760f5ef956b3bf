//! Why OpenCL or a device refuses a build or a launch, as data.

use crate::NdRangeError;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Why a build or a launch could not be done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Failure {
    /// The device refused for want of memory, local memory or work-items a group.
    OutOfResources {
        /// OpenCL's error code, such as `CL_OUT_OF_RESOURCES`.
        code: String,
        /// The requested and the available amount, if known.
        shortage: Option<Shortage>,
    },
    /// The device is gone, or is in no state to go on.
    DeviceLost {
        /// OpenCL's error code.
        code: String,
    },
    /// The kernel is not in the program.
    NoSuchKernel {
        /// The requested name.
        kernel: String,
        /// The kernels there are.
        kernels: Vec<String>,
    },
    /// The kernel takes other arguments than it was given.
    Arguments {
        /// Its parameters, if the device reports them.
        parameters: Option<Vec<Parameter>>,
        /// The error.
        problem: ArgumentProblem,
    },
    /// The NDRange is one that no device runs.
    Range(NdRangeError),
    /// The kernel's `reqd_work_group_size` is another.
    RequiredWorkGroup {
        /// The sizes of the attribute.
        required: [usize; 3],
        /// The requested sizes; empty if they were left to the runtime.
        asked: Vec<usize>,
    },
    /// The kernel has no sure form in the language of the device: the device falls short, not the kernel.
    NotTranslated {
        /// The place and why.
        reason: String,
    },
    /// Any other refusal of OpenCL.
    Refused {
        /// OpenCL's error code.
        code: String,
        /// During which call.
        call: String,
    },
}

impl Failure {
    /// It needs more of a resource than there is.
    pub fn short(code: &str, resource: Resource, asked: u64, available: u64) -> Failure {
        Failure::OutOfResources {
            code: code.to_owned(),
            shortage: Some(Shortage {
                resource,
                asked,
                available,
            }),
        }
    }

    /// Does it say nothing about the kernel?
    pub(crate) fn is_fault(&self) -> bool {
        match self {
            Failure::OutOfResources { .. }
            | Failure::Arguments { .. }
            | Failure::RequiredWorkGroup { .. } => false,
            Failure::DeviceLost { .. }
            | Failure::NoSuchKernel { .. }
            | Failure::Range(_)
            | Failure::NotTranslated { .. }
            | Failure::Refused { .. } => true,
        }
    }
}

/// A resource of which the device has less than the launch needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shortage {
    /// The resource.
    pub resource: Resource,
    /// The requested amount.
    pub asked: u64,
    /// The available amount.
    pub available: u64,
}

/// A limited resource of a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Resource {
    /// Work-items in one work-group. The limit may be the kernel's own, below the device's.
    WorkGroup,
    /// Work-items of a work-group in one dimension.
    WorkGroupDimension(usize),
    /// Dimensions of an NDRange.
    Dimensions,
    /// Bytes of local memory for one work-group.
    LocalMemory,
    /// Bytes of one buffer.
    Buffer {
        /// The number of the argument.
        argument: usize,
    },
    /// Bytes of global memory, all buffers together.
    GlobalMemory,
    /// Bytes of buffers that one message between the two processes can carry.
    Message,
}

/// The difference between the given arguments and the kernel's parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ArgumentProblem {
    /// There are more or fewer of them.
    Count {
        /// The number of its parameters.
        expected: usize,
        /// The number of given arguments.
        given: usize,
    },
    /// One is of another kind: a value for a buffer, say.
    Kind {
        /// The number of the argument, from 0.
        argument: usize,
        /// The given kind.
        given: ArgumentKind,
        /// The kind of the parameter; none for one that is not supported.
        expected: Option<ArgumentKind>,
    },
    /// One is of another size.
    Size {
        /// The number of the argument, from 0.
        argument: usize,
        /// Bytes it was given.
        given: usize,
        /// The parameter's size in bytes, if known.
        expected: Option<usize>,
    },
}

/// A kind of kernel argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ArgumentKind {
    /// A pointer to global or constant memory, null or not.
    Buffer,
    /// A value.
    Value,
    /// A pointer to local memory.
    Local,
    /// An image.
    Image,
    /// A sampler.
    Sampler,
}

/// A parameter of a kernel as the device's compiler saw it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its type as text, such as `float*`.
    pub type_name: String,
    /// `global`, `local`, `constant` or `private`.
    pub address_space: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::OutOfResources {
                shortage: Some(shortage),
                ..
            } => shortage.fmt(f),
            Failure::OutOfResources { code, .. } => {
                write!(f, "the device is out of resources ({code})")
            }
            Failure::DeviceLost { code } => write!(f, "the device was lost ({code})"),
            Failure::NoSuchKernel { kernel, .. } => {
                write!(f, "the program has no kernel `{kernel}`")
            }
            Failure::Arguments { .. } => f.write_str("the kernel takes other arguments"),
            Failure::Range(error) => error.fmt(f),
            Failure::RequiredWorkGroup { required, .. } => {
                let [x, y, z] = required;
                write!(f, "the kernel demands work-groups of {x} x {y} x {z}")
            }
            Failure::NotTranslated { reason } => f.write_str(reason),
            Failure::Refused { code, call } => write!(f, "{call} answered {code}"),
        }
    }
}

impl fmt::Display for Shortage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.resource {
            Resource::WorkGroup | Resource::WorkGroupDimension(_) => "work-items in a work-group",
            Resource::Dimensions => "dimensions",
            Resource::LocalMemory => "bytes of local memory",
            Resource::Buffer { .. } => "bytes in one buffer",
            Resource::GlobalMemory => "bytes of global memory",
            Resource::Message => "bytes in one message",
        };
        write!(
            f,
            "the kernel needs {} {what}, and the device has {}",
            self.asked, self.available
        )
    }
}
