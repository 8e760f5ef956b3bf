//! Says which access wrote a wrong element, and what that statement read for it. The failing case runs once more
//! with a trace of the work-group that wrote it.

use crate::compare::work_item;
use crate::report::{ElementRead, ElementState, Explanation, WrongElement};
use kernels::AnyCase;
use launch::{Argument, Buffer, Launch, Place};
use opencl_c::program::Program;
use simulator::{AccessKind, Options, Trace, TraceStep, Tracing};
use std::ops::Range;
use std::sync::Arc;

/// The budgets of such a run, and of the work-groups that are tried.
const MOST_STEPS: u64 = 1_000_000;
const MOST_TRACED: usize = 20_000;
const MOST_GROUPS: usize = 8;

/// The most reads that are named.
const MOST_READS: usize = 2;

/// The explanation for the first element of `wrong` that was written.
pub(crate) fn written(
    program: &Program,
    kernel: &str,
    case: &dyn AnyCase,
    wrong: &[WrongElement],
) -> Option<Explanation> {
    let element = wrong
        .first()
        .filter(|it| it.state == ElementState::Written)?;
    let launch = case.launch();
    let target = Target::of(&launch, &element.buffer, element.index)?;
    let prepared = simulator::prepare(&Arc::new(program.clone()), kernel).ok()?;
    let local = launch.range.local.clone()?;
    let groups: Vec<usize> = launch
        .range
        .global
        .iter()
        .zip(&local)
        .map(|(all, size)| all / size.max(&1))
        .collect();
    let count: usize = groups.iter().product();
    let owner = element.owner.as_ref().map(|it| flat(&it.group, &groups));
    let others = (0..count.min(MOST_GROUPS)).filter(|group| Some(*group) != owner);
    for group in owner.into_iter().chain(others) {
        let options = Options {
            races: false,
            steps: MOST_STEPS,
            trace: Some(Tracing {
                group,
                most: MOST_TRACED,
            }),
            ..Options::default()
        };
        let trace = prepared.run(&launch, &options).ok()?.trace?;
        if !trace.complete {
            return None;
        }
        let Some(write) = last_write(&trace, &target) else {
            continue;
        };
        let by = work_item(&launch, global_id(write.lane, group, &local, &groups))?;
        return Some(Explanation::WrittenBy {
            buffer: element.buffer.clone(),
            index: element.index,
            reads: reads(&trace, &launch, &target, &write),
            by,
            place: write.place,
        });
    }
    None
}

/// The bytes of an element.
struct Target<'a> {
    name: &'a str,
    bytes: Range<i64>,
}

impl<'a> Target<'a> {
    fn of(launch: &'a Launch, buffer: &str, index: usize) -> Option<Target<'a>> {
        let Buffer { name, element, .. } = buffer_of(launch, buffer)?;
        let size = i64::try_from(element.size()).ok()?;
        let start = i64::try_from(index).ok()?.checked_mul(size)?;
        Some(Target {
            name,
            bytes: start..start + size,
        })
    }
}

struct Write {
    place: Place,
    lane: usize,
    /// The step, and the step of the same work-item's write before it at the same place.
    step: usize,
    after: usize,
}

/// The last write of a work-group to an element.
fn last_write(trace: &Trace, target: &Target<'_>) -> Option<Write> {
    let mut last = None;
    for (number, step) in trace.steps.iter().enumerate() {
        let TraceStep::Access { place, kind, .. } = step else {
            continue;
        };
        if *kind == AccessKind::Load {
            continue;
        }
        let found = accesses(trace, step).find(|access| {
            access.object == target.name
                && access.bytes.start < target.bytes.end
                && target.bytes.start < access.bytes.end
        });
        if let Some(access) = found {
            last = Some((number, place.clone(), access.lane));
        }
    }
    let (step, place, lane) = last?;
    let before = trace.steps[..step].iter().rposition(|earlier| {
        let is_here = matches!(earlier, TraceStep::Access { place: other, kind, .. }
            if *kind != AccessKind::Load && *other == place);
        is_here && accesses(trace, earlier).any(|access| access.lane == lane)
    });
    Some(Write {
        place,
        lane,
        step,
        after: before.map_or(0, |before| before + 1),
    })
}

/// The elements of other places that the statement of a write read for it; none if they are many.
fn reads(trace: &Trace, launch: &Launch, target: &Target<'_>, write: &Write) -> Vec<ElementRead> {
    let lines = write.place.line..=write.place.end_line;
    let mut reads: Vec<ElementRead> = Vec::new();
    for step in &trace.steps[write.after..write.step] {
        let TraceStep::Access { place, kind, .. } = step else {
            continue;
        };
        let is_here = place.file == write.place.file && lines.contains(&place.line);
        if *kind != AccessKind::Load || !is_here {
            continue;
        }
        for access in accesses(trace, step).filter(|it| it.lane == write.lane) {
            let Some(buffer) = buffer_of(launch, access.object) else {
                return Vec::new();
            };
            let size = buffer.element.size().max(1) as i64;
            let is_own = access.object == target.name && access.bytes == target.bytes;
            let read = ElementRead {
                buffer: buffer.name.clone(),
                index: usize::try_from(access.bytes.start / size).unwrap_or_default(),
            };
            if !is_own && !reads.contains(&read) {
                reads.push(read);
            }
        }
    }
    match reads.len() {
        0..=MOST_READS => reads,
        _ => Vec::new(),
    }
}

/// The access of one work-item.
struct Access<'a> {
    lane: usize,
    object: &'a str,
    bytes: Range<i64>,
}

fn accesses<'a>(trace: &'a Trace, step: &'a TraceStep) -> impl Iterator<Item = Access<'a>> {
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

fn buffer_of<'a>(launch: &'a Launch, name: &str) -> Option<&'a Buffer> {
    launch.arguments.iter().find_map(|argument| match argument {
        Argument::Buffer(buffer) if buffer.name == name => Some(buffer),
        _ => None,
    })
}

/// The number of a work-group; dimension 0 counts fastest.
fn flat(id: &[usize], sizes: &[usize]) -> usize {
    let each = id.iter().zip(sizes).rev();
    each.fold(0, |flat, (id, size)| flat * size + id)
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
        assert_eq!(flat(&[1, 2], &groups), 7);
    }
}
