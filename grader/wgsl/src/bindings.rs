//! What a translation needs to know of a launch, and what a launch needs to know of the shader.

use launch::image::{ChannelOrder, ChannelType};
use launch::{ImageFormat, Sampler};

/// What is known of a launch before it is translated.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Launch {
    /// The size of a work-group.
    pub local: [u32; 3],
    /// Are the work-groups numbered along a line, for they are too many in one dimension?
    pub folded: bool,
    /// For each parameter: bytes of local memory; 0 for others.
    pub local_memory: Vec<u32>,
    /// For each parameter: the format of the image; none for others.
    pub images: Vec<Option<ImageFormat>>,
    /// For each parameter: the sampler; none for others.
    pub samplers: Vec<Option<Sampler>>,
    /// Work-items of a sub-group.
    pub sub_group: u32,
    /// Does the device's `fma` round once? WGSL leaves it open.
    pub fused: bool,
    /// May NaN be taken not to occur? Then `min` and `max` are the device's own, which leave it open.
    pub no_nan: bool,
    /// Storage buffers that the device binds, if that is known. A kernel with more has some share a binding.
    pub buffers: Option<u32>,
}

impl Launch {
    /// The format of an image.
    pub(crate) fn format(&self, parameter: usize) -> ImageFormat {
        let given = self.images.get(parameter).copied().flatten();
        given.unwrap_or(ImageFormat {
            order: ChannelOrder::Rgba,
            channel: ChannelType::Float,
        })
    }
}

/// A shader and how it is launched.
#[derive(Clone, Debug)]
pub struct Shader {
    /// The text in WGSL. Its entry point is `main`, its bindings are those of group 0.
    pub text: String,
    /// The buffers.
    pub bindings: Vec<Binding>,
    /// The bindings of the constant objects, and their bytes. They are read-only.
    pub tables: Vec<(u32, Vec<u8>)>,
    /// The binding of a word that is not 0 after the launch if work-items parted before a barrier.
    pub parted: Option<u32>,
    /// What is written into the block of binding 0, after the geometry.
    pub slots: Vec<Slot>,
    /// The size of the block in bytes.
    pub block: u32,
    /// Bytes of local memory.
    pub local_memory: u32,
}

impl Shader {
    /// Storage buffers that it binds.
    pub fn storage_buffers(&self) -> usize {
        self.bindings.len() + self.tables.len() + usize::from(self.parted.is_some())
    }
}

/// A storage buffer that holds the buffers of some arguments, each between its guards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    /// The number of the binding.
    pub number: u32,
    /// The parameters.
    pub parameters: Vec<usize>,
    /// Does the kernel write it? If not, it is bound as read-only.
    pub written: bool,
}

/// A part of the block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Where it begins, in bytes.
    pub at: u32,
    /// What is written there.
    pub what: Content,
}

/// What is written into a part of the block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// The bytes of a value.
    Value {
        /// The parameter.
        parameter: usize,
        /// How many bytes it has.
        bytes: u32,
    },
    /// Where a buffer begins in its binding, in units of a number of bytes; all ones for a null buffer.
    Start {
        /// The parameter.
        parameter: usize,
        /// The unit.
        unit: u32,
    },
    /// The size of an image: width, height or layers, depth or layers.
    Size {
        /// The parameter.
        parameter: usize,
    },
}

/// The words of the geometry at the start of the block, in this order: global size, number of dimensions, offset,
/// work-groups in a row of a folded launch, number of work-groups, and a 0 that compilers do not know: it keeps them
/// from rearranging sums of floats.
pub const GEOMETRY_WORDS: u32 = 12;
