//! The kernels that can be tuned.

use crate::study::strips::Step;
use crate::study::transpose::Transpose;
use crate::tunable::Tunable;
use crate::{product, volume};
use kernels::simulation::Scheme;

static TUNABLES: &[&dyn Tunable] = &[
    &product::INTERLEAVED,
    &product::PACKED,
    &volume::TUNABLE,
    &Transpose,
    &Step(Scheme::Linear),
    &Step(Scheme::Nonlinear),
    &Step(Scheme::HighResolution),
];

/// Every kernel that can be tuned, in the order of the course.
pub fn tunables() -> impl Iterator<Item = &'static dyn Tunable> {
    TUNABLES.iter().copied()
}

/// The kernel of that name.
pub fn tunable(name: &str) -> Option<&'static dyn Tunable> {
    tunables().find(|tunable| tunable.name() == name)
}
