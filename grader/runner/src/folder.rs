//! A temporary folder of a child process.

use crate::system::{create_private, lock_file, remove_lock_file};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// The prefix of the folders' names.
const NAME: &str = "grader-device-";

/// A new, empty, private folder, removed with its contents on drop. If its owner was killed, the
/// next process that makes such a folder removes it.
#[derive(Debug)]
pub(crate) struct Folder {
    path: PathBuf,
    /// Locked while the owner lives, which other processes check.
    _lock: File,
}

impl Folder {
    /// Makes one in the system's temporary folder.
    pub(crate) fn new() -> io::Result<Folder> {
        static SWEPT: Once = Once::new();
        let above = dunce::canonicalize(std::env::temp_dir())?;
        SWEPT.call_once(|| sweep(&above));
        Folder::within(&above)
    }

    fn within(above: &Path) -> io::Result<Folder> {
        static MADE: AtomicU64 = AtomicU64::new(0);
        loop {
            let number = MADE.fetch_add(1, Ordering::Relaxed);
            let now = SystemTime::now().duration_since(UNIX_EPOCH);
            let now = now.map_or(0, |now| now.subsec_nanos());
            let process = std::process::id();
            let path = above.join(format!("{NAME}{process}-{number}-{now}"));
            match create_private(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                made => made?,
            }
            // Another process may remove it between its creation and the lock.
            let lock = lock_file(&path);
            match lock.and_then(|lock| lock.try_lock().map(|()| lock).map_err(Into::into)) {
                Ok(lock) if path.exists() => return Ok(Folder { path, _lock: lock }),
                Ok(_) => {}
                Err(error) if path.exists() => return Err(error),
                Err(_) => {}
            }
        }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A failure leaves only rubbish behind.
        let _ = fs::remove_dir_all(&self.path);
        remove_lock_file(&self.path);
    }
}

/// Removes the folders of owners that were killed.
fn sweep(above: &Path) {
    for entry in fs::read_dir(above).into_iter().flatten().flatten() {
        let is_one = entry.file_name().to_string_lossy().starts_with(NAME);
        if is_one
            && entry.path().is_dir()
            && let Ok(folder) = lock_file(&entry.path())
            && folder.try_lock().is_ok()
        {
            let _ = fs::remove_dir_all(entry.path());
            remove_lock_file(&entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_private_and_goes_with_what_is_in_it() {
        let folder = Folder::new().unwrap();
        let other = Folder::new().unwrap();
        assert_ne!(folder.path(), other.path());
        let path = folder.path().to_owned();
        fs::create_dir(path.join("a")).unwrap();
        fs::write(path.join("a/b"), "c").unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(&path).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o700);
        }
        drop(folder);
        assert!(!path.exists());
    }

    #[test]
    fn one_whose_owner_was_killed_is_swept_and_a_living_ones_is_not() {
        let above = Folder::new().unwrap();
        let alive = Folder::within(above.path()).unwrap();
        let dead = above.path().join(format!("{NAME}1-2-3"));
        let another = above.path().join("another-program");
        fs::create_dir(&dead).unwrap();
        fs::create_dir(&another).unwrap();
        sweep(above.path());
        assert!(alive.path().exists() && another.exists() && !dead.exists());
    }
}
