//! The worker's side: one check, on the worker's engines.

use crate::board;
use crate::job::{Check, Outcome, RunOn};
use course::{
    Blame, Engine, Exercise, Observer, RepairLimits, Report, Settings, Skipped, Submission, Verdict,
};
use launch::Source;

/// Runs a check on these engines, and separates failures of the machine from verdicts on the
/// kernel.
pub fn run_check(
    exercise: &Exercise,
    check: &Check,
    engines: &mut [&mut dyn Engine],
    observer: &mut dyn Observer,
) -> Outcome {
    if let Some(counting) = &check.counting
        && !kernels::draw_from(counting.secret)
    {
        return Outcome::Fault {
            why: "this worker drew the data of another board".to_owned(),
            transient: true,
        };
    }
    // Every student's file gets the same name, so that equal kernels give equal reports.
    let named = |extension: &str| format!("{}.{extension}", check.slug);
    let (kernel, answers) = (check.kernel.as_ref(), check.answers.as_ref());
    let submission = Submission {
        kernel: kernel.map(|text| Source::of_file(named("cl"), text)),
        answers: answers.map(|text| Source {
            name: named("toml"),
            text: text.clone(),
            defines: Vec::new(),
            standard: launch::Standard::default(),
        }),
    };
    let settings = Settings {
        cases: check.cases,
        seed: check.seed,
        repair: match check.repair {
            true => RepairLimits::WHOLE,
            false => RepairLimits::default(),
        },
        ..Settings::default()
    };
    let mut report = course::check(exercise, &submission, engines, &settings, observer);
    for stage in &mut report.stages {
        stage.times = None;
    }
    let mut outcome = judged(report, check.run_on);
    if let (Some(counting), Some(problem), Some(text)) =
        (&check.counting, exercise.problem, &check.kernel)
        && let Outcome::Checked { report, counted } = &mut outcome
        && board::is_right(report)
    {
        *counted = Some(counting.count(problem, Source::of_file(named("cl"), text)));
    }
    outcome
}

fn judged(report: Report, run_on: RunOn) -> Outcome {
    let fault = |why: String, transient| Outcome::Fault { why, transient };
    if run_on != RunOn::Simulator {
        let unavailable = report.stages.iter().find_map(|stage| match &stage.skipped {
            Some(Skipped::Unavailable { reason }) => Some(reason.clone()),
            _ => None,
        });
        if let Some(reason) = unavailable {
            return fault(reason, true);
        }
    }
    match &report.verdict {
        Verdict::NotAnalysed => fault(
            "the kernel uses something that the simulator does not analyse, and no device ran it"
                .to_owned(),
            false,
        ),
        Verdict::DeviceLost { detail } => fault(format!("the device was lost ({detail})"), true),
        Verdict::RunnerFault { message } => fault(message.clone(), true),
        // Only the system or a person sends these: a kernel in a sandbox cannot.
        Verdict::Crashed { how, .. } if how == "SIGKILL" || how == "SIGTERM" => fault(
            format!("the device's process was killed from outside ({how})"),
            true,
        ),
        verdict if verdict.blame() == Some(Blame::Machine) => {
            fault(format!("the check ended with {}", verdict.name()), true)
        }
        _ => Outcome::Checked {
            report: Box::new(report),
            counted: None,
        },
    }
}
