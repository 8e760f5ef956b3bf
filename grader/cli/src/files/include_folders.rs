//! Finds included files: in the folder of the including file, and in the folders named with `-I`. A name may
//! lead out of these, as in `"../common/rng.cl"`: the files belong to the user who runs the command. Other
//! people's kernels are checked without any include.

use crate::files::student_file::{self, UnusableFile};
use crate::system::with_slashes;
use opencl_c::preprocessor::{Include, Included, Includes, NotIncluded};
use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The folders of one program.
#[derive(Debug)]
pub struct IncludeFolders {
    /// The main file's own folder, then the named ones.
    folders: Vec<PathBuf>,
    main: String,
    /// The files that were read, by their resolved paths.
    found: HashMap<PathBuf, Included>,
    /// The folder of each file, by the file's name.
    folder_of: HashMap<Arc<str>, PathBuf>,
}

impl IncludeFolders {
    /// For the main file, called `name`, at `path`. The error is a folder of `named` that can't be entered.
    pub fn of(name: &str, path: &Path, named: &[PathBuf]) -> Result<Self, (PathBuf, io::Error)> {
        let own = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
            _ => PathBuf::from("."),
        };
        let mut folders = Vec::new();
        for folder in std::iter::once(&own).chain(named) {
            folder.read_dir().map_err(|error| (folder.clone(), error))?;
            folders.push(folder.clone());
        }
        Ok(IncludeFolders {
            folders,
            main: name.to_owned(),
            found: HashMap::new(),
            folder_of: HashMap::new(),
        })
    }

    fn try_in(&mut self, folder: &Path, name: &str) -> Option<Result<Included, NotIncluded>> {
        let path = folder.join(name);
        let resolved = dunce::canonicalize(&path).ok()?;
        if let Some(included) = self.found.get(&resolved) {
            return Some(Ok(included.clone()));
        }
        let text = match student_file::read(&resolved) {
            Ok(text) => text,
            // An included file may be empty.
            Err(UnusableFile::Empty(_)) => String::new(),
            Err(UnusableFile::Folder(_) | UnusableFile::Missing(_)) => return None,
            Err(unusable) => return Some(Err(NotIncluded::Unreadable(unusable.to_string()))),
        };
        let shown: Arc<str> = with_slashes(path.strip_prefix(".").unwrap_or(&path))
            .to_string_lossy()
            .into();
        if let Some(folder) = path.parent() {
            self.folder_of.insert(shown.clone(), folder.to_owned());
        }
        let included = Included {
            name: shown,
            text: text.into(),
        };
        self.found.insert(resolved, included.clone());
        Some(Ok(included))
    }
}

impl Includes for IncludeFolders {
    fn find(&mut self, include: Include<'_>) -> Result<Included, NotIncluded> {
        let mut places = Vec::new();
        if include.quoted {
            match self.folder_of.get(include.from) {
                Some(folder) => places.push(folder.clone()),
                None if include.from == self.main => places.push(self.folders[0].clone()),
                None => {}
            }
        }
        places.extend(self.folders.iter().skip(1).cloned());
        places
            .iter()
            .find_map(|folder| self.try_in(folder, include.name))
            .unwrap_or(Err(NotIncluded::NotFound))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// A folder `project` with a main file, a header beside it, one in `include`, one outside.
    fn folders() -> tempfile::TempDir {
        let root = tempfile::tempdir().expect("a temporary folder");
        for (path, text) in [
            ("project/k.cl", "kernel void k() {}"),
            ("project/near.h", "near"),
            ("project/empty.h", ""),
            ("project/deep/one.h", "#include \"two.h\""),
            ("project/deep/two.h", "two"),
            ("include/named.h", "named"),
            ("shared.h", "shared"),
        ] {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        root
    }

    fn find(
        includes: &mut IncludeFolders,
        name: &str,
        quoted: bool,
        from: &str,
    ) -> Result<String, NotIncluded> {
        let include = Include { name, quoted, from };
        includes.find(include).map(|found| found.text.to_string())
    }

    #[test]
    fn files_are_found_beside_who_includes_them_and_in_named_folders() {
        let root = folders();
        let main = root.path().join("project/k.cl");
        let named = [root.path().join("include")];
        let mut includes = IncludeFolders::of("k.cl", &main, &named).expect("folders");
        assert_eq!(
            find(&mut includes, "near.h", true, "k.cl"),
            Ok("near".into())
        );
        assert_eq!(
            find(&mut includes, "empty.h", true, "k.cl"),
            Ok(String::new())
        );
        assert_eq!(
            find(&mut includes, "near.h", false, "k.cl"),
            Err(NotIncluded::NotFound)
        );
        assert_eq!(
            find(&mut includes, "named.h", false, "k.cl"),
            Ok("named".into())
        );
        let include = Include {
            name: "deep/one.h",
            quoted: true,
            from: "k.cl",
        };
        let one = includes.find(include).expect("a file in a folder below");
        assert_eq!(
            find(&mut includes, "two.h", true, &one.name),
            Ok("two".into())
        );
        assert_eq!(
            find(&mut includes, "../near.h", true, &one.name),
            Ok("near".into())
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_name_may_lead_out_of_the_folders() {
        let root = folders();
        let main = root.path().join("project/k.cl");
        let shared = root.path().join("shared.h");
        std::os::unix::fs::symlink(&shared, root.path().join("project/link.h")).expect("a link");
        let mut includes = IncludeFolders::of("k.cl", &main, &[]).expect("folders");
        let absolute = shared.to_string_lossy().into_owned();
        for name in ["../shared.h", "deep/../../shared.h", "link.h", &absolute] {
            assert_eq!(
                find(&mut includes, name, true, "k.cl"),
                Ok("shared".into()),
                "{name}"
            );
        }
        assert_eq!(
            find(&mut includes, "deep", true, "k.cl"),
            Err(NotIncluded::NotFound)
        );
    }

    #[test]
    fn a_file_that_is_no_text_says_why() {
        let root = folders();
        fs::write(root.path().join("project/binary.h"), b"a\0b").expect("a file");
        let main = root.path().join("project/k.cl");
        let mut includes = IncludeFolders::of("k.cl", &main, &[]).expect("folders");
        let found = find(&mut includes, "binary.h", true, "k.cl");
        assert!(matches!(found, Err(NotIncluded::Unreadable(why)) if why.contains("binary")));
        assert!(IncludeFolders::of("k.cl", &main, &[root.path().join("none")]).is_err());
    }
}
