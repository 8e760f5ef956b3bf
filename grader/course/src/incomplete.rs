//! The verdict on a launch that did not run to its end.

use crate::report::Verdict;
use kernels::Signature;
use launch::outcome::Outcome;
use launch::protocol::{ArgumentKind, ArgumentProblem, Failure, Resource, Shortage};
use launch::{Argument, Launch};
use std::time::Duration;

/// The verdict on an outcome of `launch`. `expected` is the exercise's signature.
pub(crate) fn verdict(outcome: &Outcome, launch: &Launch, expected: &Signature) -> Verdict {
    let other_arguments = |detail| Verdict::OtherArguments {
        expected: expected.clone(),
        found: None,
        first: None,
        detail,
    };
    let crashed = |how| Verdict::Crashed {
        how,
        compiling: false,
    };
    match outcome {
        Outcome::Ran(_) => Verdict::Wrong,
        Outcome::Crashed { exit, .. } => crashed(exit.to_string()),
        Outcome::LostTheDevice { code } => crashed(code.clone()),
        Outcome::OutOfTime { deadline } => Verdict::OutOfTime {
            limit_ms: milliseconds(*deadline),
            compiling: false,
        },
        Outcome::OutOfSteps { steps, solution } => Verdict::OutOfSteps {
            steps: *steps,
            solution: *solution,
        },
        Outcome::NotAnalysed { .. } => Verdict::NotAnalysed,
        Outcome::TooMuchMemory { .. } => Verdict::OutOfResources {
            code: "memory".to_owned(),
            detail: outcome.to_string(),
        },
        Outcome::ArgumentRefused { reason } => other_arguments(reason.clone()),
        Outcome::Failed(Failure::OutOfResources { code, shortage }) => Verdict::OutOfResources {
            code: code.clone(),
            detail: shortage.map_or_else(String::new, |short| shortage_of(short, launch)),
        },
        Outcome::Failed(Failure::RequiredWorkGroup { required, asked }) => {
            Verdict::OutOfResources {
                code: "CL_INVALID_WORK_GROUP_SIZE".to_owned(),
                detail: format!(
                    "the kernel's reqd_work_group_size is {}; the exercise launches work-groups of {}",
                    sizes(required),
                    sizes(asked),
                ),
            }
        }
        Outcome::Failed(Failure::DeviceLost { code }) => Verdict::DeviceLost {
            detail: code.clone(),
        },
        Outcome::Failed(Failure::Arguments { problem, .. }) => {
            other_arguments(argument(*problem, launch))
        }
        Outcome::Failed(_) | Outcome::Fault(_) => Verdict::RunnerFault {
            message: outcome.to_string(),
        },
    }
}

pub(crate) fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
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
            expected.map_or("what is not supported", kind),
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
        ArgumentKind::Image => "an image",
        ArgumentKind::Sampler => "a sampler",
    }
}

fn name_of(argument: usize, launch: &Launch) -> String {
    let name = launch.arguments.get(argument).map(Argument::name);
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
