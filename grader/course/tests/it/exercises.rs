//! The exercises of this repository are whole: each is read without an error, and has a starter, a
//! solution and at least three labelled mistakes. That each is caught under its label, the end-to-end
//! tests see.

use course::{Course, ExerciseFiles, MistakeLabel, Starter};
use std::fs;
use std::path::{Path, PathBuf};

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

#[test]
fn the_exercises_are_read_without_an_error_and_in_order() {
    let course = course();
    let numbers = course
        .exercises()
        .iter()
        .map(|exercise| exercise.manifest.number);
    assert!(numbers.eq(1..=47));
}

#[test]
fn each_exercise_has_a_starter_a_solution_and_labelled_mistakes() {
    for exercise in course().exercises() {
        let begun = root().join("exercises").join(&exercise.folder);
        let folder = root().join("solutions").join(&exercise.folder);
        if exercise.sheet.is_some() {
            let starter = read(begun.join("answers.toml"));
            assert_ne!(starter, read(folder.join("answers.toml")));
        }
        if let Some(problem) = exercise.problem {
            let starter = read(begun.join("kernel.cl"));
            let solution = read(folder.join("kernel.cl"));
            assert_ne!(starter, solution);
            // An attribute may stand between `kernel` and this.
            let name = format!("void {}(", problem.signature().kernel);
            assert!(solution.contains(&name), "{}", exercise.folder);
            // One that is refused may not be in OpenCL C yet.
            let is_opencl = exercise.manifest.starter == Starter::Compiles;
            assert!(!is_opencl || starter.contains(&name), "{}", exercise.folder);
        }
        let mistakes = entries(folder.join("mistakes"));
        assert!(mistakes.len() >= 3, "{}", exercise.folder);
        for path in mistakes {
            let text = read(path.clone());
            let label = MistakeLabel::parse(&text)
                .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            assert!(label.what.ends_with('.'), "{}", path.display());
            let is_id = |c: char| c.is_ascii_lowercase() || c == '-';
            assert!(label.verdict.chars().all(is_id), "{}", path.display());
        }
    }
}

#[test]
fn the_sample_of_an_exercise_has_several_work_groups_and_plain_contents() {
    let course = course();
    let facts = |slug: &str| {
        let exercise = course
            .exercises()
            .iter()
            .find(|it| it.manifest.slug == slug);
        let sample = course::sample(exercise.unwrap(), None).unwrap().unwrap();
        let range = &sample.launch.range;
        let local: usize = range.local.iter().flatten().product();
        assert!(local >= 4 && range.global.iter().product::<usize>() > local);
        let each = sample.case.iter();
        each.map(|fact| format!("{} = {}", fact.name, fact.value))
            .collect::<Vec<_>>()
            .join("; ")
    };
    for (slug, plain) in [
        ("saxpy", "x = 1, 2, 3, 4, 5"),
        ("reduce", "x = 1, 2, 3, 4, 5"),
        ("matmul-tiled", "a = 1, 2, 3, 4, 5"),
    ] {
        let facts = facts(slug);
        assert!(facts.contains(plain), "{slug}: {facts}");
    }
}
