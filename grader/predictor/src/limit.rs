//! What bounds a launch.

/// The resource that a launch waits for longest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Limit {
    /// Starting the launch and its work-items.
    Launch,
    /// The latency of dependent operations and loads, with as many work-items in flight as fit.
    Latency,
    /// The same, where fewer work-items are in flight than a compute unit holds.
    Occupancy,
    /// The rate at which instructions are issued.
    Issue,
    /// One pipeline of a compute unit, such as that of functions.
    Pipe,
    /// The bandwidth of the nearest cache.
    L1,
    /// The bandwidth of the cache before memory.
    L2,
    /// The bandwidth of memory.
    Memory,
    /// Atomic operations.
    Atomics,
    /// Local memory.
    LocalMemory,
    /// Barriers.
    Barriers,
}

impl Limit {
    pub const ALL: [Limit; 11] = [
        Limit::Launch,
        Limit::Latency,
        Limit::Occupancy,
        Limit::Issue,
        Limit::Pipe,
        Limit::L1,
        Limit::L2,
        Limit::Memory,
        Limit::Atomics,
        Limit::LocalMemory,
        Limit::Barriers,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Limit::Launch => "starting the launch",
            Limit::Latency => "latency",
            Limit::Occupancy => "occupancy",
            Limit::Issue => "issue",
            Limit::Pipe => "a pipeline",
            Limit::L1 => "L1 bandwidth",
            Limit::L2 => "L2 bandwidth",
            Limit::Memory => "memory bandwidth",
            Limit::Atomics => "atomics",
            Limit::LocalMemory => "local memory",
            Limit::Barriers => "barriers",
        }
    }
}
