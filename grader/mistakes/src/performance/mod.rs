//! Mistakes that cost time: right answers, late.

mod atomic_contention;

use crate::entry::Mistake;

/// In the order in which to mend them.
pub(crate) const ALL: &[Mistake] = &[atomic_contention::MISTAKE];
