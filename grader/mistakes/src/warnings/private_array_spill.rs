//! # A private array that cannot stay in registers
//!
//! Each work-item has an array of its own, and indexes it with a value that only the run knows: a
//! value from memory, its own id, the counter of a loop whose end is an argument. Registers have no
//! addresses. An array stays in them only if every index is a constant once the loops are unrolled.
//! Otherwise, or where it is too large, the compiler puts it into memory.
//!
//! ## Why it hurts
//!
//! On a GPU private memory lies in the same DRAM as global memory, behind its caches, so each of
//! these accesses takes as long as a global one. An NVIDIA GPU has at most 255 registers of 4 bytes
//! for a work-item, and the more each work-item takes, the fewer fit on a compute unit. On a CPU
//! the array lies on the stack, in the first-level cache, and costs little.
//!
//! ## Wrong
//! ```opencl
//! kernel void histograms(global const uchar *x, global uint *bins, uint n)
//! {
//!     uint mine[16] = { 0 };
//!     uint first = get_global_id(0) * n;
//!     for (uint i = 0; i < n; i++) {
//!         mine[x[first + i] & 15]++;
//!     }
//!     for (int bin = 0; bin < 16; bin++) {
//!         atomic_add(&bins[bin], mine[bin]);
//!     }
//! }
//! ```
//!
//! ## Right
//!
//! The work-group shares one histogram in local memory, which has addresses:
//!
//! ```opencl
//! kernel void histograms(global const uchar *x, global uint *bins, uint n)
//! {
//!     local uint ours[16];
//!     for (uint bin = get_local_id(0); bin < 16; bin += get_local_size(0)) {
//!         ours[bin] = 0;
//!     }
//!     barrier(CLK_LOCAL_MEM_FENCE);
//!     uint first = get_global_id(0) * n;
//!     for (uint i = 0; i < n; i++) {
//!         atomic_inc(&ours[x[first + i] & 15]);
//!     }
//!     barrier(CLK_LOCAL_MEM_FENCE);
//!     for (uint bin = get_local_id(0); bin < 16; bin += get_local_size(0)) {
//!         atomic_add(&bins[bin], ours[bin]);
//!     }
//! }
//! ```
//!
//! ## Source
//!
//! OpenCL C 1.2 specification, section 6.5.4, on private memory. Broxvall (2012) holds several
//! outputs of each work-item in registers and finds that the number of registers limits how many.

use crate::analysis::assignments::loaded;
use crate::analysis::pointers::root;
use crate::analysis::uniformity::Class;
use crate::analysis::walk;
use crate::entry::{Family, Mistake};
use crate::static_checks::{Analyses, Reporter};
use launch::{Evidence, Level, MistakeId, Symptom};
use opencl_c::program::{ExprId, ExprKind, Function, Program, StmtKind, VarId};
use opencl_c::types::{AddressSpace, Type, TypeId};
use std::collections::HashSet;

pub(crate) const MISTAKE: Mistake = Mistake {
    id: MistakeId::PrivateArraySpill,
    level: Level::Warning,
    family: Family::Throughput,
    symptom: Symptom::Varies,
    chapter: 18,
    launch: "global: 4\nlocal: 4\nbuffer: x uchar 16 iota read\nbuffer: bins uint 16 zeros\nvalue: n uint 4",
    file: page_in!("private_array_spill.rs"),
    read: Some(read),
    measure: None,
};

/// Bytes of the registers that a work-item can have on the GPUs with the most: 255 of 4 bytes, rounded up.
const REGISTERS: u64 = 1024;
/// An array of at most this many elements is chosen from by comparisons.
const FEW: u64 = 4;

fn read(analyses: &Analyses<'_>, reporter: &mut Reporter<'_>) {
    let program = analyses.program;
    for function in &program.functions {
        let is_array = |var: VarId| {
            let var = &function.vars[var.0 as usize];
            var.space == AddressSpace::Private
                && !var.qualifiers.constant
                && elements(program, var.ty) > FEW
        };
        let mut told = HashSet::new();
        for (index, var) in function.vars.iter().enumerate().skip(function.parameters) {
            let size = program.types.size(var.ty).unwrap_or(0);
            if is_array(VarId(index as u32)) && size > REGISTERS && !var.name.is_empty() {
                told.insert(VarId(index as u32));
                let message = format!(
                    "`{}` takes {size} bytes of each work-item, more than its registers hold",
                    var.name
                );
                let found = reporter
                    .find(Evidence::Likely, var.origin, var.origin, message)
                    .label("lies in memory, with one copy for each work-item")
                    .help(HELP);
                if function.kernel.is_some() {
                    found.kernel(function);
                }
            }
        }
        let open = open_counters(analyses, function);
        walk::each_expression(program, &function.body, &mut |expr| {
            let ExprKind::PointerOffset { pointer, index, .. } = program.expr(expr).kind else {
                return;
            };
            let Some((_, var)) = root(program, pointer) else {
                return;
            };
            if !is_array(var) || told.contains(&var) {
                return;
            }
            let reason = match analyses.class(index) {
                Class::Varying(cause) => analyses.because(index, cause),
                _ => match counter(program, index, &open) {
                    Some(name) => format!("`{name}` counts up to a number that only the run knows"),
                    None => return,
                },
            };
            told.insert(var);
            let name = &function.vars[var.0 as usize].name;
            let message = format!(
                "`{name}` is indexed by what only the run knows, so it cannot stay in registers"
            );
            let found = reporter
                .at(Evidence::Likely, index, message)
                .label(reason)
                .help(HELP);
            if function.kernel.is_some() {
                found.kernel(function);
            }
        });
    }
}

const HELP: &str =
    "use local memory, or loops with constant bounds, so that each index becomes a number";

fn elements(program: &Program, ty: TypeId) -> u64 {
    let (mut ty, mut count) = (ty, None);
    while let Type::Array { element, length } = program.types.get(ty) {
        count = Some(count.unwrap_or(1_u64).saturating_mul(*length));
        ty = *element;
    }
    count.unwrap_or(0)
}

/// The counters of the `for` loops whose end is no constant, and what is counted in a loop whose condition
/// differs between work-items.
fn open_counters(analyses: &Analyses<'_>, function: &Function) -> HashSet<VarId> {
    let program = analyses.program;
    let (mut closed, mut open) = (HashSet::new(), HashSet::new());
    walk::statements(&function.body, &mut |stmt| {
        if let StmtKind::While { condition, .. } | StmtKind::DoWhile { condition, .. } = stmt.kind
            && let Class::Varying(_) = analyses.class(condition)
        {
            walk::each_expression(program, stmt, &mut |expr| match program.expr(expr).kind {
                ExprKind::Increment { place, .. } | ExprKind::CompoundAssign { place, .. } => {
                    open.extend(loaded(program, place));
                }
                _ => {}
            });
        }
    });
    walk::statements(&function.body, &mut |stmt| {
        let StmtKind::For {
            condition: Some(condition),
            step: Some(step),
            ..
        } = stmt.kind
        else {
            return;
        };
        let stepped = match program.expr(step).kind {
            ExprKind::Increment { place, .. } | ExprKind::CompoundAssign { place, .. } => {
                loaded(program, place)
            }
            _ => None,
        };
        let ExprKind::Binary { left, right, .. } = program.expr(condition).kind else {
            return;
        };
        let Some(counter) = stepped else {
            return;
        };
        let mut constant = true;
        for side in [left, right] {
            walk::below(program, side, &mut |expr| match program.expr(expr).kind {
                ExprKind::Variable(var) => {
                    let is_const = var.0 as usize >= function.parameters
                        && function.vars[var.0 as usize].qualifiers.constant;
                    constant &= var == counter || is_const || closed.contains(&var);
                }
                ExprKind::Deref(_) | ExprKind::Builtin { .. } | ExprKind::Call { .. } => {
                    constant = false;
                }
                _ => {}
            });
        }
        if constant {
            closed.insert(counter);
        } else {
            open.insert(counter);
        }
    });
    open
}

/// The name of a counter in an index.
fn counter<'a>(
    program: &'a Program,
    index: ExprId,
    open: &HashSet<VarId>,
) -> Option<std::borrow::Cow<'a, str>> {
    let mut found = None;
    walk::below(program, index, &mut |expr| {
        let node = program.expr(expr);
        if let ExprKind::Variable(var) = node.kind
            && open.contains(&var)
        {
            found = Some(program.sources.text(node.origin.spelling).into());
        }
    });
    found
}
