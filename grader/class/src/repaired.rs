//! The repair of a submitted kernel, and what a class got wrong, without names.

use crate::graded::{Graded, GradedExercise, Standing};
use course::{Remedy, RepairKind, Report};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The repair of a kernel that failed: a small change with which it passes the check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "SubmissionRepair"))]
pub struct Repair {
    /// The kind of the change.
    pub kind: Option<RepairKind>,
    /// The first line to be changed, from 1.
    pub line: Option<u32>,
    /// What to change, as a sentence without a full stop.
    pub sentence: String,
    /// The changed lines on one line, without comments.
    pub before: String,
    /// The same with the change.
    pub after: String,
}

impl Repair {
    /// Of the report on a kernel, whose text is `kernel`.
    pub(crate) fn of(report: &Report, kernel: Option<&str>) -> Option<Repair> {
        let remedy = report.remedy.as_ref()?;
        let (before, after) = example(remedy, kernel?);
        Some(Repair {
            kind: remedy.kind,
            line: remedy.line,
            sentence: remedy.advice(),
            before,
            after,
        })
    }
}

/// The changed lines, before and after. Where lines are only added, the one behind them stands in both.
fn example(remedy: &Remedy, kernel: &str) -> (String, String) {
    let repaired = remedy.repaired(kernel);
    let (old, new): (Vec<&str>, Vec<&str>) = (kernel.lines().collect(), repaired.lines().collect());
    let both = old.iter().zip(&new);
    let above = both.take_while(|(old, new)| old == new).count();
    let (old, new) = (&old[above..], &new[above..]);
    let both = old.iter().rev().zip(new.iter().rev());
    let below = both.take_while(|(old, new)| old == new).count();
    let below = match old.len().min(new.len()) == below {
        true => below.saturating_sub(1),
        false => below,
    };
    let joined = |lines: &[&str]| {
        let code = lines.iter().map(|line| without_comment(line));
        let words: Vec<String> = code.filter(|code| !code.is_empty()).collect();
        words.join(" ")
    };
    (
        joined(&old[..old.len() - below]),
        joined(&new[..new.len() - below]),
    )
}

/// A line of code with single spaces. A comment may hold a name.
fn without_comment(line: &str) -> String {
    let code = line.split("//").next().unwrap_or_default();
    let mut kept = String::new();
    let mut rest = code;
    while let Some((before, comment)) = rest.split_once("/*") {
        kept.push_str(before);
        rest = comment.split_once("*/").map_or("", |(_, behind)| behind);
    }
    kept.push_str(rest);
    let words: Vec<&str> = kept.split_whitespace().collect();
    words.join(" ")
}

/// What the failing submissions of an exercise got wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Causes {
    /// Submissions that were checked.
    checked: usize,
    /// By what is wrong.
    causes: BTreeMap<String, Cause>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Cause {
    submissions: usize,
    /// Before and after, of the shortest repair.
    example: Option<(String, String)>,
}

impl Causes {
    pub(crate) fn take(&mut self, exercise: &GradedExercise) {
        let Standing::Checked { report } = &exercise.standing else {
            return;
        };
        self.checked += 1;
        if report.verdict.blame().is_none() {
            return;
        }
        let repair = exercise.repair.as_ref();
        let title = match repair.and_then(|repair| repair.kind) {
            Some(kind) => kind.title(),
            None => report.verdict.label(),
        };
        let cause = self.causes.entry(title.to_owned()).or_default();
        cause.submissions += 1;
        if let Some(Repair { before, after, .. }) = repair {
            let example = (before.clone(), after.clone());
            let length = |(before, after): &(String, String)| before.len() + after.len();
            // The shortest, then the first in alphabetical order: it does not depend on who is first.
            let is_better =
                |known: &(String, String)| (length(&example), &example) < (length(known), known);
            if cause.example.as_ref().is_none_or(is_better) {
                cause.example = Some(example);
            }
        }
    }

    /// What is wrong, in how many of all submissions, and an example; the most frequent first.
    pub(crate) fn rows(&self) -> Vec<[String; 3]> {
        let mut causes: Vec<(&String, &Cause)> = self.causes.iter().collect();
        causes.sort_by_key(|(title, cause)| (std::cmp::Reverse(cause.submissions), *title));
        let row = |(title, cause): (&String, &Cause)| {
            let example = cause.example.as_ref();
            let example = example.map(|(before, after)| format!("{before} -> {after}"));
            [
                title.clone(),
                format!("{} of {}", cause.submissions, self.checked),
                example.unwrap_or_default(),
            ]
        };
        causes.into_iter().map(row).collect()
    }
}

/// What the class got wrong, by exercise.
pub(crate) fn take(causes: &mut Vec<(String, Causes)>, graded: &Graded) {
    for exercise in &graded.exercises {
        let known = causes.iter().position(|(slug, _)| *slug == exercise.slug);
        let at = known.unwrap_or_else(|| {
            causes.push((exercise.slug.clone(), Causes::default()));
            causes.len() - 1
        });
        causes[at].1.take(exercise);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use course::{ExerciseName, Points, Verdict};
    use launch::Replacement;

    const KERNEL: &str = "a\n    if (i <= n) { // by Ada\n        b;\n    }\n";

    fn edit(start: (u32, u32), end: (u32, u32), text: &str) -> Replacement {
        Replacement {
            file: "kernel.cl".to_owned(),
            line: start.0,
            column: start.1,
            end_line: end.0,
            end_column: end.1,
            text: text.to_owned(),
        }
    }

    fn exercise(verdict: Verdict, edit: Option<Replacement>) -> GradedExercise {
        let remedy = edit.map(|edit| Remedy {
            kind: Some(RepairKind::Comparison),
            message: "index n is no element".to_owned(),
            help: "write `<`".to_owned(),
            line: Some(edit.line),
            edits: vec![edit],
            second: None,
            cases: 100,
        });
        let report = Report {
            exercise: ExerciseName {
                slug: "saxpy".to_owned(),
                number: 2,
                title: "saxpy".to_owned(),
            },
            verdict,
            points: Points { earned: 0, of: 10 },
            replayed: false,
            stages: Vec::new(),
            counterexample: None,
            remedy,
            messages: Vec::new(),
            findings: Vec::new(),
            answers: Vec::new(),
            costs: Vec::new(),
            uncounted: false,
            looks_at: Vec::new(),
            elsewhere: false,
        };
        GradedExercise {
            slug: "saxpy".to_owned(),
            points: None,
            of: 10.0,
            key: None,
            device_alone: None,
            repair: Repair::of(&report, Some(KERNEL)),
            standing: Standing::Checked {
                report: Box::new(report),
            },
        }
    }

    #[test]
    fn a_class_is_grouped_by_what_it_got_wrong_with_an_example_and_no_comment() {
        let mut causes = Causes::default();
        let comparison = || Some(edit((2, 11), (2, 13), "<"));
        for exercise in [
            exercise(Verdict::Passed, None),
            exercise(Verdict::Wrong, comparison()),
            exercise(Verdict::WroteOutside, None),
            exercise(Verdict::Wrong, comparison()),
        ] {
            causes.take(&exercise);
        }
        let example = "if (i <= n) { -> if (i < n) {";
        let rows = [
            ["a comparison is wrong", "2 of 4", example],
            ["wrote-outside", "1 of 4", ""],
        ];
        assert_eq!(causes.rows(), rows.map(|row| row.map(str::to_owned)));
    }

    #[test]
    fn an_added_line_is_shown_with_the_one_behind_it() {
        let added = edit((3, 1), (3, 1), "        barrier();\n");
        let repair = exercise(Verdict::Wrong, Some(added)).repair.unwrap();
        assert_eq!((&*repair.before, &*repair.after), ("b;", "barrier(); b;"));
    }
}
