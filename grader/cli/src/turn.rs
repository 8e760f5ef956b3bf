//! One kernel at a time on a GPU, however many workers there are: they would slow each other down, and the
//! one that loses the device would take it from the others. A processor has its own way to share.

use crate::engine::DeviceEngine;
use course::{BuildFailure, Built, Engine, Outcome};
use launch::{Launch, Source};
use rustix::fs::{CWD, Mode, OFlags, openat};
use std::fs::File;
use std::path::PathBuf;

/// A device that is waited for.
pub struct Turn {
    device: DeviceEngine,
    /// The file whose lock is the turn; none where nobody has to wait.
    turns: Option<PathBuf>,
}

impl Turn {
    /// A device, in turn with every other worker of this user's on this machine.
    pub fn of(device: DeviceEngine) -> Turn {
        let turns = (!device.is_processor()).then(turns);
        Turn { device, turns }
    }

    /// Waits for the turn, which ends when the file is closed, however that comes about.
    fn take(&self) -> Result<Option<File>, String> {
        let Some(path) = &self.turns else {
            return Ok(None);
        };
        let flags = OFlags::RDWR | OFlags::CREATE | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let mode = Mode::RUSR | Mode::WUSR;
        let file = openat(CWD, path, flags, mode).map(File::from);
        let locked = file
            .map_err(std::io::Error::from)
            .and_then(|file| file.lock().map(|()| file));
        locked
            .map(Some)
            .map_err(|error| format!("{} cannot be locked: {error}", path.display()))
    }
}

/// A file for each set of GPUs that a process of this user's may be given.
fn turns() -> PathBuf {
    let visible: String = std::env::var("CUDA_VISIBLE_DEVICES")
        .unwrap_or_default()
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .take(40)
        .collect();
    let user = rustix::process::getuid().as_raw();
    std::env::temp_dir().join(format!("grader-gpu-{user}-{visible}.lock"))
}

impl Engine for Turn {
    fn device(&self) -> String {
        self.device.device()
    }

    fn build(&mut self, source: &Source) -> Result<Built, BuildFailure> {
        self.device.build(source)
    }

    fn run(&mut self, launches: &[Launch]) -> Vec<Outcome> {
        match self.take() {
            Ok(_turn) => self.device.run(launches),
            Err(message) => vec![Outcome::Fault { message }],
        }
    }
}
