//! One case of an exercise to look at: run a kernel on it, and see what it does.

use crate::exercise::Exercise;
use crate::token::{TokenError, case_of, token_of};
use kernels::{AnyCase, AnyProblem, Fact};
use launch::Launch;

/// A case that can be launched.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The case.
    pub case: Vec<Fact>,
    /// Brings it back.
    pub token: String,
    /// Its launch.
    pub launch: Launch,
}

/// The case that `token` stands for; without one, the first corner of at least two
/// work-groups, or else the largest corner.
pub fn sample(exercise: &Exercise, token: Option<&str>) -> Result<Option<Sample>, TokenError> {
    let problem = exercise.problem;
    let case = match token {
        Some(token) => Some(case_of(problem, token)?),
        None => readable(problem),
    };
    Ok(case.map(|case| Sample {
        case: case.describe(),
        token: token_of(problem, case.as_ref()),
        launch: case.launch(),
    }))
}

fn readable(problem: &'static dyn AnyProblem) -> Option<Box<dyn AnyCase>> {
    let mut corners = problem.corners();
    let groups = |case: &dyn AnyCase| {
        let range = case.launch().range;
        let global: usize = range.global.iter().product();
        let local: usize = range.local.iter().flatten().product();
        (global / local.max(1), global)
    };
    let first = corners.iter().position(|case| groups(case.as_ref()).0 >= 2);
    match first {
        Some(index) => Some(corners.swap_remove(index)),
        None => corners
            .into_iter()
            .max_by_key(|case| groups(case.as_ref()).1),
    }
}
