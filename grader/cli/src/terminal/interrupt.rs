//! Ctrl-C, a closed terminal and SIGTERM: the process ends at once, with the terminal restored and no file
//! half-written.
//!
//! The device's process needs no signal: it ends when its standard input is closed.

use crate::terminal::signals;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{Mutex, PoisonError};

/// Held while a file is replaced or a line is drawn.
static WHOLE: Mutex<()> = Mutex::new(());

/// The exit code of a process that SIGINT ended, by the shells' convention.
const INTERRUPTED: i32 = 130;

/// The exit code of a process that a signal ends.
static CODE: AtomicI32 = AtomicI32::new(INTERRUPTED);

/// Is the first signal only a request, which the command polls?
static STOPS_ON_REQUEST: AtomicBool = AtomicBool::new(false);

/// Has that signal arrived?
static REQUESTED: AtomicBool = AtomicBool::new(false);

/// Ends the process on a signal, but never within [`whole`]. `before` restores the terminal.
///
/// If no handler can be set, the default action ends the process too.
pub fn handle(before: impl Fn() + Send + 'static) {
    signals::on_end(move || {
        if STOPS_ON_REQUEST.load(Ordering::SeqCst) && !REQUESTED.swap(true, Ordering::SeqCst) {
            return;
        }
        let _whole = WHOLE.lock().unwrap_or_else(PoisonError::into_inner);
        before();
        std::process::exit(CODE.load(Ordering::Relaxed));
    });
}

/// From here on a signal is the normal end of the command: exit code 0.
pub fn end_normally() {
    CODE.store(0, Ordering::Relaxed);
}

/// From here on the first signal is a request to stop; the second ends the process.
pub fn stop_on_request() {
    STOPS_ON_REQUEST.store(true, Ordering::SeqCst);
}

/// Has the command been requested to stop?
pub fn is_stop_requested() -> bool {
    REQUESTED.load(Ordering::SeqCst)
}

/// Runs `work` to its end: a signal waits for it. Keep it short.
pub fn whole<T>(work: impl FnOnce() -> T) -> T {
    let _whole = WHOLE.lock().unwrap_or_else(PoisonError::into_inner);
    work()
}
