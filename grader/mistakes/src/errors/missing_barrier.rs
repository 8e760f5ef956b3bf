//! # A barrier is missing
//!
//! One work-item of a group writes what another one reads, or overwrites what another one still
//! reads, and no barrier stands between the two. The finding names both places, and where a barrier
//! would order them.
//!
//! In a loop the two places may be in different rounds: the end of a round reads what the beginning
//! of the next one overwrites.
//!
//! ## Why it hurts
//!
//! The work-items of one warp of a GPU mostly run in step, so a group of one warp seems to work. The
//! kernel goes wrong in groups of several warps, on GPUs that schedule work-items one by one, and on
//! CPUs, which run one work-item up to the next barrier before they begin with another.
//!
//! `mem_fence` does not help: it orders the accesses of one work-item, and waits for no other.
//!
//! ## Wrong
//! ```opencl
//! kernel void rotate(global float *x, local float *tile)
//! {
//!     int lid = get_local_id(0), size = get_local_size(0);
//!     tile[lid] = x[lid];
//!     x[lid] = tile[(lid + 1) % size];
//! }
//! ```
//!
//! ## Right
//!
//! ```opencl
//! kernel void rotate(global float *x, local float *tile)
//! {
//!     int lid = get_local_id(0), size = get_local_size(0);
//!     tile[lid] = x[lid];
//!     barrier(CLK_LOCAL_MEM_FENCE);
//!     x[lid] = tile[(lid + 1) % size];
//! }
//! ```
//!
//! ## Source
//!
//! OpenCL C 1.2 specification, section 6.12.8. Source 1 (Tompson and Schlachter) fills a tile and
//! meets at a barrier before it reads it, and at another before it fills the next.

use crate::entry::{Family, Mistake};
use launch::{Level, MistakeId, Symptom};

pub(crate) const MISTAKE: Mistake = Mistake {
    id: MistakeId::MissingBarrier,
    level: Level::Error,
    family: Family::Order,
    symptom: Symptom::Varies,
    chapter: 11,
    launch: "global: 8\nlocal: 8\nbuffer: x float 8 iota\nlocal-memory: tile 32",
    file: page_in!("missing_barrier.rs"),
    read: None,
    measure: None,
};
