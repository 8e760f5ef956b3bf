//! Uniformity over the work-group: which values can differ between the work-items of one group.
//!
//! Kernel arguments, group ids, sizes and what is computed from them are the same for all; local and
//! global ids differ, and so does what is computed from them, loaded through them, or assigned where
//! only some work-items go (under a condition or in a loop that differs). Private memory that is
//! reached through a pointer is not followed.
//!
//! Promise: what is called [`Class::Varying`] is computed from something that differs, and the cause is
//! named; what is called [`Class::Uniform`] is the same for all, if the kernel has no data race. What
//! is not known is [`Class::Unknown`], and a detector must not report on it.

mod flow;
mod rules;

use opencl_c::program::{ExprId, FunctionId, Program, Stmt, VarId};
use std::collections::HashMap;

/// How a value behaves over a work-group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// The same for every work-item.
    Uniform,
    /// Not followed.
    Unknown,
    /// Can differ.
    Varying(Cause),
}

/// Where a difference comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cause {
    /// The call that differs: `get_local_id(0)`, an atomic.
    pub(crate) source: ExprId,
    /// Does it come by data: loaded from memory at a place that differs?
    pub(crate) through_memory: bool,
}

impl Class {
    /// What a value computed from both is.
    pub(crate) fn join(self, other: Class) -> Class {
        match (self, other) {
            (Class::Varying(cause), _) | (_, Class::Varying(cause)) => Class::Varying(cause),
            (Class::Unknown, _) | (_, Class::Unknown) => Class::Unknown,
            _ => Class::Uniform,
        }
    }
}

/// The classes of a program's values.
#[derive(Debug)]
pub struct Uniformity {
    /// By function and number.
    vars: Vec<Vec<Class>>,
    /// By the number of the expression.
    exprs: Vec<Class>,
    /// By the address of its statement: how a loop's rounds differ for a `break`, `continue` or
    /// `return` in it that only some take.
    rounds: HashMap<usize, Class>,
}

impl Uniformity {
    /// Analyses a program.
    pub fn of(program: &Program) -> Uniformity {
        flow::analyse(program)
    }

    /// The class of a value or a place.
    pub(crate) fn class(&self, expr: ExprId) -> Class {
        self.exprs[expr.0 as usize]
    }

    /// How the rounds of a loop differ for a `break`, `continue` or `return` in it.
    pub(crate) fn rounds(&self, stmt: &Stmt) -> Class {
        let rounds = self.rounds.get(&flow::key(stmt)).copied();
        rounds.unwrap_or(Class::Uniform)
    }

    /// The class of a variable of `function`.
    pub(crate) fn var(&self, function: FunctionId, var: VarId) -> Class {
        self.vars[function.0 as usize][var.0 as usize]
    }
}
