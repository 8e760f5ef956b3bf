//! Every starter, solution and mistake is run. Its report is held against its snapshot, and what it
//! came to against what it should.
//!
//! `grader snapshots --accept` writes the same files; the book shows them.

use course::{MistakeLabel, Report, Starter, Verdict};
use grader::exercises::course_folder::CourseFolder;
use grader::exercises::snapshots::{FOLDER, Reporter, Snapshot, Subject};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use tests::{binaries, project};

struct Taken {
    /// Such as `saxpy/no-tail-guard`.
    name: String,
    subject: String,
    source: String,
    starter: Starter,
    report: Report,
    snapshots: [(Snapshot, PathBuf); 2],
}

/// All reports. They are taken once, for all tests.
fn taken() -> &'static [Taken] {
    static TAKEN: OnceLock<Vec<Taken>> = OnceLock::new();
    TAKEN.get_or_init(|| {
        binaries();
        let folder = CourseFolder::open(Some(project())).expect("the course");
        let subjects = folder.course.exercises().iter();
        let subjects: Vec<Subject<'_>> = subjects
            .flat_map(|exercise| Subject::of(&folder, exercise).expect("subjects"))
            .collect();
        let start = || Reporter::start().expect("a device");
        testing::cores::each(&subjects, start, |reporter, subject| {
            let (report, snapshots) = reporter.take(&folder, subject).expect("a report");
            let manifest = &subject.exercise.manifest;
            Taken {
                name: format!("{}/{}", manifest.slug, subject.name),
                source: fs::read_to_string(subject.path()).expect("a file"),
                subject: subject.name.clone(),
                starter: manifest.starter,
                report,
                snapshots: snapshots.map(|snapshot| {
                    let path = snapshot.path(project(), subject.exercise);
                    (snapshot, path)
                }),
            }
        })
    })
}

#[test]
fn the_reports_are_those_of_the_snapshots() {
    for taken in taken() {
        for (snapshot, path) in &taken.snapshots {
            let mut settings = insta::Settings::new();
            settings.set_snapshot_path(path.parent().expect("a folder"));
            settings.set_prepend_module_to_snapshot(false);
            let contents = &snapshot.contents;
            if testing::golden::updates() {
                fs::write(path, snapshot.file()).expect("a written snapshot");
            }
            settings.bind(|| insta::assert_snapshot!(snapshot.name.as_str(), contents));
        }
    }
}

#[test]
fn a_failing_report_fits_a_screen_of_24_lines() {
    let long: Vec<(&str, usize)> = taken()
        .iter()
        .filter(|taken| taken.report.verdict.blame().is_some())
        .map(|taken| (&*taken.name, taken.snapshots[0].0.contents.lines().count()))
        .filter(|(_, lines)| *lines > 23)
        .collect();
    assert!(long.is_empty(), "{long:?}");
}

#[test]
fn snapshots_are_files_as_insta_writes_them_and_none_is_left_over() {
    let mut expected = Vec::new();
    for (snapshot, path) in taken().iter().flat_map(|taken| &taken.snapshots) {
        let kept = fs::read_to_string(path).expect("a snapshot");
        assert_eq!(kept, snapshot.file(), "{}", path.display());
        expected.push(path);
    }
    for folder in fs::read_dir(project().join(FOLDER)).expect("the snapshots") {
        let folder = folder.expect("an entry").path();
        if folder.is_dir() {
            for file in fs::read_dir(folder).expect("a folder") {
                let path = file.expect("an entry").path();
                assert!(
                    expected.contains(&&path),
                    "{} is of nothing",
                    path.display()
                );
            }
        }
    }
}

#[test]
fn starters_compile_and_fail_or_are_refused_as_their_exercise_says() {
    for taken in taken().iter().filter(|taken| taken.subject == "starter") {
        let is_as_told = taken.starter.falls_short_as(&taken.report.verdict);
        assert!(is_as_told, "{}: {:?}", taken.name, taken.report.verdict);
    }
}

#[test]
fn what_a_refused_starter_is_refused_for_is_explained() {
    let is_refused =
        |taken: &&Taken| taken.subject == "starter" && taken.starter == Starter::Refused;
    for taken in taken().iter().filter(is_refused) {
        let findings = &taken.report.findings;
        assert!(!findings.is_empty(), "{}", taken.name);
        for finding in findings {
            assert_eq!(
                finding.mistake,
                launch::MistakeId::CudaIsm,
                "{}",
                taken.name
            );
            assert!(!finding.help.is_empty(), "{}", taken.name);
        }
    }
}

#[test]
fn starters_are_what_a_student_begins_with() {
    let folder = CourseFolder::open(Some(project())).expect("the course");
    for exercise in folder.course.exercises() {
        let read = |path: &Path| fs::read_to_string(path).expect("a file");
        for file in folder.files_of(exercise) {
            assert_eq!(
                read(file.own.path()),
                read(file.starter.path()),
                "{}: it has been edited (`grader reset` brings the starter back)",
                file.own.path().display()
            );
        }
    }
}

#[test]
fn solutions_pass_with_every_point() {
    for taken in taken().iter().filter(|taken| taken.subject == "solution") {
        assert_eq!(taken.report.verdict, Verdict::Passed, "{}", taken.name);
        assert_eq!(
            taken.report.points.earned, taken.report.points.of,
            "{}",
            taken.name
        );
    }
}

#[test]
fn each_mistake_is_caught_with_the_verdict_of_its_label() {
    let is_mistake = |taken: &&Taken| taken.subject != "starter" && taken.subject != "solution";
    let mut mistakes = 0;
    for taken in taken().iter().filter(is_mistake) {
        let label = MistakeLabel::parse(&taken.source).expect("a label");
        assert_eq!(
            label.verdict,
            taken.report.verdict.label(),
            "{}",
            taken.name
        );
        mistakes += 1;
    }
    assert!(mistakes > 0);
}

#[test]
fn no_line_of_a_report_is_wider_than_80_columns() {
    for taken in taken() {
        let [(text, _), _] = &taken.snapshots;
        for line in text.contents.lines() {
            let copied = line.trim_start().starts_with("again: ");
            assert!(
                copied || line.chars().count() <= 80,
                "{}: {line}",
                taken.name
            );
        }
    }
}

#[test]
fn the_transcript_in_the_readme_is_a_snapshot() {
    let readme = fs::read_to_string(project().join("README.md")).expect("the README");
    let shown = taken()
        .iter()
        .find(|taken| taken.name == "saxpy/no-tail-guard");
    let (report, _) = &shown.expect("a mistake of that name").snapshots[0];
    assert!(
        readme.contains(report.contents.trim_end()),
        "it is out of date"
    );
}
