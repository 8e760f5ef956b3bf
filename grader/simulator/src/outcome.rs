//! What a simulation takes and gives.

use crate::counters::Counters;
use crate::event::Event;
use crate::profile::DeviceProfile;
use crate::trace::{Trace, Tracing};
use launch::{NdRangeError, Place};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};

/// How to simulate. Everything here but `threads`, `cancel` and `progress` decides what the outcome is; those
/// never do.
#[derive(Clone, Debug)]
pub struct Options {
    /// Find races? Bounds, definedness and barriers are always watched.
    pub races: bool,
    /// Count transactions, bank conflicts and operations?
    pub count: bool,
    /// The work-group whose steps are kept. Needs `count`, and one thread does all.
    pub trace: Option<Tracing>,
    /// Work-items of a warp: 32 or 64.
    pub warp: usize,
    /// Work-items of a sub-group: 8, 16, 32 or 64. The last of a work-group may have fewer.
    pub sub_group_size: usize,
    /// May the last work-groups be smaller than the others, as from OpenCL 2.0 on? Otherwise the size of a
    /// work-group has to divide the global size.
    pub non_uniform: bool,
    /// The device whose limits hold.
    pub profile: DeviceProfile,
    /// Budget of steps. An instruction takes one for each work-item that it spans and seven more, so that
    /// a step takes about the same time however many work-items there are.
    pub steps: u64,
    /// Budget of steps of one work-group: a group that uses it up ends the launch.
    pub group_steps: u64,
    /// Budget of memory in bytes: buffers, registers and shadow state together.
    pub memory: u64,
    /// Budget of `printf` output in bytes; what exceeds it is dropped.
    pub print: usize,
    /// Threads to use; 0 for as many as there are. Ignored in WebAssembly.
    pub threads: usize,
    /// Set from outside to stop early; the outcome then says that it is not whole.
    pub cancel: Option<Arc<AtomicBool>>,
    /// Counts the work-groups that have run, for progress.
    pub progress: Option<Arc<GroupProgress>>,
}

/// The work-groups of a launch under way. They are run again where several threads would be seen in the outcome: then
/// more are counted than there are.
#[derive(Debug, Default)]
pub struct GroupProgress {
    /// Work-groups that have run.
    pub done: AtomicU64,
    /// All work-groups; 0 before the launch.
    pub of: AtomicU64,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            races: true,
            count: true,
            trace: None,
            warp: 32,
            sub_group_size: 32,
            non_uniform: false,
            profile: DeviceProfile::default(),
            steps: 4_000_000_000,
            group_steps: u64::MAX,
            memory: 1 << 30,
            print: 1 << 20,
            threads: 1,
            cancel: None,
            progress: None,
        }
    }
}

/// What a simulation came to.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The buffers after the launch, in the order of the buffer arguments.
    pub outputs: Vec<Output>,
    /// What the launch did that a correct kernel does not, in the order in which it first happened.
    pub events: Vec<Event>,
    /// What the memory system did.
    pub counters: Counters,
    /// The steps of the work-group that was to be traced, where it ran.
    pub trace: Option<Trace>,
    /// What the kernel printed.
    pub printf: String,
    /// Steps taken, in the unit of [`Options::steps`].
    pub steps: u64,
    /// How it ended.
    pub end: End,
}

/// How a simulation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Every work-item came to its end.
    Completed,
    /// The launch breaks the rules of its device: nothing ran, an event says why.
    Refused,
    /// The budget of steps was used up.
    OutOfSteps,
    /// It was cancelled.
    Cancelled,
}

/// A buffer after a launch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// Index of the argument.
    pub argument: usize,
    /// Its name in the launch.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// For each byte: does it hold a value? Bytes that were never written do not, if the buffer came
    /// uninitialised.
    pub defined: Vec<bool>,
}

/// A construct that the simulator does not support.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// What it is, as the object of "does not support".
    pub what: String,
    /// Where it stands.
    pub place: Option<Place>,
}

/// Why a simulation could not begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The kernel uses what the simulator does not support.
    Unsupported(Unsupported),
    /// The program has no kernel of this name.
    NoSuchKernel {
        /// The name asked for.
        name: String,
        /// The kernels there are.
        kernels: Vec<String>,
    },
    /// The kernel takes another number of arguments.
    ArgumentCount {
        /// How many it takes.
        expected: usize,
        /// How many the launch gives.
        given: usize,
    },
    /// An argument is not what the kernel's parameter takes.
    Argument {
        /// Its index.
        index: usize,
        /// The parameter's name.
        parameter: String,
        /// What the parameter takes.
        expected: String,
        /// What the launch gives.
        given: String,
    },
    /// The NDRange cannot be launched on any device.
    Range(NdRangeError),
    /// The launch needs more memory than the budget.
    Memory {
        /// Bytes needed.
        needed: u64,
        /// Bytes allowed.
        budget: u64,
    },
}

impl From<Unsupported> for Refusal {
    fn from(unsupported: Unsupported) -> Self {
        Refusal::Unsupported(unsupported)
    }
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the simulator does not support {}", self.what)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Unsupported(unsupported) => unsupported.fmt(f),
            Refusal::NoSuchKernel { name, kernels } if kernels.is_empty() => {
                write!(
                    f,
                    "there is no kernel `{name}`: the program has no kernel at all"
                )
            }
            Refusal::NoSuchKernel { name, kernels } => write!(
                f,
                "there is no kernel `{name}`; the program has `{}`",
                kernels.join("`, `")
            ),
            Refusal::ArgumentCount { expected, given } => {
                write!(
                    f,
                    "the kernel takes {expected} argument(s), the launch gives {given}"
                )
            }
            Refusal::Argument {
                index,
                parameter,
                expected,
                given,
            } => write!(
                f,
                "argument {index} (`{parameter}`) must be {expected}, the launch gives {given}"
            ),
            Refusal::Range(error) => error.fmt(f),
            Refusal::Memory { needed, budget } => write!(
                f,
                "simulating this launch takes {needed} bytes of memory, more than the {budget} allowed"
            ),
        }
    }
}

impl std::error::Error for Refusal {}
