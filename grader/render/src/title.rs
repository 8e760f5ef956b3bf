//! The result of a check in one line, for the head of a report and a list of tests.

use super::counterexample::{first_wrong, outside};
use super::quantity::{count, seconds};
use course::{ALL_LAUNCHES, Counterexample, Report, Symptom, Verdict};

/// The result of a check, as a sentence without a full stop. Names in it are as the student wrote them.
pub fn title(report: &Report) -> String {
    let first_finding = |else_is: &str| match report.findings.first() {
        Some(finding) => finding.message.clone(),
        None => else_is.to_owned(),
    };
    match &report.verdict {
        Verdict::Passed => "passed".to_owned(),
        Verdict::BuildFailed { .. } => first_finding("the kernel does not compile"),
        Verdict::NoSuchKernel { expected, .. } => {
            format!("there is no kernel `{}`", expected.kernel)
        }
        Verdict::OtherArguments { expected, .. } => format!(
            "kernel `{}` takes other arguments than it is given",
            expected.kernel
        ),
        Verdict::Mistake { mistake } => first_finding(mistake.as_str()),
        Verdict::Undiagnosed { symptom } => of_symptom(*symptom).to_owned(),
        Verdict::AnswersRefused => first_finding("the answers cannot be read"),
        Verdict::WrongAnswers => "an answer is wrong, or not there yet".to_owned(),
        Verdict::NotAnalysed => "the kernel could not be run here".to_owned(),
        Verdict::TooCostly => "every result is right, but the kernel costs too much".to_owned(),
        Verdict::Wrong | Verdict::WroteOutside => {
            let outside_first = report.verdict == Verdict::WroteOutside;
            let example = report.counterexample.as_ref();
            match example.and_then(|example| of_memory(example, outside_first)) {
                Some((title, _)) => title,
                None => "the result is wrong".to_owned(),
            }
        }
        Verdict::Crashed { how, compiling } => match compiling {
            true => format!("the device's compiler crashed on this file ({how})"),
            false => format!("the kernel crashed ({how})"),
        },
        Verdict::OutOfTime {
            limit_ms,
            compiling,
        } => {
            let limit = seconds(*limit_ms);
            if *compiling {
                format!("the device's compiler did not end within {limit}")
            } else if is_all_launches(*limit_ms) {
                format!("the launches took more than {limit} together")
            } else {
                format!("the kernel did not end within {limit}")
            }
        }
        Verdict::OutOfSteps { steps, solution } => match solution {
            Some(solution) => format!(
                "the kernel was stopped after {} steps; the course's own takes {}",
                count(*steps),
                count(*solution)
            ),
            None => format!("the kernel was stopped after {} steps", count(*steps)),
        },
        Verdict::OutOfResources { .. } => "the device has too little for this kernel".to_owned(),
        Verdict::DeviceLost { .. } => "the device was lost during the check".to_owned(),
        Verdict::RunnerFault { .. } => {
            "the runner failed, through no fault of your kernel".to_owned()
        }
    }
}

/// Is it the limit of all launches together, rather than of one?
pub(super) fn is_all_launches(limit_ms: u64) -> bool {
    u128::from(limit_ms) == ALL_LAUNCHES.as_millis()
}

/// The wrong element of a case, and its buffer.
pub(super) fn of_memory(example: &Counterexample, outside_first: bool) -> Option<(String, &str)> {
    let of_outside = example
        .outside
        .first()
        .map(|write| (outside(write), write.buffer.as_str()));
    let of_wrong = example
        .wrong
        .first()
        .map(|wrong| (first_wrong(wrong), wrong.buffer.as_str()));
    if outside_first {
        of_outside.or(of_wrong)
    } else {
        of_wrong.or(of_outside)
    }
}

/// The symptom of a mistake that the student has to find.
fn of_symptom(symptom: Symptom) -> &'static str {
    match symptom {
        Symptom::Hangs => "this launch would not come to an end",
        Symptom::Strays => "this launch touches memory that is not its own",
        Symptom::Varies => "the results of this launch may change from run to run",
    }
}
