//! The result of a submission: the verdict on each exercise, and the points.

use crate::job::Outcome;
use crate::name::Entry;
use crate::plan::{LateRule, Plan, Task};
use crate::repaired::Repair;
use crate::submission::{Submission, SubmittedTask};
use crate::times::{HandedIn, Instant, Submitted, TimeSource};
use crate::unusable::Unusable;
use course::{DeviceAlone, Report};
use serde::{Deserialize, Serialize};

/// The version of the JSON format of a result.
const FORMAT: u32 = 1;

/// The result of a submission, for the instructor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Graded {
    /// The version of this format: 1.
    pub format: u32,
    /// The student: the name of the folder or archive, safe to display.
    pub student: String,
    /// When it was submitted, if known.
    pub submitted: Option<Submitted>,
    /// How often it was handed in; absent where the list of times does not say.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub handed_in: Option<u32>,
    /// The late penalty; absent if it was submitted in time.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub late: Option<Lateness>,
    /// The points after all deductions; absent while an exercise is not graded.
    pub points: Option<f64>,
    /// The most points that can be earned.
    pub of: f64,
    /// The exercises, in the order of `class.toml`.
    pub exercises: Vec<GradedExercise>,
    /// Remarks for the instructor, a sentence each.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub notes: Vec<String>,
}

/// How late a submission was.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Lateness {
    /// Seconds after the deadline.
    pub seconds: i64,
    /// The penalty in percent of the points.
    pub percent: f64,
}

/// One exercise of a result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GradedExercise {
    /// The exercise's slug.
    pub slug: String,
    /// The points before any late penalty; absent if it is not graded.
    pub points: Option<f64>,
    /// The most points that can be earned.
    pub of: f64,
    /// A hash of everything that the verdict depends on; a verdict with the same key is reused.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub key: Option<String>,
    /// What the simulator does not support in a kernel that passed on the device alone: a hint to look at it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub device_alone: Option<String>,
    /// A small change with which the kernel passes, if one was found and the exercise shows repairs.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub repair: Option<Repair>,
    /// The outcome.
    pub standing: Standing,
}

/// The outcome of an exercise.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Standing {
    /// It was checked.
    Checked {
        /// The report of the check.
        report: Box<Report>,
    },
    /// Nothing was submitted.
    Missing,
    /// The submitted file cannot be checked.
    Refused {
        /// The file.
        file: String,
        /// Why it cannot be checked.
        why: Unusable,
    },
    /// It is not graded, through no fault of the student.
    NotGraded {
        /// The reason, as a sentence.
        why: String,
    },
}

impl Standing {
    /// The outcome in a word: a mistake's id, the name of a verdict, or `missing`, `refused` or
    /// `not-graded`.
    pub fn label(&self) -> &str {
        match self {
            Standing::Checked { report } => report.verdict.label(),
            Standing::Missing => "missing",
            Standing::Refused { .. } => "refused",
            Standing::NotGraded { .. } => "not-graded",
        }
    }
}

impl GradedExercise {
    /// Of the outcome of an exercise; `kernel` is the text that was submitted for it.
    pub(crate) fn of(
        task: &Task,
        key: Option<String>,
        kernel: Option<&str>,
        standing: Standing,
    ) -> GradedExercise {
        let points = match &standing {
            Standing::Checked { report } => {
                let share = match report.points.of {
                    0 => 0.0,
                    of => f64::from(report.points.earned) / f64::from(of),
                };
                Some(rounded(task.weight * share))
            }
            Standing::Missing | Standing::Refused { .. } => Some(0.0),
            Standing::NotGraded { .. } => None,
        };
        let (device_alone, repair) = match &standing {
            Standing::Checked { report } => (not_simulated(report), Repair::of(report, kernel)),
            _ => (None, None),
        };
        GradedExercise {
            slug: task.slug().to_owned(),
            points,
            of: task.weight,
            key,
            device_alone,
            repair,
            standing,
        }
    }

    /// The result of an exercise that needs no check.
    pub(crate) fn at_once(task: &Task, submitted: &SubmittedTask) -> Option<GradedExercise> {
        let standing = match submitted {
            SubmittedTask::Files { .. } => return None,
            SubmittedTask::Missing => Standing::Missing,
            SubmittedTask::Refused { file, why } => Standing::Refused {
                file: file.clone(),
                why: why.clone(),
            },
            SubmittedTask::Unclear { why } => Standing::NotGraded { why: why.clone() },
        };
        Some(GradedExercise::of(task, None, None, standing))
    }

    /// The result of an exercise from the outcome of its check.
    pub(crate) fn checked(
        task: &Task,
        (key, kernel): (String, Option<&str>),
        outcome: Outcome,
    ) -> GradedExercise {
        let standing = match outcome {
            Outcome::Checked { report, .. } => Standing::Checked { report },
            Outcome::Fault { why, .. } => Standing::NotGraded { why },
        };
        GradedExercise::of(task, Some(key), kernel, standing)
    }
}

/// Why the simulator did not run a kernel that a device found right. None if the whole class is graded on a
/// device alone, since that says nothing about one kernel.
fn not_simulated(report: &Report) -> Option<String> {
    match report.device_alone()? {
        alone @ DeviceAlone::NotAnalysed(_) => Some(alone.to_string()),
        DeviceAlone::SimulatorNotAsked => None,
    }
}

/// The time of submission and its source, and how often it was handed in, where that is known.
pub(crate) type Moment = Option<(Instant, TimeSource, Option<u32>)>;

/// The time that counts: the instructor's list if there is one, otherwise the newest graded file's.
pub(crate) fn moment(
    entry: &Entry,
    submission: &Submission,
    times: Option<&std::collections::BTreeMap<String, HandedIn>>,
) -> Moment {
    match times {
        Some(times) => times
            .get(&entry.student)
            .map(|handed_in| (handed_in.last, TimeSource::List, Some(handed_in.times))),
        None => submission.newest.map(|time| (time, submission.from, None)),
    }
}

impl Graded {
    pub(crate) fn new(
        plan: &Plan,
        student: String,
        moment: Moment,
        exercises: Vec<GradedExercise>,
        mut notes: Vec<String>,
    ) -> Graded {
        let late = plan.deadline.and_then(|deadline| {
            let (submitted, ..) = moment?;
            lateness(plan.late, submitted.seconds_since(deadline))
        });
        if plan.deadline.is_some() && moment.is_none() {
            notes.push("The time of submission is unknown: it counts as in time.".to_owned());
        }
        let handed_in = moment.and_then(|(.., times)| times);
        if let (Some(times), Some(retries)) = (handed_in, plan.retries)
            && times > retries.saturating_add(1)
        {
            notes.push(format!(
                "It was handed in {times} times, and {} are allowed.",
                retries.saturating_add(1)
            ));
        }
        let earned: Option<f64> = exercises.iter().map(|exercise| exercise.points).sum();
        let kept = 1.0 - late.as_ref().map_or(0.0, |late| late.percent / 100.0);
        Graded {
            format: FORMAT,
            student,
            handed_in,
            submitted: moment.map(|(time, from, _)| Submitted {
                time: time.to_string(),
                from,
            }),
            late,
            points: earned.map(|points| rounded(points * kept)),
            of: plan.of(),
            exercises,
            notes,
        }
    }

    /// Is every exercise graded?
    pub fn is_whole(&self) -> bool {
        self.points.is_some()
    }

    /// Does it have today's format?
    pub(crate) fn is_current(&self) -> bool {
        self.format == FORMAT
    }
}

fn lateness(rule: LateRule, seconds: i64) -> Option<Lateness> {
    const DAY: i64 = 24 * 60 * 60;
    if seconds <= i64::from(rule.grace_minutes) * 60 {
        return None;
    }
    let days = (seconds + DAY - 1) / DAY;
    Some(Lateness {
        seconds,
        percent: (rule.percent_a_day * days as f64).min(rule.at_most),
    })
}

/// To thousandths, so that a sum of parts has no rounding noise.
fn rounded(points: f64) -> f64 {
    (points * 1000.0).round() / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_day_that_has_begun_costs_up_to_the_most() {
        let rule = LateRule {
            percent_a_day: 20.0,
            at_most: 50.0,
            grace_minutes: 10,
        };
        let percent = |seconds| lateness(rule, seconds).map(|late| late.percent);
        assert_eq!(percent(-1), None);
        assert_eq!(percent(600), None);
        assert_eq!(percent(601), Some(20.0));
        assert_eq!(percent(24 * 60 * 60), Some(20.0));
        assert_eq!(percent(24 * 60 * 60 + 1), Some(40.0));
        assert_eq!(percent(100 * 24 * 60 * 60), Some(50.0));
    }
}
