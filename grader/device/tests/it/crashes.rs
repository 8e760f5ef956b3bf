//! Kernels that crash or hang the process they run in, and processes that are killed.

use crate::support::*;
use launch::{Access, Argument, Launch, NdRange};
use runner::{Exit, Outcome, Runner};
use std::ops::ControlFlow;
use std::thread;
use std::time::Duration;

/// Does what its argument says, then marks that it ended.
const MISCHIEF: &str = "kernel void k(global volatile float *out, int what) {
    if (what == 1) *(global volatile float *)(0x10) = 1.0f;
    if (what == 2) out[(size_t)1 << 40] = 1.0f;
    if (what == 3) while (out[0] == 0.0f) ;
    if (what == 4) __builtin_trap();
    out[0] = 1.0f;
}";

fn mischief(what: i32) -> Launch {
    launch(
        vec![
            floats("out", &[0.0], Access::ReadWrite),
            value("what", &what.to_le_bytes()),
        ],
        NdRange::linear(1, 1),
    )
}

fn assert_ran(outcome: &Outcome) {
    match outcome {
        Outcome::Ran(ran) => assert_eq!(read_floats(&ran.buffers[0].contents), [1.0]),
        other => panic!("expected a run, got {other:?}"),
    }
}

fn signal(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Crashed {
            exit: Exit::Signal { name, .. },
            alone: true,
        } => name,
        other => panic!("expected a crash of its own, got {other:?}"),
    }
}

#[test]
fn a_crash_costs_its_own_launch_alone() {
    let mut runner = with_program(MISCHIEF);
    let launches = [0, 1, 0, 2, 4, 0].map(mischief);
    let outcomes = runner.run(&launches, PATIENT);
    assert_eq!(outcomes.len(), 6);
    for index in [0, 2, 5] {
        assert_ran(&outcomes[index]);
    }
    assert_eq!(signal(&outcomes[1]), "SIGSEGV");
    assert_eq!(signal(&outcomes[3]), "SIGSEGV");
    assert_eq!(signal(&outcomes[4]), "SIGILL");
}

#[test]
fn an_endless_loop_is_killed_and_the_runner_goes_on() {
    let mut runner = with_program(MISCHIEF);
    // The first run compiles the kernel for this work-group size; it may take its time.
    assert_ran(&run_one(&mut runner, mischief(0)));
    let deadline = Duration::from_secs(3);
    let outcomes = runner.run(&[mischief(0), mischief(3), mischief(0)], deadline);
    assert_ran(&outcomes[0]);
    assert_eq!(outcomes[1], Outcome::OutOfTime { deadline });
    assert_ran(&outcomes[2]);
}

#[test]
fn a_barrier_that_not_all_work_items_reach_has_an_outcome() {
    let mut runner = with_program(
        "kernel void k(global volatile float *out) {
            if (get_local_id(0) < 8) barrier(CLK_LOCAL_MEM_FENCE);
            out[get_global_id(0)] = 1.0f;
        }",
    );
    let deadline = Duration::from_secs(3);
    let stuck = launch(
        vec![floats("out", &[0.0; 64], Access::ReadWrite)],
        NdRange::linear(64, 16),
    );
    let outcomes = runner.run(&[stuck], deadline);
    // Its behaviour is undefined, but it is the kernel's and not the runner's failure.
    assert!(
        matches!(
            outcomes[..],
            [Outcome::Ran(_) | Outcome::OutOfTime { .. } | Outcome::Crashed { .. }]
        ),
        "{outcomes:?}"
    );
    build(&mut runner, MISCHIEF).unwrap();
    assert_ran(&run_one(&mut runner, mischief(0)));
}

#[test]
fn a_caller_may_stop_early() {
    let mut runner = with_program(MISCHIEF);
    let launches: Vec<_> = (0..100).map(|_| mischief(0)).collect();
    let mut seen = Vec::new();
    runner.run_each(&launches, PATIENT, |number, outcome| {
        assert_ran(&outcome);
        seen.push(number);
        match number {
            4 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    });
    assert_eq!(seen, [0, 1, 2, 3, 4]);
    assert_ran(&run_one(&mut runner, mischief(0)));
}

#[test]
fn a_caller_that_stops_early_does_not_wait_for_later_launches() {
    let mut runner = with_program(MISCHIEF);
    let launches = [0, 3, 3].map(mischief);
    // Waiting for an endless launch would take this long.
    let day = Duration::from_secs(24 * 60 * 60);
    let mut seen = 0;
    runner.run_each(&launches, day, |_, outcome| {
        assert_ran(&outcome);
        seen += 1;
        ControlFlow::Break(())
    });
    assert_eq!(seen, 1);
    assert_ran(&run_one(&mut runner, mischief(0)));
}

#[cfg(unix)]
fn kill(process: u32) {
    let pid = rustix::process::Pid::from_raw(process as i32).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
}

#[test]
#[cfg(unix)]
fn a_runner_killed_from_outside_loses_no_launch() {
    let mut runner = with_program(MISCHIEF);
    let first = runner.process_id().unwrap();
    let mut number = 0;
    let launches: Vec<_> = (0..50).map(|_| mischief(0)).collect();
    runner.run_each(&launches, PATIENT, |index, outcome| {
        assert_eq!(index, number);
        assert_ran(&outcome);
        if index == 20 {
            kill(first);
        }
        number += 1;
        ControlFlow::Continue(())
    });
    assert_eq!(number, 50);
    kill(runner.process_id().unwrap());
    assert_ran(&run_one(&mut runner, mischief(0)));
}

#[test]
#[cfg(unix)]
fn a_runner_that_is_dropped_takes_its_process_with_it() {
    let hung = with_program(MISCHIEF);
    let process = hung.process_id().unwrap();
    drop(hung);
    let pid = rustix::process::Pid::from_raw(process as i32).unwrap();
    wait_until("the process is gone", || {
        rustix::process::test_kill_process(pid).is_err()
    });
}

/// Linux sends the parent-death signal when the thread that started the child ends.
#[test]
fn a_runner_outlives_the_thread_that_started_it() {
    let mut runner = thread::spawn(|| with_program(MISCHIEF)).join().unwrap();
    let before = runner.process_id();
    assert_ran(&run_one(&mut runner, mischief(0)));
    assert_eq!(runner.process_id(), before);
}

#[test]
fn runners_do_not_disturb_each_other() {
    let run = |what: i32| {
        thread::spawn(move || {
            let mut runner: Runner = with_program(MISCHIEF);
            let launches: Vec<_> = (0..20)
                .map(|i| mischief(if i == 10 { what } else { 0 }))
                .collect();
            runner.run(&launches, PATIENT)
        })
    };
    let threads = [run(0), run(1), run(0)];
    for (index, thread) in threads.into_iter().enumerate() {
        let outcomes = thread.join().unwrap();
        for (number, outcome) in outcomes.iter().enumerate() {
            match (index, number) {
                (1, 10) => assert_eq!(signal(outcome), "SIGSEGV"),
                _ => assert_ran(outcome),
            }
        }
    }
}

#[test]
fn a_kernel_that_divides_by_zero_harms_nobody() {
    let mut runner = with_program(
        "kernel void k(global int *out, int d) { out[0] = 5 / d; out[0] = 1065353216; }",
    );
    let divide = |by: i32| {
        let arguments: Vec<Argument> = vec![
            floats("out", &[0.0], Access::Write),
            value("d", &by.to_le_bytes()),
        ];
        launch(arguments, NdRange::linear(1, 1))
    };
    let outcomes = runner.run(&[divide(0), divide(1)], PATIENT);
    assert!(matches!(
        outcomes[0],
        Outcome::Ran(_) | Outcome::Crashed { .. }
    ));
    assert_ran(&outcomes[1]);
}
