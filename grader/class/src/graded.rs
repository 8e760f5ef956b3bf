//! The result of a submission: what its exercises came to, and what that is worth.

use crate::handed_in::{Handed, HandedIn, Unusable};
use crate::name::Entry;
use crate::plan::{LateRule, Plan, Task};
use crate::times::{Instant, Submitted, TimeSource};
use crate::work::Outcome;
use course::{DeviceAlone, Report};
use serde::{Deserialize, Serialize};

/// The version of this shape of a result.
const FORMAT: u32 = 1;

/// The result of a submission, for the instructor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Graded {
    /// The version of this shape: 1.
    pub format: u32,
    /// The student, by the name of the folder or the archive, safe to show.
    pub student: String,
    /// When it was handed in, where that is known.
    pub submitted: Option<Submitted>,
    /// What being late costs; absent where it was in time.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub late: Option<Lateness>,
    /// What it is worth, behind all deductions; absent as long as something is not graded.
    pub points: Option<f64>,
    /// What there is to be earned.
    pub of: f64,
    /// Each exercise, in the order of `class.toml`.
    pub exercises: Vec<GradedExercise>,
    /// What a person may want to know, a sentence each.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub notes: Vec<String>,
}

/// How late something was handed in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Lateness {
    /// Seconds behind the deadline.
    pub seconds: i64,
    /// Percent of the points that it costs.
    pub percent: f64,
}

/// One exercise of a result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GradedExercise {
    /// The exercise.
    pub slug: String,
    /// What it is worth, before any deduction for being late; absent where it is not graded.
    pub points: Option<f64>,
    /// What there is to be earned.
    pub of: f64,
    /// What it stands on, as a hash; a result of the same key is not made again.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub key: Option<String>,
    /// What the simulator does not analyse in a kernel that the device alone found right: a hint to look at it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub device_alone: Option<String>,
    /// What became of it.
    pub standing: Standing,
}

/// What became of an exercise.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Standing {
    /// It was checked.
    Checked {
        /// The report of the check.
        report: Box<Report>,
    },
    /// Nothing was handed in.
    Missing,
    /// What was handed in is no file that can be checked.
    Refused {
        /// The file.
        file: String,
        /// What is wrong with it.
        why: Unusable,
    },
    /// It is not graded, through no fault of the student's.
    NotGraded {
        /// Why, in a sentence.
        why: String,
    },
}

impl Standing {
    /// What it came to in a word: a mistake's id, the name of a verdict, or what became of it.
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
    /// The exercise of a task, as it became.
    pub(crate) fn of(task: &Task, key: Option<String>, standing: Standing) -> GradedExercise {
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
        let device_alone = match &standing {
            Standing::Checked { report } => not_simulated(report),
            _ => None,
        };
        GradedExercise {
            slug: task.slug().to_owned(),
            points,
            of: task.weight,
            key,
            device_alone,
            standing,
        }
    }

    /// What needs no worker of what was handed in; nothing for what has to be checked.
    pub(crate) fn at_once(task: &Task, handed: &Handed) -> Option<GradedExercise> {
        let standing = match handed {
            Handed::Files { .. } => return None,
            Handed::Missing => Standing::Missing,
            Handed::Refused { file, why } => Standing::Refused {
                file: file.clone(),
                why: why.clone(),
            },
            Handed::Unclear { why } => Standing::NotGraded { why: why.clone() },
        };
        Some(GradedExercise::of(task, None, standing))
    }

    /// The exercise of a task, as its check came out.
    pub(crate) fn checked(task: &Task, key: String, outcome: Outcome) -> GradedExercise {
        let standing = match outcome {
            Outcome::Checked { report } => Standing::Checked { report },
            Outcome::Fault { why, .. } => Standing::NotGraded { why },
        };
        GradedExercise::of(task, Some(key), standing)
    }
}

/// What kept the simulator from a kernel that a device found right. Where the whole class is graded on a
/// device alone, there is nothing to say of one kernel.
fn not_simulated(report: &Report) -> Option<String> {
    match report.device_alone()? {
        alone @ DeviceAlone::NotAnalysed(_) => Some(alone.to_string()),
        DeviceAlone::SimulatorNotAsked => None,
    }
}

/// The moment of a submission, and where it is from.
pub(crate) type Moment = Option<(Instant, TimeSource)>;

/// The moment that counts: that of the list where there is one, else the newest graded file's.
pub(crate) fn moment(
    entry: &Entry,
    handed_in: &HandedIn,
    times: Option<&std::collections::BTreeMap<String, Instant>>,
) -> Moment {
    match times {
        Some(times) => times
            .get(&entry.student)
            .map(|&time| (time, TimeSource::List)),
        None => handed_in.newest.map(|time| (time, handed_in.from)),
    }
}

impl Graded {
    /// Puts the exercises of a submission together.
    pub(crate) fn new(
        plan: &Plan,
        student: String,
        moment: Moment,
        exercises: Vec<GradedExercise>,
        mut notes: Vec<String>,
    ) -> Graded {
        let late = plan.deadline.and_then(|deadline| {
            let (submitted, _) = moment?;
            lateness(plan.late, submitted.seconds_since(deadline))
        });
        if plan.deadline.is_some() && moment.is_none() {
            notes.push("When it was handed in is not known: it counts as in time.".to_owned());
        }
        let earned: Option<f64> = exercises.iter().map(|exercise| exercise.points).sum();
        let kept = 1.0 - late.as_ref().map_or(0.0, |late| late.percent / 100.0);
        Graded {
            format: FORMAT,
            student,
            submitted: moment.map(|(time, from)| Submitted {
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

    /// Is this of the shape that is written today?
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

/// To thousandths, so that a sum of parts is shown as what it is.
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
