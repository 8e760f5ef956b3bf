//! What a launch does, told from the text of its kernel.

use crate::crowd::Crowd;
use crate::graph::Operation;
use crate::reader::Reader;
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
    /// Work-items of a work-group along the first dimension.
    pub width: f64,
    /// Operations of a work-item.
    pub operations: BTreeMap<Operation, f64>,
    /// Those of them that work on four numbers or more at once, by the text.
    pub wide: BTreeMap<Operation, f64>,
    /// The longest row of operations of which each waits for the one before.
    pub path: BTreeMap<Operation, f64>,
    /// Has it a loop whose rounds the text alone does not tell? Compilers for CPUs make no vectors of
    /// work-items then.
    pub rolled: bool,
    /// Has it any loop? Those whose rounds the text tells may be gone after compiling.
    pub looped: bool,
    /// Has it a condition under which work-items part?
    pub branched: bool,
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
    let reading = Reader::read(program, shape, &crowd)?;
    let live = reading.graph.live();
    let traffic = traffic(program, shape, &crowd, &reading.accesses, &live.accesses);
    let first = reading.first.iter();
    Ok(Work {
        items: shape.items(),
        group: shape.local().iter().product::<u64>() as f64,
        first: first
            .map(|(&operation, &origin)| (operation, At::of(program, origin)))
            .collect(),
        width: shape.local()[0] as f64,
        operations: live.operations,
        wide: live.wide,
        path: live.path,
        rolled: reading.rolled,
        looped: reading.looped,
        branched: reading.branched,
        traffic,
        barriers: reading.barriers,
        guessed: reading.guessed,
    })
}
