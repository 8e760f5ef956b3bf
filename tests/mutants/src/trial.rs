//! What the check makes of each mutant of an exercise's solution.

use crate::{Equivalent, EquivalentError, Mutant, Owners, mutants};
use course::{Course, Exercise, NoClock, Settings, ShrinkLimits, Simulator, Submission, Verdict};
use grader::exercises::course_folder::CourseFolder;
use kernels::{AnyProblem, Writers};
use launch::Source;
use simulator::Options;

/// What became of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It does not compile, so that no student would hand it in.
    NoProgram,
    /// The check found it wrong, under this label.
    Caught(String),
    /// It computes the same, and the list beside the solution says why.
    Equivalent,
    /// It passed.
    Survived,
}

/// The mutants of one exercise's solution.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The exercise.
    pub slug: String,
    /// Each mutant with what became of it.
    pub mutants: Vec<(Mutant, Fate)>,
    /// Entries of the list of equivalent ones that no surviving mutant is.
    pub stale: Vec<Equivalent>,
}

impl Trial {
    /// How many came to `fate`, by its kind.
    pub fn count(&self, is: impl Fn(&Fate) -> bool) -> usize {
        self.mutants.iter().filter(|(_, fate)| is(fate)).count()
    }
}

/// A step budget that no right case of an exercise comes near, and that an endless loop uses up soon.
const STEPS: u64 = 200_000_000;

/// Tries every `each`th mutant of an exercise's solution in the simulator, beginning with the first.
pub fn trial(
    folder: &CourseFolder,
    exercise: &Exercise,
    each: usize,
) -> Result<Trial, EquivalentError> {
    let solution = folder.solution_of(exercise);
    let equivalent = Equivalent::of(&solution)?;
    let path = solution.join("kernel.cl");
    let text =
        std::fs::read_to_string(&path).map_err(|error| EquivalentError::Unreadable(path, error))?;
    let path = solution.join("answers.toml");
    let answers = match exercise.sheet {
        None => None,
        Some(_) => Some(
            std::fs::read_to_string(&path)
                .map_err(|error| EquivalentError::Unreadable(path, error))?,
        ),
    };
    let mut simulator = Simulator::new(Options {
        count: false,
        steps: STEPS,
        ..Options::default()
    });
    let mut judged = Vec::new();
    let owners = exercise.problem.map_or(Owners::Free, owners);
    for mutant in mutants(&text, owners).into_iter().step_by(each.max(1)) {
        let fate = match verdict(exercise, &mutant.text, answers.as_deref(), &mut simulator) {
            Verdict::Passed if equivalent.iter().any(|it| it.is(&mutant)) => Fate::Equivalent,
            Verdict::Passed | Verdict::NotAnalysed => Fate::Survived,
            Verdict::BuildFailed { .. }
            | Verdict::NoSuchKernel { .. }
            | Verdict::OtherArguments { .. } => Fate::NoProgram,
            caught => Fate::Caught(caught.label().to_owned()),
        };
        judged.push((mutant, fate));
    }
    let is_stale = |entry: &Equivalent| {
        !judged
            .iter()
            .any(|(mutant, fate)| entry.is(mutant) && *fate == Fate::Equivalent)
    };
    Ok(Trial {
        slug: exercise.manifest.slug.clone(),
        stale: equivalent
            .into_iter()
            .filter(|entry| each <= 1 && is_stale(entry))
            .collect(),
        mutants: judged,
    })
}

/// Do the owners of some output bind?
fn owners(problem: &'static dyn AnyProblem) -> Owners {
    let corners = problem.corners();
    let binds = corners.first().is_some_and(|case| {
        let mut buffers = 0..case.launch().arguments.len();
        buffers.any(|buffer| case.writers(buffer) == Writers::Owner)
    });
    if binds { Owners::Bind } else { Owners::Free }
}

/// The exercises of a course that ask for a kernel.
pub fn with_kernels(course: &Course) -> Vec<&Exercise> {
    let exercises = course.exercises().iter();
    exercises
        .filter(|exercise| exercise.problem.is_some())
        .collect()
}

/// [`trial`] of several exercises, on as many threads as there are cores, in the order given.
pub fn on_every_core(
    folder: &CourseFolder,
    exercises: &[&Exercise],
    each: usize,
    report: impl Fn(&Trial) + Sync,
) -> Result<Vec<Trial>, EquivalentError> {
    let trials = testing::cores::each(
        exercises,
        || (),
        |(), exercise| {
            let result = trial(folder, exercise, each);
            if let Ok(trial) = &result {
                report(trial);
            }
            result
        },
    );
    trials.into_iter().collect()
}

/// The verdict on a kernel, with the answers of the solution where the exercise asks questions.
fn verdict(
    exercise: &Exercise,
    text: &str,
    answers: Option<&str>,
    simulator: &mut Simulator,
) -> Verdict {
    let source = |name: &str, text: &str| Source {
        name: name.to_owned(),
        text: text.to_owned(),
        defines: Vec::new(),
        standard: launch::Standard::default(),
    };
    let submission = Submission {
        kernel: Some(source("kernel.cl", text)),
        answers: answers.map(|text| source("answers.toml", text)),
    };
    let settings = Settings {
        // That it fails is enough; how small is no matter.
        shrinking: ShrinkLimits {
            launches: 0,
            ..ShrinkLimits::default()
        },
        ..Settings::default()
    };
    course::check(
        exercise,
        &submission,
        &mut [simulator],
        &settings,
        &mut NoClock,
    )
    .verdict
}
