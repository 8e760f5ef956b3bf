//! The signals that ask a process to end.

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use std::thread;

/// Calls `handle` in a thread of its own on Ctrl-C, a closed terminal and SIGTERM. If that can't be set up, the
/// default action ends the process.
pub fn on_end(mut handle: impl FnMut() + Send + 'static) {
    let Ok(mut signals) = Signals::new([SIGINT, SIGTERM, SIGHUP]) else {
        return;
    };
    let thread = thread::Builder::new().name("signals".into());
    let started = thread.spawn(move || {
        for _ in signals.forever() {
            handle();
        }
    });
    drop(started);
}
