//! Kernels that cheat (`tests/cheats`) fail in the simulator alone, each in the way that its head says.

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

/// The value of a line of the head.
fn head<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let mut comments = text.lines().map_while(|line| line.strip_prefix("// "));
    comments
        .find_map(|line| line.strip_prefix(key))
        .map(str::trim)
}

/// The verdict's name and whether it was another place that showed it.
fn verdict_of(course: &Course, slug: &str, text: &str, seed: u64) -> (String, bool) {
    let mut exercises = course.exercises().iter();
    let exercise = exercises.find(|it| it.manifest.slug == slug).unwrap();
    let source = |name: &str, text: String| Source {
        name: name.to_owned(),
        text,
        defines: Vec::new(),
        standard: launch::Standard::default(),
    };
    let answers = root()
        .join("solutions")
        .join(&exercise.folder)
        .join("answers.toml");
    let submission = Submission {
        kernel: Some(source("kernel.cl", text.to_owned())),
        answers: exercise
            .sheet
            .map(|_| source("answers.toml", read(&answers))),
    };
    let settings = Settings {
        seed,
        ..Settings::default()
    };
    let mut simulator = Simulator::default();
    let report = check(
        exercise,
        &submission,
        &mut [&mut simulator],
        &settings,
        &mut NoClock,
    );
    assert!(
        report.verdict == Verdict::Passed || report.points.earned < report.points.of,
        "{slug}: full points for {}",
        report.verdict.label()
    );
    (report.verdict.label().to_owned(), report.elsewhere)
}

#[test]
fn cheats_fail_in_the_simulator_alone() {
    let course = course();
    let mut amiss = Vec::new();
    let mut tried = 0;
    for folder in entries(&root().join("tests/cheats"))
        .iter()
        .filter(|it| it.is_dir())
    {
        let slug = folder.file_name().unwrap().to_str().unwrap();
        for file in entries(folder) {
            let text = read(&file);
            let expected = head(&text, "Verdict:").expect("a line `// Verdict:`");
            let seed = head(&text, "Seed:").map_or(0, |seed| seed.parse().unwrap());
            let is_elsewhere = head(&text, "Seen:") == Some("elsewhere");
            let (verdict, elsewhere) = verdict_of(&course, slug, &text, seed);
            tried += 1;
            if verdict == "passed" || verdict != expected || elsewhere != is_elsewhere {
                amiss.push(format!(
                    "{}: {verdict}, elsewhere: {elsewhere}",
                    file.display()
                ));
            }
        }
    }
    assert!(tried >= 40, "only {tried} cheats");
    assert!(amiss.is_empty(), "{}", amiss.join("\n"));
}

#[test]
fn sizes_that_all_know_are_of_no_use_with_another_seed() {
    let course = course();
    let file = root().join("tests/cheats/reduce/knows-the-drawn-sizes.cl");
    let text = read(&file);
    assert_eq!(verdict_of(&course, "reduce", &text, 0).0, "passed");
    for seed in 1..6 {
        assert_eq!(verdict_of(&course, "reduce", &text, seed).0, "wrong");
    }
}
