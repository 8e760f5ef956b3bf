//! What a launch does, told from the text of its kernel.

use crate::counts::Counts;
use crate::crowd::Crowd;
use crate::four_rows::reads_four_rows;
use crate::graph::{Live, Operation};
use crate::reader::{Reader, Reading};
use crate::refusal::{At, Refusal, Why};
use crate::shape::Shape;
use crate::steps::{Step, Steps};
use crate::traffic::{Traffic, traffic};
use crate::trips::Trip;
use opencl_c::program::Program;
use opencl_c::types::AddressSpace;
use std::collections::BTreeMap;

/// The work of a launch, for each work-item.
#[derive(Clone, Debug, PartialEq)]
pub struct Work {
    /// Work-items.
    pub items: f64,
    /// Work-items of a work-group.
    pub group: f64,
    /// Work-items of a work-group along the first dimension.
    pub width: f64,
    /// Operations of a work-item.
    pub operations: BTreeMap<Operation, f64>,
    /// Those of them that work on four numbers or more at once, by the text.
    pub wide: BTreeMap<Operation, f64>,
    /// Those of them that come to the same for all work-items of a row of the work-group: where a compiler makes a
    /// loop of work-items, they are computed before it, once.
    pub in_common: BTreeMap<Operation, f64>,
    /// The longest row of operations of which each waits for the one before, without those in common.
    pub path: BTreeMap<Operation, f64>,
    /// Has it a loop whose rounds the text alone does not tell? Compilers for CPUs make no vectors of
    /// work-items then.
    pub rolled: bool,
    /// Has it any loop? Those whose rounds the text tells may be gone after compiling.
    pub looped: bool,
    /// Has it a condition under which work-items part?
    pub branched: bool,
    /// Has it an access that steps by an argument from one work-item to the next? Compilers for CPUs that make
    /// vectors guess that argument to be 1, and have other code for every other.
    pub columns: bool,
    /// Has it a read that is the same along a row of the work-group, and steps by an argument to the next row?
    pub row_starts: bool,
    /// Does it read four rows whose addresses a compiler may take for a vector?
    pub four_rows: bool,
    /// Values that it computes, each once, addresses among them, a division as four, and none that is the same for all
    /// work-items: how large its code is.
    pub values: f64,
    /// Those of them that are computed for each work-item of a row of the work-group, and not once for the row.
    pub own_values: f64,
    /// Rounds of its loops.
    pub rounds: f64,
    /// Where each operation stands first.
    pub first: BTreeMap<Operation, At>,
    /// Its accesses.
    pub traffic: Traffic,
    /// Barriers that it passes.
    pub barriers: f64,
    /// Does a condition or an index hang on data?
    pub guessed: bool,
    /// Loops whose rounds hang on data, and how many were said.
    pub said: Vec<(At, u64)>,
}

/// Reads the work of a launch from the text. `warp` work-items ask a memory at once.
pub fn read(program: &Program, shape: &Shape, warp: usize) -> Result<Work, Refusal> {
    read_with(program, shape, warp, &[])
}

/// The same, where somebody says how often loops run whose rounds hang on data. Rounds of a loop that is not
/// there, or needs none, are refused: whoever gave them has another kernel in mind.
pub fn read_with(
    program: &Program,
    shape: &Shape,
    warp: usize,
    trips: &[Trip],
) -> Result<Work, Refusal> {
    let crowd = Crowd::of(shape, warp.max(1));
    let reading = Reader::read(program, shape, &crowd, trips, None)?;
    for trip in trips {
        let mut of_it = reading.loops.iter().filter(|met| trip.is_of(&met.at));
        let Some(first) = of_it.clone().next() else {
            return Err(Refusal {
                at: None,
                why: Why::NoLoop {
                    file: trip.file.clone(),
                    line: trip.line,
                    column: trip.column,
                },
            });
        };
        if !of_it.any(|met| met.hangs) {
            return Err(Refusal {
                at: Some(first.at.clone()),
                why: Why::RoundsTold,
            });
        }
    }
    for met in reading.loops.iter().filter(|met| met.hangs) {
        let mut of_it = trips.iter().filter(|trip| trip.is_of(&met.at));
        if of_it.any(|trip| Some(trip.rounds) != met.given) {
            return Err(Refusal {
                at: Some(met.at.clone()),
                why: Why::SaidTwice,
            });
        }
    }
    let live = reading.graph.live();
    let traffic = traffic(program, shape, &crowd, &reading.accesses, &live.accesses);
    Ok(work(program, shape, &crowd, &reading, live, traffic))
}

/// The work of a launch of which some work-groups were counted. What is done is read from the text, as a
/// compiler would leave it; how often, and at which addresses, was counted.
pub fn read_counted(
    program: &Program,
    shape: &Shape,
    warp: usize,
    counts: &Counts,
) -> Result<Work, Refusal> {
    let crowd = Crowd::of(shape, warp.max(1));
    let reading = Reader::read(program, shape, &crowd, &[], Some(counts))?;
    let live = reading.graph.live();
    let accesses = live
        .accesses
        .iter()
        .map(|&access| &reading.accesses[access]);
    let traffic = counts.traffic(program, shape, accesses)?;
    Ok(work(program, shape, &crowd, &reading, live, traffic))
}

fn work(
    program: &Program,
    shape: &Shape,
    crowd: &Crowd,
    reading: &Reading,
    live: Live,
    traffic: Traffic,
) -> Work {
    let first = reading.first.iter();
    let has = |so: &dyn Fn(Steps) -> bool| {
        let of = live
            .accesses
            .iter()
            .map(|&access| &reading.accesses[access]);
        of.filter(|access| matches!(access.space, AddressSpace::Global | AddressSpace::Constant))
            .any(|access| access.steps.is_some_and(so))
    };
    Work {
        items: shape.items(),
        group: shape.local().iter().product::<u64>() as f64,
        first: first
            .map(|(&operation, &origin)| (operation, At::of(program, origin)))
            .collect(),
        width: shape.local()[0] as f64,
        operations: live.operations,
        wide: live.wide,
        in_common: live.in_common,
        path: live.path,
        rolled: reading.rolled,
        looped: reading.looped,
        branched: reading.branched,
        columns: has(&|steps| steps.across == Step::Argument),
        row_starts: has(&|steps| steps.across == Step::None && steps.down == Step::Argument),
        four_rows: reads_four_rows(&reading.accesses, &live.accesses, crowd),
        values: live.values as f64,
        own_values: live.own_values as f64,
        rounds: reading.rounds,
        traffic,
        barriers: reading.barriers,
        guessed: reading.guessed,
        said: reading
            .loops
            .iter()
            .filter(|met| met.hangs)
            .filter_map(|met| Some((met.at.clone(), met.given?)))
            .collect(),
    }
}
