//! Planes: images and two-dimensional index mappings.
//!
//! The kernels of a mapping do `data[i] = 2 * data[i] + 1` and write down their global id, of two
//! components, in `who[i]` for each element they have; see the mappings of a line.

use crate::AnyProblem;

mod image;
mod mapping;

pub use image::Image;
pub use mapping::PlaneMapping;

/// The problems of this topic, in the order of the course.
pub(crate) static PROBLEMS: &[&dyn AnyProblem] = &[
    &Image,
    &PlaneMapping::OneToOne,
    &PlaneMapping::Contiguous,
    &PlaneMapping::HorizontalGlobal,
    &PlaneMapping::VerticalGlobal,
    &PlaneMapping::HorizontalLocal,
    &PlaneMapping::VerticalLocal,
];
