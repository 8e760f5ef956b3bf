//! The process itself, driven by hand: its protocol, its command line, its end.

use crate::support::*;
use launch::protocol::{Hello, Optimisation, Reply, Request, Run, RunArgument, VERSION};
use launch::{NdRange, Scalar, Source};
use rustix::process::{Pid, Signal, kill_process, test_kill_process};
use serde_bytes::Bytes;
use std::borrow::Cow;
use std::io::{Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};

/// Waits for the end of a process that should be over soon.
fn end_of(child: &mut Child) -> ExitStatus {
    let mut status = None;
    wait_until("it ended", || {
        status = child.try_wait().unwrap();
        status.is_some()
    });
    status.unwrap()
}

fn start_by_hand(without_platforms: bool) -> Child {
    let mut command = Command::new(program());
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    if without_platforms {
        command.env("OCL_ICD_VENDORS", "/nonexistent/");
        command.env("OPENCL_VENDOR_PATH", "/nonexistent/");
    }
    command.spawn().unwrap()
}

fn write(child: &mut Child, request: &Request<'_>) {
    write_raw(child, &postcard::to_stdvec(request).unwrap());
}

fn write_raw(child: &mut Child, bytes: &[u8]) {
    let stdin = child.stdin.as_mut().unwrap();
    let length = bytes.len() as u32;
    stdin.write_all(&length.to_le_bytes()).unwrap();
    stdin.write_all(bytes).unwrap();
}

fn read(child: &mut Child) -> Vec<u8> {
    let stdout = child.stdout.as_mut().unwrap();
    let mut length = [0; 4];
    stdout.read_exact(&mut length).unwrap();
    let mut frame = vec![0; u32::from_le_bytes(length) as usize];
    stdout.read_exact(&mut frame).unwrap();
    frame
}

/// Builds a kernel that never ends and launches it, without waiting.
fn hang(child: &mut Child) {
    read(child);
    let text = "kernel void k(global volatile int *stop) { while (!*stop) ; }";
    write(
        child,
        &Request::Build {
            device: 0,
            source: Cow::Owned(Source {
                name: "k.cl".into(),
                text: text.into(),
                defines: vec![],
                standard: launch::Standard::default(),
            }),
            optimisation: Optimisation::Usual,
        },
    );
    let built = read(child);
    let built = postcard::from_bytes::<Reply<'_>>(&built).unwrap();
    assert!(matches!(built, Reply::Built { .. }), "{built:?}");
    write(
        child,
        &Request::Run(Run {
            offset: Cow::Borrowed(&[]),
            kernel: "k",
            arguments: vec![RunArgument::Buffer {
                scalar: Scalar::Int,
                contents: Bytes::new(&[0; 4]),
            }],
            range: Cow::Owned(NdRange::linear(1, 1)),
        }),
    );
}

#[test]
fn it_tells_its_version_and_its_protocol() {
    let output = Command::new(program()).arg("--version").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(
        text,
        format!(
            "grader-device {} (protocol {VERSION})\n",
            env!("CARGO_PKG_VERSION")
        )
    );
    assert!(output.status.success());
}

#[test]
fn an_unknown_argument_is_refused_by_name() {
    let output = Command::new(program()).arg("--fast").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.contains("--fast"), "{text}");
}

#[test]
fn without_a_platform_the_list_is_empty() {
    let mut child = start_by_hand(true);
    let hello = read(&mut child);
    let hello: Hello = postcard::from_bytes(&hello).unwrap();
    assert_eq!(hello.protocol, VERSION);
    write(&mut child, &Request::Devices);
    let reply = read(&mut child);
    assert_eq!(
        postcard::from_bytes::<Reply<'_>>(&reply).unwrap(),
        Reply::Devices(vec![])
    );
    drop(child.stdin.take());
    end_of(&mut child);
}

#[test]
fn an_unreadable_request_is_a_fault_and_the_next_one_is_answered() {
    let mut child = start_by_hand(true);
    read(&mut child);
    for nonsense in [&[][..], &[255; 9], &[2, 200, 200, 200, 200, 1]] {
        write_raw(&mut child, nonsense);
        let reply = read(&mut child);
        let reply = postcard::from_bytes::<Reply<'_>>(&reply).unwrap();
        assert!(matches!(reply, Reply::Fault { .. }), "{reply:?}");
    }
    write(&mut child, &Request::Devices);
    let reply = read(&mut child);
    let reply = postcard::from_bytes::<Reply<'_>>(&reply).unwrap();
    assert!(matches!(reply, Reply::Devices(_)), "{reply:?}");
    child.kill().unwrap();
    end_of(&mut child);
}

#[test]
fn a_frame_beyond_the_limit_ends_it() {
    let mut child = start_by_hand(true);
    read(&mut child);
    let stdin = child.stdin.as_mut().unwrap();
    stdin.write_all(&u32::MAX.to_le_bytes()).unwrap();
    end_of(&mut child);
}

#[test]
fn the_end_of_its_input_ends_it_in_the_middle_of_a_kernel() {
    let mut child = start_by_hand(false);
    hang(&mut child);
    drop(child.stdin.take());
    end_of(&mut child);
}

/// The shell is the parent and is killed; its input stays open here, so only the parent's death can
/// tell the runner.
#[test]
#[cfg(target_os = "linux")]
fn it_dies_with_its_parent_in_the_middle_of_a_kernel() {
    let mut shell = Command::new("sh")
        .args(["-c", "exec 3<&0; \"$0\" <&3 & echo $! >&2; wait"])
        .arg(program())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut number = String::new();
    let mut byte = [0];
    let stderr = shell.stderr.as_mut().unwrap();
    while stderr.read_exact(&mut byte).is_ok() && byte != *b"\n" {
        number.push(byte[0].into());
    }
    hang(&mut shell);
    let runner = Pid::from_raw(number.parse().unwrap()).unwrap();
    assert!(test_kill_process(runner).is_ok());
    let parent = Pid::from_raw(shell.id() as i32).unwrap();
    kill_process(parent, Signal::KILL).unwrap();
    shell.wait().unwrap();
    // Its output ends when it does: nobody else holds that pipe.
    let mut rest = Vec::new();
    shell.stdout.take().unwrap().read_to_end(&mut rest).unwrap();
}
