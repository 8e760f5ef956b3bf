//! The files that the server may read beside the open documents: those that it was given.

use language_server::{Exercise, Host};
use launch::Standard;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// The exercises of the course whose kernels are not read as OpenCL C 1.2.
const OF_3_0: [&str; 10] = [
    "box-blur",
    "box-blur-buffer",
    "double-buffer",
    "group-reduce",
    "last-group",
    "n-body",
    "packed-dot",
    "radix-pass",
    "shuffle-sum",
    "sparse-product",
];

/// The texts of files by their paths. Each clone is the same files.
#[derive(Clone, Debug, Default)]
pub(crate) struct Files(Rc<RefCell<BTreeMap<PathBuf, String>>>);

impl Files {
    /// Takes the new texts of files; those without one are gone.
    pub(crate) fn take(&self, changes: BTreeMap<PathBuf, Option<String>>) {
        let mut files = self.0.borrow_mut();
        for (path, text) in changes {
            match text {
                Some(text) => files.insert(path, text),
                None => files.remove(&path),
            };
        }
    }
}

impl Host for Files {
    fn read(&self, path: &Path) -> io::Result<String> {
        let files = self.0.borrow();
        let text = files.get(path).cloned();
        text.ok_or(io::ErrorKind::NotFound.into())
    }

    fn entries(&self, folder: &Path) -> Vec<String> {
        let files = self.0.borrow();
        let within = files.keys().filter_map(|it| it.strip_prefix(folder).ok());
        let entry = |path: &Path| {
            let mut parts = path.components();
            let name = parts.next()?.as_os_str().to_str()?.to_owned();
            let is_folder = parts.next().is_some();
            Some(if is_folder { name + "/" } else { name })
        };
        let names: BTreeSet<_> = within.filter_map(entry).collect();
        names.into_iter().collect()
    }

    fn exercise(&self, path: &Path) -> Option<Exercise> {
        let folder = path.parent()?.file_name()?.to_str()?;
        let (number, slug) = folder.split_once('-')?;
        let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
        (is_number && OF_3_0.contains(&slug)).then(|| Exercise {
            slug: slug.to_owned(),
            standard: Standard::V3_0,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(paths: &[&str]) -> Files {
        let files = Files::default();
        let text = |path: &&str| (PathBuf::from(path), Some(String::new()));
        files.take(paths.iter().map(text).collect());
        files
    }

    #[test]
    fn a_folder_has_its_files_and_the_folders_below_it() {
        let files = files(&["/p/a.h", "/p/lib/b.h", "/p/lib/c.h", "/q/d.h"]);
        assert_eq!(files.entries(Path::new("/p")), ["a.h", "lib/"]);
        files.take([(PathBuf::from("/p/a.h"), None)].into());
        assert_eq!(files.entries(Path::new("/p")), ["lib/"]);
        assert!(files.read(Path::new("/p/a.h")).is_err());
    }

    #[test]
    fn the_version_of_each_exercise_is_that_of_its_problem() {
        for (number, problem) in kernels::problems().enumerate() {
            let slug = problem.name();
            let path = format!("/exercises/{number:02}-{slug}/kernel.cl");
            let exercise = Files::default().exercise(Path::new(&path));
            let standard = exercise.map_or(Standard::default(), |it| it.standard);
            assert_eq!(standard, problem.standard(), "{slug}");
        }
    }
}
