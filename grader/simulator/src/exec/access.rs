//! Loads and stores of a whole work-group at once.
//!
//! The addresses of the active work-items are cut into *runs*: consecutive lanes of one warp whose
//! addresses lie at a constant distance. A run that lies within its allocation is checked, moved,
//! shadowed and counted as one; a contiguous warp is one run. Only runs that leave their allocation
//! are taken apart, lane by lane.

use super::memory::Space;
use super::registers::{Bank, Source};
use super::{Machine, shadow_space};
use crate::coalesce::{SECTOR, Stretch};
use crate::code::{Access, Addr, Reg, SiteId, pointer};
use crate::counters::AccessKind;
use crate::findings::{Detail, Mistake};
use crate::shadow::{Conflict, Kind};
use crate::trace::{AddressRun, Request, RequestCost};
use crate::watch::Accessed;
use opencl_c::types::Scalar;

/// Addresses of consecutive active lanes of one warp.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub(super) lane: usize,
    pub(super) lanes: usize,
    pub(super) object: usize,
    pub(super) offset: i64,
    pub(super) stride: i64,
}

impl Run {
    #[inline(always)]
    fn last(self) -> i64 {
        self.offset + self.stride * (self.lanes as i64 - 1)
    }

    #[inline(always)]
    pub(super) fn bounds(self, size: usize) -> (i64, i64) {
        let last = self.last();
        (self.offset.min(last), self.offset.max(last) + size as i64)
    }

    pub(super) fn single(self, index: usize) -> Run {
        Run {
            lane: self.lane + index,
            lanes: 1,
            offset: self.offset + self.stride * index as i64,
            stride: 0,
            ..self
        }
    }
}

/// What an access does to memory, for its checks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    pub(super) kind: Kind,
    pub(super) size: usize,
    pub(super) align: usize,
    pub(super) site: SiteId,
}

/// The largest index that stays within the stretch of addresses that belongs to one object: a pointer
/// moved further must not come to point into another one.
pub(super) fn reach(scale: i64) -> i64 {
    (1 << 38) / scale.abs().max(1)
}

/// Bytes that an index moves a pointer by; an index out of reach moves it as far as that goes, which
/// is outside any object all the same.
#[inline(always)]
pub(super) fn displacement(index: i64, scale: i64, reach: i64) -> u64 {
    index.clamp(-reach, reach).wrapping_mul(scale) as u64
}

/// The object number of a pointer that points to none.
const NOWHERE: usize = usize::MAX;

impl Machine<'_> {
    pub(super) fn access(&mut self, access: &Access) {
        let plan = Plan {
            kind: if access.store {
                Kind::Write
            } else {
                Kind::Read
            },
            size: access.scalar.size() as usize * access.regs.len(),
            align: access.align as usize,
            site: access.site,
        };
        self.find_runs(&access.addr);
        let whole = self.check_runs(plan);
        if !self.pending.is_empty() {
            self.check_pending(plan);
        }
        if access.store {
            match access.scalar {
                Scalar::Bool | Scalar::Char | Scalar::UChar => {
                    self.store_lanes(access, plan, |bits: u32| [bits as u8]);
                }
                Scalar::Short | Scalar::UShort | Scalar::Half => {
                    self.store_lanes(access, plan, |bits: u32| (bits as u16).to_le_bytes());
                }
                Scalar::Int | Scalar::UInt | Scalar::Float => {
                    self.store_lanes(access, plan, u32::to_le_bytes);
                }
                Scalar::Long | Scalar::ULong | Scalar::Double => {
                    self.store_lanes(access, plan, u64::to_le_bytes);
                }
            }
        } else {
            self.check_loaded(access, plan);
            match access.scalar {
                Scalar::Bool => {
                    self.load_lanes(access, whole, |[byte]: [u8; 1]| u32::from(byte != 0));
                }
                Scalar::Char => {
                    self.load_lanes(access, whole, |[byte]: [u8; 1]| byte as i8 as u32);
                }
                Scalar::UChar => {
                    self.load_lanes(access, whole, |[byte]: [u8; 1]| u32::from(byte));
                }
                Scalar::Short => self.load_lanes(access, whole, |bytes: [u8; 2]| {
                    i16::from_le_bytes(bytes) as u32
                }),
                Scalar::UShort | Scalar::Half => {
                    self.load_lanes(access, whole, |bytes: [u8; 2]| {
                        u32::from(u16::from_le_bytes(bytes))
                    });
                }
                Scalar::Int | Scalar::UInt | Scalar::Float => {
                    self.load_lanes(access, whole, u32::from_le_bytes);
                }
                Scalar::Long | Scalar::ULong | Scalar::Double => {
                    self.load_lanes(access, whole, u64::from_le_bytes);
                }
            }
            self.shadow_reads(plan);
        }
        if self.options.count {
            let kind = if access.store {
                AccessKind::Store
            } else {
                AccessKind::Load
            };
            self.count_access(plan, kind);
        }
    }

    // Addresses.

    /// The pointer of one work-item.
    pub(super) fn pointer(&self, addr: &Addr, lane: usize) -> u64 {
        let mut at = self
            .registers
            .get(addr.base, lane)
            .wrapping_add(addr.offset as u64);
        for term in &addr.terms {
            let index = crate::arith::sign_extended(term.ty, self.registers.get(term.index, lane));
            at = at.wrapping_add(displacement(index, term.scale, reach(term.scale)));
        }
        at
    }

    /// Which object a pointer points into, and where.
    #[inline(always)]
    pub(super) fn resolve(&self, at: u64) -> (usize, i64) {
        let (allocation, offset) = pointer::parts(at);
        let object = (allocation as usize).wrapping_sub(1);
        if object < self.memory.len() {
            (object, offset)
        } else {
            (NOWHERE, at as i64)
        }
    }

    /// Fills `self.runs` for the active work-items.
    pub(super) fn find_runs(&mut self, addr: &Addr) {
        self.runs.clear();
        let mask = &self.mask;
        let (first, end) = (mask.first, mask.end);
        let dense = mask.is_dense();
        let warp = self.options.warp;
        if addr.base.is_uniform() && addr.terms.iter().all(|term| term.index.is_uniform()) {
            let (object, offset) = self.resolve(self.pointer(addr, first));
            let mut lane = first;
            while lane < end {
                if self.mask.lanes[lane] == 0 {
                    lane += 1;
                    continue;
                }
                let limit = end.min((lane / warp + 1) * warp);
                let mut next = lane + 1;
                while next < limit && (dense || self.mask.lanes[next] != 0) {
                    next += 1;
                }
                self.runs.push(Run {
                    lane,
                    lanes: next - lane,
                    object,
                    offset,
                    stride: 0,
                });
                lane = next;
            }
            return;
        }
        let mut pointers = std::mem::take(&mut self.pointers);
        self.fill_pointers(addr, &mut pointers);
        let active = &self.mask.lanes;
        let mut lane = first;
        while lane < end {
            if !dense && active[lane] == 0 {
                lane += 1;
                continue;
            }
            let limit = end.min((lane / warp + 1) * warp);
            let at = pointers[lane];
            let mut next = lane + 1;
            let mut stride = 0;
            if next < limit && (dense || active[next] != 0) {
                stride = pointers[next].wrapping_sub(at) as i64;
                next += 1;
                while next < limit
                    && (dense || active[next] != 0)
                    && pointers[next].wrapping_sub(pointers[next - 1]) as i64 == stride
                {
                    next += 1;
                }
            }
            let (object, offset) = self.resolve(at);
            let run = Run {
                lane,
                lanes: next - lane,
                object,
                offset,
                stride,
            };
            if next - lane > 1 && self.resolve(pointers[next - 1]).0 != object {
                for (index, &at) in pointers[lane..next].iter().enumerate() {
                    let (object, offset) = self.resolve(at);
                    self.runs.push(Run {
                        object,
                        offset,
                        ..run.single(index)
                    });
                }
            } else {
                self.runs.push(run);
            }
            lane = next;
        }
        self.pointers = pointers;
    }

    fn fill_pointers(&self, addr: &Addr, pointers: &mut [u64]) {
        let mask = &self.mask;
        let out = &mut pointers[mask.first..mask.end];
        let offset = addr.offset as u64;
        match self.registers.source::<u64>(addr.base, mask) {
            Source::One(base) => {
                // The usual form, `buffer[index]`, in one pass.
                if let [term] = addr.terms.as_slice() {
                    let (base, scale) = (base.wrapping_add(offset), term.scale);
                    match term.ty {
                        Scalar::Int => {
                            if let Source::Lanes(index) =
                                self.registers.source::<u32>(term.index, mask)
                            {
                                for (out, &index) in out.iter_mut().zip(index) {
                                    let index = i64::from(index as i32);
                                    *out = base.wrapping_add(index.wrapping_mul(scale) as u64);
                                }
                                return;
                            }
                        }
                        Scalar::Long | Scalar::ULong => {
                            if let Source::Lanes(index) =
                                self.registers.source::<u64>(term.index, mask)
                            {
                                let reach = reach(scale);
                                for (out, &index) in out.iter_mut().zip(index) {
                                    let moved = displacement(index as i64, scale, reach);
                                    *out = base.wrapping_add(moved);
                                }
                                return;
                            }
                        }
                        _ => {}
                    }
                }
                out.fill(base.wrapping_add(offset));
            }
            Source::Lanes(base) => {
                for (out, &base) in out.iter_mut().zip(base) {
                    *out = base.wrapping_add(offset);
                }
            }
        }
        for term in &addr.terms {
            let scale = term.scale;
            if term.ty.size() == 8 {
                let reach = reach(scale);
                match self.registers.source::<u64>(term.index, mask) {
                    Source::One(index) => add(out, displacement(index as i64, scale, reach)),
                    Source::Lanes(index) => {
                        for (out, &index) in out.iter_mut().zip(index) {
                            *out = out.wrapping_add(displacement(index as i64, scale, reach));
                        }
                    }
                }
                continue;
            }
            let signed = term.ty.is_signed();
            let extend = |index: u32| {
                if signed {
                    i64::from(index as i32)
                } else {
                    i64::from(index)
                }
            };
            match self.registers.source::<u32>(term.index, mask) {
                Source::One(index) => add(out, extend(index).wrapping_mul(scale) as u64),
                Source::Lanes(index) => {
                    for (out, &index) in out.iter_mut().zip(index) {
                        *out = out.wrapping_add(extend(index).wrapping_mul(scale) as u64);
                    }
                }
            }
        }
    }

    // Checks.

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
            let detail = Detail::Bounds {
                object,
                offset: run.offset,
                size: size as u64,
                write: plan.kind != Kind::Read,
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

    /// Do the components that matter hold values?
    fn check_loaded(&mut self, access: &Access, plan: Plan) {
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
                    let detail = Detail::Bounds {
                        object: run.object as u32,
                        offset: single.offset,
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

    // Races.

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
    fn shadow_writes(&mut self, run: Run, plan: Plan, bytes: &dyn Fn(usize, &mut [u8])) {
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
            self.report_race(run.object, offset, plan, lane, conflict, same);
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
        let detail = Detail::Race {
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

    // Moving.

    fn load_lanes<const S: usize, B: Bank>(
        &mut self,
        access: &Access,
        whole: bool,
        value: impl Fn([u8; S]) -> B,
    ) {
        for (component, &dst) in access.regs.iter().enumerate() {
            let inner = component * S;
            if dst.is_uniform() {
                let bits = match self.runs.first() {
                    Some(run) if whole => {
                        let (bytes, at) = match self.memory[run.object].space {
                            Space::Private(base) => (&self.frames_memory.bytes, base),
                            _ => (&self.memory[run.object].bytes, 0),
                        };
                        let at = at + run.offset as usize + inner;
                        value(first_bytes(&bytes[at..])).to_u64()
                    }
                    _ => 0,
                };
                self.registers.set(dst, 0, bits);
                continue;
            }
            let mut values = self.registers.spare::<B>();
            if !whole {
                values[self.mask.first..self.mask.end].fill(B::default());
            }
            for run in &self.runs {
                let allocation = &self.memory[run.object];
                let out = &mut values[run.lane..run.lane + run.lanes];
                let (bytes, at, stride) = match allocation.space {
                    Space::Private(base) => {
                        let frame = self.frames_memory.frame;
                        (
                            &self.frames_memory.bytes,
                            base + run.lane * frame + run.offset as usize,
                            frame as i64 + run.stride,
                        )
                    }
                    _ => (&allocation.bytes, run.offset as usize, run.stride),
                };
                let at = at + inner;
                if stride == S as i64 {
                    let chunks = bytes[at..at + S * out.len()].chunks_exact(S);
                    for (out, bytes) in out.iter_mut().zip(chunks) {
                        *out = value(first_bytes(bytes));
                    }
                } else if stride == 0 {
                    out.fill(value(first_bytes(&bytes[at..])));
                } else {
                    let mut at = at;
                    for out in out {
                        *out = value(first_bytes(&bytes[at..at + S]));
                        at = at.wrapping_add_signed(stride as isize);
                    }
                }
            }
            self.registers.commit(dst, values, &self.mask);
        }
    }

    fn store_lanes<const S: usize, B: Bank>(
        &mut self,
        access: &Access,
        plan: Plan,
        bytes: impl Fn(B) -> [u8; S],
    ) {
        let runs = std::mem::take(&mut self.runs);
        for &run in &runs {
            let tracked = self.memory[run.object].tracked;
            let overlapping = (run.stride.unsigned_abs() as usize) < plan.size && run.lanes > 1;
            if tracked && overlapping {
                for index in 0..run.lanes {
                    let single = run.single(index);
                    self.shadow_store(access, single, plan, &bytes);
                    self.write_run(&access.regs, single, &bytes);
                }
            } else {
                if tracked {
                    self.shadow_store(access, run, plan, &bytes);
                }
                self.write_run(&access.regs, run, &bytes);
            }
            let allocation = &mut self.memory[run.object];
            if !matches!(allocation.space, Space::Private(_)) {
                if run.stride.unsigned_abs() as usize <= plan.size {
                    let (low, high) = run.bounds(plan.size);
                    allocation.define(low as usize, (high - low) as usize);
                } else {
                    for index in 0..run.lanes {
                        allocation.define(run.single(index).offset as usize, plan.size);
                    }
                }
            }
        }
        self.runs = runs;
    }

    fn shadow_store<const S: usize, B: Bank>(
        &mut self,
        access: &Access,
        run: Run,
        plan: Plan,
        bytes: &impl Fn(B) -> [u8; S],
    ) {
        let regs: &[Reg] = &access.regs;
        // The registers are not touched while the conflicts are looked at.
        let registers = std::mem::take(&mut self.registers);
        self.shadow_writes(run, plan, &|lane, out: &mut [u8]| {
            for (out, &reg) in out.chunks_exact_mut(S).zip(regs) {
                out.copy_from_slice(&bytes(B::from_u64(registers.get(reg, lane))));
            }
        });
        self.registers = registers;
    }

    #[inline(always)]
    fn write_run<const S: usize, B: Bank>(
        &mut self,
        regs: &[Reg],
        run: Run,
        bytes: &impl Fn(B) -> [u8; S],
    ) {
        let (first, end) = (run.lane, run.lane + run.lanes);
        for (component, &reg) in regs.iter().enumerate() {
            let source = self.registers.source::<B>(reg, &self.mask);
            let from = first - self.mask.first;
            let allocation = &mut self.memory[run.object];
            let (to, at, stride) = match allocation.space {
                Space::Private(base) => {
                    let frame = self.frames_memory.frame;
                    let at = base + first * frame + run.offset as usize + component * S;
                    let stride = frame as i64 + run.stride;
                    let mut defined = at;
                    for _ in first..end {
                        self.frames_memory.defined[defined..defined + S].fill(1);
                        defined = defined.wrapping_add_signed(stride as isize);
                    }
                    (&mut self.frames_memory.bytes, at, stride)
                }
                _ => (
                    &mut allocation.bytes,
                    run.offset as usize + component * S,
                    run.stride,
                ),
            };
            match source {
                Source::Lanes(lanes) if stride == S as i64 => {
                    let chunks = to[at..at + S * run.lanes].chunks_exact_mut(S);
                    for (to, &value) in chunks.zip(&lanes[from..]) {
                        to.copy_from_slice(&bytes(value));
                    }
                }
                source => {
                    let mut at = at;
                    for index in from..from + run.lanes {
                        to[at..at + S].copy_from_slice(&bytes(source.at(index)));
                        at = at.wrapping_add_signed(stride as isize);
                    }
                }
            }
        }
    }

    // Counting.

    pub(super) fn count_access(&mut self, plan: Plan, kind: AccessKind) {
        self.tell_of_access(plan, kind);
        let warp = self.options.warp;
        let mut requests = Vec::new();
        let mut index = 0;
        while index < self.runs.len() {
            let first = self.runs[index];
            let number = first.lane / warp;
            let mut end = index + 1;
            while end < self.runs.len()
                && self.runs[end].lane / warp == number
                && self.memory[self.runs[end].object].space == self.memory[first.object].space
            {
                end += 1;
            }
            let space = self.memory[first.object].space;
            self.stretches.clear();
            let mut lanes = 0;
            for run in &self.runs[index..end] {
                lanes += run.lanes as u64;
                let base = pointer::of(run.object as u32 + 1);
                self.stretches.push(Stretch {
                    first: base.wrapping_add_signed(run.offset),
                    stride: run.stride,
                    lanes: run.lanes as u64,
                });
            }
            let counters = &mut self.site_counters[plan.site as usize];
            counters.kind = Some(kind);
            let cost = match space {
                Space::Global | Space::Constant => {
                    let moved = self.coalescer.global(&self.stretches, plan.size as u64);
                    let traffic = &mut counters.global;
                    traffic.accesses += lanes;
                    traffic.requests += 1;
                    traffic.bytes_asked += lanes * plan.size as u64;
                    traffic.bytes_used += moved.used;
                    traffic.bytes_moved += moved.sectors * SECTOR;
                    traffic.lines += moved.lines;
                    Some(RequestCost::Global {
                        sectors: moved.sectors,
                    })
                }
                Space::Local => {
                    let (passes, least) = self.coalescer.local(&self.stretches, plan.size as u64);
                    let banked = &mut counters.local;
                    banked.accesses += lanes;
                    banked.requests += 1;
                    banked.bytes_asked += lanes * plan.size as u64;
                    banked.passes += passes;
                    banked.least_passes += least;
                    banked.worst_percent = banked.worst_percent.max(passes * 100 / least.max(1));
                    Some(RequestCost::Local { passes, least })
                }
                Space::Private(_) | Space::Null => {
                    counters.kind = None;
                    None
                }
            };
            if self.tracing
                && let Some(cost) = cost
            {
                let runs = self.runs[index..end].iter().map(|run| AddressRun {
                    first: run.lane,
                    lanes: run.lanes,
                    object: run.object,
                    offset: run.offset,
                    stride: run.stride,
                });
                let runs = runs.collect();
                requests.push(Request { cost, runs });
            }
            index = end;
        }
        if self.tracing
            && let Some(recorder) = &mut self.recorder
        {
            recorder.access(plan.site, kind, plan.size, requests);
        }
    }
}

impl Machine<'_> {
    /// Tells a watcher, if there is one, of the runs.
    fn tell_of_access(&mut self, plan: Plan, kind: AccessKind) {
        let (Some(watch), Some(first)) = (&mut self.watch, self.runs.first()) else {
            return;
        };
        let local = match self.memory[first.object].space {
            Space::Local => true,
            Space::Global | Space::Constant => false,
            Space::Private(_) | Space::Null => return,
        };
        let accessed = Accessed {
            group: self.group,
            expr: self.code.sites[plan.site as usize].expr,
            kind,
            local,
            size: plan.size,
            runs: &[],
        };
        watch.accessed(
            accessed,
            self.runs.iter().map(|run| AddressRun {
                first: run.lane,
                lanes: run.lanes,
                object: run.object,
                offset: run.offset,
                stride: run.stride,
            }),
        );
    }
}

fn add(out: &mut [u64], amount: u64) {
    for out in out {
        *out = out.wrapping_add(amount);
    }
}

#[inline(always)]
fn first_bytes<const S: usize>(bytes: &[u8]) -> [u8; S] {
    let mut first = [0; S];
    first.copy_from_slice(&bytes[..S]);
    first
}
