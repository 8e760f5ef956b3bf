//! Which barriers a kernel reaches, and what keeps some work-items from them: conditions, loops, calls.
//!
//! Promise: each call of `barrier`, of an async copy and of `wait_group_events` (all of them calls that
//! the whole work-group makes together) that a kernel may reach, in the functions it calls too, is listed,
//! with the first of the decisions about it that differ between the work-items of a group: once for each
//! kind of such a decision, for the first way of calls and the first kernel that has it. A decision to jump
//! is about the calls that are certain to be missed by it, as far as the text says: a call under a condition
//! that may exclude the jump, or a jump that may be taken in the last round only, is left out.

mod correlation;
mod search;

use super::uniformity::{Cause, Uniformity};
use opencl_c::builtin::{Name, Scope};
use opencl_c::program::{ExprId, FunctionId, Program, Stmt};
use std::collections::HashSet;

/// A barrier, or another call of the whole group, under one kind of decision.
#[derive(Clone, Debug)]
pub(crate) struct Barrier<'a> {
    pub(crate) call: ExprId,
    pub(crate) name: Name,
    /// What keeps some work-items from it.
    pub(crate) parted: Option<Decision<'a>>,
}

/// A statement that decides whether its body is reached, or how often, and not in the same way
/// for all work-items of a group.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Decision<'a> {
    pub(crate) kind: DecisionKind,
    /// The statement, or for an operator the statement that contains it.
    pub(crate) stmt: &'a Stmt,
    pub(crate) condition: ExprId,
    /// Why it differs.
    pub(crate) cause: Cause,
    /// The `break`, `continue`, `return` or `goto` that the condition leads to, if it is one that keeps
    /// work-items from the call.
    pub(crate) jump: Option<&'a Stmt>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum DecisionKind {
    /// `if`, `switch`, `?:`, `&&`, `||`: taken or not.
    Conditional,
    /// A loop: its rounds, for its own condition or for a jump in it.
    Loop,
    /// A `return` before it under this condition.
    Return,
}

/// The barriers of each kernel, in the order of [`Program::kernels`].
pub(crate) fn barriers<'a>(
    program: &'a Program,
    uniformity: &Uniformity,
) -> Vec<(FunctionId, Vec<Barrier<'a>>)> {
    search::run(program, uniformity)
}

/// Is it a call that the whole work-group makes together?
fn is_of_the_group(name: Name) -> bool {
    let of_group = name.of_group();
    of_group.is_some_and(|rule| rule.scope == Scope::WorkGroup)
        || matches!(
            name,
            Name::Barrier
                | Name::WaitGroupEvents
                | Name::AsyncWorkGroupCopy
                | Name::AsyncWorkGroupStridedCopy
        )
}

/// A decision about a barrier that differs between the work-items of a group.
pub(crate) struct DivergentCall<'a> {
    pub(crate) kernel: FunctionId,
    pub(crate) barrier: &'a Barrier<'a>,
    pub(crate) kind: DecisionKind,
    pub(crate) decision_stmt: &'a Stmt,
    pub(crate) condition: ExprId,
    pub(crate) cause: Cause,
    pub(crate) jump: Option<&'a Stmt>,
}

/// Calls `each` for every barrier that a decision of `kind` keeps some work-items from: once a
/// barrier, for the outermost such decision of any kind.
pub(crate) fn each_divergent(
    barriers: &[(FunctionId, Vec<Barrier<'_>>)],
    kind: DecisionKind,
    mut each: impl FnMut(DivergentCall<'_>),
) {
    each_parted(barriers, |found| {
        if found.barrier.name == Name::Barrier && found.kind == kind {
            each(found);
        }
    });
}

/// Calls `each` for every call of the whole group that a decision keeps some work-items from: once a
/// call, for the outermost such decision.
pub(crate) fn each_parted(
    barriers: &[(FunctionId, Vec<Barrier<'_>>)],
    mut each: impl FnMut(DivergentCall<'_>),
) {
    let mut seen = HashSet::new();
    for (kernel, calls) in barriers {
        for barrier in calls {
            if let Some(decision) = &barrier.parted
                && seen.insert((barrier.call, decision.kind))
            {
                each(DivergentCall {
                    kernel: *kernel,
                    barrier,
                    kind: decision.kind,
                    decision_stmt: decision.stmt,
                    condition: decision.condition,
                    cause: decision.cause,
                    jump: decision.jump,
                });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use opencl_c::preprocessor::{NoIncludes, Options};

    /// How many barriers are listed, and of how many it is told what keeps some work-items from them.
    fn listed(text: &str) -> (usize, usize) {
        let checked = opencl_c::compile("k.cl", text, &Options::default(), &mut NoIncludes)
            .unwrap_or_else(|_| panic!("{text}"));
        let program = &checked.program;
        let found = barriers(program, &Uniformity::of(program));
        let all = || found.iter().flat_map(|(_, found)| found);
        let parted = all().filter(|barrier| barrier.parted.is_some());
        (all().count(), parted.count())
    }

    /// Functions each of which calls the one before twice, `bottom` the first of them.
    fn doubling(bottom: &str) -> String {
        let mut text = format!("void f0(int a) {{ {bottom} }}\n");
        for number in 1..60 {
            let below = number - 1;
            text += &format!("void f{number}(int a) {{ f{below}(a); f{below}(a); }}\n");
        }
        text
    }

    #[test]
    fn calls_that_multiply_are_followed_once() {
        let kernel = "kernel void k() { f59(1); if (get_local_id(0)) f59(2); }";
        let bottom = "barrier(CLK_LOCAL_MEM_FENCE);";
        assert_eq!(listed(&(doubling(bottom) + kernel)), (2, 1));
        assert_eq!(listed(&(doubling("") + kernel)), (0, 0));
    }

    #[test]
    fn a_return_of_some_decides_about_what_follows_in_its_function_alone() {
        let helper = "void f(int a) { if (a) return; barrier(CLK_LOCAL_MEM_FENCE); }\n";
        let kernel = "kernel void k() { f(get_local_id(0)); barrier(CLK_LOCAL_MEM_FENCE); }";
        assert_eq!(listed(&format!("{helper}{kernel}")), (2, 1));
    }

    #[test]
    fn calls_far_within_calls_are_not_followed_to_the_end_of_the_stack() {
        let mut text = "int f0(int a) { barrier(CLK_LOCAL_MEM_FENCE); return a; }\n".to_owned();
        for number in 1..100 {
            let high = " + 1".repeat(300);
            text += &format!(
                "int f{number}(int a) {{ return f{}(a){high}; }}\n",
                number - 1
            );
        }
        text += "kernel void k(global int *x) { barrier(CLK_LOCAL_MEM_FENCE); x[0] = f99(1); }";
        assert_eq!(listed(&text), (1, 0));
    }
}
