//! What the sources of the course measured, on the reader's own device.
//!
//! A [`Study`] is a list of [`Task`]s, planned before anything runs. A task measures in a [`MeasurementSession`]: it
//! makes buffers, builds programs, checks what they compute, times them until the times are steady, and
//! records [`Point`]s. Points are data, one line of JSON each, so that a run that was stopped goes on where
//! it was. Tables, charts and remarks are made from the points alone.
//!
//! A figure is given as a share of a [`Limit`] that is measured in the same run, minutes apart at most: a
//! share says more than a time, and is the same question on every device.
//!
//! No file is read or written here; the device is in a child process ([`runner::Bench`]).

mod buffers;
mod calibration;
mod chart;
mod host;
mod limit;
mod plan;
mod plot;
mod point;
mod power;
mod prediction;
mod product;
mod real;
mod report;
mod roofline;
mod session;
mod study;
mod tunable;
mod tunables;
mod tune;
mod volume;

pub use buffers::MatrixBuffers;
pub use calibration::{Calibration, Misfit, fit};
pub use chart::{Axis, Bar, Best, Cell, Chart, Heat, Histogram, Line, Mark, Picture, Scale};
pub use limit::Limit;
pub use plan::{Depth, Study, Task};
pub use point::{Amount, Outcome, Point, Share, Summary, Verified, Work};
pub use power::{Energy, Meters, NotMeasurable};
pub use prediction::{
    Predicted, REFERENCE, RUNS, at_constant_speed, counted, forecast, normalised_texts, paces,
    predict_all, predict_hybrid, reference, reference_runs, runs, scores, steadiness,
    steadiness_text, task, trial_charts, trials_by_cost, trials_csv, trials_markdown,
};
pub use predictor::Trial;
pub use real::{measure_real, real_csv, real_task};
pub use report::{On, csv, heat_maps, markdown, remarks, table, time, tuning_files};
pub use roofline::{Place, Roof, charts, places, roofline};
pub use session::{Buffer, Choices, MeasurementSession, Program, Stop, Times, Verify};
pub use study::{studies, study};
pub use tunable::{Choice, Illegal, Parameter, Tunable};
pub use tunables::{tunable, tunables};
pub use tune::{Budget, Search, Tried, Tuning, tune};
