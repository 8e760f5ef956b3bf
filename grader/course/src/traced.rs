//! Traces of the work-groups of a failing case: which elements each work-item accessed, and in which order.

use crate::compare::work_item;
use launch::{Argument, Buffer, Launch, WorkItem};
use simulator::{AccessKind, Kernel, Options, Trace, TraceStep, Tracing};
use std::ops::Range;

/// The budgets of a traced run.
const MOST_STEPS: u64 = 1_000_000;
const MOST_TRACED: usize = 20_000;

/// Traces the work-groups of a launch, one at a time.
pub(crate) struct Tracer<'a> {
    kernel: &'a Kernel,
    launch: &'a Launch,
    /// The size of a work-group and the number of work-groups, in each dimension.
    local: Vec<usize>,
    groups: Vec<usize>,
}

impl<'a> Tracer<'a> {
    /// None if the launch leaves the size of its work-groups open.
    pub(crate) fn of(kernel: &'a Kernel, launch: &'a Launch) -> Option<Tracer<'a>> {
        let local = launch.range.local.clone()?;
        let pairs = launch.range.global.iter().zip(&local);
        let groups = pairs.map(|(all, size)| all / size.max(&1)).collect();
        Some(Tracer {
            kernel,
            launch,
            local,
            groups,
        })
    }

    pub(crate) fn groups(&self) -> usize {
        self.groups.iter().product()
    }

    /// The number of a work-group; dimension 0 counts fastest.
    pub(crate) fn number(&self, group: &[usize]) -> usize {
        let each = group.iter().zip(&self.groups).rev();
        each.fold(0, |number, (id, count)| number * count + id)
    }

    /// The flat local id of a work-item; dimension 0 counts fastest.
    pub(crate) fn lane(&self, local: &[usize]) -> usize {
        let each = local.iter().zip(&self.local).rev();
        each.fold(0, |lane, (id, size)| lane * size + id)
    }

    /// All steps of a work-group; none if they are too many.
    pub(crate) fn trace(&self, group: usize) -> Option<Trace> {
        let options = Options {
            races: false,
            steps: MOST_STEPS,
            trace: Some(Tracing {
                group,
                most: MOST_TRACED,
                values: false,
            }),
            ..Options::default()
        };
        let trace = self.kernel.run(self.launch, &options).ok()?.trace?;
        trace.complete.then_some(trace)
    }

    /// A work-item by its numbers in the work-group and of the work-group.
    pub(crate) fn work_item(&self, lane: usize, group: usize) -> Option<WorkItem> {
        work_item(
            self.launch,
            global_id(lane, group, &self.local, &self.groups),
        )
    }
}

/// The access of one work-item.
pub(crate) struct Access<'a> {
    /// The flat local id of the work-item.
    pub(crate) lane: usize,
    /// The name of the object in memory, such as a buffer.
    pub(crate) object: &'a str,
    pub(crate) bytes: Range<i64>,
}

impl Access<'_> {
    pub(crate) fn meets(&self, object: &str, bytes: &Range<i64>) -> bool {
        self.object == object && self.bytes.start < bytes.end && bytes.start < self.bytes.end
    }
}

/// The accesses of a step; none if it accesses no memory.
pub(crate) fn accesses<'a>(
    trace: &'a Trace,
    step: &'a TraceStep,
) -> impl Iterator<Item = Access<'a>> {
    let (size, requests) = match step {
        TraceStep::Access { size, requests, .. } => (*size as i64, requests.as_slice()),
        TraceStep::Lines { .. } | TraceStep::Barrier { .. } => (0, [].as_slice()),
    };
    let runs = requests.iter().flat_map(|request| &request.runs);
    runs.flat_map(move |run| {
        (0..run.lanes).map(move |lane| {
            let start = run.offset + run.stride * lane as i64;
            Access {
                lane: run.first + lane,
                object: trace.objects.get(run.object).map_or("", String::as_str),
                bytes: start..start + size,
            }
        })
    })
}

/// The last write of a work-group to these bytes: the number of the step, and the work-item's flat local id.
pub(crate) fn last_write(
    trace: &Trace,
    object: &str,
    bytes: &Range<i64>,
) -> Option<(usize, usize)> {
    let mut steps = trace.steps.iter().enumerate().rev();
    steps.find_map(|(number, step)| {
        let is_write = matches!(step, TraceStep::Access { kind, .. } if *kind != AccessKind::Load);
        let last = accesses(trace, step).filter(|access| access.meets(object, bytes));
        last.last()
            .filter(|_| is_write)
            .map(|access| (number, access.lane))
    })
}

pub(crate) fn buffer_of<'a>(launch: &'a Launch, name: &str) -> Option<&'a Buffer> {
    launch.arguments.iter().find_map(|argument| match argument {
        Argument::Buffer(buffer) if buffer.name == name => Some(buffer),
        _ => None,
    })
}

/// The bytes of an element of a buffer.
pub(crate) fn bytes_of(buffer: &Buffer, index: usize) -> Option<Range<i64>> {
    let size = i64::try_from(buffer.element.size()).ok()?;
    let start = i64::try_from(index).ok()?.checked_mul(size)?;
    Some(start..start + size)
}

/// The global id of a work-item, by its numbers in the work-group and of the work-group.
fn global_id(lane: usize, group: usize, local: &[usize], groups: &[usize]) -> Vec<usize> {
    let (mut lane, mut group) = (lane, group);
    let each = local.iter().zip(groups).map(|(size, count)| {
        let (size, count) = ((*size).max(1), (*count).max(1));
        let id = group % count * size + lane % size;
        lane /= size;
        group /= count;
        id
    });
    each.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_those_of_a_work_item_of_a_group() {
        let (local, groups) = ([4, 2], [3, 5]);
        assert_eq!(global_id(5, 7, &local, &groups), [4 + 1, 2 * 2 + 1]);
    }
}
