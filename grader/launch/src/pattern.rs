//! The bit patterns that a device run lays around buffers (guards) and into outputs (poison).
//!
//! Every 32-bit word of them is a quiet NaN as a `float`, and as the upper half of a `double`, so
//! that a value computed from one stays visibly wrong. Guard words are positive and no two in a
//! launch of at most 64 arguments are alike, so a guard word copied to another place of a guard
//! is seen. Poison words are negative and depend on the argument and on the position, so an output
//! element that still holds its poison was never written. No byte of either is a small number, so
//! a stray byte of 0 or 1 is seen as well.

/// Bytes of guard on each side of every buffer.
pub const GUARD_BYTES: usize = 4096;

const GUARD_WORDS: usize = GUARD_BYTES / 4;
const GUARD_BITS: u32 = 0x7ff8_8080;
const POISON_BITS: u32 = 0xfff8_8080;

/// On which side of a buffer a guard lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The bytes just before the buffer's first.
    Before,
    /// The bytes just after the buffer's last.
    After,
}

/// Writes the guard on one `side` of the buffer that is argument number `argument`.
pub fn write_guard(argument: usize, side: Side, guard: &mut [u8; GUARD_BYTES]) {
    let first = (argument * 2 + side as usize) * GUARD_WORDS;
    for (index, word) in guard.as_chunks_mut::<4>().0.iter_mut().enumerate() {
        *word = (GUARD_BITS | payload((first + index) as u32)).to_le_bytes();
    }
}

/// Fills the buffer that is argument number `argument` with poison.
pub fn write_poison(argument: usize, contents: &mut [u8]) {
    let (words, rest) = contents.as_chunks_mut::<4>();
    let count = words.len();
    for (index, word) in words.iter_mut().enumerate() {
        *word = poison_word(argument, index).to_le_bytes();
    }
    rest.copy_from_slice(&poison_word(argument, count).to_le_bytes()[..rest.len()]);
}

/// Do `bytes`, found at byte `offset` of argument number `argument`, still hold its poison?
/// False for no bytes.
pub fn is_poison(argument: usize, offset: usize, bytes: &[u8]) -> bool {
    !bytes.is_empty()
        && bytes.iter().enumerate().all(|(index, &byte)| {
            let at = offset + index;
            byte == poison_word(argument, at / 4).to_le_bytes()[at % 4]
        })
}

/// The poison of the `index`-th word of an argument.
fn poison_word(argument: usize, index: usize) -> u32 {
    let mixed = (index as u32 ^ (argument as u32).rotate_right(8)).wrapping_mul(0x9e37_79b1);
    POISON_BITS | payload(mixed >> 15)
}

/// Spreads the lower 17 bits of a number over the bits of a quiet NaN that are free here.
fn payload(number: u32) -> u32 {
    (number & 0x7f) | (number << 1 & 0x7f00) | (number << 2 & 0x7_0000)
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

    #[test]
    fn no_two_guard_words_of_a_launch_are_alike() {
        let mut seen = HashSet::new();
        for argument in 0..64 {
            for side in [Side::Before, Side::After] {
                let mut guard = [0; GUARD_BYTES];
                write_guard(argument, side, &mut guard);
                for word in words(&guard) {
                    assert!(f32::from_bits(word).is_nan());
                    assert!(word.to_le_bytes().iter().all(|&byte| byte >= 0x7f));
                    assert!(seen.insert(word), "argument {argument}, {side:?}");
                }
            }
        }
    }

    #[test]
    fn poison_is_not_a_number_and_differs_between_neighbours_and_arguments() {
        let mut first = vec![0; 4096];
        let mut second = vec![0; 4096];
        write_poison(0, &mut first);
        write_poison(1, &mut second);
        let (first, second) = (words(&first), words(&second));
        assert!(first.iter().all(|&word| f32::from_bits(word).is_nan()));
        assert!(first.windows(2).all(|pair| pair[0] != pair[1]));
        assert!(first.iter().zip(&second).all(|(a, b)| a != b));
        let double = u64::from(first[0]) << 32;
        assert!(f64::from_bits(double).is_nan());
    }

    #[test]
    fn poison_is_recognised_at_its_own_place_alone() {
        let mut contents = vec![0; 103];
        write_poison(2, &mut contents);
        assert!(is_poison(2, 0, &contents));
        assert!(is_poison(2, 17, &contents[17..60]));
        assert!(!is_poison(2, 4, &contents[..4]));
        assert!(!is_poison(1, 0, &contents));
        assert!(!is_poison(2, 0, &[]));
    }
}
