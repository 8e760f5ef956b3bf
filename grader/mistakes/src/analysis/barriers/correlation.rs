//! What conditions have in common: two that are computed from one variable may exclude each other.
//!
//! Promise: of a condition all variables are listed that it names, and those that they are computed from as
//! long as each has one value; a parameter stands for what it was called with.

use crate::analysis::definitions::Definitions;
use crate::analysis::dependence::{space, stored_in};
use crate::analysis::walk;
use opencl_c::program::{ExprId, ExprKind, FunctionId, Program, Stmt, StmtKind, VarId};
use opencl_c::types::AddressSpace;
use std::cell::OnceCell;
use std::collections::{BTreeSet, HashMap};

/// Variables in all that a condition is followed through.
const MOST_VARS: usize = 64;

/// What a condition is computed from.
#[derive(Clone, Debug, Default)]
pub(super) struct Vars {
    named: BTreeSet<(FunctionId, VarId)>,
    /// Is it computed from memory that may change, or by a call?
    changes: bool,
}

impl Vars {
    /// Are both computed from one variable?
    pub(super) fn meets(&self, other: &Vars) -> bool {
        !self.named.is_disjoint(&other.named)
    }

    /// Can it change with the variables in `changed`?
    pub(super) fn changes_with(&self, changed: &Vars) -> bool {
        self.changes || self.meets(changed)
    }
}

/// Where the variables of a program get their values.
pub(super) struct Correlation<'a> {
    program: &'a Program,
    /// By function.
    definitions: Vec<OnceCell<Definitions>>,
    /// The function of each expression that names a variable.
    functions: HashMap<ExprId, FunctionId>,
    /// What parameters were called with, by function.
    bound: HashMap<FunctionId, Vec<Vars>>,
}

impl<'a> Correlation<'a> {
    pub(super) fn of(program: &'a Program) -> Correlation<'a> {
        let mut functions = HashMap::new();
        for (id, function) in (0..).map(FunctionId).zip(&program.functions) {
            walk::each_expression(program, &function.body, &mut |expr| {
                if let ExprKind::Variable(_) = program.expr(expr).kind {
                    functions.insert(expr, id);
                }
            });
        }
        Correlation {
            program,
            definitions: program.functions.iter().map(|_| OnceCell::new()).collect(),
            functions,
            bound: HashMap::new(),
        }
    }

    fn definitions(&self, function: FunctionId) -> &Definitions {
        let program = self.program;
        self.definitions[function.0 as usize].get_or_init(|| Definitions::of(program, function))
    }

    /// What an expression is computed from.
    pub(super) fn vars(&self, expr: ExprId) -> Vars {
        let mut found = Vars::default();
        let mut waiting = vec![expr];
        while let Some(expr) = waiting.pop() {
            walk::below(
                self.program,
                expr,
                &mut |expr| match &self.program.expr(expr).kind {
                    ExprKind::Variable(var) => {
                        let Some(&function) = self.functions.get(&expr) else {
                            return;
                        };
                        if found.named.len() >= MOST_VARS || !found.named.insert((function, *var)) {
                            return;
                        }
                        let bound = self.bound.get(&function);
                        if let Some(given) = bound.and_then(|all| all.get(var.0 as usize)) {
                            found.named.extend(given.named.iter().copied());
                            found.changes |= given.changes;
                        }
                        if let [only] = self.definitions(function).values(*var) {
                            waiting.push(*only);
                        }
                    }
                    ExprKind::Deref(pointer) => {
                        found.changes |= space(self.program, *pointer) != AddressSpace::Constant;
                    }
                    ExprKind::Call { .. } => found.changes = true,
                    _ => {}
                },
            );
        }
        found
    }

    /// What a loop changes.
    pub(super) fn changed(&self, stmt: &Stmt) -> Vars {
        let mut found = Vars::default();
        let mut look = |expr: ExprId| {
            if let ExprKind::Assign { place, .. }
            | ExprKind::CompoundAssign { place, .. }
            | ExprKind::Increment { place, .. } = &self.program.expr(expr).kind
                && let Some(var) = stored_in(self.program, *place)
            {
                let mut at = None;
                walk::below(self.program, *place, &mut |expr| {
                    at = at.or(self.functions.get(&expr).copied());
                });
                found.named.extend(at.map(|function| (function, var)));
            }
        };
        walk::each_expression(self.program, stmt, &mut look);
        walk::statements(stmt, &mut |inner| {
            if let StmtKind::Declare {
                var,
                init: Some(init),
            } = &inner.kind
            {
                let mut at = None;
                for entry in &init.entries {
                    walk::below(self.program, entry.value, &mut |expr| {
                        at = at.or(self.functions.get(&expr).copied());
                    });
                }
                found.named.extend(at.map(|function| (function, *var)));
            }
        });
        found
    }

    /// Remembers what a function is called with. What it was called with before.
    pub(super) fn bind(&mut self, function: FunctionId, arguments: &[ExprId]) -> Option<Vec<Vars>> {
        let given = arguments.iter().map(|&expr| self.vars(expr)).collect();
        self.bound.insert(function, given)
    }

    pub(super) fn unbind(&mut self, function: FunctionId, before: Option<Vec<Vars>>) {
        match before {
            Some(before) => self.bound.insert(function, before),
            None => self.bound.remove(&function),
        };
    }
}
