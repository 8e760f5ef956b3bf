//! The arguments of a launch, made from numbers.

use launch::image::{ChannelOrder, ChannelType};
use launch::{Access, Argument, Buffer, ElementType, Image, ImageFormat, ImageKind};

/// A scalar by value.
pub(crate) fn value<const SIZE: usize>(name: &str, bytes: [u8; SIZE]) -> Argument {
    Argument::Value {
        name: name.to_owned(),
        bytes: bytes.to_vec(),
    }
}

/// A size or an index by value, as `uint`.
pub(crate) fn uint(name: &str, number: usize) -> Argument {
    value(name, (number as u32).to_le_bytes())
}

/// A buffer that holds `contents`: bytes of scalars or vectors.
pub(crate) fn buffer(
    name: &str,
    element: impl Into<ElementType>,
    contents: Vec<u8>,
    access: Access,
) -> Argument {
    Argument::Buffer(Buffer {
        name: name.to_owned(),
        element: element.into(),
        contents,
        access,
        initialized: true,
    })
}

/// A buffer of `len` scalars or vectors that the kernel has to write; what it holds before is
/// undefined.
pub(crate) fn output(name: &str, element: impl Into<ElementType>, len: usize) -> Argument {
    undefined(name, element, len, Access::Write)
}

/// A buffer of `len` scalars or vectors in which the kernel works: it may read what it has written
/// itself, and what the buffer holds before is undefined.
pub(crate) fn work_space(name: &str, element: impl Into<ElementType>, len: usize) -> Argument {
    undefined(name, element, len, Access::ReadWrite)
}

fn undefined(name: &str, element: impl Into<ElementType>, len: usize, access: Access) -> Argument {
    let element = element.into();
    Argument::Buffer(Buffer {
        name: name.to_owned(),
        element,
        contents: vec![0; len * element.size()],
        access,
        initialized: false,
    })
}

/// A two-dimensional image of four unsigned bytes a pixel, which the kernel reads.
pub(crate) fn picture(name: &str, [width, height]: [usize; 2], contents: Vec<u8>) -> Argument {
    Argument::Image(Image {
        name: name.to_owned(),
        kind: ImageKind::D2,
        format: ImageFormat {
            order: ChannelOrder::Rgba,
            channel: ChannelType::UnsignedInt8,
        },
        size: [width, height, 1],
        contents,
        access: Access::Read,
        initialized: true,
    })
}
