//! `grader-device`: builds and runs OpenCL kernels for `grader`, as its child process.
//!
//! It is the only program of the project that links OpenCL, and it is never the process that
//! judges: a kernel on a CPU device is native code in here, so this process may be crashed, hung or
//! corrupted by one at any time. Invariants:
//!
//! - It speaks [`launch::protocol`] on the descriptors it was started with and nothing else does:
//!   they are moved away at the start, before any driver is loaded, and what a driver or a kernel
//!   prints goes to a bounded capture or nowhere.
//! - It decides nothing about right and wrong. Buffers go back as they are, guards included, and
//!   the parent compares.
//! - It ends with its parent: at the end of standard input at once, whatever a kernel is doing,
//!   and on Linux also by the parent-death signal.
//! - For an untrusted kernel it enters a sandbox before it reads any of its text (`sandbox`).
//! - `unsafe` is in the modules `opencl` and `vendor`, the calls of foreign interfaces, where inherited
//!   descriptors are closed, and where Windows is asked to move the streams (`system`).

mod arena;
mod arguments;
mod devices;
mod failure;
mod measure;
mod opencl;
mod printf;
mod program;
mod sandbox;
mod session;
mod system;
mod vendor;

use child_streams::Streams;
use launch::protocol;
use sandbox::Sandbox;
use std::process::ExitCode;
use system::{end, take_streams};

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    let sandbox = match arguments.next() {
        None => None,
        Some(argument) if argument == "--version" => {
            println!(
                "grader-device {} (protocol {})",
                env!("CARGO_PKG_VERSION"),
                protocol::VERSION
            );
            return ExitCode::SUCCESS;
        }
        Some(argument) if argument == "--sandbox" => match Sandbox::parse(arguments) {
            Some(sandbox) => Some(sandbox),
            None => {
                eprintln!("grader-device: --sandbox wants `build|run cpu|gpu MEMORY FOLDER`");
                return ExitCode::from(2);
            }
        },
        Some(argument) => {
            eprintln!(
                "grader-device: unknown argument {argument:?}; `grader` starts this program, \
                 by hand it takes --version alone"
            );
            return ExitCode::from(2);
        }
    };
    let entered = match sandbox {
        Some(sandbox) => {
            let missing = sandbox::enter(&sandbox);
            Ok(Some((sandbox, missing)))
        }
        None => sandbox::own().map(|()| None),
    };
    let ready = entered.and_then(|boxed| Ok((Streams::over(take_streams()?, end)?, boxed)));
    match ready {
        Ok((streams, boxed)) => session::serve(streams, boxed),
        Err(error) => {
            eprintln!("grader-device: cannot set up its streams: {error}");
            ExitCode::from(2)
        }
    }
}
