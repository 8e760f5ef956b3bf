//! The system calls that the process may make (seccomp), on all of its threads.
//!
//! Three filters answer each call, and the strictest answer counts:
//!
//! - `clone3` does not exist, says the first, so that the C library falls back to `clone`, whose flags
//!   a filter can read.
//! - What no driver needs and an attack does (a network, another process, a signal to one) kills the
//!   process: the report then names what was tried.
//! - Everything else that is not on the list is refused. A driver that tries something new goes on
//!   without it, and no right kernel is killed for it.
//!
//! [`seal`] adds a fourth to the process that runs: nothing is opened for writing any more, nothing is
//! made or renamed, and on a CPU no thread is started.
//!
//! The lists are of what PoCL 3.1 was seen to call, in a build and in a run.

use super::{Phase, Sandbox};
use seccompiler::{
    BackendError, BpfProgram, Error, SeccompAction, SeccompCmpArgLen, SeccompCmpOp,
    SeccompCondition, SeccompFilter, SeccompRule, TargetArch, apply_filter,
    apply_filter_all_threads,
};
use std::collections::BTreeMap;

/// When a call is meant. Each inner list is a set of conditions that hold together; one of them is
/// enough. No list at all: always.
type Rules = BTreeMap<i64, Vec<SeccompRule>>;

/// A condition on one argument.
#[derive(Clone, Copy)]
struct When {
    argument: u8,
    /// The bits that are looked at.
    mask: u64,
    is: u64,
}

/// All 32 bits of an `int`.
const INT: u64 = 0xffff_ffff;
/// All 64 bits of a pointer.
const POINTER: u64 = u64::MAX;

const fn when(argument: u8, mask: u64, is: u64) -> When {
    When { argument, mask, is }
}

/// Calls that only ask, compute, wait or use what is open already.
const ALWAYS: &[i64] = &[
    libc::SYS_brk,
    libc::SYS_clock_getres,
    libc::SYS_clock_gettime,
    libc::SYS_clock_nanosleep,
    libc::SYS_close,
    libc::SYS_dup,
    libc::SYS_dup3,
    libc::SYS_exit,
    libc::SYS_exit_group,
    libc::SYS_faccessat,
    libc::SYS_faccessat2,
    libc::SYS_fstat,
    libc::SYS_futex,
    libc::SYS_getcpu,
    libc::SYS_getcwd,
    libc::SYS_getdents64,
    libc::SYS_getegid,
    libc::SYS_geteuid,
    libc::SYS_getgid,
    libc::SYS_getpid,
    libc::SYS_getppid,
    libc::SYS_getrandom,
    libc::SYS_getrusage,
    libc::SYS_gettid,
    libc::SYS_gettimeofday,
    libc::SYS_getuid,
    libc::SYS_lseek,
    libc::SYS_madvise,
    libc::SYS_membarrier,
    libc::SYS_mmap,
    libc::SYS_mprotect,
    libc::SYS_mremap,
    libc::SYS_munmap,
    libc::SYS_nanosleep,
    libc::SYS_newfstatat,
    libc::SYS_pipe2,
    libc::SYS_ppoll,
    libc::SYS_pread64,
    libc::SYS_read,
    libc::SYS_readlinkat,
    libc::SYS_readv,
    libc::SYS_restart_syscall,
    libc::SYS_rseq,
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_sched_getaffinity,
    libc::SYS_sched_getparam,
    libc::SYS_sched_getscheduler,
    libc::SYS_sched_yield,
    libc::SYS_set_robust_list,
    libc::SYS_set_tid_address,
    libc::SYS_sigaltstack,
    libc::SYS_statx,
    libc::SYS_sysinfo,
    libc::SYS_times,
    libc::SYS_uname,
    libc::SYS_write,
    libc::SYS_writev,
];

/// Calls of the same kind that newer systems no longer have.
#[cfg(target_arch = "x86_64")]
const ALWAYS_HERE: &[i64] = &[
    libc::SYS_access,
    libc::SYS_arch_prctl,
    libc::SYS_dup2,
    libc::SYS_getdents,
    libc::SYS_lstat,
    libc::SYS_pipe,
    libc::SYS_poll,
    libc::SYS_readlink,
    libc::SYS_stat,
    libc::SYS_time,
];
#[cfg(not(target_arch = "x86_64"))]
const ALWAYS_HERE: &[i64] = &[];

/// Calls that create and change files, within the limits of [`super::files`]. Not their permissions and
/// times: Landlock does not check those, and drivers do not need them.
const WRITING: &[i64] = &[
    libc::SYS_fallocate,
    libc::SYS_fdatasync,
    libc::SYS_flock,
    libc::SYS_fsync,
    libc::SYS_ftruncate,
    libc::SYS_mkdirat,
    libc::SYS_pwrite64,
    libc::SYS_renameat2,
    libc::SYS_umask,
    libc::SYS_unlinkat,
];
#[cfg(target_arch = "x86_64")]
const WRITING_HERE: &[i64] = &[
    libc::SYS_mkdir,
    libc::SYS_rename,
    libc::SYS_renameat,
    libc::SYS_rmdir,
    libc::SYS_unlink,
];
#[cfg(not(target_arch = "x86_64"))]
const WRITING_HERE: &[i64] = &[];

/// Calls that start a linker and wait for it.
const STARTING: &[i64] = &[libc::SYS_execve, libc::SYS_wait4];

/// Further calls of a GPU's driver: many threads control, poll and map its nodes.
const OF_A_GPU: &[i64] = &[
    libc::SYS_epoll_create1,
    libc::SYS_epoll_ctl,
    libc::SYS_epoll_pwait,
    libc::SYS_eventfd2,
    libc::SYS_get_mempolicy,
    libc::SYS_ioctl,
    libc::SYS_mbind,
    libc::SYS_memfd_create,
    libc::SYS_mincore,
    libc::SYS_mlock,
    libc::SYS_munlock,
    libc::SYS_sched_setaffinity,
    libc::SYS_timerfd_create,
    libc::SYS_timerfd_settime,
];

/// Calls that no driver makes, and that are not tried by mistake.
const NEVER: &[i64] = &[
    libc::SYS_add_key,
    libc::SYS_bpf,
    libc::SYS_chroot,
    libc::SYS_delete_module,
    libc::SYS_execveat,
    libc::SYS_finit_module,
    libc::SYS_init_module,
    libc::SYS_io_uring_setup,
    libc::SYS_kexec_load,
    libc::SYS_keyctl,
    libc::SYS_mount,
    libc::SYS_open_by_handle_at,
    libc::SYS_perf_event_open,
    libc::SYS_pidfd_getfd,
    libc::SYS_pidfd_open,
    libc::SYS_pidfd_send_signal,
    libc::SYS_pivot_root,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_ptrace,
    libc::SYS_reboot,
    libc::SYS_request_key,
    libc::SYS_rt_sigqueueinfo,
    libc::SYS_rt_tgsigqueueinfo,
    libc::SYS_setns,
    libc::SYS_setpgid,
    libc::SYS_setsid,
    libc::SYS_tkill,
    libc::SYS_umount2,
    libc::SYS_unshare,
    libc::SYS_userfaultfd,
];

/// The network. A GPU's driver talks to its own services by a socket: there it is refused, not punished.
const NETWORK: &[i64] = &[
    libc::SYS_accept,
    libc::SYS_accept4,
    libc::SYS_bind,
    libc::SYS_connect,
    libc::SYS_listen,
    libc::SYS_recvfrom,
    libc::SYS_recvmsg,
    libc::SYS_sendmsg,
    libc::SYS_sendto,
    libc::SYS_socket,
    libc::SYS_socketpair,
];

/// Other processes, for the process that runs.
const PROCESSES: &[i64] = &[libc::SYS_execve];
#[cfg(target_arch = "x86_64")]
const PROCESSES_HERE: &[i64] = &[libc::SYS_fork, libc::SYS_vfork];
#[cfg(not(target_arch = "x86_64"))]
const PROCESSES_HERE: &[i64] = &[];

/// Bits of `open`'s flags that write or make something.
const WRITES: u64 = (libc::O_ACCMODE | libc::O_CREAT | libc::O_TRUNC) as u64;

/// A filter under construction.
struct Filter {
    rules: Rules,
}

impl Filter {
    fn new() -> Filter {
        Filter {
            rules: BTreeMap::new(),
        }
    }

    /// These calls, whatever their arguments.
    fn all(mut self, calls: &[i64]) -> Filter {
        for call in calls {
            self.rules.insert(*call, Vec::new());
        }
        self
    }

    /// This call, where all conditions hold.
    fn one(mut self, call: i64, conditions: &[When]) -> Result<Filter, BackendError> {
        let conditions = conditions
            .iter()
            .map(|when| {
                let length = match when.mask {
                    POINTER => SeccompCmpArgLen::Qword,
                    _ => SeccompCmpArgLen::Dword,
                };
                let operator = SeccompCmpOp::MaskedEq(when.mask);
                SeccompCondition::new(when.argument, length, operator, when.is)
            })
            .collect::<Result<_, _>>()?;
        let rule = SeccompRule::new(conditions)?;
        self.rules.entry(call).or_default().push(rule);
        Ok(self)
    }

    fn one_of(
        mut self,
        call: i64,
        argument: u8,
        values: &[libc::c_int],
    ) -> Result<Filter, BackendError> {
        for value in values {
            let value = u64::from(value.cast_unsigned());
            self = self.one(call, &[when(argument, INT, value)])?;
        }
        Ok(self)
    }

    fn compile(
        self,
        matching: SeccompAction,
        otherwise: SeccompAction,
    ) -> Result<BpfProgram, BackendError> {
        let here = TargetArch::try_from(std::env::consts::ARCH)?;
        SeccompFilter::new(self.rules, otherwise, matching, here)?.try_into()
    }
}

const REFUSED: SeccompAction = SeccompAction::Errno(libc::EPERM as u32);

/// The filters that a process starts with.
fn filters(sandbox: &Sandbox, own: u32) -> Result<Vec<BpfProgram>, BackendError> {
    let absent = Filter::new().all(&[libc::SYS_clone3]).compile(
        SeccompAction::Errno(libc::ENOSYS as u32),
        SeccompAction::Allow,
    )?;
    let never = never(sandbox, own)?.compile(SeccompAction::KillProcess, SeccompAction::Allow)?;
    let allowed = allowed(sandbox, own)?.compile(SeccompAction::Allow, REFUSED)?;
    Ok(vec![absent, never, allowed])
}

/// The filter of calls that kill the process.
fn never(sandbox: &Sandbox, own: u32) -> Result<Filter, BackendError> {
    let mut filter = Filter::new().all(NEVER);
    if !sandbox.gpu {
        filter = filter.all(NETWORK);
    }
    if sandbox.phase == Phase::Run {
        filter = filter.all(PROCESSES).all(PROCESSES_HERE);
        // A copy of the process rather than a thread of it.
        let thread = libc::CLONE_THREAD as u64;
        filter = filter.one(libc::SYS_clone, &[when(0, thread, 0)])?;
    }
    for (call, argument) in [(libc::SYS_kill, 0), (libc::SYS_tgkill, 0)] {
        filter = unless_equal(filter, call, argument, own.into())?;
    }
    Ok(filter)
}

/// A call where an argument of 32 bits is not `value`: it differs in one bit at least.
fn unless_equal(
    mut filter: Filter,
    call: i64,
    argument: u8,
    value: u64,
) -> Result<Filter, BackendError> {
    for bit in 0..32 {
        let bit = 1u64 << bit;
        filter = filter.one(call, &[when(argument, bit, !value & bit)])?;
    }
    Ok(filter)
}

/// The filter before a program has been loaded.
fn allowed(sandbox: &Sandbox, own: u32) -> Result<Filter, BackendError> {
    let mut filter = usable(sandbox, own)?
        .all(WRITING)
        .all(WRITING_HERE)
        .all(&[libc::SYS_openat, libc::SYS_clone3])
        // To be sealed.
        .all(&[libc::SYS_seccomp])
        .one(
            libc::SYS_prctl,
            &[when(0, INT, libc::PR_SET_NO_NEW_PRIVS as u64)],
        )?;
    #[cfg(target_arch = "x86_64")]
    {
        filter = filter.all(&[libc::SYS_open]);
    }
    let thread = libc::CLONE_THREAD as u64;
    filter = filter.one(libc::SYS_clone, &[when(0, thread, thread)])?;
    if sandbox.phase == Phase::Compile {
        filter = filter.all(STARTING);
        // A process that this one waits for until it executes something else.
        let child = libc::CLONE_VFORK as u64;
        filter = filter.one(libc::SYS_clone, &[when(0, child, child)])?;
        #[cfg(target_arch = "x86_64")]
        {
            filter = filter.all(&[libc::SYS_vfork]);
        }
    }
    Ok(filter)
}

/// The filter once a program has been loaded.
fn sealed(sandbox: &Sandbox, own: u32) -> Result<Filter, BackendError> {
    let reads = [when(2, WRITES, 0)];
    let mut filter = usable(sandbox, own)?
        .all(&[libc::SYS_clone3])
        .one(libc::SYS_openat, &reads)?;
    #[cfg(target_arch = "x86_64")]
    {
        filter = filter.one(libc::SYS_open, &[when(1, WRITES, 0)])?;
    }
    if sandbox.gpu {
        // Its nodes are opened for writing, and its driver starts threads when it likes.
        let thread = libc::CLONE_THREAD as u64;
        filter = filter
            .all(&[libc::SYS_openat])
            .one(libc::SYS_clone, &[when(0, thread, thread)])?;
    }
    Ok(filter)
}

/// The calls that are always allowed.
fn usable(sandbox: &Sandbox, own: u32) -> Result<Filter, BackendError> {
    let own = u64::from(own);
    let mut filter = Filter::new()
        .all(ALWAYS)
        .all(ALWAYS_HERE)
        // No owner of signals: they would reach another process past `kill`.
        .one_of(
            libc::SYS_fcntl,
            1,
            &[
                libc::F_DUPFD,
                libc::F_DUPFD_CLOEXEC,
                libc::F_GETFD,
                libc::F_SETFD,
                libc::F_GETFL,
                libc::F_SETFL,
                libc::F_GETLK,
                libc::F_SETLK,
                libc::F_SETLKW,
                libc::F_OFD_GETLK,
                libc::F_OFD_SETLK,
                libc::F_OFD_SETLKW,
                libc::F_GETPIPE_SZ,
            ],
        )?
        // Its own limits are readable.
        .one(libc::SYS_prlimit64, &[when(0, INT, 0), when(2, POINTER, 0)])?
        .one(
            libc::SYS_prlimit64,
            &[when(0, INT, own), when(2, POINTER, 0)],
        )?
        .one(libc::SYS_kill, &[when(0, INT, own)])?
        .one(libc::SYS_tgkill, &[when(0, INT, own)])?
        // The name of a thread, and whether memory has one.
        .one_of(
            libc::SYS_prctl,
            0,
            &[libc::PR_SET_NAME, libc::PR_GET_NAME, libc::PR_SET_VMA],
        )?;
    filter = if sandbox.gpu {
        filter.all(OF_A_GPU)
    } else {
        // Is this a terminal?
        filter
            .one(libc::SYS_ioctl, &[when(1, INT, 0x5401)])?
            .one(libc::SYS_sched_setaffinity, &[when(0, INT, 0)])?
    };
    Ok(filter)
}

/// Restricts this process for good. Called while it has one thread.
pub(super) fn restrict(sandbox: &Sandbox) -> Result<(), Error> {
    for filter in filters(sandbox, std::process::id())? {
        apply_filter(&filter)?;
    }
    Ok(())
}

/// Restricts all of its threads further, for a program has been loaded.
pub(super) fn seal(sandbox: &Sandbox) -> Result<(), Error> {
    let filter = sealed(sandbox, std::process::id())?;
    apply_filter_all_threads(&filter.compile(SeccompAction::Allow, REFUSED)?)
}

/// The filter of a trusted kernel: no internet, and no access to other processes.
fn refused_of_own() -> Result<Filter, BackendError> {
    Filter::new()
        .all(&[
            libc::SYS_ptrace,
            libc::SYS_process_vm_readv,
            libc::SYS_process_vm_writev,
        ])
        .one_of(libc::SYS_socket, 0, &[libc::AF_INET, libc::AF_INET6])
}

/// Restricts a process for one's own work.
pub(super) fn restrict_own() -> Result<(), Error> {
    apply_filter(&refused_of_own()?.compile(REFUSED, SeccompAction::Allow)?)
}

#[cfg(test)]
mod tests;
