//! Kernels and machines that do not come to an end as they should.

use super::*;
use launch::fault::{Exit, Fault};
use launch::protocol::Failure;

#[test]
fn a_kernel_that_fails_at_once_is_not_run_on_everything_first() {
    let mut engine = engine("saxpy", |_| {});
    let report = checked("saxpy", &mut engine);
    assert_eq!(report.verdict, Verdict::Wrong);
    assert_eq!(report.stages[0].cases, 1);
    let largest = engine.launches.iter().map(|launch| launch.range.global[0]);
    assert!(largest.max().unwrap() <= 64);
}

#[test]
fn crashes_are_shrunk_within_a_few_restarts() {
    let mut engine = deadly("saxpy", |item| {
        if item.gid >= 700 {
            return End::Crash;
        }
        saxpy(item);
        End::Fine
    });
    let report = checked("saxpy", &mut engine);
    assert!(matches!(
        &report.verdict,
        Verdict::Crashed { how, compiling: false } if how == "SIGSEGV"
    ));
    let limit = ShrinkLimits::default().crashes;
    assert_eq!(engine.crashes, 1 + limit);
    let shrinking = report.counterexample.unwrap().shrinking.unwrap();
    assert!(!shrinking.complete);
}

#[test]
fn an_endless_loop_costs_one_more_time_limit_at_most() {
    let mut engine = deadly("saxpy", |item| {
        if item.gid >= 700 {
            return End::Hang;
        }
        saxpy(item);
        End::Fine
    });
    let report = checked("saxpy", &mut engine);
    assert_eq!(
        report.verdict,
        Verdict::OutOfTime {
            limit_ms: 1000,
            compiling: false
        }
    );
    assert_eq!(report.exit_code(), 1);
}

#[test]
fn a_crash_that_does_not_come_alone_is_not_shrunk() {
    let mut engine = engine("saxpy", saxpy);
    engine.failing = Some((
        20,
        Outcome::Crashed {
            exit: Exit::Code(134),
            alone: false,
        },
    ));
    let report = checked("saxpy", &mut engine);
    assert_eq!(report.stages[0].cases, 21);
    assert_eq!(engine.launches.len(), 21);
    let counterexample = report.counterexample.unwrap();
    assert_eq!(counterexample.explanations, [Explanation::NotAlone]);
    assert!(!counterexample.shrinking.unwrap().complete);
}

#[test]
fn a_failing_machine_is_not_the_students_failure() {
    for outcome in [
        Outcome::Failed(Failure::DeviceLost {
            code: "CL_DEVICE_NOT_AVAILABLE".to_owned(),
        }),
        Outcome::Fault(Fault::DeviceUnresponsive),
    ] {
        let mut engine = engine("saxpy", saxpy);
        engine.failing = Some((3, outcome));
        let report = checked("saxpy", &mut engine);
        assert_eq!(report.exit_code(), 2);
        assert_eq!(report.counterexample, None);
        assert_eq!(report.points.earned, 0);
    }
}

#[test]
fn a_machine_that_fails_while_shrinking_leaves_what_was_found() {
    let mut engine = engine("saxpy", |item| {
        if item.gid < 700 {
            saxpy(item);
        }
    });
    engine.failing = Some((70, Outcome::Fault(Fault::DeviceUnresponsive)));
    let report = checked("saxpy", &mut engine);
    assert_eq!(report.verdict, Verdict::Wrong);
    assert!(!report.counterexample.unwrap().shrinking.unwrap().complete);
}

#[test]
fn shrinking_stops_when_its_time_is_up() {
    let mut engine = engine("saxpy", |item| {
        if item.gid < 700 {
            saxpy(item);
        }
    });
    let mut clock = Clock {
        tick: Duration::from_secs(3),
        ..Clock::default()
    };
    let settings = Settings::default();
    let report = check(
        &exercise("saxpy"),
        &source().into(),
        &mut [&mut engine],
        &settings,
        &mut clock,
    );
    let shrinking = report.counterexample.unwrap().shrinking.unwrap();
    assert!(!shrinking.complete);
    assert_eq!(shrinking.launches, 3);
    assert_eq!(clock.steps[0], Step::Building);
    assert_eq!(clock.steps[1], Step::Running { done: 0, of: 100 });
    assert!(clock.steps.contains(&Step::Shrinking { launches: 2 }));
}
