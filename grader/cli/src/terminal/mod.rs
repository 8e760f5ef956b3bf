//! The terminal: keys, signals, the progress line, and output.
//!
//! What differs between operating systems is in `unix` and `windows`, which have one interface.

#[cfg(feature = "full")]
pub mod full_screen;
pub mod interrupt;
pub mod output;
pub mod progress_line;
pub mod simulation_watch;
mod temporary_line;

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub use unix::{keyboard, signals, waker};
#[cfg(windows)]
pub use windows::{keyboard, signals, waker};

/// What ends a command's wait for keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Woken {
    /// A key of one byte.
    Key(u8),
    /// Input that is no single key, such as a paste.
    Other,
    Files,
    /// The screen was resized, or this process is in the foreground again.
    Screen,
    /// Nothing happened in the time given.
    Patience,
    /// The terminal, or the other end of a pipe, is gone.
    Gone,
}
