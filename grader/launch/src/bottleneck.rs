//! What bounds a launch's time, in one table.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The resource that a launch waits for longest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Bottleneck {
    /// Starting the launch and its work-groups.
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

impl Bottleneck {
    /// Every bottleneck.
    pub const ALL: [Bottleneck; 11] = [
        Bottleneck::Launch,
        Bottleneck::Latency,
        Bottleneck::Occupancy,
        Bottleneck::Issue,
        Bottleneck::Pipe,
        Bottleneck::L1,
        Bottleneck::L2,
        Bottleneck::Memory,
        Bottleneck::Atomics,
        Bottleneck::LocalMemory,
        Bottleneck::Barriers,
    ];

    /// The stable id, as JSON and `explain` write it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Bottleneck::Launch => "launch",
            Bottleneck::Latency => "latency",
            Bottleneck::Occupancy => "occupancy",
            Bottleneck::Issue => "issue",
            Bottleneck::Pipe => "pipe",
            Bottleneck::L1 => "l1",
            Bottleneck::L2 => "l2",
            Bottleneck::Memory => "memory",
            Bottleneck::Atomics => "atomics",
            Bottleneck::LocalMemory => "local-memory",
            Bottleneck::Barriers => "barriers",
        }
    }
}

impl fmt::Display for Bottleneck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// No bottleneck has this id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownBottleneck;

impl FromStr for Bottleneck {
    type Err = UnknownBottleneck;

    fn from_str(text: &str) -> Result<Bottleneck, UnknownBottleneck> {
        let mut all = Bottleneck::ALL.into_iter();
        all.find(|bottleneck| bottleneck.as_str() == text)
            .ok_or(UnknownBottleneck)
    }
}

/// The warps of a compute unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Warps {
    /// Those that the launch has in flight at once.
    pub in_flight: u64,
    /// Those with which latency would no longer bound the launch, by Little's law.
    pub needed: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_what_json_writes_and_names_its_limit_alone() {
        for bottleneck in Bottleneck::ALL {
            let json = serde_json::to_string(&bottleneck).expect("JSON");
            assert_eq!(json, format!("\"{bottleneck}\""));
            assert_eq!(bottleneck.as_str().parse(), Ok(bottleneck));
            assert!(bottleneck.as_str().parse::<crate::MistakeId>().is_err());
        }
    }
}
