//! The studies, one file each.

use crate::plan::Study;

mod convolution;
mod energy;
mod launch_cost;
mod mandelbrot;
mod matmul;
mod memory;
mod operations;
mod patterns;
mod sea;
mod shallow_water;
pub(crate) mod strips;
mod transfer;
pub(crate) mod transpose;
mod tune;

static STUDIES: &[&dyn Study] = &[
    &transfer::Transfer,
    &launch_cost::LaunchCost,
    &operations::Operations,
    &memory::Memory,
    &matmul::Matmul,
    &convolution::Convolution,
    &mandelbrot::Mandelbrot,
    &shallow_water::ShallowWater,
    &tune::Tune,
    &energy::EnergyOf,
];

/// Every study, in the order of the course.
pub fn studies() -> impl Iterator<Item = &'static dyn Study> {
    STUDIES.iter().copied()
}

pub fn study(name: &str) -> Option<&'static dyn Study> {
    studies().find(|study| study.name() == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn each_study_has_a_name_of_its_own() {
        let names: HashSet<&str> = studies().map(|study| study.name()).collect();
        assert_eq!(names.len(), studies().count());
    }
}
