//! Repairs of labelled mistakes: each is checked with the whole search, and each repair must hold in fresh cases.

use course::{
    Course, Exercise, ExerciseFiles, NoClock, Remedy, RepairLimits, Settings, ShrinkLimits,
    Simulator, Submission, Verdict,
};
use launch::Source;
use std::error::Error;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// An answer of an exercise that a label calls wrong.
#[derive(Clone, Debug)]
pub struct Answer<'a> {
    pub exercise: &'a Exercise,
    /// Its name, such as `16-reduce/no-barrier`.
    pub name: String,
    pub text: String,
}

/// The outcome of the search for one answer.
#[derive(Clone, Debug)]
pub struct Repaired {
    /// The verdict on the answer as it is.
    pub verdict: Verdict,
    /// The time of the whole check.
    pub time: Duration,
    /// The repair that the report shows.
    pub remedy: Option<Remedy>,
    /// The lines of the findings and of the remedy, in the order of the report.
    pub first_line: Option<u32>,
    /// Is the repaired kernel right in the fresh cases? True where there is no repair.
    pub holds: bool,
}

/// The exercises of the project's folder.
pub fn course() -> Result<Course, Box<dyn Error>> {
    let root = testing::project().join("exercises");
    let mut folders: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(&root)? {
        folders.push(entry?.path());
    }
    folders.sort();
    folders.retain(|folder| folder.join("exercise.toml").exists());
    let mut texts: Vec<[String; 3]> = Vec::new();
    for folder in folders {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        texts.push([
            name.into_owned(),
            // Exercises that ask to name the mistake show no repair; here they count as well.
            format!(
                "repair = true\n{}",
                fs::read_to_string(folder.join("exercise.toml"))?
            ),
            fs::read_to_string(folder.join("hints.md"))?,
        ]);
    }
    let files = texts.iter().map(|[folder, manifest, hints]| ExerciseFiles {
        folder,
        manifest,
        hints,
    });
    Course::parse(files).map_err(|errors| {
        let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
        errors.join("; ").into()
    })
}

/// The wrong answers in a folder, by name.
pub fn answers<'a>(
    exercise: &'a Exercise,
    folder: &Path,
    prefix: &str,
) -> io::Result<Vec<Answer<'a>>> {
    let mut paths: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.extension().is_some_and(|it| it == "cl") && name.starts_with(prefix) {
            paths.push(path);
        }
    }
    paths.sort();
    let read = |path: PathBuf| -> io::Result<Answer<'a>> {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        Ok(Answer {
            exercise,
            name: format!("{}/{stem}", exercise.manifest.slug),
            text: fs::read_to_string(&path)?,
        })
    };
    paths.into_iter().map(read).collect()
}

/// Checks an answer with the whole search for a repair, then the repaired kernel in `fresh` cases of another
/// seed.
pub fn repair(answer: &Answer<'_>, solution: Option<&str>, fresh: u32) -> Repaired {
    let start = Instant::now();
    let settings = Settings {
        repair: RepairLimits::WHOLE,
        ..Settings::default()
    };
    let report = check(answer.exercise, &answer.text, solution, &settings);
    let time = start.elapsed();
    let holds = report.remedy.as_ref().is_none_or(|remedy| {
        let settings = Settings {
            cases: fresh,
            seed: 0x5EED,
            shrinking: ShrinkLimits {
                launches: 0,
                ..ShrinkLimits::default()
            },
            ..Settings::default()
        };
        let text = repair::edited(&answer.text, &remedy.edits);
        let report = check(answer.exercise, &text, solution, &settings);
        report.verdict == Verdict::Passed
    });
    let of_findings = report.findings.iter().flat_map(|finding| &finding.spans);
    let mut lines = of_findings.map(|place| place.line);
    Repaired {
        first_line: report
            .remedy
            .as_ref()
            .and_then(|it| it.line)
            .or_else(|| lines.next()),
        verdict: report.verdict,
        time,
        remedy: report.remedy,
        holds,
    }
}

pub fn check(
    exercise: &Exercise,
    text: &str,
    answers: Option<&str>,
    settings: &Settings,
) -> course::Report {
    let source = |name: &str, text: &str| Source {
        name: name.to_owned(),
        text: text.to_owned(),
        defines: Vec::new(),
    };
    let submission = Submission {
        kernel: Some(source("kernel.cl", text)),
        answers: answers.map(|text| source("answers.toml", text)),
    };
    let mut simulator = Simulator::default();
    course::check(
        exercise,
        &submission,
        &mut [&mut simulator],
        settings,
        &mut NoClock,
    )
}
