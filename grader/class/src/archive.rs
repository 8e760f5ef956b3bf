//! A submission that is a zip archive. Nothing is unpacked to disk: the graded files are read into
//! memory, each up to its limit, so path traversal and zip bombs have no effect.

use crate::listing::{Content, Item, Kind, Tree};
use crate::system::open_unlinked;
use crate::times::Instant;
use crate::unusable::Unusable;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use zip::ZipArchive;

/// Why an archive cannot be listed.
pub(crate) enum ArchiveError {
    Unreadable(io::Error),
    TooLong,
    /// Not a valid zip archive.
    Damaged(String),
}

/// A zip archive and the list of its files.
pub(crate) struct Archive {
    archive: ZipArchive<File>,
    items: Vec<Item>,
    /// The index of each item in the archive.
    places: Vec<usize>,
    unsafe_paths: Vec<String>,
    is_cut: bool,
    zone: Option<Instant>,
}

impl Archive {
    /// Lists the files of an archive of at most `most_bytes`, up to `most` entries.
    pub(crate) fn open(
        path: &Path,
        most_bytes: u64,
        most: usize,
        zone: Option<Instant>,
    ) -> Result<Archive, ArchiveError> {
        let file = open_unlinked(path).map_err(ArchiveError::Unreadable)?;
        let length = file.metadata().map_err(ArchiveError::Unreadable)?.len();
        if length > most_bytes {
            return Err(ArchiveError::TooLong);
        }
        let archive =
            ZipArchive::new(file).map_err(|error| ArchiveError::Damaged(error.to_string()))?;
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
            zone,
        })
    }
}

/// The components of a path that stays inside the archive; none for any other path.
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
            Instant::of_local([time.year(), month, day, hour, minute, second], self.zone)
        });
        let mut bytes = Vec::new();
        // The length in the archive's directory is only a claim, so the bytes that come out are
        // counted.
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
