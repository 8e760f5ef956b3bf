//! What a child process is started for, and the arguments and environment that go with it.

use crate::folder::Folder;
use std::env;
use std::io;
use std::process::Command;

/// What a child is there for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// The user's own work: it builds and runs, with the user's own cache.
    Trusted,
    /// The same, measured: alone on the machine, as nearly as can be.
    Measured,
    /// Other people's work, in a box.
    Sandboxed {
        /// Does it compile, or run?
        phase: Phase,
        /// Does the driver need the nodes of a GPU?
        gpu: bool,
        /// The most memory it may map, in bytes.
        memory: u64,
    },
}

/// The two processes that other people's work passes through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// It compiles.
    Compile,
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
    pub(crate) fn is_sandboxed(&self) -> bool {
        matches!(self, Role::Sandboxed { .. })
    }

    /// Sets a command up for this role. A folder of the child's own has to be kept until it is gone.
    pub(crate) fn configure(&self, command: &mut Command) -> io::Result<Option<Folder>> {
        let (phase, gpu, memory) = match self {
            Role::Trusted => return Ok(None),
            Role::Measured => {
                // Left to the system, two of PoCL's threads share a core for a whole launch now and then, which takes
                // twice as long. Not for every child: processes side by side would crowd onto the first cores.
                if env::var_os(POCL_AFFINITY).is_none() {
                    command.env(POCL_AFFINITY, "1");
                }
                return Ok(None);
            }
            Role::Sandboxed { phase, gpu, memory } => (phase, gpu, memory),
        };
        let folder = Folder::new()?;
        let path = folder.path();
        let phase = match phase {
            Phase::Compile => "build",
            Phase::Run => "run",
        };
        command
            .arg("--sandbox")
            .args([phase, if *gpu { "gpu" } else { "cpu" }])
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

#[cfg(test)]
mod tests {
    use super::*;

    fn environment(role: &Role) -> Vec<String> {
        let mut command = Command::new("grader-device");
        let folder = role.configure(&mut command);
        assert!(folder.expect("a role without a folder").is_none());
        let set = command.get_envs().map(|(name, value)| {
            let value = value.unwrap_or_default();
            format!("{}={}", name.display(), value.display())
        });
        set.collect()
    }

    #[test]
    fn only_what_is_measured_keeps_its_threads_on_cores_of_their_own() {
        assert_eq!(environment(&Role::Trusted), [""; 0]);
        let by_the_user = env::var_os(POCL_AFFINITY).is_some();
        let expected: &[&str] = if by_the_user {
            &[]
        } else {
            &["POCL_AFFINITY=1"]
        };
        assert_eq!(environment(&Role::Measured), expected);
    }
}
