//! The check: builds the student's kernel, runs a problem's cases, and shrinks the first that
//! fails to the smallest that fails in the same way.

use crate::compare::{BufferResult, results};
use crate::engine::{BuildFailure, Engine, Outcome};
use crate::exercise::Exercise;
use crate::explain::explain;
use crate::parameters::misfit;
use crate::report::{
    Blame, Counterexample, Explanation, OutsideWrite, Points, Report, Shrinking, Times, Verdict,
    WrongElement,
};
use crate::shrink::shrink;
use crate::token::{TokenError, case_of, token_of};
use kernels::{AnyCase, AnyProblem};
use launch::{Argument, Launch, Source};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::time::Duration;

/// How much a check tries.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Cases to run. The corner cases always run, even if they are more.
    pub cases: u32,
    /// Where the drawn cases come from: the same seed gives the same cases.
    pub seed: u64,
    /// Bounds of the search for the smallest failing case.
    pub shrinking: ShrinkLimits,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            cases: 100,
            seed: 0,
            shrinking: ShrinkLimits::default(),
        }
    }
}

/// Bounds of the search for the smallest failing case.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShrinkLimits {
    /// Launches.
    pub launches: u32,
    /// Launches that crash: each costs a new child process.
    pub crashes: u32,
    /// Launches that run out of time: each costs the whole limit.
    pub timeouts: u32,
    /// Time, looked at between launches.
    pub time: Duration,
}

impl Default for ShrinkLimits {
    fn default() -> Self {
        ShrinkLimits {
            launches: 300,
            crashes: 4,
            timeouts: 1,
            time: Duration::from_secs(10),
        }
    }
}

/// Watches a check, and is its clock.
pub trait Observer {
    /// Time since some fixed moment.
    fn elapsed(&self) -> Duration;

    /// The check has come to a step.
    fn step(&mut self, step: Step) {
        let _ = step;
    }
}

/// How far a check has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The program is being built.
    Building,
    /// Cases are being run.
    Running {
        /// How many have.
        done: u32,
        /// Of how many.
        of: u32,
    },
    /// A case failed, and a smaller one is sought.
    Shrinking {
        /// Launches this took so far.
        launches: u32,
    },
}

/// Checks `source` against the cases of `exercise`.
pub fn check(
    exercise: &Exercise,
    source: &Source,
    engine: &mut dyn Engine,
    settings: &Settings,
    observer: &mut dyn Observer,
) -> Report {
    let mut runner = runner(settings.seed);
    let corners = exercise.problem.corners();
    let of = (settings.cases).max(corners.len() as u32);
    let supply = Supply {
        problem: exercise.problem,
        corners: corners.into_iter(),
        left: of,
        of,
    };
    let limits = Some(&settings.shrinking);
    run(
        exercise,
        source,
        engine,
        supply,
        limits,
        &mut runner,
        observer,
    )
}

/// Runs the one case of `exercise` that `token` stands for; it is not shrunk, and gives no points.
pub fn replay(
    exercise: &Exercise,
    source: &Source,
    engine: &mut dyn Engine,
    token: &str,
    observer: &mut dyn Observer,
) -> Result<Report, TokenError> {
    let case = case_of(exercise.problem, token)?;
    let mut runner = runner(0);
    let supply = Supply {
        problem: exercise.problem,
        corners: vec![case].into_iter(),
        left: 1,
        of: 1,
    };
    Ok(run(
        exercise,
        source,
        engine,
        supply,
        None,
        &mut runner,
        observer,
    ))
}

/// proptest's runner with a generator that depends on the seed alone.
fn runner(seed: u64) -> TestRunner {
    let config = Config {
        failure_persistence: None,
        ..Config::default()
    };
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &bytes))
}

/// Checks with the given cases. Without limits of shrinking it is a replay.
fn run(
    exercise: &Exercise,
    source: &Source,
    engine: &mut dyn Engine,
    supply: Supply,
    limits: Option<&ShrinkLimits>,
    runner: &mut TestRunner,
    observer: &mut dyn Observer,
) -> Report {
    let start = observer.elapsed();
    observer.step(Step::Building);
    let built = engine.build(source);
    let build_time = observer.elapsed() - start;
    let mut report = Report {
        exercise: exercise.name(),
        verdict: Verdict::Passed,
        points: Points {
            earned: 0,
            of: exercise.manifest.points,
        },
        replayed: limits.is_none(),
        cases: 0,
        device: engine.device(),
        counterexample: None,
        messages: Vec::new(),
        times: None,
    };
    let mut nanoseconds = Some(0);
    match built {
        Err(failure) => {
            if let BuildFailure::Refused { messages, .. } = &failure {
                report.messages.clone_from(messages);
            }
            report.verdict = not_built(failure);
        }
        Ok(built) => {
            report.messages = built.messages;
            if let Some(verdict) = misfit(&exercise.problem.signature(), &built.kernels) {
                report.verdict = verdict;
            } else {
                let pass = Pass::over(supply, engine, runner, observer);
                report.cases = pass.ran;
                nanoseconds = pass.nanoseconds;
                if let Some((from, failure)) = pass.failed {
                    let from = from.as_ref();
                    let found = match limits {
                        Some(limits) if failure.shrinks() => {
                            shrink(from, failure, limits, engine, runner, observer)
                        }
                        _ => Smallest::untouched(from, failure, limits.is_some()),
                    };
                    report.verdict = found.failure.verdict(&exercise.problem.signature());
                    if report.verdict.blame() == Some(Blame::Kernel) {
                        report.counterexample = Some(found.counterexample(exercise.problem, from));
                    }
                }
            }
        }
    }
    if report.verdict == Verdict::Passed && !report.replayed {
        report.points.earned = report.points.of;
    }
    report.times = Some(Times {
        total_ms: milliseconds(observer.elapsed() - start),
        build_ms: milliseconds(build_time),
        device_ms: nanoseconds.map(|nanoseconds| nanoseconds as f64 / 1e6),
    });
    report
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn not_built(failure: BuildFailure) -> Verdict {
    match failure {
        BuildFailure::Refused { log, .. } => Verdict::BuildFailed { log },
        BuildFailure::Crashed { how } => Verdict::Crashed {
            how,
            compiling: true,
        },
        BuildFailure::OutOfTime { limit_ms } => Verdict::OutOfTime {
            limit_ms,
            compiling: true,
        },
        BuildFailure::DeviceLost { detail } => Verdict::DeviceLost { detail },
        BuildFailure::Fault { message } => Verdict::RunnerFault { message },
    }
}

/// Where the cases of a check come from: the corners first, then drawn ones. They are drawn when
/// they are needed, since however many are asked for, the first may fail.
struct Supply {
    problem: &'static dyn AnyProblem,
    corners: std::vec::IntoIter<Box<dyn AnyCase>>,
    /// Cases still to come.
    left: u32,
    /// Cases there are.
    of: u32,
}

impl Supply {
    fn next(&mut self, runner: &mut TestRunner) -> Option<Box<dyn AnyCase>> {
        self.left = self.left.checked_sub(1)?;
        // A strategy that refuses to draw has nothing more to give.
        self.corners
            .next()
            .or_else(|| self.problem.draw(runner).ok())
    }
}

/// One pass over all cases, up to the first that fails.
struct Pass {
    /// Cases that ran, the failing one included.
    ran: u32,
    failed: Option<(Box<dyn AnyCase>, Failure)>,
    nanoseconds: Option<u64>,
}

impl Pass {
    /// Launches to a batch, at most.
    const BATCH: usize = 64;
    /// Bytes of buffers to a batch: it is closed by the launch that reaches them.
    const BATCH_BYTES: usize = 8 << 20;

    fn over(
        mut supply: Supply,
        engine: &mut dyn Engine,
        runner: &mut TestRunner,
        observer: &mut dyn Observer,
    ) -> Self {
        let mut pass = Pass {
            ran: 0,
            failed: None,
            nanoseconds: Some(0),
        };
        loop {
            observer.step(Step::Running {
                done: pass.ran,
                of: supply.of,
            });
            let mut cases = Vec::new();
            let mut launches = Vec::new();
            let mut bytes = 0;
            while launches.len() < Self::BATCH && bytes < Self::BATCH_BYTES {
                let Some(case) = supply.next(runner) else {
                    break;
                };
                let launch = case.launch();
                bytes += buffer_bytes(&launch);
                cases.push(case);
                launches.push(launch);
            }
            if cases.is_empty() {
                return pass;
            }
            let outcomes = engine.run(&launches);
            pass.judge(cases, &launches, outcomes);
            if pass.failed.is_some() {
                return pass;
            }
        }
    }

    /// Takes in the outcomes of a batch, up to the first failure.
    fn judge(&mut self, cases: Vec<Box<dyn AnyCase>>, launches: &[Launch], outcomes: Vec<Outcome>) {
        let given = outcomes.len();
        let mut outcomes = outcomes.into_iter();
        for (case, launch) in cases.into_iter().zip(launches) {
            // An engine leaves launches out only behind an outcome that is a failure.
            let outcome = outcomes.next().unwrap_or_else(|| Outcome::Fault {
                message: format!("{} launches gave {given} outcomes", launches.len()),
            });
            self.ran += 1;
            if let Outcome::Ran(ran) = &outcome {
                self.nanoseconds = self.nanoseconds.zip(ran.nanoseconds).map(|(a, b)| a + b);
            }
            if let Some(failure) = Failure::of(case.as_ref(), launch, &outcome) {
                self.failed = Some((case, failure));
                return;
            }
        }
    }
}

fn buffer_bytes(launch: &Launch) -> usize {
    let sizes = launch.arguments.iter().map(|argument| match argument {
        Argument::Buffer(buffer) => buffer.contents.len(),
        _ => 0,
    });
    sizes.sum()
}

/// How a case failed.
#[derive(Clone, Debug)]
pub(crate) enum Failure {
    /// It ran to its end and left the wrong things in memory.
    Memory(MemoryFailure),
    /// It did not run to its end. Never [`Outcome::Ran`].
    Other(Outcome),
}

/// What is wrong with the memory after a launch.
#[derive(Clone, Debug)]
pub(crate) struct MemoryFailure {
    wrong: Vec<WrongElement>,
    outside: Vec<OutsideWrite>,
    explanations: Vec<Explanation>,
}

impl Failure {
    /// How a launch of `case` failed; nothing where it came out right.
    pub(crate) fn of(case: &dyn AnyCase, launch: &Launch, outcome: &Outcome) -> Option<Self> {
        let Outcome::Ran(ran) = outcome else {
            return Some(Failure::Other(outcome.clone()));
        };
        match results(case, launch, ran) {
            Ok(results) => {
                let is_right =
                    |result: &BufferResult<'_>| result.after.strays.is_empty() && result.is_right();
                if results.iter().all(is_right) {
                    return None;
                }
                let failure = MemoryFailure::of(case, launch, &results);
                Some(Failure::Memory(failure))
            }
            Err(message) => Some(Failure::Other(Outcome::Fault { message })),
        }
    }

    /// Do two failures have the same verdict?
    pub(crate) fn is_like(&self, other: &Failure) -> bool {
        match (self, other) {
            (Failure::Memory(left), Failure::Memory(right)) => {
                left.outside.is_empty() == right.outside.is_empty()
            }
            (Failure::Other(left), Failure::Other(right)) => {
                std::mem::discriminant(left) == std::mem::discriminant(right)
            }
            _ => false,
        }
    }

    /// Can smaller cases tell anything? Not where the machine failed, nor where the case alone
    /// does not.
    pub(crate) fn shrinks(&self) -> bool {
        !matches!(
            self,
            Failure::Other(
                Outcome::DeviceLost { .. }
                    | Outcome::Fault { .. }
                    | Outcome::Crashed { alone: false, .. }
            )
        )
    }

    fn verdict(&self, expected: &kernels::Signature) -> Verdict {
        let outcome = match self {
            Failure::Memory(memory) if memory.outside.is_empty() => return Verdict::Wrong,
            Failure::Memory(_) => return Verdict::WroteOutside,
            Failure::Other(outcome) => outcome.clone(),
        };
        match outcome {
            Outcome::OutOfResources { code, detail } => Verdict::OutOfResources { code, detail },
            Outcome::Arguments { detail } => Verdict::OtherArguments {
                expected: expected.clone(),
                found: None,
                first: None,
                detail,
            },
            Outcome::Crashed { how, .. } => Verdict::Crashed {
                how,
                compiling: false,
            },
            Outcome::OutOfTime { limit_ms } => Verdict::OutOfTime {
                limit_ms,
                compiling: false,
            },
            Outcome::DeviceLost { detail } => Verdict::DeviceLost { detail },
            Outcome::Fault { message } => Verdict::RunnerFault { message },
            Outcome::Ran(_) => Verdict::Wrong,
        }
    }
}

impl MemoryFailure {
    fn of(case: &dyn AnyCase, launch: &Launch, results: &[BufferResult<'_>]) -> Self {
        let mut failure = MemoryFailure {
            wrong: Vec::new(),
            outside: Vec::new(),
            explanations: Vec::new(),
        };
        for result in results {
            let wrong = result.wrong();
            failure
                .wrong
                .extend(result.first_wrong(case, launch, &wrong));
            failure.outside.extend(result.outside(case, launch));
            let facts = explain(case, launch, result, &wrong);
            failure.explanations.extend(facts);
        }
        let nothing_to_do = results.iter().all(|result| result.len() == 0);
        if nothing_to_do && !failure.outside.is_empty() {
            failure.explanations.push(Explanation::EmptyCase);
        }
        failure
    }
}

/// The smallest failing case that was found.
pub(crate) struct Smallest {
    pub(crate) case: Box<dyn AnyCase>,
    pub(crate) failure: Failure,
    /// Launches the search took; none where there was none, as in a replay.
    pub(crate) launches: Option<u32>,
    /// Was it carried to its end?
    pub(crate) complete: bool,
}

impl Smallest {
    /// The case as it is. `sought` says whether a smaller one would have been welcome.
    fn untouched(case: &dyn AnyCase, failure: Failure, sought: bool) -> Self {
        Smallest {
            case: case.duplicate(),
            failure,
            launches: sought.then_some(0),
            complete: false,
        }
    }

    fn counterexample(self, problem: &dyn AnyProblem, from: &dyn AnyCase) -> Counterexample {
        let mut counterexample = Counterexample {
            case: self.case.describe(),
            range: self.case.launch().range,
            token: token_of(problem, self.case.as_ref()),
            shrinking: self.launches.map(|launches| Shrinking {
                from: from.describe(),
                launches,
                complete: self.complete,
            }),
            wrong: Vec::new(),
            outside: Vec::new(),
            explanations: Vec::new(),
        };
        match self.failure {
            Failure::Memory(memory) => {
                counterexample.wrong = memory.wrong;
                counterexample.outside = memory.outside;
                counterexample.explanations = memory.explanations;
            }
            Failure::Other(Outcome::Crashed { alone: false, .. }) => {
                counterexample.explanations.push(Explanation::NotAlone);
            }
            Failure::Other(_) => {}
        }
        counterexample
    }
}
