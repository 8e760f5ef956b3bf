//! The arguments of `grader compare`.

use super::{Format, Warp};
use clap::Args;
use std::path::PathBuf;

/// `grader compare`
#[derive(Debug, Args)]
pub struct Compare {
    /// The first kernel file
    #[arg(value_name = "A.cl")]
    pub first: PathBuf,
    /// The second kernel file
    #[arg(value_name = "B.cl")]
    pub second: PathBuf,
    /// The launch, in which each file takes the place of the program
    #[arg(value_name = "LAUNCH.toml")]
    pub launch: PathBuf,
    /// The profile of the device whose time is predicted [default: the one that `grader calibrate` wrote last]
    #[arg(long, value_name = "PROFILE.toml")]
    pub profile: Option<PathBuf>,
    /// As text or as JSON
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub format: Format,
    /// Work-items of a warp
    #[arg(long, value_enum, default_value_t, value_name = "WIDTH")]
    pub warp: Warp,
}
