//! Facts that the data of a failing case proves. If two causes would leave the same data, neither is named.

use crate::compare::{BufferResult, work_item};
use crate::report::{ElementState, Explanation};
use crate::value::{self, Number};
use kernels::{AnyCase, Expected};
use launch::{Access, Launch};
use opencl_c::program::{ExprKind, Program, component};
use opencl_c::types::Scalar;
use std::collections::BTreeSet;

/// The facts about one buffer whose elements at the indices `wrong` are wrong.
pub(crate) fn explain(
    case: &dyn AnyCase,
    launch: &Launch,
    result: &BufferResult<'_>,
    wrong: &[usize],
) -> Vec<Explanation> {
    let buffer = || result.before.name.clone();
    let Some(&first) = wrong.first() else {
        return Vec::new();
    };
    if matches!(result.expected, Expected::Unchanged) {
        return vec![Explanation::InputChanged { buffer: buffer() }];
    }
    let of = result.len();
    let mut facts = Vec::new();
    let all_are = |state| (0..of).all(|element| result.state(element) == state);
    if all_are(ElementState::NeverWritten) {
        return vec![Explanation::NeverWritten {
            buffer: buffer(),
            count: of,
        }];
    }
    if result.before.access == Access::ReadWrite && all_are(ElementState::Unchanged) {
        return vec![Explanation::Unchanged {
            buffer: buffer(),
            count: of,
        }];
    }
    let twice = case.done_twice(result.position, first);
    if case.records_work_items(result.position) {
        let by = recorded(result, first).and_then(|global| work_item(launch, global));
        facts.extend(by.map(|by| Explanation::DoneBy {
            buffer: buffer(),
            index: first,
            by,
        }));
    } else if twice.is_some_and(|twice| twice == result.got(first)) {
        facts.push(Explanation::DoneTwice {
            buffer: buffer(),
            index: first,
        });
    } else if let Some(belongs) = belongs_at(result, first).filter(|_| is_rearranged(result, wrong))
    {
        facts.push(Explanation::BelongsAt {
            buffer: buffer(),
            index: first,
            belongs,
        });
    }
    let spread = by_group(case, launch, result, wrong).or_else(|| {
        (wrong.len() == of && of > 1).then(|| Explanation::All {
            buffer: buffer(),
            count: of,
        })
    });
    facts.extend(spread);
    if let Some(too_small) = off_by_one(result, wrong) {
        facts.push(Explanation::OffByRounding {
            buffer: buffer(),
            too_small,
        });
    }
    facts
}

/// If all wrong elements are integers that are off by one in the same direction: are they too small?
pub(crate) fn off_by_one(result: &BufferResult<'_>, wrong: &[usize]) -> Option<bool> {
    let mut side = None;
    for &element in wrong {
        if result.state(element) == ElementState::NeverWritten {
            return None;
        }
        let right = result.right_integers(element)?;
        let got = value::components(result.before.element, result.got(element));
        for (got, right) in got.zip(right) {
            let Number::Integer(got) = got else {
                return None;
            };
            match got - right {
                0 => {}
                off @ (1 | -1) => {
                    let too_small = off < 0;
                    if *side.get_or_insert(too_small) != too_small {
                        return None;
                    }
                }
                _ => return None,
            }
        }
    }
    side
}

/// Does a program convert floating-point numbers to integers?
pub(crate) fn rounds(program: &Program) -> bool {
    let is_floating = |ty| component(&program.types, ty).map(Scalar::is_floating);
    program.exprs.iter().any(|expr| match &expr.kind {
        ExprKind::Convert { value, .. } => {
            is_floating(program.expr(*value).ty) == Some(true)
                && is_floating(expr.ty) == Some(false)
        }
        _ => false,
    })
}

/// The global id that an element records, a component for each dimension.
fn recorded(result: &BufferResult<'_>, index: usize) -> Option<Vec<usize>> {
    if result.state(index) != ElementState::Written {
        return None;
    }
    let ids = value::components(result.before.element, result.got(index));
    ids.map(|component| match component {
        Number::Integer(id) => usize::try_from(id).ok(),
        Number::Floating(..) => None,
    })
    .collect()
}

/// The one other index at which the value found at `index` would be right.
fn belongs_at(result: &BufferResult<'_>, index: usize) -> Option<usize> {
    if result.state(index) != ElementState::Written {
        return None;
    }
    let got = result.got(index);
    let mut fitting = (0..result.len()).filter(|other| result.is_right_at(*other, got));
    let belongs = fitting.next()?;
    fitting.next().is_none().then_some(belongs)
}

/// Is it more than chance that wrong values are right at other indices? Small integers are equal too often
/// for a single one to prove it.
fn is_rearranged(result: &BufferResult<'_>, wrong: &[usize]) -> bool {
    const SMALL: f64 = 16.0;
    // Each takes a pass over the buffer.
    const MOST_PLACED: usize = 32;
    let is_small = |number: Number| match number {
        Number::Integer(value) => value.unsigned_abs() < SMALL as u128,
        Number::Floating(value, _) => value.fract() == 0.0 && value.abs() < SMALL,
    };
    let of_first = wrong
        .first()
        .map(|first| value::components(result.before.element, result.got(*first)).all(is_small));
    of_first == Some(false)
        || wrong.len() > 1
            && wrong
                .iter()
                .take(MOST_PLACED)
                .all(|&index| belongs_at(result, index).is_some())
}

/// The distribution of the wrong elements over the work-groups that own them.
fn by_group(
    case: &dyn AnyCase,
    launch: &Launch,
    result: &BufferResult<'_>,
    wrong: &[usize],
) -> Option<Explanation> {
    let [local] = launch.range.local.as_deref()? else {
        return None;
    };
    let group_of = |element: usize| -> Option<usize> {
        let owner = case.owner(result.position, element)?;
        owner.first().map(|global| global / local)
    };
    let mut wrong_of = wrong.iter().copied().peekable();
    let (mut with_wrong, mut with_right) = (BTreeSet::new(), BTreeSet::new());
    for element in 0..result.len() {
        let group = group_of(element)?;
        if wrong_of.next_if_eq(&element).is_some() {
            with_wrong.insert(group);
        } else {
            with_right.insert(group);
        }
    }
    let groups = 1 + *with_wrong.union(&with_right).max()?;
    let buffer = result.before.name.clone();
    if groups < 2 {
        return None;
    }
    if with_right.iter().eq(&[0]) && !with_wrong.contains(&0) {
        return Some(Explanation::FirstGroupRight { buffer, groups });
    }
    let last = groups - 1;
    (with_wrong.iter().eq(&[last])).then_some(Explanation::LastGroupOnly {
        buffer,
        group: last,
    })
}
