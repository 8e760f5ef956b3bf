//! The course for a page in a browser, JSON in and JSON out: a launch simulated, an exercise checked, a
//! kernel run on one case of an exercise, with its trace where that is asked for. Answers are those of
//! the command, byte for byte: `grader simulate --format json`, and the report of `grader check --on
//! simulator --format json` without times, for there is no clock. The script `build` beside this crate's
//! manifest makes the WebAssembly module; `exports` tells how to call it.

mod check;
mod exercises;
#[cfg(target_family = "wasm")]
pub mod exports;
mod gpu;
mod refusal;
mod request;
mod sample;
mod trace;

pub use check::Check;
pub use exercises::exercises;
pub use gpu::{Adapter, Begin, GpuCheck, GpuMeasurement, Job, Launched, Measure, Turn};
pub use request::{Request, Warp};
pub use sample::Run;
pub use trace::TraceRequest;

use serde::de::DeserializeOwned;

/// Simulates a launch: a [`Request`] as JSON.
pub fn simulate(request: &str) -> String {
    answered(request, |request: Request| request.answer(1))
}

/// Checks a kernel: a [`Check`] as JSON.
pub fn check(request: &str) -> String {
    answered(request, |check: Check| check.answer())
}

/// Runs a kernel on one case of an exercise: a [`Run`] as JSON.
pub fn run(request: &str) -> String {
    answered(request, |run: Run| run.answer())
}

fn answered<R: DeserializeOwned>(request: &str, answer: impl Fn(R) -> String) -> String {
    match serde_json::from_str(request) {
        Ok(request) => answer(request),
        Err(error) => refusal::of_request(error.to_string()),
    }
}
