//! What runs kernels for a check: the device runner, the simulator, or a test's closure.

use crate::front_end::TranslationUnit;
use crate::report::{Forecast, Message};
use kernels::AnyProblem;
use launch::protocol::Kernel;
use launch::{Finding, Launch};
use serde::{Deserialize, Serialize};
use simulator::Claim;
use std::time::Duration;

/// How long all launches of one program may take together: a kernel that is slow, or prints
/// without end, keeps within the limit of each launch and would still take half an hour.
pub const ALL_LAUNCHES: Duration = Duration::from_secs(30);

/// Something that builds a program and runs launches of its kernels.
///
/// An engine survives what a kernel does: after a crash or an endless loop it is ready for the next
/// call, with the program built last.
pub trait Engine {
    /// The device as a student knows it, such as `AMD EPYC (PoCL 3.1)`.
    fn device(&self) -> String;

    /// The version of its driver, in the driver's own words; empty where there is none.
    fn version(&self) -> String {
        String::new()
    }

    /// Tells which problem the programs are for that are built next.
    fn take_problem(&mut self, problem: &'static dyn AnyProblem) {
        let _ = problem;
    }

    /// Builds a program; later runs use it.
    fn build(&mut self, unit: &TranslationUnit) -> Result<Built, BuildFailure>;

    /// Runs launches in order and returns one outcome for each. A buffer that is not initialised
    /// holds [`launch::pattern`]'s poison before its launch. The list may end early, after an
    /// outcome that [ends the run](Outcome::ends_run): what came after it did not run.
    fn run(&mut self, launches: &[Launch]) -> Vec<Outcome>;

    /// Does it see all that a kernel does, so that a right case without a finding is proven right?
    fn proves(&self) -> bool {
        false
    }

    /// Builds a program with optimisation off, as a second opinion; nothing where there is no such choice.
    fn build_unoptimised(&mut self, unit: &TranslationUnit) -> Option<Result<Built, BuildFailure>> {
        let _ = unit;
        None
    }

    /// Runs launches as [`run`](Engine::run), and holds each write against the claims of its launch, which
    /// `claims` gives by the launch's place in the list. An engine that does not see who writes what runs
    /// the launches alone.
    fn run_claimed(
        &mut self,
        launches: &[Launch],
        claims: &dyn Fn(usize) -> Vec<Claim>,
    ) -> Vec<Outcome> {
        let _ = claims;
        self.run(launches)
    }

    /// The simulated steps of all launches so far; zero for an engine that does not count them.
    fn steps(&self) -> u64 {
        0
    }

    /// The largest launch of the program since it was built, beside what was predicted of it: for an engine
    /// that can predict.
    fn forecast(&mut self) -> Option<Forecast> {
        None
    }
}

/// A program that was built.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Built {
    /// The compiler's warnings.
    pub messages: Vec<Message>,
    /// The kernels in it.
    pub kernels: Vec<Kernel>,
}

/// Why a program was not built.
#[derive(Clone, Debug, PartialEq)]
pub enum BuildFailure {
    /// It is no program of OpenCL C, as the front end reads it.
    Rejected {
        /// What is wrong with it.
        findings: Vec<Finding>,
    },
    /// It holds what this engine does not analyse. Not the student's mistake.
    NotAnalysed {
        /// What, and where.
        finding: Box<Finding>,
    },
    /// The engine is not there, and nobody insisted on it.
    Unavailable {
        /// Why, and what mends it.
        reason: String,
    },
    /// The compiler refused it.
    Refused {
        /// The compiler's messages, with the student's lines as far as they could be read.
        messages: Vec<Message>,
        /// The compiler's log.
        log: String,
    },
    /// The compiler crashed on it.
    Crashed {
        /// How, such as `SIGSEGV`.
        how: String,
    },
    /// The compiler did not come to an end.
    OutOfTime {
        /// The limit in milliseconds.
        limit_ms: u64,
    },
    /// The device is gone.
    DeviceLost {
        /// What OpenCL called it.
        detail: String,
    },
    /// The engine failed, through no fault of the program.
    Fault {
        /// What went wrong.
        message: String,
    },
}

/// What one launch came to.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// It ran to its end.
    Ran(Ran),
    /// The device refused for want of memory, local memory or work-items a group.
    OutOfResources {
        /// What OpenCL called it, such as `CL_OUT_OF_RESOURCES`.
        code: String,
        /// What was asked and what there is, where known.
        detail: String,
    },
    /// OpenCL refused the arguments.
    Arguments {
        /// What OpenCL said.
        detail: String,
    },
    /// It crashed.
    Crashed {
        /// How, such as `SIGSEGV`.
        how: String,
        /// Does it crash as the first launch of a process, too? If not, an earlier launch of the
        /// same run may have damaged the process.
        alone: bool,
    },
    /// It did not come to an end.
    OutOfTime {
        /// The limit in milliseconds.
        limit_ms: u64,
    },
    /// It was stopped after more steps than a right kernel needs, and no loop was seen not to end.
    OutOfSteps {
        /// The steps it took.
        steps: u64,
        /// Those of the problem's own kernel, where these could be counted.
        solution: Option<u64>,
    },
    /// The kernel holds what this engine does not analyse. Not the student's mistake.
    NotAnalysed {
        /// What, and where.
        finding: Finding,
    },
    /// The device is gone.
    DeviceLost {
        /// What OpenCL called it.
        detail: String,
    },
    /// The engine failed, through no fault of the kernel.
    Fault {
        /// What went wrong.
        message: String,
    },
}

impl Outcome {
    /// May an engine leave the launches after this one out?
    pub fn ends_run(&self) -> bool {
        !matches!(self, Outcome::Ran(_))
    }
}

/// The memory after a launch that ran to its end.
#[derive(Clone, Debug, PartialEq)]
pub struct Ran {
    /// Each buffer argument, in order.
    pub buffers: Vec<BufferAfter>,
    /// Time on the device in nanoseconds, where the device tells.
    pub nanoseconds: Option<u64>,
    /// What was seen while it ran; a device sees nothing.
    pub findings: Vec<Finding>,
}

/// One buffer after a launch.
#[derive(Clone, Debug, PartialEq)]
pub struct BufferAfter {
    /// Its bytes, as many as before.
    pub contents: Vec<u8>,
    /// What was written around it, in order of the offset.
    pub strays: Vec<Stray>,
}

/// Neighbouring elements that were written outside a buffer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stray {
    /// Of the first byte, in bytes from the buffer's beginning: negative before it, at least the
    /// buffer's size behind it.
    pub offset: i64,
    /// What stands there now.
    pub bytes: Vec<u8>,
}
