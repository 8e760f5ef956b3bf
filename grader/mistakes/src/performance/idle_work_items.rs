//! # A work-group that is no multiple of the warp
//!
//! A compute unit runs a work-group in warps: 32 work-items at a time on NVIDIA's GPUs, 32 or 64 on
//! AMD's. The remaining work-items get a warp of their own, whose other lanes are idle all the time.
//! With warps of x lanes, a group of n work-items uses the share U = (n/x) / ceil(n/x) of them: for x
//! = 32 that is all of them with n = 64, three quarters with n = 48, little more than half with n =
//! 33.
//!
//! ## Why it hurts
//!
//! On a GPU the idle lanes cost as much as busy ones. With a group of 10 two thirds of the device do
//! nothing. A CPU runs work-items in loops, some of them in vector registers; there an odd size costs
//! little.
//!
//! ## Wrong
//! ```opencl
//! kernel __attribute__((reqd_work_group_size(40, 1, 1)))
//! void add(global const float *x, global float *y)
//! {
//!     size_t i = get_global_id(0);
//!     y[i] += x[i];
//! }
//! ```
//!
//! ## Right
//! ```opencl
//! kernel __attribute__((reqd_work_group_size(64, 1, 1)))
//! void add(global const float *x, global float *y)
//! {
//!     size_t i = get_global_id(0);
//!     y[i] += x[i];
//! }
//! ```
//!
//! ## Source
//!
//! Pöppel and Herz, *A Cache-Aware Performance Prediction Framework for GPGPU Computations* (2015),
//! section 2.3: measured times over work-group sizes, and equation 4.

use crate::analysis::counted;
use crate::analysis::form::Values;
use crate::entry::{Family, Mistake};
use crate::simulated_run::{RunReporter, SimulatedRun};
use launch::{Level, MistakeId, Place, Symptom};

pub(crate) const MISTAKE: Mistake = Mistake {
    id: MistakeId::IdleWorkItems,
    level: Level::Performance,
    family: Family::Launch,
    symptom: Symptom::Varies,
    chapter: 28,
    launch: "global: 640\nbuffer: x float 640 iota read\nbuffer: y float 640 iota",
    file: page_in!("idle_work_items.rs"),
    read: None,
    measure: Some(measure),
};

/// Share of lanes that a group must leave idle: below a tenth, the size may well have been chosen for
/// the sake of something that weighs more.
const LEAST_IDLE: f64 = 0.1;

fn measure(run: &SimulatedRun<'_>, reporter: &mut RunReporter<'_>) {
    let Some(values) = Values::of(run.kernel, run.launch) else {
        return;
    };
    let Ok(size) = usize::try_from(values.group_size()) else {
        return;
    };
    // A launch that is given, or one group that is all there is to do, cannot be cut another way.
    if run.launch_is_given || !counted::is_worth_measuring(run) || values.group_count() < 2 {
        return;
    }
    let lanes = size.div_ceil(run.warp) * run.warp;
    let idle = 1.0 - size as f64 / lanes as f64;
    if idle < LEAST_IDLE {
        return;
    }
    let origin = run.kernel.origin;
    let place = run
        .program
        .sources
        .place(origin, origin, String::new(), true);
    let label = format!(
        "runs in groups of {size}: {:.0} % of the lanes idle",
        100.0 * idle
    );
    reporter.add(
        Place { label, ..place },
        format!(
            "a work-group of {size} work-item{} fills {size} of {lanes} lanes of its warps",
            if size == 1 { "" } else { "s" }
        ),
        "choose a work-group size that is a multiple of the warp, and guard the end of the range",
    );
}
