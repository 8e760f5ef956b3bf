//! Replaces files atomically: a concurrent reader, and a reader after a crash, sees the old contents or the
//! new.

use crate::system::{patiently, sync_folder};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Replaces the file at `path`: after a crash it holds the old bytes or the new ones.
///
/// Anything but a regular file (`/dev/stdout`, a pipe) is written, not replaced; for a symbolic link, its
/// target is replaced.
pub fn write(path: &Path, contents: &[u8]) -> io::Result<()> {
    let there = fs::metadata(path).ok();
    if there.as_ref().is_some_and(|metadata| !metadata.is_file()) {
        return fs::write(path, contents);
    }
    let path = dunce::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".grader-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let ordinary = fs::Permissions::from_mode(0o666);
        builder.permissions(there.map_or(ordinary, |metadata| metadata.permissions()));
    }
    // The error without the name of the temporary file.
    let mut file = builder
        .tempfile_in(folder)
        .map_err(|error| io::Error::from(error.kind()))?;
    file.write_all(contents)?;
    file.as_file().sync_all()?;
    let mut unplaced = Some(file);
    patiently(|| match unplaced.take().map(|file| file.persist(&path)) {
        Some(Err(error)) => {
            unplaced = Some(error.file);
            Err(error.error)
        }
        _ => Ok(()),
    })?;
    // Syncing the folder makes the rename durable.
    sync_folder(folder)
}

/// Copies a file to a free name beside it, with its permissions. Returns the copy's path.
pub fn keep(path: &Path) -> io::Result<PathBuf> {
    let copy = free_name(path, "bak");
    write(&copy, &fs::read(path)?)?;
    fs::set_permissions(&copy, fs::metadata(path)?.permissions())?;
    Ok(copy)
}

/// `path` with `.word`, `.word-2`, ... appended: the first free one.
pub fn free_name(path: &Path, word: &str) -> PathBuf {
    let named = |suffix: &str| {
        let mut name = path.as_os_str().to_owned();
        name.push(suffix);
        PathBuf::from(name)
    };
    (1_u64..)
        .map(|count| match count {
            1 => named(&format!(".{word}")),
            _ => named(&format!(".{word}-{count}")),
        })
        .find(|candidate| !candidate.exists())
        .unwrap_or_else(|| named(&format!(".{word}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_backup_never_takes_the_name_of_another() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("kernel.cl");
        for expected in ["kernel.cl.bak", "kernel.cl.bak-2", "kernel.cl.bak-3"] {
            let name = free_name(&path, "bak");
            assert_eq!(name, folder.path().join(expected));
            fs::write(name, "").expect("a written file");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_copy_is_no_more_public_than_the_file() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("kernel.cl");
        fs::write(&path, "mine").expect("a written file");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).expect("permissions");
        let copy = keep(&path).expect("a copy");
        assert_eq!(fs::read(&copy).expect("a file"), b"mine");
        let mode = fs::metadata(&copy).expect("a file").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link_and_a_device_a_device() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "old").expect("a written file");
        std::os::unix::fs::symlink(&file, &link).expect("a link");
        write(&link, b"new").expect("a replaced file");
        assert!(link.is_symlink());
        assert_eq!(fs::read(&file).expect("a file"), b"new");
        write(Path::new("/dev/null"), b"gone").expect("a written device");
        assert!(!fs::metadata("/dev/null").expect("a device").is_file());
    }
}
