//! A detective exercise: what is told of a kernel's mistake before it is named and after, and what the
//! two halves of the work are worth.

use course::{
    Engine, Exercise, ExerciseFiles, NoClock, Report, Settings, Simulator, Submission, Symptom,
    Verdict, check, replay,
};
use launch::Source;

const STARTER: &str = include_str!("../../../../exercises/32-case-missing-mark/starter.cl");
const MENDED: &str = include_str!("../../../../solutions/32-case-missing-mark/kernel.cl");
const SLOW: &str = include_str!("../../../../exercises/36-case-slow-sums/starter.cl");

fn exercise(problem: &str, sheet: &str) -> Exercise {
    let manifest = format!(
        "slug = \"case\"\nnumber = 7\ntitle = \"t\"\nteaches = \"t\"\nchapter = \"c\"\nminutes = 1\n\
         points = 20\nprerequisites = []\nproblem = \"{problem}\"\nkernel = \"kernel.cl\"\n\
         sheet = \"{sheet}\"\n"
    );
    Exercise::parse(ExerciseFiles {
        folder: "07-case",
        manifest: &manifest,
        hints: "## Hint 1\na\n## Hint 2\nb\n## Hint 3\nc\n",
    })
    .unwrap()
}

fn handed_in(kernel: &str, mistake: &str) -> Submission {
    let source = |name: &str, text: String| Source {
        name: name.to_owned(),
        text,
        defines: Vec::new(),
        standard: launch::Standard::default(),
    };
    Submission {
        kernel: Some(source("kernel.cl", kernel.to_owned())),
        answers: Some(source("answers.toml", format!("mistake = \"{mistake}\"\n"))),
    }
}

fn checked(exercise: &Exercise, submission: &Submission) -> Report {
    let mut simulator = Simulator::default();
    let engines: &mut [&mut dyn Engine] = &mut [&mut simulator];
    check(
        exercise,
        submission,
        engines,
        &Settings::default(),
        &mut NoClock,
    )
}

fn marks(kernel: &str, mistake: &str) -> Report {
    let exercise = exercise("mark-peaks", "case-missing-mark");
    checked(&exercise, &handed_in(kernel, mistake))
}

#[test]
fn before_it_is_named_a_mistake_is_told_by_what_it_does() {
    for name in ["?", "missing-barrier"] {
        let report = marks(STARTER, name);
        let varies = Symptom::Varies;
        assert_eq!(report.verdict, Verdict::Undiagnosed { symptom: varies });
        assert_eq!(report.points.earned, 0);
        assert!(report.counterexample.is_some());
        // Nothing that is said anywhere names it, its lines or its work-items.
        let mistakes: Vec<&str> = report
            .findings
            .iter()
            .map(|it| it.mistake.as_str())
            .collect();
        let told = if name == "?" {
            vec![]
        } else {
            vec!["wrong-answer"]
        };
        assert_eq!(mistakes, told);
        assert!(
            !serde_json::to_string(&report)
                .unwrap()
                .contains("data-race")
        );
    }
}

#[test]
fn a_replay_tells_no_more_than_the_check_did() {
    let exercise = exercise("mark-peaks", "case-missing-mark");
    let token = marks(STARTER, "?").counterexample.unwrap().token;
    let replayed = |name| {
        let mut simulator = Simulator::default();
        let engines: &mut [&mut dyn Engine] = &mut [&mut simulator];
        let submission = handed_in(STARTER, name);
        replay(&exercise, &submission, engines, &token, &mut NoClock).unwrap()
    };
    let report = replayed("?");
    assert!(matches!(report.verdict, Verdict::Undiagnosed { .. }));
    assert_eq!((report.findings.len(), report.answers.len()), (0, 0));
    assert_eq!(replayed("data-race").verdict.label(), "data-race");
}

#[test]
fn once_it_is_named_it_is_told_whole_and_half_of_the_points_are_earned() {
    let report = marks(STARTER, "data-race");
    assert_eq!(report.verdict.label(), "data-race");
    assert_eq!(report.findings[0].mistake, launch::MistakeId::DataRace);
    assert!(!report.findings[0].spans.is_empty());
    assert_eq!(report.points.earned, 10);
}

#[test]
fn a_mended_kernel_without_the_name_earns_the_other_half() {
    for (name, verdict) in [
        ("?", Verdict::WrongAnswers),
        ("missing-barrier", Verdict::WrongAnswers),
    ] {
        let report = marks(MENDED, name);
        assert_eq!(
            (&report.verdict, report.points.earned),
            (&verdict, 10),
            "{name}"
        );
    }
    let report = marks(MENDED, "data-race");
    assert_eq!(
        (report.verdict, report.points.earned),
        (Verdict::Passed, 20)
    );
}

#[test]
fn a_kernel_that_does_not_compile_is_told_so_whatever_is_to_be_found() {
    let report = marks("kernel void mark_peaks(", "?");
    assert!(matches!(report.verdict, Verdict::BuildFailed { .. }));
    assert!(!report.findings.is_empty());
}

#[test]
fn what_costs_too_much_is_counted_and_not_named() {
    let exercise = exercise("column-sums", "case-slow-sums");
    let report = checked(&exercise, &handed_in(SLOW, "?"));
    assert_eq!(report.verdict, Verdict::TooCostly);
    assert_eq!((report.findings.len(), report.costs.len()), (0, 1));
    assert_eq!(report.points.earned, 5);
    let report = checked(&exercise, &handed_in(SLOW, "uncoalesced-access"));
    let named = |it: &launch::Finding| it.mistake == launch::MistakeId::UncoalescedAccess;
    assert!(report.findings.iter().any(named));
    assert_eq!(report.points.earned, 15);
}

#[test]
fn no_repair_is_shown_of_a_mistake_that_is_to_be_named_unless_the_exercise_says_so() {
    let mut exercise = exercise("mark-peaks", "case-missing-mark");
    assert!(!exercise.shows_repairs());
    let report = checked(&exercise, &handed_in(STARTER, "missing-barrier"));
    assert_eq!(report.remedy, None);
    exercise.manifest.repair = Some(true);
    let report = checked(&exercise, &handed_in(STARTER, "missing-barrier"));
    assert!(report.remedy.is_some());
}
