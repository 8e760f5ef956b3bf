//! A work-group begins: its ids, its empty local memory, the arguments.

use super::memory::Space;
use super::{Clock, Machine};
use crate::code::{Reg, Special};
use crate::shape::Shape;
use crate::trace::Recorder;

impl Machine<'_> {
    pub(super) fn begin_group(&mut self, group: usize) {
        self.group = group;
        self.pc = 0;
        let traced = self
            .options
            .trace
            .filter(|trace| self.options.count && trace.group == group);
        self.tracing = traced.is_some();
        if let Some(trace) = traced {
            self.recorder = Some(Recorder::new(trace.most, trace.values));
        }
        self.clock.now += 1;
        let now = self.clock.now;
        self.clock = Clock {
            now,
            start: now,
            since_local: now,
            since_global: now,
            barrier: now,
        };
        self.sub_group_since.clear();
        if let Some(orders) = &mut self.orders {
            orders.begin_group();
        }
        self.group_starts.push((now, group));
        let local = self.shape.local_of(group);
        if local != self.local {
            self.resize_group(local);
        }
        self.mask.fill(self.work_items);
        self.returned.clear();
        self.pending.clear();
        self.depth = 0;
        for allocation in &mut self.memory {
            if allocation.space == Space::Local {
                allocation.forget();
            }
        }
        self.frames_memory.defined.fill(0);
        for index in 0..self.initial.len() {
            let (reg, bits) = self.initial[index];
            self.registers.set_all(reg, bits);
        }
        for (object, bytes) in &self.objects {
            if let Space::Private(offset) = self.memory[*object as usize].space {
                let frame = self.frames_memory.frame;
                for lane in 0..self.work_items {
                    let at = lane * frame + offset;
                    self.frames_memory.bytes[at..at + bytes.len()].copy_from_slice(bytes);
                    self.frames_memory.defined[at..at + bytes.len()].fill(1);
                }
            }
        }
        let ids = Shape::coordinates(self.shape.groups, group);
        for &(special, reg) in &self.code.specials {
            let of = |sizes: [usize; 3], dimension: u8| sizes[usize::from(dimension)] as u64;
            let bits = match special {
                Special::Dimensions => self.shape.dimensions as u64,
                Special::GlobalSize(dimension) => of(self.shape.global, dimension),
                Special::LocalSize(dimension) => of(local, dimension),
                Special::EnqueuedLocalSize(dimension) => of(self.shape.local, dimension),
                Special::Groups(dimension) => of(self.shape.groups, dimension),
                Special::GroupId(dimension) => of(ids, dimension),
                Special::GlobalOffset(dimension) => of(self.shape.offset, dimension),
                Special::LocalId(dimension) | Special::GlobalId(dimension) => {
                    let first = match special {
                        Special::GlobalId(_) => {
                            of(self.shape.offset, dimension)
                                + of(ids, dimension) * of(self.shape.local, dimension)
                        }
                        _ => 0,
                    };
                    for lane in 0..self.work_items {
                        let id = self.local_ids[usize::from(dimension)][lane];
                        self.registers.set(reg, lane, first + id);
                    }
                    continue;
                }
                other => {
                    self.set_linear(other, reg);
                    continue;
                }
            };
            self.registers.set_all(reg, bits);
        }
    }

    /// The group has another size than the one before.
    fn resize_group(&mut self, local: [usize; 3]) {
        self.local = local;
        self.work_items = local.iter().product();
        self.local_ids = [0, 1, 2].map(|dimension| {
            (0..self.work_items)
                .map(|lane| Shape::coordinates(local, lane)[dimension] as u64)
                .collect()
        });
    }

    /// A register whose meaning has to do with linear ids.
    fn set_linear(&mut self, special: Special, reg: Reg) {
        let size = self.options.sub_group_size;
        for lane in 0..self.work_items {
            let of_sub_group = lane / size * size;
            let bits = match special {
                Special::LocalLinearId => lane,
                Special::GlobalLinearId => self.shape.linear(self.group, lane),
                Special::SubGroupSize => size.min(self.work_items - of_sub_group),
                Special::MaxSubGroupSize => size,
                Special::SubGroups => self.work_items.div_ceil(size),
                Special::EnqueuedSubGroups => self.shape.work_items().div_ceil(size),
                Special::SubGroupId => lane / size,
                _ => lane % size,
            };
            self.registers.set(reg, lane, bits as u64);
        }
    }
}
