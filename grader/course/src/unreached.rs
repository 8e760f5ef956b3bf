//! Explains an element that was never written, or that lacks an input: the condition that kept its work-item from
//! the write or from the read. The failing
//! case runs once more with conditions that print what they compare.

use crate::front_end::{TranslationUnit, own_program};
use crate::report::{ElementState, Explanation, WrongElement};
use crate::traced::{Tracer, buffer_of, bytes_of, last_write};
use kernels::{AnyCase, AnyProblem};
use launch::{Launch, WorkItem};
use opencl_c::program::Program;
use repair::{Exit, Reach};
use simulator::{End, Options};

/// The budgets of that run. Output that was cut would not show whether the write was reached.
const MOST_STEPS: u64 = 4_000_000;
const MOST_PRINTED: usize = 1 << 16;

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
    let owner = match &element.owner {
        Some(owner) => owner.clone(),
        None => own_writer(problem, kernel, &case.launch(), element)?,
    };
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
    let owner = match &element.owner {
        Some(owner) => owner.clone(),
        None => own_writer(problem, kernel, &case.launch(), element)?,
    };
    let reach = Reach::of_reads(program, kernel, input, &owner.global)?;
    condition(unit, kernel, case, (element, owner), &reach)
}

/// What the changed program prints, as an explanation.
fn condition(
    unit: &TranslationUnit,
    kernel: &str,
    case: &dyn AnyCase,
    (element, owner): (&WrongElement, WorkItem),
    reach: &Reach,
) -> Option<Explanation> {
    let changed = unit.with_text(reach.text.clone());
    let kernel = simulator::prepare(changed.program().ok()?, kernel).ok()?;
    let options = Options {
        races: false,
        count: false,
        steps: MOST_STEPS,
        print: MOST_PRINTED,
        ..Options::default()
    };
    let outcome = kernel.run(&case.launch(), &options).ok()?;
    if outcome.end != End::Completed || outcome.printf.len() >= MOST_PRINTED {
        return None;
    }
    let found = reach.read(&outcome.printf)?;
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
