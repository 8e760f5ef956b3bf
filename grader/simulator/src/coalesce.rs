//! What the accesses of one warp cost: sectors and lines of global memory, passes of local memory.
//!
//! Global memory moves in sectors of 32 bytes, four to a line of 128. Local memory has 32 banks of
//! four bytes; lanes that read one word share it, lanes that need two words of one bank wait for one
//! another. A warp whose lanes request more than 128 bytes together is served in phases of 128.

/// Bytes of a sector.
pub(crate) const SECTOR: u64 = 32;
/// Bytes of a line.
pub(crate) const LINE: u64 = 128;
const BANKS: u64 = 32;
const WORD: u64 = 4;

/// Addresses of consecutive lanes: `first`, `first + stride`, ...
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StridedRun {
    pub(crate) first: u64,
    pub(crate) stride: i64,
    pub(crate) lanes: u64,
}

impl StridedRun {
    fn addresses(self) -> impl Iterator<Item = u64> {
        (0..self.lanes).map(move |lane| self.first.wrapping_add_signed(self.stride * lane as i64))
    }
}

/// What one request of a warp to global memory moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Moved {
    /// Distinct bytes.
    pub(crate) used: u64,
    pub(crate) sectors: u64,
    pub(crate) lines: u64,
}

/// Counts requests. Keeps its lists between calls.
#[derive(Clone, Debug, Default)]
pub(crate) struct Coalescer {
    intervals: Vec<(u64, u64)>,
    words: Vec<u64>,
}

impl Coalescer {
    /// The sectors that a warp's accesses of `size` bytes each touch.
    pub(crate) fn global(&mut self, runs: &[StridedRun], size: u64) -> Moved {
        let intervals = &mut self.intervals;
        intervals.clear();
        for run in runs {
            let reach = run.stride.unsigned_abs();
            if reach <= size {
                let last = run
                    .first
                    .wrapping_add_signed(run.stride * (run.lanes as i64 - 1));
                intervals.push((run.first.min(last), run.first.max(last) + size));
            } else {
                intervals.extend(run.addresses().map(|at| (at, at + size)));
            }
        }
        if !intervals.is_sorted() {
            intervals.sort_unstable();
        }
        let mut moved = Moved::default();
        // The byte, sector and line after the last one counted.
        let (mut byte, mut sector, mut line) = (0, 0, 0);
        for &(from, to) in intervals.iter() {
            moved.used += to.saturating_sub(from.max(byte));
            byte = byte.max(to);
            let end = to.div_ceil(SECTOR);
            moved.sectors += end.saturating_sub((from / SECTOR).max(sector));
            sector = sector.max(end);
            let end = to.div_ceil(LINE);
            moved.lines += end.saturating_sub((from / LINE).max(line));
            line = line.max(end);
        }
        moved
    }

    /// Passes that a warp's accesses of `size` bytes each to local memory take, and how many they
    /// would take without conflicts.
    pub(crate) fn local(&mut self, runs: &[StridedRun], size: u64) -> (u64, u64) {
        if let [one] = runs
            && size == WORD
            && (one.stride == 0 || one.stride == WORD as i64)
        {
            return (1, 1);
        }
        let lanes_a_phase = (BANKS * WORD / size.max(WORD)).max(1) as usize;
        let (mut passes, mut phases, mut lanes) = (0, 0, 0);
        self.words.clear();
        for run in runs {
            let addresses = if run.stride == 0 && lanes_a_phase >= 32 {
                1
            } else {
                run.lanes
            };
            for at in (StridedRun {
                lanes: addresses,
                ..*run
            })
            .addresses()
            {
                if lanes == lanes_a_phase {
                    passes += degree(&mut self.words);
                    phases += 1;
                    lanes = 0;
                }
                self.words.extend(at / WORD..(at + size).div_ceil(WORD));
                lanes += 1;
            }
        }
        (passes + degree(&mut self.words), phases + 1)
    }
}

/// Most distinct words in one bank.
fn degree(words: &mut Vec<u64>) -> u64 {
    if !words.is_sorted() {
        words.sort_unstable();
    }
    words.dedup();
    let mut counts = [0_u64; BANKS as usize];
    for &word in words.iter() {
        counts[(word % BANKS) as usize] += 1;
    }
    words.clear();
    counts.into_iter().max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(first: u64, stride: i64, lanes: u64) -> StridedRun {
        StridedRun {
            first,
            stride,
            lanes,
        }
    }

    fn moved(runs: &[StridedRun], size: u64) -> (u64, u64, u64) {
        let moved = Coalescer::default().global(runs, size);
        (moved.used, moved.sectors, moved.lines)
    }

    #[test]
    fn neighbouring_floats_of_a_warp_are_one_line() {
        assert_eq!(moved(&[run(128, 4, 32)], 4), (128, 4, 1));
        assert_eq!(moved(&[run(132, 4, 32)], 4), (128, 5, 2));
    }

    #[test]
    fn a_stride_of_a_sector_moves_eight_times_what_it_uses() {
        assert_eq!(moved(&[run(0, 32, 32)], 4), (128, 32, 8));
        assert_eq!(moved(&[run(31 * 32, -32, 32)], 4), (128, 32, 8));
    }

    #[test]
    fn one_address_for_all_is_one_sector() {
        assert_eq!(moved(&[run(64, 0, 32)], 4), (4, 1, 1));
    }

    #[test]
    fn two_rows_of_a_tile_are_counted_once_where_they_are_the_same() {
        let row = run(0, 4, 16);
        assert_eq!(moved(&[row, row], 4), (64, 2, 1));
        assert_eq!(moved(&[row, run(4096, 4, 16)], 4), (128, 4, 2));
    }

    fn passes(runs: &[StridedRun], size: u64) -> (u64, u64) {
        Coalescer::default().local(runs, size)
    }

    #[test]
    fn columns_of_a_tile_of_32_conflict_and_padding_mends_it() {
        assert_eq!(passes(&[run(0, 4, 32)], 4), (1, 1));
        assert_eq!(passes(&[run(0, 0, 32)], 4), (1, 1));
        assert_eq!(passes(&[run(0, 128, 32)], 4), (32, 1));
        assert_eq!(passes(&[run(0, 132, 32)], 4), (1, 1));
        assert_eq!(passes(&[run(0, 8, 32)], 4), (2, 1));
    }

    #[test]
    fn doubles_are_served_in_two_phases_without_conflict() {
        assert_eq!(passes(&[run(0, 8, 32)], 8), (2, 2));
        assert_eq!(passes(&[run(0, 256, 32)], 8), (32, 2));
    }
}
