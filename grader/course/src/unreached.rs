//! Explains an element that was never written, or that lacks an input: the condition that kept its work-item from
//! the write or from the read. The failing case runs once more with conditions that print what they compare.

use crate::front_end::{TranslationUnit, own_program};
use crate::printed::printed;
use crate::report::{ElementState, Explanation, WrongElement};
use crate::traced::{Tracer, buffer_of, bytes_of, last_write};
use kernels::{AnyCase, AnyProblem};
use launch::{Launch, WorkItem};
use opencl_c::program::Program;
use repair::{Exit, Reach};

/// The explanation for the first wrong element of `wrong` that was not written. Where the problem prescribes no
/// owner, the work-item is looked at that writes it in the problem's own kernel.
pub(crate) fn unreached(
    problem: &dyn AnyProblem,
    (unit, program): (&TranslationUnit, &Program),
    case: &dyn AnyCase,
    wrong: &[WrongElement],
) -> Option<Explanation> {
    let is_unwritten = |it: &&WrongElement| {
        matches!(
            it.state,
            ElementState::NeverWritten | ElementState::Unchanged
        )
    };
    let element = wrong.iter().find(is_unwritten)?;
    let kernel = &*problem.signature().kernel;
    let owner = owner_of(problem, kernel, case, element)?;
    let reach = Reach::of(program, kernel, &element.buffer, &owner.global)?;
    condition(unit, kernel, case, (element, owner), &reach)
}

/// The explanation for an element that lacks inputs of `input`, a buffer that nobody reads there.
pub(crate) fn unread(
    problem: &dyn AnyProblem,
    (unit, program): (&TranslationUnit, &Program),
    case: &dyn AnyCase,
    (element, input): (&WrongElement, &str),
) -> Option<Explanation> {
    let kernel = &*problem.signature().kernel;
    let owner = owner_of(problem, kernel, case, element)?;
    let reach = Reach::of_reads(program, kernel, input, &owner.global)?;
    condition(unit, kernel, case, (element, owner), &reach)
}

/// The work-item that has to write an element.
fn owner_of(
    problem: &dyn AnyProblem,
    kernel: &str,
    case: &dyn AnyCase,
    element: &WrongElement,
) -> Option<WorkItem> {
    match &element.owner {
        Some(owner) => Some(owner.clone()),
        None => own_writer(problem, kernel, &case.launch(), element),
    }
}

/// What the changed program prints, as an explanation.
fn condition(
    unit: &TranslationUnit,
    kernel: &str,
    case: &dyn AnyCase,
    (element, owner): (&WrongElement, WorkItem),
    reach: &Reach,
) -> Option<Explanation> {
    // Output that was cut would not show whether the access was reached.
    let printed = printed(unit, &reach.text, kernel, &case.launch()).filter(|it| it.is_whole)?;
    let found = reach.read(&printed.text)?;
    Some(Explanation::NotReached {
        buffer: element.buffer.clone(),
        index: element.index,
        work_item: owner,
        write: found.write,
        line: found.line,
        condition: found.condition,
        holds: found.holds,
        values: found.values,
        returns: found.leaves == Some(Exit::Return),
    })
}

/// The work-item that writes an element in the problem's own kernel.
fn own_writer(
    problem: &dyn AnyProblem,
    kernel: &str,
    launch: &Launch,
    element: &WrongElement,
) -> Option<WorkItem> {
    const MOST_GROUPS: usize = 8;
    let bytes = bytes_of(buffer_of(launch, &element.buffer)?, element.index)?;
    let own = simulator::prepare(&own_program(problem)?, kernel).ok()?;
    let tracer = Tracer::of(&own, launch)?;
    (0..tracer.groups().min(MOST_GROUPS)).find_map(|group| {
        let trace = tracer.trace(group)?;
        let (_, lane) = last_write(&trace, &element.buffer, &bytes)?;
        tracer.work_item(lane, group)
    })
}
