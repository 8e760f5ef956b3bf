//! Where the right results of a problem of data come from.

use crate::problem_file::{ProblemError, ProblemErrorKind};
use launch::{Access, Argument, Buffer, ElementType, Launch, NdRange, Scalar};
use opencl_c::preprocessor::{NoIncludes, Options as Preprocessing};
use simulator::{End, Options};
use std::fmt;

/// The steps that a reference may take for one case.
const STEPS: u64 = 200_000_000;

/// Computes right results.
pub trait Reference: Send + Sync {
    /// The right contents of each written buffer, in their order: the components of all its elements.
    fn results(&self, question: &Question<'_>) -> Result<Vec<Vec<f64>>, Failed>;
}

/// What a reference is asked.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The launch of the case.
    pub launch: &'a Launch,
    /// The positions of the arguments that the kernel writes.
    pub written: &'a [usize],
    /// The scalars by value, with their types.
    pub scalars: &'a [(String, Scalar, f64)],
}

/// Why a reference gave no results.
#[derive(Clone, Debug, PartialEq)]
pub enum Failed {
    /// OpenCL C that takes more steps than it may.
    NeverEnds { steps: u64 },
    /// OpenCL C that makes a mistake, or does not fit the launch.
    Mistake { message: String },
    /// An element was not written.
    NotWritten { buffer: String, element: usize },
    /// A program that cannot be started.
    NotStarted { command: String, reason: String },
    /// A program that gave no answer in time.
    OutOfTime { command: String, seconds: u64 },
    /// A program that ended without an answer.
    Ended { command: String, said: String },
    /// An answer that is no JSON object with a list for each buffer.
    Rubbish {
        command: String,
        line: String,
        why: String,
    },
    /// A list of another length.
    Length {
        buffer: String,
        expected: usize,
        found: usize,
    },
    /// A value that the buffer's type does not hold.
    Value {
        buffer: String,
        element: usize,
        value: f64,
        element_type: String,
    },
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failed::NeverEnds { steps } => write!(f, "it does not end within {steps} steps"),
            Failed::Mistake { message } => f.write_str(message),
            Failed::NotWritten { buffer, element } => {
                write!(f, "it never writes {buffer}[{element}]")
            }
            Failed::NotStarted { command, reason } => {
                write!(f, "`{command}` cannot be started: {reason}")
            }
            Failed::OutOfTime { command, seconds } => {
                write!(
                    f,
                    "`{command}` did not answer within {seconds} s (`seconds` in problem.toml)"
                )
            }
            Failed::Ended { command, said } if said.is_empty() => {
                write!(f, "`{command}` ended without an answer")
            }
            Failed::Ended { command, said } => {
                write!(f, "`{command}` ended without an answer and said: {said}")
            }
            Failed::Rubbish { command, line, why } => {
                write!(f, "`{command}` answered `{line}`: {why}")
            }
            Failed::Length {
                buffer,
                expected,
                found,
            } => {
                write!(
                    f,
                    "it gave {found} values for `{buffer}`, which has {expected}"
                )
            }
            Failed::Value {
                buffer,
                element,
                value,
                element_type,
            } => {
                write!(
                    f,
                    "{value} for {buffer}[{element}] is no value of {element_type}"
                )
            }
        }
    }
}

/// OpenCL C that one work-item runs in the simulator: each `float` of the kernel's parameters is a `double` there.
pub(crate) struct Simulated {
    kernel: simulator::Kernel,
    name: String,
}

impl Simulated {
    pub(crate) fn compile(file: &str, text: &str, kernel: &str) -> Result<Simulated, ProblemError> {
        let whole = |kind| ProblemError { line: None, kind };
        let no_opencl_c = |message: String| {
            whole(ProblemErrorKind::NotOpenClC {
                file: file.to_owned(),
                message,
            })
        };
        let compiled = opencl_c::compile(file, text, &Preprocessing::default(), &mut NoIncludes);
        let checked = compiled.map_err(|rejected| {
            let first = rejected.diagnostics.first();
            let first = first.map(|it| it.to_finding(&rejected.sources));
            let line = first
                .as_ref()
                .and_then(|it| it.spans.first())
                .map(|it| it.line);
            let message = first.map(|it| it.message).unwrap_or_default();
            no_opencl_c(match line {
                Some(line) => format!("line {line}: {message}"),
                None => message,
            })
        })?;
        let mut kernels = checked.program.kernels();
        if !kernels.any(|(_, function)| *function.name == *kernel) {
            return Err(whole(ProblemErrorKind::NoKernel {
                file: file.to_owned(),
                kernel: kernel.to_owned(),
            }));
        }
        let prepared = simulator::prepare(&checked.program, kernel);
        Ok(Simulated {
            kernel: prepared.map_err(|refusal| no_opencl_c(refusal.to_string()))?,
            name: kernel.to_owned(),
        })
    }
}

fn widened(scalar: Scalar) -> Scalar {
    match scalar {
        Scalar::Float => Scalar::Double,
        other => other,
    }
}

fn wide(argument: &Argument, scalars: &[(String, Scalar, f64)]) -> Argument {
    match argument {
        Argument::Value { name, .. } => {
            let mut scalars = scalars.iter();
            match scalars.find(|(known, scalar, _)| known == name && *scalar == Scalar::Float) {
                Some((_, _, value)) => Argument::Value {
                    name: name.clone(),
                    bytes: value.to_le_bytes().to_vec(),
                },
                None => argument.clone(),
            }
        }
        Argument::Buffer(buffer) => {
            let ElementType { scalar, width } = buffer.element;
            let contents = match scalar {
                Scalar::Float => crate::values::read(scalar, &buffer.contents)
                    .into_iter()
                    .flat_map(f64::to_le_bytes)
                    .collect(),
                _ => buffer.contents.clone(),
            };
            Argument::Buffer(Buffer {
                element: ElementType {
                    scalar: widened(scalar),
                    width,
                },
                contents,
                access: Access::ReadWrite,
                ..buffer.clone()
            })
        }
        other => other.clone(),
    }
}

impl Reference for Simulated {
    fn results(&self, question: &Question<'_>) -> Result<Vec<Vec<f64>>, Failed> {
        let wide = |argument: &Argument| wide(argument, question.scalars);
        let alone = Launch {
            kernel: self.name.clone(),
            arguments: question.launch.arguments.iter().map(wide).collect(),
            range: NdRange {
                offset: None,
                global: vec![1],
                local: Some(vec![1]),
                sub_group: None,
            },
        };
        let options = Options {
            races: false,
            count: false,
            steps: STEPS,
            group_steps: STEPS,
            print: 0,
            ..Options::default()
        };
        let outcome = self
            .kernel
            .run(&alone, &options)
            .map_err(|refusal| Failed::Mistake {
                message: refusal.to_string(),
            })?;
        let findings = mistakes_of(&outcome.events);
        if let Some(message) = findings {
            return Err(Failed::Mistake { message });
        }
        if outcome.end != End::Completed {
            return Err(Failed::NeverEnds { steps: STEPS });
        }
        let result = |&argument: &usize| {
            let output = outcome
                .outputs
                .iter()
                .find(|output| output.argument == argument);
            let buffer = match alone.arguments.get(argument) {
                Some(Argument::Buffer(buffer)) => buffer,
                _ => return Ok(Vec::new()),
            };
            let Some(output) = output else {
                return Ok(crate::values::read(buffer.element.scalar, &buffer.contents));
            };
            if let Some(byte) = output.defined.iter().position(|defined| !defined) {
                return Err(Failed::NotWritten {
                    buffer: buffer.name.clone(),
                    element: byte / buffer.element.size(),
                });
            }
            Ok(crate::values::read(buffer.element.scalar, &output.bytes))
        };
        question.written.iter().map(result).collect()
    }
}

/// The first mistake of a run, in a few words.
fn mistakes_of(events: &[simulator::Event]) -> Option<String> {
    let wrong =
        |event: &&simulator::Event| !matches!(event.kind, simulator::EventKind::EndlessLoop { .. });
    let event = events.iter().find(wrong)?;
    Some(format!(
        "it makes a mistake in line {}, at `{}`: `grader simulate` tells which",
        event.place.line,
        launch::sanitise::visible_line(&event.text)
    ))
}
