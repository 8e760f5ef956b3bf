//! Statements: conditions, jumps, returns.

use super::rounds::Parts;
use super::{Place, Read, Reader, Value, is_simple};
use crate::lanes::{Lanes, Mask};
use crate::refusal::Why;
use opencl_c::program::{ExprId, Initializer, Stmt, StmtKind, VarId};
use opencl_c::types::AddressSpace;

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
            } => {
                let parts = Parts {
                    condition: Some(*condition),
                    first: true,
                    step: None,
                    body,
                };
                self.looped(stmt.origin, parts)
            }
            StmtKind::DoWhile {
                condition, body, ..
            } => {
                let parts = Parts {
                    condition: Some(*condition),
                    first: false,
                    step: None,
                    body,
                };
                self.looped(stmt.origin, parts)
            }
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
                let parts = Parts {
                    condition: *condition,
                    first: true,
                    step: *step,
                    body,
                };
                self.looped(stmt.origin, parts)
            }
            StmtKind::Switch { .. } | StmtKind::Case { .. } => {
                self.refuse(stmt.origin, Why::Jump("switch"))
            }
            StmtKind::Goto(_) | StmtKind::Labelled { .. } => {
                self.refuse(stmt.origin, Why::Jump("goto"))
            }
            StmtKind::Break => {
                if self.chances > 0 {
                    // Nobody knows who leaves: all go on, for as many rounds as somebody says.
                    self.hangs(1)?;
                } else {
                    self.broken = self.broken.or(&self.active);
                }
                self.active = Mask::none(self.crowd.lanes());
                Ok(())
            }
            StmtKind::Continue => {
                // Where data decides, some stay, and the rest of the round is done with them.
                if self.chances == 0 {
                    self.continued = self.continued.or(&self.active);
                }
                self.active = Mask::none(self.crowd.lanes());
                Ok(())
            }
            StmtKind::Return(value) => self.returned(*value),
        }
    }

    fn returned(&mut self, value: Option<ExprId>) -> Read<()> {
        let is_decided = self.frame().decisions > 0;
        if let Some(value) = value {
            let value = self.expression(value)?;
            let old = self.frame().result.clone();
            let merged = match old {
                Some(old) if is_decided || self.frame().some_left => {
                    self.joined(&value, &old, Lanes::DATA)
                }
                old => self.merged(value, old),
            };
            self.frame().result = Some(merged);
        }
        let active = self.active.clone();
        if is_decided {
            // Some return, nobody knows which: those that stay do what follows.
            self.frame().some_left = true;
            if self.chances > 0 {
                self.hangs(self.around.len())?;
            } else {
                self.broken = self.broken.or(&active);
            }
        } else {
            let frame = self.frame();
            frame.gone = frame.gone.or(&active);
        }
        self.active = Mask::none(self.crowd.lanes());
        Ok(())
    }

    pub(super) fn left_the_round(&self) -> Mask {
        self.broken.or(&self.continued)
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
        self.out.branched |= !condition.is_same();
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
                    self.stretches += 1;
                    side(self)?;
                    self.stretches += 1;
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
                self.frame().decisions += 1;
                let before: Vec<Option<Value>> = self.frame().vars.clone();
                let branch = self.out.graph.branch();
                self.weight = weight * chance;
                self.stretches += 1;
                then(self)?;
                self.stretches += 1;
                self.out.graph.leave(branch);
                self.active = entered.clone();
                let after = std::mem::replace(&mut self.frame().vars, before);
                otherwise(self)?;
                self.stretches += 1;
                self.out.graph.leave(branch);
                self.active = entered;
                self.weight = weight;
                self.chances -= 1;
                self.frame().decisions -= 1;
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
                    let lanes = if mine.lanes == other.lanes {
                        mine.lanes.clone()
                    } else {
                        Lanes::DATA
                    };
                    Some(self.joined(&mine, &other, lanes))
                }
                (mine, other) => mine.or(other),
            };
            self.frame().vars[index] = joined;
        }
    }
}
