//! The parts of a check, for formats that want more than one test an exercise: reading the program, the cases
//! in the simulator and on a device, each question, the costs.

use crate::cut::line;
use crate::entry::{Entry, Graded};
use course::{AnswerState, Answered, Blame, Report, SIMULATOR, Skipped, Stage, Verdict};

/// A part of a check.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Part {
    /// The part's name, on one line.
    pub(crate) name: String,
    /// The result.
    pub(crate) state: State,
    /// The time in seconds, if known.
    pub(crate) seconds: Option<f64>,
}

/// The result of a part.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum State {
    /// All of it is right.
    Passed,
    /// It is not; on one line.
    Failed(String),
    /// It could not be found out, through no fault of the student's; on one line.
    Error(String),
    /// It was not looked at; on one line.
    Skipped(String),
}

/// The parts of a check, in their order; at least one. Where the check did not pass, there is a part that
/// failed, or for a fault of the machine one with an error.
pub(crate) fn parts(entry: &Entry<'_>) -> Vec<Part> {
    let alone = |name: &str, state| Part {
        name: name.to_owned(),
        state,
        seconds: None,
    };
    match entry.graded {
        Graded::Checked { report, .. } => of_report(report, &entry.title()),
        Graded::Refused { .. } => vec![alone("file", State::Failed(entry.title()))],
        Graded::NotMade { .. } => vec![alone("check", State::Error(entry.title()))],
    }
}

fn of_report(report: &Report, title: &str) -> Vec<Part> {
    let mut stages: Vec<Part> = report.stages.iter().map(stage).collect();
    let mut rest: Vec<Part> = report.answers.iter().map(answer).collect();
    if !report.costs.is_empty() || report.uncounted {
        rest.push(costs(report));
    }
    let mut first = None;
    let whole = |name: &str, state| {
        Some(Part {
            name: name.to_owned(),
            state,
            seconds: None,
        })
    };
    match report.verdict.blame() {
        None => {}
        Some(Blame::Machine) => first = whole("check", State::Error(title.to_owned())),
        Some(Blame::Kernel) => {
            let failed = State::Failed(title.to_owned());
            let is_told = |part: &Part| matches!(part.state, State::Failed(_));
            // A kernel that fails in one stage does not run in the next, so it is the last one that ran.
            let ran = stages.iter_mut().rfind(|part| part.state == State::Passed);
            match (place(&report.verdict), ran) {
                (Place::Cases, Some(part)) => part.state = failed,
                (Place::Cases | Place::Program, _) => first = whole("program", failed),
                (Place::Answers, _) if rest.iter().any(is_told) => {}
                (Place::Answers, _) => first = whole("answers", failed),
                (Place::Costs, _) if rest.iter().any(is_told) => {}
                (Place::Costs, _) => first = whole("costs", failed),
            }
        }
    }
    let mut parts: Vec<Part> = first.into_iter().chain(stages).chain(rest).collect();
    if parts.is_empty() {
        parts.extend(whole("check", State::Passed));
    }
    parts
}

/// Where a check ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Program,
    Cases,
    Answers,
    Costs,
}

fn place(verdict: &Verdict) -> Place {
    match verdict {
        Verdict::BuildFailed { .. }
        | Verdict::NoSuchKernel { .. }
        | Verdict::OtherArguments { .. }
        | Verdict::Crashed {
            compiling: true, ..
        }
        | Verdict::OutOfTime {
            compiling: true, ..
        } => Place::Program,
        Verdict::AnswersRefused | Verdict::WrongAnswers => Place::Answers,
        Verdict::TooCostly => Place::Costs,
        Verdict::Passed
        | Verdict::Mistake { .. }
        | Verdict::Undiagnosed { .. }
        | Verdict::Wrong
        | Verdict::WroteOutside
        | Verdict::Crashed { .. }
        | Verdict::OutOfTime { .. }
        | Verdict::OutOfSteps { .. }
        | Verdict::OutOfResources { .. }
        | Verdict::NotAnalysed
        | Verdict::DeviceLost { .. }
        | Verdict::RunnerFault { .. } => Place::Cases,
    }
}

fn stage(stage: &Stage) -> Part {
    let place = if stage.device == SIMULATOR {
        "in"
    } else {
        "on"
    };
    let state = match &stage.skipped {
        None => State::Passed,
        Some(Skipped::FailedBefore) => State::Skipped("what came before it failed".to_owned()),
        Some(Skipped::NotAnalysed { finding }) => State::Skipped(line(&finding.message)),
        Some(Skipped::Unavailable { reason }) => State::Skipped(line(reason)),
        Some(Skipped::Lacks { standard }) => State::Skipped(line(&render::lacks(standard))),
    };
    Part {
        name: line(&format!("cases {place} {}", stage.device)),
        state,
        seconds: stage.times.as_ref().map(|times| times.total_ms / 1e3),
    }
}

fn answer(answered: &Answered) -> Part {
    let asks = &answered.asks;
    let state = match &answered.state {
        AnswerState::Right => State::Passed,
        AnswerState::Wrong => State::Failed(line(asks)),
        AnswerState::Open => State::Failed(line(&format!("not answered yet: {asks}"))),
        AnswerState::Waits { on } => State::Skipped(line(&format!("looked at once {on} is right"))),
    };
    Part {
        name: line(&format!("answer {}", answered.key)),
        state,
        seconds: None,
    }
}

fn costs(report: &Report) -> Part {
    let requirements = report.costs.iter().flat_map(|costs| &costs.requirements);
    let mut broken = requirements.filter(|requirement| !requirement.met);
    let state = match broken.next() {
        Some(requirement) => State::Failed(line(&requirement.reason)),
        None if report.uncounted => {
            State::Skipped("not counted, which takes no points away".to_owned())
        }
        None => State::Passed,
    };
    Part {
        name: "costs".to_owned(),
        state,
        seconds: None,
    }
}
