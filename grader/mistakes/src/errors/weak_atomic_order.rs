//! # An atomic operation that is too weak to order other memory
//!
//! A work-item writes a value, and then announces it with an atomic object. Another work-item sees
//! that and reads the value. This is right if the first operation releases, the second acquires,
//! and the scope of both includes both work-items. Here one operation is `memory_order_relaxed`,
//! or its scope is `memory_scope_work_group` and the two work-items are in different groups. The
//! atomic object itself is in order, but other memory is not.
//!
//! ## Why it hurts
//!
//! A device may keep the write in a cache that the other work-item does not read, or make the two
//! writes visible in the other order. On x86 the kernel happens to work, because stores are not
//! reordered there. On a GPU it fails now and then.
//!
//! ## Wrong
//! ```opencl
//! kernel void total(global const int *x, global int *parts, volatile global atomic_int *done,
//!                   global int *sum)
//! {
//!     int group = get_group_id(0);
//!     parts[group] = x[group];
//!     int before = atomic_fetch_add_explicit(done, 1, memory_order_relaxed,
//!                                            memory_scope_device);
//!     if (before == (int)get_num_groups(0) - 1) {
//!         int all = 0;
//!         for (int i = 0; i <= before; i++) all += parts[i];
//!         sum[0] = all;
//!     }
//! }
//! ```
//!
//! ## Right
//! ```opencl
//! kernel void total(global const int *x, global int *parts, volatile global atomic_int *done,
//!                   global int *sum)
//! {
//!     int group = get_group_id(0);
//!     parts[group] = x[group];
//!     int before = atomic_fetch_add_explicit(done, 1, memory_order_acq_rel,
//!                                            memory_scope_device);
//!     if (before == (int)get_num_groups(0) - 1) {
//!         int all = 0;
//!         for (int i = 0; i <= before; i++) all += parts[i];
//!         sum[0] = all;
//!     }
//! }
//! ```
//!
//! ## Source
//!
//! OpenCL 2.0 specification, section 3.3.4: an operation that releases synchronises with one that
//! acquires if each is in the scope of the other.

use crate::entry::{Family, Mistake};
use crate::observed::race;
use crate::observed::words::Words;
use launch::{Level, MistakeId, Symptom};
use simulator::{Event, Race};

pub(crate) const MISTAKE: Mistake = Mistake {
    id: MistakeId::WeakAtomicOrder,
    level: Level::Error,
    family: Family::Order,
    symptom: Symptom::Varies,
    chapter: 3,
    launch: "std: CL2.0\nglobal: 4\nlocal: 1\nbuffer: x int 4 iota read\nbuffer: parts int 4 zeros\n\
             buffer: done int 1 zeros\nbuffer: sum int 1 zeros",
    file: page_in!("weak_atomic_order.rs"),
    read: None,
    measure: None,
};

pub(crate) fn words(event: &Event, race: &Race) -> Words {
    let group = event.work_item.as_ref().map(|it| &it.group);
    race::words(event, race).help(if group == Some(&race.other.group) {
        "the atomic operation between the two orders nothing: the one that writes the atomic object has to be \
         `memory_order_release`, the one that reads it `memory_order_acquire`; a barrier orders the two as well"
    } else {
        "the atomic operation between the two orders nothing: the one that writes the atomic object has to be \
         `memory_order_release`, the one that reads it `memory_order_acquire`, and both \
         `memory_scope_device`, since the two are in different work-groups"
    })
}
