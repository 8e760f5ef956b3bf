//! What the submissions of an exercise get wrong: by mistake and by the change that repairs it, each with an example
//! that has no name in it.

use crate::anonymous;
use crate::graded::{GradedExercise, Standing};
use course::{RepairKind, Report};
use std::collections::BTreeMap;

/// The lines shown before and after the one in question.
const AROUND: usize = 2;

/// The longest kernel that is shown whole where no line is in question, in lines of code.
const WHOLE: usize = 16;

/// The longest line that is shown, in characters.
const WIDEST: usize = 100;

/// What the submissions of one exercise got wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct GoneWrong {
    /// Submissions that were checked.
    pub checked: usize,
    /// By the outcome's label and the kind of the change that repairs it.
    groups: BTreeMap<(String, Option<RepairKind>), Group>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Group {
    submissions: usize,
    example: Option<Example>,
}

/// The work of one student, without a name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Example {
    /// Lines of code, each with its number; the ones in question are marked.
    pub lines: Vec<Line>,
    /// What a change makes of the code, on one line each: before and after.
    pub change: Option<(String, String)>,
    /// The smallest case that fails, in words; empty where there is none.
    pub case: String,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Line {
    pub number: usize,
    pub text: String,
    pub is_marked: bool,
}

/// The submissions that made one mistake: a catalogue's mistake, or a verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Made<'a> {
    /// The mistake's id, or the verdict's name.
    pub label: &'a str,
    pub submissions: usize,
    /// The kinds of change that repair it, with the submissions of each, the most frequent first. Where no change was
    /// found there is no kind.
    pub repairs: Vec<(Option<RepairKind>, usize)>,
    pub example: Option<&'a Example>,
}

impl GoneWrong {
    /// Adds a student's result; `kernel` is the text that was submitted.
    pub(crate) fn take(&mut self, student: &str, exercise: &GradedExercise, kernel: Option<&str>) {
        let Standing::Checked { report } = &exercise.standing else {
            return;
        };
        self.checked += 1;
        if report.verdict.blame().is_none() {
            return;
        }
        let repair = exercise.repair.as_ref();
        let kind = repair.and_then(|repair| repair.kind);
        let key = (report.verdict.label().to_owned(), kind);
        let group = self.groups.entry(key).or_default();
        group.submissions += 1;
        let example = example(student, exercise, report, kernel);
        if let Some(example) = example {
            let is_better = |known: &Example| example.rank() < known.rank();
            if group.example.as_ref().is_none_or(is_better) {
                group.example = Some(example);
            }
        }
    }

    /// The mistakes, those of most submissions first.
    pub(crate) fn by_mistake(&self) -> Vec<Made<'_>> {
        let mut made: Vec<Made<'_>> = Vec::new();
        for ((label, kind), group) in &self.groups {
            if made.last().is_none_or(|last| last.label != label) {
                made.push(Made {
                    label,
                    submissions: 0,
                    repairs: Vec::new(),
                    example: None,
                });
            }
            let Some(last) = made.last_mut() else {
                continue;
            };
            last.submissions += group.submissions;
            last.repairs.push((*kind, group.submissions));
            last.example = match (last.example, &group.example) {
                (Some(known), Some(other)) if other.rank() < known.rank() => Some(other),
                (None, other) => other.as_ref(),
                (known, _) => known,
            };
        }
        for one in &mut made {
            one.repairs
                .sort_by_key(|(kind, submissions)| (std::cmp::Reverse(*submissions), *kind));
        }
        made.sort_by_key(|one| (std::cmp::Reverse(one.submissions), one.label));
        made
    }

    /// Each mistake with each kind of change: label, kind, submissions and an example; the most frequent first.
    pub(crate) fn by_repair(&self) -> Vec<(&str, Option<RepairKind>, usize, Option<&Example>)> {
        let mut rows: Vec<_> = self
            .groups
            .iter()
            .map(|((label, kind), group)| {
                (
                    label.as_str(),
                    *kind,
                    group.submissions,
                    group.example.as_ref(),
                )
            })
            .collect();
        rows.sort_by_key(|(label, kind, submissions, _)| {
            (std::cmp::Reverse(*submissions), *label, *kind)
        });
        rows
    }

    /// What is wrong, in how many of all submissions, and the example's change; the most frequent first. What has a
    /// change counts under the change, whatever its outcome.
    pub(crate) fn rows(&self) -> Vec<[String; 3]> {
        let mut causes: BTreeMap<&str, (usize, Option<&Example>)> = BTreeMap::new();
        for (label, kind, submissions, example) in self.by_repair() {
            let cause = causes
                .entry(kind.map_or(label, |kind| kind.title()))
                .or_default();
            cause.0 += submissions;
            let example = example.filter(|example| example.change.is_some());
            cause.1 = match (cause.1, example) {
                (Some(known), Some(other)) if other.rank() < known.rank() => Some(other),
                (None, other) => other,
                (known, _) => known,
            };
        }
        let mut causes: Vec<_> = causes.into_iter().collect();
        causes.sort_by_key(|(title, (submissions, _))| (std::cmp::Reverse(*submissions), *title));
        let row = |(title, (submissions, example)): (&str, (usize, Option<&Example>))| {
            let change = example.and_then(|example| example.change.as_ref());
            [
                title.to_owned(),
                format!("{submissions} of {}", self.checked),
                change.map_or(String::new(), |(before, after)| {
                    format!("{before} -> {after}")
                }),
            ]
        };
        causes.into_iter().map(row).collect()
    }
}

impl Example {
    /// The best example has the least rank: a change, few words, then the first in alphabetical order. It does not depend
    /// on who is first.
    fn rank(&self) -> (bool, usize, &Example) {
        let lines = self.lines.iter().map(|line| line.text.len() + 10);
        let change = self
            .change
            .iter()
            .map(|(before, after)| before.len() + after.len());
        let words = match &self.change {
            Some(_) => change.sum(),
            None => lines.sum(),
        };
        (self.change.is_none(), words, self)
    }
}

fn example(
    student: &str,
    exercise: &GradedExercise,
    report: &Report,
    kernel: Option<&str>,
) -> Option<Example> {
    let repair = exercise.repair.as_ref();
    let lines = anonymous::lines(kernel.unwrap_or_default(), student);
    let place = report
        .findings
        .iter()
        .filter(|finding| finding.mistake.as_str() == report.verdict.label())
        .chain(&report.findings)
        .find_map(|finding| finding.spans.first());
    let line = repair
        .and_then(|repair| repair.line)
        .or(place.map(|place| place.line))
        .map(|line| line as usize);
    let masked = |text: &str| anonymous::lines(text, student).join(" ");
    let example = Example {
        lines: excerpt(&lines, line),
        change: repair.map(|repair| (masked(&repair.before), masked(&repair.after))),
        case: case(report),
    };
    (!example.lines.is_empty() || example.change.is_some()).then_some(example)
}

/// The lines around one, or a short kernel as a whole, without empty lines and common indentation.
fn excerpt(lines: &[String], marked: Option<usize>) -> Vec<Line> {
    let is_code = |line: &&Line| !line.text.trim().is_empty();
    let numbered = lines.iter().zip(1..).map(|(text, number)| Line {
        number,
        text: text.clone(),
        is_marked: Some(number) == marked,
    });
    let code: Vec<Line> = numbered.filter(|line| is_code(&line)).collect();
    let at = marked.and_then(|marked| code.iter().position(|line| line.number >= marked));
    let mut shown: Vec<Line> = match at {
        Some(at) => code[at.saturating_sub(AROUND)..code.len().min(at + AROUND + 1)].to_vec(),
        None if marked.is_none() && code.len() <= WHOLE => code,
        None => Vec::new(),
    };
    let indent = |line: &Line| line.text.chars().take_while(|c| c.is_whitespace()).count();
    let common = shown.iter().map(indent).min().unwrap_or(0);
    for line in &mut shown {
        let text = line.text.replace('\t', "    ");
        let mut text: String = text.chars().skip(common).collect();
        if text.chars().count() > WIDEST {
            text = text.chars().take(WIDEST - 1).chain(['\u{2026}']).collect();
        }
        line.text = text;
    }
    shown
}

/// The smallest case that fails, and its first wrong element.
fn case(report: &Report) -> String {
    let Some(case) = &report.counterexample else {
        return String::new();
    };
    let facts = case.case.iter().take(4);
    let facts: Vec<String> = facts
        .map(|fact| format!("{} = {}", fact.name, fact.value))
        .collect();
    let wrong = case.wrong.first().map(|wrong| {
        format!(
            ": {}[{}] must be {} and is {}",
            wrong.buffer, wrong.index, wrong.expected, wrong.got
        )
    });
    facts.join(", ") + &wrong.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repaired::Repair;
    use course::{ExerciseName, Points, Remedy, Verdict};
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

    fn taken(exercises: &[GradedExercise]) -> GoneWrong {
        let mut gone_wrong = GoneWrong::default();
        for exercise in exercises {
            gone_wrong.take("Ada Lovelace", exercise, Some(KERNEL));
        }
        gone_wrong
    }

    #[test]
    fn a_class_is_grouped_by_what_it_got_wrong_with_an_example_and_no_comment() {
        let comparison = || Some(edit((2, 11), (2, 13), "<"));
        let gone_wrong = taken(&[
            exercise(Verdict::Passed, None),
            exercise(Verdict::Wrong, comparison()),
            exercise(Verdict::WroteOutside, None),
            exercise(Verdict::Wrong, comparison()),
            exercise(Verdict::Wrong, None),
        ]);
        let example = "if (i <= n) { -> if (i < n) {";
        let rows = [
            ["a comparison is wrong", "2 of 5", example],
            ["wrong", "1 of 5", ""],
            ["wrote-outside", "1 of 5", ""],
        ];
        assert_eq!(gone_wrong.rows(), rows.map(|row| row.map(str::to_owned)));
        let made = gone_wrong.by_mistake();
        assert_eq!((made[0].label, made[0].submissions), ("wrong", 3));
        assert_eq!(
            made[0].repairs,
            [(Some(RepairKind::Comparison), 2), (None, 1)]
        );
        let lines = &made[0].example.unwrap().lines;
        let shown: Vec<(usize, &str, bool)> = lines
            .iter()
            .map(|line| (line.number, &*line.text, line.is_marked))
            .collect();
        assert_eq!(
            shown,
            [
                (1, "a", false),
                (2, "    if (i <= n) {", true),
                (3, "        b;", false),
                (4, "    }", false)
            ]
        );
    }

    #[test]
    fn a_long_kernel_without_a_line_in_question_is_not_shown() {
        let lines: Vec<String> = (0..=WHOLE).map(|number| format!("x{number};")).collect();
        assert!(excerpt(&lines, None).is_empty());
        assert_eq!(excerpt(&lines, Some(9)).len(), 2 * AROUND + 1);
        assert_eq!(excerpt(&lines[1..], None).len(), WHOLE);
        assert!(excerpt(&lines, Some(99)).is_empty());
        let long = vec!["y".repeat(1000)];
        assert_eq!(excerpt(&long, None)[0].text.chars().count(), WIDEST);
    }

    #[test]
    fn an_added_line_is_shown_with_the_one_behind_it() {
        let added = edit((3, 1), (3, 1), "        barrier();\n");
        let repair = exercise(Verdict::Wrong, Some(added)).repair.unwrap();
        assert_eq!((&*repair.before, &*repair.after), ("b;", "barrier(); b;"));
    }
}
