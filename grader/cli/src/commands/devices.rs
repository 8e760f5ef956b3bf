//! `grader devices`

use super::Exit;
use crate::arguments::{Devices, Format};
use crate::device::no_device::NoDevice;
use crate::refusal::Refusal;
use crate::render::{self, json};
use crate::session::Session;
use runner::{Options, Runner};

pub(super) fn run(arguments: &Devices, session: &Session) -> Result<Exit, Refusal> {
    let mut runner = Runner::start(Options::default()).map_err(NoDevice::Start)?;
    let devices = runner.devices().map_err(NoDevice::Fault)?;
    if devices.is_empty() {
        return Err(NoDevice::None.into());
    }
    let text = match arguments.format {
        Format::Text => render::devices(session.page, devices),
        Format::Json => json::devices(devices),
    };
    session.show(&text, None)?;
    Ok(Exit::Good)
}
