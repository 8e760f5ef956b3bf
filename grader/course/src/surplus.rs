//! Surplus work-items: work-items without an element, because the NDRange is larger than the problem.

use kernels::{AnyCase, Expected};
use launch::{Argument, Finding, MistakeId, WorkItem};
use std::collections::HashSet;

/// The most elements of a buffer whose owners are examined.
const MOST_OWNERS: usize = 4096;

/// Do several work-items own elements in a case? True if the problem prescribes no owners.
pub(crate) fn has_work_for_several(case: &dyn AnyCase) -> bool {
    let mut first = None;
    for (_, owner) in owners(case, MOST_OWNERS) {
        let Some(owner) = owner else { continue };
        if *first.get_or_insert_with(|| owner.clone()) != owner {
            return true;
        }
    }
    first.is_none()
}

/// Advises a guard where a surplus work-item accesses memory outside a buffer.
pub(crate) fn advise_guards(case: &dyn AnyCase, findings: &mut [Finding]) {
    let is_stray = |finding: &Finding| finding.mistake == MistakeId::OutOfBounds;
    if !findings.iter().any(is_stray) {
        return;
    }
    let Some(owning) = work_items_with_elements(case) else {
        return;
    };
    let launch = case.launch();
    for finding in findings.iter_mut().filter(|finding| is_stray(finding)) {
        let object = finding.message.split('`').nth(1).unwrap_or_default();
        let object = object.split('[').next().unwrap_or_default();
        let mut arguments = launch.arguments.iter();
        if !arguments.any(|argument| argument.name() == object) {
            finding.help = format!(
                "either `{object}` is too short for this work-group, or the index is not the one that was meant"
            );
            continue;
        }
        let Some(WorkItem { global, .. }) = finding.work_items.first() else {
            continue;
        };
        if !owning.contains(global) {
            let ids: Vec<String> = global.iter().map(usize::to_string).collect();
            let id = match ids.as_slice() {
                [id] => id.clone(),
                _ => format!("({})", ids.join(",")),
            };
            let has_condition = finding
                .spans
                .iter()
                .any(|span| span.label.starts_with("this condition"));
            let condition = if has_condition { "the" } else { "a" };
            finding.help = format!(
                "work-item {id} has no element of its own here: {condition} condition has to keep this index inside the buffer"
            );
        }
    }
}

/// The global ids of the work-items that are not surplus. None if the problem does not prescribe the owners
/// of every output, or if there is no owned element.
pub(crate) fn work_items_with_elements(case: &dyn AnyCase) -> Option<HashSet<Vec<usize>>> {
    let mut owning = HashSet::new();
    let (mut outputs, mut owned) = (HashSet::new(), HashSet::new());
    for (output, owner) in owners(case, usize::MAX) {
        outputs.insert(output);
        if let Some(owner) = owner {
            owned.insert(output);
            owning.insert(owner);
        }
    }
    (!outputs.is_empty() && outputs == owned).then_some(owning)
}

/// The outputs' positions with the owners of their elements, at most `most` for each.
fn owners(
    case: &dyn AnyCase,
    most: usize,
) -> impl Iterator<Item = (usize, Option<Vec<usize>>)> + '_ {
    let launch = case.launch();
    let elements: Vec<usize> = launch
        .arguments
        .iter()
        .filter_map(|argument| match argument {
            Argument::Buffer(buffer) => Some(buffer.contents.len() / buffer.element.size()),
            _ => None,
        })
        .collect();
    let buffers = elements.into_iter().zip(case.expected()).enumerate();
    let written = buffers
        .filter(|(_, (_, expected))| !matches!(expected, Expected::Unchanged | Expected::Scratch));
    written.flat_map(move |(position, (elements, _))| {
        (0..elements.min(most)).map(move |element| (position, case.owner(position, element)))
    })
}
