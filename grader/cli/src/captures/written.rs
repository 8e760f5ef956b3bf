//! Makes folders of captured launches.

use super::dump::{FolderDump, Found};
use crate::files::data_file;
use crate::files::include_folders::IncludeFolders;
use capture::{KERNEL_FILE, LAUNCH_FILE, NotTaken, Note, Program, Reason, Written};
use launch::captured::{Captured, file_name};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// What became of a captured launch.
#[derive(Debug)]
pub enum Taken {
    Folder {
        kernel: String,
        /// The LAUNCH.toml.
        launch: PathBuf,
        notes: Vec<Note>,
    },
    Not(NotTaken),
}

/// A folder or a file of it that cannot be written.
#[derive(Debug)]
pub struct Unwritten {
    pub path: PathBuf,
    pub error: io::Error,
}

/// The launch that was found, read.
fn captured(found: &Found) -> Result<Captured, NotTaken> {
    let refused = |path: &Path, why: String| NotTaken {
        kernel: String::new(),
        reasons: vec![Reason::File {
            name: path.display().to_string(),
            why,
        }],
    };
    match found {
        Found::File(path) => {
            let file = data_file::read(path).map_err(|error| refused(path, error.to_string()))?;
            capture::read(&file).map_err(|error| refused(path, error.to_string()))
        }
        Found::Folder(path) => {
            let dump = FolderDump::open(path);
            let mut dump = dump.map_err(|error| refused(path, error.to_string()))?;
            capture::intercept::read(&mut dump)
        }
    }
}

/// Makes a folder of each launch that was found; `folder_of` names it by the kernel's name.
pub fn write_all(
    found: &[Found],
    folder_of: impl Fn(&str) -> PathBuf,
) -> Result<Vec<Taken>, Unwritten> {
    let taken = found.iter().map(|launch| match captured(launch) {
        Err(not_taken) => Ok(Taken::Not(not_taken)),
        Ok(captured) => write(&captured, &folder_of(&captured.kernel)),
    });
    taken.collect()
}

/// A folder in `out` that is not there yet, by the kernel's name.
pub fn free_folder(out: &Path, kernel: &str) -> PathBuf {
    let letters = file_name(kernel);
    let name = match letters.as_str() {
        "" => "kernel",
        letters => letters,
    };
    let first = out.join(name);
    if !first.exists() {
        return first;
    }
    (2_u64..)
        .map(|count| out.join(format!("{name}-{count}")))
        .find(|folder| !folder.exists())
        .unwrap_or(first)
}

/// Makes the folder of a launch, which is not there yet.
fn write(captured: &Captured, folder: &Path) -> Result<Taken, Unwritten> {
    let mut program = match capture::program(captured) {
        Ok(program) => program,
        Err(not_taken) => return Ok(Taken::Not(not_taken)),
    };
    put(folder, &program.files)?;
    program.leave_out_folders(|folder| Path::new(folder).is_dir());
    let mut launch = launch_of(&program, captured, folder)?;
    let is_read = |launch: &Result<Written, NotTaken>| {
        let notes = launch.as_ref().map(|it| it.notes.as_slice());
        !notes.is_ok_and(|notes| notes.contains(&Note::NotRead))
    };
    if !is_read(&launch) && Path::new(&captured.folder).is_dir() {
        let with_more = program.including_own_folder(captured);
        let again = launch_of(&with_more, captured, folder)?;
        if is_read(&again) {
            launch = again;
        }
    }
    match launch {
        Ok(written) => {
            put(folder, &written.files)?;
            Ok(Taken::Folder {
                kernel: captured.kernel.clone(),
                launch: folder.join(LAUNCH_FILE),
                notes: written.notes,
            })
        }
        Err(not_taken) => {
            // The folder was made here, and holds the program alone.
            fs::remove_dir_all(folder).map_err(|error| Unwritten {
                path: folder.to_owned(),
                error,
            })?;
            Ok(Taken::Not(not_taken))
        }
    }
}

/// What becomes of a launch whose program lies in the folder.
fn launch_of(
    program: &Program,
    captured: &Captured,
    folder: &Path,
) -> Result<Result<Written, NotTaken>, Unwritten> {
    let mut folders: Vec<PathBuf> = program.includes.iter().map(PathBuf::from).collect();
    folders.push(folder.to_owned());
    let kernel = folder.join(KERNEL_FILE);
    let includes = IncludeFolders::of(KERNEL_FILE, &kernel, &folders);
    let mut includes = includes.map_err(|(path, error)| Unwritten { path, error })?;
    Ok(program.launch(captured, &mut includes))
}

fn put(folder: &Path, files: &[(String, Vec<u8>)]) -> Result<(), Unwritten> {
    for (name, contents) in files {
        let path = folder.join(name);
        let made = path.parent().map_or(Ok(()), fs::create_dir_all);
        made.and_then(|()| fs::write(&path, contents))
            .map_err(|error| Unwritten { path, error })?;
    }
    Ok(())
}
