//! proptest's value trees take the steps. A tree shrinks one parameter after the other and never returns to
//! the first, so the search starts again from its best case until nothing gets smaller: a work-group that
//! shrank late lets the size shrink once more.

use crate::claims::claims;
use crate::engine::Engine;
use crate::failure::{Failure, Smallest};
use crate::observer::{Observer, Step};
use crate::settings::ShrinkLimits;
use crate::surplus::has_work_for_several;
use kernels::AnyCase;
use launch::outcome::Outcome;
use launch::{Finding, MistakeId};
use proptest::test_runner::TestRunner;
use std::collections::HashSet;
use std::time::Duration;

/// Searches from a case that failed with `failure`.
pub(crate) fn shrink(
    from: &dyn AnyCase,
    failure: Failure,
    limits: &ShrinkLimits,
    engine: &mut dyn Engine,
    runner: &mut TestRunner,
    observer: &mut dyn Observer,
) -> Smallest {
    // A race between a single work-item that has work and surplus ones shows only a missing guard.
    let several = failure.is_conflict() && has_work_for_several(from);
    let mut search = Search {
        several,
        best: from.duplicate(),
        failure,
        limits,
        last_step: engine.steps().saturating_add(limits.steps),
        engine,
        deadline: observer.elapsed().saturating_add(limits.time),
        observer,
        passed: HashSet::new(),
        launches: 0,
        crashes: 0,
        timeouts: 0,
        endless: 0,
    };
    let complete = loop {
        match search.descend(runner) {
            Ok(true) => {}
            Ok(false) => break true,
            Err(BudgetSpent) => break false,
        }
    };
    Smallest {
        case: search.best,
        failure: search.failure,
        launches: Some(search.launches),
        complete,
    }
}

struct Search<'s> {
    best: Box<dyn AnyCase>,
    failure: Failure,
    /// Must several work-items have work?
    several: bool,
    limits: &'s ShrinkLimits,
    engine: &'s mut dyn Engine,
    observer: &'s mut dyn Observer,
    deadline: Duration,
    /// The engine's steps at which the search ends.
    last_step: u64,
    /// Cases that do not fail, or fail in another way.
    passed: HashSet<Vec<u8>>,
    launches: u32,
    crashes: u32,
    timeouts: u32,
    endless: u32,
}

fn is_endless(finding: &Finding) -> bool {
    finding.mistake == MistakeId::EndlessLoop
}

/// The search must stop, wherever it is.
struct BudgetSpent;

impl Search<'_> {
    /// Walks down one tree from the best case; was a smaller one found?
    ///
    /// Every candidate has some parameter below the best case's and none above, so a search that starts again
    /// whenever one was found terminates.
    fn descend(&mut self, runner: &mut TestRunner) -> Result<bool, BudgetSpent> {
        // A problem that cannot shrink from a case leaves it as it is.
        let Ok(mut tree) = self.best.shrink(runner) else {
            return Ok(false);
        };
        let mut found = false;
        let mut moved = tree.simplify();
        while moved {
            let candidate = tree.current();
            let is_best = candidate.encode() == self.best.encode();
            if is_best || self.takes(candidate)? {
                found |= !is_best;
                moved = tree.simplify();
            } else {
                moved = tree.complicate();
            }
        }
        Ok(found)
    }

    /// Runs a candidate, and makes it the best case where it fails in the same way.
    fn takes(&mut self, candidate: Box<dyn AnyCase>) -> Result<bool, BudgetSpent> {
        let bytes = candidate.encode();
        if self.passed.contains(&bytes) {
            return Ok(false);
        }
        if self.several && !has_work_for_several(candidate.as_ref()) {
            self.passed.insert(bytes);
            return Ok(false);
        }
        if self.is_spent() {
            return Err(BudgetSpent);
        }
        self.observer.step(Step::Shrinking {
            launches: self.launches,
        });
        self.launches += 1;
        let launch = candidate.launch();
        let outcomes = self
            .engine
            .run_claimed(std::slice::from_ref(&launch), &|_| {
                claims(candidate.as_ref(), &launch)
            });
        // A machine that fails now says nothing about the kernel: the best case so far stands.
        let outcome = outcomes.first().ok_or(BudgetSpent)?;
        match outcome {
            Outcome::Crashed { .. } | Outcome::LostTheDevice { .. } => self.crashes += 1,
            Outcome::OutOfTime { .. } => self.timeouts += 1,
            Outcome::OutOfSteps { .. } => self.endless += 1,
            Outcome::Ran(ran) if ran.findings.iter().any(is_endless) => self.endless += 1,
            outcome if outcome.is_fault() => return Err(BudgetSpent),
            _ => {}
        }
        match Failure::of(candidate.as_ref(), &launch, outcome) {
            Some(failure) if failure.is_like(&self.failure) && failure.shrinks() => {
                self.best = candidate;
                self.failure = failure;
                Ok(true)
            }
            _ => {
                self.passed.insert(bytes);
                Ok(false)
            }
        }
    }

    fn is_spent(&self) -> bool {
        self.launches >= self.limits.launches
            || self.crashes >= self.limits.crashes
            || self.timeouts >= self.limits.timeouts
            || self.endless >= self.limits.endless
            || self.engine.steps() >= self.last_step
            || self.observer.elapsed() >= self.deadline
    }
}
