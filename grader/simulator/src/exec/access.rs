//! Loads and stores of a whole work-group at once, run by run.

use super::Machine;
use super::memory::Space;
use super::runs::Run;
use crate::code::{Access, Reg, SiteId};
use crate::counters::AccessKind;
use crate::registers::{Bank, Source};
use opencl_c::types::Scalar;

/// What an access does to memory, for its checks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    pub(super) kind: AccessKind,
    pub(super) size: usize,
    pub(super) align: usize,
    pub(super) site: SiteId,
}

impl Machine<'_> {
    pub(super) fn access(&mut self, access: &Access) {
        let plan = Plan {
            kind: if access.store {
                AccessKind::Store
            } else {
                AccessKind::Load
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
            self.count_access(plan, Some(access.scalar));
        }
    }

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
            if self.memory[run.object].claimed.is_some() {
                self.claim_run(run, plan);
            }
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
        self.shadow_writes(run, plan, &registers, &|lane, out: &mut [u8]| {
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
}

#[inline(always)]
fn first_bytes<const S: usize>(bytes: &[u8]) -> [u8; S] {
    let mut first = [0; S];
    first.copy_from_slice(&bytes[..S]);
    first
}
