//! Mistakes that cost time: right answers, late.

mod atomic_contention;
mod bank_conflict;
mod branch_divergence;
mod constant_data_in_global;
mod idle_work_items;
mod local_cache_without_reuse;
mod low_occupancy;
mod partition_camping;
mod redundant_global_read;
mod uncoalesced_access;

use crate::entry::Mistake;

/// In the order in which to mend them.
pub(crate) const ALL: &[Mistake] = &[
    idle_work_items::MISTAKE,
    uncoalesced_access::MISTAKE,
    redundant_global_read::MISTAKE,
    bank_conflict::MISTAKE,
    branch_divergence::MISTAKE,
    local_cache_without_reuse::MISTAKE,
    low_occupancy::MISTAKE,
    constant_data_in_global::MISTAKE,
    partition_camping::MISTAKE,
    atomic_contention::MISTAKE,
];
