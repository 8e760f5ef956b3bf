//! The purpose of a child process, with its arguments and environment.

use crate::folder::Folder;
use crate::system;
use std::env;
use std::io;
use std::process::Command;

/// The purpose of a child process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Builds and runs the user's own kernels, with the user's own cache.
    Trusted,
    /// Measures the user's own kernels, with the user's own cache.
    Measured,
    /// Handles other people's kernels in a sandbox.
    Sandboxed {
        phase: Phase,
        /// Does the driver need the device nodes of a GPU?
        gpu: bool,
        /// Its address-space limit, in bytes.
        memory: u64,
    },
}

/// The two processes that other people's kernels pass through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    Compile,
    Run,
}

/// The environment variables that a sandboxed child inherits: where drivers are, and which devices
/// to use.
const PASSED_ON: &[&str] = &[
    "OCL_ICD_VENDORS",
    "OPENCL_VENDOR_PATH",
    "POCL_DEVICES",
    "POCL_MAX_PTHREAD_COUNT",
    "CUDA_VISIBLE_DEVICES",
    "NVIDIA_VISIBLE_DEVICES",
    "GPU_DEVICE_ORDINAL",
    "ROCR_VISIBLE_DEVICES",
    "ZE_AFFINITY_MASK",
    MESA_INSTRUCTIONS,
];

/// The environment variables that name a driver's cache.
const CACHES: &[&str] = &["POCL_CACHE_DIR", "CUDA_CACHE_PATH"];

/// PoCL's option that pins each of its threads to a core.
const POCL_AFFINITY: &str = "POCL_AFFINITY";

/// Mesa's option that bounds the instructions of its drivers for processors; `avx` stands for all up to AVX2.
const MESA_INSTRUCTIONS: &str = "GALLIUM_OVERRIDE_CPU_CAPS";

impl Role {
    pub(crate) fn is_sandboxed(&self) -> bool {
        matches!(self, Role::Sandboxed { .. })
    }

    /// The bound on its memory, in bytes, if it has one. A GPU's driver maps the whole device: there it is not
    /// bounded.
    pub(crate) fn memory(&self) -> Option<u64> {
        match self {
            Role::Sandboxed {
                gpu: false, memory, ..
            } => Some(*memory),
            _ => None,
        }
    }

    /// Sets up the command for this role. The folder, if there is one, must live as long as the
    /// child.
    pub(crate) fn configure(&self, command: &mut Command) -> io::Result<Option<Folder>> {
        let folder = self.set_up(command)?;
        // With AVX-512, the LLVM 15 of Mesa's driver gives wrong values for right kernels: `MACHINES.md` says which.
        if env::var_os(MESA_INSTRUCTIONS).is_none() {
            command.env(MESA_INSTRUCTIONS, "avx");
        }
        Ok(folder)
    }

    fn set_up(&self, command: &mut Command) -> io::Result<Option<Folder>> {
        let (phase, gpu, memory) = match self {
            Role::Trusted => return Ok(None),
            Role::Measured => {
                // Unpinned, two of PoCL's threads sometimes share a core for a whole launch, which
                // takes twice as long. Only for measurements: concurrent processes would all pin to
                // the first cores.
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
        command
            .env("PATH", system::programs())
            .env("LC_ALL", "C.UTF-8");
        // PoCL specialises a kernel for each work-group size at its launch, and starts a linker for
        // that. Without it, it runs the generic version.
        command.env("POCL_WORK_GROUP_SPECIALIZATION", "0");
        for variable in system::FOLDERS.iter().chain(CACHES) {
            command.env(variable, path);
        }
        for variable in system::PASSED_ON.iter().chain(PASSED_ON) {
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

    /// Those of these variables that the user has not set, which are sorted by name.
    fn unless_set(variables: &[(&str, &str)]) -> Vec<String> {
        let unset = variables
            .iter()
            .filter(|(name, _)| env::var_os(name).is_none());
        unset
            .map(|(name, value)| format!("{name}={value}"))
            .collect()
    }

    #[test]
    fn only_what_is_measured_keeps_its_threads_on_cores_of_their_own() {
        let all = [(MESA_INSTRUCTIONS, "avx"), (POCL_AFFINITY, "1")];
        assert_eq!(environment(&Role::Trusted), unless_set(&all[..1]));
        assert_eq!(environment(&Role::Measured), unless_set(&all));
    }
}
