//! # Neighbouring work-items access memory far apart
//!
//! The work-items of a warp make their accesses together. If they ask for neighbouring elements, a
//! few transactions serve them all: the access is *coalesced*. If they are a stride apart, each needs
//! a transaction of its own and uses a few bytes of it.
//!
//! Neighbouring work-items differ in dimension 0, so `get_global_id(0)` belongs to the index that
//! varies fastest.
//!
//! ## Why it hurts
//!
//! A GPU fetches global memory in sectors of 32 bytes. With floats 32 bytes or more apart, seven
//! eighths of the moved bytes are unused, and a kernel that waits for memory, as most do, takes
//! several times as long. A cache may keep the rest of a sector until a later round of a loop asks
//! for it, but not for thousands of work-items at once.
//!
//! On a CPU a core runs the work-items of a group one after the other, and a contiguous stretch for
//! each work-item suits its cache better: there the other mapping is the right one.
//!
//! ## Wrong
//! ```opencl
//! kernel void scale(global const float *x, global float *y)
//! {
//!     size_t first = get_global_id(0) * 16;
//!     for (int i = 0; i < 16; i++) {
//!         y[first + i] = 3.0f * x[first + i];
//!     }
//! }
//! ```
//!
//! ## Right
//!
//! In each round neighbouring work-items take neighbouring elements:
//!
//! ```opencl
//! kernel void scale(global const float *x, global float *y)
//! {
//!     for (int i = 0; i < 16; i++) {
//!         size_t at = i * get_global_size(0) + get_global_id(0);
//!         y[at] = 3.0f * x[at];
//!     }
//! }
//! ```
//!
//! ## Source
//!
//! Cornelis, *GPGPU Training Supporting Document* (2014), section 1.5.1: requests are served warp by
//! warp, at full speed only if one transaction holds all of their bytes. Pöppel and Herz, *A
//! Cache-Aware Performance Prediction Framework for GPGPU Computations* (2015), section 2.5: such
//! accesses cost at least ten times as much as the others.

use crate::analysis::counted::{self, ENOUGH_REQUESTS};
use crate::analysis::form::{Point, Values};
use crate::analysis::index::{Pattern, stride};
use crate::entry::{Family, Mistake};
use crate::simulated_run::{RunReporter, SimulatedRun};
use launch::{Level, MistakeId, Place, Symptom};
use simulator::{AccessCounters, AccessKind};

pub(crate) const MISTAKE: Mistake = Mistake {
    id: MistakeId::UncoalescedAccess,
    level: Level::Performance,
    family: Family::Throughput,
    symptom: Symptom::Varies,
    chapter: 10,
    launch: "global: 512\nlocal: 64\nbuffer: x float 8192 iota read\nbuffer: y float 8192 uninit write",
    file: page_in!("uncoalesced_access.rs"),
    read: None,
    measure: Some(measure),
};

/// Bytes of a sector.
const SECTOR: f64 = 32.0;

/// Sectors that a request touches before it counts. Whole rows of a small work-group, each beginning
/// somewhere in a sector, stay below it, as do the few lanes that load the edge of a tile.
const LEAST_SECTORS: f64 = 8.0;

/// Bytes moved for each byte asked. Two accesses with a stride of 2 (real and imaginary parts) move at
/// most 2.25 times what each asks for, and share it.
const LEAST_RATIO: f64 = 2.5;

fn is_scattered(access: &AccessCounters) -> bool {
    let traffic = &access.global;
    if access.kind == AccessKind::Atomic || traffic.requests < ENOUGH_REQUESTS {
        return false;
    }
    let requests = traffic.requests as f64;
    let moved = traffic.bytes_moved as f64;
    moved / SECTOR >= LEAST_SECTORS * requests && moved >= LEAST_RATIO * traffic.bytes_asked as f64
}

fn measure(run: &SimulatedRun<'_>, reporter: &mut RunReporter<'_>) {
    if !counted::is_worth_measuring(run) || !run.counters.accesses.iter().any(is_scattered) {
        return;
    }
    let loops = reporter.loops();
    let indices = &loops.indices;
    let values = Values::of(run.kernel, run.launch);
    for found in counted::counted(run, indices) {
        let (counters, access) = (found.counters, found.access);
        // Where the data decides which elements are wanted, they may be anywhere.
        let Some(offset) = access.offset.as_ref().filter(|_| is_scattered(counters)) else {
            continue;
        };
        // What lies within a cache, or was accessed a moment ago, is served from there.
        if matches!(access.pattern, Pattern::Repeated | Pattern::Interval(_)) {
            continue;
        }
        let bytes = stride(offset).and_then(|stride| {
            let at = |values| {
                stride.at(&Point {
                    values,
                    group: [0; 3],
                    lane: [0; 3],
                    rounds: &[],
                })
            };
            let bytes = stride.as_number().or_else(|| at(values.as_ref()?))?;
            Some(bytes.unsigned_abs())
        });
        let apart = bytes.filter(|bytes| *bytes > access.size);
        let name = counted::name(run, access);
        let traffic = &counters.global;
        let message = match apart {
            Some(bytes) => format!(
                "neighbouring work-items access {name} {} bytes apart: {} bytes move for {} asked",
                bytes, traffic.bytes_moved, traffic.bytes_asked
            ),
            None => format!(
                "the work-items of a warp access {name} far apart: {} bytes move for {} asked",
                traffic.bytes_moved, traffic.bytes_asked
            ),
        };
        let label = format!(
            "{:.1} sectors of 32 bytes for a warp",
            traffic.bytes_moved as f64 / SECTOR / traffic.requests as f64
        );
        let help = match (bytes, apart) {
            (None, _) | (_, Some(_)) => {
                "let neighbours in dimension 0 access neighbouring elements, or go through local memory"
            }
            _ => "make the work-group wider in dimension 0, where neighbours lie side by side",
        };
        reporter.add(
            Place {
                label,
                ..counters.place.clone()
            },
            message,
            help,
        );
    }
}
