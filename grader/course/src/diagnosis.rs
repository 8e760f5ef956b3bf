//! Why a kernel does not pass: the verdict and its evidence.

use crate::incomplete::milliseconds;
use crate::report::{Blame, Counterexample, LooksAt, Remedy, Verdict};
use launch::Finding;
use launch::outcome::{BuildError, Message};
use launch::protocol::Failure;

/// Why a kernel does not pass.
#[derive(Debug)]
pub(crate) struct Diagnosis {
    pub(crate) verdict: Verdict,
    /// The evidence. If absent, the warnings of the right cases stay.
    pub(crate) findings: Option<Vec<Finding>>,
    pub(crate) counterexample: Option<Counterexample>,
    pub(crate) remedy: Option<Remedy>,
    /// The compiler's errors.
    pub(crate) messages: Vec<Message>,
    /// The implementation-defined behaviour that the kernel uses, if it fails only in the simulation of
    /// another implementation.
    pub(crate) elsewhere: Option<Vec<LooksAt>>,
}

impl Diagnosis {
    pub(crate) fn of(verdict: Verdict) -> Diagnosis {
        Diagnosis {
            verdict,
            findings: None,
            counterexample: None,
            remedy: None,
            messages: Vec::new(),
            elsewhere: None,
        }
    }

    pub(crate) fn of_errors(findings: Vec<Finding>) -> Diagnosis {
        Diagnosis {
            findings: Some(findings),
            ..Diagnosis::of(Verdict::BuildFailed { log: String::new() })
        }
    }

    pub(crate) fn of_build(failure: BuildError) -> Diagnosis {
        let verdict = match failure {
            BuildError::Rejected { findings } => return Diagnosis::of_errors(findings),
            BuildError::Compiler { messages, log } => {
                return Diagnosis {
                    messages,
                    ..Diagnosis::of(Verdict::BuildFailed { log })
                };
            }
            BuildError::Crashed { exit } => Verdict::Crashed {
                how: exit.to_string(),
                compiling: true,
            },
            BuildError::OutOfTime { deadline } => Verdict::OutOfTime {
                limit_ms: milliseconds(deadline),
                compiling: true,
            },
            BuildError::NotAnalysed { .. } | BuildError::Unavailable { .. } => Verdict::NotAnalysed,
            BuildError::Failed(Failure::DeviceLost { code }) => {
                Verdict::DeviceLost { detail: code }
            }
            error @ (BuildError::Failed(_)
            | BuildError::NoSuchDevice { .. }
            | BuildError::Fault(_)) => Verdict::RunnerFault {
                message: error.to_string(),
            },
        };
        Diagnosis::of(verdict)
    }

    pub(crate) fn blames_kernel(&self) -> bool {
        self.verdict.blame() == Some(Blame::Kernel)
    }

    /// Replaces the verdict where the kernel's parameter types differ from the exercise's: the failures of
    /// its runs follow from that.
    pub(crate) fn with_verdict(self, verdict: Verdict) -> Diagnosis {
        Diagnosis {
            verdict,
            counterexample: None,
            findings: Some(Vec::new()),
            ..self
        }
    }
}
