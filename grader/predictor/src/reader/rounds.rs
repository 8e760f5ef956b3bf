//! Loops: which rounds are read, and for how many each stands.

use super::{Loop, Read, Reader, Turn, Value};
use crate::lanes::{Lanes, Mask};
use crate::refusal::{At, Why};
use opencl_c::program::{ExprId, Stmt};
use opencl_c::source::Origin;

/// Rounds of a loop that are read one by one.
const ROUNDS: i64 = 24;

/// Rounds that stand for the rest, where every number goes on as before.
const SAMPLED: i64 = 8;

/// A loop as its statement says it.
#[derive(Clone, Copy)]
pub(super) struct Parts<'a> {
    pub(super) condition: Option<ExprId>,
    /// Is the condition asked before the first round?
    pub(super) first: bool,
    pub(super) step: Option<ExprId>,
    pub(super) body: &'a Stmt,
}

impl Reader<'_> {
    pub(super) fn looped(&mut self, origin: Origin, parts: Parts<'_>) -> Read<()> {
        let entered = self.active.clone();
        let none = Mask::none(self.crowd.lanes());
        let outer = (
            std::mem::replace(&mut self.broken, none.clone()),
            std::mem::replace(&mut self.continued, none),
            std::mem::take(&mut self.chances),
        );
        let weight = self.weight;
        let met = self.meet(origin);
        self.around.push(met);
        self.laps += 1;
        self.turns.push(Turn {
            lap: self.laps,
            round: 0,
            stands: 1,
        });
        let start = self.frame().vars.clone();
        self.out.graph.enter_loop();
        self.rounds(parts)?;
        self.out.graph.leave_loop();
        if self.out.loops[met].hangs {
            self.forget(&start);
        }
        self.turns.pop();
        self.around.pop();
        self.weight = weight;
        (self.broken, self.continued, self.chances) = outer;
        let gone = self.frame().gone.clone();
        let left = self.left_the_round();
        self.active = entered.without(&gone).without(&left);
        Ok(())
    }

    /// The loop's place among those that the kernel comes to.
    fn meet(&mut self, origin: Origin) -> usize {
        let is_it = |met: &Loop| met.origin == origin;
        if let Some(met) = self.out.loops.iter().position(is_it) {
            return met;
        }
        let at = At::of(self.program, origin);
        let said = self.trips.iter().find(|trip| trip.is_of(&at));
        self.out.loops.push(Loop {
            origin,
            given: said.map(|trip| trip.rounds),
            at,
            hangs: false,
        });
        self.out.loops.len() - 1
    }

    /// The rounds of so many loops around hang on data: there is no reading where nobody says them.
    pub(super) fn hangs(&mut self, loops: usize) -> Read<()> {
        let first = self.around.len().saturating_sub(loops);
        for index in (first..self.around.len()).rev() {
            let met = self.around[index];
            let met = &mut self.out.loops[met];
            met.hangs = true;
            if met.given.is_none() {
                let origin = met.origin;
                return self.refuse(origin, Why::Rounds);
            }
        }
        Ok(())
    }

    /// Rounds that were said of the loop around, if they count.
    fn said(&self) -> Option<i64> {
        let met = &self.out.loops[*self.around.last()?];
        met.given
            .filter(|_| met.hangs)
            .map(|rounds| i64::try_from(rounds).unwrap_or(i64::MAX))
    }

    /// The round that is read now, and for how many it stands.
    fn turn(&mut self, round: i64, stands: i64) {
        if let Some(turn) = self.turns.last_mut() {
            (turn.round, turn.stands) = (round, stands);
        }
    }

    fn rounds(&mut self, parts: Parts<'_>) -> Read<()> {
        let mut rounds = 0;
        let mut is_fixed = parts.condition.is_some();
        // Numbers before the last round, to see how they go on.
        let mut before: Vec<Option<Value>> = Vec::new();
        loop {
            self.turn(rounds, 1);
            let mut told = false;
            if (parts.first || rounds > 0)
                && let Some(condition) = parts.condition
            {
                let asked = self.asked(condition)?;
                told = asked.0;
                is_fixed &= asked.1;
            }
            let said = self.said();
            if self.active.is_empty() || said.is_some_and(|said| rounds >= said) {
                return Ok(());
            }
            if rounds >= ROUNDS {
                let until = parts.condition.filter(|_| told);
                let left = said.map(|said| said - rounds);
                if let Some(rest) = self.progress(&before, until, left)? {
                    return self.skip(rounds, &rest, parts);
                }
            }
            before.clone_from(&self.frame().vars);
            self.round(parts)?;
            rounds += 1;
            self.out.looped |= rounds > 1;
            // Who does not know how often it goes round does not know that it is once.
            let is_loop = rounds > 1 || parts.condition.is_some();
            self.out.rolled |= is_loop && !is_fixed || rounds >= ROUNDS;
            if self.active.is_empty() {
                return Ok(());
            }
        }
    }

    /// Reads the condition: lanes that it ends go on no longer. Does the text tell it?
    /// And does it hang on nothing but the text, so that a compiler knows it too?
    fn asked(&mut self, condition: ExprId) -> Read<(bool, bool)> {
        let value = self.expression(condition)?;
        self.out.graph.root(value.node);
        match Mask::where_true(&value.lanes, self.crowd.lanes()) {
            Some(holds) => {
                self.active = self.active.and(&holds);
                Ok((true, self.out.graph.is_told(value.node)))
            }
            None => {
                self.hangs(1)?;
                Ok((false, false))
            }
        }
    }

    /// One round: the body and the step.
    fn round(&mut self, parts: Parts<'_>) -> Read<()> {
        self.out.rounds += self.share();
        self.statement(parts.body)?;
        self.active = self.active.or(&self.continued);
        self.continued = Mask::none(self.crowd.lanes());
        let gone = self.frame().gone.clone().or(&self.broken);
        self.active = self.active.without(&gone);
        if let Some(step) = parts.step
            && !self.active.is_empty()
        {
            self.expression(step)?;
        }
        Ok(())
    }

    /// By how much each number changed in the last round, where the condition will end the loop if all go
    /// on so, or somebody says how many rounds are left: then how many are left, too.
    fn progress(
        &mut self,
        before: &[Option<Value>],
        until: Option<ExprId>,
        left: Option<i64>,
    ) -> Read<Option<Progress>> {
        let now = self.frame().vars.clone();
        let mut steps = Vec::new();
        let mut lost = Vec::new();
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
                // Data goes on as data; numbers that part do not go on in step.
                Lanes::Unknown { .. } => {}
                Lanes::Each(_) if left.is_some() => lost.push(index),
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
            lost,
            changed,
            rounds,
        }))
    }

    /// The most rounds after which some lane still goes on, and one more: the one that ends there.
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
            let holds = Mask::where_true(&value.lanes, reader.crowd.lanes());
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

    /// Lets numbers go on as they do in so many rounds.
    fn advance(&mut self, steps: &[(usize, i64)], rounds: i64) {
        for &(index, by) in steps {
            if let Some(mut value) = self.frame().vars[index].take() {
                value.lanes = next(&value.lanes, by, rounds);
                let key = self.out.graph.fresh();
                value.node = self.out.graph.value(key, None, 0.0, &[]);
                self.frame().vars[index] = Some(value);
            }
        }
    }

    /// The same behind a round that was read: what each round changes is another value by then, which hangs on
    /// what it was.
    fn jump(&mut self, rest: &Progress, rounds: i64) {
        for &index in &rest.changed {
            if let Some(mut value) = self.frame().vars[index].take() {
                let key = self.out.graph.fresh();
                value.node = self.out.graph.value(key, None, 0.0, &[value.node]);
                self.frame().vars[index] = Some(value);
            }
        }
        for &(index, by) in &rest.steps {
            if let Some(value) = &mut self.frame().vars[index] {
                value.lanes = next(&value.lanes, by, rounds);
            }
        }
    }

    /// Reads a few of the rounds that are left after so many, each for its share of them. Of eight shares
    /// each is read in another round of eight, so that what is done every second, fourth or eighth round is
    /// met as often as it is; the last is the last round, so that all is seen that the loop reaches.
    fn skip(&mut self, passed: i64, rest: &Progress, parts: Parts<'_>) -> Read<()> {
        let weight = self.weight;
        for &index in &rest.lost {
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
            // The condition of the first round that is left was asked, once: another stands for the others.
            if round == 0 && until > 1 {
                round = (until - 1).min(SAMPLED);
            }
            if round > at {
                self.jump(rest, round - at);
            }
            self.turn(passed + round, until - from);
            self.weight = weight * (until - from) as f64;
            // As often as there are rounds left: the condition of the first of them was asked, but then what ends
            // the loop is asked as well.
            if let Some(condition) = parts.condition.filter(|_| round > 0) {
                self.asked(condition)?;
            }
            let start = self.frame().vars.clone();
            if !self.active.is_empty() {
                self.round(parts)?;
            }
            if self.active.is_empty() {
                break;
            }
            // Where a number parts from its way in this round, it goes on as before.
            for &(index, by) in &rest.steps {
                let on = start[index].as_ref().map(|value| next(&value.lanes, by, 1));
                if let (Some(on), Some(value)) = (on, &mut self.frame().vars[index]) {
                    value.lanes = on;
                }
            }
            at = round + 1;
        }
        // What the last round has computed is for what ends the loop. That was counted with the first of the
        // rounds, unless this one was read for itself alone.
        let alone = rest.rounds < 2 * SAMPLED;
        self.weight = if alone { weight } else { 0.0 };
        let ended = match parts.condition {
            Some(condition) if !self.active.is_empty() => self.asked(condition).map(|_| ()),
            _ => Ok(()),
        };
        self.weight = weight;
        ended
    }

    /// After a loop whose rounds hang on data, so does what it changed.
    fn forget(&mut self, start: &[Option<Value>]) {
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

/// A number after so many rounds.
fn next(lanes: &Lanes, by: i64, rounds: i64) -> Lanes {
    lanes.map(|number| number.wrapping_add(by.wrapping_mul(rounds)))
}

/// How numbers go on in a loop.
struct Progress {
    /// By variable: what is added in each round.
    steps: Vec<(usize, i64)>,
    /// Variables of which nobody knows how they go on.
    lost: Vec<usize>,
    /// Variables that each round changes.
    changed: Vec<usize>,
    /// Rounds that are left.
    rounds: i64,
}
