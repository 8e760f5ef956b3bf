//! # A work-group function that not the whole work-group calls
//!
//! `work_group_reduce_add`, `work_group_scan_inclusive_max`, `work_group_broadcast`,
//! `work_group_all` and similar functions are calls of the work-group: every work-item has to make
//! them, and they wait for one another there. Here only some do: the call stands under a condition
//! that differs between them, or some have returned. The id that `work_group_broadcast` takes has
//! to be the same for all, too.
//!
//! ## Why it hurts
//!
//! A device computes these functions with local memory and barriers, or by exchanging values
//! between lanes. The missing work-items take no part. On many devices the group waits forever. On
//! others their values are left out, or something is added that no work-item gave.
//!
//! ## Wrong
//! ```opencl
//! kernel void sums(global const int *x, global int *sums, int n)
//! {
//!     int i = get_global_id(0);
//!     if (i < n) {
//!         int sum = work_group_reduce_add(x[i]);
//!         if (get_local_id(0) == 0) sums[get_group_id(0)] = sum;
//!     }
//! }
//! ```
//!
//! ## Right
//!
//! Work-items without an element give a value that changes nothing:
//!
//! ```opencl
//! kernel void sums(global const int *x, global int *sums, int n)
//! {
//!     int i = get_global_id(0);
//!     int sum = work_group_reduce_add(i < n ? x[i] : 0);
//!     if (get_local_id(0) == 0) sums[get_group_id(0)] = sum;
//! }
//! ```
//!
//! ## Source
//!
//! OpenCL C 2.0 specification, section 6.13.15: all work-items of a work-group must come to the
//! function.

use crate::analysis::barriers::each_parted;
use crate::entry::{Family, Mistake};
use crate::observed::barrier::ranges;
use crate::observed::words::Words;
use crate::static_checks::{Analyses, Reporter};
use launch::{Evidence, Level, MistakeId, Symptom};
use simulator::{Divergence, Event, GroupMisuse};
use std::collections::HashSet;

pub(crate) const MISTAKE: Mistake = Mistake {
    id: MistakeId::DivergentWorkGroupFunction,
    level: Level::Error,
    family: Family::Waiting,
    symptom: Symptom::Hangs,
    chapter: 11,
    launch: "std: CL2.0\nglobal: 8\nlocal: 4\nbuffer: x int 6 iota read\n\
             buffer: sums int 2 zeros\nvalue: n int 6",
    file: page_in!("divergent_work_group_function.rs"),
    read: Some(read),
    measure: None,
};

const HELP: &str = "let every work-item of the group call it: one that has nothing to give brings a value \
                    that changes nothing, such as 0 for a sum";

pub(crate) fn words(event: &Event, found: &Divergence) -> Words {
    let all = found.arrived.count + found.missing.count;
    Words::new(format!(
        "only {} of {all} work-items of the group call `{}`",
        found.arrived.count,
        name_of(event)
    ))
    .label(format!(
        "all {all} must arrive; local ids {} do, {} never do",
        ranges(&found.arrived),
        ranges(&found.missing)
    ))
    .with(
        &found.parted,
        "this differs between work-items and parts the group",
    )
    .help(HELP)
}

/// A call with what it does not take.
pub(crate) fn misused(event: &Event, misuse: GroupMisuse) -> Words {
    let name = name_of(event);
    match misuse {
        GroupMisuse::DifferentIds => Words::new(format!(
            "work-items call `{name}` with different ids, and it takes one for all"
        ))
        .help("compute the id from what is the same for all of them, or read another work-item's value with a shuffle"),
        GroupMisuse::ClusterSize { given, most } => Words::new(format!(
            "`{name}` takes a cluster of a power of two up to the {most} work-items of a sub-group, but this is {given}"
        ))
        .help("give a constant such as 4, 8 or 16"),
    }
}

/// The name of the function that an event's call names.
pub(crate) fn name_of(event: &Event) -> &str {
    event.text.split('(').next().unwrap_or_default().trim()
}

fn read(analyses: &Analyses<'_>, reporter: &mut Reporter<'_>) {
    let mut told = HashSet::new();
    each_parted(&analyses.barriers, |found| {
        let call = found.barrier.call;
        if found.barrier.name.of_group().is_none() || !told.insert(call) {
            return;
        }
        reporter
            .at(
                Evidence::Likely,
                call,
                "not every work-item of a work-group may call this function of the group",
            )
            .label("all work-items of the group must come")
            .with_expr(
                found.condition,
                analyses.because(found.condition, found.cause),
            )
            .help(HELP)
            .kernel(analyses.function(found.kernel));
    });
}
