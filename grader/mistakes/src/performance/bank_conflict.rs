//! # Work-items of a warp wait for one bank of local memory
//!
//! Local memory is split into banks, word by word: on most GPUs 32 banks of four bytes. Each bank
//! serves one word at a time. Work-items of a warp that ask for different words of one bank are
//! served one after the other.
//!
//! A column of a tile that is 32 floats wide lies in a single bank. If all work-items ask for the
//! same word (a broadcast), there is no conflict; nor is there one between neighbouring words.
//!
//! ## Why it hurts
//!
//! On a GPU an access with a conflict of degree 32 takes as long as 32 accesses without one. Local
//! memory is then no faster than the global memory that it replaces. CPUs have no banks: local memory
//! is ordinary memory in a cache there.
//!
//! ## Wrong
//! ```opencl
//! kernel void turn(global const float *in, global float *out)
//! {
//!     local float tile[32][32];
//!     int x = get_local_id(0);
//!     for (int y = get_local_id(1); y < 32; y += 8) {
//!         tile[y][x] = in[y * 32 + x];
//!     }
//!     barrier(CLK_LOCAL_MEM_FENCE);
//!     for (int y = get_local_id(1); y < 32; y += 8) {
//!         out[y * 32 + x] = tile[x][y];
//!     }
//! }
//! ```
//!
//! ## Right
//!
//! One more column, which is not used, moves each row on by one bank:
//!
//! ```opencl
//! kernel void turn(global const float *in, global float *out)
//! {
//!     local float tile[32][33];
//!     int x = get_local_id(0);
//!     for (int y = get_local_id(1); y < 32; y += 8) {
//!         tile[y][x] = in[y * 32 + x];
//!     }
//!     barrier(CLK_LOCAL_MEM_FENCE);
//!     for (int y = get_local_id(1); y < 32; y += 8) {
//!         out[y * 32 + x] = tile[x][y];
//!     }
//! }
//! ```
//!
//! ## Source
//!
//! Cornelis, *GPGPU Training Supporting Document* (2014), section 1.5.1: the banks of local memory
//! (shared memory, in NVIDIA's words), and that accesses to one bank are serialized.

use crate::analysis::counted::{self, ENOUGH_REQUESTS};
use crate::analysis::form::Values;
use crate::entry::{Family, Mistake};
use crate::simulated_run::{RunReporter, SimulatedRun};
use launch::{Level, MistakeId, Place, Symptom};
use simulator::Banked;

pub(crate) const MISTAKE: Mistake = Mistake {
    id: MistakeId::BankConflict,
    level: Level::Performance,
    family: Family::Throughput,
    symptom: Symptom::Varies,
    chapter: 13,
    launch: "global: 32 8\nlocal: 32 8\nbuffer: in float 1024 iota read\nbuffer: out float 1024 uninit write",
    file: page_in!("bank_conflict.rs"),
    read: None,
    measure: Some(measure),
};

/// Passes for each that would do. Where a warp takes in several rows of a tile with a halo, the rows
/// may meet in a bank: that doubles an access, and no padding mends it for all rows.
const LEAST_DEGREE: f64 = 3.0;

/// The same where a warp lies within one row, so that only the stride of the index can be the cause.
const LEAST_DEGREE_IN_A_ROW: f64 = 2.0;

fn measure(run: &SimulatedRun<'_>, reporter: &mut RunReporter<'_>) {
    let in_a_row = Values::of(run.kernel, run.launch).is_some_and(|values| {
        usize::try_from(values.local[0]).is_ok_and(|width| width.is_multiple_of(run.warp))
    });
    let least = if in_a_row {
        LEAST_DEGREE_IN_A_ROW
    } else {
        LEAST_DEGREE
    };
    let conflicts =
        |banked: &Banked| banked.requests >= ENOUGH_REQUESTS && banked.conflict_degree() >= least;
    let mut accesses = run.counters.accesses.iter();
    if !counted::is_worth_measuring(run) || !accesses.any(|access| conflicts(&access.local)) {
        return;
    }
    let loops = reporter.loops();
    let indices = &loops.indices;
    for found in counted::counted(run, indices) {
        let (counters, access) = (found.counters, found.access);
        let banked = &counters.local;
        // Where the data decides which element is wanted, as in a histogram, no padding helps.
        if !conflicts(banked) || access.offset.is_none() {
            continue;
        }
        let label = format!("a conflict of degree {:.1}", banked.conflict_degree());
        let message = format!(
            "work-items of a warp meet in the banks of {}: {} passes where {} would do",
            counted::name(run, access),
            banked.passes,
            banked.least_passes
        );
        reporter.add(
            Place {
                label,
                ..counters.place.clone()
            },
            message,
            "pad each row by one element, or let neighbouring work-items access neighbouring words",
        );
    }
}
