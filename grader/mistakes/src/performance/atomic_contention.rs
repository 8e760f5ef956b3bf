//! # Many work-items update one address at once
//!
//! The work-items of a warp do an atomic operation on the same address of global memory, or on very
//! few addresses. The result is right, but slow: atomic operations on one address happen one after
//! another.
//!
//! Most of these operations can be avoided: each work-group adds up in local memory, by a tree or by
//! atomic operations there, and one of its work-items adds the result to global memory.
//!
//! ## Why it hurts
//!
//! A GPU does an atomic operation in the slice of its last cache that holds the address, one at a
//! time. A warp's 32 updates of one counter take 32 turns there, and those of all other warps wait
//! behind them. Some compilers turn a plain sum into one update a warp; most cannot. On a CPU each
//! update moves the cache line to another core.
//!
//! ## Wrong
//! ```opencl
//! kernel void count_positive(global const float *x, global int *count)
//! {
//!     if (x[get_global_id(0)] > 0.0f) {
//!         atomic_inc(count);
//!     }
//! }
//! ```
//!
//! ## Right
//!
//! One update of global memory for each work-group:
//!
//! ```opencl
//! kernel void count_positive(global const float *x, global int *count)
//! {
//!     local int own;
//!     if (get_local_id(0) == 0) {
//!         own = 0;
//!     }
//!     barrier(CLK_LOCAL_MEM_FENCE);
//!     if (x[get_global_id(0)] > 0.0f) {
//!         atomic_inc(&own);
//!     }
//!     barrier(CLK_LOCAL_MEM_FENCE);
//!     if (get_local_id(0) == 0) {
//!         atomic_add(count, own);
//!     }
//! }
//! ```
//!
//! ## Source
//!
//! OpenCL C 1.2 specification, section 6.12.11: an atomic operation reads, computes and writes without
//! another one on that address coming in between.

use crate::entry::{Family, Mistake};
use crate::simulated_run::{RunReporter, SimulatedRun};
use launch::{Level, MistakeId, Symptom};
use simulator::AccessKind;

pub(crate) const MISTAKE: Mistake = Mistake {
    id: MistakeId::AtomicContention,
    level: Level::Performance,
    family: Family::Throughput,
    symptom: Symptom::Varies,
    chapter: 12,
    launch: "global: 128\nlocal: 32\nbuffer: x float 128 iota read\nbuffer: count int 1 zeros",
    file: page_in!("atomic_contention.rs"),
    read: None,
    measure: Some(measure),
};

/// The least average number of updates of one address by a request of a warp that is reported.
const MANY: f64 = 4.0;
/// Updates in the whole launch, below which it does not matter.
const LEAST: u64 = 64;

fn measure(run: &SimulatedRun<'_>, reporter: &mut RunReporter<'_>) {
    for access in &run.counters.accesses {
        let traffic = &access.global;
        if access.kind != AccessKind::Atomic || traffic.accesses < LEAST || traffic.bytes_used == 0
        {
            continue;
        }
        // Of each request: the bytes that work-items asked for, over the distinct ones among them.
        let together = traffic.bytes_asked as f64 / traffic.bytes_used as f64;
        if together < MANY {
            continue;
        }
        let mut place = access.place.clone();
        place.label = format!("{} updates in all", traffic.accesses);
        reporter.add(
            place,
            format!("on average {together:.1} work-items of a warp update the same address at once"),
            "add up in local memory first, and let one work-item of each group update global memory",
        );
    }
}
