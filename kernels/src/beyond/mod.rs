//! Beyond OpenCL C 1.2: what versions 2.0 and 3.0 add, images, and kernels that use several ways of sharing.

use crate::AnyProblem;

mod box_blur;
mod double_buffer;
mod group_reduce;
mod last_group;
mod n_body;
mod packed_dot;
mod radix_pass;
mod shuffle_sum;
mod sparse_product;

pub use box_blur::{BoxBlur, Storage};
pub use double_buffer::DoubleBuffer;
pub use group_reduce::GroupReduce;
pub use last_group::LastGroup;
pub use n_body::NBody;
pub use packed_dot::PackedDot;
pub use radix_pass::RadixPass;
pub use shuffle_sum::ShuffleSum;
pub use sparse_product::SparseProduct;

/// The sizes of sub-groups that devices have, the simplest first.
const SUB_GROUPS: [usize; 4] = [8, 16, 32, 64];

/// The problems of this topic, in the order of the course.
pub(crate) static PROBLEMS: &[&dyn AnyProblem] = &[
    &GroupReduce,
    &ShuffleSum,
    &LastGroup,
    &PackedDot,
    &BoxBlur(Storage::Image),
    &SparseProduct,
    &NBody,
    &DoubleBuffer,
    &RadixPass,
    &BoxBlur(Storage::Buffer),
];
