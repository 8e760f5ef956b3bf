//! The conversation: requests in, outcomes out, a fresh child where one was lost.

use crate::child::{Exit, Fault, StartError};
use crate::outcome::{BufferAfter, BuildError, Built, Lost, Outcome, Ran};
use crate::seat::{Role, Seat, Stage};
use crate::{guard, log};
use launch::measurement::Measure;
use launch::protocol::{
    self, Device, DeviceName, Failure, Kernel, Load, MAX_BINARY, MAX_FRAME, Optimisation,
    Protection, Reply, Request, RunArgument,
};
use launch::{Argument, Buffer, Launch, NdRange, Source};
use serde_bytes::Bytes;
use std::borrow::Cow;
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Launches sent ahead of their replies, so that the child need not wait for the next one.
const AHEAD: usize = 8;

/// Bytes of launches sent ahead of their replies; one launch may be more.
const AHEAD_BYTES: usize = 8 << 20;

/// How long to wait for each reply that nobody needs any more.
const SETTLE: Duration = Duration::from_millis(50);

/// Whose kernels these are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Trust {
    /// The user's own: one process builds and runs, with the user's own cache of compiled kernels. It
    /// gains no rights and does not reach the internet.
    #[default]
    Own,
    /// Other people's, which nobody has read. One process compiles and another runs, each in a box
    /// (`grader-device`'s `sandbox`) with an empty folder for its cache; every program gets both afresh.
    Others {
        /// May it be done on a machine that cannot enforce all of the box? [`Runner::missing`] tells
        /// what it cannot.
        unsandboxed_allowed: bool,
    },
}

/// How a runner is started and how long it may take.
///
/// A deadline counts the child's own time: see [`crate`].
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
    /// Whose kernels these are.
    pub trust: Trust,
    /// The most memory that a process with other people's kernels may map, in bytes: the driver, the
    /// buffers and what the kernel takes. PoCL needs about half of one GiB for itself.
    pub memory: u64,
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
            trust: Trust::Own,
            memory: 4 << 30,
        }
    }
}

/// A device runner. Its processes are killed when this is dropped.
pub struct Runner {
    options: Options,
    /// Where other people's programs are compiled; one's own are where they run.
    workshop: Option<Seat>,
    /// Where kernels run.
    stage: Seat,
    /// What the machine cannot enforce of the box.
    missing: Vec<Protection>,
    devices: Option<Vec<Device>>,
    /// The program that launches refer to.
    program: Option<Program>,
    /// Has the present child built that program?
    ready: bool,
    /// Launches that the present child has finished.
    finished: usize,
    /// Time that the launches of the present program have taken.
    spent: Duration,
}

/// A program that was built.
#[derive(Clone)]
struct Program {
    device: usize,
    source: Source,
    optimisation: Optimisation,
    /// As the process that compiled it handed it out.
    binary: Option<Binary>,
}

/// A compiled program.
#[derive(Clone)]
struct Binary {
    device: DeviceName,
    kernels: Vec<Kernel>,
    prints: bool,
    bytes: Vec<u8>,
}

impl Runner {
    /// Starts a `grader-device`. It loads the drivers while the caller goes on.
    pub fn start(options: Options) -> Result<Runner, StartError> {
        let mut workshop = None;
        let mut stage = Seat::new(Role::Own);
        let mut missing = Vec::new();
        match options.trust {
            Trust::Own => {
                stage.fill(&options)?;
            }
            Trust::Others {
                unsandboxed_allowed,
            } => {
                // The widest box of this machine, for it lists all devices.
                let mut seat = Seat::new(boxed(&options, Stage::Build, has_gpu_nodes()));
                missing = seat.fill(&options)?.missing().to_vec();
                if !missing.is_empty() && !unsandboxed_allowed {
                    return Err(StartError::Unprotected { missing });
                }
                workshop = Some(seat);
                stage = Seat::new(boxed(&options, Stage::Run, false));
            }
        }
        Ok(Runner {
            options,
            workshop,
            stage,
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
        self.stage.process_id()
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
            let seat = self.workshop.as_mut().unwrap_or(&mut self.stage);
            let frame = seat
                .ask(&self.options, &Request::Devices, 0, deadline)
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
        self.build_with(device, source, Optimisation::Usual)
    }

    /// As [`Runner::build`], with as much optimisation.
    pub fn build_with(
        &mut self,
        device: usize,
        source: &Source,
        optimisation: Optimisation,
    ) -> Result<Built, BuildError> {
        self.program = None;
        self.ready = false;
        self.spent = Duration::ZERO;
        if self.workshop.is_some() {
            return self.build_in_boxes(device, source, optimisation);
        }
        let request = Request::Build {
            device,
            source: Cow::Borrowed(source),
            optimisation,
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

    /// Compiles in one process and loads into another, both of which have seen nothing yet.
    fn build_in_boxes(
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
        self.abandon();
        self.stage
            .become_role(boxed(&self.options, Stage::Run, gpu));
        // Its drivers load while the other process compiles.
        let filled = self.stage.fill(&self.options).map(|_| ());
        filled.map_err(|error| BuildError::Fault(Fault::Start(error)))?;
        let role = boxed(&self.options, Stage::Build, gpu);
        let mut workshop = self
            .workshop
            .take()
            .unwrap_or_else(|| Seat::new(role.clone()));
        workshop.become_role(role);
        let request = Request::Compile {
            device: Cow::Borrowed(&name),
            source: Cow::Borrowed(source),
            optimisation,
        };
        let compiled = self.compile(&mut workshop, &request, &name, device, source);
        // It has met a program: the next one gets another.
        workshop.clear();
        self.workshop = Some(workshop);
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
        workshop: &mut Seat,
        request: &Request<'_>,
        name: &DeviceName,
        device: usize,
        source: &Source,
    ) -> Result<(Binary, String), BuildError> {
        let deadline = self.options.build_deadline;
        let mut reply = workshop.ask(&self.options, request, MAX_BINARY, deadline);
        if let Err(Lost::Ended { exit, .. }) = &reply
            && exit.is_from_outside()
        {
            reply = workshop.ask(&self.options, request, MAX_BINARY, deadline);
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

    /// Gives the process that runs kernels a compiled program.
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

    /// Why a reply is no program.
    fn refused(&mut self, reply: Option<Reply<'_>>, device: usize, source: &Source) -> BuildError {
        match reply {
            Some(Reply::BuildFailed { log }) => BuildError::Compiler {
                messages: log::messages(&log, source),
                log: log::renamed(&log, &source.name),
            },
            Some(Reply::NoSuchDevice { devices }) => BuildError::NoSuchDevice { device, devices },
            Some(Reply::Failed(failure)) => BuildError::Failed(failure),
            Some(Reply::Fault { message }) => BuildError::Fault(Fault::Told { message }),
            _ => {
                self.abandon();
                BuildError::Fault(garbage("no answer to a build"))
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
        self.run_each_timed(launches, deadline, |number, outcome, _| {
            each(number, outcome)
        });
    }

    /// As [`Runner::run_each`], with the time that all launches of the program have taken by then
    /// ([`Runner::spent`]).
    pub fn run_each_timed(
        &mut self,
        launches: &[Launch],
        deadline: Duration,
        mut each: impl FnMut(usize, Outcome, Duration) -> ControlFlow<()>,
    ) {
        let mut next = 0;
        while next < launches.len() {
            let flow = match self.prepare() {
                Ok(()) => self.stream(launches, &mut next, deadline, &mut each),
                Err(fault) => {
                    let flow = each(next, Outcome::Fault(fault), self.spent);
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
        each: &mut impl FnMut(usize, Outcome, Duration) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut ahead = VecDeque::new();
        let mut ahead_bytes = 0;
        let mut to_send = *next;
        while *next < launches.len() {
            while to_send < launches.len()
                && (ahead.is_empty() || ahead.len() < AHEAD && ahead_bytes < AHEAD_BYTES)
            {
                let (frame, reply) = match request(&launches[to_send]) {
                    Ok(request) => request,
                    // Its turn comes when those before it have been answered.
                    Err(_) if !ahead.is_empty() => break,
                    Err(fault) => {
                        *next += 1;
                        return each(to_send, Outcome::Fault(fault), self.spent);
                    }
                };
                ahead.push_back(frame.len());
                ahead_bytes += frame.len();
                if let Some(child) = self.stage.child() {
                    child.expect(reply);
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
                        Outcome::Fault(Fault::Garbage { what }) => {
                            (self.confirm_garbage(what, launch, deadline), true)
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
                return each(number, outcome, self.spent);
            }
            if each(number, outcome, self.spent).is_break() {
                self.settle(ahead.len());
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    /// What a child lost during `launch` means for it. Where it ran on a device that can be lost for
    /// everybody, the device is looked after before anybody is blamed.
    fn mourn(&mut self, lost: Lost, launch: &Launch, deadline: Duration) -> Outcome {
        let outcome = self.blame(lost, launch, deadline);
        match outcome {
            Outcome::Crashed { .. } | Outcome::OutOfTime { .. }
                if self.is_on_a_gpu() && !self.is_well(deadline) =>
            {
                Outcome::Fault(Fault::DeviceUnwell)
            }
            outcome => outcome,
        }
    }

    /// Is the present program one for a device other than the CPU?
    fn is_on_a_gpu(&self) -> bool {
        let device = self.program.as_ref().map(|program| program.device);
        let devices = self.devices.as_deref().unwrap_or_default();
        device
            .and_then(|index| devices.get(index))
            .is_some_and(|device| device.kind != "CPU")
    }

    /// Whose fault it is that a child was lost during `launch`. The launch is tried again as the first
    /// of a fresh process where it need not be to blame: earlier launches may have damaged the process,
    /// or somebody outside (a person, the system short of memory) may have killed it.
    fn blame(&mut self, lost: Lost, launch: &Launch, deadline: Duration) -> Outcome {
        let damaged = self.finished > 0;
        self.abandon();
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
            self.abandon();
        }
        outcome
    }

    /// Whose fault it is that nonsense came in the place of a reply: the launch's only if it comes again
    /// where the launch runs alone, and does not without it. A kernel on a CPU can write to whatever its
    /// process has open.
    fn confirm_garbage(&mut self, what: String, launch: &Launch, deadline: Duration) -> Outcome {
        self.abandon();
        let again = match self.try_alone(launch, deadline) {
            Ok(Ok(frame)) => judge(launch, &frame).0,
            Ok(Err(Lost::Fault(fault))) | Err(fault) => Outcome::Fault(fault),
            Ok(Err(Lost::OutOfTime)) => Outcome::OutOfTime { deadline },
            Ok(Err(Lost::Ended { exit, .. })) => Outcome::Crashed { exit, alone: true },
        };
        self.abandon();
        match again {
            Outcome::Fault(Fault::Garbage { .. }) if self.is_well(deadline) => Outcome::Crashed {
                exit: Exit::Garbled,
                alone: true,
            },
            Outcome::Fault(Fault::Garbage { .. }) => Outcome::Fault(garbage(&what)),
            outcome => outcome,
        }
    }

    /// Runs a launch as the first of a fresh process.
    fn try_alone(
        &mut self,
        launch: &Launch,
        deadline: Duration,
    ) -> Result<Result<Vec<u8>, Lost>, Fault> {
        self.prepare()?;
        let (frame, reply) = request(launch)?;
        if let Some(child) = self.stage.child() {
            child.expect(reply);
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
        let Some(program) = self.program.clone() else {
            return false;
        };
        let spent = self.spent;
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
        let well = self.build(program.device, &harmless).is_ok()
            && matches!(
                self.try_alone(&launch, deadline),
                Ok(Ok(frame)) if matches!(judge(&launch, &frame), (Outcome::Ran(_), _))
            );
        self.abandon();
        self.program = Some(program);
        self.spent = spent;
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
        if self.ready && self.stage.is_taken() {
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
            Err(other) => Err(Fault::Told {
                message: format!("the program was built before and now is not: {other:?}"),
            }),
        }
    }

    /// Sends one request to where kernels run and waits for its reply.
    fn ask(&mut self, request: &Request<'_>, deadline: Duration) -> Result<Vec<u8>, Lost> {
        let asked = self.stage.ask(&self.options, request, 0, deadline);
        asked.inspect_err(|_| self.abandon())
    }

    /// Waits for the next reply to a launch.
    fn receive(&mut self, deadline: Duration) -> Result<Vec<u8>, Lost> {
        let received = self.stage.receive(deadline);
        if let Some(child) = self.stage.child() {
            self.spent += child.waited();
        }
        received
    }

    /// Kills the child; the next request gets a fresh one.
    fn abandon(&mut self) {
        self.stage.clear();
        self.ready = false;
        self.finished = 0;
    }
}

/// The role of a child in a box.
fn boxed(options: &Options, stage: Stage, gpu: bool) -> Role {
    Role::Boxed {
        stage,
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

/// What a program is built into.
fn built(kernels: Vec<Kernel>, log: &str, source: &Source) -> Built {
    Built {
        kernels,
        messages: log::messages(log, source),
        log: log::renamed(log, &source.name),
    }
}

/// Why a process that was lost has built nothing.
fn not_built(lost: Lost, deadline: Duration) -> BuildError {
    match lost {
        Lost::Ended { exit, .. } => BuildError::Crashed { exit },
        Lost::OutOfTime => BuildError::OutOfTime { deadline },
        lost => BuildError::Fault(lost.into_fault(deadline)),
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

/// The frame that asks for a launch, and the most bytes of its reply.
fn request(launch: &Launch) -> Result<(Vec<u8>, usize), Fault> {
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
    let run = protocol::Run {
        kernel: &launch.kernel,
        arguments: arguments.collect(),
        range: Cow::Borrowed(&launch.range),
    };
    let reply = run.reply_size();
    Ok((encode(&Request::Run(run))?, reply))
}

/// A message as a frame, its length before it.
pub(crate) fn encode(request: &Request<'_>) -> Result<Vec<u8>, Fault> {
    let room = match request {
        Request::Run(run) => run.arguments.iter().map(sent).sum(),
        Request::Build { source, .. } | Request::Compile { source, .. } => source.text.len(),
        Request::Load(load) => load.binary.len(),
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
