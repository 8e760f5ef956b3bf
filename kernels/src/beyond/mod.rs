//! Beyond OpenCL C 1.2: what versions 2.0 and 3.0 add, and images.

use crate::AnyProblem;

mod box_blur;
mod group_reduce;
mod last_group;
mod packed_dot;
mod shuffle_sum;
mod sparse_product;

pub use box_blur::BoxBlur;
pub use group_reduce::GroupReduce;
pub use last_group::LastGroup;
pub use packed_dot::PackedDot;
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
    &BoxBlur,
    &SparseProduct,
];
