//! The check: builds the student's kernel, runs a problem's cases, and shrinks the first failing case to the
//! smallest one that fails in the same way. The report is put together from its parts at the end.

use crate::answers::Judged;
use crate::cause::advise_use_of_arguments;
use crate::costs::count;
use crate::diagnosis::Diagnosis;
use crate::engine::Engine;
use crate::exercise::Exercise;
use crate::failure::{add_new, is_same};
use crate::front_end::{TranslationUnit, Unread, kernels};
use crate::observer::Observer;
use crate::parameters::misfit;
use crate::plan::{Cases, Plan};
use crate::report::{
    Answered, Blame, Costs, Counterexample, LooksAt, Points, Remedy, Report, Stage, Verdict,
};
use crate::settings::Settings;
use crate::stage::Staged;
use crate::token::{TokenError, case_of};
use kernels::AnyProblem;
use launch::outcome::Message;
use launch::{Finding, Level, Source};
use mistakes::Allowed;

/// A student's submission for an exercise. A missing file counts as an empty one.
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

/// Checks a submission: the kernel against the cases of `exercise`, on each engine in turn (a kernel that
/// fails on one of them does not run on the next), and the answers against its questions.
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

/// Runs the case of `exercise` that `token` encodes. It is not shrunk, and earns no points.
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
    let replayed = matches!(cases, Some((_, Cases::Replayed(_))));
    let judged = exercise
        .sheet
        .map(|sheet| Judged::of(sheet, submission.answers.as_ref()));
    let kernel = match cases {
        // Nothing runs if the answers cannot be parsed.
        Some(_) if judged.as_ref().is_some_and(|judged| judged.refused) => None,
        Some((problem, cases)) => {
            let source = Source {
                standard: problem.standard(),
                ..submission.kernel.clone().unwrap_or_default()
            };
            let unit = TranslationUnit::for_kernel(source, problem.name());
            let plan = Plan {
                problem,
                unit: &unit,
                cases,
                points: exercise.points_of_kernel(),
                asks_for_diagnosis: exercise.asks_for_diagnosis(),
                shows_repairs: exercise.shows_repairs(),
            };
            Some(plan.run(engines, observer))
        }
        None => None,
    };
    report(exercise, replayed, kernel.unwrap_or_default(), judged)
}

/// The part of a report that is about the kernel.
struct Checked {
    verdict: Verdict,
    earned: u32,
    stages: Vec<Stage>,
    counterexample: Option<Counterexample>,
    remedy: Option<Remedy>,
    messages: Vec<Message>,
    findings: Vec<Finding>,
    costs: Vec<Costs>,
    uncounted: bool,
    looks_at: Vec<LooksAt>,
    elsewhere: bool,
}

impl Default for Checked {
    /// The part of an exercise without a kernel.
    fn default() -> Self {
        Checked {
            verdict: Verdict::Passed,
            earned: 0,
            stages: Vec::new(),
            counterexample: None,
            remedy: None,
            messages: Vec::new(),
            findings: Vec::new(),
            costs: Vec::new(),
            uncounted: false,
            looks_at: Vec::new(),
            elsewhere: false,
        }
    }
}

fn report(exercise: &Exercise, replayed: bool, kernel: Checked, judged: Option<Judged>) -> Report {
    let is_open = judged.as_ref().is_some_and(|judged| !judged.all_right());
    let hides = is_open && exercise.asks_for_diagnosis();
    let refused = judged.as_ref().is_some_and(|judged| judged.refused);
    // A replay is about the kernel alone.
    let answers = match judged {
        Some(judged) if !replayed || refused => {
            let of = exercise.manifest.points - exercise.points_of_kernel();
            Answers::of(judged, of)
        }
        _ => Answers::default(),
    };
    let verdict = match kernel.verdict {
        _ if refused => Verdict::AnswersRefused,
        // The exercise asks for the mistake's name, so the report shows only its symptom.
        Verdict::Mistake { mistake } if hides => Verdict::Undiagnosed {
            symptom: mistakes::symptom(mistake),
        },
        Verdict::Passed if is_open && !replayed => Verdict::WrongAnswers,
        verdict => verdict,
    };
    let mut findings = kernel.findings;
    if hides && verdict.leaves_text_to_read() {
        findings.clear();
    }
    findings.extend(answers.findings);
    let mut costs = kernel.costs;
    costs.extend(answers.costs);
    Report {
        exercise: exercise.name(),
        verdict,
        points: Points {
            earned: kernel.earned + answers.earned,
            of: exercise.manifest.points,
        },
        replayed,
        stages: kernel.stages,
        counterexample: kernel.counterexample,
        remedy: kernel.remedy,
        messages: kernel.messages,
        findings,
        answers: answers.answered,
        costs,
        uncounted: kernel.uncounted,
        looks_at: kernel.looks_at,
        elsewhere: kernel.elsewhere,
    }
}

/// The part of a report that is about the answers.
#[derive(Default)]
struct Answers {
    earned: u32,
    answered: Vec<Answered>,
    findings: Vec<Finding>,
    costs: Vec<Costs>,
}

impl Answers {
    fn of(judged: Judged, points: u32) -> Answers {
        Answers {
            earned: judged.points(points),
            answered: judged.answered,
            findings: judged.findings,
            costs: judged.costs,
        }
    }
}

impl Plan<'_> {
    fn run(&self, engines: &mut [&mut dyn Engine], observer: &mut dyn Observer) -> Checked {
        // The text is judged without an engine, because a device's compiler may crash on it.
        let read = self.unit.program();
        let (mut failed, doubtful) = match read {
            Ok(program) => match misfit(&self.problem.signature(), &kernels(program)) {
                Some(misfit) if misfit.is_doubtful => (None, Some(misfit.verdict)),
                Some(misfit) => (Some(Diagnosis::of(misfit.verdict)), None),
                None => (None, None),
            },
            Err(Unread::Errors(findings)) => (Some(Diagnosis::of_errors(findings.clone())), None),
            Err(Unread::NotAnalysed(_)) => (None, None),
        };
        let (mut stages, mut messages, mut seen) = (Vec::new(), Vec::new(), Vec::new());
        let mut is_proven = false;
        for engine in engines {
            let staged = match failed {
                None => self.run_stage(*engine, is_proven, observer),
                Some(_) => Staged::after_failure(*engine),
            };
            is_proven |= engine.proves() && staged.stage.skipped.is_none();
            stages.push(staged.stage);
            messages.extend(staged.messages);
            add_new(&mut seen, staged.warnings);
            failed = failed.or(staged.failed);
        }
        if failed.is_none()
            && let Some(run) = self.run_elsewhere(is_proven, observer)
        {
            add_new(&mut seen, run.warnings);
            failed = run.failed;
        }
        if let Some(verdict) = doubtful {
            failed = failed.map(|failed| match failed.blames_kernel() {
                true => failed.with_verdict(verdict),
                false => failed,
            });
        }
        let ran = stages.iter().any(|stage| stage.skipped.is_none());
        let mut checked = Checked {
            verdict: if ran {
                Verdict::Passed
            } else {
                Verdict::NotAnalysed
            },
            looks_at: self.unit.queried_macros(),
            stages,
            messages,
            ..Checked::default()
        };
        match failed {
            Some(failed) => {
                let elsewhere = failed.elsewhere;
                checked = Checked {
                    verdict: failed.verdict,
                    counterexample: failed.counterexample,
                    remedy: failed.remedy,
                    elsewhere: elsewhere.is_some(),
                    ..checked
                };
                checked.messages.extend(failed.messages);
                checked.looks_at.extend(elsewhere.into_iter().flatten());
                seen = failed.findings.unwrap_or(seen);
            }
            None if ran && !self.is_replay() => {
                let counted = count(self.problem, self.program(), &mut self.runner());
                add_new(&mut seen, counted.findings);
                let is_cheap = counted.costs.iter().all(Costs::are_met);
                let remedy = match is_cheap {
                    true => None,
                    false => self.cheaper(&seen),
                };
                checked = Checked {
                    // Right results alone are worth half of the points.
                    verdict: if is_cheap {
                        Verdict::Passed
                    } else {
                        Verdict::TooCostly
                    },
                    earned: if is_cheap {
                        self.points
                    } else {
                        self.points / 2
                    },
                    costs: counted.costs,
                    uncounted: counted.uncounted,
                    remedy,
                    ..checked
                };
            }
            None => {}
        }
        checked.findings = self.findings(seen, &checked.verdict);
        checked
    }

    /// The findings of the text and of the cases, for the report.
    fn findings(&self, seen: Vec<Finding>, verdict: &Verdict) -> Vec<Finding> {
        if !verdict.leaves_text_to_read() {
            return seen;
        }
        let (read, allowed) = match self.program() {
            Some(program) => (
                mistakes::read_beside_a_run(program),
                Allowed::of(&program.sources),
            ),
            None => (Vec::new(), Allowed::default()),
        };
        // An observed mistake replaces the same one in the text.
        let mut findings = seen;
        let is_news = |it: &Finding| !findings.iter().any(|seen| is_same(seen, it));
        let read: Vec<Finding> = read.into_iter().filter(is_news).collect();
        findings.extend(read);
        let mut findings = mistakes::merge_findings(findings, &allowed);
        if let Verdict::Mistake { mistake } = verdict {
            // The other errors follow from the one that the verdict names.
            findings.sort_by_key(|it| (it.level != Level::Error, it.mistake != *mistake));
        }
        if verdict.blame() == Some(Blame::Kernel) {
            advise_use_of_arguments(&mut findings);
        } else {
            // The exercise gives the arguments: a right kernel need not use them all.
            findings.retain(|it| it.mistake != launch::MistakeId::UnusedArgument);
        }
        findings
    }
}
