//! What differs between operating systems, behind one interface: files that are opened through no link, private
//! folders, durable names, words of bytes, and processes that a terminal's Ctrl-C does not reach.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub(crate) use unix::{
    Directory, create_private, open_unlinked, out_of_reach_of_ctrl_c, sync_folder, word_of,
};
#[cfg(windows)]
pub(crate) use windows::{
    Directory, create_private, open_unlinked, out_of_reach_of_ctrl_c, sync_folder, word_of,
};

/// What an entry of a folder is; links are not followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EntryKind {
    Folder,
    File,
    Link,
    Other,
}
