//! # An element written by the wrong work-item
//!
//! Many exercises give each element to one work-item. This one was written by another work-item, or
//! by several, or one work-item wrote more elements than it has. What ends up in memory may be right
//! all the same; a program alone does not show this mistake, only the exercise's text makes it one.
//!
//! ## Why it hurts
//!
//! A mapping decides how fast a kernel is: which addresses the work-items of a warp access together,
//! and how evenly the work is spread. A work-item that does the work of all others leaves the device
//! idle, and two work-items that write one element race: which value stays is not defined.
//!
//! ## Wrong
//!
//! ```opencl
//! kernel void double_all(global int *y, uint n)
//! {
//!     for (uint i = 0; i < n; ++i)  // every work-item goes through all elements
//!         y[i] = 2 * y[i];
//! }
//! ```
//!
//! ## Right
//!
//! ```opencl
//! kernel void double_all(global int *y, uint n)
//! {
//!     uint i = get_global_id(0);    // differs in every work-item
//!     if (i < n)
//!         y[i] = 2 * y[i];
//! }
//! ```
//!
//! `get_local_id(0)` begins at 0 again in each work-group, and `get_group_id(0)` is the same for all
//! work-items of a group: by itself neither gives each work-item an element of its own.
//!
//! ## Source
//!
//! OpenCL 1.2 specification, section 3.2 (execution model) and section 6.12.1 (work-item functions).

use super::Notice;
use launch::Level;

pub(super) const NOTICE: Notice = Notice {
    id: "wrong-work-item",
    level: Level::Error,
    file: include_str!("wrong_work_item.rs"),
};
