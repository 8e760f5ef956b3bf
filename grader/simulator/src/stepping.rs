//! A launch that is stepped through: its work-groups run one after another, from statement to statement, and between two
//! statements every variable of every work-item, and all memory, can be looked at.
//!
//! A [`Snapshot`] of a [`Stepper`] can be gone back to, and run again: a launch runs the same way each time. Snapshots share
//! the memory that has not changed between them.
//! Work-items of a group run in lockstep, as in [`crate::simulate`]: a statement is executed for all work-items that
//! are at it, and the others wait ([`Position`]).

use crate::code::{Code, Inst, ObjectKind, Visible, pointer};
use crate::event::Event;
use crate::exec::memory::{Allocation, Space};
use crate::exec::stepping as machine;
use crate::exec::{Budget, Initial, Machine, Stop};
use crate::launching::{self, Bound, NotBegun};
use crate::lower::inspected::{Inspected, InspectedResult, calls_at, visible};
use crate::outcome::{End, Options, Refusal, Unsupported};
use crate::shape::Shape;
use crate::trace::{Trace, TraceStep};
use crate::{events, lower};
use launch::{Launch, Place, WorkItem};
use opencl_c::program::{ExprId, FunctionId, Program};
use opencl_c::source::Origin;
use opencl_c::types::{AddressSpace, Scalar, TypeId};
use std::ops::Range;
use std::sync::Arc;

pub use crate::exec::stepping::{Bytes, Wait};

/// A launch that can be stepped through.
#[derive(Debug)]
pub struct SteppedLaunch {
    code: Code,
    options: Options,
    /// The same for a statement whose accesses are recorded.
    counting: Options,
    shape: Shape,
    bound: Bound,
}

/// Runs of addresses that [`Stepper::ahead`] keeps.
const MOST_AHEAD: usize = 1 << 14;

/// Why a launch cannot be stepped through.
#[derive(Debug)]
pub enum NotStepped {
    /// It cannot be run at all.
    Refused(Refusal),
    /// A device would refuse it: the event says why.
    Limit(Box<Event>),
}

/// Prepares a launch of a kernel of `program`.
pub fn prepare_stepped(
    program: &Program,
    launch: &Launch,
    options: &Options,
) -> Result<SteppedLaunch, NotStepped> {
    let kernel = launching::kernel_named(program, &launch.kernel).map_err(NotStepped::Refused)?;
    let code = lower::lower_marked(program, kernel)
        .map_err(|unsupported| NotStepped::Refused(Refusal::from(unsupported)))?;
    let options = Options {
        count: false,
        trace: None,
        ..launching::with_sub_groups(options, &code, &launch.range)
    };
    let mut bound = launching::bind(&code, launch.clone()).map_err(NotStepped::Refused)?;
    let shape = match launching::begun(&code, &launch.range, &bound, &options) {
        Ok((shape, _)) => shape,
        Err(NotBegun::Refused(refusal)) => return Err(NotStepped::Refused(refusal)),
        Err(NotBegun::Limit(limit)) => {
            return Err(NotStepped::Limit(Box::new(events::refused(&code, *limit))));
        }
    };
    launching::track(&code, &shape, &options, &mut bound.memory);
    let counting = Options {
        count: true,
        ..options.clone()
    };
    Ok(SteppedLaunch {
        code,
        options,
        counting,
        shape,
        bound,
    })
}

/// An object in memory: the buffer of an argument, an array in local memory, a constant table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObjectInfo<'a> {
    /// Its number, as pointers have it.
    pub object: usize,
    /// Its name in the program.
    pub name: &'a str,
    /// Where it lies.
    pub space: AddressSpace,
    /// Its type; of an argument's buffer, that of one element.
    pub ty: TypeId,
    /// The parameter that it is bound to.
    pub argument: Option<usize>,
    /// Its size in bytes.
    pub bytes: usize,
}

/// A place before which a launch stops.
#[derive(Clone, Copy, Debug)]
pub struct MarkInfo<'a> {
    /// The statement, or the condition or step of a loop.
    pub place: &'a Place,
    /// The statement in whose scope it stands.
    pub scope: Origin,
    /// Is the scope inside that statement, a loop, rather than before it?
    pub inside: bool,
}

/// An expression that was prepared to be evaluated before one mark.
#[derive(Clone, Debug)]
pub struct Expression {
    mark: u32,
    inspected: Inspected,
    /// Does it leave memory as it is?
    is_pure: bool,
}

impl SteppedLaunch {
    /// The launch before its first statement.
    pub fn begin(&self) -> Stepper<'_> {
        let initial = Initial {
            registers: self.bound.registers.clone(),
            objects: self.bound.objects.clone(),
        };
        let budget = Budget {
            launch: self.options.steps,
            group: self.options.group_steps,
        };
        let memory = self.bound.memory.clone();
        let machine = Machine::new(
            &self.code,
            &self.options,
            self.shape,
            memory,
            initial,
            budget,
        );
        let shared = vec![None; machine.memory.len()];
        let mut stepper = Stepper {
            launch: self,
            machine,
            shared,
            group: 0,
            mark: None,
            end: None,
            steps: 0,
        };
        if self.shape.group_count() == 0 {
            stepper.end = Some(End::Completed);
        } else {
            stepper.machine.begin(0);
            stepper.run_on();
        }
        stepper
    }

    /// The number of work-groups.
    pub fn groups(&self) -> usize {
        self.shape.group_count()
    }

    /// The size of a work-group in each dimension.
    pub fn local(&self) -> &[usize] {
        &self.shape.local[..self.shape.dimensions]
    }

    /// The number of work-groups in each dimension.
    pub fn group_counts(&self) -> &[usize] {
        &self.shape.groups[..self.shape.dimensions]
    }

    /// Work-items of a warp.
    pub fn warp(&self) -> usize {
        self.options.warp
    }

    /// The place of a mark.
    pub fn mark(&self, mark: u32) -> MarkInfo<'_> {
        let mark = &self.code.stepping.marks[mark as usize];
        MarkInfo {
            place: &mark.place,
            scope: mark.scope,
            inside: mark.inside,
        }
    }

    /// All marks, in the order of the code.
    pub fn marks(&self) -> impl Iterator<Item = (u32, MarkInfo<'_>)> {
        (0..self.code.stepping.marks.len() as u32).map(|mark| (mark, self.mark(mark)))
    }

    /// The calls that lead to a mark, the innermost first: each function, and the mark in it.
    pub fn calls(&self, mark: u32) -> Vec<(FunctionId, u32)> {
        let calls = calls_at(&self.code.stepping, mark).into_iter();
        calls
            .map(|(call, mark)| (self.code.stepping.calls[call as usize].function, mark))
            .collect()
    }

    /// The variables that are visible at a mark, in the order in which they were declared.
    pub fn variables(&self, mark: u32) -> Vec<Variable<'_>> {
        let mut found = visible(&self.code.stepping, mark);
        found.reverse();
        found
            .into_iter()
            .map(|(_, visible)| Variable { visible })
            .collect()
    }

    /// The objects in memory that are no work-item's own.
    pub fn objects(&self) -> Vec<ObjectInfo<'_>> {
        let shared = |object: &usize| {
            let memory = &self.bound.memory[*object];
            !matches!(memory.space, Space::Private(_) | Space::Null)
        };
        (0..self.code.objects.len())
            .filter(shared)
            .map(|object| self.object(object))
            .collect()
    }

    /// An object of a number.
    pub fn object(&self, object: usize) -> ObjectInfo<'_> {
        let of = &self.code.objects[object];
        let memory = &self.bound.memory[object];
        let (argument, space) = match (of.kind, memory.space) {
            (ObjectKind::Parameter(argument), Space::Local) => {
                (Some(argument), AddressSpace::Local)
            }
            (ObjectKind::Parameter(argument), Space::Constant) => {
                (Some(argument), AddressSpace::Constant)
            }
            (ObjectKind::Parameter(argument), _) => (Some(argument), AddressSpace::Global),
            (ObjectKind::Local, _) => (None, AddressSpace::Local),
            (ObjectKind::Constant, _) => (None, AddressSpace::Constant),
            (ObjectKind::Global, _) => (None, AddressSpace::Global),
            (ObjectKind::Private(_), _) => (None, AddressSpace::Private),
        };
        ObjectInfo {
            object,
            name: &of.name,
            space,
            ty: of.ty,
            argument,
            bytes: memory.size,
        }
    }

    /// The object that a pointer points into, and the offset in it in bytes; `None` for a null pointer and for one that
    /// points nowhere.
    pub fn pointee(&self, bits: u64) -> Option<(ObjectInfo<'_>, i64)> {
        let (allocation, offset) = pointer::parts(bits);
        let object = (allocation as usize).checked_sub(1)?;
        (object < self.code.objects.len()).then(|| (self.object(object), offset))
    }

    /// Prepares an expression of `program`, which is this launch's program with that expression added before `mark`.
    pub fn expression(
        &self,
        program: &Program,
        mark: u32,
        expr: ExprId,
    ) -> Result<Expression, Unsupported> {
        let inspected = lower::inspected::lower_inspected(program, &self.code, mark, expr)?;
        let is_pure = inspected.code.insts.iter().all(is_pure);
        Ok(Expression {
            mark,
            inspected,
            is_pure,
        })
    }
}

/// Does an instruction leave memory that others see as it is?
fn is_pure(inst: &Inst) -> bool {
    match inst {
        Inst::Access(access) => !access.store || access.private,
        Inst::Image(access) => !matches!(access.op, crate::code::ImageOp::Write(_)),
        Inst::Atomic(_) | Inst::Copy(_) | Inst::AsyncCopy(_) => false,
        _ => true,
    }
}

/// A variable that is visible somewhere.
#[derive(Clone, Copy, Debug)]
pub struct Variable<'a> {
    visible: &'a Visible,
}

impl<'a> Variable<'a> {
    /// Its name; empty for a parameter without one.
    pub fn name(&self) -> &'a str {
        &self.visible.name
    }

    /// Its type.
    pub fn ty(&self) -> TypeId {
        self.visible.ty
    }
}

/// What a work-item does while its group is before a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position<'a> {
    /// It is about to execute the statement.
    Active,
    /// It has returned from the kernel.
    Returned,
    /// It waits for the others, at this construct.
    Waits(Wait, &'a Place),
}

/// A launch at one of its statements.
pub struct Stepper<'a> {
    launch: &'a SteppedLaunch,
    machine: Machine<'a>,
    /// For each allocation, the copy of it that snapshots had last.
    shared: Vec<Option<Arc<Allocation>>>,
    group: usize,
    mark: Option<u32>,
    end: Option<End>,
    steps: u64,
}

/// A launch as it was at one of its statements.
pub struct Snapshot<'a> {
    /// Without its memory.
    machine: Machine<'a>,
    memory: Vec<Arc<Allocation>>,
    group: usize,
    mark: Option<u32>,
    end: Option<End>,
    steps: u64,
    weight: usize,
}

impl Snapshot<'_> {
    /// Bytes that it takes beside what it shares with the one before it, roughly.
    pub fn weight(&self) -> usize {
        self.weight
    }
}

/// What an expression gives.
#[derive(Clone, Debug)]
pub struct Evaluated {
    /// A value for each work-item that was asked for, in that order; empty for `void`.
    pub values: Vec<Bytes>,
    /// What it did that a correct kernel does not, such as a read outside of a buffer.
    pub events: Vec<Event>,
}

impl<'a> Stepper<'a> {
    /// Executes the statement that it is at, and stops before the next one, which may be of the next work-group. False
    /// where the launch has ended.
    pub fn step(&mut self) -> bool {
        if self.end.is_some() {
            return false;
        }
        self.steps += 1;
        self.run_on();
        self.end.is_none()
    }

    fn run_on(&mut self) {
        loop {
            match self.machine.advance() {
                Stop::Mark(mark) => {
                    self.mark = Some(mark);
                    return;
                }
                Stop::End(End::Completed) if self.group + 1 < self.launch.shape.group_count() => {
                    self.group += 1;
                    self.machine.begin(self.group);
                }
                Stop::End(end) => {
                    self.mark = None;
                    self.end = Some(end);
                    return;
                }
            }
        }
    }

    /// The accesses and barriers that the statement it is at will execute, in order. The launch stays where it is.
    pub fn ahead(&mut self) -> Trace {
        let here = self.snapshot();
        self.machine.record(&self.launch.counting, MOST_AHEAD);
        self.step();
        let recorded = self.machine.recorder.take();
        self.restore(&here);
        let trace = recorded.map(|it| it.into_trace(&self.launch.code, &self.launch.shape));
        let mut trace = trace.unwrap_or_default();
        let is_line = |step: &TraceStep| matches!(step, TraceStep::Lines { .. });
        trace.steps.retain(|step| !is_line(step));
        trace
    }

    /// The launch that is stepped through.
    pub fn launch(&self) -> &'a SteppedLaunch {
        self.launch
    }

    /// The statements that were executed so far, of all work-groups.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The statement that it is at; none after the end.
    pub fn mark(&self) -> Option<u32> {
        self.mark
    }

    /// The flat number of the work-group that runs; dimension 0 counts fastest.
    pub fn group(&self) -> usize {
        self.group
    }

    /// How the launch ended, if it did.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// The number of work-items of the group.
    pub fn work_items(&self) -> usize {
        self.machine.work_items_of_group()
    }

    /// The ids of the work-item of a flat local id.
    pub fn work_item(&self, lane: usize) -> WorkItem {
        self.launch.shape.work_item(self.group, lane)
    }

    /// Is a work-item about to execute the statement?
    pub fn is_active(&self, lane: usize) -> bool {
        self.end.is_none() && self.machine.active().has(lane)
    }

    /// The work-items that are about to execute the statement, by their flat local ids.
    pub fn active(&self) -> impl Iterator<Item = usize> {
        let active = self.machine.active().iter();
        active.filter(|_| self.end.is_none())
    }

    /// What a work-item does.
    pub fn position(&self, lane: usize) -> Position<'a> {
        if self.end.is_some() {
            return Position::Returned;
        }
        match self.machine.position(lane) {
            machine::Position::Active => Position::Active,
            machine::Position::Returned => Position::Returned,
            machine::Position::Waits(wait, site) => {
                Position::Waits(wait, &self.launch.code.sites[site as usize].place)
            }
        }
    }

    /// The value of a variable of a work-item. One in memory that all share is the same for all.
    pub fn value(&self, variable: Variable<'_>, lane: usize) -> Bytes {
        self.machine.value(&variable.visible.storage, lane)
    }

    /// The bytes of an object; of a private one those of a work-item.
    pub fn bytes(&self, object: usize, lane: usize) -> Bytes {
        let memory = &self.machine.memory[object];
        self.part(object, lane, 0..memory.size)
    }

    /// Some bytes of an object, cut off at its end.
    pub fn part(&self, object: usize, lane: usize, range: Range<usize>) -> Bytes {
        self.machine.part(object, lane, range)
    }

    /// What was printed so far.
    pub fn printed(&self) -> &[u8] {
        &self.machine.printed
    }

    /// The number of kinds and places of events so far: it grows with each that happens for the first time.
    pub fn event_count(&self) -> usize {
        self.machine.events.len()
    }

    /// What the launch did so far that a correct kernel does not, in the order in which it first happened.
    pub fn events(&self) -> Vec<Event> {
        let events = self.machine.events.clone();
        events.into_events(&self.launch.code, &self.launch.shape)
    }

    /// Those of them that happened for the first time when [`Self::event_count`] was at least `count`.
    pub fn events_since(&self, count: usize) -> Vec<Event> {
        let events = self.machine.events.clone();
        events.into_events_from(count, &self.launch.code, &self.launch.shape)
    }

    /// Where work-items asked for the value of one that was not there, so far. [`crate::simulate`] finds out whether
    /// anything depends on it.
    pub fn strays(&self) -> impl ExactSizeIterator<Item = &'a Place> {
        let strays = self.machine.strays.iter();
        strays.map(|stray| &self.launch.code.sites[stray.site as usize].place)
    }

    /// The launch as it is now.
    pub fn snapshot(&mut self) -> Snapshot<'a> {
        let mut weight = self.machine.weight();
        let memory = self.machine.memory.iter().zip(&mut self.shared);
        let memory = memory.map(|(allocation, shared)| match shared {
            Some(known) if known.changes == allocation.changes => known.clone(),
            shared => {
                weight += allocation.weight();
                shared.insert(Arc::new(allocation.clone())).clone()
            }
        });
        let memory = memory.collect();
        Snapshot {
            machine: self.machine.without_memory(),
            memory,
            group: self.group,
            mark: self.mark,
            end: self.end,
            steps: self.steps,
            weight,
        }
    }

    /// Goes to where the launch was when a snapshot of it was taken.
    pub fn restore(&mut self, snapshot: &Snapshot<'a>) {
        let mut memory = std::mem::take(&mut self.machine.memory);
        let parts = memory
            .iter_mut()
            .zip(&mut self.shared)
            .zip(&snapshot.memory);
        for ((allocation, shared), known) in parts {
            if allocation.changes != known.changes {
                allocation.clone_from(known);
            }
            *shared = Some(known.clone());
        }
        self.machine = snapshot.machine.clone();
        self.machine.memory = memory;
        self.group = snapshot.group;
        self.mark = snapshot.mark;
        self.end = snapshot.end;
        self.steps = snapshot.steps;
    }

    /// Evaluates an expression for some work-items of the group. The launch stays as it is, whatever the expression does.
    ///
    /// The expression has to be prepared for the mark that the launch is at, or for that of one of the calls around: else
    /// there are no values.
    pub fn evaluate(&mut self, expression: &Expression, lanes: &[usize]) -> Evaluated {
        let nothing = Evaluated {
            values: Vec::new(),
            events: Vec::new(),
        };
        let calls = self.mark.map(|mark| self.launch.calls(mark));
        let mut marks = calls.iter().flatten().map(|&(_, mark)| mark);
        if !marks.any(|mark| mark == expression.mark) {
            return nothing;
        }
        let inspected = &expression.inspected;
        let code = &inspected.code;
        let options = Options {
            races: false,
            steps: 100_000_000,
            ..self.launch.options.clone()
        };
        let initial = Initial {
            registers: Vec::new(),
            objects: Vec::new(),
        };
        let budget = Budget {
            launch: options.steps,
            group: options.steps,
        };
        let mut machine = Machine::new(
            code,
            &options,
            self.launch.shape,
            Vec::new(),
            initial,
            budget,
        );
        machine.stand_where(&self.machine, &inspected.inputs, lanes);
        // Memory that is only read is lent: to copy it would take longer than the expression.
        let known = self.machine.memory.len();
        let mut memory = match expression.is_pure {
            true => std::mem::take(&mut self.machine.memory),
            false => self.machine.memory.clone(),
        };
        let tracked: Vec<bool> = memory.iter().map(|it| it.tracked).collect();
        memory.iter_mut().for_each(|it| it.tracked = false);
        memory.extend(code.objects[known..].iter().map(launching::allocation_of));
        machine.memory = memory;
        let stop = machine.advance();
        let values = match stop {
            Stop::End(End::Completed) => lanes
                .iter()
                .map(|&lane| result_of(&machine, &inspected.result, lane))
                .collect(),
            _ => Vec::new(),
        };
        let mut memory: Vec<Allocation> = std::mem::take(&mut machine.memory);
        if expression.is_pure {
            memory.truncate(known);
            for (allocation, tracked) in memory.iter_mut().zip(tracked) {
                allocation.tracked = tracked;
            }
            self.machine.memory = memory;
        }
        Evaluated {
            values,
            events: machine.events.into_events(code, &self.launch.shape),
        }
    }
}

fn result_of(machine: &Machine<'_>, result: &InspectedResult, lane: usize) -> Bytes {
    match result {
        InspectedResult::Nothing => Bytes::default(),
        InspectedResult::Components(scalar, regs) => {
            let bits = |&reg| machine.register(reg, lane).to_le_bytes();
            let width = Scalar::size(*scalar) as usize;
            let bytes: Vec<u8> = regs
                .iter()
                .flat_map(|reg| bits(reg)[..width].to_vec())
                .collect();
            Bytes {
                defined: vec![true; bytes.len()],
                bytes,
            }
        }
        InspectedResult::Record(reg, size) => {
            let (allocation, offset) = pointer::parts(machine.register(*reg, lane));
            let object = (allocation as usize).checked_sub(1);
            let object = object.filter(|&object| object < machine.memory.len());
            match (object, usize::try_from(offset)) {
                (Some(object), Ok(first)) => {
                    machine.part(object, lane, first..first.saturating_add(*size as usize))
                }
                _ => Bytes::default(),
            }
        }
    }
}
