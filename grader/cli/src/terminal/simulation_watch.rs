//! A long simulation: its progress with the time left, and its end on Ctrl-C with what it has done.

use super::interrupt;
use super::progress_line::ProgressLine;
use simulator::GroupProgress;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// A simulation that ends sooner shows no line.
const SOON: Duration = Duration::from_secs(1);

const TICK: Duration = Duration::from_millis(100);

/// Watches the simulations of a command, one after another, until it is dropped.
pub struct SimulationWatch {
    cancel: Arc<AtomicBool>,
    progress: Arc<GroupProgress>,
    ended: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl SimulationWatch {
    /// From here on the first Ctrl-C stops the simulation, and the second ends the process.
    pub fn start(line: &ProgressLine) -> SimulationWatch {
        interrupt::stop_on_request();
        let cancel = Arc::new(AtomicBool::new(false));
        let progress = Arc::new(GroupProgress::default());
        let ended = Arc::new(AtomicBool::new(false));
        let thread = {
            let (cancel, progress, ended) = (cancel.clone(), progress.clone(), ended.clone());
            let line = line.clone();
            thread::spawn(move || {
                let begin = Instant::now();
                let mut is_shown = false;
                while !ended.load(Ordering::Relaxed) {
                    if interrupt::is_stop_requested() {
                        cancel.store(true, Ordering::Relaxed);
                    }
                    if begin.elapsed() > SOON {
                        let done = progress.done.load(Ordering::Relaxed);
                        let of = progress.of.load(Ordering::Relaxed);
                        line.show(told(done, of, begin.elapsed()));
                        is_shown = true;
                    }
                    thread::park_timeout(TICK);
                }
                if is_shown {
                    line.clear();
                }
            })
        };
        SimulationWatch {
            cancel,
            progress,
            ended,
            thread: Some(thread),
        }
    }

    pub fn cancel(&self) -> Arc<AtomicBool> {
        self.cancel.clone()
    }

    pub fn progress(&self) -> Arc<GroupProgress> {
        self.progress.clone()
    }
}

impl Drop for SimulationWatch {
    fn drop(&mut self) {
        self.ended.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            // It only draws.
            let _ = thread.join();
        }
    }
}

fn told(done: u64, of: u64, passed: Duration) -> String {
    // Groups that run again make more than there are.
    let done = done.min(of);
    match done {
        0 => "simulating".to_owned(),
        _ => {
            let left = passed.as_secs_f64() / done as f64 * (of - done) as f64;
            format!("{done} of {of} work-groups, about {left:.0} s left")
        }
    }
}
