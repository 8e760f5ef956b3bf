//! One kernel at a time on a GPU, however many workers there are: they would slow each other down, and the
//! one that loses the device would take it from the others. A processor has its own way to share.

use crate::engine::DeviceEngine;
use course::{BuildFailure, Built, Engine, Outcome, TranslationUnit};
use launch::Launch;
use rustix::fs::{CWD, Mode, OFlags, openat};
use std::fs::File;
use std::path::PathBuf;

/// A device that is waited for.
pub struct Turn<E = DeviceEngine> {
    device: E,
    /// The file whose lock is the turn; none where nobody has to wait.
    turns: Option<PathBuf>,
}

impl Turn {
    /// A device, in turn with every other worker of this user's on this machine.
    pub fn of(device: DeviceEngine) -> Turn {
        let turns = (!device.is_processor()).then(turns);
        Turn { device, turns }
    }
}

impl<E> Turn<E> {
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

impl<E: Engine> Engine for Turn<E> {
    fn device(&self) -> String {
        self.device.device()
    }

    fn version(&self) -> String {
        self.device.version()
    }

    fn build(&mut self, unit: &TranslationUnit) -> Result<Built, BuildFailure> {
        self.device.build(unit)
    }

    fn build_unoptimised(&mut self, unit: &TranslationUnit) -> Option<Result<Built, BuildFailure>> {
        self.device.build_unoptimised(unit)
    }

    fn run(&mut self, launches: &[Launch]) -> Vec<Outcome> {
        match self.take() {
            Ok(_turn) => self.device.run(launches),
            Err(message) => vec![Outcome::Fault { message }],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;
    use std::time::Duration;

    /// A device that counts who runs on it.
    struct Counted<'a> {
        now: &'a AtomicUsize,
        most: &'a AtomicUsize,
    }

    impl Engine for Counted<'_> {
        fn device(&self) -> String {
            "counted".to_owned()
        }

        fn build(&mut self, _: &TranslationUnit) -> Result<Built, BuildFailure> {
            Err(BuildFailure::Unavailable {
                reason: "it only counts".to_owned(),
            })
        }

        fn run(&mut self, _: &[Launch]) -> Vec<Outcome> {
            let now = self.now.fetch_add(1, Ordering::SeqCst) + 1;
            self.most.fetch_max(now, Ordering::SeqCst);
            thread::sleep(Duration::from_millis(2));
            self.now.fetch_sub(1, Ordering::SeqCst);
            Vec::new()
        }
    }

    /// The most that ran at a time, of four with twenty runs each.
    fn most_at_a_time(turns: Option<PathBuf>) -> usize {
        let (now, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        thread::scope(|scope| {
            for _ in 0..4 {
                let device = Counted {
                    now: &now,
                    most: &most,
                };
                let turns = turns.clone();
                scope.spawn(move || {
                    let mut turn = Turn { device, turns };
                    for _ in 0..20 {
                        turn.run(&[]);
                    }
                });
            }
        });
        most.into_inner()
    }

    #[test]
    fn one_runs_at_a_time_where_there_are_turns() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(most_at_a_time(Some(folder.path().join("turns"))), 1);
        assert!(most_at_a_time(None) > 1);
    }

    #[test]
    fn a_turn_that_cannot_be_taken_is_told_and_nothing_runs() {
        let folder = tempfile::tempdir().unwrap();
        let (now, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let device = Counted {
            now: &now,
            most: &most,
        };
        let turns = Some(folder.path().join("no/such/folder"));
        let outcomes = Turn { device, turns }.run(&[]);
        assert!(
            matches!(outcomes.as_slice(), [Outcome::Fault { message }] if message.contains("locked"))
        );
        assert_eq!(most.into_inner(), 0);
    }
}
