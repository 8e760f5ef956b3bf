//! One launch.

use crate::adapters::{Listed, binding_size};
use crate::place::{self, Region};
use crate::program::{Built, NotReady, Ready};
use launch::pattern::GUARD_BYTES;
use launch::protocol::{
    ArgumentKind, ArgumentProblem, Failure, MAX_FRAME, Resource, Run, RunArgument, Shortage,
};
use opencl_c::program::{Function, Program};
use opencl_c::types::{AddressSpace, Type};

/// Work-items of a sub-group: stretches of the work-group, through local memory.
const SUB_GROUP: u32 = 32;

/// Work-items of a work-group whose size is left open.
const CHOSEN: usize = 64;

/// What is run on, and where its commands go.
pub(crate) struct Open {
    pub(crate) device: wgpu::Device,
    pub(crate) queue: wgpu::Queue,
}

/// The buffers with their guards, in the order of the arguments, and the time on the device.
pub(crate) struct Launched {
    pub(crate) buffers: Vec<Vec<u8>>,
    pub(crate) nanoseconds: Option<u64>,
}

pub(crate) fn run(
    known: &Listed,
    open: &Open,
    built: &mut Built,
    run: &Run<'_>,
) -> Result<Launched, Failure> {
    let program = &built.program;
    let Some((_, function)) = program
        .kernels()
        .find(|(_, function)| &*function.name == run.kernel)
    else {
        return Err(Failure::NoSuchKernel {
            kernel: run.kernel.to_owned(),
            kernels: built
                .kernels()
                .into_iter()
                .map(|kernel| kernel.name)
                .collect(),
        });
    };
    check_arguments(program, function, &run.arguments)?;
    run.range.validate().map_err(Failure::Range)?;
    let required = function.kernel.as_ref();
    let required = required
        .and_then(|kernel| kernel.required_work_group_size)
        .map(|sizes| sizes.map(|size| size as usize));
    let local = group(known, run, required)?;
    check_memory(known, run)?;
    let sizes = |at: usize| (run.range.global.get(at).copied().unwrap_or(1) / local[at]) as u32;
    let groups = [sizes(0), sizes(1), sizes(2)];
    let most = known.adapter.limits().max_compute_workgroups_per_dimension;
    let folded = groups.iter().any(|&count| count > most);
    let launch = wgsl::Launch {
        local: local.map(|size| size as u32),
        folded,
        local_memory: run
            .arguments
            .iter()
            .map(|argument| match argument {
                RunArgument::Local(bytes) => *bytes as u32,
                _ => 0,
            })
            .collect(),
        sub_group: SUB_GROUP,
        // Drivers of processors multiply and add, each rounded.
        fused: known.device.kind == "GPU",
    };
    let ready = built
        .ready(&open.device, run.kernel, launch)
        .map_err(|not| match not {
            NotReady::Refused(text) => Failure::Refused {
                code: text,
                call: "the translation to WGSL".to_owned(),
            },
            NotReady::Invalid(text) => Failure::Refused {
                code: text,
                call: "the compilation of WGSL".to_owned(),
            },
        })?;
    let asked = u64::from(ready.shader.local_memory);
    let available = known.device.local_memory;
    if asked > available {
        return Err(short(
            "CL_OUT_OF_RESOURCES",
            Resource::LocalMemory,
            asked,
            available,
        ));
    }
    dispatch(open, &ready, run, groups, folded.then_some(most))
}

fn dispatch(
    open: &Open,
    ready: &Ready,
    run: &Run<'_>,
    groups: [u32; 3],
    most: Option<u32>,
) -> Result<Launched, Failure> {
    let device = &open.device;
    let shader = &ready.shader;
    let regions = place::regions(shader, run);
    let total: u64 = groups.iter().map(|&count| u64::from(count)).product();
    let row = most.map_or(0, |most| u64::from(most).min(total) as u32);
    let dispatched = match most {
        Some(_) => [row, total.div_ceil(row.into()) as u32, 1],
        None => groups,
    };
    let block = place::block(shader, run, &regions, groups, row);
    let scope = device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
    let validation = device.push_error_scope(wgpu::ErrorFilter::Validation);
    let storage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC;
    let mut made = vec![(0, buffer(device, &block, wgpu::BufferUsages::UNIFORM))];
    for region in &regions {
        made.push((region.binding, buffer(device, &region.bytes, storage)));
    }
    for (number, bytes) in &shader.tables {
        made.push((*number, buffer(device, bytes, storage)));
    }
    if let Some(number) = shader.parted {
        made.push((number, buffer(device, &[0; 16], storage)));
    }
    let entries: Vec<_> = made
        .iter()
        .map(|(binding, buffer)| wgpu::BindGroupEntry {
            binding: *binding,
            resource: buffer.as_entire_binding(),
        })
        .collect();
    let bound = device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &ready.layout,
        entries: &entries,
    });
    let timed = device.features().contains(wgpu::Features::TIMESTAMP_QUERY);
    let stamps = timed.then(|| {
        device.create_query_set(&wgpu::QuerySetDescriptor {
            label: None,
            ty: wgpu::QueryType::Timestamp,
            count: 2,
        })
    });
    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    {
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
            label: None,
            timestamp_writes: stamps.as_ref().map(|set| wgpu::ComputePassTimestampWrites {
                query_set: set,
                beginning_of_pass_write_index: Some(0),
                end_of_pass_write_index: Some(1),
            }),
        });
        pass.set_pipeline(&ready.pipeline);
        pass.set_bind_group(0, &bound, &[]);
        pass.dispatch_workgroups(dispatched[0], dispatched[1], dispatched[2]);
    }
    // What comes back: the buffers that are written, whether work-items parted, the times.
    let mut back = Vec::new();
    let wanted = |binding: u32| {
        regions
            .iter()
            .any(|region| region.binding == binding && region.written)
            || shader.parted == Some(binding)
    };
    for (binding, from) in &made {
        if wanted(*binding) {
            let to = readable(device, from.size());
            encoder.copy_buffer_to_buffer(from, 0, &to, 0, from.size());
            back.push((*binding, to));
        }
    }
    let times = stamps.map(|set| {
        let usage = wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC;
        let resolved = device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: 16,
            usage,
            mapped_at_creation: false,
        });
        encoder.resolve_query_set(&set, 0..2, &resolved, 0);
        let to = readable(device, 16);
        encoder.copy_buffer_to_buffer(&resolved, 0, &to, 0, 16);
        to
    });
    open.queue.submit([encoder.finish()]);
    let error = pollster::block_on(validation.pop());
    if let Some(error) = error.or(pollster::block_on(scope.pop())) {
        return Err(Failure::Refused {
            code: error.to_string(),
            call: "the launch".to_owned(),
        });
    }
    let mut read = Vec::new();
    for (binding, buffer) in &back {
        read.push((*binding, contents(open, buffer)?));
    }
    let found = |binding: u32| read.iter().find(|(of, _)| *of == binding);
    if let Some((_, word)) = shader.parted.and_then(found)
        && word[..4] != [0; 4]
    {
        return Err(Failure::Refused {
            code: "work-items of a work-group part before a barrier".to_owned(),
            call: "the launch".to_owned(),
        });
    }
    let nanoseconds = match &times {
        Some(buffer) => {
            let bytes = contents(open, buffer)?;
            let stamp = |at: usize| {
                let bytes = bytes[at * 8..at * 8 + 8].first_chunk().copied();
                u64::from_le_bytes(bytes.unwrap_or_default())
            };
            let ticks = stamp(1).saturating_sub(stamp(0));
            Some((ticks as f64 * f64::from(open.queue.get_timestamp_period())) as u64)
        }
        None => None,
    };
    Ok(Launched {
        buffers: buffers(run, &regions, |binding| {
            found(binding).map(|(_, bytes)| bytes)
        }),
        nanoseconds,
    })
}

/// The buffers of the arguments, in order, with their guards.
fn buffers<'a>(
    run: &Run<'_>,
    regions: &'a [Region],
    read: impl Fn(u32) -> Option<&'a Vec<u8>>,
) -> Vec<Vec<u8>> {
    let mut buffers = Vec::new();
    for argument in 0..run.arguments.len() {
        for region in regions {
            if let Some(range) = region.contents.get(&argument) {
                let bytes = read(region.binding).unwrap_or(&region.bytes);
                buffers.push(bytes[range.start - GUARD_BYTES..range.end + GUARD_BYTES].to_vec());
            }
        }
    }
    buffers
}

fn buffer(device: &wgpu::Device, bytes: &[u8], usage: wgpu::BufferUsages) -> wgpu::Buffer {
    use wgpu::util::DeviceExt;
    device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
        label: None,
        contents: bytes,
        usage,
    })
}

fn readable(device: &wgpu::Device, size: u64) -> wgpu::Buffer {
    device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size,
        usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
        mapped_at_creation: false,
    })
}

/// The contents of a buffer once the commands before are done.
fn contents(open: &Open, buffer: &wgpu::Buffer) -> Result<Vec<u8>, Failure> {
    let lost = |error: &dyn std::fmt::Display| Failure::DeviceLost {
        code: error.to_string(),
    };
    let (sender, receiver) = std::sync::mpsc::channel();
    buffer.map_async(wgpu::MapMode::Read, .., move |mapped| {
        let _ = sender.send(mapped);
    });
    open.device
        .poll(wgpu::PollType::wait_indefinitely())
        .map_err(|error| lost(&error))?;
    match receiver.recv() {
        Ok(Ok(())) => {}
        Ok(Err(error)) => return Err(lost(&error)),
        Err(error) => return Err(lost(&error)),
    }
    let view = buffer.get_mapped_range(..).map_err(|error| lost(&error))?;
    Ok(view.to_vec())
}

fn check_arguments(
    program: &Program,
    function: &Function,
    arguments: &[RunArgument<'_>],
) -> Result<(), Failure> {
    let wrong = |problem| Failure::Arguments {
        parameters: None,
        problem,
    };
    if arguments.len() != function.parameters {
        return Err(wrong(ArgumentProblem::Count {
            expected: function.parameters,
            given: arguments.len(),
        }));
    }
    for (argument, given) in arguments.iter().enumerate() {
        let ty = function.vars[argument].ty;
        let expected = match program.types.get(ty) {
            Type::Pointer {
                space: AddressSpace::Local,
                ..
            } => ArgumentKind::Local,
            Type::Pointer { .. } => ArgumentKind::Buffer,
            Type::Image(_) => ArgumentKind::Image,
            Type::Sampler => ArgumentKind::Sampler,
            _ => ArgumentKind::Value,
        };
        let kind = match given {
            RunArgument::Buffer { .. } | RunArgument::Poisoned { .. } | RunArgument::Null => {
                ArgumentKind::Buffer
            }
            RunArgument::Value(_) => ArgumentKind::Value,
            RunArgument::Local(_) => ArgumentKind::Local,
            RunArgument::Image { .. } => ArgumentKind::Image,
            RunArgument::Sampler(_) => ArgumentKind::Sampler,
        };
        if kind != expected {
            return Err(wrong(ArgumentProblem::Kind {
                argument,
                given: kind,
                expected: Some(expected),
            }));
        }
        let size = match given {
            RunArgument::Value(bytes) => bytes.len(),
            RunArgument::Local(bytes) => *bytes,
            _ => continue,
        };
        let wanted = match kind {
            ArgumentKind::Value => program.types.size(ty).map(|size| size as usize),
            _ => None,
        };
        if size == 0 || wanted.is_some_and(|wanted| wanted != size) {
            return Err(wrong(ArgumentProblem::Size {
                argument,
                given: size,
                expected: wanted,
            }));
        }
    }
    Ok(())
}

/// The size of a work-group: as asked, required or chosen.
fn group(
    known: &Listed,
    run: &Run<'_>,
    required: Option<[usize; 3]>,
) -> Result<[usize; 3], Failure> {
    let global = |at: usize| run.range.global.get(at).copied().unwrap_or(1);
    let local = match &run.range.local {
        Some(local) => [0, 1, 2].map(|at: usize| local.get(at).copied().unwrap_or(1)),
        None => {
            let mut left = CHOSEN;
            [0, 1, 2].map(|at| {
                let size = (1..=left)
                    .rev()
                    .find(|size| global(at).is_multiple_of(*size));
                let size = size.unwrap_or(1);
                left /= size;
                left = left.max(1);
                size
            })
        }
    };
    if let Some(required) = required
        && required != local
    {
        return Err(Failure::RequiredWorkGroup {
            required,
            asked: run.range.local.clone().unwrap_or_default(),
        });
    }
    let device = &known.device;
    for (dimension, (&asked, &limit)) in local.iter().zip(&device.max_work_item_sizes).enumerate() {
        if asked > limit {
            return Err(short(
                "CL_INVALID_WORK_ITEM_SIZE",
                Resource::WorkGroupDimension(dimension),
                asked as u64,
                limit as u64,
            ));
        }
    }
    let asked = local
        .iter()
        .fold(1u64, |product, &size| product.saturating_mul(size as u64));
    let limit = device.max_work_group_size as u64;
    if asked > limit {
        return Err(short(
            "CL_INVALID_WORK_GROUP_SIZE",
            Resource::WorkGroup,
            asked,
            limit,
        ));
    }
    Ok(local)
}

fn check_memory(known: &Listed, run: &Run<'_>) -> Result<(), Failure> {
    let available = binding_size(&known.adapter.limits());
    let mut total = 0;
    for (argument, given) in run.arguments.iter().enumerate() {
        let bytes = match given {
            RunArgument::Buffer { contents, .. } => contents.len() as u64,
            RunArgument::Poisoned { bytes, .. } => *bytes as u64,
            _ => continue,
        };
        // Several buffers may share a binding.
        total += bytes + 3 * GUARD_BYTES as u64;
        if total > available {
            return Err(short(
                "CL_INVALID_BUFFER_SIZE",
                Resource::Buffer { argument },
                total,
                available,
            ));
        }
    }
    let asked = run.reply_size();
    if asked > MAX_FRAME {
        return Err(short(
            "CL_OUT_OF_HOST_MEMORY",
            Resource::Message,
            asked as u64,
            MAX_FRAME as u64,
        ));
    }
    Ok(())
}

fn short(code: &str, resource: Resource, asked: u64, available: u64) -> Failure {
    Failure::OutOfResources {
        code: code.to_owned(),
        shortage: Some(Shortage {
            resource,
            asked,
            available,
        }),
    }
}
