//! What bounds a kernel, in words: the one table of sentences and remedies.

use launch::{Bottleneck, MistakeId, Warps};

/// A bottleneck in words.
#[derive(Clone, Copy, Debug)]
pub struct BottleneckText {
    /// What a kernel is bound by.
    pub name: &'static str,
    /// What the device does meanwhile.
    pub meaning: &'static str,
    /// What helps.
    pub remedy: &'static str,
    /// Findings that have the same remedy.
    pub findings: &'static [MistakeId],
}

/// The table.
pub fn bottleneck_text(bottleneck: Bottleneck) -> BottleneckText {
    let (name, meaning, remedy, findings): (_, _, _, &[MistakeId]) = match bottleneck {
        Bottleneck::Launch => (
            "the start of the launch",
            "Starting the kernel and its work-groups takes longer than their work.",
            "Do more in one launch: join small launches, give each work-item several elements, and take work-groups \
             of at least 64 work-items.",
            &[],
        ),
        Bottleneck::Latency => (
            "latency",
            "Each warp waits for the result of one operation or load before it can issue the next, and the warps \
             that a compute unit holds are too few to fill that time.",
            "Give a work-item independent work: several sums in place of one, loads before the values are needed, no \
             store between two loads that keeps the compiler from moving them.",
            &[MistakeId::UncoalescedAccess, MistakeId::RedundantGlobalRead],
        ),
        Bottleneck::Occupancy => (
            "occupancy",
            "Each warp waits for the result of one operation or load before it can issue the next, and the launch \
             has fewer warps in flight than a compute unit holds.",
            "Start more work-items: one for each element and not one for each row, more than one work-group for each \
             compute unit, less local memory in each work-group. Independent work in each work-item helps as well.",
            &[MistakeId::LowOccupancy, MistakeId::IdleWorkItems],
        ),
        Bottleneck::Issue => (
            "issue",
            "The schedulers of a compute unit issue an instruction in almost every cycle.",
            "Compute less: move what all work-items compute out of the loop or to the host, use vectors for loads and \
             stores, and let all work-items of a warp take the same branch.",
            &[MistakeId::BranchDivergence],
        ),
        Bottleneck::Pipe => (
            "one pipeline",
            "One kind of operation, such as divisions or functions, keeps its pipeline busy, and the others stand \
             still.",
            "Use another operation: a product with the reciprocal in place of a division, `native_` functions where \
             their precision suffices, `float` in place of `double`, shifts in place of integer divisions.",
            &[MistakeId::DoubleLiteral],
        ),
        Bottleneck::L1 => (
            "the bandwidth of the nearest cache",
            "The nearest cache answers as many requests as it can.",
            "Ask for fewer lines: let neighbouring work-items access neighbouring elements, keep in a private \
             variable what a work-item needs again, and in local memory what a work-group needs again.",
            &[
                MistakeId::UncoalescedAccess,
                MistakeId::RedundantGlobalRead,
                MistakeId::PrivateArraySpill,
            ],
        ),
        Bottleneck::L2 => (
            "the bandwidth of the cache before memory",
            "The data fits in the cache before memory, which delivers as much as it can.",
            "Fetch less: use what is fetched several times while it is near, in local memory or in private variables, \
             and let neighbouring work-items access neighbouring elements.",
            &[MistakeId::UncoalescedAccess, MistakeId::RedundantGlobalRead],
        ),
        Bottleneck::Memory => (
            "the bandwidth of memory",
            "Memory delivers as much as it can.",
            "Move fewer bytes: join kernels that read the same data, use what is fetched several times while it is \
             near, take smaller types, and let neighbouring work-items access neighbouring elements.",
            &[MistakeId::UncoalescedAccess, MistakeId::RedundantGlobalRead],
        ),
        Bottleneck::Atomics => (
            "atomic operations",
            "Atomic operations on the same place wait for each other.",
            "Combine values before the atomic operation: in a work-item, then in local memory, and then one atomic \
             operation for each work-group.",
            &[MistakeId::AtomicContention],
        ),
        Bottleneck::LocalMemory => (
            "local memory",
            "The banks of local memory answer as many requests as they can.",
            "Let the work-items of a warp access different banks, for example with one unused element at the end of \
             each row of a tile, and keep in private variables what a work-item needs again.",
            &[MistakeId::BankConflict, MistakeId::LocalCacheWithoutReuse],
        ),
        Bottleneck::Barriers => (
            "barriers",
            "The warps of a work-group wait for each other at barriers, and too few other work-groups fill that time.",
            "Do more between two barriers, leave out those inside one warp's work where sub-group functions suffice, \
             and take smaller work-groups, of which a compute unit holds more.",
            &[],
        ),
    };
    BottleneckText {
        name,
        meaning,
        remedy,
        findings,
    }
}

/// `bound by latency: 8 warps in flight on a compute unit, where 32 are needed`. The warps are shown where they are
/// the cause.
pub fn bound_by(bottleneck: Bottleneck, warps: Option<Warps>) -> String {
    let bound = format!("bound by {}", bottleneck_text(bottleneck).name);
    let waits = matches!(bottleneck, Bottleneck::Latency | Bottleneck::Occupancy);
    let Some(warps) = warps.filter(|warps| waits && warps.needed > warps.in_flight) else {
        return bound;
    };
    let Warps { in_flight, needed } = warps;
    let in_flight = match in_flight {
        1 => "1 warp".to_owned(),
        many => format!("{many} warps"),
    };
    format!("{bound}: {in_flight} in flight on a compute unit, where {needed} are needed")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warps_are_shown_where_they_are_the_cause() {
        let warps = |in_flight, needed| Some(Warps { in_flight, needed });
        for (bottleneck, warps, expected) in [
            (
                Bottleneck::Occupancy,
                warps(8, 32),
                "bound by occupancy: 8 warps in flight on a compute unit, where 32 are needed",
            ),
            (
                Bottleneck::Latency,
                warps(64, 150),
                "bound by latency: 64 warps in flight on a compute unit, where 150 are needed",
            ),
            (
                Bottleneck::Memory,
                warps(8, 32),
                "bound by the bandwidth of memory",
            ),
            (Bottleneck::Barriers, warps(8, 7700), "bound by barriers"),
            (Bottleneck::Issue, None, "bound by issue"),
        ] {
            assert_eq!(bound_by(bottleneck, warps), expected);
        }
    }
}
