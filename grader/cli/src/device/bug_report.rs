//! A case in which a device is at fault, kept for its vendor: `.grader/device-faults/EXERCISE` of the course
//! folder holds the kernel, a LAUNCH.toml for `grader simulate`, and the device's results.

use crate::files::replace;
use course::Evidence;
use launch::outcome::{Outcome, Ran};
use launch::{Access, Argument, Launch};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder within the course folder.
const FOLDER: &str = ".grader/device-faults";

/// The most bytes of buffers that are written as text.
const MOST: usize = 1 << 20;

/// Keeps a case of `exercise`, and replaces an earlier one. Returns its folder, if it could be written.
pub(crate) fn keep(course: &Path, exercise: &str, evidence: &Evidence<'_>) -> Option<PathBuf> {
    let bytes = evidence
        .launch
        .arguments
        .iter()
        .map(|argument| match argument {
            Argument::Buffer(buffer) => buffer.contents.len(),
            _ => 0,
        });
    if bytes.sum::<usize>() > MOST {
        return None;
    }
    let folder = course.join(FOLDER).join(exercise);
    fs::create_dir_all(&folder).ok()?;
    let files = [
        ("kernel.cl", evidence.source.text.clone()),
        ("LAUNCH.toml", launch_file(evidence)),
        ("README.txt", account(evidence)),
    ];
    for (name, text) in files {
        replace::write(&folder.join(name), text.as_bytes()).ok()?;
    }
    Some(folder)
}

fn launch_file(evidence: &Evidence<'_>) -> String {
    let Launch {
        kernel,
        range,
        arguments,
    } = evidence.launch;
    let mut text = format!("source = \"kernel.cl\"\nkernel = \"{kernel}\"\n");
    let _ = writeln!(text, "global = {}", list(&range.global));
    if let Some(local) = &range.local {
        let _ = writeln!(text, "local = {}", list(local));
    }
    if !evidence.source.defines.is_empty() {
        text.push_str("\n[defines]\n");
        for (name, value) in &evidence.source.defines {
            let _ = writeln!(text, "{name} = \"{}\"", value.escape_default());
        }
    }
    for argument in arguments {
        text.push_str("\n[[arg]]\n");
        match argument {
            Argument::Buffer(buffer) => {
                let _ = writeln!(text, "buffer = \"{}\"", buffer.element);
                let is_output = buffer.access != Access::Read;
                if buffer.initialized {
                    let _ = writeln!(text, "init = {{ hex = \"{}\" }}", hex(&buffer.contents));
                } else {
                    let len = buffer.contents.len() / buffer.element.size().max(1);
                    let _ = writeln!(text, "len = {len}\ninit = \"uninit\"");
                }
                if is_output {
                    text.push_str("show = true\n");
                }
            }
            Argument::Value { bytes, .. } => {
                let _ = writeln!(text, "scalar = \"bytes\"\nhex = \"{}\"", hex(bytes));
            }
            Argument::Local { bytes, .. } => {
                let _ = writeln!(text, "local = {bytes}");
            }
            Argument::Null { .. } => text.push_str("null = true\n"),
            Argument::Image(image) => {
                let sizes = image.size[..image.kind.sizes()].to_vec();
                let _ = writeln!(
                    text,
                    "image = \"{}\"\norder = \"{}\"\nchannel = \"{}\"\nsize = {}",
                    image.kind,
                    image.format.order,
                    image.format.channel,
                    list(&sizes)
                );
                let init = match image.initialized {
                    true => format!("{{ hex = \"{}\" }}", hex(&image.contents)),
                    false => "\"uninit\"".to_owned(),
                };
                let _ = writeln!(text, "init = {init}");
                if image.access != Access::Read {
                    text.push_str("show = true\n");
                }
            }
            Argument::Sampler { sampler, .. } => {
                let _ = writeln!(
                    text,
                    "sampler = \"{}\"\nfilter = \"{}\"\nnormalized = {}",
                    sampler.addressing, sampler.filter, sampler.normalized
                );
            }
        }
    }
    text
}

fn account(evidence: &Evidence<'_>) -> String {
    let mut text = format!(
        "On this device the launch of LAUNCH.toml gives what the kernel does not say.\n\n\
         device   {}\nversion  {}\n\n\
         What it has to give, in the simulator: grader simulate LAUNCH.toml\n\n",
        evidence.device, evidence.version
    );
    match evidence.got {
        Outcome::Ran(got) => text.push_str(&buffers(evidence.launch, evidence.expected, got)),
        Outcome::Crashed { exit, .. } => {
            let _ = writeln!(text, "The device crashes: {exit}.");
        }
        Outcome::LostTheDevice { code } => {
            let _ = writeln!(text, "The device crashes: {code}.");
        }
        Outcome::OutOfTime { deadline } => {
            let _ = writeln!(
                text,
                "The device does not end within {} ms.",
                deadline.as_millis()
            );
        }
        _ => text.push_str("The device does not run it to its end.\n"),
    }
    text
}

/// The buffers that differ, byte by byte.
fn buffers(launch: &Launch, expected: &Ran, got: &Ran) -> String {
    let arguments = launch
        .arguments
        .iter()
        .filter_map(|argument| match argument {
            Argument::Buffer(buffer) => Some(buffer),
            _ => None,
        });
    let mut text = String::new();
    for (buffer, (expected, got)) in arguments.zip(expected.buffers.iter().zip(&got.buffers)) {
        if expected.contents != got.contents {
            let _ = writeln!(
                text,
                "{} of {}, in hexadecimal:\nexpected  {}\ngot       {}\n",
                buffer.name,
                buffer.element,
                hex(&expected.contents),
                hex(&got.contents)
            );
        }
        for stray in &got.strays {
            let bytes = hex(&stray.bytes);
            let _ = writeln!(
                text,
                "{}, byte {}: {bytes} is written",
                buffer.name, stray.offset
            );
        }
    }
    text
}

fn list(sizes: &[usize]) -> String {
    let sizes: Vec<String> = sizes.iter().map(usize::to_string).collect();
    format!("[{}]", sizes.join(", "))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
