//! A submission that is a zip archive. Nothing is unpacked to a disk: the files that are graded are read
//! into memory, each up to its limit, so neither a path nor a bomb finds anything to go off in.

use crate::listing::{Content, Item, Kind, Tree};
use crate::times::Instant;
use crate::unusable::Unusable;
use rustix::fs::{CWD, Mode, OFlags, openat};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use zip::ZipArchive;

/// Why an archive cannot be listed.
pub(crate) enum Closed {
    /// The system refuses it.
    Unreadable(io::Error),
    /// It is longer than an archive may be.
    TooLong,
    /// It is no whole zip archive.
    Damaged(String),
}

/// An archive, listed.
pub(crate) struct Archive {
    archive: ZipArchive<File>,
    items: Vec<Item>,
    /// The place of each item in the archive.
    places: Vec<usize>,
    unsafe_paths: Vec<String>,
    is_cut: bool,
    like: Option<Instant>,
}

impl Archive {
    /// Lists what lies in an archive of at most `most_bytes`, up to `most` entries.
    pub(crate) fn open(
        path: &Path,
        most_bytes: u64,
        most: usize,
        like: Option<Instant>,
    ) -> Result<Archive, Closed> {
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let file = openat(CWD, path, flags, Mode::empty())
            .map_err(|error| Closed::Unreadable(error.into()))?;
        let file = File::from(file);
        let length = file.metadata().map_err(Closed::Unreadable)?.len();
        if length > most_bytes {
            return Err(Closed::TooLong);
        }
        let archive = ZipArchive::new(file).map_err(|error| Closed::Damaged(error.to_string()))?;
        let mut items = Vec::new();
        let mut places = Vec::new();
        let mut unsafe_paths = Vec::new();
        let there = archive.len();
        for place in 0..there.min(most) {
            let Ok(entry) = archive.by_index_data(place) else {
                continue;
            };
            let name = match entry.name() {
                Ok(name) => name.into_owned(),
                Err(_) => String::from_utf8_lossy(entry.name_raw()).into_owned(),
            };
            if entry.is_dir() || name.starts_with("__MACOSX/") {
                continue;
            }
            let Some(path) = inner_path(&name) else {
                unsafe_paths.push(name);
                continue;
            };
            let kind = if entry.is_symlink() {
                Kind::Link
            } else {
                Kind::File
            };
            items.push(Item { path, kind });
            places.push(place);
        }
        Ok(Archive {
            archive,
            items,
            places,
            unsafe_paths,
            is_cut: there > most,
            like,
        })
    }
}

/// The folders and the name of a path that stays within; nothing for any other.
fn inner_path(name: &str) -> Option<Vec<String>> {
    let is_plain = |part: &str| {
        !matches!(part, "" | "." | "..") && !part.contains(['\\', '\0']) && !part.ends_with(':')
    };
    let parts: Vec<&str> = name.split('/').collect();
    parts
        .iter()
        .all(|part| is_plain(part))
        .then(|| parts.iter().map(|part| (*part).to_owned()).collect())
}

impl Tree for Archive {
    fn items(&self) -> &[Item] {
        &self.items
    }

    fn unsafe_paths(&self) -> &[String] {
        &self.unsafe_paths
    }

    fn is_cut(&self) -> bool {
        self.is_cut
    }

    fn read(&mut self, item: usize, most: u64) -> Result<Content, Unusable> {
        let place = self.places.get(item).copied();
        let place = place.ok_or(Unusable::NotAFile)?;
        let damaged = |why: String| Unusable::Damaged { why };
        let is_secret = self
            .archive
            .by_index_data(place)
            .is_ok_and(|entry| entry.encrypted());
        if is_secret {
            return Err(Unusable::Encrypted);
        }
        let entry = self
            .archive
            .by_index(place)
            .map_err(|error| damaged(error.to_string()))?;
        let modified = entry.last_modified().and_then(|time| {
            let parts = [
                time.month(),
                time.day(),
                time.hour(),
                time.minute(),
                time.second(),
            ];
            let [month, day, hour, minute, second] = parts.map(u16::from);
            Instant::of_local([time.year(), month, day, hour, minute, second], self.like)
        });
        let mut bytes = Vec::new();
        // What the archive says of the length is a claim: what comes out of it counts.
        entry
            .take(most + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| damaged(error.to_string()))?;
        if bytes.len() as u64 > most {
            return Err(Unusable::TooLong { most });
        }
        Ok(Content { bytes, modified })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_that_leads_out_is_none() {
        for name in [
            "../saxpy.cl",
            "/etc/passwd",
            "a/../../saxpy.cl",
            "a//saxpy.cl",
            "..\\saxpy.cl",
            "C:/saxpy.cl",
            "./saxpy.cl",
            "",
        ] {
            assert_eq!(inner_path(name), None, "{name}");
        }
        assert_eq!(
            inner_path("anna/saxpy.cl"),
            Some(vec!["anna".to_owned(), "saxpy.cl".to_owned()])
        );
    }
}
