//! A launch: arguments bound, limits checked, work-groups run, results put together.
//!
//! Work-groups may run on several threads only where that cannot be seen: each thread runs a
//! contiguous range of groups on a copy of the memory; if any thread touched what another wrote, or
//! anything ended early, all is thrown away and the groups run in order on one thread. Kernels whose
//! result depends on the order of groups (global atomics, `printf`) always run in order.

use crate::claims::Claim;
use crate::code::{Code, Object, ObjectKind, Parameter, Reg, SiteId, pointer};
use crate::counters::{BlockCounters, Counters, SiteCounters};
use crate::event::{Event, Limit};
use crate::events::{self, Events};
use crate::exec::groups::Stray;
use crate::exec::memory::{Allocation, Space};
use crate::exec::{Budget, Initial, Machine, claiming};
use crate::image::ImageShape;
use crate::left_open::LeftOpen;
use crate::outcome::{End, Options, Outcome, Output, Refusal};
use crate::registers::Registers;
use crate::shadow::Shadow;
use crate::shape::Shape;
use crate::strays::{self, StrayEvent};
use crate::trace::Recorder;
use crate::watch::{Observer, Watch, Watched, Watcher};
use crate::{lower, tally};
use launch::image::ChannelOrder;
use launch::{Access, Argument, Image, Launch, MOST_WORK_ITEMS, NdRange, NdRangeError};
use opencl_c::program::{FunctionId, Program};
use opencl_c::types::{ImageAccess, ImageType};
use std::ops::Range;

/// The most local memory of one object that is made, in bytes: what is larger than any device's is
/// refused before it is used.
const MOST_LOCAL: usize = 1 << 24;

/// A lowered kernel: any number of launches may be run.
#[derive(Clone, Debug)]
pub struct Kernel {
    code: Code,
}

/// Lowers a kernel of a program.
pub fn prepare(program: &Program, kernel: &str) -> Result<Kernel, Refusal> {
    lowered(program, kernel, true, false)
}

/// As [`prepare`], but every value is computed for each work-item of its own, even where all have the
/// same. Slower, with the same outcome: what the analysis of uniform values is tested against.
pub fn prepare_each(program: &Program, kernel: &str) -> Result<Kernel, Refusal> {
    lowered(program, kernel, false, false)
}

/// As [`prepare`], but everything that the language leaves to the implementation is done in another way,
/// and work-groups run in the opposite order: a kernel whose outcome is another depends on where it runs.
pub fn prepare_elsewhere(program: &Program, kernel: &str) -> Result<Kernel, Refusal> {
    lowered(program, kernel, true, true)
}

fn lowered(
    program: &Program,
    kernel: &str,
    uniform: bool,
    elsewhere: bool,
) -> Result<Kernel, Refusal> {
    let id = kernel_named(program, kernel)?;
    Ok(Kernel {
        code: lower::lower(program, id, uniform, elsewhere)?,
    })
}

pub(crate) fn kernel_named(program: &Program, name: &str) -> Result<FunctionId, Refusal> {
    let mut kernels = program.kernels();
    match kernels.find(|(_, function)| &*function.name == name) {
        Some((id, _)) => Ok(id),
        None => Err(Refusal::NoSuchKernel {
            name: name.to_owned(),
            kernels: program
                .kernels()
                .map(|(_, function)| function.name.to_string())
                .collect(),
        }),
    }
}

/// Lowers a launch's kernel and runs the launch.
pub fn simulate(program: &Program, launch: &Launch, options: &Options) -> Result<Outcome, Refusal> {
    let kernel = match options.trace {
        Some(trace) if trace.values => Kernel {
            code: lower::lower_marked(program, kernel_named(program, &launch.kernel)?)?,
        },
        _ => prepare(program, &launch.kernel)?,
    };
    kernel.run(launch, options)
}

impl Kernel {
    /// What the kernel leaves to the implementation, each once.
    pub fn left_open(&self) -> &[LeftOpen] {
        &self.code.open
    }

    /// Runs a launch. Its kernel's name is not looked at again.
    pub fn run(&self, launch: &Launch, options: &Options) -> Result<Outcome, Refusal> {
        self.run_claimed(launch, &[], options)
    }

    /// [`Kernel::run`], where `claims` lay down who may write which elements: a write against one of them
    /// is an event, and the races that follow from it are left out.
    pub fn run_claimed(
        &self,
        launch: &Launch,
        claims: &[Claim],
        options: &Options,
    ) -> Result<Outcome, Refusal> {
        let outcome = self.run_poisoned(launch, claims, options, None)?;
        Ok(strays::judge(outcome, |site| {
            let again = self.run_poisoned(launch, claims, options, Some(site));
            again.ok().map(|(outcome, _)| outcome)
        }))
    }

    /// Runs a launch; where `poisoned` asks for the value of a work-item that is not there, it gets another one
    /// than usual.
    fn run_poisoned(
        &self,
        launch: &Launch,
        claims: &[Claim],
        options: &Options,
        poisoned: Option<SiteId>,
    ) -> Result<(Outcome, Vec<StrayEvent>), Refusal> {
        let code = &self.code;
        let options = &with_sub_groups(options, code, &launch.range);
        let mut bound = bind(code, launch.clone())?;
        let (shape, needed) = match begun(code, &launch.range, &bound, options) {
            Ok(begun) => begun,
            Err(NotBegun::Refused(refusal)) => return Err(refusal),
            Err(NotBegun::Limit(limit)) => {
                let outcome = refused(bound, events::refused(code, *limit));
                return Ok((outcome, Vec::new()));
            }
        };
        let work_items = shape.work_items() * shape.group_count();
        claiming::lay(claims, code, &mut bound.memory, work_items);
        // Each thread has a copy of the memory, and its own state.
        let threads = threads(options).min((options.memory / needed.max(1)) as usize);
        Ok(run(code, shape, bound, options, (threads, poisoned)))
    }

    /// Runs these work-groups of a launch, one after another, and reports what they do to a watcher. Groups are
    /// given by their flat numbers, dimension 0 counting fastest; numbers beyond the launch are left out.
    ///
    /// Races are not looked for and no outputs come back: whatever the other groups would have written is
    /// not there. The launch's buffers are used as they are, without a copy.
    pub fn watch(
        &self,
        launch: Launch,
        options: &Options,
        groups: &[usize],
        watcher: &mut dyn Watcher,
    ) -> Result<Watched, Refusal> {
        let code = &self.code;
        let options = Options {
            races: false,
            count: true,
            trace: None,
            ..with_sub_groups(options, code, &launch.range)
        };
        let range = launch.range.clone();
        let bound = bind(code, launch)?;
        let shape = match begun(code, &range, &bound, &options) {
            Ok((shape, _)) => shape,
            Err(NotBegun::Refused(refusal)) => return Err(refusal),
            Err(NotBegun::Limit(limit)) => {
                return Ok(Watched {
                    events: vec![events::refused(code, *limit)],
                    steps: 0,
                    end: End::Refused,
                });
            }
        };
        let sizes = bound.memory[..code.parameters.len()].iter();
        let watch = Watch::new(watcher, sizes.map(|allocation| allocation.bytes.len()));
        let initial = Initial {
            registers: bound.registers,
            objects: bound.objects,
        };
        let steps = options.steps;
        let budget = Budget {
            launch: steps,
            group: options.group_steps,
        };
        let mut machine = Machine::new(code, &options, shape, bound.memory, initial, budget);
        machine.watch = Observer(Some(watch));
        let mut end = End::Completed;
        for &group in groups.iter().filter(|&&group| group < shape.group_count()) {
            end = machine.run(group..group + 1);
            if end != End::Completed {
                break;
            }
        }
        let steps = steps - machine.steps_left();
        Ok(Watched {
            events: machine.events.into_events(code, &shape),
            steps,
            end,
        })
    }
}

/// The most work-items of a sub-group that a kernel may require.
const LARGEST_SUB_GROUP: usize = 128;

/// The options of a launch: the kernel or the launch may name the size of its sub-groups.
pub(crate) fn with_sub_groups(options: &Options, code: &Code, range: &NdRange) -> Options {
    let required = code
        .required_sub_group_size
        .and_then(|size| usize::try_from(size).ok())
        .filter(|size| size.is_power_of_two() && *size <= LARGEST_SUB_GROUP);
    let named = required.or(range.sub_group);
    Options {
        sub_group_size: named.unwrap_or(options.sub_group_size),
        ..options.clone()
    }
}

/// Why a launch does not begin.
pub(crate) enum NotBegun {
    Refused(Refusal),
    Limit(Box<Limit>),
}

/// The launch as it is walked, and the bytes that it takes at most.
pub(crate) fn begun(
    code: &Code,
    range: &NdRange,
    bound: &Bound,
    options: &Options,
) -> Result<(Shape, u64), NotBegun> {
    let local = match (&range.local, code.required_work_group_size) {
        (Some(local), _) => local.clone(),
        (None, Some(required)) => required
            .iter()
            .take(range.global.len())
            .map(|&size| whole(size))
            .collect(),
        (None, None) => Shape::choose_local(&range.global),
    };
    let range = NdRange {
        offset: range.offset.clone(),
        global: range.global.clone(),
        local: Some(local.clone()),
        sub_group: range.sub_group,
    };
    match range.validate() {
        Ok(()) => {}
        Err(NdRangeError::NotAMultiple { .. })
            if options.non_uniform && code.required_work_group_size.is_none() => {}
        Err(NdRangeError::NotAMultiple {
            dimension,
            global,
            local,
        }) => {
            return Err(NotBegun::Limit(Box::new(Limit::NotAMultiple {
                dimension,
                global,
                local,
            })));
        }
        Err(error) => return Err(NotBegun::Refused(Refusal::Range(error))),
    }
    let offset = range.offset.unwrap_or_default();
    let shape = Shape::new(&range.global, &local).from(&offset);
    if let Some(limit) = broken_limit(code, &shape, bound, options) {
        return Err(NotBegun::Limit(Box::new(limit)));
    }
    let needed = needed(code, &shape, bound, options);
    if needed > options.memory {
        return Err(NotBegun::Refused(Refusal::Memory {
            needed,
            budget: options.memory,
        }));
    }
    Ok((shape, needed))
}

/// Arguments bound to a kernel's parameters.
#[derive(Debug)]
pub(crate) struct Bound {
    pub(crate) memory: Vec<Allocation>,
    pub(crate) registers: Vec<(Reg, u64)>,
    pub(crate) objects: Vec<(u32, Vec<u8>)>,
    /// Argument index and name of each buffer.
    buffers: Vec<(usize, String)>,
    /// Bytes of local memory of a work-group.
    local: u64,
}

pub(crate) fn bind(code: &Code, launch: Launch) -> Result<Bound, Refusal> {
    if launch.arguments.len() != code.parameters.len() {
        return Err(Refusal::ArgumentCount {
            expected: code.parameters.len(),
            given: launch.arguments.len(),
        });
    }
    let mut bound = Bound {
        memory: Vec::new(),
        registers: Vec::new(),
        objects: Vec::new(),
        buffers: Vec::new(),
        local: 0,
    };
    for (index, (parameter, argument)) in code.parameters.iter().zip(launch.arguments).enumerate() {
        let mismatch = |expected: String, given: &Argument| Refusal::Argument {
            index,
            parameter: code.objects[index].name.clone(),
            expected,
            given: describe(given),
        };
        let mut allocation = Allocation::new(Space::Null, Vec::new(), true);
        match (parameter, argument) {
            (
                Parameter::Pointer {
                    reg,
                    local: false,
                    constant,
                },
                Argument::Buffer(buffer),
            ) => {
                let space = if *constant {
                    Space::Constant
                } else {
                    Space::Global
                };
                allocation = Allocation::new(space, buffer.contents, buffer.initialized);
                allocation.readable = buffer.access != Access::Write;
                allocation.writable = buffer.access != Access::Read && !constant;
                bound.registers.push((*reg, pointer::of(index as u32 + 1)));
                bound.buffers.push((index, buffer.name));
            }
            (
                Parameter::Pointer {
                    reg, local: false, ..
                },
                Argument::Null { .. },
            ) => {
                bound.registers.push((*reg, 0));
            }
            (
                Parameter::Pointer {
                    reg, local: true, ..
                },
                Argument::Local { bytes, .. },
            ) => {
                let size = bytes.min(MOST_LOCAL);
                allocation = Allocation::new(Space::Local, vec![0; size], false);
                bound.local = bound.local.saturating_add(rounded(bytes as u64));
                bound.registers.push((*reg, pointer::of(index as u32 + 1)));
            }
            (Parameter::Pointer { local, .. }, given) => {
                let expected = if *local { "local memory" } else { "a buffer" };
                return Err(mismatch(expected.to_owned(), &given));
            }
            (Parameter::Value { scalar, regs, size }, Argument::Value { bytes, .. })
                if bytes.len() as u64 == *size
                    || bytes.len() == scalar.size() as usize * regs.len() =>
            {
                let width = scalar.size() as usize;
                for (&reg, bytes) in regs.iter().zip(bytes.chunks_exact(width)) {
                    let mut bits = [0; 8];
                    bits[..width].copy_from_slice(bytes);
                    let bits = crate::arith::canonical(*scalar, u64::from_le_bytes(bits));
                    bound.registers.push((reg, bits));
                }
            }
            (Parameter::Record { object, size }, Argument::Value { bytes, .. })
                if bytes.len() as u64 == *size =>
            {
                bound.objects.push((*object, bytes));
            }
            (Parameter::Image { reg, ty }, Argument::Image(image)) if fits(*ty, &image) => {
                let defined = image.initialized;
                allocation = Allocation::new(Space::Global, image.contents, defined);
                allocation.image = Some(ImageShape {
                    kind: image.kind,
                    format: image.format,
                    size: image.size,
                });
                bound.registers.push((*reg, pointer::of(index as u32 + 1)));
                bound.buffers.push((index, image.name));
            }
            (Parameter::Sampler { reg }, Argument::Sampler { sampler, .. }) => {
                bound.registers.push((*reg, sampler.bits().into()));
            }
            (Parameter::Image { ty, .. }, given) => {
                return Err(mismatch(wanted(*ty), &given));
            }
            (Parameter::Sampler { .. }, given) => {
                return Err(mismatch("a sampler".to_owned(), &given));
            }
            (Parameter::Value { size, .. } | Parameter::Record { size, .. }, given) => {
                return Err(mismatch(format!("a value of {size} bytes"), &given));
            }
        }
        bound.memory.push(allocation);
    }
    for object in &code.objects[code.parameters.len()..] {
        if object.kind == ObjectKind::Local {
            bound.local = bound.local.saturating_add(rounded(object.size));
        }
        bound.memory.push(allocation_of(object));
    }
    Ok(bound)
}

/// The memory of an object that is no parameter's.
pub(crate) fn allocation_of(object: &Object) -> Allocation {
    match object.kind {
        ObjectKind::Private(offset) => Allocation::private(offset as usize, object.size as usize),
        ObjectKind::Local => {
            let size = object.size.min(MOST_LOCAL as u64) as usize;
            Allocation::new(Space::Local, vec![0; size], false)
        }
        ObjectKind::Global => Allocation::new(Space::Global, object.bytes.clone(), true),
        ObjectKind::Constant | ObjectKind::Parameter(_) => {
            let mut allocation = Allocation::new(Space::Constant, object.bytes.clone(), true);
            allocation.writable = false;
            allocation
        }
    }
}

/// Can an image be bound to a parameter? Its bytes have to be as many as its size says.
fn fits(ty: ImageType, image: &Image) -> bool {
    let may = match ty.access {
        ImageAccess::Read => image.access != Access::Write,
        ImageAccess::Write => image.access != Access::Read,
        ImageAccess::ReadWrite => image.access == Access::ReadWrite,
    };
    may && image.kind == ty.kind
        && image.format.exists()
        && ty.depth == (image.format.order == ChannelOrder::Depth)
        && Image::bytes_of(image.format, image.size) == Some(image.contents.len() as u64)
        && image.size.iter().all(|&size| size > 0)
}

/// What a parameter takes, as "must be ...".
fn wanted(ty: ImageType) -> String {
    let what = if ty.depth { " of depths" } else { "" };
    let access = match ty.access {
        ImageAccess::Read => "read",
        ImageAccess::Write => "written",
        ImageAccess::ReadWrite => "read and written",
    };
    format!("a {} image{what} that may be {access}", ty.kind)
}

/// A size in a kernel's attribute. What is larger than any launch stays so, on hosts of 32
/// bits as well.
fn whole(size: u64) -> usize {
    size.min(MOST_WORK_ITEMS) as usize
}

/// Bytes that an object of local memory takes: the next one is aligned for any type.
fn rounded(bytes: u64) -> u64 {
    bytes.checked_next_multiple_of(16).unwrap_or(bytes)
}

fn describe(argument: &Argument) -> String {
    match argument {
        Argument::Buffer(buffer) => format!("a buffer of {} bytes", buffer.contents.len()),
        Argument::Value { bytes, .. } => format!("a value of {} bytes", bytes.len()),
        Argument::Local { bytes, .. } => format!("{bytes} bytes of local memory"),
        Argument::Null { .. } => "a null buffer".to_owned(),
        Argument::Image(image) => {
            let access = match image.access {
                Access::Read => ", only to be read",
                Access::Write => ", only to be written",
                Access::ReadWrite => "",
            };
            format!("a {} image of {}{access}", image.kind, image.format)
        }
        Argument::Sampler { .. } => "a sampler".to_owned(),
    }
}

/// The first limit of the device that a launch breaks.
fn broken_limit(code: &Code, shape: &Shape, bound: &Bound, options: &Options) -> Option<Limit> {
    let profile = &options.profile;
    let device = profile.name;
    let work_items = shape.work_items();
    let sizes = |sizes: &[usize; 3]| sizes[..shape.dimensions].to_vec();
    let local = sizes(&shape.local);
    if let Some(required) = code.required_work_group_size {
        let required = required.map(whole);
        if required != shape.local {
            let last = required.iter().rposition(|size| *size != 1);
            let dimensions = last.map_or(1, |last| last + 1).max(shape.dimensions);
            let required = required[..dimensions].to_vec();
            return Some(Limit::RequiredWorkGroupSize { required, local });
        }
    }
    let most = profile.max_work_group_size.min(1024);
    if work_items > most {
        return Some(Limit::WorkGroup {
            local,
            most,
            device,
        });
    }
    let sizes = shape.local.into_iter().zip(profile.max_work_item_sizes);
    let mut dimensions = sizes.enumerate();
    if let Some((dimension, (size, most))) = dimensions.find(|(_, (size, most))| size > most) {
        return Some(Limit::Dimension {
            dimension,
            size,
            most,
            device,
        });
    }
    (bound.local > profile.local_memory).then_some(Limit::LocalMemory {
        bytes: bound.local,
        most: profile.local_memory,
        device,
    })
}

fn refused(bound: Bound, event: Event) -> Outcome {
    Outcome {
        outputs: outputs(bound.memory, &bound.buffers),
        events: vec![event],
        counters: Counters::default(),
        trace: None,
        printf: String::new(),
        steps: 0,
        end: End::Refused,
    }
}

/// Bytes that a run takes, at most.
fn needed(code: &Code, shape: &Shape, bound: &Bound, options: &Options) -> u64 {
    let work_items = shape.work_items();
    let frames = code.private_bytes.saturating_mul(work_items as u64 * 2);
    let registers = Registers::bytes(code.uniforms, code.narrows, code.wides, work_items);
    let memory = bound.memory.iter().map(|allocation| {
        let size = allocation.bytes.len() as u64;
        let shadow = if options.races && allocation.space != Space::Constant {
            Shadow::most_bytes(size)
        } else {
            0
        };
        size.saturating_add(shadow)
    });
    memory.fold(frames.saturating_add(registers), u64::saturating_add)
}

/// What a range of work-groups came to.
struct Part {
    memory: Vec<Allocation>,
    blocks: Vec<BlockCounters>,
    sites: Vec<SiteCounters>,
    barriers: Vec<u64>,
    events: Events,
    recorder: Option<Recorder>,
    printed: Vec<u8>,
    strays: Vec<Stray>,
    steps: u64,
    longest_group: u64,
    end: End,
}

fn run(
    code: &Code,
    shape: Shape,
    bound: Bound,
    options: &Options,
    (threads, poisoned): (usize, Option<SiteId>),
) -> (Outcome, Vec<StrayEvent>) {
    let Bound {
        mut memory,
        registers,
        objects,
        buffers,
        local: local_bytes,
    } = bound;
    let groups = shape.group_count();
    if let Some(progress) = &options.progress {
        progress
            .of
            .store(groups as u64, std::sync::atomic::Ordering::Relaxed);
    }
    track(code, &shape, options, &mut memory);
    let run_range = |memory: Vec<Allocation>, range: Range<usize>, budget: Budget| {
        let initial = Initial {
            registers: registers.clone(),
            objects: objects.clone(),
        };
        let mut machine = Machine::new(code, options, shape, memory, initial, budget);
        machine.poisoned = poisoned;
        let end = if code.elsewhere {
            let mut backwards = range.rev().map(|group| machine.run(group..group + 1));
            backwards
                .find(|end| *end != End::Completed)
                .unwrap_or(End::Completed)
        } else {
            machine.run(range)
        };
        let steps = budget.launch - machine.steps_left();
        Part {
            memory: machine.memory,
            blocks: machine.blocks,
            sites: machine.site_counters,
            barriers: machine.barriers,
            events: machine.events,
            recorder: machine.recorder,
            printed: machine.printed,
            strays: machine.strays,
            steps,
            longest_group: machine.longest_group,
            end,
        }
    };
    let threads = threads.min(groups / 2);
    let part = if threads > 1
        && !code.ordered
        && !code.elsewhere
        && options.races
        && options.trace.is_none()
    {
        run_parallel(&memory, groups, threads, options, &run_range)
    } else {
        None
    };
    let part = part.unwrap_or_else(|| {
        let budget = Budget {
            launch: options.steps,
            group: options.group_steps,
        };
        run_range(memory, 0..groups, budget)
    });
    let counters = if options.count {
        Counters {
            local_bytes,
            groups: groups as u64,
            longest_group: part.longest_group,
            ..tally::tally(code, &part.blocks, &part.sites, &part.barriers)
        }
    } else {
        Counters::default()
    };
    let strays = strays::events(code, &shape, &part.strays, options.sub_group_size);
    let outcome = Outcome {
        outputs: outputs(part.memory, &buffers),
        events: part.events.into_events(code, &shape),
        counters,
        trace: part
            .recorder
            .map(|recorder| recorder.into_trace(code, &shape)),
        printf: String::from_utf8_lossy(&part.printed).into_owned(),
        steps: part.steps,
        end: part.end,
    };
    (outcome, strays)
}

/// Marks the memory in which races are looked for.
pub(crate) fn track(code: &Code, shape: &Shape, options: &Options, memory: &mut [Allocation]) {
    let (work_items, groups) = (shape.work_items(), shape.group_count());
    for (index, allocation) in memory.iter_mut().enumerate() {
        allocation.tracked = options.races
            && match allocation.space {
                Space::Global => work_items * groups > 1 && code.written.get(index) != Some(&false),
                Space::Local => work_items > 1,
                _ => false,
            };
    }
}

fn outputs(mut memory: Vec<Allocation>, buffers: &[(usize, String)]) -> Vec<Output> {
    buffers
        .iter()
        .map(|(argument, name)| {
            let allocation = &mut memory[*argument];
            let bytes = std::mem::take(&mut allocation.bytes);
            let defined = (0..bytes.len())
                .map(|at| allocation.is_byte_defined(at))
                .collect();
            Output {
                argument: *argument,
                name: name.clone(),
                bytes,
                defined,
            }
        })
        .collect()
}

#[cfg(target_family = "wasm")]
fn threads(_: &Options) -> usize {
    1
}

#[cfg(not(target_family = "wasm"))]
fn threads(options: &Options) -> usize {
    match options.threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    }
}

/// Runs the groups on several threads; `None` if that could be seen in the outcome.
fn run_parallel(
    memory: &[Allocation],
    groups: usize,
    threads: usize,
    options: &Options,
    run_range: &(impl Fn(Vec<Allocation>, Range<usize>, Budget) -> Part + Sync),
) -> Option<Part> {
    let ranges: Vec<Range<usize>> = (0..threads)
        .map(|thread| groups * thread / threads..groups * (thread + 1) / threads)
        .collect();
    // Together the parts take no more than the launch may: an endless loop in one of them ends soon.
    let budget = Budget {
        launch: options.steps / threads as u64,
        group: options.group_steps / threads as u64,
    };
    let mut parts: Vec<Part> = std::thread::scope(|scope| {
        let running: Vec<_> = ranges
            .into_iter()
            .map(|range| scope.spawn(|| run_range(memory.to_vec(), range, budget)))
            .collect();
        running
            .into_iter()
            .map(|thread| thread.join().ok())
            .collect::<Option<Vec<Part>>>()
    })?;
    if parts.iter().any(|part| part.end != End::Completed) {
        return None;
    }
    let mut whole = parts.remove(0);
    for part in parts {
        merge_memory(&mut whole.memory, &part.memory)?;
        whole.steps += part.steps;
        whole.longest_group = whole.longest_group.max(part.longest_group);
        for (sum, part) in whole.blocks.iter_mut().zip(&part.blocks) {
            sum.active += part.active;
            sum.lanes += part.lanes;
        }
        for (sum, part) in whole.sites.iter_mut().zip(&part.sites) {
            sum.add(part);
        }
        for (sum, part) in whole.barriers.iter_mut().zip(&part.barriers) {
            *sum += part;
        }
        whole.events.append(part.events);
        whole.strays.extend(part.strays);
    }
    Some(whole)
}

/// Adds what a later range wrote; `None` if one range touched what another wrote.
fn merge_memory(whole: &mut [Allocation], part: &[Allocation]) -> Option<()> {
    for (whole, part) in whole.iter_mut().zip(part) {
        if whole.space != Space::Global {
            continue;
        }
        let Some(shadow) = &part.shadow else {
            continue;
        };
        let Some(known) = &mut whole.shadow else {
            whole.clone_from(part);
            continue;
        };
        for word in 0..whole.size.div_ceil(4) {
            let (ours, theirs) = (known.touched(word), shadow.touched(word));
            if (ours.written && (theirs.written || theirs.read)) || (theirs.written && ours.read) {
                return None;
            }
        }
        for word in 0..whole.size.div_ceil(4) {
            let theirs = shadow.touched(word);
            if theirs.written {
                let range = word * 4..(word * 4 + 4).min(part.size);
                whole.bytes[range.clone()].copy_from_slice(&part.bytes[range.clone()]);
                for at in range {
                    if part.is_byte_defined(at) {
                        whole.define(at, 1);
                    }
                }
            }
            if let Some(known) = &mut whole.shadow {
                known.touch(word, theirs);
            }
        }
    }
    Some(())
}
