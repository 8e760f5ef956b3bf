//! The input of a prediction: a kernel and the shape of its launch, without data.

use launch::{Argument, Launch, NdRange};

/// An argument without its data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given {
    /// A buffer's size in bytes.
    Buffer(u64),
    /// A value's bytes, little-endian.
    Value(Vec<u8>),
    /// A local buffer's size in bytes.
    Local(u64),
    Null,
}

/// A launch without data.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    pub kernel: String,
    pub arguments: Vec<Given>,
    pub range: NdRange,
}

impl Shape {
    pub fn of(launch: &Launch) -> Shape {
        let given = |argument: &Argument| match argument {
            Argument::Buffer(buffer) => Given::Buffer(buffer.contents.len() as u64),
            Argument::Value { bytes, .. } => Given::Value(bytes.clone()),
            Argument::Local { bytes, .. } => Given::Local(*bytes as u64),
            Argument::Null { .. } | Argument::Image(_) => Given::Null,
            Argument::Sampler { sampler, .. } => {
                Given::Value(u64::from(sampler.bits()).to_le_bytes().to_vec())
            }
        };
        Shape {
            kernel: launch.kernel.clone(),
            arguments: launch.arguments.iter().map(given).collect(),
            range: launch.range.clone(),
        }
    }

    /// Global sizes; 1 in missing dimensions.
    pub fn global(&self) -> [u64; 3] {
        three(&self.range.global)
    }

    /// The work-group: the given one, or the usual choice of a runtime.
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

    pub fn groups(&self) -> [u64; 3] {
        let (global, local) = (self.global(), self.local());
        [0, 1, 2].map(|dimension| global[dimension].div_ceil(local[dimension].max(1)))
    }

    /// The size of a buffer argument; infinite for other arguments.
    pub(crate) fn bytes_of(&self, argument: u32) -> f64 {
        match self.arguments.get(argument as usize) {
            Some(Given::Buffer(bytes)) => *bytes as f64,
            _ => f64::INFINITY,
        }
    }

    pub fn items(&self) -> f64 {
        self.global().iter().map(|&size| size as f64).product()
    }
}

fn three(sizes: &[usize]) -> [u64; 3] {
    [0, 1, 2].map(|dimension| sizes.get(dimension).map_or(1, |&size| size as u64))
}
