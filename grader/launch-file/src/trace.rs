//! Steps of a trace as JSON, which pages and editors draw.

use serde::Serialize;
use simulator::{AccessKind, LaneRange, Request, RequestCost, TraceStep};

/// One step of a work-group. Lines and columns count from 1, sizes and offsets are bytes.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum TracedStep<'t> {
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
pub struct Asked {
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

impl<'t> TracedStep<'t> {
    /// A step as it is written.
    pub fn of(step: &'t TraceStep) -> TracedStep<'t> {
        match step {
            TraceStep::Lines { lines, active } => TracedStep::Lines {
                lines: lines.iter().map(|&(_, line)| line).collect(),
                active: stretches(active),
            },
            TraceStep::Access {
                place,
                text,
                kind,
                size,
                requests,
            } => TracedStep::Access {
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
            TraceStep::Barrier { place, active } => TracedStep::Barrier {
                line: place.line,
                active: stretches(active),
            },
        }
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
