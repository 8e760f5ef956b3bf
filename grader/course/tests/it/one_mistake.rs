//! The starter of a detective exercise has one mistake and no second: whatever the case, the simulator
//! finds that one or nothing, and it does not show in every case.

use course::{Engine, Simulator, TranslationUnit};
use kernels::{AnyCase, Expected};
use launch::Source;
use launch::outcome::Outcome;
use proptest::test_runner::TestRunner;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Cases that are drawn besides the corners.
const DRAWN: usize = 60;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: PathBuf) -> String {
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// What the runs of a starter came to.
#[derive(Default)]
struct Runs {
    /// Of the errors that were found.
    mistakes: HashSet<String>,
    cases: usize,
    /// Cases in which nothing was found.
    silent: usize,
    /// Cases whose results are right, whatever was found.
    right: usize,
}

fn runs(folder: &str, problem: &str) -> Runs {
    let source = Source {
        name: "starter.cl".to_owned(),
        text: read(root().join("exercises").join(folder).join("starter.cl")),
        defines: Vec::new(),
        standard: launch::Standard::default(),
    };
    let mut simulator = Simulator::default();
    simulator
        .build(&TranslationUnit::of(source))
        .expect("a program");
    let problem = kernels::problem(problem).expect("a problem");
    let mut runner = TestRunner::deterministic();
    let mut cases = problem.corners();
    cases.extend((0..DRAWN).map(|_| problem.draw(&mut runner).expect("a case")));
    let mut runs = Runs::default();
    for case in cases {
        let outcome = simulator.run(&[case.launch()]).remove(0);
        let Outcome::Ran(ran) = outcome else {
            panic!("{folder}: {outcome:?}");
        };
        let errors = ran
            .findings
            .iter()
            .filter(|finding| mistakes::fails(finding));
        let errors: Vec<String> = errors.map(|finding| finding.mistake.to_string()).collect();
        let contents = ran.buffers.into_iter().map(|buffer| buffer.contents);
        runs.cases += 1;
        runs.silent += usize::from(errors.is_empty());
        runs.right += usize::from(is_right(case.as_ref(), contents));
        runs.mistakes.extend(errors);
    }
    runs
}

fn is_right(case: &dyn AnyCase, contents: impl Iterator<Item = Vec<u8>>) -> bool {
    let pairs = contents.zip(case.expected());
    pairs
        .into_iter()
        .all(|(contents, expected)| match expected {
            Expected::Exact(right) => contents == right,
            Expected::Unchanged | Expected::Scratch => true,
            Expected::Close { .. } => panic!("the detective exercises compute with integers"),
        })
}

/// The mistake that the exercise asks for was found, no other, and not everywhere.
#[track_caller]
fn has_one(runs: &Runs, sheet: &str) {
    let sheet = kernels::sheet(sheet).expect("a sheet");
    let asked = sheet.diagnosis().expect("a diagnosis");
    assert_eq!(runs.mistakes, HashSet::from([asked.to_string()]));
    assert!(runs.silent > 0, "it shows in every case");
    assert!(runs.silent < runs.cases);
}

#[test]
fn marks_are_missing_by_a_race_and_mostly_none_is() {
    let runs = runs("32-case-missing-mark", "mark-peaks");
    has_one(&runs, "case-missing-mark");
    let (right, cases) = (runs.right, runs.cases);
    assert!(3 * right > 2 * cases && right < cases, "{right} of {cases}");
}

#[test]
fn a_group_is_silent_for_a_barrier_in_a_loop() {
    let runs = runs("33-case-silent-group", "find-roots");
    has_one(&runs, "case-silent-group");
}

#[test]
fn a_program_is_stopped_for_a_stray_index_and_every_result_is_right() {
    let runs = runs("34-case-sudden-stop", "calibrate");
    has_one(&runs, "case-sudden-stop");
    assert_eq!(runs.right, runs.cases);
}

#[test]
fn an_outline_has_dents_for_want_of_a_barrier_and_in_step_it_has_none() {
    let runs = runs("35-case-dented-outline", "smooth-outlines");
    has_one(&runs, "case-dented-outline");
    assert_eq!(runs.right, runs.cases);
}

#[test]
fn slow_sums_are_right_and_have_no_error() {
    let runs = runs("36-case-slow-sums", "column-sums");
    assert_eq!(runs.mistakes, HashSet::new());
    assert_eq!(runs.right, runs.cases);
}

#[test]
fn a_picture_changes_by_a_race_of_work_groups_and_in_order_it_is_right() {
    let runs = runs("37-case-changing-picture", "wavelets");
    has_one(&runs, "case-changing-picture");
    assert_eq!(runs.right, runs.cases);
}
