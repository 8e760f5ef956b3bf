//! A report of each verdict in which every text is hostile.

use course::{
    AnswerState, Answered, Costs, Counterexample, DependsOn, Dissent, ElementState, ExerciseName,
    Explanation, LooksAt, Message, OutsideWrite, Points, Remedy, RepairKind, Report, Requirement,
    SecondChange, SecondOpinion, Severity, Shrinking, Skipped, Stage, Symptom, Verdict,
    WrongElement,
};
use kernels::{Fact, Limit, Measure, Signature};
use launch::{Evidence, Finding, Level, MistakeId, NdRange, Place, Replacement, WorkItem};

/// Clears a screen, sets a title, turns a line round.
pub(crate) const HOSTILE: &str = "\u{1b}[2J\u{1b}]0;owned\u{7}\u{9b}31m\u{202e}\r\n";

/// It.
pub(crate) fn text() -> String {
    HOSTILE.to_owned()
}

/// One of each verdict, and of its kinds.
pub(crate) fn verdicts() -> Vec<Verdict> {
    let signature = Signature::new(HOSTILE, &[(HOSTILE, HOSTILE, HOSTILE)]);
    let mut verdicts = vec![
        Verdict::Passed,
        Verdict::BuildFailed { log: text() },
        Verdict::OtherArguments {
            expected: signature.clone(),
            found: Some(signature.clone()),
            first: Some(0),
            detail: text(),
        },
        Verdict::Mistake {
            mistake: MistakeId::DataRace,
        },
        Verdict::NotAnalysed,
        Verdict::Wrong,
        Verdict::TooCostly,
        Verdict::AnswersRefused,
        Verdict::WrongAnswers,
        Verdict::WroteOutside,
        Verdict::OutOfResources {
            code: text(),
            detail: text(),
        },
        Verdict::DeviceLost { detail: text() },
        Verdict::RunnerFault { message: text() },
    ];
    for symptom in [Symptom::Hangs, Symptom::Strays, Symptom::Varies] {
        verdicts.push(Verdict::Undiagnosed { symptom });
    }
    for nearest in [None, Some(text())] {
        verdicts.push(Verdict::NoSuchKernel {
            expected: signature.clone(),
            found: vec![text(); 7],
            nearest,
        });
    }
    for solution in [None, Some(0), Some(u64::MAX)] {
        verdicts.push(Verdict::OutOfSteps {
            steps: u64::MAX,
            solution,
        });
    }
    for compiling in [false, true] {
        verdicts.push(Verdict::Crashed {
            how: text(),
            compiling,
        });
        for limit_ms in [1, 10_000, 30_000, u64::MAX] {
            verdicts.push(Verdict::OutOfTime {
                limit_ms,
                compiling,
            });
        }
    }
    verdicts
}

/// A report of it.
pub(crate) fn report(verdict: Verdict) -> Report {
    let item = || WorkItem {
        global: vec![17, 4],
        local: vec![1, 0],
        group: vec![1, 1],
    };
    let fact = || Fact {
        name: text(),
        value: text(),
    };
    let wrong = |state| WrongElement {
        buffer: text(),
        index: 1,
        expected: text(),
        got: text(),
        state,
        ulps: Some(12.5),
        allowed_ulps: 4.0,
        owner: Some(item()),
        wrong: 2,
        of: 5,
    };
    let outside = |index| OutsideWrite {
        buffer: text(),
        index,
        value: Some(text()),
        len: 1,
        count: 3,
        owner: Some(item()),
    };
    let requirement = |measure, limit| Requirement {
        measure,
        limit,
        reason: text(),
        own: u64::MAX,
        solution: 100,
        met: false,
        lines: Vec::new(),
    };
    let level = match verdict {
        Verdict::Passed => Level::Warning,
        _ => Level::Error,
    };
    let elsewhere = verdict != Verdict::Passed;
    Report {
        elsewhere,
        looks_at: vec![LooksAt {
            what: DependsOn::Macro,
            name: text(),
            place: finding(Level::Warning).spans[0].clone(),
        }],
        exercise: ExerciseName {
            slug: text(),
            number: 1,
            title: text(),
        },
        verdict,
        points: Points { earned: 0, of: 10 },
        replayed: false,
        stages: vec![
            stage(None),
            stage(Some(Skipped::FailedBefore)),
            stage(Some(Skipped::Unavailable { reason: text() })),
            stage(Some(Skipped::NotAnalysed {
                finding: finding(Level::Warning),
            })),
        ],
        counterexample: Some(Counterexample {
            case: vec![fact(), fact()],
            range: NdRange {
                offset: None,
                global: vec![32, 8],
                local: Some(vec![16, 4]),
                sub_group: None,
            },
            token: text(),
            shrinking: Some(Shrinking {
                from: vec![fact()],
                launches: 2,
                complete: false,
            }),
            wrong: vec![
                wrong(ElementState::NeverWritten),
                wrong(ElementState::Unchanged),
                wrong(ElementState::Written),
            ],
            outside: vec![outside(-1), outside(7)],
            explanations: vec![Explanation::BelongsAt {
                buffer: text(),
                index: 1,
                belongs: 2,
            }],
        }),
        messages: vec![
            Message {
                severity: Severity::Error,
                line: Some(1),
                column: Some(3),
                text: text(),
            },
            Message {
                severity: Severity::Warning,
                line: Some(u32::MAX),
                column: None,
                text: text(),
            },
        ],
        findings: vec![finding(level)],
        answers: vec![
            answered(AnswerState::Right),
            answered(AnswerState::Wrong),
            answered(AnswerState::Open),
            answered(AnswerState::Waits { on: text() }),
        ],
        costs: vec![Costs {
            case: vec![fact(), fact()],
            range: NdRange::linear(8, 4),
            token: Some(text()),
            requirements: vec![
                requirement(Measure::BankConflict, Limit::AtMost(100)),
                requirement(Measure::ActiveLanes, Limit::AtLeast(u64::MAX)),
                requirement(Measure::LocalBytes, Limit::AtMost(0)),
            ],
        }],
        uncounted: true,
        remedy: Some(Remedy {
            kind: Some(RepairKind::Barrier),
            second: Some(SecondChange {
                kind: RepairKind::Guard,
                message: text(),
                help: text(),
                line: u32::MAX,
            }),
            message: text(),
            help: text(),
            line: Some(u32::MAX),
            edits: vec![Replacement {
                file: text(),
                line: 1,
                column: 1,
                end_line: 1,
                end_column: u32::MAX,
                text: text(),
            }],
            cases: 2,
        }),
    }
}

fn answered(state: AnswerState) -> Answered {
    Answered {
        key: text(),
        asks: text(),
        given: Some(text()),
        state,
    }
}

fn stage(skipped: Option<Skipped>) -> Stage {
    let is_first = skipped.is_none();
    Stage {
        device: text(),
        cases: 1,
        skipped,
        dissent: is_first.then(|| Dissent {
            verdict: Verdict::Crashed {
                how: text(),
                compiling: false,
            },
            counterexample: None,
            unoptimised: SecondOpinion::Right,
            kept: Some(text()),
        }),
        times: None,
    }
}

fn finding(level: Level) -> Finding {
    let place = |primary| Place {
        file: text(),
        line: 1,
        column: 1,
        end_line: u32::MAX,
        end_column: 7,
        label: text(),
        primary,
    };
    Finding {
        mistake: MistakeId::DataRace,
        level,
        evidence: Evidence::Observed,
        message: text(),
        help: text(),
        kernel: text(),
        spans: vec![place(true), place(false)],
        work_items: Vec::new(),
        macro_backtrace: vec![place(false)],
        fix: Vec::new(),
    }
}
