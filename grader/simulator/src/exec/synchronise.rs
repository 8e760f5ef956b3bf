//! Barriers, async copies and events.
//!
//! A barrier reached under a mask without some work-items *is* barrier divergence: the frames say which are
//! missing and where they diverged. Execution continues as if all had reached it.
//!
//! An async copy is carried out at once, but until its event is waited for its destination may not be
//! touched and its source not be written. Its writes belong to no work-item: they race with what any
//! work-item did since the last fence, and are visible to all after the wait.

use super::access::Plan;
use super::memory::Space;
use super::runs::{Run, displacement, reach};
use super::{Construct, Machine, Shared, shadow_space};
use crate::code::{AsyncCopy, Reg, SiteId, WaitList};
use crate::counters::AccessKind;
use crate::event::{Branch, CopyDivergence, Divergence, EventKind};
use crate::events::Key;
use crate::shadow::Conflict;

/// `CLK_LOCAL_MEM_FENCE`.
pub(super) const LOCAL_FENCE: u64 = 1;
/// `CLK_GLOBAL_MEM_FENCE`.
pub(super) const GLOBAL_FENCE: u64 = 2;
/// `CLK_IMAGE_MEM_FENCE`.
pub(super) const IMAGE_FENCE: u64 = 4;
/// Events are numbers with a mark, so that a stray value is no event.
const EVENT_MARK: u64 = 0x0065_7665_6e74_0000 << 8;

/// The most pending copies: each access is checked against all of them.
const MOST_PENDING: usize = 1024;

/// A copy that was not waited for.
#[derive(Clone, Debug)]
pub(super) struct Pending {
    event: u64,
    to: Option<Elements>,
    from: Option<Elements>,
    pub(super) site: SiteId,
}

impl Pending {
    /// Is there anything on its way?
    pub(super) fn moves(&self) -> bool {
        self.to.is_some()
    }
}

/// Elements of an object at a constant distance: one side of a copy.
#[derive(Clone, Copy, Debug)]
struct Elements {
    object: usize,
    first: i64,
    step: i64,
    count: i64,
    size: i64,
}

impl Elements {
    fn from_one(object: usize, first: i64, size: usize) -> Elements {
        Elements {
            object,
            first,
            step: 0,
            count: 1,
            size: size as i64,
        }
    }

    /// Takes in the next element.
    fn extend(&mut self, at: i64) {
        if self.count == 1 {
            self.step = at - self.first;
        }
        self.count += 1;
    }

    /// Does one of them share a byte with `low..high`?
    fn touches(self, low: i64, high: i64) -> bool {
        let last = self.first + self.step * (self.count - 1);
        let (start, step) = (self.first.min(last), self.step.abs());
        let end = self.first.max(last) + self.size;
        if low >= end || high <= start {
            return false;
        }
        if step == 0 || low <= start {
            return true;
        }
        // The first element that ends behind `low`.
        let index = (low - start - self.size).div_euclid(step) + 1;
        start + index.max(0) * step < high
    }
}

impl Machine<'_> {
    pub(super) fn barrier(&mut self, flags: Reg, device: bool, site: SiteId) {
        self.barriers[site as usize] += 1;
        if self.tracing
            && let Some(recorder) = &mut self.recorder
        {
            recorder.barrier(site, &self.mask);
        }
        if self.mask.count < self.work_items {
            self.report_divergence(site);
        }
        self.clock.now += 1;
        let now = self.clock.now;
        self.clock.barrier = now;
        let mut fences = [true; 2];
        // Images count as global memory: a barrier that fences either orders accesses to both.
        let global = GLOBAL_FENCE | IMAGE_FENCE;
        for (shared, fence) in [(Shared::Local, LOCAL_FENCE), (Shared::Global, global)] {
            let names = |lane: usize| self.registers.get(flags, lane) & fence != 0;
            let first = names(self.mask.first);
            if flags.is_uniform() || self.mask.iter().all(|lane| names(lane) == first) {
                fences[shared as usize] = first;
                match shared {
                    Shared::Local if first => self.clock.since_local = now,
                    Shared::Global if first => self.clock.since_global = now,
                    _ => {}
                }
                continue;
            }
            // What only some work-items fence is in order for those alone.
            let fenced: Vec<usize> = self.mask.iter().filter(|&lane| names(lane)).collect();
            let alone = &mut self.fenced_alone[shared as usize];
            alone.resize(self.work_items, 0);
            fenced.into_iter().for_each(|lane| alone[lane] = now);
        }
        self.share_orders(device, fences);
        self.fence_images(flags);
    }

    /// Has the work-item that made an earlier access fenced it, though others did not fence theirs?
    pub(super) fn is_fenced_alone(&self, space: Space, conflict: &Conflict) -> bool {
        let fenced = &self.fenced_alone[shadow_space(space) as usize];
        let last = fenced.get(conflict.lane).copied().unwrap_or(0);
        conflict.time >= self.clock.start && conflict.time < last
    }

    /// What parted the work-items of the group that are here from the others.
    fn parted(&self) -> (Branch, SiteId) {
        let mut parted = None;
        for frame in self.frames[..self.depth].iter().rev() {
            if frame.away.count + frame.later.count > 0 {
                parted = Some(match frame.construct {
                    Construct::If | Construct::Switch => (Branch::Conditional, frame.site),
                    Construct::Block => (Branch::Conditional, frame.left),
                    Construct::Loop | Construct::Exit => (Branch::Loop, frame.left),
                    Construct::Function => (Branch::Return, frame.left),
                });
                break;
            }
        }
        parted.unwrap_or((Branch::Return, self.return_site))
    }

    fn report_divergence(&mut self, site: SiteId) {
        let (branch, _) = self.parted();
        let lane = self.mask.first;
        self.note_at(Key::DivergentBarrier(branch), site, lane, |machine| {
            EventKind::DivergentBarrier(machine.divergence(0..machine.work_items))
        });
    }

    /// Which of these work-items are here, and what parted them from the others.
    pub(super) fn divergence(&self, lanes: std::ops::Range<usize>) -> Divergence {
        let (branch, parted) = self.parted();
        let (arrived, missing): (Vec<usize>, Vec<usize>) =
            lanes.partition(|&lane| self.mask.has(lane));
        Divergence {
            arrived: self.shape.local_ids(self.group, &arrived),
            missing: self.shape.local_ids(self.group, &missing),
            branch,
            parted: self.code.place_of(parted),
        }
    }

    /// Is every work-item here, with the same value?
    fn is_same_for_all(&self, reg: Reg) -> bool {
        let first = self.registers.get(reg, self.mask.first);
        reg.is_uniform()
            || self
                .mask
                .iter()
                .all(|lane| self.registers.get(reg, lane) == first)
    }

    pub(super) fn async_copy(&mut self, copy: &AsyncCopy) {
        let lane = self.mask.first;
        let regs = [
            Some(copy.to),
            Some(copy.from),
            Some(copy.count),
            copy.stride,
            Some(copy.event),
        ];
        if self.mask.count < self.work_items {
            self.note_divergent_copy(copy.site, CopyDivergence::SomeCopy);
        } else if !regs
            .into_iter()
            .flatten()
            .all(|reg| self.is_same_for_all(reg))
        {
            self.note_divergent_copy(copy.site, CopyDivergence::Arguments);
        }
        let get = |reg: Reg| self.registers.get(reg, lane);
        let count = get(copy.count);
        let stride = copy.stride.map_or(1, get);
        let (to, from, given) = (get(copy.to), get(copy.from), get(copy.event));
        let element = copy.element as usize;
        let (to_stride, from_stride) = if copy.scatter {
            (stride, 1)
        } else {
            (1, stride)
        };
        let (mut to_side, mut from_side): (Option<Elements>, Option<Elements>) = (None, None);
        let mut moved = 0;
        for index in 0..count {
            let step = |stride: u64| {
                let index = i64::try_from(index.saturating_mul(stride)).unwrap_or(i64::MAX);
                let scale = copy.element as i64;
                displacement(index, scale, reach(scale))
            };
            let (to_object, to_at) = self.resolve(to.wrapping_add(step(to_stride)));
            let (from_object, from_at) = self.resolve(from.wrapping_add(step(from_stride)));
            let read = self.copy_side(
                from_object,
                from_at,
                element,
                AccessKind::Load,
                copy.site,
                lane,
            );
            let write = self.copy_side(
                to_object,
                to_at,
                element,
                AccessKind::Store,
                copy.site,
                lane,
            );
            if !read || !write {
                // The rest of the copy lies beyond too.
                break;
            }
            self.move_element(to_object, to_at, from_object, from_at, element);
            self.claim_copied((to_object, to_at), copy.site, lane);
            match (&mut to_side, &mut from_side) {
                (Some(to), Some(from)) => {
                    to.extend(to_at);
                    from.extend(from_at);
                }
                _ => {
                    to_side = Some(Elements::from_one(to_object, to_at, element));
                    from_side = Some(Elements::from_one(from_object, from_at, element));
                }
            }
            self.shadow_copy(to_object, to_at, from_object, from_at, element, copy.site);
            moved = index + 1;
        }
        if self.options.count {
            let sides = [
                (from_side, AccessKind::Load, copy.site),
                (to_side, AccessKind::Store, copy.written),
            ];
            for (side, kind, site) in sides {
                if let Some(side) = side {
                    let plan = Plan {
                        kind,
                        size: element,
                        align: 1,
                        site,
                    };
                    self.count_copied(plan, (side.object, side.first, side.step), moved);
                }
            }
        }
        self.steps_left = self.steps_left.saturating_sub(moved);
        let known = self.pending.iter().any(|pending| pending.event == given);
        let event = if given != 0 && known {
            given
        } else {
            if given != 0 {
                self.note_at(Key::UnknownEvent, copy.site, lane, |_| {
                    EventKind::UnknownEvent
                });
            }
            self.events_made += 1;
            EVENT_MARK | self.events_made
        };
        if self.pending.len() < MOST_PENDING {
            self.pending.push(Pending {
                event,
                to: to_side,
                from: from_side,
                site: copy.site,
            });
        }
        if copy.dst.is_uniform() {
            self.registers.set(copy.dst, 0, event);
        } else {
            for lane in self.mask.first..self.mask.end {
                if self.mask.lanes[lane] != 0 {
                    self.registers.set(copy.dst, lane, event);
                }
            }
        }
    }

    fn copy_side(
        &mut self,
        object: usize,
        offset: i64,
        size: usize,
        kind: AccessKind,
        site: SiteId,
        lane: usize,
    ) -> bool {
        let run = Run {
            lane,
            lanes: 1,
            object,
            offset,
            stride: 0,
        };
        let plan = Plan {
            kind,
            size,
            align: 1,
            site,
        };
        self.runs.clear();
        self.runs.push(run);
        self.check_runs(plan);
        if !self.pending.is_empty() {
            self.check_pending(plan);
        }
        !self.runs.is_empty()
    }

    fn move_element(&mut self, to: usize, to_at: i64, from: usize, from_at: i64, size: usize) {
        let (to_at, from_at) = (to_at as usize, from_at as usize);
        let private = |space| matches!(space, Space::Private(_));
        if private(self.memory[to].space) || private(self.memory[from].space) {
            return;
        }
        let bytes = self.memory[from].bytes[from_at..from_at + size].to_vec();
        let defined: Vec<bool> = (from_at..from_at + size)
            .map(|at| self.memory[from].is_byte_defined(at))
            .collect();
        let allocation = &mut self.memory[to];
        allocation.bytes[to_at..to_at + size].copy_from_slice(&bytes);
        if defined.iter().all(|&defined| defined) {
            allocation.define(to_at, size);
        } else {
            for (index, defined) in defined.into_iter().enumerate() {
                if defined {
                    allocation.define(to_at + index, 1);
                } else {
                    allocation.undefine(to_at + index, 1);
                }
            }
        }
    }

    fn shadow_copy(
        &mut self,
        to: usize,
        to_at: i64,
        from: usize,
        from_at: i64,
        size: usize,
        site: SiteId,
    ) {
        if self.memory[to].tracked {
            let access = self.shadow_access(shadow_space(self.memory[to].space), site);
            let shadow = self.memory[to].shadow();
            let found = shadow.write_together(to_at as usize, size, access);
            if let Some(conflict) = found.filter(|conflict| self.is_between_two(conflict)) {
                let lane = (conflict.lane + 1) % self.work_items;
                let plan = Plan {
                    kind: AccessKind::Store,
                    size,
                    align: 1,
                    site,
                };
                self.report_race(to, to_at, plan, lane, conflict, false);
            }
        }
        if self.memory[from].tracked {
            let access = self.shadow_access(shadow_space(self.memory[from].space), site);
            let shadow = self.memory[from].shadow();
            let found = shadow.read_together(from_at as usize, size, access);
            if let Some(conflict) = found.filter(|conflict| self.is_between_two(conflict)) {
                let lane = (conflict.lane + 1) % self.work_items;
                let plan = Plan {
                    kind: AccessKind::Load,
                    size,
                    align: 1,
                    site,
                };
                self.report_race(from, from_at, plan, lane, conflict, false);
            }
        }
    }

    /// A work-item that is a group alone is ordered with its own copies.
    fn is_between_two(&self, conflict: &Conflict) -> bool {
        self.work_items > 1 || conflict.time < self.clock.start
    }

    pub(super) fn wait(&mut self, events: &[Reg], site: SiteId) {
        if self.mask.count < self.work_items {
            self.note_divergent_copy(site, CopyDivergence::SomeWait);
        }
        for &reg in events {
            if !self.is_same_for_all(reg) {
                self.note_divergent_copy(site, CopyDivergence::Events);
            }
            let event = self.registers.get(reg, self.mask.first);
            let before = self.pending.len();
            self.pending.retain(|pending| pending.event != event);
            let issued = event & EVENT_MARK == EVENT_MARK && event ^ EVENT_MARK <= self.events_made;
            if self.pending.len() == before && !issued {
                let lane = self.mask.first;
                self.note_at(Key::UnknownEvent, site, lane, |_| EventKind::UnknownEvent);
            }
        }
    }

    fn note_divergent_copy(&mut self, site: SiteId, divergence: CopyDivergence) {
        self.note_at(Key::DivergentCopy, site, self.mask.first, |_| {
            EventKind::DivergentCopy(divergence)
        });
    }

    /// Waits for as many events as the first work-item says.
    pub(super) fn wait_list(&mut self, list: &WaitList) {
        let site = list.first.site;
        let lane = self.mask.first;
        if !self.is_same_for_all(list.count) {
            self.note_divergent_copy(site, CopyDivergence::Events);
        }
        let count = self.registers.get(list.count, lane) as u32 as i32;
        let mut load = list.first.clone();
        for _ in 0..count {
            self.access(&load);
            // What was out of bounds is told; the rest of the list is too.
            if self.runs.is_empty() || self.steps_left <= self.group_end {
                return;
            }
            self.steps_left -= 1;
            self.wait(&load.regs, site);
            load.addr.offset += 8;
        }
    }

    /// Does an access touch what a copy still works on?
    pub(super) fn check_pending(&mut self, plan: Plan) {
        for index in 0..self.runs.len() {
            let run = self.runs[index];
            let touched = |run: Run| {
                let (low, high) = run.bounds(plan.size);
                let touches = |side: Option<Elements>| {
                    side.is_some_and(|side| side.object == run.object && side.touches(low, high))
                };
                self.pending.iter().any(|pending| {
                    touches(pending.to) || (plan.kind != AccessKind::Load && touches(pending.from))
                })
            };
            let packed = run.stride.unsigned_abs() as usize <= plan.size;
            let hit = touched(run)
                .then(|| {
                    let mut lanes = (0..run.lanes).map(|index| run.single(index));
                    lanes.find(|&single| packed || touched(single))
                })
                .flatten();
            if let Some(run) = hit {
                self.note_at(Key::CopyNotWaited, plan.site, run.lane, |machine| {
                    EventKind::AccessDuringCopy(machine.code.object(run.object as u32))
                });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Elements;

    #[test]
    fn strided_elements_touch_what_lies_on_them_and_not_between_them() {
        let mut elements = Elements::from_one(0, 8, 4);
        elements.extend(20);
        elements.extend(32);
        for at in -4..48_i64 {
            for size in 1..16 {
                let on = |byte: i64| [8, 20, 32].iter().any(|&at| (at..at + 4).contains(&byte));
                let wanted = (at..at + size).any(on);
                assert_eq!(elements.touches(at, at + size), wanted, "{at} {size}");
            }
        }
        let mut backwards = Elements::from_one(0, 32, 4);
        backwards.extend(20);
        assert!(backwards.touches(20, 21) && !backwards.touches(24, 32));
        assert!(!Elements::from_one(0, 8, 4).touches(12, 16));
    }
}
