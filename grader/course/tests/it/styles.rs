//! Right answers in other styles than the course's own (`tests/styles`) are accepted, with full points.

use course::{Course, ExerciseFiles, NoClock, Settings, Simulator, Submission, Verdict, check};
use launch::Source;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|_| panic!("{}", folder.display()));
    let mut entries: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    entries
}

fn course() -> Course {
    let folders = entries(&root().join("exercises"));
    let texts: Vec<[String; 3]> = folders
        .iter()
        .map(|folder| {
            let name = folder.file_name().unwrap().to_str().unwrap().to_owned();
            let manifest = read(&folder.join("exercise.toml"));
            [name, manifest, read(&folder.join("hints.md"))]
        })
        .collect();
    Course::parse(texts.iter().map(|[folder, manifest, hints]| ExerciseFiles {
        folder,
        manifest,
        hints,
    }))
    .unwrap()
}

#[test]
fn right_answers_in_other_styles_are_accepted() {
    let course = course();
    let mut refused = Vec::new();
    let mut tried = 0;
    for exercise in course.exercises() {
        if exercise.problem.is_none() {
            continue;
        }
        let slug = &exercise.manifest.slug;
        let files = entries(&root().join("tests/styles").join(slug));
        assert!(!files.is_empty(), "{slug} has no answer in another style");
        for file in files {
            let kernel = Source {
                name: "kernel.cl".to_owned(),
                text: read(&file),
                defines: Vec::new(),
                standard: launch::Standard::default(),
            };
            let solution = root().join("solutions").join(&exercise.folder);
            let answers = exercise.sheet.map(|_| Source {
                name: "answers.toml".to_owned(),
                text: read(&solution.join("answers.toml")),
                defines: Vec::new(),
                standard: launch::Standard::default(),
            });
            let submission = Submission {
                kernel: Some(kernel),
                answers,
            };
            let mut simulator = Simulator::default();
            let settings = Settings::default();
            let report = check(
                exercise,
                &submission,
                &mut [&mut simulator],
                &settings,
                &mut NoClock,
            );
            tried += 1;
            if report.verdict != Verdict::Passed || report.points.earned != report.points.of {
                let why = report.findings.first().map(|finding| &finding.message);
                refused.push(format!(
                    "{}: {} {}",
                    file.display(),
                    report.verdict.label(),
                    why.cloned().unwrap_or_default()
                ));
            }
        }
    }
    assert!(tried >= 60, "only {tried} answers");
    assert!(refused.is_empty(), "{}", refused.join("\n"));
}
