//! Watches a student's files for saves.
//!
//! Editors save in many ways: they overwrite the file, truncate it first, replace it by another, or do
//! all of that twice. So the kind of an event does not matter. An event only means that it is time to look;
//! a file is saved once its contents differ from those last checked and have not changed for a while. Polling
//! catches saves of which the system sends no event.

use crate::files::file_system;
use crate::files::student_file::MOST_BYTES;
use crate::terminal::waker::Waker;
use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher};
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

/// Files that have not changed for this long have been saved.
const QUIET: Duration = Duration::from_millis(200);

/// The longest time for which a file may be missing or empty during a save.
const GRACE: Duration = Duration::from_secs(2);

/// The polling interval where the system sends events, and where it does not.
const WITH_EVENTS: Duration = Duration::from_secs(2);
const WITHOUT_EVENTS: Duration = Duration::from_millis(500);

/// Watches some files of one folder.
#[derive(Debug)]
pub struct FileWatcher {
    paths: Vec<PathBuf>,
    how: How,
    /// Events stop when it is dropped.
    _watcher: Option<RecommendedWatcher>,
    settling: Settling<Vec<Look>>,
}

/// How saves are detected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum How {
    /// The system sends events.
    Events,
    Polling(Why),
}

/// Why events are not relied on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// The user chose polling.
    Asked,
    /// The file system of this name does not report every save.
    FileSystem(String),
    /// The system refused.
    Refused(String),
}

/// The state of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Look {
    modified: Option<SystemTime>,
    /// Absent where it cannot be read.
    contents: Option<Vec<u8>>,
}

impl FileWatcher {
    /// Watches `paths`, which lie in `folder`. They count as checked as they are now.
    pub fn watch(folder: &Path, paths: Vec<PathBuf>, poll: bool, wake: &Arc<Waker>) -> FileWatcher {
        let (how, watcher) = match (poll, file_system::silent(folder)) {
            (true, _) => (How::Polling(Why::Asked), None),
            (false, Some(name)) => (How::Polling(Why::FileSystem(name)), None),
            (false, None) => match events(folder, wake) {
                Ok(watcher) => (How::Events, Some(watcher)),
                Err(error) => (How::Polling(Why::Refused(error.to_string())), None),
            },
        };
        let settling = Settling::new(look(&paths));
        FileWatcher {
            paths,
            how,
            _watcher: watcher,
            settling,
        }
    }

    /// How saves are detected.
    pub fn how(&self) -> &How {
        &self.how
    }

    /// The polling interval without events, in seconds.
    pub fn seconds() -> f64 {
        WITHOUT_EVENTS.as_secs_f64()
    }

    /// Reads the files. True once after a save that is complete; then they count as checked.
    pub fn is_due(&mut self) -> bool {
        let files = look(&self.paths);
        let patience = match files.iter().all(Look::is_text) {
            true => QUIET,
            false => GRACE,
        };
        self.settling.is_due(files, patience, Instant::now())
    }

    /// The time until the next poll, unless woken.
    pub fn until_next_look(&self) -> Duration {
        match (self.settling.since, &self.how) {
            (Some(_), _) => QUIET / 4,
            (None, How::Events) => WITH_EVENTS,
            (None, How::Polling(_)) => WITHOUT_EVENTS,
        }
    }
}

/// The system's events of a folder: not of the file, because a save may replace it by another file.
fn events(folder: &Path, wake: &Arc<Waker>) -> notify::Result<RecommendedWatcher> {
    let wake = wake.clone();
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
        // Reading a file is an event too, so each poll would cause the next.
        if !event.is_ok_and(|event| event.kind.is_access()) {
            wake.files();
        }
    })?;
    watcher.watch(folder, RecursiveMode::NonRecursive)?;
    Ok(watcher)
}

fn look(paths: &[PathBuf]) -> Vec<Look> {
    paths.iter().map(|path| Look::at(path)).collect()
}

impl Look {
    fn at(path: &Path) -> Look {
        let Ok(metadata) = fs::metadata(path) else {
            return Look {
                modified: None,
                contents: None,
            };
        };
        let mut contents = Vec::new();
        // Reading a pipe without a writer would block forever.
        let is_read = metadata.is_file()
            && File::open(path)
                .and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut contents))
                .is_ok();
        Look {
            modified: metadata.modified().ok(),
            contents: is_read.then_some(contents),
        }
    }

    fn is_text(&self) -> bool {
        let contents = self.contents.as_deref().unwrap_or_default();
        !contents.trim_ascii().is_empty()
    }
}

/// Debounces changes: the last state, and since when it has been seen.
#[derive(Clone, Debug)]
struct Settling<T> {
    checked: T,
    seen: T,
    /// Since when this state has been seen; absent if nothing changed since the last call.
    since: Option<Instant>,
}

impl<T: Clone + PartialEq> Settling<T> {
    fn new(checked: T) -> Settling<T> {
        Settling {
            seen: checked.clone(),
            checked,
            since: None,
        }
    }

    /// True once, if the state differs from the checked one and has been stable for `patience`.
    fn is_due(&mut self, seen: T, patience: Duration, now: Instant) -> bool {
        if seen != self.seen {
            self.seen = seen;
            self.since = Some(now);
        }
        match self.since {
            Some(since) if now.duration_since(since) >= patience => self.since = None,
            _ => return false,
        }
        let is_other = self.seen != self.checked;
        self.checked = self.seen.clone();
        is_other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The states that are due, of those seen at certain milliseconds; each is due after 200.
    fn due(sights: &[(u64, &'static str)]) -> Vec<u64> {
        let begin = Instant::now();
        let mut settling = Settling::new("old");
        let mut due = Vec::new();
        for (at, sight) in sights {
            let now = begin + Duration::from_millis(*at);
            if settling.is_due(*sight, QUIET, now) {
                due.push(*at);
            }
        }
        due
    }

    #[test]
    fn a_change_is_due_once_when_it_has_been_quiet() {
        let sights = [(0, "old"), (10, "new"), (100, "new"), (210, "new")];
        assert_eq!(due(&sights), [210]);
        assert_eq!(due(&[&sights[..], &[(500, "new")]].concat()), [210]);
    }

    #[test]
    fn each_further_change_begins_the_wait_anew() {
        let sights = [(0, "a"), (150, "b"), (300, "c"), (450, "c"), (500, "c")];
        assert_eq!(due(&sights), [500]);
    }

    #[test]
    fn what_comes_back_as_it_was_is_no_change() {
        assert_eq!(due(&[(0, "gone"), (100, "old"), (400, "old")]), [0; 0]);
    }

    #[test]
    fn a_file_is_seen_to_be_replaced_emptied_and_saved_as_it_was() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("kernel.cl");
        let other = folder.path().join("other");
        fs::write(&path, "kernel").expect("a written file");
        let first = Look::at(&path);
        assert_eq!(Look::at(&path), first);
        fs::write(&other, "kernel").expect("a written file");
        let later = SystemTime::now() + Duration::from_secs(5);
        let file = File::options().append(true).open(&other).expect("a file");
        file.set_modified(later).expect("a time");
        fs::rename(&other, &path).expect("a replaced file");
        let second = Look::at(&path);
        assert_ne!(second, first);
        assert!(second.is_text());
        fs::write(&path, " \n").expect("a written file");
        assert!(!Look::at(&path).is_text());
        fs::remove_file(&path).expect("a removed file");
        assert!(!Look::at(&path).is_text());
        assert!(!Look::at(folder.path()).is_text());
    }
}
