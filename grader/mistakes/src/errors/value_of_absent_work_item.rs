//! # A value of a work-item that is not there
//!
//! A shuffle or a broadcast asks for the value of another work-item of the group. That work-item
//! does not exist (its id lies beyond the sub-group), or it does not call the function now, because
//! of a condition. The value is undefined, and the result of the kernel depends on it.
//!
//! The call is allowed if the result does not depend on the value: a scan that discards what comes
//! from below the first lane is right, and is not reported.
//!
//! ## Why it hurts
//!
//! Some devices give 0, some the work-item's own value, some the old content of that lane's
//! register. The same kernel gives another result where sub-groups have another size, because other
//! work-items are at their edges.
//!
//! ## Wrong
//! ```opencl
//! kernel void differences(global const int *x, global int *y)
//! {
//!     int i = get_global_id(0);
//!     y[i] = sub_group_shuffle_down(x[i], 1) - x[i];
//! }
//! ```
//!
//! ## Right
//!
//! The last work-item of each sub-group reads its neighbour's value from memory:
//!
//! ```opencl
//! kernel void differences(global const int *x, global int *y)
//! {
//!     int i = get_global_id(0);
//!     int next = sub_group_shuffle_down(x[i], 1);
//!     if (get_sub_group_local_id() == get_sub_group_size() - 1) {
//!         next = i + 1 < (int)get_global_size(0) ? x[i + 1] : x[i];
//!     }
//!     y[i] = next - x[i];
//! }
//! ```
//!
//! ## Source
//!
//! OpenCL extension specification, cl_khr_subgroup_shuffle and cl_khr_subgroup_shuffle_relative:
//! the result is undefined if the work-item that is asked for does not exist or is not active.

use super::divergent_work_group_function::name_of;
use crate::entry::{Family, Mistake};
use crate::observed::words::Words;
use launch::{Level, MistakeId, Symptom};
use simulator::{Event, StrayLane};

pub(crate) const MISTAKE: Mistake = Mistake {
    id: MistakeId::ValueOfAbsentWorkItem,
    level: Level::Error,
    family: Family::Memory,
    symptom: Symptom::Varies,
    chapter: 11,
    launch: "std: CL3.0\nglobal: 16\nlocal: 16\nsub-group-size: 8\nbuffer: x int 16 iota read\n\
             buffer: y int 16 zeros",
    file: page_in!("value_of_absent_work_item.rs"),
    read: None,
    measure: None,
};

pub(crate) fn words(event: &Event, stray: StrayLane) -> Words {
    let name = name_of(event);
    let StrayLane {
        wanted,
        inactive,
        size,
    } = stray;
    let label = match inactive {
        true => format!("work-item {wanted} of the sub-group does not call it here"),
        false if name.starts_with("work_group") => {
            "the work-group has no work-item of this id".to_owned()
        }
        false => format!("a sub-group of {size} has no work-item {wanted}"),
    };
    Words::new(format!(
        "the result depends on what `{name}` gives for a work-item that is not there"
    ))
    .label(label)
    .help(match inactive {
        true => "call it where all work-items are, outside the condition, and use the result inside",
        false => "use the result only where the other work-item exists: compare the id with the size first",
    })
}
