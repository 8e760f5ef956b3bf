//! Included files: those that the editor has open as it shows them, the others as the host reads them.

use crate::host::Host;
use crate::settings::plain_path;
use opencl_c::preprocessor::{Include, Included, Includes, NotIncluded};
use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};

/// The texts of open files, by path.
pub(crate) type Open<'a> = HashMap<&'a Path, &'a str>;

/// Finds included files beside the file that includes them, and in the folders of the settings.
pub(crate) struct Files<'a> {
    pub(crate) host: &'a dyn Host,
    pub(crate) open: Open<'a>,
    pub(crate) folders: &'a [PathBuf],
    /// Are files that are missing read as empty ones?
    pub(crate) lenient: bool,
    /// The paths of the files that were read.
    pub(crate) read: Vec<PathBuf>,
    /// Where the files that are missing were looked for.
    pub(crate) missing: Vec<PathBuf>,
}

impl<'a> Files<'a> {
    pub(crate) fn new(host: &'a dyn Host, open: Open<'a>, folders: &'a [PathBuf]) -> Files<'a> {
        Files {
            host,
            open,
            folders,
            lenient: false,
            read: Vec::new(),
            missing: Vec::new(),
        }
    }
}

impl Files<'_> {
    fn text(&self, path: &Path) -> io::Result<String> {
        match self.open.get(path) {
            Some(text) => Ok((*text).to_owned()),
            None => self.host.read(path),
        }
    }
}

impl Includes for Files<'_> {
    fn find(&mut self, include: Include<'_>) -> Result<Included, NotIncluded> {
        let own = Path::new(include.from).parent().filter(|_| include.quoted);
        let folders = own.into_iter().chain(self.folders.iter().map(|it| &**it));
        let paths: Vec<_> = folders
            .map(|folder| plain_path(&folder.join(include.name)))
            .collect();
        for path in &paths {
            match self.text(path) {
                Ok(text) => {
                    let name = path.to_string_lossy().into();
                    self.read.push(path.clone());
                    let text = text.into();
                    return Ok(Included { name, text });
                }
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(NotIncluded::Unreadable(error.to_string())),
            }
        }
        self.missing.extend(paths);
        if self.lenient {
            return Ok(Included {
                name: include.name.into(),
                text: "".into(),
            });
        }
        Err(NotIncluded::NotFound)
    }
}
