//! What the caller gives in place of a guess: `n=1000`, `in=4096`, `in=data.npy`, `image=640x480`.

use crate::error::{CannotGuess, Takes, WrongSizes};
use crate::guess::{Argument, GlobalFrom, Guess, Image, LocalFrom, Number, Value, Why};
use crate::uses::Uses;
use crate::{Request, first};
use launch::image::{Addressing, Filter};
use launch::{ImageKind, MOST_WORK_ITEMS, Sampler, Scalar};
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
    let mut covered = Vec::new();
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
            takes: match &argument.value {
                Value::Numbers { .. } | Value::Bytes(_) => Takes::Numbers,
                Value::Buffer(_) => Takes::Buffer,
                Value::Local { .. } => Takes::Local,
                Value::Image(image) => Takes::Image(image.kind),
                Value::Sampler(_) => Takes::Sampler,
            },
        };
        let guessed = match &argument.value {
            Value::Image(image) => image.size.clone(),
            _ => Vec::new(),
        };
        if !take_value(argument, index, value, files)? {
            return Err(refused(argument).into());
        }
        argument.why = Why::Given;
        if let Value::Image(image) = &argument.value {
            covered.extend(guessed.into_iter().zip(image.size.iter().copied()));
        }
    }
    cover(guess, &covered);
    Ok(())
}

/// A work-item for each pixel of a given image, unless the launch was given: in the dimensions in which its size was
/// guessed as the global one. Pairs are the number that was guessed and the one that was given.
fn cover(guess: &mut Guess, covered: &[(Number, Number)]) {
    if guess.global_from == GlobalFrom::Given || guess.local_from == LocalFrom::Given {
        return;
    }
    let mut global = guess.global.clone();
    for pair in covered {
        let (Number::Size(dimension), Number::Whole(pixels)) = pair else {
            continue;
        };
        if let (Some(size), Ok(pixels)) = (global.get_mut(*dimension), usize::try_from(*pixels)) {
            *size = pixels;
        }
    }
    let all: u64 = global.iter().map(|&size| size as u64).product();
    if global == guess.global || all > MOST_WORK_ITEMS {
        return;
    }
    let before = std::mem::replace(&mut guess.global, global);
    match divide(guess) {
        Ok(()) => guess.global_from = GlobalFrom::GivenImage,
        // A size of work-group that the kernel requires does not divide it.
        Err(_) => guess.global = before,
    }
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
        guess.global_from = GlobalFrom::Given;
    }
    if let Some(local) = &request.local {
        guess.local = whole(local);
        guess.local_from = LocalFrom::Given;
        if guess.global_from == GlobalFrom::Usual {
            guess.global = first::global(uses, &guess.local);
        }
    }
    if guess.global.len() != guess.local.len() {
        if guess.local_from == LocalFrom::Given || guess.local_from == LocalFrom::Required {
            return wrong("local", WrongSizes::Differ);
        }
        guess.local.resize(guess.global.len(), 1);
    }
    divide(guess).or_else(|dimension| wrong("local", WrongSizes::NoDivisor(dimension)))
}

/// Makes the local size a divisor of the global size, or says in which dimension it has to stay none.
fn divide(guess: &mut Guess) -> Result<(), usize> {
    for dimension in 0..guess.global.len() {
        let (global, local) = (guess.global[dimension], guess.local[dimension]);
        if global.is_multiple_of(local) {
            continue;
        }
        if matches!(guess.local_from, LocalFrom::Given | LocalFrom::Required) {
            return Err(dimension);
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
            match filling(value, index) {
                Some(filling) => buffer.filling = filling,
                None if value.contains(['.', '/', '\\']) => {
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
                None => return Ok(false),
            }
        }
        Value::Image(image) => return take_image(image, index, value, files),
        Value::Sampler(sampler) => {
            let mut words = value.split(',').map(str::trim);
            let taken = words.clone().all(|word| take_word(sampler, word));
            // The words stand in any order.
            let fits = !repeats(sampler.addressing) || words.all(|word| word != "unnormalized");
            return Ok(taken && fits);
        }
    }
    Ok(true)
}

/// The contents that a word says.
fn filling(word: &str, index: usize) -> Option<Filling> {
    Some(match word {
        "zeros" => Filling::Zeros,
        "iota" => Filling::Iota,
        "uninit" => Filling::Uninitialized,
        "random" => Filling::Random {
            seed: index as u64 + 1,
        },
        _ => return None,
    })
}

/// False if the image does not take the value: a size, a word, a PNG file.
fn take_image(
    image: &mut Image,
    index: usize,
    value: &str,
    files: &mut dyn Files,
) -> Result<bool, NotTaken> {
    if let Some(filling) = filling(value, index) {
        image.filling = filling;
        return Ok(true);
    }
    if image.kind == ImageKind::D2 && value.to_ascii_lowercase().ends_with(".png") {
        let file = files.data(value).map_err(NotTaken::File)?;
        let (width, height, contents) =
            launch_file::pixels(&file, image.format).map_err(|why| NotTaken::Data {
                path: value.to_owned(),
                why,
            })?;
        let size = [width, height].map(|size| u32::try_from(size).unwrap_or(u32::MAX));
        if is_too_large(image, &size) {
            return Ok(false);
        }
        image.size = size.map(|size| Number::Whole(size.into())).to_vec();
        image.size_given = true;
        image.file = Some(value.to_owned());
        image.filling = Filling::Bytes(contents);
        return Ok(true);
    }
    let size: Option<Vec<u32>> = value
        .split('x')
        .map(|number| number.parse().ok().filter(|number| *number > 0))
        .collect();
    let Some(size) = size.filter(|size| size.len() == image.kind.sizes()) else {
        return Ok(false);
    };
    // A file has its own size.
    if image.file.is_some() || is_too_large(image, &size) {
        return Ok(false);
    }
    image.size = size
        .into_iter()
        .map(|size| Number::Whole(size.into()))
        .collect();
    image.size_given = true;
    Ok(true)
}

fn is_too_large(image: &Image, size: &[u32]) -> bool {
    let pixel = image.format.size() as u64;
    let bytes = size
        .iter()
        .try_fold(pixel, |bytes, &size| bytes.checked_mul(size.into()));
    bytes.is_none_or(|bytes| bytes > LARGEST_BUFFER)
}

/// False if a sampler does not take the word. An image repeats in normalised coordinates alone.
fn take_word(sampler: &mut Sampler, word: &str) -> bool {
    if let Some(filter) = Filter::named(word) {
        sampler.filter = filter;
        return true;
    }
    if let Some(addressing) = Addressing::named(word) {
        sampler.addressing = addressing;
        sampler.normalized |= repeats(addressing);
        return true;
    }
    match word {
        "normalized" => sampler.normalized = true,
        "unnormalized" => sampler.normalized = false,
        _ => return false,
    }
    true
}

fn repeats(addressing: Addressing) -> bool {
    matches!(addressing, Addressing::Repeat | Addressing::MirroredRepeat)
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
