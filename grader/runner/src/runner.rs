//! The conversation: requests in, outcomes out, a fresh child where one was lost.

use crate::child_slot::ChildSlot;
use crate::fault::{Fault, StartError, garbage};
use crate::frame::decode;
use crate::options::{Options, Trust};
use crate::outcome::Lost;
use crate::role::{Phase, Role};
use launch::Source;
use launch::protocol::{Device, DeviceName, Kernel, Optimisation, Protection, Reply, Request};
use std::path::Path;
use std::time::Duration;

/// A device runner. Its processes are killed when this is dropped.
pub struct Runner {
    pub(crate) options: Options,
    /// Where other people's programs are compiled; one's own are where they run.
    pub(crate) compiler_process: Option<ChildSlot>,
    /// Where kernels run.
    pub(crate) runner_process: ChildSlot,
    /// What the machine cannot enforce of the box.
    missing: Vec<Protection>,
    pub(crate) devices: Option<Vec<Device>>,
    /// The program that launches refer to.
    pub(crate) program: Option<Program>,
    /// Has the present child built that program?
    pub(crate) ready: bool,
    /// Launches that the present child has finished.
    pub(crate) finished: usize,
    /// Time that the launches of the present program have taken.
    pub(crate) spent: Duration,
}

/// A program that was built.
#[derive(Clone)]
pub(crate) struct Program {
    pub(crate) device: usize,
    pub(crate) source: Source,
    pub(crate) optimisation: Optimisation,
    /// As the process that compiled it handed it out.
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
    /// Starts a `grader-device`. It loads the drivers while the caller goes on.
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
                // The widest box of this machine, for it lists all devices.
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

    /// The number of the process that runs kernels at present.
    pub fn process_id(&self) -> Option<u32> {
        self.runner_process.process_id()
    }

    /// What this machine cannot enforce of the box around other people's kernels. Nothing where the
    /// work is the user's own.
    pub fn missing(&self) -> &[Protection] {
        &self.missing
    }

    /// Time that the launches of the present program have taken, as deadlines count it.
    pub fn spent(&self) -> Duration {
        self.spent
    }

    /// Every device of every platform; none where there is no platform.
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

    /// Sends one request to where kernels run and waits for its reply.
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

    /// Kills the child; the next request gets a fresh one.
    pub(crate) fn discard_child(&mut self) {
        self.runner_process.clear();
        self.ready = false;
        self.finished = 0;
    }
}

/// The role of a child in a box.
pub(crate) fn sandboxed(options: &Options, phase: Phase, gpu: bool) -> Role {
    Role::Sandboxed {
        phase,
        gpu,
        memory: options.memory,
    }
}

/// Has this machine nodes of GPUs? Without them no box has to let any through.
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
