//! The analyses behind the detectors, one file each, with its promise at the top.

pub mod assignments;
pub(crate) mod barriers;
pub(crate) mod calls;
pub(crate) mod counted;
pub(crate) mod definitions;
pub mod dependence;
pub(crate) mod form;
pub(crate) mod index;
pub(crate) mod pointers;
pub(crate) mod range;
pub(crate) mod tiles;
pub(crate) mod trace;
pub(crate) mod trips;
pub mod uniformity;
pub mod walk;
