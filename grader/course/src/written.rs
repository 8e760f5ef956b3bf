//! Says which access wrote a wrong element, and what that statement read for it. The failing case runs once more
//! with a trace of the work-group that wrote it.

use crate::report::{ElementRead, ElementState, Explanation, WrongElement};
use crate::traced::{Tracer, accesses, buffer_of, bytes_of, last_write};
use kernels::AnyCase;
use launch::{Launch, Place};
use opencl_c::program::Program;
use simulator::{AccessKind, Trace, TraceStep};
use std::ops::Range;

/// The most work-groups that are tried.
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
    last_access(program, kernel, case, element)
}

/// Takes back that the first of the elements `wrong` was never written, if it was written by chance with the bytes that
/// stand for that.
pub(crate) fn written_as_poison(
    (program, kernel): (&Program, &str),
    case: &dyn AnyCase,
    wrong: &mut [WrongElement],
) {
    if let Some(element) = wrong.first_mut()
        && element.state == ElementState::NeverWritten
        && last_access(program, kernel, case, element).is_some()
    {
        element.state = ElementState::Written;
    }
}

/// The last write to an element, if the groups that are tried have one.
fn last_access(
    program: &Program,
    kernel: &str,
    case: &dyn AnyCase,
    element: &WrongElement,
) -> Option<Explanation> {
    let launch = case.launch();
    let bytes = bytes_of(buffer_of(&launch, &element.buffer)?, element.index)?;
    let prepared = simulator::prepare(program, kernel).ok()?;
    let tracer = Tracer::of(&prepared, &launch)?;
    let owner = element.owner.as_ref().map(|it| tracer.number(&it.group));
    let others = (0..tracer.groups().min(MOST_GROUPS)).filter(|group| Some(*group) != owner);
    for group in owner.into_iter().chain(others) {
        let trace = tracer.trace(group)?;
        let Some((step, lane)) = last_write(&trace, &element.buffer, &bytes) else {
            continue;
        };
        let TraceStep::Access { place, .. } = &trace.steps[step] else {
            return None;
        };
        return Some(Explanation::WrittenBy {
            buffer: element.buffer.clone(),
            index: element.index,
            reads: reads(&trace, &launch, (&element.buffer, &bytes), (step, lane)),
            by: tracer.work_item(lane, group)?,
            place: place.clone(),
        });
    }
    None
}

/// The elements of other places that the statement of a write, which is `step` of the work-item `lane`, read for
/// it; none if they are many.
fn reads(
    trace: &Trace,
    launch: &Launch,
    target: (&str, &Range<i64>),
    (step, lane): (usize, usize),
) -> Vec<ElementRead> {
    let TraceStep::Access { place: at, .. } = &trace.steps[step] else {
        return Vec::new();
    };
    // The same work-item's write before it at the same place.
    let before = trace.steps[..step].iter().rposition(|earlier| {
        let is_here = matches!(earlier, TraceStep::Access { place, kind, .. }
            if *kind != AccessKind::Load && place == at);
        is_here && accesses(trace, earlier).any(|access| access.lane == lane)
    });
    let lines = at.line..=at.end_line;
    let is_here = |place: &Place| place.file == at.file && lines.contains(&place.line);
    let mut reads: Vec<ElementRead> = Vec::new();
    for earlier in &trace.steps[before.map_or(0, |before| before + 1)..step] {
        let TraceStep::Access { place, kind, .. } = earlier else {
            continue;
        };
        if *kind != AccessKind::Load || !is_here(place) {
            continue;
        }
        for access in accesses(trace, earlier).filter(|it| it.lane == lane) {
            let Some(buffer) = buffer_of(launch, access.object) else {
                return Vec::new();
            };
            let size = buffer.element.size().max(1) as i64;
            let is_own = access.object == target.0 && access.bytes == *target.1;
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
