//! The contents of a buffer that are made from a rule: the same bytes on every machine.

use launch::{ElementType, Scalar};
use opencl_c::types::Rounding;
use simulator::math::Half;

/// A rule for the contents of a buffer.
#[derive(Clone, Debug, PartialEq)]
pub enum Filling {
    Zeros,
    /// 0, 1, 2, ... over the components of all elements, wrapping in the type.
    Iota,
    /// Nothing: reading an element before it is written is an error.
    Uninitialized,
    /// Random: integers over the whole range of their type, floating numbers evenly over [-1, 1).
    Random {
        seed: u64,
    },
    /// Random whole numbers from `min` to `max`, both included, or floating ones evenly over [`min`, `max`).
    Between {
        seed: u64,
        min: f64,
        max: f64,
    },
    /// These bytes again and again.
    Repeat(Vec<u8>),
    /// These bytes, which come from a file.
    Bytes(Vec<u8>),
}

impl Filling {
    /// The bytes of `len` elements; raw bytes count as `uchar`.
    pub fn bytes(&self, element: Option<ElementType>, len: usize) -> Vec<u8> {
        let size = len * element.map_or(1, ElementType::size);
        match self {
            Filling::Zeros | Filling::Uninitialized => vec![0; size],
            Filling::Iota => iota(element, len),
            Filling::Random { seed } => random(element, len, *seed),
            Filling::Between { seed, min, max } => between(element, len, *seed, *min, *max),
            Filling::Repeat(bytes) => {
                let whole = bytes.iter().copied().cycle().take(size);
                let mut bytes: Vec<u8> = whole.collect();
                bytes.resize(size, 0);
                bytes
            }
            Filling::Bytes(bytes) => {
                let mut bytes = bytes.clone();
                bytes.resize(size, 0);
                bytes
            }
        }
    }
}

/// A number as a value of a type, in its bytes. What an integer type can't hold is cut to its range.
pub fn encoded(number: f64, scalar: Scalar) -> Vec<u8> {
    if scalar.is_floating() {
        return encode_float(number, scalar);
    }
    let bits = scalar.size() as u32 * 8;
    let (low, high) = if scalar.is_signed_integer() {
        (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1)
    } else {
        (0, (1i128 << bits) - 1)
    };
    let whole = (number as i128).clamp(low, high);
    whole.to_le_bytes()[..scalar.size()].to_vec()
}

pub(crate) fn encode_float(number: f64, scalar: Scalar) -> Vec<u8> {
    float_bytes(number, scalar)[..scalar.size()].to_vec()
}

/// A floating number in the first bytes, as many as the type has.
fn float_bytes(number: f64, scalar: Scalar) -> [u8; 8] {
    let bits = match scalar {
        Scalar::Half => Half::from_f64(number, Rounding::NearestEven).0.into(),
        Scalar::Float => (number as f32).to_bits().into(),
        _ => number.to_bits(),
    };
    bits.to_le_bytes()
}

fn iota(element: Option<ElementType>, len: usize) -> Vec<u8> {
    generate(element, len, |index, scalar| {
        if scalar.is_floating() {
            float_bytes(index as f64, scalar)
        } else {
            index.to_le_bytes()
        }
    })
}

fn random(element: Option<ElementType>, len: usize, seed: u64) -> Vec<u8> {
    let mut state = seed;
    generate(element, len, |_, scalar| {
        let bits = split_mix(&mut state);
        if scalar.is_floating() {
            float_bytes(2.0 * unit(bits) - 1.0, scalar)
        } else {
            bits.to_le_bytes()
        }
    })
}

fn between(element: Option<ElementType>, len: usize, seed: u64, min: f64, max: f64) -> Vec<u8> {
    let mut state = seed;
    generate(element, len, |_, scalar| {
        let bits = split_mix(&mut state);
        if scalar.is_floating() {
            return float_bytes(min + (max - min) * unit(bits), scalar);
        }
        // Both ends belong to it.
        let number = (min + (max - min + 1.0) * unit(bits)).floor().min(max);
        let mut bytes = [0; 8];
        bytes[..scalar.size()].copy_from_slice(&encoded(number, scalar));
        bytes
    })
}

/// Evenly over [0, 1).
fn unit(bits: u64) -> f64 {
    (bits >> 11) as f64 / (1u64 << 53) as f64
}

/// Elements of components; each component is the first bytes, as many as its type has.
fn generate(
    element: Option<ElementType>,
    len: usize,
    mut component: impl FnMut(u64, Scalar) -> [u8; 8],
) -> Vec<u8> {
    let element = element.unwrap_or(ElementType::scalar(Scalar::UChar));
    let width = u64::from(element.width);
    let size = element.scalar.size();
    let mut bytes = Vec::with_capacity(len * element.size());
    for index in 0..len as u64 {
        for lane in 0..width {
            let component = component(index * width + lane, element.scalar);
            bytes.extend_from_slice(&component[..size]);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_between_two_reach_both_and_nothing_else() {
        let contents = Filling::Between {
            seed: 1,
            min: -2.0,
            max: 3.0,
        };
        let bytes = contents.bytes(Some(Scalar::Int.into()), 1000);
        let mut seen: Vec<i32> = bytes
            .chunks(4)
            .map(|bytes| i32::from_le_bytes(bytes.try_into().unwrap()))
            .collect();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen, [-2, -1, 0, 1, 2, 3]);
    }

    #[test]
    fn bytes_repeat_over_elements_of_any_size() {
        let contents = Filling::Repeat(vec![1, 2, 3]);
        assert_eq!(contents.bytes(None, 7), [1, 2, 3, 1, 2, 3, 1]);
        assert_eq!(Filling::Repeat(Vec::new()).bytes(None, 2), [0, 0]);
    }

    #[test]
    fn a_number_beyond_a_type_is_cut_to_its_range() {
        assert_eq!(encoded(300.0, Scalar::UChar), [255]);
        assert_eq!(encoded(-1.0, Scalar::UShort), [0, 0]);
        assert_eq!(encoded(f64::NAN, Scalar::Char), [0]);
    }
}
