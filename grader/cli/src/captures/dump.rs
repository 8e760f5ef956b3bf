//! The captured launches in a folder: files of the layer of `grader capture`, and dumps of Intel's Intercept Layer.

use crate::files::data_file;
use capture::intercept::{Dump, MARK, POST, POST_OF_ALL};
use launch::captured::EXTENSION;
use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};

/// How deep below the folder that is named a launch may lie: `DUMP/PROGRAM.PID/Replay/Enqueue_...`.
const DEEPEST: usize = 4;

/// A captured launch that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// A file of the layer.
    File(PathBuf),
    /// A folder of a dump.
    Folder(PathBuf),
}

/// All captured launches in a folder and below it, by their paths.
pub fn find(folder: &Path) -> io::Result<Vec<Found>> {
    let mut found = Vec::new();
    add(folder, DEEPEST, &mut found)?;
    Ok(found)
}

fn add(folder: &Path, deepest: usize, found: &mut Vec<Found>) -> io::Result<()> {
    let mut paths = Vec::new();
    for entry in folder.read_dir()? {
        paths.push(entry?.path());
    }
    paths.sort();
    if folder.join(MARK).is_file() {
        found.push(Found::Folder(folder.to_owned()));
        return Ok(());
    }
    for path in paths {
        if path.is_dir() {
            if deepest > 0 {
                // A folder below that cannot be read hides nothing of the others.
                let _ = add(&path, deepest - 1, found);
            }
        } else if path.extension().is_some_and(|it| it == EXTENSION) {
            found.push(Found::File(path));
        }
    }
    Ok(())
}

/// The files of a dump of Intel's Intercept Layer.
#[derive(Debug)]
pub struct FolderDump {
    names: Vec<String>,
    paths: HashMap<String, PathBuf>,
}

impl FolderDump {
    /// The dump in a folder, with what the same dump has read after all launches.
    pub fn open(folder: &Path) -> io::Result<FolderDump> {
        let mut paths = HashMap::new();
        add_files(folder, "", &mut paths)?;
        for below in ["Pre", POST] {
            let within = folder.join(below);
            if within.is_dir() {
                add_files(&within, &format!("{below}/"), &mut paths)?;
            }
        }
        let has_post = paths.keys().any(|name| name.starts_with("Post/"));
        let of_all = folder.join("../..").join(POST_OF_ALL);
        if !has_post && of_all.is_dir() {
            let number = enqueue_number(folder);
            let mut all = HashMap::new();
            add_files(&of_all, "Post/", &mut all)?;
            // `Enqueue_0004_Kernel_add_Arg_0_Buffer_0001.bin`
            let start = number.map(|number| format!("Post/Enqueue_{number:04}_"));
            let is_of_this = |name: &String| start.as_ref().is_some_and(|it| name.starts_with(it));
            paths.extend(all.into_iter().filter(|(name, _)| is_of_this(name)));
        }
        let mut names: Vec<String> = paths.keys().cloned().collect();
        names.sort();
        Ok(FolderDump { names, paths })
    }
}

/// The number of the launch, which the files of all launches bear.
fn enqueue_number(folder: &Path) -> Option<u64> {
    let text = std::fs::read_to_string(folder.join("enqueueNumber.txt")).ok()?;
    text.trim().parse().ok()
}

fn add_files(folder: &Path, before: &str, paths: &mut HashMap<String, PathBuf>) -> io::Result<()> {
    for entry in folder.read_dir()? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str());
        if let Some(name) = name.filter(|_| path.is_file()) {
            paths.insert(format!("{before}{name}"), path.clone());
        }
    }
    Ok(())
}

impl Dump for FolderDump {
    fn names(&self) -> &[String] {
        &self.names
    }

    fn read(&mut self, name: &str) -> Result<Vec<u8>, String> {
        match self.paths.get(name) {
            Some(path) => data_file::read(path).map_err(|error| error.to_string()),
            None => Err("there is no such file".to_owned()),
        }
    }
}
