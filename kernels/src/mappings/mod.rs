//! Index mappings: which work-item has which elements.
//!
//! The kernels of a mapping do `data[i] = 2 * data[i] + 1` and `who[i] = get_global_id(0)` for each
//! element they have. Working in place shows an element that was done twice (4 x + 3) or not at
//! all; `who` shows the mapping itself, so that the right values by another mapping don't pass.

mod linear;

pub use linear::{LinearMapping, Mapping};
