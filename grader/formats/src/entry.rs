//! What all formats are made of: an exercise, and what checking it came to.

use crate::cut::line;
use course::{Blame, ExerciseName, Report};

/// An exercise that was to be checked.
#[derive(Clone, Debug)]
pub struct Entry<'a> {
    /// The exercise.
    pub exercise: ExerciseName,
    /// The points there are.
    pub of: u32,
    /// The kernel file as it was named.
    pub file: &'a str,
    /// What it came to.
    pub graded: Graded<'a>,
}

/// What checking an exercise came to.
#[derive(Clone, Copy, Debug)]
pub enum Graded<'a> {
    /// A check was made.
    Checked {
        /// Its report.
        report: &'a Report,
        /// The report as a person reads it.
        account: &'a str,
    },
    /// What was handed in is nothing that can be checked: it is missing, empty, no text.
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

/// What an entry is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// It passed.
    Passed,
    /// The student's work falls short.
    Short,
    /// Nobody knows: the machine or the grader failed.
    NotGraded,
}

impl Entry<'_> {
    /// What it is worth.
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

    /// Points earned, and points there are. The replay of one case is worth none, whatever it came to.
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

    /// What it came to, on one line.
    pub(crate) fn title(&self) -> String {
        match self.graded {
            Graded::Checked { report, .. } => line(&render::title(report)),
            Graded::Refused { reason } | Graded::NotMade { reason } => line(reason),
        }
    }

    /// What it came to, as a person reads it.
    pub(crate) fn account(&self) -> &str {
        match self.graded {
            Graded::Checked { account, .. } => account,
            Graded::Refused { reason } | Graded::NotMade { reason } => reason,
        }
    }

    /// What the verdict is called, as in the JSON.
    pub(crate) fn verdict(&self) -> String {
        match self.graded {
            Graded::Checked { report, .. } => line(report.verdict.label()),
            Graded::Refused { .. } => "refused".to_owned(),
            Graded::NotMade { .. } => "not-checked".to_owned(),
        }
    }

    /// How long the check took in seconds, as far as its stages tell.
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

    /// What runs the check again, or the failing case alone.
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
