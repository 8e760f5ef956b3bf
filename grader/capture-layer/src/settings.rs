//! What to capture, from the environment of the program.

use launch::captured::variable;
use std::env;
use std::path::PathBuf;

/// The bytes of one launch where nothing is said: what a capture may add to the program's memory and disk.
const LIMIT: u64 = 256 << 20;

#[derive(Debug)]
pub(crate) struct Settings {
    /// Where captures are written.
    pub(crate) folder: PathBuf,
    /// The only kernel to capture.
    pub(crate) kernel: Option<String>,
    /// Which launch of each kernel is captured, from 1.
    pub(crate) launch: u64,
    /// The most bytes of buffers and images of one launch.
    pub(crate) limit: u64,
}

impl Settings {
    /// Absent where no folder is named.
    pub(crate) fn of_environment() -> Option<Settings> {
        let number = |name: &str| env::var(name).ok()?.parse().ok();
        Some(Settings {
            folder: env::var_os(variable::FOLDER)?.into(),
            kernel: env::var(variable::KERNEL).ok(),
            launch: number(variable::LAUNCH).unwrap_or(1),
            limit: number(variable::LIMIT).unwrap_or(LIMIT),
        })
    }
}
