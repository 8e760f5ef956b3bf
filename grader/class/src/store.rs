//! The folder of results. Files are replaced atomically.
//!
//! ```text
//! overview.html  overview.md   what a person reads
//! grades.csv  mistakes.csv     what a learning platform and other programs read
//! results/ID.json                          the result of a submission, for the instructor
//! feedback/ID.md                           what its student may read
//! work/                                    locks, and the jobs of an array under way
//! ```

use crate::graded::Graded;
use crate::system::{create_private, sync_folder};
use serde::de::DeserializeOwned;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The prefix of temporary files.
const UNFINISHED: &str = ".unfinished-";

/// The folder of results, locked by one process.
#[derive(Debug)]
pub struct Store {
    root: PathBuf,
    /// The system releases the lock however the process ends.
    lock: File,
}

#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// It holds results, and `--resume` was not given.
    #[error("{folder} already holds results")]
    Taken { folder: PathBuf },
    /// Another process holds its lock.
    #[error("another grader is working in {folder}")]
    Busy { folder: PathBuf },
    #[error("{path} cannot be written: {error}")]
    Unwritable { path: PathBuf, error: io::Error },
    #[error("{path} cannot be read: {error}")]
    Unreadable { path: PathBuf, error: io::Error },
}

impl Drop for Store {
    fn drop(&mut self) {
        // Closing the file does not do: a child process that is just starting may still hold it.
        let _ = self.lock.unlock();
    }
}

impl Store {
    /// Opens the folder and creates it if needed. Existing results are an error unless `resume` is
    /// set.
    pub fn open(root: &Path, resume: bool) -> Result<Store, StoreError> {
        for folder in [
            root.to_owned(),
            root.join("results"),
            root.join("feedback"),
            root.join("work"),
        ] {
            // Private: names, grades and students' files.
            create_private(&folder).map_err(|error| unwritable(&folder, error))?;
        }
        let path = root.join("work/lock");
        let lock = File::create(&path).map_err(|error| unwritable(&path, error))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(StoreError::Busy {
                    folder: root.to_owned(),
                });
            }
            Err(TryLockError::Error(error)) => return Err(unwritable(&path, error)),
        }
        let store = Store {
            root: root.to_owned(),
            lock,
        };
        let mut is_taken = store.root.join("work/array.json").exists();
        for folder in [
            store.root.clone(),
            store.results(),
            store.root.join("feedback"),
        ] {
            let entries = fs::read_dir(&folder).map_err(|error| unreadable(&folder, error))?;
            for entry in entries.flatten() {
                let name = entry.file_name();
                if name.to_string_lossy().starts_with(UNFINISHED) {
                    // Left by a run that was killed: the lock says that nobody else is here.
                    let _ = fs::remove_file(entry.path());
                } else if folder == store.results() {
                    is_taken = true;
                }
            }
        }
        if is_taken && !resume {
            return Err(StoreError::Taken {
                folder: root.to_owned(),
            });
        }
        Ok(store)
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The folder of work in progress.
    pub fn work(&self) -> PathBuf {
        self.root.join("work")
    }

    fn results(&self) -> PathBuf {
        self.root.join("results")
    }

    /// The path of a submission's result.
    pub fn result_of(&self, id: &str) -> PathBuf {
        self.results().join(format!("{id}.json"))
    }

    /// The stored result of a submission. A damaged one counts as absent.
    pub fn result(&self, id: &str) -> Option<Graded> {
        read(&self.result_of(id)).ok()
    }

    /// Stores the feedback, then the result: a result implies that its feedback exists.
    pub fn keep(&self, id: &str, graded: &Graded, feedback: &str) -> Result<(), StoreError> {
        let path = self.root.join("feedback").join(format!("{id}.md"));
        write_if_other(&path, feedback.as_bytes())?;
        let path = self.result_of(id);
        let mut json =
            serde_json::to_vec_pretty(graded).map_err(|error| unwritable(&path, error.into()))?;
        json.push(b'\n');
        write_if_other(&path, &json)
    }

    /// Writes a file of the overview.
    pub fn write(&self, name: &str, text: &str) -> Result<(), StoreError> {
        write_if_other(&self.root.join(name), text.as_bytes())
    }
}

fn write_if_other(path: &Path, contents: &[u8]) -> Result<(), StoreError> {
    if fs::read(path).is_ok_and(|there| there == contents) {
        return Ok(());
    }
    write_whole(path, contents)
}

/// Replaces a file atomically and durably.
pub fn write_whole(path: &Path, contents: &[u8]) -> Result<(), StoreError> {
    let error = |error| unwritable(path, error);
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new()
        .prefix(UNFINISHED)
        .tempfile_in(folder)
        .map_err(|problem| error(problem.kind().into()))?;
    file.write_all(contents).map_err(error)?;
    file.as_file().sync_all().map_err(error)?;
    file.persist(path).map_err(|problem| error(problem.error))?;
    // The new name is durable once the folder is synchronised.
    sync_folder(folder).map_err(error)
}

/// Reads a JSON file.
pub(crate) fn read<T: DeserializeOwned>(path: &Path) -> Result<T, StoreError> {
    let bytes = fs::read(path).map_err(|error| unreadable(path, error))?;
    serde_json::from_slice(&bytes).map_err(|error| unreadable(path, error.into()))
}

pub(crate) fn unwritable(path: &Path, error: io::Error) -> StoreError {
    StoreError::Unwritable {
        path: path.to_owned(),
        error,
    }
}

pub(crate) fn unreadable(path: &Path, error: io::Error) -> StoreError {
    StoreError::Unreadable {
        path: path.to_owned(),
        error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_graders_do_not_work_in_one_folder() {
        let folder = tempfile::tempdir().unwrap();
        let first = Store::open(folder.path(), false).unwrap();
        assert!(matches!(
            Store::open(folder.path(), true),
            Err(StoreError::Busy { .. })
        ));
        drop(first);
        Store::open(folder.path(), false).unwrap();
    }

    #[test]
    fn results_are_gone_on_with_only_where_that_was_asked_and_remains_are_swept() {
        let folder = tempfile::tempdir().unwrap();
        drop(Store::open(folder.path(), false).unwrap());
        let left = folder.path().join("results/.unfinished-abc");
        fs::write(&left, "{").unwrap();
        drop(Store::open(folder.path(), false).unwrap());
        assert!(!left.exists());
        fs::write(folder.path().join("results/anna-1.json"), "{").unwrap();
        assert!(matches!(
            Store::open(folder.path(), false),
            Err(StoreError::Taken { .. })
        ));
        let store = Store::open(folder.path(), true).unwrap();
        assert!(store.result("anna-1").is_none());
    }
}
