//! What is wrong with an access, before it is carried out: places that may not be touched, values that were never
//! written, and other work-items that touch the same place unordered.

use super::access::Plan;
use super::memory::Space;
use super::runs::Run;
use super::{Machine, shadow_space};
use crate::code::{Access, SiteId, pointer};
use crate::counters::AccessKind;
use crate::event::{
    ComputedIndex, EventKind, MemoryRange, Object, OutOfBounds, Race, RaceScope, UninitializedValue,
};
use crate::events::Key;
use crate::registers::Registers;
use crate::shadow::Conflict;

impl Machine<'_> {
    /// Keeps of `self.runs` what may be accessed and reports the rest. True if nothing was dropped.
    pub(super) fn check_runs(&mut self, plan: Plan) -> bool {
        let whole = self.keep_sound_runs(plan);
        if self.watch.0.is_some() {
            self.fill_pages(plan.size);
        }
        whole
    }

    /// Has the watcher fill what the runs are about to touch.
    fn fill_pages(&mut self, size: usize) {
        let Some(watch) = &mut self.watch.0 else {
            return;
        };
        for run in &self.runs {
            let allocation = &mut self.memory[run.object];
            if !matches!(allocation.space, Space::Global | Space::Constant) {
                continue;
            }
            let mut fill = |low: i64, high: i64| {
                watch.fill(
                    run.object,
                    low as usize,
                    high as usize,
                    &mut allocation.bytes,
                );
            };
            if run.stride.unsigned_abs() <= 1024 {
                let (low, high) = run.bounds(size);
                fill(low, high);
            } else {
                for index in 0..run.lanes {
                    let (low, high) = run.single(index).bounds(size);
                    fill(low, high);
                }
            }
        }
    }

    fn keep_sound_runs(&mut self, plan: Plan) -> bool {
        let mut whole = true;
        for index in 0..self.runs.len() {
            if !self.is_sound(self.runs[index], plan) {
                whole = false;
                break;
            }
        }
        if whole {
            return true;
        }
        let runs = std::mem::take(&mut self.runs);
        let mut kept = Vec::with_capacity(runs.len());
        let mut dropped = false;
        for run in runs {
            if self.is_sound(run, plan) {
                kept.push(run);
                continue;
            }
            for index in 0..run.lanes {
                let single = run.single(index);
                if self.report_unsound(single, plan) {
                    kept.push(single);
                } else {
                    dropped = true;
                }
            }
        }
        self.runs = kept;
        !dropped
    }

    #[inline(always)]
    fn is_sound(&self, run: Run, plan: Plan) -> bool {
        let Some(allocation) = self.memory.get(run.object) else {
            return false;
        };
        let (low, high) = run.bounds(plan.size);
        low >= 0
            && high <= allocation.size as i64
            && (run.offset | run.stride) & (plan.align as i64 - 1) == 0
            && (plan.kind == AccessKind::Load || allocation.writable)
            && (plan.kind == AccessKind::Store || allocation.readable)
            && allocation.space != Space::Null
    }

    /// Reports what is wrong with one work-item's access. True if it may still be carried out.
    pub(super) fn report_unsound(&mut self, run: Run, plan: Plan) -> bool {
        let Some(allocation) = self.memory.get(run.object) else {
            let pointer = run.offset as u64;
            match pointer::misplaced_object(pointer) {
                Some(object) if object < self.memory.len() => {
                    self.note_at(Key::WrongSpace, plan.site, run.lane, |machine| {
                        EventKind::WrongSpace(machine.code.object(object as u32))
                    });
                }
                _ => self.note_at(Key::NullPointer, plan.site, run.lane, |_| {
                    EventKind::StrayPointer(pointer)
                }),
            }
            return false;
        };
        let object = run.object as u32;
        if allocation.space == Space::Null {
            self.note_at(Key::NullPointer, plan.site, run.lane, |machine| {
                EventKind::NullBuffer(machine.code.object(object))
            });
            return false;
        }
        let size = allocation.size as i64;
        let (readable, writable, space) =
            (allocation.readable, allocation.writable, allocation.space);
        if run.offset < 0 || run.offset + plan.size as i64 > size {
            self.note_at(Key::OutOfBounds, plan.site, run.lane, |machine| {
                let code = machine.code;
                let guard = code.sites[plan.site as usize].guard;
                EventKind::OutOfBounds(OutOfBounds {
                    accessed: code.accessed(object, run.offset, plan.size as u64),
                    size: size as u64,
                    image: None,
                    write: plan.kind != AccessKind::Load,
                    guard: guard.map(|guard| code.place_of(guard)),
                    index: machine.index_shown(plan.site, run.lane),
                })
            });
            return false;
        }
        if run.offset & (plan.align as i64 - 1) != 0 {
            self.note_at(Key::Misaligned, plan.site, run.lane, |machine| {
                EventKind::Misaligned {
                    object: machine.code.object(object),
                    offset: run.offset,
                    align: plan.align as u64,
                }
            });
        }
        if plan.kind != AccessKind::Load && !writable {
            let (key, kind): (Key, fn(Object) -> EventKind) = if space == Space::Constant {
                (Key::WriteToConstant, EventKind::WriteToConstant)
            } else {
                (Key::WriteToReadOnly, EventKind::WriteToReadOnly)
            };
            self.note_at(key, plan.site, run.lane, |machine| {
                kind(machine.code.object(object))
            });
            return false;
        }
        if plan.kind == AccessKind::Load && !readable {
            self.note_at(Key::ReadFromWriteOnly, plan.site, run.lane, |machine| {
                EventKind::ReadFromWriteOnly(machine.code.object(object))
            });
        }
        true
    }

    /// Some bytes of an object; of an image, the pixel that they are.
    pub(super) fn accessed(&self, object: usize, offset: i64, bytes: u64) -> MemoryRange {
        let mut accessed = self.code.accessed(object as u32, offset, bytes);
        let image = self.memory[object].image;
        accessed.pixel = image.map(|image| image.pixel_at(offset.max(0) as usize));
        accessed
    }

    /// How the index of an access came about in a work-item.
    fn index_shown(&self, site: SiteId, lane: usize) -> Option<ComputedIndex> {
        self.index_in(&self.registers, site, lane)
    }

    /// The same from registers that may be lent, and then hold nothing.
    fn index_in(&self, registers: &Registers, site: SiteId, lane: usize) -> Option<ComputedIndex> {
        let (_, formula) = self.code.sites[site as usize].index.as_ref()?;
        if registers.is_empty() {
            return None;
        }
        formula.shown(&|reg| registers.get(reg, lane))
    }

    /// Do the components that matter hold values?
    pub(super) fn check_loaded(&mut self, access: &Access, plan: Plan) {
        if access.idle == 0 {
            return self.check_defined(plan);
        }
        let size = access.scalar.size() as usize;
        for index in 0..access.regs.len() {
            if access.idle >> index & 1 == 1 {
                continue;
            }
            let moved = (index * size) as i64;
            self.runs.iter_mut().for_each(|run| run.offset += moved);
            self.check_defined(Plan { size, ..plan });
            self.runs.iter_mut().for_each(|run| run.offset -= moved);
        }
    }

    pub(super) fn check_defined(&mut self, plan: Plan) {
        for index in 0..self.runs.len() {
            let run = self.runs[index];
            let allocation = &self.memory[run.object];
            if let Space::Private(base) = allocation.space {
                let frame = self.frames_memory.frame;
                let mut offset = base + run.offset as usize + run.lane * frame;
                for lane in run.lane..run.lane + run.lanes {
                    let defined = &self.frames_memory.defined[offset..offset + plan.size];
                    if defined.contains(&0) {
                        self.note_at(Key::Uninitialized, plan.site, lane, |machine| {
                            let object = machine.code.object(run.object as u32);
                            machine.uninitialized(plan.site, UninitializedValue::Object(object))
                        });
                    }
                    offset = (offset + frame).wrapping_add_signed(run.stride as isize);
                }
                continue;
            }
            let (low, high) = run.bounds(plan.size);
            let packed = run.stride.unsigned_abs() as usize <= plan.size;
            if packed && allocation.is_defined(low as usize, (high - low) as usize) {
                continue;
            }
            for index in 0..run.lanes {
                let single = run.single(index);
                if !self.memory[run.object].is_defined(single.offset as usize, plan.size) {
                    self.note_at(Key::Uninitialized, plan.site, single.lane, |machine| {
                        let (object, bytes) = (run.object as u32, plan.size as u64);
                        let accessed = machine.code.accessed(object, single.offset, bytes);
                        let index = machine.index_shown(plan.site, single.lane);
                        let value = UninitializedValue::Element(accessed, index);
                        machine.uninitialized(plan.site, value)
                    });
                }
            }
        }
    }

    pub(super) fn shadow_reads(&mut self, plan: Plan) {
        for index in 0..self.runs.len() {
            let run = self.runs[index];
            if !self.memory[run.object].tracked {
                continue;
            }
            let space = shadow_space(self.memory[run.object].space);
            let access = self.shadow_access(space, plan.site);
            let shadow = self.memory[run.object].shadow();
            let mut offset = run.offset;
            let mut conflicts = std::mem::take(&mut self.conflicts);
            for lane in run.lane..run.lane + run.lanes {
                if let Some(conflict) = shadow.read(offset as usize, plan.size, lane, access) {
                    conflicts.push((offset, lane, conflict));
                }
                offset += run.stride;
            }
            for (offset, lane, conflict) in conflicts.drain(..) {
                self.report_race(run.object, offset, plan, lane, conflict, false);
            }
            self.conflicts = conflicts;
        }
    }

    /// Notes a write of lanes `from..to` of a run. `bytes` gives what a lane writes.
    /// `registers` are those of the machine, which are lent for the time.
    pub(super) fn shadow_writes(
        &mut self,
        run: Run,
        plan: Plan,
        registers: &Registers,
        bytes: &dyn Fn(usize, &mut [u8]),
    ) {
        let space = shadow_space(self.memory[run.object].space);
        let access = self.shadow_access(space, plan.site);
        let shadow = self.memory[run.object].shadow();
        let mut offset = run.offset;
        let mut conflicts = std::mem::take(&mut self.conflicts);
        for lane in run.lane..run.lane + run.lanes {
            if let Some(conflict) = shadow.write(offset as usize, plan.size, lane, access) {
                conflicts.push((offset, lane, conflict));
            }
            offset += run.stride;
        }
        for (offset, lane, conflict) in conflicts.drain(..) {
            let mut new = [0; 128];
            let new = &mut new[..plan.size];
            bytes(lane, new);
            let at = offset as usize;
            let same = self.memory[run.object].bytes[at..at + plan.size] == *new;
            self.report_race_at(run.object, offset, plan, lane, conflict, same, registers);
        }
        self.conflicts = conflicts;
    }

    pub(super) fn report_race(
        &mut self,
        object: usize,
        offset: i64,
        plan: Plan,
        lane: usize,
        conflict: Conflict,
        same_value: bool,
    ) {
        let none = Registers::default();
        self.report_race_at(object, offset, plan, lane, conflict, same_value, &none);
    }

    /// `registers` show how the index was computed; they are empty where it is not shown, as after a load,
    /// which may have changed what its index was made of.
    #[expect(clippy::too_many_arguments, reason = "what is known of one race")]
    fn report_race_at(
        &mut self,
        object: usize,
        offset: i64,
        plan: Plan,
        lane: usize,
        conflict: Conflict,
        same_value: bool,
        registers: &Registers,
    ) {
        let space = self.memory[object].space;
        if self.is_fenced_alone(space, &conflict) {
            return;
        }
        if self.is_ordered_by_atomics(space, &conflict, lane)
            || self.is_ordered_by_sub_group(conflict.time, conflict.lane, lane)
        {
            return;
        }
        let scope = if self.would_be_ordered(space, &conflict, lane) {
            RaceScope::WeakAtomic
        } else if conflict.time < self.clock.start {
            RaceScope::BetweenGroups
        } else if conflict.time < self.clock.barrier {
            RaceScope::Unfenced
        } else {
            RaceScope::Group
        };
        let (site, other) = (plan.site, conflict.site);
        let both_store = conflict.kind == AccessKind::Store && plan.kind == AccessKind::Store;
        let same_value = same_value && both_store && scope != RaceScope::Unfenced;
        let key = Key::Race { scope, same_value };
        self.note(key, (site, other), lane, 1, |machine| {
            let code = machine.code;
            let other_place = other.and_then(|other| code.sites.get(other as usize));
            let group = machine.group_at(conflict.time);
            EventKind::Race(Race {
                accessed: machine.accessed(object, offset, plan.size as u64),
                later: plan.kind,
                earlier: conflict.kind,
                other: machine.shape.work_item(group, conflict.lane),
                other_place: other_place.map(|site| site.place.clone()),
                is_one_access: other == Some(site) && conflict.kind == plan.kind,
                same_value,
                scope,
                ordered_for_others: scope == RaceScope::BetweenGroups
                    && machine.is_acquired_in_group(conflict.time),
                index: machine.index_in(registers, site, lane),
            })
        });
    }
}
