//! The first guess of a launch: from what the text does with each parameter, and from names.

use crate::guess::{
    Argument, Buffer, GlobalFrom, Guess, LocalFrom, Number, Parameter, ParameterKind, Value, Why,
    element_type,
};
use crate::images;
use crate::names::{self, Named};
use crate::uses::{ScalarUse, Uses};
use launch::{ElementType, Scalar};
use launch_file::Filling;
use opencl_c::program::{KernelAttributes, Program};
use opencl_c::types::{self, Type, TypeId};

/// Work-items in each dimension, by the number of dimensions: enough for several work-groups.
const SIZES: [usize; 3] = [1024, 64, 16];

/// Work-items in one dimension, where the square of them is the size of a buffer.
const SIZE_OF_SQUARE: usize = 256;

/// Most work-items of a work-group.
const MOST: usize = 1024;

/// The first guess, and other sizes of work-group in the order in which they are tried.
pub(crate) fn first(
    program: &Program,
    kernel: &str,
    attributes: &KernelAttributes,
    parameters: &[Parameter<'_>],
    uses: &Uses,
) -> (Guess, Vec<(Vec<usize>, LocalFrom)>) {
    let dimensions = dimensions(uses, attributes);
    let mut locals = locals(uses, attributes, dimensions);
    let (local, local_from) = locals.remove(0);
    let mut guess = Guess {
        kernel: kernel.to_owned(),
        global: global(uses, &local),
        global_from: GlobalFrom::Usual,
        local,
        local_from,
        fewer: 0,
        arguments: Vec::new(),
    };
    for (index, parameter) in parameters.iter().enumerate() {
        let argument = argument(program, index, parameter, uses, &guess);
        guess.arguments.push(argument);
    }
    (guess, locals)
}

fn dimensions(uses: &Uses, attributes: &KernelAttributes) -> usize {
    let asked = uses.dimensions.each().last().map_or(1, |last| last + 1);
    let required = attributes.required_work_group_size;
    let required = required.or(attributes.work_group_size_hint);
    let required = required.map_or(1, |sizes| {
        sizes
            .iter()
            .rposition(|&size| size > 1)
            .map_or(1, |last| last + 1)
    });
    asked.max(required)
}

/// The global size for a size of work-group: whole work-groups, two at least where the kernel knows of
/// more than its own.
pub(crate) fn global(uses: &Uses, local: &[usize]) -> Vec<usize> {
    if !uses.asks_global {
        return local.to_vec();
    }
    let squared = local.len() == 1
        && uses
            .scalars
            .iter()
            .any(|scalar| !scalar.bounds.is_empty() && scalar.factor);
    let least = if squared {
        SIZE_OF_SQUARE
    } else {
        SIZES[local.len().clamp(1, 3) - 1]
    };
    local
        .iter()
        .map(|&local| least.max(2 * local).next_multiple_of(local.max(1)))
        .collect()
}

/// Sizes of work-group, the best first; never none.
fn locals(
    uses: &Uses,
    attributes: &KernelAttributes,
    dimensions: usize,
) -> Vec<(Vec<usize>, LocalFrom)> {
    let of = |sizes: [u64; 3]| -> Vec<usize> {
        let sizes = sizes.iter().take(dimensions);
        sizes
            .map(|&size| size.clamp(1, MOST as u64) as usize)
            .collect()
    };
    if let Some(required) = attributes.required_work_group_size {
        return vec![(of(required), LocalFrom::Required)];
    }
    if !uses.asks_global && !uses.asks_local && !uses.synchronises {
        return vec![(vec![1; dimensions], LocalFrom::Single)];
    }
    let mut found: Vec<(Vec<usize>, LocalFrom)> = Vec::new();
    let mut add = |sizes: Vec<usize>, from| {
        let work_items: usize = sizes.iter().product();
        let known = found.iter().any(|(known, _)| *known == sizes);
        if (2..=MOST).contains(&work_items) && !known {
            found.push((sizes, from));
        }
    };
    if let Some(hint) = attributes.work_group_size_hint {
        add(of(hint), LocalFrom::Hint);
    }
    let mut arrays = uses.local_arrays.clone();
    arrays.sort_by_key(|lengths| std::cmp::Reverse(lengths.len()));
    for lengths in &arrays {
        for sizes in of_array(lengths, dimensions) {
            add(sizes, LocalFrom::LocalArray);
        }
    }
    let usual: &[&[usize]] = match dimensions {
        1 => &[&[64]],
        2 => &[&[16, 16], &[8, 8]],
        _ => &[&[4, 4, 4]],
    };
    for sizes in usual {
        add(sizes.to_vec(), LocalFrom::Usual);
    }
    let powers = uses.constants.iter().rev().filter_map(|&constant| {
        let size = usize::try_from(constant).ok()?;
        (size.is_power_of_two() && (4..=MOST).contains(&size)).then_some(size)
    });
    for size in powers {
        add(vec![size; dimensions], LocalFrom::Constant);
        if dimensions > 1 {
            let mut flat = vec![1; dimensions];
            flat[0] = size;
            add(flat, LocalFrom::Constant);
        }
    }
    let others: &[&[usize]] = match dimensions {
        1 => &[&[256], &[128], &[32], &[16], &[512]],
        2 => &[&[32, 32], &[4, 4], &[64, 1], &[1, 64], &[32, 8]],
        _ => &[&[8, 8, 8], &[8, 8, 1], &[2, 2, 2]],
    };
    for sizes in others {
        add(sizes.to_vec(), LocalFrom::Usual);
    }
    found
}

/// Sizes of work-group that an array in local memory speaks for: one element a work-item, or that and a
/// frame around them.
fn of_array(lengths: &[u64], dimensions: usize) -> Vec<Vec<usize>> {
    let whole = |length: u64| usize::try_from(length).unwrap_or(usize::MAX);
    let below = |length: usize| {
        if length == 0 { 1 } else { 1 << length.ilog2() }
    };
    if lengths.len() < dimensions {
        let all = lengths.iter().copied().fold(1, u64::saturating_mul);
        let all = whole(all);
        let root = (1..=32usize).take_while(|root| root.pow(dimensions as u32) <= all);
        let root = below(root.last().unwrap_or(1));
        return vec![vec![root; dimensions]];
    }
    if dimensions == 1 {
        let all = whole(lengths.iter().copied().fold(1, u64::saturating_mul));
        let last = lengths.last().map_or(1, |&length| whole(length));
        let whole = all.is_power_of_two();
        let (best, next) = if whole {
            (all, all / 2)
        } else {
            (below(all), all)
        };
        return [best, next, below(all) / 2, below(last)]
            .into_iter()
            .map(|size| vec![size])
            .collect();
    }
    let inner: Vec<usize> = lengths[lengths.len() - dimensions..]
        .iter()
        .rev()
        .map(|&length| whole(length))
        .collect();
    let powers: Vec<usize> = inner.iter().map(|&length| below(length)).collect();
    let least = powers.iter().copied().min().unwrap_or(1);
    vec![powers, inner, vec![least; dimensions]]
}

fn argument(
    program: &Program,
    index: usize,
    parameter: &Parameter<'_>,
    uses: &Uses,
    guess: &Guess,
) -> Argument {
    let of = uses.scalars.get(index).copied().unwrap_or_default();
    let (value, why) = match &parameter.kind {
        ParameterKind::Scalar(element) => scalar(parameter.name, *element, of, guess),
        ParameterKind::Record(ty) => {
            let mut bytes = vec![0; program.types.size(*ty).unwrap_or(1) as usize];
            fill(program, *ty, &mut bytes, guess);
            (Value::Bytes(bytes), Why::Usual)
        }
        ParameterKind::Buffer {
            element,
            pointee,
            stride,
        } => {
            let filling = filling(program, index, *element, *pointee, uses, guess);
            let buffer = Buffer {
                element: *element,
                stride: *stride,
                len: 0,
                len_given: false,
                filling,
                file: None,
                show: false,
            };
            (Value::Buffer(buffer), Why::Accessed)
        }
        ParameterKind::Local { stride } => (
            Value::Local {
                stride: *stride,
                len: 0,
            },
            Why::Accessed,
        ),
        ParameterKind::Image(ty) => images::image(index, *ty, uses, guess),
        ParameterKind::Sampler => images::sampler(index, parameter.name, uses),
    };
    Argument {
        name: parameter.name.to_owned(),
        value,
        why,
    }
}

fn scalar(name: &str, element: ElementType, of: ScalarUse, guess: &Guess) -> (Value, Why) {
    let (numbers, why) = if element.scalar.is_floating() {
        (vec![names::real(name)], Why::Name)
    } else {
        let (number, why) = whole(name, of, guess);
        let numbers = (0..usize::from(element.width)).map(|component| match number {
            Number::Size(0) if element.width > 1 => Number::Size(component.min(2)),
            number => number,
        });
        (numbers.collect(), why)
    };
    let mut numbers: Vec<Number> = numbers;
    if let Some(last) = numbers.last().copied() {
        numbers.resize(usize::from(element.width), last);
    }
    let why = if matches!(numbers[..], [Number::Real(value), ..] if value == 0.5) {
        Why::Usual
    } else {
        why
    };
    (Value::Numbers { element, numbers }, why)
}

/// The value of a whole number.
fn whole(name: &str, of: ScalarUse, guess: &Guess) -> (Number, Why) {
    let linear = guess.global.len() == 1;
    let named = names::named(name);
    if let Named::Few(number) = named {
        return (number, Why::Name);
    }
    if let Some(dimension) = of.bounds.each().next() {
        return if of.bounds_with.is_empty() {
            (Number::Size(dimension), Why::BoundsIds(dimension))
        } else if linear {
            let degree = 1 + of.bounds_with.len() as u32;
            (Number::Root(degree), Why::BoundsInProduct)
        } else {
            (Number::Size(dimension), Why::BoundsIds(dimension))
        };
    }
    if let Some(dimension) = of.bounds_local.each().next() {
        return (Number::LocalSize(dimension), Why::BoundsLocalIds);
    }
    match named {
        // Rows of a plane that a launch of one dimension walks.
        Named::Extent(_) if linear => return (Number::Root(2), Why::Name),
        Named::Extent(dimension) => {
            let last = guess.global.len().saturating_sub(1);
            return (Number::Size(dimension.min(last)), Why::Name);
        }
        _ => {}
    }
    if of.shift {
        return (Number::Whole(2), Why::Shift);
    }
    if of.divisor || (of.factor && of.subscript) {
        let number = if linear {
            Number::Root(2)
        } else {
            Number::Size(0)
        };
        return (number, Why::RowLength);
    }
    if named == Named::Count {
        return (Number::Size(0), Why::Name);
    }
    if of.trips {
        let number = if linear {
            Number::Root(2)
        } else {
            Number::Size(0)
        };
        return (number, Why::EndsLoop);
    }
    let number = if of.subscript { 0 } else { 1 };
    (Number::Whole(number), Why::Usual)
}

fn filling(
    program: &Program,
    index: usize,
    element: Option<ElementType>,
    pointee: TypeId,
    uses: &Uses,
    guess: &Guess,
) -> Filling {
    let of = uses.buffers.get(index).copied().unwrap_or_default();
    let between = |min, max| Filling::Between {
        seed: index as u64 + 1,
        min,
        max,
    };
    let Some(element) = element else {
        return match program.types.get(pointee) {
            Type::Record(_) => {
                let mut bytes = vec![0; program.types.size(pointee).unwrap_or(1) as usize];
                fill(program, pointee, &mut bytes, guess);
                Filling::Repeat(bytes)
            }
            Type::Scalar(types::Scalar::Bool) => between(0.0, 1.0),
            _ => Filling::Zeros,
        };
    };
    if of.atomic {
        return Filling::Zeros;
    }
    if element.scalar.is_floating() {
        return if of.subscripts {
            between(0.0, 15.0)
        } else {
            between(0.0, 1.0)
        };
    }
    if of.bounds_loop {
        return Filling::Iota;
    }
    match element.scalar {
        Scalar::UChar => between(0.0, 255.0),
        _ if of.subscripts => between(0.0, 15.0),
        _ => between(0.0, 99.0),
    }
}

/// Bytes of a struct: its whole numbers are the size in dimension 0 or what their names say, its floating
/// ones as those of scalars.
fn fill(program: &Program, ty: TypeId, bytes: &mut [u8], guess: &Guess) {
    match program.types.get(ty) {
        Type::Record(record) => {
            let record = program.types.record(*record);
            for field in &record.fields {
                let Some(size) = program.types.size(field.ty) else {
                    continue;
                };
                let range = field.offset as usize..(field.offset + size) as usize;
                let Some(own) = bytes.get_mut(range) else {
                    continue;
                };
                match (element_type(field.ty), &field.name) {
                    (Some(element), Some(name)) => {
                        let of = ScalarUse::default();
                        let (value, _) = scalar(name, element, of, guess);
                        if let Value::Numbers { numbers, .. } = value {
                            let values = numbers.iter().map(|number| guess.number(*number));
                            own.copy_from_slice(&encoded(element, values, own.len()));
                        }
                    }
                    _ => fill(program, field.ty, own, guess),
                }
                if record.is_union {
                    break;
                }
            }
        }
        Type::Array { element, length } if *length > 0 => {
            let stride = bytes.len() / *length as usize;
            if stride > 0 {
                for own in bytes.chunks_exact_mut(stride) {
                    fill(program, *element, own, guess);
                }
            }
        }
        _ => {
            if let Some(element) = element_type(ty) {
                let values = std::iter::repeat_n(0.5, usize::from(element.width));
                bytes.copy_from_slice(&encoded(element, values, bytes.len()));
            }
        }
    }
}

/// The components of an element in memory, filled up to `size` bytes.
pub(crate) fn encoded(
    element: ElementType,
    values: impl Iterator<Item = f64>,
    size: usize,
) -> Vec<u8> {
    let mut bytes: Vec<u8> = values
        .flat_map(|value| launch_file::encoded(value, element.scalar))
        .collect();
    bytes.resize(size, 0);
    bytes
}
