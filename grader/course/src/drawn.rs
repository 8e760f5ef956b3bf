//! A kernel's counted runs in cases that a seed draws, where kernels are compared by their costs. They are drawn as
//! those of a check are, so that nothing in a case shows that it is counted, and each has to be right as in a check.

use crate::claims::claims;
use crate::costs::counters_of;
use crate::engine::Engine;
use crate::failure::is_right;
use crate::front_end::{TranslationUnit, size};
use crate::plan::runner;
use crate::simulated::Simulator;
use kernels::{AnyProblem, Fact};
use launch::outcome::Outcome;
use launch::{Launch, Source};
use opencl_c::program::Program;
use simulator::Counters;
use std::sync::Arc;

/// A kernel, and its runs. Each of them was right.
#[derive(Debug)]
pub struct CountedRuns {
    pub program: Arc<Program>,
    /// Tokens of the text once macros are expanded.
    pub size: usize,
    /// A launch and what the simulator counted, for each case.
    pub runs: Vec<(Launch, Counters)>,
}

/// Why a kernel's costs are not counted.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NotCounted {
    #[error("it was not run: {label}")]
    NotRun { label: &'static str },
    /// No case could be drawn.
    #[error("its cases could not be drawn")]
    NoCase,
    /// A right kernel of a check goes wrong in one of these cases.
    #[error("it is wrong where {}", facts(.case))]
    Wrong { case: Vec<Fact> },
}

/// Runs a kernel in `count` cases drawn from `seed`. The same seed draws the same cases.
pub fn counted_runs(
    problem: &'static dyn AnyProblem,
    kernel: Source,
    seed: u64,
    count: u32,
) -> Result<CountedRuns, NotCounted> {
    let source = Source {
        standard: problem.standard(),
        ..kernel
    };
    let unit = TranslationUnit::for_kernel(source, problem.name());
    let not_run = |label| NotCounted::NotRun { label };
    let program = unit.program().map_err(|_| not_run("build-failed"))?;
    let mut simulator = Simulator::default();
    simulator.take_problem(problem);
    simulator
        .build(&unit)
        .map_err(|_| not_run("build-failed"))?;
    let mut runner = runner(seed);
    let mut runs = Vec::new();
    for _ in 0..count {
        let case = problem.draw(&mut runner).map_err(|_| NotCounted::NoCase)?;
        let launch = case.launch();
        let outcomes = simulator.run_claimed(std::slice::from_ref(&launch), &|_| {
            claims(case.as_ref(), &launch)
        });
        let ran = match outcomes.first() {
            Some(Outcome::Ran(ran)) => ran,
            Some(Outcome::OutOfSteps { .. } | Outcome::OutOfTime { .. }) => {
                return Err(not_run("out-of-steps"));
            }
            _ => return Err(not_run("the simulator does not run it")),
        };
        if !is_right(case.as_ref(), &launch, ran) {
            return Err(NotCounted::Wrong {
                case: case.describe(),
            });
        }
        let counters = counters_of(program, &launch).ok_or(not_run("out-of-steps"))?;
        runs.push((launch, counters));
    }
    Ok(CountedRuns {
        size: size(&unit),
        program: program.clone(),
        runs,
    })
}

fn facts(case: &[Fact]) -> String {
    let facts = case
        .iter()
        .map(|Fact { name, value }| format!("{name} = {value}"));
    facts.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reduce(text: &str, seed: u64) -> Result<CountedRuns, NotCounted> {
        let problem = kernels::problem("reduce").unwrap();
        let own = problem.reference();
        let text = text.replace("OWN", own);
        counted_runs(problem, Source::of_file("reduce.cl", &text), seed, 4)
    }

    fn bytes(runs: &CountedRuns) -> Vec<u64> {
        let bytes = |(_, counters): &(Launch, Counters)| counters.total.global_loads.bytes_moved;
        runs.runs.iter().map(bytes).collect()
    }

    #[test]
    fn a_seed_draws_the_same_cases_for_every_kernel_and_another_seed_others() {
        let of = |text, seed| bytes(&reduce(text, seed).unwrap());
        assert_eq!(of("OWN", 7), of("// Mine.\nOWN", 7));
        assert_ne!(of("OWN", 7), of("OWN", 8));
    }

    #[test]
    fn comments_names_and_macros_change_no_size() {
        let own = reduce("OWN", 7).unwrap().size;
        assert_eq!(reduce("// a comment\nOWN", 7).unwrap().size, own);
        assert_eq!(reduce("#define tile t\nOWN", 7).unwrap().size, own);
    }

    #[test]
    fn a_kernel_that_is_wrong_in_a_drawn_case_has_no_costs() {
        let wrong =
            "kernel void reduce(global const int *x, global int *sums, local int *tile, uint n) {}";
        assert!(matches!(reduce(wrong, 7), Err(NotCounted::Wrong { .. })));
        let other = reduce("kernel void other() {}", 7).err();
        assert!(matches!(other, Some(NotCounted::NotRun { .. })));
    }
}
