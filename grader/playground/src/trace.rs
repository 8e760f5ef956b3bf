//! A trace as JSON. What repeats, the names of objects and files, stands once.

use launch_file::{Ending, TracedStep};
use serde::{Deserialize, Serialize};
use simulator::Tracing;

/// Which work-group to trace, and how far.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TraceRequest {
    /// The work-group's flat number.
    pub group: usize,
    /// Stretches of work-items and runs of addresses to keep, over all steps.
    pub most: usize,
    /// Do steps have values, one statement a step?
    #[serde(default)]
    pub values: bool,
}

impl TraceRequest {
    pub(crate) fn tracing(self) -> Tracing {
        Tracing {
            group: self.group,
            most: self.most,
            values: self.values,
        }
    }
}

#[derive(Serialize)]
pub(crate) struct Traced<'t> {
    /// Work-groups of the launch, of which this is one.
    groups: usize,
    local: &'t [usize],
    objects: &'t [String],
    steps: Vec<TracedStep<'t>>,
    complete: bool,
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
            steps: trace.steps.iter().map(TracedStep::of).collect(),
            complete: trace.complete,
        })
    }
}
