//! A program run in the simulator and on a device.

use crate::generate::Program;
use agreement::Oracle;
use launch::protocol::Failure;
use launch::{Launch, Source};
use opencl_c::preprocessor::{NoIncludes, Options as PreprocessorOptions};
use runner::Outcome as DeviceOutcome;
use std::time::Duration;

/// How long a launch may take on the device.
const DEADLINE: Duration = Duration::from_secs(30);

/// What the message of a program begins with that has no sure form in the device's language.
pub const NOT_TRANSLATED: &str = "not translated: ";

/// What the simulator makes of a program; in words where it refuses it.
pub fn simulate(program: &Program) -> Result<simulator::Outcome, String> {
    simulate_text(&program.text, &program.launch)
}

/// [`simulate`] for any text.
pub fn simulate_text(text: &str, launch: &Launch) -> Result<simulator::Outcome, String> {
    let options = PreprocessorOptions::default();
    let checked =
        opencl_c::compile("generated.cl", text, &options, &mut NoIncludes).map_err(|rejected| {
            match rejected.diagnostics.first() {
                Some(first) => format!("the front end refuses it: {}", first.message),
                None => "the front end refuses it".to_owned(),
            }
        })?;
    simulator::simulate(&checked.program, launch, &simulator::Options::default())
        .map_err(|refusal| refusal.to_string())
}

/// The first device of OpenCL, or of WebGPU.
pub struct Device(Oracle);

impl Device {
    /// Starts the first device of OpenCL.
    pub fn start() -> Result<Device, String> {
        Oracle::start()
            .map(Device)
            .map_err(|error| error.to_string())
    }

    /// Starts the first device of WebGPU.
    pub fn start_on_adapter() -> Result<Device, String> {
        Oracle::start_on_adapter()
            .map(Device)
            .map_err(|error| error.to_string())
    }

    /// The buffers after a program's launch, in the order of the arguments.
    pub fn run(&mut self, program: &Program) -> Result<Vec<Vec<u8>>, String> {
        self.run_text(&program.text, &program.launch)
    }

    /// The buffers and images after each launch of a program; `None` where the device makes no such image or sampler.
    #[expect(
        clippy::type_complexity,
        reason = "the buffers and the images of a launch"
    )]
    pub(crate) fn run_images(
        &mut self,
        text: &str,
        launches: &[Launch],
    ) -> Result<Vec<Result<Option<(Vec<Vec<u8>>, Vec<Vec<u8>>)>, String>>, String> {
        let source = Source::of_file("generated.cl", text);
        let runner = self.0.runner();
        runner
            .build(0, &source)
            .map_err(|error| format!("the device does not build it: {error:?}"))?;
        let outcomes = runner.run(launches, DEADLINE).into_iter();
        let made = outcomes.map(|outcome| match outcome {
            DeviceOutcome::Ran(ran) => {
                let buffers = ran.buffers.into_iter().map(|buffer| buffer.contents);
                Ok(Some((buffers.collect(), ran.images)))
            }
            DeviceOutcome::Failed(Failure::Refused { call, .. })
                if call == "clCreateImage" || call == "clCreateSampler" =>
            {
                Ok(None)
            }
            other => Err(format!("{other:?}")),
        });
        Ok(made.collect())
    }

    /// [`Device::run`] for any text.
    pub fn run_text(&mut self, text: &str, launch: &Launch) -> Result<Vec<Vec<u8>>, String> {
        let source = Source {
            name: "generated.cl".to_owned(),
            text: text.to_owned(),
            defines: Vec::new(),
            standard: launch::Standard::default(),
        };
        let runner = self.0.runner();
        runner
            .build(0, &source)
            .map_err(|error| format!("the device does not build it: {error:?}"))?;
        let launches = std::slice::from_ref(launch);
        match runner.run(launches, DEADLINE).pop() {
            Some(DeviceOutcome::Ran(ran)) => Ok(ran
                .buffers
                .into_iter()
                .map(|buffer| buffer.contents)
                .collect()),
            Some(DeviceOutcome::Failed(Failure::NotTranslated { reason })) => {
                Err(format!("{NOT_TRANSLATED}{reason}"))
            }
            other => Err(format!("the device does not run it: {other:?}")),
        }
    }
}
