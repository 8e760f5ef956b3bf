//! # A work-group reads the same elements from global memory again and again
//!
//! Neighbouring work-items often need the same data: the windows of a convolution overlap, and each
//! row of a matrix product meets every column. If each work-item reads for itself, a work-group
//! fetches each element many times. If the group reads it once into local memory, global memory is
//! read that many times less.
//!
//! Work-items of a warp that read one element together fetch it once; that is not counted here.
//!
//! ## Why it hurts
//!
//! Most kernels on a GPU wait for global memory, which all compute units share, while each has local
//! memory of its own. Caches serve some of the repeated reads, and fewer of them the further apart in
//! time they are. On a CPU local memory is ordinary memory, and the caches serve nearly all reads, so
//! the copy only costs time.
//!
//! ## Wrong
//! ```opencl
//! kernel void blur(global const float *x, global float *y)
//! {
//!     int i = get_global_id(0);
//!     float sum = 0.0f;
//!     for (int k = 0; k < 17; k++) {
//!         sum += x[i + k];
//!     }
//!     y[i] = sum / 17.0f;
//! }
//! ```
//!
//! ## Right
//!
//! The group loads its stretch and the 16 elements after it once:
//!
//! ```opencl
//! kernel void blur(global const float *x, global float *y)
//! {
//!     local float part[128 + 16];
//!     int lid = get_local_id(0);
//!     int first = get_group_id(0) * 128;
//!     for (int k = lid; k < 128 + 16; k += 128) {
//!         part[k] = x[first + k];
//!     }
//!     barrier(CLK_LOCAL_MEM_FENCE);
//!     float sum = 0.0f;
//!     for (int k = 0; k < 17; k++) {
//!         sum += part[lid + k];
//!     }
//!     y[first + lid] = sum / 17.0f;
//! }
//! ```
//!
//! ## Source
//!
//! Tompson and Schlachter, *An Introduction to the OpenCL Programming Model* (2012), section 4: the
//! locality of memory is what counts most, since all work-items share the global memory; its matrix
//! product gains by tiles in local memory.

use crate::analysis::counted::{self, ENOUGH_REQUESTS, each_round, rounds};
use crate::analysis::form::{Point, Values};
use crate::analysis::index::{Access, Object};
use crate::analysis::trips::Loops;
use crate::entry::{Family, Mistake};
use crate::simulated_run::{RunReporter, SimulatedRun};
use launch::{Level, MistakeId, Place, Symptom};
use opencl_c::program::VarId;
use opencl_c::types::AddressSpace;
use simulator::AccessCounters;
use std::collections::HashSet;

pub(crate) const MISTAKE: Mistake = Mistake {
    id: MistakeId::RedundantGlobalRead,
    level: Level::Performance,
    family: Family::Throughput,
    symptom: Symptom::Varies,
    chapter: 11,
    launch: "global: 512\nlocal: 128\nbuffer: x float 528 iota read\nbuffer: y float 512 uninit write",
    file: page_in!("redundant_global_read.rs"),
    read: None,
    measure: Some(measure),
};

/// How often a group fetches each element, at the least. A stencil of three by three fetches each some
/// seven times, all close together, and caches serve it; it is left alone.
const LEAST_TIMES: f64 = 8.0;

/// Rounds of each loop that are looked at: the ratio does not change after the first few dozen.
const MOST_ROUNDS: u64 = 32;

/// Fetches looked at in all, so that a huge launch costs no more than a large one.
const MOST_FETCHES: u64 = 1 << 15;

fn measure(run: &SimulatedRun<'_>, reporter: &mut RunReporter<'_>) {
    let Some(values) = Values::of(run.kernel, run.launch) else {
        return;
    };
    let Some(kernel) = counted::kernel(run).filter(|_| counted::is_worth_measuring(run)) else {
        return;
    };
    let loops = reporter.loops();
    let indices = &loops.indices;
    let mut budget = MOST_FETCHES;
    let all = indices.accesses(kernel);
    let counts = counted::counted(run, indices);
    for index in 0..run.kernel.parameters {
        let object = Object::Variable(VarId(index as u32));
        let of_it: Vec<&Access<'_>> = all
            .iter()
            .filter(|access| access.object == Some(object))
            .collect();
        // Global memory that is only read, and by accesses that are followed, every one.
        let global = |access: &&Access<'_>| access.space == AddressSpace::Global && !access.writes;
        if of_it.is_empty() || !of_it.iter().all(global) {
            continue;
        }
        let Some((times, first)) = fetches(run, &loops, &values, &of_it, &counts, &mut budget)
        else {
            continue;
        };
        if times < LEAST_TIMES {
            continue;
        }
        let name = counted::name(run, of_it[0]);
        reporter.add(
            Place {
                label: "other work-items of the group read the same elements here".to_owned(),
                ..first.place.clone()
            },
            format!("each work-group fetches every element it needs of {name} {times:.0} times"),
            "let the group load each element once into local memory, and read it there after a barrier",
        );
    }
}

/// How often a work-item of a group executes an access.
fn trips(loops: &Loops<'_>, access: &Access<'_>, values: &Values, group: [i64; 3]) -> Option<u64> {
    let point = Point {
        values,
        group,
        lane: [0; 3],
        rounds: &[],
    };
    access.loops.iter().try_fold(1_u64, |product, stmt| {
        let (trips, _) = loops.trips(access.function, stmt);
        product.checked_mul(trips.at(&point)?)
    })
}

/// How often a work-group in the middle of the range fetches each element of an object, on average, and
/// the access that fetches most. `None` where that is not known.
fn fetches<'a>(
    run: &SimulatedRun<'_>,
    loops: &Loops<'_>,
    values: &Values,
    accesses: &[&Access<'_>],
    counts: &'a [counted::Counted<'_>],
    budget: &mut u64,
) -> Option<(f64, &'a AccessCounters)> {
    let group = values.group(values.group_count() / 2);
    let items: u64 = values.global.iter().product::<i64>().unsigned_abs();
    let mut elements: HashSet<i64> = HashSet::new();
    let mut all = 0_u64;
    let mut most: Option<(u64, &AccessCounters)> = None;
    for access in accesses {
        let offset = access.offset.as_ref()?;
        // One element for all work-items at a time: a table, not data that neighbours share.
        if !offset.has_id() {
            continue;
        }
        let found = counts
            .iter()
            .find(|counted| counted.access.expr == access.expr)?
            .counters;
        // An access that is made less often than the loops around it say stands under a condition,
        // as at the edge of a tile; which elements it skips is not known.
        let expected = trips(loops, access, values, group)?.checked_mul(items)?;
        if found.global.requests < ENOUGH_REQUESTS || found.global.accesses < expected / 4 * 3 {
            return None;
        }
        let rounds = rounds(loops, access, offset, values, group, MOST_ROUNDS)?;
        let mut own = 0_u64;
        let mut whole = Some(());
        each_round(&rounds, &mut |round| {
            let mut warp: Vec<i64> = Vec::with_capacity(run.warp);
            for lane in 0..values.group_size() {
                if *budget == 0 {
                    return;
                }
                *budget -= 1;
                let point = Point {
                    values,
                    group,
                    lane: values.lane(lane),
                    rounds: round,
                };
                let Some(at) = offset.at(&point) else {
                    whole = None;
                    return;
                };
                elements.insert(at);
                warp.push(at);
                let last = lane + 1 == values.group_size();
                if warp.len() == run.warp || last {
                    warp.sort_unstable();
                    warp.dedup();
                    own += warp.len() as u64;
                    warp.clear();
                }
            }
        });
        whole?;
        all += own;
        if most.is_none_or(|(so_far, _)| own > so_far) {
            most = Some((own, found));
        }
    }
    let (_, first) = most?;
    Some((all as f64 / elements.len().max(1) as f64, first))
}
