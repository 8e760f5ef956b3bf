//! Atomic operations: one work-item after another, in order.

use super::Machine;
use super::access::Plan;
use super::memory::Space;
use super::shadow_space;
use crate::arith;
use crate::code::{Atomic, AtomicOp, BinOp};
use crate::counters::AccessKind;

impl Machine<'_> {
    pub(super) fn atomic(&mut self, atomic: &Atomic) {
        let size = atomic.scalar.size() as usize;
        let plan = Plan {
            kind: AccessKind::Atomic,
            size,
            align: size,
            site: atomic.site,
        };
        self.find_runs(&atomic.addr);
        self.check_runs(plan);
        if !self.pending.is_empty() {
            self.check_pending(plan);
        }
        // What an exchange gives back is seldom used: it is a common way to set local memory first.
        if !matches!(atomic.op, AtomicOp::Exchange | AtomicOp::Store) {
            self.check_defined(plan);
        }
        let runs = std::mem::take(&mut self.runs);
        // Nothing says in which order work-items come: elsewhere it is the opposite one.
        let backwards = self.code.elsewhere;
        let at = |step: usize, of: usize| if backwards { of - 1 - step } else { step };
        for number in 0..runs.len() {
            let run = &runs[at(number, runs.len())];
            if self.memory[run.object].claimed.is_some() {
                self.claim_run(*run, plan);
            }
            for step in 0..run.lanes {
                let step = at(step, run.lanes);
                let lane = run.lane + step;
                let offset = run.offset + run.stride * step as i64;
                let value = self.registers.get(atomic.value, lane);
                let compare = self.registers.get(atomic.compare, lane);
                let allocation = &mut self.memory[run.object];
                let (bytes, at) = match allocation.space {
                    Space::Private(base) => (
                        &mut self.frames_memory.bytes,
                        base + lane * self.frames_memory.frame + offset as usize,
                    ),
                    _ => (&mut allocation.bytes, offset as usize),
                };
                let mut old = [0; 8];
                old[..size].copy_from_slice(&bytes[at..at + size]);
                let old = arith::canonical(atomic.scalar, u64::from_le_bytes(old));
                let fails = atomic.op == AtomicOp::Load
                    || atomic.op == AtomicOp::CompareExchange && old != compare;
                let op = |op| arith::binary(op, atomic.scalar, old, value);
                let new = match atomic.op {
                    AtomicOp::Add => op(BinOp::Add),
                    AtomicOp::Subtract => op(BinOp::Subtract),
                    AtomicOp::Exchange => value,
                    AtomicOp::CompareExchange if !fails => value,
                    AtomicOp::CompareExchange => old,
                    AtomicOp::Min => op(BinOp::Min),
                    AtomicOp::Max => op(BinOp::Max),
                    AtomicOp::And => op(BinOp::And),
                    AtomicOp::Or => op(BinOp::Or),
                    AtomicOp::Xor => op(BinOp::Xor),
                    AtomicOp::Load => old,
                    AtomicOp::Store => value,
                };
                bytes[at..at + size].copy_from_slice(&new.to_le_bytes()[..size]);
                if !matches!(allocation.space, Space::Private(_)) {
                    allocation.define(offset as usize, size);
                }
                self.registers.set(atomic.dst, lane, old);
                let tracked = allocation.tracked;
                if let Some(order) = atomic.order {
                    let place = (run.object, offset);
                    self.note_order(atomic.op, order, place, lane, !fails);
                }
                if tracked {
                    let space = shadow_space(self.memory[run.object].space);
                    let access = self.shadow_access(space, atomic.site);
                    let shadow = self.memory[run.object].shadow();
                    let at = offset as usize;
                    let conflict = if fails {
                        shadow.atomic_read(at, size, lane, access)
                    } else {
                        shadow.atomic(at, size, lane, access)
                    };
                    if let Some(conflict) = conflict {
                        self.report_race(run.object, offset, plan, lane, conflict, false);
                    }
                }
            }
        }
        self.runs = runs;
        // What comes after is told from what came before.
        if atomic.order.is_some() {
            self.clock.now += 1;
        }
        if self.options.count {
            self.count_access(plan, Some(atomic.scalar));
        }
    }
}
