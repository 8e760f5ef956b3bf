//! A group that is stepped through: it runs from mark to mark, and is looked at in between.

use super::memory::{Allocation, Frames};
use super::{Construct, Machine, Stop};
use crate::code::{Reg, SiteId};
use crate::mask::Mask;
use crate::outcome::{End, Options};
use crate::trace::Recorder;

/// What a work-item does while its group is at a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Position {
    Active,
    /// It returned from the kernel.
    Returned,
    /// It waits until the others come out of a construct, for a reason.
    Waits(Wait, SiteId),
}

/// Why a work-item does not take part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// It takes the other branch of a condition.
    OtherBranch,
    /// It has left a loop, in which others still are.
    LeftLoop,
    /// It has come to the end of a round of a loop.
    EndOfRound,
    /// It takes another case of a `switch`, or has left it.
    OtherCase,
    /// It has returned from a function, in which others still are.
    ReturnedFromFunction,
    /// It has jumped over what others still do.
    Jumped,
}

impl Allocation {
    /// Bytes that a copy takes, roughly.
    pub(crate) fn weight(&self) -> usize {
        let shadow = self.shadow.as_ref().map_or(0, |_| self.size * 4);
        self.bytes.len() + self.bytes.len() / 8 + shadow
    }
}

impl<'a> Machine<'a> {
    /// From here on, and until the group ends, accesses and barriers are recorded. `options` count.
    pub(crate) fn record(&mut self, options: &'a Options, most: usize) {
        self.options = options;
        self.tracing = true;
        self.recorder = Some(Recorder::new(most));
    }
}

impl Machine<'_> {
    pub(crate) fn begin(&mut self, group: usize) {
        self.group_end = self.steps_left.saturating_sub(self.group_steps);
        self.begin_group(group);
    }

    /// Runs the group up to the next mark, or to its end.
    pub(crate) fn advance(&mut self) -> Stop {
        if self.clock.now >= crate::shadow::LAST_TIME {
            return Stop::End(End::OutOfSteps);
        }
        let stop = self.resume();
        if let Stop::End(End::Completed) = stop {
            self.end_group();
        }
        stop
    }

    pub(crate) fn work_items_of_group(&self) -> usize {
        self.work_items
    }

    pub(crate) fn active(&self) -> &Mask {
        &self.mask
    }

    pub(crate) fn register(&self, reg: Reg, lane: usize) -> u64 {
        self.registers.get(reg, lane)
    }

    pub(crate) fn position(&self, lane: usize) -> Position {
        if self.mask.has(lane) {
            return Position::Active;
        }
        for frame in self.frames[..self.depth].iter().rev() {
            let (away, later) = (frame.away.has(lane), frame.later.has(lane));
            if !away && !later {
                continue;
            }
            let wait = match (frame.construct, later) {
                (Construct::If, _) => Wait::OtherBranch,
                (Construct::Loop, true) => Wait::EndOfRound,
                (Construct::Loop, false) => Wait::LeftLoop,
                (Construct::Switch, _) => Wait::OtherCase,
                (Construct::Function, _) => Wait::ReturnedFromFunction,
                (Construct::Block | Construct::Exit, _) => Wait::Jumped,
            };
            return Position::Waits(wait, frame.site);
        }
        Position::Returned
    }

    /// The private memory of one work-item, and which of its bytes hold a value.
    pub(crate) fn frame_of(&self, lane: usize) -> (&[u8], &[u8]) {
        let range = lane * self.frames_memory.frame..(lane + 1) * self.frames_memory.frame;
        (
            &self.frames_memory.bytes[range.clone()],
            &self.frames_memory.defined[range],
        )
    }

    /// Bytes that a copy of the machine without its memory takes, roughly.
    pub(crate) fn weight(&self) -> usize {
        2 * self.frames_memory.bytes.len() + self.registers.weight()
    }

    /// A copy without the memory.
    pub(crate) fn without_memory(&mut self) -> Self {
        let memory = std::mem::take(&mut self.memory);
        let copy = self.clone();
        self.memory = memory;
        copy
    }

    /// Makes this machine, whose code is an expression's, one that stands where `other` does: its ids, its private memory
    /// and the values of these registers of it. `lanes` are to run.
    pub(crate) fn stand_where(
        &mut self,
        other: &Machine<'_>,
        inputs: &[(Reg, Reg)],
        lanes: &[usize],
    ) {
        // For the ids; the memory is put in afterwards, since a group begins with local memory that holds nothing.
        self.begin(other.group);
        for &(from, to) in inputs {
            for lane in 0..self.work_items {
                self.registers
                    .set(to, lane, other.registers.get(from, lane));
            }
        }
        let (frame, work_items) = (self.frames_memory.frame, other.work_items);
        let known = other.frames_memory.frame.min(frame);
        let mut frames = Frames::new(frame, self.shape.work_items());
        for lane in 0..work_items {
            let (bytes, defined) = other.frame_of(lane);
            let at = lane * frame;
            frames.bytes[at..at + known].copy_from_slice(&bytes[..known]);
            frames.defined[at..at + known].copy_from_slice(&defined[..known]);
        }
        self.frames_memory = frames;
        let mut others = Mask::empty(self.shape.work_items());
        self.mask.split(&mut others, |lane| lanes.contains(&lane));
    }
}
