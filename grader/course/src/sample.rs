//! One case of an exercise to look at: run a kernel on it, and see what it does.

use crate::exercise::Exercise;
use crate::token::{TokenError, case_of, token_of};
use kernels::{AnyCase, AnyProblem, Fact};
use launch::Launch;

/// Work-items of a work-group that are worth a look.
const SEVERAL: usize = 4;

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

/// The case that `token` stands for; without one, the first corner of several work-groups of several
/// work-items, or else the largest corner.
pub fn sample(exercise: &Exercise, token: Option<&str>) -> Result<Option<Sample>, TokenError> {
    let problem = exercise.problem.ok_or(TokenError::NoCases)?;
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
