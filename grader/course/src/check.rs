//! The check: builds the student's kernel, runs a problem's cases, and shrinks the first that
//! fails to the smallest that fails in the same way.

use crate::answers::Judged;
use crate::cause::tell_of_unused;
use crate::costs::count;
use crate::dissent::Evidence;
use crate::engine::{BuildFailure, Engine, Outcome};
use crate::exercise::Exercise;
use crate::explain::rounds;
use crate::failure::{Failure, Smallest};
use crate::parameters::misfit;
use crate::pass::{Pass, Supply};
use crate::report::{Blame, Report, Skipped, Stage, Times, Verdict};
use crate::shrink::shrink;
use crate::simulated::{Unread, kernels, places_asked, read};
use crate::surplus::advise_guards;
use crate::token::{TokenError, case_of};
use kernels::{AnyCase, AnyProblem};
use launch::{Finding, Level, Place, Source};
use mistakes::Allowed;
use opencl_c::program::Program;
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
    /// Launches that the simulator stops after their budget of steps: each costs up to a second.
    pub endless: u32,
    /// Simulated steps of all launches: less than a second's.
    pub steps: u64,
    /// Time, looked at between launches.
    pub time: Duration,
}

impl Default for ShrinkLimits {
    fn default() -> Self {
        ShrinkLimits {
            launches: 300,
            crashes: 4,
            timeouts: 1,
            endless: 2,
            steps: 40_000_000,
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

    /// A device alone differs. Gives the folder in which the case was kept, if it was.
    fn dissents(&mut self, evidence: &Evidence<'_>) -> Option<String> {
        let _ = evidence;
        None
    }
}

/// Nobody watches, and time stands still: a search ends by its launches alone. For whoever has no clock,
/// or a deadline of their own.
#[derive(Clone, Copy, Debug)]
pub struct NoClock;

impl Observer for NoClock {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
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

/// What a student hands in for an exercise. A file that is not there counts as an empty one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Submission {
    /// The kernel, where the exercise asks for one.
    pub kernel: Option<Source>,
    /// The answers, where it asks questions.
    pub answers: Option<Source>,
}

impl From<Source> for Submission {
    /// A kernel alone.
    fn from(kernel: Source) -> Self {
        Submission {
            kernel: Some(kernel),
            answers: None,
        }
    }
}

/// Checks what was handed in: the kernel against the cases of `exercise`, on each engine in turn (what
/// one of them finds wrong, the next never sees), and the answers against its questions.
pub fn check(
    exercise: &Exercise,
    submission: &Submission,
    engines: &mut [&mut dyn Engine],
    settings: &Settings,
    observer: &mut dyn Observer,
) -> Report {
    let cases = exercise
        .problem
        .map(|problem| (problem, Cases::Drawn(settings)));
    run(exercise, submission, cases, engines, observer)
}

/// Runs the one case of `exercise` that `token` stands for; it is not shrunk, and gives no points.
pub fn replay(
    exercise: &Exercise,
    submission: &Submission,
    engines: &mut [&mut dyn Engine],
    token: &str,
    observer: &mut dyn Observer,
) -> Result<Report, TokenError> {
    let problem = exercise.problem.ok_or(TokenError::NoCases)?;
    let cases = Cases::Replayed(case_of(problem, token)?);
    let cases = Some((problem, cases));
    Ok(run(exercise, submission, cases, engines, observer))
}

fn run(
    exercise: &Exercise,
    submission: &Submission,
    cases: Option<(&'static dyn AnyProblem, Cases<'_>)>,
    engines: &mut [&mut dyn Engine],
    observer: &mut dyn Observer,
) -> Report {
    let mut report = Report::begun(exercise.name(), exercise.manifest.points);
    report.replayed = matches!(cases, Some((_, Cases::Replayed(_))));
    let judged = exercise
        .sheet
        .map(|sheet| Judged::of(sheet, submission.answers.as_ref()));
    if judged.as_ref().is_some_and(|judged| judged.refused) {
        report.verdict = Verdict::AnswersRefused;
    } else if let Some((problem, cases)) = cases {
        let missing = Source::default();
        let plan = Plan {
            problem,
            source: submission.kernel.as_ref().unwrap_or(&missing),
            cases,
            points: exercise.points_of_kernel(),
            asks_for_diagnosis: exercise.asks_for_diagnosis(),
        };
        plan.run(&mut report, engines, observer);
    }
    if let Some(judged) = judged {
        if exercise.asks_for_diagnosis() && !judged.all_right() {
            report.hide_what_is_to_be_found();
        }
        report.take_answers(judged, exercise);
    }
    report
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

/// A kernel that is to be checked, and on which cases.
pub(crate) struct Plan<'a> {
    pub(crate) problem: &'static dyn AnyProblem,
    pub(crate) source: &'a Source,
    pub(crate) cases: Cases<'a>,
    /// What a kernel earns that falls short in nothing.
    points: u32,
    /// Is naming the mistake what the exercise asks for?
    pub(crate) asks_for_diagnosis: bool,
}

/// Where the cases come from.
pub(crate) enum Cases<'a> {
    /// The corners, then those that the seed draws.
    Drawn(&'a Settings),
    /// The one case of a replay.
    Replayed(Box<dyn AnyCase>),
}

impl Plan<'_> {
    fn run(
        &self,
        report: &mut Report,
        engines: &mut [&mut dyn Engine],
        observer: &mut dyn Observer,
    ) {
        let mut read_in_text = Vec::new();
        let mut allowed = Allowed::default();
        let mut analysed = None;
        let mut doubtful = None;
        // What the text alone tells needs no engine: a device's compiler may well crash on it.
        match read(self.source) {
            Ok(program) => {
                read_in_text = mistakes::read_beside_a_run(&program);
                allowed = Allowed::of(&program.sources);
                report.looks_at = places_asked(self.source, &program);
                match misfit(&self.problem.signature(), &kernels(&program)) {
                    Some(misfit) if misfit.is_doubtful => doubtful = Some(misfit.verdict),
                    Some(misfit) => report.verdict = misfit.verdict,
                    None => {}
                }
                analysed = Some(program);
            }
            Err(Unread::Errors(findings)) => {
                report.findings = findings;
                report.verdict = Verdict::BuildFailed { log: String::new() };
            }
            Err(Unread::NotAnalysed(_)) => {}
        }
        let mut is_proven = false;
        for engine in engines {
            let mut stage = Stage {
                device: engine.device(),
                cases: 0,
                skipped: Some(Skipped::FailedBefore),
                dissent: None,
                times: None,
            };
            if report.verdict == Verdict::Passed {
                stage.skipped = None;
                let program = analysed.as_ref();
                self.run_stage(*engine, program, &mut stage, is_proven, report, observer);
            }
            is_proven |= engine.proves() && stage.skipped.is_none();
            report.stages.push(stage);
        }
        if report.verdict == Verdict::Passed && analysed.is_some() {
            self.run_elsewhere(is_proven, report, observer);
        }
        if let Some(verdict) = doubtful
            && report.verdict.blame() == Some(Blame::Kernel)
        {
            // What a run of a kernel shows that takes other numbers than it is given follows from that.
            report.verdict = verdict;
            report.counterexample = None;
            report.findings.clear();
        }
        let ran = report.stages.iter().any(|stage| stage.skipped.is_none());
        if report.verdict == Verdict::Passed && ran && !report.replayed {
            self.count(analysed.as_ref(), report);
        }
        if report.shows_what_was_read() {
            // What was observed of a mistake stands for what the text tells of it.
            let observed = std::mem::take(&mut report.findings);
            read_in_text.retain(|read| !observed.iter().any(|seen| is_same(seen, read)));
            let findings = observed.into_iter().chain(read_in_text).collect();
            report.findings = mistakes::merge_findings(findings, &allowed);
            report.put_verdict_first();
            if report.verdict.blame() == Some(Blame::Kernel) {
                tell_of_unused(&mut report.findings);
            }
        }
        if report.verdict == Verdict::Passed {
            if !ran {
                report.verdict = Verdict::NotAnalysed;
            } else if !report.replayed {
                report.points.earned = self.points;
            }
        }
    }

    /// Counts what a kernel costs whose results are right. These alone are worth half of the points where
    /// it costs too much; what cannot be counted takes no points away.
    fn count(&self, program: Option<&Program>, report: &mut Report) {
        let seed = match &self.cases {
            Cases::Drawn(settings) => settings.seed,
            Cases::Replayed(_) => 0,
        };
        let counted = count(self.problem, program, &mut runner(seed));
        report.take_warnings(counted.findings);
        report.uncounted = counted.uncounted;
        report.costs = counted.costs;
        let mut requirements = report.costs.iter().flat_map(|costs| &costs.requirements);
        let is_short = !requirements.all(|requirement| requirement.met);
        if is_short {
            report.verdict = Verdict::TooCostly;
            report.points.earned = self.points / 2;
        }
    }

    /// Runs the cases on one engine, and takes down what came of it.
    fn run_stage(
        &self,
        engine: &mut dyn Engine,
        program: Option<&Program>,
        stage: &mut Stage,
        is_proven: bool,
        report: &mut Report,
        observer: &mut dyn Observer,
    ) {
        let start = observer.elapsed();
        observer.step(Step::Building);
        engine.take_problem(self.problem);
        let built = engine.build(self.source);
        stage.device = engine.device();
        let build_time = observer.elapsed() - start;
        let mut nanoseconds = None;
        match built {
            Err(BuildFailure::NotAnalysed { finding }) => {
                stage.skipped = Some(Skipped::NotAnalysed { finding: *finding });
            }
            Err(BuildFailure::Unavailable { reason }) => {
                stage.skipped = Some(Skipped::Unavailable { reason });
            }
            Err(failure) => report.not_built(failure),
            Ok(built) => {
                report.messages.extend(built.messages);
                match misfit(&self.problem.signature(), &built.kernels) {
                    Some(misfit) if !misfit.is_doubtful => report.verdict = misfit.verdict,
                    _ => {
                        nanoseconds =
                            self.run_cases(engine, program, stage, is_proven, report, observer);
                    }
                }
            }
        }
        stage.times = Some(Times {
            total_ms: milliseconds(observer.elapsed() - start),
            build_ms: milliseconds(build_time),
            device_ms: nanoseconds.map(|nanoseconds: u64| nanoseconds as f64 / 1e6),
            foreseen: match report.verdict {
                Verdict::Passed => engine.foreseen(),
                _ => None,
            },
        });
    }

    /// Gives the time on the device, where it tells.
    pub(crate) fn run_cases(
        &self,
        engine: &mut dyn Engine,
        program: Option<&Program>,
        stage: &mut Stage,
        is_proven: bool,
        report: &mut Report,
        observer: &mut dyn Observer,
    ) -> Option<u64> {
        let problem = self.problem;
        let (mut runner, supply) = self.supply();
        let pass = Pass::over(supply, engine, &mut runner, observer);
        stage.cases = pass.ran;
        report.take_warnings(pass.warnings);
        let Some((from, failure)) = pass.failed else {
            return pass.nanoseconds;
        };
        if let Failure::Other(Outcome::NotAnalysed { finding }) = failure {
            stage.skipped = Some(Skipped::NotAnalysed { finding });
            return pass.nanoseconds;
        }
        let (from, failure) = self.telling(from, failure, engine, &mut runner);
        let from = from.as_ref();
        let cause = self.cause(program, from, &failure, &mut runner, observer);
        let mut found = match &self.cases {
            Cases::Drawn(settings) if failure.shrinks() => shrink(
                from,
                failure,
                &settings.shrinking,
                engine,
                &mut runner,
                observer,
            ),
            Cases::Drawn(_) => Smallest::untouched(from, failure, true),
            Cases::Replayed(_) => Smallest::untouched(from, failure, false),
        };
        let blames_kernel = |found: &Smallest| {
            found.failure.verdict(&problem.signature()).blame() == Some(Blame::Kernel)
        };
        if is_proven && blames_kernel(&found) {
            stage.dissent = self.judge_dissent(engine, &mut found, from, report, observer);
            if stage.dissent.is_some() {
                return pass.nanoseconds;
            }
        }
        report.verdict = found.failure.verdict(&problem.signature());
        if report.verdict.blame() == Some(Blame::Kernel) {
            report.findings = found.failure.take_findings();
            advise_guards(found.case.as_ref(), &mut report.findings);
            if let Some(seeker) = self.seeker(program) {
                seeker.advise_barriers(found.case.as_ref(), report);
            }
            let mut example = found.counterexample(problem, from);
            example.leave_out_rounding_unless(program.is_some_and(rounds));
            report.counterexample = Some(example);
            if let Some(cause) = cause {
                cause.tell(report);
            }
        }
        pass.nanoseconds
    }

    /// The cases, the same on every engine, and the generator that draws and shrinks them.
    pub(crate) fn supply(&self) -> (TestRunner, Supply) {
        let problem = self.problem;
        let (seed, corners, of) = match &self.cases {
            Cases::Drawn(settings) => {
                let corners = problem.corners();
                let of = settings.cases.max(corners.len() as u32);
                (settings.seed, corners, of)
            }
            Cases::Replayed(case) => (0, vec![case.duplicate()], 1),
        };
        let supply = Supply {
            problem,
            corners: corners.into_iter(),
            left: of,
            of,
        };
        (runner(seed), supply)
    }
}

impl Report {
    /// Leaves of a kernel's mistakes only what they do, where naming them is what is asked.
    fn hide_what_is_to_be_found(&mut self) {
        if let Verdict::Mistake { mistake } = &self.verdict {
            self.verdict = Verdict::Undiagnosed {
                symptom: mistakes::symptom(*mistake),
            };
        }
        if self.shows_what_was_read() {
            self.findings.clear();
        }
    }

    /// Takes in what the answers are worth; a replay is about the kernel alone.
    fn take_answers(&mut self, judged: Judged, exercise: &Exercise) {
        if self.replayed && self.verdict != Verdict::AnswersRefused {
            return;
        }
        if self.verdict == Verdict::Passed && !judged.all_right() {
            self.verdict = Verdict::WrongAnswers;
        }
        let of = self.points.of - exercise.points_of_kernel();
        self.points.earned += judged.points(of);
        self.answers = judged.answered;
        self.findings.extend(judged.findings);
        self.costs.extend(judged.costs);
    }

    /// Is a look at the text of use beside the verdict? Not where the text itself is refused.
    fn shows_what_was_read(&self) -> bool {
        !matches!(
            self.verdict,
            Verdict::BuildFailed { .. }
                | Verdict::NoSuchKernel { .. }
                | Verdict::OtherArguments { .. }
        )
    }

    /// Moves what the verdict names before the other errors, which follow from it.
    fn put_verdict_first(&mut self) {
        if let Verdict::Mistake { mistake } = &self.verdict {
            self.findings
                .sort_by_key(|it| (it.level != Level::Error, it.mistake != *mistake));
        }
    }

    fn not_built(&mut self, failure: BuildFailure) {
        self.verdict = match failure {
            BuildFailure::Rejected { findings } => {
                self.findings = findings;
                Verdict::BuildFailed { log: String::new() }
            }
            BuildFailure::Refused { messages, log } => {
                self.messages = messages;
                Verdict::BuildFailed { log }
            }
            BuildFailure::Crashed { how } => Verdict::Crashed {
                how,
                compiling: true,
            },
            BuildFailure::OutOfTime { limit_ms } => Verdict::OutOfTime {
                limit_ms,
                compiling: true,
            },
            BuildFailure::NotAnalysed { .. } | BuildFailure::Unavailable { .. } => {
                Verdict::NotAnalysed
            }
            BuildFailure::DeviceLost { detail } => Verdict::DeviceLost { detail },
            BuildFailure::Fault { message } => Verdict::RunnerFault { message },
        };
    }

    /// Keeps each warning once, however many cases showed it.
    fn take_warnings(&mut self, warnings: Vec<Finding>) {
        for warning in warnings {
            if !self.findings.iter().any(|kept| is_same(kept, &warning)) {
                self.findings.push(warning);
            }
        }
    }
}

/// Are two findings of two cases about one thing?
pub(crate) fn is_same(one: &Finding, other: &Finding) -> bool {
    let spot = |finding: &Finding| {
        let spot = |place: &Place| (place.file.clone(), place.line, place.column);
        finding.spans.first().map(spot)
    };
    one.mistake == other.mistake && spot(one) == spot(other)
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
