//! Statements: conditions, jumps, returns.

use super::rounds::Parts;
use super::{Place, Read, Reader, Value, is_simple};
use crate::lanes::{Lanes, Mask};
use crate::refusal::Why;
use opencl_c::program::{ExprId, Initializer, Stmt, StmtKind, VarId};
use opencl_c::types::AddressSpace;

/// The probability of a data-dependent condition.
const TAKEN_PROBABILITY: f64 = 0.5;

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
                self.decision(
                    (&value.lanes, *condition),
                    |reader| reader.statement(then),
                    |reader| match otherwise {
                        Some(otherwise) => reader.statement(otherwise),
                        None => Ok(()),
                    },
                )?;
                let returned = self.frame().returned.clone();
                let left = returned.or(&self.left_iteration());
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
                self.loop_statement(stmt.origin, parts)
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
                self.loop_statement(stmt.origin, parts)
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
                self.loop_statement(stmt.origin, parts)
            }
            StmtKind::Switch { .. } | StmtKind::Case { .. } => {
                self.refuse(stmt.origin, Why::Jump("switch"))
            }
            StmtKind::Goto(_) | StmtKind::Labelled { .. } => {
                self.refuse(stmt.origin, Why::Jump("goto"))
            }
            StmtKind::Break => {
                if self.unknown_branches > 0 {
                    // Any lane may have left: all continue, up to the given trip count.
                    self.require_rounds(1)?;
                } else {
                    self.broken = self.broken.or(&self.active);
                }
                self.active = Mask::none(self.sample.lanes());
                Ok(())
            }
            StmtKind::Continue => {
                // If data decides, some lanes stay and execute the rest of the iteration.
                if self.unknown_branches == 0 {
                    self.continued = self.continued.or(&self.active);
                }
                self.active = Mask::none(self.sample.lanes());
                Ok(())
            }
            StmtKind::Return(value) => self.returned(*value),
        }
    }

    fn returned(&mut self, value: Option<ExprId>) -> Read<()> {
        let is_decided = self.frame().unknown_decisions > 0;
        if let Some(value) = value {
            let value = self.expression(value)?;
            let old = self.frame().result.clone();
            let merged = match old {
                Some(old) if is_decided || self.frame().may_have_returned => {
                    self.joined(&value, &old, Lanes::DATA)
                }
                old => self.merged(value, old),
            };
            self.frame().result = Some(merged);
        }
        let active = self.active.clone();
        if is_decided {
            // Any lane may have returned: those that stay execute what follows.
            self.frame().may_have_returned = true;
            if self.unknown_branches > 0 {
                self.require_rounds(self.enclosing.len())?;
            } else {
                self.broken = self.broken.or(&active);
            }
        } else {
            let frame = self.frame();
            frame.returned = frame.returned.or(&active);
        }
        self.active = Mask::none(self.sample.lanes());
        Ok(())
    }

    pub(super) fn left_iteration(&self) -> Mask {
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

    /// Reads both sides of a decision, weighted by how often each is taken, and merges the variables. `id`
    /// identifies the decision.
    pub(super) fn decision(
        &mut self,
        (condition, id): (&Lanes, ExprId),
        mut then: impl FnMut(&mut Self) -> Read<()>,
        mut otherwise: impl FnMut(&mut Self) -> Read<()>,
    ) -> Read<()> {
        if self.counted.is_some() {
            return self.counted_decision(id, &mut then, &mut otherwise);
        }
        let entered = self.active.clone();
        self.out.diverges |= !condition.is_same();
        match Mask::where_true(condition, self.sample.lanes()) {
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
                self.out.is_estimate = true;
                let weight = self.weight;
                // A divergent warp executes both sides.
                let probability = if condition.is_same() {
                    TAKEN_PROBABILITY
                } else {
                    1.0
                };
                self.unknown_branches += 1;
                self.frame().unknown_decisions += 1;
                let before: Vec<Option<Value>> = self.frame().vars.clone();
                let branch = self.out.graph.branch();
                self.weight = weight * probability;
                then(self)?;
                self.out.graph.leave(branch);
                self.active = entered.clone();
                let after = std::mem::replace(&mut self.frame().vars, before);
                otherwise(self)?;
                self.out.graph.leave(branch);
                self.active = entered;
                self.weight = weight;
                self.unknown_branches -= 1;
                self.frame().unknown_decisions -= 1;
                self.join(after);
            }
        }
        Ok(())
    }

    /// Merges the variables of both sides of a decision.
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
