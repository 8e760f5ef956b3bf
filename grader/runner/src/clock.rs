//! How a deadline counts: the child's own time, not that of a busy machine.
//!
//! It counts the processor time of the thread that used most of it, and the time in which no thread
//! was runnable (it waits for a device or for itself). It does not count time in which threads were
//! runnable but had no processor, so a busy machine causes no timeouts, nor time in which this
//! process was stopped. On an idle machine this equals wall-clock time.
//!
//! A wall-clock limit of [`WALL_FACTOR`] times the deadline catches a child that hides its work in
//! short-lived threads.
//!
//! The common case, an immediate reply, costs nothing: the child is not sampled before the first
//! slice has passed.

use std::collections::HashMap;
use std::time::Duration;

/// The wall-clock limit, in deadlines.
const WALL_FACTOR: u32 = 20;

/// The sampling period.
const SLICE: Duration = Duration::from_millis(50);

/// The time counted so far.
pub(crate) struct Clock {
    deadline: Duration,
    slice: Duration,
    /// Processor time of each thread at its first sample.
    first: Option<HashMap<u32, Duration>>,
    /// Processor time of the busiest thread since then.
    busiest: Duration,
    idle: Duration,
    wall: Duration,
}

/// A thread of the child.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Thread {
    number: u32,
    /// Is it runnable?
    ready: bool,
    /// Processor time used.
    used: Duration,
}

impl Clock {
    /// A clock that starts now.
    pub(crate) fn new(deadline: Duration) -> Clock {
        Clock {
            deadline,
            slice: (deadline / 8).clamp(Duration::from_millis(1), SLICE),
            first: None,
            busiest: Duration::ZERO,
            idle: Duration::ZERO,
            wall: Duration::ZERO,
        }
    }

    /// How long to wait before the next sample.
    pub(crate) fn slice(&self) -> Duration {
        self.slice
    }

    /// The time counted, rounded up to a slice.
    pub(crate) fn counted(&self) -> Duration {
        self.busiest + self.idle + self.slice
    }

    /// Samples the child after a slice without a reply. Is there time left?
    pub(crate) fn has_time_left(&mut self, process: u32) -> bool {
        self.look(threads(process))
    }

    /// As [`Clock::has_time_left`], with the sampled threads; none if the system does not report
    /// them.
    fn look(&mut self, threads: Option<Vec<Thread>>) -> bool {
        // If this process was stopped, a slice of wall-clock time may have been an hour: it counts
        // as one slice.
        self.wall += self.slice;
        let Some(threads) = threads.filter(|threads| !threads.is_empty()) else {
            self.idle += self.slice;
            return self.is_left();
        };
        let now = |thread: &Thread| (thread.number, thread.used);
        let Some(first) = &mut self.first else {
            self.first = Some(threads.iter().map(now).collect());
            // The first slice is not counted, because its processor time is unknown.
            return self.is_left();
        };
        let before = self.busiest;
        for thread in &threads {
            // A new thread started after the first sample.
            let begun = *first.entry(thread.number).or_default();
            self.busiest = self.busiest.max(thread.used.saturating_sub(begun));
        }
        let is_idle = self.busiest == before && !threads.iter().any(|thread| thread.ready);
        if is_idle {
            self.idle += self.slice;
        }
        self.is_left()
    }

    fn is_left(&self) -> bool {
        self.busiest + self.idle < self.deadline && self.wall < self.deadline * WALL_FACTOR
    }
}

/// The threads of a process, from `/proc`.
#[cfg(target_os = "linux")]
fn threads(process: u32) -> Option<Vec<Thread>> {
    let tick =
        Duration::from_secs(1) / u32::try_from(rustix::param::clock_ticks_per_second()).ok()?;
    let folder = std::fs::read_dir(format!("/proc/{process}/task")).ok()?;
    let of = |entry: std::fs::DirEntry| {
        let number = entry.file_name().to_str()?.parse().ok()?;
        let text = std::fs::read(entry.path().join("stat")).ok()?;
        read(number, &String::from_utf8_lossy(&text), tick)
    };
    Some(folder.flatten().filter_map(of).collect())
}

/// Other systems: only wall-clock time counts.
#[cfg(not(target_os = "linux"))]
fn threads(_: u32) -> Option<Vec<Thread>> {
    None
}

/// Parses `/proc/PID/task/TID/stat`. The thread's name is in parentheses and may contain anything.
#[cfg(target_os = "linux")]
fn read(number: u32, text: &str, tick: Duration) -> Option<Thread> {
    let (_, rest) = text.rsplit_once(')')?;
    let fields: Vec<&str> = rest.split_whitespace().collect();
    let ticks = |index: usize| fields.get(index)?.parse::<u32>().ok();
    Some(Thread {
        number,
        ready: matches!(*fields.first()?, "R" | "D"),
        used: tick * ticks(11)?.saturating_add(ticks(12)?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEADLINE: Duration = Duration::from_secs(1);

    fn thread(number: u32, ready: bool, milliseconds: u64) -> Thread {
        Thread {
            number,
            ready,
            used: Duration::from_millis(milliseconds),
        }
    }

    /// The number of samples the clock allows, where `at` gives the threads of each.
    fn looks(at: impl Fn(u64) -> Vec<Thread>) -> u64 {
        let mut clock = Clock::new(DEADLINE);
        let mut looks = 0;
        while clock.look(Some(at(looks))) {
            looks += 1;
        }
        looks
    }

    #[test]
    fn a_busy_thread_has_the_deadline_and_the_slice_forgiven() {
        assert_eq!(looks(|slice| vec![thread(1, true, 50 * slice)]), 20);
    }

    #[test]
    fn a_thread_that_waits_for_a_processor_is_not_charged_for_it() {
        let starved = looks(|slice| vec![thread(1, true, 5 * slice)]);
        assert_eq!(starved, 200);
    }

    #[test]
    fn a_process_in_which_nothing_wants_to_run_has_the_deadline() {
        assert_eq!(
            looks(|_| vec![thread(1, false, 300), thread(2, false, 0)]),
            20
        );
    }

    #[test]
    fn threads_side_by_side_count_once() {
        let both = |slice| vec![thread(1, true, 50 * slice), thread(2, true, 40 * slice)];
        assert_eq!(looks(both), 20);
    }

    #[test]
    fn time_used_before_is_not_counted() {
        assert_eq!(
            looks(|slice| vec![thread(1, true, 90_000 + 50 * slice)]),
            20
        );
    }

    #[test]
    fn work_hidden_in_short_lived_threads_ends_by_the_wall() {
        let hidden = |slice: u64| vec![thread(slice as u32 + 1, true, 10)];
        assert_eq!(looks(hidden), u64::from(WALL_FACTOR) * 20 - 1);
    }

    #[test]
    fn where_nothing_is_told_the_wall_counts() {
        let mut clock = Clock::new(DEADLINE);
        let left = (0..100).take_while(|_| clock.look(None)).count();
        assert_eq!(left, 19);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_threads_state_and_times_are_read_whatever_its_name_is() {
        let text = "12 (a) R) (b) S 1 2 3 4 5 6 7 8 9 10 250 50 0 0 20 0";
        let tick = Duration::from_millis(10);
        assert_eq!(read(7, text, tick), Some(thread(7, false, 3000)));
        assert_eq!(read(7, "12 (a) S 1 2", tick), None);
        assert_eq!(read(7, "", tick), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn this_process_is_seen_to_run() {
        let threads = threads(std::process::id()).unwrap();
        assert!(threads.iter().any(|thread| thread.ready));
    }
}
