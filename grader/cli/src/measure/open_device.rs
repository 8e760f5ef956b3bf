//! The device that `bench` and `tune` measure: one of OpenCL, or of WebGPU by its number behind those.

use crate::device::adapters;
use crate::device::no_device::NoDevice;
use crate::refusal::{MeasuringRefusal, Refusal};
use launch::protocol::Device;
use runner::{Bench, Options};

/// Opens the device of that number in `grader devices`, or the first one of OpenCL.
pub fn open(index: Option<usize>) -> Result<(Bench, Device), Refusal> {
    let (mut bench, device) = find(index)?;
    bench
        .open(device.clone())
        .map_err(|error| MeasuringRefusal::Device(studies::Stop::from(error).reason()))?;
    Ok((bench, device))
}

fn find(index: Option<usize>) -> Result<(Bench, Device), NoDevice> {
    let of_opencl = Bench::start(Options::default())
        .map_err(NoDevice::Start)
        .and_then(with_devices);
    let (error, count) = match of_opencl {
        Ok((bench, devices)) => {
            if let Some(device) = devices.get(index.unwrap_or(0)) {
                return Ok((bench, device.clone()));
            }
            let count = devices.len();
            (NoDevice::among(count, index), count)
        }
        Err(error) if error.is_absent() => (error, 0),
        Err(error) => return Err(error),
    };
    let (Some(index), Some(options)) = (index, adapters::options()) else {
        return Err(error);
    };
    let started = Bench::start(options).map_err(NoDevice::Start)?;
    let (bench, adapters) = with_devices(started)?;
    match adapters.get(index - count) {
        Some(device) => Ok((bench, device.clone())),
        None => Err(NoDevice::NoSuchDevice {
            index,
            count: count + adapters.len(),
        }),
    }
}

fn with_devices(mut bench: Bench) -> Result<(Bench, Vec<Device>), NoDevice> {
    let devices = bench.devices().map_err(NoDevice::Fault)?;
    Ok((bench, devices))
}
