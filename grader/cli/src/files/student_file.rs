//! Reads the student's kernel file, which may turn out to be anything.

use crate::system::{CLOSE_THE_HOLDER, is_held, patiently};
use ::render::unbroken;
use launch::text::{self, Encoding};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The size limit of a kernel file, in bytes. The longest one of the course has a four-hundredth of it; programs that
/// crack passwords include files of over two million.
pub const MOST_BYTES: u64 = 4 << 20;

/// The size limit of a LAUNCH.toml, in bytes: it may list the values of whole buffers.
pub const MOST_LAUNCH_BYTES: u64 = 16 << 20;

#[derive(Debug, thiserror::Error)]
pub enum UnusableFile {
    #[error("there is no file {0}")]
    Missing(PathBuf),
    /// It is `-`, which means standard input for other commands.
    #[error("there is no file -, and standard input is not read")]
    StandardInput,
    #[error("{0} is a folder, not a kernel file")]
    Folder(PathBuf),
    /// A pipe, a device or a socket.
    #[error("{0} is no regular file")]
    NotAFile(PathBuf),
    #[error("{0} cannot be read: {1}")]
    Unreadable(PathBuf, io::Error),
    #[error("{path} is too long for a kernel file ({bytes} bytes)")]
    TooLong {
        path: PathBuf,
        /// Its length in bytes, if known.
        bytes: u64,
    },
    #[error("{path} is too long for a file of data ({bytes} bytes)")]
    DataTooLong { path: PathBuf, bytes: u64 },
    /// Empty, or white space only.
    #[error("{0} is empty")]
    Empty(PathBuf),
    #[error("{path} is binary, not text (a NUL byte in line {line})")]
    Binary {
        path: PathBuf,
        /// Line of the first NUL, from 1.
        line: usize,
    },
}

#[derive(Clone, Debug)]
pub struct Contents {
    pub text: String,
    pub bytes: Vec<u8>,
    pub encoding: Encoding,
}

/// The text of the kernel file at `path`.
pub fn read(path: &Path) -> Result<String, UnusableFile> {
    read_at_most(path, MOST_BYTES)
}

/// The text of the file at `path`, unless it is longer than `most` bytes.
pub fn read_at_most(path: &Path, most: u64) -> Result<String, UnusableFile> {
    read_contents(path, most).map(|contents| contents.text)
}

/// The file at `path`, unless it is longer than `most` bytes.
pub fn read_contents(path: &Path, most: u64) -> Result<Contents, UnusableFile> {
    let owned = || path.to_owned();
    let bytes = read_bytes(path, most).map_err(|why| match why {
        UnusableFile::Missing(path) if path == Path::new("-") => UnusableFile::StandardInput,
        why => why,
    })?;
    let (text, encoding) = text::decode(&bytes);
    if let Some((before, _)) = text.split_once('\0') {
        return Err(UnusableFile::Binary {
            path: owned(),
            line: 1 + before.matches('\n').count(),
        });
    }
    if text.trim().is_empty() {
        return Err(UnusableFile::Empty(owned()));
    }
    Ok(Contents {
        text,
        bytes,
        encoding,
    })
}

/// The bytes of the file at `path`, unless there are more than `most`.
pub(super) fn read_bytes(path: &Path, most: u64) -> Result<Vec<u8>, UnusableFile> {
    let owned = || path.to_owned();
    // Tested before it is opened: opening a pipe without a writer would block forever.
    let metadata = fs::metadata(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => UnusableFile::Missing(owned()),
        _ => UnusableFile::Unreadable(owned(), error),
    })?;
    if metadata.is_dir() {
        return Err(UnusableFile::Folder(owned()));
    }
    if !metadata.is_file() {
        return Err(UnusableFile::NotAFile(owned()));
    }
    let mut bytes = Vec::new();
    let read = patiently(|| {
        bytes.clear();
        File::open(path)?.take(most + 1).read_to_end(&mut bytes)
    });
    read.map_err(|error| UnusableFile::Unreadable(owned(), error))?;
    if bytes.len() as u64 > most {
        return Err(UnusableFile::TooLong {
            path: owned(),
            bytes: metadata.len().max(most + 1),
        });
    }
    Ok(bytes)
}

impl UnusableFile {
    /// The remedy, as a sentence; `program` is the command as it was typed, `reset` the exercise whose own
    /// file it is.
    pub fn remedy(&self, program: &str, reset: Option<&str>) -> String {
        match (self, reset) {
            (UnusableFile::Missing(_) | UnusableFile::Empty(_), Some(slug)) => {
                format!(
                    "Write it anew, or bring the starter back: {}",
                    unbroken(&format!("{program} reset {slug}"))
                )
            }
            (UnusableFile::Missing(_) | UnusableFile::Empty(_), None) => {
                "Check the name after --file.".to_owned()
            }
            (
                UnusableFile::StandardInput | UnusableFile::Folder(_) | UnusableFile::NotAFile(_),
                _,
            ) => "Name a kernel file: --file path/to/kernel.cl".to_owned(),
            (UnusableFile::Unreadable(_, error), _) if is_held(error) => {
                CLOSE_THE_HOLDER.to_owned()
            }
            (UnusableFile::Unreadable(..), _) => {
                "Check its permissions, or name another file with --file.".to_owned()
            }
            (UnusableFile::TooLong { .. }, _) => {
                format!("A kernel file may take {} KiB.", MOST_BYTES / 1024)
            }
            (UnusableFile::DataTooLong { .. }, _) => {
                "A file of data may take 2 GiB, and gives a buffer of at most 1 GiB.".to_owned()
            }
            (UnusableFile::Binary { .. }, _) => {
                "Name the OpenCL C source, not something compiled from it.".to_owned()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(contents: &[u8]) -> Result<String, UnusableFile> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("kernel.cl");
        fs::write(&path, contents).expect("a written file");
        read(&path)
    }

    #[test]
    fn text_is_read_as_it_is() {
        assert_eq!(
            reading(b"kernel void f() {}\r\n").ok(),
            Some("kernel void f() {}\r\n".into())
        );
    }

    #[test]
    fn text_is_read_in_the_encodings_that_editors_write() {
        for bytes in [
            &b"// caf\xe9"[..],
            b"// caf\xc3\xa9",
            b"\xff\xfe/\0/\0 \0c\0a\0f\0\xe9\0",
        ] {
            assert_eq!(reading(bytes).ok(), Some("// café".into()), "{bytes:?}");
        }
    }

    #[test]
    fn what_is_no_source_is_told_apart() {
        assert!(matches!(reading(b""), Err(UnusableFile::Empty(_))));
        assert!(matches!(reading(b" \n\t\n"), Err(UnusableFile::Empty(_))));
        assert!(matches!(
            reading(b"a\n\0"),
            Err(UnusableFile::Binary { line: 2, .. })
        ));
        assert!(matches!(
            reading(&vec![b' '; MOST_BYTES as usize + 1]),
            Err(UnusableFile::TooLong { .. })
        ));
    }

    #[test]
    fn endless_devices_and_folders_are_refused_unread() {
        assert!(matches!(
            read(Path::new("/dev/zero")),
            Err(UnusableFile::NotAFile(_))
        ));
        assert!(matches!(read(Path::new("/")), Err(UnusableFile::Folder(_))));
        assert!(matches!(
            read(Path::new("-")),
            Err(UnusableFile::StandardInput)
        ));
        assert!(matches!(
            read(Path::new("/no/such/kernel.cl")),
            Err(UnusableFile::Missing(_))
        ));
    }
}
