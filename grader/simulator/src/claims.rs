//! Who may write what: claims on the elements of a launch's buffers, and what a run remembers for them.

use std::sync::Arc;

/// A claim on the elements of one buffer of a launch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Index of the buffer's argument.
    pub argument: usize,
    /// Bytes of one element, as the claim counts them: the kernel may access the buffer in other units.
    pub element: usize,
    /// Who may write which element.
    pub rule: Rule,
}

/// Who may write which element of a buffer. Work-items are numbered by their global ids, dimension 0
/// counting fastest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    /// For each element the only work-item that may write it; [`Rule::ANYONE`] where each of them may.
    Owners(Arc<[u32]>),
    /// Each element is written by one work-item only, and each work-item writes this many elements at
    /// most.
    Each {
        /// Elements of one work-item.
        most: u32,
    },
}

impl Rule {
    /// Stands for an element that any work-item may write.
    pub const ANYONE: u32 = u32::MAX;
}

/// The state of a claimed buffer during a run.
#[derive(Clone, Debug)]
pub(crate) struct Claimed {
    pub(crate) element: usize,
    pub(crate) state: State,
}

#[derive(Clone, Debug)]
pub(crate) enum State {
    Owners(Arc<[u32]>),
    Each {
        most: u32,
        /// For each element who wrote it; [`Rule::ANYONE`] where nobody has.
        writer: Vec<u32>,
        /// For each work-item how many elements it was the first to write.
        written: Vec<u32>,
    },
}

/// Why a write breaks a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Breach {
    /// The element belongs to this work-item.
    Owned { owner: u32 },
    /// This work-item has written it as well.
    Shared { other: u32 },
    /// Each work-item writes this many at most, and the one that writes has written them.
    TooMany { most: u32 },
}

impl Claimed {
    /// A claim on a buffer of `bytes` bytes, in a launch of `work_items` work-items.
    pub(crate) fn new(claim: &Claim, bytes: usize, work_items: usize) -> Claimed {
        let element = claim.element.max(1);
        let elements = bytes.div_ceil(element);
        let state = match &claim.rule {
            Rule::Owners(owners) => State::Owners(owners.clone()),
            Rule::Each { most } => State::Each {
                most: *most,
                writer: vec![Rule::ANYONE; elements],
                written: vec![0; work_items],
            },
        };
        Claimed { element, state }
    }

    /// The first elements that a work-item owns, at most `most` of them.
    pub(crate) fn own(&self, by: u32, most: usize) -> Vec<usize> {
        let State::Owners(owners) = &self.state else {
            return Vec::new();
        };
        let all = owners.iter().enumerate();
        let own = all.filter(|&(_, &owner)| owner == by);
        own.map(|(element, _)| element).take(most).collect()
    }

    /// The only work-item that may write an element.
    pub(crate) fn owner(&self, element: usize) -> Option<u32> {
        let State::Owners(owners) = &self.state else {
            return None;
        };
        let owner = owners.get(element).copied();
        owner.filter(|&owner| owner != Rule::ANYONE)
    }

    /// Notes that a work-item writes an element.
    pub(crate) fn write(&mut self, element: usize, by: u32) -> Option<Breach> {
        match &mut self.state {
            State::Owners(owners) => {
                let owner = *owners.get(element)?;
                if owner == by || owner == Rule::ANYONE {
                    return None;
                }
                Some(Breach::Owned { owner })
            }
            State::Each {
                most,
                writer,
                written,
            } => {
                let writer = writer.get_mut(element)?;
                if *writer == by {
                    return None;
                }
                if *writer != Rule::ANYONE {
                    return Some(Breach::Shared { other: *writer });
                }
                *writer = by;
                let written = written.get_mut(by as usize)?;
                *written = written.saturating_add(1);
                (*written > *most).then_some(Breach::TooMany { most: *most })
            }
        }
    }
}
