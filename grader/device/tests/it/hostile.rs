//! One's own kernels that attack the process they run in: on a CPU device a kernel may issue system
//! calls, and one's own work is in no box (`boxed.rs` has those that are). What is tested is that the
//! parent keeps its verdicts and its next launches, and that the internet is not reached.

use crate::support::*;
use launch::{Access, Launch, NdRange};
use runner::{Exit, Outcome, Runner};
use std::time::Duration;

/// Issues one system call with up to three arguments, for each of some file descriptors.
const SYSTEM_CALL: &str =
    "kernel void k(global float *out, long call, long a, long b, int from, int to) {
    global float *text = out;
    for (int fd = from; fd < to; fd++) {
        long first = call == 1 ? fd : a;
        long second = call == 1 ? (long)text : b;
        long third = 64, result;
        if (call >= 0)
            __asm__ volatile(\"syscall\" : \"=a\"(result)
                             : \"a\"(call), \"D\"(first), \"S\"(second), \"d\"(third)
                             : \"rcx\", \"r11\", \"memory\");
    }
    out[0] = 1.0f;
}";

const WRITE: i64 = 1;
const KILL: i64 = 62;
const EXIT_GROUP: i64 = 231;
const NOTHING: i64 = -1;

fn system_call(call: i64, a: i64, b: i64, descriptors: std::ops::Range<i32>) -> Launch {
    launch(
        vec![
            floats("out", &[0.0; 16], Access::ReadWrite),
            value("call", &call.to_le_bytes()),
            value("a", &a.to_le_bytes()),
            value("b", &b.to_le_bytes()),
            value("from", &descriptors.start.to_le_bytes()),
            value("to", &descriptors.end.to_le_bytes()),
        ],
        NdRange::linear(1, 1),
    )
}

const SOCKET: i64 = 41;

fn harmless() -> Launch {
    system_call(NOTHING, 0, 0, 0..1)
}

/// A runner whose device takes this processor's instructions.
fn attacked() -> Runner {
    let mut runner = with_program(SYSTEM_CALL);
    ran(run_one(&mut runner, harmless()));
    runner
}

#[test]
fn a_kernel_that_exits_has_crashed_and_the_next_runs() {
    let outcomes = attacked().run(&[system_call(EXIT_GROUP, 0, 0, 0..1), harmless()], PATIENT);
    assert_eq!(
        outcomes[0],
        Outcome::Crashed {
            exit: Exit::Code(0),
            alone: true
        }
    );
    assert!(matches!(outcomes[1], Outcome::Ran(_)));
}

#[test]
fn a_kernel_that_stops_its_process_is_out_of_time_and_the_next_runs() {
    let (own_group, stop) = (0, 19);
    let deadline = Duration::from_secs(3);
    let outcomes = attacked().run(
        &[system_call(KILL, own_group, stop, 0..1), harmless()],
        deadline,
    );
    assert_eq!(outcomes[0], Outcome::OutOfTime { deadline });
    assert!(matches!(outcomes[1], Outcome::Ran(_)), "{:?}", outcomes[1]);
}

#[test]
fn a_kernel_that_writes_into_the_protocol_spoils_its_own_launch_alone() {
    let outcomes = attacked().run(
        &[harmless(), system_call(WRITE, 0, 0, 1..32), harmless()],
        PATIENT,
    );
    assert!(matches!(outcomes[0], Outcome::Ran(_)));
    assert!(!matches!(outcomes[1], Outcome::Ran(_)), "{:?}", outcomes[1]);
    assert!(matches!(outcomes[2], Outcome::Ran(_)), "{:?}", outcomes[2]);
}

#[test]
fn a_kernel_reaches_no_internet_and_its_process_lives_on() {
    let mut runner = with_program(
        "kernel void k(global float *out, long call, long family) {
            long result;
            __asm__ volatile(\"syscall\" : \"=a\"(result)
                             : \"a\"(call), \"D\"(family), \"S\"(1L), \"d\"(0L)
                             : \"rcx\", \"r11\", \"memory\");
            out[0] = result;
        }",
    );
    for (family, expected) in [(2i64, -1.0f32), (10, -1.0)] {
        let arguments = vec![
            floats("out", &[0.0], Access::ReadWrite),
            value("call", &SOCKET.to_le_bytes()),
            value("family", &family.to_le_bytes()),
        ];
        let ran = ran(run_one(
            &mut runner,
            launch(arguments, NdRange::linear(1, 1)),
        ));
        assert_eq!(read_floats(&ran.buffers[0].contents), [expected]);
    }
}
