//! The repairs that the snapshots of the reports show: each was tried, so each must hold.

use course::{Report, Settings, ShrinkLimits, Verdict};
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

/// The JSON below a snapshot's head.
fn report(path: &Path) -> Option<Report> {
    let text = fs::read_to_string(path).unwrap();
    let (_, json) = text.split_once("\n---\n")?;
    serde_json::from_str(json).ok()
}

#[test]
fn each_repair_in_a_snapshot_makes_its_kernel_right() {
    let course = repairs::course().unwrap();
    let root = testing::project().join("tests/snapshots");
    let mut tried: Vec<(PathBuf, Report)> = Vec::new();
    for path in reports(&root) {
        if let Some(report) = report(&path).filter(|report| report.remedy.is_some()) {
            tried.push((path, report));
        }
    }
    assert!(tried.len() > 150, "{} repairs", tried.len());
    let broken: Vec<Option<String>> = testing::cores::each(
        &tried,
        || (),
        |(), (path, report)| {
            let exercise = course.find(&report.exercise.slug).unwrap();
            let name = path.file_name().unwrap().to_string_lossy();
            let name = name.trim_end_matches(".json.snap");
            let solution = testing::project().join("solutions").join(&exercise.folder);
            let text = fs::read_to_string(solution.join(format!("mistakes/{name}.cl"))).ok()?;
            let answers = fs::read_to_string(solution.join("answers.toml")).ok();
            let remedy = report.remedy.as_ref()?;
            let settings = Settings {
                cases: CASES,
                seed: 1,
                shrinking: ShrinkLimits {
                    launches: 0,
                    ..ShrinkLimits::default()
                },
                ..Settings::default()
            };
            let text = repair::edited(&text, &remedy.edits);
            let verdict = repairs::check(exercise, &text, answers.as_deref(), &settings).verdict;
            (verdict != Verdict::Passed).then(|| format!("{}: {}", path.display(), verdict.label()))
        },
    );
    let broken: Vec<String> = broken.into_iter().flatten().collect();
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}
