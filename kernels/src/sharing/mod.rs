//! Work-items of a work-group share: what one writes to local memory the others read behind a
//! barrier.

use crate::AnyProblem;

mod histogram;
mod mix;
mod reduce;
mod scan;
mod transpose;

pub use histogram::Histogram;
pub use mix::Mix;
pub use reduce::Reduce;
pub use scan::Scan;
pub use transpose::Transpose;

/// The patterns tuned: each in its file, of the exercise's interface where nothing else is said.
pub mod tuned {
    /// `transpose_tuned.cl`. A work-group does a square of TILE x TILE, whatever its own shape.
    pub const TRANSPOSE: &str = kernel_text!("transpose_tuned.cl");

    /// `reduce_tuned.cl`. `reduce` leaves a sum for each work-group, which a second launch of one work-group
    /// adds up; `reduce_once` of `x, total, tile, n` adds them itself, and `total` has three slots.
    pub const REDUCE: &str = kernel_text!("reduce_tuned.cl");

    /// `scan_tuned.cl`: `scan_totals` of `x, totals, tile, n`, then `scan_apply` of
    /// `x, carries, sums, tile, n` over the totals (one work-group) and over the array. The tile has two
    /// slots for each work-item.
    pub const SCAN: &str = kernel_text!("scan_tuned.cl");

    /// `scan_once.cl`, for devices whose work-groups go on once they have begun and that have
    /// `cl_khr_int64_base_atomics`: `scan_start` of `status, words`, then `scan_once` of
    /// `x, status, sums, space, n`. Any number of work-groups shares the parts.
    pub const SCAN_ONCE: &str = kernel_text!("scan_once.cl");

    /// Vectors of 4 elements of each work-item of `scan_once`: what a part is made of.
    pub const SCAN_ROWS: usize = 12;

    /// `histogram_pairs.cl`, for GPUs.
    pub const HISTOGRAM_PAIRS: &str = kernel_text!("histogram_pairs.cl");

    /// `histogram_tuned.cl`.
    pub const HISTOGRAM: &str = kernel_text!("histogram_tuned.cl");
}

/// The problems of this topic, in the order of the course.
pub(crate) static PROBLEMS: &[&dyn AnyProblem] = &[&Mix, &Reduce, &Scan, &Histogram, &Transpose];
