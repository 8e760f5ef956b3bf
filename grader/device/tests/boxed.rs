//! Other people's kernels in the box, on a real device: every hostile kernel of `tests/hostile` comes to
//! the verdict at its head, reaches nothing, and the right kernel after it is right.
//!
//! Nothing but the box stands in their way here: neither the front end nor the simulator sees them.
#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

mod support;

use launch::{Access, Argument, Buffer, ElementType, Launch, NdRange, Scalar, Source};
use runner::{BuildError, Exit, Options, Outcome, Runner, Trust};
use std::fs;
use std::io::ErrorKind;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use support::*;

/// Each launch, counted as deadlines count.
const DEADLINE: Duration = Duration::from_secs(2);

/// What must not get out of the user's file.
const SECRET: &str = "root:the-answers-of-the-exam:4711";

const RIGHT: &str = "kernel void right(global float *out) { out[get_global_id(0)] = 4711.0f; }";

fn others() -> Options {
    Options {
        trust: Trust::Others {
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

/// A file of the user's, a port of the user's, and what they have to look like afterwards.
struct Neighbours {
    home: tempfile::TempDir,
    rights: u32,
    port: TcpListener,
}

fn rights(file: &Path) -> u32 {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(file).unwrap().permissions().mode()
}

impl Neighbours {
    fn new() -> Neighbours {
        // Beside the crate rather than in the system's temporary folder: where a person's files are.
        let home = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        let file = home.path().join("exam");
        fs::write(&file, SECRET).unwrap();
        let port = TcpListener::bind("127.0.0.1:0").unwrap();
        port.set_nonblocking(true).unwrap();
        Neighbours {
            home,
            rights: rights(&file),
            port,
        }
    }

    fn file(&self) -> PathBuf {
        self.home.path().join("exam")
    }

    fn launch(&self) -> Launch {
        let mut path = self.file().to_str().unwrap().as_bytes().to_vec();
        path.resize(512, 0);
        let path = Argument::Buffer(Buffer {
            name: "path".into(),
            element: ElementType::scalar(Scalar::Char),
            contents: path,
            access: Access::ReadWrite,
            initialized: true,
        });
        let port = i32::from(self.port.local_addr().unwrap().port());
        Launch {
            kernel: "k".into(),
            arguments: vec![
                floats("out", &[0.0; 16], Access::ReadWrite),
                path,
                value("parent", &i64::from(std::process::id()).to_le_bytes()),
                value("port", &port.to_le_bytes()),
            ],
            range: NdRange::linear(4, 4),
        }
    }

    /// What was done to them.
    fn harm(&self) -> Option<String> {
        let names: Vec<_> = fs::read_dir(self.home.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        if names != ["exam"] {
            return Some(format!("the user's folder now holds {names:?}"));
        }
        if fs::read_to_string(self.file()).unwrap() != SECRET {
            return Some("the user's file was changed".to_owned());
        }
        if rights(&self.file()) != self.rights {
            return Some("the rights of the user's file were changed".to_owned());
        }
        match self.port.accept() {
            Err(error) if error.kind() == ErrorKind::WouldBlock => None,
            _ => Some("the network was reached".to_owned()),
        }
    }
}

/// Does what came out of a child hold what only the user's files and environment do?
fn leaks(bytes: &[u8]) -> bool {
    [SECRET, "CARGO_MANIFEST_DIR", "root:x:0"]
        .iter()
        .any(|secret| {
            bytes
                .windows(secret.len().min(16))
                .any(|window| secret.as_bytes().starts_with(window))
        })
}

/// What became of a kernel, as its head writes it.
fn verdict(runner: &mut Runner, neighbours: &Neighbours, text: &str) -> Result<String, String> {
    let secret = format!("\"{}\"", neighbours.file().display());
    let source = Source {
        name: "kernel.cl".into(),
        text: format!("{}\n{text}", include_str!("hostile/prelude.h")),
        defines: vec![("SECRET".into(), secret)],
    };
    let how = |exit: &Exit| match exit {
        Exit::Code(code) => format!("crash exit code {code}"),
        Exit::Signal { name, .. } => format!("crash {name}"),
        Exit::Silent => "crash silent".to_owned(),
        Exit::Garbled => "crash garbled".to_owned(),
    };
    let built = match runner.build(0, &source) {
        Ok(built) => built,
        Err(BuildError::Compiler { log, .. }) if leaks(log.as_bytes()) => {
            return Err(format!("the compiler's log leaks: {log}"));
        }
        Err(BuildError::Compiler { log, .. }) => {
            println!("{}", log.lines().next().unwrap_or_default());
            return Ok("refused".to_owned());
        }
        Err(BuildError::Crashed { exit }) => return Ok(format!("not built: {}", how(&exit))),
        Err(BuildError::OutOfTime { .. }) => return Ok("not built: out of time".to_owned()),
        Err(other) => return Err(format!("not built: {other:?}")),
    };
    if leaks(built.log.as_bytes()) {
        return Err(format!("the compiler's log leaks: {}", built.log));
    }
    let outcome = runner.run(&[neighbours.launch()], DEADLINE).remove(0);
    let (ran, strays) = match outcome {
        Outcome::Ran(ran) => (ran, false),
        Outcome::WroteOutside { ran, .. } => (ran, true),
        Outcome::Crashed { exit, alone: true } => return Ok(how(&exit)),
        Outcome::OutOfTime { .. } => return Ok("out of time".to_owned()),
        other => return Err(format!("{other:?}")),
    };
    // The path was given to the kernel; anything else of the user's was not.
    if leaks(&ran.buffers[0].contents) || leaks(ran.printf.as_bytes()) {
        return Err("its output leaks".to_owned());
    }
    let out = read_floats(&ran.buffers[0].contents);
    Ok(match (strays, out[1]) {
        (true, _) => "strays".to_owned(),
        (false, result) => format!("runs {result}"),
    })
}

/// Is the verdict one of those that a file's head allows? `runs` alone allows every result.
fn allowed(head: &str, verdict: &str) -> bool {
    head.split(" or ")
        .any(|one| one == verdict || one == "runs" && verdict.starts_with("runs "))
}

/// Runs one file and looks at what became of everything else.
fn contained(file: &Path) -> Result<String, String> {
    let text = fs::read_to_string(file).unwrap();
    let head = text.lines().next().unwrap_or_default();
    let head = head
        .strip_prefix("// Verdict: ")
        .ok_or("it has no verdict")?;
    let neighbours = Neighbours::new();
    let mut runner = start_boxed();
    let verdict = verdict(&mut runner, &neighbours, &text)?;
    if let Some(harm) = neighbours.harm() {
        return Err(harm);
    }
    if !allowed(head, &verdict) {
        return Err(format!("expected {head}, got {verdict}"));
    }
    is_right(&mut runner)?;
    match neighbours.harm() {
        Some(harm) => Err(harm),
        None => Ok(verdict),
    }
}

/// A right kernel, in the same runner.
fn is_right(runner: &mut Runner) -> Result<(), String> {
    let built = runner.build(0, &source(RIGHT));
    built.map_err(|error| format!("the right kernel after it is not built: {error:?}"))?;
    let launch = Launch {
        kernel: "right".into(),
        arguments: vec![floats("out", &[0.0; 64], Access::ReadWrite)],
        range: NdRange::linear(64, 16),
    };
    match runner.run(&[launch], PATIENT).remove(0) {
        Outcome::Ran(ran) if read_floats(&ran.buffers[0].contents) == [4711.0; 64] => Ok(()),
        other => Err(format!("the right kernel after it comes to {other:?}")),
    }
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
                    let begin = Instant::now();
                    match contained(file) {
                        Ok(verdict) => println!("{name}: {verdict} ({:.1?})", begin.elapsed()),
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
    let begin = Instant::now();
    while !folders().is_empty() {
        assert!(begin.elapsed() < PATIENT, "left behind: {:?}", folders());
        thread::sleep(Duration::from_millis(10));
    }
}

/// What the box is there for: without it these do what they are written for.
#[test]
fn the_attacks_are_real_where_there_is_no_box() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile");
    for name in ["read-a-file", "assemble-a-secret"] {
        let text = fs::read_to_string(folder.join(name).with_extension("cl")).unwrap();
        let told = verdict(&mut start(), &Neighbours::new(), &text);
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
