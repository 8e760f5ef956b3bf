//! The search for a guess that shows no mistake, and the judgement of what a run shows: certain, or depending
//! on the guess.
//!
//! Invariant: a finding of a run is reported as certain only if it shows under every change of the guess that
//! was tried and that ran to its end, at least [`LEAST_WITNESSES`] of them.

use crate::Effort;
use crate::change::{self, Change};
use crate::guess::{Guess, LocalFrom};
use crate::trial::{Key, Trial, attempt};
use crate::uses::Uses;
use launch::{Finding, Level, MistakeId};
use launch_file::Filling;
use opencl_c::check::Checked;
use simulator::{Kernel, Refusal};

/// Steps of all trials of a search together.
const MOST_STEPS: u64 = 150_000_000;

/// Steps of the trials that judge a run without mistakes.
const MOST_STEPS_OF_CLEAN: u64 = 30_000_000;

/// Trials of a search.
const MOST_TRIALS: usize = 150;

/// Changes of which the best is kept, one after the other.
const MOST_ROUNDS: usize = 3;

/// So many other guesses have to show a finding that is reported as certain.
const LEAST_WITNESSES: usize = 2;

/// What is tried, and how much was.
pub(crate) struct Search<'a> {
    pub(crate) checked: &'a Checked,
    pub(crate) kernel: &'a Kernel,
    pub(crate) uses: &'a Uses,
    /// Sizes of work-group to try.
    pub(crate) locals: &'a [(Vec<usize>, LocalFrom)],
    pub(crate) warp: usize,
    pub(crate) effort: Effort,
    pub(crate) steps: u64,
    pub(crate) trials: usize,
}

/// A finding of another guess than the one that is kept.
#[derive(Clone, Debug)]
pub struct Elsewhere {
    /// How that guess differs.
    pub change: Change,
    pub finding: Finding,
}

/// What a search found.
pub(crate) struct Found {
    pub(crate) trial: Trial,
    /// The findings that depend on the guess, each with a change under which it does not show.
    pub(crate) depends: Vec<(Key, Change)>,
    /// What other guesses show.
    pub(crate) elsewhere: Vec<Elsewhere>,
}

impl Search<'_> {
    /// The best guess from a first one on.
    pub(crate) fn run(&mut self, first: &Guess) -> Result<Found, Refusal> {
        let natural = self.attempt(first)?;
        if let Effort::First { .. } = self.effort {
            return Ok(Found {
                trial: natural,
                depends: Vec::new(),
                elsewhere: Vec::new(),
            });
        }
        let mut best = natural.clone();
        // How the guess that is kept differs from the first, and back.
        let mut back = None;
        for _ in 0..MOST_ROUNDS {
            if best.is_clean() || self.is_spent() {
                break;
            }
            let Some((change, better)) = self.better(&best) else {
                break;
            };
            back = Some(self.reverse(&change, &best));
            best = better;
        }
        let mut elsewhere: Vec<Elsewhere> = Vec::new();
        // Another size of work-group says more of the guess than of the kernel.
        if let Some(Some(change)) =
            back.filter(|it| !matches!(it, Some(Change::Local(..) | Change::Scalars(_))))
        {
            for finding in natural.errors() {
                add(&mut elsewhere, &best, &change, finding);
            }
        }
        let depends = self.judge(&best, &mut elsewhere);
        Ok(Found {
            trial: best,
            depends,
            elsewhere,
        })
    }

    fn is_spent(&self) -> bool {
        self.steps >= MOST_STEPS || self.trials >= MOST_TRIALS
    }

    fn attempt(&mut self, guess: &Guess) -> Result<Trial, Refusal> {
        self.trials += 1;
        let trial = attempt(
            self.checked,
            self.kernel,
            self.uses,
            guess,
            (self.warp, self.effort.steps_of_trial()),
        )?;
        self.steps += 2 * trial.steps;
        Ok(trial)
    }

    /// The change that betters a trial most; the first that leaves nothing to better.
    fn better(&mut self, trial: &Trial) -> Option<(Change, Trial)> {
        let plan = &trial.plan;
        let mut changes = Vec::new();
        // A loop that does not end has its reason in data or in a scalar.
        let large = !trial.completed() && !trial.endless;
        if large {
            changes.extend(change::smaller(plan));
        }
        if trial.endless {
            changes.extend(change::fillings(plan, self.uses));
            changes.extend(change::scalars(plan));
        }
        let mut locals = change::locals(plan, self.locals).into_iter();
        changes.extend(locals.by_ref().take(3));
        changes.extend(change::rows(plan));
        changes.extend(locals);
        if !trial.endless {
            changes.extend(change::strides(plan, self.uses).into_iter().take(5));
            changes.extend(change::scalars(plan));
            changes.extend(change::fillings(plan, self.uses));
        }
        changes.extend(change::alike(plan));
        changes.extend(change::one_group(plan));
        changes.extend(change::one_row(plan));
        if !large {
            changes.extend(change::smaller(plan));
        }
        if !trial.endless && self.of_local_memory(trial) {
            changes.extend(change::shapes(plan));
        }
        let mut best: Option<(Change, Trial)> = None;
        for change in changes {
            if self.is_spent() {
                break;
            }
            let Ok(other) = self.attempt(&change.of(plan, self.uses)) else {
                continue;
            };
            let rank = best.as_ref().map_or(trial.rank(), |(_, best)| best.rank());
            if other.rank() >= rank {
                continue;
            }
            // What runs no longer shows nothing: it is no better.
            let idle = trial.stored && !other.stored;
            if idle {
                continue;
            }
            let clean = other.is_clean();
            best = Some((change, other));
            if clean {
                break;
            }
        }
        best
    }

    /// May what a trial shows be due to the shape of its work-groups alone?
    fn of_local_memory(&self, trial: &Trial) -> bool {
        let local = !self.uses.local_arrays.is_empty() || self.uses.synchronises;
        local && trial.errors().next().is_some()
    }

    /// The change that leads from a change's guess back to the one before it.
    fn reverse(&self, change: &Change, before: &Trial) -> Option<Change> {
        let plan = &before.plan;
        Some(match change {
            Change::Local(..) => Change::Local(plan.local.clone(), plan.local_from),
            Change::Global(_) | Change::OneGroup(_) => Change::Global(plan.global.clone()),
            Change::Fewer(_) => Change::Fewer(plan.fewer),
            Change::Length(_)
            | Change::ImageSize(_)
            | Change::Format(_)
            | Change::Sampler(_)
            | Change::Begin(_)
            | Change::Data(_)
            | Change::Untried
            | Change::Scalars(_)
            | Change::Fillings(_) => {
                return None;
            }
            Change::Scalar(index, name, _) => match &plan.arguments.get(*index)?.value {
                crate::guess::Value::Numbers { numbers, .. } => {
                    Change::Scalar(*index, name.clone(), *numbers.first()?)
                }
                _ => return None,
            },
            Change::Filling(index, name, _) => {
                let (filling, _) = plan.arguments.get(*index)?.value.filling()?;
                Change::Filling(*index, name.clone(), filling.clone())
            }
        })
    }

    /// Which findings depend on the guess. Other guesses may show mistakes that this one does not.
    fn judge(&mut self, trial: &Trial, elsewhere: &mut Vec<Elsewhere>) -> Vec<(Key, Change)> {
        let plan = &trial.plan;
        let mut open: Vec<(Key, usize, Option<Change>)> = Vec::new();
        for finding in &trial.findings {
            let key = Key::of(finding);
            if open.iter().all(|(known, ..)| *known != key) {
                open.push((key, 0, None));
            }
        }
        // These show what a launch of another size or other data would find.
        let mut changes: Vec<(Change, bool)> = Vec::new();
        changes.extend(change::fewer(plan).map(|change| (change, true)));
        let few = change::fillings(plan, self.uses).into_iter();
        let few = few.filter(|it| matches!(it, Change::Filling(_, _, Filling::Between { .. })));
        changes.extend(few.map(|change| (change, true)));
        if !trial.is_clean() {
            changes.extend(
                change::fillings(plan, self.uses)
                    .into_iter()
                    .map(|it| (it, false)),
            );
            changes.extend(change::one_group(plan).map(|change| (change, false)));
            changes.extend(change::rows(plan).into_iter().map(|it| (it, false)));
            changes.extend(change::one_row(plan).into_iter().map(|it| (it, false)));
            changes.extend(
                change::strides(plan, self.uses)
                    .into_iter()
                    .map(|it| (it, false)),
            );
            changes.extend(change::alike(plan).into_iter().map(|it| (it, false)));
            let locals = change::locals(plan, self.locals).into_iter().take(5);
            changes.extend(locals.map(|change| (change, false)));
            changes.extend(
                change::smaller(plan)
                    .into_iter()
                    .take(1)
                    .map(|it| (it, false)),
            );
            changes.extend(change::scalars(plan).into_iter().map(|it| (it, false)));
            if self.of_local_memory(trial) {
                changes.extend(change::shapes(plan).into_iter().map(|it| (it, false)));
            }
        } else if trial
            .findings
            .iter()
            .any(|it| it.level == Level::Performance)
        {
            let locals = change::locals(plan, self.locals).into_iter().take(2);
            changes.extend(locals.map(|change| (change, false)));
            changes.extend(
                change::scalars(plan)
                    .into_iter()
                    .take(6)
                    .map(|it| (it, false)),
            );
        }
        let mut all = true;
        let more = if trial.is_clean() {
            MOST_STEPS_OF_CLEAN
        } else {
            MOST_STEPS
        };
        let most = self.steps.saturating_add(more);
        for (change, tell) in changes {
            if self.steps >= most || self.trials >= 2 * MOST_TRIALS {
                all = false;
                break;
            }
            let Ok(other) = self.attempt(&change.of(plan, self.uses)) else {
                continue;
            };
            // What writes nothing any more is no witness.
            if !other.completed() || (trial.stored && !other.stored) {
                continue;
            }
            let fits = !other.strays_beside(trial);
            for (key, witnesses, absent) in &mut open {
                if other.shows(key) {
                    *witnesses += 1;
                } else if absent.is_none() && fits {
                    *absent = Some(change.clone());
                }
            }
            if tell {
                let of_data = matches!(change, Change::Filling(..));
                for finding in other.errors() {
                    let race = matches!(
                        finding.mistake,
                        MistakeId::DataRace | MistakeId::CrossGroupRace
                    );
                    if of_data && !race {
                        continue;
                    }
                    add(elsewhere, trial, &change, finding);
                }
            }
        }
        let of_the_text: Vec<Key> = mistakes::read(&self.checked.program)
            .iter()
            .map(Key::of)
            .collect();
        let mut depends = Vec::new();
        for (key, witnesses, absent) in open {
            let of_the_text = of_the_text.contains(&key)
                || self.checked.warnings.iter().any(|warning| {
                    Key::of(&warning.to_finding(&self.checked.program.sources)) == key
                });
            if of_the_text {
                continue;
            }
            let doubt = trial
                .findings
                .iter()
                .filter(|it| Key::of(it) == key)
                .find_map(|it| {
                    let mut doubts = trial.doubts.iter();
                    let doubt =
                        doubts.find(|(line, _)| it.spans.iter().any(|span| span.line == *line));
                    doubt.map(|(_, change)| change.clone())
                });
            if let Some(doubt) = doubt {
                depends.push((key, absent.unwrap_or(doubt)));
                continue;
            }
            let error = trial.errors().any(|finding| Key::of(finding) == key);
            match absent {
                Some(change) => depends.push((key, change)),
                None if error && (!all || witnesses < LEAST_WITNESSES) => {
                    depends.push((key, Change::Untried));
                }
                None => {}
            }
        }
        depends
    }
}

/// Adds a finding of another guess, unless it is known.
fn add(elsewhere: &mut Vec<Elsewhere>, kept: &Trial, change: &Change, finding: &Finding) {
    let key = Key::of(finding);
    let known = elsewhere.iter().any(|other| Key::of(&other.finding) == key);
    if !known && !kept.shows(&key) {
        elsewhere.push(Elsewhere {
            change: change.clone(),
            finding: finding.clone(),
        });
    }
}
