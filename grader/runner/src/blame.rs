//! Finds the cause of a lost process, a lost device or an invalid reply: the launch, an earlier
//! launch, the device, or a signal from outside. A launch is repeated alone before it is blamed.

use crate::exchange::{judge, request};
use crate::lost::Lost;
use crate::lost::garbage;
use crate::runner::Runner;
use launch::fault::{Exit, Fault};
use launch::outcome::Outcome;
use launch::protocol::Failure;
use launch::{Argument, Launch, NdRange, Source};
use std::time::Duration;

impl Runner {
    /// The outcome of a launch during which the child was lost. A GPU can be lost for every
    /// process, so it must still run a harmless kernel before the launch is blamed.
    pub(crate) fn attribute_loss(
        &mut self,
        lost: Lost,
        launch: &Launch,
        deadline: Duration,
    ) -> Outcome {
        let outcome = self.attribute(lost, launch, deadline);
        match outcome {
            Outcome::Crashed { .. } | Outcome::OutOfTime { .. }
                if self.is_on_a_gpu() && !self.runs_harmless_kernel(deadline) =>
            {
                Outcome::Fault(Fault::DeviceUnresponsive)
            }
            outcome => outcome,
        }
    }

    fn is_on_a_gpu(&self) -> bool {
        let device = self.program.as_ref().map(|program| program.device);
        let devices = self.devices.as_deref().unwrap_or_default();
        device
            .and_then(|index| devices.get(index))
            .is_some_and(|device| device.kind != "CPU")
    }

    /// The cause of the loss. The launch is repeated in a new process if it may be innocent:
    /// earlier launches may have corrupted the process, or a person or the system (out of memory)
    /// may have killed it.
    fn attribute(&mut self, lost: Lost, launch: &Launch, deadline: Duration) -> Outcome {
        let damaged = self.finished > 0;
        self.discard_child();
        let exit = match lost {
            Lost::OutOfTime => return Outcome::OutOfTime { deadline },
            Lost::Fault(Fault::Garbage { what }) => {
                return self.confirm_garbage(what, launch, deadline);
            }
            Lost::Fault(fault) => return Outcome::Fault(fault),
            Lost::Ended { exit, .. } => exit,
        };
        let killed = exit.is_from_outside();
        if !damaged && !killed {
            return Outcome::Crashed { exit, alone: true };
        }
        let again = self.try_alone(launch, deadline);
        let (outcome, useless) = match again {
            Ok(Err(Lost::Ended { exit, .. })) => (Outcome::Crashed { exit, alone: true }, true),
            Ok(Ok(frame)) if killed => judge(launch, &frame),
            Ok(Ok(frame)) => {
                let (_, useless) = judge(launch, &frame);
                (Outcome::Crashed { exit, alone: false }, useless)
            }
            _ => (Outcome::Crashed { exit, alone: false }, true),
        };
        if useless {
            self.discard_child();
        }
        outcome
    }

    /// The cause of an invalid reply. A kernel on a CPU can write to every open descriptor of its
    /// process, so the launch is blamed if the reply is invalid again when it runs alone, and valid
    /// without it.
    pub(crate) fn confirm_garbage(
        &mut self,
        what: String,
        launch: &Launch,
        deadline: Duration,
    ) -> Outcome {
        self.discard_child();
        let again = match self.try_alone(launch, deadline) {
            Ok(Ok(frame)) => judge(launch, &frame).0,
            Ok(Err(Lost::Fault(fault))) | Err(fault) => Outcome::Fault(fault),
            Ok(Err(Lost::OutOfTime)) => Outcome::OutOfTime { deadline },
            Ok(Err(Lost::Ended { exit, .. })) => Outcome::Crashed { exit, alone: true },
        };
        self.discard_child();
        match again {
            Outcome::Fault(Fault::Garbage { .. }) if self.runs_harmless_kernel(deadline) => {
                Outcome::Crashed {
                    exit: Exit::Garbled,
                    alone: true,
                }
            }
            Outcome::Fault(Fault::Garbage { .. }) => Outcome::Fault(garbage(&what)),
            outcome => outcome,
        }
    }

    /// Runs a launch as the first one of a new process.
    fn try_alone(
        &mut self,
        launch: &Launch,
        deadline: Duration,
    ) -> Result<Result<Vec<u8>, Lost>, Fault> {
        self.prepare()?;
        let (frame, reply) = request(launch)?;
        if let Some(child) = self.runner_process.child() {
            child.expect(reply);
            child.send(frame);
        }
        self.finished += 1;
        Ok(self.receive(deadline))
    }

    /// The cause of a lost device: the launch, if the device is lost again when it runs alone, and
    /// works without it.
    pub(crate) fn confirm_device_loss(
        &mut self,
        code: String,
        launch: &Launch,
        deadline: Duration,
    ) -> Outcome {
        let lost = Outcome::Failed(Failure::DeviceLost { code: code.clone() });
        let again = match self.try_alone(launch, deadline) {
            Ok(Ok(frame)) => judge(launch, &frame).0,
            Ok(Err(_)) | Err(_) => lost.clone(),
        };
        self.discard_child();
        match again {
            Outcome::Failed(Failure::DeviceLost { .. }) if self.runs_harmless_kernel(deadline) => {
                Outcome::LostTheDevice { code }
            }
            Outcome::Failed(Failure::DeviceLost { .. }) => lost,
            outcome => outcome,
        }
    }

    /// Does the device run a minimal kernel of the grader's own in a new process?
    fn runs_harmless_kernel(&mut self, deadline: Duration) -> bool {
        let Some(program) = self.program.clone() else {
            return false;
        };
        let spent = self.spent;
        let harmless = Source {
            name: "harmless.cl".to_owned(),
            text: "kernel void harmless(uint n) { barrier(CLK_LOCAL_MEM_FENCE); }\n".to_owned(),
            defines: Vec::new(),
            standard: launch::Standard::default(),
        };
        let launch = Launch {
            kernel: "harmless".to_owned(),
            arguments: vec![Argument::Value {
                name: "n".to_owned(),
                bytes: vec![0; 4],
            }],
            range: NdRange::linear(1, 1),
        };
        let well = self.build(program.device, &harmless).is_ok()
            && matches!(
                self.try_alone(&launch, deadline),
                Ok(Ok(frame)) if matches!(judge(&launch, &frame), (Outcome::Ran(_), _))
            );
        self.discard_child();
        self.program = Some(program);
        self.spent = spent;
        well
    }
}
