//! A student's progress, in `.grader/progress.json` of the course folder, by the exercises' stable slugs.
//!
//! A change is a read, a merge and an atomic rename under a file lock, so that concurrent checks both keep
//! their results, and a kill at any moment leaves the old file or the new one. A damaged file is set aside;
//! if the folder is not writable, the progress is lost but the check works.

use crate::files::replace;
use crate::terminal::interrupt;
use course::{Progress, ProgressError};
use std::fmt;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// The folder within the course folder.
const FOLDER: &str = ".grader";

/// A problem with the progress file, for the student; never a reason to stop.
#[derive(Debug)]
pub enum Note {
    /// The file was damaged and was renamed.
    SetAside {
        to: PathBuf,
        reason: String,
    },
    NotKept {
        path: PathBuf,
        reason: String,
    },
}

#[derive(Clone, Debug)]
pub struct Store {
    path: PathBuf,
}

impl Store {
    pub fn of(course: &Path) -> Store {
        Store {
            path: course.join(FOLDER).join("progress.json"),
        }
    }

    /// The progress. A damaged file counts as no progress; it is set aside at the next change.
    pub fn read(&self) -> Progress {
        match self.load() {
            Loaded::There(progress) => progress,
            Loaded::Absent | Loaded::Damaged(_) | Loaded::Unusable(_) => Progress::default(),
        }
    }

    /// Applies `change` to the progress, and writes the result.
    ///
    /// Returns the changed progress even if it could not be written, with notes for the student.
    pub fn change(&self, change: impl FnOnce(&mut Progress)) -> (Progress, Vec<Note>) {
        let mut notes = Vec::new();
        let mut progress = Progress::default();
        // Ctrl-C may end the wait for the lock, but nothing after it.
        let lock = self.lock();
        let kept = interrupt::whole(|| self.change_locked(lock, change, &mut progress, &mut notes));
        if let Err(reason) = kept {
            notes.push(Note::NotKept {
                path: self.path.clone(),
                reason,
            });
        }
        (progress, notes)
    }

    /// The lock of every change. It is on a file of its own, because each change replaces the progress file.
    fn lock(&self) -> io::Result<File> {
        let folder = self.path.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder)?;
        let file = File::create(folder.join("progress.lock"))?;
        file.lock()?;
        Ok(file)
    }

    fn change_locked(
        &self,
        lock: io::Result<File>,
        change: impl FnOnce(&mut Progress),
        progress: &mut Progress,
        notes: &mut Vec<Note>,
    ) -> Result<(), String> {
        let text = |error: io::Error| error.to_string();
        let usable = match self.load() {
            Loaded::There(there) => {
                *progress = there;
                Ok(())
            }
            Loaded::Absent => Ok(()),
            Loaded::Damaged(reason) if lock.is_ok() => {
                let to = replace::free_name(&self.path, "damaged");
                fs::rename(&self.path, &to)
                    .map(|()| notes.push(Note::SetAside { to, reason }))
                    .map_err(text)
            }
            Loaded::Damaged(reason) | Loaded::Unusable(reason) => Err(reason),
        };
        change(progress);
        let lock = lock.map_err(text)?;
        usable?;
        replace::write(&self.path, progress.to_text().as_bytes()).map_err(text)?;
        // It is kept now. Closing the file does not do: a child process that is just starting may still hold it.
        let _ = lock.unlock();
        Ok(())
    }

    fn load(&self) -> Loaded {
        let text = match fs::read_to_string(&self.path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Loaded::Absent,
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                return Loaded::Damaged("it is no text".to_owned());
            }
            Err(error) => return Loaded::Unusable(error.to_string()),
        };
        match Progress::parse(&text) {
            Ok(progress) => Loaded::There(progress),
            Err(ProgressError::Damaged { reason }) => Loaded::Damaged(reason),
            Err(later @ ProgressError::Later { .. }) => Loaded::Unusable(later.to_string()),
        }
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::SetAside { to, reason } => write!(
                f,
                "the progress file was damaged ({reason}); it now lies in {} and a new one is begun",
                to.display()
            ),
            Note::NotKept { path, reason } => write!(
                f,
                "progress is not kept: {} cannot be written ({reason})",
                path.display()
            ),
        }
    }
}

enum Loaded {
    There(Progress),
    Absent,
    Damaged(String),
    Unusable(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn store() -> (tempfile::TempDir, Store) {
        let course = tempfile::tempdir().expect("a temporary folder");
        let store = Store::of(course.path());
        (course, store)
    }

    #[test]
    fn a_change_is_read_back_and_leaves_nothing_else_behind() {
        let (course, store) = store();
        let (_, notes) = store.change(|progress| progress.of_mut("saxpy").points = 10);
        assert!(notes.is_empty());
        assert_eq!(store.read().of("saxpy").points, 10);
        let mut left: Vec<_> = fs::read_dir(course.path().join(FOLDER))
            .expect("a folder")
            .map(|entry| entry.expect("an entry").file_name())
            .collect();
        left.sort();
        assert_eq!(left, ["progress.json", "progress.lock"]);
    }

    #[test]
    fn changes_at_once_are_all_kept() {
        let (_course, store) = store();
        std::thread::scope(|scope| {
            for thread in 0..8 {
                let store = &store;
                scope.spawn(move || {
                    for _ in 0..5 {
                        let slug = format!("exercise-{thread}");
                        store.change(|progress| progress.of_mut(&slug).checks += 1);
                        store.change(|progress| progress.of_mut("shared").checks += 1);
                    }
                });
            }
        });
        let progress = store.read();
        assert_eq!(progress.of("shared").checks, 40);
        assert!((0..8).all(|thread| progress.of(&format!("exercise-{thread}")).checks == 5));
    }

    #[test]
    fn a_damaged_file_is_set_aside_whole_and_each_time_under_a_new_name() {
        let (_course, store) = store();
        for damaged in ["{ \"version\": 1, \"exer", "[]", "\0\0\0"] {
            fs::create_dir_all(store.path.parent().expect("a folder")).expect("a folder");
            fs::write(&store.path, damaged).expect("a written file");
            assert_eq!(store.read(), Progress::default());
            let (_, notes) = store.change(|progress| progress.of_mut("fill").checks += 1);
            let [Note::SetAside { to, .. }] = notes.as_slice() else {
                panic!("{notes:?}");
            };
            assert_eq!(fs::read_to_string(to).ok().as_deref(), Some(damaged));
            assert_eq!(store.read().of("fill").checks, 1);
        }
    }

    #[test]
    fn a_file_of_a_later_version_is_left_alone() {
        let (_course, store) = store();
        fs::create_dir_all(store.path.parent().expect("a folder")).expect("a folder");
        let later = "{ \"version\": 99, \"exercises\": {} }";
        fs::write(&store.path, later).expect("a written file");
        let (progress, notes) = store.change(|progress| progress.of_mut("fill").checks += 1);
        assert!(matches!(notes.as_slice(), [Note::NotKept { .. }]));
        assert_eq!(progress.of("fill").checks, 1);
        assert_eq!(fs::read_to_string(&store.path).ok().as_deref(), Some(later));
    }

    #[test]
    fn slugs_of_another_course_are_kept() {
        let (_course, store) = store();
        store.change(|progress| progress.of_mut("of-next-year").passed = true);
        store.change(|progress| progress.of_mut("fill").passed = true);
        assert!(store.read().of("of-next-year").passed);
    }

    #[test]
    fn where_nothing_can_be_kept_the_change_is_still_seen() {
        let (course, store) = store();
        fs::write(
            course.path().join(FOLDER),
            "a file where the folder should be",
        )
        .expect("a written file");
        let (progress, notes) = store.change(|progress| progress.of_mut("fill").checks += 1);
        assert!(matches!(notes.as_slice(), [Note::NotKept { .. }]));
        assert_eq!(progress.of("fill").checks, 1);
    }
}
