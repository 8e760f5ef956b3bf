//! The repairs that the snapshots of the reports show: each was tried, so each must hold.

use crate::reports::{kernel, reports};
use course::Verdict;
use repairs::{Answer, verdict_with};
use std::fs;

/// The fresh cases that each repaired kernel has to pass.
const CASES: u32 = 300;

#[test]
fn each_repair_in_a_snapshot_makes_its_kernel_right() {
    let course = repairs::course().unwrap();
    let mut tried = reports(&testing::project().join("tests/snapshots"));
    tried.retain(|(_, report)| report.remedy.is_some());
    assert!(tried.len() > 150, "{} repairs", tried.len());
    let broken: Vec<Option<String>> = testing::cores::each(
        &tried,
        || (),
        |(), (path, report)| {
            let exercise = course.find(&report.exercise.slug).unwrap();
            let answer = Answer {
                exercise,
                name: path.display().to_string(),
                text: kernel(path, &exercise.folder).expect("a kernel"),
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
