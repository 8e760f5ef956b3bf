//! # A barrier under a condition that splits the work-group
//!
//! Only some work-items of a work-group reach the barrier: it stands under an `if`, a `switch`, `?:`
//! or `&&` whose condition is not the same for all of them. A barrier waits until *every* work-item
//! of the group has reached it. Those that took the other branch never reach it.
//!
//! A condition on a kernel argument, on `get_group_id` or on anything else that is the same for the
//! whole group is fine: then all reach the barrier, or none.
//!
//! ## Why it hurts
//!
//! On a GPU the group hangs, or the hardware counts the warps that ended as arrived and goes on with
//! half-written data. Which of the two happens depends on the device and even on the driver. On a CPU
//! the compiler splits the kernel at its barriers, and the result for a barrier under a condition is
//! unpredictable. The standard leaves it undefined.
//!
//! ## Wrong
//! ```opencl
//! kernel void reduce(global const float *x, global float *sums, local float *part)
//! {
//!     int lid = get_local_id(0);
//!     part[lid] = x[get_global_id(0)];
//!     barrier(CLK_LOCAL_MEM_FENCE);
//!     for (int half_size = get_local_size(0) / 2; half_size > 0; half_size /= 2) {
//!         if (lid < half_size) {
//!             part[lid] += part[lid + half_size];
//!             barrier(CLK_LOCAL_MEM_FENCE);
//!         }
//!     }
//!     if (lid == 0) {
//!         sums[get_group_id(0)] = part[0];
//!     }
//! }
//! ```
//!
//! ## Right
//!
//! The work stands under the condition, the barrier after it:
//!
//! ```opencl
//! kernel void reduce(global const float *x, global float *sums, local float *part)
//! {
//!     int lid = get_local_id(0);
//!     part[lid] = x[get_global_id(0)];
//!     barrier(CLK_LOCAL_MEM_FENCE);
//!     for (int half_size = get_local_size(0) / 2; half_size > 0; half_size /= 2) {
//!         if (lid < half_size) {
//!             part[lid] += part[lid + half_size];
//!         }
//!         barrier(CLK_LOCAL_MEM_FENCE);
//!     }
//!     if (lid == 0) {
//!         sums[get_group_id(0)] = part[0];
//!     }
//! }
//! ```
//!
//! ## Source
//!
//! OpenCL C 1.2 specification, section 6.12.8: if a barrier stands inside a conditional statement, all
//! work-items of the group must enter it if any does.

use crate::analysis::barriers::{DecisionKind, each_divergent};
use crate::analysis::walk;
use crate::entry::{Family, Mistake};
use crate::observed::barrier;
use crate::observed::words::Words;
use crate::static_checks::{Analyses, Reporter};
use launch::{Evidence, Level, MistakeId, Symptom};
use opencl_c::builtin::Name;
use opencl_c::program::{ExprKind, Program, Stmt, StmtKind};
use simulator::Divergence;
use std::collections::HashMap;

pub(crate) const MISTAKE: Mistake = Mistake {
    id: MistakeId::BarrierInConditional,
    level: Level::Error,
    family: Family::Waiting,
    symptom: Symptom::Hangs,
    chapter: 11,
    launch: "global: 16\nlocal: 16\nbuffer: x float 16 iota read\nbuffer: sums float 1 uninit write\n\
             local-memory: part 64",
    file: page_in!("barrier_in_conditional.rs"),
    read: Some(read),
    measure: None,
};

const HELP: &str = "move the barrier out of the condition, so that every work-item meets it";

pub(crate) fn words(found: &Divergence) -> Words {
    barrier::words(found)
        .with(
            &found.parted,
            "this differs between work-items and parts the group",
        )
        .help(HELP)
}

fn read(analyses: &Analyses<'_>, reporter: &mut Reporter<'_>) {
    let mut balanced: HashMap<*const Stmt, bool> = HashMap::new();
    each_divergent(&analyses.barriers, DecisionKind::Conditional, |found| {
        let stmt = found.decision_stmt;
        let is_balanced = balanced
            .entry(std::ptr::from_ref(stmt))
            .or_insert_with(|| meets_one_on_each_side(analyses.program, stmt));
        if *is_balanced {
            return;
        }
        let kernel = found.kernel;
        let mut report = reporter
            .at(
                Evidence::Likely,
                found.barrier.call,
                "not every work-item of a work-group may reach this barrier",
            )
            .label("waits for all work-items of the group")
            .with_expr(
                found.condition,
                analyses.because(found.condition, found.cause),
            );
        if let Some(jump) = found.jump {
            report = report.with(jump.origin, jump.end, barrier::jumped(jump, found.kind));
        }
        report.help(HELP).kernel(analyses.function(kernel));
    });
}

/// An `if` with as many barriers on one side as on the other is for the run to judge.
fn meets_one_on_each_side(program: &Program, stmt: &Stmt) -> bool {
    let StmtKind::If {
        then,
        otherwise: Some(otherwise),
        ..
    } = &stmt.kind
    else {
        return false;
    };
    let count = |side: &Stmt| {
        let mut barriers = 0;
        walk::each_expression(program, side, &mut |expr| {
            if let ExprKind::Builtin { builtin, .. } = &program.expr(expr).kind
                && builtin.name == Name::Barrier
            {
                barriers += 1;
            }
        });
        barriers
    };
    count(then) == count(otherwise)
}
