//! GNU's `({ ... })`: a block whose last expression is its value.
//!
//! The checked program has no such expression. Where a block is evaluated once, before all that the order of
//! evaluation puts behind it, its statements move before the statement around it. Elsewhere, as in the right side of
//! `&&` or in the condition of a loop, its declarations and expressions become one chain of commas.

use super::{Checker, Operand};
use crate::diagnostic::Diagnostic;
use crate::program::{Constant, ExprId, ExprKind, InitEntry, Stmt, StmtKind};
use crate::syntax::{self, StmtId};
use crate::types::{AddressSpace, TypeId};
use std::mem;

impl<'a> Checker<'a> {
    /// Checks what may be skipped, evaluated several times, or evaluated after other effects of its statement: no
    /// block moves out of it.
    pub(super) fn in_place<T>(&mut self, check: impl FnOnce(&mut Self) -> T) -> T {
        let could = mem::replace(&mut self.body.may_hoist, false);
        let made = check(self);
        self.body.may_hoist = could;
        made
    }

    /// Checks one statement, from which blocks may move. Gives what moved with it.
    pub(super) fn hoisting<T>(&mut self, check: impl FnOnce(&mut Self) -> T) -> (T, Vec<Stmt>) {
        let waiting = mem::take(&mut self.body.hoisted);
        let could = mem::replace(&mut self.body.may_hoist, true);
        let made = check(self);
        self.body.may_hoist = could;
        (made, mem::replace(&mut self.body.hoisted, waiting))
    }

    pub(super) fn block_value(&mut self, at: &syntax::Expr, block: StmtId) -> Operand {
        let tree = self.tree;
        let syntax::StmtKind::Block(statements) = &tree.stmt(block).kind else {
            return self.error_operand(at);
        };
        if self.body.function.is_none() {
            let error = Diagnostic::error(
                at.first,
                "a block that gives a value, `({ ... })`, stands outside every function",
            );
            self.report(error.to(at.last));
            return self.error_operand(at);
        }
        let first_var = self.body.vars.len();
        let (mut before, value) = self.parts_of_block(at, statements);
        if value.is_error() {
            return value;
        }
        if !self.body.may_hoist {
            return self.chain_of_commas(at, before, value);
        }
        self.body.hoisted.append(&mut before);
        match self.is_of_block(value, first_var) {
            true => value,
            false => self.kept(at, value),
        }
    }

    /// What a block does, and then the value that it gives.
    fn parts_of_block(
        &mut self,
        at: &syntax::Expr,
        statements: &'a [StmtId],
    ) -> (Vec<Stmt>, Operand) {
        let tree = self.tree;
        let (others, last) = match statements.split_last() {
            Some((&last, others)) => match tree.stmt(last).kind {
                syntax::StmtKind::Expr(expr) => (others, Some(expr)),
                _ => (statements, None),
            },
            None => (statements, None),
        };
        self.names.enter();
        self.tags.enter();
        let mut before = self.statements(others);
        let value = match last {
            Some(expr) => {
                let (value, hoisted) = self.hoisting(|checker| checker.value(expr));
                before.extend(hoisted);
                value
            }
            None => {
                let zero = self.push(at, ExprKind::Constant(Constant::Int(0)), TypeId::INT);
                self.value_operand(at, ExprKind::Discard(zero), TypeId::VOID)
            }
        };
        self.tags.leave();
        self.names.leave();
        (before, value)
    }

    /// Is it the value of an object of the block, which nothing behind the block changes, or none?
    fn is_of_block(&self, value: Operand, first_var: usize) -> bool {
        let kind = |id: ExprId| &self.exprs[id.0 as usize].kind;
        match kind(value.id) {
            ExprKind::Constant(_) => true,
            ExprKind::Load(place) => match kind(*place) {
                ExprKind::Variable(var) => var.0 as usize >= first_var,
                _ => false,
            },
            _ => value.ty == TypeId::VOID,
        }
    }

    /// A block's value in an object of its own: the rest of the statement may change what it was made of.
    fn kept(&mut self, at: &syntax::Expr, value: Operand) -> Operand {
        let var = self.unnamed_object(value.ty, at.first);
        let entry = InitEntry {
            offset: 0,
            value: value.id,
        };
        let expr = &self.exprs[value.id.0 as usize];
        let (origin, end) = (expr.origin, expr.end);
        self.body.hoisted.push(Stmt {
            kind: StmtKind::Declare {
                var,
                init: Some(Self::full(vec![entry], false)),
            },
            origin,
            end,
        });
        let place = self.push(at, ExprKind::Variable(var), value.ty);
        self.value_operand(at, ExprKind::Load(place), value.ty)
    }

    fn chain_of_commas(&mut self, at: &syntax::Expr, before: Vec<Stmt>, last: Operand) -> Operand {
        let mut value = last;
        for stmt in before.into_iter().rev() {
            let left = match self.as_expression(stmt) {
                Ok(None) => continue,
                Ok(Some(left)) => left,
                Err(()) => return self.no_chain(at),
            };
            let kind = ExprKind::Comma {
                left,
                right: value.id,
            };
            value = self.value_operand(at, kind, last.ty);
        }
        value
    }

    /// The expression that does the same as a statement; `None` where it does nothing, an error where there is none.
    /// The declaration itself moves before the statement around the block.
    fn as_expression(&mut self, stmt: Stmt) -> Result<Option<ExprId>, ()> {
        let (var, init) = match stmt.kind {
            StmtKind::Empty => return Ok(None),
            StmtKind::Expr(expr) => return Ok(Some(expr)),
            StmtKind::Declare { var, init } => (var, init),
            _ => return Err(()),
        };
        let declared = &self.body.vars[var.0 as usize];
        let (ty, space) = (declared.ty, declared.space);
        let value = match init.as_ref().map(|init| &init.entries[..]) {
            _ if space != AddressSpace::Private => return Err(()),
            None => None,
            Some(&[InitEntry { offset: 0, value }]) if self.type_of(value) == ty => Some(value),
            Some(_) => return Err(()),
        };
        // A `const` object is stored to all the same.
        self.body.vars[var.0 as usize].qualifiers.constant = false;
        self.body.hoisted.push(Stmt {
            kind: StmtKind::Declare { var, init: None },
            ..stmt
        });
        Ok(value.map(|value| {
            let place = self.wrap(value, ExprKind::Variable(var), ty);
            self.wrap(value, ExprKind::Assign { place, value }, ty)
        }))
    }

    fn no_chain(&mut self, at: &syntax::Expr) -> Operand {
        self.unsupported(
            at.first,
            at.last,
            "a block `({ ... })` that may be skipped or repeated is not analysed if it holds more than expressions",
        );
        self.error_operand(at)
    }
}
