//! Captured launches on the disk: those that are found, and the folders that are made of them.

pub mod dump;
pub mod written;
