//! Kernels run on a real device: [`course::Engine`] over [`runner::Runner`].

use crate::device::no_device::NoDevice;
use crate::predict::forecast::Forecaster;
use course::{
    ALL_LAUNCHES, BufferAfter, BuildFailure, Built, Engine, Forecast, Message, Outcome, Ran,
    Severity, Stray, TranslationUnit,
};
use launch::protocol::{
    ArgumentKind, ArgumentProblem, Device, Failure, Optimisation, Resource, Shortage,
};
use launch::{Argument, Launch};
use runner::{BuildError, BuildMessage, Options, Runner};
use std::ops::ControlFlow;
use std::time::Duration;

/// One device of this machine.
pub struct DeviceEngine {
    runner: Runner,
    device: Device,
    forecaster: Option<Forecaster>,
    /// Is the program built last optimised? Times are predicted for optimised programs alone.
    is_optimised: bool,
}

impl DeviceEngine {
    /// Opens the device of that index, or the first there is.
    pub fn open(mut runner: Runner, index: Option<usize>) -> Result<DeviceEngine, NoDevice> {
        let devices = runner.devices().map_err(NoDevice::Fault)?;
        let found = match index {
            None => devices.first().ok_or(NoDevice::None)?,
            Some(asked) => {
                let there = devices.len();
                let found = devices.iter().find(|device| device.index == asked);
                found.ok_or(NoDevice::NoSuchDevice { asked, there })?
            }
        };
        let device = found.clone();
        Ok(DeviceEngine {
            runner,
            device,
            forecaster: None,
            is_optimised: true,
        })
    }
}

impl DeviceEngine {
    /// Has the engine predict the times of what it runs, where the user has a profile of this device.
    #[must_use]
    pub fn with_forecasts(mut self) -> DeviceEngine {
        self.forecaster = Forecaster::of(&self.device);
        self
    }

    fn build_with(
        &mut self,
        unit: &TranslationUnit,
        optimisation: Optimisation,
    ) -> Result<Built, BuildFailure> {
        let built = self
            .runner
            .build_with(self.device.index, &unit.source, optimisation);
        match built {
            Ok(built) => Ok(Built {
                messages: messages(built.messages),
                kernels: built.kernels,
            }),
            Err(error) => Err(build_failure(error)),
        }
    }

    /// Is the device the processor of this machine, and not one that others wait for?
    pub fn is_processor(&self) -> bool {
        self.device.kind == "CPU"
    }
}

/// The first device there is, opened when it is first needed: drivers load while the simulator runs,
/// and a machine without a device is no failure.
pub struct Deferred {
    /// The command as it was typed, for remedies.
    program: String,
    state: State,
}

enum State {
    /// Taken when it is opened.
    Starting(Option<Box<Runner>>),
    Open(Box<DeviceEngine>),
    Unavailable(NoDevice),
}

impl Deferred {
    /// The device of a runner that may be starting still, or why there is none.
    pub fn of(runner: Result<Runner, NoDevice>, program: &str) -> Deferred {
        let state = match runner {
            Ok(runner) => State::Starting(Some(Box::new(runner))),
            Err(error) => State::Unavailable(error),
        };
        Deferred {
            program: program.to_owned(),
            state,
        }
    }

    fn open(&mut self) -> Option<&mut DeviceEngine> {
        if let State::Starting(runner) = &mut self.state
            && let Some(runner) = runner.take()
        {
            self.state = match DeviceEngine::open(*runner, None) {
                Ok(engine) => State::Open(Box::new(engine.with_forecasts())),
                Err(error) => State::Unavailable(error),
            };
        }
        match &mut self.state {
            State::Open(engine) => Some(engine),
            State::Starting(_) | State::Unavailable(_) => None,
        }
    }

    fn why_not(&self) -> String {
        match &self.state {
            State::Unavailable(error) if error.is_absent() => {
                "there is none here (optional: ./setup adds one)".to_owned()
            }
            State::Unavailable(error) => format!("{error}. {}", error.remedy(&self.program)),
            State::Starting(_) | State::Open(_) => String::new(),
        }
    }
}

impl Engine for Deferred {
    fn device(&self) -> String {
        match &self.state {
            State::Open(engine) => engine.device(),
            State::Starting(_) | State::Unavailable(_) => "your device".to_owned(),
        }
    }

    fn build(&mut self, unit: &TranslationUnit) -> Result<Built, BuildFailure> {
        match self.open() {
            Some(engine) => engine.build(unit),
            None => Err(BuildFailure::Unavailable {
                reason: self.why_not(),
            }),
        }
    }

    fn version(&self) -> String {
        match &self.state {
            State::Open(engine) => engine.version(),
            State::Starting(_) | State::Unavailable(_) => String::new(),
        }
    }

    fn build_unoptimised(&mut self, unit: &TranslationUnit) -> Option<Result<Built, BuildFailure>> {
        self.open()?.build_unoptimised(unit)
    }

    fn forecast(&mut self) -> Option<Forecast> {
        self.open()?.forecast()
    }

    fn run(&mut self, launches: &[Launch]) -> Vec<Outcome> {
        match self.open() {
            Some(engine) => engine.run(launches),
            None => vec![Outcome::Fault {
                message: self.why_not(),
            }],
        }
    }
}

impl Engine for DeviceEngine {
    fn device(&self) -> String {
        short_name(&self.device)
    }

    fn version(&self) -> String {
        let Device {
            platform_version,
            driver,
            ..
        } = &self.device;
        format!("{platform_version}, driver {driver}")
    }

    fn build(&mut self, unit: &TranslationUnit) -> Result<Built, BuildFailure> {
        self.is_optimised = true;
        if let Some(forecaster) = &mut self.forecaster {
            forecaster.begin(unit.program().ok().cloned());
        }
        self.build_with(unit, Optimisation::Usual)
    }

    fn build_unoptimised(&mut self, unit: &TranslationUnit) -> Option<Result<Built, BuildFailure>> {
        self.is_optimised = false;
        Some(self.build_with(unit, Optimisation::Off))
    }

    fn run(&mut self, launches: &[Launch]) -> Vec<Outcome> {
        let mut outcomes = Vec::with_capacity(launches.len());
        let deadline = Options::LAUNCH_DEADLINE;
        let forecaster = &mut self.forecaster;
        let each = |number: usize, outcome, spent| {
            let outcome = match outcome_of(outcome, &launches[number]) {
                Outcome::Ran(_) if spent > ALL_LAUNCHES => Outcome::OutOfTime {
                    limit_ms: milliseconds(ALL_LAUNCHES),
                },
                outcome => outcome,
            };
            if let (Some(forecaster), Outcome::Ran(ran)) = (forecaster.as_mut(), &outcome) {
                forecaster.note(&launches[number], ran.nanoseconds);
            }
            let ends = outcome.ends_run();
            outcomes.push(outcome);
            if ends {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        self.runner.run_each_timed(launches, deadline, each);
        outcomes
    }

    fn forecast(&mut self) -> Option<Forecast> {
        let forecaster = self.forecaster.as_ref().filter(|_| self.is_optimised);
        forecaster?.forecast()
    }
}

/// A device as a student knows it: `skylake-avx512-AMD EPYC (PoCL 3.1)`.
fn short_name(device: &Device) -> String {
    const POCL: &str = "Portable Computing Language";
    if device.platform != POCL {
        return format!("{} ({})", device.name, device.platform);
    }
    // PoCL's version text is `OpenCL 3.0 PoCL 3.1+debian  Linux, ...`; its devices begin with the
    // name of PoCL's own driver.
    let version = device
        .platform_version
        .split_once("PoCL ")
        .and_then(|(_, rest)| rest.split([' ', '+', ',']).next())
        .unwrap_or_default();
    let name = ["pthread-", "cpu-"]
        .iter()
        .find_map(|driver| device.name.strip_prefix(driver))
        .unwrap_or(&device.name);
    format!("{name} ({})", format!("PoCL {version}").trim_end())
}

fn messages(messages: Vec<BuildMessage>) -> Vec<Message> {
    let of = |message: BuildMessage| Message {
        severity: match message.severity {
            runner::Severity::Error => Severity::Error,
            runner::Severity::Warning => Severity::Warning,
            runner::Severity::Note => Severity::Note,
        },
        line: message.line,
        column: message.column,
        text: message.message,
    };
    messages.into_iter().map(of).collect()
}

fn build_failure(error: BuildError) -> BuildFailure {
    match error {
        BuildError::Compiler {
            messages: told,
            log,
        } => BuildFailure::Refused {
            messages: messages(told),
            log,
        },
        BuildError::Crashed { exit } => BuildFailure::Crashed {
            how: exit.to_string(),
        },
        BuildError::OutOfTime { deadline } => BuildFailure::OutOfTime {
            limit_ms: milliseconds(deadline),
        },
        BuildError::Failed(Failure::DeviceLost { code }) => {
            BuildFailure::DeviceLost { detail: code }
        }
        error
        @ (BuildError::Failed(_) | BuildError::NoSuchDevice { .. } | BuildError::Fault(_)) => {
            BuildFailure::Fault {
                message: error.to_string(),
            }
        }
    }
}

fn outcome_of(outcome: runner::Outcome, launch: &Launch) -> Outcome {
    match outcome {
        runner::Outcome::Ran(ran) => Outcome::Ran(ran_of(ran, Vec::new())),
        runner::Outcome::WroteOutside { ran, strays } => Outcome::Ran(ran_of(ran, strays)),
        runner::Outcome::Crashed { exit, alone } => Outcome::Crashed {
            how: exit.to_string(),
            alone,
        },
        runner::Outcome::LostTheDevice { code } => Outcome::Crashed {
            how: code,
            alone: true,
        },
        runner::Outcome::OutOfTime { deadline } => Outcome::OutOfTime {
            limit_ms: milliseconds(deadline),
        },
        runner::Outcome::Failed(failure) => failed(failure, launch),
        runner::Outcome::Fault(reason) => Outcome::Fault {
            message: reason.to_string(),
        },
    }
}

fn ran_of(ran: runner::Ran, strays: Vec<runner::Stray>) -> Ran {
    let buffers = ran.buffers.into_iter().map(|buffer| BufferAfter {
        strays: strays
            .iter()
            .filter(|stray| stray.argument == buffer.argument)
            .map(|stray| Stray {
                offset: stray.offset,
                bytes: stray.bytes.clone(),
            })
            .collect(),
        contents: buffer.contents,
    });
    Ran {
        buffers: buffers.collect(),
        nanoseconds: ran.nanoseconds,
        findings: Vec::new(),
    }
}

fn failed(failure: Failure, launch: &Launch) -> Outcome {
    match failure {
        Failure::OutOfResources { code, shortage } => Outcome::OutOfResources {
            code,
            detail: shortage
                .map(|short| shortage_of(short, launch))
                .unwrap_or_default(),
        },
        Failure::RequiredWorkGroup { required, asked } => Outcome::OutOfResources {
            code: "CL_INVALID_WORK_GROUP_SIZE".to_owned(),
            detail: format!(
                "the kernel's reqd_work_group_size is {}; the exercise launches work-groups of {}",
                sizes(&required),
                sizes(&asked),
            ),
        },
        Failure::DeviceLost { code } => Outcome::DeviceLost { detail: code },
        Failure::Arguments { problem, .. } => Outcome::Arguments {
            detail: argument(problem, launch),
        },
        other => Outcome::Fault {
            message: other.to_string(),
        },
    }
}

fn shortage_of(short: Shortage, launch: &Launch) -> String {
    let what = match short.resource {
        Resource::WorkGroup => "work-items in a work-group".to_owned(),
        Resource::WorkGroupDimension(dimension) => {
            format!("work-items of a work-group in dimension {dimension}")
        }
        Resource::Dimensions => "dimensions of an NDRange".to_owned(),
        Resource::LocalMemory => "bytes of local memory for a work-group".to_owned(),
        Resource::Buffer { argument } => format!("bytes for {}", name_of(argument, launch)),
        Resource::GlobalMemory => "bytes of global memory".to_owned(),
        Resource::Message => "bytes of buffers in one launch".to_owned(),
    };
    format!(
        "{what}: the kernel needs {}, there are {}",
        short.asked, short.available
    )
}

fn argument(problem: ArgumentProblem, launch: &Launch) -> String {
    match problem {
        ArgumentProblem::Count { expected, given } => {
            format!("the kernel takes {expected} arguments, the exercise gives {given}")
        }
        ArgumentProblem::Kind {
            argument,
            given,
            expected,
        } => format!(
            "for {} the exercise gives {}, the kernel takes {}",
            name_of(argument, launch),
            kind(given),
            expected.map_or("an image or a sampler", kind),
        ),
        ArgumentProblem::Size {
            argument,
            given,
            expected,
        } => {
            let name = name_of(argument, launch);
            match expected {
                Some(expected) => format!(
                    "for {name} the exercise gives {given} bytes, the kernel takes {expected}"
                ),
                None => format!("for {name} the kernel takes another size than {given} bytes"),
            }
        }
    }
}

fn kind(kind: ArgumentKind) -> &'static str {
    match kind {
        ArgumentKind::Buffer => "a buffer",
        ArgumentKind::Value => "a value",
        ArgumentKind::Local => "local memory",
    }
}

fn name_of(argument: usize, launch: &Launch) -> String {
    let name = launch
        .arguments
        .get(argument)
        .map(|argument| match argument {
            Argument::Buffer(buffer) => &buffer.name,
            Argument::Value { name, .. }
            | Argument::Local { name, .. }
            | Argument::Null { name } => name,
        });
    match name {
        Some(name) => format!("argument {argument} (`{name}`)"),
        None => format!("argument {argument}"),
    }
}

/// `4`, or `(16, 4)`.
fn sizes(sizes: &[usize]) -> String {
    let numbers: Vec<String> = sizes.iter().map(usize::to_string).collect();
    match numbers.as_slice() {
        [] => "the device's choice".to_owned(),
        [one] => one.clone(),
        more => format!("({})", more.join(", ")),
    }
}

/// Whole milliseconds.
fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
