//! `grader devices`

use super::Exit;
use crate::arguments::{Devices, Format};
use crate::device::adapters;
use crate::device::no_device::NoDevice;
use crate::refusal::Refusal;
use crate::render::{self, json};
use crate::session::Session;
use launch::protocol::Device;
use runner::{Options, Runner};

pub(super) fn run(arguments: &Devices, session: &Session) -> Result<Exit, Refusal> {
    let found = of_opencl();
    let mut devices = found.as_ref().cloned().unwrap_or_default();
    devices.extend(adapters::list(devices.len()));
    if devices.is_empty() {
        return Err(found.err().unwrap_or(NoDevice::None).into());
    }
    let text = match arguments.format {
        Format::Text => render::devices(session.page, &devices),
        Format::Json => json::devices(&devices),
    };
    session.show(&text, None)?;
    Ok(Exit::Good)
}

fn of_opencl() -> Result<Vec<Device>, NoDevice> {
    let mut runner = Runner::start(Options::default()).map_err(NoDevice::Start)?;
    Ok(runner.devices().map_err(NoDevice::Fault)?.to_vec())
}
