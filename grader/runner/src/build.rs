//! Builds the program that launches refer to: in one process, or compiled in one and loaded into
//! another.

use crate::child_slot::ChildSlot;
use crate::frame::decode;
use crate::log;
use crate::lost::Lost;
use crate::lost::garbage;
use crate::role::Phase;
use crate::runner::{Binary, Program, Runner, sandboxed};
use launch::Source;
use launch::fault::Fault;
use launch::outcome::{BuildError, Built};
use launch::protocol::{DeviceName, Kernel, Load, MAX_BINARY, Optimisation, Reply, Request};
use serde_bytes::Bytes;
use std::borrow::Cow;
use std::time::Duration;

impl Runner {
    /// Builds a program for a device of the list. Launches refer to the program built last.
    pub fn build(&mut self, device: usize, source: &Source) -> Result<Built, BuildError> {
        self.build_with(device, source, Optimisation::Usual)
    }

    /// As [`Runner::build`], at the given optimisation level.
    pub fn build_with(
        &mut self,
        device: usize,
        source: &Source,
        optimisation: Optimisation,
    ) -> Result<Built, BuildError> {
        self.program = None;
        self.ready = false;
        self.spent = Duration::ZERO;
        if self.compiler_process.is_some() {
            return self.build_sandboxed(device, source, optimisation);
        }
        let request = Request::Build {
            device,
            source: Cow::Borrowed(source),
            optimisation,
        };
        // The first build also waits for the drivers to load.
        let deadline = self.options.build_deadline;
        let damaged = self.finished > 0;
        let mut reply = self.ask(&request, deadline);
        if let Err(Lost::Ended { exit, .. }) = &reply
            && (damaged || exit.is_from_outside())
        {
            // An earlier launch or somebody outside may be the cause: a new process decides.
            reply = self.ask(&request, deadline);
        }
        let frame = reply.map_err(|lost| not_built(lost, deadline))?;
        match decode(&frame) {
            Some(Reply::Built { log, kernels }) => {
                self.program = Some(Program {
                    device,
                    source: source.clone(),
                    optimisation,
                    binary: None,
                });
                self.ready = true;
                Ok(built(kernels, &log, source))
            }
            other => Err(self.refused(other, device, source)),
        }
    }

    /// Compiles in one new process and loads the binary into another one.
    fn build_sandboxed(
        &mut self,
        device: usize,
        source: &Source,
        optimisation: Optimisation,
    ) -> Result<Built, BuildError> {
        let (name, gpu) = match self.devices() {
            Ok(devices) => match DeviceName::of(devices, device) {
                Some(name) => (name, devices[device].kind != "CPU"),
                None => {
                    let devices = devices.len();
                    return Err(BuildError::NoSuchDevice { device, devices });
                }
            },
            Err(fault) => return Err(BuildError::Fault(fault)),
        };
        self.discard_child();
        self.runner_process
            .set_role(sandboxed(&self.options, Phase::Run, gpu));
        // Its drivers load while the other process compiles.
        let filled = self
            .runner_process
            .child_or_start(&self.options)
            .map(|_| ());
        filled.map_err(|error| BuildError::Fault(Fault::Start(error)))?;
        let role = sandboxed(&self.options, Phase::Compile, gpu);
        let mut compiler_process = self
            .compiler_process
            .take()
            .unwrap_or_else(|| ChildSlot::new(role.clone()));
        compiler_process.set_role(role);
        let request = Request::Compile {
            device: Cow::Borrowed(&name),
            source: Cow::Borrowed(source),
            optimisation,
        };
        let compiled = self.compile(&mut compiler_process, &request, &name, device, source);
        // A compiler process sees one program only.
        compiler_process.clear();
        self.compiler_process = Some(compiler_process);
        let (binary, log) = compiled?;

        let kernels = binary.kernels.clone();
        self.load(&binary, device, source)?;
        self.program = Some(Program {
            device,
            source: source.clone(),
            optimisation,
            binary: Some(binary),
        });
        Ok(built(kernels, &log, source))
    }

    fn compile(
        &mut self,
        compiler_process: &mut ChildSlot,
        request: &Request<'_>,
        name: &DeviceName,
        device: usize,
        source: &Source,
    ) -> Result<(Binary, String), BuildError> {
        let deadline = self.options.build_deadline;
        let mut reply = compiler_process.ask(&self.options, request, MAX_BINARY, deadline);
        if let Err(Lost::Ended { exit, .. }) = &reply
            && exit.is_from_outside()
        {
            reply = compiler_process.ask(&self.options, request, MAX_BINARY, deadline);
        }
        let frame = reply.map_err(|lost| not_built(lost, deadline))?;
        match decode(&frame) {
            Some(Reply::Compiled(compiled)) => {
                let binary = Binary {
                    device: name.clone(),
                    kernels: compiled.kernels,
                    prints: compiled.prints,
                    bytes: compiled.binary.to_vec(),
                };
                Ok((binary, compiled.log))
            }
            other => Err(self.refused(other, device, source)),
        }
    }

    /// Loads a compiled program into the process that runs kernels.
    fn load(&mut self, binary: &Binary, device: usize, source: &Source) -> Result<(), BuildError> {
        let request = Request::Load(Load {
            device: Cow::Borrowed(&binary.device),
            kernels: Cow::Borrowed(&binary.kernels),
            prints: binary.prints,
            binary: Bytes::new(&binary.bytes),
        });
        let deadline = self.options.build_deadline;
        let mut reply = self.ask(&request, deadline);
        if let Err(Lost::Ended { exit, .. }) = &reply
            && exit.is_from_outside()
        {
            reply = self.ask(&request, deadline);
        }
        let frame = reply.map_err(|lost| not_built(lost, deadline))?;
        match decode(&frame) {
            Some(Reply::Built { .. }) => {
                self.ready = true;
                Ok(())
            }
            other => Err(self.refused(other, device, source)),
        }
    }

    /// The error of a reply that is not a built program.
    fn refused(&mut self, reply: Option<Reply<'_>>, device: usize, source: &Source) -> BuildError {
        match reply {
            Some(Reply::BuildFailed { log }) => BuildError::Compiler {
                messages: log::messages(&log, source),
                log: log::renamed(&log, &source.name),
            },
            Some(Reply::NoSuchDevice { devices }) => BuildError::NoSuchDevice { device, devices },
            Some(Reply::Failed(failure)) => BuildError::Failed(failure),
            Some(Reply::Fault { message }) => BuildError::Fault(Fault::Reported { message }),
            _ => {
                self.discard_child();
                BuildError::Fault(garbage("not an answer to a build"))
            }
        }
    }

    /// Ensures that there is a child and that it has built the program.
    pub(crate) fn prepare(&mut self) -> Result<(), Fault> {
        if self.ready && self.runner_process.has_child() {
            return Ok(());
        }
        let Some(program) = self.program.clone() else {
            return Err(Fault::NothingBuilt);
        };
        let Program {
            device,
            source,
            optimisation,
            binary,
        } = &program;
        let spent = self.spent;
        let rebuilt = match binary {
            Some(binary) => self.load(binary, *device, source),
            None => self.build_with(*device, source, *optimisation).map(drop),
        };
        self.program = Some(program);
        self.spent = spent;
        match rebuilt {
            Ok(()) => Ok(()),
            Err(BuildError::Fault(fault)) => Err(fault),
            Err(BuildError::Crashed { exit }) => Err(Fault::Died {
                exit,
                stderr: String::new(),
            }),
            Err(BuildError::OutOfTime { deadline }) => Err(Fault::OutOfTime { deadline }),
            Err(other) => Err(Fault::Reported {
                message: format!("the program was built before and now is not: {other}"),
            }),
        }
    }
}

fn built(kernels: Vec<Kernel>, log: &str, source: &Source) -> Built {
    Built {
        kernels,
        messages: log::messages(log, source),
        log: log::renamed(log, &source.name),
    }
}

/// The error of a build whose process was lost.
fn not_built(lost: Lost, deadline: Duration) -> BuildError {
    match lost {
        Lost::Ended { exit, .. } => BuildError::Crashed { exit },
        Lost::OutOfTime => BuildError::OutOfTime { deadline },
        lost => BuildError::Fault(lost.into_fault(deadline)),
    }
}
