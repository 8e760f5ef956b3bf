//! Repairs of labelled mistakes: each is checked with the whole search, and each repair must hold in fresh cases.

use course::{
    Course, Exercise, ExerciseFiles, NoClock, Remedy, RepairLimits, Settings, ShrinkLimits,
    Simulator, Submission, Verdict,
};
use imara_diff::{Algorithm, Diff, InternedInput};
use launch::{Level, Source};
use std::collections::BTreeSet;
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
    /// Is the repaired kernel right in the fresh cases? True where there is no repair.
    pub holds: bool,
    /// Does a check without the whole search find a repair?
    pub is_usual: bool,
    /// The time of such a check.
    pub usual_time: Duration,
    /// The first line that its report names: of the first error, else of the repair.
    pub first_line: Option<u32>,
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

/// Checks an answer as usual, then, unless that is all, with the whole search for a repair; and the repaired kernel
/// in `fresh` cases of another seed.
pub fn repair(
    answer: &Answer<'_>,
    solution: Option<&str>,
    fresh: u32,
    is_usual_alone: bool,
) -> Repaired {
    let timed = |settings: &Settings| {
        let start = Instant::now();
        let report = check(answer.exercise, &answer.text, solution, settings);
        (report, start.elapsed())
    };
    let (usual, usual_time) = timed(&Settings::default());
    let (report, time) = match is_usual_alone {
        true => (usual.clone(), usual_time),
        false => timed(&Settings {
            repair: RepairLimits::WHOLE,
            ..Settings::default()
        }),
    };
    let holds = report
        .remedy
        .as_ref()
        .is_none_or(|remedy| verdict_with(answer, remedy, solution, fresh) == Verdict::Passed);
    let first = usual.findings.iter().find(|it| it.level == Level::Error);
    let first = first.and_then(|finding| finding.spans.first());
    let of_remedy = || usual.remedy.as_ref().and_then(|remedy| remedy.line);
    Repaired {
        verdict: report.verdict,
        time,
        remedy: report.remedy,
        holds,
        is_usual: usual.remedy.is_some(),
        usual_time,
        first_line: first.map(|place| place.line).or_else(of_remedy),
    }
}

/// The verdict on an answer with a repair, in `cases` cases of a seed that no search uses.
pub fn verdict_with(
    answer: &Answer<'_>,
    remedy: &Remedy,
    solution: Option<&str>,
    cases: u32,
) -> Verdict {
    let settings = Settings {
        cases,
        seed: 0x5EED,
        shrinking: ShrinkLimits {
            launches: 0,
            ..ShrinkLimits::default()
        },
        ..Settings::default()
    };
    let text = remedy.repaired(&answer.text);
    check(answer.exercise, &text, solution, &settings).verdict
}

/// The names of the labelled mistakes that one edit could mend and that no search repaired when they were read.
pub fn one_edit_missed() -> BTreeSet<&'static str> {
    let lines = include_str!("../one-edit.txt").lines();
    let entries = lines.filter(|line| !line.starts_with('#'));
    entries
        .filter_map(|line| Some(line.split_once(':')?.0))
        .collect()
}

/// The lines of a kernel, from 1, at which it differs from the solution, comments aside; where lines are missing,
/// those around.
pub fn differing_lines(answer: &str, solution: &str) -> BTreeSet<u32> {
    let (answer, solution) = (code_lines(answer), code_lines(solution));
    let mut input = InternedInput::default();
    input.update_before(answer.iter().map(|(_, text)| *text));
    input.update_after(solution.iter().map(|(_, text)| *text));
    let mut lines = BTreeSet::new();
    for hunk in Diff::compute(Algorithm::MyersMinimal, &input).hunks() {
        let [start, end] = [hunk.before.start, hunk.before.end].map(|it| it as usize);
        let around = match hunk.is_pure_insertion() {
            true => start.saturating_sub(1)..(start + 1).min(answer.len()),
            false => start..end,
        };
        lines.extend(answer[around].iter().map(|(line, _)| *line));
    }
    lines
}

/// The lines that hold code, with their numbers.
fn code_lines(text: &str) -> Vec<(u32, &str)> {
    let code = text
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default().trim());
    (1..)
        .zip(code)
        .filter(|(_, code)| !code.is_empty())
        .collect()
}

/// Checks a kernel in the simulator; times do not count.
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
        standard: launch::Standard::default(),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_missed_mistake_is_a_labelled_one() {
        let course = course().unwrap();
        for name in one_edit_missed() {
            let (slug, mistake) = name.split_once('/').unwrap();
            let exercise = course.find(slug).unwrap();
            let path = testing::project()
                .join("solutions")
                .join(&exercise.folder)
                .join(format!("mistakes/{mistake}.cl"));
            assert!(path.exists(), "{name}");
        }
    }

    #[test]
    fn changed_lines_and_the_neighbours_of_missing_ones_differ() {
        let solution = "a;\nb;\nc;\nd;\n";
        let lines = |answer| Vec::from_iter(differing_lines(answer, solution));
        assert_eq!(lines("// What is wrong.\na;\nB;\nc;\nd;\n"), [3]);
        assert_eq!(lines("a;\nb;\n\nd;\n"), [2, 4]);
        assert!(lines("a;\nb; // like the solution\nc;\nd;\n").is_empty());
    }
}
