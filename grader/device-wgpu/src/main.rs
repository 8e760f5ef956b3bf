//! `grader-wgpu`: runs OpenCL kernels for `grader` on a device of Vulkan, Metal or D3D12, as its child process.
//!
//! It speaks the protocol of `grader-device` ([`launch::protocol`]) and is started in its place. A program is read by
//! the front end and becomes a shader for each shape of launch ([`wgsl`]); what has no sure form is refused.
//!
//! - It decides nothing about right and wrong: buffers lie between guard bands and start poisoned, and go back as they
//!   are.
//! - It ends with its parent: at the end of standard input at once, whatever a kernel is doing. A kernel that hangs
//!   is ended with this process, by the parent's deadline; the system's own watchdog may end it before.
//! - It has no sandbox for other people's kernels, and refuses to be started with one.
//! - `unsafe` is nowhere in it.

mod adapters;
mod measure;
mod program;
mod run;
mod session;
mod system;

use child_streams::Streams;
use launch::protocol::VERSION;
use std::process::ExitCode;

fn main() -> ExitCode {
    match std::env::args_os().nth(1) {
        None => {}
        Some(argument) if argument == "--version" => {
            println!(
                "grader-wgpu {} (protocol {VERSION})",
                env!("CARGO_PKG_VERSION")
            );
            return ExitCode::SUCCESS;
        }
        Some(argument) => {
            eprintln!(
                "grader-wgpu: unknown argument {argument:?}; `grader` starts this program, by hand it takes \
                 --version alone"
            );
            return ExitCode::from(2);
        }
    }
    let streams = system::take_streams();
    match streams.and_then(|streams| Streams::over(streams, system::end)) {
        Ok(streams) => session::serve(streams),
        Err(error) => {
            eprintln!("grader-wgpu: cannot set up its streams: {error}");
            ExitCode::from(2)
        }
    }
}
