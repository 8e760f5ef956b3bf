//! A lock on the GPU: one worker at a time runs a kernel there. Several would slow each other down, and one
//! whose kernel loses the device would take it from the others. A CPU needs no lock: the system shares it.

use crate::device::engine::DeviceEngine;
use crate::system::{open_lock, user};
use course::{Engine, TranslationUnit};
use launch::Launch;
use launch::fault::Fault;
use launch::outcome::{BuildError, Built, Outcome};
use std::fs::File;
use std::path::PathBuf;

/// A device whose launches wait for a lock.
pub struct LockedDevice<E = DeviceEngine> {
    device: E,
    /// The file to lock; none if no lock is needed.
    lock: Option<PathBuf>,
}

impl LockedDevice {
    /// A device that this user's workers on this machine share.
    pub fn of(device: DeviceEngine) -> LockedDevice {
        let lock = (!device.is_processor()).then(lock_file);
        LockedDevice { device, lock }
    }
}

impl<E> LockedDevice<E> {
    /// Waits for the lock, which is held until the file is closed.
    fn lock(&self) -> Result<Option<File>, Fault> {
        let Some(path) = &self.lock else {
            return Ok(None);
        };
        let locked = open_lock(path).and_then(|file| file.lock().map(|()| file));
        locked.map(Some).map_err(|error| Fault::Unlocked {
            path: path.clone(),
            reason: error.to_string(),
        })
    }
}

/// One lock for each set of GPUs that is visible to this user's processes.
fn lock_file() -> PathBuf {
    let visible: String = std::env::var("CUDA_VISIBLE_DEVICES")
        .unwrap_or_default()
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .take(40)
        .collect();
    let user = user();
    std::env::temp_dir().join(format!("grader-gpu-{user}-{visible}.lock"))
}

impl<E: Engine> Engine for LockedDevice<E> {
    fn device(&self) -> String {
        self.device.device()
    }

    fn version(&self) -> String {
        self.device.version()
    }

    fn build(&mut self, unit: &TranslationUnit) -> Result<Built, BuildError> {
        self.device.build(unit)
    }

    fn build_unoptimised(&mut self, unit: &TranslationUnit) -> Option<Result<Built, BuildError>> {
        self.device.build_unoptimised(unit)
    }

    fn run(&mut self, launches: &[Launch]) -> Vec<Outcome> {
        match self.lock() {
            Ok(_locked) => self.device.run(launches),
            Err(fault) => vec![Outcome::Fault(fault)],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;
    use std::time::Duration;

    /// A device that counts the workers on it.
    struct Counted<'a> {
        now: &'a AtomicUsize,
        most: &'a AtomicUsize,
    }

    impl Engine for Counted<'_> {
        fn device(&self) -> String {
            "counted".to_owned()
        }

        fn build(&mut self, _: &TranslationUnit) -> Result<Built, BuildError> {
            Err(BuildError::Unavailable {
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

    /// The most concurrent runs of four workers with twenty runs each.
    fn most_at_a_time(lock: Option<PathBuf>) -> usize {
        let (now, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        thread::scope(|scope| {
            for _ in 0..4 {
                let device = Counted {
                    now: &now,
                    most: &most,
                };
                let lock = lock.clone();
                scope.spawn(move || {
                    let mut locked = LockedDevice { device, lock };
                    for _ in 0..20 {
                        locked.run(&[]);
                    }
                });
            }
        });
        most.into_inner()
    }

    #[test]
    fn one_worker_runs_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(most_at_a_time(Some(folder.path().join("lock"))), 1);
        assert!(most_at_a_time(None) > 1);
    }

    #[test]
    fn nothing_runs_without_the_lock() {
        let folder = tempfile::tempdir().unwrap();
        let (now, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let device = Counted {
            now: &now,
            most: &most,
        };
        let lock = Some(folder.path().join("no/such/folder"));
        let outcomes = LockedDevice { device, lock }.run(&[]);
        assert!(matches!(
            outcomes.as_slice(),
            [Outcome::Fault(Fault::Unlocked { .. })]
        ));
        assert_eq!(most.into_inner(), 0);
    }
}
