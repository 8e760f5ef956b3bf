//! Why a captured launch cannot be made into a LAUNCH.toml.

use std::fmt;

/// A launch that is not taken, with all that is in the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotTaken {
    /// The kernel's name; empty where it is not known.
    pub kernel: String,
    pub reasons: Vec<Reason>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The program was made of SPIR-V, or of another intermediate language.
    Intermediate,
    /// The program was made of a binary.
    Binary,
    /// The program was linked of several.
    Linked { programs: u32 },
    /// A file that the dump should have is missing or cannot be read.
    File { name: String, why: String },
    /// A file of the dump is not what it should be.
    Content { name: String },
    /// The buffers and images take more than a launch may have.
    TooLarge { bytes: u64, most: u64 },
    /// An argument is none that a LAUNCH.toml has.
    Argument { index: usize, why: BadArgument },
}

/// What is wrong with an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadArgument {
    /// It was never set.
    Unset,
    /// It is shared virtual memory, or reaches it.
    SharedVirtualMemory,
    /// It is a pipe, an image with several levels or samples, or another object without bytes.
    Opaque,
    /// It is an object that was created by a function that the layer does not see.
    UnknownObject,
    /// Its bytes are missing.
    NoBytes,
    /// An image of a format that the simulator does not have, by its numbers in `CL/cl.h`.
    Format { order: u32, channel: u32 },
    /// An image of a kind that the simulator does not have, by its number in `CL/cl.h`.
    Kind { kind: u32 },
    /// A sampler in a state that does not exist.
    Sampler,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Intermediate => f.write_str(
                "its program was made of SPIR-V or another intermediate language, and the simulator reads OpenCL C",
            ),
            Reason::Binary => f.write_str(
                "its program was made of a binary, and the simulator reads OpenCL C; a program that keeps binaries \
                 has a switch against it (PYOPENCL_NO_CACHE=1 for PyOpenCL)",
            ),
            Reason::Linked { programs } => write!(
                f,
                "its program was linked of {programs} programs, and a launch has one file of OpenCL C"
            ),
            Reason::File { name, why } => write!(f, "{name} cannot be read: {why}"),
            Reason::Content { name } => write!(f, "{name} does not hold what its name says"),
            Reason::TooLarge { bytes, most } => write!(
                f,
                "its buffers take {bytes} bytes together, and those of a launch may take {most}"
            ),
            Reason::Argument { index, why } => write!(f, "argument {index} {why}"),
        }
    }
}

impl fmt::Display for BadArgument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadArgument::Unset => f.write_str("was never set"),
            BadArgument::SharedVirtualMemory => {
                f.write_str("reaches shared virtual memory, which is not captured")
            }
            BadArgument::Opaque => f.write_str(
                "is a pipe, an image with several levels or samples, or another object that is not captured",
            ),
            BadArgument::UnknownObject => {
                f.write_str("is an object that was created in a way that is not captured")
            }
            BadArgument::NoBytes => f.write_str("has no bytes in the dump"),
            BadArgument::Format { order, channel } => write!(
                f,
                "is an image of a format that the simulator does not have (0x{order:X}, 0x{channel:X})"
            ),
            BadArgument::Kind { kind } => write!(
                f,
                "is an image of a kind that the simulator does not have (0x{kind:X})"
            ),
            BadArgument::Sampler => f.write_str("is a sampler that is not known"),
        }
    }
}
