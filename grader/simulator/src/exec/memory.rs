//! The memory of a launch: each buffer, local object and constant object an allocation of its own,
//! with its bytes, and a bit for each: does it hold a value?

use crate::claims::Claimed;
use crate::image::ImageShape;
use crate::shadow::Shadow;

/// What memory an allocation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Space {
    Global,
    Constant,
    Local,
    /// One object for each work-item, at this offset of its frame.
    Private(usize),
    /// A null buffer.
    Null,
}

#[derive(Debug)]
pub(crate) struct Allocation {
    pub(crate) space: Space,
    pub(crate) bytes: Vec<u8>,
    pub(crate) size: usize,
    defined: Vec<u64>,
    /// How many bytes hold no value.
    undefined: usize,
    pub(crate) readable: bool,
    pub(crate) writable: bool,
    /// Are races looked for?
    pub(crate) tracked: bool,
    pub(crate) shadow: Option<Shadow>,
    /// Who may write what, where that is laid down.
    pub(crate) claimed: Option<Box<Claimed>>,
    /// What an image is beside its bytes.
    pub(crate) image: Option<ImageShape>,
    /// The changes so far. A launch runs the same way each time, so that two of one launch's states in which an allocation
    /// has had as many changes have the same contents there.
    pub(crate) changes: u64,
}

impl Clone for Allocation {
    fn clone(&self) -> Self {
        Allocation {
            space: self.space,
            bytes: self.bytes.clone(),
            size: self.size,
            defined: self.defined.clone(),
            undefined: self.undefined,
            readable: self.readable,
            writable: self.writable,
            tracked: self.tracked,
            shadow: self.shadow.clone(),
            claimed: self.claimed.clone(),
            image: self.image,
            changes: self.changes,
        }
    }

    // Into the room that there is: going back does this again and again.
    fn clone_from(&mut self, other: &Self) {
        self.bytes.clone_from(&other.bytes);
        self.defined.clone_from(&other.defined);
        self.shadow.clone_from(&other.shadow);
        self.claimed.clone_from(&other.claimed);
        self.space = other.space;
        self.size = other.size;
        self.undefined = other.undefined;
        self.readable = other.readable;
        self.writable = other.writable;
        self.tracked = other.tracked;
        self.image = other.image;
        self.changes = other.changes;
    }
}

impl Allocation {
    pub(crate) fn new(space: Space, bytes: Vec<u8>, defined: bool) -> Allocation {
        let size = bytes.len();
        let words = size.div_ceil(64);
        Allocation {
            space,
            size,
            defined: vec![if defined { u64::MAX } else { 0 }; if defined { 0 } else { words }],
            undefined: if defined { 0 } else { size },
            bytes,
            readable: true,
            writable: true,
            tracked: false,
            shadow: None,
            claimed: None,
            image: None,
            changes: 0,
        }
    }

    pub(crate) fn private(offset: usize, size: usize) -> Allocation {
        Allocation {
            size,
            ..Allocation::new(Space::Private(offset), Vec::new(), true)
        }
    }

    /// The shadow state, made at the first access.
    #[inline(always)]
    pub(crate) fn shadow(&mut self) -> &mut Shadow {
        self.changes += 1;
        let (size, global) = (self.size, self.space == Space::Global);
        self.shadow.get_or_insert_with(|| Shadow::new(size, global))
    }

    /// Makes every byte indeterminate again.
    pub(crate) fn forget(&mut self) {
        self.changes += 1;
        self.defined.clear();
        self.defined.resize(self.size.div_ceil(64), 0);
        self.undefined = self.size;
    }

    /// Does every byte of a range hold a value?
    #[inline(always)]
    pub(crate) fn is_defined(&self, offset: usize, size: usize) -> bool {
        self.undefined == 0
            || words(offset, size).all(|(word, mask)| self.defined[word] & mask == mask)
    }

    /// Does this byte hold a value?
    pub(crate) fn is_byte_defined(&self, offset: usize) -> bool {
        self.is_defined(offset, 1)
    }

    /// Notes that a range was written and holds values.
    #[inline(always)]
    pub(crate) fn define(&mut self, offset: usize, size: usize) {
        self.changes += 1;
        if self.undefined == 0 {
            return;
        }
        for (word, mask) in words(offset, size) {
            self.undefined -= (mask & !self.defined[word]).count_ones() as usize;
            self.defined[word] |= mask;
        }
    }

    /// Notes that a range holds none.
    pub(crate) fn undefine(&mut self, offset: usize, size: usize) {
        self.changes += 1;
        if self.defined.is_empty() {
            self.defined = vec![u64::MAX; self.size.div_ceil(64)];
        }
        for (word, mask) in words(offset, size) {
            self.undefined += (mask & self.defined[word]).count_ones() as usize;
            self.defined[word] &= !mask;
        }
    }
}

/// The words of a bit set that a range touches, with the bits of the range.
#[inline(always)]
fn words(offset: usize, size: usize) -> impl Iterator<Item = (usize, u64)> {
    let end = offset + size;
    (offset / 64..end.div_ceil(64)).map(move |word| {
        let first = offset.max(word * 64) - word * 64;
        let last = end.min(word * 64 + 64) - word * 64;
        let below = |bits: usize| {
            if bits == 64 {
                u64::MAX
            } else {
                (1 << bits) - 1
            }
        };
        (word, below(last) & !below(first))
    })
}

/// Private memory of all work-items of a group, frame after frame, with a byte for each byte that is
/// 1 where it holds a value.
#[derive(Clone, Debug)]
pub(crate) struct Frames {
    pub(crate) bytes: Vec<u8>,
    pub(crate) defined: Vec<u8>,
    pub(crate) frame: usize,
}

impl Frames {
    pub(crate) fn new(frame: usize, work_items: usize) -> Frames {
        Frames {
            bytes: vec![0; frame * work_items],
            defined: vec![0; frame * work_items],
            frame,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definedness_is_kept_for_each_byte_across_words() {
        let mut allocation = Allocation::new(Space::Global, vec![0; 200], false);
        assert!(!allocation.is_defined(0, 1));
        allocation.define(60, 10);
        assert!(allocation.is_defined(60, 10));
        assert!(!allocation.is_defined(59, 2) && !allocation.is_defined(69, 2));
        allocation.define(0, 200);
        assert_eq!(allocation.undefined, 0);
        allocation.undefine(128, 64);
        assert_eq!(allocation.undefined, 64);
        assert!(allocation.is_defined(0, 128) && !allocation.is_byte_defined(191));
    }
}
