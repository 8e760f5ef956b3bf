//! A program's source, a launch of one of its kernels, and the arguments it takes.

use crate::{ElementType, Image, NdRange, Sampler, Standard};
use serde::{Deserialize, Serialize};

/// The text of a program and how it is to be built.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Source {
    /// The name shown in messages, such as `exercises/02-saxpy/kernel.cl`.
    pub name: String,
    /// The OpenCL C text.
    pub text: String,
    /// `-D` definitions, name and value, in order.
    pub defines: Vec<(String, String)>,
    /// The version of OpenCL C that it is written in: `-cl-std`.
    pub standard: Standard,
}

impl Source {
    /// A file without definitions, of OpenCL C 1.2. Its text is [plain](crate::source_text::plain), so places in it are
    /// those of every engine.
    pub fn of_file(name: impl Into<String>, text: &str) -> Source {
        Source {
            name: name.into(),
            text: crate::source_text::plain(text).into_owned(),
            defines: Vec::new(),
            standard: Standard::default(),
        }
    }
}

/// A kernel's access to a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Access {
    /// The kernel only reads it.
    Read,
    /// The kernel only writes it.
    Write,
    /// The kernel reads and writes it.
    ReadWrite,
}

/// A buffer in global or constant memory, before the launch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Buffer {
    /// The kernel's name for it, used in reports.
    pub name: String,
    /// The type of one element.
    pub element: ElementType,
    /// The bytes before the launch; the buffer's size is their number. May be empty.
    pub contents: Vec<u8>,
    /// The kernel's access to it.
    pub access: Access,
    /// Is it initialised before the launch? If not, `contents` only gives its size: a device gets a pattern,
    /// and the simulator reports reads of it.
    pub initialized: bool,
}

/// One argument of a kernel, in the kernel's order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Argument {
    /// A buffer in global or constant memory.
    Buffer(Buffer),
    /// A value: a scalar, a vector or a struct, as bytes in device layout.
    Value {
        /// The kernel's name for it, used in reports.
        name: String,
        /// The bytes, little-endian.
        bytes: Vec<u8>,
    },
    /// Local memory, sized by the host.
    Local {
        /// The kernel's name for it, used in reports.
        name: String,
        /// Size in bytes.
        bytes: usize,
    },
    /// A null buffer.
    Null {
        /// The kernel's name for it, used in reports.
        name: String,
    },
    /// An image.
    Image(Image),
    /// A sampler.
    Sampler {
        /// The kernel's name for it, used in reports.
        name: String,
        /// Its state.
        sampler: Sampler,
    },
}

impl Argument {
    /// The kernel's name for it, used in reports.
    pub fn name(&self) -> &str {
        match self {
            Argument::Buffer(buffer) => &buffer.name,
            Argument::Image(image) => &image.name,
            Argument::Value { name, .. }
            | Argument::Local { name, .. }
            | Argument::Null { name }
            | Argument::Sampler { name, .. } => name,
        }
    }

    /// The same, to be changed.
    pub fn name_mut(&mut self) -> &mut String {
        match self {
            Argument::Buffer(buffer) => &mut buffer.name,
            Argument::Image(image) => &mut image.name,
            Argument::Value { name, .. }
            | Argument::Local { name, .. }
            | Argument::Null { name }
            | Argument::Sampler { name, .. } => name,
        }
    }
}

/// One launch of one kernel: everything but the program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Launch {
    /// The kernel's name in the program.
    pub kernel: String,
    /// Its arguments, in order.
    pub arguments: Vec<Argument>,
    /// Its NDRange.
    pub range: NdRange,
}
