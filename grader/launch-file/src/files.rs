//! The files that a LAUNCH.toml names. The caller provides them, since this crate does no I/O.

use opencl_c::preprocessor::{Include, Included, Includes, NotIncluded};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A text by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// The name, as findings give it.
    pub name: String,
    pub text: Arc<str>,
}

impl Text {
    pub fn new(name: impl Into<String>, text: impl Into<Arc<str>>) -> Text {
        Text {
            name: name.into(),
            text: text.into(),
        }
    }
}

/// Finds the files of one LAUNCH.toml. Errors are texts.
pub trait Files {
    /// The program that `source` names.
    fn program(&mut self, source: &str) -> Result<Text, String>;

    /// The bytes of the file of data that `init` names.
    fn data(&mut self, path: &str) -> Result<Vec<u8>, String> {
        Err(format!(
            "{path} can't be read here: there are no files of data"
        ))
    }

    /// Takes a folder of `includes` among those that are searched.
    fn enter(&mut self, folder: &str) -> Result<(), String>;

    /// Finds what the program called `main` includes, once all folders are entered.
    fn includes(&mut self, main: &str) -> Result<Box<dyn Includes + '_>, String>;
}

/// No files at all.
#[cfg(test)]
pub(crate) static NONE: BTreeMap<String, String> = BTreeMap::new();

/// Files by their paths, relative to the LAUNCH.toml, and no others.
#[derive(Debug)]
pub struct InMemory<'a> {
    files: &'a BTreeMap<String, String>,
    folders: Vec<String>,
}

impl<'a> InMemory<'a> {
    /// Files by their paths, `folder/name.cl`.
    pub fn new(files: &'a BTreeMap<String, String>) -> Self {
        InMemory {
            files,
            folders: Vec::new(),
        }
    }
}

impl Files for InMemory<'_> {
    fn program(&mut self, source: &str) -> Result<Text, String> {
        match self.files.get(source) {
            Some(text) => Ok(Text::new(source, text.as_str())),
            None => Err(format!("there is no file {source}")),
        }
    }

    fn enter(&mut self, folder: &str) -> Result<(), String> {
        let folder = folder.trim_start_matches("./").trim_end_matches('/');
        self.folders.push(match folder {
            "" | "." => String::new(),
            folder => format!("{folder}/"),
        });
        Ok(())
    }

    fn includes(&mut self, _: &str) -> Result<Box<dyn Includes + '_>, String> {
        Ok(Box::new(self))
    }
}

impl Includes for &mut InMemory<'_> {
    fn find(&mut self, include: Include<'_>) -> Result<Included, NotIncluded> {
        // The folder of a file is the one in its path; text without a file belongs to the folder of the
        // LAUNCH.toml.
        let own = match include.from.rsplit_once('/') {
            Some((folder, _)) => format!("{folder}/"),
            None => String::new(),
        };
        let beside = include.quoted.then_some(&own);
        let path = beside
            .into_iter()
            .chain(&self.folders)
            .map(|folder| format!("{folder}{}", include.name))
            .find(|path| self.files.contains_key(path));
        let found = path.and_then(|path| self.files.get_key_value(&path));
        match found {
            Some((path, text)) => Ok(Included {
                name: path.as_str().into(),
                text: text.as_str().into(),
            }),
            None => Err(NotIncluded::NotFound),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files() -> BTreeMap<String, String> {
        ["k.cl", "near.h", "deep/one.h", "deep/two.h", "lib/far.h"]
            .map(|path| (path.to_owned(), format!("text of {path}")))
            .into()
    }

    fn find(files: &mut InMemory<'_>, name: &str, quoted: bool, from: &str) -> Option<String> {
        let mut includes = files.includes("k.cl").unwrap();
        let found = includes.find(Include { name, quoted, from });
        found.ok().map(|found| found.name.to_string())
    }

    #[test]
    fn a_program_is_found_by_its_path() {
        let files = files();
        let mut files = InMemory::new(&files);
        let program = files.program("k.cl").unwrap();
        assert_eq!(program, Text::new("k.cl", "text of k.cl"));
        assert_eq!(
            files.program("other.cl"),
            Err("there is no file other.cl".to_owned())
        );
    }

    #[test]
    fn a_file_includes_what_lies_beside_it_or_in_a_named_folder() {
        let files = files();
        let mut files = InMemory::new(&files);
        files.enter("./lib/").unwrap();
        let mut found = |name, quoted, from| find(&mut files, name, quoted, from);
        assert_eq!(found("near.h", true, "k.cl").as_deref(), Some("near.h"));
        assert_eq!(found("near.h", false, "k.cl"), None);
        let two = found("two.h", true, "deep/one.h");
        assert_eq!(two.as_deref(), Some("deep/two.h"));
        assert_eq!(found("far.h", false, "k.cl").as_deref(), Some("lib/far.h"));
    }
}
