//! The device that `bench` and `tune` measure.

use crate::device::no_device::NoDevice;
use crate::refusal::Refusal;
use launch::protocol::Device;
use runner::{Bench, Options};

/// Opens the device of that index, or the first there is.
pub fn open(index: Option<usize>) -> Result<(Bench, Device), Refusal> {
    let mut bench = Bench::start(Options::default()).map_err(NoDevice::Start)?;
    let devices = bench.devices().map_err(NoDevice::Fault)?;
    let found = match index {
        None => devices.first().ok_or(NoDevice::None)?,
        Some(asked) => devices.get(asked).ok_or(NoDevice::NoSuchDevice {
            asked,
            there: devices.len(),
        })?,
    };
    let device = found.clone();
    bench
        .open(device.clone())
        .map_err(|error| Refusal::Measuring(studies::Stop::from(error).reason()))?;
    Ok((bench, device))
}
