//! No mutant of a solution passes, save those that are listed with a reason. Here a share of them;
//! `cargo run --release -p mutants` tries all.

use grader::exercises::course_folder::CourseFolder;
use mutants::{Equivalent, Fate, on_every_core, with_kernels};
use testing::project;

/// Every how many mutants one is tried.
const EACH: usize = 9;

#[test]
fn a_share_of_the_mutants_of_each_solution_is_caught() {
    let folder = CourseFolder::open(Some(project())).expect("the course");
    let exercises = with_kernels(&folder.course);
    let trials = on_every_core(&folder, &exercises, EACH, |_| {}).expect("solutions");
    assert_eq!(trials.len(), exercises.len());
    let mut survived = Vec::new();
    for trial in &trials {
        assert!(
            trial.count(|fate| matches!(fate, Fate::Caught(_))) > 0,
            "{}",
            trial.slug
        );
        for (mutant, _) in trial
            .mutants
            .iter()
            .filter(|(_, fate)| *fate == Fate::Survived)
        {
            survived.push(format!(
                "{}: {} -> {}",
                trial.slug, mutant.was, mutant.becomes
            ));
        }
    }
    assert!(survived.is_empty(), "{}", survived.join("\n"));
}

#[test]
fn each_equivalent_mutant_has_a_reason() {
    let folder = CourseFolder::open(Some(project())).expect("the course");
    for exercise in folder.course.exercises() {
        for entry in Equivalent::of(&folder.solution_of(exercise)).expect("a list") {
            assert!(entry.reason.len() > 20, "{entry:?}");
        }
    }
}
