//! The problem of an own exercise of a pack: `problem.toml` in the exercise's folder.

use crate::exercises::course_folder::NoCourse;
use course::OwnProblem;
use std::path::Path;

/// The file that gives an exercise a problem of its own.
pub(crate) const PROBLEM: &str = "problem.toml";

/// Programs of packs are started only where this variable is `1`.
#[cfg(feature = "full")]
const TRUST: &str = "GRADER_TRUST_PACK";

/// The own problem of the exercise in `folder`; none if it uses one of this program's.
#[cfg(feature = "full")]
pub(crate) fn of(folder: &Path) -> Result<Option<OwnProblem>, NoCourse> {
    use crate::exercises::course_folder::{SOLUTION, as_typed};
    use std::fs;

    let path = folder.join(PROBLEM);
    if !path.exists() {
        return Ok(None);
    }
    let problem = fs::read_to_string(&path).map_err(|error| NoCourse::Unreadable {
        path: path.clone(),
        error,
    })?;
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let slug = name.split_once('-').map_or(&*name, |(_, slug)| slug);
    let root = folder.ancestors().nth(2).unwrap_or(folder);
    // Students have none.
    let solution = root.join("solutions").join(&*name).join(SOLUTION);
    let solution = fs::read_to_string(solution).unwrap_or_default();
    let trust = match std::env::var_os(TRUST) {
        Some(value) if value == "1" => pack::Trust::Programs,
        _ => pack::Trust::Nothing,
    };
    let files = pack::OwnFiles {
        name: slug,
        problem: &problem,
        solution: &solution,
        folder,
        read: &|file| fs::read_to_string(folder.join(file)).ok(),
    };
    match pack::read(&files, trust) {
        Ok(own) => Ok(Some(OwnProblem {
            problem: own,
            texts: texts(folder),
        })),
        Err(error) => Err(match error.kind {
            pack::ProblemErrorKind::NotTrusted { command } => NoCourse::NotTrusted {
                path: as_typed(&path),
                command: launch::sanitise::visible_line(&command),
            },
            _ => NoCourse::Problem {
                path: as_typed(&path),
                reason: launch::sanitise::visible_line(&error.to_string()),
            },
        }),
    }
}

/// Everything in the folder but what students write and read: a reference may read any of it.
#[cfg(feature = "full")]
fn texts(folder: &Path) -> String {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    let of_students = ["kernel.cl", "answers.toml", "starter.cl", "hints.md"];
    let is_text = |path: &&std::path::PathBuf| {
        let name = path.file_name().unwrap_or_default();
        path.is_file() && !of_students.iter().any(|it| *it == name)
    };
    paths
        .iter()
        .filter(is_text)
        .map(|path| {
            let bytes = std::fs::read(path).unwrap_or_default();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            format!("{name}\n{}\n", String::from_utf8_lossy(&bytes))
        })
        .collect()
}

/// Without the feature `full` there are no own problems.
#[cfg(not(feature = "full"))]
pub(crate) fn of(folder: &Path) -> Result<Option<OwnProblem>, NoCourse> {
    let path = folder.join(PROBLEM);
    match path.exists() {
        true => Err(NoCourse::Problem {
            path,
            reason:
                "exercises of packs are not in this build of grader; take a release, or build with \
                     --features full"
                    .to_owned(),
        }),
        false => Ok(None),
    }
}
