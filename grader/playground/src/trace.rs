//! A trace as JSON. What repeats, the names of objects and files, is told once.

use launch_file::Ending;
use serde::{Deserialize, Serialize};
use simulator::{AccessKind, LaneRange, Request, RequestCost, TraceStep, Tracing};

/// Which work-group to trace, and how far.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TraceRequest {
    /// The work-group's flat number.
    pub group: usize,
    /// Stretches of work-items and runs of addresses to keep, over all steps.
    pub most: usize,
}

impl TraceRequest {
    pub(crate) fn tracing(self) -> Tracing {
        Tracing {
            group: self.group,
            most: self.most,
        }
    }
}

#[derive(Serialize)]
pub(crate) struct Traced<'t> {
    /// Work-groups of the launch, of which this is one.
    groups: usize,
    local: &'t [usize],
    objects: &'t [String],
    steps: Vec<Step<'t>>,
    complete: bool,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum Step<'t> {
    /// Lines of the program's own file begin.
    Lines { lines: Vec<u32>, active: Active },
    /// Memory is accessed.
    Access {
        line: u32,
        column: u32,
        text: &'t str,
        does: &'static str,
        size: usize,
        requests: Vec<Asked>,
    },
    /// A barrier is passed.
    Barrier { line: u32, active: Active },
}

/// Stretches of work-items: the first, and one behind the last.
type Active = Vec<[usize; 2]>;

/// What a warp asked for.
#[derive(Serialize)]
struct Asked {
    #[serde(flatten)]
    cost: Cost,
    /// Work-item, how many, object, bytes from its beginning, bytes from one to the next.
    runs: Vec<(usize, usize, usize, i64, i64)>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Cost {
    Global { sectors: u64 },
    Local { passes: u64, least: u64 },
}

impl<'t> Traced<'t> {
    /// The trace of a run that has one.
    pub(crate) fn of(ending: &'t Ending) -> Option<Traced<'t>> {
        let Ending::Ran(ran) = ending else {
            return None;
        };
        let trace = ran.outcome.trace.as_ref()?;
        let global = &ran.launch.range.global;
        let along = |(global, local): (&usize, &usize)| global.div_ceil((*local).max(1));
        Some(Traced {
            groups: global.iter().zip(&trace.local).map(along).product(),
            local: &trace.local,
            objects: &trace.objects,
            steps: trace.steps.iter().map(step).collect(),
            complete: trace.complete,
        })
    }
}

fn step(step: &TraceStep) -> Step<'_> {
    match step {
        TraceStep::Lines { lines, active } => Step::Lines {
            lines: lines.iter().map(|&(_, line)| line).collect(),
            active: stretches(active),
        },
        TraceStep::Access {
            place,
            text,
            kind,
            size,
            requests,
        } => Step::Access {
            line: place.line,
            column: place.column,
            text,
            does: match kind {
                AccessKind::Load => "load",
                AccessKind::Store => "store",
                AccessKind::Atomic => "atomic",
            },
            size: *size,
            requests: requests.iter().map(asked).collect(),
        },
        TraceStep::Barrier { place, active } => Step::Barrier {
            line: place.line,
            active: stretches(active),
        },
    }
}

fn stretches(active: &[LaneRange]) -> Active {
    let of = |range: &LaneRange| [range.first, range.end];
    active.iter().map(of).collect()
}

fn asked(request: &Request) -> Asked {
    Asked {
        cost: match request.cost {
            RequestCost::Global { sectors } => Cost::Global { sectors },
            RequestCost::Local { passes, least } => Cost::Local { passes, least },
        },
        runs: request
            .runs
            .iter()
            .map(|run| (run.first, run.lanes, run.object, run.offset, run.stride))
            .collect(),
    }
}
