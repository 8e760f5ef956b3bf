//! Validates a course before an instructor hands it out: every starter fails and every solution passes with
//! all points, on the simulator and on a device; every wrong answer is caught under its own label; every
//! hint, page and link exists; no blank of a template is left.

use crate::exercises::course_folder::{Begun, CourseFolder, Work};
use crate::exercises::snapshots::{Reporter, Subject, SubjectError};
use course::{Exercise, LabelError, MistakeLabel, Starter, Verdict};
use launch::Finding;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

/// The least number of mistakes of an exercise.
pub const LEAST_MISTAKES: usize = 3;

/// The blank in a template that its author has to fill in.
pub const BLANK: &str = "FILL-IN";

/// The folder of the chapters within the course folder.
const BOOK: &str = "book/src";

#[derive(Debug)]
pub struct Flaw {
    /// The file or folder to fix.
    pub path: PathBuf,
    /// The line, from 1, if known.
    pub line: Option<usize>,
    pub kind: FlawKind,
}

#[derive(Debug)]
pub enum FlawKind {
    Unreadable(SubjectError),
    /// A starter that passes, or that does not even run.
    Starter {
        /// The result.
        verdict: String,
    },
    /// The student's file is not the starter.
    NotTheStarter,
    /// The machine or the exercise's reference failed: nothing is known of the kernel.
    Fault {
        /// Why.
        message: String,
    },
    /// A solution that does not pass.
    Solution {
        /// The result.
        verdict: String,
    },
    /// A solution that passes without every point.
    Points {
        earned: u32,
        of: u32,
    },
    FewMistakes {
        found: usize,
    },
    /// A wrong answer without a label.
    Label(LabelError),
    /// A wrong answer that is caught as something else, or not at all.
    CaughtAs {
        /// The label.
        expected: String,
        /// The result.
        found: String,
    },
    /// The starter makes another mistake than the one to name.
    OtherMistake {
        /// The right answer.
        named: &'static str,
        /// The starter's result.
        found: String,
    },
    /// The exercise's chapter is not in the book.
    NoChapter,
    /// The chapter does not mention the exercise.
    NotInChapter {
        /// The command it must show.
        command: String,
    },
    /// A link to a missing file.
    Link {
        target: String,
    },
    /// A blank of the template is left.
    Blank,
}

/// The flaws of one exercise, in the order in which they should be fixed. `goes_on` is told the name of each starter,
/// solution and mistake before it runs, and says whether to go on.
pub fn flaws(
    folder: &CourseFolder,
    exercise: &Exercise,
    reporter: &mut Reporter,
    goes_on: &mut dyn FnMut(&str) -> bool,
) -> Vec<Flaw> {
    let mut flaws = Vec::new();
    let subjects = match Subject::of(folder, exercise) {
        Ok(subjects) => subjects,
        Err(error) => {
            flaws.push(Flaw {
                path: folder.solution_of(exercise),
                line: None,
                kind: FlawKind::Unreadable(error),
            });
            Vec::new()
        }
    };
    for path in [folder.of(exercise), folder.solution_of(exercise)] {
        flaws.extend(blanks(&path));
    }
    // What a pack includes was checked where it comes from.
    let is_included = folder.includes(exercise);
    let mistakes = subjects.len().saturating_sub(2);
    if mistakes < LEAST_MISTAKES && !is_included {
        flaws.push(Flaw {
            path: folder.solution_of(exercise).join("mistakes"),
            line: None,
            kind: FlawKind::FewMistakes { found: mistakes },
        });
    }
    for subject in &subjects {
        if !goes_on(&subject.name) {
            return flaws;
        }
        let kind = match reporter.take(folder, subject) {
            Err(error) => Some(FlawKind::Unreadable(error)),
            Ok((report, _)) if fault_of(&report.verdict).is_some() => {
                // It would be told of each file again.
                flaws.extend(fault_of(&report.verdict).map(|kind| Flaw {
                    path: folder.of(exercise),
                    line: None,
                    kind,
                }));
                break;
            }
            Ok((report, _)) => match subject.name.as_str() {
                "starter" => flaw_of_starter(exercise.manifest.starter, &report.verdict),
                "solution" => flaw_of_solution(&report),
                _ => flaw_of_mistake(subject.path(), &report.verdict),
            },
        };
        flaws.extend(kind.map(|kind| Flaw {
            path: subject.path().to_owned(),
            line: None,
            kind,
        }));
    }
    for Begun { own, starter } in folder.files_of(exercise) {
        if fs::read(own.path()).ok() != fs::read(starter.path()).ok() {
            flaws.push(Flaw {
                path: own.path().to_owned(),
                line: None,
                kind: FlawKind::NotTheStarter,
            });
        }
    }
    flaws.extend(flaw_of_diagnosis(folder, exercise, reporter));
    if folder.has_book() {
        flaws.extend(flaws_of_pages(folder, exercise));
    }
    flaws
}

/// If the exercise asks to name a mistake, the starter must make the mistake that is the right answer.
fn flaw_of_diagnosis(
    folder: &CourseFolder,
    exercise: &Exercise,
    reporter: &mut Reporter,
) -> Option<Flaw> {
    let mistake = exercise.sheet?.diagnosis()?;
    let starters = folder.files_of(exercise).into_iter();
    let mut files = folder.solution_files_of(exercise);
    files.extend(starters.map(|file| file.starter).filter(is_kernel));
    let subject = Subject {
        exercise,
        name: "starter, named".to_owned(),
        files,
    };
    let (report, _) = reporter.take(folder, &subject).ok()?;
    let found = |finding: &Finding| finding.mistake == mistake;
    let is_it = match &report.verdict {
        Verdict::Mistake { mistake: seen } => *seen == mistake,
        Verdict::TooCostly => report.findings.iter().any(found),
        _ => false,
    };
    (!is_it).then(|| Flaw {
        path: subject.path().to_owned(),
        line: None,
        kind: FlawKind::OtherMistake {
            named: mistake.as_str(),
            found: report.verdict.label().to_owned(),
        },
    })
}

fn is_kernel(file: &Work) -> bool {
    matches!(file, Work::Kernel(_))
}

fn fault_of(verdict: &Verdict) -> Option<FlawKind> {
    match verdict {
        Verdict::RunnerFault { message } => Some(FlawKind::Fault {
            message: message.clone(),
        }),
        _ => None,
    }
}

/// The starter must fall short in the way that the exercise declares.
fn flaw_of_starter(starter: Starter, verdict: &Verdict) -> Option<FlawKind> {
    (!starter.falls_short_as(verdict)).then(|| FlawKind::Starter {
        verdict: verdict.label().to_owned(),
    })
}

fn flaw_of_solution(report: &course::Report) -> Option<FlawKind> {
    let points = report.points;
    if report.verdict != Verdict::Passed {
        return Some(FlawKind::Solution {
            verdict: report.verdict.label().to_owned(),
        });
    }
    (points.earned < points.of).then_some(FlawKind::Points {
        earned: points.earned,
        of: points.of,
    })
}

fn flaw_of_mistake(path: &Path, verdict: &Verdict) -> Option<FlawKind> {
    let text = fs::read_to_string(path).unwrap_or_default();
    match MistakeLabel::parse(&text) {
        Err(error) => Some(FlawKind::Label(error)),
        Ok(label) => (label.verdict != verdict.label()).then(|| FlawKind::CaughtAs {
            expected: label.verdict,
            found: verdict.label().to_owned(),
        }),
    }
}

/// The lines of a folder's files that still have a template's blank.
fn blanks(folder: &Path) -> Vec<Flaw> {
    let mut flaws = Vec::new();
    let Ok(entries) = fs::read_dir(folder) else {
        return flaws;
    };
    let mut paths: Vec<PathBuf> = entries.filter_map(|it| Some(it.ok()?.path())).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            flaws.extend(blanks(&path));
            continue;
        }
        let text = fs::read_to_string(&path).unwrap_or_default();
        for (line, number) in text.lines().zip(1..) {
            if line.contains(BLANK) {
                flaws.push(Flaw {
                    path: path.clone(),
                    line: Some(number),
                    kind: FlawKind::Blank,
                });
            }
        }
    }
    flaws
}

/// The chapter must exist and mention the exercise, and the links of chapter and hints must not be broken.
fn flaws_of_pages(folder: &CourseFolder, exercise: &Exercise) -> Vec<Flaw> {
    let mut flaws = Vec::new();
    let chapter = folder
        .root
        .join(BOOK)
        .join(&exercise.manifest.chapter)
        .with_extension("md");
    match fs::read_to_string(&chapter) {
        Err(_) => flaws.push(Flaw {
            path: chapter.clone(),
            line: None,
            kind: FlawKind::NoChapter,
        }),
        Ok(text) => {
            let command = format!("grader check {}", exercise.manifest.slug);
            if !text.lines().any(|line| line.trim_end().ends_with(&command)) {
                flaws.push(Flaw {
                    path: chapter.clone(),
                    line: None,
                    kind: FlawKind::NotInChapter { command },
                });
            }
        }
    }
    for page in [chapter, folder.of(exercise).join("hints.md")] {
        let text = fs::read_to_string(&page).unwrap_or_default();
        for (line, target) in links(&text) {
            let there = page.parent().map(|folder| folder.join(target));
            if !there.is_some_and(|path| path.exists()) {
                flaws.push(Flaw {
                    path: page.clone(),
                    line: Some(line),
                    kind: FlawKind::Link {
                        target: target.to_owned(),
                    },
                });
            }
        }
    }
    flaws
}

/// The links of a page to files, each with its line: not those to the web or within the page.
fn links(text: &str) -> Vec<(usize, &str)> {
    let mut links = Vec::new();
    let mut in_code = false;
    for (line, number) in text.lines().zip(1..) {
        in_code ^= line.trim_start().starts_with("```");
        if in_code {
            continue;
        }
        for rest in line.split("](").skip(1) {
            let target = rest.split([')', ' ', '#']).next().unwrap_or_default();
            if !target.is_empty() && !target.contains("://") && !target.starts_with("mailto:") {
                links.push((number, target));
            }
        }
    }
    links
}

impl fmt::Display for FlawKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FlawKind::Unreadable(error) => error.fmt(f),
            FlawKind::Starter { verdict } => {
                write!(
                    f,
                    "a starter must fall short as its exercise says; this one is {verdict}"
                )
            }
            FlawKind::NotTheStarter => {
                f.write_str("it has been edited; `grader reset` brings the starter back")
            }
            FlawKind::Fault { message } => write!(f, "not checked: {message}"),
            FlawKind::Solution { verdict } => {
                write!(f, "a solution must pass; this one is {verdict}")
            }
            FlawKind::Points { earned, of } => {
                write!(
                    f,
                    "a solution must earn every point; this one has {earned} of {of}"
                )
            }
            FlawKind::FewMistakes { found } => write!(
                f,
                "{LEAST_MISTAKES} wrong answers are needed, there are {found}"
            ),
            FlawKind::Label(error) => error.fmt(f),
            FlawKind::CaughtAs { expected, found } => {
                write!(
                    f,
                    "by its label it is {expected}, but it came out as {found}"
                )
            }
            FlawKind::OtherMistake { named, found } => write!(
                f,
                "the mistake to be named is {named}, but this starter comes out as {found}"
            ),
            FlawKind::NoChapter => f.write_str("there is no such chapter"),
            FlawKind::NotInChapter { command } => {
                write!(f, "no line of the chapter ends in `{command}`")
            }
            FlawKind::Link { target } => write!(f, "the link to {target} leads nowhere"),
            FlawKind::Blank => write!(f, "{BLANK} is still to be filled in"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_to_files_are_found_and_no_others() {
        let text = "See [a](b.md) and [c](../d/e.md#part), [f](https://x.y/z) and [g](#here).\n\
                    ```c\nx = a[i](j);\n```\n[h](i.md)\n";
        assert_eq!(links(text), [(1, "b.md"), (1, "../d/e.md"), (5, "i.md")]);
    }

    #[test]
    fn a_starter_falls_short_in_the_way_that_its_exercise_says() {
        let log = String::new();
        let refused = Verdict::BuildFailed { log };
        assert!(flaw_of_starter(Starter::Compiles, &Verdict::Wrong).is_none());
        assert!(flaw_of_starter(Starter::Compiles, &Verdict::TooCostly).is_none());
        assert!(flaw_of_starter(Starter::Compiles, &Verdict::Passed).is_some());
        assert!(flaw_of_starter(Starter::Compiles, &refused).is_some());
        assert!(flaw_of_starter(Starter::Refused, &refused).is_none());
    }

    #[test]
    fn a_blank_is_told_with_its_line() {
        let root = tempfile::tempdir().unwrap();
        fs::create_dir(root.path().join("mistakes")).unwrap();
        fs::write(root.path().join("mistakes/a.cl"), "x\n// FILL-IN: what\n").unwrap();
        let flaws = blanks(root.path());
        assert_eq!(flaws.len(), 1);
        assert_eq!(flaws[0].line, Some(2));
    }
}
