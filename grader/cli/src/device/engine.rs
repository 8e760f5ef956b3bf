//! Kernels run on a real device: [`course::Engine`] over [`runner::Runner`].

use crate::device::adapters;
use crate::device::no_device::NoDevice;
use crate::predict::forecast::Forecaster;
use ::render::unbroken;
use course::{ALL_LAUNCHES, Engine, Forecast, TranslationUnit, not_analysed};
use launch::Launch;
use launch::fault::Fault;
use launch::outcome::{BuildError, Built, Outcome};
use launch::protocol::{Device, Failure, Optimisation};
use runner::{Options, Runner};
use std::ops::ControlFlow;

/// One device of this machine.
pub struct DeviceEngine {
    runner: Runner,
    device: Device,
    forecaster: Option<Forecaster>,
    /// Is the current program optimised? Times are predicted only for optimised programs.
    is_optimised: bool,
}

impl DeviceEngine {
    /// Opens the device of that index, or the first one.
    pub fn open(mut runner: Runner, index: Option<usize>) -> Result<DeviceEngine, NoDevice> {
        let devices = runner.devices().map_err(NoDevice::Fault)?;
        let found = match index {
            None => devices.first().ok_or(NoDevice::None)?,
            Some(index) => {
                let count = devices.len();
                let found = devices.iter().find(|device| device.index == index);
                found.ok_or(NoDevice::NoSuchDevice { index, count })?
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

    /// Opens the device of that number in `grader devices`: those of OpenCL, then the adapters. Without a number it is
    /// the first of OpenCL, or else the first adapter that is a GPU.
    pub fn find(
        runner: Result<Runner, NoDevice>,
        index: Option<usize>,
    ) -> Result<DeviceEngine, NoDevice> {
        let (error, count) = match runner {
            Ok(mut runner) => {
                let count = match runner.devices() {
                    Ok(devices) => devices.len(),
                    Err(fault) => return Err(NoDevice::Fault(fault)),
                };
                if index.map_or(count > 0, |index| index < count) {
                    return DeviceEngine::open(runner, index);
                }
                (NoDevice::among(count, index), count)
            }
            Err(error) if error.is_absent() => (error, 0),
            Err(error) => return Err(error),
        };
        let Some(index) = index else {
            return DeviceEngine::gpu().ok_or(error);
        };
        let Some(adapters) = adapters::start() else {
            return Err(error);
        };
        match DeviceEngine::open(adapters, Some(index - count)) {
            Err(NoDevice::NoSuchDevice { count: more, .. }) => Err(NoDevice::NoSuchDevice {
                index,
                count: count + more,
            }),
            opened => opened,
        }
    }

    /// The first adapter that is a GPU: one of the processor would only repeat the simulator.
    fn gpu() -> Option<DeviceEngine> {
        let mut adapters = adapters::start()?;
        let devices = adapters.devices().ok()?;
        let index = devices.iter().find(|device| device.kind == "GPU")?.index;
        DeviceEngine::open(adapters, Some(index)).ok()
    }
}

impl DeviceEngine {
    /// Makes the engine predict the times of its launches, if the user has a profile of this device.
    #[must_use]
    pub fn with_forecasts(mut self) -> DeviceEngine {
        self.forecaster = Forecaster::of(&self.device);
        self
    }

    fn build_with(
        &mut self,
        unit: &TranslationUnit,
        optimisation: Optimisation,
    ) -> Result<Built, BuildError> {
        self.runner
            .build_with(self.device.index, &unit.source, optimisation)
    }

    /// Is the device the processor of this machine?
    pub fn is_processor(&self) -> bool {
        self.device.kind == "CPU"
    }
}

/// The first device, opened when it is first needed: its drivers load while the simulator runs, and a machine
/// without a device is no failure.
pub struct Deferred {
    /// The command as it was typed, for remedies.
    program: String,
    state: State,
    /// May an adapter be taken where OpenCL has no device? They have no sandbox.
    adapters: bool,
}

enum State {
    /// Taken when it is opened.
    Starting(Option<Box<Result<Runner, NoDevice>>>),
    Open(Box<DeviceEngine>),
    Unavailable(NoDevice),
}

impl Deferred {
    /// The device of a runner that may still be starting, or why there is none.
    pub fn of(runner: Result<Runner, NoDevice>, program: &str, adapters: bool) -> Deferred {
        Deferred {
            program: program.to_owned(),
            state: State::Starting(Some(Box::new(runner))),
            adapters,
        }
    }

    fn open(&mut self) -> Option<&mut DeviceEngine> {
        if let State::Starting(runner) = &mut self.state
            && let Some(runner) = runner.take()
        {
            let opened = runner.and_then(|runner| DeviceEngine::open(runner, None));
            self.state = match opened {
                Ok(engine) => State::Open(Box::new(engine.with_forecasts())),
                Err(error) if self.adapters && error.is_absent() => match DeviceEngine::gpu() {
                    Some(engine) => State::Open(Box::new(engine)),
                    None => State::Unavailable(error),
                },
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
                let doctor = unbroken(&format!("{} doctor", self.program));
                format!("there is none here (optional: {doctor})")
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

    fn build(&mut self, unit: &TranslationUnit) -> Result<Built, BuildError> {
        match self.open() {
            Some(engine) => engine.build(unit),
            None => Err(BuildError::Unavailable {
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

    fn build_unoptimised(&mut self, unit: &TranslationUnit) -> Option<Result<Built, BuildError>> {
        self.open()?.build_unoptimised(unit)
    }

    fn forecast(&mut self) -> Option<Forecast> {
        self.open()?.forecast()
    }

    fn run(&mut self, launches: &[Launch]) -> Vec<Outcome> {
        match self.open() {
            Some(engine) => engine.run(launches),
            None => vec![Outcome::Fault(Fault::NothingBuilt)],
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

    fn build(&mut self, unit: &TranslationUnit) -> Result<Built, BuildError> {
        self.is_optimised = true;
        if let Some(forecaster) = &mut self.forecaster {
            forecaster.begin(unit.program().ok().cloned());
        }
        self.build_with(unit, Optimisation::Usual)
    }

    fn build_unoptimised(&mut self, unit: &TranslationUnit) -> Option<Result<Built, BuildError>> {
        self.is_optimised = false;
        Some(self.build_with(unit, Optimisation::Off))
    }

    fn run(&mut self, launches: &[Launch]) -> Vec<Outcome> {
        let mut outcomes = Vec::with_capacity(launches.len());
        let deadline = Options::LAUNCH_DEADLINE;
        let forecaster = &mut self.forecaster;
        let each = |number: usize, outcome, spent| {
            let outcome = match outcome {
                Outcome::Ran(_) if spent > ALL_LAUNCHES => Outcome::OutOfTime {
                    deadline: ALL_LAUNCHES,
                },
                Outcome::Failed(Failure::NotTranslated { reason }) => Outcome::NotAnalysed {
                    finding: not_analysed(reason, None),
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
