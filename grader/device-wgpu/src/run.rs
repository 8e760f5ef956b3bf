//! One launch.

use crate::adapters::Listed;
use crate::program::{Built, Ready};
use launch::protocol::{Failure, Run};
use wgsl::{BoundKind, Placed};

/// What is run on, and where its commands go.
pub(crate) struct Open {
    pub(crate) device: wgpu::Device,
    pub(crate) queue: wgpu::Queue,
}

/// The buffers with their guards and the images, in the order of the arguments, and the time on the device.
pub(crate) struct Launched {
    pub(crate) buffers: Vec<Vec<u8>>,
    pub(crate) images: Vec<Vec<u8>>,
    pub(crate) nanoseconds: Option<u64>,
}

pub(crate) fn run(
    known: &Listed,
    open: &Open,
    built: &mut Built,
    run: &Run<'_>,
) -> Result<Launched, Failure> {
    let limits = &known.limits;
    let fit = wgsl::fit(&built.program, run, limits)?;
    let ready = built.ready(&open.device, limits, run.kernel, fit.launch.clone())?;
    let mut placed = Placed::of(&ready.shader, run, &fit, limits.groups);
    let nanoseconds = dispatch(open, &ready, &mut placed)?;
    if placed.parted(&ready.shader) {
        return Err(Failure::NotTranslated {
            reason: wgsl::PARTED.to_owned(),
        });
    }
    Ok(Launched {
        buffers: placed.buffers(run),
        images: placed.images(run),
        nanoseconds,
    })
}

/// Launches, and writes what it left into `placed`. The time on the device in nanoseconds.
fn dispatch(open: &Open, ready: &Ready, placed: &mut Placed) -> Result<Option<u64>, Failure> {
    let device = &open.device;
    let scope = device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
    let validation = device.push_error_scope(wgpu::ErrorFilter::Validation);
    let storage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC;
    let made: Vec<wgpu::Buffer> = placed
        .bound
        .iter()
        .map(|bound| {
            let usage = match bound.kind {
                BoundKind::Uniform => wgpu::BufferUsages::UNIFORM,
                BoundKind::Read | BoundKind::Written => storage,
            };
            buffer(device, &bound.bytes, usage)
        })
        .collect();
    let entries: Vec<_> = placed
        .bound
        .iter()
        .zip(&made)
        .map(|(bound, buffer)| wgpu::BindGroupEntry {
            binding: bound.number,
            resource: buffer.as_entire_binding(),
        })
        .collect();
    let bound = device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &ready.layout,
        entries: &entries,
    });
    let stamps = Stamps::of(device);
    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    {
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
            label: None,
            timestamp_writes: stamps.as_ref().map(Stamps::writes),
        });
        pass.set_pipeline(&ready.pipeline);
        pass.set_bind_group(0, &bound, &[]);
        let [x, y, z] = placed.groups;
        pass.dispatch_workgroups(x, y, z);
    }
    // What comes back: the buffers that are written, and the times.
    let mut back = Vec::new();
    for (index, (bound, from)) in placed.bound.iter().zip(&made).enumerate() {
        if bound.kind == BoundKind::Written {
            let to = readable(device, from.size());
            encoder.copy_buffer_to_buffer(from, 0, &to, 0, from.size());
            back.push((index, to));
        }
    }
    let times = stamps.map(|stamps| stamps.resolved(device, &mut encoder));
    open.queue.submit([encoder.finish()]);
    let error = pollster::block_on(validation.pop());
    if let Some(error) = error.or(pollster::block_on(scope.pop())) {
        return Err(Failure::Refused {
            code: error.to_string(),
            call: "the launch".to_owned(),
        });
    }
    for (index, buffer) in &back {
        placed.bound[*index].bytes = contents(open, buffer)?;
    }
    times.map(|times| between(open, &times)).transpose()
}

/// The device's times of the begin and the end of a pass.
pub(crate) struct Stamps(wgpu::QuerySet);

impl Stamps {
    /// None where the device has no clock.
    pub(crate) fn of(device: &wgpu::Device) -> Option<Stamps> {
        let timed = device.features().contains(wgpu::Features::TIMESTAMP_QUERY);
        timed.then(|| {
            Stamps(device.create_query_set(&wgpu::QuerySetDescriptor {
                label: None,
                ty: wgpu::QueryType::Timestamp,
                count: 2,
            }))
        })
    }

    pub(crate) fn writes(&self) -> wgpu::ComputePassTimestampWrites<'_> {
        wgpu::ComputePassTimestampWrites {
            query_set: &self.0,
            beginning_of_pass_write_index: Some(0),
            end_of_pass_write_index: Some(1),
        }
    }

    /// The buffer that they are written into.
    pub(crate) fn resolved(
        self,
        device: &wgpu::Device,
        encoder: &mut wgpu::CommandEncoder,
    ) -> wgpu::Buffer {
        let resolved = device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: 16,
            usage: wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC,
            mapped_at_creation: false,
        });
        encoder.resolve_query_set(&self.0, 0..2, &resolved, 0);
        let to = readable(device, 16);
        encoder.copy_buffer_to_buffer(&resolved, 0, &to, 0, 16);
        to
    }
}

/// The nanoseconds between the two times of a buffer.
pub(crate) fn between(open: &Open, times: &wgpu::Buffer) -> Result<u64, Failure> {
    let bytes = contents(open, times)?;
    let stamp = |at: usize| {
        let bytes = bytes[at * 8..at * 8 + 8].first_chunk().copied();
        u64::from_le_bytes(bytes.unwrap_or_default())
    };
    let ticks = stamp(1).saturating_sub(stamp(0));
    Ok((ticks as f64 * f64::from(open.queue.get_timestamp_period())) as u64)
}

pub(crate) fn buffer(
    device: &wgpu::Device,
    bytes: &[u8],
    usage: wgpu::BufferUsages,
) -> wgpu::Buffer {
    use wgpu::util::DeviceExt;
    device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
        label: None,
        contents: bytes,
        usage,
    })
}

pub(crate) fn readable(device: &wgpu::Device, size: u64) -> wgpu::Buffer {
    device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size,
        usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
        mapped_at_creation: false,
    })
}

fn lost(error: &dyn std::fmt::Display) -> Failure {
    Failure::DeviceLost {
        code: error.to_string(),
    }
}

/// Waits until the commands before are done.
pub(crate) fn wait(open: &Open) -> Result<(), Failure> {
    let polled = open.device.poll(wgpu::PollType::wait_indefinitely());
    polled.map(|_| ()).map_err(|error| lost(&error))
}

/// The contents of a buffer once the commands before are done.
pub(crate) fn contents(open: &Open, buffer: &wgpu::Buffer) -> Result<Vec<u8>, Failure> {
    let (sender, receiver) = std::sync::mpsc::channel();
    buffer.map_async(wgpu::MapMode::Read, .., move |mapped| {
        let _ = sender.send(mapped);
    });
    wait(open)?;
    match receiver.recv() {
        Ok(Ok(())) => {}
        Ok(Err(error)) => return Err(lost(&error)),
        Err(error) => return Err(lost(&error)),
    }
    let view = buffer.get_mapped_range(..).map_err(|error| lost(&error))?;
    Ok(view.to_vec())
}
