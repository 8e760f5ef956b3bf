//! How a case failed, and the smallest case that fails so.

use crate::cause::is_conflict;
use crate::check::is_same;
use crate::compare::{BufferResult, results};
use crate::engine::Outcome;
use crate::explain::explain;
use crate::report::{Counterexample, Explanation, OutsideWrite, Shrinking, Verdict, WrongElement};
use crate::token::token_of;
use kernels::{AnyCase, AnyProblem};
use launch::{Finding, Launch, Level};
use mistakes::Allowed;

/// How a case failed.
#[derive(Clone, Debug)]
pub(crate) enum Failure {
    /// It was seen to make a mistake, whatever it left in memory.
    Mistake {
        /// What was seen, the errors first; there is at least one.
        findings: Vec<Finding>,
        memory: MemoryFailure,
    },
    /// It ran to its end and left the wrong things in memory.
    Memory(MemoryFailure),
    /// It did not run to its end. Never [`Outcome::Ran`].
    Other(Outcome),
}

/// What is wrong with the memory after a launch.
#[derive(Clone, Debug)]
pub(crate) struct MemoryFailure {
    wrong: Vec<WrongElement>,
    outside: Vec<OutsideWrite>,
    explanations: Vec<Explanation>,
}

impl Failure {
    /// How a launch of `case` failed; nothing where it came out right.
    pub(crate) fn of(case: &dyn AnyCase, launch: &Launch, outcome: &Outcome) -> Option<Self> {
        let Outcome::Ran(ran) = outcome else {
            return Some(Failure::Other(outcome.clone()));
        };
        let results = match results(case, launch, ran) {
            Ok(results) => results,
            Err(message) => return Some(Failure::Other(Outcome::Fault { message })),
        };
        let is_error = |finding: &Finding| finding.level == Level::Error;
        if ran.findings.iter().any(is_error) {
            let findings = mistakes::merge_findings(ran.findings.clone(), &Allowed::default());
            return Some(Failure::Mistake {
                findings,
                memory: MemoryFailure::of(case, launch, &results),
            });
        }
        let is_right =
            |result: &BufferResult<'_>| result.after.strays.is_empty() && result.is_right();
        if results.iter().all(is_right) {
            return None;
        }
        let failure = MemoryFailure::of(case, launch, &results);
        Some(Failure::Memory(failure))
    }

    /// Do two failures have the same verdict?
    pub(crate) fn is_like(&self, other: &Failure) -> bool {
        match (self, other) {
            (
                Failure::Mistake { findings: left, .. },
                Failure::Mistake {
                    findings: right, ..
                },
            ) => left
                .first()
                .zip(right.first())
                .is_some_and(|(one, other)| is_same(one, other)),
            (Failure::Memory(left), Failure::Memory(right)) => {
                left.outside.is_empty() == right.outside.is_empty()
            }
            (Failure::Other(left), Failure::Other(right)) => {
                std::mem::discriminant(left) == std::mem::discriminant(right)
            }
            _ => false,
        }
    }

    /// Is the first thing that was seen that work-items are in each other's way?
    pub(crate) fn is_conflict(&self) -> bool {
        self.findings().next().is_some_and(is_conflict)
    }

    /// What was seen, the errors first.
    pub(crate) fn findings(&self) -> impl Iterator<Item = &Finding> {
        let findings = match self {
            Failure::Mistake { findings, .. } => findings.as_slice(),
            Failure::Memory(_) | Failure::Other(_) => &[],
        };
        findings.iter()
    }

    /// Can smaller cases tell anything? Not where the machine failed, nor where the case alone
    /// does not.
    pub(crate) fn shrinks(&self) -> bool {
        !matches!(
            self,
            Failure::Other(
                Outcome::DeviceLost { .. }
                    | Outcome::Fault { .. }
                    | Outcome::NotAnalysed { .. }
                    | Outcome::Crashed { alone: false, .. }
            )
        )
    }

    /// What was seen, the errors first; nothing where nothing was.
    pub(crate) fn take_findings(&mut self) -> Vec<Finding> {
        match self {
            Failure::Mistake { findings, .. } => std::mem::take(findings),
            Failure::Memory(_) | Failure::Other(_) => Vec::new(),
        }
    }

    pub(crate) fn verdict(&self, expected: &kernels::Signature) -> Verdict {
        let outcome = match self {
            Failure::Mistake { findings, .. } => {
                return findings
                    .first()
                    .map_or(Verdict::Wrong, |finding| Verdict::Mistake {
                        mistake: finding.mistake,
                    });
            }
            Failure::Memory(memory) if memory.outside.is_empty() => return Verdict::Wrong,
            Failure::Memory(_) => return Verdict::WroteOutside,
            Failure::Other(outcome) => outcome.clone(),
        };
        match outcome {
            Outcome::OutOfResources { code, detail } => Verdict::OutOfResources { code, detail },
            Outcome::Arguments { detail } => Verdict::OtherArguments {
                expected: expected.clone(),
                found: None,
                first: None,
                detail,
            },
            Outcome::Crashed { how, .. } => Verdict::Crashed {
                how,
                compiling: false,
            },
            Outcome::OutOfTime { limit_ms } => Verdict::OutOfTime {
                limit_ms,
                compiling: false,
            },
            Outcome::OutOfSteps { steps, solution } => Verdict::OutOfSteps { steps, solution },
            Outcome::NotAnalysed { .. } => Verdict::NotAnalysed,
            Outcome::DeviceLost { detail } => Verdict::DeviceLost { detail },
            Outcome::Fault { message } => Verdict::RunnerFault { message },
            Outcome::Ran(_) => Verdict::Wrong,
        }
    }
}

impl MemoryFailure {
    fn of(case: &dyn AnyCase, launch: &Launch, results: &[BufferResult<'_>]) -> Self {
        let mut failure = MemoryFailure {
            wrong: Vec::new(),
            outside: Vec::new(),
            explanations: Vec::new(),
        };
        for result in results {
            let wrong = result.wrong();
            failure
                .wrong
                .extend(result.first_wrong(case, launch, &wrong));
            failure.outside.extend(result.outside(case, launch));
            let facts = explain(case, launch, result, &wrong);
            failure.explanations.extend(facts);
        }
        let nothing_to_do = results.iter().all(|result| result.len() == 0);
        if nothing_to_do && !failure.outside.is_empty() {
            failure.explanations.push(Explanation::EmptyCase);
        }
        failure
    }
}

/// The smallest failing case that was found.
pub(crate) struct Smallest {
    pub(crate) case: Box<dyn AnyCase>,
    pub(crate) failure: Failure,
    /// Launches the search took; none where there was none, as in a replay.
    pub(crate) launches: Option<u32>,
    /// Was it carried to its end?
    pub(crate) complete: bool,
}

impl Smallest {
    /// The case as it is. `sought` says whether a smaller one would have been welcome.
    pub(crate) fn untouched(case: &dyn AnyCase, failure: Failure, sought: bool) -> Self {
        Smallest {
            case: case.duplicate(),
            failure,
            launches: sought.then_some(0),
            complete: false,
        }
    }

    pub(crate) fn counterexample(
        &self,
        problem: &dyn AnyProblem,
        from: &dyn AnyCase,
    ) -> Counterexample {
        let mut counterexample = Counterexample {
            case: self.case.describe(),
            range: self.case.launch().range,
            token: token_of(problem, self.case.as_ref()),
            shrinking: self.launches.map(|launches| Shrinking {
                from: from.describe(),
                launches,
                complete: self.complete,
            }),
            wrong: Vec::new(),
            outside: Vec::new(),
            explanations: Vec::new(),
        };
        match &self.failure {
            Failure::Memory(memory) | Failure::Mistake { memory, .. } => {
                counterexample.wrong.clone_from(&memory.wrong);
                counterexample.outside.clone_from(&memory.outside);
                counterexample.explanations.clone_from(&memory.explanations);
            }
            Failure::Other(Outcome::Crashed { alone: false, .. }) => {
                counterexample.explanations.push(Explanation::NotAlone);
            }
            Failure::Other(_) => {}
        }
        counterexample
    }
}
