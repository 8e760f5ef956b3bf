//! What the atomics of OpenCL C 2.0 order (6.13.11 there): an operation that releases, seen by one that acquires,
//! orders what came before the one and what comes after the other.
//!
//! Time is that of [`crate::shadow`]. It goes on after each atomic operation of 2.0, so that what a work-item did
//! before a release is at its time at the latest. A work-item that acquires is taken to be ordered after *all*
//! that anyone did up to the time of the release that it saw: that may be more than the language promises, so a
//! race may be missed, and none is invented.
//!
//! Beside what is ordered is kept what would be if every atomic operation had the strongest order and scope: a race
//! between the two is one of an order or a scope that is too weak.

use super::Machine;
use crate::code::{AtomicOp, Order};
use std::collections::HashMap;

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
    /// What anyone did until then comes before.
    acquired: u64,
    /// What would if orders and scopes were as strong as can be.
    seen: u64,
    /// To be acquired by the next fence that does: of any group, of this one.
    pending: (u64, u64),
    /// The last fence that releases: for any group, for this one.
    fenced: (u64, u64),
}

/// The orders that atomics made.
#[derive(Clone, Debug, Default)]
pub(super) struct Orders {
    released: HashMap<(usize, i64), Released>,
    lanes: Vec<OfLane>,
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
        let fenced = orders.lane(lane).fenced;
        if writes {
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
        }
        if op == AtomicOp::Store {
            return;
        }
        let within = match before.within {
            (time, of) if of == group => time,
            _ => 0,
        };
        let device = if order.device { before.device } else { 0 };
        let lane = orders.lane(lane);
        lane.seen = lane.seen.max(before.written);
        if order.acquire {
            lane.acquired = lane.acquired.max(device).max(within);
        } else {
            lane.pending = (lane.pending.0.max(device), lane.pending.1.max(within));
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
                lane.acquired = lane.acquired.max(device).max(lane.pending.1);
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

    /// What one work-item of the group acquired, all have behind a barrier.
    #[inline(never)]
    pub(super) fn share_orders(&mut self, device: bool) {
        let (now, work_items) = (self.clock.now, self.work_items);
        // Without an atomic operation of 2.0 yet there is nothing to share, but a fence of the device counts.
        if self.orders.is_none() && !device {
            return;
        }
        let orders = self.orders.get_or_insert_default();
        // A barrier is a fence too: of its group, or of the whole device.
        for lane in &mut orders.lanes {
            let (of_any, of_group) = lane.pending;
            let of_any = if device { of_any } else { 0 };
            lane.acquired = lane.acquired.max(of_any).max(of_group);
        }
        let most = |of: fn(&OfLane) -> u64| orders.lanes.iter().map(of).max().unwrap_or(0);
        let (acquired, seen) = (most(|lane| lane.acquired), most(|lane| lane.seen));
        orders.lanes.resize(work_items, OfLane::default());
        for lane in &mut orders.lanes {
            (lane.acquired, lane.seen) = (acquired, seen);
            // What came before it is before what a later relaxed operation tells.
            lane.fenced.1 = now - 1;
            if device {
                lane.fenced.0 = now - 1;
            }
        }
    }

    /// Do atomics order an access of this time before what a work-item does now?
    pub(super) fn is_ordered_by_atomics(&self, time: u64, lane: usize) -> bool {
        let lanes = self.orders.as_ref().map(|orders| &orders.lanes);
        lanes
            .and_then(|lanes| lanes.get(lane))
            .is_some_and(|lane| time <= lane.acquired)
    }

    /// Would they, if their orders and scopes were as strong as can be?
    pub(super) fn would_be_ordered(&self, time: u64, lane: usize) -> bool {
        let lanes = self.orders.as_ref().map(|orders| &orders.lanes);
        lanes
            .and_then(|lanes| lanes.get(lane))
            .is_some_and(|lane| time <= lane.seen)
    }
}
