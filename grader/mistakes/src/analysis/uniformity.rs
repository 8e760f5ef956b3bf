//! Uniformity over the work-group: which values can differ between the work-items of one group.
//!
//! Kernel arguments, group ids, sizes and what is computed from them are the same for all; local and
//! global ids differ, and so does what is computed from them or loaded through them. A value is that of
//! the place in the text where it stands: a variable differs from where it is given a value that does, or
//! where ways meet that only some work-items go and that leave it with different values. What is computed
//! from ids is the same for all if the local id cancels (`get_global_id(0) - get_local_id(0)`). Private
//! memory that is reached through a pointer is not followed.
//!
//! Promise: what is called `Class::Varying` is computed from something that differs, and the cause is
//! named; what is called `Class::Uniform` is the same for all
//! that are there in the same round, if the kernel has no data race. What
//! is not known is `Class::Unknown`, and a detector must not report on it.

mod flow;
mod paths;
mod rules;
mod values;

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
    /// The expressions that have one value in every launch.
    numbers: Vec<Option<i64>>,
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

    /// Is a value the same for every work-item of a work-group? `None` where it is not followed.
    pub fn is_uniform(&self, expr: ExprId) -> Option<bool> {
        match self.class(expr) {
            Class::Uniform => Some(true),
            Class::Unknown => None,
            Class::Varying(_) => Some(false),
        }
    }

    /// The truth of a condition, if it is the same in every launch.
    pub(crate) fn truth(&self, condition: ExprId) -> Option<bool> {
        let number = self.numbers[condition.0 as usize]?;
        Some(number != 0)
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
