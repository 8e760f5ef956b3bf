//! What travels between whoever grades a class and its workers: jobs, and what became of them.

use crate::key;
use crate::plan::{Plan, Task};
use course::{Blame, Engine, Exercise, Observer, Report, Settings, Skipped, Submission, Verdict};
use launch::Source;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// Where kernels run. What is not there where it is demanded is a fault, so that no two submissions are
/// held to different measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// In the simulator, then on the device, which has to be there.
    Both,
    /// In the simulator alone.
    Simulator,
    /// On the device alone.
    Device,
}

impl Place {
    fn name(self) -> &'static str {
        match self {
            Place::Both => "both",
            Place::Simulator => "simulator",
            Place::Device => "device",
        }
    }
}

/// Everything of one submission that is to be checked. It holds what the students wrote: no worker reads
/// their files again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Job {
    /// The submission's id.
    pub id: String,
    /// What to check, one exercise each.
    pub checks: Vec<Check>,
}

/// One exercise of one submission.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Check {
    /// The exercise.
    pub slug: String,
    /// What the result stands on, as a hash.
    pub key: String,
    /// The kernel's text.
    pub kernel: Option<String>,
    /// The answers' text.
    pub answers: Option<String>,
    /// Cases to run.
    pub cases: u32,
    /// Where they are drawn from.
    pub seed: u64,
    /// Where they run.
    pub place: Place,
    /// May a kernel run on a device where nothing encloses it?
    pub unsandboxed: bool,
    /// The most memory that a process with a kernel may map, in MiB.
    pub memory_mib: u64,
}

impl Check {
    /// The check of what was handed in for an exercise.
    pub(crate) fn new(
        plan: &Plan,
        task: &Task,
        (kernel, answers): (Option<String>, Option<String>),
        place: Place,
        unsandboxed: bool,
        build: &str,
    ) -> Check {
        let slug = task.slug().to_owned();
        let seed = match &plan.secret {
            Some(secret) => secret.seed_of(&slug),
            None => Settings::default().seed,
        };
        let part = |text: &Option<String>| match text {
            Some(text) => format!("+{text}"),
            None => "-".to_owned(),
        };
        // Everything that a verdict depends on. The weight is not part of it.
        let key = key::hash(&[
            build.as_bytes(),
            task.exercise.manifest_text.as_bytes(),
            part(&kernel).as_bytes(),
            part(&answers).as_bytes(),
            &plan.cases.to_le_bytes(),
            &seed.to_le_bytes(),
            place.name().as_bytes(),
            &plan.limits.memory_mib.to_le_bytes(),
        ]);
        Check {
            key: key::word(&key, 16),
            slug,
            kernel,
            answers,
            cases: plan.cases,
            seed,
            place,
            unsandboxed,
            memory_mib: plan.limits.memory_mib,
        }
    }
}

/// What a check came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Outcome {
    /// A verdict on the student's work.
    Checked {
        /// The report, without times.
        report: Box<Report>,
    },
    /// The machine or this program is at fault.
    Fault {
        /// Why, in a sentence.
        why: String,
        /// Might it be otherwise the next time?
        passing: bool,
    },
}

/// What a worker says, a line each.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "said", rename_all = "kebab-case")]
pub enum Message {
    /// A check is done.
    Done {
        /// The exercise.
        slug: String,
        /// What it came to.
        outcome: Outcome,
    },
}

/// A job that is done, as far as it could be: one outcome for each check, in order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finished {
    /// The submission's id.
    pub id: String,
    /// The key of each check, and what it came to.
    pub outcomes: Vec<(String, Outcome)>,
}

/// Whoever works on jobs.
pub trait Hands {
    /// May another job be given now?
    fn has_room(&self) -> bool;

    /// Takes a job.
    fn give(&mut self, job: Job) -> Result<(), HandsError>;

    /// No more jobs will come.
    fn close(&mut self) -> Result<(), HandsError>;

    /// A job that is done; waits for one no longer than `wait`.
    fn next(&mut self, wait: Duration) -> Result<Option<Finished>, HandsError>;

    /// The result of a job is safe: what was kept for it may go.
    fn settle(&mut self, id: &str) {
        let _ = id;
    }

    /// Ends all work at once.
    fn stop(&mut self);
}

/// Why there are no hands any more.
#[derive(Debug)]
pub enum HandsError {
    /// A worker cannot be started.
    NoWorker {
        /// Why not.
        why: String,
    },
    /// Slurm refuses, or cannot be reached.
    Slurm(crate::slurm::SlurmError),
    /// A file cannot be written or read.
    Store(crate::store::StoreError),
}

impl fmt::Display for HandsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HandsError::NoWorker { why } => write!(f, "no worker can be started: {why}"),
            HandsError::Slurm(error) => error.fmt(f),
            HandsError::Store(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for HandsError {}

impl From<crate::store::StoreError> for HandsError {
    fn from(error: crate::store::StoreError) -> Self {
        HandsError::Store(error)
    }
}

/// Makes a check on these engines. What is the machine's fault is told apart from what is the kernel's.
pub fn checked(
    exercise: &Exercise,
    check: &Check,
    engines: &mut [&mut dyn Engine],
    observer: &mut dyn Observer,
) -> Outcome {
    // Every student's file goes by one name here, so that equal kernels give equal reports.
    let named = |extension: &str| format!("{}.{extension}", check.slug);
    let (kernel, answers) = (check.kernel.as_ref(), check.answers.as_ref());
    let submission = Submission {
        kernel: kernel.map(|text| Source::of_file(named("cl"), text)),
        answers: answers.map(|text| Source {
            name: named("toml"),
            text: text.clone(),
            defines: Vec::new(),
        }),
    };
    let settings = Settings {
        cases: check.cases,
        seed: check.seed,
        ..Settings::default()
    };
    let mut report = course::check(exercise, &submission, engines, &settings, observer);
    for stage in &mut report.stages {
        stage.times = None;
    }
    judged(report, check.place)
}

fn judged(report: Report, place: Place) -> Outcome {
    let fault = |why: String, passing| Outcome::Fault { why, passing };
    if place != Place::Simulator {
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
            "the kernel holds what the simulator does not analyse, and it ran on no device"
                .to_owned(),
            false,
        ),
        Verdict::DeviceLost { detail } => fault(format!("the device was lost ({detail})"), true),
        Verdict::RunnerFault { message } => fault(message.clone(), true),
        // Nobody but the system, or somebody at it, ends a process so. A kernel in a sandbox cannot.
        Verdict::Crashed { how, .. } if how == "SIGKILL" || how == "SIGTERM" => fault(
            format!("the device's process was ended from outside ({how})"),
            true,
        ),
        verdict if verdict.blame() == Some(Blame::Machine) => {
            fault(format!("the check ended with {}", verdict.name()), true)
        }
        _ => Outcome::Checked {
            report: Box::new(report),
        },
    }
}
