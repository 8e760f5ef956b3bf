//! The filters, asked rather than applied: a small reading of the rules says what each call gets.

use super::*;

/// What a rule set says of a call. The rules' own form is private to its crate, so the compiled program
/// is interpreted: the few instructions that it is made of.
fn verdict(program: &BpfProgram, call: i64, arguments: [u64; 6]) -> u32 {
    // The kernel's view: number, architecture, instruction pointer, arguments, in 32-bit words.
    let architecture: u32 = match std::env::consts::ARCH {
        "x86_64" => 0xc000_003e,
        "aarch64" => 0xc000_00b7,
        other => panic!("no filter for {other}"),
    };
    let mut words = vec![u32::try_from(call).unwrap(), architecture, 0, 0];
    for argument in arguments {
        words.extend([argument as u32, (argument >> 32) as u32]);
    }
    let mut accumulator = 0;
    let mut at = 0;
    loop {
        let step = &program[at];
        at += 1;
        match step.code {
            0x20 => accumulator = words[step.k as usize / 4],
            0x54 => accumulator &= step.k,
            0x05 => at += step.k as usize,
            0x15 => {
                at += usize::from(if accumulator == step.k {
                    step.jt
                } else {
                    step.jf
                })
            }
            0x25 => {
                at += usize::from(if accumulator > step.k {
                    step.jt
                } else {
                    step.jf
                })
            }
            0x35 => {
                at += usize::from(if accumulator >= step.k {
                    step.jt
                } else {
                    step.jf
                })
            }
            0x06 => return step.k,
            other => panic!("an instruction that filters are not made of: {other:#x}"),
        }
    }
}

#[derive(Debug, PartialEq)]
enum Answer {
    Passes,
    Refused(i32),
    Kills,
}

/// The answer of all filters: the strictest.
fn answer(programs: &[BpfProgram], call: i64, arguments: [u64; 6]) -> Answer {
    let told: Vec<u32> = programs
        .iter()
        .map(|program| verdict(program, call, arguments))
        .collect();
    if told.contains(&0x8000_0000) {
        return Answer::Kills;
    }
    match told.iter().find(|code| **code >> 16 == 5) {
        Some(code) => Answer::Refused((*code & 0xffff) as i32),
        None => {
            assert!(told.iter().all(|code| *code == 0x7fff_0000), "{told:x?}");
            Answer::Passes
        }
    }
}

const OWN: u32 = 4711;

fn sandbox(phase: Phase, gpu: bool) -> Sandbox {
    Sandbox {
        phase,
        gpu,
        memory: 1 << 30,
        folder: "/tmp/own".into(),
    }
}

fn loading(phase: Phase, gpu: bool) -> Vec<BpfProgram> {
    filters(&sandbox(phase, gpu), OWN).unwrap()
}

fn running(gpu: bool) -> Vec<BpfProgram> {
    let mut programs = loading(Phase::Run, gpu);
    let sealed = sealed(&sandbox(Phase::Run, gpu), OWN).unwrap();
    programs.push(sealed.compile(SeccompAction::Allow, REFUSED).unwrap());
    programs
}

fn first(argument: u64) -> [u64; 6] {
    [argument, 0, 0, 0, 0, 0]
}

const EPERM: Answer = Answer::Refused(libc::EPERM);

#[test]
fn a_signal_reaches_the_process_itself_and_kills_it_for_any_other() {
    for programs in [
        loading(Phase::Compile, false),
        loading(Phase::Run, false),
        running(false),
        running(true),
    ] {
        for call in [libc::SYS_kill, libc::SYS_tgkill] {
            assert_eq!(answer(&programs, call, first(OWN.into())), Answer::Passes);
            for other in [0, 1, 4710, 4712, 4711 + (1 << 31), u64::from(u32::MAX)] {
                assert_eq!(
                    answer(&programs, call, first(other)),
                    Answer::Kills,
                    "{other}"
                );
            }
        }
    }
}

#[test]
fn processes_are_the_builders_alone() {
    let vfork = (libc::CLONE_VFORK | libc::CLONE_VM) as u64;
    let thread = (libc::CLONE_THREAD | libc::CLONE_VM) as u64;
    let builder = loading(Phase::Compile, false);
    assert_eq!(answer(&builder, libc::SYS_execve, [0; 6]), Answer::Passes);
    assert_eq!(
        answer(&builder, libc::SYS_clone, first(vfork)),
        Answer::Passes
    );
    assert_eq!(answer(&builder, libc::SYS_clone, first(0)), EPERM);
    for programs in [
        loading(Phase::Run, false),
        loading(Phase::Run, true),
        running(true),
    ] {
        assert_eq!(answer(&programs, libc::SYS_execve, [0; 6]), Answer::Kills);
        assert_eq!(
            answer(&programs, libc::SYS_clone, first(vfork)),
            Answer::Kills
        );
        assert_eq!(
            answer(&programs, libc::SYS_clone, first(thread)),
            Answer::Passes
        );
    }
    assert_eq!(
        answer(&running(false), libc::SYS_clone, first(thread)),
        EPERM
    );
}

#[test]
fn clone3_does_not_exist_anywhere() {
    let absent = Answer::Refused(libc::ENOSYS);
    for programs in [
        loading(Phase::Compile, false),
        loading(Phase::Run, true),
        running(false),
    ] {
        assert_eq!(answer(&programs, libc::SYS_clone3, [0; 6]), absent);
    }
}

#[test]
fn a_sealed_process_opens_nothing_for_writing() {
    let open = |flags: i32| [0, 0, u64::try_from(flags).unwrap(), 0, 0, 0];
    let before = loading(Phase::Run, false);
    let after = running(false);
    for flags in [
        libc::O_WRONLY,
        libc::O_RDWR,
        libc::O_CREAT,
        libc::O_TRUNC,
        libc::O_RDWR | libc::O_TMPFILE,
    ] {
        assert_eq!(
            answer(&before, libc::SYS_openat, open(flags)),
            Answer::Passes
        );
        assert_eq!(answer(&after, libc::SYS_openat, open(flags)), EPERM);
    }
    let flags = libc::O_RDONLY | libc::O_CLOEXEC;
    assert_eq!(
        answer(&after, libc::SYS_openat, open(flags)),
        Answer::Passes
    );
    for call in [
        libc::SYS_mkdirat,
        libc::SYS_renameat2,
        libc::SYS_unlinkat,
        libc::SYS_ftruncate,
    ] {
        assert_eq!(answer(&before, call, [0; 6]), Answer::Passes);
        assert_eq!(answer(&after, call, [0; 6]), EPERM);
    }
}

#[test]
fn the_rights_and_times_of_files_are_never_changed() {
    for programs in [
        loading(Phase::Compile, false),
        loading(Phase::Run, true),
        running(false),
    ] {
        for call in [
            libc::SYS_fchmod,
            libc::SYS_fchmodat,
            libc::SYS_fchownat,
            libc::SYS_utimensat,
        ] {
            assert_eq!(answer(&programs, call, [0; 6]), EPERM);
        }
    }
}

#[test]
fn the_network_kills_and_a_gpus_driver_is_only_refused_it() {
    assert_eq!(
        answer(&running(false), libc::SYS_socket, first(2)),
        Answer::Kills
    );
    assert_eq!(
        answer(&loading(Phase::Compile, false), libc::SYS_socket, first(2)),
        Answer::Kills
    );
    assert_eq!(answer(&running(true), libc::SYS_socket, first(1)), EPERM);
}

#[test]
fn controls_of_devices_are_for_a_gpu() {
    let control = [3, 0xc020_462a, 0, 0, 0, 0];
    assert_eq!(answer(&running(false), libc::SYS_ioctl, control), EPERM);
    assert_eq!(
        answer(&running(true), libc::SYS_ioctl, control),
        Answer::Passes
    );
}

#[test]
fn limits_are_read_and_not_set() {
    let read = [0, 7, 0, 0x1000, 0, 0];
    let set = [0, 7, 0x1_0000_0000, 0, 0, 0];
    let of_another = [1, 7, 0, 0x1000, 0, 0];
    let programs = running(false);
    assert_eq!(answer(&programs, libc::SYS_prlimit64, read), Answer::Passes);
    assert_eq!(answer(&programs, libc::SYS_prlimit64, set), EPERM);
    assert_eq!(answer(&programs, libc::SYS_prlimit64, of_another), EPERM);
}

#[test]
fn no_signal_by_the_way_of_a_descriptor() {
    let owner = [0, libc::F_SETOWN as u64, 1, 0, 0, 0];
    let duplicate = [0, libc::F_DUPFD_CLOEXEC as u64, 3, 0, 0, 0];
    let programs = running(false);
    assert_eq!(answer(&programs, libc::SYS_fcntl, owner), EPERM);
    assert_eq!(
        answer(&programs, libc::SYS_fcntl, duplicate),
        Answer::Passes
    );
}

#[test]
fn calls_of_the_attackers_kind_kill_everywhere() {
    for programs in [
        loading(Phase::Compile, false),
        loading(Phase::Compile, true),
        running(false),
        running(true),
    ] {
        for call in [
            libc::SYS_ptrace,
            libc::SYS_process_vm_writev,
            libc::SYS_bpf,
            libc::SYS_unshare,
        ] {
            assert_eq!(answer(&programs, call, [0; 6]), Answer::Kills);
        }
    }
}

#[test]
fn ones_own_work_is_refused_the_internet_and_keeps_everything_else() {
    let own = [refused_of_own()
        .unwrap()
        .compile(REFUSED, SeccompAction::Allow)
        .unwrap()];
    for family in [libc::AF_INET, libc::AF_INET6] {
        assert_eq!(answer(&own, libc::SYS_socket, first(family as u64)), EPERM);
    }
    assert_eq!(
        answer(&own, libc::SYS_socket, first(libc::AF_UNIX as u64)),
        Answer::Passes
    );
    assert_eq!(answer(&own, libc::SYS_execve, [0; 6]), Answer::Passes);
    assert_eq!(answer(&own, libc::SYS_clone3, [0; 6]), Answer::Passes);
}
