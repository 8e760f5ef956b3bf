//! Every problem's own kernel, the ones the book prints among them, gives the right result for every
//! case in the simulator and on a real device, and the simulator sees no mistake in it.

use course::{Course, ExerciseFiles, Observer, Settings, Simulator, Verdict, check};
use grader::device::engine::DeviceEngine;
use launch::Source;
use runner::{Options, Runner};
use std::time::{Duration, Instant};
use tests::binaries;

struct Clock(Instant);

impl Observer for Clock {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

/// An exercise of the problem, as far as a check needs one.
fn exercise_of(problem: &str) -> Course {
    let folder = format!("01-{problem}");
    let manifest = format!(
        "slug = {problem:?}\nnumber = 1\ntitle = 'its own kernel'\nteaches = 'that it is right'\n\
         chapter = 'none'\nminutes = 1\npoints = 1\nprerequisites = []\nproblem = {problem:?}\n\
         kernel = 'kernel.cl'\n"
    );
    let hints = "# Hints\n\n## Hint 1\n\na\n\n## Hint 2\n\nb\n\n## Hint 3\n\nc\n";
    Course::parse([ExerciseFiles {
        folder: &folder,
        manifest: &manifest,
        hints,
    }])
    .expect("an exercise")
}

#[test]
fn every_problem_is_solved_by_its_own_kernel() {
    let program = binaries().join("grader-device");
    let runner = Runner::start(Options {
        program: Some(program),
        ..Options::default()
    })
    .expect("a device runner");
    let mut engine = DeviceEngine::open(runner, None).expect("a device; `./setup` installs one");
    for problem in kernels::problems() {
        let course = exercise_of(problem.name());
        let source = Source {
            name: format!("{}.cl", problem.name()),
            text: problem.reference().to_owned(),
            defines: Vec::new(),
            standard: problem.standard(),
        };
        let report = check(
            &course.exercises()[0],
            &source.into(),
            &mut [&mut Simulator::default(), &mut engine],
            &Settings::default(),
            &mut Clock(Instant::now()),
        );
        assert_eq!(report.verdict, Verdict::Passed, "{}", problem.name());
    }
}
