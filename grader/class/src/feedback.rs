//! The feedback that a student may read, as Markdown.
//!
//! With a hidden seed it shows the smallest failing case, but neither the token that replays it nor
//! the case it was shrunk from. The seed is a hash of the secret and the exercise, so a case
//! reveals neither the secret nor the cases of another exercise.

use crate::graded::{Graded, GradedExercise, Standing};
use crate::plan::Plan;
use crate::text::{code, escaped, number};
use course::{AnswerState, Counterexample, Report, Symptom, Verdict};
use launch::{Finding, Level};
use std::fmt::Write;

/// The most findings shown per exercise.
const FINDINGS: usize = 5;

/// The feedback on one submission.
pub fn feedback(plan: &Plan, graded: &Graded) -> String {
    let mut text = format!(
        "# {}: {}\n\n",
        escaped(&plan.title),
        escaped(&graded.student)
    );
    match graded.points {
        Some(points) => {
            let _ = writeln!(text, "{} of {} points.", number(points), number(graded.of));
        }
        None => text.push_str("Not all of it is graded yet.\n"),
    }
    if let Some(submitted) = &graded.submitted {
        let _ = write!(
            text,
            "Handed in {} ({})",
            submitted.time,
            submitted.from.description()
        );
        let _ = match &graded.late {
            Some(late) => writeln!(
                text,
                ", late: {} % of the points are deducted.",
                number(late.percent)
            ),
            None => writeln!(text, "."),
        };
    }
    if let Some(times) = graded.handed_in.filter(|times| *times > 1) {
        let _ = match plan.retries {
            Some(retries) => writeln!(
                text,
                "Handed in {times} times of {}.",
                retries.saturating_add(1)
            ),
            None => writeln!(text, "Handed in {times} times; the last counts."),
        };
    }
    for note in &graded.notes {
        let _ = writeln!(text, "\n{}", escaped(note));
    }
    for (exercise, task) in graded.exercises.iter().zip(&plan.tasks) {
        let title = &task.exercise.manifest.title;
        let _ = write!(text, "\n## {}: {}\n\n", exercise.slug, escaped(title));
        text.push_str(&one(exercise, plan.secret.is_some()));
        let is_short = |report: &Report| report.verdict != Verdict::Passed;
        if matches!(&exercise.standing, Standing::Checked { report } if is_short(report)) {
            let [first, ..] = &task.exercise.hints.0;
            let _ = writeln!(text, "\nA first hint:\n");
            for line in first.trim().lines() {
                let _ = writeln!(text, "> {line}");
            }
        }
    }
    text
}

fn one(exercise: &GradedExercise, hidden: bool) -> String {
    let mut text = match exercise.points {
        Some(points) => format!("{} of {} points. ", number(points), number(exercise.of)),
        None => "Not graded yet. ".to_owned(),
    };
    match &exercise.standing {
        Standing::Missing => text.push_str("Nothing was handed in.\n"),
        Standing::Refused { file, why } => {
            let _ = writeln!(text, "{} {}.", code(file), escaped(&why.to_string()));
        }
        Standing::NotGraded { .. } => {
            text.push_str("This is not your fault: ask your instructor.\n");
        }
        Standing::Checked { report } => {
            text.push_str(&verdict(&report.verdict));
            if let Some(alone) = &exercise.device_alone {
                let _ = write!(text, " It {}.", escaped(alone));
            }
            text.push('\n');
            if let Some(repair) = &exercise.repair {
                let _ = write!(
                    text,
                    "\nTried, and every case passes with it: {}.\n",
                    escaped(&repair.sentence)
                );
            }
            text.push_str(&details(report, hidden));
        }
    }
    text
}

fn verdict(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Passed => "It passed.".to_owned(),
        Verdict::BuildFailed { .. } => "It does not compile.".to_owned(),
        Verdict::NoSuchKernel { expected, .. } => {
            format!("It has no kernel {}.", code(&expected.kernel))
        }
        Verdict::OtherArguments { expected, .. } => format!(
            "The parameters of kernel {} differ from those that the exercise needs.",
            code(&expected.kernel)
        ),
        Verdict::Mistake { mistake } => format!(
            "It makes a mistake: {} (see `grader explain {}`).",
            code(mistake.as_str()),
            mistake
        ),
        Verdict::Undiagnosed { symptom } => format!(
            "It makes a mistake that is yours to find: {}.",
            match symptom {
                Symptom::Hangs => "the launch does not end",
                Symptom::Strays => "the kernel accesses memory that is not its own",
                Symptom::Varies => "the results may differ from run to run",
            }
        ),
        Verdict::AnswersRefused => "The file of answers cannot be read.".to_owned(),
        Verdict::WrongAnswers => "Some answers are wrong or missing.".to_owned(),
        Verdict::Wrong => "A result is wrong.".to_owned(),
        Verdict::TooCostly => "Its results are right; it costs more than is allowed.".to_owned(),
        Verdict::WroteOutside => "It writes outside a buffer.".to_owned(),
        Verdict::Crashed { how, compiling } => format!(
            "{} ({}).",
            match compiling {
                true => "The compiler crashed on it",
                false => "It crashed",
            },
            escaped(how)
        ),
        Verdict::OutOfTime { limit_ms, .. } => {
            format!("It did not end within {} s.", limit_ms / 1000)
        }
        Verdict::OutOfSteps { .. } => {
            "It was stopped: it takes far more steps than a correct kernel.".to_owned()
        }
        Verdict::OutOfResources { code: what, .. } => {
            format!("It needs more than the device has ({}).", escaped(what))
        }
        Verdict::NotAnalysed | Verdict::DeviceLost { .. } | Verdict::RunnerFault { .. } => {
            "The check did not finish.".to_owned()
        }
    }
}

fn details(report: &Report, hidden: bool) -> String {
    let mut text = String::new();
    let (errors, others): (Vec<&Finding>, Vec<&Finding>) = report
        .findings
        .iter()
        .partition(|finding| finding.level == Level::Error);
    let shown = errors.iter().chain(&others).take(FINDINGS);
    for finding in shown {
        let line = finding.spans.first().map(|span| span.line);
        let _ = match line {
            Some(line) => write!(text, "\n- Line {line}: "),
            None => write!(text, "\n- "),
        };
        text.push_str(&escaped(&finding.message));
        if !finding.help.is_empty() {
            let _ = write!(text, ". To do: {}", escaped(&finding.help));
        }
    }
    for message in report.messages.iter().take(FINDINGS) {
        let _ = match message.line {
            Some(line) => write!(text, "\n- Line {line}: "),
            None => write!(text, "\n- "),
        };
        text.push_str(&escaped(&message.text));
    }
    if !text.is_empty() {
        text.push('\n');
    }
    for answer in &report.answers {
        let state = match &answer.state {
            AnswerState::Right => "right",
            AnswerState::Wrong => "wrong",
            AnswerState::Open => "not answered",
            AnswerState::Waits { .. } => "depends on another answer",
        };
        let _ = write!(text, "\n- {}: {state}", code(&answer.key));
    }
    if let Some(case) = &report.counterexample {
        text.push_str(&counterexample(case, &report.exercise.slug, hidden));
    }
    text
}

fn counterexample(case: &Counterexample, slug: &str, hidden: bool) -> String {
    let mut text = String::from("\nThe smallest failing case found: ");
    let facts: Vec<String> = case
        .case
        .iter()
        .map(|fact| format!("{} = {}", escaped(&fact.name), code(&fact.value)))
        .collect();
    text.push_str(&facts.join(", "));
    text.push_str(".\n");
    for wrong in &case.wrong {
        let _ = writeln!(
            text,
            "\n- {}: {} expected, {} found; {} of {} elements are wrong",
            code(&format!("{}[{}]", wrong.buffer, wrong.index)),
            code(&wrong.expected),
            code(&wrong.got),
            wrong.wrong,
            wrong.of
        );
    }
    for outside in &case.outside {
        let _ = writeln!(
            text,
            "\n- {} is written, but the buffer has {} elements",
            code(&format!("{}[{}]", outside.buffer, outside.index)),
            outside.len
        );
    }
    if !hidden {
        let _ = writeln!(
            text,
            "\nTo run this case: `grader check {slug} --replay {}`",
            case.token
        );
    }
    text
}
