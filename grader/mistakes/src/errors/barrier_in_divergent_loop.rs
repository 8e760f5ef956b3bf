//! # A barrier in a loop that not all work-items go round as often
//!
//! A barrier stands in a loop whose number of rounds differs between the work-items of a work-group.
//! In the rounds that only some of them make, the barrier waits for work-items that have left the loop.
//!
//! ## Why it hurts
//!
//! As with a barrier under a condition, a GPU hangs or goes on with half-written data. Tests easily
//! miss it: with a problem size that is a multiple of the work-group, every work-item makes the same
//! number of rounds, and the kernel is right until another size comes.
//!
//! ## Wrong
//! ```opencl
//! kernel void shift(global float *x, uint n, local float *tile)
//! {
//!     uint lid = get_local_id(0), step = get_local_size(0);
//!     for (uint i = lid; i < n; i += step) {
//!         tile[lid] = x[i];
//!         barrier(CLK_LOCAL_MEM_FENCE);
//!         x[i] = tile[lid ^ 1];
//!         barrier(CLK_LOCAL_MEM_FENCE);
//!     }
//! }
//! ```
//!
//! ## Right
//!
//! The loop counts rounds of the whole group. A condition inside it keeps idle work-items from the
//! data, but not from the barrier:
//!
//! ```opencl
//! kernel void shift(global float *x, uint n, local float *tile)
//! {
//!     uint lid = get_local_id(0), step = get_local_size(0);
//!     for (uint begin = 0; begin < n; begin += step) {
//!         uint i = begin + lid;
//!         tile[lid] = i < n ? x[i] : 0.0f;
//!         barrier(CLK_LOCAL_MEM_FENCE);
//!         if (i < n) {
//!             x[i] = tile[lid ^ 1];
//!         }
//!         barrier(CLK_LOCAL_MEM_FENCE);
//!     }
//! }
//! ```
//!
//! ## Source
//!
//! OpenCL C 1.2 specification, section 6.12.8: if a barrier stands inside a loop, all work-items of the
//! group must execute it in each round before any may go on.

use crate::analysis::barriers::{DecisionKind, each_divergent};
use crate::entry::{Family, Mistake};
use crate::observed::barrier;
use crate::observed::words::Words;
use crate::static_checks::{Analyses, Reporter};
use launch::{Evidence, Level, MistakeId, Symptom};
use simulator::Divergence;

pub(crate) const MISTAKE: Mistake = Mistake {
    id: MistakeId::BarrierInDivergentLoop,
    level: Level::Error,
    family: Family::Waiting,
    symptom: Symptom::Hangs,
    chapter: 11,
    launch: "global: 8\nlocal: 8\nbuffer: x float 12 iota\nvalue: n uint 12\nlocal-memory: tile 32",
    file: page_in!("barrier_in_divergent_loop.rs"),
    read: Some(read),
    measure: None,
};

pub(crate) fn words(found: &Divergence) -> Words {
    barrier::words(found)
        .with(&found.parted, "work-items leave the loop here")
        .help("let every work-item run the same number of rounds")
}

fn read(analyses: &Analyses<'_>, reporter: &mut Reporter<'_>) {
    each_divergent(&analyses.barriers, DecisionKind::Loop, |found| {
        let report = reporter
            .at(
                Evidence::Likely,
                found.barrier.call,
                "some work-items may reach this barrier more often than others",
            )
            .label("waits for all work-items of the group, in each round")
            .with_expr(
                found.condition,
                analyses.because(found.condition, found.cause),
            );
        let help =
            "let the loop count rounds of the whole work-group, and guard the data inside it";
        match found.jump {
            Some(jump) => report
                .with(jump.origin, jump.end, barrier::jumped(jump, found.kind))
                .help(
                    "let every work-item run the same number of rounds, and guard the data instead",
                ),
            None => report.help(help),
        }
        .kernel(analyses.function(found.kernel));
    });
}
