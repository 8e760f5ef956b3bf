//! # Two work-items use one element, and nothing orders them
//!
//! Two work-items of a group access the same element in local or global memory, at least one of them
//! writes, and nothing orders the two. The result depends on which one comes first.
//!
//! Where a barrier between the two is enough, the finding is called `missing-barrier`. A `data-race`
//! needs more: an atomic operation (for counting or adding), an element for each work-item, or a
//! value that is read before a barrier and written after it. Several work-items that write the same
//! value are only a warning.
//!
//! ## Why it hurts
//!
//! `counts[k]++` is a load, an addition and a store. On a GPU the work-items of a warp all load the
//! old value before any of them stores, so of 32 additions one is left. On a CPU the work-items of a
//! group often run one after another, and the same kernel seems right.
//!
//! ## Wrong
//! ```opencl
//! kernel void histogram(global const int *keys, global int *counts)
//! {
//!     counts[keys[get_local_id(0)]]++;
//! }
//! ```
//!
//! ## Right
//!
//! An atomic operation loads, adds and stores in one:
//!
//! ```opencl
//! kernel void histogram(global const int *keys, global int *counts)
//! {
//!     atomic_inc(&counts[keys[get_local_id(0)]]);
//! }
//! ```
//!
//! ## Source
//!
//! OpenCL C 1.2 specification, section 6.12.11. OpenCL 1.2 specification, section 3.3.1: within a
//! work-group memory is consistent at its barriers, and only there.

use crate::entry::{Family, Mistake};
use crate::observed::race;
use crate::observed::words::Words;
use launch::{Level, MistakeId, Symptom};
use simulator::{Event, Race};

pub(crate) const MISTAKE: Mistake = Mistake {
    id: MistakeId::DataRace,
    level: Level::Error,
    family: Family::Order,
    symptom: Symptom::Varies,
    chapter: 11,
    launch: "global: 8\nlocal: 8\nbuffer: keys int 8 values 0 1 1 0 1 0 0 1 read\nbuffer: counts int 2 zeros",
    file: page_in!("data_race.rs"),
    read: None,
    measure: None,
};

pub(crate) fn words(event: &Event, race: &Race) -> Words {
    race::words(event, race).help(if race.is_one_access {
        "let each work-item write an element of its own, or let only one of them write"
    } else {
        "a barrier between the two would order them, where every work-item of the group meets it"
    })
}
