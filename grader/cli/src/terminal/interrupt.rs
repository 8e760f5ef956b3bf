//! Ctrl-C, a closed terminal and a polite kill: the process ends at once, with the terminal as it was
//! and no file half-written.
//!
//! The device's process needs no word from here: it ends with the end of its standard input.

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Held while a file is replaced or a line is drawn.
static WHOLE: Mutex<()> = Mutex::new(());

/// The exit code of a process that SIGINT ended, by the shells' convention.
const INTERRUPTED: i32 = 130;

/// The exit code of a process that a signal ends.
static CODE: AtomicI32 = AtomicI32::new(INTERRUPTED);

/// Is the first signal a wish, for the command to see to?
static IS_WISH: AtomicBool = AtomicBool::new(false);

/// Has that wish been made?
static WISHED: AtomicBool = AtomicBool::new(false);

/// Ends the process on a signal, but never within [`whole`]. `before` puts the terminal right.
///
/// Where no handler can be set, the system's own takes its place: the process ends all the same.
pub fn handle(before: impl Fn() + Send + 'static) {
    let Ok(mut signals) = Signals::new([SIGINT, SIGTERM, SIGHUP]) else {
        return;
    };
    let thread = thread::Builder::new().name("signals".into());
    let started = thread.spawn(move || {
        for _ in signals.forever() {
            if IS_WISH.load(Ordering::SeqCst) && !WISHED.swap(true, Ordering::SeqCst) {
                continue;
            }
            let _whole = WHOLE.lock().unwrap_or_else(PoisonError::into_inner);
            before();
            std::process::exit(CODE.load(Ordering::Relaxed));
        }
    });
    drop(started);
}

/// From here on a signal is how this command ends, and no failure of it: exit code 0.
pub fn expect() {
    CODE.store(0, Ordering::Relaxed);
}

/// From here on the first signal is no more than a wish to stop; the second ends the process.
pub fn wait_for_wish() {
    IS_WISH.store(true, Ordering::SeqCst);
}

/// Is this command to stop as soon as it can?
pub fn is_wished() -> bool {
    WISHED.load(Ordering::SeqCst)
}

/// Runs `work` to its end: a signal that comes meanwhile waits for it. Keep it short.
pub fn whole<T>(work: impl FnOnce() -> T) -> T {
    let _whole = WHOLE.lock().unwrap_or_else(PoisonError::into_inner);
    work()
}
