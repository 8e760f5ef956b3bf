//! Reads a file of data for a buffer: bytes, whatever they are.

use crate::files::student_file::{UnusableFile, read_bytes};
use launch_file::LARGEST_BUFFER;
use std::path::Path;

/// The bytes of the file at `path`: as many as a buffer takes, and as many again for text.
pub fn read(path: &Path) -> Result<Vec<u8>, UnusableFile> {
    read_bytes(path, 2 * LARGEST_BUFFER).map_err(|why| match why {
        UnusableFile::TooLong { path, bytes } => UnusableFile::DataTooLong { path, bytes },
        why => why,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

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
