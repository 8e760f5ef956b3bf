//! Mistakes that cost time: right answers, late.

pub(crate) mod atomic_contention;
pub(crate) mod bank_conflict;
pub(crate) mod branch_divergence;
pub(crate) mod constant_data_in_global;
pub(crate) mod idle_work_items;
pub(crate) mod local_cache_without_reuse;
pub(crate) mod low_occupancy;
pub(crate) mod partition_camping;
pub(crate) mod redundant_global_read;
pub(crate) mod uncoalesced_access;
