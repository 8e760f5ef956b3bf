//! Windows: folders are walked by path. No link is followed that is there when a folder is listed or a file is
//! opened; folders above it are checked before, so a link put there during the walk is not noticed.

use super::EntryKind;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, Metadata};
use std::io;
use std::os::windows::fs::OpenOptionsExt;
use std::os::windows::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Opens a link itself, not what it leads to (`FILE_FLAG_OPEN_REPARSE_POINT`).
const OPEN_REPARSE_POINT: u32 = 0x0020_0000;

/// A group of its own gets no Ctrl-C of the console (`CREATE_NEW_PROCESS_GROUP`).
const NEW_PROCESS_GROUP: u32 = 0x0200;

/// A folder.
pub(crate) struct Directory(PathBuf);

impl Directory {
    /// A folder that is no link.
    pub(crate) fn open(path: &Path) -> io::Result<Directory> {
        let metadata = fs::symlink_metadata(path)?;
        if kind(&metadata) != EntryKind::Folder {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        Ok(Directory(path.to_owned()))
    }

    /// A subfolder, none of whose components is a link.
    pub(crate) fn descend(&self, within: &[OsString]) -> io::Result<Directory> {
        let mut at = Directory(self.0.clone());
        for name in within {
            at = Directory::open(&at.0.join(name))?;
        }
        Ok(at)
    }

    /// The names of its entries, in the system's order.
    pub(crate) fn names(&self) -> io::Result<impl Iterator<Item = io::Result<OsString>>> {
        Ok(fs::read_dir(&self.0)?.map(|entry| Ok(entry?.file_name())))
    }

    pub(crate) fn kind(&self, name: &OsStr) -> io::Result<EntryKind> {
        Ok(kind(&fs::symlink_metadata(self.0.join(name))?))
    }

    /// Opens a file in it; none if it is a link.
    pub(crate) fn file(&self, name: &OsStr) -> io::Result<Option<File>> {
        let file = open_unlinked(&self.0.join(name))?;
        let is_link = kind(&file.metadata()?) == EntryKind::Link;
        Ok((!is_link).then_some(file))
    }
}

/// Opens a file; a link is opened itself and has no contents.
pub(crate) fn open_unlinked(path: &Path) -> io::Result<File> {
    File::options()
        .read(true)
        .custom_flags(OPEN_REPARSE_POINT)
        .open(path)
}

/// A junction counts as a link; a file or folder that a cloud drive has not fetched yet does not.
fn kind(metadata: &Metadata) -> EntryKind {
    let kind = metadata.file_type();
    if kind.is_symlink() {
        EntryKind::Link
    } else if kind.is_file() {
        EntryKind::File
    } else if kind.is_dir() {
        EntryKind::Folder
    } else {
        EntryKind::Other
    }
}

/// Creates a folder, with those above it. What lies in a user's profile is private as it is.
pub(crate) fn create_private(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)
}

/// The names in a folder are durable by themselves: a folder can't be opened as a file here.
pub(crate) fn sync_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}

/// Ctrl-C at the console will not reach this command's process.
pub(crate) fn out_of_reach_of_ctrl_c(command: &mut Command) {
    command.creation_flags(NEW_PROCESS_GROUP);
}

/// A word of these bytes.
pub(crate) fn word_of(bytes: Vec<u8>) -> OsString {
    String::from_utf8_lossy(&bytes).into_owned().into()
}
