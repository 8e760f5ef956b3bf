//! Loops: which iterations are read, and how many each represents.

use super::{Loop, Read, Reader, Value};
use crate::access::Iteration;
use crate::graph::Node;
use crate::lanes::{Lanes, Mask};
use crate::refusal::{At, Why};
use crate::timeline::Mark;
use opencl_c::program::{BinaryOp, ExprId, ExprKind, Stmt};
use opencl_c::source::Origin;

/// Iterations that are read one by one.
const ROUNDS: i64 = 24;

/// Further iterations that are sampled, once every variable changes by a constant step.
const SAMPLED: i64 = 8;

#[derive(Clone, Copy)]
pub(super) struct Parts<'a> {
    pub(super) condition: Option<ExprId>,
    /// Whether the condition is tested before the first iteration.
    pub(super) first: bool,
    pub(super) step: Option<ExprId>,
    pub(super) body: &'a Stmt,
}

impl Reader<'_> {
    pub(super) fn loop_statement(&mut self, origin: Origin, parts: Parts<'_>) -> Read<()> {
        let entered = self.active.clone();
        let none = Mask::none(self.sample.lanes());
        let outer = (
            std::mem::replace(&mut self.broken, none.clone()),
            std::mem::replace(&mut self.continued, none),
            std::mem::take(&mut self.unknown_branches),
        );
        let weight = self.weight;
        let entry = self.loop_index(origin);
        self.enclosing.push(entry);
        self.loop_entries += 1;
        self.iterations.push(Iteration {
            loop_entry: self.loop_entries,
            round: 0,
            represents: 1,
        });
        let start = self.frame().vars.clone();
        self.out.graph.enter_loop();
        self.mark(Mark::Enter);
        let is_constant = self.rounds(parts)?;
        let is_countable = self.is_countable(parts);
        self.mark(Mark::Leave {
            is_constant,
            is_countable,
        });
        self.out.graph.leave_loop();
        if self.out.loops[entry].data_dependent {
            self.forget_changes(&start);
        }
        self.iterations.pop();
        self.enclosing.pop();
        self.weight = weight;
        (self.broken, self.continued, self.unknown_branches) = outer;
        let returned = self.frame().returned.clone();
        let left = self.left_iteration();
        self.active = entered.without(&returned).without(&left);
        Ok(())
    }

    /// The loop's index in `out.loops`.
    fn loop_index(&mut self, origin: Origin) -> usize {
        let is_it = |entry: &Loop| entry.origin == origin;
        if let Some(entry) = self.out.loops.iter().position(is_it) {
            return entry;
        }
        let at = At::of(self.program, origin);
        let given = self.trips.iter().find(|trip| trip.is_of(&at));
        self.out.loops.push(Loop {
            origin,
            given: given.map(|trip| trip.rounds),
            at,
            data_dependent: false,
        });
        self.out.loops.len() - 1
    }

    /// Marks the innermost `loops` loops as data-dependent: without a given trip count there is no prediction.
    pub(super) fn require_rounds(&mut self, loops: usize) -> Read<()> {
        let first = self.enclosing.len().saturating_sub(loops);
        for index in (first..self.enclosing.len()).rev() {
            let entry = self.enclosing[index];
            let entry = &mut self.out.loops[entry];
            entry.data_dependent = true;
            if entry.given.is_none() {
                let origin = entry.origin;
                return self.refuse(origin, Why::Rounds);
            }
        }
        Ok(())
    }

    /// The given trip count of the innermost loop, if it is data-dependent.
    fn given_rounds(&self) -> Option<i64> {
        let entry = &self.out.loops[*self.enclosing.last()?];
        entry
            .given
            .filter(|_| entry.data_dependent)
            .map(|rounds| i64::try_from(rounds).unwrap_or(i64::MAX))
    }

    /// Sets the current iteration and the number of iterations that it represents.
    fn set_iteration(&mut self, round: i64, represents: i64) {
        if let Some(iteration) = self.iterations.last_mut() {
            (iteration.round, iteration.represents) = (round, represents);
        }
    }

    /// Reads the iterations. Returns whether their number is known at compile time.
    fn rounds(&mut self, parts: Parts<'_>) -> Read<bool> {
        let mut rounds = 0;
        // Nested loops multiply.
        let most = (ROUNDS >> (2 * self.iterations.len().saturating_sub(1))).max(2);
        let mut is_constant = parts.condition.is_some();
        // The variables before the last iteration, from which their steps follow.
        let mut before: Vec<Option<Value>> = Vec::new();
        loop {
            self.set_iteration(rounds, 1);
            let mut is_known = false;
            if (parts.first || rounds > 0)
                && let Some(condition) = parts.condition
            {
                let test = self.test(condition)?;
                is_known = test.0;
                is_constant &= test.1;
            }
            let given = self.given_rounds();
            if self.active.is_empty() || given.is_some_and(|given| rounds >= given) {
                return Ok(is_constant);
            }
            if rounds >= most {
                let until = parts.condition.filter(|_| is_known);
                let left = given.map(|given| given - rounds);
                if let Some(rest) = self.progress(&before, until, left)? {
                    self.skip(rounds, &rest, parts)?;
                    return Ok(is_constant);
                }
            }
            before.clone_from(&self.frame().vars);
            self.round(parts)?;
            rounds += 1;
            self.out.has_loop |= rounds > 1;
            // A loop that runs once has a known trip count only if its condition is a constant.
            let is_loop = rounds > 1 || parts.condition.is_some();
            self.out.unknown_trip_count |= is_loop && !is_constant || rounds >= ROUNDS;
            if self.active.is_empty() {
                return Ok(is_constant);
            }
        }
    }

    /// Evaluates the condition and deactivates the lanes that leave. Returns whether the condition is known,
    /// and whether it is a compile-time constant.
    fn test(&mut self, condition: ExprId) -> Read<(bool, bool)> {
        let value = self.expression(condition)?;
        self.out.graph.root(value.node);
        match Mask::where_true(&value.lanes, self.sample.lanes()) {
            Some(holds) => {
                self.active = self.active.and(&holds);
                Ok((true, self.out.graph.is_constant(value.node)))
            }
            None => {
                self.require_rounds(1)?;
                Ok((false, false))
            }
        }
    }

    /// One iteration: the body and the step.
    fn round(&mut self, parts: Parts<'_>) -> Read<()> {
        self.out.rounds += self.share();
        let represents = self.iterations.last().map_or(1, |of| of.represents);
        self.mark(Mark::Round(represents as f64));
        let start: Vec<Option<Node>> = self.nodes();
        self.statement(parts.body)?;
        self.active = self.active.or(&self.continued);
        self.continued = Mask::none(self.sample.lanes());
        let returned = self.frame().returned.clone().or(&self.broken);
        self.active = self.active.without(&returned);
        if let Some(step) = parts.step
            && !self.active.is_empty()
        {
            self.expression(step)?;
        }
        let end = self.nodes();
        let pairs = start.into_iter().zip(end);
        let carried = pairs.filter_map(|(start, end)| start.zip(end).filter(|(a, b)| a != b));
        let carried = carried.collect();
        self.mark(Mark::EndRound(carried));
        Ok(())
    }

    /// Whether a compiler can compute the trip count before the loop, and so unroll it: the counter moves by a
    /// constant.
    fn is_countable(&self, parts: Parts<'_>) -> bool {
        let kind = |id: ExprId| &self.program.expr(id).kind;
        parts.step.is_some_and(|step| match kind(step) {
            ExprKind::Increment { .. } => true,
            ExprKind::CompoundAssign { op, value, .. } => {
                matches!(op, BinaryOp::Add | BinaryOp::Subtract)
                    && matches!(kind(*value), ExprKind::Constant(_))
            }
            ExprKind::Discard(step) => matches!(kind(*step), ExprKind::Increment { .. }),
            _ => false,
        })
    }

    /// The value of each variable.
    fn nodes(&mut self) -> Vec<Option<Node>> {
        let vars = self.frame().vars.iter();
        vars.map(|value| Some(value.as_ref()?.node)).collect()
    }

    /// The step of each variable in the last iteration, and the number of iterations that remain: until the
    /// condition fails, or as given. None if the steps are not constant.
    fn progress(
        &mut self,
        before: &[Option<Value>],
        until: Option<ExprId>,
        left: Option<i64>,
    ) -> Read<Option<Progress>> {
        let now = self.frame().vars.clone();
        let mut steps = Vec::new();
        let mut unpredictable = Vec::new();
        let mut changed = Vec::new();
        for (index, (old, new)) in before.iter().zip(&now).enumerate() {
            let (Some(old), Some(new)) = (old, new) else {
                continue;
            };
            if old.node != new.node {
                changed.push(index);
            }
            if old.lanes == new.lanes {
                continue;
            }
            let by = new.lanes.with(&old.lanes, |new, old| new.checked_sub(old));
            match by {
                Lanes::Same(by) => steps.push((index, by)),
                // Unknown values remain unknown; a step that differs between lanes is not constant.
                Lanes::Beside(_) | Lanes::Unknown { .. } => {}
                Lanes::Each(_) if left.is_some() => unpredictable.push(index),
                Lanes::Each(_) => return Ok(None),
            }
        }
        let found = match until {
            Some(condition) if !steps.is_empty() => self.end(condition, &now, &steps)?,
            _ => None,
        };
        let rounds = match (found, left) {
            (Some(found), Some(left)) => found.min(left),
            (Some(rounds), None) | (None, Some(rounds)) => rounds,
            (None, None) => return Ok(None),
        };
        Ok(Some(Progress {
            steps,
            unpredictable,
            changed,
            rounds,
        }))
    }

    /// The number of iterations until the condition fails in every lane.
    fn end(
        &mut self,
        condition: ExprId,
        now: &[Option<Value>],
        steps: &[(usize, i64)],
    ) -> Read<Option<i64>> {
        let goes_on = |reader: &mut Self, rounds: i64| -> Read<bool> {
            reader.frame().vars = now.to_vec();
            reader.advance(steps, rounds);
            let value = reader.expression(condition)?;
            let holds = Mask::where_true(&value.lanes, reader.sample.lanes());
            Ok(holds.is_some_and(|holds| !reader.active.and(&holds).is_empty()))
        };
        let mut low = 0_i64;
        let mut high = 1_i64;
        while goes_on(self, high)? {
            low = high;
            high = match high.checked_mul(2) {
                Some(high) if high < 1 << 40 => high,
                _ => {
                    self.frame().vars = now.to_vec();
                    return Ok(None);
                }
            };
        }
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if goes_on(self, middle)? {
                low = middle;
            } else {
                high = middle;
            }
        }
        self.frame().vars = now.to_vec();
        Ok(Some(low + 1))
    }

    /// Advances the variables by a number of iterations.
    fn advance(&mut self, steps: &[(usize, i64)], rounds: i64) {
        for &(index, by) in steps {
            if let Some(mut value) = self.frame().vars[index].take() {
                value.lanes = next(&value.lanes, by, rounds);
                let key = self.out.graph.unique();
                value.node = self.out.graph.value(key, None, 0.0, &[]);
                self.frame().vars[index] = Some(value);
            }
        }
    }

    /// Advances the variables after an iteration that was read: whatever an iteration changes becomes another
    /// value, which depends on the one before.
    fn jump(&mut self, rest: &Progress, rounds: i64) {
        for &index in &rest.changed {
            if let Some(mut value) = self.frame().vars[index].take() {
                let key = self.out.graph.unique();
                let before = value.node;
                value.node = self.out.graph.value(key, None, 0.0, &[before]);
                self.follow(before, value.node);
                self.frame().vars[index] = Some(value);
            }
        }
        for &(index, by) in &rest.steps {
            if let Some(value) = &mut self.frame().vars[index] {
                value.lanes = next(&value.lanes, by, rounds);
            }
        }
    }

    /// Reads a sample of the remaining iterations, each for its share of them. Their numbers cover all residues
    /// modulo eight, so that work in every second, fourth or eighth iteration has its weight. The last one is
    /// the loop's last iteration, so that everything the loop reaches is seen.
    fn skip(&mut self, passed: i64, rest: &Progress, parts: Parts<'_>) -> Read<()> {
        let weight = self.weight;
        for &index in &rest.unpredictable {
            if let Some(value) = &mut self.frame().vars[index] {
                value.lanes = Lanes::DATA;
                value.steps = None;
            }
        }
        let read = rest.rounds.min(SAMPLED);
        let mut at = 0;
        for number in 0..read {
            let share = |number: i64| {
                let share = i128::from(rest.rounds) * i128::from(number) / i128::from(read);
                share as i64
            };
            let (from, until) = (share(number), share(number + 1));
            let back = (until - rest.rounds - 1 - number).rem_euclid(SAMPLED);
            let mut round = until - 1 - if until - from < SAMPLED { 0 } else { back };
            // The condition of the first remaining iteration is already tested; another one represents the
            // rest.
            if round == 0 && until > 1 {
                round = (until - 1).min(SAMPLED);
            }
            if round > at {
                self.jump(rest, round - at);
            }
            self.set_iteration(passed + round, until - from);
            self.weight = weight * (until - from) as f64;
            // Tested as often as iterations remain: the first test is already counted, and the final one is
            // added.
            if let Some(condition) = parts.condition.filter(|_| round > 0) {
                self.test(condition)?;
            }
            let start = self.frame().vars.clone();
            if !self.active.is_empty() {
                self.round(parts)?;
            }
            if self.active.is_empty() {
                break;
            }
            // A variable that leaves its step in this iteration returns to it.
            for &(index, by) in &rest.steps {
                let on = start[index].as_ref().map(|value| next(&value.lanes, by, 1));
                if let (Some(on), Some(value)) = (on, &mut self.frame().vars[index]) {
                    value.lanes = on;
                }
            }
            at = round + 1;
        }
        // The final test is already counted, unless the last iteration represents itself alone.
        let alone = rest.rounds < 2 * SAMPLED;
        self.weight = if alone { weight } else { 0.0 };
        let ended = match parts.condition {
            Some(condition) if !self.active.is_empty() => self.test(condition).map(|_| ()),
            _ => Ok(()),
        };
        self.weight = weight;
        ended
    }

    /// Values that changed in a data-dependent loop are unknown after it.
    fn forget_changes(&mut self, start: &[Option<Value>]) {
        for (index, before) in start.iter().enumerate() {
            let Some(mut value) = self.frame().vars[index].take() else {
                continue;
            };
            if before
                .as_ref()
                .is_none_or(|before| before.node != value.node)
            {
                value.lanes = Lanes::DATA;
                value.steps = None;
                value.parts = None;
            }
            self.frame().vars[index] = Some(value);
        }
    }
}

/// A value after a number of iterations.
fn next(lanes: &Lanes, by: i64, rounds: i64) -> Lanes {
    lanes.scaled(|number| number.wrapping_add(by.wrapping_mul(rounds)))
}

/// How variables change in a loop.
struct Progress {
    /// By variable: the step.
    steps: Vec<(usize, i64)>,
    /// Variables whose step is not constant.
    unpredictable: Vec<usize>,
    /// Variables that each iteration changes.
    changed: Vec<usize>,
    /// Remaining iterations.
    rounds: i64,
}
