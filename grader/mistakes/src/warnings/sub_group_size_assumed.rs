//! # A sub-group is taken to have a fixed size
//!
//! The kernel calls functions of the sub-group, and divides the local id by a number such as 32 to
//! find its sub-group. The device decides how many work-items a sub-group has: 8, 16 or 32 on Intel's
//! GPUs, 32 on NVIDIA's, 32 or 64 on AMD's, often all of the work-group on a CPU. The last sub-group
//! of a work-group may be smaller than the others.
//!
//! A kernel with `intel_reqd_sub_group_size` is not reported, nor one that asks for the size or for
//! the ids of its sub-group.
//!
//! ## Why it hurts
//!
//! With sub-groups of 16, `sub_group_reduce_add` sums 16 values. A kernel that then takes one sum for
//! 32 work-items loses half of the data, on that device alone.
//!
//! ## Wrong
//! ```opencl
//! kernel void sum(global const int *x, global int *y)
//! {
//!     local int sums[64];
//!     int lid = get_local_id(0);
//!     int sum = sub_group_reduce_add(x[get_global_id(0)]);
//!     if (lid % 32 == 0) {
//!         sums[lid / 32] = sum;
//!     }
//!     barrier(CLK_LOCAL_MEM_FENCE);
//!     if (lid == 0) {
//!         int all = 0;
//!         for (int i = 0; i < (int)get_local_size(0) / 32; i++) all += sums[i];
//!         y[get_group_id(0)] = all;
//!     }
//! }
//! ```
//!
//! ## Right
//! ```opencl
//! kernel void sum(global const int *x, global int *y)
//! {
//!     local int sums[64];
//!     int lid = get_local_id(0);
//!     int sum = sub_group_reduce_add(x[get_global_id(0)]);
//!     if (get_sub_group_local_id() == 0) {
//!         sums[get_sub_group_id()] = sum;
//!     }
//!     barrier(CLK_LOCAL_MEM_FENCE);
//!     if (lid == 0) {
//!         int all = 0;
//!         for (int i = 0; i < (int)get_num_sub_groups(); i++) all += sums[i];
//!         y[get_group_id(0)] = all;
//!     }
//! }
//! ```
//!
//! `work_group_reduce_add` does all of it.
//!
//! ## Source
//!
//! OpenCL C 3.0 specification, section 6.15.19 (sub-group functions), and OpenCL API 3.0, section
//! 3.2.1: the size of sub-groups and the work-items in each are implementation-defined.

use crate::analysis::assignments::{Assignments, loaded};
use crate::analysis::calls::reaching;
use crate::analysis::walk;
use crate::entry::{Family, Mistake};
use crate::static_checks::{Analyses, Reporter};
use launch::{Evidence, Level, MistakeId, Symptom};
use opencl_c::builtin::{GroupKind, Name, Scope};
use opencl_c::program::{BinaryOp, Constant, ExprId, ExprKind, FunctionId, Program};

pub(crate) const MISTAKE: Mistake = Mistake {
    id: MistakeId::SubGroupSizeAssumed,
    level: Level::Warning,
    family: Family::Launch,
    symptom: Symptom::Varies,
    chapter: 11,
    launch: "std: CL3.0\nglobal: 64\nlocal: 64\nbuffer: x int 64 iota read\nbuffer: y int 1 uninit write",
    file: page_in!("sub_group_size_assumed.rs"),
    read: Some(read),
    measure: None,
};

/// Sizes of sub-groups that devices have.
const SIZES: [u64; 5] = [8, 16, 32, 64, 128];

fn read(analyses: &Analyses<'_>, reporter: &mut Reporter<'_>) {
    let program = analyses.program;
    let joins = reaching(program, joins_values);
    if !joins.contains(&true) {
        return;
    }
    let asks = reaching(program, asks_for_the_sub_group);
    // What a helper function does with a local id is not known to concern sub-groups.
    for (id, kernel) in program.kernels() {
        let required = kernel.kernel.as_ref();
        let required = required.and_then(|attributes| attributes.required_sub_group_size);
        let FunctionId(index) = id;
        let index = index as usize;
        if !joins[index] || asks[index] || required.is_some() {
            continue;
        }
        let assignments = &analyses.assignments[index];
        let mut first = None;
        walk::each_expression(program, &kernel.body, &mut |expr| {
            if first.is_none() {
                first = assumed(program, assignments, expr).map(|size| (expr, size));
            }
        });
        if let Some((expr, size)) = first {
            reporter
                .at(
                    Evidence::Likely,
                    expr,
                    format!("this takes sub-groups to have {size} work-items, which is the device's choice"),
                )
                .label("which sub-group, or where in it")
                .help(
                    "use `get_sub_group_id()`, `get_sub_group_local_id()` and `get_max_sub_group_size()`",
                )
                .kernel(kernel);
        }
    }
}

/// A call whose result depends on which work-items are in a sub-group.
fn joins_values(kind: &ExprKind) -> bool {
    let ExprKind::Builtin { builtin, .. } = kind else {
        return false;
    };
    let rule = builtin.name.of_group();
    rule.is_some_and(|rule| rule.scope == Scope::SubGroup && rule.kind != GroupKind::Barrier)
        || builtin.name.of_block().is_some()
}

fn asks_for_the_sub_group(kind: &ExprKind) -> bool {
    matches!(
        kind,
        ExprKind::Builtin { builtin, .. } if matches!(
            builtin.name,
            Name::GetSubGroupSize
                | Name::GetMaxSubGroupSize
                | Name::GetSubGroupId
                | Name::GetSubGroupLocalId
                | Name::GetNumSubGroups
        )
    )
}

/// The size that a division of the local id takes sub-groups to have.
fn assumed(program: &Program, assignments: &Assignments, expr: ExprId) -> Option<u64> {
    let ExprKind::Binary { op, left, right } = program.expr(expr).kind else {
        return None;
    };
    let number = constant(program, right)?;
    let size = match op {
        BinaryOp::Divide | BinaryOp::Remainder => number,
        BinaryOp::And => number.checked_add(1)?,
        BinaryOp::ShiftRight => 1_u64.checked_shl(u32::try_from(number).ok()?)?,
        _ => return None,
    };
    (SIZES.contains(&size) && is_local_id(program, assignments, left)).then_some(size)
}

fn constant(program: &Program, expr: ExprId) -> Option<u64> {
    match program.expr(expr).kind {
        ExprKind::Constant(Constant::Int(number)) => Some(number),
        ExprKind::Convert { value, .. } => constant(program, value),
        _ => None,
    }
}

/// `get_local_id(0)` or a variable that holds it.
fn is_local_id(program: &Program, assignments: &Assignments, expr: ExprId) -> bool {
    let mut at = expr;
    // A variable may be set to itself.
    for _ in 0..8 {
        at = match &program.expr(at).kind {
            ExprKind::Convert { value, .. } => *value,
            ExprKind::Builtin { builtin, arguments } => {
                return match builtin.name {
                    Name::GetLocalId => constant(program, arguments[0]) == Some(0),
                    Name::GetLocalLinearId => true,
                    _ => false,
                };
            }
            _ => {
                let only = loaded(program, at).and_then(|var| assignments.to(var).only());
                match only {
                    Some(value) => value,
                    None => return false,
                }
            }
        };
    }
    false
}
