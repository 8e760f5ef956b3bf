//! Explains an element that was never written: the condition that kept its work-item from the write. The failing
//! case runs once more with conditions that print what they compare.

use crate::front_end::TranslationUnit;
use crate::report::{ElementState, Explanation, WrongElement};
use kernels::AnyCase;
use opencl_c::program::Program;
use repair::{Exit, Reach};
use simulator::{End, Options};

/// The budgets of that run. Output that was cut would not show whether the write was reached.
const MOST_STEPS: u64 = 4_000_000;
const MOST_PRINTED: usize = 1 << 16;

/// The explanation for the first wrong element of `wrong` that was not written and has an owner.
pub(crate) fn unreached(
    unit: &TranslationUnit,
    program: &Program,
    kernel: &str,
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
    let owner = element.owner.as_ref()?;
    let reach = Reach::of(program, kernel, &element.buffer, &owner.global)?;
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
        work_item: owner.clone(),
        write: found.write,
        line: found.line,
        condition: found.condition,
        holds: found.holds,
        values: found.values,
        returns: found.leaves == Some(Exit::Return),
    })
}
