//! What a prediction is asked about: a kernel and the shape of its launch, without any data.

use launch::{Argument, Launch, NdRange};

/// An argument as far as a prediction needs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given {
    /// A buffer of so many bytes.
    Buffer(u64),
    /// A value's bytes, little-endian.
    Value(Vec<u8>),
    /// Local memory of so many bytes.
    Local(u64),
    /// A null buffer.
    Null,
}

/// A launch without data.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// The kernel's name.
    pub kernel: String,
    /// Its arguments, in order.
    pub arguments: Vec<Given>,
    /// Its NDRange, with a work-group.
    pub range: NdRange,
}

impl Shape {
    /// The shape of a launch.
    pub fn of(launch: &Launch) -> Shape {
        let given = |argument: &Argument| match argument {
            Argument::Buffer(buffer) => Given::Buffer(buffer.contents.len() as u64),
            Argument::Value { bytes, .. } => Given::Value(bytes.clone()),
            Argument::Local { bytes, .. } => Given::Local(*bytes as u64),
            Argument::Null { .. } => Given::Null,
        };
        Shape {
            kernel: launch.kernel.clone(),
            arguments: launch.arguments.iter().map(given).collect(),
            range: launch.range.clone(),
        }
    }

    /// Global sizes, 1 where there is no such dimension.
    pub fn global(&self) -> [u64; 3] {
        three(&self.range.global)
    }

    /// The work-group: as given, or as most runtimes choose where nothing is given.
    pub fn local(&self) -> [u64; 3] {
        match &self.range.local {
            Some(local) => three(local),
            None => {
                let global = self.global();
                // The largest divisor of the first dimension up to 256.
                let first = (1..=256).rev().find(|size| global[0].is_multiple_of(*size));
                [first.unwrap_or(1), 1, 1]
            }
        }
    }

    /// Work-groups along each dimension.
    pub fn groups(&self) -> [u64; 3] {
        let (global, local) = (self.global(), self.local());
        [0, 1, 2].map(|dimension| global[dimension].div_ceil(local[dimension].max(1)))
    }

    /// Bytes of the buffer that an argument is; without end for what is none.
    pub(crate) fn bytes_of(&self, argument: u32) -> f64 {
        match self.arguments.get(argument as usize) {
            Some(Given::Buffer(bytes)) => *bytes as f64,
            _ => f64::INFINITY,
        }
    }

    /// Work-items in all.
    pub fn items(&self) -> f64 {
        self.global().iter().map(|&size| size as f64).product()
    }
}

fn three(sizes: &[usize]) -> [u64; 3] {
    [0, 1, 2].map(|dimension| sizes.get(dimension).map_or(1, |&size| size as u64))
}
