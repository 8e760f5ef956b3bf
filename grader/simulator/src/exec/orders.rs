//! What the atomics of OpenCL C 2.0 order (6.13.11 there): an operation that releases, seen by one that acquires,
//! orders what came before the one and what comes after the other.
//!
//! Time is that of [`crate::shadow`]. It goes on after each atomic operation of 2.0, so that what a work-item did
//! before a release is at its time at the latest. A release covers what its own work-item did before, and what its
//! group and its sub-group did before their last barriers. A work-item that acquires is taken to be ordered after
//! *all* that any release covered up to the time of the one that it saw: that may be more than the language
//! promises, so a race may be missed, and none is invented.
//!
//! Beside what is ordered is kept what would be if every atomic operation had the strongest order and scope: a race
//! between the two is one of an order or a scope that is too weak.

use super::memory::Space;
use super::{Machine, Shared, shadow_space};
use crate::code::{AtomicOp, Order};
use crate::shadow::Conflict;
use std::collections::HashMap;

/// How many coverings of one work-item, group or sub-group are kept. Beyond that the last one grows, as if more
/// accesses had been released earlier.
const MOST_KEPT: usize = 16;

/// When an atomic object was last written by an operation that releases.
#[derive(Clone, Copy, Debug, Default)]
struct Released {
    /// For work-items of every group.
    device: u64,
    /// For those of one group, and which.
    within: (u64, usize),
    /// Written at all.
    written: u64,
}

/// What one work-item of the current group has acquired or will release.
#[derive(Clone, Copy, Debug, Default)]
struct OfLane {
    /// What releases covered until then comes before: accesses to local memory, and to global.
    acquired: [u64; 2],
    /// What would if orders and scopes were as strong as can be.
    seen: [u64; 2],
    /// To be acquired by the next fence that does: of any group, of this one.
    pending: (u64, u64),
    /// The last fence that releases: for any group, for this one.
    fenced: (u64, u64),
}

/// Whose accesses a release covers, with the number of the work-group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Covered {
    /// A work-item.
    Lane(usize, usize),
    /// A sub-group, by its number.
    SubGroup(usize, usize),
    /// A work-group's accesses to a space of addresses.
    Group(usize, usize),
}

/// From a time on, accesses until another are covered by a release.
#[derive(Clone, Copy, Debug)]
struct Covering {
    from: u64,
    until: u64,
}

/// What releases covered.
#[derive(Clone, Debug, Default)]
struct Coverings(HashMap<Covered, Vec<Covering>>);

impl Coverings {
    fn add(&mut self, covered: Covered, from: u64, until: u64) {
        let kept = self.0.entry(covered).or_default();
        // A relaxed operation behind an older fence comes later, and covers from earlier on.
        if kept.iter().any(|it| it.from <= from && until <= it.until) {
            return;
        }
        if kept.len() < MOST_KEPT {
            kept.push(Covering { from, until });
        } else if let Some(last) = kept.last_mut() {
            *last = Covering {
                from: last.from.min(from),
                until: last.until.max(until),
            };
        }
    }

    /// Did a release by then cover an access of this time?
    fn covers(&self, covered: Covered, time: u64, by: u64) -> bool {
        let mut kept = self.0.get(&covered).into_iter().flatten();
        kept.any(|it| it.from <= by && time <= it.until)
    }
}

/// The orders that atomics made.
#[derive(Clone, Debug, Default)]
pub(super) struct Orders {
    released: HashMap<(usize, i64), Released>,
    lanes: Vec<OfLane>,
    covered: Coverings,
    /// What would be covered if all that write released.
    covered_at_best: Coverings,
}

impl Orders {
    /// A new work-group begins.
    pub(super) fn begin_group(&mut self) {
        self.lanes.clear();
    }

    fn lane(&mut self, lane: usize) -> &mut OfLane {
        if self.lanes.len() <= lane {
            self.lanes.resize(lane + 1, OfLane::default());
        }
        &mut self.lanes[lane]
    }
}

impl Machine<'_> {
    /// One work-item's atomic operation on an object, at an offset. `writes`: a compare-and-exchange that failed
    /// does not.
    #[inline(never)]
    pub(super) fn note_order(
        &mut self,
        op: AtomicOp,
        order: Order,
        (object, offset): (usize, i64),
        lane: usize,
        writes: bool,
    ) {
        let (now, group) = (self.clock.now, self.group);
        let orders = self.orders.get_or_insert_default();
        let known = orders.released.entry((object, offset)).or_default();
        let before = *known;
        if writes {
            known.written = now;
        }
        if writes {
            let fenced = orders.lane(lane).fenced;
            let (device, within) = match (order.release, order.device) {
                (true, true) => (now, now),
                (true, false) => (fenced.0, now),
                (false, device) => (if device { fenced.0 } else { 0 }, fenced.1),
            };
            let known = orders.released.entry((object, offset)).or_default();
            known.device = known.device.max(device);
            if within > 0 {
                known.within = (within, group);
            }
            self.note_covered(lane, now, |orders| &mut orders.covered_at_best);
            let released = device.max(within);
            if released > 0 {
                self.note_covered(lane, released, |orders| &mut orders.covered);
            }
        }
        if op == AtomicOp::Store {
            return;
        }
        let within = match before.within {
            (time, of) if of == group => time,
            _ => 0,
        };
        let device = if order.device { before.device } else { 0 };
        let orders = self.orders.get_or_insert_default();
        let lane = orders.lane(lane);
        lane.seen = lane.seen.map(|seen| seen.max(before.written));
        if order.acquire {
            lane.acquired = lane.acquired.map(|it| it.max(device).max(within));
        } else {
            lane.pending = (lane.pending.0.max(device), lane.pending.1.max(within));
        }
    }

    /// A work-item releases what came before a time: now, or when it passed a fence.
    fn note_covered(
        &mut self,
        lane: usize,
        time: u64,
        coverings: fn(&mut Orders) -> &mut Coverings,
    ) {
        let group = self.group;
        let sub_group = lane / self.options.sub_group_size;
        let since_sub_group = self.sub_group_since.get(sub_group).copied();
        let coverings = coverings(self.orders.get_or_insert_default());
        coverings.add(Covered::Lane(group, lane), time, time);
        let of_group = |space| Covered::Group(group, space as usize);
        for (covered, since) in [
            (
                Covered::SubGroup(group, sub_group),
                since_sub_group.unwrap_or(0),
            ),
            (of_group(Shared::Local), self.clock.since_local),
            (of_group(Shared::Global), self.clock.since_global),
        ] {
            // A barrier orders what came before its time.
            if since > self.clock.start {
                coverings.add(covered, time, time.min(since - 1));
            }
        }
    }

    /// The active work-items pass a fence.
    #[inline(never)]
    pub(super) fn order_fence(&mut self, order: Order) {
        let now = self.clock.now;
        let lanes: Vec<usize> = self.mask.iter().collect();
        let orders = self.orders.get_or_insert_default();
        for lane in lanes {
            let lane = orders.lane(lane);
            if order.acquire {
                let device = if order.device { lane.pending.0 } else { 0 };
                let within = lane.pending.1;
                lane.acquired = lane.acquired.map(|it| it.max(device).max(within));
            }
            if order.release {
                lane.fenced.1 = now;
                if order.device {
                    lane.fenced.0 = now;
                }
            }
        }
        self.clock.now += 1;
    }

    /// What one work-item of the group acquired, all have behind a barrier: for accesses to the spaces that it
    /// fences.
    #[inline(never)]
    pub(super) fn share_orders(&mut self, device: bool, fences: [bool; 2]) {
        let (now, work_items) = (self.clock.now, self.work_items);
        // Without an atomic operation of 2.0 yet there is nothing to share, but a fence of the device counts.
        if self.orders.is_none() && !device {
            return;
        }
        let orders = self.orders.get_or_insert_default();
        orders.lanes.resize(work_items, OfLane::default());
        for space in (0..2).filter(|&space| fences[space]) {
            // A barrier is a fence too: of its group, or of the whole device.
            let acquired = |lane: &OfLane| {
                let (of_any, of_group) = lane.pending;
                let of_any = if device { of_any } else { 0 };
                lane.acquired[space].max(of_any).max(of_group)
            };
            let lanes = orders.lanes.iter();
            let acquired = lanes.clone().map(acquired).max().unwrap_or(0);
            let seen = lanes.map(|lane| lane.seen[space]).max().unwrap_or(0);
            for lane in &mut orders.lanes {
                (lane.acquired[space], lane.seen[space]) = (acquired, seen);
            }
        }
        for lane in &mut orders.lanes {
            // What came before it is before what a later relaxed operation tells.
            lane.fenced.1 = now - 1;
            if device {
                lane.fenced.0 = now - 1;
            }
        }
    }

    /// Do atomics order an earlier access before what a work-item does now?
    pub(super) fn is_ordered_by_atomics(
        &self,
        space: Space,
        conflict: &Conflict,
        lane: usize,
    ) -> bool {
        self.comes_before(space, conflict, lane, |orders, lane| {
            (&orders.covered, lane.acquired)
        })
    }

    /// Would they, if their orders and scopes were as strong as can be?
    pub(super) fn would_be_ordered(&self, space: Space, conflict: &Conflict, lane: usize) -> bool {
        self.comes_before(space, conflict, lane, |orders, lane| {
            (&orders.covered_at_best, lane.seen)
        })
    }

    /// Has a work-item of this group acquired what one of another group released after this time?
    pub(super) fn is_acquired_in_group(&self, time: u64) -> bool {
        let Some(orders) = &self.orders else {
            return false;
        };
        let group = self.group_at(time);
        let acquired = orders.lanes.iter().flat_map(|lane| lane.acquired);
        let by = acquired.max().unwrap_or(0);
        (0..self.work_items).any(|lane| orders.covered.covers(Covered::Lane(group, lane), time, by))
    }

    fn comes_before(
        &self,
        space: Space,
        conflict: &Conflict,
        lane: usize,
        known: fn(&'_ Orders, OfLane) -> (&'_ Coverings, [u64; 2]),
    ) -> bool {
        let Some(orders) = &self.orders else {
            return false;
        };
        let Some(&of_lane) = orders.lanes.get(lane) else {
            return false;
        };
        let space = shadow_space(space) as usize;
        let (coverings, acquired) = known(orders, of_lane);
        let (time, by) = (conflict.time, acquired[space]);
        if time > by {
            return false;
        }
        let group = self.group_at(time);
        let sub_group = conflict.lane / self.options.sub_group_size;
        [
            Covered::Lane(group, conflict.lane),
            Covered::SubGroup(group, sub_group),
            Covered::Group(group, space),
        ]
        .into_iter()
        .any(|covered| coverings.covers(covered, time, by))
    }
}
