//! Steps of a trace as JSON, which pages and editors draw.

use crate::answer::{Component, component};
use crate::expected::stored;
use serde::Serialize;
use simulator::{AccessKind, LaneRange, Request, RequestCost, TraceStep, Values, VariableValues};

/// One step of a work-group. Lines and columns count from 1, sizes and offsets are bytes.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum TracedStep<'t> {
    /// Lines of the program's own file begin.
    Lines {
        lines: Vec<u32>,
        active: Active,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        variables: Vec<Shown<'t>>,
    },
    /// Memory is accessed.
    Access {
        line: u32,
        column: u32,
        text: &'t str,
        does: &'static str,
        size: usize,
        requests: Vec<Asked>,
        /// For each work-item of each run of the requests what memory holds there afterwards, component by component.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        values: Vec<Component>,
    },
    /// A barrier is passed.
    Barrier { line: u32, active: Active },
}

/// Stretches of work-items: the first, and one behind the last.
type Active = Vec<[usize; 2]>;

/// A variable that is visible at a statement: its number, its name, and, where it has changed, the components of its value
/// for each active work-item.
type Shown<'t> = (u32, &'t str, Vec<Component>);

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
            TraceStep::Lines {
                lines,
                active,
                variables,
            } => TracedStep::Lines {
                lines: lines.iter().map(|&(_, line)| line).collect(),
                active: stretches(active),
                variables: variables.iter().map(shown).collect(),
            },
            TraceStep::Access {
                place,
                text,
                kind,
                size,
                requests,
                values,
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
                values: components(values),
            },
            TraceStep::Barrier { place, active } => TracedStep::Barrier {
                line: place.line,
                active: stretches(active),
            },
        }
    }
}

fn shown(variable: &VariableValues) -> Shown<'_> {
    (
        variable.variable,
        &variable.name,
        components(&variable.changed),
    )
}

fn components(values: &Option<Values>) -> Vec<Component> {
    let Some(values) = values else {
        return Vec::new();
    };
    let (size, scalar) = (values.scalar.size() as usize, stored(values.scalar));
    let of = |bits: &Option<u64>| match bits {
        Some(bits) => component(&bits.to_le_bytes()[..size], scalar),
        None => Component::Undefined(()),
    };
    values.bits.iter().map(of).collect()
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
