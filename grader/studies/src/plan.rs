//! A study and its plan: the tasks that it measures on a device.

use crate::{Chart, MeasurementSession, Point, Stop};
use launch::protocol::Device;

/// The depth of a study.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Depth {
    /// Few points and rough times, to see whether it works.
    Quick,
    #[default]
    Full,
}

/// A unit of measuring. A run that is stopped keeps completed tasks.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// Unique within the study, and the same in every run.
    pub id: String,
    /// A description in one line.
    pub what: String,
    /// Estimated seconds.
    pub seconds: f64,
}

impl Task {
    pub fn new(id: impl Into<String>, what: impl Into<String>, seconds: f64) -> Task {
        Task {
            id: id.into(),
            what: what.into(),
            seconds,
        }
    }
}

pub trait Study: Sync {
    /// The name in `grader bench NAME`.
    fn name(&self) -> &'static str;

    /// The question in one line.
    fn question(&self) -> &'static str;

    /// The figures and tables of the sources that the study repeats.
    fn repeats(&self) -> &'static str;

    /// The path of the book's chapter about it, without suffix.
    fn chapter(&self) -> &'static str;

    /// The tasks on a device, in order.
    fn plan(&self, device: &Device, depth: Depth) -> Vec<Task>;

    /// Runs a task, which records its points in the session.
    fn measure(&self, task: &Task, session: &mut MeasurementSession<'_>) -> Result<(), Stop>;

    /// The axes that identify a point in the tables, in order.
    fn axes(&self) -> &'static [&'static str];

    /// Charts, drawn from the points alone.
    fn charts(&self, _points: &[Point]) -> Vec<Chart> {
        Vec::new()
    }

    /// Remarks, one sentence each, with numbers from the points.
    fn remarks(&self, _points: &[Point]) -> Vec<String> {
        Vec::new()
    }
}
