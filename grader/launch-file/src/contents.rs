//! Bytes of buffers, images and values: from the values of a LAUNCH.toml, or generated.

use crate::error::{ErrorKind, LaunchFileError};
use launch::{ElementType, Scalar};
use opencl_c::types::Rounding;
use simulator::math::Half;
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

fn encode_wide(text: &str, scalar: Scalar) -> Option<Vec<u8>> {
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

pub(crate) fn encode_float(number: f64, scalar: Scalar) -> Vec<u8> {
    match scalar {
        Scalar::Half => {
            let half = Half::from_f64(number, Rounding::NearestEven);
            half.0.to_le_bytes().to_vec()
        }
        Scalar::Float => (number as f32).to_le_bytes().to_vec(),
        _ => number.to_le_bytes().to_vec(),
    }
}

/// 0, 1, 2, ... over the components of all elements, wrapping in the type.
pub(crate) fn iota(element: Option<ElementType>, len: usize) -> Vec<u8> {
    generate(element, len, |index, scalar| {
        if scalar.is_floating() {
            encode_float(index as f64, scalar)
        } else {
            index.to_le_bytes()[..scalar.size()].to_vec()
        }
    })
}

/// Integers over the whole range of their type, floating numbers evenly over [-1, 1).
pub(crate) fn random(element: Option<ElementType>, len: usize, seed: u64) -> Vec<u8> {
    let mut state = seed;
    generate(element, len, |_, scalar| {
        let bits = split_mix(&mut state);
        if scalar.is_floating() {
            let unit = (bits >> 11) as f64 / (1u64 << 53) as f64;
            encode_float(2.0 * unit - 1.0, scalar)
        } else {
            bits.to_le_bytes()[..scalar.size()].to_vec()
        }
    })
}

fn generate(
    element: Option<ElementType>,
    len: usize,
    mut component: impl FnMut(u64, Scalar) -> Vec<u8>,
) -> Vec<u8> {
    let element = element.unwrap_or(ElementType::scalar(Scalar::UChar));
    let width = u64::from(element.width);
    let mut bytes = Vec::with_capacity(len * element.size());
    for index in 0..len as u64 {
        for lane in 0..width {
            bytes.extend(component(index * width + lane, element.scalar));
        }
        bytes.resize((index as usize + 1) * element.size(), 0);
    }
    bytes
}

/// SplitMix64: the published generator, small and the same everywhere, so that a seed in a
/// LAUNCH.toml means the same data in any build.
fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut bits = *state;
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
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
