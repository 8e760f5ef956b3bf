//! The terminal: keys, signals, the line of progress, and what is written where.

pub mod interrupt;
pub mod keyboard;
pub mod output;
pub mod progress_line;
pub mod waker;
