//! What an access moves: sectors and passes over banks, for the counters, the trace and a watcher.

use super::Machine;
use super::access::Plan;
use super::memory::Space;
use super::synchronise::Pending;
use crate::coalesce::{SECTOR, StridedRun};
use crate::code::pointer;
use crate::trace::{self, AddressRun, Recorder, Request, RequestCost, Values};
use crate::watch::Accessed;
use opencl_c::types::Scalar;

impl Machine<'_> {
    /// `scalar`: what is accessed, or each component of it, where that is known.
    pub(super) fn count_access(&mut self, plan: Plan, scalar: Option<Scalar>) {
        self.notify_watcher(plan);
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
            self.strided_runs.clear();
            let mut lanes = 0;
            for run in &self.runs[index..end] {
                lanes += run.lanes as u64;
                let base = pointer::of(run.object as u32 + 1);
                self.strided_runs.push(StridedRun {
                    first: base.wrapping_add_signed(run.offset),
                    stride: run.stride,
                    lanes: run.lanes as u64,
                });
            }
            let cost = self.count_request(plan, space, lanes);
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
        if !self.tracing {
            return;
        }
        let keeps = |recorder: &Recorder| recorder.values;
        let scalar = scalar.filter(|_| self.recorder.as_ref().is_some_and(keeps));
        let values = scalar.map(|scalar| self.values_of(&requests, plan.size, scalar));
        if let Some(recorder) = &mut self.recorder {
            let accessed = trace::Accessed {
                site: plan.site,
                kind: plan.kind,
                size: plan.size,
            };
            recorder.access(accessed, requests, values);
        }
    }

    /// What memory holds where these requests were, of `size` bytes each.
    fn values_of(&self, requests: &[Request], size: usize, scalar: Scalar) -> Values {
        let runs = requests.iter().flat_map(|request| &request.runs);
        let places = runs.flat_map(|run| {
            let start = |lane| (run.offset + run.stride * lane) as usize;
            (0..run.lanes as i64).map(move |lane| (run.object, start(lane)))
        });
        let bits = places.flat_map(|(object, start)| {
            let bytes = self.part(object, 0, start..start + size);
            bytes.components(scalar)
        });
        Values {
            scalar,
            bits: bits.collect(),
        }
    }

    /// Counts one request of a warp, whose addresses are `strided_runs`.
    fn count_request(&mut self, plan: Plan, space: Space, lanes: u64) -> Option<RequestCost> {
        let counters = &mut self.site_counters[plan.site as usize];
        match space {
            Space::Global | Space::Constant => {
                let moved = self.coalescer.global(&self.strided_runs, plan.size as u64);
                counters.kind = Some(plan.kind);
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
                let (passes, least) = self.coalescer.local(&self.strided_runs, plan.size as u64);
                counters.kind = Some(plan.kind);
                let banked = &mut counters.local;
                banked.accesses += lanes;
                banked.requests += 1;
                banked.bytes_asked += lanes * plan.size as u64;
                // A copy of no elements is done at once.
                if self.pending.iter().any(Pending::moves) {
                    banked.bytes_during_copies += lanes * plan.size as u64;
                }
                banked.passes += passes;
                banked.least_passes += least;
                banked.worst_percent = banked.worst_percent.max(passes * 100 / least.max(1));
                Some(RequestCost::Local { passes, least })
            }
            // Another access at this site may have been to memory that counts.
            Space::Private(_) | Space::Null => None,
        }
    }

    /// Counts what an async copy reads or writes: elements `step` bytes apart from `first` on, as the work-items of
    /// the group would access them side by side. Neither a trace nor a watcher sees it.
    pub(super) fn count_copied(
        &mut self,
        plan: Plan,
        (object, first, step): (usize, i64, i64),
        elements: u64,
    ) {
        let side_by_side = self.options.warp.min(self.work_items).max(1) as u64;
        let space = self.memory[object].space;
        let base = pointer::of(object as u32 + 1);
        let mut index = 0;
        while index < elements {
            let lanes = side_by_side.min(elements - index);
            self.strided_runs.clear();
            self.strided_runs.push(StridedRun {
                first: base.wrapping_add_signed(first + step * index as i64),
                stride: step,
                lanes,
            });
            self.count_request(plan, space, lanes);
            index += lanes;
        }
    }

    /// Tells a watcher, if there is one, of the runs.
    fn notify_watcher(&mut self, plan: Plan) {
        let (Some(watch), Some(first)) = (&mut self.watch.0, self.runs.first()) else {
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
            kind: plan.kind,
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
