//! How long a launch waits on a GPU: the latency of what each warp does one after the other, and how many warps wait
//! at once (Little's law).

use crate::graph::Operation;
use crate::profile::{Latency, Profile, between};
use crate::timeline::Wait;
use crate::traffic::{LINE, Pattern, Request};
use crate::work::Work;

/// The bytes from which on a load that misses the nearest cache goes further than the next one.
const NEXT: f64 = (4 << 20) as f64;

/// Work-groups that a compute unit holds at most.
const GROUPS_OF_A_UNIT: f64 = 32.0;

/// What a launch waits for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Waiting {
    /// Seconds from a warp's beginning to its end, if it is alone.
    pub(crate) of_a_warp: f64,
    /// How often the compute units are filled with work-items, one after the other.
    pub(crate) waves: f64,
    /// The fraction of a compute unit's work-items that the launch fills.
    pub(crate) occupancy: f64,
    /// Seconds in which a scheduler issues the instructions of all its warps.
    pub(crate) issue: f64,
    /// The part of `of_a_warp` that is barriers.
    pub(crate) barriers: f64,
    /// Warps of a compute unit that has any.
    pub(crate) in_flight: f64,
    /// Warps that a compute unit holds.
    pub(crate) most: f64,
}

/// Schedulers of a compute unit, each of which issues an instruction in a cycle.
const SCHEDULERS: f64 = 4.0;

/// Cycles until the result of a simple operation is ready.
const CYCLES_OF_A_SUM: f64 = 4.0;

pub(crate) fn waiting(work: &Work, profile: &Profile, latency: &Latency) -> Waiting {
    let cycle = cycle(profile);
    let sum = cycle * CYCLES_OF_A_SUM;
    let (mut seconds, mut issued, mut barriers) = (0.0, 0.0, 0.0);
    for piece in &work.pieces {
        let together = piece.together;
        let of = |wait: Wait| match wait {
            Wait::Nothing => 0.0,
            Wait::Local => latency.local,
            Wait::Operation(Operation::PRIVATE_WRITE) => 0.0,
            Wait::Operation(Operation::PRIVATE_READ) => load(latency, 0.0, NEXT),
            Wait::Operation(operation) => profile
                .cost(operation)
                .map_or(sum, |cost| cost.alone.max(sum)),
            Wait::Load(number) => of_load(&work.traffic.requests[number], together, work, latency),
        };
        let (path, each) = piece.path(&of);
        issued += piece.times * piece.instructions() as f64;
        seconds += piece.times * (path / together + each * (1.0 - 1.0 / together));
        if piece.ends_in_barrier {
            barriers += piece.times * latency.barrier;
        }
    }
    let warp = f64::from(profile.warp);
    let group_warps = (work.group / warp).ceil();
    let resident = latency.resident.min(GROUPS_OF_A_UNIT * work.group);
    let groups = work.items / work.group;
    let units = latency.units.min(groups);
    let of_a_unit = (groups / units).ceil().min(resident / work.group);
    Waiting {
        of_a_warp: seconds + barriers,
        waves: (groups * work.group / (latency.units * resident)).max(1.0),
        occupancy: (of_a_unit * work.group / latency.resident).min(1.0),
        issue: issued * cycle * group_warps * groups / units / SCHEDULERS,
        barriers,
        in_flight: of_a_unit * group_warps,
        most: (latency.resident / warp).floor(),
    }
}

/// Seconds of a cycle.
pub(crate) fn cycle(profile: &Profile) -> f64 {
    let alone = |name: &str| profile.operation.get(name).map_or(0.0, |cost| cost.alone);
    alone("float +").max(alone("float *")) / CYCLES_OF_A_SUM
}

/// Lookups of a warp's request one after the other: in known steps lines lie in one bank of the nearest cache's tags;
/// unordered ones spread over the banks.
pub(crate) fn lookups(request: &Request) -> f64 {
    let lines = request.lines.min((request.object / LINE as f64).max(1.0));
    if request.pattern == Pattern::Unknown {
        lines * BUSIEST_BANK
    } else {
        lines
    }
}

/// The share of 32 unordered lines that the busiest of four banks has, on average.
const BUSIEST_BANK: f64 = 0.35;

fn load(latency: &Latency, misses: f64, bytes: f64) -> f64 {
    let at = |bytes: f64| {
        let levels = latency.levels.iter();
        between(levels.map(|level| (level.bytes, level.seconds)), bytes).unwrap_or(0.0)
    };
    let near = at(1.0);
    near + misses.min(1.0) * (at(bytes.max(NEXT)) - near)
}

/// Seconds of a load if `together` iterations' loads are in flight: the slowest of them counts.
fn of_load(request: &Request, together: f64, work: &Work, latency: &Latency) -> f64 {
    let bytes = work.traffic.read + work.traffic.written;
    // A work-group fetches no more than the whole buffer.
    let of_cold = request.object / (request.group_cold * work.group);
    load(latency, request.misses * of_cold.min(1.0) * together, bytes)
}
