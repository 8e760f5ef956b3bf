//! Finds the submissions in a folder: each is a folder or a zip archive named after its student.

use crate::key;
use launch::sanitise;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A submission that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The student's name, safe to display on one line.
    pub student: String,
    /// The base name of its result files: unique, and valid on every file system.
    pub id: String,
    pub path: PathBuf,
    pub shape: Shape,
    /// Are there both a folder and an archive of this name?
    pub twice: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Folder,
    Archive,
}

/// The contents of a class folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The submissions, sorted by the bytes of their names.
    pub entries: Vec<Entry>,
    /// Entries that are not submissions, in the same order.
    pub ignored: Vec<Ignored>,
}

/// An entry that is not a submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ignored {
    /// Its name, safe to display.
    pub name: String,
    /// Why it is not one.
    pub what: &'static str,
}

/// The longest name that is displayed, in characters.
const LONGEST_SHOWN: usize = 80;

/// The longest readable part of an id, in bytes.
const LONGEST_READABLE: usize = 48;

/// Finds the submissions in `folder`. `known` are the instructor's own files.
pub fn find(folder: &Path, known: &[&Path]) -> io::Result<Found> {
    let mut found = Found::default();
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        // `file_type` does not follow links.
        names.push((entry.file_name(), entry.file_type()?));
    }
    names.sort_by(|left, right| left.0.as_encoded_bytes().cmp(right.0.as_encoded_bytes()));
    for (name, kind) in names {
        let path = folder.join(&name);
        if known.contains(&path.as_path()) {
            continue;
        }
        let is_archive = Path::new(&name)
            .extension()
            .is_some_and(|extension| extension.eq_ignore_ascii_case("zip"));
        let what = if kind.is_symlink() {
            "a symbolic link, which is not followed"
        } else if name.as_encoded_bytes().starts_with(b".") {
            "hidden"
        } else if kind.is_dir() {
            found.entries.push(entry(&name, path, Shape::Folder));
            continue;
        } else if kind.is_file() && is_archive {
            found.entries.push(entry(&name, path, Shape::Archive));
            continue;
        } else {
            "neither a folder nor a .zip"
        };
        found.ignored.push(Ignored {
            name: shown(&name),
            what,
        });
    }
    let mut seen = BTreeSet::new();
    let mut twice = BTreeSet::new();
    for entry in &found.entries {
        if !seen.insert(entry.student.clone()) {
            twice.insert(entry.student.clone());
        }
    }
    for entry in &mut found.entries {
        if twice.contains(&entry.student) {
            entry.twice = true;
            entry.student = shown(entry.path.file_name().unwrap_or_default());
        }
    }
    Ok(found)
}

fn entry(name: &OsStr, path: PathBuf, shape: Shape) -> Entry {
    let student = match shape {
        Shape::Folder => name,
        Shape::Archive => Path::new(name).file_stem().unwrap_or(name),
    };
    Entry {
        student: shown(student),
        id: id(name),
        path,
        shape,
        twice: false,
    }
}

/// A name on one line, without terminal control characters.
pub(crate) fn shown(name: &OsStr) -> String {
    let text = sanitise::visible_line(&name.to_string_lossy());
    if text.chars().count() <= LONGEST_SHOWN {
        return text;
    }
    text.chars()
        .take(LONGEST_SHOWN - 1)
        .chain(['\u{2026}'])
        .collect()
}

/// A file name: the plain characters of the name, and a hash of all of it.
fn id(name: &OsStr) -> String {
    let mut readable = String::new();
    for c in name.to_string_lossy().chars() {
        let c = if c.is_ascii_alphanumeric() || (c == '_') {
            c
        } else {
            '-'
        };
        if readable.len() < LONGEST_READABLE && !(c == '-' && readable.ends_with('-')) {
            readable.push(c);
        }
    }
    let readable = readable.trim_matches('-');
    let hash = key::word(&key::hash(&[name.as_encoded_bytes()]), 5);
    match readable {
        "" => hash,
        readable => format!("{readable}-{hash}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::ffi::OsStrExt;

    fn found(make: impl Fn(&Path)) -> Found {
        let folder = tempfile::tempdir().unwrap();
        make(folder.path());
        find(folder.path(), &[&folder.path().join("class.toml")]).unwrap()
    }

    #[test]
    fn folders_and_archives_are_submissions_and_the_rest_is_told() {
        let found = found(|folder| {
            fs::create_dir(folder.join("anna")).unwrap();
            fs::create_dir(folder.join(".git")).unwrap();
            fs::write(folder.join("ben.ZIP"), "").unwrap();
            fs::write(folder.join("notes.txt"), "").unwrap();
            fs::write(folder.join("class.toml"), "").unwrap();
            std::os::unix::fs::symlink("/", folder.join("root")).unwrap();
        });
        let students: Vec<&str> = found.entries.iter().map(|it| it.student.as_str()).collect();
        assert_eq!(students, ["anna", "ben"]);
        let rest: Vec<(&str, &str)> = found
            .ignored
            .iter()
            .map(|it| (it.name.as_str(), it.what))
            .collect();
        assert_eq!(
            rest,
            [
                (".git", "hidden"),
                ("notes.txt", "neither a folder nor a .zip"),
                ("root", "a symbolic link, which is not followed"),
            ]
        );
    }

    #[test]
    fn every_name_gives_a_plain_id_of_its_own() {
        let odd: [&[u8]; 9] = [
            b"anna",
            b"Anna",
            "Zo\u{eb} \u{5b57}".as_bytes(),
            b"-rf *",
            b"a\x1b[2Jb",
            b"a\nb",
            b"\xff\xfe",
            b"\xff",
            &[b'x'; 255],
        ];
        let ids: BTreeSet<String> = odd.iter().map(|name| id(OsStr::from_bytes(name))).collect();
        assert_eq!(ids.len(), odd.len());
        for id in ids {
            let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
            assert!(id.chars().all(is_plain) && !id.starts_with('-'), "{id}");
            assert!(id.len() < 64, "{id}");
        }
    }

    #[test]
    fn a_name_is_shown_without_what_a_terminal_obeys() {
        assert_eq!(
            shown(OsStr::from_bytes(b"a\x1b[2J\nb\xff")),
            "a␛[2J␊b\u{fffd}"
        );
        let long = shown(OsStr::from_bytes(&[b'x'; 200]));
        assert_eq!(long.chars().count(), LONGEST_SHOWN);
    }

    #[test]
    fn a_folder_and_an_archive_of_one_name_are_both_kept() {
        let found = found(|folder| {
            fs::create_dir(folder.join("anna")).unwrap();
            fs::write(folder.join("anna.zip"), "").unwrap();
        });
        let names: Vec<(&str, bool)> = found
            .entries
            .iter()
            .map(|it| (it.student.as_str(), it.twice))
            .collect();
        assert_eq!(names, [("anna", true), ("anna.zip", true)]);
    }
}
