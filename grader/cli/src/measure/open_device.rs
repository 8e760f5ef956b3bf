//! The device that `bench` and `tune` measure.

use crate::device::no_device::NoDevice;
use crate::refusal::{MeasuringRefusal, Refusal};
use launch::protocol::Device;
use runner::{Bench, Options};

/// Opens the device of that index, or the first one.
pub fn open(index: Option<usize>) -> Result<(Bench, Device), Refusal> {
    let mut bench = Bench::start(Options::default()).map_err(NoDevice::Start)?;
    let devices = bench.devices().map_err(NoDevice::Fault)?;
    let found = match index {
        None => devices.first().ok_or(NoDevice::None)?,
        Some(index) => devices.get(index).ok_or(NoDevice::NoSuchDevice {
            index,
            count: devices.len(),
        })?,
    };
    let device = found.clone();
    bench
        .open(device.clone())
        .map_err(|error| MeasuringRefusal::Device(studies::Stop::from(error).reason()))?;
    Ok((bench, device))
}
