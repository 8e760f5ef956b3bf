//! The device runner: its processes, its device list, and the state of the program that is built.

use crate::child_slot::ChildSlot;
use crate::frame::decode;
use crate::lost::Lost;
use crate::lost::garbage;
use crate::options::{Options, Trust};
use crate::role::{Phase, Role};
use launch::Source;
use launch::fault::{Fault, StartError};
use launch::protocol::{Device, DeviceName, Kernel, Optimisation, Protection, Reply, Request};
use std::path::Path;
use std::time::Duration;

/// A device runner. Its processes are killed on drop.
pub struct Runner {
    pub(crate) options: Options,
    /// Compiles untrusted programs; absent for trusted ones.
    pub(crate) compiler_process: Option<ChildSlot>,
    /// Runs kernels, and builds trusted programs.
    pub(crate) runner_process: ChildSlot,
    /// The protections that the machine cannot enforce.
    missing: Vec<Protection>,
    pub(crate) devices: Option<Vec<Device>>,
    /// The program that launches refer to.
    pub(crate) program: Option<Program>,
    /// Has the present child built or loaded that program?
    pub(crate) ready: bool,
    /// Launches that the present child has finished.
    pub(crate) finished: usize,
    /// Time taken by the launches of the present program.
    pub(crate) spent: Duration,
}

#[derive(Clone)]
pub(crate) struct Program {
    pub(crate) device: usize,
    pub(crate) source: Source,
    pub(crate) optimisation: Optimisation,
    /// The compiled program, if it was compiled in a process of its own.
    pub(crate) binary: Option<Binary>,
}

/// A compiled program.
#[derive(Clone)]
pub(crate) struct Binary {
    pub(crate) device: DeviceName,
    pub(crate) kernels: Vec<Kernel>,
    pub(crate) prints: bool,
    pub(crate) bytes: Vec<u8>,
}

impl Runner {
    /// Starts `grader-device`, which loads the drivers in the background.
    pub fn start(options: Options) -> Result<Runner, StartError> {
        let mut compiler_process = None;
        let mut runner_process = ChildSlot::new(Role::Trusted);
        let mut missing = Vec::new();
        match options.trust {
            Trust::Trusted => {
                runner_process.child_or_start(&options)?;
            }
            Trust::Untrusted {
                unsandboxed_allowed,
            } => {
                // It lists all devices, so its sandbox allows the device nodes of GPUs.
                let mut slot = ChildSlot::new(sandboxed(&options, Phase::Compile, has_gpu_nodes()));
                missing = slot.child_or_start(&options)?.missing().to_vec();
                if !missing.is_empty() && !unsandboxed_allowed {
                    return Err(StartError::Unprotected { missing });
                }
                compiler_process = Some(slot);
                runner_process = ChildSlot::new(sandboxed(&options, Phase::Run, false));
            }
        }
        Ok(Runner {
            options,
            compiler_process,
            runner_process,
            missing,
            devices: None,
            program: None,
            ready: false,
            finished: 0,
            spent: Duration::ZERO,
        })
    }

    /// The id of the process that runs kernels at present.
    pub fn process_id(&self) -> Option<u32> {
        self.runner_process.process_id()
    }

    /// The protections of untrusted kernels that this machine cannot enforce; empty for trusted
    /// ones.
    pub fn missing(&self) -> &[Protection] {
        &self.missing
    }

    /// Time taken by the launches of the present program, as deadlines count it.
    pub fn spent(&self) -> Duration {
        self.spent
    }

    /// The devices of all platforms; empty if there is no platform.
    pub fn devices(&mut self) -> Result<&[Device], Fault> {
        if self.devices.is_none() {
            let deadline = self.options.list_deadline;
            let slot = self
                .compiler_process
                .as_mut()
                .unwrap_or(&mut self.runner_process);
            let frame = slot
                .ask(&self.options, &Request::Devices, 0, deadline)
                .map_err(|lost| lost.into_fault(deadline))?;
            let devices = match decode(&frame) {
                Some(Reply::Devices(devices)) => devices,
                Some(Reply::Fault { message }) => return Err(Fault::Reported { message }),
                _ => {
                    self.discard_child();
                    return Err(garbage("not a list of devices"));
                }
            };
            self.devices = Some(devices);
        }
        Ok(self.devices.as_deref().unwrap_or_default())
    }

    /// Sends a request to the process that runs kernels and waits for its reply.
    pub(crate) fn ask(
        &mut self,
        request: &Request<'_>,
        deadline: Duration,
    ) -> Result<Vec<u8>, Lost> {
        let asked = self.runner_process.ask(&self.options, request, 0, deadline);
        asked.inspect_err(|_| self.discard_child())
    }

    /// Waits for the next reply to a launch.
    pub(crate) fn receive(&mut self, deadline: Duration) -> Result<Vec<u8>, Lost> {
        let received = self.runner_process.receive(deadline);
        if let Some(child) = self.runner_process.child() {
            self.spent += child.waited();
        }
        received
    }

    /// Kills the child; the next request starts a new one.
    pub(crate) fn discard_child(&mut self) {
        self.runner_process.clear();
        self.ready = false;
        self.finished = 0;
    }
}

/// The role of a sandboxed child.
pub(crate) fn sandboxed(options: &Options, phase: Phase, gpu: bool) -> Role {
    Role::Sandboxed {
        phase,
        gpu,
        memory: options.memory,
    }
}

/// Does this machine have device nodes of GPUs?
fn has_gpu_nodes() -> bool {
    [
        "/dev/nvidiactl",
        "/dev/nvidia0",
        "/dev/dri",
        "/dev/kfd",
        "/dev/dxg",
    ]
    .iter()
    .any(|node| Path::new(node).exists())
}
