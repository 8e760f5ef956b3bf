//! The files that a LAUNCH.toml names, on the disk: paths in it start at its own folder.

use crate::exercises::course_folder::as_typed;
use crate::files::include_folders::IncludeFolders;
use crate::files::{data_file, student_file};
use launch_file::{Files, Text};
use opencl_c::preprocessor::Includes;
use std::path::{Path, PathBuf};

/// The files of one LAUNCH.toml.
#[derive(Debug)]
pub struct LaunchFolder {
    folder: PathBuf,
    /// The file whose folder is searched first: the program's, or the LAUNCH.toml that holds it.
    main: PathBuf,
    includes: Vec<PathBuf>,
}

impl LaunchFolder {
    /// For the LAUNCH.toml at `path`.
    pub fn of(path: &Path) -> LaunchFolder {
        LaunchFolder {
            folder: path.parent().unwrap_or(Path::new("")).to_owned(),
            main: path.to_owned(),
            includes: Vec::new(),
        }
    }

    /// For the LAUNCH.toml at `path`, with the kernel file `program` in place of its program.
    pub fn with_program(path: &Path, program: &Path) -> LaunchFolder {
        LaunchFolder {
            main: program.to_owned(),
            ..LaunchFolder::of(path)
        }
    }
}

impl Files for LaunchFolder {
    fn program(&mut self, source: &str) -> Result<Text, String> {
        self.main = self.folder.join(source);
        let text = student_file::read(&self.main).map_err(|error| error.to_string())?;
        let name = as_typed(&self.main).display().to_string();
        Ok(Text::new(name, text))
    }

    fn data(&mut self, path: &str) -> Result<Vec<u8>, String> {
        data_file::read(&self.folder.join(path)).map_err(|error| error.to_string())
    }

    fn enter(&mut self, folder: &str) -> Result<(), String> {
        let folder = self.folder.join(folder);
        folder.read_dir().map_err(|error| error.to_string())?;
        self.includes.push(folder);
        Ok(())
    }

    fn includes(&mut self, main: &str) -> Result<Box<dyn Includes + '_>, String> {
        let includes = IncludeFolders::of(main, &self.main, &self.includes)
            .map_err(|(_, error)| error.to_string())?;
        Ok(Box::new(includes))
    }
}
