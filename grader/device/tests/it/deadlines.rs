//! Deadlines count what the child does, not what the machine is busy with.

use crate::support::*;
use launch::{Access, Launch, NdRange};
use runner::Outcome;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// Works for as long as its argument says, by counting.
const WORK: &str = "kernel void k(global volatile float *out, long rounds) {
    for (long i = 0; i < rounds; i++) out[1] += 1.0f;
    out[0] = 1.0f;
}";

fn work(rounds: i64) -> Launch {
    launch(
        vec![
            floats("out", &[0.0, 0.0], Access::ReadWrite),
            value("rounds", &rounds.to_le_bytes()),
        ],
        NdRange::linear(1, 1),
    )
}

/// Keeps all processors busy while it lives.
fn crowded<T>(by: usize, during: impl FnOnce() -> T) -> T {
    let over = AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..by {
            scope.spawn(|| {
                while !over.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let result = during();
        over.store(true, Ordering::Relaxed);
        result
    })
}

#[test]
fn a_kernel_that_is_starved_by_others_does_not_run_out_of_time() {
    let mut runner = with_program(WORK);
    // The first launch compiles; the second tells how fast this machine counts.
    ran(run_one(&mut runner, work(1)));
    let before = runner.spent();
    let sample = 50_000_000;
    ran(run_one(&mut runner, work(sample)));
    let pace = (runner.spent() - before).as_secs_f64() / sample as f64;
    // A kernel of about a second; a deadline of two.
    let rounds = (1.0 / pace) as i64;
    let deadline = Duration::from_secs(2);
    let processors = thread::available_parallelism().map_or(2, usize::from);
    let outcome = crowded(6 * processors, || {
        runner.run(&[work(rounds)], deadline).remove(0)
    });
    assert!(matches!(outcome, Outcome::Ran(_)), "{outcome:?}");
}

#[test]
fn an_endless_kernel_runs_out_of_time_on_a_busy_machine_too() {
    let mut runner = with_program(WORK);
    ran(run_one(&mut runner, work(1)));
    let deadline = Duration::from_secs(1);
    let outcome = crowded(4, || runner.run(&[work(i64::MAX)], deadline).remove(0));
    assert_eq!(outcome, Outcome::OutOfTime { deadline });
}

#[test]
fn what_a_program_has_taken_is_counted_and_begins_anew_with_the_next() {
    let mut runner = with_program(WORK);
    ran(run_one(&mut runner, work(1)));
    let few = runner.spent();
    ran(run_one(&mut runner, work(200_000_000)));
    assert!(runner.spent() > few);
    build(&mut runner, WORK).unwrap();
    assert_eq!(runner.spent(), Duration::ZERO);
}
