//! The cause of a failure, shown by a change of a few words: the changed kernel is right in every case that
//! is tried.
//!
//! A race caused by a wrong id, or by a loop over everything in every work-item, is not fixed by a barrier or
//! an atomic. So if the change fixes the kernel, the report names the cause instead of the race. For any
//! other failure the report suggests the change as well.

use crate::claims::claims;
use crate::engine::Engine;
use crate::failure::{Failure, is_conflict};
use crate::front_end::TranslationUnit;
use crate::observer::Observer;
use crate::plan::{Cases, Plan};
use crate::report::{Remedy, Verdict};
use crate::simulated::Simulator;
use crate::surplus::has_work_for_several;
use kernels::{AnyCase, AnyProblem};
use launch::outcome::Outcome;
use launch::{Finding, Level, MistakeId, Place, Source};
use mistakes::Trial;
use opencl_c::program::Program;
use proptest::test_runner::TestRunner;

/// The budget of simulated steps for all changed kernels together: about a second.
const ALL_STEPS: u64 = 120_000_000;

/// The budget where the kernel does not end, for all launches and for one launch: most changed kernels do not
/// end either.
const STEPS_OF_ENDLESS: (u64, u64) = (30_000_000, 10_000_000);

/// The drawn cases in which a changed kernel must be right, beside the corner cases and the failing one: a
/// few first, then more if it is right in those.
const DRAWN: [usize; 2] = [10, 60];

/// The cause of a failure.
pub(crate) struct Cause {
    trial: Trial,
    /// The cases that are right with the change; 0 if the text alone shows the cause.
    cases: u32,
}

/// Seeks the cause of the failure of a case.
pub(crate) struct Seeker<'a> {
    pub(crate) problem: &'static dyn AnyProblem,
    pub(crate) unit: &'a TranslationUnit,
    pub(crate) program: &'a Program,
}

impl Plan<'_> {
    /// The case of a race, or another case with the same race in which several work-items have work. If only
    /// one has work, the others are surplus, and any mistake looks like a missing guard.
    pub(crate) fn clearer_case(
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

    /// The search for a cause; none if the exercise asks to name the mistake, or if nothing is to be shrunk.
    pub(crate) fn seeker<'p>(&'p self, program: Option<&'p Program>) -> Option<Seeker<'p>> {
        let is_wanted = !self.asks_for_diagnosis && self.shrink_limits().launches > 0;
        program.filter(|_| is_wanted).map(|program| Seeker {
            problem: self.problem,
            unit: self.unit,
            program,
        })
    }

    /// The cause of a failure, if a change of a few words shows it.
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
        let (seeker, limits) = (self.seeker(program)?, self.shrink_limits());
        let start = observer.elapsed();
        let mut is_late = || observer.elapsed().saturating_sub(start) >= limits.time;
        seeker.seek(from, failure, runner, &mut is_late)
    }
}

impl Seeker<'_> {
    /// The first change with which the kernel is right, or the cause of a race that the text alone shows. The
    /// search stops when `is_late` is true.
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
        // A failure that only the device shows cannot be fixed by trials in the simulator.
        if is_right(&mut simulator, self.unit, &cases[..1]) {
            return None;
        }
        for trial in trials.iter().filter(|trial| !trial.edits.is_empty()) {
            if is_late() || simulator.steps() > all_steps {
                break;
            }
            let changed = TranslationUnit::of(Source {
                text: trial.applied(&self.unit.source.text),
                ..self.unit.source.clone()
            });
            if !is_right(&mut simulator, &changed, &cases) {
                continue;
            }
            let others = others.get_or_insert_with(|| self.drawn(DRAWN[1], runner));
            if is_right(&mut simulator, &changed, others) {
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
}

/// Is a kernel right in all cases?
fn is_right(simulator: &mut Simulator, unit: &TranslationUnit, cases: &[Box<dyn AnyCase>]) -> bool {
    simulator.build(unit).is_ok()
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

/// Advises a student whose wrong kernel does not use an argument to use it instead of removing it.
pub(crate) fn advise_use_of_arguments(findings: &mut [Finding]) {
    for finding in findings {
        if finding.mistake == MistakeId::UnusedArgument {
            finding.help =
                "see what the exercise passes it for: the kernel may lack just that".to_owned();
        }
    }
}

/// Does a race lie in the lines that the trial's cause is about?
fn follows(race: &Finding, trial: &Trial) -> bool {
    let Some((first, last)) = trial.told_in else {
        return false;
    };
    let mut places = race.spans.iter().take(2);
    is_conflict(race) && places.all(|place| (first..=last).contains(&place.line))
}

impl Cause {
    /// Names the cause in the verdict and the findings of a failure.
    pub(crate) fn explain(&mut self, verdict: &mut Verdict, findings: &mut Vec<Finding>) {
        let first = findings.first().cloned();
        let is_mended = self.cases > 0;
        let trial = &self.trial;
        // Findings that vanish with the change follow from its cause.
        findings.retain(|finding| {
            let is_shown = finding.level != Level::Error && !is_conflict(finding);
            is_shown || !(is_mended || follows(finding, trial))
        });
        match first {
            Some(race) if is_conflict(&race) && trial.stands_for_failure => {
                self.take_evidence(&race);
                *verdict = Verdict::Mistake {
                    mistake: self.trial.finding.mistake,
                };
                findings.insert(0, self.trial.finding.clone());
            }
            Some(mut error) if error.level == Level::Error && is_mended => {
                error.help = self.advice();
                findings.insert(0, error);
            }
            _ => {}
        }
    }

    /// The change, where the kernel is right with it.
    pub(crate) fn remedy(self) -> Option<Remedy> {
        (self.cases > 0).then(|| Remedy {
            message: self.trial.finding.message,
            help: self.trial.finding.help,
            line: self.trial.finding.spans.first().map(|place| place.line),
            edits: self.trial.edits,
            cases: self.cases,
        })
    }

    /// The advised change, in one sentence that names the line.
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

    /// Adds the places of the conflicting accesses.
    fn take_evidence(&mut self, seen: &Finding) {
        let finding = &mut self.trial.finding;
        finding.work_items.clone_from(&seen.work_items);
        let Some(place) = seen.spans.first() else {
            return;
        };
        let message = seen.message.trim_end_matches(", in no order").to_owned();
        // A secondary mark on the same line says less than the observed one.
        let kept = |other: &Place| other.primary || other.line != place.line;
        finding.spans.retain(kept);
        finding.spans.push(Place {
            label: message,
            primary: false,
            ..place.clone()
        });
    }
}
