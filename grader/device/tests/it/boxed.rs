//! Other people's kernels in the box, on a real device: every hostile kernel of `tests/hostile` comes to
//! the verdict at its head, reaches nothing, and the right kernel after it is right.
//!
//! Nothing but the box stands in their way here: neither the front end nor the simulator sees them.

use crate::attacks::{Hostile, Neighbours};
use crate::support::*;
use launch::{Access, NdRange};
use runner::{BuildError, Options, Outcome, Runner, Trust};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

const RIGHT: &str = "kernel void right(global float *out) { out[get_global_id(0)] = 4711.0f; }";

fn others() -> Options {
    Options {
        trust: Trust::Untrusted {
            unsandboxed_allowed: false,
        },
        memory: 2 << 30,
        build_deadline: Duration::from_secs(6),
        ..options(&program())
    }
}

fn start_boxed() -> Runner {
    match Runner::start(others()) {
        Ok(runner) => runner,
        Err(error) => panic!("the box is not whole on this machine: {error:?}"),
    }
}

/// Beside the crate rather than in the system's temporary folder: where a person's files are.
fn neighbours() -> Neighbours {
    Neighbours::within(Path::new(env!("CARGO_TARGET_TMPDIR")))
}

/// The folders that children of this process have at present.
fn folders() -> Vec<PathBuf> {
    let beginning = format!("grader-device-{}-", std::process::id());
    let entries = fs::read_dir(std::env::temp_dir()).unwrap().flatten();
    entries
        .map(|entry| entry.path())
        .filter(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            name.starts_with(&beginning)
        })
        .collect()
}

/// `HOSTILE=word` picks files by name; the verdicts are printed with `--nocapture`.
#[test]
fn every_hostile_kernel_is_contained_and_rightly_named() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "cl"))
        .collect();
    files.sort();
    let picked = std::env::var("HOSTILE").unwrap_or_default();
    files.retain(|file| file.to_string_lossy().contains(&picked));
    assert!(!files.is_empty());

    let next = AtomicUsize::new(0);
    let wrong = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let name = file.file_stem().unwrap().to_string_lossy();
                    let hostile = Hostile::read(file, false);
                    let neighbours = neighbours();
                    let contained = hostile.contained(&mut start_boxed(), 0, &neighbours);
                    match contained {
                        Ok(verdict) => println!("{name}: {verdict}"),
                        Err(error) => {
                            println!("{name}: WRONG: {error}");
                            wrong.lock().unwrap().push(format!("{name}: {error}"));
                        }
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    wait_until("no folder is left behind", || folders().is_empty());
}

/// What the box is there for: without it these do what they are written for.
#[test]
fn the_attacks_are_real_where_there_is_no_box() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile");
    for name in ["read-a-file", "assemble-a-secret"] {
        let hostile = Hostile::read(&folder.join(name).with_extension("cl"), false);
        let told = hostile.verdict(&mut start(), 0, &neighbours());
        assert_eq!(told, Err("its output leaks".to_owned()), "{name}");
    }
}

#[test]
fn nothing_of_the_box_is_missing_here() {
    assert_eq!(start_boxed().missing(), []);
}

#[test]
fn ones_own_work_says_nothing_of_a_box() {
    assert_eq!(start().missing(), []);
}

#[test]
fn a_program_of_several_kernels_prints_and_keeps_its_parameters() {
    let mut runner = start_boxed();
    let text = "kernel void first(global float *out) { out[0] = 1.0f; }
        kernel void k(global float *out, float by) {
            printf(\"here %d\\n\", (int)get_global_id(0));
            out[get_global_id(0)] *= by;
        }";
    let built = build(&mut runner, text).unwrap();
    let names: Vec<_> = built.kernels.iter().map(|kernel| &kernel.name).collect();
    assert_eq!(names, ["first", "k"]);
    let parameters = built.kernels[1].parameters.as_ref().unwrap();
    assert_eq!(parameters[1].name, "by");
    let by = |factor: f32| {
        launch(
            vec![
                floats("out", &[1.0, 2.0], Access::ReadWrite),
                value("by", &factor.to_le_bytes()),
            ],
            NdRange::linear(2, 2),
        )
    };
    for (outcome, factor) in runner
        .run(&[by(3.0), by(5.0)], PATIENT)
        .into_iter()
        .zip([3.0, 5.0])
    {
        let ran = ran(outcome);
        assert_eq!(
            read_floats(&ran.buffers[0].contents),
            [factor, 2.0 * factor]
        );
        let mut lines: Vec<_> = ran.printf.lines().collect();
        lines.sort_unstable();
        assert_eq!(lines, ["here 0", "here 1"]);
    }
}

#[test]
fn a_program_that_is_refused_is_refused_as_ever() {
    let text = "kernel void k(global float *out) { out[0] = nothing; }";
    let boxed = build(&mut start_boxed(), text);
    let plain = build(&mut start(), text);
    assert!(
        matches!(boxed, Err(BuildError::Compiler { .. })),
        "{boxed:?}"
    );
    assert_eq!(boxed, plain);
}

#[test]
fn a_crash_in_the_box_costs_its_own_launch_alone() {
    let mut runner = start_boxed();
    let text = "kernel void k(global float *out, int far) { out[(long)far << 40] = 1.0f; }";
    build(&mut runner, text).unwrap();
    let at = |far: i32| {
        launch(
            vec![
                floats("out", &[0.0], Access::ReadWrite),
                value("far", &far.to_le_bytes()),
            ],
            NdRange::linear(1, 1),
        )
    };
    let outcomes = runner.run(&[at(0), at(1), at(0)], PATIENT);
    assert!(matches!(outcomes[0], Outcome::Ran(_)), "{outcomes:?}");
    assert!(
        matches!(outcomes[1], Outcome::Crashed { alone: true, .. }),
        "{outcomes:?}"
    );
    assert!(matches!(outcomes[2], Outcome::Ran(_)), "{outcomes:?}");
}

#[test]
fn a_device_that_is_not_there_is_told_with_how_many_there_are() {
    let error = start_boxed().build(99, &source(RIGHT)).unwrap_err();
    assert!(
        matches!(
            error,
            BuildError::NoSuchDevice {
                device: 99,
                devices: 1..
            }
        ),
        "{error:?}"
    );
}

/// A file that whoever started the parent left open is closed in the box before anything else happens.
#[test]
fn no_descriptor_is_inherited() {
    let mut runner = start_boxed();
    build(&mut runner, RIGHT).unwrap();
    let process = runner.process_id().unwrap();
    let links = fs::read_dir(format!("/proc/{process}/fd")).unwrap();
    for link in links {
        let target = fs::read_link(link.unwrap().path()).unwrap_or_default();
        let target = target.to_string_lossy();
        let known = target.starts_with("pipe:") || target == "/dev/null" || target.is_empty();
        assert!(known, "{target}");
    }
}

#[test]
fn its_environment_is_not_the_parents() {
    let mut runner = start_boxed();
    build(&mut runner, RIGHT).unwrap();
    let process = runner.process_id().unwrap();
    let environment = fs::read(format!("/proc/{process}/environ")).unwrap();
    let environment = String::from_utf8_lossy(&environment);
    assert!(environment.contains("POCL_CACHE_DIR="), "{environment}");
    assert!(!environment.contains("CARGO"), "{environment}");
}
