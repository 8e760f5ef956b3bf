//! The cause of a failure where a change of a few words shows it: the changed kernel is right in every
//! case that is tried.
//!
//! A race that comes from a wrong id, or from a loop over everything in every work-item, is no lack of a
//! barrier or an atomic. So where the change mends the kernel, the report names the cause in place of the
//! race. Beside any other failure the report suggests the change.

use crate::check::{Cases, Observer, Plan, ShrinkLimits};
use crate::claims::claims;
use crate::engine::{Engine, Outcome};
use crate::failure::Failure;
use crate::report::{Remedy, Report, Verdict};
use crate::simulated::Simulator;
use crate::surplus::has_work_for_several;
use kernels::{AnyCase, AnyProblem};
use launch::{Finding, Level, MistakeId, Place, Source};
use mistakes::Trial;
use opencl_c::program::Program;
use proptest::test_runner::TestRunner;

/// Steps of all launches of changed kernels, after which none is tried any more: about a second's.
const ALL_STEPS: u64 = 120_000_000;

/// The same where the kernel does not end, and steps of one launch: most changed kernels will not end either.
const STEPS_OF_ENDLESS: (u64, u64) = (30_000_000, 10_000_000);

/// Drawn cases that a changed kernel has to be right in, beside the corners and the one that failed: some at
/// first, and more where it is right in those.
const DRAWN: [usize; 2] = [10, 60];

/// What a failure comes from.
pub(crate) struct Cause {
    trial: Trial,
    /// Cases that are right with the change; none where the text alone tells the cause.
    cases: u32,
}

/// Seeks the cause of the failure of a case.
pub(crate) struct Seeker<'a> {
    pub(crate) problem: &'static dyn AnyProblem,
    pub(crate) source: &'a Source,
    pub(crate) program: &'a Program,
}

impl Plan<'_> {
    /// The case of a race, or another one with the same race in which several work-items have work to do:
    /// where only one has, the others are surplus, and whatever is wrong looks like a missing guard.
    pub(crate) fn telling(
        &self,
        from: Box<dyn AnyCase>,
        failure: Failure,
        engine: &mut dyn Engine,
        runner: &mut TestRunner,
    ) -> (Box<dyn AnyCase>, Failure) {
        const MOST_DRAWN: usize = 10;
        let searches =
            matches!(&self.cases, Cases::Drawn(settings) if settings.shrinking.launches > 0);
        if !searches || !failure.is_conflict() || has_work_for_several(from.as_ref()) {
            return (from, failure);
        }
        let mut others = self.problem.corners();
        others.extend((0..MOST_DRAWN).filter_map(|_| self.problem.draw(runner).ok()));
        others.retain(|case| has_work_for_several(case.as_ref()));
        for case in others {
            let launch = case.launch();
            let outcomes = engine.run_claimed(std::slice::from_ref(&launch), &|_| {
                claims(case.as_ref(), &launch)
            });
            let other = outcomes
                .first()
                .and_then(|outcome| Failure::of(case.as_ref(), &launch, outcome));
            if let Some(other) = other.filter(|other| other.is_like(&failure)) {
                return (case, other);
            }
        }
        (from, failure)
    }

    fn limits(&self) -> ShrinkLimits {
        match &self.cases {
            Cases::Drawn(settings) => settings.shrinking,
            Cases::Replayed(_) => ShrinkLimits::default(),
        }
    }

    /// What tries changes of the kernel. None where naming the mistake is the exercise, or nothing is to be
    /// searched.
    pub(crate) fn seeker<'p>(&'p self, program: Option<&'p Program>) -> Option<Seeker<'p>> {
        let is_wanted = !self.asks_for_diagnosis && self.limits().launches > 0;
        program.filter(|_| is_wanted).map(|program| Seeker {
            problem: self.problem,
            source: self.source,
            program,
        })
    }

    /// What a failure comes from, if a change of a few words shows it.
    pub(crate) fn cause(
        &self,
        program: Option<&Program>,
        from: &dyn AnyCase,
        failure: &Failure,
        runner: &mut TestRunner,
        observer: &dyn Observer,
    ) -> Option<Cause> {
        if !matches!(failure, Failure::Mistake { .. } | Failure::Memory(_)) {
            return None;
        }
        let (seeker, limits) = (self.seeker(program)?, self.limits());
        let start = observer.elapsed();
        let mut is_late = || observer.elapsed().saturating_sub(start) >= limits.time;
        seeker.seek(from, failure, runner, &mut is_late)
    }
}

impl Seeker<'_> {
    /// The first change with which the kernel is right, or what the text alone tells about a race.
    /// `is_late` says when to stop.
    pub(crate) fn seek(
        &self,
        from: &dyn AnyCase,
        failure: &Failure,
        runner: &mut TestRunner,
        is_late: &mut dyn FnMut() -> bool,
    ) -> Option<Cause> {
        let launch = from.launch();
        let dimensions = launch.range.global.len();
        let kernel = self.problem.signature().kernel;
        let trials = mistakes::trials(self.program, &kernel, dimensions);
        if trials.is_empty() {
            return None;
        }
        let from_text = || {
            let follows = |trial: &&Trial| failure.findings().any(|race| follows(race, trial));
            trials.iter().find(follows)
        };
        let mut cases = vec![from.duplicate()];
        cases.extend(self.problem.corners());
        cases.extend(self.drawn(DRAWN[0], runner));
        let mut others = None;
        let is_endless = failure
            .findings()
            .any(|it| it.mistake == MistakeId::EndlessLoop);
        let (all_steps, mut simulator) = match is_endless {
            true => (STEPS_OF_ENDLESS.0, Simulator::of_steps(STEPS_OF_ENDLESS.1)),
            false => (ALL_STEPS, Simulator::default()),
        };
        simulator.take_problem(self.problem);
        // A device's failure that the simulator does not see is none that a run here could mend.
        if self.right(&mut simulator, &self.source.text, &cases[..1]) {
            return None;
        }
        for trial in trials.iter().filter(|trial| !trial.edits.is_empty()) {
            if is_late() || simulator.steps() > all_steps {
                break;
            }
            let text = trial.applied(&self.source.text);
            if !self.right(&mut simulator, &text, &cases) {
                continue;
            }
            let others = others.get_or_insert_with(|| self.drawn(DRAWN[1], runner));
            if self.right(&mut simulator, &text, others) {
                return Some(Cause {
                    trial: trial.clone(),
                    cases: u32::try_from(cases.len() + others.len()).unwrap_or(u32::MAX),
                });
            }
        }
        from_text().map(|trial| Cause {
            trial: Trial {
                edits: Vec::new(),
                ..trial.clone()
            },
            cases: 0,
        })
    }

    fn drawn(&self, count: usize, runner: &mut TestRunner) -> Vec<Box<dyn AnyCase>> {
        let cases = (0..count).map_while(|_| self.problem.draw(runner).ok());
        cases.collect()
    }

    /// Is a text right in all cases?
    fn right(&self, simulator: &mut Simulator, text: &str, cases: &[Box<dyn AnyCase>]) -> bool {
        let source = Source {
            text: text.to_owned(),
            ..self.source.clone()
        };
        simulator.build(&source).is_ok()
            && cases.iter().all(|case| {
                let launch = case.launch();
                let outcomes = simulator.run_claimed(std::slice::from_ref(&launch), &|_| {
                    claims(case.as_ref(), &launch)
                });
                outcomes.first().is_some_and(|outcome| {
                    matches!(outcome, Outcome::Ran(_))
                        && Failure::of(case.as_ref(), &launch, outcome).is_none()
                })
            })
    }
}

/// Says of an argument that a wrong kernel does not use what a student can do about it: not take it away.
pub(crate) fn tell_of_unused(findings: &mut [Finding]) {
    for finding in findings {
        if finding.mistake == MistakeId::UnusedArgument {
            finding.help =
                "see what the exercise passes it for: the kernel may lack just that".to_owned();
        }
    }
}

/// Two work-items at one place: in no order, or against what the exercise says of its owner.
const CONFLICTS: [MistakeId; 4] = [
    MistakeId::DataRace,
    MistakeId::MissingBarrier,
    MistakeId::CrossGroupRace,
    MistakeId::WrongWorkItem,
];

/// Does a finding tell that work-items are in each other's way?
pub(crate) fn is_conflict(finding: &Finding) -> bool {
    CONFLICTS.contains(&finding.mistake)
}

/// Does a race lie in the lines of which the text alone tells what is wrong?
fn follows(race: &Finding, trial: &Trial) -> bool {
    let Some((first, last)) = trial.told_in else {
        return false;
    };
    let mut places = race.spans.iter().take(2);
    is_conflict(race) && places.all(|place| (first..=last).contains(&place.line))
}

impl Cause {
    /// Adds the cause to a report that already has its failure.
    pub(crate) fn tell(mut self, report: &mut Report) {
        let first = report.findings.first().cloned();
        let is_mended = self.cases > 0;
        let trial = &self.trial;
        // What no longer happens with the change follows from what is changed.
        report.findings.retain(|finding| {
            let is_shown = finding.level != Level::Error && !is_conflict(finding);
            is_shown || !(is_mended || follows(finding, trial))
        });
        match first {
            Some(race) if is_conflict(&race) && trial.stands_for_failure => {
                self.take_evidence(&race);
                report.verdict = Verdict::Mistake {
                    mistake: self.trial.finding.mistake,
                };
                report.findings.insert(0, self.trial.finding.clone());
            }
            Some(mut error) if error.level == Level::Error && is_mended => {
                error.help = self.advice();
                report.findings.insert(0, error);
            }
            _ => {}
        }
        if self.cases > 0 {
            report.remedy = Some(Remedy {
                message: self.trial.finding.message,
                help: self.trial.finding.help,
                line: self.trial.finding.spans.first().map(|place| place.line),
                edits: self.trial.edits,
                cases: self.cases,
            });
        }
    }

    /// What to change, in one sentence that names the line.
    fn advice(&self) -> String {
        let Finding {
            message,
            help,
            spans,
            ..
        } = &self.trial.finding;
        match spans.first() {
            Some(place) => format!("line {}: {message}: {help}", place.line),
            None => format!("{message}: {help}"),
        }
    }

    /// Shows where the work-items met.
    fn take_evidence(&mut self, seen: &Finding) {
        let finding = &mut self.trial.finding;
        finding.work_items.clone_from(&seen.work_items);
        let Some(place) = seen.spans.first() else {
            return;
        };
        let message = seen.message.trim_end_matches(", in no order").to_owned();
        // What marks the same line says less than what was seen there.
        let kept = |other: &Place| other.primary || other.line != place.line;
        finding.spans.retain(kept);
        finding.spans.push(Place {
            label: message,
            primary: false,
            ..place.clone()
        });
    }
}
