//! What orders commands: an in-order queue by itself, an out-of-order queue by events and markers.
//!
//! Each function computes `alpha * x + y` by the same four commands: two transfers there, a launch,
//! a transfer back.

use crate::{LOCAL, SAXPY};
use ocl::flags::CommandQueueProperties;
use ocl::{Buffer, Context, Device, Event, EventList, Kernel, Program, Queue};

/// One of several ways to compute `alpha * x + y` on a device.
pub(crate) type Way = fn(Device, f32, &[f32], &[f32]) -> ocl::Result<Vec<f32>>;

/// The device's side of a computation: empty buffers and a kernel over them.
struct Prepared {
    queue: Queue,
    x: Buffer<f32>,
    y: Buffer<f32>,
    kernel: Kernel,
}

/// Buffers, program and kernel over a queue with these properties; an error where the device has none.
fn prepare(
    device: Device,
    properties: Option<CommandQueueProperties>,
    alpha: f32,
    n: usize,
) -> ocl::Result<Prepared> {
    let context = Context::builder().devices(device).build()?;
    // ANCHOR: queue
    let queue = Queue::new(&context, device, properties)?;
    // ANCHOR_END: queue
    let empty = || Buffer::<f32>::builder().queue(queue.clone()).len(n).build();
    let (x, y) = (empty()?, empty()?);
    let program = Program::builder()
        .src(SAXPY)
        .devices(device)
        .build(&context)?;
    let kernel = Kernel::builder()
        .program(&program)
        .name("saxpy")
        .queue(queue.clone())
        .arg(alpha)
        .arg(&x)
        .arg(&y)
        .arg(u32::try_from(n).expect("the kernel's n is a uint"))
        .global_work_size(n.next_multiple_of(LOCAL))
        .local_work_size(LOCAL)
        .build()?;
    Ok(Prepared {
        queue,
        x,
        y,
        kernel,
    })
}

/// The order of the calls is the order of the commands; the host waits once, at the end.
pub(crate) fn in_order(device: Device, alpha: f32, x: &[f32], y: &[f32]) -> ocl::Result<Vec<f32>> {
    let on = prepare(device, None, alpha, x.len())?;
    let mut result = vec![0.0; y.len()];
    // ANCHOR: in-order
    // SAFETY: `x` and `y` stay where they are, and nobody reads `result`, until the queue is empty.
    unsafe {
        on.x.write(x).block(false).enq()?;
        on.y.write(y).block(false).enq()?;
        on.kernel.enq()?;
        on.y.read(&mut result).block(false).enq()?;
    }
    on.queue.finish()?;
    // ANCHOR_END: in-order
    Ok(result)
}

/// Each command names the events it waits for, and gives an event of its own.
pub(crate) fn by_events(device: Device, alpha: f32, x: &[f32], y: &[f32]) -> ocl::Result<Vec<f32>> {
    // ANCHOR: properties
    let properties = CommandQueueProperties::new().out_of_order();
    // ANCHOR_END: properties
    let on = prepare(device, Some(properties), alpha, x.len())?;
    let mut result = vec![0.0; y.len()];
    // ANCHOR: by-events
    let mut there = EventList::with_capacity(2);
    let mut computed = Event::empty();
    let mut back = Event::empty();
    // SAFETY: `x` and `y` stay where they are, and nobody reads `result`, until `back` is complete.
    unsafe {
        on.x.write(x).block(false).enew(&mut there).enq()?;
        on.y.write(y).block(false).enew(&mut there).enq()?;
        on.kernel.cmd().ewait(&there).enew(&mut computed).enq()?;
        on.y.read(&mut result)
            .block(false)
            .ewait(&computed)
            .enew(&mut back)
            .enq()?;
    }
    on.queue.flush()?;
    back.wait_for()?;
    // ANCHOR_END: by-events
    Ok(result)
}

/// A marker is complete when all that stood in the queue before it is.
pub(crate) fn by_marker(device: Device, alpha: f32, x: &[f32], y: &[f32]) -> ocl::Result<Vec<f32>> {
    let properties = CommandQueueProperties::new().out_of_order();
    let on = prepare(device, Some(properties), alpha, x.len())?;
    let mut result = vec![0.0; y.len()];
    // ANCHOR: marker
    // SAFETY: `x` and `y` stay where they are until the marker, and with it both writes, is complete.
    unsafe {
        on.x.write(x).block(false).enq()?;
        on.y.write(y).block(false).enq()?;
    }
    let there = on.queue.enqueue_marker(None::<&Event>)?;
    let mut computed = Event::empty();
    // SAFETY: the kernel compares its index with the length of both buffers.
    unsafe { on.kernel.cmd().ewait(&there).enew(&mut computed).enq()? };
    on.y.read(&mut result).ewait(&computed).enq()?;
    // ANCHOR_END: marker
    Ok(result)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device;

    #[test]
    fn each_way_of_ordering_commands_gives_the_same_result() {
        let device = device();
        let x: Vec<f32> = (0..1000u16).map(f32::from).collect();
        let y: Vec<f32> = x.iter().map(|x| 7.0 - x).collect();
        let expected: Vec<f32> = x.iter().zip(&y).map(|(x, y)| 3.0 * x + y).collect();
        for way in [in_order as Way, by_events, by_marker] {
            assert_eq!(way(device, 3.0, &x, &y).expect("a result"), expected);
        }
    }
}
