//! The repair of a failure: a small change with which the kernel is right in every case that is tried.
//!
//! A race caused by a wrong id, or by a loop over everything in every work-item, is not fixed by a barrier or
//! an atomic. So if the change fixes the kernel, the report names the cause instead of the race. For any
//! other failure the report suggests the change as well.

use crate::claims::claims;
use crate::costs::{breaks_bound, count, most_steps};
use crate::engine::Engine;
use crate::failure::{Failure, is_conflict};
use crate::front_end::{TranslationUnit, own_program};
use crate::observer::Observer;
use crate::plan::{Cases, Plan};
use crate::report::{Costs, Remedy, Second, Verdict};
use crate::settings::RepairLimits;
use crate::simulated::Simulator;
use crate::surplus::has_work_for_several;
use kernels::{AnyCase, AnyProblem};
use launch::outcome::Outcome;
use launch::{Evidence as Seen, Finding, Level, MistakeId, Place, Source};
use opencl_c::program::Program;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use repair::{Change, Evidence, Judge, Judgement, changes, search};
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

/// The drawn cases in which a changed kernel must be right, beside the corner cases and the failing one: a
/// few first, then more if it is right in those, then some of another seed.
const DRAWN: [usize; 3] = [10, 90, 60];

/// The steps of a changed kernel in one case: this many times those of the problem's own kernel, and at least
/// some; most changes that make a loop endless are stopped early so.
const TIMES_SOLUTION: u64 = 24;
const LEAST_STEPS: u64 = 20_000;
const MOST_STEPS: u64 = 4_000_000;

/// The seed of the last of them.
const FRESH_SEED: [u8; 32] = [0x5A; 32];

/// The repair of a failure, or a cause that the text alone shows.
pub(crate) struct Cause {
    change: Change,
    /// The second change, where it takes two, and its line once the first is made.
    second: Option<(Change, u32)>,
    /// The text with the changes; none if the text alone shows the cause.
    repaired: Option<String>,
    /// The cases that are right with the change.
    cases: u32,
}

/// Seeks the repair of a kernel.
pub(crate) struct Seeker<'a> {
    pub(crate) problem: &'static dyn AnyProblem,
    pub(crate) unit: &'a TranslationUnit,
    pub(crate) program: &'a Program,
    limits: RepairLimits,
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

    /// Tries changes; none if the exercise asks to name the mistake, or if nothing is to be shrunk.
    pub(crate) fn seeker<'p>(&'p self, program: Option<&'p Program>) -> Option<Seeker<'p>> {
        let Cases::Drawn(settings) = &self.cases else {
            return None;
        };
        let is_hidden = self.asks_for_diagnosis && !self.shows_repairs;
        let is_wanted = !is_hidden && settings.shrinking.launches > 0;
        program.filter(|_| is_wanted).map(|program| Seeker {
            problem: self.problem,
            unit: self.unit,
            program,
            limits: settings.repair,
        })
    }

    /// The cause of a failure, if a small change shows it. `cases` are failing ones, the smallest first.
    pub(crate) fn cause(
        &self,
        program: Option<&Program>,
        cases: &[&dyn AnyCase],
        failure: &Failure,
        runner: &mut TestRunner,
        observer: &dyn Observer,
    ) -> Option<Cause> {
        let is_repairable = matches!(failure, Failure::Mistake { .. } | Failure::Memory(_));
        if !self.shows_repairs || !is_repairable {
            return None;
        }
        let (seeker, limits) = (self.seeker(program)?, self.shrink_limits());
        let start = observer.elapsed();
        let is_late = || observer.elapsed().saturating_sub(start) >= limits.time;
        seeker.seek(cases, failure, runner, &is_late)
    }

    /// A change with which a right kernel keeps the bounds on costs, where the whole search is wanted.
    pub(crate) fn cheaper(&self, findings: &[Finding]) -> Option<Remedy> {
        let seeker = self.seeker(self.program())?;
        if seeker.limits.effort.pairs == 0 {
            return None;
        }
        let cause = seeker.seek_cheaper(findings, &mut self.runner())?;
        cause.remedy(seeker.program, &self.unit.source)
    }
}

impl Seeker<'_> {
    /// The first change with which the kernel is right, or the cause of a race that the text alone shows. The
    /// search stops when `is_late` is true.
    pub(crate) fn seek(
        &self,
        failing: &[&dyn AnyCase],
        failure: &Failure,
        runner: &mut TestRunner,
        is_late: &dyn Fn() -> bool,
    ) -> Option<Cause> {
        let launch = failing.first()?.launch();
        let dimensions = launch.range.global.len();
        let kernel = self.problem.signature().kernel;
        let mut cases: Vec<Box<dyn AnyCase>> =
            failing.iter().map(|case| case.duplicate()).collect();
        cases.extend(self.problem.corners());
        cases.extend(self.drawn(DRAWN[0], runner));
        let is_endless = failure
            .findings()
            .any(|it| it.mistake == MistakeId::EndlessLoop);
        let steps = match is_endless {
            true => self.limits.steps_of_endless,
            false => self.limits.steps,
        };
        let mut simulator = Simulator::on_one_thread();
        simulator.take_problem(self.problem);
        simulator.only_judge();
        let cases = self.bounded(cases);
        let mut judge = Cased {
            seeker: self,
            simulator,
            steps,
            cases,
            bounded: None,
            others: None,
            runner,
            is_late,
        };
        // A failure that only the device shows cannot be repaired by trials in the simulator.
        judge.wrong(self.unit, 0..1)?;
        let evidence = Evidence::of(
            self.program,
            &kernel,
            failure.findings().next().map(|finding| finding.mistake),
            &lines(failure),
            &failure.wrong_buffers(),
        );
        let found = search(
            (&self.unit.source.text, self.program),
            (&kernel, dimensions),
            &evidence,
            self.limits.effort,
            &mut judge,
        );
        if let Some(found) = found {
            return Some(Cause {
                change: found.change,
                second: found.second,
                repaired: Some(found.text),
                cases: found.cases,
            });
        }
        let all = changes(self.program, &kernel, dimensions);
        let mut shown = all
            .into_iter()
            .filter(|change| failure.findings().any(|race| follows(race, change)));
        shown.next().map(|change| Cause {
            change,
            second: None,
            repaired: None,
            cases: 0,
        })
    }

    /// A change with which a right kernel keeps the exercise's bounds on costs. `findings` are about its costs.
    fn seek_cheaper(&self, findings: &[Finding], runner: &mut TestRunner) -> Option<Cause> {
        let counted = self.problem.counted();
        let launch = counted.first()?.launch();
        let dimensions = launch.range.global.len();
        let kernel = self.problem.signature().kernel;
        let mut cases = self.problem.corners();
        cases.extend(self.drawn(DRAWN[0], runner));
        let mut simulator = Simulator::on_one_thread();
        simulator.take_problem(self.problem);
        simulator.only_judge();
        let most = most_steps(self.program, &counted);
        let mut judge = Cased {
            seeker: self,
            simulator,
            steps: self.limits.steps,
            cases: self.bounded(cases),
            bounded: Some(Counted {
                cases: counted,
                most: most.saturating_mul(2),
                steps: 0,
            }),
            others: None,
            runner,
            is_late: &|| false,
        };
        let lines: Vec<u32> = findings
            .iter()
            .filter(|finding| finding.level == Level::Performance)
            .flat_map(|finding| &finding.spans)
            .map(|place| place.line)
            .collect();
        let buffers = self.problem.signature().parameters.into_iter();
        let buffers: Vec<String> = buffers
            .map(|parameter| parameter.name.to_string())
            .collect();
        let evidence = Evidence::of(self.program, &kernel, None, &lines, &buffers);
        let found = search(
            (&self.unit.source.text, self.program),
            (&kernel, dimensions),
            &evidence,
            self.limits.effort,
            &mut judge,
        )?;
        Some(Cause {
            change: found.change,
            second: found.second,
            repaired: Some(found.text),
            cases: found.cases,
        })
    }

    /// Cases with the steps that a changed kernel may take in each.
    fn bounded(&self, cases: Vec<Box<dyn AnyCase>>) -> Vec<Bounded> {
        let own = own_program(self.problem);
        let kernel = own.and_then(|program| {
            simulator::prepare(&Arc::new(program), &self.problem.signature().kernel).ok()
        });
        let each = cases.into_iter().map(|case| {
            let launch = case.launch();
            let ran = kernel
                .as_ref()
                .and_then(|kernel| kernel.run(&launch, &self.options()).ok());
            let steps = ran.map_or(MOST_STEPS, |ran| {
                ran.steps
                    .saturating_mul(TIMES_SOLUTION)
                    .saturating_add(LEAST_STEPS)
            });
            Bounded { case, steps }
        });
        each.collect()
    }

    fn options(&self) -> simulator::Options {
        simulator::Options {
            count: false,
            ..simulator::Options::default()
        }
    }

    fn drawn(&self, count: usize, runner: &mut TestRunner) -> Vec<Box<dyn AnyCase>> {
        let cases = (0..count).map_while(|_| self.problem.draw(runner).ok());
        cases.collect()
    }

    fn changed(&self, text: &str) -> TranslationUnit {
        TranslationUnit::of(Source {
            text: text.to_owned(),
            ..self.unit.source.clone()
        })
    }
}

/// The lines of the student's file that a failure's first findings name.
fn lines(failure: &Failure) -> Vec<u32> {
    let findings = failure.findings().take(2);
    findings
        .flat_map(|finding| &finding.spans)
        .map(|place| place.line)
        .collect()
}

/// A case, and the steps that a changed kernel may take in it.
struct Bounded {
    case: Box<dyn AnyCase>,
    steps: u64,
}

/// The cases in which costs are counted.
struct Counted {
    cases: Vec<Box<dyn AnyCase>>,
    /// The steps that a changed kernel may take in one.
    most: u64,
    /// The steps of all runs until now.
    steps: u64,
}

/// Judges changed kernels by the cases of a problem, in the simulator.
struct Cased<'a> {
    seeker: &'a Seeker<'a>,
    simulator: Simulator,
    /// The budget of simulated steps.
    steps: u64,
    /// The failing cases first.
    cases: Vec<Bounded>,
    /// The cases in which costs are counted, where those are at fault.
    bounded: Option<Counted>,
    /// Cases that only a kernel right in all others has to pass, once there was one.
    others: Option<Vec<Bounded>>,
    runner: &'a mut TestRunner,
    is_late: &'a dyn Fn() -> bool,
}

impl Cased<'_> {
    /// The position of the first of the cases in which a kernel is wrong.
    fn wrong(&mut self, unit: &TranslationUnit, cases: Range<usize>) -> Option<usize> {
        if self.simulator.build(unit).is_err() {
            return Some(cases.start);
        }
        let mut of = cases.clone().zip(self.cases.get(cases)?);
        of.find(|(_, case)| !is_right(&mut self.simulator, case))
            .map(|(position, _)| position)
    }
}

/// The mistakes, warnings among them, that the text shows.
fn shown(program: &Program) -> BTreeSet<MistakeId> {
    let findings = mistakes::read_beside_a_run(program).into_iter();
    let severe = findings.filter(|it| it.level != Level::Performance);
    severe.map(|it| it.mistake).collect()
}

impl Judge for Cased<'_> {
    fn read(&mut self, text: &str) -> Option<Program> {
        let unit = self.seeker.changed(text);
        unit.program().ok().map(|program| Program::clone(program))
    }

    fn judge(&mut self, text: &str) -> Judgement {
        let unit = self.seeker.changed(text);
        if unit.program().is_err() {
            return Judgement::NoProgram;
        }
        if let (Some(counted), Ok(program)) = (&mut self.bounded, unit.program())
            && breaks_bound(program, &counted.cases, counted.most, &mut counted.steps)
        {
            return Judgement::Wrong { right: 0 };
        }
        match self.wrong(&unit, 0..self.cases.len()) {
            None => Judgement::Right,
            Some(right) => Judgement::Wrong {
                right: right as u32,
            },
        }
    }

    fn confirm(&mut self, text: &str) -> Option<u32> {
        let seeker = self.seeker;
        let unit = seeker.changed(text);
        let program = unit.program().ok()?;
        if !shown(program).is_subset(&shown(seeker.program)) {
            return None;
        }
        if self.others.is_none() {
            let mut others = seeker.drawn(DRAWN[1], self.runner);
            let config = Config {
                failure_persistence: None,
                ..Config::default()
            };
            let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &FRESH_SEED);
            let mut fresh = TestRunner::new_with_rng(config, rng);
            others.extend(seeker.drawn(DRAWN[2], &mut fresh));
            self.others = Some(seeker.bounded(others));
        }
        self.simulator.build(&unit).ok()?;
        let others = self.others.as_deref().unwrap_or_default();
        for case in others {
            if !is_right(&mut self.simulator, case) {
                return None;
            }
        }
        let counted = count(seeker.problem, Some(program), self.runner);
        if !counted.costs.iter().all(Costs::are_met) {
            return None;
        }
        u32::try_from(self.cases.len() + others.len()).ok()
    }

    fn is_spent(&self) -> bool {
        let counted = self.bounded.as_ref().map_or(0, |counted| counted.steps);
        self.simulator.steps() + counted > self.steps || (self.is_late)()
    }
}

/// Is the kernel that was built right in a case?
fn is_right(simulator: &mut Simulator, bounded: &Bounded) -> bool {
    let case = bounded.case.as_ref();
    let launch = case.launch();
    simulator.limit_steps(bounded.steps);
    let outcomes = simulator.run_claimed(std::slice::from_ref(&launch), &|_| claims(case, &launch));
    outcomes.first().is_some_and(|outcome| {
        matches!(outcome, Outcome::Ran(_)) && Failure::of(case, &launch, outcome).is_none()
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

/// Does a race lie in the lines that the cause of a change is about?
fn follows(race: &Finding, change: &Change) -> bool {
    let lines = change.cause.as_ref().and_then(|cause| cause.lines);
    let Some((first, last)) = lines else {
        return false;
    };
    let mut places = race.spans.iter().take(2);
    is_conflict(race) && places.all(|place| (first..=last).contains(&place.line))
}

impl Cause {
    /// Names the cause in the verdict and the findings of a failure. `kernel` is the name of a kernel of
    /// `program`.
    pub(crate) fn explain(
        &self,
        (program, kernel): (&Program, &str),
        verdict: &mut Verdict,
        findings: &mut Vec<Finding>,
    ) {
        let first = findings.first().cloned();
        let is_repaired = self.repaired.is_some();
        // Findings that vanish with the change follow from its cause.
        findings.retain(|finding| {
            let is_shown = finding.level != Level::Error && !is_conflict(finding);
            is_shown || !(is_repaired || follows(finding, &self.change))
        });
        match (first, &self.change.cause) {
            (Some(race), Some(cause)) if is_conflict(&race) => {
                *verdict = Verdict::Mistake {
                    mistake: cause.mistake,
                };
                findings.insert(0, self.finding((program, kernel), cause, &race));
            }
            (Some(mut error), _) if error.level == Level::Error && is_repaired => {
                error.help = self.advice(program);
                findings.insert(0, error);
            }
            _ => {}
        }
    }

    /// The finding that stands in place of a race.
    fn finding(
        &self,
        (program, kernel): (&Program, &str),
        cause: &repair::Cause,
        race: &Finding,
    ) -> Finding {
        let mut spans = vec![self.change.place(program)];
        spans.extend(cause.others.iter().cloned());
        // The place of the conflicting accesses. A secondary mark on the same line says less.
        if let Some(place) = race.spans.first() {
            let label = race.message.trim_end_matches(", in no order").to_owned();
            spans.retain(|other| other.primary || other.line != place.line);
            spans.push(Place {
                label,
                primary: false,
                ..place.clone()
            });
        }
        Finding {
            mistake: cause.mistake,
            level: Level::Error,
            evidence: Seen::Observed,
            message: self.change.message.clone(),
            help: self.change.help.clone(),
            kernel: kernel.to_owned(),
            spans,
            work_items: race.work_items.clone(),
            macro_backtrace: Vec::new(),
            fix: Vec::new(),
        }
    }

    /// The change of `source`, where the kernel is right with it.
    pub(crate) fn remedy(self, program: &Program, source: &Source) -> Option<Remedy> {
        let repaired = self.repaired?;
        Some(Remedy {
            kind: Some(self.change.kind),
            message: self.change.message.clone(),
            help: self.change.help.clone(),
            line: Some(self.change.place(program).line),
            edits: match self.second {
                None => self.change.replacements(program),
                Some(_) => repair::difference(&source.name, &source.text, &repaired),
            },
            second: self.second.map(|(second, line)| Second {
                kind: second.kind,
                message: second.message,
                help: second.help,
                line,
            }),
            cases: self.cases,
        })
    }

    /// The advised change, in one sentence that names the line.
    fn advice(&self, program: &Program) -> String {
        let of = |change: &Change, line: u32| {
            let Change { message, help, .. } = change;
            format!("line {line}: {message}: {help}")
        };
        let first = of(&self.change, self.change.place(program).line);
        match &self.second {
            Some((second, line)) => format!("{first}; and {}", of(second, *line)),
            None => first,
        }
    }
}
