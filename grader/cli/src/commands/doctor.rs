//! `grader doctor`

use super::Exit;
use crate::device::adapters;
use crate::device::engine::DeviceEngine;
use crate::device::install;
use crate::device::no_device::NoDevice;
use crate::exercises::course_folder::CourseFolder;
use crate::files::progress_file::{Note, Store};
use crate::refusal::Refusal;
use crate::render::{self, Finding};
use crate::session::Session;
use course::{Engine, Simulator, TranslationUnit};
use launch::outcome::Outcome;
use launch::protocol::Device;
use launch::{Access, Argument, Buffer, Launch, NdRange, Scalar, Source};
use runner::{Options, Runner, Trust, unprotected};

/// The test kernel for each device: every work-item writes its global id.
const TRIAL: &str = "kernel void trial(global uint *out) { out[get_global_id(0)] = \
                     (uint)get_global_id(0); }\n";

const ITEMS: usize = 64;

pub(super) fn run(session: &Session) -> Result<Exit, Refusal> {
    let mut findings = vec![course(session)];
    if let Ok(folder) = session.course() {
        findings.push(progress(&folder));
    }
    let remedy = "This is a fault of the grader itself: please report it.".to_owned();
    findings.push(trial("simulator", &mut Simulator::default(), remedy));
    findings.extend(devices(session));
    let healthy = findings.iter().all(Finding::is_good);
    session.show(&render::doctor(session.page, &findings), None)?;
    Ok(if healthy { Exit::Good } else { Exit::Fault })
}

fn course(session: &Session) -> Finding {
    match session.course() {
        Ok(folder) => Finding::good(
            "course",
            format!(
                "{} exercises in {}",
                folder.course.exercises().len(),
                folder.root.display()
            ),
        ),
        Err(refusal) => Finding::bad("course", &refusal, refusal.remedy(&session.program)),
    }
}

fn progress(folder: &CourseFolder) -> Finding {
    let (_, notes) = Store::of(&folder.root).change(|_| ());
    match notes.first() {
        None => Finding::good("progress", "is kept".to_owned()),
        Some(note @ Note::SetAside { .. }) => Finding::good("progress", note.to_string()),
        Some(note @ Note::NotKept { .. }) => Finding::bad(
            "progress",
            note,
            format!(
                "Checks work all the same. To keep progress, make {} writable.",
                folder.root.display()
            ),
        ),
    }
}

/// Those of OpenCL, then those of WebGPU: where OpenCL has none, a GPU among these takes its place.
fn devices(session: &Session) -> Vec<Finding> {
    let (mut findings, count) = devices_of_opencl(session);
    let adapters = adapters::list(count);
    findings.extend(adapters.iter().map(|adapter| test_adapter(adapter, count)));
    findings
}

/// What is found, and the number of devices.
fn devices_of_opencl(session: &Session) -> (Vec<Finding>, usize) {
    let refused = |name: &str, no_device: NoDevice| {
        if no_device.is_absent() {
            return Finding::good(
                "device",
                format!(
                    "OpenCL has none here: the simulator grades; a device is optional. {}",
                    addition(&no_device, session)
                ),
            );
        }
        Finding::bad(name, &no_device, no_device.remedy(&session.program))
    };
    let mut runner = match Runner::start(Options::default()) {
        Ok(runner) => runner,
        Err(error) => return (vec![refused("grader-device", NoDevice::Start(error))], 0),
    };
    let mut findings = vec![Finding::good("grader-device", "starts".to_owned())];
    let devices = match runner.devices() {
        Ok(devices) => devices.to_vec(),
        Err(error) => {
            findings.push(refused("OpenCL", NoDevice::Fault(error)));
            return (findings, 0);
        }
    };
    if devices.is_empty() {
        findings.push(refused("OpenCL", NoDevice::None));
    }
    findings.extend(devices.iter().map(test_device));
    if !devices.is_empty() {
        findings.push(sandbox());
    }
    (findings, devices.len())
}

/// What adds a device: the project's own script in its folder, else the system's command.
fn addition(no_device: &NoDevice, session: &Session) -> String {
    let in_project = session
        .course()
        .is_ok_and(|folder| folder.root.join("setup").is_file());
    match in_project {
        true => no_device.remedy(&session.program),
        false => install::remedy(),
    }
}

/// The sandbox for other people's kernels: what this machine can enforce, and whether a kernel runs in it.
/// The user's own kernels do not need it, so a missing protection is reported, but is no failure.
fn sandbox() -> Finding {
    const NAME: &str = "sandbox";
    let options = Options {
        trust: Trust::Untrusted {
            unsandboxed_allowed: true,
        },
        ..Options::default()
    };
    let remedy =
        "Your own kernels run all the same; other people's cannot be graded on a device here."
            .to_owned();
    let runner = match Runner::start(options) {
        Ok(runner) => runner,
        Err(error) => return Finding::bad(NAME, &NoDevice::Start(error), remedy),
    };
    let missing = runner.missing().to_vec();
    let mut engine = match DeviceEngine::open(runner, None) {
        Ok(engine) => engine,
        Err(no_device) => return Finding::bad(NAME, &no_device, remedy),
    };
    let tried = trial(NAME, &mut engine, remedy);
    match (tried.is_good(), missing.as_slice()) {
        (false, _) => tried,
        (true, []) => Finding::good(NAME, "contains other people's kernels".to_owned()),
        (true, missing) => Finding::good(
            NAME,
            format!(
                "contains other people's kernels in part: {}",
                unprotected(missing)
            ),
        ),
    }
}

/// Tests a device in a new process.
fn test_device(device: &Device) -> Finding {
    let name = format!("device {}", device.index);
    match Runner::start(Options::default()) {
        Ok(runner) => test_in(runner, name, device.index),
        Err(error) => Finding::bad(&name, &NoDevice::Start(error), String::new()),
    }
}

/// [`test_device`] of WebGPU, numbered behind that number of others.
fn test_adapter(device: &Device, behind: usize) -> Finding {
    let name = format!("device {}", device.index);
    match adapters::start() {
        Some(runner) => test_in(runner, name, device.index - behind),
        None => Finding::bad(&name, &NoDevice::None, String::new()),
    }
}

fn test_in(runner: Runner, name: String, index: usize) -> Finding {
    let remedy = "Choose another device with --device, or mend its driver.".to_owned();
    let mut engine = match DeviceEngine::open(runner, Some(index)) {
        Ok(engine) => engine,
        Err(no_device) => return Finding::bad(&name, &no_device, remedy),
    };
    trial(&name, &mut engine, remedy)
}

/// Builds and runs a kernel, and checks its output.
fn trial(name: &str, engine: &mut dyn Engine, remedy: String) -> Finding {
    let source = Source {
        name: "trial.cl".to_owned(),
        text: TRIAL.to_owned(),
        defines: Vec::new(),
        standard: launch::Standard::default(),
    };
    if let Err(failure) = engine.build(&TranslationUnit::of(source)) {
        let message = format!("{} builds no kernel: {}", engine.device(), failure);
        return Finding::bad(name, &message, remedy);
    }
    let launch = Launch {
        kernel: "trial".to_owned(),
        arguments: vec![Argument::Buffer(Buffer {
            name: "out".to_owned(),
            element: Scalar::UInt.into(),
            contents: vec![0; 4 * ITEMS],
            access: Access::Write,
            initialized: false,
        })],
        range: NdRange::linear(ITEMS, 16),
    };
    let expected: Vec<u8> = (0..ITEMS as u32).flat_map(u32::to_le_bytes).collect();
    match engine.run(&[launch]).pop() {
        Some(Outcome::Ran(ran))
            if ran
                .buffers
                .first()
                .is_some_and(|buffer| buffer.contents == expected) =>
        {
            Finding::good(name, format!("{} runs kernels", engine.device()))
        }
        outcome => {
            let reason = match outcome {
                Some(Outcome::Ran(_)) => "it computes wrongly".to_owned(),
                Some(outcome) => outcome.to_string(),
                None => "it gives no answer".to_owned(),
            };
            let message = format!("{} runs no kernel: {reason}", engine.device());
            Finding::bad(name, &message, remedy)
        }
    }
}
