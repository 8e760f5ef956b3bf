//! The evaluation of predictions on kernels as people write them.

use crate::session::LONG;
use crate::{MeasurementSession, RUNS, Stop};
use launch::measurement::{Fill, StepArgument};
use predictor::random::FILL;
use predictor::real::{Content, KERNEL, RealKernel, RealTrial};
use std::fmt::Write;

/// The id of the task that measures a launch.
pub fn real_task(real: &RealKernel) -> String {
    format!("{} {}", real.kind.name, real.seed)
}

/// Seconds of each of [`RUNS`] runs of a launch, by the device's clock.
pub fn measure_real(
    session: &mut MeasurementSession<'_>,
    real: &RealKernel,
) -> Result<Vec<f64>, Stop> {
    // Releases the buffers of the launch before.
    session.begin("real kernels");
    let mut arguments = Vec::new();
    for content in &real.plan.arguments {
        arguments.push(argument(session, content, real.seed)?);
    }
    let program = session.build_once("real.cl", real.kind.text)?;
    let (global, local) = (&real.plan.global, &real.plan.local);
    let step = [program.step(KERNEL, arguments, global, Some(local))];
    let is_long = session.run(&step)?.median() >= LONG;
    let mut runs = Vec::new();
    for _ in 0..RUNS {
        let times = if is_long {
            session.run(&step)?
        } else {
            session.run_settled(&step)?
        };
        runs.push(times.median());
    }
    Ok(runs)
}

fn argument(
    session: &mut MeasurementSession<'_>,
    content: &Content,
    seed: u64,
) -> Result<StepArgument, Stop> {
    if let Some(integers) = content.integers(seed) {
        let bytes: Vec<u8> = integers.iter().flat_map(|x| x.to_ne_bytes()).collect();
        return Ok(session.upload(&bytes)?.argument());
    }
    let (fill, low, high) = FILL;
    let fill = match content {
        Content::Int(value) => return Ok(StepArgument::Value(value.to_ne_bytes().to_vec())),
        Content::Float(value) => return Ok(StepArgument::Value(value.to_ne_bytes().to_vec())),
        Content::Local(bytes) => return Ok(StepArgument::Local(*bytes)),
        Content::Floats(_) => Fill::Floats {
            seed: fill,
            low,
            high,
        },
        Content::Bytes(_) => Fill::Bytes { seed },
        _ => Fill::Zeros,
    };
    let bytes = content.bytes().unwrap_or(0);
    Ok(session.buffer(bytes, fill)?.argument())
}

/// One line for each launch, in seconds.
pub fn real_csv(trials: &[RealTrial]) -> String {
    let mut text = String::from("kind,half,seed,predicted,bound,middle,runs\n");
    for trial in trials {
        let runs: Vec<String> = trial.measured.iter().map(f64::to_string).collect();
        _ = writeln!(
            text,
            "{},{},{},{},{},{},{}",
            trial.kind.name,
            trial.kind.half().name(),
            trial.seed,
            trial.predicted,
            trial.bound.as_str(),
            predictor::median(&trial.measured),
            runs.join(" ")
        );
    }
    text
}
