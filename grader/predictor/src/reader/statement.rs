//! Statements: conditions, loops, returns.

use super::{Place, Read, Reader, Value, is_simple};
use crate::graph::Key;
use crate::lanes::{Lanes, Mask};
use crate::refusal::Why;
use opencl_c::program::{ExprId, Initializer, Stmt, StmtKind, VarId};
use opencl_c::source::Origin;
use opencl_c::types::AddressSpace;

/// Rounds of a loop that are read one by one.
const ROUNDS: usize = 24;

/// Rounds that stand for the rest, where every number goes on as before.
const SAMPLED: i64 = 8;

/// The chance of a condition that hangs on data.
const CHANCE: f64 = 0.5;

impl Reader<'_> {
    pub(super) fn statement(&mut self, stmt: &Stmt) -> Read<()> {
        if self.active.is_empty() {
            return Ok(());
        }
        if self.counted.is_some() {
            return self.counted_statement(stmt);
        }
        self.statement_of_kind(stmt)
    }

    pub(super) fn statement_of_kind(&mut self, stmt: &Stmt) -> Read<()> {
        match &stmt.kind {
            StmtKind::Empty => Ok(()),
            StmtKind::Expr(expr) => self.expression(*expr).map(|_| ()),
            StmtKind::Declare { var, init } => self.declare(*var, init.as_ref()),
            StmtKind::Block(statements) => {
                statements.iter().try_for_each(|stmt| self.statement(stmt))
            }
            StmtKind::If {
                condition,
                then,
                otherwise,
            } => {
                let value = self.expression(*condition)?;
                self.out.graph.root(value.node);
                self.parted(
                    (&value.lanes, *condition),
                    |reader| reader.statement(then),
                    |reader| match otherwise {
                        Some(otherwise) => reader.statement(otherwise),
                        None => Ok(()),
                    },
                )?;
                let gone = self.frame().gone.clone();
                let left = gone.or(&self.left_the_round());
                self.active = self.active.without(&left);
                Ok(())
            }
            StmtKind::While {
                condition, body, ..
            } => self.looped(stmt.origin, Some(*condition), true, None, body),
            StmtKind::DoWhile {
                condition, body, ..
            } => self.looped(stmt.origin, Some(*condition), false, None, body),
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
                self.looped(stmt.origin, *condition, true, *step, body)
            }
            StmtKind::Switch { .. } | StmtKind::Case { .. } => {
                self.refuse(stmt.origin, Why::Jump("switch"))
            }
            StmtKind::Goto(_) | StmtKind::Labelled { .. } => {
                self.refuse(stmt.origin, Why::Jump("goto"))
            }
            StmtKind::Break => {
                self.must_be_told(stmt.origin)?;
                self.broken = self.broken.or(&self.active);
                self.active = Mask::none(self.crowd.lanes());
                Ok(())
            }
            StmtKind::Continue => {
                self.must_be_told(stmt.origin)?;
                self.continued = self.continued.or(&self.active);
                self.active = Mask::none(self.crowd.lanes());
                Ok(())
            }
            StmtKind::Return(value) => {
                if let Some(value) = value {
                    let value = self.expression(*value)?;
                    let old = self.frame().result.clone();
                    let merged = self.merged(value, old);
                    self.frame().result = Some(merged);
                }
                let active = self.active.clone();
                let frame = self.frame();
                frame.gone = frame.gone.or(&active);
                self.active = Mask::none(self.crowd.lanes());
                Ok(())
            }
        }
    }

    fn left_the_round(&self) -> Mask {
        self.broken.or(&self.continued)
    }

    /// Leaving a loop under a condition on data: nobody knows how often it runs.
    fn must_be_told(&self, origin: Origin) -> Read<()> {
        match self.chances {
            0 => Ok(()),
            _ => self.refuse(origin, Why::Rounds),
        }
    }

    fn declare(&mut self, var: VarId, init: Option<&Initializer>) -> Read<()> {
        let function = self.program.function(self.frame().function);
        let declared = &function.vars[var.0 as usize];
        let Some(init) = init else {
            if is_simple(self.program, declared.ty) {
                self.frame().vars[var.0 as usize] = None;
            }
            return Ok(());
        };
        if is_simple(self.program, declared.ty)
            && declared.space == AddressSpace::Private
            && let [entry] = init.entries.as_slice()
        {
            let value = self.expression(entry.value)?;
            self.frame().vars[var.0 as usize] = Some(value);
            return Ok(());
        }
        for entry in &init.entries {
            let value = self.expression(entry.value)?;
            let place = self.object(var);
            if let Place::Memory { .. } = place
                && declared.space == AddressSpace::Private
            {
                self.store(&place, value, declared.ty, entry.value);
            }
        }
        Ok(())
    }

    /// Reads both sides of a decision, as often as each is taken, and merges what they assign. The expression
    /// tells it from other decisions.
    pub(super) fn parted(
        &mut self,
        (condition, id): (&Lanes, ExprId),
        mut then: impl FnMut(&mut Self) -> Read<()>,
        mut otherwise: impl FnMut(&mut Self) -> Read<()>,
    ) -> Read<()> {
        if self.counted.is_some() {
            return self.counted_sides(id, &mut then, &mut otherwise);
        }
        let entered = self.active.clone();
        match Mask::where_true(condition, self.crowd.lanes()) {
            Some(taken) => {
                for (active, side) in [
                    (
                        entered.and(&taken),
                        &mut then as &mut dyn FnMut(&mut Self) -> Read<()>,
                    ),
                    (entered.without(&taken), &mut otherwise),
                ] {
                    if active.is_empty() {
                        continue;
                    }
                    let branch = self.out.graph.branch();
                    let whole = active == entered;
                    self.active = active;
                    side(self)?;
                    if !whole {
                        self.out.graph.leave(branch);
                    }
                }
                self.active = entered;
            }
            None => {
                self.out.guessed = true;
                let weight = self.weight;
                // A warp whose work-items part does both sides.
                let chance = if condition.is_same() { CHANCE } else { 1.0 };
                self.chances += 1;
                let before: Vec<Option<Value>> = self.frame().vars.clone();
                let branch = self.out.graph.branch();
                self.weight = weight * chance;
                then(self)?;
                self.out.graph.leave(branch);
                self.active = entered.clone();
                let after = std::mem::replace(&mut self.frame().vars, before);
                otherwise(self)?;
                self.out.graph.leave(branch);
                self.active = entered;
                self.weight = weight;
                self.chances -= 1;
                self.join(after);
            }
        }
        Ok(())
    }

    /// The variables after a decision on data: what either side left.
    pub(super) fn join(&mut self, other: Vec<Option<Value>>) {
        for (index, other) in other.into_iter().enumerate() {
            let mine = self.frame().vars[index].clone();
            let joined = match (mine, other) {
                (Some(mine), Some(other)) if mine.node != other.node => {
                    let node = self.out.graph.value(
                        Key::Operation("merge", 0, vec![mine.node, other.node]),
                        None,
                        0.0,
                        &[mine.node, other.node],
                    );
                    let lanes = if mine.lanes == other.lanes {
                        mine.lanes
                    } else {
                        Lanes::DATA
                    };
                    Some(Value {
                        node,
                        lanes,
                        base: if mine.base == other.base {
                            mine.base
                        } else {
                            None
                        },
                        parts: None,
                        plain: mine.plain && other.plain,
                    })
                }
                (mine, other) => mine.or(other),
            };
            self.frame().vars[index] = joined;
        }
    }

    fn looped(
        &mut self,
        origin: Origin,
        condition: Option<ExprId>,
        first: bool,
        step: Option<ExprId>,
        body: &Stmt,
    ) -> Read<()> {
        let entered = self.active.clone();
        let outer = (self.broken.clone(), self.continued.clone(), self.chances);
        let none = Mask::none(self.crowd.lanes());
        (self.broken, self.continued, self.chances) = (none.clone(), none.clone(), 0);
        let weight = self.weight;
        let mut rounds = 0;
        // Numbers before the last round, to see how they go on.
        let mut before: Vec<Option<Value>> = Vec::new();
        loop {
            if (first || rounds > 0)
                && let Some(condition) = condition
            {
                let value = self.expression(condition)?;
                self.out.graph.root(value.node);
                let Some(holds) = Mask::where_true(&value.lanes, self.crowd.lanes()) else {
                    return self.refuse(origin, Why::Rounds);
                };
                self.active = self.active.and(&holds);
            }
            if self.active.is_empty() {
                break;
            }
            if rounds >= ROUNDS
                && let Some(condition) = condition
                && let Some(rest) = self.progress(&before, condition)?
            {
                self.skip(rest, step, body)?;
                break;
            }
            before.clone_from(&self.frame().vars);
            self.round(step, body)?;
            rounds += 1;
            if self.active.is_empty() {
                break;
            }
        }
        self.weight = weight;
        (self.broken, self.continued, self.chances) = outer;
        let gone = self.frame().gone.clone();
        let left = self.left_the_round();
        self.active = entered.without(&gone).without(&left);
        Ok(())
    }

    /// One round: the body and the step.
    fn round(&mut self, step: Option<ExprId>, body: &Stmt) -> Read<()> {
        self.statement(body)?;
        self.active = self.active.or(&self.continued);
        self.continued = Mask::none(self.crowd.lanes());
        let gone = self.frame().gone.clone().or(&self.broken);
        self.active = self.active.without(&gone);
        if let Some(step) = step
            && !self.active.is_empty()
        {
            self.expression(step)?;
        }
        Ok(())
    }

    /// By how much each number changed in the last round, where the condition will end the loop if all go
    /// on so: then how many rounds are left, too.
    fn progress(&mut self, before: &[Option<Value>], condition: ExprId) -> Read<Option<Progress>> {
        let now = self.frame().vars.clone();
        let mut steps = Vec::new();
        for (index, (old, new)) in before.iter().zip(&now).enumerate() {
            let (Some(old), Some(new)) = (old, new) else {
                continue;
            };
            if old.lanes == new.lanes {
                continue;
            }
            let by = new.lanes.with(&old.lanes, |new, old| new.checked_sub(old));
            match by {
                Lanes::Same(by) => steps.push((index, by)),
                // Data goes on as data; numbers that part do not go on in step.
                Lanes::Unknown { .. } => {}
                Lanes::Each(_) => return Ok(None),
            }
        }
        if steps.is_empty() {
            return Ok(None);
        }
        // The most rounds after which some lane still goes on.
        let mut low = 0_i64;
        let mut high = 1_i64;
        let goes_on = |reader: &mut Self, rounds: i64| -> Read<bool> {
            reader.frame().vars.clone_from(&now);
            reader.advance(&steps, rounds);
            let value = reader.expression(condition)?;
            let holds = Mask::where_true(&value.lanes, reader.crowd.lanes());
            Ok(holds.is_some_and(|holds| !reader.active.and(&holds).is_empty()))
        };
        while goes_on(self, high)? {
            low = high;
            high = match high.checked_mul(2) {
                Some(high) if high < 1 << 40 => high,
                _ => {
                    self.frame().vars = now;
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
        self.frame().vars = now;
        Ok(Some(Progress {
            steps,
            rounds: low + 1,
        }))
    }

    fn advance(&mut self, steps: &[(usize, i64)], rounds: i64) {
        for &(index, by) in steps {
            if let Some(mut value) = self.frame().vars[index].take() {
                value.lanes = value
                    .lanes
                    .map(|number| number.wrapping_add(by.wrapping_mul(rounds)));
                let key = self.out.graph.fresh();
                value.node = self.out.graph.value(key, None, 0.0, &[]);
                self.frame().vars[index] = Some(value);
            }
        }
    }

    /// Reads a few of the rounds that are left, each for many.
    fn skip(&mut self, rest: Progress, step: Option<ExprId>, body: &Stmt) -> Read<()> {
        let weight = self.weight;
        let read = rest.rounds.min(SAMPLED);
        let mut done = 0;
        for number in 0..read {
            let until = rest.rounds * (number + 1) / read;
            self.weight = weight * (until - done) as f64;
            let start = self.frame().vars.clone();
            self.round(step, body)?;
            if self.active.is_empty() {
                break;
            }
            // The numbers after all the rounds that this one stood for.
            let after = self.frame().vars.clone();
            for &(index, by) in &rest.steps {
                let passed = until - done;
                if let (Some(start), Some(mut value)) = (start[index].clone(), after[index].clone())
                {
                    value.lanes = start
                        .lanes
                        .map(|number| number.wrapping_add(by.wrapping_mul(passed)));
                    self.frame().vars[index] = Some(value);
                }
            }
            done = until;
        }
        self.weight = weight;
        Ok(())
    }
}

/// How numbers go on in a loop.
struct Progress {
    /// By variable: what is added in each round.
    steps: Vec<(usize, i64)>,
    /// Rounds that are left.
    rounds: i64,
}
