//! `init = ...` and `expect = ...`: what is in a buffer or an image before the launch, and what after it.

use crate::contents::{decode_hex, encode_all, expect_count};
use crate::data::{DataError, data};
use crate::error::{ErrorKind, LARGEST_BUFFER, LaunchFileError};
use crate::files::Files;
use crate::filling::Filling;
use launch::ElementType;
use std::ops::Range;
use toml::{Spanned, Value};

/// Every key and word of `init`.
pub const INIT_KEYS: [&str; 12] = [
    "zeros", "iota", "uninit", "fill", "values", "random", "min", "max", "hex", "repeat", "file",
    "png",
];

/// The bytes of a buffer or image before the launch.
pub(crate) struct Filled {
    pub(crate) contents: Vec<u8>,
    pub(crate) initialized: bool,
}

/// The initial contents of a buffer.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Init<'a> {
    Zeros,
    Iota,
    Uninit,
    Fill(&'a Value),
    Values(&'a [Value]),
    Random(u64),
    /// Random numbers of a seed from a least to a most.
    Between(u64, f64, f64),
    Hex(&'a str),
    /// Bytes as hexadecimal digits, again and again.
    Repeat(&'a str),
    /// A file of data.
    File(&'a str),
    /// A PNG file; for images alone.
    Png(&'a str),
}

/// The bytes that `init` describes, of `len` elements; of as many as it gives where that is not said.
pub(crate) fn filled(
    init: Option<&Spanned<Value>>,
    element: Option<ElementType>,
    len: Option<u64>,
    span: &Range<usize>,
    room: &mut u64,
    files: &mut dyn Files,
) -> Result<Filled, LaunchFileError> {
    let stride = element.map_or(1, ElementType::size);
    let (init, at) = match init {
        None => (Init::Zeros, span.clone()),
        Some(init) => {
            let read = Init::of(init.get_ref());
            let read = read.ok_or_else(|| LaunchFileError::at(init.span(), ErrorKind::Init))?;
            (read, init.span())
        }
    };
    let given = match init {
        Init::Hex(digits) | Init::Repeat(digits) => decode_hex(digits, &at)?,
        Init::File(path) => read_data(path, element, &at, files)?,
        _ => Vec::new(),
    };
    let implied = match init {
        Init::Values(values) => {
            Some(values.len() as u64 / u64::from(element.map_or(1, |element| element.width)))
        }
        Init::Hex(_) | Init::File(_) => Some((given.len() / stride) as u64),
        _ => None,
    };
    let len = len
        .or(implied)
        .ok_or_else(|| LaunchFileError::at(span.clone(), ErrorKind::NoLength))?;
    let bytes = len.saturating_mul(stride as u64);
    take_room(bytes, span, room)?;
    let len = len as usize;
    let mut initialized = true;
    let slots = element.map_or(1, |element| usize::from(element.width));
    let made = |filling: Filling| filling.bytes(element, len);
    let contents = match init {
        Init::Zeros => vec![0; len * stride],
        Init::Uninit => {
            initialized = false;
            vec![0; len * stride]
        }
        Init::Iota => made(Filling::Iota),
        Init::Random(seed) => made(Filling::Random { seed }),
        Init::Between(seed, min, max) => made(Filling::Between { seed, min, max }),
        Init::Fill(value) => encode_all(&vec![value.clone(); slots], element, &at)?.repeat(len),
        Init::Values(values) => {
            expect_count(values.len(), len * slots, &at)?;
            encode_all(values, element, &at)?
        }
        Init::Hex(_) => {
            expect_count(given.len(), len * stride, &at)?;
            given
        }
        Init::File(_) => {
            expect_count(given.len() / stride, len, &at)?;
            given
        }
        Init::Repeat(_) => made(Filling::Repeat(given)),
        Init::Png(_) => return Err(LaunchFileError::at(at, ErrorKind::Init)),
    };
    Ok(Filled {
        contents,
        initialized,
    })
}

/// Takes bytes from those that are left.
pub(crate) fn take_room(
    bytes: u64,
    span: &Range<usize>,
    room: &mut u64,
) -> Result<(), LaunchFileError> {
    if bytes > LARGEST_BUFFER {
        return Err(LaunchFileError::at(
            span.clone(),
            ErrorKind::TooLarge { bytes },
        ));
    }
    *room = room.checked_sub(bytes).ok_or_else(|| {
        let bytes = LARGEST_BUFFER - *room + bytes;
        LaunchFileError::at(span.clone(), ErrorKind::TogetherTooLarge { bytes })
    })?;
    Ok(())
}

impl Init<'_> {
    pub(crate) fn of(value: &Value) -> Option<Init<'_>> {
        Some(match value {
            Value::String(name) => match name.as_str() {
                "zeros" => Init::Zeros,
                "iota" => Init::Iota,
                "uninit" => Init::Uninit,
                _ => return None,
            },
            Value::Table(table) if table.len() == 3 => {
                let seed = table.get("random")?.as_integer()?;
                let number = |key| match table.get(key)? {
                    Value::Integer(number) => Some(*number as f64),
                    Value::Float(number) if number.is_finite() => Some(*number),
                    _ => None,
                };
                let (min, max) = (number("min")?, number("max")?);
                (min <= max).then_some(Init::Between(seed as u64, min, max))?
            }
            Value::Table(table) if table.len() == 1 => {
                let (key, value) = table.iter().next()?;
                match (key.as_str(), value) {
                    ("fill", value) => Init::Fill(value),
                    ("values", Value::Array(values)) => Init::Values(values),
                    // A seed is a pattern of bits: a negative one is as good as any.
                    ("random", Value::Integer(seed)) => Init::Random(*seed as u64),
                    ("hex", Value::String(digits)) => Init::Hex(digits),
                    ("repeat", Value::String(digits)) if !digits.trim().is_empty() => {
                        Init::Repeat(digits)
                    }
                    ("file", Value::String(path)) => Init::File(path),
                    ("png", Value::String(path)) => Init::Png(path),
                    _ => return None,
                }
            }
            _ => return None,
        })
    }
}

fn read_data(
    path: &str,
    element: Option<ElementType>,
    at: &Range<usize>,
    files: &mut dyn Files,
) -> Result<Vec<u8>, LaunchFileError> {
    read_file(path, at, files, |file| data(path, file, element))
}

/// What a file of data holds, by `read`; what is wrong with it is at the place that names it.
pub(crate) fn read_file<T>(
    path: &str,
    at: &Range<usize>,
    files: &mut dyn Files,
    read: impl FnOnce(&[u8]) -> Result<T, DataError>,
) -> Result<T, LaunchFileError> {
    let file = files
        .data(path)
        .map_err(|why| LaunchFileError::at(at.clone(), ErrorKind::DataFile(why)))?;
    read(&file).map_err(|why| {
        let path = path.to_owned();
        LaunchFileError::at(at.clone(), ErrorKind::Data { path, why })
    })
}
