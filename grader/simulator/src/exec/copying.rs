//! Copies of records, byte for byte with their definedness, and objects that begin anew.

use super::access::Plan;
use super::memory::Space;
use super::runs::Run;
use super::{Machine, shadow_space};
use crate::code::Copy;
use crate::counters::AccessKind;

impl Machine<'_> {
    /// Copies a record for each active work-item.
    pub(super) fn copy(&mut self, copy: &Copy) {
        let size = copy.bytes as usize;
        if size == 0 {
            return;
        }
        let plan = |kind| Plan {
            kind,
            size,
            align: 1,
            site: copy.site,
        };
        let (mut read, mut written): (Vec<Run>, Vec<Run>) = (Vec::new(), Vec::new());
        for lane in self.mask.first..self.mask.end {
            if self.mask.lanes[lane] == 0 {
                continue;
            }
            let from = self.side(self.pointer(&copy.from, lane), lane, plan(AccessKind::Load));
            let to = self.side(self.pointer(&copy.to, lane), lane, plan(AccessKind::Store));
            let (Some(from), Some(to)) = (from, to) else {
                continue;
            };
            let (bytes, defined) = self.bytes_of(from, size);
            self.shadow_one(from, plan(AccessKind::Load), &bytes);
            self.shadow_one(to, plan(AccessKind::Store), &bytes);
            self.claim_run(to, plan(AccessKind::Store));
            self.put_bytes(to, &bytes, &defined);
            read.push(from);
            written.push(to);
        }
        if self.options.count {
            self.runs = read;
            self.count_access(plan(AccessKind::Load), None);
            self.runs = written;
            self.count_access(plan(AccessKind::Store), None);
        }
    }

    fn side(&mut self, pointer: u64, lane: usize, plan: Plan) -> Option<Run> {
        let (object, offset) = self.resolve(pointer);
        self.runs.clear();
        self.runs.push(Run {
            lane,
            lanes: 1,
            object,
            offset,
            stride: 0,
        });
        self.check_runs(plan);
        if !self.pending.is_empty() {
            self.check_pending(plan);
        }
        self.runs.first().copied()
    }

    fn bytes_of(&self, run: Run, size: usize) -> (Vec<u8>, Vec<bool>) {
        let allocation = &self.memory[run.object];
        let at = run.offset as usize;
        match allocation.space {
            Space::Private(base) => {
                let at = base + run.lane * self.frames_memory.frame + at;
                let range = at..at + size;
                let defined = &self.frames_memory.defined[range.clone()];
                (
                    self.frames_memory.bytes[range].to_vec(),
                    defined.iter().map(|&defined| defined != 0).collect(),
                )
            }
            _ => (
                allocation.bytes[at..at + size].to_vec(),
                (at..at + size)
                    .map(|at| allocation.is_byte_defined(at))
                    .collect(),
            ),
        }
    }

    fn put_bytes(&mut self, run: Run, bytes: &[u8], defined: &[bool]) {
        let allocation = &mut self.memory[run.object];
        let at = run.offset as usize;
        if let Space::Private(base) = allocation.space {
            let at = base + run.lane * self.frames_memory.frame + at;
            self.frames_memory.bytes[at..at + bytes.len()].copy_from_slice(bytes);
            for (index, &defined) in defined.iter().enumerate() {
                self.frames_memory.defined[at + index] = defined.into();
            }
            return;
        }
        allocation.bytes[at..at + bytes.len()].copy_from_slice(bytes);
        for (index, &defined) in defined.iter().enumerate() {
            if defined {
                allocation.define(at + index, 1);
            } else {
                allocation.undefine(at + index, 1);
            }
        }
    }

    fn shadow_one(&mut self, run: Run, plan: Plan, new: &[u8]) {
        if !self.memory[run.object].tracked {
            return;
        }
        let access = self.shadow_access(shadow_space(self.memory[run.object].space), plan.site);
        let at = run.offset as usize;
        let shadow = self.memory[run.object].shadow();
        let conflict = if plan.kind == AccessKind::Load {
            shadow.read(at, plan.size, run.lane, access)
        } else {
            shadow.write(at, plan.size, run.lane, access)
        };
        if let Some(conflict) = conflict {
            let same = self.memory[run.object].bytes[at..at + plan.size] == *new;
            self.report_race(run.object, run.offset, plan, run.lane, conflict, same);
        }
    }

    /// A private object begins anew for the active work-items: zero, or without a value.
    pub(super) fn fresh(&mut self, object: usize, zero: bool) {
        let allocation = &self.memory[object];
        let Space::Private(base) = allocation.space else {
            return;
        };
        let (size, frame) = (allocation.size, self.frames_memory.frame);
        for lane in self.mask.iter() {
            let range = base + lane * frame..base + lane * frame + size;
            if zero {
                self.frames_memory.bytes[range.clone()].fill(0);
            }
            self.frames_memory.defined[range].fill(zero.into());
        }
    }
}
