//! Finds `grader-device`, and `grader-wgpu` beside it.

use launch::fault::StartError;
use std::env::{self, consts::EXE_SUFFIX};
use std::path::{Path, PathBuf};

/// The environment variable that overrides its path.
const VARIABLE: &str = "GRADER_DEVICE";

/// The path in `GRADER_DEVICE`, or else `grader-device` beside the running program.
pub(crate) fn locate() -> Result<PathBuf, StartError> {
    let looked = match env::var_os(VARIABLE) {
        Some(path) => vec![PathBuf::from(path)],
        None => beside(&env::current_exe().unwrap_or_default(), "grader-device"),
    };
    match looked.iter().find(|path| path.is_file()) {
        Some(path) => Ok(path.clone()),
        None => Err(StartError::NotFound { looked }),
    }
}

/// `grader-wgpu`, if it lies beside the running program. Where `GRADER_DEVICE` names a program, that alone is meant.
pub fn adapters_program() -> Option<PathBuf> {
    if env::var_os(VARIABLE).is_some() {
        return None;
    }
    let looked = beside(&env::current_exe().unwrap_or_default(), "grader-wgpu");
    looked.into_iter().find(|path| path.is_file())
}

/// Beside `program`, or one folder up if that is a test program of cargo's in `deps`.
fn beside(program: &Path, name: &str) -> Vec<PathBuf> {
    let name = format!("{name}{EXE_SUFFIX}");
    let Some(folder) = program.parent() else {
        return vec![PathBuf::from(name)];
    };
    let mut looked = vec![folder.join(&name)];
    if folder.ends_with("deps")
        && let Some(above) = folder.parent()
    {
        looked.push(above.join(&name));
    }
    looked
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_looked_for_beside_the_program_that_runs() {
        let name = format!("grader-device{EXE_SUFFIX}");
        assert_eq!(
            beside(Path::new("/usr/bin/grader"), "grader-device"),
            [Path::new("/usr/bin").join(&name)]
        );
        assert_eq!(
            beside(Path::new("/t/debug/deps/end_to_end-1"), "grader-device"),
            [
                Path::new("/t/debug/deps").join(&name),
                Path::new("/t/debug").join(&name)
            ]
        );
    }
}
