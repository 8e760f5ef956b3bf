//! Measurements: buffers and programs that stay from request to request, and times taken until they are steady.
//!
//! A sample is one compute pass, timed by the device's clock from its begin to its end where the device has one. Its
//! dispatches run one after the other wherever one may read what another wrote. There are no guard bands, because they
//! would affect the times; the parent reads the buffers back and checks them.

use crate::adapters::{self, Listed};
use crate::program::{self, Built, Checks, Ready};
use crate::run::{self, Open};
use child_streams::{sample_until, write_fill};
use launch::measurement::{
    Effort, Fill, KernelLimits, Measure, Measured, Sample, Step, StepArgument, Way,
};
use launch::protocol::{Failure, MAX_FRAME, Resource, Run, RunArgument};
use serde_bytes::Bytes;
use std::borrow::Cow;
use std::collections::HashMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Bytes that are made and sent at once where a buffer is filled.
const CHUNK: usize = 16 << 20;

/// A GPU that had nothing to do lowers its clock. So it is kept busy for this long before samples are taken, unless it
/// was busy just before.
const WARM_UP: Duration = Duration::from_millis(300);

/// What keeps a GPU busy: some milliseconds of arithmetic on a fast one.
const BUSY_KERNEL: &str = "\
@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  var x = id.x;
  for (var i = 0u; i < 4096u; i++) { x = x * 1664525u + 1013904223u; }
  if x == 1u { out[0] = x; }
}
";

const BUSY_GROUPS: u32 = 8192;

/// A device that was idle for no longer is still warm.
const SHORT_IDLE: Duration = Duration::from_millis(20);

/// The state of one measurement session.
#[derive(Default)]
pub(crate) struct Bench {
    adapter: usize,
    open: Option<Measuring>,
    contents: Vec<u8>,
}

struct Measuring {
    open: Open,
    programs: HashMap<u32, Built>,
    buffers: HashMap<u32, wgpu::Buffer>,
    /// When samples were last taken.
    busy: Option<Instant>,
    busy_kernel: Option<wgpu::ComputePipeline>,
}

/// A step, ready to be recorded.
struct Prepared {
    ready: Rc<Ready>,
    bound: wgpu::BindGroup,
    groups: [u32; 3],
    /// The word that says whether work-items parted.
    parted: Option<wgpu::Buffer>,
}

impl Bench {
    pub(crate) fn step<'a>(
        &'a mut self,
        adapters: &[Listed],
        request: &Measure<'_>,
    ) -> Result<Measured<'a>, String> {
        let done = match request {
            Measure::Open { device } => {
                let Some(known) = adapters.get(*device) else {
                    return Err(format!("there is no device {device}"));
                };
                self.adapter = *device;
                self.open(known)
            }
            Measure::VendorProduct { .. } => Ok(Some(Measured::NoVendor {
                reason: "there is none for devices of WebGPU".to_owned(),
            })),
            other => {
                let Some(open) = &mut self.open else {
                    return Err("it was asked to measure before a device was open".to_owned());
                };
                let known = adapters.get(self.adapter).ok_or("the device is gone")?;
                open.step(known, other, &mut self.contents)
            }
        };
        Ok(match done {
            Ok(Some(measured)) => measured,
            Ok(None) => Measured::Contents(Bytes::new(&self.contents)),
            Err(failure) => Measured::Failed(failure),
        })
    }

    fn open(&mut self, known: &Listed) -> Result<Option<Measured<'static>>, Failure> {
        self.open = None;
        let (device, queue) = adapters::open(&known.adapter).map_err(|error| Failure::Refused {
            code: error,
            call: "opening the device".to_owned(),
        })?;
        let profiling = device.features().contains(wgpu::Features::TIMESTAMP_QUERY);
        self.open = Some(Measuring {
            open: Open { device, queue },
            programs: HashMap::new(),
            buffers: HashMap::new(),
            busy: None,
            busy_kernel: None,
        });
        Ok(Some(Measured::Opened { profiling }))
    }
}

impl Measuring {
    /// None if the requested contents have been read.
    fn step(
        &mut self,
        known: &Listed,
        request: &Measure<'_>,
        contents: &mut Vec<u8>,
    ) -> Result<Option<Measured<'static>>, Failure> {
        match request {
            // The options allow a compiler to be less accurate than WGSL is anyway.
            Measure::Build {
                program, source, ..
            } => {
                self.programs.remove(program);
                let before = Instant::now();
                let built = match program::build(source, Checks::LeftOut) {
                    Ok(built) => built,
                    Err(log) => return Ok(Some(Measured::BuildFailed { log })),
                };
                let kernels = built.kernels().into_iter().map(|kernel| KernelLimits {
                    name: kernel.name,
                    work_group: None,
                    local_memory: 0,
                });
                let built_of = Measured::Built {
                    log: String::new(),
                    nanoseconds: nanoseconds(before),
                    kernels: kernels.collect(),
                };
                self.programs.insert(*program, built);
                Ok(Some(built_of))
            }
            Measure::Allocate {
                buffer,
                bytes,
                fill,
            } => {
                self.buffers.remove(buffer);
                self.allocate(known, *buffer, *bytes, *fill)?;
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
                let to = self.buffer(*buffer)?;
                if !offset.is_multiple_of(4) || !contents.len().is_multiple_of(4) {
                    return Err(refused("a part of a word", "a write"));
                }
                self.open.queue.write_buffer(to, *offset as u64, contents);
                Ok(Some(Measured::Done))
            }
            Measure::Read {
                buffer,
                offset,
                bytes,
            } => {
                *contents = self.read(*buffer, *offset, *bytes)?;
                Ok(None)
            }
            Measure::Launches {
                steps,
                batch,
                effort,
                flush,
            } => self
                .launches(known, steps, *batch, effort, *flush)
                .map(Some),
            // WebGPU copies through memory of its own, whatever memory of the host it is.
            Measure::Transfer {
                bytes, way, effort, ..
            } => self.transfer(known, *bytes, *way, effort).map(Some),
            Measure::Open { .. } | Measure::VendorProduct { .. } => Ok(Some(Measured::Done)),
        }
    }

    fn buffer(&self, number: u32) -> Result<&wgpu::Buffer, Failure> {
        self.buffers
            .get(&number)
            .ok_or_else(|| refused("CL_INVALID_MEM_OBJECT", "a buffer that was never made"))
    }

    fn made(&self, bytes: usize) -> Result<wgpu::Buffer, Failure> {
        let device = &self.open.device;
        let scope = device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
        let buffer = device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: bytes.next_multiple_of(16).max(16) as u64,
            usage: wgpu::BufferUsages::STORAGE
                | wgpu::BufferUsages::COPY_SRC
                | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        match pollster::block_on(scope.pop()) {
            Some(error) => Err(refused(&error.to_string(), "making a buffer")),
            None => Ok(buffer),
        }
    }

    fn allocate(
        &mut self,
        known: &Listed,
        number: u32,
        bytes: usize,
        fill: Fill,
    ) -> Result<(), Failure> {
        check_size(known, bytes)?;
        let buffer = self.made(bytes)?;
        let mut chunk = vec![0; CHUNK.min(bytes)];
        for offset in (0..bytes).step_by(CHUNK) {
            let part = &mut chunk[..CHUNK.min(bytes - offset)];
            write_fill(fill, offset, part);
            let mut whole = part.to_vec();
            whole.resize(part.len().next_multiple_of(4), 0);
            self.open.queue.write_buffer(&buffer, offset as u64, &whole);
            self.open.queue.submit([]);
        }
        self.buffers.insert(number, buffer);
        Ok(())
    }

    fn read(&self, number: u32, offset: usize, bytes: usize) -> Result<Vec<u8>, Failure> {
        let most = MAX_FRAME - 64;
        if bytes > most {
            return Err(Failure::short(
                "CL_OUT_OF_RESOURCES",
                Resource::Message,
                bytes as u64,
                most as u64,
            ));
        }
        let from = self.buffer(number)?;
        let begin = offset / 4 * 4;
        let length = (offset + bytes).next_multiple_of(4) - begin;
        if (begin + length) as u64 > from.size() {
            return Err(refused(
                "CL_INVALID_VALUE",
                "a read past the end of a buffer",
            ));
        }
        let to = run::readable(&self.open.device, length.max(4) as u64);
        let mut encoder = self.open.device.create_command_encoder(&Default::default());
        encoder.copy_buffer_to_buffer(from, begin as u64, &to, 0, length as u64);
        self.open.queue.submit([encoder.finish()]);
        let read = run::contents(&self.open, &to)?;
        Ok(read[offset - begin..offset - begin + bytes].to_vec())
    }

    fn transfer(
        &self,
        known: &Listed,
        bytes: usize,
        way: Way,
        effort: &Effort,
    ) -> Result<Measured<'static>, Failure> {
        check_size(known, bytes)?;
        let (open, memory) = (&self.open, self.made(bytes)?);
        // Every page is touched, so that none is made in the first sample.
        let host = vec![0x5a; memory.size() as usize];
        let samples = sample_until(effort, || {
            let before = Instant::now();
            match way {
                Way::Up => {
                    open.queue.write_buffer(&memory, 0, &host);
                    open.queue.submit([]);
                    run::wait(open)?;
                }
                Way::Down => {
                    let to = run::readable(&open.device, memory.size());
                    let mut encoder = open.device.create_command_encoder(&Default::default());
                    encoder.copy_buffer_to_buffer(&memory, 0, &to, 0, memory.size());
                    open.queue.submit([encoder.finish()]);
                    run::contents(open, &to)?;
                }
            }
            Ok(Sample {
                wall: nanoseconds(before),
                device: None,
                wait: None,
            })
        })?;
        Ok(Measured::Timed(samples))
    }

    fn launches(
        &mut self,
        known: &Listed,
        steps: &[Step<'_>],
        batch: u32,
        effort: &Effort,
        flush: Option<u32>,
    ) -> Result<Measured<'static>, Failure> {
        let prepared = steps
            .iter()
            .map(|step| self.prepare(known, step))
            .collect::<Result<Vec<Prepared>, Failure>>()?;
        let is_warm = self.busy.is_some_and(|busy| busy.elapsed() < SHORT_IDLE);
        if known.device.kind == "GPU" && !is_warm {
            self.warm_up()?;
        }
        let flush = flush.map(|number| self.buffer(number)).transpose()?;
        let samples = sample_until(effort, || self.sample(&prepared, batch, flush))?;
        self.busy = Some(Instant::now());
        for step in &prepared {
            if let Some(word) = &step.parted {
                let to = run::readable(&self.open.device, word.size());
                let mut encoder = self.open.device.create_command_encoder(&Default::default());
                encoder.copy_buffer_to_buffer(word, 0, &to, 0, word.size());
                self.open.queue.submit([encoder.finish()]);
                if run::contents(&self.open, &to)?
                    .iter()
                    .any(|&byte| byte != 0)
                {
                    return Err(Failure::NotTranslated {
                        reason: wgsl::PARTED.to_owned(),
                    });
                }
            }
        }
        Ok(Measured::Timed(samples))
    }

    /// Lets the device compute what nobody reads.
    fn warm_up(&mut self) -> Result<(), Failure> {
        let device = &self.open.device;
        let memory = self.made(4)?;
        let pipeline = self.busy_kernel.get_or_insert_with(|| {
            let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
                label: None,
                source: wgpu::ShaderSource::Wgsl(BUSY_KERNEL.into()),
            });
            device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                label: None,
                layout: None,
                module: &module,
                entry_point: None,
                compilation_options: Default::default(),
                cache: None,
            })
        });
        let bound = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &pipeline.get_bind_group_layout(0),
            entries: &[wgpu::BindGroupEntry {
                binding: 0,
                resource: memory.as_entire_binding(),
            }],
        });
        let begin = Instant::now();
        while begin.elapsed() < WARM_UP {
            let mut encoder = device.create_command_encoder(&Default::default());
            {
                let mut pass = encoder.begin_compute_pass(&Default::default());
                pass.set_pipeline(pipeline);
                pass.set_bind_group(0, &bound, &[]);
                pass.dispatch_workgroups(BUSY_GROUPS, 1, 1);
            }
            self.open.queue.submit([encoder.finish()]);
            run::wait(&self.open)?;
        }
        Ok(())
    }

    fn prepare(&mut self, known: &Listed, step: &Step<'_>) -> Result<Prepared, Failure> {
        let (open, buffers) = (&self.open, &self.buffers);
        let built = self
            .programs
            .get_mut(&step.program)
            .ok_or_else(|| refused("CL_INVALID_PROGRAM", "a program that was never built"))?;
        // The buffers lie on the device: their sizes were checked when they were made.
        let arguments = step.arguments.iter().map(|argument| match argument {
            StepArgument::Buffer(_) => RunArgument::Poisoned {
                scalar: launch::Scalar::UInt,
                bytes: 0,
            },
            StepArgument::Value(bytes) => RunArgument::Value(Bytes::new(bytes)),
            StepArgument::Local(bytes) => RunArgument::Local(*bytes),
        });
        let given = Run {
            kernel: &step.kernel,
            arguments: arguments.collect(),
            range: Cow::Borrowed(&step.range),
            offset: Cow::Borrowed(&[]),
        };
        let fit = wgsl::fit(&built.program, &given, &known.limits)?;
        let ready = built.ready(
            &open.device,
            &known.limits,
            &step.kernel,
            // What the course measures computes with numbers alone.
            wgsl::Launch {
                no_nan: true,
                ..fit.launch.clone()
            },
        )?;
        let most = known.limits.groups;
        let (groups, block) = wgsl::block_of_resident(&ready.shader, &given, &fit, most);
        let storage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC;
        let mut own = vec![(
            0,
            run::buffer(&open.device, &block, wgpu::BufferUsages::UNIFORM),
        )];
        for (number, bytes) in &ready.shader.tables {
            own.push((*number, run::buffer(&open.device, bytes, storage)));
        }
        let parted = ready
            .shader
            .parted
            .map(|number| (number, run::buffer(&open.device, &[0; 16], storage)));
        let mut entries = Vec::new();
        for (binding, buffer) in own.iter().chain(&parted) {
            entries.push((*binding, buffer));
        }
        for binding in &ready.shader.bindings {
            let &[parameter] = &binding.parameters[..] else {
                return Err(Failure::NotTranslated {
                    reason: "cannot be measured here: a pointer may point into several buffers"
                        .to_owned(),
                });
            };
            let StepArgument::Buffer(number) = &step.arguments[parameter] else {
                return Err(refused("CL_INVALID_ARG_VALUE", "an argument"));
            };
            let found = buffers.get(number);
            let buffer = found
                .ok_or_else(|| refused("CL_INVALID_MEM_OBJECT", "a buffer that was never made"))?;
            entries.push((binding.number, buffer));
        }
        let entries: Vec<_> = entries
            .into_iter()
            .map(|(binding, buffer)| wgpu::BindGroupEntry {
                binding,
                resource: buffer.as_entire_binding(),
            })
            .collect();
        let bound = open.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &ready.layout,
            entries: &entries,
        });
        Ok(Prepared {
            ready,
            bound,
            groups,
            parted: parted.map(|(_, buffer)| buffer),
        })
    }

    fn sample(
        &self,
        prepared: &[Prepared],
        batch: u32,
        flush: Option<&wgpu::Buffer>,
    ) -> Result<Sample, Failure> {
        let device = &self.open.device;
        if let Some(buffer) = flush {
            let mut encoder = device.create_command_encoder(&Default::default());
            encoder.clear_buffer(buffer, 0, None);
            self.open.queue.submit([encoder.finish()]);
            run::wait(&self.open)?;
        }
        let stamps = run::Stamps::of(device);
        let scope = device.push_error_scope(wgpu::ErrorFilter::Validation);
        let mut encoder = device.create_command_encoder(&Default::default());
        {
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
                label: None,
                timestamp_writes: stamps.as_ref().map(run::Stamps::writes),
            });
            for _ in 0..batch {
                for step in prepared {
                    pass.set_pipeline(&step.ready.pipeline);
                    pass.set_bind_group(0, &step.bound, &[]);
                    let [x, y, z] = step.groups;
                    pass.dispatch_workgroups(x, y, z);
                }
            }
        }
        let times = stamps.map(|stamps| stamps.resolved(device, &mut encoder));
        let commands = encoder.finish();
        if let Some(error) = pollster::block_on(scope.pop()) {
            return Err(refused(&error.to_string(), "the launch"));
        }
        let before = Instant::now();
        self.open.queue.submit([commands]);
        run::wait(&self.open)?;
        let wall = nanoseconds(before);
        let device = times
            .map(|times| run::between(&self.open, &times))
            .transpose()?;
        Ok(Sample {
            wall,
            device,
            wait: None,
        })
    }
}

fn check_size(known: &Listed, bytes: usize) -> Result<(), Failure> {
    if bytes as u64 > known.limits.buffer {
        return Err(Failure::short(
            "CL_INVALID_BUFFER_SIZE",
            Resource::GlobalMemory,
            bytes as u64,
            known.limits.buffer,
        ));
    }
    Ok(())
}

fn refused(code: &str, call: &str) -> Failure {
    Failure::Refused {
        code: code.to_owned(),
        call: call.to_owned(),
    }
}

fn nanoseconds(since: Instant) -> u64 {
    u64::try_from(since.elapsed().as_nanos()).unwrap_or(u64::MAX)
}
