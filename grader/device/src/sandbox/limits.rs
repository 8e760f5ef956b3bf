//! Resource limits of the process: memory, files, processor time.

use super::{Phase, Sandbox};
use rustix::io;
use rustix::process::{Resource, Rlimit, setrlimit};

/// The longest file it may write, in bytes: what a compiler leaves behind is far shorter.
const FILE: u64 = 64 << 20;

/// Descriptors that it may have open.
const DESCRIPTORS: u64 = 256;

/// Processor time of the whole process, in seconds: longer than all deadlines of the parent, in case the
/// parent is gone.
const SECONDS: u64 = 3600;

fn of(sandbox: &Sandbox) -> Vec<(Resource, u64)> {
    let mut limits = vec![
        (Resource::Core, 0),
        (Resource::Cpu, SECONDS),
        (Resource::Fsize, FILE),
    ];
    if !sandbox.gpu {
        // A GPU's driver reserves addresses for all of the device's memory, and opens its nodes often.
        limits.push((Resource::As, sandbox.memory));
        limits.push((Resource::Nofile, DESCRIPTORS));
    }
    if sandbox.phase == Phase::Run {
        limits.push((Resource::Msgqueue, 0));
    }
    limits
}

/// Sets them, for good.
pub(super) fn set(sandbox: &Sandbox) -> io::Result<()> {
    for (resource, most) in of(sandbox) {
        // As one, so that the processor limit kills: the signal before it can be caught.
        let most = Some(most);
        let limit = Rlimit {
            current: most,
            maximum: most,
        };
        setrlimit(resource, limit)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sandbox(gpu: bool) -> Sandbox {
        Sandbox {
            phase: Phase::Run,
            gpu,
            memory: 1 << 30,
            folder: "/tmp/x".into(),
        }
    }

    #[test]
    fn memory_is_bounded_where_the_host_is_the_device() {
        assert!(of(&sandbox(false)).contains(&(Resource::As, 1 << 30)));
        assert!(
            of(&sandbox(true))
                .iter()
                .all(|(resource, _)| *resource != Resource::As)
        );
    }

    #[test]
    fn files_and_core_files_are_bounded_everywhere() {
        for gpu in [false, true] {
            let limits = of(&sandbox(gpu));
            assert!(limits.contains(&(Resource::Core, 0)));
            assert!(limits.contains(&(Resource::Fsize, FILE)));
        }
    }
}
