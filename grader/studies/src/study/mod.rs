//! The studies, one file each.

use crate::{Chart, Desk, Point, Stop};
use launch::protocol::Device;

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
mod strips;
mod transfer;
mod tune;

pub(crate) use strips::{Step, Transpose};

/// How much of a study is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Depth {
    /// Few points and rough times: does it work, and about how much is it?
    Quick,
    /// All of it.
    #[default]
    Full,
}

/// Something that is measured in one go. Where a run is stopped, whole tasks are kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// Its name, its own within the study and the same in every run.
    pub id: String,
    /// What it does, in a line.
    pub what: String,
    /// About how many seconds it takes.
    pub seconds: f64,
}

impl Task {
    /// A task.
    pub fn new(id: impl Into<String>, what: impl Into<String>, seconds: f64) -> Task {
        Task {
            id: id.into(),
            what: what.into(),
            seconds,
        }
    }
}

/// A study.
pub trait Study: Sync {
    /// Its name in `grader bench NAME`.
    fn name(&self) -> &'static str;

    /// What it asks, in a line.
    fn question(&self) -> &'static str;

    /// The figures and tables of the sources that it repeats.
    fn repeats(&self) -> &'static str;

    /// The chapter of the book that tells of it: its path without suffix.
    fn chapter(&self) -> &'static str;

    /// Its tasks on that device, in order.
    fn plan(&self, device: &Device, depth: Depth) -> Vec<Task>;

    /// Does a task: records its points at the desk.
    fn measure(&self, task: &Task, desk: &mut Desk<'_>) -> Result<(), Stop>;

    /// The axes and series that name a point in the tables, in order.
    fn axes(&self) -> &'static [&'static str];

    /// What it shows, drawn from the points alone.
    fn charts(&self, points: &[Point]) -> Vec<Chart>;

    /// What the points say, a sentence each, with numbers taken from them.
    fn remarks(&self, points: &[Point]) -> Vec<String>;
}

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

/// The study of that name.
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
