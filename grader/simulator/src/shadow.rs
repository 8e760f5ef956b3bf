//! Races, by happens-before.
//!
//! Two accesses of two work-items to one byte race if at least one writes, they are not both atomic,
//! and nothing orders them. Within a work-group a barrier orders what came before it and what comes
//! after, for the address spaces its fence flags name; work-groups are never ordered. How the
//! simulator happens to interleave work-items plays no part: that the lanes of an instruction run in
//! order does not order them.
//!
//! Time is a counter that advances at every barrier and at every new work-group, so it names both
//! the group and the stretch between two barriers. An access at time `t` is ordered before the
//! present one if `since > t >= start`, where `start` is when this group began and `since` when the
//! last barrier that fences this address space was passed; it belongs to another group if
//! `t < start`. (Work-groups are simulated one after another.)
//!
//! Each cell keeps its last write, its readers since the last fence (two distinct ones show whether
//! there are several), one reader of another group, and the same for atomics. A cell is four bytes
//! while all accesses to the buffer are made of aligned four-byte words; the first other access
//! splits all cells of the buffer to bytes.
//!
//! Promise: may miss (a write that was overwritten in the same stretch of time is forgotten, but that
//! pair raced itself; after a split, a reader of another group or an atomic operation can be forgotten
//! when a group reads what it is about to write); must not invent.
//!
//! State: 24 bytes for a cell of four, and 16 more where atomics work on the buffer; 16 for a cell of
//! one byte, where reads and atomics share a record. So it is at most 16 bytes for each byte of the
//! buffer.

use crate::counters::AccessKind;

/// Two work-items, a time and a place in 64 bits: 27 bits of time, one that tells atomics, 2 x 10 of
/// work-items, 16 of place. No record is zero, since time begins at 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Record(u64);

/// The last time that a record can hold.
pub(crate) const LAST_TIME: u64 = (1 << 27) - 1;

/// Stands for every place whose number a record cannot hold.
const FAR_SITE: u32 = 0xffff;

const ATOMIC: u64 = 1 << 36;

impl Record {
    #[inline(always)]
    fn new(time: u64, first: usize, second: usize, site: u32) -> Record {
        let site = site.min(FAR_SITE);
        Record(time << 37 | (first as u64) << 26 | (second as u64) << 16 | u64::from(site))
    }

    /// An access of the whole group together: within the group, its wait orders it.
    fn collective(time: u64, site: u32) -> Record {
        Record::new(time, 1, 0, site)
    }

    /// Any other record has one work-item twice, or two of them in order.
    #[inline(always)]
    fn is_collective(self) -> bool {
        self.0 >> 16 & 0xfffff == 1 << 10
    }

    /// The same, by another work-item too.
    #[inline(always)]
    fn joined(self, lane: usize) -> Record {
        let (first, second) = (self.first().min(lane), self.first().max(lane));
        let others = self.0 & !(0xfffff << 16);
        Record(others | (first as u64) << 26 | (second as u64) << 16)
    }

    fn atomic(self) -> Record {
        Record(self.0 | ATOMIC)
    }

    #[inline(always)]
    fn is_atomic(self) -> bool {
        self.0 & ATOMIC != 0
    }

    #[inline(always)]
    pub(crate) fn time(self) -> u64 {
        self.0 >> 37
    }

    #[inline(always)]
    fn first(self) -> usize {
        (self.0 >> 26) as usize & 0x3ff
    }

    #[inline(always)]
    fn second(self) -> usize {
        (self.0 >> 16) as usize & 0x3ff
    }

    /// The place, where it is known.
    #[inline(always)]
    pub(crate) fn site(self) -> Option<u32> {
        let site = self.0 as u32 & 0xffff;
        (site != FAR_SITE).then_some(site)
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Access {
    pub(crate) now: u64,
    /// When the last barrier that orders this address space was passed.
    pub(crate) since: u64,
    /// When this work-group began.
    pub(crate) start: u64,
    pub(crate) site: u32,
}

/// An earlier access that the present one races with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Conflict {
    pub(crate) kind: AccessKind,
    pub(crate) time: u64,
    pub(crate) lane: usize,
    pub(crate) site: Option<u32>,
}

/// What was done to a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Touched {
    pub(crate) written: bool,
    pub(crate) read: bool,
}

#[derive(Clone, Debug, Default)]
struct Atomics {
    latest: Vec<u64>,
    other: Vec<u64>,
}

/// The state of one buffer or local object.
#[derive(Clone, Debug)]
pub(crate) struct Shadow {
    size: usize,
    bytewise: bool,
    /// Work-groups share this memory.
    global: bool,
    write: Vec<u64>,
    read: Vec<u64>,
    other: Vec<u64>,
    atomics: Option<Atomics>,
}

impl Shadow {
    pub(crate) fn new(size: usize, global: bool) -> Shadow {
        let cells = size.div_ceil(4);
        Shadow {
            size,
            bytewise: false,
            global,
            write: vec![0; cells],
            read: vec![0; cells],
            other: if global { vec![0; cells] } else { Vec::new() },
            atomics: None,
        }
    }

    /// Bytes of state for a buffer of this many bytes, at most.
    pub(crate) fn most_bytes(size: u64) -> u64 {
        size.saturating_mul(16)
    }

    /// Bytes of state.
    #[cfg(test)]
    fn bytes(&self) -> usize {
        let atomics = self.atomics.as_ref();
        let cells = [Some(&self.write), Some(&self.read), Some(&self.other)]
            .into_iter()
            .chain([
                atomics.map(|atomics| &atomics.latest),
                atomics.map(|atomics| &atomics.other),
            ]);
        cells.flatten().map(|cells| cells.capacity() * 8).sum()
    }

    fn split(&mut self) {
        let spread = |cells: &[u64]| {
            let mut bytes = Vec::with_capacity(self.size);
            let spread = cells.iter().flat_map(|&cell| [cell; 4]);
            bytes.extend(spread.take(self.size));
            bytes
        };
        self.other = Vec::new();
        if let Some(atomics) = self.atomics.take() {
            for (read, latest) in self.read.iter_mut().zip(atomics.latest) {
                if latest != 0 && Record(latest).time() >= Record(*read).time() {
                    *read = Record(latest).atomic().0;
                }
            }
        }
        self.write = spread(&self.write);
        self.read = spread(&self.read);
        self.bytewise = true;
    }

    #[inline(always)]
    fn cells(&mut self, offset: usize, size: usize) -> std::ops::Range<usize> {
        if self.bytewise {
            return offset..offset + size;
        }
        if (offset | size) & 3 != 0 {
            self.split();
            return offset..offset + size;
        }
        offset >> 2..(offset + size) >> 2
    }

    /// A read of `size` bytes that lie within the buffer.
    #[inline(always)]
    pub(crate) fn read(
        &mut self,
        offset: usize,
        size: usize,
        lane: usize,
        access: Access,
    ) -> Option<Conflict> {
        let mut found = None;
        for cell in self.cells(offset, size) {
            let write = Record(self.write[cell]);
            if write.0 != 0 {
                found = found.or(unordered(
                    write,
                    lane,
                    access,
                    self.global,
                    AccessKind::Store,
                ));
            }
            if self.atomics.is_some() {
                found = found.or_else(|| self.with_atomics(cell, lane, access));
            }
            let read = Record(self.read[cell]);
            if read.is_atomic() {
                found = found.or(unordered(
                    read,
                    lane,
                    access,
                    self.global,
                    AccessKind::Atomic,
                ));
            }
            if read.time() < access.since || read.is_collective() {
                if self.global && read.0 != 0 && read.time() < access.start && !self.bytewise {
                    self.other[cell] = read.0;
                }
                self.read[cell] = Record::new(access.now, lane, lane, access.site).0;
            } else if read.first() == read.second() && read.first() != lane && !read.is_atomic() {
                self.read[cell] = read.joined(lane).0;
            }
        }
        found
    }

    /// A write of `size` bytes that lie within the buffer.
    #[inline(always)]
    pub(crate) fn write(
        &mut self,
        offset: usize,
        size: usize,
        lane: usize,
        access: Access,
    ) -> Option<Conflict> {
        let mut found = None;
        for cell in self.cells(offset, size) {
            let conflict = self.with_plain(cell, lane, access);
            found = found.or(conflict);
            if self.atomics.is_some() {
                found = found.or_else(|| self.with_atomics(cell, lane, access));
            }
            self.write[cell] = Record::new(access.now, lane, lane, access.site).0;
        }
        found
    }

    /// An atomic operation on `size` bytes that lie within the buffer.
    pub(crate) fn atomic(
        &mut self,
        offset: usize,
        size: usize,
        lane: usize,
        access: Access,
    ) -> Option<Conflict> {
        let mut found = None;
        for cell in self.cells(offset, size) {
            let read = Record(self.read[cell]);
            if !read.is_atomic() {
                let conflict = self.with_plain(cell, lane, access);
                found = found.or(conflict);
            } else {
                let write = Record(self.write[cell]);
                found = found.or(unordered(
                    write,
                    lane,
                    access,
                    self.global,
                    AccessKind::Store,
                ));
            }
            if self.bytewise {
                let known = if read.is_atomic() { read } else { Record(0) };
                self.read[cell] = with_atomic(known, lane, access).atomic().0;
            }
        }
        if self.bytewise {
            return found;
        }
        let words = self.size.div_ceil(4);
        let atomics = self.atomics.get_or_insert_with(|| Atomics {
            latest: vec![0; words],
            other: vec![0; words],
        });
        for word in offset >> 2..(offset + size).div_ceil(4) {
            let latest = Record(atomics.latest[word]);
            if latest.0 != 0 && latest.time() < access.start {
                atomics.other[word] = latest.0;
            }
            atomics.latest[word] = with_atomic(latest, lane, access).0;
        }
        found
    }

    /// An atomic operation that turned out to write nothing: a failed `atomic_cmpxchg`.
    pub(crate) fn atomic_read(
        &mut self,
        offset: usize,
        size: usize,
        lane: usize,
        access: Access,
    ) -> Option<Conflict> {
        self.cells(offset, size).find_map(|cell| {
            let write = Record(self.write[cell]);
            unordered(write, lane, access, self.global, AccessKind::Store)
        })
    }

    /// The whole group reads: an async copy. It races with writes of any work-item before it; after
    /// the wait it is over for this group, but not for others.
    pub(crate) fn read_together(
        &mut self,
        offset: usize,
        size: usize,
        access: Access,
    ) -> Option<Conflict> {
        let mut found = None;
        for cell in self.cells(offset, size) {
            let conflict = together(
                Record(self.write[cell]),
                access,
                self.global,
                AccessKind::Store,
            );
            found = found.or(conflict);
            found = found.or_else(|| self.atomics_together(cell, access));
            let collective = Record::collective(access.now, access.site);
            let read = Record(self.read[cell]);
            // A reader of this group tells the others as much.
            if self.global && read.time() < access.start {
                if read.0 != 0 && !self.bytewise {
                    self.other[cell] = read.0;
                }
                self.read[cell] = collective.0;
            }
        }
        found
    }

    /// The last unordered access to any of these bytes; the whole group replaces them, with an async
    /// copy.
    pub(crate) fn write_together(
        &mut self,
        offset: usize,
        size: usize,
        access: Access,
    ) -> Option<Conflict> {
        let mut found = None;
        for cell in self.cells(offset, size) {
            let read = Record(self.read[cell]);
            let conflict = together(
                Record(self.write[cell]),
                access,
                self.global,
                AccessKind::Store,
            );
            found = found.or(conflict);
            if !read.is_atomic() {
                found = found.or(together(read, access, self.global, AccessKind::Load));
            }
            if self.global && !self.bytewise {
                let other = Record(self.other[cell]);
                if other.time() < access.start {
                    found = found.or(together(other, access, true, AccessKind::Load));
                }
            }
            found = found.or_else(|| self.atomics_together(cell, access));
            self.write[cell] = Record::collective(access.now, access.site).0;
            self.read[cell] = 0;
        }
        found
    }

    fn atomics_together(&self, cell: usize, access: Access) -> Option<Conflict> {
        let read = Record(self.read[cell]);
        if read.is_atomic() {
            return together(read, access, self.global, AccessKind::Atomic);
        }
        let atomics = self.atomics.as_ref()?;
        [atomics.latest[cell], atomics.other[cell]]
            .into_iter()
            .find_map(|bits| together(Record(bits), access, self.global, AccessKind::Atomic))
    }

    /// What was done to a word of four bytes, by whomever.
    pub(crate) fn touched(&self, word: usize) -> Touched {
        let cells = if self.bytewise {
            word * 4..(word * 4 + 4).min(self.size)
        } else {
            word..word + 1
        };
        Touched {
            written: cells.clone().any(|cell| self.write[cell] != 0),
            read: cells.clone().any(|cell| {
                self.read[cell] != 0 || self.other.get(cell).is_some_and(|&other| other != 0)
            }),
        }
    }

    /// Notes what another range of work-groups did to a word.
    pub(crate) fn touch(&mut self, word: usize, touched: Touched) {
        let cell = if self.bytewise { word * 4 } else { word };
        if touched.written {
            self.write[cell] = u64::MAX;
        }
        if touched.read {
            self.read[cell] = u64::MAX;
        }
    }

    #[inline(always)]
    fn with_plain(&self, cell: usize, lane: usize, access: Access) -> Option<Conflict> {
        let write = Record(self.write[cell]);
        let mut found = None;
        if write.0 != 0 {
            found = unordered(write, lane, access, self.global, AccessKind::Store);
        }
        let read = Record(self.read[cell]);
        if found.is_none() && read.0 != 0 {
            let kind = if read.is_atomic() {
                AccessKind::Atomic
            } else {
                AccessKind::Load
            };
            found = unordered(read, lane, access, self.global, kind);
        }
        if found.is_none() && self.global && !self.bytewise {
            let other = Record(self.other[cell]);
            if other.0 != 0 && other.time() < access.start {
                found = unordered(other, lane, access, true, AccessKind::Load);
            }
        }
        found
    }

    fn with_atomics(&self, cell: usize, lane: usize, access: Access) -> Option<Conflict> {
        let atomics = self.atomics.as_ref()?;
        [atomics.latest[cell], atomics.other[cell]]
            .into_iter()
            .find_map(|bits| unordered(Record(bits), lane, access, self.global, AccessKind::Atomic))
    }
}

#[inline(always)]
fn unordered(
    record: Record,
    lane: usize,
    access: Access,
    global: bool,
    kind: AccessKind,
) -> Option<Conflict> {
    let time = record.time();
    let by = |lane| Conflict {
        kind,
        time,
        lane: if record.is_collective() { 0 } else { lane },
        site: record.site(),
    };
    if record.0 == 0 {
        return None;
    }
    if time >= access.since {
        if record.is_collective() {
            return None;
        }
        if record.first() != lane {
            return Some(by(record.first()));
        }
        if record.second() != lane {
            return Some(by(record.second()));
        }
    } else if global && time < access.start {
        return Some(by(record.first()));
    }
    None
}

/// The record of an atomic operation that follows what `record` tells.
fn with_atomic(record: Record, lane: usize, access: Access) -> Record {
    let joins = record.time() >= access.since && !record.is_collective();
    if !joins {
        return Record::new(access.now, lane, lane, access.site);
    }
    if record.first() == record.second() && record.first() != lane {
        return record.joined(lane);
    }
    record
}

/// An earlier access that an access of the whole group together races with.
fn together(record: Record, access: Access, global: bool, kind: AccessKind) -> Option<Conflict> {
    let own = record.time() >= access.since && !record.is_collective();
    let foreign = global && record.time() < access.start;
    (record.0 != 0 && (own || foreign)).then(|| Conflict {
        kind,
        time: record.time(),
        lane: if record.is_collective() {
            0
        } else {
            record.first()
        },
        site: record.site(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(now: u64, since: u64, start: u64) -> Access {
        Access {
            now,
            since,
            start,
            site: 7,
        }
    }

    #[test]
    fn a_write_and_a_read_of_two_work_items_race_until_a_fence() {
        let mut shadow = Shadow::new(16, false);
        assert_eq!(shadow.write(4, 4, 1, at(1, 1, 1)), None);
        let conflict = shadow.read(4, 4, 2, at(1, 1, 1)).expect("a race");
        assert_eq!((conflict.kind, conflict.lane), (AccessKind::Store, 1));
        assert_eq!(shadow.read(4, 4, 1, at(1, 1, 1)), None);
        assert_eq!(shadow.read(4, 4, 2, at(2, 2, 1)), None);
        // A barrier that fences another address space orders nothing here.
        assert!(shadow.read(4, 4, 2, at(2, 1, 1)).is_some());
    }

    #[test]
    fn several_readers_are_told_from_the_writer_itself() {
        let mut shadow = Shadow::new(4, false);
        assert_eq!(shadow.read(0, 4, 3, at(1, 1, 1)), None);
        assert_eq!(shadow.write(0, 4, 3, at(1, 1, 1)), None);
        let mut shadow = Shadow::new(4, false);
        assert_eq!(shadow.read(0, 4, 3, at(1, 1, 1)), None);
        assert_eq!(shadow.read(0, 4, 5, at(1, 1, 1)), None);
        assert_eq!(shadow.write(0, 4, 3, at(1, 1, 1)).map(|c| c.lane), Some(5));
    }

    #[test]
    fn groups_are_never_ordered_in_global_memory_and_do_not_meet_in_local() {
        let mut shadow = Shadow::new(4, true);
        assert_eq!(shadow.write(0, 4, 0, at(1, 1, 1)), None);
        assert!(shadow.read(0, 4, 0, at(5, 5, 5)).is_some());
        let mut shadow = Shadow::new(4, false);
        assert_eq!(shadow.write(0, 4, 0, at(1, 1, 1)), None);
        assert_eq!(shadow.read(0, 4, 1, at(5, 5, 5)), None);
    }

    #[test]
    fn a_reader_of_another_group_is_remembered_behind_one_of_this_group() {
        let mut shadow = Shadow::new(4, true);
        assert_eq!(shadow.read(0, 4, 9, at(1, 1, 1)), None);
        assert_eq!(shadow.read(0, 4, 0, at(5, 5, 5)), None);
        let conflict = shadow.write(0, 4, 0, at(5, 5, 5)).expect("a race");
        assert_eq!((conflict.lane, conflict.time), (9, 1));
    }

    #[test]
    fn neighbouring_bytes_of_one_word_do_not_race() {
        let mut shadow = Shadow::new(8, true);
        assert_eq!(shadow.write(0, 1, 0, at(1, 1, 1)), None);
        assert_eq!(shadow.write(1, 1, 1, at(1, 1, 1)), None);
        assert!(shadow.write(1, 1, 2, at(1, 1, 1)).is_some());
    }

    #[test]
    fn a_split_keeps_what_the_cells_knew() {
        let mut shadow = Shadow::new(8, true);
        assert_eq!(shadow.write(0, 4, 0, at(1, 1, 1)), None);
        assert!(shadow.read(2, 1, 1, at(1, 1, 1)).is_some());
        assert_eq!(shadow.read(5, 1, 1, at(1, 1, 1)), None);
    }

    #[test]
    fn atomics_race_with_plain_accesses_only() {
        let mut shadow = Shadow::new(4, true);
        assert_eq!(shadow.atomic(0, 4, 0, at(1, 1, 1)), None);
        assert_eq!(shadow.atomic(0, 4, 1, at(1, 1, 1)), None);
        let conflict = shadow.read(0, 4, 1, at(1, 1, 1)).expect("a race");
        assert_eq!((conflict.kind, conflict.lane), (AccessKind::Atomic, 0));
        assert!(shadow.atomic(0, 4, 0, at(1, 1, 1)).is_some());
    }

    #[test]
    fn atomics_on_split_cells_race_with_plain_accesses_only() {
        let mut shadow = Shadow::new(8, true);
        assert_eq!(shadow.atomic(0, 4, 0, at(1, 1, 1)), None);
        assert_eq!(shadow.write(5, 1, 1, at(1, 1, 1)), None);
        assert!(shadow.bytewise);
        assert_eq!(shadow.atomic(0, 4, 1, at(1, 1, 1)), None);
        let conflict = shadow.read(2, 1, 1, at(1, 1, 1)).expect("a race");
        assert_eq!((conflict.kind, conflict.lane), (AccessKind::Atomic, 0));
        let conflict = shadow.write(2, 1, 3, at(1, 1, 1)).expect("a race");
        assert_eq!(conflict.kind, AccessKind::Atomic);
        assert_eq!(shadow.atomic(4, 4, 1, at(2, 2, 1)), None);
        assert!(shadow.atomic(4, 4, 1, at(9, 9, 9)).is_some());
    }

    #[test]
    fn copies_of_a_group_race_with_other_groups_in_either_order() {
        for split in [false, true] {
            let mut shadow = Shadow::new(8, true);
            if split {
                shadow.split();
            }
            assert_eq!(shadow.read_together(0, 4, at(1, 1, 1)), None);
            assert_eq!(shadow.write(0, 4, 0, at(1, 1, 1)), None, "after its wait");
            assert!(shadow.write_together(0, 4, at(5, 5, 5)).is_some());
            assert_eq!(shadow.read_together(4, 4, at(1, 1, 1)), None);
            assert!(shadow.write_together(4, 4, at(5, 5, 5)).is_some());
        }
    }

    #[test]
    fn a_copy_of_a_group_races_with_readers_and_atomics_of_an_earlier_group() {
        let mut shadow = Shadow::new(8, true);
        assert_eq!(shadow.read(0, 4, 3, at(1, 1, 1)), None);
        assert_eq!(shadow.read(0, 4, 4, at(5, 5, 5)), None);
        let conflict = shadow.write_together(0, 4, at(6, 6, 5)).expect("a race");
        assert_eq!((conflict.kind, conflict.lane), (AccessKind::Load, 3));
        assert_eq!(shadow.atomic(4, 4, 3, at(1, 1, 1)), None);
        let conflict = shadow.read_together(4, 4, at(5, 5, 5)).expect("a race");
        assert_eq!(conflict.kind, AccessKind::Atomic);
    }

    #[test]
    fn the_reads_of_a_copy_are_seen_when_parts_are_put_together() {
        let mut shadow = Shadow::new(4, true);
        shadow.read_together(0, 4, at(1, 1, 1));
        let touched = shadow.touched(0);
        assert!(touched.read && !touched.written);
    }

    #[test]
    fn a_place_beyond_what_a_record_holds_is_no_place() {
        let mut shadow = Shadow::new(4, true);
        let far = Access {
            site: 70_000,
            ..at(1, 1, 1)
        };
        assert_eq!(shadow.write(0, 4, 0, far), None);
        let conflict = shadow.read(0, 4, 1, at(1, 1, 1)).expect("a race");
        assert_eq!(conflict.site, None);
    }

    #[test]
    fn state_is_at_most_sixteen_bytes_for_each_byte_of_a_buffer() {
        let size = 4096;
        type Touch = fn(&mut Shadow, Access) -> bool;
        let touches: [Touch; 5] = [
            |shadow, access| shadow.write(8, 4, 1, access).is_some(),
            |shadow, access| shadow.read(8, 1, 1, access).is_some(),
            |shadow, access| shadow.atomic(8, 4, 1, access).is_some(),
            |shadow, access| shadow.read_together(8, 4, access).is_some(),
            |shadow, access| shadow.write_together(8, 3, access).is_some(),
        ];
        for global in [false, true] {
            for first in touches {
                for second in touches {
                    let mut shadow = Shadow::new(size, global);
                    let allocated = shadow.bytes();
                    assert!(allocated >= 4 * size);
                    for (now, touch) in [(1, first), (2, second), (3, first)] {
                        touch(&mut shadow, at(now, now, 1));
                        let allocated = shadow.bytes();
                        assert!(allocated as u64 <= Shadow::most_bytes(size as u64));
                    }
                }
            }
        }
    }
}
