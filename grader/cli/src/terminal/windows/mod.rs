//! Windows: the console's modes and events.

pub mod keyboard;
pub mod signals;
pub mod waker;
