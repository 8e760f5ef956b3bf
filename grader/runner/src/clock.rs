//! How a deadline counts: by what the child did, not by what the machine was busy with.
//!
//! Counted is the processor time of the thread that used most of it, and the time in which no thread
//! wanted any (it waits for a device, or for itself). Not counted is time in which threads were ready to
//! run and others had the processor: on a busy machine nobody runs out of time for that. Nor is time in
//! which this process was stopped itself. On an idle machine that comes to the time on the wall.
//!
//! Behind it stands a limit on the wall's time, [`WALL_FACTOR`] times the deadline, for a child that hides
//! its work in short-lived threads.
//!
//! The common case, a reply that comes at once, costs nothing: the child is not looked at before the
//! first slice has passed.

use std::collections::HashMap;
use std::time::Duration;

/// The wall's time may be this many times the deadline.
const WALL_FACTOR: u32 = 20;

/// How often the child is looked at.
const SLICE: Duration = Duration::from_millis(50);

/// What a deadline has counted so far.
pub(crate) struct Clock {
    deadline: Duration,
    slice: Duration,
    /// Processor time of each thread when it was first looked at.
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
    /// Does it run, or would it if it had a processor?
    ready: bool,
    /// Processor time that it has used.
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

    /// How long to wait before the child is looked at again.
    pub(crate) fn slice(&self) -> Duration {
        self.slice
    }

    /// What has been counted, to a slice.
    pub(crate) fn counted(&self) -> Duration {
        self.busiest + self.idle + self.slice
    }

    /// A slice has passed without a reply: is there time left?
    pub(crate) fn has_time_left(&mut self, process: u32) -> bool {
        self.look(threads(process))
    }

    /// As [`Clock::has_time_left`], given what the threads have done; none where the system does not tell.
    fn look(&mut self, threads: Option<Vec<Thread>>) -> bool {
        // A slice by the wall may have been an hour, had this process been stopped.
        self.wall += self.slice;
        let Some(threads) = threads.filter(|threads| !threads.is_empty()) else {
            self.idle += self.slice;
            return self.is_left();
        };
        let now = |thread: &Thread| (thread.number, thread.used);
        let Some(first) = &mut self.first else {
            self.first = Some(threads.iter().map(now).collect());
            // What happened in the first slice is not known, and forgiven.
            return self.is_left();
        };
        let before = self.busiest;
        for thread in &threads {
            // One that is new has begun since.
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

/// The threads of a process, as Linux tells of them.
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

/// Elsewhere a deadline counts the wall's time.
#[cfg(not(target_os = "linux"))]
fn threads(_: u32) -> Option<Vec<Thread>> {
    None
}

/// Reads `/proc/PID/task/TID/stat`. A thread's name stands in brackets, and may hold anything.
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

    /// How many looks the clock allows, where `at` tells what each sees.
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
