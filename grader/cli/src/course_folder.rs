//! Finds the folder of the course: the nearest one upwards that holds `exercises/`.

use std::fmt;
use std::path::{Path, PathBuf};

/// The folder that makes a course of the folder it lies in.
const MARK: &str = "exercises";

/// Why there is no course folder.
#[derive(Debug)]
pub enum NoCourse {
    /// Neither the folder nor one above it holds `exercises/`.
    NotFound {
        /// Where the search began.
        from: PathBuf,
    },
    /// The folder that was named holds no `exercises/`.
    NotACourse {
        /// That folder.
        named: PathBuf,
    },
    /// The current folder is gone or forbidden.
    NoCurrentFolder(std::io::Error),
}

/// The course folder: the one that was named, or the nearest upwards from the current folder.
pub fn find(named: Option<&Path>) -> Result<PathBuf, NoCourse> {
    if let Some(named) = named {
        return if named.join(MARK).is_dir() {
            Ok(named.to_owned())
        } else {
            Err(NoCourse::NotACourse {
                named: named.to_owned(),
            })
        };
    }
    let from = std::env::current_dir().map_err(NoCourse::NoCurrentFolder)?;
    from.ancestors()
        .find(|folder| folder.join(MARK).is_dir())
        .map(Path::to_owned)
        .ok_or(NoCourse::NotFound { from: from.clone() })
}

/// `path` as a student would type it: relative to the current folder where it lies within.
pub fn as_typed(path: &Path) -> PathBuf {
    std::env::current_dir()
        .ok()
        .and_then(|current| path.strip_prefix(current).ok().map(Path::to_owned))
        .unwrap_or_else(|| path.to_owned())
}

impl fmt::Display for NoCourse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoCourse::NotFound { from } => write!(
                f,
                "there is no course here: neither {} nor a folder above it holds `{MARK}/`",
                from.display()
            ),
            NoCourse::NotACourse { named } => {
                write!(f, "{} is no course: it holds no `{MARK}/`", named.display())
            }
            NoCourse::NoCurrentFolder(error) => {
                write!(f, "the current folder cannot be read: {error}")
            }
        }
    }
}

impl std::error::Error for NoCourse {}
