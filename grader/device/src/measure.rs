//! Measurements: buffers and programs that stay from request to request, and times taken until they
//! are steady.
//!
//! Only the course's own and the user's kernels are measured; the parent reads the buffers back and checks
//! them. There are no guard bands, because they would affect the times.

use crate::devices::ListedDevice;
use crate::failure::failure;
use crate::opencl::{Context, Event, HostMemory, Kernel, Memory, Queue, Setting};
use crate::program::{self, BuildFailure, Built};
use crate::vendor::{self, Vendor};
use child_streams::{sample_until, write_fill};
use launch::measurement::{
    Effort, Fill, KernelLimits, Measure, Measured, Sample, Step, StepArgument, Way,
};
use launch::protocol::{ArgumentProblem, Failure, MAX_FRAME, Resource};
use serde_bytes::Bytes;
use std::collections::HashMap;
use std::time::Instant;

/// Bytes that are made and sent at once where a buffer is filled.
const CHUNK: usize = 16 << 20;

/// The state of one measurement session.
#[derive(Default)]
pub(crate) struct Bench {
    open: Option<Open>,
    vendor: Option<Vendor>,
    contents: Vec<u8>,
}

struct Open {
    device: usize,
    context: Context,
    queue: Queue,
    programs: HashMap<u32, Built>,
    buffers: HashMap<u32, (Memory, usize)>,
}

impl Bench {
    pub(crate) fn step<'a>(
        &'a mut self,
        devices: &[ListedDevice],
        request: &Measure<'_>,
    ) -> Result<Measured<'a>, String> {
        let done = match request {
            Measure::Open { device } => {
                let Some(known) = devices.get(*device) else {
                    return Err(format!("there is no device {device}"));
                };
                self.open = None;
                self.open(*device, known)
            }
            Measure::VendorProduct { side, effort } => self.vendor_product(*side, effort),
            other => {
                let Some(open) = &mut self.open else {
                    return Err("it was asked to measure before a device was open".to_owned());
                };
                let known = devices.get(open.device).ok_or("the device is gone")?;
                open.step(known, other, &mut self.contents)
            }
        };
        Ok(match done {
            Ok(Some(measured)) => measured,
            Ok(None) => Measured::Contents(Bytes::new(&self.contents)),
            Err(failure) => Measured::Failed(failure),
        })
    }

    fn open(
        &mut self,
        device: usize,
        known: &ListedDevice,
    ) -> Result<Option<Measured<'static>>, Failure> {
        let context = Context::new(known.id).map_err(failure)?;
        let queue = context.queue(known.id).map_err(failure)?;
        // Whether commands are timed is seen by timing one.
        let memory = context.buffer(4).map_err(failure)?;
        let event = queue.write(&memory, 0, &[0; 4]).map_err(failure)?;
        let profiling = event.times().is_some_and(|times| times.end > 0);
        self.open = Some(Open {
            device,
            context,
            queue,
            programs: HashMap::new(),
            buffers: HashMap::new(),
        });
        Ok(Some(Measured::Opened { profiling }))
    }

    fn vendor_product(
        &mut self,
        side: usize,
        effort: &Effort,
    ) -> Result<Option<Measured<'static>>, Failure> {
        if self.vendor.is_none() {
            match Vendor::load() {
                Ok(vendor) => self.vendor = Some(vendor),
                Err(reason) => return Ok(Some(Measured::NoVendor { reason })),
            }
        }
        let Some(vendor) = &mut self.vendor else {
            return Ok(None);
        };
        let samples = vendor
            .prepare(side)
            .and_then(|mut product| sample_until(effort, || product.time()));
        Ok(Some(match samples {
            Ok(samples) => Measured::Timed(samples),
            Err(vendor::Refused { call, code }) => Measured::NoVendor {
                reason: format!("{call} answered {code}"),
            },
        }))
    }
}

impl Open {
    /// None if the requested contents have been read.
    fn step(
        &mut self,
        known: &ListedDevice,
        request: &Measure<'_>,
        contents: &mut Vec<u8>,
    ) -> Result<Option<Measured<'static>>, Failure> {
        match request {
            Measure::Build {
                program,
                source,
                options,
            } => {
                self.programs.remove(program);
                let before = Instant::now();
                let built = match program::build(&self.context, known, source, options) {
                    Ok(built) => built,
                    Err(BuildFailure::Compiler { log }) => {
                        return Ok(Some(Measured::BuildFailed { log }));
                    }
                    Err(BuildFailure::OpenCl(error)) => return Err(failure(error)),
                    Err(BuildFailure::Definition { name }) => {
                        let log = format!("`{name}` is no name for a definition");
                        return Ok(Some(Measured::BuildFailed { log }));
                    }
                };
                let nanoseconds = nanoseconds(before);
                let mut kernels: Vec<KernelLimits> = built
                    .kernels
                    .iter()
                    .map(|(name, kernel)| KernelLimits {
                        name: name.clone(),
                        work_group: kernel.max_work_group,
                        local_memory: kernel.local_memory,
                    })
                    .collect();
                kernels.sort_by(|a, b| a.name.cmp(&b.name));
                let log = built.log.clone();
                self.programs.insert(*program, built);
                Ok(Some(Measured::Built {
                    log,
                    nanoseconds,
                    kernels,
                }))
            }
            Measure::Allocate {
                buffer,
                bytes,
                fill,
            } => {
                self.buffers.remove(buffer);
                check_size(known, *bytes)?;
                let memory = self.context.buffer((*bytes).max(4)).map_err(failure)?;
                self.fill(&memory, *bytes, *fill).map_err(failure)?;
                self.buffers.insert(*buffer, (memory, *bytes));
                Ok(Some(Measured::Done))
            }
            Measure::Release { buffer } => {
                self.buffers.remove(buffer);
                Ok(Some(Measured::Done))
            }
            Measure::Write {
                buffer,
                offset,
                contents,
            } => {
                let (memory, _) = self.buffer(*buffer)?;
                let written = self.queue.write(memory, *offset, contents);
                written.map_err(failure)?;
                Ok(Some(Measured::Done))
            }
            Measure::Read {
                buffer,
                offset,
                bytes,
            } => {
                if *bytes > MAX_FRAME - 64 {
                    return Err(too_large(Resource::Message, *bytes, MAX_FRAME - 64));
                }
                contents.clear();
                contents.resize(*bytes, 0);
                let (memory, _) = self.buffer(*buffer)?;
                self.queue
                    .read(memory, *offset, contents)
                    .map_err(failure)?;
                Ok(None)
            }
            Measure::Launches {
                steps,
                batch,
                effort,
                flush,
            } => self.launches(steps, *batch, effort, *flush).map(Some),
            Measure::Transfer {
                bytes,
                way,
                pinned,
                effort,
            } => self
                .transfer(known, *bytes, *way, *pinned, effort)
                .map(Some),
            Measure::Open { .. } | Measure::VendorProduct { .. } => Ok(Some(Measured::Done)),
        }
    }

    fn buffer(&self, number: u32) -> Result<&(Memory, usize), Failure> {
        self.buffers.get(&number).ok_or_else(|| Failure::Refused {
            code: "CL_INVALID_MEM_OBJECT".to_owned(),
            call: format!("buffer {number}, which was never made,"),
        })
    }

    fn fill(&self, memory: &Memory, bytes: usize, fill: Fill) -> Result<(), crate::opencl::Error> {
        let mut chunk = vec![0u8; CHUNK.min(bytes)];
        let mut offset = 0;
        while offset < bytes {
            let part = &mut chunk[..CHUNK.min(bytes - offset)];
            write_fill(fill, offset, part);
            self.queue.write(memory, offset, part)?;
            offset += part.len();
        }
        Ok(())
    }

    fn launches(
        &self,
        steps: &[Step<'_>],
        batch: u32,
        effort: &Effort,
        flush: Option<u32>,
    ) -> Result<Measured<'static>, Failure> {
        let prepared = steps
            .iter()
            .map(|step| self.prepare(step))
            .collect::<Result<Vec<Prepared<'_>>, Failure>>()?;
        let flush = flush.map(|number| self.buffer(number)).transpose()?;
        let mut turn = 0;
        let samples = sample_until(effort, || {
            if let Some((memory, bytes)) = flush {
                turn += 1;
                self.queue.fill(memory, turn, bytes / 4 * 4)?;
                self.queue.finish()?;
            }
            let before = Instant::now();
            let mut events = Vec::with_capacity(prepared.len() * batch as usize);
            for _ in 0..batch {
                for step in &prepared {
                    let enqueued = self.queue.enqueue(&step.kernel, step.global, step.local);
                    match enqueued {
                        Ok(event) => events.push(event),
                        Err(error) => {
                            self.queue.finish()?;
                            return Err(error);
                        }
                    }
                }
            }
            self.queue.flush()?;
            self.queue.finish()?;
            let wall = nanoseconds(before);
            for event in &events {
                event.succeeded()?;
            }
            Ok(sample(wall, &events))
        })
        .map_err(failure)?;
        Ok(Measured::Timed(samples))
    }

    /// A kernel of its own for each step, so that its arguments are set once.
    fn prepare<'a>(&self, step: &'a Step<'_>) -> Result<Prepared<'a>, Failure> {
        step.range.validate().map_err(Failure::Range)?;
        let program = self
            .programs
            .get(&step.program)
            .ok_or_else(|| Failure::Refused {
                code: "CL_INVALID_PROGRAM".to_owned(),
                call: format!("program {}, which was never built,", step.program),
            })?;
        let Some(known) = program.kernels.get(step.kernel.as_ref()) else {
            let mut kernels: Vec<_> = program.kernels.keys().cloned().collect();
            kernels.sort();
            return Err(Failure::NoSuchKernel {
                kernel: step.kernel.clone().into_owned(),
                kernels,
            });
        };
        if known.parameter_count != step.arguments.len() {
            return Err(Failure::Arguments {
                parameters: known.parameters.clone(),
                problem: ArgumentProblem::Count {
                    expected: known.parameter_count,
                    given: step.arguments.len(),
                },
            });
        }
        let kernel = program.kernel(&step.kernel).map_err(failure)?;
        for (index, argument) in step.arguments.iter().enumerate() {
            let setting = match argument {
                StepArgument::Buffer(number) => Setting::Memory(&self.buffer(*number)?.0),
                StepArgument::Value(bytes) => Setting::Value(bytes),
                StepArgument::Local(bytes) => Setting::Local(*bytes),
            };
            kernel.set(index, &setting).map_err(failure)?;
        }
        Ok(Prepared {
            kernel,
            global: &step.range.global,
            local: step.range.local.as_deref(),
        })
    }

    fn transfer(
        &self,
        known: &ListedDevice,
        bytes: usize,
        way: Way,
        pinned: bool,
        effort: &Effort,
    ) -> Result<Measured<'static>, Failure> {
        check_size(known, bytes)?;
        let length = bytes.max(1);
        let memory = self.context.buffer(length.max(4)).map_err(failure)?;
        let mut ordinary = Vec::new();
        let mut given;
        let host = if pinned {
            given = HostMemory::new(&self.context, &self.queue, length).map_err(failure)?;
            given.bytes()
        } else {
            ordinary.resize(length, 0);
            ordinary.as_mut_slice()
        };
        // Every page is touched, so that none is made in the first sample.
        host.fill(0x5a);
        let samples = sample_until(effort, || {
            let before = Instant::now();
            let event = match way {
                Way::Up => self.queue.write(&memory, 0, host)?,
                Way::Down => self.queue.read(&memory, 0, host)?,
            };
            let wall = nanoseconds(before);
            Ok(sample(wall, &[event]))
        })
        .map_err(failure)?;
        Ok(Measured::Timed(samples))
    }
}

struct Prepared<'a> {
    kernel: Kernel,
    global: &'a [usize],
    local: Option<&'a [usize]>,
}

fn nanoseconds(since: Instant) -> u64 {
    u64::try_from(since.elapsed().as_nanos()).unwrap_or(u64::MAX)
}

fn sample(wall: u64, events: &[Event]) -> Sample {
    let times: Option<Vec<_>> = events.iter().map(Event::times).collect();
    let times = times.unwrap_or_default();
    Sample {
        wall,
        device: times
            .iter()
            .map(|times| times.end.checked_sub(times.start))
            .sum::<Option<u64>>()
            .filter(|_| !times.is_empty()),
        wait: times
            .first()
            .and_then(|times| times.start.checked_sub(times.queued)),
    }
}

fn too_large(resource: Resource, asked: usize, available: usize) -> Failure {
    let code = "CL_MEM_OBJECT_ALLOCATION_FAILURE";
    Failure::short(code, resource, asked as u64, available as u64)
}

fn check_size(known: &ListedDevice, bytes: usize) -> Result<(), Failure> {
    let most = known.device.max_allocation;
    if most > 0 && bytes as u64 > most {
        return Err(too_large(
            Resource::GlobalMemory,
            bytes,
            usize::try_from(most).unwrap_or(usize::MAX),
        ));
    }
    Ok(())
}
