//! A submission that is a folder. Nothing is opened through a symbolic link.

use crate::listing::{Content, Item, Kind, Tree};
use crate::system::{Directory, EntryKind};
use crate::times::Instant;
use crate::unusable::Unusable;
use std::ffi::OsString;
use std::io::{self, Read};
use std::path::Path;

/// The deepest path that is listed: `anna/exercises/02-saxpy/kernel.cl` is three folders deep.
const DEEPEST: usize = 4;

/// A folder and the list of its files.
pub(crate) struct Folder {
    root: Directory,
    items: Vec<Item>,
    /// The components of each item's path, as the system has them.
    names: Vec<Vec<OsString>>,
    is_cut: bool,
    zone: Option<Instant>,
}

impl Folder {
    /// Lists the files in a folder, up to `most`.
    pub(crate) fn open(path: &Path, most: usize, zone: Option<Instant>) -> io::Result<Folder> {
        let root = Directory::open(path)?;
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
            let Ok(directory) = folder.root.descend(&within) else {
                continue;
            };
            let mut names: Vec<OsString> = Vec::new();
            for name in directory.names()? {
                let name = name?;
                entries += 1;
                if entries > most {
                    folder.is_cut = true;
                    break;
                }
                names.push(name);
            }
            names.sort();
            for name in names {
                let Ok(kind) = directory.kind(&name) else {
                    continue;
                };
                let mut path = within.clone();
                path.push(name);
                let kind = match kind {
                    EntryKind::Folder if path.len() < DEEPEST => {
                        open.push(path);
                        continue;
                    }
                    EntryKind::File => Kind::File,
                    EntryKind::Link => Kind::Link,
                    EntryKind::Folder | EntryKind::Other => Kind::Other,
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
}

impl Tree for Folder {
    fn items(&self) -> &[Item] {
        &self.items
    }

    fn is_cut(&self) -> bool {
        self.is_cut
    }

    fn read(&mut self, item: usize, most: u64) -> Result<Content, Unusable> {
        let unreadable = |error: io::Error| Unusable::Unreadable {
            why: error.to_string(),
        };
        let Some((name, within)) = self.names.get(item).and_then(|names| names.split_last()) else {
            return Err(Unusable::NotAFile);
        };
        let folder = self.root.descend(within).map_err(unreadable)?;
        let file = folder.file(name).map_err(unreadable)?;
        let file = file.ok_or(Unusable::Link)?;
        if !file.metadata().map_err(unreadable)?.is_file() {
            return Err(Unusable::NotAFile);
        }
        let modified = file.metadata().and_then(|metadata| metadata.modified());
        let mut bytes = Vec::new();
        file.take(most + 1)
            .read_to_end(&mut bytes)
            .map_err(unreadable)?;
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
