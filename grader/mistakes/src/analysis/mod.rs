//! The analyses that the readings stand on, one file each, its promise at the top.

pub(crate) mod assignments;
pub(crate) mod barriers;
pub(crate) mod range;
pub(crate) mod uniformity;
pub(crate) mod walk;
