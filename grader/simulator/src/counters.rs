//! What a run did, counted for each source line and each access.

use launch::Place;
use std::collections::BTreeMap;

/// Counts of a whole run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Counters {
    /// Sums over all lines.
    pub total: LineCounters,
    /// Each line that did something, in the order of the source.
    pub lines: Vec<LineCounters>,
    /// Each expression that accessed memory, in the order of the source.
    pub accesses: Vec<AccessCounters>,
    /// Bytes of local memory of a work-group.
    pub local_bytes: u64,
    /// Work-groups that ran.
    pub groups: u64,
    /// Steps of the work-group that took the most, in the unit of [`crate::Options::steps`].
    pub longest_group: u64,
}

/// Counts of one source line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LineCounters {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// How often a work-item executed it.
    pub executions: u64,
    /// Lanes that were active, and all lanes of the warps that executed it; their ratio is the
    /// active-lane share.
    pub active_lanes: u64,
    /// See `active_lanes`.
    pub lanes: u64,
    /// Barriers that a work-group passed.
    pub barriers: u64,
    /// Operations of work-items, by type.
    pub operations: BTreeMap<&'static str, u64>,
    /// Loads from global and constant memory.
    pub global_loads: Traffic,
    /// Stores and atomics to global memory.
    pub global_stores: Traffic,
    /// Loads from local memory.
    pub local_loads: Banked,
    /// Stores and atomics to local memory.
    pub local_stores: Banked,
}

/// Global memory traffic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Accesses of work-items.
    pub accesses: u64,
    /// Requests of warps.
    pub requests: u64,
    /// Bytes that work-items asked for.
    pub bytes_asked: u64,
    /// Distinct bytes among those of each request.
    pub bytes_used: u64,
    /// Bytes that sectors of 32 moved.
    pub bytes_moved: u64,
    /// Lines of 128 bytes touched.
    pub lines: u64,
}

impl Traffic {
    /// Distinct bytes over bytes moved; 1 where nothing moved.
    pub fn efficiency(&self) -> f64 {
        if self.bytes_moved == 0 {
            1.0
        } else {
            self.bytes_used as f64 / self.bytes_moved as f64
        }
    }

    fn add(&mut self, other: &Traffic) {
        self.accesses += other.accesses;
        self.requests += other.requests;
        self.bytes_asked += other.bytes_asked;
        self.bytes_used += other.bytes_used;
        self.bytes_moved += other.bytes_moved;
        self.lines += other.lines;
    }
}

/// Local memory traffic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Banked {
    /// Accesses of work-items.
    pub accesses: u64,
    /// Requests of warps.
    pub requests: u64,
    /// Bytes that work-items asked for.
    pub bytes_asked: u64,
    /// Those of them that were asked for while an asynchronous copy of the work-group was under way.
    pub bytes_during_copies: u64,
    /// Passes they took.
    pub passes: u64,
    /// Passes they would have taken without conflicts.
    pub least_passes: u64,
    /// The worst request: passes over least passes, times 100.
    pub worst_percent: u64,
}

impl Banked {
    /// Passes over least passes: 1 without conflicts, 32 at worst.
    pub fn conflict_degree(&self) -> f64 {
        if self.least_passes == 0 {
            1.0
        } else {
            self.passes as f64 / self.least_passes as f64
        }
    }

    fn add(&mut self, other: &Banked) {
        self.accesses += other.accesses;
        self.requests += other.requests;
        self.bytes_asked += other.bytes_asked;
        self.bytes_during_copies += other.bytes_during_copies;
        self.passes += other.passes;
        self.least_passes += other.least_passes;
        self.worst_percent = self.worst_percent.max(other.worst_percent);
    }
}

/// What an access does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AccessKind {
    /// A load.
    Load,
    /// A store.
    Store,
    /// An atomic operation.
    Atomic,
}

/// Counts of one expression that accesses memory.
#[derive(Clone, Debug, PartialEq)]
pub struct AccessCounters {
    /// Its place.
    pub place: Place,
    /// Its text on one line.
    pub text: String,
    /// What it does.
    pub kind: AccessKind,
    /// Its traffic with global or constant memory.
    pub global: Traffic,
    /// Its traffic with local memory.
    pub local: Banked,
}

/// Counts of one access site during a run.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SiteCounters {
    pub(crate) kind: Option<AccessKind>,
    pub(crate) global: Traffic,
    pub(crate) local: Banked,
}

impl SiteCounters {
    pub(crate) fn add(&mut self, other: &SiteCounters) {
        self.kind = self.kind.or(other.kind);
        self.global.add(&other.global);
        self.local.add(&other.local);
    }
}

/// Who executed a straight stretch of code.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BlockCounters {
    pub(crate) active: u64,
    pub(crate) lanes: u64,
}

impl LineCounters {
    pub(crate) fn add(&mut self, other: &LineCounters) {
        self.executions += other.executions;
        self.active_lanes += other.active_lanes;
        self.lanes += other.lanes;
        self.barriers += other.barriers;
        for (&name, &count) in &other.operations {
            *self.operations.entry(name).or_default() += count;
        }
        self.global_loads.add(&other.global_loads);
        self.global_stores.add(&other.global_stores);
        self.local_loads.add(&other.local_loads);
        self.local_stores.add(&other.local_stores);
    }

    pub(crate) fn add_access(&mut self, access: &AccessCounters) {
        if access.kind == AccessKind::Load {
            self.global_loads.add(&access.global);
            self.local_loads.add(&access.local);
        } else {
            self.global_stores.add(&access.global);
            self.local_stores.add(&access.local);
        }
    }
}
