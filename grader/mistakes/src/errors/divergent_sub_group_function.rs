//! # A sub-group function that not the whole sub-group calls
//!
//! `sub_group_reduce_add`, `sub_group_scan_exclusive_add`, `sub_group_broadcast`, `sub_group_all`
//! and `sub_group_barrier` are calls of the sub-group: every work-item of it has to make them. Here
//! only some do: a condition splits the sub-group, or some of its work-items have returned. The id
//! that `sub_group_broadcast` takes has to be the same for all, too.
//!
//! A condition that is the same for the whole sub-group is fine. Other functions allow missing
//! work-items: `sub_group_non_uniform_reduce_add` and similar ones, ballots and shuffles.
//!
//! ## Why it hurts
//!
//! Compilers make the function of instructions that exchange values between all lanes of a
//! register. The lanes of the missing work-items hold old values, which become part of the result.
//! Other devices wait for the missing work-items forever.
//!
//! ## Wrong
//! ```opencl
//! kernel void sum_positive(global const int *x, global int *y)
//! {
//!     int i = get_global_id(0);
//!     if (x[i] > 0) {
//!         y[i] = sub_group_reduce_add(x[i]);
//!     }
//! }
//! ```
//!
//! ## Right
//!
//! All call it, and those without a positive number give 0:
//!
//! ```opencl
//! kernel void sum_positive(global const int *x, global int *y)
//! {
//!     int i = get_global_id(0);
//!     int sum = sub_group_reduce_add(x[i] > 0 ? x[i] : 0);
//!     if (x[i] > 0) {
//!         y[i] = sum;
//!     }
//! }
//! ```
//!
//! ## Source
//!
//! OpenCL extension specification, cl_khr_subgroups: all work-items of a sub-group must come to
//! these functions; cl_khr_subgroup_non_uniform_arithmetic has those to which they need not.

use super::divergent_work_group_function::name_of;
use crate::entry::{Family, Mistake};
use crate::observed::barrier::ranges;
use crate::observed::words::Words;
use launch::{Level, MistakeId, Symptom};
use simulator::{Divergence, Event};

pub(crate) const MISTAKE: Mistake = Mistake {
    id: MistakeId::DivergentSubGroupFunction,
    level: Level::Error,
    family: Family::Waiting,
    symptom: Symptom::Varies,
    chapter: 11,
    launch: "std: CL3.0\nglobal: 8\nlocal: 8\nsub-group-size: 8\nbuffer: x int 8 iota read\n\
             buffer: y int 8 zeros",
    file: page_in!("divergent_sub_group_function.rs"),
    read: None,
    measure: None,
};

pub(crate) fn words(event: &Event, found: &Divergence) -> Words {
    let all = found.arrived.count + found.missing.count;
    Words::new(format!(
        "only {} of {all} work-items of a sub-group call `{}`",
        found.arrived.count,
        name_of(event)
    ))
    .label(format!(
        "all {all} must come; local ids {} do, {} do not",
        ranges(&found.arrived),
        ranges(&found.missing)
    ))
    .with(
        &found.parted,
        "this differs between work-items and parts the sub-group",
    )
    .help(
        "call it outside the condition, with a value that changes nothing from those that have none; or \
         use the function of the same name with `non_uniform`, where the device has it",
    )
}
