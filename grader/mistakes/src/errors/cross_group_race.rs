//! # Two work-groups use one element, and nothing can order them
//!
//! A work-item of one group writes what a work-item of another group reads or writes. Nothing orders
//! two groups of one launch. No barrier reaches beyond its own group, whatever its flag. Two groups
//! need not run at the same time, nor in the order of their ids.
//!
//! From OpenCL 2.0 on, an atomic operation that releases and one that acquires order two groups, but
//! only for the work-items that call them. A barrier with `CLK_GLOBAL_MEM_FENCE` before the first and
//! one after the second extend that order to the rest of their groups.
//!
//! These work: an atomic operation; an element, or a partial result, for each group; a second buffer
//! for the output; a second launch, which begins when the first one has ended.
//!
//! ## Why it hurts
//!
//! A GPU runs as many groups at once as fit, and the others when those are done. Which groups run
//! together depends on the device, on the launch and on other work of the device. A CPU assigns
//! groups to its cores in a similar way. On a small input a few groups may run in the intended order
//! each time. A loop that waits for another group's flag may wait forever, because that group may not
//! have started.
//!
//! ## Wrong
//! ```opencl
//! kernel void smooth(global float *x, global float *y)
//! {
//!     int i = get_global_id(0);
//!     float left = i > 0 ? x[i - 1] : 0.0f;
//!     barrier(CLK_GLOBAL_MEM_FENCE);
//!     x[i] = 0.5f * (left + x[i]);
//!     y[i] = x[i];
//! }
//! ```
//!
//! ## Right
//!
//! One buffer is read, another one written:
//!
//! ```opencl
//! kernel void smooth(global float *x, global float *y)
//! {
//!     int i = get_global_id(0);
//!     float left = i > 0 ? x[i - 1] : 0.0f;
//!     y[i] = 0.5f * (left + x[i]);
//! }
//! ```
//!
//! ## Source
//!
//! OpenCL 1.2 specification, section 3.3.1: there is no consistency between the work-groups of one
//! launch. Source 4 (Cornelis): work-groups run independently and cannot be synchronised from within
//! a kernel.

use crate::entry::{Family, Mistake};
use crate::observed::race;
use crate::observed::words::Words;
use launch::{Level, MistakeId, Symptom};
use simulator::{Event, Race};

pub(crate) const MISTAKE: Mistake = Mistake {
    id: MistakeId::CrossGroupRace,
    level: Level::Error,
    family: Family::Order,
    symptom: Symptom::Varies,
    chapter: 3,
    launch: "global: 8\nlocal: 4\nbuffer: x float 8 iota\nbuffer: y float 8 zeros",
    file: page_in!("cross_group_race.rs"),
    read: None,
    measure: None,
};

pub(crate) fn words(event: &Event, race: &Race) -> Words {
    race::words(event, race).help(if race.ordered_for_others {
        "an atomic operation orders these two work-groups for the work-items that call it alone; for the others, a barrier with CLK_GLOBAL_MEM_FENCE has to stand before the call that releases, and one behind the call that acquires"
    } else if race.same_value {
        "let only one of them write it, or let all write it with an atomic operation: nothing orders two work-groups within one launch"
    } else {
        "nothing orders two work-groups within one launch, and no barrier does: let a work-item read only what its own work-group writes, or what no work-group writes; an atomic update or a second launch are the other ways"
    })
}
