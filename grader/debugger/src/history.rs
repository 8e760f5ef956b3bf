//! The way back: snapshots of a launch, from which it is run again.
//!
//! Snapshots of the whole launch stand a *stretch* apart, which takes about as long to run as a snapshot to take. A stretch
//! in which somebody goes back gets closer ones, and a list of its statements with who executes them, so that the next
//! step back needs to run a few statements only.

use simulator::stepping::{Snapshot, Stepper};
use std::collections::BTreeMap;

/// Bytes that the snapshots of the whole launch take at most.
const MOST_BYTES: usize = 512 << 20;

/// Bytes that are copied in about the time of one statement of a group of work-items.
const BYTES_A_STATEMENT: usize = 1 << 14;

/// Statements of a stretch at least, and at first.
const LEAST_STRETCH: u64 = 256;

/// Parts that a stretch is cut into where somebody goes back.
const PARTS: u64 = 32;

/// A statement that was executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Passed {
    pub(crate) mark: Option<u32>,
    pub(crate) group: usize,
    /// A bit for each work-item of the group that executed it.
    active: Vec<u64>,
}

impl Passed {
    pub(crate) fn of(now: &Stepper<'_>) -> Passed {
        let mut active = vec![0; now.work_items().div_ceil(64)];
        now.active()
            .for_each(|lane| active[lane / 64] |= 1 << (lane % 64));
        Passed {
            mark: now.mark(),
            group: now.group(),
            active,
        }
    }

    /// Did any of these work-items execute it?
    pub(crate) fn has(&self, lanes: std::ops::Range<usize>) -> bool {
        let lanes = lanes.start..lanes.end.min(self.active.len() * 64);
        lanes
            .into_iter()
            .any(|lane| self.active[lane / 64] & (1 << (lane % 64)) != 0)
    }
}

/// A stretch in which somebody goes back.
struct Stretch<'a> {
    begin: u64,
    /// Its statements as far as they were looked at, from the first on.
    passed: Vec<Passed>,
    snapshots: BTreeMap<u64, Snapshot<'a>>,
}

/// Snapshots of a launch by the number of statements before them.
pub(crate) struct History<'a> {
    far: BTreeMap<u64, Snapshot<'a>>,
    bytes: usize,
    stretch: u64,
    near: Option<Stretch<'a>>,
}

impl<'a> History<'a> {
    /// From the beginning of a launch.
    pub(crate) fn of(beginning: &mut Stepper<'a>) -> History<'a> {
        History {
            far: BTreeMap::from([(beginning.steps(), beginning.snapshot())]),
            bytes: 0,
            stretch: LEAST_STRETCH,
            near: None,
        }
    }

    /// Takes a snapshot if it is time for one.
    pub(crate) fn note(&mut self, now: &mut Stepper<'a>) {
        let last = self.far.last_key_value().map_or(0, |(&steps, _)| steps);
        if now.steps() < last + self.stretch {
            return;
        }
        let snapshot = now.snapshot();
        self.bytes += snapshot.weight();
        self.stretch = self
            .stretch
            .max((snapshot.weight() / BYTES_A_STATEMENT) as u64);
        self.far.insert(now.steps(), snapshot);
        if self.far.len() > 2 && self.bytes > MOST_BYTES {
            // Every second one goes. What the others shared with them is theirs alone now.
            let mut index = 0;
            self.far.retain(|_, _| {
                index += 1;
                index % 2 == 1
            });
            self.bytes = self.far.values().map(Snapshot::weight).sum();
            self.stretch *= 2;
        }
    }

    /// Takes `now` back to where it was after `steps` statements, which it has executed once.
    pub(crate) fn go(&mut self, now: &mut Stepper<'a>, steps: u64) {
        self.run_from(self.beginning_of(steps), now, steps);
    }

    /// [`Self::go`] within the stretch that begins at `begin`.
    fn run_from(&mut self, begin: u64, now: &mut Stepper<'a>, steps: u64) {
        let known = self.near.as_ref().is_some_and(|near| near.begin == begin);
        if !known {
            self.near = Some(Stretch {
                begin,
                passed: Vec::new(),
                snapshots: BTreeMap::new(),
            });
        }
        let near = self
            .near
            .as_mut()
            .and_then(|near| near.snapshots.range(..=steps).next_back());
        match near.or_else(|| self.far.range(..=begin).next_back()) {
            Some((_, snapshot)) => now.restore(snapshot),
            None => return,
        }
        let apart = (self.stretch / PARTS).max(4);
        while now.steps() < steps {
            if let Some(near) = &mut self.near {
                let at = (now.steps() - near.begin) as usize;
                if at == near.passed.len() {
                    near.passed.push(Passed::of(now));
                }
                if now.steps().is_multiple_of(apart) && !near.snapshots.contains_key(&now.steps()) {
                    near.snapshots.insert(now.steps(), now.snapshot());
                }
            }
            if !now.step() {
                return;
            }
        }
    }

    /// Where the stretch begins that a statement lies in, by the number of statements before it.
    pub(crate) fn beginning_of(&self, steps: u64) -> u64 {
        self.far
            .range(..=steps)
            .next_back()
            .map_or(0, |(&begin, _)| begin)
    }

    /// The last statement before `steps` for which `wanted` holds, `now` being somewhere behind it. `now` is moved.
    /// `is_interrupted` is asked once a stretch.
    pub(crate) fn last_before(
        &mut self,
        now: &mut Stepper<'a>,
        steps: u64,
        wanted: impl Fn(&Passed) -> bool,
        is_interrupted: &mut dyn FnMut() -> bool,
    ) -> Option<u64> {
        let mut end = steps;
        while let Some(last) = end.checked_sub(1) {
            let begin = self.beginning_of(last);
            let is_listed = self
                .near
                .as_ref()
                .is_some_and(|near| near.begin == begin && near.passed.len() as u64 >= end - begin);
            if !is_listed {
                self.run_from(begin, now, end);
            }
            if let Some(near) = self.near.as_ref().filter(|near| near.begin == begin) {
                let listed = near.passed.iter().take((end - begin) as usize);
                if let Some(found) = listed.rev().position(&wanted) {
                    return Some(last - found as u64);
                }
            }
            if is_interrupted() {
                return None;
            }
            end = begin;
        }
        None
    }
}
