//! The sandbox: the rights that this process gives up before it reads an untrusted program.
//!
//! An untrusted kernel takes two processes. One compiles: it may execute only the linker, and never launches
//! a kernel (though a driver may load what it has linked, so code of the program can run there too: its
//! sandbox is as strict as possible). The other runs: it executes no program, and once the program is loaded
//! it opens no file for writing and starts no thread ([`seal`]). Each has a folder of its own, which is
//! deleted with it.
//!
//! A trusted kernel runs in one process with the user's own cache, and with the protections that cost
//! nothing: no core files, no new privileges, no internet ([`own`]).
//!
//! Protections that the machine cannot enforce are no error: they are returned as a list, and the parent
//! decides. Nothing here is `unsafe` but the closing of inherited descriptors, which has a module of its own.
//!
//! The sandbox does not hide that a file exists and its length (neither Landlock nor a filter sees the path
//! of `stat`), the machine, and the time.

#[cfg(target_os = "linux")]
mod descriptors;
#[cfg(target_os = "linux")]
mod files;
#[cfg(target_os = "linux")]
mod limits;
#[cfg(all(
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64")
))]
mod system_calls;

/// The filters have the system call numbers of two architectures; elsewhere there is no filter, which is
/// reported.
#[cfg(all(
    target_os = "linux",
    not(any(target_arch = "x86_64", target_arch = "aarch64"))
))]
mod system_calls {
    use super::Sandbox;

    pub(super) fn restrict(_: &Sandbox) -> Result<(), ()> {
        Err(())
    }

    pub(super) fn seal(_: &Sandbox) -> Result<(), ()> {
        Err(())
    }

    pub(super) fn restrict_own() -> Result<(), ()> {
        Err(())
    }
}

use crate::system::no_core_files;
use launch::protocol::Protection;
use std::ffi::OsString;
use std::io;
use std::path::PathBuf;

/// The phase of this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    Compile,
    /// Running what another process has compiled.
    Run,
}

/// The requested sandbox.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sandbox {
    pub(crate) phase: Phase,
    /// Does the driver need the nodes of a GPU?
    pub(crate) gpu: bool,
    /// The most memory it may map, in bytes. A GPU's driver maps the whole device: there it is not
    /// bounded.
    pub(crate) memory: u64,
    /// The one folder that it may write to.
    pub(crate) folder: PathBuf,
}

impl Sandbox {
    /// Reads `STAGE cpu|gpu MEMORY FOLDER`, as the runner writes it after `--sandbox`.
    pub(crate) fn parse(mut arguments: impl Iterator<Item = OsString>) -> Option<Sandbox> {
        let mut next = || arguments.next();
        let phase = match next()?.to_str()? {
            "build" => Phase::Compile,
            "run" => Phase::Run,
            _ => return None,
        };
        let gpu = match next()?.to_str()? {
            "cpu" => false,
            "gpu" => true,
            _ => return None,
        };
        let sandbox = Sandbox {
            phase,
            gpu,
            memory: next()?.to_str()?.parse().ok()?,
            folder: PathBuf::from(next()?),
        };
        (sandbox.folder.is_absolute() && next().is_none()).then_some(sandbox)
    }
}

/// Enters the sandbox. To be called first: no other thread runs yet, and only the standard streams are open.
/// Returns the protections that could not be enforced.
#[cfg(target_os = "linux")]
pub(crate) fn enter(sandbox: &Sandbox) -> Vec<Protection> {
    use rustix::process::{Signal, set_parent_process_death_signal};
    descriptors::close_inherited();
    let mut missing = Vec::new();
    if set_parent_process_death_signal(Some(Signal::KILL)).is_err() {
        missing.push(Protection::Ending);
    }
    if rustix::thread::set_no_new_privs(true).is_err() {
        missing.push(Protection::Privileges);
    }
    if limits::set(sandbox).is_err() {
        missing.push(Protection::Limits);
    }
    missing.extend(files::restrict(sandbox));
    if system_calls::restrict(sandbox).is_err() {
        missing.push(Protection::SystemCalls);
    }
    missing.sort();
    missing
}

/// There is no sandbox on this system.
#[cfg(not(target_os = "linux"))]
pub(crate) fn enter(_: &Sandbox) -> Vec<Protection> {
    Protection::ALL.to_vec()
}

/// Seals the sandbox after a program has been loaded. False if that failed; [`enter`] has reported whether
/// this machine supports it.
#[cfg(target_os = "linux")]
pub(crate) fn seal(sandbox: &Sandbox) -> bool {
    system_calls::seal(sandbox).is_ok()
}

/// There is no sandbox on this system.
#[cfg(not(target_os = "linux"))]
pub(crate) fn seal(_: &Sandbox) -> bool {
    false
}

/// The protections of a trusted kernel: it ends with its parent and leaves no core files. It also gains no
/// privileges and does not reach the internet; these are best effort, so a missing one is not reported.
pub(crate) fn own() -> io::Result<()> {
    #[cfg(target_os = "linux")]
    rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL))?;
    no_core_files()?;
    #[cfg(target_os = "linux")]
    {
        // NVIDIA's driver makes its nodes by a program that gains rights, once after each start of the
        // machine.
        let has = |path: &str| std::path::Path::new(path).exists();
        let to_be_made = has("/usr/bin/nvidia-modprobe") && !has("/dev/nvidia-uvm");
        if !to_be_made && rustix::thread::set_no_new_privs(true).is_ok() {
            let _ = system_calls::restrict_own();
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Option<Sandbox> {
        Sandbox::parse(text.split(' ').map(OsString::from))
    }

    #[test]
    fn the_parents_arguments_are_read() {
        let folder = if cfg!(windows) { "C:/a" } else { "/tmp/a" };
        let sandbox = parse(&format!("run cpu 1073741824 {folder}")).unwrap();
        assert_eq!(sandbox.phase, Phase::Run);
        assert!(!sandbox.gpu);
        assert_eq!(sandbox.memory, 1 << 30);
        assert!(parse(&format!("build gpu 1 {folder}")).unwrap().gpu);
    }

    #[test]
    fn what_is_not_understood_is_no_box() {
        for text in [
            "",
            "run",
            "walk cpu 1 /tmp",
            "run fpga 1 /tmp",
            "run cpu -1 /tmp",
            "run cpu 1 tmp",
            "run cpu 1 /tmp more",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
