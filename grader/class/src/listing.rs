//! What lies in a submission, be it a folder or an archive: names and kinds, and nothing read yet.

use crate::times::Instant;
use crate::unusable::Unusable;

/// Something in a submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Item {
    /// Its path within the submission, folder by folder. Safe to compare, not to show.
    pub(crate) path: Vec<String>,
    /// What it is.
    pub(crate) kind: Kind,
}

/// What something in a submission is. Folders are not listed, what lies in them is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A regular file.
    File,
    /// A symbolic link. Nobody looks where it leads to.
    Link,
    /// A pipe, a device, a socket.
    Other,
}

/// A file that was read.
#[derive(Clone, Debug)]
pub(crate) struct Content {
    pub(crate) bytes: Vec<u8>,
    pub(crate) modified: Option<Instant>,
}

/// A submission as files.
pub(crate) trait Tree {
    /// What lies in it.
    fn items(&self) -> &[Item];

    /// Paths that lead out of it, or are none: they are not among the items.
    fn unsafe_paths(&self) -> &[String] {
        &[]
    }

    /// Was there more than is looked at?
    fn is_cut(&self) -> bool;

    /// Reads a file, unless it is longer than `most` bytes.
    fn read(&mut self, item: usize, most: u64) -> Result<Content, Unusable>;
}
