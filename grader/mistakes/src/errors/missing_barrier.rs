//! # A barrier is missing
//!
//! One work-item of a group writes what another one reads, or overwrites what another one still
//! reads, and no barrier stands between the two. The finding names both places and where a barrier
//! would order them.
//!
//! In a loop the way from the one to the other may lead around: what is read at the end of a round is
//! overwritten at the begin of the next.
//!
//! ## Why it hurts
//!
//! Work-items of one warp of a GPU mostly run in step, so a small group seems to work; groups of
//! several warps, GPUs that schedule work-items one by one, and CPUs, which run one work-item up to
//! the next barrier before they begin with another, do not. `mem_fence` does not help: it orders what
//! one work-item does, and waits for nobody.
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
