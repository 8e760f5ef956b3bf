//! What the tests of the device runner share: a runner on a real device, and short ways to write
//! launches.

use launch::{Access, Argument, Buffer, ElementType, Launch, NdRange, Scalar, Source};
use runner::{BuildError, Built, Options, Outcome, Ran, Runner};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

/// Long enough for a cold build on a slow, busy machine.
pub(crate) const PATIENT: Duration = Duration::from_secs(60);

/// Waits for something that happens soon, or never.
pub(crate) fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    const PAUSE: Duration = Duration::from_millis(5);
    for _ in 0..PATIENT.as_millis() / PAUSE.as_millis() {
        if is_so() {
            return;
        }
        thread::sleep(PAUSE);
    }
    panic!("still waiting: {what}");
}

/// The program under test.
pub(crate) fn program() -> PathBuf {
    PathBuf::from(env!("CARGO_BIN_EXE_grader-device"))
}

/// A runner of `program`.
pub(crate) fn options(program: &Path) -> Options {
    Options {
        program: Some(program.to_owned()),
        ..Options::default()
    }
}

/// A runner on a machine that has an OpenCL device.
pub(crate) fn start() -> Runner {
    let mut runner = Runner::start(options(&program())).expect(
        "grader-device starts (if a library is missing, ./setup installs the OpenCL loader)",
    );
    let devices = runner.devices().expect("the devices are listed");
    assert!(
        !devices.is_empty(),
        "these tests need an OpenCL device and there is none: run ./setup, which installs PoCL"
    );
    runner
}

pub(crate) fn source(text: &str) -> Source {
    Source {
        name: "kernel.cl".into(),
        text: text.into(),
        defines: Vec::new(),
        standard: launch::Standard::default(),
    }
}

pub(crate) fn build(runner: &mut Runner, text: &str) -> Result<Built, BuildError> {
    runner.build(0, &source(text))
}

/// A runner that has built `text`.
pub(crate) fn with_program(text: &str) -> Runner {
    let mut runner = start();
    build(&mut runner, text).expect("the program is built");
    runner
}

pub(crate) fn launch(arguments: Vec<Argument>, range: NdRange) -> Launch {
    Launch {
        kernel: "k".into(),
        arguments,
        range,
    }
}

pub(crate) fn floats(name: &str, values: &[f32], access: Access) -> Argument {
    Argument::Buffer(Buffer {
        name: name.into(),
        element: ElementType::scalar(Scalar::Float),
        contents: values.iter().flat_map(|v| v.to_le_bytes()).collect(),
        access,
        initialized: access != Access::Write,
    })
}

pub(crate) fn value(name: &str, bytes: &[u8]) -> Argument {
    Argument::Value {
        name: name.into(),
        bytes: bytes.to_vec(),
    }
}

pub(crate) fn read_floats(bytes: &[u8]) -> Vec<f32> {
    let (words, rest) = bytes.as_chunks::<4>();
    assert!(rest.is_empty());
    words.iter().map(|word| f32::from_le_bytes(*word)).collect()
}

/// The one outcome of one launch.
pub(crate) fn run_one(runner: &mut Runner, launch: Launch) -> Outcome {
    let mut outcomes = runner.run(&[launch], PATIENT);
    assert_eq!(outcomes.len(), 1);
    outcomes.remove(0)
}

/// The result of a launch that must run and keep within its buffers.
pub(crate) fn ran(outcome: Outcome) -> Ran {
    match outcome {
        Outcome::Ran(ran) if !ran.wrote_outside() => ran,
        other => panic!("expected a clean run, got {other:?}"),
    }
}
