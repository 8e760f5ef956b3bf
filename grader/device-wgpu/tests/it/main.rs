//! `grader-wgpu` as a child process: its arguments, its greeting and its end. `tests/tests/it/device_wgpu.rs` checks
//! answers on it.

mod measurements;
mod specialised;
mod values;

use launch::protocol::{Hello, VERSION};
use std::io::Read;
use std::process::{Command, Output, Stdio};

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_grader-wgpu"))
}

fn output(mut command: Command) -> Output {
    command.output().expect("grader-wgpu starts")
}

#[test]
fn the_version_names_the_protocol() {
    let mut command = program();
    command.arg("--version");
    let output = output(command);
    assert!(output.status.success());
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        text.ends_with(&format!("(protocol {VERSION})\n")),
        "{text:?}"
    );
}

/// A sandbox is asked for by an argument; a program that ignored it would run without one.
#[test]
fn an_unknown_argument_is_refused() {
    let mut command = program();
    command.arg("--sandbox");
    let output = output(command);
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("unknown argument"), "{text:?}");
    assert_eq!(output.stdout, b"", "nothing of the protocol");
}

#[test]
fn it_greets_and_ends_with_its_input() {
    let mut command = program();
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("grader-wgpu starts");
    let mut replies = child.stdout.take().expect("its output");
    let mut length = [0; 4];
    replies.read_exact(&mut length).expect("a length");
    let mut frame = vec![0; u32::from_le_bytes(length) as usize];
    replies.read_exact(&mut frame).expect("a frame");
    let hello: Hello = postcard::from_bytes(&frame).expect("a greeting");
    assert_eq!(hello.protocol, VERSION);
    drop(child.stdin.take());
    let status = child.wait().expect("its end");
    assert_eq!(status.code(), Some(0));
}
