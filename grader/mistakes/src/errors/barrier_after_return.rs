//! # A barrier after a return that only some work-items take
//!
//! Some work-items of a work-group return early, most often because of a guard such as
//! `if (i >= n) return;`, and the others reach a barrier further down. It waits for those that have
//! returned.
//!
//! A return that the whole group takes together, or none of it, does no harm.
//!
//! ## Why it hurts
//!
//! The guard is right in a kernel without barriers, and becomes a mistake when the kernel starts to
//! use local memory. Some GPUs count a work-item that ended as arrived, and seem to work; others
//! hang. On all of them the values are missing that the returned work-items should have put into
//! local memory.
//!
//! ## Wrong
//! ```opencl
//! kernel void blur(global const float *x, global float *y, uint n, local float *tile)
//! {
//!     uint i = get_global_id(0), lid = get_local_id(0);
//!     if (i >= n) {
//!         return;
//!     }
//!     tile[lid] = x[i];
//!     barrier(CLK_LOCAL_MEM_FENCE);
//!     y[i] = lid > 0 ? 0.5f * (tile[lid - 1] + tile[lid]) : tile[lid];
//! }
//! ```
//!
//! ## Right
//!
//! Every work-item stays to the end. The guard stands around the accesses alone:
//!
//! ```opencl
//! kernel void blur(global const float *x, global float *y, uint n, local float *tile)
//! {
//!     uint i = get_global_id(0), lid = get_local_id(0);
//!     if (i < n) {
//!         tile[lid] = x[i];
//!     }
//!     barrier(CLK_LOCAL_MEM_FENCE);
//!     if (i < n) {
//!         y[i] = lid > 0 ? 0.5f * (tile[lid - 1] + tile[lid]) : tile[lid];
//!     }
//! }
//! ```
//!
//! ## Source
//!
//! OpenCL C 1.2 specification, section 6.12.8: all work-items of a work-group must execute the barrier
//! before any may go on beyond it.

use crate::analysis::barriers::{DecisionKind, each_divergent};
use crate::entry::{Family, Mistake};
use crate::observed::barrier;
use crate::observed::words::Words;
use crate::static_checks::{Analyses, Reporter};
use launch::{Evidence, Level, MistakeId, Symptom};
use simulator::Divergence;

pub(crate) const MISTAKE: Mistake = Mistake {
    id: MistakeId::BarrierAfterReturn,
    level: Level::Error,
    family: Family::Waiting,
    symptom: Symptom::Hangs,
    chapter: 11,
    launch: "global: 8\nlocal: 8\nbuffer: x float 6 iota read\nbuffer: y float 6 uninit write\n\
             value: n uint 6\nlocal-memory: tile 32",
    file: page_in!("barrier_after_return.rs"),
    read: Some(read),
    measure: None,
};

pub(crate) fn words(found: &Divergence) -> Words {
    barrier::words(found)
        .with(&found.parted, "work-items return here")
        .help("let no work-item return before the last barrier: one without an element leaves out only its accesses to global memory")
}

fn read(analyses: &Analyses<'_>, reporter: &mut Reporter<'_>) {
    each_divergent(&analyses.barriers, DecisionKind::Return, |found| {
        let mut report = reporter
            .at(
                Evidence::Likely,
                found.barrier.call,
                "some work-items may have returned before this barrier",
            )
            .label("waits for all work-items of the group")
            .with_expr(
                found.condition,
                analyses.because(found.condition, found.cause),
            );
        if let Some(jump) = found.jump {
            report = report.with(jump.origin, jump.end, barrier::jumped(jump, found.kind));
        }
        report
            .help("keep every work-item to the end, and guard the accesses instead")
            .kernel(analyses.function(found.kernel));
    });
}
