//! Counted accesses: what a run counted of an access beside what the text says of it.
//!
//! Promise: each access that the run counted and that is written as a place (`x[i]`, `*p`, `s.x`) is
//! listed once, in source order.

use super::form::{Form, Point, Symbol, Values};
use super::index::{Access, Indices, Object};
use super::trips::Loops;
use crate::simulated_run::SimulatedRun;
use launch::Argument;
use opencl_c::program::{FunctionId, VarId};
use simulator::AccessCounters;

/// A launch of fewer warps says nothing of speed: it does not fill one compute unit, and what it
/// loses is lost in the cost of launching it.
const ENOUGH_WARPS: usize = 8;

/// Requests of warps that an access must have made before a share of them means anything.
pub(crate) const ENOUGH_REQUESTS: u64 = 8;

/// An access and its counts.
pub(crate) struct Counted<'a> {
    pub(crate) counters: &'a AccessCounters,
    pub(crate) access: &'a Access<'a>,
}

/// The accesses of a run, in the order of the source.
pub(crate) fn counted<'a>(run: &'a SimulatedRun<'_>, indices: &'a Indices<'_>) -> Vec<Counted<'a>> {
    let places = indices.by_place();
    let accesses = run.counters.accesses.iter();
    accesses
        .filter_map(|counters| {
            let place = &counters.place;
            let key = (place.file.clone(), place.line, place.column);
            // The load and the store of `x[i] += 1` have one place.
            let access = places.get(&key)?;
            Some(Counted { counters, access })
        })
        .collect()
}

/// The work-items that a launch needs for its speed to matter, with warps of `warp` work-items.
pub fn least_work_items(warp: usize) -> usize {
    ENOUGH_WARPS.saturating_mul(warp)
}

/// Does the launch have enough warps for its speed to matter?
pub(crate) fn is_worth_measuring(run: &SimulatedRun<'_>) -> bool {
    let items = run
        .launch
        .range
        .global
        .iter()
        .fold(1_usize, |product, &size| product.saturating_mul(size));
    items >= least_work_items(run.warp)
}

/// The number of the kernel that ran.
pub(crate) fn kernel(run: &SimulatedRun<'_>) -> Option<FunctionId> {
    let mut kernels = run.program.kernels();
    kernels
        .find(|(_, function)| function.name == run.kernel.name)
        .map(|(id, _)| id)
}

/// The name of what an access goes to.
pub(crate) fn name(run: &SimulatedRun<'_>, access: &Access<'_>) -> String {
    let name = match access.object {
        Some(Object::Variable(var)) => {
            &run.program.function(access.function).vars[var.0 as usize].name
        }
        Some(Object::Global(global)) => &run.program.globals[global.0 as usize].name,
        None => return "memory".to_owned(),
    };
    let mut short: String = name.chars().take(24).collect();
    if short.len() < name.len() {
        short.push_str("...");
    }
    format!("`{short}`")
}

/// The argument of a kernel's parameter.
pub(crate) fn argument<'a>(run: &'a SimulatedRun<'_>, var: VarId) -> Option<&'a Argument> {
    run.launch.arguments.get(var.0 as usize)
}

/// The rounds of the loops around an access whose counters its address is computed from, at most
/// `most` of each loop. `None` where a count is not known.
pub(crate) fn rounds(
    loops: &Loops<'_>,
    access: &Access<'_>,
    offset: &Form,
    values: &Values,
    group: [i64; 3],
    most: u64,
) -> Option<Vec<(VarId, u64)>> {
    let mut found = Vec::new();
    for stmt in &access.loops {
        let (trips, counter) = loops.trips(access.function, stmt);
        if let Some(counter) = counter
            && offset.holds(&|symbol| *symbol == Symbol::Counter(counter))
        {
            let point = Point {
                values,
                group,
                lane: [0; 3],
                rounds: &[],
            };
            found.push((counter, trips.at(&point)?.min(most)));
        }
    }
    (found.len() == offset.counters()).then_some(found)
}

/// Calls `visit` with every combination of rounds.
pub(crate) fn each_round(rounds: &[(VarId, u64)], visit: &mut impl FnMut(&[(VarId, i64)])) {
    let mut at: Vec<(VarId, i64)> = rounds.iter().map(|(var, _)| (*var, 0)).collect();
    if rounds.iter().any(|(_, count)| *count == 0) {
        return;
    }
    loop {
        visit(&at);
        let mut digit = 0;
        loop {
            let Some((_, count)) = rounds.get(digit) else {
                return;
            };
            at[digit].1 += 1;
            if (at[digit].1 as u64) < *count {
                break;
            }
            at[digit].1 = 0;
            digit += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn combinations(counts: &[u64]) -> Vec<Vec<i64>> {
        let rounds: Vec<(VarId, u64)> = (0..).map(VarId).zip(counts.iter().copied()).collect();
        let mut found = Vec::new();
        each_round(&rounds, &mut |at| {
            found.push(at.iter().map(|(_, round)| *round).collect());
        });
        found
    }

    #[test]
    fn each_combination_of_rounds_is_visited_once() {
        let expected = [[0, 0], [1, 0], [0, 1], [1, 1], [0, 2], [1, 2]];
        assert_eq!(combinations(&[2, 3]), expected);
    }

    #[test]
    fn without_loops_there_is_one_round_and_in_a_loop_that_never_runs_none() {
        assert_eq!(combinations(&[]), [Vec::<i64>::new()]);
        assert!(combinations(&[3, 0]).is_empty());
    }
}
