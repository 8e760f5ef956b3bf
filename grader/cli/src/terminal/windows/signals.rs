//! The console's events that ask a process to end.

/// Calls `handle` in a thread of its own on Ctrl-C, Ctrl-Break, a closed console, and the end of the session. If
/// that can't be set up, the default action ends the process.
pub fn on_end(handle: impl FnMut() + Send + 'static) {
    let _ = ctrlc::set_handler(handle);
}
