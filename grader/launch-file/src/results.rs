//! The results of a wrong kernel that do not follow from its mistake. A repaired kernel has to leave the same.

use launch::{Argument, Launch};
use simulator::{
    AccessKind, Accessed, End, Event, EventKind, Kernel, Options, Outcome, Output, Ran, Watcher,
};
use std::collections::{HashMap, HashSet};

/// Of launches with more bytes of buffers no result is compared.
const MOST_BYTES: usize = 32 << 20;

/// More than the work-items of a group.
const GROUP: u64 = 1 << 16;

/// The results of each buffer.
#[derive(Debug, Default)]
pub(crate) struct Results {
    buffers: Vec<Buffer>,
}

#[derive(Debug)]
struct Buffer {
    argument: usize,
    bytes: Vec<u8>,
    /// Does the value of each byte stand whatever the mistake is?
    stands: Vec<bool>,
    /// Is each byte written?
    written: Vec<bool>,
}

impl Results {
    /// Of a run of `kernel` whose result is `outcome`. `elsewhere` is the same kernel under the other choices that
    /// the language leaves open: what differs there does not stand.
    pub(crate) fn of(
        (kernel, elsewhere): (&Kernel, Option<&Kernel>),
        launch: &Launch,
        outcome: &Outcome,
        options: &Options,
    ) -> Results {
        let Some(accesses) = Accesses::of(kernel, launch, options) else {
            return Results::default();
        };
        let other = elsewhere.and_then(|kernel| kernel.run(launch, options).ok());
        let other = other.filter(|other| other.end == End::Completed && outcome.end == other.end);
        let doubt = match &other {
            Some(_) => Doubt::of(&outcome.events, &accesses),
            None => Doubt::All,
        };
        let other = other.map(|other| other.outputs).unwrap_or_default();
        let buffers = outcome.outputs.iter().map(|output| {
            let argument = output.argument;
            let other = other.iter().find(|it| it.argument == argument);
            let writers = accesses.writers.get(argument);
            let writers = writers.map(Vec::as_slice).unwrap_or_default();
            let mut stands: Vec<bool> = writers
                .iter()
                .enumerate()
                .map(|(at, writer)| {
                    other.is_some_and(|other| is_same(output, other, at)) && doubt.spares(*writer)
                })
                .collect();
            for range in named(&outcome.events, argument) {
                let end = range.1.min(stands.len());
                stands[range.0.min(end)..end].fill(false);
            }
            Buffer {
                argument,
                bytes: output.bytes.clone(),
                stands,
                written: writers.iter().map(|it| *it != Writer::None).collect(),
            }
        });
        Results {
            buffers: buffers.collect(),
        }
    }

    /// How many bytes a repair has to leave as they are.
    pub(crate) fn bytes(&self) -> u64 {
        let stands = self.buffers.iter().flat_map(|buffer| &buffer.stands);
        stands.filter(|stands| **stands).count() as u64
    }

    /// Are the results that stand the same in these outputs?
    pub(crate) fn are_kept_in(&self, outputs: &[Output]) -> bool {
        self.buffers.iter().all(|buffer| {
            let mut outputs = outputs.iter();
            let output = outputs.find(|output| output.argument == buffer.argument);
            output.is_some_and(|output| {
                let mut each = buffer.stands.iter().enumerate();
                each.all(|(at, stands)| {
                    let same = output.bytes.get(at) == buffer.bytes.get(at);
                    !stands || same && output.defined.get(at) == Some(&true)
                })
            })
        })
    }

    /// Does a kernel write everything that the wrong one wrote?
    pub(crate) fn are_written_by(
        &self,
        kernel: &Kernel,
        launch: &Launch,
        options: &Options,
    ) -> bool {
        if self.buffers.is_empty() {
            return true;
        }
        let Some(accesses) = Accesses::of(kernel, launch, options) else {
            return false;
        };
        self.buffers.iter().all(|buffer| {
            let writers = accesses.writers.get(buffer.argument);
            let writers = writers.map(Vec::as_slice).unwrap_or_default();
            let mut each = buffer.written.iter().enumerate();
            each.all(|(at, written)| !written || writers.get(at) != Some(&Writer::None))
        })
    }
}

fn is_same(output: &Output, other: &Output, at: usize) -> bool {
    let is_defined = |output: &Output| output.defined.get(at) == Some(&true);
    output.bytes.get(at) == other.bytes.get(at) && is_defined(output) && is_defined(other)
}

/// The bytes of an argument's buffer that an event names, first and behind the last.
fn named(events: &[Event], argument: usize) -> Vec<(usize, usize)> {
    let ranges = events.iter().filter_map(|event| match &event.kind {
        EventKind::Race(race) if race.accessed.object.argument == Some(argument) => {
            let start = usize::try_from(race.accessed.offset).ok()?;
            let bytes = usize::try_from(race.accessed.bytes).ok()?;
            Some((start, start.saturating_add(bytes)))
        }
        _ => None,
    });
    ranges.collect()
}

/// Who wrote a byte of global memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Writer {
    None,
    One(u64),
    /// Any number of work-items, with atomic operations only.
    Atomic,
    Several,
}

/// What the work-items of a launch did to its buffers.
struct Accesses {
    /// By argument, the writer of each byte.
    writers: Vec<Vec<Writer>>,
    /// By argument and work-item, the loads.
    loads: HashMap<(usize, u64), u64>,
    /// The work-items with any access to a buffer.
    work_items: HashSet<u64>,
    /// How many work-items there are.
    launched: u64,
}

impl Accesses {
    /// None if there is too much to look at, or nothing ran.
    fn of(kernel: &Kernel, launch: &Launch, options: &Options) -> Option<Accesses> {
        let sizes = launch.arguments.iter().map(|argument| match argument {
            Argument::Buffer(buffer) => buffer.contents.len(),
            _ => 0,
        });
        let sizes: Vec<usize> = sizes.collect();
        if sizes.iter().sum::<usize>() > MOST_BYTES {
            return None;
        }
        let mut accesses = Accesses {
            writers: sizes
                .into_iter()
                .map(|size| vec![Writer::None; size])
                .collect(),
            loads: HashMap::new(),
            work_items: HashSet::new(),
            launched: launch.range.global.iter().product::<usize>() as u64,
        };
        // Group numbers beyond the launch's are left out.
        let groups: Vec<usize> = (0..launch.range.global.iter().product()).collect();
        let watched = kernel.watch(launch.clone(), options, &groups, &mut accesses);
        watched.ok().map(|_| accesses)
    }
}

impl Watcher for Accesses {
    fn accessed(&mut self, accessed: &Accessed<'_>) {
        if accessed.local {
            return;
        }
        for run in accessed.runs {
            let Some(writers) = self.writers.get_mut(run.object) else {
                continue;
            };
            for lane in 0..run.lanes {
                let by = accessed.group as u64 * GROUP + (run.first + lane) as u64;
                self.work_items.insert(by);
                if accessed.kind == AccessKind::Load {
                    *self.loads.entry((run.object, by)).or_default() += 1;
                    continue;
                }
                let start = run.offset + run.stride * lane as i64;
                let start = usize::try_from(start).unwrap_or(usize::MAX);
                for writer in writers.iter_mut().skip(start).take(accessed.size) {
                    let is_atomic = accessed.kind == AccessKind::Atomic;
                    *writer = match *writer {
                        Writer::None if is_atomic => Writer::Atomic,
                        Writer::None => Writer::One(by),
                        Writer::Atomic if is_atomic => Writer::Atomic,
                        Writer::One(one) if one == by && !is_atomic => Writer::One(by),
                        _ => Writer::Several,
                    };
                }
            }
        }
    }

    fn ended(&mut self, _: usize, _: &[Ran<'_>]) {}
}

/// The results that may follow from a mistake.
enum Doubt {
    All,
    /// Those of these work-items.
    WorkItems(HashSet<u64>),
}

impl Doubt {
    fn of(events: &[Event], accesses: &Accesses) -> Doubt {
        let mut doubted = HashSet::new();
        for event in events {
            match &event.kind {
                EventKind::OutOfBounds(stray) if !stray.write => {
                    let argument = stray.accessed.object.argument;
                    match argument.and_then(|it| accesses.fewer_loads(it, event.count)) {
                        Some(work_items) => doubted.extend(work_items),
                        None => return Doubt::All,
                    }
                }
                EventKind::Race(race) => {
                    let is_global = race.accessed.object.argument.is_some();
                    let both_write =
                        race.later != AccessKind::Load && race.earlier != AccessKind::Load;
                    if !is_global && both_write {
                        return Doubt::All;
                    }
                }
                // The result depends on a value that is not defined.
                EventKind::Uninitialized(_)
                | EventKind::OutOfRow { .. }
                | EventKind::NullBuffer(_)
                | EventKind::StrayPointer(_)
                | EventKind::WrongSpace(_)
                | EventKind::ReadFromWriteOnly(_)
                | EventKind::EndlessLoop { .. }
                | EventKind::Refused(_) => return Doubt::All,
                _ => {}
            }
        }
        Doubt::WorkItems(doubted)
    }

    /// Does what this writer wrote stand?
    fn spares(&self, writer: Writer) -> bool {
        match (self, writer) {
            (Doubt::All, _) | (_, Writer::None | Writer::Several) => false,
            (Doubt::WorkItems(doubted), Writer::One(by)) => !doubted.contains(&by),
            (Doubt::WorkItems(doubted), Writer::Atomic) => doubted.is_empty(),
        }
    }
}

impl Accesses {
    /// The work-items that loaded less often than others from a buffer: the loads that they lack went astray,
    /// if they are as many as `astray`.
    fn fewer_loads(&self, argument: usize, astray: u64) -> Option<Vec<u64>> {
        let of = |by: &u64| self.loads.get(&(argument, *by)).copied().unwrap_or(0);
        let most = self.work_items.iter().map(of).max()?;
        let fewer: Vec<u64> = self
            .work_items
            .iter()
            .filter(|by| of(by) < most)
            .copied()
            .collect();
        let lacking: u64 = fewer.iter().map(|by| most - of(by)).sum();
        // Those without any access within a buffer wrote nothing to be doubted.
        let silent = self.launched.saturating_sub(self.work_items.len() as u64);
        let lacking = lacking.saturating_add(silent.saturating_mul(most));
        (lacking >= astray).then_some(fewer)
    }
}
