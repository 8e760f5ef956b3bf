//! Each starter's text holds the sentence of what its problem allows. `UPDATE=1` writes it anew.

use course::{Course, ExerciseFiles};
use kernels::AnyProblem;
use std::fs;
use std::path::{Path, PathBuf};

/// With what the paragraph begins.
const BEGINS: &str = "// Ranges: ";

/// The files of an exercise that hold the text: what a student begins with, and what `grader reset` brings
/// back.
const FILES: [&str; 2] = ["starter.cl", "kernel.cl"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: PathBuf) -> String {
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn entries(folder: PathBuf) -> Vec<PathBuf> {
    let entries = fs::read_dir(&folder).unwrap_or_else(|_| panic!("{}", folder.display()));
    entries.map(|entry| entry.unwrap().path()).collect()
}

fn course() -> Course {
    let folders = entries(root().join("exercises"));
    let texts: Vec<[String; 3]> = folders
        .iter()
        .map(|folder| {
            let name = folder.file_name().unwrap().to_str().unwrap().to_owned();
            let manifest = read(folder.join("exercise.toml"));
            [name, manifest, read(folder.join("hints.md"))]
        })
        .collect();
    Course::parse(texts.iter().map(|[folder, manifest, hints]| ExerciseFiles {
        folder,
        manifest,
        hints,
    }))
    .unwrap()
}

/// The text with the paragraph at the end of the comment at its head.
fn with_ranges(text: &str, problem: &dyn AnyProblem) -> String {
    let mut head: Vec<&str> = text
        .lines()
        .take_while(|line| line.starts_with("//"))
        .collect();
    let rest: Vec<&str> = text.lines().skip(head.len()).collect();
    if let Some(old) = head.iter().position(|line| line.starts_with(BEGINS)) {
        head.truncate(old - 1);
    }
    let comment = problem.domain().comment(&problem.signature());
    let mut lines = head;
    lines.push("//");
    lines.extend(comment.lines());
    lines.extend(rest);
    lines.join("\n") + "\n"
}

#[test]
fn each_starter_says_what_its_problem_allows() {
    let course = course();
    let mut checks = Vec::new();
    for exercise in course.exercises() {
        let Some(problem) = exercise.problem else {
            continue;
        };
        for file in FILES {
            let path = root().join("exercises").join(&exercise.folder).join(file);
            let text = read(path.clone());
            let right = with_ranges(&text, problem);
            checks.push(testing::golden::check(&path, &right));
        }
    }
    testing::golden::assert_all(checks);
}
