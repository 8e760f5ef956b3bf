//! The input of all formats: an exercise and the result of its check.

use crate::cut::line;
use course::{Blame, ExerciseName, Report};

/// An exercise that was to be checked.
#[derive(Clone, Debug)]
pub struct Entry<'a> {
    pub exercise: ExerciseName,
    /// The points there are.
    pub of: u32,
    /// The kernel file as it was named.
    pub file: &'a str,
    /// The result.
    pub graded: Graded<'a>,
}

/// The result of checking an exercise.
#[derive(Clone, Copy, Debug)]
pub enum Graded<'a> {
    Checked {
        report: &'a Report,
        /// The report as a person reads it.
        account: &'a str,
    },
    /// The submission cannot be checked: it is missing, empty, or not a text.
    Refused {
        /// Why.
        reason: &'a str,
    },
    /// No check could be made, through no fault of the student's.
    NotMade {
        /// Why.
        reason: &'a str,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    Passed,
    /// The student's work falls short.
    Short,
    /// Unknown: the machine or the grader failed.
    NotGraded,
}

impl Entry<'_> {
    pub(crate) fn standing(&self) -> Standing {
        match self.graded {
            Graded::Checked { report, .. } => match report.verdict.blame() {
                None => Standing::Passed,
                Some(Blame::Kernel) => Standing::Short,
                Some(Blame::Machine) => Standing::NotGraded,
            },
            Graded::Refused { .. } => Standing::Short,
            Graded::NotMade { .. } => Standing::NotGraded,
        }
    }

    /// The points earned, and their maximum. The replay of one case earns none.
    pub(crate) fn points(&self) -> (u32, u32) {
        match self.graded {
            Graded::Checked { report, .. } if report.replayed => (0, 0),
            Graded::Checked { report, .. } => (report.points.earned, report.points.of),
            Graded::Refused { .. } | Graded::NotMade { .. } => (0, self.of),
        }
    }

    /// The exercise, on one line.
    pub(crate) fn name(&self) -> String {
        let ExerciseName {
            slug,
            number,
            title,
        } = &self.exercise;
        line(&format!("{number:02} {slug} · {title}"))
    }

    /// The result on one line.
    pub(crate) fn title(&self) -> String {
        match self.graded {
            Graded::Checked { report, .. } => line(&render::title(report)),
            Graded::Refused { reason } | Graded::NotMade { reason } => line(reason),
        }
    }

    /// The report for people.
    pub(crate) fn account(&self) -> &str {
        match self.graded {
            Graded::Checked { account, .. } => account,
            Graded::Refused { reason } | Graded::NotMade { reason } => reason,
        }
    }

    /// The verdict's name, as in the JSON.
    pub(crate) fn verdict(&self) -> String {
        match self.graded {
            Graded::Checked { report, .. } => line(report.verdict.label()),
            Graded::Refused { .. } => "refused".to_owned(),
            Graded::NotMade { .. } => "not-checked".to_owned(),
        }
    }

    /// The time of the check in seconds, as far as its stages report it.
    pub(crate) fn seconds(&self) -> f64 {
        let Graded::Checked { report, .. } = self.graded else {
            return 0.0;
        };
        let times = report
            .stages
            .iter()
            .filter_map(|stage| stage.times.as_ref());
        times.map(|times| times.total_ms / 1e3).sum()
    }

    /// The command that repeats the check, or only the failing case.
    pub(crate) fn command(&self) -> String {
        let slug = &self.exercise.slug;
        let token = match self.graded {
            Graded::Checked { report, .. } => {
                report.counterexample.as_ref().map(|case| &case.token)
            }
            Graded::Refused { .. } | Graded::NotMade { .. } => None,
        };
        line(&match token {
            Some(token) => format!("grader check {slug} --replay {token}"),
            None => format!("grader check {slug}"),
        })
    }
}
