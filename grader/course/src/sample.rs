//! One sample case of an exercise, for a run of a kernel outside of a check.

use crate::exercise::Exercise;
use crate::plan::runner;
use crate::token::{TokenError, case_of, token_of};
use kernels::{AnyCase, AnyProblem, Fact};
use launch::{Argument, Launch, Standard};

/// The least work-group size of an instructive sample.
const SEVERAL: usize = 4;

/// The steps of the way to plain contents.
const MOST_STEPS: usize = 500;

#[derive(Clone, Debug)]
pub struct Sample {
    pub case: Vec<Fact>,
    /// Reproduces it.
    pub token: String,
    pub launch: Launch,
    /// The version of OpenCL C its programs are written in.
    pub standard: Standard,
}

/// The case that `token` encodes; without one, the first corner case with several work-groups of several
/// work-items, or else the largest corner case, with contents as plain as the problem has them, such as 1, 2, 3.
pub fn sample(exercise: &Exercise, token: Option<&str>) -> Result<Option<Sample>, TokenError> {
    let problem = exercise.problem.ok_or(TokenError::NoCases)?;
    let case = match token {
        Some(token) => Some(case_of(problem, token)?),
        None => readable(problem).map(with_plain_contents),
    };
    Ok(case.map(|case| Sample {
        case: case.describe(),
        token: token_of(problem, case.as_ref()),
        launch: case.launch(),
        standard: problem.standard(),
    }))
}

/// The largest case whose costs a check counts, or else the largest corner case: one whose time says something.
pub fn largest_sample(exercise: &Exercise) -> Option<Sample> {
    let problem = exercise.problem?;
    let mut cases = problem.counted();
    if cases.is_empty() {
        cases = problem.corners();
    }
    let size = |case: &dyn AnyCase| case.launch().range.global.iter().product::<usize>();
    let case = cases.into_iter().max_by_key(|case| size(case.as_ref()))?;
    Some(Sample {
        case: case.describe(),
        token: token_of(problem, case.as_ref()),
        launch: case.launch(),
        standard: problem.standard(),
    })
}

/// A case of the same sizes whose contents are those that shrinking ends with.
fn with_plain_contents(case: Box<dyn AnyCase>) -> Box<dyn AnyCase> {
    let launch = case.launch();
    let Ok(mut tree) = case.shrink(&mut runner(0)) else {
        return case;
    };
    let mut plain = case;
    let mut moved = tree.simplify();
    for _ in 0..MOST_STEPS {
        if !moved {
            break;
        }
        let candidate = tree.current();
        moved = if has_same_sizes(&candidate.launch(), &launch) {
            plain = candidate;
            tree.simplify()
        } else {
            tree.complicate()
        };
    }
    plain
}

/// Do two launches of a problem differ in the contents of buffers and images alone?
fn has_same_sizes(one: &Launch, other: &Launch) -> bool {
    let mut pairs = one.arguments.iter().zip(&other.arguments);
    one.range == other.range
        && pairs.all(|pair| match pair {
            (Argument::Buffer(one), Argument::Buffer(other)) => {
                one.contents.len() == other.contents.len()
            }
            (Argument::Value { bytes: one, .. }, Argument::Value { bytes: other, .. }) => {
                one == other
            }
            (Argument::Local { bytes: one, .. }, Argument::Local { bytes: other, .. }) => {
                one == other
            }
            (Argument::Image(one), Argument::Image(other)) => one.size == other.size,
            _ => true,
        })
}

fn readable(problem: &'static dyn AnyProblem) -> Option<Box<dyn AnyCase>> {
    // Work-items of the launch and of a work-group.
    let sizes = |case: &dyn AnyCase| -> (usize, usize) {
        let range = case.launch().range;
        let local = range.local.iter().flatten().product();
        (range.global.iter().product(), local)
    };
    let mut corners = problem.corners();
    let first = corners.iter().position(|case| {
        let (global, local) = sizes(case.as_ref());
        local >= SEVERAL && global > local
    });
    match first {
        Some(index) => Some(corners.swap_remove(index)),
        None => corners
            .into_iter()
            .max_by_key(|case| sizes(case.as_ref()).0),
    }
}
