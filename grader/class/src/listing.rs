//! The files of a submission, in a folder or an archive: paths and kinds, before anything is read.

use crate::times::Instant;
use crate::unusable::Unusable;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Item {
    /// Its path within the submission, by component. Not sanitised: compare it, do not display it.
    pub(crate) path: Vec<String>,
    pub(crate) kind: Kind,
}

/// The kind of an item. Folders are not listed, only the files in them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    File,
    /// A symbolic link, which is never followed.
    Link,
    /// A pipe, a device, a socket.
    Other,
}

#[derive(Clone, Debug)]
pub(crate) struct Content {
    pub(crate) bytes: Vec<u8>,
    pub(crate) modified: Option<Instant>,
}

/// The files of a submission.
pub(crate) trait Tree {
    fn items(&self) -> &[Item];

    /// Paths that are invalid or lead out of it. They are not among the items.
    fn unsafe_paths(&self) -> &[String] {
        &[]
    }

    /// Were there more files than the limit?
    fn is_cut(&self) -> bool;

    /// Reads a file of at most `most` bytes.
    fn read(&mut self, item: usize, most: u64) -> Result<Content, Unusable>;
}
