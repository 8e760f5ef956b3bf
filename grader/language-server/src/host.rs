//! What the server asks of who runs it.

use launch::{Finding, Place, Standard};
use std::io;
use std::path::{Path, PathBuf};

/// Files, and what is known of them. Texts that the editor has open the server knows itself.
pub trait Host {
    /// The text of a file.
    fn read(&self, path: &Path) -> io::Result<String>;

    /// The names of the entries of a folder; those of folders end in `/`.
    fn entries(&self, folder: &Path) -> Vec<String>;

    /// The exercise of the course whose kernel this file is.
    fn exercise(&self, path: &Path) -> Option<Exercise>;
}

/// An exercise of the course.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exercise {
    /// Its name, as `grader check` takes it.
    pub slug: String,
    /// The version of OpenCL C in which its kernels are read.
    pub standard: Standard,
}

/// A check of an exercise that is to be made, of a text that was saved: see [`crate::Server::take_checks`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckWanted {
    /// The document's URI.
    pub uri: String,
    /// Its version, which the result is of.
    pub version: i32,
    pub exercise: Exercise,
    /// The kernel's file. Places of the result name it as this path is written.
    pub path: PathBuf,
    pub text: String,
}

/// What a check of an exercise found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Checked {
    /// What is wrong, the cause first.
    pub findings: Vec<Finding>,
    /// What is wrong where there is no finding, and the access that did it, if one is known.
    pub failure: Option<(String, Option<Place>)>,
    /// The smallest case that fails, and how it is seen again.
    pub case: Option<String>,
}

/// A host without files: each document stands alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Host for NoFiles {
    fn read(&self, _: &Path) -> io::Result<String> {
        Err(io::ErrorKind::NotFound.into())
    }

    fn entries(&self, _: &Path) -> Vec<String> {
        Vec::new()
    }

    fn exercise(&self, _: &Path) -> Option<Exercise> {
        None
    }
}

/// The path of a `file:` URI.
pub(crate) fn path_of(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let path = &rest[rest.find('/')?..];
    let path = percent_encoding::percent_decode_str(path)
        .decode_utf8()
        .ok()?;
    // `/c:/kernels/a.cl` is a path of Windows.
    let bytes = path.as_bytes();
    let has_drive = bytes.len() > 2 && bytes[1].is_ascii_alphabetic() && bytes[2] == b':';
    let path = if has_drive { &path[1..] } else { &*path };
    Some(PathBuf::from(path))
}

/// What stays as it is in the path of a URI.
const KEPT: &percent_encoding::AsciiSet = &percent_encoding::NON_ALPHANUMERIC
    .remove(b'/')
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'~');

/// The `file:` URI of an absolute path.
pub(crate) fn uri_of(path: &Path) -> Option<lsp_types::Uri> {
    let path = path.to_str()?.replace('\\', "/");
    let slash = if path.starts_with('/') { "" } else { "/" };
    let encoded = percent_encoding::utf8_percent_encode(&path, KEPT);
    format!("file://{slash}{encoded}").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_and_uris_lead_to_one_another() {
        for (uri, path) in [
            ("file:///home/a%20b/k.cl", "/home/a b/k.cl"),
            ("file:///c%3A/k%C3%BC.cl", "c:/kü.cl"),
        ] {
            assert_eq!(path_of(uri), Some(PathBuf::from(path)));
            assert_eq!(uri_of(Path::new(path)).expect("a URI").as_str(), uri);
        }
        assert_eq!(path_of("file:///C:/k.cl"), Some(PathBuf::from("C:/k.cl")));
        assert_eq!(path_of("untitled:Untitled-1"), None);
    }
}
