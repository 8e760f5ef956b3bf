//! Measurements of a device: opening it, and storing the results.

pub mod journal;
pub mod open_device;
pub mod tuned;
