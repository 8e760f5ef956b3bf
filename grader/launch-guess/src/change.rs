//! Changes of a guess: each makes another guess that the text allows as well.

use crate::first;
use crate::guess::{Buffer, GlobalFrom, Guess, LocalFrom, Number, Value, Why, sizes};
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
    /// Other values of several scalars at once: their arguments, names and numbers.
    Scalars(Vec<(usize, String, Number)>),
    /// The same contents for all buffers of a kind: 0, 1, 2, ... or zeros.
    Fillings(Filling),
    /// Other data in this buffer.
    Data(String),
    /// A buffer of another length.
    Length(String),
    /// An image of another size.
    ImageSize(String),
    /// An image of another format.
    Format(String),
    /// Another sampler.
    Sampler(String),
    /// An NDRange that begins behind 0: this buffer is accessed before its first element.
    Begin(String),
    /// A guess that was not tried: there was no room for all.
    Untried,
}

impl Change {
    /// The guess with this change.
    pub(crate) fn of(&self, guess: &Guess, uses: &Uses) -> Guess {
        let mut guess = guess.clone();
        match self {
            Change::Local(local, from) => {
                guess.local.clone_from(local);
                guess.local_from = *from;
                if guess.global_from == GlobalFrom::Usual {
                    guess.global = first::global(uses, local);
                }
            }
            Change::Global(global) | Change::OneGroup(global) => guess.global.clone_from(global),
            Change::Fewer(fewer) => guess.fewer = *fewer,
            Change::Length(_)
            | Change::ImageSize(_)
            | Change::Format(_)
            | Change::Sampler(_)
            | Change::Begin(_)
            | Change::Data(_)
            | Change::Untried => {}
            Change::Scalars(several) => {
                for (index, _, number) in several {
                    if let Some(argument) = guess.arguments.get_mut(*index)
                        && let Value::Numbers { numbers, .. } = &mut argument.value
                    {
                        numbers.fill(*number);
                    }
                }
            }
            Change::Fillings(filling) => {
                for argument in &mut guess.arguments {
                    if let Value::Buffer(buffer) = &mut argument.value
                        && is_open(buffer, argument.why)
                    {
                        buffer.filling = filling.clone();
                    }
                }
            }
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
                    && let Some(own) = argument.value.filling_mut()
                {
                    *own = filling.clone();
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
            Change::Data(name) if name.is_empty() => "data".to_owned(),
            Change::Scalar(_, name, _)
            | Change::Filling(_, name, _)
            | Change::Length(name)
            | Change::ImageSize(name)
            | Change::Format(name)
            | Change::Sampler(name)
            | Change::Begin(name)
            | Change::Data(name) => name.clone(),
            Change::Scalars(several) => {
                let names: Vec<&str> = several.iter().map(|(_, name, _)| name.as_str()).collect();
                names.join(", ")
            }
            Change::Fillings(_) => "data".to_owned(),
            Change::Untried => "launch".to_owned(),
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
        sizes
            .into_iter()
            .all(|(global, local)| global.is_multiple_of(*local))
    };
    others
        .iter()
        .filter(|(local, _)| *local != guess.local)
        .filter(|(local, _)| guess.global_from == GlobalFrom::Usual || divides(local))
        .map(|(local, from)| Change::Local(local.clone(), *from))
        .collect()
}

/// Work-groups of one row, along each dimension.
pub(crate) fn rows(guess: &Guess) -> Vec<Change> {
    let dimensions = guess.global.len();
    if dimensions < 2 || matches!(guess.local_from, LocalFrom::Given | LocalFrom::Required) {
        return Vec::new();
    }
    let row = |along: usize| {
        let mut local = vec![1; dimensions];
        let size = guess.local.iter().product::<usize>();
        let fits = (1..=size)
            .rev()
            .find(|size| guess.global[along].is_multiple_of(*size));
        local[along] = fits.unwrap_or(1);
        Change::Local(local, LocalFrom::Usual)
    };
    (0..dimensions).map(row).collect()
}

/// Every work-group of powers of two, of 8 work-items and more.
pub(crate) fn shapes(guess: &Guess) -> Vec<Change> {
    if matches!(guess.local_from, LocalFrom::Given | LocalFrom::Required) {
        return Vec::new();
    }
    let dimensions = guess.global.len();
    let mut shapes: Vec<Vec<usize>> = vec![Vec::new()];
    for dimension in 0..dimensions {
        let mut longer = Vec::new();
        for shape in &shapes {
            for power in 0..=10 {
                let size = 1usize << power;
                let work_items = shape.iter().product::<usize>() * size;
                if work_items <= 1024 && (dimension < 2 || size <= 8) {
                    let mut shape = shape.clone();
                    shape.push(size);
                    longer.push(shape);
                }
            }
        }
        shapes = longer;
    }
    shapes.retain(|shape| {
        let mut sizes = guess.global.iter().zip(shape);
        let divides = sizes.all(|(global, local)| global.is_multiple_of(*local));
        *shape != guess.local
            && shape.iter().product::<usize>() >= 8
            && (guess.global_from == GlobalFrom::Usual || divides)
    });
    // Those first that are as large as the guess's: they are the likelier ones.
    let size = guess.local.iter().product::<usize>();
    shapes.sort_by_key(|shape| shape.iter().product::<usize>().abs_diff(size));
    shapes
        .into_iter()
        .map(|shape| Change::Local(shape, LocalFrom::Usual))
        .collect()
}

/// A launch of one row.
pub(crate) fn one_row(guess: &Guess) -> Vec<Change> {
    if guess.global_from == GlobalFrom::Given || guess.global.len() < 2 {
        return Vec::new();
    }
    let row = |along: usize| {
        let mut global = guess.local.clone();
        global[along] = guess.global[along];
        Change::Global(global)
    };
    (0..guess.global.len()).map(row).collect()
}

/// Smaller launches of the same size of work-group.
pub(crate) fn smaller(guess: &Guess) -> Vec<Change> {
    if guess.global_from == GlobalFrom::Given {
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
    (guess.global_from != GlobalFrom::Given && guess.global != guess.local)
        .then(|| Change::OneGroup(guess.local.clone()))
}

/// Sizes below the global size, where ids are bounded by a size.
pub(crate) fn fewer(guess: &Guess) -> Option<Change> {
    let bounds = guess
        .arguments
        .iter()
        .any(|argument| matches!(argument.why, Why::BoundsIds(_) | Why::SizeBoundsIds));
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

/// May the contents of a buffer be other ones?
fn is_open(buffer: &Buffer, why: Why) -> bool {
    let whole = buffer.element.is_some();
    whole && buffer.file.is_none() && why != Why::Given
}

/// The scalars that nobody gave and that subscripts are multiplied by, each a multiple of the one before it:
/// strides of an array of several dimensions, the last one first and the first one first; then numbers
/// without a common factor. Those that are named strides go before the others.
pub(crate) fn strides(guess: &Guess, uses: &Uses) -> Vec<Change> {
    let open = |index: &usize| {
        let argument = &guess.arguments[*index];
        let whole = matches!(
            argument.value,
            Value::Numbers { element, .. } if !element.scalar.is_floating()
        );
        whole && !matches!(argument.why, Why::Given | Why::BoundsIds(_))
    };
    let all: Vec<usize> = (0..guess.arguments.len()).filter(open).collect();
    let factor = |index: &usize| {
        let of = uses.scalars.get(*index);
        of.is_some_and(|of| of.factor)
    };
    let named = |index: &usize| {
        let name = guess.arguments[*index].name.to_ascii_lowercase();
        ["stride", "step", "pitch", "inc"]
            .iter()
            .any(|word| name.contains(word))
    };
    let factors: Vec<usize> = all.iter().copied().filter(factor).collect();
    let named: Vec<usize> = factors.iter().copied().filter(named).collect();
    let size = guess.global.iter().copied().max().unwrap_or(1).min(64) as i64;
    let mut changes: Vec<Change> = Vec::new();
    for indices in [named, factors, all] {
        let rising: Vec<i64> = (0..indices.len() as u32)
            .map(|power| size.saturating_pow(power.min(3)))
            .collect();
        let falling = rising.iter().rev().copied().collect();
        let primes = [67, 131, 257, 521, 1031, 2053, 71, 137];
        let primes = primes.into_iter().cycle().take(indices.len()).collect();
        for values in [rising, falling, primes] {
            let each = indices.iter().zip::<Vec<i64>>(values);
            let each = each.map(|(&index, value)| {
                let name = guess.arguments[index].name.clone();
                (index, name, Number::Whole(value))
            });
            let change = Change::Scalars(each.collect());
            if !indices.is_empty() && !changes.contains(&change) {
                changes.push(change);
            }
        }
    }
    changes
}

/// All buffers with the same contents.
pub(crate) fn alike(guess: &Guess) -> Vec<Change> {
    let open = guess.arguments.iter().any(|argument| {
        matches!(&argument.value, Value::Buffer(buffer) if is_open(buffer, argument.why))
    });
    if !open {
        return Vec::new();
    }
    vec![
        Change::Fillings(Filling::Iota),
        Change::Fillings(Filling::Zeros),
    ]
}

/// Other contents of buffers and images of whole numbers that the kernel reads: all different, all alike.
pub(crate) fn fillings(guess: &Guess, uses: &Uses) -> Vec<Change> {
    let mut changes = Vec::new();
    // Those first that decide where others are accessed.
    let mut order: Vec<usize> = (0..guess.arguments.len()).collect();
    let subscripts = |index: &usize| {
        let of = uses.buffers.get(*index).copied().unwrap_or_default();
        !(of.subscripts || of.bounds_loop)
    };
    order.sort_by_key(subscripts);
    for index in order {
        let argument = &guess.arguments[index];
        let Some((filling, element)) = argument.value.filling() else {
            continue;
        };
        let whole = element.is_some_and(|element| !element.scalar.is_floating());
        let open = match &argument.value {
            Value::Buffer(buffer) => is_open(buffer, argument.why),
            // An image that is only written has no contents.
            _ => argument.why != Why::Given && *filling != Filling::Uninitialized,
        };
        if !whole || !open {
            continue;
        }
        let few = Filling::Between {
            seed: index as u64 + 1,
            min: 0.0,
            max: 15.0,
        };
        for other in [Filling::Iota, few, Filling::Zeros] {
            if other != *filling {
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
            Change::Data(name) if name.is_empty() => f.write_str("other data"),
            Change::Data(name) => write!(f, "other data in {name}"),
            Change::Fillings(Filling::Zeros) => f.write_str("zeros in all buffers"),
            Change::Fillings(_) => f.write_str("0, 1, 2, ... in all buffers"),
            Change::Scalars(several) => {
                for (position, (_, name, number)) in several.iter().enumerate() {
                    let between = if position == 0 { "" } else { ", " };
                    let Number::Whole(value) = number else {
                        continue;
                    };
                    write!(f, "{between}{name} = {value}")?;
                }
                Ok(())
            }
            Change::Begin(_) => f.write_str("an NDRange that begins behind 0"),
            Change::Untried => f.write_str("a guess that was not tried"),
            Change::Length(name) => write!(f, "another length of {name}"),
            Change::ImageSize(name) => write!(f, "another size of {name}"),
            Change::Format(name) => write!(f, "another format of {name}"),
            Change::Sampler(name) => write!(f, "another sampler {name}"),
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
