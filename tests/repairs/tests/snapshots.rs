//! The repairs that the snapshots of the reports show: each was tried, so each must hold.

use course::{Report, Verdict};
use repairs::{Answer, verdict_with};
use std::fs;
use std::path::{Path, PathBuf};

/// The fresh cases that each repaired kernel has to pass.
const CASES: u32 = 300;

fn reports(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut waiting = vec![folder.to_path_buf()];
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                waiting.push(path);
            } else if path.to_string_lossy().ends_with(".json.snap") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The report below a snapshot's head, if it shows a repair.
fn repaired(path: &Path) -> Option<Report> {
    let text = fs::read_to_string(path).unwrap();
    let (_, json) = text.split_once("\n---\n").expect("a snapshot's head");
    let is_repaired = json.contains("\n  \"remedy\": {");
    is_repaired.then(|| serde_json::from_str(json).expect("a report"))
}

/// The kernel that a snapshot is about: a labelled mistake, or the starter.
fn kernel(path: &Path, folder: &str) -> String {
    let name = path.file_name().unwrap().to_string_lossy();
    let name = name.trim_end_matches(".json.snap");
    let path = match name {
        "starter" => format!("exercises/{folder}/starter.cl"),
        name => format!("solutions/{folder}/mistakes/{name}.cl"),
    };
    fs::read_to_string(testing::project().join(&path)).expect(&path)
}

#[test]
fn each_repair_in_a_snapshot_makes_its_kernel_right() {
    let course = repairs::course().unwrap();
    let root = testing::project().join("tests/snapshots");
    let mut tried: Vec<(PathBuf, Report)> = Vec::new();
    for path in reports(&root) {
        if let Some(report) = repaired(&path) {
            tried.push((path, report));
        }
    }
    assert!(tried.len() > 150, "{} repairs", tried.len());
    let broken: Vec<Option<String>> = testing::cores::each(
        &tried,
        || (),
        |(), (path, report)| {
            let exercise = course.find(&report.exercise.slug).unwrap();
            let answer = Answer {
                exercise,
                name: path.display().to_string(),
                text: kernel(path, &exercise.folder),
            };
            let solution = testing::project().join("solutions").join(&exercise.folder);
            let answers = fs::read_to_string(solution.join("answers.toml")).ok();
            let remedy = report.remedy.as_ref().expect("a repair");
            let verdict = verdict_with(&answer, remedy, answers.as_deref(), CASES);
            (verdict != Verdict::Passed).then(|| format!("{}: {}", path.display(), verdict.label()))
        },
    );
    let broken: Vec<String> = broken.into_iter().flatten().collect();
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}
