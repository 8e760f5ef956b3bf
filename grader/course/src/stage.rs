//! The cases of a check on one engine.

use crate::computed::explain_value;
use crate::diagnosis::Diagnosis;
use crate::dissent::Judgement;
use crate::engine::Engine;
use crate::explain::rounds;
use crate::failure::{Failure, Smallest};
use crate::front_end::own_unit;
use crate::inputs::explain_inputs;
use crate::observer::{Observer, Step};
use crate::parameters::misfit;
use crate::pass::Pass;
use crate::passed::show_passage;
use crate::plan::{Cases, Plan};
use crate::report::{Blame, Dissent, Explanation, Skipped, Stage, Times, Verdict};
use crate::shrink::shrink;
use crate::surplus::advise_guards;
use crate::unreached::{unreached, unread as unread_by};
use crate::unwritten::show_written;
use crate::written::{written, written_as_poison};
use launch::outcome::{BuildError, Message, Outcome};
use launch::{Finding, Standard};
use opencl_c::program::Program;
use std::time::Duration;

/// A stage, whether it ran or not, and its results.
pub(crate) struct Staged {
    pub(crate) stage: Stage,
    /// The compiler's warnings.
    pub(crate) messages: Vec<Message>,
    /// The findings of the right cases.
    pub(crate) warnings: Vec<Finding>,
    pub(crate) failed: Option<Diagnosis>,
}

/// The outcome of all cases on one engine.
#[derive(Default)]
pub(crate) struct Run {
    pub(crate) cases: u32,
    pub(crate) warnings: Vec<Finding>,
    /// Time on the device, where the device reports it.
    pub(crate) nanoseconds: Option<u64>,
    pub(crate) skipped: Option<Skipped>,
    pub(crate) dissent: Option<Dissent>,
    pub(crate) failed: Option<Diagnosis>,
}

impl Staged {
    /// A stage that does not run because the kernel failed in an earlier one.
    pub(crate) fn after_failure(engine: &dyn Engine) -> Staged {
        Staged {
            stage: Stage {
                device: engine.device(),
                cases: 0,
                skipped: Some(Skipped::FailedBefore),
                dissent: None,
                times: None,
            },
            messages: Vec::new(),
            warnings: Vec::new(),
            failed: None,
        }
    }
}

impl Plan<'_> {
    /// Builds the kernel and runs the cases on one engine. `is_proven`: an earlier engine has proven the
    /// kernel right in these cases.
    pub(crate) fn run_stage(
        &self,
        engine: &mut dyn Engine,
        is_proven: bool,
        observer: &mut dyn Observer,
    ) -> Staged {
        let start = observer.elapsed();
        observer.step(Step::Building);
        engine.take_problem(self.problem);
        let built = engine.build(self.unit);
        let device = engine.device();
        let build_time = observer.elapsed() - start;
        let mut messages = Vec::new();
        let skipped = |skipped| Run {
            skipped: Some(skipped),
            ..Run::default()
        };
        let failed = |diagnosis| Run {
            failed: Some(diagnosis),
            ..Run::default()
        };
        let run = match built {
            Err(BuildError::NotAnalysed { finding }) => {
                skipped(Skipped::NotAnalysed { finding: *finding })
            }
            Err(BuildError::Unavailable { reason }) => skipped(Skipped::Unavailable { reason }),
            Err(failure) => match self.lacking(engine, is_proven, &failure) {
                Some(lacks) => skipped(lacks),
                None => failed(Diagnosis::of_build(failure)),
            },
            Ok(built) => {
                messages = built.messages;
                match misfit(&self.problem.signature(), &built.kernels) {
                    Some(misfit) if !misfit.is_doubtful => failed(Diagnosis::of(misfit.verdict)),
                    _ => self.run_cases(engine, self.program(), is_proven, observer),
                }
            }
        };
        let times = Times {
            total_ms: milliseconds(observer.elapsed() - start),
            build_ms: milliseconds(build_time),
            device_ms: run.nanoseconds.map(|nanoseconds| nanoseconds as f64 / 1e6),
            foreseen: match run.failed {
                None => engine.forecast(),
                Some(_) => None,
            },
        };
        Staged {
            stage: Stage {
                device,
                cases: run.cases,
                skipped: run.skipped,
                dissent: run.dissent,
                times: Some(times),
            },
            messages,
            warnings: run.warnings,
            failed: run.failed,
        }
    }

    /// What the device lacks, if that is why it does not build the kernel. From OpenCL C 2.0 on most of the
    /// language is optional (OpenCL C 3.0, 6.2.1), so a refusal says nothing about a kernel that is proven right,
    /// nor where the problem's own kernel is refused as well.
    fn lacking(
        &self,
        engine: &mut dyn Engine,
        is_proven: bool,
        refusal: &BuildError,
    ) -> Option<Skipped> {
        let standard = self.problem.standard();
        let is_of_text = matches!(
            refusal,
            BuildError::Compiler { .. } | BuildError::Crashed { .. } | BuildError::OutOfTime { .. }
        );
        if standard <= Standard::V1_2 || !is_of_text {
            return None;
        }
        let is_excused = is_proven || engine.build(&own_unit(self.problem)).is_err();
        let standard = standard.text().to_owned();
        is_excused.then_some(Skipped::Lacks { standard })
    }

    /// Runs the cases on an engine that has built the kernel. Changes of the kernel are tried on `program`,
    /// if present.
    pub(crate) fn run_cases(
        &self,
        engine: &mut dyn Engine,
        program: Option<&Program>,
        is_proven: bool,
        observer: &mut dyn Observer,
    ) -> Run {
        let (mut runner, supply) = self.supply();
        let pass = Pass::over(supply, engine, &mut runner, observer);
        let run = Run {
            cases: pass.ran,
            warnings: pass.warnings,
            nanoseconds: pass.nanoseconds,
            ..Run::default()
        };
        let Some((from, failure)) = pass.failed else {
            return run;
        };
        if let Failure::Other(Outcome::NotAnalysed { finding }) = failure {
            return Run {
                skipped: Some(Skipped::NotAnalysed { finding }),
                ..run
            };
        }
        let (from, failure) = self.clearer_case(from, failure, engine, &mut runner);
        let from = from.as_ref();
        let seen = failure.clone();
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
        let signature = self.problem.signature();
        let mut elsewhere = None;
        if is_proven && found.verdict(&signature).blame() == Some(Blame::Kernel) {
            match self.judge_dissent(engine, &found, from, observer) {
                Judgement::Device(dissent) => {
                    return Run {
                        dissent: Some(*dissent),
                        ..run
                    };
                }
                Judgement::Kernel => {}
                Judgement::KernelInSimulator(failure) => found.failure = failure,
                Judgement::KernelElsewhere(left_open) => elsewhere = Some(left_open),
            }
        }
        let mut diagnosis = Diagnosis {
            elsewhere,
            ..Diagnosis::of(found.verdict(&signature))
        };
        if diagnosis.blames_kernel() {
            let mut findings = found.failure.take_findings();
            advise_guards(found.case.as_ref(), &mut findings);
            if let Some(seeker) = self.seeker(program) {
                seeker.advise_barriers(found.case.as_ref(), &mut findings);
                if let Verdict::Mistake { mistake } = &mut diagnosis.verdict
                    && let Some(first) = findings.first()
                {
                    mistake.clone_from(&first.mistake);
                }
            }
            let mut example = found.counterexample(self.problem, from);
            if let Some(program) = program {
                let kernel = (program, &*signature.kernel);
                written_as_poison(kernel, found.case.as_ref(), &mut example.wrong);
            }
            example.leave_out_rounding_unless(program.is_some_and(rounds));
            diagnosis.counterexample = Some(example);
            let failing = [found.case.as_ref(), from];
            let cause = self.cause(program, &failing, &seen, &mut runner, observer);
            if let Some((cause, program)) = cause.zip(program) {
                let kernel = (program, &*signature.kernel);
                cause.explain(kernel, &mut diagnosis.verdict, &mut findings);
                diagnosis.remedy = cause.remedy;
            }
            if let (Some(program), None, Some(example)) =
                (program, &diagnosis.remedy, &mut diagnosis.counterexample)
            {
                let case = found.case.as_ref();
                let fact = unreached(self.problem, (self.unit, program), case, &example.wrong);
                if let Some(fact) = fact {
                    example.explanations.insert(0, fact);
                }
            }
            if let (Verdict::Wrong, Some(program), Some(example)) =
                (&diagnosis.verdict, program, &mut diagnosis.counterexample)
            {
                let case = found.case.as_ref();
                if diagnosis.remedy.is_none() {
                    explain_inputs(self.problem, program, case, example);
                    let unread = example.explanations.iter().find_map(unread_buffer);
                    if let Some((element, input)) = example.wrong.first().zip(unread) {
                        let unit = (self.unit, program);
                        let fact = unread_by(self.problem, unit, case, (element, &input));
                        example.explanations.extend(fact);
                    }
                }
                let fact = written(program, &signature.kernel, case, &example.wrong);
                example.explanations.extend(fact);
                if self.shows_repairs && diagnosis.remedy.is_none() {
                    explain_value(program, example);
                }
            }
            // Where the mistake is to be named, its way to the access is for the student to find.
            if self.shows_repairs
                && let (Some(program), None, Some(first)) =
                    (program, &diagnosis.remedy, findings.first_mut())
            {
                let unit = (self.unit, program);
                let case = found.case.as_ref();
                show_passage(unit, &signature.kernel, case, first);
                show_written(program, &signature.kernel, case, first);
            }
            // Until here the accesses of a finding come first.
            findings.iter_mut().for_each(Finding::put_primary_first);
            diagnosis.findings = Some(findings);
        }
        Run {
            failed: Some(diagnosis),
            ..run
        }
    }
}

/// The buffer of an input that nobody reads.
fn unread_buffer(explanation: &Explanation) -> Option<String> {
    match explanation {
        Explanation::WrongInputs {
            are_read: false,
            missing,
            ..
        } => {
            let (buffer, _) = missing.first()?.split_once('[')?;
            Some(buffer.to_owned())
        }
        _ => None,
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
