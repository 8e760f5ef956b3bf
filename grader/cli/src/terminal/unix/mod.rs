//! Unix: termios, signals and `poll`.

pub mod keyboard;
pub mod signals;
pub mod waker;
