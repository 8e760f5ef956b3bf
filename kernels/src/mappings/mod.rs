//! Index mappings: which work-item has which elements.
//!
//! The kernels of a mapping do `data[i] = 2 * data[i] + 1` and `who[i] = get_global_id(0)` for each
//! element they have. Working in place shows an element that was done twice (4 x + 3) or not at
//! all; `who` shows the mapping itself, so that the right values by another mapping don't pass.

use crate::AnyProblem;

mod linear;

#[cfg(test)]
pub(crate) use linear::FEW_PER_ITEM;
pub(crate) use linear::{FACTOR, MOST_PER_ITEM, per_items};
pub use linear::{LinearMapping, Mapping};

/// The problems of this topic, in the order of the course.
pub(crate) static PROBLEMS: &[&dyn AnyProblem] = &[
    &LinearMapping(Mapping::OneToOne),
    &LinearMapping(Mapping::Contiguous),
    &LinearMapping(Mapping::GloballySpaced),
    &LinearMapping(Mapping::LocallySpaced),
];
