//! A measurement session: a child process of its own, buffers and programs that stay on the device,
//! timed launches.

use crate::child::{Child, NoReply};
use crate::frame::{decode, encode};
use crate::log;
use crate::lost::garbage;
use crate::options::Options;
use crate::role::Role;
use launch::Source;
use launch::fault::{Exit, Fault, StartError};
use launch::measurement::{Effort, Fill, KernelLimits, Measure, Measured, Sample, Step, Way};
use launch::outcome::first_error;
use launch::protocol::{Device, Failure, MAX_FRAME, Reply, Request};
use serde_bytes::Bytes;
use std::borrow::Cow;
use std::time::Duration;

/// The most bytes of a buffer in one message.
const PART: usize = 256 << 20;

/// The deadline of untimed steps, such as allocating or copying a buffer.
const ORDINARY: Duration = Duration::from_secs(120);

/// Why a step of a measurement failed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BenchError {
    #[error("the device's compiler refused the kernel: {}", first_error(.log))]
    Compiler {
        /// Its log, with the program's name instead of the driver's file names.
        log: String,
    },
    #[error("{0}")]
    Failed(Failure),
    /// The process was killed, and its buffers and programs are gone.
    #[error("it did not end within {} s", .deadline.as_secs())]
    OutOfTime { deadline: Duration },
    /// The process ended, and its buffers and programs are gone.
    #[error("the device's process ended ({exit})")]
    Crashed { exit: Exit },
    /// The runner failed.
    #[error(transparent)]
    Fault(Fault),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compiled {
    /// The compile time, as measured in the child.
    pub took: Duration,
    /// The limits of its kernels, as the device reports them.
    pub kernels: Vec<KernelLimits>,
}

/// A device under measurement, for the user's own kernels whatever [`Options::trust`] is. Its
/// process is killed on drop.
pub struct Bench {
    options: Options,
    child: Option<Child>,
    device: Option<Device>,
    profiling: bool,
}

impl Bench {
    pub fn start(options: Options) -> Result<Bench, StartError> {
        let program = options.program.as_deref();
        let child = Child::start(program, &Role::Measured, options.start_deadline)?;
        Ok(Bench {
            options,
            child: Some(child),
            device: None,
            profiling: false,
        })
    }

    pub fn devices(&mut self) -> Result<Vec<Device>, Fault> {
        let deadline = self.options.list_deadline;
        let frame = self.exchange(&Request::Devices, deadline);
        match frame.as_deref().map(decode) {
            Ok(Some(Reply::Devices(devices))) => Ok(devices),
            Ok(Some(Reply::Fault { message })) => Err(Fault::Reported { message }),
            Ok(_) => Err(garbage("not a list of devices")),
            Err(BenchError::Fault(fault)) => Err(fault.clone()),
            Err(BenchError::Crashed { exit }) => Err(Fault::Died {
                exit: exit.clone(),
                stderr: String::new(),
            }),
            Err(_) => Err(Fault::OutOfTime { deadline }),
        }
    }

    /// Opens a device of the list and releases what was on the previous one.
    pub fn open(&mut self, device: Device) -> Result<(), BenchError> {
        let request = Measure::Open {
            device: device.index,
        };
        let deadline = self.options.list_deadline;
        let profiling = self.ask(&request, deadline, |measured| match measured {
            Measured::Opened { profiling } => Some(profiling),
            _ => None,
        })?;
        self.profiling = profiling;
        self.device = Some(device);
        Ok(())
    }

    /// Opens the device again after its process was lost. Its buffers and programs are gone.
    pub fn reopen(&mut self) -> Result<(), BenchError> {
        match self.device.clone() {
            Some(device) => self.open(device),
            None => Err(BenchError::Fault(Fault::NothingBuilt)),
        }
    }

    pub fn device(&self) -> Option<&Device> {
        self.device.as_ref()
    }

    /// Does the device support event profiling?
    pub fn profiling(&self) -> bool {
        self.profiling
    }

    /// Builds a program under the number `program`.
    pub fn build(
        &mut self,
        program: u32,
        source: &Source,
        options: &str,
    ) -> Result<Compiled, BenchError> {
        let request = Measure::Build {
            program,
            source: Cow::Borrowed(source),
            options,
        };
        let deadline = self.options.build_deadline;
        self.ask(&request, deadline, |measured| match measured {
            Measured::Built {
                nanoseconds,
                kernels,
                ..
            } => Some(Ok(Compiled {
                took: Duration::from_nanos(nanoseconds),
                kernels,
            })),
            Measured::BuildFailed { log } => Some(Err(BenchError::Compiler {
                log: log::renamed(&log, &source.name),
            })),
            _ => None,
        })?
    }

    /// Allocates a buffer under the number `buffer`.
    pub fn allocate(&mut self, buffer: u32, bytes: usize, fill: Fill) -> Result<(), BenchError> {
        let request = Measure::Allocate {
            buffer,
            bytes,
            fill,
        };
        self.done(&request)
    }

    pub fn release(&mut self, buffer: u32) -> Result<(), BenchError> {
        self.done(&Measure::Release { buffer })
    }

    /// Writes to the start of a buffer.
    pub fn write(&mut self, buffer: u32, contents: &[u8]) -> Result<(), BenchError> {
        for (number, part) in contents.chunks(PART).enumerate() {
            self.done(&Measure::Write {
                buffer,
                offset: number * PART,
                contents: Bytes::new(part),
            })?;
        }
        Ok(())
    }

    pub fn read(
        &mut self,
        buffer: u32,
        offset: usize,
        bytes: usize,
    ) -> Result<Vec<u8>, BenchError> {
        let mut contents = Vec::with_capacity(bytes);
        while contents.len() < bytes {
            let asked = PART.min(bytes - contents.len());
            let request = Measure::Read {
                buffer,
                offset: offset + contents.len(),
                bytes: asked,
            };
            let part = self.ask(&request, ORDINARY, |measured| match measured {
                Measured::Contents(part) if part.len() == asked => Some(part.to_vec()),
                _ => None,
            })?;
            contents.extend_from_slice(&part);
        }
        Ok(contents)
    }

    /// Times launches, all within `deadline`.
    pub fn time(
        &mut self,
        steps: &[Step<'_>],
        batch: u32,
        effort: Effort,
        flush: Option<u32>,
        deadline: Duration,
    ) -> Result<Vec<Sample>, BenchError> {
        let request = Measure::Launches {
            steps: steps.to_vec(),
            batch,
            effort,
            flush,
        };
        self.ask(&request, deadline, timed)
    }

    /// Times copies of `bytes` bytes between host and device.
    pub fn transfer(
        &mut self,
        bytes: usize,
        way: Way,
        pinned: bool,
        effort: Effort,
    ) -> Result<Vec<Sample>, BenchError> {
        let request = Measure::Transfer {
            bytes,
            way,
            pinned,
            effort,
        };
        self.ask(&request, ORDINARY, timed)
    }

    /// Times the product of two square float matrices by the vendor's library, or says why there is
    /// none.
    pub fn vendor_product(
        &mut self,
        side: usize,
        effort: Effort,
    ) -> Result<Result<Vec<Sample>, String>, BenchError> {
        let request = Measure::VendorProduct { side, effort };
        self.ask(&request, ORDINARY, |measured| match measured {
            Measured::Timed(samples) => Some(Ok(samples)),
            Measured::NoVendor { reason } => Some(Err(reason)),
            _ => None,
        })
    }

    fn done(&mut self, request: &Measure<'_>) -> Result<(), BenchError> {
        self.ask(request, ORDINARY, |measured| match measured {
            Measured::Done => Some(()),
            _ => None,
        })
    }

    fn ask<T>(
        &mut self,
        request: &Measure<'_>,
        deadline: Duration,
        read: impl FnOnce(Measured<'_>) -> Option<T>,
    ) -> Result<T, BenchError> {
        let frame = self.exchange(&Request::Measure(request.clone()), deadline)?;
        let answer = match decode(&frame) {
            Some(Reply::Measured(Measured::Failed(failure))) => {
                return Err(BenchError::Failed(failure));
            }
            Some(Reply::Fault { message }) => {
                return Err(BenchError::Fault(Fault::Reported { message }));
            }
            Some(Reply::Measured(measured)) => read(measured),
            _ => None,
        };
        answer.ok_or_else(|| {
            self.child = None;
            BenchError::Fault(garbage("not an answer to a measurement"))
        })
    }

    fn exchange(
        &mut self,
        request: &Request<'_>,
        deadline: Duration,
    ) -> Result<Vec<u8>, BenchError> {
        let frame = encode(request).map_err(BenchError::Fault)?;
        let child = match &mut self.child {
            Some(child) => child,
            None => {
                let options = &self.options;
                let program = options.program.as_deref();
                let child = Child::start(program, &Role::Measured, options.start_deadline)
                    .map_err(|error| BenchError::Fault(Fault::Start(error)))?;
                self.child.insert(child)
            }
        };
        child.send(frame);
        let error = match child.receive(deadline) {
            Ok(frame) => return Ok(frame),
            Err(NoReply::OutOfTime) => BenchError::OutOfTime { deadline },
            Err(NoReply::Ended(exit)) => BenchError::Crashed { exit },
            Err(NoReply::Oversized(bytes)) => BenchError::Fault(Fault::TooLarge {
                asked: bytes,
                limit: MAX_FRAME,
            }),
        };
        self.child = None;
        Err(error)
    }
}

fn timed(measured: Measured<'_>) -> Option<Vec<Sample>> {
    match measured {
        Measured::Timed(samples) if !samples.is_empty() => Some(samples),
        _ => None,
    }
}
