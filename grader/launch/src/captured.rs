//! A launch that was captured in a running program: what the OpenCL layer `capture-layer` writes, and `capture`
//! makes a LAUNCH.toml of. A file is [`MAGIC`], followed by a [`Captured`] in postcard.

use serde::{Deserialize, Serialize};

/// The first bytes of a file. The last is the version: any change to a type of this module raises it.
pub const MAGIC: [u8; 8] = *b"CLlaunc\x01";

/// `CL_ADDRESS_NONE` and `CL_FILTER_NEAREST`, from which the modes of a sampler count.
pub const ADDRESS_NONE: u32 = 0x1130;
/// See [`ADDRESS_NONE`].
pub const FILTER_NEAREST: u32 = 0x1140;

/// The end of a file's name.
pub const EXTENSION: &str = "captured";

/// The name of the file that the layer writes once it is loaded.
pub const LOADED: &str = "loaded";

/// A kernel's name as a part of a file's name: its first letters, digits and underscores, which may be none.
pub fn file_name(kernel: &str) -> String {
    const MOST_LETTERS: usize = 60;
    let is_plain = |letter: &char| letter.is_ascii_alphanumeric() || *letter == '_';
    kernel.chars().filter(is_plain).take(MOST_LETTERS).collect()
}

/// The environment variables that the layer reads.
pub mod variable {
    /// The folder that captures are written into. Without it the layer does nothing.
    pub const FOLDER: &str = "GRADER_CAPTURE_FOLDER";
    /// The name of the only kernel to capture.
    pub const KERNEL: &str = "GRADER_CAPTURE_KERNEL";
    /// Which launch of each kernel is captured, from 1.
    pub const LAUNCH: &str = "GRADER_CAPTURE_LAUNCH";
    /// The most bytes of buffers and images of one launch.
    pub const LIMIT: &str = "GRADER_CAPTURE_LIMIT";
}

/// A launch as the host made it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Captured {
    /// The program, as far as its text is known.
    pub program: Program,
    /// The build options.
    pub options: String,
    /// The kernel's name.
    pub kernel: String,
    /// Which launch of the kernel it is, from 1.
    pub launch: u64,
    /// The device's name.
    pub device: String,
    /// The folder that the program ran in, where relative include folders start.
    pub folder: String,
    /// Work-items in each dimension.
    pub global: Vec<u64>,
    /// Work-items of a work-group, where the host gave them.
    pub local: Option<Vec<u64>>,
    /// The global offset, where the host gave one.
    pub offset: Option<Vec<u64>>,
    /// The arguments, in order.
    pub arguments: Vec<Argument>,
}

/// Where a kernel comes from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Program {
    /// Its text, in whatever encoding, and the headers that were given to `clCompileProgram`.
    Source {
        /// The text.
        #[serde(with = "serde_bytes")]
        text: Vec<u8>,
        /// The headers: the name in `#include`, and the text.
        headers: Vec<(String, String)>,
    },
    /// An intermediate language, such as SPIR-V.
    Intermediate,
    /// A binary of a device, or kernels that are built into one.
    Binary,
    /// Linked of so many programs.
    Linked(u32),
}

/// An argument as the host set it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Argument {
    /// It was never set, or set in a way that is not known.
    Unset,
    /// The bytes of a value.
    Value(#[serde(with = "serde_bytes")] Vec<u8>),
    /// A size without a value: local memory, or a null buffer where it is a pointer's.
    Sized(u64),
    /// A pointer to a null buffer.
    Null,
    /// A buffer.
    Buffer(Memory),
    /// An image.
    Image {
        /// Its `cl_mem_object_type`.
        kind: u32,
        /// Its `cl_channel_order`.
        order: u32,
        /// Its `cl_channel_type`.
        channel: u32,
        /// Width, height and depth, 0 where it has none, and its layers.
        size: [u64; 4],
        /// Its pixels, without gaps.
        memory: Memory,
    },
    /// A sampler.
    Sampler {
        /// Do its coordinates go from 0 to 1?
        normalized: bool,
        /// Its `cl_addressing_mode`.
        addressing: u32,
        /// Its `cl_filter_mode`.
        filter: u32,
    },
    /// A pointer to shared virtual memory.
    SharedVirtualMemory,
    /// A pipe, or another object that has no bytes to read.
    Opaque,
}

/// The bytes of a buffer or an image.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Memory {
    /// The same number for all buffers that share memory.
    pub object: u64,
    /// Where it begins in the shared memory, in bytes.
    pub offset: u64,
    /// Its `cl_mem_flags`.
    pub flags: u64,
    /// The bytes before the launch.
    #[serde(with = "serde_bytes")]
    pub before: Vec<u8>,
    /// The bytes after it.
    pub after: After,
}

/// The bytes of a buffer or an image after the launch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum After {
    /// They were not read: the launch, or the program, ended otherwise.
    Unknown,
    /// The same as before.
    Unchanged,
    /// Others.
    Changed(#[serde(with = "serde_bytes")] Vec<u8>),
}
