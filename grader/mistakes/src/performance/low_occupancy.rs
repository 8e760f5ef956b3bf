//! # So much local memory that few work-groups fit a compute unit
//!
//! A compute unit hides the latency of memory by running other warps meanwhile. How many it can hold
//! at once depends on what each needs. Its work-groups share its local memory: a group that takes
//! half of it for 64 work-items leaves room for one other.
//!
//! ## Why it hurts
//!
//! A GPU that waits for memory with nothing else to run is idle. One of the sources raised the
//! occupancy of a kernel from 25 % to 56 % by computing again what it had stored in local memory, and
//! the share of the memory's bandwidth it used by a factor of 1.8. On a CPU one group runs on a core
//! at a time, and local memory only takes room in the cache.
//!
//! ## Wrong
//! ```opencl
//! kernel void smooth(global const float *x, global float *y)
//! {
//!     local float part[6000];
//!     int lid = get_local_id(0);
//!     int n = get_local_size(0);
//!     part[lid] = x[get_global_id(0)];
//!     barrier(CLK_LOCAL_MEM_FENCE);
//!     y[get_global_id(0)] = 0.5f * (part[lid] + part[(lid + 1) % n]);
//! }
//! ```
//!
//! ## Right
//!
//! One element for each work-item is enough:
//!
//! ```opencl
//! kernel void smooth(global const float *x, global float *y)
//! {
//!     local float part[64];
//!     int lid = get_local_id(0);
//!     int n = get_local_size(0);
//!     part[lid] = x[get_global_id(0)];
//!     barrier(CLK_LOCAL_MEM_FENCE);
//!     y[get_global_id(0)] = 0.5f * (part[lid] + part[(lid + 1) % n]);
//! }
//! ```
//!
//! ## Source
//!
//! Holm, Brodtkorb and Sætra, *GPU Computing with Python: Performance, Energy Efficiency and Usability*
//! (2020), section 4.2.1 and figure 4.

use crate::analysis::counted;
use crate::analysis::form::Values;
use crate::entry::{Family, Mistake};
use crate::simulated_run::{RunReporter, SimulatedRun};
use launch::{Argument, Level, MistakeId, Place, Symptom};
use opencl_c::types::AddressSpace;

pub(crate) const MISTAKE: Mistake = Mistake {
    id: MistakeId::LowOccupancy,
    level: Level::Performance,
    family: Family::Launch,
    symptom: Symptom::Varies,
    chapter: 26,
    launch: "global: 1024\nlocal: 64\nbuffer: x float 1024 iota read\nbuffer: y float 1024 uninit write",
    file: page_in!("low_occupancy.rs"),
    read: None,
    measure: Some(measure),
};

/// Warps that a compute unit should hold: an eighth of the 64 that many GPUs have room for. Kernels
/// that keep much in registers run well with few warps; with fewer than these hardly any does.
const LEAST_WARPS: u64 = 8;

fn measure(run: &SimulatedRun<'_>, reporter: &mut RunReporter<'_>) {
    let Some(values) = Values::of(run.kernel, run.launch) else {
        return;
    };
    let size = values.group_size().unsigned_abs();
    // Local objects of the kernel, and what the launch gives to its parameters.
    let given = run.launch.arguments.iter().map(|argument| match argument {
        Argument::Local { bytes, .. } => *bytes as u64,
        _ => 0,
    });
    let mut bytes = 0_u64;
    let mut largest = None;
    for (var, given) in run
        .kernel
        .vars
        .iter()
        .zip(given.chain(std::iter::repeat(0)))
    {
        let own = match var.space {
            AddressSpace::Local => run.program.types.size(var.ty).unwrap_or(0),
            _ => given,
        };
        bytes = bytes.saturating_add(own);
        if own > 0 && largest.is_none_or(|(most, _)| own > most) {
            largest = Some((own, var));
        }
    }
    let Some((most, var)) = largest.filter(|_| counted::is_worth_measuring(run)) else {
        return;
    };
    // A profile states what one group may take. Few units have more to share between groups.
    let groups = run.profile.local_memory / bytes;
    let warps = groups.saturating_mul(size.div_ceil(run.warp as u64));
    // Without a second group to run beside it, there is nothing to make room for.
    let waiting = values.group_count().unsigned_abs() > groups;
    if groups == 0 || warps >= LEAST_WARPS || !waiting {
        return;
    }
    let place = run
        .program
        .sources
        .place(var.origin, var.origin, String::new(), true);
    reporter.add(
        Place {
            label: format!("{most} of {} bytes of local memory", run.profile.local_memory),
            ..place
        },
        format!(
            "{bytes} bytes of local memory for {size} work-items: only {groups} group{} and {warps} warp{} fit at once",
            if groups == 1 { "" } else { "s" },
            if warps == 1 { "" } else { "s" }
        ),
        "use less local memory, or let more work-items share it",
    );
}
