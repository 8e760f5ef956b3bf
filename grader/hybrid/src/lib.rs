//! The hybrid model: operations are read from the kernel's text, as in the static model; execution counts and
//! addresses come from the simulator, which runs some work-groups with the launch's data.
//!
//! Whole work-groups run: neighbours, which show how groups share data, and groups scattered over the range
//! ([`predictor::Counts`] chooses them). The other groups do not run, so that data they would have written is
//! missing. Costs and overlaps are those of [`predictor::predict`].
//!
//! The operations are not those that the simulator executes: it follows the text literally, while a device's
//! costs apply to compiled code. So each value is counted once, as in the static model, with the count of the
//! stretch of the text that computes it.
//!
//! Invariants: no I/O, no clock; the same launch gives the same counts.

use launch::Launch;
use opencl_c::program::Program;
use predictor::{Access, Counts, Kind, RunCount, Shape, Work};
use simulator::{AccessKind, Accessed, DeviceProfile, End, Event, EventKind, Options, Watcher};

/// The simulator's step budget for the sampled work-groups.
const STEPS: u64 = 1_000_000_000;

/// The memory limit in bytes. Untouched pages take none if the system provides zeros lazily.
const MEMORY: u64 = 16 << 30;

/// The work of a launch, with counts.
#[derive(Clone, Debug, PartialEq)]
pub struct Counted {
    pub work: Work,
    pub ran: u64,
    /// Work-groups of the launch.
    pub groups: u64,
}

/// Why a launch could not be counted.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// Outside the model.
    Model(predictor::Refusal),
    /// The simulator does not run it.
    Simulator(simulator::Refusal),
    /// The kernel or its launch contains an error.
    Wrong(Box<Event>),
    /// The work-groups exceeded the step budget.
    OutOfSteps { steps: u64 },
}

impl From<predictor::Refusal> for Refusal {
    fn from(refusal: predictor::Refusal) -> Refusal {
        Refusal::Model(refusal)
    }
}

impl From<simulator::Refusal> for Refusal {
    fn from(refusal: simulator::Refusal) -> Refusal {
        Refusal::Simulator(refusal)
    }
}

/// Fills bytes of a buffer, given its argument number and an offset.
pub type Fill<'a> = dyn FnMut(usize, usize, &mut [u8]) + 'a;

/// Counts the work of a launch. `warp` work-items issue a memory request together.
pub fn read(program: &Program, launch: Launch, warp: usize) -> Result<Counted, Refusal> {
    read_filled(program, launch, warp, &mut |_, _, _| {})
}

/// Like [`read`], with every work-group counted.
pub fn read_whole(program: &Program, launch: Launch, warp: usize) -> Result<Counted, Refusal> {
    read_counts(program, launch, warp, Counts::of_all, &mut |_, _, _| {})
}

/// Like [`read`], for buffers that are filled on demand.
pub fn read_filled(
    program: &Program,
    launch: Launch,
    warp: usize,
    fill: &mut Fill<'_>,
) -> Result<Counted, Refusal> {
    read_counts(program, launch, warp, Counts::of, fill)
}

fn read_counts(
    program: &Program,
    mut launch: Launch,
    warp: usize,
    counts_of: fn(&Shape, usize) -> Counts,
    fill: &mut Fill<'_>,
) -> Result<Counted, Refusal> {
    let kernel = simulator::prepare(program, &launch.kernel)?;
    let shape = Shape::of(&launch);
    launch.range.validate().map_err(simulator::Refusal::Range)?;
    let dimensions = launch.range.global.len();
    launch.range.local = Some(
        shape.local()[..dimensions]
            .iter()
            .map(|&size| size as usize)
            .collect(),
    );
    let mut counts = counts_of(&shape, warp);
    let groups = counts.groups();
    let options = Options {
        warp: warp.max(1),
        // This device's limits do not apply.
        profile: DeviceProfile {
            local_memory: u64::MAX,
            ..DeviceProfile::GPU
        },
        steps: STEPS,
        memory: MEMORY,
        print: 0,
        ..Options::default()
    };
    let mut listener = Listener {
        counts: &mut counts,
        fill,
        addresses: Vec::new(),
    };
    let watched = kernel.watch(launch, &options, &groups, &mut listener)?;
    // Data of work-groups that did not run is missing, so that reads of it are no mistakes.
    let is_wrong = |event: &Event| match &event.kind {
        EventKind::Uninitialized(_) | EventKind::EndlessLoop { .. } => false,
        EventKind::Race(race) => !race.same_value,
        _ => true,
    };
    if let Some(wrong) = watched.events.into_iter().find(is_wrong) {
        return Err(Refusal::Wrong(Box::new(wrong)));
    }
    if watched.end != End::Completed {
        return Err(Refusal::OutOfSteps { steps: STEPS });
    }
    Ok(Counted {
        work: predictor::read_counted(program, &shape, warp, &counts)?,
        ran: groups.len() as u64,
        groups: shape.groups().iter().product(),
    })
}

/// Passes the simulator's events to the counts.
struct Listener<'a, 'f> {
    counts: &'a mut Counts,
    fill: &'a mut Fill<'f>,
    addresses: Vec<(usize, u32, i64)>,
}

impl Watcher for Listener<'_, '_> {
    fn fill(&mut self, argument: usize, from: usize, bytes: &mut [u8]) {
        (self.fill)(argument, from, bytes);
    }

    fn accessed(&mut self, accessed: &Accessed<'_>) {
        let Some(expr) = accessed.expr else {
            return;
        };
        self.addresses.clear();
        for run in accessed.runs {
            let object = run.object as u32;
            self.addresses.extend((0..run.lanes).map(|index| {
                let at = run.offset + run.stride * index as i64;
                (run.first + index, object, at)
            }));
        }
        let access = Access {
            expr,
            kind: match accessed.kind {
                AccessKind::Load => Kind::Load,
                AccessKind::Store => Kind::Store,
                AccessKind::Atomic => Kind::Atomic,
            },
            local: accessed.local,
            bytes: u32::try_from(accessed.size).unwrap_or(u32::MAX),
            addresses: &self.addresses,
        };
        self.counts.accessed(accessed.group, &access);
    }

    fn ended(&mut self, group: usize, ran: &[simulator::Ran<'_>]) {
        for of in ran {
            let ran = RunCount {
                warps: of.warps,
                items: of.work_items,
            };
            self.counts.ran(group, of.stretch, ran);
        }
    }
}
