//! Vectors: one work-item for each element.

mod fill;
mod saxpy;

pub use fill::Fill;
pub use saxpy::Saxpy;
