//! Shows how a work-item got to an element that is not its own, or outside of a buffer: the condition that let it
//! through with what it compares, and the values that its index is made of. The failing case runs once more with
//! statements that print these.

use crate::front_end::TranslationUnit;
use crate::printed::printed;
use crate::surplus::work_items_with_elements;
use kernels::AnyCase;
use launch::{Argument, Finding, Launch, MistakeId};
use opencl_c::program::Program;
use repair::{Passage, Passed, PassedCondition, PassedValue};

/// The most values that are named, those computed last.
const MOST_VALUES: usize = 3;

/// Adds this to the advice of a finding whose access is its first place: a report that has to fit on a screen
/// leaves further places out.
pub(crate) fn show_passage(
    (unit, program): (&TranslationUnit, &Program),
    kernel: &str,
    case: &dyn AnyCase,
    finding: &mut Finding,
) {
    if !matches!(
        finding.mistake,
        MistakeId::WrongWorkItem | MistakeId::OutOfBounds
    ) {
        return;
    }
    let Some(passed) = passed((unit, program), kernel, case, finding) else {
        return;
    };
    let (condition, values) = (condition(&passed), values(finding, &passed));
    let owning = work_items_with_elements(case);
    let item = finding.work_items.first();
    let is_surplus = owning
        .zip(item)
        .is_some_and(|(owning, item)| !owning.contains(&item.global));
    // A work-item with elements of its own has to pass.
    let facts = match (is_surplus, &finding.mistake) {
        (true, _) => [condition, values],
        (false, MistakeId::WrongWorkItem) => [values, None],
        (false, _) => [values, condition],
    };
    for fact in facts.into_iter().flatten() {
        finding.help = format!("{}; {fact}", finding.help);
    }
}

fn condition(passed: &Passed) -> Option<String> {
    let PassedCondition {
        line,
        holds,
        compared,
    } = passed.condition.as_ref()?;
    let what = match holds {
        true => format!("the condition of line {line} lets it through"),
        false => format!("the condition of line {line} does not stop it"),
    };
    Some(match (compared.as_slice(), holds) {
        ([], _) => what,
        (all, true) => format!("{what}: {}", all.join(" and ")),
        ([one], false) => format!("{what}: {one} is false"),
        (all, false) => format!("{what}: neither {}", all.join(" nor ")),
    })
}

fn values(finding: &Finding, passed: &Passed) -> Option<String> {
    let access = finding.spans.first()?.line;
    let last = passed.values.len().saturating_sub(MOST_VALUES);
    let each = passed.values[last..].iter().map(|it| {
        let PassedValue { name, value, line } = it;
        match *line == access {
            true => format!("`{name}` is {value}"),
            false => format!("`{name}` is {value} (line {line})"),
        }
    });
    let values: Vec<String> = each.collect();
    (!values.is_empty()).then(|| values.join(", "))
}

fn passed(
    (unit, program): (&TranslationUnit, &Program),
    kernel: &str,
    case: &dyn AnyCase,
    finding: &Finding,
) -> Option<Passed> {
    let (access, item) = finding.spans.first().zip(finding.work_items.first())?;
    let passage = Passage::of(program, kernel, access.line, &item.global)?;
    let launch = case.launch();
    let printed = printed(unit, &passage.text, kernel, &launch)?;
    passage.read(&printed.text, &|buffer, index| {
        let Some((position, elements)) = buffer_named(&launch, buffer) else {
            return false;
        };
        match usize::try_from(index) {
            Ok(index) if index < elements => {
                let owner = case.owner(position, index);
                finding.mistake == MistakeId::WrongWorkItem
                    && owner.is_some_and(|owner| owner != item.global)
            }
            // The way to an access of nothing is not at fault.
            _ => elements > 0 && finding.mistake == MistakeId::OutOfBounds,
        }
    })
}

/// The position among the buffers, and the number of elements, of a buffer.
fn buffer_named(launch: &Launch, name: &str) -> Option<(usize, usize)> {
    let buffers = launch
        .arguments
        .iter()
        .filter_map(|argument| match argument {
            Argument::Buffer(buffer) => Some(buffer),
            _ => None,
        });
    let mut buffers = buffers.enumerate();
    let (position, buffer) = buffers.find(|(_, buffer)| buffer.name == name)?;
    Some((
        position,
        buffer.contents.len() / buffer.element.size().max(1),
    ))
}
