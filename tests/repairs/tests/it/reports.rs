//! The reports in the snapshots, and the kernels that they are about.

use course::Report;
use std::fs;
use std::path::{Path, PathBuf};

/// The paths of the snapshots below a folder, each with its report.
pub(crate) fn reports(folder: &Path) -> Vec<(PathBuf, Report)> {
    let mut found = Vec::new();
    let mut waiting = vec![folder.to_path_buf()];
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                waiting.push(path);
            } else if path.to_string_lossy().ends_with(".json.snap") {
                let report = report(&path);
                found.push((path, report));
            }
        }
    }
    found.sort_by(|one, other| one.0.cmp(&other.0));
    found
}

/// The report below a snapshot's head.
fn report(path: &Path) -> Report {
    let text = fs::read_to_string(path).unwrap();
    let (_, json) = text.split_once("\n---\n").expect("a snapshot's head");
    serde_json::from_str(json).expect("a report")
}

/// The kernel that a snapshot is about: a labelled mistake, the starter or the solution. None where it is about an
/// answers file.
pub(crate) fn kernel(path: &Path, folder: &str) -> Option<String> {
    let name = path.file_name().unwrap().to_string_lossy();
    let name = name.trim_end_matches(".json.snap");
    let path = match name {
        "starter" => format!("exercises/{folder}/starter.cl"),
        "solution" => format!("solutions/{folder}/kernel.cl"),
        name => format!("solutions/{folder}/mistakes/{name}.cl"),
    };
    fs::read_to_string(testing::project().join(&path)).ok()
}
