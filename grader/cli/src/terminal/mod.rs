//! The terminal: keys, signals, the progress line, and output.

pub mod interrupt;
pub mod keyboard;
pub mod output;
pub mod progress_line;
pub mod waker;
