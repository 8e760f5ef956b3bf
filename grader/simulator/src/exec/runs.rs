//! Where an access goes: the addresses of the active work-items are cut into *runs*, consecutive lanes of one
//! warp whose addresses lie at a constant distance. A run that lies within its allocation is checked, moved,
//! shadowed and counted as one; a contiguous warp is one run. Only runs that leave their allocation are taken
//! apart, lane by lane.

use super::memory::Space;
use super::{Machine, synchronise};
use crate::code::{Addr, Reg, pointer};
use crate::registers::Source;
use opencl_c::types::{AddressSpace, Scalar};

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
}

impl Machine<'_> {
    /// A pointer that points into this kind of memory, else null.
    #[inline(never)]
    pub(super) fn within_space(&mut self, dst: Reg, a: Reg, space: Option<AddressSpace>) {
        for lane in self.mask.first..self.mask.end {
            if self.mask.lanes[lane] == 0 {
                continue;
            }
            let at = self.registers.get(a, lane);
            let kind = self.kind_of(at);
            let bits = match space {
                Some(_) if kind == space => at,
                Some(_) => 0,
                None if kind == Some(AddressSpace::Global) => synchronise::GLOBAL_FENCE,
                None => synchronise::LOCAL_FENCE,
            };
            self.registers.set(dst, lane, bits);
        }
    }

    /// A generic pointer that a cast takes to point into this kind of memory.
    #[inline(never)]
    pub(super) fn cast_to_space(&mut self, dst: Reg, a: Reg, space: AddressSpace) {
        for lane in self.mask.first..self.mask.end {
            if self.mask.lanes[lane] == 0 {
                continue;
            }
            let at = self.registers.get(a, lane);
            let fits = self.kind_of(at).is_none_or(|kind| kind == space);
            let bits = if fits { at } else { pointer::misplaced(at) };
            self.registers.set(dst, lane, bits);
        }
    }

    /// The kind of memory that a pointer points into, if generic pointers may.
    fn kind_of(&self, at: u64) -> Option<AddressSpace> {
        match self.memory.get(self.resolve(at).0)?.space {
            Space::Global => Some(AddressSpace::Global),
            Space::Local => Some(AddressSpace::Local),
            Space::Private(_) => Some(AddressSpace::Private),
            _ => None,
        }
    }
}

fn add(out: &mut [u64], amount: u64) {
    for out in out {
        *out = out.wrapping_add(amount);
    }
}
