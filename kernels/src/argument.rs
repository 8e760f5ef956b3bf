//! The arguments of a launch, made from numbers.

use launch::{Access, Argument, Buffer, ElementType, Scalar};

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

/// A buffer that holds `contents`: bytes of scalars of type `scalar`.
pub(crate) fn buffer(name: &str, scalar: Scalar, contents: Vec<u8>, access: Access) -> Argument {
    Argument::Buffer(Buffer {
        name: name.to_owned(),
        element: scalar.into(),
        contents,
        access,
        initialized: true,
    })
}

/// A buffer of `len` scalars or vectors that the kernel has to write; what it holds before is
/// undefined.
pub(crate) fn output(name: &str, element: impl Into<ElementType>, len: usize) -> Argument {
    let element = element.into();
    Argument::Buffer(Buffer {
        name: name.to_owned(),
        element,
        contents: vec![0; len * element.size()],
        access: Access::Write,
        initialized: false,
    })
}
