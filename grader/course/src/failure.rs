//! The failure of a case, and the smallest case with that failure.

use crate::compare::{BufferResult, results};
use crate::explain::explain;
use crate::incomplete;
use crate::report::{Counterexample, Explanation, OutsideWrite, Shrinking, Verdict, WrongElement};
use crate::token::token_of;
use kernels::{AnyCase, AnyProblem, Signature};
use launch::fault::Fault;
use launch::outcome::{Outcome, Ran};
use launch::{Finding, Launch, Level, MistakeId, Place};
use mistakes::Allowed;
use std::mem::discriminant;

#[derive(Clone, Debug)]
pub(crate) enum Failure {
    /// The simulator observed a mistake. The memory may be right or wrong.
    Mistake {
        /// At least one; errors first.
        findings: Vec<Finding>,
        memory: MemoryFailure,
    },
    /// It ran to its end and left wrong results in memory.
    Memory(MemoryFailure),
    /// It did not run to its end. Never [`Outcome::Ran`].
    Other(Outcome),
}

/// The errors in the memory after a launch.
#[derive(Clone, Debug)]
pub(crate) struct MemoryFailure {
    wrong: Vec<WrongElement>,
    outside: Vec<OutsideWrite>,
    explanations: Vec<Explanation>,
}

/// Is a launch of `case` that ran to its end right? This is quicker than [`Failure::of`].
pub(crate) fn is_right(case: &dyn AnyCase, launch: &Launch, ran: &Ran) -> bool {
    let is_error = |finding: &Finding| finding.level == Level::Error;
    !ran.findings.iter().any(is_error)
        && case.fault().is_none()
        && results(case, launch, ran).is_ok_and(|results| results.iter().all(is_right_buffer))
}

fn is_right_buffer(result: &BufferResult<'_>) -> bool {
    result.after.strays.is_empty() && result.is_right()
}

impl Failure {
    /// The failure of a launch of `case`; none if it is right.
    pub(crate) fn of(case: &dyn AnyCase, launch: &Launch, outcome: &Outcome) -> Option<Self> {
        let Outcome::Ran(ran) = outcome else {
            return Some(Failure::Other(outcome.clone()));
        };
        if let Some(what) = case.fault() {
            return Some(Failure::Other(Outcome::Fault(Fault::Reference { what })));
        }
        let results = match results(case, launch, ran) {
            Ok(results) => results,
            Err(message) => {
                let fault = Fault::Garbage { what: message };
                return Some(Failure::Other(Outcome::Fault(fault)));
            }
        };
        let is_error = |finding: &Finding| finding.level == Level::Error;
        if ran.findings.iter().any(is_error) {
            let findings = mistakes::merge_findings(ran.findings.clone(), &Allowed::default());
            return Some(Failure::Mistake {
                findings,
                memory: MemoryFailure::of(case, launch, &results),
            });
        }
        if results.iter().all(is_right_buffer) {
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
            (Failure::Other(Outcome::Failed(left)), Failure::Other(Outcome::Failed(right))) => {
                discriminant(left) == discriminant(right)
            }
            (Failure::Other(left), Failure::Other(right)) => {
                discriminant(left) == discriminant(right)
            }
            _ => false,
        }
    }

    /// Is the first finding about two work-items at one element?
    pub(crate) fn is_conflict(&self) -> bool {
        self.findings().next().is_some_and(is_conflict)
    }

    /// The observed mistakes, errors first.
    pub(crate) fn findings(&self) -> impl Iterator<Item = &Finding> {
        let findings = match self {
            Failure::Mistake { findings, .. } => findings.as_slice(),
            Failure::Memory(_) | Failure::Other(_) => &[],
        };
        findings.iter()
    }

    /// The kernel's names of the buffers with wrong elements.
    pub(crate) fn wrong_buffers(&self) -> Vec<String> {
        match self {
            Failure::Mistake { memory, .. } | Failure::Memory(memory) => {
                memory.wrong.iter().map(|it| it.buffer.clone()).collect()
            }
            Failure::Other(_) => Vec::new(),
        }
    }

    /// Is a smaller case of use? Not if the machine failed, or if the case does not fail alone.
    pub(crate) fn shrinks(&self) -> bool {
        match self {
            Failure::Other(Outcome::NotAnalysed { .. } | Outcome::Crashed { alone: false, .. }) => {
                false
            }
            Failure::Other(outcome) => !outcome.is_fault(),
            Failure::Mistake { .. } | Failure::Memory(_) => true,
        }
    }

    /// The observed mistakes, errors first.
    pub(crate) fn take_findings(&mut self) -> Vec<Finding> {
        match self {
            Failure::Mistake { findings, .. } => std::mem::take(findings),
            Failure::Memory(_) | Failure::Other(_) => Vec::new(),
        }
    }

    /// The verdict on a kernel with this failure of `case`. `expected` is the exercise's signature.
    fn verdict(&self, case: &dyn AnyCase, expected: &Signature) -> Verdict {
        match self {
            Failure::Mistake { findings, .. } => {
                let first = findings.first();
                first.map_or(Verdict::Wrong, |finding| Verdict::Mistake {
                    mistake: finding.mistake,
                })
            }
            Failure::Memory(memory) if memory.outside.is_empty() => Verdict::Wrong,
            Failure::Memory(_) => Verdict::WroteOutside,
            Failure::Other(outcome) => incomplete::verdict(outcome, &case.launch(), expected),
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
    /// The launches of the search; none if there was no search, as in a replay.
    pub(crate) launches: Option<u32>,
    /// Did the search finish?
    pub(crate) complete: bool,
}

impl Smallest {
    /// The case itself. `wanted` says whether a smaller one was wanted.
    pub(crate) fn untouched(case: &dyn AnyCase, failure: Failure, wanted: bool) -> Self {
        Smallest {
            case: case.duplicate(),
            failure,
            launches: wanted.then_some(0),
            complete: false,
        }
    }

    pub(crate) fn verdict(&self, expected: &Signature) -> Verdict {
        self.failure.verdict(self.case.as_ref(), expected)
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

/// Findings about two work-items at one element: unordered accesses, or a write by another work-item than the
/// exercise prescribes.
const CONFLICTS: [MistakeId; 4] = [
    MistakeId::DataRace,
    MistakeId::MissingBarrier,
    MistakeId::CrossGroupRace,
    MistakeId::WrongWorkItem,
];

/// Is a finding about two work-items at one element?
pub(crate) fn is_conflict(finding: &Finding) -> bool {
    CONFLICTS.contains(&finding.mistake)
}

/// Are two findings the same mistake at the same place?
pub(crate) fn is_same(one: &Finding, other: &Finding) -> bool {
    let spot = |finding: &Finding| {
        let spot = |place: &Place| (place.file.clone(), place.line, place.column);
        finding.spans.first().map(spot)
    };
    one.mistake == other.mistake && spot(one) == spot(other)
}

/// Adds the findings that are not in `kept` yet.
pub(crate) fn add_new(kept: &mut Vec<Finding>, findings: Vec<Finding>) {
    for finding in findings {
        if !kept.iter().any(|it| is_same(it, &finding)) {
            kept.push(finding);
        }
    }
}
