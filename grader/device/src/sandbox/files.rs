//! The files that the process may open (Landlock).
//!
//! The list has the paths that PoCL 3.1 reads on Debian, and those that GPU drivers are documented to need. A
//! missing path does no harm.

use super::{Phase, Sandbox};
use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, LandlockStatus,
    PathBeneath, PathFd, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetError, RulesetStatus,
    Scope, path_beneath_rules,
};
use launch::protocol::Protection;
use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// The requested version. An older Linux kernel enforces less: the first version is required, missing
/// truncation is reported, and for later features (device controls, network, signals) the system calls are
/// filtered too.
const WANTED: ABI = ABI::V6;

/// Read by every driver: libraries and what they are configured by; what the processor and its memory
/// are.
const READ: &[&str] = &[
    "/usr/lib",
    "/usr/lib32",
    "/usr/lib64",
    "/usr/local/lib",
    "/lib",
    "/lib64",
    "/usr/share/pocl",
    "/usr/local/share/pocl",
    "/usr/include",
    "/etc/OpenCL",
    "/etc/ld.so.cache",
    "/etc/ld.so.preload",
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/sys/devices",
    "/sys/fs/cgroup",
    "/sys/class",
    "/sys/bus",
    "/sys/kernel/mm",
    "/dev/urandom",
];

/// Further paths that GPU drivers read. `/proc/self` is only about this process, whose environment was
/// cleared by the parent.
const READ_FOR_A_GPU: &[&str] = &[
    "/proc/driver/nvidia",
    "/proc/devices",
    "/proc/modules",
    "/proc/self",
    "/proc/sys/vm",
    "/proc/sys/kernel",
    "/sys/module",
    "/sys/dev",
    "/usr/share/nvidia",
    "/usr/share/drirc.d",
    "/usr/share/libdrm",
    "/usr/local/nvidia",
    "/opt/rocm",
    "/opt/intel",
    "/etc/nvidia",
    "/run/nvidia-persistenced",
];

/// Folders in which GPUs have their nodes, and how the nodes' names begin.
const NODES: &[(&str, &str)] = &[
    ("/dev", "nvidia"),
    ("/dev", "kfd"),
    ("/dev", "dri"),
    ("/dev", "dxg"),
    ("/dev", "mali"),
    ("/dev/shm", "cuda"),
];

/// The programs that a compiler executes: the linker, by its names on known systems.
const LINKERS: &[&str] = &[
    "/usr/bin/ld",
    "/usr/bin/ld.bfd",
    "/usr/bin/ld.gold",
    "/usr/bin/ld.lld",
    "/usr/bin/lld",
];

/// The dynamic loaders, which the linker needs.
const LOADERS: &[&str] = &[
    "/lib64/ld-linux-x86-64.so.2",
    "/lib/ld-linux-aarch64.so.1",
    "/lib/ld-musl-x86_64.so.1",
    "/lib/ld-musl-aarch64.so.1",
];

/// Paths and what may be done below them.
struct Rules {
    read: Vec<PathBuf>,
    /// Opened for reading and writing, with whatever controls they have.
    devices: Vec<PathBuf>,
    execute: Vec<PathBuf>,
    /// The process's own folder.
    folder: PathBuf,
}

/// The rules of a sandbox on a machine with these GPU `nodes`; `folders` are those that the environment names
/// for libraries and OpenCL drivers.
fn rules(sandbox: &Sandbox, nodes: Vec<PathBuf>, folders: Vec<PathBuf>) -> Rules {
    let paths = |names: &[&str]| -> Vec<PathBuf> { names.iter().map(PathBuf::from).collect() };
    let mut read = paths(READ);
    read.extend(folders);
    let mut devices = paths(&["/dev/null"]);
    if sandbox.gpu {
        read.extend(paths(READ_FOR_A_GPU));
        devices.extend(nodes);
    }
    let execute = match sandbox.phase {
        Phase::Compile => paths(LINKERS).into_iter().chain(paths(LOADERS)).collect(),
        Phase::Run => Vec::new(),
    };
    Rules {
        read,
        devices,
        execute,
        folder: sandbox.folder.clone(),
    }
}

/// The nodes of this machine's GPUs.
fn nodes() -> Vec<PathBuf> {
    let mut found = Vec::new();
    for (folder, beginning) in NODES {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        found.extend(entries.map(|entry| entry.path()).filter(|path| {
            let name = path.file_name().and_then(OsStr::to_str);
            name.is_some_and(|name| name.starts_with(beginning))
        }));
    }
    found
}

/// Absolute folders that the environment names: for the dynamic loader, for the OpenCL loader, and for the
/// drivers named there. The environment is the instructor's, not a kernel's.
fn folders() -> Vec<PathBuf> {
    let mut folders = Vec::new();
    for name in ["LD_LIBRARY_PATH", "OCL_ICD_VENDORS", "OPENCL_VENDOR_PATH"] {
        let value = env::var_os(name).unwrap_or_default();
        folders.extend(env::split_paths(&value));
    }
    for vendors in folders.clone() {
        let entries = fs::read_dir(vendors).into_iter().flatten().flatten();
        for entry in entries.filter(|entry| entry.path().extension() == Some(OsStr::new("icd"))) {
            let text = fs::read_to_string(entry.path()).unwrap_or_default();
            let driver = Path::new(text.trim());
            folders.extend(driver.parent().map(Path::to_owned));
        }
    }
    // An empty entry means the current folder, and the root would be everything.
    folders.retain(|folder| folder.is_absolute() && folder.parent().is_some());
    folders
}

/// The access to the process's own folder: everything but making devices, pipes and sockets.
fn in_own_folder() -> BitFlags<AccessFs> {
    let odd = AccessFs::MakeChar | AccessFs::MakeBlock | AccessFs::MakeSock | AccessFs::MakeFifo;
    let beyond = AccessFs::Execute | AccessFs::IoctlDev | AccessFs::MakeSym;
    AccessFs::from_all(WANTED) & !odd & !beyond
}

/// Restricts this thread, and with it every later one. What is missing comes back.
pub(super) fn restrict(sandbox: &Sandbox) -> Vec<Protection> {
    match enforce(rules(sandbox, nodes(), folders())) {
        Ok(missing) => missing,
        Err(_) => vec![Protection::Files, Protection::Truncation],
    }
}

fn enforce(rules: Rules) -> Result<Vec<Protection>, RulesetError> {
    let read = AccessFs::ReadFile | AccessFs::ReadDir;
    let device = read | AccessFs::WriteFile | AccessFs::IoctlDev;
    let status = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(WANTED))?
        .handle_access(AccessNet::from_all(WANTED))?
        .scope(Scope::from_all(WANTED))?
        .create()?
        .add_rules(path_beneath_rules(rules.read, read))?
        .add_rules(path_beneath_rules(rules.devices, device))?
        .add_rules(path_beneath_rules(
            rules.execute,
            AccessFs::ReadFile | AccessFs::Execute,
        ))?
        .add_rules(own(&rules.folder))?
        .restrict_self()?;
    Ok(match (status.ruleset, status.landlock) {
        (RulesetStatus::NotEnforced, _) => vec![Protection::Files, Protection::Truncation],
        (_, LandlockStatus::Available { effective_abi, .. }) if effective_abi < ABI::V3 => {
            vec![Protection::Truncation]
        }
        _ => Vec::new(),
    })
}

/// The rule of the process's own folder; none where the folder is missing, so that nothing is written.
fn own(folder: &Path) -> Option<Result<PathBeneath<PathFd>, RulesetError>> {
    let folder = PathFd::new(folder).ok()?;
    Some(Ok(PathBeneath::new(folder, in_own_folder())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(phase: Phase, gpu: bool) -> Rules {
        let sandbox = Sandbox {
            phase,
            gpu,
            memory: 1 << 30,
            folder: "/tmp/own".into(),
        };
        let nodes = vec![PathBuf::from("/dev/nvidia0"), PathBuf::from("/dev/dri")];
        rules(&sandbox, nodes, vec!["/opt/vendor/lib".into()])
    }

    #[test]
    fn only_the_process_that_builds_may_execute_and_only_linkers() {
        for gpu in [false, true] {
            assert!(of(Phase::Run, gpu).execute.is_empty());
            for path in of(Phase::Compile, gpu).execute {
                let name = path.file_name().unwrap().to_str().unwrap();
                assert!(name.starts_with("ld") || name == "lld", "{name}");
            }
        }
    }

    #[test]
    fn the_nodes_of_a_gpu_are_there_for_a_gpu_alone() {
        for phase in [Phase::Compile, Phase::Run] {
            assert_eq!(of(phase, false).devices, [PathBuf::from("/dev/null")]);
            let devices = of(phase, true).devices;
            assert!(devices.contains(&PathBuf::from("/dev/nvidia0")));
            assert!(devices.contains(&PathBuf::from("/dev/dri")));
        }
    }

    #[test]
    fn nothing_of_a_persons_is_readable() {
        for gpu in [false, true] {
            let read = of(Phase::Run, gpu).read;
            for private in [
                "/home",
                "/root",
                "/tmp",
                "/etc/passwd",
                "/var",
                "/proc",
                "/",
            ] {
                let covers = |rule: &PathBuf| Path::new(private).starts_with(rule);
                assert!(!read.iter().any(covers), "{private}");
            }
            let environment = Path::new("/proc/self/environ");
            assert_eq!(read.iter().any(|rule| environment.starts_with(rule)), gpu);
        }
    }

    #[test]
    fn folders_of_the_environments_choosing_are_readable() {
        let read = of(Phase::Compile, false).read;
        assert!(read.contains(&PathBuf::from("/opt/vendor/lib")));
    }

    #[test]
    fn no_device_and_no_program_is_made_in_its_own_folder() {
        let allowed = in_own_folder();
        for access in [AccessFs::MakeChar, AccessFs::MakeSock, AccessFs::Execute] {
            assert!(!allowed.contains(access));
        }
        assert!(allowed.contains(AccessFs::WriteFile | AccessFs::MakeReg | AccessFs::RemoveFile));
    }
}
