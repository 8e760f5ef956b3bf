//! # A loop that does not end
//!
//! The condition of a loop never becomes false: the counter does not move, a test for equality is
//! stepped over, an unsigned number never falls below 0. Or a work-item waits for another one. That
//! one need not run before this one has ended, and within a warp it does not.
//!
//! A finding states the rounds after which the simulator stopped. A loop that counts towards its
//! bound is never reported, however long it takes.
//!
//! ## Why it hurts
//!
//! A GPU does not interrupt a kernel. On a desktop's GPU a watchdog ends it after some seconds, and
//! the context is lost; without one the device is blocked until the process is killed. A loop that
//! waits for a lock hangs where the work-items of a warp run in lockstep: the one that holds the
//! lock waits at the loop's end for those that wait for the lock.
//!
//! ## Wrong
//! ```opencl
//! kernel void rows(global const float *x, global float *sums)
//! {
//!     int row = get_global_id(0);
//!     float sum = 0.0f;
//!     int k = 0;
//!     while (k < 8) {
//!         sum += x[8 * row + k];
//!     }
//!     sums[row] = sum;
//! }
//! ```
//!
//! ## Right
//! ```opencl
//! kernel void rows(global const float *x, global float *sums)
//! {
//!     int row = get_global_id(0);
//!     float sum = 0.0f;
//!     for (int k = 0; k < 8; ++k) {
//!         sum += x[8 * row + k];
//!     }
//!     sums[row] = sum;
//! }
//! ```
//!
//! ## Source
//!
//! OpenCL 1.2 specification, section 3.3.1: memory is made consistent between work-items of a group
//! by a barrier, and never between work-groups of one launch. So a flag cannot be waited for.

use crate::entry::{Family, Mistake};
use crate::observed::words::Words;
use launch::{Level, MistakeId, Symptom};

pub(crate) const MISTAKE: Mistake = Mistake {
    id: MistakeId::EndlessLoop,
    level: Level::Error,
    family: Family::Waiting,
    symptom: Symptom::Hangs,
    chapter: 3,
    launch: "global: 2\nlocal: 2\nbuffer: x float 16 iota read\n\
             buffer: sums float 2 uninit write",
    file: page_in!("endless_loop.rs"),
    read: None,
    measure: None,
};

pub(crate) fn words(iterations: u64) -> Words {
    Words::new(format!("this loop had not ended after {iterations} rounds"))
        .label("goes on and on")
        .help("make sure that what the condition tests changes in each round, in every work-item")
}
