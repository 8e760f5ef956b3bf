//! From a LAUNCH.toml to what its kernel did: the file is read, its program compiled, its launch
//! simulated. `commands::simulate` shows the result.

pub mod json;
pub mod launch_error;
pub mod launch_file;
mod run;

pub use run::{Ending, Ran, Refused, Simulation, Unsupported, run};
