//! The executor: runs register code for one work-group after another.

mod access;
mod apply;
mod atomics;
mod beginning;
mod call;
mod checks;
pub(crate) mod claiming;
mod copying;
mod counting;
pub(crate) mod groups;
mod images;
pub(crate) mod memory;
mod orders;
mod printing;
mod runs;
pub(crate) mod stepping;
mod synchronise;

use crate::arith;
use crate::coalesce::{Coalescer, StridedRun};
use crate::code::{Code, Frame, Inst, MarkId, Reg, SiteId, Slot};
use crate::counters::{BlockCounters, SiteCounters};
use crate::event::{EventKind, Uninitialized, UninitializedValue};
use crate::events::{Events, Key, Sites};
use crate::lane::Lane;
use crate::mask::Mask;
use crate::outcome::{End, Options};
use crate::registers::{Bank, Registers};
use crate::shadow;
use crate::shape::Shape;
use crate::trace::Recorder;
use crate::watch::Observer;
use apply::{Apply1, Apply2};
use groups::Stray;
use images::PixelsWritten;
use memory::{Allocation, Frames, Space};
use opencl_c::types::Scalar;
use orders::Orders;
use runs::Run;
use std::sync::atomic::Ordering;
use synchronise::Pending;

/// The steps that an instruction takes beside those of its work-items. With them a loop over elements of
/// a buffer took some 3 ns a step with 1, 8 and 256 work-items alike.
const DISPATCH: u64 = 7;

/// Steps that a machine may take, in all and in each work-group.
#[derive(Clone, Copy)]
pub(crate) struct Budget {
    pub(crate) launch: u64,
    pub(crate) group: u64,
}

/// Why a group does not run on.
pub(crate) enum Stop {
    Mark(MarkId),
    End(End),
}

/// What kind of construct a frame belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Construct {
    #[default]
    If,
    Loop,
    Switch,
    Function,
    /// What jumps leave.
    Block,
    /// What jumps out of a loop leave.
    Exit,
}

/// The masks of one construct.
#[derive(Clone, Debug, Default)]
struct FrameState {
    construct: Construct,
    /// Who waits at its end: the other branch, who left the loop, who returned.
    away: Mask,
    /// Who skipped the rest of this round, or waits for a later `case`.
    later: Mask,
    site: SiteId,
    /// Where a work-item left last.
    left: SiteId,
    rounds: u64,
    /// A loop that ends, however late.
    counted: bool,
    /// Steps when it began.
    steps: u64,
}

/// The clock of the race detector: see [`crate::shadow`].
#[derive(Clone, Copy, Debug, Default)]
struct Clock {
    now: u64,
    start: u64,
    since_local: u64,
    since_global: u64,
    /// When the last barrier was passed.
    barrier: u64,
}

/// What [`Shadow`](shadow::Shadow) a space needs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shared {
    Local,
    Global,
}

fn shadow_space(space: Space) -> Shared {
    match space {
        Space::Local => Shared::Local,
        _ => Shared::Global,
    }
}

/// A contiguous range of work-groups being run.
#[derive(Clone)]
pub(crate) struct Machine<'a> {
    code: &'a Code,
    options: &'a Options,
    shape: Shape,
    /// Those of the current group.
    work_items: usize,
    /// The size of the current group.
    local: [usize; 3],
    registers: Registers,
    mask: Mask,
    frames: Vec<FrameState>,
    /// Frames in use, by nesting.
    depth: usize,
    returned: Mask,
    /// Empty between instructions.
    spare_mask: Mask,
    return_site: SiteId,
    pub(crate) memory: Vec<Allocation>,
    frames_memory: Frames,
    clock: Clock,
    /// For local and for global memory: when each work-item last fenced it where others did not.
    /// Empty as long as all name the same flags.
    fenced_alone: [Vec<u64>; 2],
    /// For each group that ran, when it began.
    group_starts: Vec<(u64, usize)>,
    group: usize,
    block_costs: Vec<u64>,
    steps_left: u64,
    /// Steps that one work-group may take.
    group_steps: u64,
    /// Steps of the work-group that took the most.
    pub(crate) longest_group: u64,
    /// Where `steps_left` is when the current group has taken these.
    group_end: u64,
    /// For each sub-group, when it last passed a barrier of its own.
    sub_group_since: Vec<u64>,
    orders: Option<Box<Orders>>,
    /// What each work-item wrote to images that it may read as well.
    pixels_written: Option<Box<PixelsWritten>>,
    /// Where work-items asked for values of others that are not there.
    pub(crate) strays: Vec<Stray>,
    /// Where such a value is another one than usual.
    pub(crate) poisoned: Option<SiteId>,
    pending: Vec<Pending>,
    events_made: u64,
    runs: Vec<Run>,
    pointers: Vec<u64>,
    conflicts: Vec<(i64, usize, shadow::Conflict)>,
    strided_runs: Vec<StridedRun>,
    coalescer: Coalescer,
    pub(crate) blocks: Vec<BlockCounters>,
    pub(crate) site_counters: Vec<SiteCounters>,
    pub(crate) barriers: Vec<u64>,
    pub(crate) events: Events,
    /// Records the steps of the traced group, once it began.
    pub(crate) recorder: Option<Recorder>,
    /// The observer of every group.
    pub(crate) watch: Observer<'a>,
    /// Does that group run?
    tracing: bool,
    pub(crate) printed: Vec<u8>,
    /// The next instruction of the current group.
    pc: usize,
    /// Work-item ids, the same in every group of a size.
    local_ids: [Vec<u64>; 3],
    initial: Vec<(Reg, u64)>,
    objects: Vec<(u32, Vec<u8>)>,
}

/// What a parameter of record type is filled with, and every register that a group begins with.
pub(crate) struct Initial {
    pub(crate) registers: Vec<(Reg, u64)>,
    pub(crate) objects: Vec<(u32, Vec<u8>)>,
}

impl<'a> Machine<'a> {
    pub(crate) fn new(
        code: &'a Code,
        options: &'a Options,
        shape: Shape,
        memory: Vec<Allocation>,
        initial: Initial,
        budget: Budget,
    ) -> Machine<'a> {
        let work_items = shape.work_items();
        let mut registers = Registers::new(code.uniforms, code.narrows, code.wides, work_items);
        for &(reg, bits) in &code.constants {
            registers.set_all(reg, bits);
        }
        let mut block_costs = vec![0; code.blocks.len()];
        let mut block = None;
        for inst in &code.insts {
            if let Inst::Block(number) = inst {
                block = Some(*number as usize);
            }
            if let Some(block) = block {
                block_costs[block] += 1;
            }
        }
        let frame = FrameState {
            away: Mask::empty(work_items),
            later: Mask::empty(work_items),
            ..FrameState::default()
        };
        let local_ids = [0, 1, 2].map(|dimension| {
            (0..work_items)
                .map(|lane| Shape::coordinates(shape.local, lane)[dimension] as u64)
                .collect()
        });
        Machine {
            code,
            options,
            shape,
            work_items,
            local: shape.local,
            registers,
            mask: Mask::empty(work_items),
            frames: vec![frame; code.frames],
            depth: 0,
            returned: Mask::empty(work_items),
            spare_mask: Mask::empty(work_items),
            return_site: 0,
            memory,
            frames_memory: Frames::new(code.private_bytes as usize, work_items),
            clock: Clock::default(),
            fenced_alone: [Vec::new(), Vec::new()],
            group_starts: Vec::new(),
            group: 0,
            block_costs,
            steps_left: budget.launch,
            group_steps: budget.group,
            longest_group: 0,
            group_end: 0,
            sub_group_since: Vec::new(),
            orders: None,
            pixels_written: None,
            strays: Vec::new(),
            poisoned: None,
            pending: Vec::new(),
            events_made: 0,
            runs: Vec::new(),
            pointers: vec![0; work_items],
            conflicts: Vec::new(),
            strided_runs: Vec::new(),
            coalescer: Coalescer::default(),
            blocks: vec![BlockCounters::default(); code.blocks.len()],
            site_counters: vec![SiteCounters::default(); code.sites.len()],
            barriers: vec![0; code.sites.len()],
            events: Events::default(),
            recorder: None,
            watch: Observer::default(),
            tracing: false,
            printed: Vec::new(),
            pc: 0,
            local_ids,
            initial: initial.registers,
            objects: initial.objects,
        }
    }

    pub(crate) fn steps_left(&self) -> u64 {
        self.steps_left
    }

    /// Runs a range of work-groups, in order.
    pub(crate) fn run(&mut self, groups: std::ops::Range<usize>) -> End {
        for group in groups {
            if self.clock.now >= shadow::LAST_TIME {
                return End::OutOfSteps;
            }
            let before = self.steps_left;
            self.group_end = before.saturating_sub(self.group_steps);
            self.begin_group(group);
            let end = self.run_group();
            self.longest_group = self.longest_group.max(before - self.steps_left);
            if end != End::Completed {
                return end;
            }
            self.end_group();
            self.report_group();
            if let Some(progress) = &self.options.progress {
                progress.done.fetch_add(1, Ordering::Relaxed);
            }
            if let Some(cancel) = &self.options.cancel
                && cancel.load(Ordering::Relaxed)
            {
                return End::Cancelled;
            }
        }
        End::Completed
    }

    fn end_group(&mut self) {
        for index in 0..self.pending.len() {
            let site = self.pending[index].site;
            self.note_at(Key::CopyNotWaited, site, 0, |_| EventKind::CopyNotWaited);
        }
    }

    /// Reports the counters of each block to a watcher, and resets them for the next group.
    fn report_group(&mut self) {
        if let Some(watch) = &mut self.watch.0 {
            watch.ended(self.group, self.code, &self.blocks, self.options.warp);
            self.blocks.fill(BlockCounters::default());
        }
    }

    /// Which group ran at a time.
    fn group_at(&self, time: u64) -> usize {
        let after = self
            .group_starts
            .partition_point(|&(start, _)| start <= time);
        self.group_starts[after.saturating_sub(1)].1
    }

    fn shadow_access(&self, space: Shared, site: SiteId) -> shadow::Access {
        shadow::Access {
            now: self.clock.now,
            since: match space {
                Shared::Local => self.clock.since_local,
                Shared::Global => self.clock.since_global,
            },
            start: self.clock.start,
            site,
        }
    }

    /// Notes an event at a lane; `kind` is made the first time only.
    fn note(
        &mut self,
        key: Key,
        sites: Sites,
        lane: usize,
        count: u64,
        kind: impl FnOnce(&Self) -> EventKind,
    ) {
        if !self.events.count_again(key, sites, count) {
            let kind = kind(self);
            self.events.add(key, sites, (self.group, lane), count, kind);
        }
    }

    /// Notes an event that has to do with one place.
    fn note_at(
        &mut self,
        key: Key,
        site: SiteId,
        lane: usize,
        kind: impl FnOnce(&Self) -> EventKind,
    ) {
        self.note(key, (site, None), lane, 1, kind);
    }

    fn run_group(&mut self) -> End {
        loop {
            if let Stop::End(end) = self.resume() {
                return end;
            }
        }
    }

    /// Runs the group up to the next mark, or to its end.
    fn resume(&mut self) -> Stop {
        let code = self.code;
        let insts = code.insts.as_slice();
        let mut pc = self.pc;
        loop {
            let inst = &insts[pc];
            pc += 1;
            match inst {
                Inst::Nop | Inst::BodyBegin { .. } => {}
                Inst::Block(number) => {
                    let block = *number as usize;
                    let span = (self.mask.end - self.mask.first) as u64;
                    let cost = self.block_costs[block] * (span + DISPATCH);
                    if self.options.count {
                        let counters = &mut self.blocks[block];
                        counters.active += self.mask.count as u64;
                        let warps = self.mask.warps(self.options.warp);
                        counters.lanes += (warps * self.options.warp) as u64;
                        if self.tracing
                            && self.mask.count > 0
                            && let Some(recorder) = &mut self.recorder
                        {
                            recorder.block(*number, &self.mask);
                        }
                    }
                    if cost > self.steps_left.saturating_sub(self.group_end) {
                        self.report_endless();
                        return Stop::End(End::OutOfSteps);
                    }
                    self.steps_left -= cost;
                }
                Inst::Move { dst, src } => self.registers.copy(&self.mask, *dst, *src),
                Inst::Unary { op, ty, dst, a } => {
                    let apply = Apply1 {
                        registers: &mut self.registers,
                        mask: &self.mask,
                        dst: *dst,
                        a: *a,
                    };
                    arith::map1(*op, *ty, apply);
                }
                Inst::Binary { op, ty, dst, a, b } => {
                    let apply = Apply2 {
                        registers: &mut self.registers,
                        mask: &self.mask,
                        dst: *dst,
                        a: *a,
                        b: *b,
                    };
                    arith::map2(*op, *ty, apply);
                }
                Inst::MultiplyAdd { ty, dst, a, b, c } => {
                    self.multiply_add(*ty, *dst, [*a, *b, *c])
                }
                Inst::Select { dst, a, b, c } => self.select(*dst, [*a, *b, *c]),
                Inst::Convert {
                    from,
                    to,
                    saturate,
                    rounding,
                    dst,
                    a,
                } => {
                    let apply = Apply1 {
                        registers: &mut self.registers,
                        mask: &self.mask,
                        dst: *dst,
                        a: *a,
                    };
                    arith::map_convert(*from, *to, *saturate, *rounding, apply);
                }
                Inst::Call(inst) => call::call(&mut self.registers, &self.mask, inst),
                Inst::Offset {
                    dst,
                    base,
                    index,
                    ty,
                    scale,
                } => self.offset(*dst, *base, *index, *ty, *scale),
                Inst::Access(inst) => self.access(inst),
                Inst::Atomic(inst) => {
                    if self.clock.now >= shadow::LAST_TIME {
                        return Stop::End(End::OutOfSteps);
                    }
                    self.atomic(inst);
                }
                Inst::Copy(inst) => self.copy(inst),
                Inst::Fresh { object, zero } => self.fresh(*object as usize, *zero),
                Inst::CheckDefined { flag, site, .. } => self.check_flag(*flag, *site),
                Inst::CheckIndex {
                    index,
                    ty,
                    length,
                    site,
                } => self.check_index(*index, *ty, *length, *site),
                Inst::Group(inst) => {
                    if self.clock.now >= shadow::LAST_TIME {
                        return Stop::End(End::OutOfSteps);
                    }
                    self.group_call(inst);
                }
                Inst::Fence { order } => {
                    if self.clock.now >= shadow::LAST_TIME {
                        return Stop::End(End::OutOfSteps);
                    }
                    self.order_fence(*order);
                }
                Inst::ImageFence { flags } => self.fence_images(*flags),
                Inst::ToSpace { dst, a, space } => self.within_space(*dst, *a, *space),
                Inst::CastToSpace { dst, a, space } => self.cast_to_space(*dst, *a, *space),
                Inst::AsyncCopy(inst) => self.async_copy(inst),
                Inst::Wait { events, site } => self.wait(events, *site),
                Inst::WaitList(inst) => self.wait_list(inst),
                Inst::Barrier {
                    flags,
                    device,
                    site,
                } => {
                    // Records of the race detector hold no later time.
                    if self.clock.now >= shadow::LAST_TIME {
                        return Stop::End(End::OutOfSteps);
                    }
                    self.barrier(*flags, *device, *site);
                }
                Inst::Image(inst) => self.image(inst),
                Inst::Print(inst) => self.print(inst),
                Inst::Mark(mark) => {
                    if self.options.trace.is_some() {
                        self.record_statement(*mark);
                        continue;
                    }
                    self.pc = pc;
                    return Stop::Mark(*mark);
                }
                Inst::End => return Stop::End(End::Completed),

                Inst::If {
                    cond,
                    frame,
                    join,
                    otherwise,
                    site,
                } => {
                    self.enter(*frame, Construct::If, *site);
                    let state = &mut self.frames[usize::from(*frame)];
                    match cond.slot() {
                        Slot::Uniform(index) => {
                            if self.registers.uniform[index] as u32 == 0 {
                                pc = *otherwise as usize;
                            }
                        }
                        _ => {
                            let lanes = self.registers.narrow_lanes(*cond);
                            self.mask.split(&mut state.away, |lane| lanes[lane] != 0);
                            if self.mask.count == 0 {
                                pc = *join as usize;
                            }
                        }
                    }
                }
                Inst::Else { frame, end } => {
                    let state = &mut self.frames[usize::from(*frame)];
                    std::mem::swap(&mut self.mask, &mut state.away);
                    if self.mask.count == 0 {
                        pc = *end as usize;
                    }
                }
                Inst::EndIf { frame, outer } => {
                    let state = &mut self.frames[usize::from(*frame)];
                    self.mask.absorb(&mut state.away);
                    self.depth = usize::from(*frame);
                    if self.mask.count == 0 {
                        pc = *outer as usize;
                    }
                }
                Inst::LoopBegin {
                    frame,
                    site,
                    counted,
                } => {
                    self.enter(*frame, Construct::Loop, *site);
                    self.frames[usize::from(*frame)].counted = *counted;
                }
                Inst::LoopTest {
                    cond,
                    frame,
                    end,
                    site,
                } => {
                    let state = &mut self.frames[usize::from(*frame)];
                    match cond.slot() {
                        Slot::Uniform(index) => {
                            if self.registers.uniform[index] as u32 == 0 {
                                state.away.absorb(&mut self.mask);
                            }
                        }
                        _ => {
                            let lanes = self.registers.narrow_lanes(*cond);
                            self.mask
                                .split(&mut self.spare_mask, |lane| lanes[lane] != 0);
                            if self.spare_mask.count > 0 {
                                state.left = *site;
                                state.away.absorb(&mut self.spare_mask);
                            }
                        }
                    }
                    if self.mask.count == 0 {
                        pc = *end as usize;
                    }
                }
                Inst::LoopNext { frame, end } => {
                    let state = &mut self.frames[usize::from(*frame)];
                    self.mask.absorb(&mut state.later);
                    if self.mask.count == 0 {
                        pc = *end as usize;
                    }
                }
                Inst::LoopBack { frame, start } => {
                    let state = &mut self.frames[usize::from(*frame)];
                    state.rounds += 1;
                    if state.rounds & 0xfff == 0
                        && let Some(cancel) = &self.options.cancel
                        && cancel.load(Ordering::Relaxed)
                    {
                        return Stop::End(End::Cancelled);
                    }
                    pc = *start as usize;
                }
                Inst::LoopEnd { frame, outer }
                | Inst::FunctionEnd { frame, outer }
                | Inst::BlockEnd { frame, outer }
                | Inst::SwitchEnd { frame, outer } => {
                    let state = &mut self.frames[usize::from(*frame)];
                    self.mask.absorb(&mut state.away);
                    self.mask.absorb(&mut state.later);
                    self.depth = usize::from(*frame);
                    if self.mask.count == 0 {
                        pc = *outer as usize;
                    }
                }
                Inst::Break { frame, join, site } => {
                    let state = &mut self.frames[usize::from(*frame)];
                    state.left = *site;
                    state.away.absorb(&mut self.mask);
                    pc = *join as usize;
                }
                Inst::Continue { frame, join, site } => {
                    let state = &mut self.frames[usize::from(*frame)];
                    state.left = *site;
                    state.later.absorb(&mut self.mask);
                    pc = *join as usize;
                }
                Inst::SwitchBegin {
                    frame, first, site, ..
                } => {
                    self.enter(*frame, Construct::Switch, *site);
                    let state = &mut self.frames[usize::from(*frame)];
                    state.left = *site;
                    state.later.absorb(&mut self.mask);
                    pc = *first as usize;
                }
                Inst::Case {
                    frame,
                    cases,
                    value,
                    next,
                } => {
                    let state = &mut self.frames[usize::from(*frame)];
                    let registers = &self.registers;
                    let taken = |lane: usize| {
                        let bits = registers.get(cases.value, lane);
                        match value {
                            Some(value) => bits == *value,
                            None => !cases.values.contains(&bits),
                        }
                    };
                    state.later.split(&mut self.spare_mask, |lane| !taken(lane));
                    self.mask.absorb(&mut self.spare_mask);
                    if self.mask.count == 0 {
                        pc = *next as usize;
                    }
                }
                Inst::FunctionBegin { frame } => self.enter(*frame, Construct::Function, 0),
                Inst::BlockBegin { frame, leaves_loop } => {
                    let construct = if *leaves_loop {
                        Construct::Exit
                    } else {
                        Construct::Block
                    };
                    self.enter(*frame, construct, 0);
                }
                Inst::Return { frame, join, site } => {
                    match frame {
                        Some(frame) => {
                            let state = &mut self.frames[usize::from(*frame)];
                            state.left = *site;
                            state.away.absorb(&mut self.mask);
                        }
                        None => {
                            self.return_site = *site;
                            self.returned.absorb(&mut self.mask);
                        }
                    }
                    pc = *join as usize;
                }
            }
        }
    }

    fn enter(&mut self, frame: Frame, construct: Construct, site: SiteId) {
        let state = &mut self.frames[usize::from(frame)];
        state.construct = construct;
        state.away.clear();
        state.later.clear();
        state.site = site;
        state.left = site;
        state.rounds = 0;
        state.steps = self.steps_left;
        self.depth = usize::from(frame) + 1;
    }

    /// The budget of the launch or of the group is used up. A loop that used most of it without counting
    /// towards a bound has not ended; if there is none, the launch is simply large.
    fn report_endless(&mut self) {
        let budget = match self.group_end {
            0 => self.options.steps,
            _ => self.group_steps,
        };
        let loops = self.frames[..self.depth].iter().rev();
        let culprit = loops
            .filter(|frame| frame.construct == Construct::Loop && !frame.counted)
            .find(|frame| frame.steps - self.steps_left.min(frame.steps) > budget / 2);
        if let Some(frame) = culprit {
            let (site, iterations) = (frame.site, frame.rounds);
            let lane = self.mask.first;
            self.note_at(Key::EndlessLoop, site, lane, |_| EventKind::EndlessLoop {
                iterations,
            });
        }
    }

    fn multiply_add(&mut self, ty: Scalar, dst: Reg, args: [Reg; 3]) {
        if ty == Scalar::Double {
            self.registers
                .map3(&self.mask, dst, args, |a: f64, b: f64, c: f64| {
                    crate::math::Floating::add(crate::math::Floating::multiply(a, b), c)
                });
        } else {
            self.registers
                .map3(&self.mask, dst, args, |a: f32, b: f32, c: f32| {
                    crate::math::Floating::add(crate::math::Floating::multiply(a, b), c)
                });
        }
    }

    fn select(&mut self, dst: Reg, args: [Reg; 3]) {
        match dst.slot() {
            Slot::Uniform(to) => {
                let [a, b, c] = args.map(|reg| self.registers.get(reg, self.mask.first));
                self.registers.uniform[to] = if a as u32 != 0 { b } else { c };
            }
            Slot::Narrow(_) => self.registers.map3(
                &self.mask,
                dst,
                args,
                |a: u32, b: u32, c: u32| {
                    if a != 0 { b } else { c }
                },
            ),
            Slot::Wide(_) => self.registers.map3(
                &self.mask,
                dst,
                args,
                |a: u32, b: u64, c: u64| {
                    if a != 0 { b } else { c }
                },
            ),
        }
    }

    fn offset(&mut self, dst: Reg, base: Reg, index: Reg, ty: Scalar, scale: i64) {
        fn moved<L: Lane>(
            machine: &mut Machine<'_>,
            [dst, base, index]: [Reg; 3],
            extend: impl Fn(L) -> i64,
            scale: i64,
        ) where
            L::Bits: Bank,
        {
            machine
                .registers
                .map2(&machine.mask, dst, base, index, |base: u64, index: L| {
                    base.wrapping_add(extend(index).wrapping_mul(scale) as u64)
                });
        }
        let regs = [dst, base, index];
        match ty {
            Scalar::Char | Scalar::Short | Scalar::Int => {
                moved(self, regs, |index: i32| i64::from(index), scale);
            }
            Scalar::Long => moved(self, regs, |index: i64| index, scale),
            Scalar::ULong => moved(self, regs, |index: u64| index as i64, scale),
            _ => moved(self, regs, |index: u32| i64::from(index), scale),
        }
    }

    fn check_flag(&mut self, flag: Reg, site: SiteId) {
        if let Slot::Uniform(index) = flag.slot() {
            if self.registers.uniform[index] as u32 == 0 {
                let lane = self.mask.first;
                self.note_unwritten_variable(site, lane, 1);
            }
            return;
        }
        let lanes = self.registers.narrow_lanes(flag);
        let unwritten = self.mask.iter().filter(|&lane| lanes[lane] == 0);
        let (first, count) = unwritten.fold((None, 0), |(first, count), lane| {
            (first.or(Some(lane)), count + 1)
        });
        if let Some(lane) = first {
            self.note_unwritten_variable(site, lane, count);
        }
    }

    fn note_unwritten_variable(&mut self, site: SiteId, lane: usize, count: u64) {
        self.note(Key::Uninitialized, (site, None), lane, count, |machine| {
            machine.uninitialized(site, UninitializedValue::Variable)
        });
    }

    fn uninitialized(&self, site: SiteId, value: UninitializedValue) -> EventKind {
        EventKind::Uninitialized(Uninitialized {
            value,
            declared: self.code.sites[site as usize].declared.clone(),
        })
    }

    fn check_index(&mut self, index: Reg, ty: Scalar, length: u64, site: SiteId) {
        for lane in self.mask.first..self.mask.end {
            let value = arith::sign_extended(ty, self.registers.get(index, lane));
            let outside = value < 0 || value as u64 >= length;
            if outside && self.mask.lanes[lane] != 0 {
                let index = value;
                self.note_at(Key::OutOfBounds, site, lane, |_| EventKind::OutOfRow {
                    index,
                    length,
                });
            }
            if index.is_uniform() {
                return;
            }
        }
    }
}

impl Registers {
    fn narrow_lanes(&self, reg: Reg) -> &[u32] {
        match reg.slot() {
            Slot::Narrow(index) => &u32::bank(self)[index],
            _ => &[],
        }
    }
}
