//! What is wrong with an access, before it is carried out: places that may not be touched, values that were never
//! written, and other work-items that touch the same place unordered.

use super::access::Plan;
use super::memory::Space;
use super::registers::Registers;
use super::runs::Run;
use super::{Machine, shadow_space};
use crate::code::{Access, SiteId};
use crate::findings::{Detail, Mistake};
use crate::shadow::{Conflict, Kind};

impl Machine<'_> {
    /// Keeps of `self.runs` what may be accessed and reports the rest. True if nothing was dropped.
    pub(super) fn check_runs(&mut self, plan: Plan) -> bool {
        let whole = self.keep_sound_runs(plan);
        if self.watch.is_some() {
            self.fill_pages(plan.size);
        }
        whole
    }

    /// Has the watcher fill what the runs are about to touch.
    fn fill_pages(&mut self, size: usize) {
        let Some(watch) = &mut self.watch else {
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
            && (plan.kind == Kind::Read || allocation.writable)
            && (plan.kind == Kind::Write || allocation.readable)
            && allocation.space != Space::Null
    }

    /// Reports what is wrong with one work-item's access. True if it may still be carried out.
    pub(super) fn report_unsound(&mut self, run: Run, plan: Plan) -> bool {
        let Some(allocation) = self.memory.get(run.object) else {
            let detail = Detail::Pointer(run.offset as u64);
            self.report(Mistake::NullPointer, plan.site, None, run.lane, detail);
            return false;
        };
        let object = run.object as u32;
        if allocation.space == Space::Null {
            self.report(
                Mistake::NullPointer,
                plan.site,
                None,
                run.lane,
                Detail::Object(object),
            );
            return false;
        }
        let size = allocation.size as i64;
        let (readable, writable, space) =
            (allocation.readable, allocation.writable, allocation.space);
        if run.offset < 0 || run.offset + plan.size as i64 > size {
            let is_news = !self.events.knows(Mistake::OutOfBounds, plan.site, None);
            let detail = Detail::Bounds {
                object,
                offset: run.offset,
                bytes: plan.size as u64,
                size: size as u64,
                write: plan.kind != Kind::Read,
                index: is_news
                    .then(|| self.index_shown(plan.site, run.lane))
                    .flatten(),
            };
            self.report(Mistake::OutOfBounds, plan.site, None, run.lane, detail);
            return false;
        }
        if run.offset & (plan.align as i64 - 1) != 0 {
            let detail = Detail::Alignment {
                object,
                offset: run.offset,
                align: plan.align as u64,
            };
            self.report(Mistake::MisalignedAccess, plan.site, None, run.lane, detail);
        }
        if plan.kind != Kind::Read && !writable {
            let mistake = if space == Space::Constant {
                Mistake::WriteToConstant
            } else {
                Mistake::WriteToReadOnly
            };
            self.report(mistake, plan.site, None, run.lane, Detail::Object(object));
            return false;
        }
        if plan.kind == Kind::Read && !readable {
            let detail = Detail::Object(object);
            self.report(
                Mistake::ReadFromWriteOnly,
                plan.site,
                None,
                run.lane,
                detail,
            );
        }
        true
    }

    /// How the index of an access came about in a work-item.
    fn index_shown(&self, site: SiteId, lane: usize) -> Option<String> {
        self.index_in(&self.registers, site, lane)
    }

    /// The same from registers that may be lent, and then hold nothing.
    fn index_in(&self, registers: &Registers, site: SiteId, lane: usize) -> Option<String> {
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
                        let detail = Detail::Object(run.object as u32);
                        self.report(Mistake::UninitializedRead, plan.site, None, lane, detail);
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
                    let is_news = !self
                        .events
                        .knows(Mistake::UninitializedRead, plan.site, None);
                    let detail = Detail::Bounds {
                        object: run.object as u32,
                        offset: single.offset,
                        bytes: plan.size as u64,
                        index: is_news
                            .then(|| self.index_shown(plan.site, single.lane))
                            .flatten(),
                        size: self.memory[run.object].size as u64,
                        write: false,
                    };
                    self.report(
                        Mistake::UninitializedRead,
                        plan.site,
                        None,
                        single.lane,
                        detail,
                    );
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

    /// `registers` say how the index came about; they hold nothing where it is not to be told, as after a load,
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
        if self.is_fenced_alone(self.memory[object].space, &conflict) {
            return;
        }
        let same_value = same_value && conflict.kind == Kind::Write && plan.kind == Kind::Write;
        let mistake = if conflict.time < self.clock.start {
            if same_value {
                Mistake::CrossGroupSameValue
            } else {
                Mistake::CrossGroupRace
            }
        } else if conflict.time < self.clock.now {
            Mistake::WrongFenceFlag
        } else if same_value {
            Mistake::SameValueRace
        } else {
            Mistake::DataRace
        };
        let is_news = !self.events.knows(mistake, plan.site, conflict.site);
        let index = is_news
            .then(|| self.index_in(registers, plan.site, lane))
            .flatten();
        let detail = Detail::Race {
            index,
            object: object as u32,
            offset,
            size: plan.size as u64,
            later: plan.kind,
            earlier: conflict.kind,
            group: self.group_at(conflict.time),
            lane: conflict.lane,
        };
        self.report(mistake, plan.site, conflict.site, lane, detail);
    }
}
