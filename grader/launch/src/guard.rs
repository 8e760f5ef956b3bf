//! Compares guard bands after a launch and finds the stray writes in them.

use crate::Buffer;
use crate::outcome::Stray;
use crate::pattern::{GUARD_BYTES, Side, write_guard};
use std::ops::Range;

/// Splits a returned buffer into its contents and the stray writes around them. `None` if its
/// length does not match.
pub(crate) fn split<'a>(
    argument: usize,
    buffer: &Buffer,
    bytes: &'a [u8],
) -> Option<(&'a [u8], Vec<Stray>)> {
    let (before, rest) = bytes.split_first_chunk::<GUARD_BYTES>()?;
    let (contents, after) = rest.split_last_chunk::<GUARD_BYTES>()?;
    if contents.len() != buffer.contents.len() {
        return None;
    }
    let mut strays = Vec::new();
    let mut pattern = [0; GUARD_BYTES];
    for (side, found) in [(Side::Before, before), (Side::After, after)] {
        write_guard(argument, buffer.element.scalar, side, &mut pattern);
        if *found == pattern {
            continue;
        }
        let start = match side {
            Side::Before => -(GUARD_BYTES as i64),
            Side::After => contents.len() as i64,
        };
        let size = buffer.element.size() as i64;
        for elements in changed_elements(&pattern, found, start, size) {
            // An element that only partly overlaps the guard is cut.
            let first = (elements.start * size - start).max(0) as usize;
            let end = ((elements.end * size - start) as usize).min(GUARD_BYTES);
            strays.push(Stray {
                offset: start + first as i64,
                bytes: found[first..end].to_vec(),
            });
        }
    }
    Some((contents, strays))
}

/// The elements in which `found` differs from `pattern`, as ranges counted from the buffer's start.
/// Elements are whole, because a written byte may equal the pattern's.
fn changed_elements(pattern: &[u8], found: &[u8], start: i64, size: i64) -> Vec<Range<i64>> {
    let mut changed: Vec<Range<i64>> = Vec::new();
    for index in (0..found.len()).filter(|&index| found[index] != pattern[index]) {
        let element = (start + index as i64).div_euclid(size);
        match changed.last_mut() {
            Some(last) if element <= last.end => last.end = element + 1,
            _ => changed.push(element..element + 1),
        }
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Access, ElementType, Scalar};

    fn buffer(elements: usize) -> Buffer {
        Buffer {
            name: "out".into(),
            element: ElementType::scalar(Scalar::Float),
            contents: vec![0; elements * 4],
            access: Access::ReadWrite,
            initialized: true,
        }
    }

    fn untouched(argument: usize, buffer: &Buffer) -> Vec<u8> {
        let mut before = [0; GUARD_BYTES];
        let mut after = [0; GUARD_BYTES];
        write_guard(argument, Scalar::Float, Side::Before, &mut before);
        write_guard(argument, Scalar::Float, Side::After, &mut after);
        [&before[..], &buffer.contents, &after].concat()
    }

    #[test]
    fn untouched_guards_give_no_stray() {
        let buffer = buffer(5);
        let bytes = untouched(1, &buffer);
        let (contents, strays) = split(1, &buffer, &bytes).unwrap();
        assert_eq!((contents.len(), strays), (20, vec![]));
        assert!(split(0, &buffer, &bytes).is_some_and(|(_, strays)| !strays.is_empty()));
        assert!(split(1, &buffer, &bytes[1..]).is_none());
        assert!(split(1, &buffer, &[]).is_none());
    }

    #[test]
    fn one_element_before_and_one_after_are_told_apart() {
        let buffer = buffer(3);
        let mut bytes = untouched(0, &buffer);
        bytes[GUARD_BYTES - 4..GUARD_BYTES].copy_from_slice(&1f32.to_le_bytes());
        bytes[GUARD_BYTES + 12..GUARD_BYTES + 16].copy_from_slice(&2f32.to_le_bytes());
        let (_, strays) = split(0, &buffer, &bytes).unwrap();
        let places: Vec<_> = strays.iter().map(|s| s.offset).collect();
        assert_eq!(places, [-4, 12]);
        assert_eq!(strays[0].bytes, 1f32.to_le_bytes());
        assert_eq!(strays[1].bytes, 2f32.to_le_bytes());
    }

    #[test]
    fn neighbouring_elements_are_one_stray_and_distant_ones_are_two() {
        let buffer = buffer(1);
        let mut bytes = untouched(0, &buffer);
        let after = GUARD_BYTES + 4;
        bytes[after..after + 8].fill(0);
        bytes[after + 40] ^= 1;
        let (_, strays) = split(0, &buffer, &bytes).unwrap();
        let places: Vec<_> = strays.iter().map(|s| (s.offset, s.bytes.len())).collect();
        assert_eq!(places, [(4, 8), (44, 4)]);
    }
}
