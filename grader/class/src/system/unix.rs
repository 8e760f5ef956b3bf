//! Unix: folders are walked through file descriptors, so replacing a folder by a link during the walk has no effect.

use super::EntryKind;
use rustix::fd::OwnedFd;
use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags, openat, statat};
use std::ffi::{OsStr, OsString};
use std::fs::{DirBuilder, File};
use std::io;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::DirBuilderExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

/// An open folder.
pub(crate) struct Directory(OwnedFd);

impl Directory {
    /// Opens a folder that is no link.
    pub(crate) fn open(path: &Path) -> io::Result<Directory> {
        Ok(Directory(openat(CWD, path, folder_flags(), Mode::empty())?))
    }

    /// Opens a subfolder component by component.
    pub(crate) fn descend(&self, within: &[OsString]) -> io::Result<Directory> {
        let mut at = openat(&self.0, c".", folder_flags(), Mode::empty())?;
        for name in within {
            at = openat(&at, name.as_os_str(), folder_flags(), Mode::empty())?;
        }
        Ok(Directory(at))
    }

    /// The names of its entries, in the system's order.
    pub(crate) fn names(&self) -> io::Result<impl Iterator<Item = io::Result<OsString>>> {
        let entries = Dir::read_from(&self.0)?;
        Ok(entries.filter_map(|entry| match entry {
            Ok(entry) => match entry.file_name().to_bytes() {
                b"." | b".." => None,
                name => Some(Ok(OsStr::from_bytes(name).to_owned())),
            },
            Err(error) => Some(Err(error.into())),
        }))
    }

    pub(crate) fn kind(&self, name: &OsStr) -> io::Result<EntryKind> {
        let status = statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW)?;
        Ok(match FileType::from_raw_mode(status.st_mode) {
            FileType::Directory => EntryKind::Folder,
            FileType::RegularFile => EntryKind::File,
            FileType::Symlink => EntryKind::Link,
            _ => EntryKind::Other,
        })
    }

    /// Opens a file in it; none if it is a link.
    pub(crate) fn file(&self, name: &OsStr) -> io::Result<Option<File>> {
        match openat(&self.0, name, file_flags(), Mode::empty()) {
            Ok(file) => Ok(Some(file.into())),
            Err(rustix::io::Errno::LOOP) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}

/// Opens a file that is no link.
pub(crate) fn open_unlinked(path: &Path) -> io::Result<File> {
    Ok(openat(CWD, path, file_flags(), Mode::empty())?.into())
}

fn folder_flags() -> OFlags {
    OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC
}

/// `NONBLOCK`: opening a pipe without a writer would block.
fn file_flags() -> OFlags {
    OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC
}

/// Creates a folder that only its owner reads, with those above it.
pub(crate) fn create_private(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

/// Makes the names in a folder durable.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder).and_then(|folder| folder.sync_all())
}

/// Ctrl-C at the terminal will not reach this command's process.
pub(crate) fn out_of_reach_of_ctrl_c(command: &mut Command) {
    command.process_group(0);
}

/// A word of these bytes.
pub(crate) fn word_of(bytes: Vec<u8>) -> OsString {
    OsString::from_vec(bytes)
}
