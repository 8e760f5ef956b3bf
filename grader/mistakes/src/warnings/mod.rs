//! Mistakes that are suspicious.

mod unbarriered_reuse;

use crate::entry::Mistake;

/// In the order in which to mend them.
pub(crate) const ALL: &[Mistake] = &[unbarriered_reuse::MISTAKE];
