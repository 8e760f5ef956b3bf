//! Device runners that are missing, of another version, or nothing of the kind.

use crate::support::*;
use launch::NdRange;
use launch::protocol::{Failure, Protection, VERSION};
use runner::{Exit, Fault, Options, Outcome, Runner, StartError, Trust};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

fn fake(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fakes")
        .join(format!("{name}.sh"))
}

fn refused(name: &str) -> StartError {
    match Runner::start(options(&fake(name))) {
        Err(error) => error,
        Ok(_) => panic!("{name} was taken for a device runner"),
    }
}

#[test]
fn a_missing_program_is_named() {
    let program = PathBuf::from("/nowhere/grader-device");
    let looked = vec![program.clone()];
    match Runner::start(options(&program)) {
        Err(error) => assert_eq!(error, StartError::NotFound { looked }),
        Ok(_) => panic!("it started"),
    }
}

#[test]
fn a_file_that_cannot_be_executed_is_named_with_the_reason() {
    let file = tempfile::NamedTempFile::new().unwrap();
    match Runner::start(options(file.path())) {
        Err(StartError::NotStarted { program, reason }) => {
            assert_eq!(program, file.path());
            assert!(reason.contains("denied"), "{reason}");
        }
        Err(other) => panic!("expected NotStarted, got {other:?}"),
        Ok(_) => panic!("it started"),
    }
}

#[test]
fn another_version_of_the_protocol_is_refused_with_both_versions() {
    assert_eq!(
        refused("other-version"),
        StartError::OtherVersion {
            program: fake("other-version"),
            ours: VERSION,
            theirs: 99,
            version: "9.9.9".into(),
        }
    );
}

#[test]
fn another_program_is_not_taken_for_a_runner() {
    let program = fake("another-program");
    assert_eq!(
        refused("another-program"),
        StartError::NotARunner { program }
    );
}

#[test]
fn a_missing_opencl_loader_is_recognised() {
    assert_eq!(
        refused("without-loader"),
        StartError::MissingLibrary {
            program: fake("without-loader"),
            library: "libOpenCL.so.1".into(),
        }
    );
}

/// The real program, told to load a library of a name that nobody has. The shell writes it: were it
/// open for writing here, another test's fork could keep it from being executed.
#[test]
#[cfg(target_os = "linux")]
fn the_real_dynamic_loader_is_recognised_when_it_misses_a_library() {
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("grader-device");
    let status = Command::new("sh")
        .args([
            "-c",
            "LC_ALL=C sed s/libOpenCL/libAbsent/g \"$0\" >\"$1\" && chmod +x \"$1\"",
        ])
        .args([&program(), &copy])
        .status();
    assert!(status.unwrap().success());
    match Runner::start(options(&copy)) {
        Err(StartError::MissingLibrary { program, library }) => {
            assert_eq!(program, copy);
            assert!(library.starts_with("libAbsent"), "{library}");
        }
        Err(other) => panic!("expected MissingLibrary, got {other:?}"),
        Ok(_) => panic!("it started"),
    }
}

#[test]
fn a_program_that_dies_is_quoted_briefly() {
    match refused("dies-noisily") {
        StartError::Died { exit, stderr, .. } => {
            assert_eq!(exit, Exit::Code(3));
            assert!(stderr.starts_with("the first line\nxxx"));
            assert!(stderr.len() <= 8 << 10);
        }
        other => panic!("expected Died, got {other:?}"),
    }
}

#[test]
fn a_silent_program_is_given_up() {
    let deadline = Duration::from_millis(200);
    let started = Runner::start(Options {
        start_deadline: deadline,
        ..options(&fake("silent"))
    });
    let program = fake("silent");
    match started {
        Err(error) => assert_eq!(error, StartError::NoReply { program, deadline }),
        Ok(_) => panic!("it started"),
    }
}

#[test]
fn nonsense_after_the_greeting_is_a_fault() {
    for name in ["talks-nonsense", "announces-too-much"] {
        let mut runner = Runner::start(options(&fake(name))).unwrap();
        match runner.devices() {
            Err(Fault::Garbage { .. }) => {}
            other => panic!("{name}: expected garbage, got {other:?}"),
        }
    }
}

#[test]
fn a_runner_that_floods_its_output_is_held_up() {
    let mut runner = Runner::start(options(&fake("floods"))).unwrap();
    assert!(matches!(runner.devices(), Err(Fault::Garbage { .. })));
    assert!(matches!(
        build(&mut runner, ""),
        Err(runner::BuildError::Fault(Fault::Garbage { .. }))
    ));
}

#[test]
fn a_runner_that_ends_in_the_middle_of_a_frame_is_a_fault() {
    let mut runner = Runner::start(options(&fake("stops-in-a-frame"))).unwrap();
    let exit = Exit::Code(0);
    let stderr = String::new();
    assert_eq!(runner.devices(), Err(Fault::Died { exit, stderr }));
}

#[test]
fn a_crash_that_an_earlier_launch_prepared_is_not_laid_on_the_later_one_alone() {
    let mut runner = Runner::start(options(&fake("damaged-by-the-first-launch"))).unwrap();
    build(&mut runner, "").unwrap();
    let launch = launch(vec![], NdRange::linear(1, 1));
    let outcomes = runner.run(&[launch.clone(), launch], PATIENT);
    let [Outcome::Ran(_), Outcome::Crashed { exit, alone: false }] = &outcomes[..] else {
        panic!("unexpected {outcomes:?}");
    };
    assert_eq!(exit.to_string(), "SIGSEGV");
}

#[test]
fn a_kernel_that_alone_loses_the_device_each_time_is_to_blame() {
    let mut runner = Runner::start(options(&fake("loses-its-device-to-one-kernel"))).unwrap();
    build(&mut runner, "stray").unwrap();
    let outcome = run_one(&mut runner, launch(vec![], NdRange::linear(1, 1)));
    let code = "CL_X".to_owned();
    assert_eq!(outcome, Outcome::LostTheDevice { code });
    build(&mut runner, "another").unwrap();
    let outcome = run_one(&mut runner, launch(vec![], NdRange::linear(1, 1)));
    assert!(matches!(outcome, Outcome::Ran(_)), "{outcome:?}");
}

#[test]
fn a_device_that_is_lost_in_a_harmless_kernel_too_is_no_fault_of_a_kernel() {
    let mut runner = Runner::start(options(&fake("loses-its-device"))).unwrap();
    build(&mut runner, "stray").unwrap();
    let outcome = run_one(&mut runner, launch(vec![], NdRange::linear(1, 1)));
    let code = "CL_X".to_owned();
    assert_eq!(outcome, Outcome::Failed(Failure::DeviceLost { code }));
}

#[test]
fn a_crash_on_a_gpu_that_runs_nothing_afterwards_is_no_fault_of_a_kernel() {
    let mut runner = Runner::start(options(&fake("gpu-that-is-gone"))).unwrap();
    assert_eq!(runner.devices().unwrap()[0].kind, "GPU");
    build(&mut runner, "stray").unwrap();
    let outcome = run_one(&mut runner, launch(vec![], NdRange::linear(1, 1)));
    assert_eq!(outcome, Outcome::Fault(Fault::DeviceUnresponsive));
}

#[test]
fn a_machine_that_cannot_enforce_the_box_is_refused_unless_it_is_allowed() {
    let others = |unsandboxed_allowed| Options {
        trust: Trust::Untrusted {
            unsandboxed_allowed,
        },
        ..options(&fake("boxed-in-part"))
    };
    let missing = vec![Protection::Files, Protection::Truncation];
    match Runner::start(others(false)) {
        Err(error) => assert_eq!(
            error,
            StartError::Unprotected {
                missing: missing.clone()
            }
        ),
        Ok(_) => panic!("it started"),
    }
    assert_eq!(Runner::start(others(true)).unwrap().missing(), missing);
}

#[test]
fn a_launch_before_any_build_is_a_fault() {
    let mut runner = start();
    let outcome = run_one(&mut runner, launch(vec![], NdRange::linear(1, 1)));
    assert_eq!(outcome, Outcome::Fault(Fault::NothingBuilt));
}
