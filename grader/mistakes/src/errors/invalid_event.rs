//! # A wait for an event that no copy gave
//!
//! `wait_group_events` is called with an event that did not come from an async copy: a variable that
//! still holds 0, a slot of an array that no copy filled, or more events than there are.
//!
//! An event of 0 is right for `async_work_group_copy`, which then makes a new event. It is wrong for
//! `wait_group_events`.
//!
//! ## Why it hurts
//!
//! On most GPUs a compiler turns async copies into ordinary loads and stores or into the copy unit's
//! own commands, and an event into the number of a slot, or into nothing at all. A wait for an
//! invalid event may return at once, wait for another copy, or wait forever. Nothing reports which.
//!
//! ## Wrong
//! ```opencl
//! kernel void scale(global const float *x, global float *y, int n)
//! {
//!     local float tile[4];
//!     int lid = get_local_id(0);
//!     event_t copied = 0;
//!     if (n >= 64) {
//!         copied = async_work_group_copy(tile, x, 4, 0);
//!     } else {
//!         tile[lid] = x[lid];
//!     }
//!     wait_group_events(1, &copied);
//!     y[lid] = 2.0f * tile[lid];
//! }
//! ```
//!
//! ## Right
//!
//! The wait stands beside the copy:
//!
//! ```opencl
//! kernel void scale(global const float *x, global float *y, int n)
//! {
//!     local float tile[4];
//!     int lid = get_local_id(0);
//!     if (n >= 64) {
//!         event_t copied = async_work_group_copy(tile, x, 4, 0);
//!         wait_group_events(1, &copied);
//!     } else {
//!         tile[lid] = x[lid];
//!     }
//!     y[lid] = 2.0f * tile[lid];
//! }
//! ```
//!
//! ## Source
//!
//! OpenCL C 1.2 specification, section 6.12.10: the events that `wait_group_events` takes identify
//! async copies.

use crate::entry::{Family, Mistake};
use crate::observed::words::Words;
use launch::{Level, MistakeId, Symptom};

pub(crate) const MISTAKE: Mistake = Mistake {
    id: MistakeId::InvalidEvent,
    level: Level::Error,
    family: Family::Waiting,
    symptom: Symptom::Varies,
    chapter: 11,
    launch: "global: 4\nlocal: 4\nbuffer: x float 4 iota read\nbuffer: y float 4 zeros\nvalue: n int 4",
    file: page_in!("invalid_event.rs"),
    read: None,
    measure: None,
};

pub(crate) fn words() -> Words {
    Words::new("this event comes from no async copy").help(
        "wait for the event that async_work_group_copy gave, and give a copy such an event or 0",
    )
}
