//! Bytes of buffers, images and values: from the values of a LAUNCH.toml.

use crate::error::{ErrorKind, LaunchFileError};
use crate::filling::encode_float;
use launch::{ElementType, Scalar};
use std::ops::Range;
use toml::Value;

pub(crate) fn expect_count(
    given: usize,
    wanted: usize,
    span: &Range<usize>,
) -> Result<(), LaunchFileError> {
    if given == wanted {
        return Ok(());
    }
    Err(LaunchFileError::at(
        span.clone(),
        ErrorKind::ValueCount { given, wanted },
    ))
}

/// Components in a row become elements; a vector of three is padded to the room of four.
pub(crate) fn encode_all(
    values: &[Value],
    element: Option<ElementType>,
    span: &Range<usize>,
) -> Result<Vec<u8>, LaunchFileError> {
    let scalar = element.map_or(Scalar::UChar, |element| element.scalar);
    let width = element.map_or(1, |element| usize::from(element.width));
    let mut bytes = Vec::with_capacity(values.len() * scalar.size());
    for (index, value) in values.iter().enumerate() {
        let encoded = encode(value, scalar).ok_or_else(|| {
            LaunchFileError::at(
                span.clone(),
                ErrorKind::Value {
                    value: value.to_string(),
                    element: scalar.name().to_owned(),
                },
            )
        })?;
        bytes.extend(encoded);
        if width == 3 && index % 3 == 2 {
            bytes.extend(std::iter::repeat_n(0, scalar.size()));
        }
    }
    Ok(bytes)
}

fn encode(value: &Value, scalar: Scalar) -> Option<Vec<u8>> {
    if scalar.is_floating() {
        let number = match value {
            Value::Float(number) => *number,
            Value::Integer(number) => *number as f64,
            _ => return None,
        };
        return Some(encode_float(number, scalar));
    }
    let number = match value {
        Value::Integer(number) => *number,
        Value::Boolean(truth) => i64::from(*truth),
        // TOML's integers end at 63 bits; larger `ulong` values are written as text.
        Value::String(text) => return encode_wide(text, scalar),
        _ => return None,
    };
    encode_integer(number.into(), scalar)
}

pub(crate) fn encode_wide(text: &str, scalar: Scalar) -> Option<Vec<u8>> {
    let number = match text.strip_prefix("0x") {
        Some(digits) => i128::from_str_radix(digits, 16).ok()?,
        None => text.parse().ok()?,
    };
    encode_integer(number, scalar)
}

/// The value in the type's own bytes; unsigned types also take the negative numbers that wrap there,
/// since `-1` is a customary way to write all ones.
fn encode_integer(number: i128, scalar: Scalar) -> Option<Vec<u8>> {
    let bits = scalar.size() as u32 * 8;
    let low = -(1i128 << (bits - 1));
    let high = if scalar.is_signed_integer() {
        (1i128 << (bits - 1)) - 1
    } else {
        (1i128 << bits) - 1
    };
    (low..=high)
        .contains(&number)
        .then(|| number.to_le_bytes()[..scalar.size()].to_vec())
}

pub(crate) fn decode_hex(digits: &str, span: &Range<usize>) -> Result<Vec<u8>, LaunchFileError> {
    let nibbles: Option<Vec<u8>> = digits
        .chars()
        .filter(|c| !c.is_whitespace() && *c != '_')
        .map(|c| c.to_digit(16).map(|digit| digit as u8))
        .collect();
    match nibbles {
        Some(nibbles) if nibbles.len().is_multiple_of(2) => Ok(nibbles
            .chunks(2)
            .map(|pair| pair[0] << 4 | pair[1])
            .collect()),
        _ => Err(LaunchFileError::at(span.clone(), ErrorKind::Hex)),
    }
}
