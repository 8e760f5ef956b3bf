//! What a student may read of a result, as Markdown.
//!
//! With a hidden seed it tells of the smallest failing case what that case is, and neither the token that
//! replays it nor the case it was found from. The case says nothing of the seed: that is a hash of the
//! secret and the exercise, so neither the secret nor another exercise's cases follow from it.

use crate::graded::{Graded, GradedExercise, Standing};
use crate::overview::number;
use crate::plan::Plan;
use course::{AnswerState, Counterexample, Report, Symptom, Verdict};
use launch::{Finding, Level, sanitise};
use std::fmt::Write;

/// Findings of an exercise that are told.
const FINDINGS: usize = 5;

/// The longest text of a kernel's or a compiler's that is told, in characters.
const LONGEST: usize = 400;

/// What the student may read.
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
            submitted.from.told()
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
    for note in &graded.notes {
        let _ = writeln!(text, "\n{}", escaped(note));
    }
    for (exercise, task) in graded.exercises.iter().zip(&plan.tasks) {
        let title = &task.exercise.manifest.title;
        let _ = write!(text, "\n## {}: {}\n\n", exercise.slug, escaped(title));
        text.push_str(&one(exercise, plan.secret.is_some()));
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
            text.push_str("This is no fault of your work: ask your instructor.\n");
        }
        Standing::Checked { report } => {
            text.push_str(&verdict(&report.verdict));
            if let Some(alone) = &exercise.device_alone {
                let _ = write!(text, " It {}.", escaped(alone));
            }
            text.push('\n');
            text.push_str(&details(report, hidden));
        }
    }
    text
}

/// A verdict as a sentence.
fn verdict(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Passed => "It passed.".to_owned(),
        Verdict::BuildFailed { .. } => "It does not compile.".to_owned(),
        Verdict::NoSuchKernel { expected, .. } => {
            format!("There is no kernel {} in it.", code(&expected.kernel))
        }
        Verdict::OtherArguments { expected, .. } => format!(
            "The kernel {} takes other arguments than the exercise gives it.",
            code(&expected.kernel)
        ),
        Verdict::Mistake { mistake } => format!(
            "It makes a mistake: {} (`grader explain {}` tells of it).",
            code(mistake),
            escaped(mistake)
        ),
        Verdict::Undiagnosed { symptom } => format!(
            "It makes a mistake that is yours to find: {}.",
            match symptom {
                Symptom::Hangs => "the launch does not come to an end",
                Symptom::Strays => "memory is touched that is not the kernel's",
                Symptom::Varies => "the results may be other ones in another run",
            }
        ),
        Verdict::AnswersRefused => "The file of answers cannot be read.".to_owned(),
        Verdict::WrongAnswers => "Answers are wrong, or not there yet.".to_owned(),
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
            format!("It did not come to an end within {} s.", limit_ms / 1000)
        }
        Verdict::OutOfSteps { .. } => {
            "It was stopped: it takes far more steps than a right kernel.".to_owned()
        }
        Verdict::OutOfResources { code: what, .. } => {
            format!("It asks for more than the device has ({}).", escaped(what))
        }
        Verdict::NotAnalysed | Verdict::DeviceLost { .. } | Verdict::RunnerFault { .. } => {
            "It was not checked to its end.".to_owned()
        }
    }
}

fn details(report: &Report, hidden: bool) -> String {
    let mut text = String::new();
    let (errors, others): (Vec<&Finding>, Vec<&Finding>) = report
        .findings
        .iter()
        .partition(|finding| finding.level == Level::Error);
    let told = errors.iter().chain(&others).take(FINDINGS);
    for finding in told {
        let line = finding.spans.first().map(|span| span.line);
        let _ = match line {
            Some(line) => write!(text, "\n- Line {line}: "),
            None => write!(text, "\n- "),
        };
        text.push_str(&escaped(&finding.message));
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
            AnswerState::Waits { .. } => "waits for another answer",
        };
        let _ = write!(text, "\n- {}: {state}", code(&answer.key));
    }
    if let Some(case) = &report.counterexample {
        text.push_str(&counterexample(case, &report.exercise.slug, hidden));
    }
    text
}

fn counterexample(case: &Counterexample, slug: &str, hidden: bool) -> String {
    let mut text = String::from("\nThe smallest case found that shows it: ");
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
            "\n- {}: {} is right, and it holds {}; {} of {} elements are wrong",
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
            "\n- {} is written, of {} elements",
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

/// Text as Markdown shows it, on one line.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in sanitise::visible_line(&cut(text)).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            // An address would become a link of its own.
            ':' if out.ends_with("http") || out.ends_with("https") => out.push_str("&#58;"),
            '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '|' | '#' | '!' | '~' | '$' => {
                out.push('\\');
                out.push(c);
            }
            c => out.push(c),
        }
    }
    out
}

/// Text as a code span, on one line.
fn code(text: &str) -> String {
    let text = sanitise::visible_line(&cut(text)).replace('`', "'");
    format!("`{text}`")
}

fn cut(text: &str) -> String {
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    text.chars().take(LONGEST).chain(['\u{2026}']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_of_others_is_text() {
        assert_eq!(
            escaped("<script>[a](http://b)|*c*\u{1b}"),
            "&lt;script&gt;\\[a\\](http&#58;//b)\\|\\*c\\*␛"
        );
        assert_eq!(code("a`b\n"), "`a'b␊`");
        assert!(escaped(&"x".repeat(10_000)).chars().count() <= LONGEST + 1);
    }
}
