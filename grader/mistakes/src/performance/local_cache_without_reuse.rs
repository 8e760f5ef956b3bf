//! # Local memory that nobody shares
//!
//! Each work-item stores a value in local memory and is the only one to read it back, once. Then
//! local memory, and the barrier that often stands between, are useless: a private variable can hold
//! the value.
//!
//! Local memory helps where an element is read several times, or by another work-item than the one
//! that stored it. In a transpose it is read once, but by another work-item.
//!
//! ## Why it hurts
//!
//! On a GPU a private variable is a register, which costs nothing to read. Local memory costs a
//! store, a load, and a barrier at which the warps of a group wait for one another, and it leaves
//! less local memory for other groups. On a CPU the copy goes through the cache, and the barrier
//! splits the loop over the work-items in two.
//!
//! ## Wrong
//! ```opencl
//! kernel void square(global const float *x, global float *y)
//! {
//!     local float part[64];
//!     int lid = get_local_id(0);
//!     part[lid] = x[get_global_id(0)];
//!     barrier(CLK_LOCAL_MEM_FENCE);
//!     float value = part[lid];
//!     y[get_global_id(0)] = value * value;
//! }
//! ```
//!
//! ## Right
//! ```opencl
//! kernel void square(global const float *x, global float *y)
//! {
//!     float value = x[get_global_id(0)];
//!     y[get_global_id(0)] = value * value;
//! }
//! ```
//!
//! ## Source
//!
//! Broxvall, *Efficient convolution on multi-dimensional data* (2012), on caching the filter in local
//! memory: without reuse that the cache did not already give, the copy made nothing faster.

use crate::analysis::counted;
use crate::analysis::form::{Form, Symbol, Values};
use crate::analysis::index::{Access, Object};
use crate::analysis::walk;
use crate::entry::{Family, Mistake};
use crate::simulated_run::{RunReporter, SimulatedRun};
use launch::{Level, MistakeId, Place, Symptom};
use opencl_c::program::{ExprKind, Function, Program, VarId};
use opencl_c::types::AddressSpace;
use simulator::AccessKind;

pub(crate) const MISTAKE: Mistake = Mistake {
    id: MistakeId::LocalCacheWithoutReuse,
    level: Level::Performance,
    family: Family::Throughput,
    symptom: Symptom::Varies,
    chapter: 21,
    launch: "global: 512\nlocal: 64\nbuffer: x float 512 iota read\nbuffer: y float 512 uninit write",
    file: page_in!("local_cache_without_reuse.rs"),
    read: None,
    measure: Some(measure),
};

fn measure(run: &SimulatedRun<'_>, reporter: &mut RunReporter<'_>) {
    let Some(values) = Values::of(run.kernel, run.launch) else {
        return;
    };
    let Some(kernel) = counted::kernel(run).filter(|_| counted::is_worth_measuring(run)) else {
        return;
    };
    let loops = reporter.loops();
    let indices = &loops.indices;
    let all = indices.accesses(kernel);
    let local = || {
        all.iter()
            .filter(|access| access.space == AddressSpace::Local)
    };
    // A pointer that may point anywhere in local memory may be how others read it.
    if local().any(|access| access.object.is_none()) {
        return;
    }
    let counts = counted::counted(run, indices);
    let mut mentions = None;
    for (index, var) in run.kernel.vars.iter().enumerate() {
        let id = VarId(index as u32);
        let of_it: Vec<&Access<'_>> = local()
            .filter(|access| access.object == Some(Object::Variable(id)))
            .collect();
        let Some(store) = of_it.iter().find(|access| access.writes) else {
            continue;
        };
        let own = |access: &&Access<'_>| {
            access.offset.is_some()
                && access.offset == store.offset
                && access
                    .offset
                    .as_ref()
                    .is_some_and(|offset| is_own(offset, &values))
        };
        if !of_it.iter().all(own)
            || !of_it.iter().any(|access| access.reads)
            || mentions.get_or_insert_with(|| self::mentions(run.program, run.kernel))[index]
                != of_it.len()
        {
            continue;
        }
        let count = |wanted: fn(AccessKind) -> bool| -> u64 {
            let of_it = counts.iter().filter(|counted| {
                counted.access.object == Some(Object::Variable(id)) && wanted(counted.counters.kind)
            });
            of_it.map(|counted| counted.counters.local.accesses).sum()
        };
        let loads = count(|kind| kind == AccessKind::Load);
        let stores = count(|kind| kind != AccessKind::Load);
        // Read more often than stored, it serves as an array of its own for each work-item, which
        // private memory might have no registers for.
        if loads == 0 || loads > stores {
            continue;
        }
        let place = run
            .program
            .sources
            .place(var.origin, var.origin, String::new(), true);
        reporter.add(
            Place {
                label: format!("stored {stores} times, read {loads} times"),
                ..place
            },
            format!(
                "no work-item reads what another stored in {}, and none reads its own value twice",
                counted::name(run, store)
            ),
            "keep the value in a private variable, and drop the barrier if nothing else needs it",
        );
    }
}

/// Is this the address of an element that only one work-item of the group accesses?
fn is_own(offset: &Form, values: &Values) -> bool {
    let followed = |symbol: &Symbol| !matches!(symbol, Symbol::Same(_) | Symbol::Counter(_));
    offset.holds(&followed)
        && !offset.holds(&|symbol| !followed(symbol))
        && (0..3).all(|dimension: u8| {
            let slope = offset.slope(&|symbol| {
                *symbol == Symbol::LocalId(dimension) || *symbol == Symbol::GlobalId(dimension)
            });
            values.local[usize::from(dimension)] == 1
                || slope.is_some_and(|slope| slope != Form::default())
        })
}

/// How often each variable of a function is named in its body.
fn mentions(program: &Program, function: &Function) -> Vec<usize> {
    let mut found = vec![0; function.vars.len()];
    walk::each_expression(program, &function.body, &mut |expr| {
        if let ExprKind::Variable(var) = program.expr(expr).kind {
            found[var.0 as usize] += 1;
        }
    });
    found
}
