//! Reading with counts: how often a stretch of the text is done is what a run counted, whatever decided it.
//!
//! A loop is read twice. The first reading stands for the first round of each time that the loop is entered,
//! the second for all the others: what the second finds computed already does not change from round to
//! round, and was computed once. What the second computes itself is forgotten behind the loop, for each of the
//! rounds that it stands for computed another value. Over all readings of a stretch the weights add up to what
//! was counted.

use super::{Read, Reader, Value};
use crate::counts::{Counts, Ran};
use crate::graph::Key;
use crate::refusal::Why;
use opencl_c::program::{ExprId, FunctionId, Stmt, StmtKind};
use opencl_c::stretch::{Construct, Part, Stretch};
use std::sync::Arc;

/// The values of a call's variables.
type Vars = Vec<Option<Value>>;

/// Where a reading with counts is.
pub(super) struct Counted<'a> {
    counts: &'a Counts,
    /// The calls that lead here.
    calls: Arc<[ExprId]>,
    /// How often the stretch that is read now ran, over all readings of it.
    now: Ran,
    /// The share of that for which this reading stands.
    share: f64,
    /// The loops and `switch`es around.
    around: Vec<Left>,
}

/// What the variables were where something was left early.
#[derive(Default)]
struct Left {
    /// A `switch`, to which `continue` does not go?
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
            around: Vec::new(),
        }
    }

    fn find(&self, construct: Construct, part: Part) -> Option<Ran> {
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
    fn now(&self) -> Ran {
        self.counted
            .as_ref()
            .map_or(Ran::NEVER, |counted| counted.now)
    }

    /// A stretch begins that ran so often.
    fn arrive(&mut self, ran: Ran) {
        if let Some(counted) = &mut self.counted {
            counted.now = ran;
            self.weight = counted.counts.share(ran) * counted.share;
        }
    }

    /// This reading stands for such a share of what is counted.
    fn set_share(&mut self, share: f64) {
        if let Some(counted) = &mut self.counted {
            counted.share = share;
        }
    }

    fn share_now(&self) -> f64 {
        self.counted.as_ref().map_or(1.0, |counted| counted.share)
    }

    fn ran(&self, construct: Construct, part: Part) -> Option<Ran> {
        self.counted.as_ref()?.find(construct, part)
    }

    /// Reads a function for the call that stands at an expression.
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
        let around = std::mem::take(&mut counted.around);
        let now = counted.now;
        let result = self.enter(function, arguments)?;
        if let Some(counted) = &mut self.counted {
            counted.calls = outer;
            counted.around = around;
        }
        // Whoever enters a function comes back from it.
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
                self.counted_sides(
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
                    let mut around = counted.around.iter_mut().rev();
                    if let Some(left) = around.find(|left| breaks || !left.switch) {
                        let leaving = if breaks {
                            &mut left.broken
                        } else {
                            &mut left.continued
                        };
                        leaving.push(vars);
                    }
                }
                self.arrive(Ran::NEVER);
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
                self.arrive(Ran::NEVER);
                Ok(())
            }
            _ => self.statement_of_kind(stmt),
        }
    }

    /// Reads both sides of a decision, as often as each was taken, and joins what they assign.
    pub(super) fn counted_sides<'s>(
        &mut self,
        id: ExprId,
        then: Side<'s, 'a>,
        otherwise: Side<'s, 'a>,
    ) -> Read<()> {
        let construct = Construct::Condition(id);
        let entered = self.now();
        // Where nothing was counted by itself, both sides are computed and one is taken.
        let first = self.ran(construct, Part::Then).unwrap_or(entered);
        let second = match self.ran(construct, Part::Otherwise) {
            Some(second) => second,
            None if self.ran(construct, Part::Then).is_none() => entered,
            None => Ran {
                warps: entered.warps,
                items: entered.items.saturating_sub(first.items),
            },
        };
        self.out.branched |= first.items > 0 && second.items > 0;
        let before = self.frame().vars.clone();
        let mut joined: Option<Vars> = None;
        for (ran, side) in [(first, then), (second, otherwise)] {
            if ran.is_never() {
                continue;
            }
            self.frame().vars.clone_from(&before);
            self.arrive(ran);
            let branch = self.out.graph.branch();
            self.stretches += 1;
            side(self)?;
            self.stretches += 1;
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
        let of = |reader: &Self, part| reader.ran(construct, part).unwrap_or(Ran::NEVER);
        let test = of(self, Part::Test);
        let round = of(self, Part::Round);
        let next = of(self, Part::Step);
        let after = of(self, Part::After);
        self.out.looped |= round.warps > entered.warps;
        if let Some(counted) = &mut self.counted {
            counted.around.push(Left::default());
        }
        self.out.graph.enter_loop();
        self.stretches += 1;
        for first in [true, false] {
            // The first of each time that the loop is entered, or the others.
            let part = |ran: Ran| {
                let once = (entered.warps as f64 / ran.warps.max(1) as f64).min(1.0);
                if first { once } else { 1.0 - once }
            };
            let begin = |reader: &mut Self, ran: Ran| {
                reader.set_share(share * part(ran));
                reader.arrive(ran);
                !ran.is_never() && part(ran) > 0.0
            };
            let asked = |reader: &mut Self| -> Read<()> {
                if let Some(condition) = condition {
                    let value = reader.expression(condition)?;
                    reader.out.graph.root(value.node);
                    // Later ones are of numbers that the rounds have changed.
                    reader.out.rolled |= first && !reader.out.graph.is_told(value.node);
                }
                Ok(())
            };
            let branch = self.out.graph.branch();
            if test_first && begin(self, test) {
                asked(self)?;
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
                asked(self)?;
            }
            if !first {
                self.out.graph.leave(branch);
            }
        }
        self.out.graph.leave_loop();
        self.stretches += 1;
        self.come_back(|left| &mut left.broken);
        if let Some(counted) = &mut self.counted {
            counted.around.pop();
        }
        self.set_share(share);
        self.arrive(after);
        Ok(())
    }

    /// Joins the variables of those who left early with those of who comes this way: all, or none if nobody
    /// does.
    fn come_back(&mut self, which: impl Fn(&mut Left) -> &mut Vec<Vars>) {
        let left = self
            .counted
            .as_mut()
            .and_then(|counted| counted.around.last_mut())
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
            counted.around.push(Left {
                switch: true,
                ..Left::default()
            });
        }
        let branch = self.out.graph.branch();
        self.arrive(Ran::NEVER);
        let mut case = 0;
        for item in items {
            match item {
                Item::Statement(stmt) => self.statement(stmt)?,
                Item::Label(_) => {
                    // Those who come from the label before, and those who jump here.
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
            counted.around.pop();
        }
        let after = self.ran(construct, Part::After).unwrap_or(entered);
        self.arrive(after);
        Ok(())
    }
}

/// A piece of a `switch` body.
enum Item<'s> {
    /// `case` with its value, or `default`.
    Label(Option<i64>),
    Statement(&'s Stmt),
}

/// The labels and statements of a `switch`, in the order of the text.
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
