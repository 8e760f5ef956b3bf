//! Devices of WebGPU (Vulkan, Metal, D3D12), through `grader-wgpu` where that lies beside this program. In every list
//! they come after those of OpenCL, and their numbers go on from there.

use launch::protocol::Device;
use runner::{Options, Runner, adapters_program};

/// How the program is started; none where it is not there.
pub fn options() -> Option<Options> {
    let program = adapters_program()?;
    Some(Options {
        program: Some(program),
        ..Options::default()
    })
}

/// The program, started; none where it is not there or does not start.
pub fn start() -> Option<Runner> {
    Runner::start(options()?).ok()
}

/// The devices, numbered behind that number of others.
pub fn list(behind: usize) -> Vec<Device> {
    let Some(mut runner) = start() else {
        return Vec::new();
    };
    let devices = runner.devices().unwrap_or_default().iter();
    let numbered = devices.map(|device| Device {
        index: device.index + behind,
        ..device.clone()
    });
    numbered.collect()
}
