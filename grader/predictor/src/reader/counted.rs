//! Reading with counts: a run counted how often each stretch of the text was executed.
//!
//! A loop is read twice: once for the first iteration of each entry, and once for all others. What the second
//! reading finds computed is loop-invariant and was computed once. What it computes itself is forgotten after
//! the loop, because each represented iteration computed another value. The weights of all readings of a
//! stretch add up to its count.

use super::{Read, Reader, Value};
use crate::counts::{Counts, RunCount};
use crate::graph::Key;
use crate::refusal::Why;
use opencl_c::program::{ExprId, FunctionId, Stmt, StmtKind};
use opencl_c::stretch::{Construct, Part, Stretch};
use std::sync::Arc;

/// The values of a call's variables.
type Vars = Vec<Option<Value>>;

/// The state of a reading with counts.
pub(super) struct Counted<'a> {
    counts: &'a Counts,
    /// The call stack.
    calls: Arc<[ExprId]>,
    /// The count of the current stretch, over all readings of it.
    now: RunCount,
    /// The fraction of that count that this reading represents.
    share: f64,
    /// The enclosing loops and `switch`es.
    enclosing: Vec<Left>,
}

/// The variables at each `break` and `continue`.
#[derive(Default)]
struct Left {
    /// In a `switch`, `continue` leaves the enclosing loop's iteration instead.
    switch: bool,
    broken: Vec<Vars>,
    continued: Vec<Vars>,
}

impl<'a> Counted<'a> {
    pub(super) fn new(counts: &'a Counts) -> Counted<'a> {
        Counted {
            counts,
            calls: Arc::new([]),
            now: counts.all(),
            share: 1.0,
            enclosing: Vec::new(),
        }
    }

    fn find(&self, construct: Construct, part: Part) -> Option<RunCount> {
        self.counts.find(&Stretch {
            calls: self.calls.clone(),
            construct,
            part,
        })
    }
}

/// Reads one side of a decision.
type Side<'s, 'a> = &'s mut dyn FnMut(&mut Reader<'a>) -> Read<()>;

impl<'a> Reader<'a> {
    fn now(&self) -> RunCount {
        self.counted
            .as_ref()
            .map_or(RunCount::NEVER, |counted| counted.now)
    }

    /// Enters a stretch with this count.
    fn arrive(&mut self, ran: RunCount) {
        if let Some(counted) = &mut self.counted {
            counted.now = ran;
            self.weight = counted.counts.share(ran) * counted.share;
        }
    }

    /// Sets the fraction of the count that the current reading represents.
    fn set_share(&mut self, share: f64) {
        if let Some(counted) = &mut self.counted {
            counted.share = share;
        }
    }

    fn share_now(&self) -> f64 {
        self.counted.as_ref().map_or(1.0, |counted| counted.share)
    }

    fn ran(&self, construct: Construct, part: Part) -> Option<RunCount> {
        self.counted.as_ref()?.find(construct, part)
    }

    /// Reads a function for the call at an expression.
    pub(super) fn called(
        &mut self,
        id: ExprId,
        function: FunctionId,
        arguments: Vec<Value>,
    ) -> Read<Option<Value>> {
        let Some(counted) = &mut self.counted else {
            return self.enter(function, arguments);
        };
        let inner = counted.calls.iter().copied().chain([id]).collect();
        let outer = std::mem::replace(&mut counted.calls, inner);
        let enclosing = std::mem::take(&mut counted.enclosing);
        let now = counted.now;
        let result = self.enter(function, arguments)?;
        if let Some(counted) = &mut self.counted {
            counted.calls = outer;
            counted.enclosing = enclosing;
        }
        // Every call returns.
        self.arrive(now);
        Ok(result)
    }

    pub(super) fn counted_statement(&mut self, stmt: &Stmt) -> Read<()> {
        if self.now().is_never() {
            return Ok(());
        }
        match &stmt.kind {
            StmtKind::If {
                condition,
                then,
                otherwise,
            } => {
                let value = self.expression(*condition)?;
                self.out.graph.root(value.node);
                self.counted_decision(
                    *condition,
                    &mut |reader| reader.statement(then),
                    &mut |reader| match otherwise {
                        Some(otherwise) => reader.statement(otherwise),
                        None => Ok(()),
                    },
                )
            }
            StmtKind::While {
                condition, body, ..
            } => self.counted_loop(stmt, Some(*condition), true, None, body),
            StmtKind::DoWhile {
                condition, body, ..
            } => self.counted_loop(stmt, Some(*condition), false, None, body),
            StmtKind::For {
                init,
                condition,
                step,
                body,
                ..
            } => {
                for stmt in init {
                    self.statement(stmt)?;
                }
                self.counted_loop(stmt, *condition, true, *step, body)
            }
            StmtKind::Switch { value, body } => self.counted_switch(stmt, *value, body),
            StmtKind::Case { .. } => self.refuse(stmt.origin, Why::Jump("case")),
            StmtKind::Break | StmtKind::Continue => {
                let vars = self.frame().vars.clone();
                let breaks = matches!(stmt.kind, StmtKind::Break);
                if let Some(counted) = &mut self.counted {
                    let mut enclosing = counted.enclosing.iter_mut().rev();
                    if let Some(left) = enclosing.find(|left| breaks || !left.switch) {
                        let leaving = if breaks {
                            &mut left.broken
                        } else {
                            &mut left.continued
                        };
                        leaving.push(vars);
                    }
                }
                self.arrive(RunCount::NEVER);
                Ok(())
            }
            StmtKind::Return(value) => {
                if let Some(value) = value {
                    let mut value = self.expression(*value)?;
                    if let Some(old) = self.frame().result.clone() {
                        let parents = vec![value.node, old.node];
                        let key = Key::Operation("merge", 0, parents.clone());
                        value.node = self.out.graph.value(key, None, 0.0, &parents);
                        value.parts = None;
                    }
                    self.frame().result = Some(value);
                }
                self.arrive(RunCount::NEVER);
                Ok(())
            }
            _ => self.statement_of_kind(stmt),
        }
    }

    /// Reads both sides of a decision, weighted by their counts, and merges the variables.
    pub(super) fn counted_decision<'s>(
        &mut self,
        id: ExprId,
        then: Side<'s, 'a>,
        otherwise: Side<'s, 'a>,
    ) -> Read<()> {
        let construct = Construct::Condition(id);
        let entered = self.now();
        // If neither side was counted, both are computed and one is selected.
        let first = self.ran(construct, Part::Then).unwrap_or(entered);
        let second = match self.ran(construct, Part::Otherwise) {
            Some(second) => second,
            None if self.ran(construct, Part::Then).is_none() => entered,
            None => RunCount {
                warps: entered.warps,
                items: entered.items.saturating_sub(first.items),
            },
        };
        self.out.diverges |= first.items > 0 && second.items > 0;
        let before = self.frame().vars.clone();
        let mut joined: Option<Vars> = None;
        for (ran, side) in [(first, then), (second, otherwise)] {
            if ran.is_never() {
                continue;
            }
            self.frame().vars.clone_from(&before);
            self.arrive(ran);
            let branch = self.out.graph.branch();
            side(self)?;
            if ran.items < entered.items {
                self.out.graph.leave(branch);
            }
            if self.now().is_never() {
                continue;
            }
            if let Some(other) = joined.take() {
                self.join(other);
            }
            joined = Some(std::mem::take(&mut self.frame().vars));
        }
        self.frame().vars = joined.unwrap_or(before);
        let after = self.ran(construct, Part::After).unwrap_or(entered);
        self.arrive(after);
        Ok(())
    }

    fn counted_loop(
        &mut self,
        stmt: &Stmt,
        condition: Option<ExprId>,
        test_first: bool,
        step: Option<ExprId>,
        body: &Stmt,
    ) -> Read<()> {
        let construct = Construct::Statement(stmt.origin, condition);
        let (entered, share) = (self.now(), self.share_now());
        let of = |reader: &Self, part| reader.ran(construct, part).unwrap_or(RunCount::NEVER);
        let test = of(self, Part::Test);
        let round = of(self, Part::Round);
        let next = of(self, Part::Step);
        let after = of(self, Part::After);
        self.out.has_loop |= round.warps > entered.warps;
        if let Some(counted) = &mut self.counted {
            counted.enclosing.push(Left::default());
        }
        self.out.graph.enter_loop();
        for first in [true, false] {
            // The first iteration of each entry, or all others.
            let part = |ran: RunCount| {
                let once = (entered.warps as f64 / ran.warps.max(1) as f64).min(1.0);
                if first { once } else { 1.0 - once }
            };
            let begin = |reader: &mut Self, ran: RunCount| {
                reader.set_share(share * part(ran));
                reader.arrive(ran);
                !ran.is_never() && part(ran) > 0.0
            };
            let evaluate = |reader: &mut Self| -> Read<()> {
                if let Some(condition) = condition {
                    let value = reader.expression(condition)?;
                    reader.out.graph.root(value.node);
                    // In the second reading the variables are no longer constants.
                    reader.out.unknown_trip_count |=
                        first && !reader.out.graph.is_constant(value.node);
                }
                Ok(())
            };
            let branch = self.out.graph.branch();
            if test_first && begin(self, test) {
                evaluate(self)?;
            }
            if begin(self, round) {
                self.out.rounds += self.share();
                self.statement(body)?;
                self.come_back(|left| &mut left.continued);
            }
            if begin(self, next)
                && let Some(step) = step
            {
                self.expression(step)?;
            }
            if !test_first && begin(self, test) {
                evaluate(self)?;
            }
            if !first {
                self.out.graph.leave(branch);
            }
        }
        self.out.graph.leave_loop();
        self.come_back(|left| &mut left.broken);
        if let Some(counted) = &mut self.counted {
            counted.enclosing.pop();
        }
        self.set_share(share);
        self.arrive(after);
        Ok(())
    }

    /// Merges the variables of all `break`s, or `continue`s, that arrive here.
    fn come_back(&mut self, which: impl Fn(&mut Left) -> &mut Vec<Vars>) {
        let left = self
            .counted
            .as_mut()
            .and_then(|counted| counted.enclosing.last_mut())
            .map(|left| std::mem::take(which(left)))
            .unwrap_or_default();
        for vars in left {
            self.join(vars);
        }
    }

    fn counted_switch(&mut self, stmt: &Stmt, value: ExprId, body: &Stmt) -> Read<()> {
        let construct = Construct::Statement(stmt.origin, Some(value));
        let entered = self.now();
        let value = self.expression(value)?;
        self.out.graph.root(value.node);
        let before = self.frame().vars.clone();
        let mut items = Vec::new();
        items_of(body, &mut items);
        let is_default = |item: &Item<'_>| matches!(item, Item::Label(None));
        let has_default = items.iter().any(is_default);
        if let Some(counted) = &mut self.counted {
            counted.enclosing.push(Left {
                switch: true,
                ..Left::default()
            });
        }
        let branch = self.out.graph.branch();
        self.arrive(RunCount::NEVER);
        let mut case = 0;
        for item in items {
            match item {
                Item::Statement(stmt) => self.statement(stmt)?,
                Item::Label(_) => {
                    // Control falls through from the label before, or jumps here.
                    if self.now().is_never() {
                        self.frame().vars.clone_from(&before);
                    } else {
                        self.join(before.clone());
                    }
                    self.out.graph.leave(branch);
                    let ran = self.ran(construct, Part::Case(case)).unwrap_or(entered);
                    self.arrive(ran);
                    case += 1;
                }
            }
        }
        self.out.graph.leave(branch);
        if !has_default {
            self.join(before);
        }
        self.come_back(|left| &mut left.broken);
        if let Some(counted) = &mut self.counted {
            counted.enclosing.pop();
        }
        let after = self.ran(construct, Part::After).unwrap_or(entered);
        self.arrive(after);
        Ok(())
    }
}

enum Item<'s> {
    Label(Option<i64>),
    Statement(&'s Stmt),
}

fn items_of<'s>(stmt: &'s Stmt, items: &mut Vec<Item<'s>>) {
    match &stmt.kind {
        StmtKind::Case { value, body } => {
            items.push(Item::Label(*value));
            items_of(body, items);
        }
        StmtKind::Block(body) => body.iter().for_each(|stmt| items_of(stmt, items)),
        _ => items.push(Item::Statement(stmt)),
    }
}
