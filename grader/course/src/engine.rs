//! An engine runs kernels for a check: the device runner, the simulator, or a test's closure.

use crate::front_end::TranslationUnit;
use crate::report::Forecast;
use kernels::AnyProblem;
use launch::Launch;
use launch::outcome::{BuildError, Built, Outcome};
use simulator::Claim;
use std::time::Duration;

/// The time limit of all launches of one program together: a kernel that is slow, or prints without end, may
/// stay within the limit of each launch and still take half an hour.
pub const ALL_LAUNCHES: Duration = Duration::from_secs(30);

/// An engine survives what a kernel does: after a crash or an endless loop it is ready for the next
/// call, with the program built last.
pub trait Engine {
    /// The device as a student knows it, such as `AMD EPYC (PoCL 3.1)`.
    fn device(&self) -> String;

    /// The version of its driver, as the driver reports it; empty if there is none.
    fn version(&self) -> String {
        String::new()
    }

    /// Sets the problem that the next programs solve.
    fn take_problem(&mut self, problem: &'static dyn AnyProblem) {
        let _ = problem;
    }

    /// Builds the program of the later runs.
    fn build(&mut self, unit: &TranslationUnit) -> Result<Built, BuildError>;

    /// Runs launches in order and returns one outcome for each. A buffer that is not initialised
    /// holds [`launch::pattern`]'s poison before its launch. The list may end early, after an
    /// outcome that [ends the run](Outcome::ends_run): what came after it did not run.
    fn run(&mut self, launches: &[Launch]) -> Vec<Outcome>;

    /// Does it observe everything that a kernel does, so that a right case without a finding is proven right?
    fn proves(&self) -> bool {
        false
    }

    /// Builds a program with optimisation off, as a second opinion; none if the engine has no such option.
    fn build_unoptimised(&mut self, unit: &TranslationUnit) -> Option<Result<Built, BuildError>> {
        let _ = unit;
        None
    }

    /// Runs launches as [`run`](Engine::run), and checks each write against the claims of its launch
    /// (`claims` takes the launch's index). An engine that does not observe writes ignores the claims.
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

    /// The predicted and measured time of the program's largest launch so far, if the engine can predict.
    fn forecast(&mut self) -> Option<Forecast> {
        None
    }
}
