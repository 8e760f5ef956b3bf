//! Convolution of a volume with several filters at once: plainly, with the filters side by side in a
//! vector, and with several results along a row from each voxel that is read. And one that shows where the limit
//! is, with numbers to tune.

use crate::AnyProblem;

mod convolve;
mod tuned;
mod volume;

pub use convolve::{Convolution, Way};
pub use tuned::{TUNED, TUNED_KERNEL, Tuned, UNEVEN_ROWS, VARIANTS};

/// The problems of this topic, in the order of the course.
pub(crate) static PROBLEMS: &[&dyn AnyProblem] = &[
    &Convolution(Way::Naive),
    &Convolution(Way::Vector),
    &Convolution(Way::Unrolled),
];
