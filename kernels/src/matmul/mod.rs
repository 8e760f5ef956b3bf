//! Matrix multiplication, `c = a b`: one work-item for each element of c, through tiles in local
//! memory, and with blocks of c in registers.

use crate::AnyProblem;

mod product;

pub use product::{Product, Way};

/// The problems of this topic, in the order of the course.
pub(crate) static PROBLEMS: &[&dyn AnyProblem] = &[
    &Product(Way::Naive),
    &Product(Way::Tiled),
    &Product(Way::Register),
];
