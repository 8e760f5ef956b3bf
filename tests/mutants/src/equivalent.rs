//! Mutants that compute the same as the solution, each with its reason.

use crate::Mutant;
use serde::Deserialize;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A mutant that no check can catch.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Equivalent {
    /// The solution's line, without its indent.
    pub was: String,
    /// The mutant's.
    pub becomes: String,
    /// Why nothing can tell the two apart.
    pub reason: String,
}

/// Why a list of mutants cannot be read.
#[derive(Debug)]
pub enum EquivalentError {
    /// The file.
    Unreadable(PathBuf, io::Error),
    /// Its text.
    Malformed(PathBuf, toml::de::Error),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    #[serde(default)]
    equivalent: Vec<Equivalent>,
}

impl Equivalent {
    /// Those of a solution's folder; none where it has no list.
    pub fn of(solution: &Path) -> Result<Vec<Equivalent>, EquivalentError> {
        let path = solution.join("equivalent.toml");
        let text = match fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            other => other.map_err(|error| EquivalentError::Unreadable(path.clone(), error))?,
        };
        let list: List =
            toml::from_str(&text).map_err(|error| EquivalentError::Malformed(path, error))?;
        Ok(list.equivalent)
    }

    /// Is it this one?
    pub fn is(&self, mutant: &Mutant) -> bool {
        self.was == mutant.was && self.becomes == mutant.becomes
    }
}

impl fmt::Display for EquivalentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EquivalentError::Unreadable(path, error) => write!(f, "{}: {error}", path.display()),
            EquivalentError::Malformed(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl std::error::Error for EquivalentError {}
