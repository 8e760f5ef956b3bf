//! Shows what was written of an array of which a work-item reads an element that nobody has written: the lines
//! that write it, with the elements that they wrote before. The failing case runs once more with a trace of the
//! work-group.

use crate::traced::{Tracer, accesses, buffer_of};
use kernels::AnyCase;
use launch::{Finding, MistakeId};
use opencl_c::program::Program;
use opencl_c::types::Type;
use simulator::{AccessKind, Trace, TraceStep};
use std::collections::{BTreeMap, BTreeSet};

/// The most lines that are named.
const MOST_LINES: usize = 3;

/// Adds this to the advice of a finding whose access is its first place.
pub(crate) fn show_written(
    program: &Program,
    kernel: &str,
    case: &dyn AnyCase,
    finding: &mut Finding,
) {
    if finding.mistake == MistakeId::UninitializedRead
        && let Some(fact) = fact(program, kernel, case, finding)
    {
        finding.help = format!("{}; {fact}", finding.help);
    }
}

fn fact(program: &Program, kernel: &str, case: &dyn AnyCase, finding: &Finding) -> Option<String> {
    let item = finding.work_items.first()?;
    let launch = case.launch();
    let prepared = simulator::prepare(program, kernel).ok()?;
    let tracer = Tracer::of(&prepared, &launch)?;
    let trace = tracer.trace(tracer.number(&item.group))?;
    let (read, object) = first_read(&trace, finding, tracer.lane(&item.local))?;
    if buffer_of(&launch, object).is_some() {
        return None;
    }
    let row = row_length(program, object)?;
    let mut sizes = BTreeSet::new();
    let mut lines: BTreeMap<u32, BTreeSet<i64>> = BTreeMap::new();
    for step in &trace.steps[..read] {
        let TraceStep::Access {
            place, kind, size, ..
        } = step
        else {
            continue;
        };
        let of_object = accesses(&trace, step).filter(|access| access.object == object);
        for access in of_object.filter(|_| *kind != AccessKind::Load) {
            sizes.insert(*size);
            let elements = lines.entry(place.line).or_default();
            elements.insert(access.bytes.start / (*size as i64).max(1));
        }
    }
    // Accesses of different sizes count in different elements.
    if lines.is_empty() || lines.len() > MOST_LINES || sizes.len() > 1 {
        return None;
    }
    let each = lines.iter().map(|(line, elements)| {
        let elements = ranges(elements, row)?;
        Some(format!("line {line} writes `{object}`{elements}"))
    });
    let each = each.collect::<Option<Vec<String>>>()?;
    Some(format!("before that, {}", each.join(", ")))
}

/// The first step at which a work-item reads, at the finding's place, what nobody has written before, and the object
/// that it reads.
fn first_read<'a>(trace: &'a Trace, finding: &Finding, lane: usize) -> Option<(usize, &'a str)> {
    let at = finding.spans.first()?;
    let mut steps = trace.steps.iter().enumerate();
    steps.find_map(|(number, step)| {
        let TraceStep::Access { place, kind, .. } = step else {
            return None;
        };
        let is_there = (&place.file, place.line, place.column) == (&at.file, at.line, at.column);
        let mut of_lane = accesses(trace, step).filter(|access| access.lane == lane);
        let access = of_lane
            .next()
            .filter(|_| is_there && *kind == AccessKind::Load)?;
        let is_written = trace.steps[..number].iter().any(|earlier| {
            matches!(earlier, TraceStep::Access { kind, .. } if *kind != AccessKind::Load)
                && accesses(trace, earlier).any(|it| it.meets(access.object, &access.bytes))
        });
        (!is_written).then_some((number, access.object))
    })
}

/// The length of a row of an array of arrays, of which `Some(None)` is none. None for one of more dimensions.
fn row_length(program: &Program, object: &str) -> Option<Option<u64>> {
    let functions = program.functions.iter();
    let mut vars = functions.flat_map(|function| &function.vars);
    let Some(var) = vars.find(|var| *var.name == *object) else {
        return Some(None);
    };
    let array = |ty| match program.types.get(ty) {
        Type::Array { element, length } => Some((*element, *length)),
        _ => None,
    };
    match array(var.ty).and_then(|(row, _)| array(row)) {
        None => Some(None),
        Some((element, length)) => (array(element).is_none() && length > 0).then_some(Some(length)),
    }
}

/// `[0..7]`, `[0], [2]`, or `[0][0] to [1][7]`; none where they are neither in one stretch nor few.
fn ranges(elements: &BTreeSet<i64>, row: Option<u64>) -> Option<String> {
    const FEW: usize = 3;
    let (first, last) = elements.first().zip(elements.last())?;
    let is_one_stretch = last - first + 1 == i64::try_from(elements.len()).ok()?;
    let name = |element: &i64| match row {
        Some(row) => format!("[{}][{}]", element / row as i64, element % row as i64),
        None => format!("[{element}]"),
    };
    match (elements.len(), row) {
        (1, _) => Some(name(first)),
        (_, None) if is_one_stretch => Some(format!("[{first}..{last}]")),
        (_, Some(_)) if is_one_stretch => Some(format!("{} to {}", name(first), name(last))),
        (2..=FEW, _) => {
            let each: Vec<String> = elements.iter().map(name).collect();
            Some(each.join(", "))
        }
        _ => None,
    }
}
