//! The compiler of an OpenCL device, asked through `grader-device`.

use crate::Verdict;
use launch::{Launch, Source, Standard};
use runner::{BuildError, Options, Outcome, Runner, Severity};
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// How long one launch may take.
const RUN_DEADLINE: Duration = Duration::from_secs(10);

/// The compiler of the first device.
pub struct Oracle(Runner);

/// Why there is no verdict.
#[derive(Debug)]
pub enum OracleError {
    /// The program could not be built with cargo.
    NotBuilt(String),
    /// It could not be started.
    NotStarted(String),
    /// There is no OpenCL device.
    NoDevice,
    /// There is no device of WebGPU.
    NoAdapter,
}

impl fmt::Display for OracleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OracleError::NotBuilt(why) => write!(f, "the device's program was not built: {why}"),
            OracleError::NotStarted(why) => write!(f, "the device's program did not start: {why}"),
            OracleError::NoDevice => {
                f.write_str("there is no OpenCL device: run ./setup, which installs PoCL")
            }
            OracleError::NoAdapter => f.write_str(
                "there is no device of WebGPU: run ./setup --test, which installs Mesa's Vulkan driver",
            ),
        }
    }
}

impl std::error::Error for OracleError {}

impl Oracle {
    /// Builds `grader-device` if need be and starts it. Where `GRADER_DEVICE` names a program, that is started.
    pub fn start() -> Result<Oracle, OracleError> {
        Oracle::of("grader-device", "../device", OracleError::NoDevice)
    }

    /// [`Oracle::start`] of `grader-wgpu`.
    pub fn start_on_adapter() -> Result<Oracle, OracleError> {
        Oracle::of("grader-wgpu", "../device-wgpu", OracleError::NoAdapter)
    }

    fn of(name: &str, folder: &str, none: OracleError) -> Result<Oracle, OracleError> {
        let program = match std::env::var_os("GRADER_DEVICE") {
            Some(program) => PathBuf::from(program),
            None => built_program(name, folder)?,
        };
        let options = Options {
            program: Some(program),
            ..Options::default()
        };
        let mut runner = Runner::start(options)
            .map_err(|error| OracleError::NotStarted(format!("{error:?}")))?;
        match runner.devices() {
            Ok([]) => Err(none),
            Ok(_) => Ok(Oracle(runner)),
            Err(fault) => Err(OracleError::NotStarted(format!("{fault:?}"))),
        }
    }

    /// The device runner, for more than verdicts.
    pub fn runner(&mut self) -> &mut Runner {
        &mut self.0
    }

    /// Builds `text` and launches its kernels; `None` where it was not built.
    pub fn run(&mut self, text: &str, launches: &[Launch]) -> Option<Vec<Outcome>> {
        let source = Source {
            name: "program.cl".to_owned(),
            text: text.to_owned(),
            defines: Vec::new(),
            standard: Standard::default(),
        };
        self.0.build(0, &source).ok()?;
        Some(self.0.run(launches, RUN_DEADLINE))
    }

    /// What the compiler makes of `text`, written in `standard`; `None` where it crashed or could not say.
    pub fn verdict(&mut self, text: &str, standard: Standard) -> Option<Verdict> {
        let source = Source {
            name: "program.cl".to_owned(),
            text: text.to_owned(),
            defines: Vec::new(),
            standard,
        };
        match self.0.build(0, &source) {
            Ok(_) => Some(Verdict::Accepted),
            Err(BuildError::Compiler { messages, log }) => {
                let first = messages
                    .iter()
                    .find(|message| message.severity == Severity::Error);
                Some(Verdict::Rejected {
                    line: first.and_then(|message| message.line.or_else(|| line_in(&message.text))),
                    message: first.map_or(log, |message| message.text.clone()),
                })
            }
            Err(_) => None,
        }
    }
}

/// The line of a message that begins with its place: PoCL writes `error: <program>:3:5: ...`.
fn line_in(message: &str) -> Option<u32> {
    let rest = message.strip_prefix(launch::protocol::SOURCE_NAME)?;
    rest.strip_prefix(':')?.split(':').next()?.parse().ok()
}

/// A program of the folder that `GRADER_BINARIES` names, or else built now from its crate's folder into the folder of
/// the program that runs.
fn built_program(name: &str, folder: &str) -> Result<PathBuf, OracleError> {
    let name = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    if let Some(built) = std::env::var_os("GRADER_BINARIES") {
        return Ok(PathBuf::from(built).join(name));
    }
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join(folder)
        .join("Cargo.toml");
    let output = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["build", "--quiet", "--manifest-path"])
        .arg(manifest)
        .output()
        .map_err(|error| OracleError::NotBuilt(error.to_string()))?;
    if !output.status.success() {
        let log = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(OracleError::NotBuilt(log));
    }
    let here = std::env::current_exe().map_err(|error| OracleError::NotBuilt(error.to_string()))?;
    here.ancestors()
        .skip(1)
        .flat_map(|folder| [folder.join(&name), folder.join("debug").join(&name)])
        .find(|path| path.is_file())
        .ok_or_else(|| OracleError::NotBuilt("its executable is nowhere to be found".to_owned()))
}
