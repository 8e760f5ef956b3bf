//! A submission that is a folder. It is walked through file descriptors, and none is opened through
//! a symbolic link, so replacing a folder by a link during the walk has no effect either.

use crate::listing::{Content, Item, Kind, Tree};
use crate::times::Instant;
use crate::unusable::Unusable;
use rustix::fd::OwnedFd;
use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags, fstat, openat, statat};
use std::ffi::CString;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The deepest path that is listed: `anna/exercises/02-saxpy/kernel.cl` is three folders deep.
const DEEPEST: usize = 4;

/// A folder and the list of its files.
pub(crate) struct Folder {
    root: OwnedFd,
    items: Vec<Item>,
    /// The components of each item's path, as raw bytes.
    names: Vec<Vec<CString>>,
    is_cut: bool,
    zone: Option<Instant>,
}

impl Folder {
    /// Lists the files in a folder, up to `most`.
    pub(crate) fn open(path: &Path, most: usize, zone: Option<Instant>) -> io::Result<Folder> {
        let root = openat(CWD, path, folder_flags(), Mode::empty())?;
        let mut folder = Folder {
            root,
            items: Vec::new(),
            names: Vec::new(),
            is_cut: false,
            zone,
        };
        let mut entries = 0;
        let mut open = vec![Vec::new()];
        while let Some(within) = open.pop() {
            let Ok(descriptor) = folder.descend(&within) else {
                continue;
            };
            let mut names: Vec<CString> = Vec::new();
            for entry in Dir::read_from(&descriptor)? {
                let name = entry?.file_name().to_owned();
                if !matches!(name.to_bytes(), b"." | b"..") {
                    entries += 1;
                    if entries > most {
                        folder.is_cut = true;
                        break;
                    }
                    names.push(name);
                }
            }
            names.sort();
            for name in names {
                let Ok(status) = statat(&descriptor, &name, AtFlags::SYMLINK_NOFOLLOW) else {
                    continue;
                };
                let mut path = within.clone();
                path.push(name);
                let kind = match FileType::from_raw_mode(status.st_mode) {
                    FileType::Directory if path.len() < DEEPEST => {
                        open.push(path);
                        continue;
                    }
                    FileType::RegularFile => Kind::File,
                    FileType::Symlink => Kind::Link,
                    _ => Kind::Other,
                };
                folder.items.push(Item {
                    path: path
                        .iter()
                        .map(|name| name.to_string_lossy().into_owned())
                        .collect(),
                    kind,
                });
                folder.names.push(path);
            }
        }
        Ok(folder)
    }

    /// Opens a subfolder component by component.
    fn descend(&self, within: &[CString]) -> rustix::io::Result<OwnedFd> {
        let mut at = openat(&self.root, c".", folder_flags(), Mode::empty())?;
        for name in within {
            at = openat(&at, name, folder_flags(), Mode::empty())?;
        }
        Ok(at)
    }
}

fn folder_flags() -> OFlags {
    OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC
}

impl Tree for Folder {
    fn items(&self) -> &[Item] {
        &self.items
    }

    fn is_cut(&self) -> bool {
        self.is_cut
    }

    fn read(&mut self, item: usize, most: u64) -> Result<Content, Unusable> {
        let unreadable = |error: rustix::io::Errno| Unusable::Unreadable {
            why: io::Error::from(error).to_string(),
        };
        let Some((name, within)) = self.names.get(item).and_then(|names| names.split_last()) else {
            return Err(Unusable::NotAFile);
        };
        let folder = self.descend(within).map_err(unreadable)?;
        // `NONBLOCK`: opening a pipe without a writer would block.
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let file = openat(&folder, name, flags, Mode::empty()).map_err(|error| match error {
            rustix::io::Errno::LOOP => Unusable::Link,
            error => unreadable(error),
        })?;
        let status = fstat(&file).map_err(unreadable)?;
        if FileType::from_raw_mode(status.st_mode) != FileType::RegularFile {
            return Err(Unusable::NotAFile);
        }
        let file = File::from(file);
        let io_error = |error: io::Error| Unusable::Unreadable {
            why: error.to_string(),
        };
        let modified = file.metadata().and_then(|metadata| metadata.modified());
        let mut bytes = Vec::new();
        file.take(most + 1)
            .read_to_end(&mut bytes)
            .map_err(io_error)?;
        if bytes.len() as u64 > most {
            return Err(Unusable::TooLong { most });
        }
        Ok(Content {
            bytes,
            modified: modified
                .ok()
                .and_then(|time| Instant::of_system(time, self.zone)),
        })
    }
}
