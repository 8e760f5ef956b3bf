//! The place of a child: what it is started for and with, and whether one is there.

use crate::child::{Child, Fault, Silence, StartError};
use crate::folder::Folder;
use crate::outcome::Lost;
use crate::runner::{Options, encode, garbage};
use launch::protocol::Request;
use std::env;
use std::io;
use std::process::Command;
use std::time::Duration;

/// What a child is there for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// The user's own work: it builds and runs, with the user's own cache.
    Own,
    /// The same, measured: alone on the machine, as nearly as can be.
    Measured,
    /// Other people's work, in a box.
    Boxed {
        /// Does it compile, or run?
        stage: Stage,
        /// Does the driver need the nodes of a GPU?
        gpu: bool,
        /// The most memory it may map, in bytes.
        memory: u64,
    },
}

/// The two processes that other people's work passes through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// It compiles.
    Build,
    /// It runs what was compiled.
    Run,
}

/// What of this process's environment a child in a box is given: where drivers are, and which of the
/// devices are meant.
const PASSED_ON: &[&str] = &[
    "LD_LIBRARY_PATH",
    "OCL_ICD_VENDORS",
    "OPENCL_VENDOR_PATH",
    "POCL_DEVICES",
    "POCL_MAX_PTHREAD_COUNT",
    "CUDA_VISIBLE_DEVICES",
    "NVIDIA_VISIBLE_DEVICES",
    "GPU_DEVICE_ORDINAL",
    "ROCR_VISIBLE_DEVICES",
    "ZE_AFFINITY_MASK",
];

/// PoCL's switch that keeps each of its threads on a core of its own.
const POCL_AFFINITY: &str = "POCL_AFFINITY";

impl Role {
    /// Is it in a box?
    pub(crate) fn is_boxed(&self) -> bool {
        matches!(self, Role::Boxed { .. })
    }

    /// Sets a command up for this role. A folder of the child's own has to be kept until it is gone.
    pub(crate) fn furnish(&self, command: &mut Command) -> io::Result<Option<Folder>> {
        let (stage, gpu, memory) = match self {
            Role::Own => return Ok(None),
            Role::Measured => {
                // Left to the system, two of PoCL's threads share a core for a whole launch now and then, which takes
                // twice as long. Not for every child: processes side by side would crowd onto the first cores.
                if env::var_os(POCL_AFFINITY).is_none() {
                    command.env(POCL_AFFINITY, "1");
                }
                return Ok(None);
            }
            Role::Boxed { stage, gpu, memory } => (stage, gpu, memory),
        };
        let folder = Folder::new()?;
        let path = folder.path();
        let stage = match stage {
            Stage::Build => "build",
            Stage::Run => "run",
        };
        command
            .arg("--box")
            .args([stage, if *gpu { "gpu" } else { "cpu" }])
            .arg(memory.to_string())
            .arg(path);
        command.env_clear().current_dir(path);
        command.envs([("PATH", "/usr/bin:/bin"), ("LC_ALL", "C.UTF-8")]);
        // PoCL compiles a kernel anew for each size of work-group when it is launched, and starts a linker
        // for that. Told not to, it runs what it compiled for all sizes.
        command.env("POCL_WORK_GROUP_SPECIALIZATION", "0");
        for variable in [
            "HOME",
            "TMPDIR",
            "XDG_CACHE_HOME",
            "POCL_CACHE_DIR",
            "CUDA_CACHE_PATH",
        ] {
            command.env(variable, path);
        }
        for variable in PASSED_ON {
            if let Some(value) = env::var_os(variable) {
                command.env(variable, value);
            }
        }
        Ok(Some(folder))
    }
}

/// The place of a child. It is killed when this is dropped.
pub(crate) struct Seat {
    role: Role,
    child: Option<Child>,
}

impl Seat {
    /// An empty one.
    pub(crate) fn new(role: Role) -> Seat {
        Seat { role, child: None }
    }

    /// The child, if there is one.
    pub(crate) fn child(&mut self) -> Option<&mut Child> {
        self.child.as_mut()
    }

    /// The number of the child's process.
    pub(crate) fn process_id(&self) -> Option<u32> {
        self.child.as_ref().map(Child::process_id)
    }

    /// Is a child there?
    pub(crate) fn is_taken(&self) -> bool {
        self.child.is_some()
    }

    /// Starts a child, unless one is there.
    pub(crate) fn fill(&mut self, options: &Options) -> Result<&mut Child, StartError> {
        match &mut self.child {
            Some(child) => Ok(child),
            empty => {
                let program = options.program.as_deref();
                let child = Child::start(program, &self.role, options.start_deadline)?;
                Ok(empty.insert(child))
            }
        }
    }

    /// Kills the child; the next request gets a fresh one.
    pub(crate) fn clear(&mut self) {
        self.child = None;
    }

    /// Another role for the next child, and an end to one that has this one.
    pub(crate) fn become_role(&mut self, role: Role) {
        if self.role != role {
            self.clear();
            self.role = role;
        }
    }

    /// Sends one request and waits for its reply of at most `bytes` bytes. Where none comes the child is
    /// of no use any more.
    pub(crate) fn ask(
        &mut self,
        options: &Options,
        request: &Request<'_>,
        bytes: usize,
        deadline: Duration,
    ) -> Result<Vec<u8>, Lost> {
        let frame = encode(request).map_err(Lost::Fault)?;
        let child = self.fill(options);
        let child = child.map_err(|error| Lost::Fault(Fault::Start(error)))?;
        child.expect(bytes);
        child.send(frame);
        self.receive(deadline).inspect_err(|_| self.clear())
    }

    /// Waits for the next reply.
    pub(crate) fn receive(&mut self, deadline: Duration) -> Result<Vec<u8>, Lost> {
        let Some(child) = &mut self.child else {
            return Err(Lost::Fault(garbage("nothing: it does not run")));
        };
        child.receive(deadline).map_err(|silence| match silence {
            Silence::OutOfTime => Lost::OutOfTime,
            Silence::Oversized(bytes) => {
                Lost::Fault(garbage(&format!("a message of {bytes} bytes")))
            }
            Silence::Ended(exit) => Lost::Ended {
                exit,
                stderr: child.stderr(),
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn environment(role: &Role) -> Vec<String> {
        let mut command = Command::new("grader-device");
        let folder = role.furnish(&mut command);
        assert!(folder.expect("a role without a folder").is_none());
        let set = command.get_envs().map(|(name, value)| {
            let value = value.unwrap_or_default();
            format!("{}={}", name.display(), value.display())
        });
        set.collect()
    }

    #[test]
    fn only_what_is_measured_keeps_its_threads_on_cores_of_their_own() {
        assert_eq!(environment(&Role::Own), [""; 0]);
        let by_the_user = env::var_os(POCL_AFFINITY).is_some();
        let expected: &[&str] = if by_the_user {
            &[]
        } else {
            &["POCL_AFFINITY=1"]
        };
        assert_eq!(environment(&Role::Measured), expected);
    }
}
