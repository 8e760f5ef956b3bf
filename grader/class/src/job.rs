//! The data between the class grader and its workers: jobs and their outcomes.

use crate::board::{Counted, Counting};
use crate::grade::Run;
use crate::key;
use crate::plan::Task;
use course::{Report, Settings};
use serde::{Deserialize, Serialize};

/// The engines that a check uses. A missing engine is a fault, so that all submissions are graded
/// by the same standard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RunOn {
    /// The simulator, then the device, which must be present.
    Both,
    Simulator,
    Device,
}

impl RunOn {
    fn name(self) -> &'static str {
        match self {
            RunOn::Both => "both",
            RunOn::Simulator => "simulator",
            RunOn::Device => "device",
        }
    }
}

/// All checks of one submission. It holds the texts of the submitted files: no worker reads them
/// again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Job {
    /// The submission's id.
    pub id: String,
    pub checks: Vec<Check>,
}

/// The check of one exercise of one submission.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Check {
    /// The exercise's slug.
    pub slug: String,
    /// A hash of everything that the verdict depends on.
    pub key: String,
    pub kernel: Option<String>,
    pub answers: Option<String>,
    /// Number of cases.
    pub cases: u32,
    pub seed: u64,
    pub run_on: RunOn,
    /// May a kernel run on a device without a sandbox?
    pub unsandboxed: bool,
    /// The address-space limit of a process that runs kernels, in MiB.
    pub memory_mib: u64,
    /// Is the whole search for a repair done?
    #[serde(default)]
    pub repair: bool,
    /// For a board: how the costs of a right kernel are counted.
    #[serde(default)]
    pub counting: Option<Counting>,
}

impl Check {
    pub(crate) fn new(
        run: &Run<'_>,
        task: &Task,
        (kernel, answers): (Option<String>, Option<String>),
    ) -> Check {
        let Run { plan, run_on, .. } = *run;
        let slug = task.slug().to_owned();
        let seed = match &plan.secret {
            Some(secret) => secret.seed_of(&slug),
            None => Settings::default().seed,
        };
        let part = |text: &Option<String>| match text {
            Some(text) => format!("+{text}"),
            None => "-".to_owned(),
        };
        // Everything that a verdict depends on; the weight is not part of it.
        let key = key::hash(&[
            run.build.as_bytes(),
            task.exercise.manifest_text.as_bytes(),
            part(&kernel).as_bytes(),
            part(&answers).as_bytes(),
            &plan.cases.to_le_bytes(),
            &seed.to_le_bytes(),
            run_on.name().as_bytes(),
            &plan.limits.memory_mib.to_le_bytes(),
            &[u8::from(run.repair)],
        ]);
        Check {
            key: key::word(&key, 16),
            slug,
            kernel,
            answers,
            cases: plan.cases,
            seed,
            run_on,
            unsandboxed: run.unsandboxed,
            memory_mib: plan.limits.memory_mib,
            repair: run.repair,
            counting: None,
        }
    }
}

/// The outcome of a check.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Outcome {
    /// A verdict on the student's work.
    Checked {
        /// The report, without times.
        report: Box<Report>,
        /// For a board, the costs of a right kernel.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        counted: Option<Counted>,
    },
    /// A failure of the machine or of this program.
    Fault {
        /// The reason, as a sentence.
        why: String,
        /// May another attempt succeed?
        transient: bool,
    },
}

/// A worker's message, one JSON line each.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "said", rename_all = "kebab-case")]
pub enum Message {
    Done { slug: String, outcome: Outcome },
}

/// A finished job: one outcome for each check, in order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finished {
    pub id: String,
    /// The key and the outcome of each check.
    pub outcomes: Vec<(String, Outcome)>,
}
