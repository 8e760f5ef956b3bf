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
//! Each cell keeps its last write, its readers since the last fence (two distinct ones tell whether
//! there are several), one reader of another group, and the same for atomics. A cell is four bytes
//! while all accesses to the buffer are made of aligned four-byte words; the first other access
//! splits all cells of the buffer to bytes.
//!
//! Promise: may miss (a write that was overwritten in the same stretch of time is forgotten, but that
//! pair raced itself; after a split, a reader of another group can be forgotten when a group reads
//! what it is about to write); must not invent. State: 24 bytes for a cell of four, 16 for a cell of
//! one byte, 16 more for each four bytes of a buffer that atomics work on.

/// Two work-items, a time and a place in 64 bits: 28 bits of time, 2 x 10 of work-items, 16 of place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Record(u64);

/// The last time that a record can hold.
pub(crate) const LAST_TIME: u64 = (1 << 28) - 1;

impl Record {
    #[inline(always)]
    fn new(time: u64, first: usize, second: usize, site: u32) -> Record {
        Record(time << 36 | (first as u64) << 26 | (second as u64) << 16 | u64::from(site))
    }

    /// A write of the whole group together: within the group, its wait orders it.
    fn collective(time: u64, site: u32) -> Record {
        Record::new(time, 1, 0, site)
    }

    /// Other writes have one work-item twice, and readers are kept in another place.
    #[inline(always)]
    fn is_collective(self) -> bool {
        self.0 >> 16 & 0xfffff == 1 << 10
    }

    #[inline(always)]
    pub(crate) fn time(self) -> u64 {
        self.0 >> 36
    }

    #[inline(always)]
    fn first(self) -> usize {
        (self.0 >> 26) as usize & 0x3ff
    }

    #[inline(always)]
    fn second(self) -> usize {
        (self.0 >> 16) as usize & 0x3ff
    }

    #[inline(always)]
    pub(crate) fn site(self) -> u32 {
        self.0 as u32 & 0xffff
    }
}

/// Who accesses, when and where.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Access {
    pub(crate) now: u64,
    /// When the last barrier that orders this address space was passed.
    pub(crate) since: u64,
    /// When this work-group began.
    pub(crate) start: u64,
    pub(crate) site: u32,
}

/// What an access does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Read,
    Write,
    Atomic,
}

/// An earlier access that the present one races with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Conflict {
    pub(crate) kind: Kind,
    pub(crate) time: u64,
    pub(crate) lane: usize,
    pub(crate) site: u32,
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

    fn split(&mut self) {
        let spread = |cells: &[u64]| {
            let mut bytes: Vec<u64> = cells.iter().flat_map(|&cell| [cell; 4]).collect();
            bytes.truncate(self.size);
            bytes
        };
        self.write = spread(&self.write);
        self.read = spread(&self.read);
        self.other = Vec::new();
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
                found = found.or(unordered(write, lane, access, self.global, Kind::Write));
            }
            if self.atomics.is_some() {
                found = found.or_else(|| self.with_atomics(cell, lane, access));
            }
            let read = Record(self.read[cell]);
            if read.time() < access.since {
                if self.global && read.0 != 0 && read.time() < access.start && !self.bytewise {
                    self.other[cell] = read.0;
                }
                self.read[cell] = Record::new(access.now, lane, lane, access.site).0;
            } else if read.first() == read.second() && read.first() != lane {
                self.read[cell] = Record::new(read.time(), read.first(), lane, read.site()).0;
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
            let conflict = self.with_plain(cell, lane, access);
            found = found.or(conflict);
        }
        let words = self.size.div_ceil(4);
        let atomics = self.atomics.get_or_insert_with(|| Atomics {
            latest: vec![0; words],
            other: vec![0; words],
        });
        for word in offset >> 2..(offset + size).div_ceil(4) {
            let latest = Record(atomics.latest[word]);
            if latest.time() < access.since {
                if latest.0 != 0 && latest.time() < access.start {
                    atomics.other[word] = latest.0;
                }
                atomics.latest[word] = Record::new(access.now, lane, lane, access.site).0;
            } else if latest.first() == latest.second() && latest.first() != lane {
                atomics.latest[word] =
                    Record::new(latest.time(), latest.first(), lane, latest.site()).0;
            }
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
            (write.0 != 0)
                .then(|| unordered(write, lane, access, self.global, Kind::Write))
                .flatten()
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
            let write = Record(self.write[cell]);
            if write.0 != 0 && !write.is_collective() {
                found = found.or(unordered(
                    write,
                    usize::MAX,
                    access,
                    self.global,
                    Kind::Write,
                ));
            }
            if self.global && !self.bytewise {
                self.other[cell] = Record::new(access.now, 0, 0, access.site).0;
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
            for (record, kind) in [
                (self.write[cell], Kind::Write),
                (self.read[cell], Kind::Read),
            ] {
                let record = Record(record);
                let own = record.time() >= access.since && !record.is_collective();
                let foreign = self.global && record.time() < access.start;
                if record.0 != 0 && (own || foreign) {
                    found = found.or(Some(Conflict {
                        kind,
                        time: record.time(),
                        lane: record.first(),
                        site: record.site(),
                    }));
                }
            }
            self.write[cell] = Record::collective(access.now, access.site).0;
            self.read[cell] = 0;
        }
        found
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
            read: cells.clone().any(|cell| self.read[cell] != 0),
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
            found = unordered(write, lane, access, self.global, Kind::Write);
        }
        let read = Record(self.read[cell]);
        if found.is_none() && read.0 != 0 {
            found = unordered(read, lane, access, self.global, Kind::Read);
        }
        if found.is_none() && self.global && !self.bytewise {
            let other = Record(self.other[cell]);
            if other.0 != 0 && other.time() < access.start {
                found = unordered(other, lane, access, true, Kind::Read);
            }
        }
        found
    }

    fn with_atomics(&self, cell: usize, lane: usize, access: Access) -> Option<Conflict> {
        let atomics = self.atomics.as_ref()?;
        let word = if self.bytewise { cell >> 2 } else { cell };
        [atomics.latest[word], atomics.other[word]]
            .into_iter()
            .filter(|&bits| bits != 0)
            .find_map(|bits| unordered(Record(bits), lane, access, self.global, Kind::Atomic))
    }
}

#[inline(always)]
fn unordered(
    record: Record,
    lane: usize,
    access: Access,
    global: bool,
    kind: Kind,
) -> Option<Conflict> {
    let time = record.time();
    let by = |lane| Conflict {
        kind,
        time,
        lane,
        site: record.site(),
    };
    if time >= access.since {
        if kind == Kind::Write && record.is_collective() {
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
        assert_eq!((conflict.kind, conflict.lane), (Kind::Write, 1));
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
        assert_eq!((conflict.kind, conflict.lane), (Kind::Atomic, 0));
        assert!(shadow.atomic(0, 4, 0, at(1, 1, 1)).is_some());
    }
}
