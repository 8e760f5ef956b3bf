//! What a launch does, told from the text of its kernel.

use crate::counts::Counts;
use crate::crowd::Crowd;
use crate::graph::{Live, Operation};
use crate::reader::{Reader, Reading};
use crate::refusal::{At, Refusal};
use crate::shape::Shape;
use crate::traffic::{Traffic, traffic};
use opencl_c::program::Program;
use std::collections::BTreeMap;

/// The work of a launch, for each work-item.
#[derive(Clone, Debug, PartialEq)]
pub struct Work {
    /// Work-items.
    pub items: f64,
    /// Work-items of a work-group.
    pub group: f64,
    /// Operations of a work-item.
    pub operations: BTreeMap<Operation, f64>,
    /// Where each operation stands first.
    pub first: BTreeMap<Operation, At>,
    /// Its accesses.
    pub traffic: Traffic,
    /// Barriers that it passes.
    pub barriers: f64,
    /// Does a condition or an index hang on data?
    pub guessed: bool,
}

/// Reads the work of a launch from the text. `warp` work-items ask a memory at once.
pub fn read(program: &Program, shape: &Shape, warp: usize) -> Result<Work, Refusal> {
    let crowd = Crowd::of(shape, warp.max(1));
    let reading = Reader::read(program, shape, &crowd, None)?;
    let live = reading.graph.live();
    let traffic = traffic(program, shape, &crowd, &reading.accesses, &live.accesses);
    Ok(work(program, shape, &reading, live, traffic))
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
    let reading = Reader::read(program, shape, &crowd, Some(counts))?;
    let live = reading.graph.live();
    let accesses = live
        .accesses
        .iter()
        .map(|&access| &reading.accesses[access]);
    let traffic = counts.traffic(program, shape, accesses)?;
    Ok(work(program, shape, &reading, live, traffic))
}

fn work(program: &Program, shape: &Shape, reading: &Reading, live: Live, traffic: Traffic) -> Work {
    let first = reading.first.iter();
    Work {
        items: shape.items(),
        group: shape.local().iter().product::<u64>() as f64,
        first: first
            .map(|(&operation, &origin)| (operation, At::of(program, origin)))
            .collect(),
        operations: live.operations,
        traffic,
        barriers: reading.barriers,
        guessed: reading.guessed,
    }
}
