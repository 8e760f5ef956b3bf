//! The bit patterns that a device run lays around buffers (guards) and into outputs (poison).
//!
//! Every element of them is a *signalling* NaN of the buffer's own type. A value computed from one
//! is a NaN, so it stays visibly wrong; and it is another one, since arithmetic quiets it. A stray
//! `y[i] = a * x[i] + y[i]` or `y[i] += 1` thus leaves a trace, which neither a quiet NaN (handed on
//! with all its bits) nor a large number (next to which a small one vanishes) would guarantee.
//!
//! Guards depend on the argument and on the position, no two words of a launch of at most 32
//! arguments alike, so that a guard element copied to another place of a guard is seen. Poison
//! depends on them too, so an output element that still holds its own was never written. No byte of
//! either is a small number, so a stray byte of 0 or 1 is seen as well.

use crate::Scalar;

/// Bytes of guard on each side of every buffer.
pub const GUARD_BYTES: usize = 4096;

const GUARD_WORDS: usize = GUARD_BYTES / 4;

/// On which side of a buffer a guard lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The bytes just before the buffer's first.
    Before,
    /// The bytes just after the buffer's last.
    After,
}

/// Writes the guard on one `side` of the buffer of `scalar`s that is argument number `argument`.
pub fn write_guard(argument: usize, scalar: Scalar, side: Side, guard: &mut [u8; GUARD_BYTES]) {
    let first = (argument * 2 + side as usize) * GUARD_WORDS;
    for (index, word) in guard.as_chunks_mut::<4>().0.iter_mut().enumerate() {
        *word = signalling(scalar, index, (first + index) as u32).to_le_bytes();
    }
}

/// Fills the buffer of `scalar`s that is argument number `argument` with poison.
pub fn write_poison(argument: usize, scalar: Scalar, contents: &mut [u8]) {
    let (words, rest) = contents.as_chunks_mut::<4>();
    let count = words.len();
    for (index, word) in words.iter_mut().enumerate() {
        *word = poison(argument, scalar, index);
    }
    rest.copy_from_slice(&poison(argument, scalar, count)[..rest.len()]);
}

/// Do `bytes`, found at byte `offset` of a buffer of `scalar`s that is argument number `argument`,
/// still hold its poison? False for no bytes.
pub fn is_poison(argument: usize, scalar: Scalar, offset: usize, bytes: &[u8]) -> bool {
    !bytes.is_empty()
        && bytes.iter().enumerate().all(|(index, &byte)| {
            let at = offset + index;
            byte == poison(argument, scalar, at / 4)[at % 4]
        })
}

/// The poison of the `index`-th word of an argument: negative, where guards are positive.
fn poison(argument: usize, scalar: Scalar, index: usize) -> [u8; 4] {
    let mixed = (index as u32 ^ (argument as u32).rotate_right(8)).wrapping_mul(0x9e37_79b1);
    let sign = match scalar {
        Scalar::Half => 0x8000_8000,
        _ => 0x8000_0000,
    };
    (sign | signalling(scalar, index, mixed >> 15)).to_le_bytes()
}

/// The word at `index`, counted from where an element begins, that carries the lower 17 bits of
/// `number` (16 bits for `half`) and is a signalling NaN, two of them for `half`, half of one for
/// `double`. Integers get those of `float`.
fn signalling(scalar: Scalar, index: usize, number: u32) -> u32 {
    let payload = (number & 0x7f) | (number << 1 & 0x7f00) | (number << 2 & 0x7_0000);
    match scalar {
        Scalar::Half => {
            let first = (number & 0x7f) | (number << 1 & 0x100);
            let second = (number >> 8 & 0x7f) | (number >> 7 & 0x100);
            0x7c80_7c80 | second << 16 | first
        }
        Scalar::Double if index % 2 == 1 => 0x7ff0_8080 | payload,
        Scalar::Double => 0x8080_8080 | payload,
        _ => 0x7fa0_8080 | payload,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn words(bytes: &[u8]) -> Vec<u32> {
        bytes
            .as_chunks::<4>()
            .0
            .iter()
            .map(|word| u32::from_le_bytes(*word))
            .collect()
    }

    fn doubles(bytes: &[u8]) -> Vec<u64> {
        let chunks = bytes.as_chunks::<8>().0;
        chunks.iter().map(|c| u64::from_le_bytes(*c)).collect()
    }

    fn guard(argument: usize, scalar: Scalar, side: Side) -> [u8; GUARD_BYTES] {
        let mut guard = [0; GUARD_BYTES];
        write_guard(argument, scalar, side, &mut guard);
        guard
    }

    #[test]
    fn no_two_guard_words_of_a_launch_are_alike_and_no_byte_is_small() {
        for scalar in Scalar::ALL {
            let mut seen = HashSet::new();
            for argument in 0..32 {
                for side in [Side::Before, Side::After] {
                    let guard = guard(argument, scalar, side);
                    assert!(guard.iter().all(|&byte| byte >= 0x7c));
                    for word in words(&guard) {
                        assert!(seen.insert(word), "{scalar:?}, {argument}, {side:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn arithmetic_changes_every_guard_and_every_poison() {
        for argument in 0..32 {
            let mut floats = guard(argument, Scalar::Float, Side::After).to_vec();
            floats.extend([0; 4096]);
            write_poison(argument, Scalar::Float, &mut floats[GUARD_BYTES..]);
            for bits in words(&floats) {
                let x = f32::from_bits(bits);
                assert!(x.is_nan());
                for sum in [x + 1.0, x * 0.0, 0.5f32.mul_add(x, x), x + x] {
                    assert!(sum.is_nan() && sum.to_bits() != bits);
                }
            }
            let mut numbers = guard(argument, Scalar::Double, Side::Before).to_vec();
            numbers.extend([0; 4096]);
            write_poison(argument, Scalar::Double, &mut numbers[GUARD_BYTES..]);
            for bits in doubles(&numbers) {
                let x = f64::from_bits(bits);
                assert!(x.is_nan() && (x + 1.0).to_bits() != bits);
            }
        }
    }

    #[test]
    fn halves_are_signalling_nans() {
        let mut contents = guard(3, Scalar::Half, Side::Before).to_vec();
        contents.extend([0; 4096]);
        write_poison(3, Scalar::Half, &mut contents[GUARD_BYTES..]);
        for half in contents.as_chunks::<2>().0 {
            let bits = u16::from_le_bytes(*half);
            assert_eq!(bits & 0x7e00, 0x7c00, "exponent all ones, not quiet");
            assert_ne!(bits & 0x01ff, 0, "not infinite");
        }
    }

    #[test]
    fn poison_differs_between_neighbours_and_arguments() {
        for scalar in Scalar::ALL {
            let mut first = vec![0; 4096];
            let mut second = vec![0; 4096];
            write_poison(0, scalar, &mut first);
            write_poison(1, scalar, &mut second);
            let (first, second) = (words(&first), words(&second));
            assert!(first.windows(2).all(|pair| pair[0] != pair[1]));
            assert!(first.iter().zip(&second).all(|(a, b)| a != b));
        }
    }

    #[test]
    fn poison_is_recognised_at_its_own_place_alone() {
        for scalar in Scalar::ALL {
            let mut contents = vec![0; 103];
            write_poison(2, scalar, &mut contents);
            assert!(is_poison(2, scalar, 0, &contents));
            assert!(is_poison(2, scalar, 17, &contents[17..60]));
            assert!(!is_poison(2, scalar, 4, &contents[..4]));
            assert!(!is_poison(1, scalar, 0, &contents));
            assert!(!is_poison(2, scalar, 0, &[]));
        }
    }
}
