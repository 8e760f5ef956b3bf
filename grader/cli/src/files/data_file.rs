//! Reads a file of data for a buffer: bytes, whatever they are.

use crate::files::student_file::UnusableFile;
use launch_file::LARGEST_BUFFER;
use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::Path;

/// The bytes of the file at `path`: as many as a buffer takes, and as many again for text.
pub fn read(path: &Path) -> Result<Vec<u8>, UnusableFile> {
    const MOST: u64 = 2 * LARGEST_BUFFER;
    let owned = || path.to_owned();
    // Tested before it is opened: opening a pipe without a writer would block forever.
    let metadata = fs::metadata(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => UnusableFile::Missing(owned()),
        _ => UnusableFile::Unreadable(owned(), error),
    })?;
    if metadata.is_dir() {
        return Err(UnusableFile::Folder(owned()));
    }
    if !metadata.is_file() {
        return Err(UnusableFile::NotAFile(owned()));
    }
    let too_long = |bytes| UnusableFile::DataTooLong {
        path: path.to_owned(),
        bytes,
    };
    if metadata.len() > MOST {
        return Err(too_long(metadata.len()));
    }
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MOST + 1).read_to_end(&mut bytes));
    read.map_err(|error| UnusableFile::Unreadable(owned(), error))?;
    // It may have grown since.
    if bytes.len() as u64 > MOST {
        return Err(too_long(bytes.len() as u64));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_as_they_are_and_devices_are_refused_unread() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("data.bin");
        fs::write(&path, [0, 255, 0]).expect("a written file");
        assert_eq!(read(&path).ok(), Some(vec![0, 255, 0]));
        assert!(matches!(read(folder.path()), Err(UnusableFile::Folder(_))));
        let missing = read(&folder.path().join("none"));
        assert!(matches!(missing, Err(UnusableFile::Missing(_))));
        #[cfg(unix)]
        assert!(matches!(
            read(Path::new("/dev/zero")),
            Err(UnusableFile::NotAFile(_))
        ));
    }
}
