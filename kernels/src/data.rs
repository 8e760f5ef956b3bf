//! Input data: every element differs from every other, so that a kernel that takes the wrong
//! element is seen, and every value is an integer (or a quarter of one) that `float` holds exactly.

use std::fmt::Display;
use std::sync::OnceLock;

/// What data is drawn from beside its pattern; absent in a check, whose cases are the same everywhere.
static SECRET: OnceLock<u64> = OnceLock::new();

/// From now on the data of all cases of this process is drawn from `secret` too, and follows no line, so that knowing
/// how the course makes data does not replace reading it. Shapes of data, such as how many rows of a matrix are empty,
/// stay as their patterns say. False if another secret was set before.
pub fn draw_from(secret: u64) -> bool {
    *SECRET.get_or_init(|| secret) == secret
}

/// Is data drawn from a secret?
pub fn is_secret() -> bool {
    SECRET.get().is_some()
}

/// The secret; 0 where there is none.
pub(crate) fn secret() -> u64 {
    SECRET.get().copied().unwrap_or(0)
}

/// Does the data of a pattern count up?
fn counts_up(pattern: Pattern) -> bool {
    pattern == 0 && !is_secret()
}

/// Scattered integers lie from minus this to less than this.
const MOST: i32 = 1 << 17;

/// So many different integers, more than a case has elements. It is a power of two: an affine map with an
/// odd factor permutes them, so values stay distinct.
const SPAN: u64 = 2 * MOST as u64;

/// How the data of a case is made. 0 counts up, which is easiest to follow; each other number
/// scatters the values in its own way.
pub(crate) type Pattern = u8;

/// `len` distinct integers; two `salt`s give unrelated sequences.
pub(crate) fn integers(len: usize, pattern: Pattern, salt: u8) -> Vec<i32> {
    if counts_up(pattern) {
        // 1, 2, 3, ... and 10, 20, 30, ...: a mix-up is seen at a glance.
        let step = if salt == 0 { 1 } else { 10 };
        return (1..=len as i32).map(|index| index * step).collect();
    }
    let seed = u64::from(pattern) << 8 | u64::from(salt);
    (0..len as u64)
        .map(|index| place(index, SPAN, pattern, seed) as i32 - MOST)
        .collect()
}

/// [`integers`], `factor` times as large where they are scattered: with a factor that makes them or
/// their sums exceed 2^24, a kernel that computes in `float` is seen.
pub(crate) fn wide_integers(len: usize, pattern: Pattern, salt: u8, factor: i32) -> Vec<i32> {
    widened(integers(len, pattern, salt), pattern, factor)
}

/// [`scattered`], `factor` times as large where they are scattered.
pub(crate) fn wide_scattered(len: usize, pattern: Pattern, salt: u8, factor: i32) -> Vec<i32> {
    widened(scattered(len, pattern, salt), pattern, factor)
}

/// [`wide_integers`] that go to both ends of what they may be: where they are scattered, one of them is
/// the least and one the most.
pub(crate) fn extreme_integers(len: usize, pattern: Pattern, salt: u8, factor: i32) -> Vec<i32> {
    let mut values = wide_integers(len, pattern, salt, factor);
    if !counts_up(pattern) && len > 2 {
        values[len / 3] = least_extreme(factor);
        values[len - 1] = most_extreme(factor);
    }
    values
}

/// The least of [`extreme_integers`], which no other of them is.
pub(crate) const fn least_extreme(factor: i32) -> i32 {
    -most_extreme(factor)
}

/// The most of [`extreme_integers`].
pub(crate) const fn most_extreme(factor: i32) -> i32 {
    (MOST + 1) * factor
}

fn widened(values: Vec<i32>, pattern: Pattern, factor: i32) -> Vec<i32> {
    let factor = if counts_up(pattern) { 1 } else { factor };
    values.into_iter().map(|value| value * factor).collect()
}

/// [`integers`], in quarters where they are scattered.
pub(crate) fn floats(len: usize, pattern: Pattern, salt: u8) -> Vec<f32> {
    let scale = if counts_up(pattern) { 1.0 } else { 0.25 };
    let integers = integers(len, pattern, salt).into_iter();
    integers.map(|value| value as f32 * scale).collect()
}

/// `len` integers of the size of [`integers`] that follow no line, where sums and differences of
/// neighbours would otherwise be alike. Two may be equal by chance. Pattern 0 counts as there.
pub(crate) fn scattered(len: usize, pattern: Pattern, salt: u8) -> Vec<i32> {
    if counts_up(pattern) {
        return integers(len, pattern, salt);
    }
    let seed = u64::from(pattern) << 40 | u64::from(salt) << 32;
    (0..len as u64)
        .map(|index| (mix(seed + index) % SPAN) as i32 - MOST)
        .collect()
}

/// `len` numbers below `below` that follow no line: whatever the stride, neighbours differ in most
/// places. They repeat, since there are few of them. Pattern 0 counts up.
pub(crate) fn small(len: usize, pattern: Pattern, below: u8) -> Vec<u8> {
    let seed = u64::from(pattern) << 32;
    (0..len as u64)
        .map(|index| match counts_up(pattern) {
            true => (index % u64::from(below)) as u8,
            false => (mix(seed + index) % u64::from(below)) as u8,
        })
        .collect()
}

/// `len` bytes. Pattern 0 counts in fives; in each other pattern small bytes come more often than
/// large ones, so that each value is as frequent as no other.
pub(crate) fn skewed(len: usize, pattern: Pattern) -> Vec<u8> {
    if counts_up(pattern) {
        return (1..=len).map(|index| (index * 5 % 256) as u8).collect();
    }
    let scattered = (0..len as u64).map(|index| mix(u64::from(pattern) << 32 | index));
    scattered
        .map(|random| (((random & 0xff) * (random >> 8 & 0xff)) >> 8) as u8)
        .collect()
}

/// The first few values as text, fewer where they are long.
pub(crate) fn preview<T: Display>(values: &[T]) -> String {
    const SHOWN: usize = 5;
    const WIDTH: usize = 44;
    let mut first = String::new();
    let mut shown = 0;
    for value in values.iter().take(SHOWN).map(T::to_string) {
        if shown > 0 && first.len() + 2 + value.len() > WIDTH {
            break;
        }
        if shown > 0 {
            first.push_str(", ");
        }
        first.push_str(&value);
        shown += 1;
    }
    match values.len() {
        0 => "none".to_owned(),
        len if len == shown => first,
        len => format!("{first}, ... ({len} values)"),
    }
}

/// The bytes of a buffer.
pub(crate) fn bytes<const SIZE: usize, T: Copy>(
    values: &[T],
    to_bytes: impl Fn(T) -> [u8; SIZE],
) -> Vec<u8> {
    let mut bytes = vec![0; values.len() * SIZE];
    for (place, &value) in bytes.as_chunks_mut().0.iter_mut().zip(values) {
        *place = to_bytes(value);
    }
    bytes
}

/// Where `index` goes among `span` places. For a power of two, indices below it have places of their own. Those of
/// the lower half of the patterns lie on a line, modulo `span`; those of the upper half, and all under a secret,
/// follow none, so that two elements do not reveal the others.
pub fn place(index: u64, span: u64, pattern: u8, seed: u64) -> u64 {
    let mixed = mix(seed);
    let on_a_line = pattern <= u8::MAX / 2 && !is_secret();
    match on_a_line {
        true => index.wrapping_mul(mixed | 1).wrapping_add(mixed >> 32) % span,
        false => permuted(index % span, span, mixed),
    }
}

/// A permutation of the numbers below `span`: a Feistel network, walked until it falls below `span` again.
fn permuted(mut index: u64, span: u64, key: u64) -> u64 {
    const ROUNDS: u64 = 4;
    let half = (u64::BITS - (span - 1).leading_zeros()).div_ceil(2).max(1);
    let mask = (1 << half) - 1;
    loop {
        let (mut left, mut right) = (index >> half, index & mask);
        for round in 0..ROUNDS {
            (left, right) = (right, left ^ (spread(key ^ round << 60 ^ right) & mask));
        }
        index = left << half | right;
        if index < span {
            return index;
        }
    }
}

/// Spreads a small number over all bits, together with the secret where there is one.
pub fn mix(seed: u64) -> u64 {
    spread(seed ^ secret())
}

/// SplitMix64's finaliser.
fn spread(seed: u64) -> u64 {
    let mut mixed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sizes::LARGEST;
    use std::collections::HashSet;

    #[test]
    fn values_differ_at_each_index_whatever_the_pattern() {
        for pattern in [0, 1, 2, 77, 255] {
            for salt in [0, 1] {
                let values = integers(LARGEST, pattern, salt);
                let distinct: HashSet<i32> = values.iter().copied().collect();
                assert_eq!(distinct.len(), LARGEST, "pattern {pattern}, salt {salt}");
            }
        }
    }

    #[test]
    fn a_permutation_takes_each_number_once() {
        for span in [1, 2, 3, 17, 64, 1000, SPAN] {
            let places: HashSet<u64> = (0..span).map(|index| permuted(index, span, 7)).collect();
            assert_eq!(places.len() as u64, span);
            assert!(places.iter().all(|&place| place < span));
        }
    }

    #[test]
    fn scattered_integers_have_neighbours_that_differ_by_ever_other_amounts() {
        for pattern in [1, 2, 255] {
            let values = scattered(1000, pattern, 1);
            let steps: HashSet<i32> = values.windows(2).map(|two| two[1] - two[0]).collect();
            assert!(steps.len() > 980, "{pattern}: {}", steps.len());
        }
        assert_eq!(scattered(3, 0, 1), [10, 20, 30]);
    }

    #[test]
    fn every_float_is_exact() {
        for pattern in [0, 9] {
            let floats = floats(LARGEST, pattern, 1);
            let integers = integers(LARGEST, pattern, 1);
            let scale = if pattern == 0 { 1.0 } else { 0.25 };
            assert!(
                floats
                    .iter()
                    .zip(integers)
                    .all(|(&float, integer)| f64::from(float) == f64::from(integer) * scale)
            );
        }
    }

    #[test]
    fn the_two_sequences_of_a_pattern_differ_from_each_other() {
        for pattern in [0, 3] {
            assert_ne!(integers(50, pattern, 0), integers(50, pattern, 1));
        }
    }

    #[test]
    fn small_bytes_come_more_often() {
        for pattern in [1, 255] {
            let bytes = skewed(10_000, pattern);
            let below = |limit: u8| bytes.iter().filter(|&&byte| byte < limit).count();
            assert!(below(32) > 3000 && below(128) < 9000);
        }
        assert_eq!(skewed(3, 0), [5, 10, 15]);
    }

    #[test]
    fn small_numbers_stay_below_their_limit_and_follow_no_stride() {
        let values = small(4096, 7, 48);
        assert!(values.iter().all(|&value| value < 48));
        for stride in [1, 2, 3, 16, 48, 64, 256] {
            let same = (stride..4096).filter(|&index| values[index] == values[index - stride]);
            assert!(same.count() < 4096 / 20, "{stride}");
        }
        assert_eq!(small(3, 0, 2), [0, 1, 0]);
    }

    #[test]
    fn a_preview_is_short_and_says_how_much_there_is() {
        assert_eq!(preview::<i32>(&[]), "none");
        assert_eq!(preview(&[1, 2]), "1, 2");
        assert_eq!(preview(&integers(9, 0, 0)), "1, 2, 3, 4, 5, ... (9 values)");
        let long = [-1_000_000_000; 5];
        let three = "-1000000000, -1000000000, -1000000000";
        assert_eq!(preview(&long), format!("{three}, ... (5 values)"));
    }
}
