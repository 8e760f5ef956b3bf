//! A group that is stepped through: it runs from mark to mark, and is looked at in between; or its values are recorded at
//! each mark.

use super::memory::{Allocation, Frames, Space};
use super::{Construct, Machine, Stop};
use crate::code::{MarkId, Reg, SiteId, Storage};
use crate::lower::inspected::visible;
use crate::mask::Mask;
use crate::outcome::{End, Options};
use crate::trace::Recorder;
use opencl_c::types::Scalar;
use std::ops::Range;

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

/// Values that a private array's record holds, at most.
const MOST_COMPONENTS: usize = 16;

/// The bytes of a value, and for each of them: does it hold one?
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bytes {
    /// Little-endian, as in memory.
    pub bytes: Vec<u8>,
    /// As many as bytes.
    pub defined: Vec<bool>,
}

impl Bytes {
    /// The bits of each scalar that the value consists of; `None` where it has not been written.
    pub(crate) fn components(&self, scalar: Scalar) -> Vec<Option<u64>> {
        let size = scalar.size() as usize;
        let chunks = self.bytes.chunks_exact(size);
        let all = chunks.zip(self.defined.chunks_exact(size));
        let component = |(bytes, defined): (&[u8], &[bool])| {
            let mut bits = [0; 8];
            bits[..size].copy_from_slice(bytes);
            let is_written = defined.iter().all(|&it| it);
            is_written.then_some(u64::from_le_bytes(bits))
        };
        all.map(component).collect()
    }
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
        self.recorder = Some(Recorder::new(most, false));
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

    /// The value of a variable of a work-item. One in memory that all share is the same for all.
    pub(crate) fn value(&self, storage: &Storage, lane: usize) -> Bytes {
        match storage {
            Storage::Registers {
                scalar,
                regs,
                written,
            } => {
                let mut value = Bytes::default();
                for (index, &reg) in regs.iter().enumerate() {
                    let width = scalar.size() as usize;
                    let is_written = match written.get(index).copied().flatten() {
                        Some(flag) => self.register(flag, lane) as u32 != 0,
                        None => true,
                    };
                    let bits = self.register(reg, lane).to_le_bytes();
                    value.bytes.extend(&bits[..width]);
                    value.defined.extend(std::iter::repeat_n(is_written, width));
                }
                value
            }
            Storage::Object(object) => self.part(*object as usize, lane, 0..usize::MAX),
        }
    }

    /// Some bytes of an object, cut off at its end; of a private one those of a work-item.
    pub(crate) fn part(&self, object: usize, lane: usize, range: Range<usize>) -> Bytes {
        let memory = &self.memory[object];
        let end = range.end.min(memory.size);
        let range = range.start.min(end)..end;
        if let Space::Private(offset) = memory.space {
            let (bytes, defined) = self.frame_of(lane);
            let range = offset + range.start..offset + range.end;
            return Bytes {
                bytes: bytes[range.clone()].to_vec(),
                defined: defined[range].iter().map(|&it| it != 0).collect(),
            };
        }
        Bytes {
            bytes: memory.bytes[range.clone()].to_vec(),
            defined: range.map(|at| memory.is_byte_defined(at)).collect(),
        }
    }

    /// Records the private variables of the active work-items before a statement.
    pub(super) fn record_statement(&mut self, mark: MarkId) {
        if !self.tracing {
            return;
        }
        let Some(mut recorder) = self.recorder.take() else {
            return;
        };
        let is_private = |storage: &Storage| match storage {
            Storage::Registers { .. } => true,
            Storage::Object(object) => {
                matches!(self.memory[*object as usize].space, Space::Private(_))
            }
        };
        let stepping = &self.code.stepping;
        let variables = visible(stepping, mark).into_iter();
        let private = variables.filter(|(_, it)| is_private(&it.storage));
        let named = private.filter_map(|(id, it)| Some((id, it.name.as_str(), it.scalar?)));
        recorder.statement(mark, &self.mask, named, |variable, scalar, lane| {
            let value = self.value(&stepping.variables[variable as usize].storage, lane);
            let mut components = value.components(scalar);
            components.truncate(MOST_COMPONENTS);
            components
        });
        self.recorder = Some(recorder);
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
