//! The conversation: requests in, outcomes out, a fresh child where one was lost.

use crate::child::{Child, Exit, Fault, Silence, StartError};
use crate::outcome::{BufferAfter, BuildError, Built, Outcome, Ran};
use crate::{guard, log};
use launch::measurement::Measure;
use launch::protocol::{self, Device, Failure, MAX_FRAME, Reply, Request, RunArgument};
use launch::{Argument, Buffer, Launch, NdRange, Source};
use serde_bytes::Bytes;
use std::borrow::Cow;
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

/// Launches sent ahead of their replies, so that the child need not wait for the next one.
const AHEAD: usize = 8;

/// Bytes of launches sent ahead of their replies; one launch may be more.
const AHEAD_BYTES: usize = 8 << 20;

/// How long to wait for each reply that nobody needs any more.
const SETTLE: Duration = Duration::from_millis(50);

/// How a runner is started and how long it may take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The program; by default the one in `GRADER_DEVICE`, or else the `grader-device` beside the
    /// program that runs now.
    pub program: Option<PathBuf>,
    /// How long it may take to greet.
    pub start_deadline: Duration,
    /// How long it may take to list devices, which loads the drivers.
    pub list_deadline: Duration,
    /// How long a build may take.
    pub build_deadline: Duration,
}

impl Options {
    /// How long a launch may take unless told otherwise.
    pub const LAUNCH_DEADLINE: Duration = Duration::from_secs(10);
}

impl Default for Options {
    fn default() -> Self {
        Options {
            program: None,
            start_deadline: Duration::from_secs(10),
            list_deadline: Duration::from_secs(30),
            build_deadline: Duration::from_secs(60),
        }
    }
}

/// A device runner. It is killed when this is dropped.
pub struct Runner {
    options: Options,
    child: Option<Child>,
    devices: Option<Vec<Device>>,
    /// The program that launches refer to.
    program: Option<(usize, Source)>,
    /// Has the present child built that program?
    ready: bool,
    /// Launches that the present child has finished.
    finished: usize,
}

impl Runner {
    /// Starts a `grader-device`. It loads the drivers while the caller goes on.
    pub fn start(options: Options) -> Result<Runner, StartError> {
        let child = Child::start(options.program.as_deref(), options.start_deadline)?;
        Ok(Runner {
            options,
            child: Some(child),
            devices: None,
            program: None,
            ready: false,
            finished: 0,
        })
    }

    /// The number of the process that runs kernels at present.
    pub fn process_id(&self) -> Option<u32> {
        self.child.as_ref().map(Child::process_id)
    }

    /// Every device of every platform; none where there is no platform.
    pub fn devices(&mut self) -> Result<&[Device], Fault> {
        if self.devices.is_none() {
            let deadline = self.options.list_deadline;
            let frame = self
                .ask(&Request::Devices, deadline)
                .map_err(|lost| lost.into_fault(deadline))?;
            let devices = match decode(&frame) {
                Some(Reply::Devices(devices)) => devices,
                Some(Reply::Fault { message }) => return Err(Fault::Told { message }),
                _ => {
                    self.abandon();
                    return Err(garbage("no list of devices"));
                }
            };
            self.devices = Some(devices);
        }
        Ok(self.devices.as_deref().unwrap_or_default())
    }

    /// Builds a program for a device of the list; launches refer to the one built last.
    pub fn build(&mut self, device: usize, source: &Source) -> Result<Built, BuildError> {
        self.program = None;
        self.ready = false;
        let request = Request::Build {
            device,
            source: Cow::Borrowed(source),
        };
        // The first build waits for the drivers too.
        let deadline = self.options.build_deadline;
        let damaged = self.finished > 0;
        let mut reply = self.ask(&request, deadline);
        if let Err(Lost::Ended { exit, .. }) = &reply
            && (damaged || exit.is_from_outside())
        {
            // An earlier launch or somebody else may be to blame, so a fresh process decides.
            reply = self.ask(&request, deadline);
        }
        let frame = match reply {
            Ok(frame) => frame,
            Err(Lost::Ended { exit, .. }) => return Err(BuildError::Crashed { exit }),
            Err(Lost::OutOfTime) => return Err(BuildError::OutOfTime { deadline }),
            Err(lost) => return Err(BuildError::Fault(lost.into_fault(deadline))),
        };
        match decode(&frame) {
            Some(Reply::Built { log, kernels }) => {
                self.program = Some((device, source.clone()));
                self.ready = true;
                Ok(Built {
                    kernels,
                    messages: log::messages(&log, &source.name),
                    log: log::renamed(&log, &source.name),
                })
            }
            Some(Reply::BuildFailed { log }) => Err(BuildError::Compiler {
                messages: log::messages(&log, &source.name),
                log: log::renamed(&log, &source.name),
            }),
            Some(Reply::NoSuchDevice { devices }) => {
                Err(BuildError::NoSuchDevice { device, devices })
            }
            Some(Reply::Failed(failure)) => Err(BuildError::Failed(failure)),
            Some(Reply::Fault { message }) => Err(BuildError::Fault(Fault::Told { message })),
            _ => {
                self.abandon();
                Err(BuildError::Fault(garbage("no answer to a build")))
            }
        }
    }

    /// Runs launches of the program built last, each within `deadline`; one outcome for each.
    pub fn run(&mut self, launches: &[Launch], deadline: Duration) -> Vec<Outcome> {
        let mut outcomes = Vec::with_capacity(launches.len());
        self.run_each(launches, deadline, |_, outcome| {
            outcomes.push(outcome);
            ControlFlow::Continue(())
        });
        outcomes
    }

    /// Runs launches in order and hands out each outcome, with the number of its launch, as soon as
    /// it is known. Stops early where `each` breaks off.
    pub fn run_each(
        &mut self,
        launches: &[Launch],
        deadline: Duration,
        mut each: impl FnMut(usize, Outcome) -> ControlFlow<()>,
    ) {
        let mut next = 0;
        while next < launches.len() {
            let flow = match self.prepare() {
                Ok(()) => self.stream(launches, &mut next, deadline, &mut each),
                Err(fault) => {
                    let flow = each(next, Outcome::Fault(fault));
                    next += 1;
                    flow
                }
            };
            if flow.is_break() {
                return;
            }
        }
    }

    /// Sends launches from number `next` on and hands out their outcomes, until all are done, the
    /// caller breaks off, or the child is lost.
    fn stream(
        &mut self,
        launches: &[Launch],
        next: &mut usize,
        deadline: Duration,
        each: &mut impl FnMut(usize, Outcome) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut ahead = VecDeque::new();
        let mut ahead_bytes = 0;
        let mut to_send = *next;
        while *next < launches.len() {
            while to_send < launches.len()
                && (ahead.is_empty() || ahead.len() < AHEAD && ahead_bytes < AHEAD_BYTES)
            {
                let frame = match request(&launches[to_send]) {
                    Ok(frame) => frame,
                    // Its turn comes when those before it have been answered.
                    Err(_) if !ahead.is_empty() => break,
                    Err(fault) => {
                        *next += 1;
                        return each(to_send, Outcome::Fault(fault));
                    }
                };
                ahead.push_back(frame.len());
                ahead_bytes += frame.len();
                if let Some(child) = &self.child {
                    child.send(frame);
                }
                to_send += 1;
            }
            let launch = &launches[*next];
            let (outcome, lost) = match self.receive(deadline) {
                Ok(frame) => {
                    self.finished += 1;
                    let (outcome, useless) = judge(launch, &frame);
                    if useless {
                        self.abandon();
                    }
                    match outcome {
                        Outcome::Failed(Failure::DeviceLost { code }) => {
                            (self.confirm(code, launch, deadline), true)
                        }
                        outcome => (outcome, useless),
                    }
                }
                Err(lost) => (self.mourn(lost, launch, deadline), true),
            };
            ahead_bytes -= ahead.pop_front().unwrap_or(0);
            let number = *next;
            *next += 1;
            if lost {
                return each(number, outcome);
            }
            if each(number, outcome).is_break() {
                self.settle(ahead.len());
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    /// What a child lost during `launch` means for it. The launch is tried again as the first of a
    /// fresh process where it need not be to blame: earlier launches may have damaged the process,
    /// or somebody outside (a person, the system short of memory) may have killed it.
    fn mourn(&mut self, lost: Lost, launch: &Launch, deadline: Duration) -> Outcome {
        let damaged = self.finished > 0;
        self.abandon();
        let exit = match lost {
            Lost::OutOfTime => return Outcome::OutOfTime { deadline },
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
            self.abandon();
        }
        outcome
    }

    /// Runs a launch as the first of a fresh process.
    fn try_alone(
        &mut self,
        launch: &Launch,
        deadline: Duration,
    ) -> Result<Result<Vec<u8>, Lost>, Fault> {
        self.prepare()?;
        let frame = request(launch)?;
        if let Some(child) = &self.child {
            child.send(frame);
        }
        self.finished += 1;
        Ok(self.receive(deadline))
    }

    /// Whose fault it is that the device was lost during `launch`: the launch's only if the device
    /// is lost again where it runs alone, and is well without it.
    fn confirm(&mut self, code: String, launch: &Launch, deadline: Duration) -> Outcome {
        let lost = Outcome::Failed(Failure::DeviceLost { code: code.clone() });
        let again = match self.try_alone(launch, deadline) {
            Ok(Ok(frame)) => judge(launch, &frame).0,
            Ok(Err(_)) | Err(_) => lost.clone(),
        };
        self.abandon();
        match again {
            Outcome::Failed(Failure::DeviceLost { .. }) if self.is_well(deadline) => {
                Outcome::LostTheDevice { code }
            }
            Outcome::Failed(Failure::DeviceLost { .. }) => lost,
            outcome => outcome,
        }
    }

    /// Does the device run a kernel of our own, in a process of its own? It is as ordinary as one that
    /// needs no buffer can be.
    fn is_well(&mut self, deadline: Duration) -> bool {
        let Some((device, source)) = self.program.clone() else {
            return false;
        };
        let harmless = Source {
            name: "harmless.cl".to_owned(),
            text: "kernel void harmless(uint n) { barrier(CLK_LOCAL_MEM_FENCE); }\n".to_owned(),
            defines: Vec::new(),
        };
        let launch = Launch {
            kernel: "harmless".to_owned(),
            arguments: vec![Argument::Value {
                name: "n".to_owned(),
                bytes: vec![0; 4],
            }],
            range: NdRange::linear(1, 1),
        };
        let well = self.build(device, &harmless).is_ok()
            && matches!(
                self.try_alone(&launch, deadline),
                Ok(Ok(frame)) if matches!(judge(&launch, &frame), (Outcome::Ran(_), _))
            );
        self.abandon();
        self.program = Some((device, source));
        well
    }

    /// Reads the replies to launches that nobody waits for any more, if they come at once. Where
    /// one doesn't, a fresh child is quicker.
    fn settle(&mut self, count: usize) {
        for _ in 0..count {
            if self.receive(SETTLE).is_err() {
                return self.abandon();
            }
            self.finished += 1;
        }
    }

    /// Sees to it that there is a child and that it has built the program.
    fn prepare(&mut self) -> Result<(), Fault> {
        if self.ready && self.child.is_some() {
            return Ok(());
        }
        let Some((device, source)) = self.program.clone() else {
            return Err(Fault::NothingBuilt);
        };
        let rebuilt = self.build(device, &source);
        self.program = Some((device, source));
        match rebuilt {
            Ok(_) => Ok(()),
            Err(BuildError::Fault(fault)) => Err(fault),
            Err(BuildError::Crashed { exit }) => Err(Fault::Died {
                exit,
                stderr: String::new(),
            }),
            Err(BuildError::OutOfTime { deadline }) => Err(Fault::OutOfTime { deadline }),
            Err(other) => Err(Fault::Told {
                message: format!("the program was built before and now is not: {other:?}"),
            }),
        }
    }

    /// Sends one request and waits for its reply.
    fn ask(&mut self, request: &Request<'_>, deadline: Duration) -> Result<Vec<u8>, Lost> {
        let frame = encode(request).map_err(Lost::Fault)?;
        if self.child.is_none() {
            let options = &self.options;
            let child = Child::start(options.program.as_deref(), options.start_deadline);
            self.child = Some(child.map_err(|error| Lost::Fault(Fault::Start(error)))?);
        }
        if let Some(child) = &self.child {
            child.send(frame);
        }
        self.receive(deadline).inspect_err(|_| self.abandon())
    }

    /// Waits for the next reply.
    fn receive(&mut self, deadline: Duration) -> Result<Vec<u8>, Lost> {
        let Some(child) = &mut self.child else {
            return Err(Lost::Fault(garbage("nothing: it does not run")));
        };
        child.receive(deadline).map_err(|silence| match silence {
            Silence::OutOfTime => Lost::OutOfTime,
            Silence::Oversized(bytes) => {
                Lost::Fault(garbage(&format!("a message of {bytes} bytes")))
            }
            Silence::Ended(exit) => Lost::Ended {
                exit,
                stderr: child.stderr(),
            },
        })
    }

    /// Kills the child; the next request gets a fresh one.
    fn abandon(&mut self) {
        self.child = None;
        self.ready = false;
        self.finished = 0;
    }
}

/// Why there is no reply.
enum Lost {
    /// The child has ended.
    Ended { exit: Exit, stderr: String },
    /// The deadline has passed.
    OutOfTime,
    /// Something else.
    Fault(Fault),
}

impl Lost {
    /// As seen where no kernel runs.
    fn into_fault(self, deadline: Duration) -> Fault {
        match self {
            Lost::Ended { exit, stderr } => Fault::Died { exit, stderr },
            Lost::OutOfTime => Fault::OutOfTime { deadline },
            Lost::Fault(fault) => fault,
        }
    }
}

pub(crate) fn garbage(what: &str) -> Fault {
    Fault::Garbage {
        what: what.to_owned(),
    }
}

/// The outcome that a reply tells, and whether the child is of no use after it.
fn judge(launch: &Launch, frame: &[u8]) -> (Outcome, bool) {
    match decode(frame) {
        Some(Reply::Ran(ran)) => match compare(launch, &ran) {
            Some(outcome) => (outcome, false),
            None => (
                Outcome::Fault(garbage("other buffers than it was given")),
                true,
            ),
        },
        Some(Reply::Failed(failure)) => {
            let lost = is_unclean(&failure);
            (Outcome::Failed(failure), lost)
        }
        Some(Reply::Fault { message }) => (Outcome::Fault(Fault::Told { message }), true),
        _ => (Outcome::Fault(garbage("no answer to a launch")), true),
    }
}

/// Does a device that refused like this need a fresh process? Only refusals that were foreseen
/// before anything was launched leave it as it was.
fn is_unclean(failure: &Failure) -> bool {
    match failure {
        Failure::OutOfResources { shortage, .. } => shortage.is_none(),
        Failure::DeviceLost { .. } | Failure::Refused { .. } => true,
        Failure::NoSuchKernel { .. }
        | Failure::Arguments { .. }
        | Failure::Range(_)
        | Failure::RequiredWorkGroup { .. } => false,
    }
}

/// Splits contents from guards. None where the reply does not fit the launch.
fn compare(launch: &Launch, ran: &protocol::Ran<'_>) -> Option<Outcome> {
    let given: Vec<(usize, &Buffer)> = launch
        .arguments
        .iter()
        .enumerate()
        .filter_map(|(index, argument)| match argument {
            Argument::Buffer(buffer) => Some((index, buffer)),
            _ => None,
        })
        .collect();
    if given.len() != ran.buffers.len() {
        return None;
    }
    let mut buffers = Vec::with_capacity(given.len());
    let mut strays = Vec::new();
    for ((argument, buffer), bytes) in given.into_iter().zip(&ran.buffers) {
        let (contents, found) = guard::split(argument, buffer, bytes)?;
        buffers.push(BufferAfter {
            argument,
            contents: contents.to_vec(),
        });
        strays.extend(found);
    }
    let ran = Ran {
        buffers,
        nanoseconds: ran.nanoseconds,
        printf: String::from_utf8_lossy(ran.printf).into_owned(),
        printf_cut: ran.printf_cut,
    };
    Some(if strays.is_empty() {
        Outcome::Ran(ran)
    } else {
        Outcome::WroteOutside { ran, strays }
    })
}

/// The frame that asks for a launch.
fn request(launch: &Launch) -> Result<Vec<u8>, Fault> {
    let arguments = launch.arguments.iter().map(|argument| match argument {
        Argument::Buffer(buffer) if !buffer.initialized => RunArgument::Poisoned {
            scalar: buffer.element.scalar,
            bytes: buffer.contents.len(),
        },
        Argument::Buffer(buffer) => RunArgument::Buffer {
            scalar: buffer.element.scalar,
            contents: Bytes::new(&buffer.contents),
        },
        Argument::Value { bytes, .. } => RunArgument::Value(Bytes::new(bytes)),
        Argument::Local { bytes, .. } => RunArgument::Local(*bytes),
        Argument::Null { .. } => RunArgument::Null,
    });
    encode(&Request::Run(protocol::Run {
        kernel: &launch.kernel,
        arguments: arguments.collect(),
        range: Cow::Borrowed(&launch.range),
    }))
}

/// A message as a frame, its length before it.
pub(crate) fn encode(request: &Request<'_>) -> Result<Vec<u8>, Fault> {
    let room = match request {
        Request::Run(run) => run.arguments.iter().map(sent).sum(),
        Request::Build { source, .. } => source.text.len(),
        Request::Measure(Measure::Write { contents, .. }) => contents.len(),
        Request::Devices | Request::Measure(_) => 0,
    };
    let mut frame = Vec::with_capacity(room.min(MAX_FRAME) + 64);
    frame.extend_from_slice(&[0; 4]);
    let mut frame = postcard::to_extend(request, frame).map_err(|error| Fault::Told {
        message: error.to_string(),
    })?;
    let length = frame.len() - 4;
    if length > MAX_FRAME {
        return Err(Fault::TooLarge {
            asked: length,
            limit: MAX_FRAME,
        });
    }
    // MAX_FRAME fits.
    frame[..4].copy_from_slice(&(length as u32).to_le_bytes());
    Ok(frame)
}

/// About how many bytes of a message an argument takes.
fn sent(argument: &RunArgument<'_>) -> usize {
    match argument {
        RunArgument::Buffer {
            contents: bytes, ..
        }
        | RunArgument::Value(bytes) => bytes.len() + 16,
        RunArgument::Poisoned { .. } | RunArgument::Local(_) | RunArgument::Null => 16,
    }
}

/// The reply that a frame holds, if it holds one and nothing else.
pub(crate) fn decode(frame: &[u8]) -> Option<Reply<'_>> {
    match postcard::take_from_bytes(frame) {
        Ok((reply, [])) => Some(reply),
        _ => None,
    }
}
