//! # A function that calls itself
//!
//! A function calls itself, directly or through others. OpenCL C has no recursion. (CUDA has, at a
//! cost.) Write a loop. Where the recursion branches, let an array be the stack of the remaining
//! work. Or reverse the order: a recursive halving is a tree, and a work-group climbs a tree one
//! level a round.
//!
//! ## Why it hurts
//!
//! The compiler refuses it, often with a message about something else; some fail only when they
//! link, or crash. A GPU has no stack for calls: functions are inlined and their variables are
//! registers, which requires a known depth of calls.
//!
//! ## Wrong
//! ```opencl
//! int factorial(int n)
//! {
//!     return n < 2 ? 1 : n * factorial(n - 1);
//! }
//!
//! kernel void factorials(global int *y)
//! {
//!     y[get_global_id(0)] = factorial(get_global_id(0));
//! }
//! ```
//!
//! ## Right
//! ```opencl
//! int factorial(int n)
//! {
//!     int product = 1;
//!     for (int k = 2; k <= n; ++k) {
//!         product *= k;
//!     }
//!     return product;
//! }
//!
//! kernel void factorials(global int *y)
//! {
//!     y[get_global_id(0)] = factorial(get_global_id(0));
//! }
//! ```
//!
//! ## Source
//!
//! OpenCL C 1.2 specification, section 6.9: recursion is not supported.

use crate::entry::{Family, Mistake};
use launch::{Level, MistakeId, Symptom};

pub(crate) const MISTAKE: Mistake = Mistake {
    id: MistakeId::Recursion,
    level: Level::Error,
    family: Family::Names,
    symptom: Symptom::Varies,
    chapter: 6,
    launch: "global: 4\nlocal: 4\nbuffer: y int 4 uninit write",
    file: page_in!("recursion.rs"),
    read: None,
    measure: None,
};
