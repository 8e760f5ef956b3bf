//! The simulator: runs a checked kernel as a GPU runs it.

pub mod math;
