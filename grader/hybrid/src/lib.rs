//! The hybrid model of a launch's time: what a kernel does is read from its text, as the static model reads
//! it, and how often, and at which addresses, is what the simulator counts while it runs some work-groups with
//! the launch's own data.
//!
//! What runs are whole work-groups: neighbours, which tell what groups share, and others spread over the
//! range ([`predictor::Counts`] chooses them). The others do not run, so what a group waits for from another
//! one is not there. Prices and joining are those of [`predictor::predict`].
//!
//! Operations are not simply those that the simulator runs: it does what the text says, and a device's price is
//! of what a compiler leaves of that. So each value is counted once, as in the static model, as often as the
//! simulator ran the stretch of the text in which it is computed.
//!
//! Invariants: no I/O, no clock; the same launch gives the same counts.

use launch::Launch;
use opencl_c::program::Program;
use predictor::{Access, Counts, Kind, Ran, Shape, Work};
use simulator::{AccessKind, Accessed, DeviceProfile, End, Event, EventKind, Options, Watcher};

/// Steps that the chosen work-groups may take, in the unit of the simulator.
const STEPS: u64 = 1_000_000_000;

/// Bytes of memory that they may take. Pages of a buffer that nobody touches take none where the system gives
/// zeros without writing them.
const MEMORY: u64 = 16 << 30;

/// The work of a launch, with counts.
#[derive(Clone, Debug, PartialEq)]
pub struct Counted {
    /// What it does.
    pub work: Work,
    /// Work-groups that ran.
    pub ran: u64,
    /// Work-groups of the launch.
    pub groups: u64,
}

/// Why nothing could be counted.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// It is outside the model.
    Model(predictor::Refusal),
    /// The simulator does not run it.
    Simulator(simulator::Refusal),
    /// The kernel, or its launch, is in error: what it does is not what it was meant to do.
    Wrong(Box<Event>),
    /// The work-groups did not come to their end within so many steps.
    OutOfSteps {
        /// The budget.
        steps: u64,
    },
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

/// Fills bytes of the buffer that is the argument of a number, from a byte of it on.
pub type Fill<'a> = dyn FnMut(usize, usize, &mut [u8]) + 'a;

/// Counts the work of a launch. `warp` work-items ask a memory at once.
pub fn read(program: &Program, launch: Launch, warp: usize) -> Result<Counted, Refusal> {
    read_filled(program, launch, warp, &mut |_, _, _| {})
}

/// The same of a launch whose buffers are filled where they are touched.
pub fn read_filled(
    program: &Program,
    mut launch: Launch,
    warp: usize,
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
    let mut counts = Counts::of(&shape, warp);
    let groups = counts.groups();
    let options = Options {
        warp: warp.max(1),
        // Whether a work-group fits the device is not told by this one's limits.
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
    // What another work-group would have written is not there: nobody is accused of reading it too early.
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

/// Hands what the simulator tells to the counts.
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
            let ran = Ran {
                warps: of.warps,
                items: of.work_items,
            };
            self.counts.ran(group, of.stretch, ran);
        }
    }
}
