//! What the caller gives in place of a guess: `n=1000`, `in=4096`, `in=data.npy`.

use crate::error::{CannotGuess, WrongSizes};
use crate::guess::{Argument, Guess, LocalFrom, Number, Value, Why};
use crate::uses::Uses;
use crate::{Request, first};
use launch::{MOST_WORK_ITEMS, Scalar};
use launch_file::{DataError, Files, Filling, LARGEST_BUFFER};
use opencl_c::program::{Function, Program};

/// Why a given part can't be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotTaken {
    Request(CannotGuess),
    /// A file of data that can't be read: why.
    File(String),
    /// A file of data that is none for its buffer.
    Data {
        path: String,
        why: DataError,
    },
}

impl From<CannotGuess> for NotTaken {
    fn from(error: CannotGuess) -> Self {
        NotTaken::Request(error)
    }
}

/// Takes what is given into a guess.
pub(crate) fn take(
    guess: &mut Guess,
    program: &Program,
    kernel: &Function,
    uses: &Uses,
    request: &Request,
    files: &mut dyn Files,
) -> Result<(), NotTaken> {
    take_sizes(guess, uses, request)?;
    for (name, value) in &request.values {
        let names: Vec<String> = guess.arguments.iter().map(|it| it.name.clone()).collect();
        let Some(index) = names.iter().position(|known| known == name) else {
            let nearest = launch::nearest(name, names.iter().map(String::as_str));
            return Err(NotTaken::Request(CannotGuess::NoSuchParameter {
                name: name.clone(),
                nearest: nearest.map(str::to_owned),
                parameters: names,
            }));
        };
        let argument = &mut guess.arguments[index];
        let refused = |argument: &Argument| CannotGuess::Given {
            name: name.clone(),
            value: value.clone(),
            declaration: opencl_c::print::declaration(program, &kernel.vars[index]),
            buffer: matches!(argument.value, Value::Buffer(_)),
            local: matches!(argument.value, Value::Local { .. }),
        };
        if !take_value(argument, index, value, files)? {
            return Err(refused(argument).into());
        }
        argument.why = Why::Given;
    }
    Ok(())
}

fn take_sizes(guess: &mut Guess, uses: &Uses, request: &Request) -> Result<(), CannotGuess> {
    let wrong = |which, why| Err(CannotGuess::Sizes { which, why });
    for (which, sizes) in [("global", &request.global), ("local", &request.local)] {
        let Some(sizes) = sizes else {
            continue;
        };
        if !(1..=3).contains(&sizes.len()) {
            return wrong(which, WrongSizes::Count);
        }
        if sizes.contains(&0) {
            return wrong(which, WrongSizes::Zero);
        }
        let all = sizes
            .iter()
            .try_fold(1u64, |all, &size| all.checked_mul(size));
        if all.is_none_or(|all| all > MOST_WORK_ITEMS) {
            return wrong(which, WrongSizes::TooMany);
        }
    }
    let whole = |sizes: &[u64]| -> Vec<usize> { sizes.iter().map(|&size| size as usize).collect() };
    if let Some(global) = &request.global {
        guess.global = whole(global);
        guess.global_given = true;
    }
    if let Some(local) = &request.local {
        guess.local = whole(local);
        guess.local_from = LocalFrom::Given;
        if !guess.global_given {
            guess.global = first::global(uses, &guess.local);
        }
    }
    if guess.global.len() != guess.local.len() {
        if guess.local_from == LocalFrom::Given || guess.local_from == LocalFrom::Required {
            return wrong("local", WrongSizes::Differ);
        }
        guess.local.resize(guess.global.len(), 1);
    }
    for dimension in 0..guess.global.len() {
        let (global, local) = (guess.global[dimension], guess.local[dimension]);
        if global.is_multiple_of(local) {
            continue;
        }
        if matches!(guess.local_from, LocalFrom::Given | LocalFrom::Required) {
            return wrong("local", WrongSizes::NoDivisor(dimension));
        }
        let divisor = (1..=local)
            .rev()
            .find(|local| global.is_multiple_of(*local));
        guess.local[dimension] = divisor.unwrap_or(1);
        guess.local_from = LocalFrom::Usual;
    }
    Ok(())
}

/// False if the argument does not take the value.
fn take_value(
    argument: &mut Argument,
    index: usize,
    value: &str,
    files: &mut dyn Files,
) -> Result<bool, NotTaken> {
    match &mut argument.value {
        Value::Numbers { element, numbers } => {
            let given: Option<Vec<Number>> = value
                .split(',')
                .map(|word| number(word.trim(), element.scalar))
                .collect();
            let Some(given) = given.filter(|given| given.len() == usize::from(element.width))
            else {
                return Ok(false);
            };
            *numbers = given;
        }
        Value::Bytes(bytes) => match (value, bytes.as_mut_slice()) {
            ("0" | "false", [byte]) => *byte = 0,
            ("1" | "true", [byte]) => *byte = 1,
            _ => return Ok(false),
        },
        Value::Local { stride, len } => {
            let Some(bytes) = value.parse::<u64>().ok().filter(|it| *it <= LARGEST_BUFFER) else {
                return Ok(false);
            };
            *stride = 1;
            *len = bytes as usize;
        }
        Value::Buffer(buffer) => {
            if let Ok(len) = value.parse::<u64>() {
                if len.saturating_mul(buffer.stride as u64) > LARGEST_BUFFER {
                    return Ok(false);
                }
                buffer.len = len as usize;
                buffer.len_given = true;
                return Ok(true);
            }
            match value {
                "zeros" => buffer.filling = Filling::Zeros,
                "iota" => buffer.filling = Filling::Iota,
                "uninit" => buffer.filling = Filling::Uninitialized,
                "random" => {
                    buffer.filling = Filling::Random {
                        seed: index as u64 + 1,
                    };
                }
                _ if value.contains(['.', '/', '\\']) => {
                    let file = files.data(value).map_err(NotTaken::File)?;
                    let bytes = launch_file::data(value, &file, buffer.element).map_err(|why| {
                        let path = value.to_owned();
                        NotTaken::Data { path, why }
                    })?;
                    buffer.len = bytes.len() / buffer.stride;
                    buffer.len_given = true;
                    buffer.file = Some(value.to_owned());
                    buffer.filling = Filling::Bytes(bytes);
                }
                _ => return Ok(false),
            }
        }
    }
    Ok(true)
}

fn number(word: &str, scalar: Scalar) -> Option<Number> {
    if scalar.is_floating() {
        let word = word.strip_suffix(['f', 'F']).unwrap_or(word);
        return word.parse().ok().map(Number::Real);
    }
    let (sign, digits) = match word.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, word),
    };
    let whole: i64 = match digits.strip_prefix("0x") {
        Some(digits) => i64::from_str_radix(digits, 16).ok()?,
        None => digits.parse().ok()?,
    };
    let whole = sign * whole;
    let fits = launch_file::encoded(whole as f64, scalar);
    let exact = whole.to_le_bytes()[..scalar.size()] == fits[..];
    (exact || scalar.size() == 8).then_some(Number::Whole(whole))
}
