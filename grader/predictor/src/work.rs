//! The work of a launch, read from the kernel's text.

use crate::counts::Counts;
use crate::graph::{Live, Operation};
use crate::reader::{Reader, Reading};
use crate::refusal::{At, Refusal, Why};
use crate::sample::Sample;
use crate::shape::Shape;
use crate::steps::{Step, Steps};
use crate::timeline::{Piece, pieces};
use crate::traffic::{Traffic, traffic};
use crate::trips::Trip;
use opencl_c::program::Program;
use opencl_c::types::AddressSpace;
use std::collections::BTreeMap;

/// The work of a launch, for each work-item.
#[derive(Clone, Debug, PartialEq)]
pub struct Work {
    /// Work-items of the launch.
    pub items: f64,
    /// Work-items of a work-group.
    pub group: f64,
    /// Work-items of a work-group along the first dimension.
    pub width: f64,
    /// Operations of a work-item.
    pub operations: BTreeMap<Operation, f64>,
    /// Operations that are uniform along a row of the work-group. LICM hoists them out of the work-item loop of
    /// a CPU's compiler.
    pub hoisted: BTreeMap<Operation, f64>,
    /// The longest chain of dependent operations, without the hoisted ones.
    pub critical_path: BTreeMap<Operation, f64>,
    /// Whether a loop's trip count is unknown at compile time. CPU compilers do not vectorise over work-items
    /// then.
    pub unknown_trip_count: bool,
    /// Whether there is any loop. One with a constant trip count may be unrolled completely.
    pub has_loop: bool,
    /// Whether there is a divergent branch.
    pub diverges: bool,
    /// Whether the stride of an access between work-items is a kernel argument. LLVM's loop access analysis
    /// (LAA) speculates that it is 1.
    pub argument_stride: bool,
    /// Whether a load is uniform along a row of the work-group and its row pitch is a kernel argument.
    pub row_start_loads: bool,
    /// Values that are computed, addresses among them, without launch-invariant ones, weighted as in LLVM's
    /// unrolling cost model.
    pub code_size: f64,
    /// Loop iterations.
    pub rounds: f64,
    /// The first place of each operation in the text.
    pub first: BTreeMap<Operation, At>,
    pub traffic: Traffic,
    /// What a warp waits for.
    pub(crate) pieces: Vec<Piece>,
    pub barriers: f64,
    /// Whether a condition or an index depends on data.
    pub is_estimate: bool,
    /// Data-dependent loops and the trip counts that the caller gave.
    pub given_rounds: Vec<(At, u64)>,
}

/// Reads the work of a launch from the text. `warp` work-items issue a memory request together.
pub fn read(program: &Program, shape: &Shape, warp: usize) -> Result<Work, Refusal> {
    read_with(program, shape, warp, &[])
}

/// Like [`read`], with trip counts for data-dependent loops. A trip count for a loop that does not exist, or
/// whose count is known, is refused: it was meant for another kernel.
pub fn read_with(
    program: &Program,
    shape: &Shape,
    warp: usize,
    trips: &[Trip],
) -> Result<Work, Refusal> {
    let sample = Sample::of(shape, warp.max(1));
    let reading = Reader::read(program, shape, &sample, trips, None)?;
    for trip in trips {
        let mut of_it = reading.loops.iter().filter(|entry| trip.is_of(&entry.at));
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
        if !of_it.any(|entry| entry.data_dependent) {
            return Err(Refusal {
                at: Some(first.at.clone()),
                why: Why::RoundsKnown,
            });
        }
    }
    for entry in reading.loops.iter().filter(|entry| entry.data_dependent) {
        let mut of_it = trips.iter().filter(|trip| trip.is_of(&entry.at));
        if of_it.any(|trip| Some(trip.rounds) != entry.given) {
            return Err(Refusal {
                at: Some(entry.at.clone()),
                why: Why::ConflictingRounds,
            });
        }
    }
    let live = reading.graph.live();
    let traffic = traffic(program, shape, &sample, &reading.accesses, &live.accesses);
    let pieces = pieces(
        &reading.graph,
        (&live.seen, &live.fused),
        &reading.marks,
        &reading.accesses,
        &live.accesses,
    );
    let done = (traffic, pieces);
    Ok(work(program, shape, &reading, live, done))
}

/// Like [`read`], with execution counts and addresses from a run of some work-groups. The operations are still
/// those of the text, as a compiler leaves them.
pub fn read_counted(
    program: &Program,
    shape: &Shape,
    warp: usize,
    counts: &Counts,
) -> Result<Work, Refusal> {
    let sample = Sample::of(shape, warp.max(1));
    let reading = Reader::read(program, shape, &sample, &[], Some(counts))?;
    let live = reading.graph.live();
    let accesses = live
        .accesses
        .iter()
        .map(|&access| &reading.accesses[access]);
    let traffic = counts.traffic(program, shape, accesses)?;
    let done = (traffic, Vec::new());
    Ok(work(program, shape, &reading, live, done))
}

fn work(
    program: &Program,
    shape: &Shape,
    reading: &Reading,
    live: Live,
    (traffic, pieces): (Traffic, Vec<Piece>),
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
        hoisted: live.hoisted,
        critical_path: live.critical_path,
        unknown_trip_count: reading.unknown_trip_count,
        has_loop: reading.has_loop,
        diverges: reading.diverges,
        argument_stride: has(&|steps| steps.along_row == Step::Argument),
        row_start_loads: has(&|steps| {
            steps.along_row == Step::None && steps.along_column == Step::Argument
        }),
        code_size: live.code_size as f64,
        rounds: reading.rounds,
        traffic,
        pieces,
        barriers: reading.barriers,
        is_estimate: reading.is_estimate,
        given_rounds: reading
            .loops
            .iter()
            .filter(|entry| entry.data_dependent)
            .filter_map(|entry| Some((entry.at.clone(), entry.given?)))
            .collect(),
    }
}
