//! How a runner is started: its program, its deadlines, and whether the kernels are trusted.

use std::path::PathBuf;
use std::time::Duration;

/// Are the kernels trusted?
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Trust {
    /// The user's own kernels: one process builds and runs them, with the user's own cache of
    /// compiled kernels. It gains no privileges and has no network access.
    #[default]
    Trusted,
    /// Other people's kernels. One process compiles and another runs them, each in a sandbox with
    /// an empty cache folder. Every program gets new processes.
    Untrusted {
        /// Is it allowed on a machine that cannot enforce the whole sandbox?
        /// [`Runner::missing`](crate::Runner::missing) lists what is missing.
        unsandboxed_allowed: bool,
    },
}

/// How a runner is started, and its deadlines, which count as [`crate`] describes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The program; by default the one in `GRADER_DEVICE`, or else `grader-device` beside the
    /// running program.
    pub program: Option<PathBuf>,
    /// Until the greeting.
    pub start_deadline: Duration,
    /// For listing devices, which loads the drivers.
    pub list_deadline: Duration,
    pub build_deadline: Duration,
    pub trust: Trust,
    /// The address-space limit of a process with untrusted kernels, in bytes: driver, buffers and
    /// the kernel's own memory. PoCL needs about half a GiB for itself.
    pub memory: u64,
}

impl Options {
    /// The default deadline of a launch.
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
