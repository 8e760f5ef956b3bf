//! Changes of a guess: each makes another guess that the text allows as well.

use crate::first;
use crate::guess::{Guess, LocalFrom, Number, Value, Why, sizes};
use crate::uses::Uses;
use launch::Scalar;
use launch_file::Filling;
use std::fmt;

/// A change of one part of a guess.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// Another size of work-group.
    Local(Vec<usize>, LocalFrom),
    /// Another global size, of as many whole work-groups.
    Global(Vec<usize>),
    /// A single work-group.
    OneGroup(Vec<usize>),
    /// The sizes that bound ids lie this much below the global size.
    Fewer(usize),
    /// Another value of a scalar: its argument, its name, the number of every component.
    Scalar(usize, String, Number),
    /// Other contents of a buffer: its argument, its name.
    Filling(usize, String, Filling),
}

impl Change {
    /// The guess with this change.
    pub(crate) fn of(&self, guess: &Guess, uses: &Uses) -> Guess {
        let mut guess = guess.clone();
        match self {
            Change::Local(local, from) => {
                guess.local.clone_from(local);
                guess.local_from = *from;
                if !guess.global_given {
                    guess.global = first::global(uses, local);
                }
            }
            Change::Global(global) | Change::OneGroup(global) => guess.global.clone_from(global),
            Change::Fewer(fewer) => guess.fewer = *fewer,
            Change::Scalar(index, _, number) => {
                if let Some(argument) = guess.arguments.get_mut(*index) {
                    if let Value::Numbers { numbers, .. } = &mut argument.value {
                        numbers.fill(*number);
                    }
                    argument.why = Why::Tried;
                }
            }
            Change::Filling(index, _, filling) => {
                if let Some(argument) = guess.arguments.get_mut(*index)
                    && let Value::Buffer(buffer) = &mut argument.value
                {
                    buffer.filling = filling.clone();
                }
            }
        }
        guess
    }

    /// What it changes, as a part of a LAUNCH.toml or a scalar: to be set where it is wrong.
    pub fn part(&self) -> String {
        match self {
            Change::Local(..) => "local".to_owned(),
            Change::Global(_) | Change::OneGroup(_) | Change::Fewer(_) => "global".to_owned(),
            Change::Scalar(_, name, _) | Change::Filling(_, name, _) => name.clone(),
        }
    }
}

/// Sizes of work-group that may be tried in place of a guess's.
pub(crate) fn locals(guess: &Guess, others: &[(Vec<usize>, LocalFrom)]) -> Vec<Change> {
    if matches!(guess.local_from, LocalFrom::Given | LocalFrom::Required) {
        return Vec::new();
    }
    let divides = |local: &[usize]| {
        let sizes = guess.global.iter().zip(local);
        sizes.into_iter().all(|(global, local)| global.is_multiple_of(*local))
    };
    others
        .iter()
        .filter(|(local, _)| *local != guess.local)
        .filter(|(local, _)| !guess.global_given || divides(local))
        .map(|(local, from)| Change::Local(local.clone(), *from))
        .collect()
}

/// Smaller launches of the same size of work-group.
pub(crate) fn smaller(guess: &Guess) -> Vec<Change> {
    if guess.global_given {
        return Vec::new();
    }
    let by = |times: usize| -> Vec<usize> {
        let sizes = guess.global.iter().zip(&guess.local);
        sizes
            .map(|(global, local)| (global / times).next_multiple_of(*local).max(*local))
            .collect()
    };
    let mut changes = Vec::new();
    for times in [2, 4, 16] {
        let global = by(times);
        if global != guess.global && !changes.contains(&Change::Global(global.clone())) {
            changes.push(Change::Global(global));
        }
    }
    changes
}

/// A launch of one work-group.
pub(crate) fn one_group(guess: &Guess) -> Option<Change> {
    (!guess.global_given && guess.global != guess.local)
        .then(|| Change::OneGroup(guess.local.clone()))
}

/// Sizes below the global size, where ids are bounded by a size.
pub(crate) fn fewer(guess: &Guess) -> Option<Change> {
    let bounds = guess
        .arguments
        .iter()
        .any(|argument| matches!(argument.why, Why::BoundsIds(_)));
    (bounds && guess.fewer == 0).then_some(Change::Fewer(3))
}

/// Other values of the whole scalars of which nothing but their names and uses speaks.
pub(crate) fn scalars(guess: &Guess) -> Vec<Change> {
    let mut changes = Vec::new();
    for (index, argument) in guess.arguments.iter().enumerate() {
        let Value::Numbers { element, numbers } = &argument.value else {
            continue;
        };
        if argument.why == Why::Given || element.scalar == Scalar::Half {
            continue;
        }
        let Some(own) = numbers.first() else {
            continue;
        };
        let others: &[Number] = if element.scalar.is_floating() {
            &[Number::Real(1.0), Number::Real(16.0)]
        } else if let Why::BoundsIds(_) = argument.why {
            &[]
        } else {
            &[
                Number::Whole(1),
                Number::Size(0),
                Number::Whole(0),
                Number::Root(2),
                Number::Whole(2),
                Number::LocalSize(0),
                Number::Whole(16),
                Number::Whole(3),
                Number::Whole(8),
            ]
        };
        let mut known = vec![guess.number(*own)];
        for other in others {
            let value = guess.number(*other);
            if !known.contains(&value) {
                known.push(value);
                changes.push(Change::Scalar(index, argument.name.clone(), *other));
            }
        }
    }
    changes
}

/// Other contents of buffers of whole numbers that the kernel reads: all different, all alike.
pub(crate) fn fillings(guess: &Guess) -> Vec<Change> {
    let mut changes = Vec::new();
    for (index, argument) in guess.arguments.iter().enumerate() {
        let Value::Buffer(buffer) = &argument.value else {
            continue;
        };
        let whole = buffer
            .element
            .is_some_and(|element| !element.scalar.is_floating());
        if !whole || buffer.file.is_some() || argument.why == Why::Given {
            continue;
        }
        let few = Filling::Between {
            seed: index as u64 + 1,
            min: 0.0,
            max: 15.0,
        };
        for other in [Filling::Iota, few, Filling::Zeros] {
            if other != buffer.filling {
                changes.push(Change::Filling(index, argument.name.clone(), other));
            }
        }
    }
    changes
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Change::Local(local, _) => write!(f, "local = {}", sizes(local)),
            Change::Global(global) => write!(f, "global = {}", sizes(global)),
            Change::OneGroup(global) => {
                write!(f, "global = {}, a single work-group", sizes(global))
            }
            Change::Fewer(fewer) => write!(f, "sizes {fewer} below the global size"),
            Change::Scalar(_, name, number) => match number {
                Number::Whole(value) => write!(f, "{name} = {value}"),
                Number::Real(value) => write!(f, "{name} = {value:?}"),
                Number::Size(dimension) => {
                    write!(f, "{name} = the global size in dimension {dimension}")
                }
                Number::LocalSize(dimension) => {
                    write!(f, "{name} = the local size in dimension {dimension}")
                }
                Number::Root(_) => write!(f, "{name} = the root of the global size"),
            },
            Change::Filling(_, name, filling) => match filling {
                Filling::Iota => write!(f, "{name} = 0, 1, 2, ..."),
                Filling::Zeros => write!(f, "{name} = 0, 0, 0, ..."),
                Filling::Between { min, max, .. } => {
                    write!(f, "{name} = random from {min} to {max}")
                }
                _ => write!(f, "other contents of {name}"),
            },
        }
    }
}
