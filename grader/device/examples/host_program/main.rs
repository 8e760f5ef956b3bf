//! A whole host program in Rust: `y = alpha * x + y` on the first device there is. The book's chapter
//! on the host program shows it piece by piece.
//!
//! `cargo run -p grader-device --example host_program` runs it; with the word `timing` after `--` it
//! measures instead, as the chapter on timing tells.
//!
//! The tests below run every piece on the device of this machine. What `grader-device` itself does is
//! closer to OpenCL's C interface, and waits nowhere without a deadline.
#![allow(unsafe_code)] // A launch is unsafe: the compiler cannot see what a kernel does to memory.

mod errors;
mod order;
mod timing;

use ocl::flags::MemFlags;
use ocl::{Buffer, Context, Device, Kernel, Platform, Program, Queue};
use std::error::Error;

/// The course's own answer to the second exercise.
const SAXPY: &str = include_str!("../../../../solutions/02-saxpy/kernel.cl");

/// Work-items of a work-group.
const LOCAL: usize = 64;

fn main() -> Result<(), Box<dyn Error>> {
    let device = choose()?;
    if std::env::args().nth(1).as_deref() == Some("timing") {
        print!("{}", timing::report(device)?);
        return Ok(());
    }
    list()?;
    let x: Vec<f32> = (0..1000u16).map(f32::from).collect();
    let y = vec![1.0; x.len()];
    for (name, way) in [
        ("blocking", saxpy as order::Way),
        ("in order", order::in_order),
        ("by events", order::by_events),
        ("by a marker", order::by_marker),
    ] {
        let result = way(device, 2.0, &x, &y)?;
        println!("{name}: 2 * 999 + 1 = {}", result[999]);
    }
    println!("{}", errors::build_log(device));
    for refused in errors::refusals(device)? {
        println!("{refused}");
    }
    Ok(())
}

// ANCHOR: list
/// Prints every platform with its devices.
fn list() -> Result<(), Box<dyn Error>> {
    for platform in Platform::list() {
        println!("{}", platform.name()?);
        for device in Device::list_all(platform)? {
            println!("  {} of {}", device.name()?, device.vendor()?);
        }
    }
    Ok(())
}
// ANCHOR_END: list

// ANCHOR: choose
/// The first device of the first platform; an error where there is none.
fn choose() -> ocl::Result<Device> {
    let platform = Platform::first()?;
    Device::first(platform)
}
// ANCHOR_END: choose

/// `alpha * x + y`, computed on the device.
fn saxpy(device: Device, alpha: f32, x: &[f32], y: &[f32]) -> ocl::Result<Vec<f32>> {
    // ANCHOR: context
    let context = Context::builder().devices(device).build()?;
    let queue = Queue::new(&context, device, None)?;
    // ANCHOR_END: context

    // ANCHOR: program
    let program = Program::builder()
        .src(SAXPY)
        .devices(device)
        .cmplr_opt("-cl-std=CL1.2")
        .build(&context)?;
    // ANCHOR_END: program

    // ANCHOR: buffers
    let on_device = |flags, data: &[f32]| {
        Buffer::<f32>::builder()
            .queue(queue.clone())
            .flags(flags)
            .len(data.len())
            .copy_host_slice(data)
            .build()
    };
    let x_buffer = on_device(MemFlags::new().read_only(), x)?;
    let y_buffer = on_device(MemFlags::new().read_write(), y)?;
    // ANCHOR_END: buffers

    // ANCHOR: kernel
    let n = u32::try_from(x.len()).expect("the kernel's n is a uint");
    let kernel = Kernel::builder()
        .program(&program)
        .name("saxpy")
        .queue(queue.clone())
        .arg(alpha)
        .arg(&x_buffer)
        .arg(&y_buffer)
        .arg(n)
        .global_work_size(x.len().next_multiple_of(LOCAL))
        .local_work_size(LOCAL)
        .build()?;
    // ANCHOR_END: kernel

    // ANCHOR: launch
    // SAFETY: the kernel compares its index with `n`, which is the length of both buffers.
    unsafe { kernel.enq()? };

    let mut result = vec![0.0; y.len()];
    y_buffer.read(&mut result).enq()?;
    // ANCHOR_END: launch
    Ok(result)
}

/// The device of the tests. They run side by side, and PoCL 3.1 tells all but one of several threads that ask
/// for the first time at once that there is none.
#[cfg(test)]
fn device() -> Device {
    static FIRST: std::sync::OnceLock<Device> = std::sync::OnceLock::new();
    *FIRST.get_or_init(|| choose().expect("a device"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_device_computes_what_the_host_computes() {
        let device = device();
        for n in [1, 63, 64, 65, 1000] {
            let x: Vec<f32> = (0..n).map(|i| f32::from(i as u16)).collect();
            let y: Vec<f32> = x.iter().map(|x| 3.0 - x).collect();
            let result = saxpy(device, 2.0, &x, &y).expect("a result");
            let expected: Vec<f32> = x.iter().zip(&y).map(|(x, y)| 2.0 * x + y).collect();
            assert_eq!(result, expected, "n = {n}");
        }
    }

    #[test]
    fn every_platform_is_listed_with_its_devices() {
        device();
        list().expect("platforms and devices");
        assert!(!Platform::list().is_empty());
    }
}
