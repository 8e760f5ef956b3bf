//! The arguments of `grader class`, and of the processes that it starts.

use super::Where;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// `grader class`
#[derive(Debug, Args)]
pub struct Class {
    /// The folder of submissions: a folder or a .zip each, named for its student. Its class.toml says what is
    /// graded
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Write a class.toml there, with every option in comments, for you to edit. Nothing is graded
    #[arg(long, conflicts_with_all = ["engine", "jobs", "out", "resume", "repair", "allow_unsandboxed", "on"])]
    pub init: bool,
    /// Where the checks run
    #[arg(long, value_enum, default_value_t, value_name = "ENGINE")]
    pub engine: Engine,
    /// Workers at a time [default: one for each core that memory allows; with slurm 16]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub jobs: Option<u32>,
    /// The folder for results [default: DIR-results]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Continue with the existing results: what has not changed since is not checked again
    #[arg(long)]
    pub resume: bool,
    /// Search longer for a repair of each kernel that fails
    #[arg(long)]
    pub repair: bool,
    /// Run kernels on a device even where nothing keeps them from your files
    #[arg(long)]
    pub allow_unsandboxed: bool,
    /// Where to run kernels
    #[arg(long, value_enum, default_value_t, value_name = "WHERE")]
    pub on: Where,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Engine {
    /// Processes on this machine.
    #[default]
    Local,
    /// A job array of Slurm's; the folder for results has to be shared with its nodes.
    Slurm,
}

/// `grader board`
#[derive(Debug, Args)]
pub struct Board {
    /// The folder of entries: a folder or a .zip each, named for who made it, as `grader class` takes them
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Only this exercise; may be given more than once [default: each that an entry has a kernel for]
    #[arg(long = "exercise", value_name = "EXERCISE")]
    pub exercises: Vec<String>,
    /// What decides the rank [default: time with --profile, else bytes]
    #[arg(long, value_enum, value_name = "MEASURE")]
    pub by: Option<RankBy>,
    /// Predict times for the device of this profile; --by time without it takes the one that `grader calibrate` wrote
    /// last
    #[arg(long, value_name = "PROFILE.toml")]
    pub profile: Option<PathBuf>,
    /// The word that draws all cases, to make a board again [default: a new one]
    #[arg(long, value_name = "WORD")]
    pub seed: Option<String>,
    /// Cases in which each kernel is checked
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub cases: u32,
    /// Workers at a time [default: one for each core that memory allows]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub jobs: Option<u32>,
    /// The page [default: DIR-board.html]
    #[arg(long, value_name = "FILE.html")]
    pub out: Option<PathBuf>,
}

/// What decides the rank on a board; less is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RankBy {
    /// Bytes that global memory moved.
    Bytes,
    /// Passes of local memory that bank conflicts cost.
    Conflicts,
    /// The time that is predicted for the device of a profile.
    Time,
}

/// `grader class-worker`
#[derive(Debug, Args)]
pub struct ClassWorker {
    /// The cores to work on
    #[arg(long, value_name = "CORES", value_delimiter = ',')]
    pub cores: Vec<usize>,
}

/// `grader class-task`
#[derive(Debug, Args)]
pub struct ClassTask {
    /// The file that lists the submissions
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// How long a worker may be silent
    #[arg(long, value_name = "MINUTES", default_value_t = 30)]
    pub minutes: u64,
}
