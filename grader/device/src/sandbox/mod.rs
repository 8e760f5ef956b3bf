//! The box: what this process gives up before it meets a program that nobody has read.
//!
//! Other people's kernels pass through two processes. One compiles: it may execute the linker and
//! nothing else, and never launches anything (though a driver may well load what it has linked, so
//! that code of the program's can run there too: the box is no looser for it than it must be). The
//! other runs: it executes nothing, and once the program is loaded it opens nothing for writing and
//! starts no threads either ([`seal`]). Each has a folder of its own, which goes with it.
//!
//! One's own work runs in one process with the user's own cache; of the box it has what costs nothing
//! and takes nothing away: no core files, no rights to be gained, no internet ([`own`]).
//!
//! What the machine cannot enforce is no error: it comes back as a list, and the parent decides.
//! Nothing here is `unsafe` but the closing of inherited descriptors, which has a module of its own.
//!
//! What the box does not hide: that a file of some name exists, and how long it is (neither Landlock nor a
//! filter sees what `stat` is asked for); what this machine is; the time.

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

/// The filters are by the numbers of two processors; elsewhere there is none, which is told.
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

use launch::protocol::Protection;
use rustix::process::{Resource, Rlimit, setrlimit};
use std::ffi::OsString;
use std::io;
use std::path::PathBuf;

/// What this process is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Compiling.
    Compile,
    /// Running what another process has compiled.
    Run,
}

/// The box that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sandbox {
    /// What the process is there for.
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

/// Enters the box. To be called first of all: no other thread runs yet, and nothing but the standard
/// streams is open. What could not be enforced comes back.
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

/// There is no box on this system.
#[cfg(not(target_os = "linux"))]
pub(crate) fn enter(_: &Sandbox) -> Vec<Protection> {
    Protection::ALL.to_vec()
}

/// Closes the box over a program that has been loaded. False where that was not possible; whether it is
/// on this machine at all was told by [`enter`].
#[cfg(target_os = "linux")]
pub(crate) fn seal(sandbox: &Sandbox) -> bool {
    system_calls::seal(sandbox).is_ok()
}

/// There is no box on this system.
#[cfg(not(target_os = "linux"))]
pub(crate) fn seal(_: &Sandbox) -> bool {
    false
}

/// What one's own work has of the box: it ends with its parent and leaves no core files; and, as a
/// courtesy rather than a wall, so that what the machine cannot enforce of it is not told, it gains no
/// rights and does not reach the internet.
pub(crate) fn own() -> io::Result<()> {
    #[cfg(target_os = "linux")]
    rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL))?;
    let none = Rlimit {
        current: Some(0),
        maximum: Some(0),
    };
    setrlimit(Resource::Core, none)?;
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
        let sandbox = parse("run cpu 1073741824 /tmp/a").unwrap();
        assert_eq!(sandbox.phase, Phase::Run);
        assert!(!sandbox.gpu);
        assert_eq!(sandbox.memory, 1 << 30);
        assert!(parse("build gpu 1 /tmp/a").unwrap().gpu);
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
