//! What a hostile kernel comes to, and what becomes of everything beside it: shared by the tests on this machine's
//! CPU and by the example that tries them on any device.

use launch::protocol::Failure;
use launch::{Access, Argument, Buffer, ElementType, Launch, NdRange, Scalar, Source};
use runner::{BuildError, Exit, Outcome, Runner};
use std::fs;
use std::io::ErrorKind;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Each launch, counted as deadlines count.
const DEADLINE: Duration = Duration::from_secs(2);

/// Long enough for a cold build on a slow, busy machine.
const PATIENT: Duration = Duration::from_secs(60);

/// What must not get out of the user's file.
const SECRET: &str = "root:the-answers-of-the-exam:4711";

const RIGHT: &str = "kernel void right(global float *out) { out[get_global_id(0)] = 4711.0f; }";

/// A file of the user's, a port of the user's, and what they have to look like afterwards.
pub(crate) struct Neighbours {
    home: tempfile::TempDir,
    rights: u32,
    port: TcpListener,
}

fn rights(file: &Path) -> u32 {
    fs::metadata(file).unwrap().permissions().mode()
}

impl Neighbours {
    /// In a folder of their own in that one.
    pub(crate) fn within(folder: &Path) -> Neighbours {
        let home = tempfile::tempdir_in(folder).unwrap();
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
        let path = buffer("path", Scalar::Char, path);
        let port = i32::from(self.port.local_addr().unwrap().port());
        Launch {
            kernel: "k".into(),
            arguments: vec![
                buffer("out", Scalar::Float, vec![0; 64]),
                path,
                value("parent", &i64::from(std::process::id()).to_le_bytes()),
                value("port", &port.to_le_bytes()),
            ],
            range: NdRange::linear(4, 4),
        }
    }

    /// What was done to them.
    pub(crate) fn harm(&self) -> Option<String> {
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

fn buffer(name: &str, scalar: Scalar, contents: Vec<u8>) -> Argument {
    Argument::Buffer(Buffer {
        name: name.into(),
        element: ElementType::scalar(scalar),
        contents,
        access: Access::ReadWrite,
        initialized: true,
    })
}

fn value(name: &str, bytes: &[u8]) -> Argument {
    Argument::Value {
        name: name.into(),
        bytes: bytes.to_vec(),
    }
}

fn floats(bytes: &[u8]) -> Vec<f32> {
    let (words, _) = bytes.as_chunks::<4>();
    words.iter().map(|word| f32::from_le_bytes(*word)).collect()
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

/// A hostile kernel.
pub(crate) struct Hostile {
    text: String,
    /// The verdicts that will do; `runs` alone allows every result.
    allowed: String,
}

impl Hostile {
    /// Reads one. Its first line says what it may come to. On a GPU that may be something else, which the second
    /// line says; whatever issues a system call of this processor's is no program there.
    pub(crate) fn read(file: &Path, gpu: bool) -> Hostile {
        let text = fs::read_to_string(file).unwrap();
        let mut lines = text.lines();
        let mut head = |beginning: &str| lines.next()?.strip_prefix(beginning).map(str::to_owned);
        let on_cpu = head("// Verdict: ").expect("a verdict at its head");
        let on_gpu = head("// On a GPU: ");
        let calls = text.contains("call(");
        let allowed = match (gpu, on_gpu) {
            (false, _) => on_cpu,
            (true, Some(on_gpu)) => on_gpu,
            (true, None) if calls => "refused".to_owned(),
            (true, None) => on_cpu,
        };
        let text = match calls {
            true => format!("{}\n{text}", include_str!("../hostile/prelude.h")),
            false => text,
        };
        Hostile { text, allowed }
    }

    /// What becomes of it, as its head writes it. An error is a leak, or a fault that is not its own.
    pub(crate) fn verdict(
        &self,
        runner: &mut Runner,
        device: usize,
        neighbours: &Neighbours,
    ) -> Result<String, String> {
        let secret = format!("\"{}\"", neighbours.file().display());
        let source = Source {
            name: "kernel.cl".into(),
            text: self.text.clone(),
            defines: vec![("SECRET".into(), secret)],
            standard: launch::Standard::default(),
        };
        let built = match runner.build(device, &source) {
            Ok(built) => built,
            Err(BuildError::Compiler { log, .. }) if leaks(log.as_bytes()) => {
                return Err(format!("the compiler's log leaks: {log}"));
            }
            Err(BuildError::Compiler { .. }) => return Ok("refused".to_owned()),
            Err(BuildError::Crashed { exit }) => return Ok(format!("not built: {}", crash(&exit))),
            Err(BuildError::OutOfTime { .. }) => return Ok("not built: out of time".to_owned()),
            Err(BuildError::Failed(Failure::OutOfResources { .. })) => {
                return Ok("not built: out of resources".to_owned());
            }
            Err(other) => return Err(format!("not built: {other:?}")),
        };
        if leaks(built.log.as_bytes()) {
            return Err(format!("the compiler's log leaks: {}", built.log));
        }
        let outcome = runner.run(&[neighbours.launch()], DEADLINE).remove(0);
        let (ran, strays) = match outcome {
            Outcome::Ran(ran) => {
                let strays = ran.wrote_outside();
                (ran, strays)
            }
            Outcome::Crashed { exit, alone: true } => return Ok(crash(&exit)),
            Outcome::LostTheDevice { .. } => return Ok("lost the device".to_owned()),
            Outcome::OutOfTime { .. } => return Ok("out of time".to_owned()),
            Outcome::Failed(Failure::OutOfResources { .. }) => {
                return Ok("out of resources".to_owned());
            }
            other => return Err(format!("{other:?}")),
        };
        // The path was given to the kernel; anything else of the user's was not.
        if leaks(&ran.buffers[0].contents) || leaks(ran.printf.as_bytes()) {
            return Err("its output leaks".to_owned());
        }
        let out = floats(&ran.buffers[0].contents);
        Ok(match (strays, out[1]) {
            (true, _) => "strays".to_owned(),
            (false, result) => format!("runs {result}"),
        })
    }

    /// Runs it, and looks at what became of everything else: its verdict, or what went wrong.
    pub(crate) fn contained(
        &self,
        runner: &mut Runner,
        device: usize,
        neighbours: &Neighbours,
    ) -> Result<String, String> {
        let verdict = self.verdict(runner, device, neighbours)?;
        if let Some(harm) = neighbours.harm() {
            return Err(harm);
        }
        let is_it = |one: &str| one == verdict || one == "runs" && verdict.starts_with("runs ");
        if !self.allowed.split(" or ").any(is_it) {
            return Err(format!("expected {}, got {verdict}", self.allowed));
        }
        is_right(runner, device)?;
        match neighbours.harm() {
            Some(harm) => Err(harm),
            None => Ok(verdict),
        }
    }
}

fn crash(exit: &Exit) -> String {
    match exit {
        Exit::Code(code) => format!("crash exit code {code}"),
        Exit::Signal { name, .. } => format!("crash {name}"),
        Exit::Silent => "crash silent".to_owned(),
        Exit::Garbled => "crash garbled".to_owned(),
    }
}

/// A right kernel, in the same runner.
fn is_right(runner: &mut Runner, device: usize) -> Result<(), String> {
    let source = Source {
        name: "right.cl".into(),
        text: RIGHT.into(),
        defines: Vec::new(),
        standard: launch::Standard::default(),
    };
    let built = runner.build(device, &source);
    built.map_err(|error| format!("the right kernel after it is not built: {error:?}"))?;
    let launch = Launch {
        kernel: "right".into(),
        arguments: vec![buffer("out", Scalar::Float, vec![0; 256])],
        range: NdRange::linear(64, 16),
    };
    match runner.run(&[launch], PATIENT).remove(0) {
        Outcome::Ran(ran) if floats(&ran.buffers[0].contents) == [4711.0; 64] => Ok(()),
        other => Err(format!("the right kernel after it comes to {other:?}")),
    }
}
