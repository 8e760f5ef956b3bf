//! Course packs: the book's example is whole, and what is wrong with the packs of `packs/` is told. Each of them is the
//! example with other files in places; `expected.txt` is what the commands say of it (`UPDATE=1 cargo test -p tests
//! course_packs` writes it anew).

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use tests::{example_pack, grader, project};

fn example() -> PathBuf {
    project().join("book/example-pack")
}

/// Copies the files of a folder over those of another.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder").flatten() {
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy(&path, &target);
        } else if entry.file_name() != "expected.txt" {
            fs::copy(path, target).expect("a copy");
        }
    }
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    grader(folder)
        .args(arguments)
        .env("GRADER_TRUST_PACK", "1")
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .expect("the command starts")
}

/// What a command says, with its exit code.
fn told(folder: &Path, arguments: &[&str]) -> String {
    let output = run(folder, arguments);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace('\\', "/");
    format!(
        "$ grader {}\n{}{}exit code {}\n",
        arguments.join(" "),
        text(&output.stdout),
        text(&output.stderr),
        output.status.code().expect("an exit code")
    )
}

#[test]
fn the_example_passes_its_check_with_solutions_labelled_mistakes_and_snapshots() {
    let folder = example_pack();
    let composed = told(folder.path(), &["course", "pack"]);
    assert!(
        composed.contains("Windows and neighbours: 3 exercises, 2 of them its own; 1 written"),
        "{composed}"
    );
    let checked = told(folder.path(), &["course", "check"]);
    assert!(
        checked.contains("3 of 3 exercises are whole.\nexit code 0"),
        "{checked}"
    );
    let kept = example().join("tests/snapshots");
    if testing::golden::updates() {
        told(folder.path(), &["snapshots", "--accept"]);
        copy(&folder.path().join("tests/snapshots"), &kept);
    }
    let snapshots = told(folder.path(), &["snapshots"]);
    assert!(
        snapshots.contains("Nothing changed.\nexit code 0"),
        "{snapshots}"
    );
    for own in ["10-moving-average", "20-neighbours"] {
        let mistakes = fs::read_dir(folder.path().join("solutions").join(own).join("mistakes"));
        assert!(mistakes.expect("mistakes").count() >= 4, "{own}");
    }
    let again = told(folder.path(), &["course", "pack"]);
    assert!(
        again.contains("; 0 written or brought up to date.\nexit code 0"),
        "{again}"
    );
}

#[test]
fn students_get_a_course_without_solutions_and_check_it() {
    let folder = example_pack();
    let students = folder.path().join("for students");
    told(folder.path(), &["course", "pack", "--to", "for students"]);
    assert!(!students.join("solutions").exists());
    let list = told(&students, &["list"]);
    assert!(list.contains("01 saxpy") && list.contains("0/4"), "{list}");
    assert!(
        list.contains("10 moving-average") && list.contains("0/10"),
        "{list}"
    );
    let solution = example().join("solutions/20-neighbours/kernel.cl");
    fs::copy(solution, students.join("exercises/20-neighbours/kernel.cl")).expect("a copy");
    let checked = told(&students, &["check", "20", "--on", "simulator"]);
    assert!(
        checked.contains("15/15 points") && checked.contains("exit code 0"),
        "{checked}"
    );
    let hint = told(&students, &["hint", "neighbours"]);
    assert!(
        hint.contains("Which elements have fewer than four neighbours?"),
        "{hint}"
    );
    let course = students.join("course.toml");
    let text = fs::read_to_string(&course).expect("a file");
    fs::write(&course, text.replace("hints = 3", "hints = 1")).expect("a file");
    let hint = told(&students, &["hint", "moving-average", "--more"]);
    assert!(
        hint.contains("Hint 1 of 1") && !hint.contains("Hint 2"),
        "{hint}"
    );
    // What a student has written survives the next hand-out.
    told(folder.path(), &["course", "pack", "--to", "for students"]);
    let checked = told(&students, &["check", "20", "--on", "simulator"]);
    assert!(checked.contains("15/15 points"), "{checked}");
}

#[test]
fn a_class_is_graded_by_a_pack() {
    let folder = example_pack();
    told(folder.path(), &["course", "pack"]);
    let begun = told(folder.path(), &["class", "class", "--init"]);
    assert!(begun.contains("exit code 0"), "{begun}");
    let plan = fs::read_to_string(folder.path().join("class/class.toml")).expect("a plan");
    assert!(
        plan.contains("title = \"Windows and neighbours\""),
        "{plan}"
    );
    assert!(
        plan.contains("\ndeadline = 2026-11-20T23:59:00+01:00"),
        "{plan}"
    );
    let student = folder.path().join("class/ada");
    fs::create_dir(&student).expect("a folder");
    for (slug, file) in [
        ("moving-average", "10-moving-average/kernel.cl"),
        ("neighbours", "20-neighbours/mistakes/counts-itself.cl"),
    ] {
        let from = folder.path().join("solutions").join(file);
        fs::copy(from, student.join(format!("{slug}.cl"))).expect("a copy");
    }
    let graded = told(
        folder.path(),
        &["class", "class", "--on", "simulator", "--out", "out"],
    );
    assert!(graded.contains("exit code 0"), "{graded}");
    let grades = fs::read_to_string(folder.path().join("out/grades.csv")).expect("grades");
    let row = grades.lines().nth(1).expect("a row");
    assert!(row.contains(",0,10,0,"), "{row}");
}

#[test]
fn a_program_of_a_pack_runs_only_where_it_is_trusted() {
    let folder = example_pack();
    let output = grader(folder.path())
        .arg("list")
        .output()
        .expect("the command starts");
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8_lossy(&output.stderr).replace("\n  ", " ");
    assert!(
        told.contains(
            "a program of the pack, `python3 reference.py`, which runs as you and in no sandbox"
        ) && told.contains("set GRADER_TRUST_PACK=1"),
        "{told}"
    );
}

#[test]
fn what_is_wrong_with_a_pack_is_told() {
    let folders = fs::read_dir(project().join("tests/packs")).expect("packs");
    let mut folders: Vec<PathBuf> = folders
        .map(|entry| entry.expect("an entry").path())
        .collect();
    folders.sort();
    assert!(!folders.is_empty());
    for wrong in folders {
        let folder = example_pack();
        copy(&wrong, folder.path());
        let mut text = told(folder.path(), &["course", "pack"]);
        if text.contains("exit code 0") {
            text += &told(folder.path(), &["course", "check"]);
        }
        assert!(
            !text.contains("exercises are whole.\nexit code 0"),
            "{}: {text}",
            wrong.display()
        );
        let whole = fs::canonicalize(folder.path()).expect("a folder");
        let text = text.replace(&*whole.to_string_lossy(), "PACK");
        testing::golden::assert(wrong.join("expected.txt"), &text);
    }
}

#[test]
fn the_numbers_of_the_chapters_are_those_of_the_book() {
    for (number, chapter) in pack::CHAPTERS {
        let page = project()
            .join("book/src")
            .join(chapter)
            .with_extension("md");
        let text = fs::read_to_string(&page).expect("a chapter");
        assert!(text.starts_with(&format!("# {number}. ")), "{chapter}");
    }
}
