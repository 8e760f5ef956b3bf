//! What may be typed after `grader`.

use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Checks the kernels of an OpenCL course, and says what they really did.
///
/// Exit codes: 0 it passed, 1 the kernel falls short, 2 the request or the machine is at fault.
#[derive(Debug, Parser)]
#[command(name = "grader", version, max_term_width = 80)]
pub struct Arguments {
    /// The course folder, the one that holds exercises/ [default: the nearest upwards]
    #[arg(
        long,
        global = true,
        env = "GRADER_COURSE",
        value_name = "DIR",
        hide_env = true
    )]
    pub course: Option<PathBuf>,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the exercises: state, points, what each teaches
    List(List),
    /// Run an exercise's kernel and check what it did
    Check(Check),
    /// Show the hints of an exercise, one tier after the other
    Hint(Hint),
    /// Bring an exercise's starter back, keeping a copy of your kernel
    Reset(Reset),
    /// List the OpenCL devices of this machine
    Devices(Devices),
    /// Say what works on this machine, what doesn't, and what mends it
    Doctor(Doctor),
    /// For instructors: run all solutions and mistakes, show which reports changed
    Snapshots(Snapshots),
}

/// `grader list`
#[derive(Debug, Args)]
pub struct List {
    /// As text or as JSON
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub format: Format,
}

/// `grader check`
#[derive(Debug, Args)]
pub struct Check {
    /// Number or name of an exercise, or `all`
    #[arg(value_name = "EXERCISE", required = true, num_args = 1..=2)]
    pub exercise: Vec<String>,
    /// Check this file in place of the exercise's kernel.cl
    #[arg(long, value_name = "KERNEL.cl")]
    pub file: Option<PathBuf>,
    /// How many cases to try
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub cases: Option<u32>,
    /// Draw the cases from this seed
    #[arg(long, value_name = "SEED")]
    pub seed: Option<u64>,
    /// Where to run the kernel
    #[arg(long, value_enum, default_value_t, value_name = "WHERE")]
    pub on: Where,
    /// Which device: its number in `grader devices`
    #[arg(long, value_name = "I")]
    pub device: Option<usize>,
    /// As text or as JSON
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub format: Format,
    /// Write the report to this file
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Run the one case that a failing report named
    #[arg(long, value_name = "TOKEN", conflicts_with_all = ["cases", "seed"])]
    pub replay: Option<String>,
}

/// `grader hint`
#[derive(Debug, Args)]
pub struct Hint {
    /// Number or name of an exercise
    #[arg(value_name = "EXERCISE", required = true, num_args = 1..=2)]
    pub exercise: Vec<String>,
    /// Show the next tier as well
    #[arg(long)]
    pub more: bool,
}

/// `grader reset`
#[derive(Debug, Args)]
pub struct Reset {
    /// Number or name of an exercise
    #[arg(value_name = "EXERCISE", required = true, num_args = 1..=2)]
    pub exercise: Vec<String>,
    /// Don't ask
    #[arg(long, short)]
    pub yes: bool,
}

/// `grader devices`
#[derive(Debug, Args)]
pub struct Devices {
    /// As text or as JSON
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub format: Format,
}

/// `grader doctor`
#[derive(Debug, Args)]
pub struct Doctor {}

/// `grader snapshots`
#[derive(Debug, Args)]
pub struct Snapshots {
    /// Rewrite the snapshots that changed
    #[arg(long)]
    pub accept: bool,
}

/// How a result is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    #[default]
    Text,
    /// For programs.
    Json,
}

/// Where a kernel runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Where {
    /// The best there is.
    #[default]
    Auto,
    /// A real OpenCL device.
    Device,
    /// The simulator, which this build lacks.
    #[value(hide = true)]
    Simulator,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_are_consistent() {
        Arguments::command().debug_assert();
    }
}
