//! LAUNCH.toml, from its text to the answer: the file is parsed, its program compiled, its launch simulated,
//! and the result serialised as JSON. The command and the page in the browser share it: no I/O, no terminal,
//! no clock. The files it names come through [`Files`].

mod answer;
mod build_options;
mod contents;
mod data;
mod error;
mod expected;
mod file;
mod files;
mod filling;
mod image;
mod init;
mod repair;
mod results;
mod run;
mod trace;
pub mod written;

pub use answer::{
    Answer, Component, Construct, Contents, Counters, Counts, Expectation, GlobalTraffic, Line,
    LocalTraffic, Report, Unexpected, answer, components, json,
};
pub use build_options::{BuildOptions, OptionError, quote};
pub use data::{DataError, data};
pub use error::{ErrorKind, LARGEST_BUFFER, LaunchFileError};
pub use expected::{Compared, Difference, Expected};
pub use file::{KEYS, LaunchFile, Prepared, Program, Shown};
pub use files::{Files, InMemory, Text};
pub use filling::{Filling, encoded};
pub use image::pixels;
pub use init::INIT_KEYS;
pub use repair::{
    RepairAnswer, RepairEnding, RepairReport, Repairing, Wrong, repair, repair_answer,
};
pub use run::{
    Ending, Ran, Read, Refused, Simulation, Unsupported, findings, read, read_given, rejected, run,
    run_given, run_prepared,
};
pub use trace::TracedStep;
