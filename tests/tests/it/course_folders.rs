//! A student's course folder, as `grader init` writes it and brings it up to date, and an instructor's:
//! `grader course check` says what is wrong with an exercise, and `grader course new` makes one.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tests::{grader, project};

fn run(command: &mut Command) -> (Option<i32>, String) {
    let output = command.output().expect("grader starts");
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).expect("text"))
}

fn solution(folder: &str) -> String {
    let path = project().join("solutions").join(folder).join("kernel.cl");
    fs::read_to_string(path).expect("a solution")
}

#[test]
fn init_writes_a_course_that_can_be_worked_on_and_keeps_what_was_written() {
    let root = tempfile::tempdir().expect("a folder");
    let folder = root.path().join("my course");
    let (code, text) = run(grader(root.path()).args(["init", "my course"]));
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("cd 'my course'"), "{text}");
    let kernel = folder.join("exercises/01-fill/kernel.cl");
    fs::write(&kernel, solution("01-fill")).expect("a kernel");
    let check = ["check", "fill", "--on", "simulator"];
    assert_eq!(run(grader(&folder).args(check)).0, Some(0));
    let (code, text) = run(grader(root.path()).args(["init", "my course"]));
    assert_eq!(code, Some(0), "{text}");
    assert_eq!(
        fs::read_to_string(&kernel).expect("a kernel"),
        solution("01-fill")
    );
    for entry in fs::read_dir(project().join("exercises")).expect("the exercises") {
        let name = entry.expect("an entry").file_name();
        assert!(folder.join("exercises").join(name).is_dir());
    }
}

#[test]
fn init_in_the_current_folder_asks_nobody_to_change_the_folder() {
    let root = tempfile::tempdir().expect("a folder");
    let (code, text) = run(grader(root.path()).args(["init", "."]));
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("The course is in .: "), "{text}");
    assert!(text.contains("Begin:  grader watch"), "{text}");
}

#[test]
fn init_leaves_a_folder_of_other_things_alone() {
    let root = tempfile::tempdir().expect("a folder");
    fs::write(root.path().join("letter.txt"), "dear").expect("a file");
    let (code, text) = run(grader(root.path()).args(["init", "."]));
    assert_eq!(code, Some(2));
    assert!(text.contains("holds other things"), "{text}");
    assert!(!root.path().join("exercises").exists());
}

#[test]
fn a_solution_is_shown_once_the_exercise_has_passed() {
    let root = tempfile::tempdir().expect("a folder");
    run(grader(root.path()).args(["init", "c"]));
    let folder = root.path().join("c");
    let (code, text) = run(grader(&folder).args(["solution", "fill"]));
    assert_eq!(code, Some(2));
    assert!(text.contains("grader hint fill"), "{text}");
    let kernel = folder.join("exercises/01-fill/kernel.cl");
    fs::write(&kernel, solution("01-fill").replace("i < n", "!(i >= n)")).expect("a kernel");
    let check = ["check", "fill", "--on", "simulator"];
    let (code, text) = run(grader(&folder).args(check));
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("grader solution fill --diff"), "{text}");
    let (code, text) = run(grader(&folder).args(["solution", "fill"]));
    assert_eq!((code, text), (Some(0), solution("01-fill")));
    let (code, text) = run(grader(&folder).args(["solution", "fill", "--diff"]));
    assert_eq!(code, Some(0));
    assert!(
        text.contains("\n-    if (!(i >= n)) {\n+    if (i < n) {\n"),
        "{text}"
    );
}

/// An instructor's folder with the first exercise alone.
fn small_course() -> tempfile::TempDir {
    let root = tempfile::tempdir().expect("a folder");
    for path in [
        "exercises/01-fill",
        "solutions/01-fill",
        "book/src",
        "kernels/src/own",
    ] {
        copy(&project().join(path), &root.path().join(path));
    }
    root
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry").path();
        let target = to.join(entry.file_name().expect("a name"));
        if entry.is_dir() {
            copy(&entry, &target);
        } else {
            fs::copy(&entry, &target).expect("a copy");
        }
    }
}

fn fill_in(path: PathBuf, text: &str) {
    fs::write(path, text).expect("a written file");
}

#[test]
fn a_course_is_whole_until_something_in_it_is_not() {
    let root = small_course();
    let check = || run(grader(root.path()).args(["course", "check"]));
    let (code, text) = check();
    assert_eq!(code, Some(0), "{text}");
    let right = root.path().join("solutions/01-fill/kernel.cl");
    let wrong = root.path().join("solutions/01-fill/mistakes");
    fs::write(
        wrong.join("no-mistake.cl"),
        "// Mistake: none.\n// Verdict: wrong\n\n".to_owned() + &solution("01-fill"),
    )
    .expect("a file");
    fs::write(
        root.path().join("exercises/01-fill/starter.cl"),
        solution("01-fill"),
    )
    .expect("a file");
    fs::write(right, solution("01-fill").replace("i < n", "i <= n")).expect("a file");
    let chapter = root.path().join("book/src/models/execution-model.md");
    let page = fs::read_to_string(&chapter).expect("a chapter");
    fs::write(
        &chapter,
        page.replace("check fill", "check") + "\n[x](gone.md)\n",
    )
    .expect("a page");
    let (code, text) = check();
    assert_eq!(code, Some(1));
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for flaw in [
        "starter.cl: a starter must fall short as its exercise says; this one is passed",
        "kernel.cl: a solution must pass; this one is out-of-bounds",
        "no-mistake.cl: by its label it is wrong, but it came out as passed",
        "kernel.cl: it has been edited",
        "no line of the chapter ends in `grader check fill`",
        "the link to gone.md leads nowhere",
    ] {
        assert!(text.contains(flaw), "{flaw}: {text}");
    }
}

#[test]
fn a_new_exercise_is_whole_once_its_blanks_are_filled() {
    let root = small_course();
    let new = ["course", "new", "fill-again", "--problem", "fill"];
    let (code, text) = run(grader(root.path()).args(new));
    assert_eq!(code, Some(0), "{text}");
    let (code, text) = run(grader(root.path()).args(["course", "check"]));
    assert_eq!(code, Some(1));
    assert!(text.contains("FILL-IN is still to be filled in"), "{text}");
    let exercise = root.path().join("exercises/02-fill-again");
    let answers = root.path().join("solutions/02-fill-again");
    for (path, from) in [
        (exercise.join("starter.cl"), "exercises/01-fill/starter.cl"),
        (exercise.join("kernel.cl"), "exercises/01-fill/starter.cl"),
        (exercise.join("hints.md"), "exercises/01-fill/hints.md"),
        (answers.join("kernel.cl"), "solutions/01-fill/kernel.cl"),
    ] {
        fill_in(
            path,
            &fs::read_to_string(project().join(from)).expect("a text"),
        );
    }
    let mistakes = project().join("solutions/01-fill/mistakes");
    let mut texts: Vec<PathBuf> = fs::read_dir(mistakes)
        .expect("the mistakes")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    texts.sort();
    for (name, from) in ["first", "second", "third"].into_iter().zip(texts) {
        let path = answers.join("mistakes").join(name).with_extension("cl");
        fill_in(path, &fs::read_to_string(from).expect("a text"));
    }
    let manifest = exercise.join("exercise.toml");
    let text = fs::read_to_string(&manifest).expect("a manifest");
    fill_in(manifest, &text.replace("FILL-IN: ", ""));
    let start = root.path().join("book/src/start.md");
    let page = fs::read_to_string(&start).expect("a page");
    fill_in(
        start,
        &(page + "\n```console\n$ grader check fill-again\n```\n"),
    );
    let (code, text) = run(grader(root.path()).args(["course", "check"]));
    assert_eq!(code, Some(0), "{text}");
    assert!(text.ends_with("2 of 2 exercises are whole.\n"), "{text}");
}

#[test]
fn a_new_exercise_is_refused_a_bad_name_one_that_is_taken_and_an_unknown_problem() {
    let root = small_course();
    for (arguments, reason) in [
        (&["Fill"][..], "is no name for an exercise"),
        (&["fill"], "there is an exercise `fill` already"),
        (&["other", "--problem", "saxpi"], "did you mean `saxpy`?"),
    ] {
        let (code, text) = run(grader(root.path()).args(["course", "new"]).args(arguments));
        assert_eq!(code, Some(2));
        assert!(text.contains(reason), "{text}");
    }
    assert!(!root.path().join("exercises/02-other").exists());
}
