//! How long a launch waits on a GPU: the latency of what each warp does one after the other, and how many warps wait
//! at once (Little's law).

use crate::graph::Operation;
use crate::profile::{Latency, Profile, between};
use crate::timeline::Wait;
use crate::traffic::{LINE, Request};
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
}

/// Instructions of a loop's control.
const CONTROL: f64 = 3.0;

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
            Wait::Load(number) => {
                let request = &work.traffic.requests[number];
                let lines = request.lines.min((request.object / LINE as f64).max(1.0));
                of_load(request, together, work, latency) + cycle * lines * together
            }
        };
        let (path, each) = piece.path(&of);
        let control = if piece.carried.is_empty() {
            0.0
        } else {
            CONTROL / together
        };
        let instructions = piece.instructions() as f64 + control;
        issued += piece.times * instructions;
        let alone = path / together + each * (1.0 - 1.0 / together);
        seconds += piece.times * alone.max(instructions * cycle);
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
    }
}

/// Seconds of a cycle.
pub(crate) fn cycle(profile: &Profile) -> f64 {
    let alone = |name: &str| profile.operation.get(name).map_or(0.0, |cost| cost.alone);
    alone("float +").max(alone("float *")) / CYCLES_OF_A_SUM
}

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
    let share = share_fetched(request, work, latency);
    let misses = if share.is_thrashed {
        1.0
    } else {
        request.misses * share.of_cold * together
    };
    let first = if request.group_cold > 0.0 {
        (request.launch_cold / request.group_cold).min(1.0)
    } else {
        0.0
    };
    let bytes = work.traffic.read + work.traffic.written;
    let (far, next) = (load(latency, misses, bytes), load(latency, misses, NEXT));
    first * far + (1.0 - first) * next
}

/// The nearest cache of a compute unit, in bytes.
const NEAREST: f64 = (192 << 10) as f64;

/// How much of a request goes further than the nearest cache.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fetched {
    /// The share of what is cold that is fetched: no more than the whole buffer for each work-group.
    pub(crate) of_cold: f64,
    /// Whether the cache loses a line before the work-item comes back to it.
    pub(crate) is_thrashed: bool,
}

/// A work-item that walks along memory by itself comes back to a line, unless the work-items of a compute unit walk
/// along more lines than the nearest cache holds.
pub(crate) fn share_fetched(request: &Request, work: &Work, latency: &Latency) -> Fetched {
    let of_group = request.group_cold * work.group;
    let of_cold = if of_group > request.object {
        request.object / of_group
    } else {
        1.0
    };
    let resident = (work.items / latency.units).min(latency.resident);
    let lines = resident.max(work.group) * LINE as f64 * work.walks;
    Fetched {
        of_cold,
        is_thrashed: request.is_walk() && lines > NEAREST,
    }
}
