//! What travels between whoever grades a class and its workers: jobs, and what became of them.

use crate::key;
use crate::plan::{Plan, Task};
use course::{Report, Settings};
use serde::{Deserialize, Serialize};

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
