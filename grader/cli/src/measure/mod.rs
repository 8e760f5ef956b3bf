//! Measurements of a device: the device they run on, and where their results are kept.

pub mod journal;
pub mod open_device;
pub mod tuned;
