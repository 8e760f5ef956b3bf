//! Every starter, solution and mistake is run, and its report is held against its snapshot.
//!
//! `grader snapshots --accept` writes the same files; the book shows them.

use course::Verdict;
use grader::course_folder::CourseFolder;
use grader::snapshots::{FOLDER, Reporter, Subject};
use std::fs;
use tests::{binaries, project};

#[test]
fn the_reports_are_those_of_the_snapshots() {
    binaries();
    let folder = CourseFolder::open(Some(project())).expect("the course");
    let mut reporter = Reporter::start().expect("a device");
    for exercise in folder.course.exercises() {
        let slug = &exercise.manifest.slug;
        let mut insta = insta::Settings::new();
        insta.set_snapshot_path(project().join(FOLDER).join(slug));
        insta.set_prepend_module_to_snapshot(false);
        insta.set_omit_expression(false);
        let mut expected = Vec::new();
        for subject in Subject::of(&folder, exercise).expect("subjects") {
            let (_, snapshots) = reporter.take(&folder, &subject).expect("a report");
            for snapshot in snapshots {
                let contents = &snapshot.contents;
                insta.bind(|| insta::assert_snapshot!(snapshot.name.as_str(), contents));
                expected.push(snapshot.path(project(), exercise));
            }
        }
        let kept = fs::read_dir(project().join(FOLDER).join(slug)).expect("snapshots");
        for path in kept.map(|entry| entry.expect("an entry").path()) {
            assert!(expected.contains(&path), "{} is of nothing", path.display());
        }
    }
}

#[test]
fn starters_compile_and_fail_and_solutions_pass() {
    binaries();
    let folder = CourseFolder::open(Some(project())).expect("the course");
    let mut reporter = Reporter::start().expect("a device");
    for exercise in folder.course.exercises() {
        for subject in Subject::of(&folder, exercise).expect("subjects") {
            let (report, _) = reporter.take(&folder, &subject).expect("a report");
            let name = format!("{} of {}", subject.name, exercise.manifest.slug);
            match subject.name.as_str() {
                "solution" => assert_eq!(report.verdict, Verdict::Passed, "{name}"),
                "starter" => {
                    let ran = matches!(report.verdict, Verdict::Wrong | Verdict::WroteOutside);
                    assert!(ran, "{name}: {:?}", report.verdict);
                }
                _ => assert_ne!(report.verdict, Verdict::Passed, "{name}"),
            }
        }
    }
}
