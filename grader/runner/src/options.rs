//! How a runner is started: its program, its deadlines, and whether its kernels are trusted.

use std::path::PathBuf;
use std::time::Duration;

/// Whose kernels these are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Trust {
    /// The user's own: one process builds and runs, with the user's own cache of compiled kernels. It
    /// gains no rights and does not reach the internet.
    #[default]
    Trusted,
    /// Other people's, which nobody has read. One process compiles and another runs, each in a box
    /// (`grader-device`'s `sandbox`) with an empty folder for its cache; every program gets both afresh.
    Untrusted {
        /// May it be done on a machine that cannot enforce all of the box? [`Runner::missing`] tells
        /// what it cannot.
        unsandboxed_allowed: bool,
    },
}

/// How a runner is started and how long it may take.
///
/// A deadline counts the child's own time: see [`crate`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The program; by default the one in `GRADER_DEVICE`, or else the `grader-device` beside the
    /// program that runs now.
    pub program: Option<PathBuf>,
    /// How long it may take to greet.
    pub start_deadline: Duration,
    /// How long it may take to list devices, which loads the drivers.
    pub list_deadline: Duration,
    /// How long a build may take.
    pub build_deadline: Duration,
    /// Whose kernels these are.
    pub trust: Trust,
    /// The most memory that a process with other people's kernels may map, in bytes: the driver, the
    /// buffers and what the kernel takes. PoCL needs about half of one GiB for itself.
    pub memory: u64,
}

impl Options {
    /// How long a launch may take unless told otherwise.
    pub const LAUNCH_DEADLINE: Duration = Duration::from_secs(10);
}

impl Default for Options {
    fn default() -> Self {
        Options {
            program: None,
            start_deadline: Duration::from_secs(10),
            list_deadline: Duration::from_secs(30),
            build_deadline: Duration::from_secs(60),
            trust: Trust::Trusted,
            memory: 4 << 30,
        }
    }
}
