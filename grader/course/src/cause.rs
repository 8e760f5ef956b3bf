//! The repair of a failure: a small change with which the kernel is right in every case that is tried.
//!
//! A race caused by a wrong id, or by a loop over everything in every work-item, is not fixed by a barrier or
//! an atomic. So if the change fixes the kernel, the report names the cause instead of the race. For any
//! other failure the report suggests the change as well.

use crate::claims::claims;
use crate::costs::{breaks_bound, count, most_steps};
use crate::engine::Engine;
use crate::failure::{Failure, is_conflict, is_right};
use crate::front_end::{TranslationUnit, own_program};
use crate::observer::Observer;
use crate::plan::{Cases, Plan, runner_of};
use crate::report::{Costs, Verdict};
use crate::settings::RepairLimits;
use crate::simulated::Simulator;
use crate::surplus::has_work_for_several;
use kernels::{AnyCase, AnyProblem};
use launch::outcome::Outcome;
use launch::{Evidence as Seen, Finding, Launch, Level, MistakeId, Place, Source};
use mistakes::UNORDERED;
use opencl_c::program::Program;
use opencl_c::source::FileId;
use proptest::test_runner::TestRunner;
use repair::{Change, Edit, Evidence, Found, Judge, Judgement, Kind, Remedy, causes, search};
use simulator::Claim;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;

/// The drawn cases that every changed kernel runs, beside the corner cases and the failing one.
const DRAWN: usize = 10;

/// The cases by which changed kernels are judged side by side. Most are wrong in one of them, and most of the time
/// goes into those that are not.
const QUICK: usize = 6;

/// The steps of a changed kernel in one case: this many times those of the problem's own kernel, and at least
/// some; most changes that make a loop endless are stopped early so.
const TIMES_SOLUTION: u64 = 24;
const LEAST_STEPS: u64 = 20_000;
const MOST_STEPS: u64 = 4_000_000;

/// The budget of steps suffices for this many runs of the first case that take all they may, which are some
/// four hundred usual ones.
const LEAST_RUNS: u64 = 16;

/// The most threads of a search.
const MOST_THREADS: usize = 8;

/// Bytes of an inserted text that a label shows, at most.
const MOST_SHOWN: usize = 40;

/// The seed of the fresh cases.
const FRESH_SEED: [u8; 32] = [0x5A; 32];

/// The repair of a failure, or a cause that the text alone shows.
pub(crate) struct Cause {
    change: Change,
    /// The repair; none if the text alone shows the cause.
    pub(crate) remedy: Option<Remedy>,
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
        let is_repairable = matches!(
            failure,
            Failure::Mistake { .. }
                | Failure::Memory(_)
                | Failure::Other(Outcome::OutOfSteps { .. })
        );
        if !self.shows_repairs || !is_repairable {
            return None;
        }
        let seeker = self.seeker(program)?;
        let (start, most) = (observer.elapsed(), seeker.limits.time);
        let is_late = || observer.elapsed().saturating_sub(start) >= most;
        seeker.seek(cases, failure, runner, &is_late)
    }

    /// A change with which a right kernel keeps the bounds on costs, where the whole search is wanted.
    pub(crate) fn cheaper(&self, findings: &[Finding]) -> Option<Remedy> {
        if !self.shows_repairs {
            return None;
        }
        let seeker = self.seeker(self.program())?;
        let is_whole = seeker.limits.effort.pairs > 0;
        is_whole.then(|| seeker.seek_cheaper(findings, &mut self.runner()))?
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
        let first = failing.iter().map(|case| Trial::of(case.duplicate()));
        let mut cases: Vec<Trial> = first.collect();
        let mut others = self.problem.corners();
        others.extend(self.drawn(DRAWN, runner));
        cases.extend(by_size(others));
        let is_stopped = matches!(failure, Failure::Other(Outcome::OutOfSteps { .. }));
        let steps = match is_stopped || failure.findings().any(is_endless) {
            true => self.limits.steps_of_endless,
            false => self.limits.steps,
        };
        let mut judge = Cased {
            is_late,
            ..Cased::of(self, cases, steps, runner)
        };
        // A failure that only the device shows cannot be repaired by trials in the simulator.
        if !judge.is_wrong_itself() {
            return None;
        }
        let mistake = failure.findings().next().map(|finding| finding.mistake);
        let wrong = failure.wrong_buffers();
        let found = self.found((mistake, &lines(failure), &wrong), &mut judge);
        if let Some(found) = found {
            return Some(Cause {
                change: found.change.clone(),
                remedy: Some(self.remedy(found)),
            });
        }
        if !failure.findings().any(is_conflict) {
            return None;
        }
        let kernel = self.problem.signature().kernel;
        let all = causes(self.program, &kernel, judge.dimensions());
        let mut shown = all
            .into_iter()
            .filter(|change| failure.findings().any(|race| follows(race, change)));
        shown.next().map(|change| Cause {
            change,
            remedy: None,
        })
    }

    /// A change with which a right kernel keeps the exercise's bounds on costs. `findings` are about its costs.
    fn seek_cheaper(&self, findings: &[Finding], runner: &mut TestRunner) -> Option<Remedy> {
        let mut cases = self.problem.corners();
        cases.extend(self.drawn(DRAWN, runner));
        let counted = self.problem.counted();
        let most = most_steps(self.program, &counted).saturating_mul(2);
        let mut judge = Cased {
            bounded: Some(Counted {
                cases: counted,
                most,
                steps: 0,
            }),
            ..Cased::of(self, by_size(cases), self.limits.steps, runner)
        };
        let costly = || {
            findings
                .iter()
                .filter(|finding| finding.level == Level::Performance)
        };
        let lines: Vec<u32> = costly()
            .flat_map(|finding| &finding.spans)
            .map(|place| place.line)
            .collect();
        let signature = self.problem.signature();
        let buffers: Vec<String> = signature
            .parameters
            .iter()
            .map(|parameter| parameter.name.to_string())
            .collect();
        let mistake = costly().next().map(|finding| finding.mistake);
        let found = self.found((mistake, &lines, &buffers), &mut judge)?;
        Some(self.remedy(found))
    }

    /// Searches where a mistake, lines and wrong buffers point to.
    fn found(
        &self,
        (mistake, lines, wrong): (Option<MistakeId>, &[u32], &[String]),
        judge: &mut Cased<'_>,
    ) -> Option<Found> {
        let kernel = self.problem.signature().kernel;
        let evidence = Evidence::of(self.program, &kernel, mistake, lines, wrong);
        search(
            (&self.unit.source.text, self.program),
            (&kernel, judge.dimensions()),
            &evidence,
            self.limits.effort,
            judge,
        )
    }

    fn remedy(&self, found: Found) -> Remedy {
        let Source { name, text, .. } = &self.unit.source;
        Remedy::of(found, (name, text, self.program))
    }

    /// The problem's own kernel, prepared.
    fn own_kernel(&self) -> Option<simulator::Kernel> {
        let program = own_program(self.problem)?;
        simulator::prepare(&Arc::new(program), &self.problem.signature().kernel).ok()
    }

    fn drawn(&self, count: usize, runner: &mut TestRunner) -> Vec<Box<dyn AnyCase>> {
        let cases = (0..count).map_while(|_| self.problem.draw(runner).ok());
        cases.collect()
    }

    fn changed(&self, text: &str) -> TranslationUnit {
        self.unit.with_text(text.to_owned())
    }
}

/// The lines of the student's file that a failure's first findings name; of a missing barrier the place for it.
fn lines(failure: &Failure) -> Vec<u32> {
    let findings = failure.findings().take(2);
    let mut lines = Vec::new();
    for finding in findings {
        let is_for_barrier = finding.mistake == MistakeId::MissingBarrier;
        for place in &finding.spans {
            if !is_for_barrier {
                lines.push(place.line);
            } else if place.primary {
                // At the end of a loop the edit stands behind the line before.
                lines.extend([place.line, place.line.saturating_sub(1)]);
            }
        }
    }
    lines
}

/// A case with its launch, which runs for many changes.
struct Trial {
    case: Box<dyn AnyCase>,
    launch: Launch,
    /// The claims on its buffers, once it has run.
    claims: OnceLock<Vec<Claim>>,
    /// The steps that a changed kernel may take in it, once they are known.
    steps: OnceLock<u64>,
}

impl Trial {
    fn of(case: Box<dyn AnyCase>) -> Trial {
        Trial {
            launch: case.launch(),
            claims: OnceLock::new(),
            case,
            steps: OnceLock::new(),
        }
    }

    fn work_items(&self) -> usize {
        self.launch.range.global.iter().product()
    }
}

/// Cases as trials, those with the fewest work-items first: most wrong changes are wrong in a small one.
fn by_size(cases: Vec<Box<dyn AnyCase>>) -> Vec<Trial> {
    let mut trials: Vec<Trial> = cases.into_iter().map(Trial::of).collect();
    trials.sort_by_key(Trial::work_items);
    trials
}

/// The cases in which costs are counted.
struct Counted {
    cases: Vec<Box<dyn AnyCase>>,
    /// The steps that a changed kernel may take in one.
    most: u64,
    /// The steps of all runs until now.
    steps: u64,
}

/// What the first cases say of a changed kernel.
enum Quick {
    Judged(Judgement),
    /// It is right in them, and has to run in the others.
    RightInFirst,
}

/// The cases of a problem, in which changed kernels run on several threads at a time.
struct Trials<'a> {
    seeker: &'a Seeker<'a>,
    /// The failing cases first.
    cases: Vec<Trial>,
    own_kernel: Option<simulator::Kernel>,
}

impl Trials<'_> {
    /// Judges a changed kernel by the first cases alone, and the steps that it took.
    fn judge_quickly(&self, unit: &TranslationUnit, simulator: &mut Simulator) -> (Quick, u64) {
        let before = simulator.steps();
        if simulator.build(unit).is_err() {
            return (Quick::Judged(Judgement::NoProgram), 0);
        }
        let mut first = self.cases.iter().take(QUICK);
        let quick = match first.position(|trial| !self.is_right(trial, simulator)) {
            None => Quick::RightInFirst,
            Some(right) => Quick::Judged(Judgement::Wrong {
                right: right as u32,
            }),
        };
        (quick, simulator.steps() - before)
    }

    /// Is the kernel that was built right in a case? How many steps it may take is only counted for one that
    /// takes more than every kernel may.
    fn is_right(&self, trial: &Trial, simulator: &mut Simulator) -> bool {
        match tried(simulator, trial, LEAST_STEPS) {
            Tried::Stopped => {
                matches!(
                    tried(simulator, trial, self.most_steps(trial)),
                    Tried::Right
                )
            }
            tried => matches!(tried, Tried::Right),
        }
    }

    /// The steps that a changed kernel may take in a case.
    fn most_steps(&self, trial: &Trial) -> u64 {
        let own = self.own_kernel.as_ref();
        *trial
            .steps
            .get_or_init(|| most_steps_in(&trial.launch, own))
    }
}

/// Judges changed kernels by the cases of a problem, in the simulator.
struct Cased<'a> {
    /// One for each thread.
    simulators: Vec<Simulator>,
    /// The budget of simulated steps, and what of it is spent.
    steps: u64,
    spent: u64,
    trials: Trials<'a>,
    /// The cases in which costs are counted, where those are at fault.
    bounded: Option<Counted>,
    /// Cases that only a kernel right in all others has to pass, once there was one.
    others: Option<Vec<Trial>>,
    runner: &'a mut TestRunner,
    is_late: &'a dyn Fn() -> bool,
}

impl<'a> Cased<'a> {
    fn of(
        seeker: &'a Seeker<'a>,
        cases: Vec<Trial>,
        steps: u64,
        runner: &'a mut TestRunner,
    ) -> Cased<'a> {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let simulator = || {
            let mut simulator = Simulator::on_one_thread();
            simulator.take_problem(seeker.problem);
            simulator.only_judge();
            simulator
        };
        let trials = Trials {
            seeker,
            cases,
            own_kernel: seeker.own_kernel(),
        };
        Cased {
            simulators: (0..threads.min(MOST_THREADS))
                .map(|_| simulator())
                .collect(),
            steps,
            spent: 0,
            trials,
            bounded: None,
            others: None,
            runner,
            is_late: &|| false,
        }
    }

    /// Is the kernel itself wrong in the first case? The steps that it takes there say how many a search needs.
    fn is_wrong_itself(&mut self) -> bool {
        let Some((simulator, trial)) = self.simulators.first_mut().zip(self.trials.cases.first())
        else {
            return false;
        };
        if simulator.build(self.trials.seeker.unit).is_err() {
            return true;
        }
        let before = simulator.steps();
        let is_wrong = !self.trials.is_right(trial, simulator);
        let most = most_steps_of(simulator.steps() - before);
        self.steps = self.steps.max(most.saturating_mul(LEAST_RUNS));
        is_wrong
    }

    /// Judges texts in their order, up to the first that is right or with which the budget is spent. Several are
    /// judged by the first cases at a time; one that is right there runs in several of the others at a time.
    fn judged(&mut self, texts: &[&str]) -> Vec<Judgement> {
        let each: Vec<OnceLock<(TranslationUnit, Quick, u64)>> =
            texts.iter().map(|_| OnceLock::new()).collect();
        let left = self.steps.saturating_sub(self.spent);
        let used = AtomicU64::new(0);
        on_threads(&mut self.simulators, texts.len(), &|number, simulator| {
            let unit = self.trials.seeker.changed(texts[number]);
            let (quick, steps) = self.trials.judge_quickly(&unit, simulator);
            let is_judged = matches!(quick, Quick::Judged(_));
            each[number].get_or_init(|| (unit, quick, steps));
            // Those that have begun use up the budget in their order, too.
            is_judged && used.fetch_add(steps, Ordering::Relaxed) + steps <= left
        });
        let mut judgements = Vec::with_capacity(texts.len());
        for (unit, quick, steps) in each.into_iter().map_while(OnceLock::into_inner) {
            self.spent = self.spent.saturating_add(steps);
            let judgement = match quick {
                Quick::Judged(judgement) => judgement,
                Quick::RightInFirst => self.judge_by_others(&unit),
            };
            judgements.push(judgement);
            // What other threads did beyond that does not count.
            if judgement == Judgement::Right || self.spent > self.steps {
                break;
            }
        }
        judgements
    }

    /// Judges a changed kernel that is right in the first cases by the others.
    fn judge_by_others(&mut self, unit: &TranslationUnit) -> Judgement {
        for simulator in &mut self.simulators {
            if simulator.build(unit).is_err() {
                return Judgement::NoProgram;
            }
        }
        let trials = &self.trials;
        let others = trials.cases.get(QUICK..).unwrap_or_default();
        let each: Vec<OnceLock<(bool, u64)>> = others.iter().map(|_| OnceLock::new()).collect();
        on_threads(&mut self.simulators, others.len(), &|number, simulator| {
            let before = simulator.steps();
            let is_right = trials.is_right(&others[number], simulator);
            each[number].get_or_init(|| (is_right, simulator.steps() - before));
            is_right
        });
        let judged = each.into_iter().map_while(OnceLock::into_inner);
        for (number, (is_right, steps)) in judged.enumerate() {
            self.spent = self.spent.saturating_add(steps);
            if !is_right {
                let right = QUICK + number;
                return Judgement::Wrong {
                    right: right as u32,
                };
            }
        }
        Judgement::Right
    }

    /// The dimensions of the first case's launch.
    fn dimensions(&self) -> usize {
        let first = self.trials.cases.first();
        first.map_or(1, |it| it.launch.range.global.len())
    }
}

/// Does `work` with the numbers below `count` on the threads of the simulators, in their order, until one is false.
/// All below that one are done as well. Was none false?
fn on_threads(
    simulators: &mut [Simulator],
    count: usize,
    work: &(dyn Fn(usize, &mut Simulator) -> bool + Sync),
) -> bool {
    let (next, is_over) = (AtomicUsize::new(0), AtomicBool::new(false));
    let run = |simulator: &mut Simulator| {
        while !is_over.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                break;
            }
            if !work(number, simulator) {
                is_over.store(true, Ordering::Relaxed);
            }
        }
    };
    let mut simulators = simulators.iter_mut().take(count);
    let first = simulators.next();
    thread::scope(|scope| {
        for simulator in simulators {
            scope.spawn(|| run(simulator));
        }
        first.into_iter().for_each(run);
    });
    !is_over.into_inner()
}

/// The mistakes, warnings among them, that the text shows.
fn shown(program: &Program) -> BTreeSet<MistakeId> {
    let findings = mistakes::read_beside_a_run(program).into_iter();
    let severe = findings.filter(|it| it.level != Level::Performance);
    severe.map(|it| it.mistake).collect()
}

impl Judge for Cased<'_> {
    fn read(&mut self, text: &str) -> Option<Program> {
        let unit = self.trials.seeker.changed(text);
        unit.program().ok().map(|program| Program::clone(program))
    }

    fn judge(&mut self, text: &str) -> Judgement {
        if let Some(counted) = &mut self.bounded
            && let Ok(program) = self.trials.seeker.changed(text).program()
            && breaks_bound(program, &counted.cases, counted.most, &mut counted.steps)
        {
            return Judgement::Wrong { right: 0 };
        }
        let judged = self.judged(&[text]).pop();
        judged.unwrap_or(Judgement::NoProgram)
    }

    fn judge_several(&mut self, texts: &[&str]) -> Vec<Judgement> {
        if self.bounded.is_some() {
            // These are counted on all threads.
            return texts.iter().take(1).map(|text| self.judge(text)).collect();
        }
        self.judged(texts)
    }

    fn confirm(&mut self, text: &str) -> Option<u32> {
        let seeker = self.trials.seeker;
        let unit = seeker.changed(text);
        let program = unit.program().ok()?;
        if !shown(program).is_subset(&shown(seeker.program)) {
            return None;
        }
        if self.others.is_none() {
            let mut others = seeker.drawn(seeker.limits.confirming[0], self.runner);
            let mut fresh = runner_of(&FRESH_SEED);
            others.extend(seeker.drawn(seeker.limits.confirming[1], &mut fresh));
            self.others = Some(by_size(others));
        }
        let others = self.others.as_deref().unwrap_or_default();
        for simulator in &mut self.simulators {
            simulator.build(&unit).ok()?;
        }
        if !on_threads(&mut self.simulators, others.len(), &|number, simulator| {
            matches!(tried(simulator, &others[number], u64::MAX), Tried::Right)
        }) {
            return None;
        }
        let counted = count(seeker.problem, Some(program), self.runner);
        if !counted.costs.iter().all(Costs::are_met) {
            return None;
        }
        u32::try_from(self.trials.cases.len() + others.len()).ok()
    }

    fn is_spent(&self) -> bool {
        let counted = self.bounded.as_ref().map_or(0, |counted| counted.steps);
        self.spent + counted > self.steps || (self.is_late)()
    }
}

/// The steps that a changed kernel may take in a case, by those that the problem's own kernel takes.
fn most_steps_in(launch: &Launch, own: Option<&simulator::Kernel>) -> u64 {
    let options = simulator::Options {
        races: false,
        count: false,
        ..simulator::Options::default()
    };
    let ran = own.and_then(|kernel| kernel.run(launch, &options).ok());
    ran.map_or(MOST_STEPS, |ran| most_steps_of(ran.steps))
}

/// The steps that a changed kernel may take where a right one takes as many as this.
fn most_steps_of(right: u64) -> u64 {
    right
        .saturating_mul(TIMES_SOLUTION)
        .saturating_add(LEAST_STEPS)
}

/// How a kernel did in a case.
enum Tried {
    Right,
    Wrong,
    /// It was stopped before its end, and nothing else was seen to be wrong.
    Stopped,
}

/// Tries the kernel that was built in a case, within a number of steps and those that the simulator allows.
fn tried(simulator: &mut Simulator, trial: &Trial, most_steps: u64) -> Tried {
    let (case, launch) = (trial.case.as_ref(), &trial.launch);
    simulator.limit_steps(most_steps);
    let outcomes = simulator.run_claimed(std::slice::from_ref(launch), &|_| {
        trial.claims.get_or_init(|| claims(case, launch)).clone()
    });
    match outcomes.first() {
        Some(Outcome::OutOfSteps { .. }) => Tried::Stopped,
        Some(Outcome::Ran(ran)) if ran.findings.iter().any(is_endless) => Tried::Stopped,
        Some(Outcome::Ran(ran)) if is_right(case, launch, ran) => Tried::Right,
        _ => Tried::Wrong,
    }
}

fn is_endless(finding: &Finding) -> bool {
    finding.mistake == MistakeId::EndlessLoop
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
        let is_repaired = self.remedy.is_some();
        // Findings that vanish with the change follow from its cause.
        findings.retain(|finding| {
            let is_shown = finding.level != Level::Error && !is_conflict(finding);
            is_shown || !(is_repaired || follows(finding, &self.change))
        });
        match (first, &self.change.cause, &self.remedy) {
            (Some(race), Some(cause), _) if is_conflict(&race) => {
                *verdict = Verdict::Mistake {
                    mistake: cause.mistake,
                };
                findings.insert(0, self.finding((program, kernel), cause, &race));
            }
            (Some(mut error), _, Some(remedy)) if error.level == Level::Error => {
                error.help = remedy.advice();
                self.point_at_change(program, &mut error);
                findings.insert(0, error);
            }
            _ => {}
        }
    }

    /// Makes the place of the change a finding's first place: that is where to look, and the access only shows
    /// it. A place on that line already is left as it is.
    fn point_at_change(&self, program: &Program, finding: &mut Finding) {
        // A missing barrier has its place already.
        if finding.mistake == MistakeId::MissingBarrier && self.change.kind == Kind::Barrier {
            return;
        }
        let is_insertion = self.change.span.start == self.change.span.end;
        let label = match (is_insertion, self.change.edits.as_slice()) {
            (true, [Edit { text, .. }]) if text.len() <= MOST_SHOWN && !text.contains('\n') => {
                format!("write `{}` before this", text.trim())
            }
            (true, _) => "insert before this".to_owned(),
            (false, _) => "change this".to_owned(),
        };
        let place = Place {
            label,
            ..self.change.place(program)
        };
        let is_known = |known: &Place| known.file == place.file && known.line == place.line;
        let mut shown = finding.spans.iter().enumerate();
        if shown.any(|(index, it)| is_known(it) && (index == 0 || it.primary)) {
            return;
        }
        finding.spans.retain(|other| !is_known(other));
        finding.add_primary(place);
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
            let label = race.message.trim_end_matches(UNORDERED).to_owned();
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
            message: self.change.message(&program.sources.file(FileId(0)).text),
            help: self.change.help(),
            kernel: kernel.to_owned(),
            spans,
            work_items: race.work_items.clone(),
            macro_backtrace: Vec::new(),
            fix: Vec::new(),
        }
    }
}
