//! `class.toml`: what to grade, and how. Unknown keys are errors.

use crate::key::Secret;
use crate::times::{HandedIn, Instant};
use course::{Course, Exercise, Settings, UnknownExercise};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use toml::Spanned;
use toml::value::Datetime;

/// The plan of a grading: the exercises and their options.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The heading of the overview.
    pub title: String,
    /// The seed of hidden cases; without it the cases are those that every student can run.
    pub(crate) secret: Option<Secret>,
    /// Cases per exercise.
    pub cases: u32,
    pub deadline: Option<Instant>,
    pub late: LateRule,
    /// The name of the file with submission times, beside `class.toml`.
    pub times: Option<String>,
    /// How often a student may hand in again; absent where it does not matter.
    pub retries: Option<u32>,
    pub limits: Limits,
    pub slurm: SlurmOptions,
    /// The exercises, in the order of the file; at least one.
    pub tasks: Vec<Task>,
}

/// One exercise of the plan.
#[derive(Clone, Debug)]
pub struct Task {
    pub exercise: Exercise,
    /// The most points it earns; by default the exercise's own points.
    pub weight: f64,
}

impl Task {
    /// The exercise's slug.
    pub fn slug(&self) -> &str {
        &self.exercise.manifest.slug
    }
}

/// The late penalty.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LateRule {
    /// Percent for each started day.
    pub percent_a_day: f64,
    /// The maximum in percent.
    pub at_most: f64,
    /// Minutes after the deadline without a penalty.
    pub grace_minutes: u32,
}

/// Limits on input size, time and memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The longest kernel file, in KiB.
    pub kernel_kib: u64,
    /// The longest archive, in MiB.
    pub archive_mib: u64,
    /// The most files listed in a submission.
    pub files: usize,
    /// Minutes of silence after which a worker counts as lost.
    pub minutes: u64,
    /// Memory per worker in MiB: it bounds the number of workers, and the address space of each
    /// process that runs kernels.
    pub memory_mib: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            kernel_kib: 1024,
            archive_mib: 16,
            files: 2000,
            minutes: 30,
            memory_mib: 1024,
        }
    }
}

/// Options for Slurm besides cores and memory.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SlurmOptions {
    /// As `--gres` takes it: `gpu:1`.
    pub gres: Option<String>,
    pub partition: Option<String>,
    pub account: Option<String>,
    /// The time limit of an array task, in minutes.
    pub minutes: Option<u32>,
}

/// An error in `class.toml`.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{}{kind}", .line.map_or_else(String::new, |line| format!("line {line}: ")))]
pub struct PlanError {
    /// The line, from 1; absent for an error of the whole file.
    pub line: Option<usize>,
    pub kind: PlanErrorKind,
}

#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PlanErrorKind {
    /// Not TOML, or an unknown key or a wrong type.
    #[error("{}", .message.trim_end())]
    Syntax {
        /// The parser's message.
        message: String,
    },
    #[error("it names no exercise to grade")]
    NoExercise,
    #[error(transparent)]
    UnknownExercise(UnknownExercise),
    #[error("the exercise `{slug}` is named twice")]
    Twice { slug: String },
    /// A hidden seed short enough to guess.
    #[error(
        "a `hidden_seed` of {characters} characters could be guessed: use at least {SHORTEST_SEED}"
    )]
    ShortSeed { characters: usize },
    #[error("`{key}` must be {expected}")]
    OutOfRange {
        key: &'static str,
        expected: &'static str,
    },
    /// A time without date, hour or UTC offset.
    #[error("{key} needs date, hour and offset from UTC: 2026-11-20T23:59:00+01:00")]
    BareTime { key: &'static str },
    /// Retries are counted in the file of times alone.
    #[error("`retries` needs `times`, the file that says how often each student handed in")]
    RetriesWithoutTimes,
    /// A student without a time.
    #[error("a student in `times` needs a time, or a list of at least one")]
    NoTimes,
    /// A late penalty without a deadline.
    #[error("`late` needs a `deadline`")]
    LateWithoutDeadline,
}

/// The least memory of a worker: with less, drivers fail on correct kernels.
const LEAST_MEMORY_MIB: u64 = 1024;

/// The shortest hidden seed, in characters. A student sees failing cases drawn from it, so a seed
/// that can be enumerated would reveal the others.
const SHORTEST_SEED: usize = 12;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ClassFile {
    title: Option<String>,
    hidden_seed: Option<Spanned<String>>,
    cases: Option<Spanned<u32>>,
    deadline: Option<Spanned<Datetime>>,
    times: Option<String>,
    retries: Option<Spanned<u32>>,
    late: Option<Spanned<LateTable>>,
    limits: Option<LimitsTable>,
    slurm: Option<SlurmOptions>,
    #[serde(default, rename = "exercise")]
    exercises: Vec<ExerciseTable>,
}

/// One time, or all at which a student handed in.
#[derive(Deserialize)]
#[serde(untagged)]
enum TimesEntry {
    One(Datetime),
    Several(Vec<Datetime>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LateTable {
    percent_a_day: f64,
    at_most: Option<f64>,
    grace_minutes: Option<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LimitsTable {
    kernel_kib: Option<u64>,
    archive_mib: Option<u64>,
    files: Option<usize>,
    minutes: Option<u64>,
    memory_mib: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExerciseTable {
    name: Spanned<String>,
    weight: Option<Spanned<f64>>,
}

impl Plan {
    /// Parses `class.toml` for a course.
    pub fn parse(text: &str, course: &Course) -> Result<Plan, PlanError> {
        let line_at = |offset: usize| 1 + text.bytes().take(offset).filter(|&b| b == b'\n').count();
        let file: ClassFile = toml::from_str(text).map_err(|error| PlanError {
            line: error.span().map(|span| line_at(span.start)),
            kind: PlanErrorKind::Syntax {
                message: error.message().to_owned(),
            },
        })?;
        let at = |offset: usize, kind| PlanError {
            line: Some(line_at(offset)),
            kind,
        };
        let mut tasks: Vec<Task> = Vec::new();
        for asked in &file.exercises {
            let begin = asked.name.span().start;
            let exercise = course
                .find(asked.name.get_ref())
                .map_err(|unknown| at(begin, PlanErrorKind::UnknownExercise(unknown)))?;
            let slug = &exercise.manifest.slug;
            if tasks.iter().any(|task| task.slug() == slug) {
                return Err(at(begin, PlanErrorKind::Twice { slug: slug.clone() }));
            }
            let weight = match &asked.weight {
                None => f64::from(exercise.manifest.points),
                Some(weight) if (0.0..=1e6).contains(weight.get_ref()) => *weight.get_ref(),
                Some(weight) => {
                    return Err(at(
                        weight.span().start,
                        PlanErrorKind::OutOfRange {
                            key: "weight",
                            expected: "between 0 and 1000000",
                        },
                    ));
                }
            };
            tasks.push(Task {
                exercise: exercise.clone(),
                weight,
            });
        }
        if tasks.is_empty() {
            return Err(PlanError {
                line: None,
                kind: PlanErrorKind::NoExercise,
            });
        }
        let retries = match (file.retries, &file.times) {
            (Some(retries), None) => {
                return Err(at(retries.span().start, PlanErrorKind::RetriesWithoutTimes));
            }
            (retries, _) => retries.map(Spanned::into_inner),
        };
        let secret = file.hidden_seed.map(|seed| {
            let characters = seed.get_ref().chars().count();
            if characters < SHORTEST_SEED {
                return Err(at(
                    seed.span().start,
                    PlanErrorKind::ShortSeed { characters },
                ));
            }
            Ok(Secret::new(seed.into_inner()))
        });
        let cases = match file.cases {
            None => Settings::default().cases,
            Some(cases) if (1..=100_000).contains(cases.get_ref()) => cases.into_inner(),
            Some(cases) => {
                return Err(at(
                    cases.span().start,
                    PlanErrorKind::OutOfRange {
                        key: "cases",
                        expected: "between 1 and 100000",
                    },
                ));
            }
        };
        let deadline = file.deadline.map(|time| {
            Instant::of_toml(time.get_ref()).ok_or_else(|| {
                at(
                    time.span().start,
                    PlanErrorKind::BareTime { key: "deadline" },
                )
            })
        });
        let deadline = deadline.transpose()?;
        let late = match file.late {
            None => LateRule::default(),
            Some(late) if deadline.is_none() => {
                return Err(at(late.span().start, PlanErrorKind::LateWithoutDeadline));
            }
            Some(late) => {
                let begin = late.span().start;
                let late = late.into_inner();
                let at_most = late.at_most.unwrap_or(100.0);
                let is_share = |percent: f64| (0.0..=100.0).contains(&percent);
                if !is_share(late.percent_a_day) || !is_share(at_most) {
                    return Err(at(
                        begin,
                        PlanErrorKind::OutOfRange {
                            key: "late",
                            expected: "percentages between 0 and 100",
                        },
                    ));
                }
                LateRule {
                    percent_a_day: late.percent_a_day,
                    at_most,
                    grace_minutes: late.grace_minutes.unwrap_or(0),
                }
            }
        };
        Ok(Plan {
            title: file.title.unwrap_or_else(|| "The class".to_owned()),
            secret: secret.transpose()?,
            cases,
            deadline,
            late,
            times: file.times,
            retries,
            limits: limits(file.limits)?,
            slurm: file.slurm.unwrap_or_default(),
            tasks,
        })
    }

    /// The plan of a board: exercises with a kernel, each checked in `cases` cases.
    pub fn of_board(title: String, exercises: Vec<Exercise>, cases: u32) -> Plan {
        let task = |exercise: Exercise| Task {
            weight: f64::from(exercise.manifest.points),
            exercise,
        };
        Plan {
            title,
            secret: None,
            cases,
            deadline: None,
            late: LateRule::default(),
            times: None,
            retries: None,
            limits: Limits::default(),
            slurm: SlurmOptions::default(),
            tasks: exercises.into_iter().map(task).collect(),
        }
    }

    /// The most points that can be earned.
    pub fn of(&self) -> f64 {
        self.tasks.iter().map(|task| task.weight).sum()
    }

    /// Parses the file of submission times: a table from name to time with UTC offset, or to a list of all times at
    /// which the student handed in.
    pub fn parse_times(text: &str) -> Result<BTreeMap<String, HandedIn>, PlanError> {
        let line_at = |offset: usize| 1 + text.bytes().take(offset).filter(|&b| b == b'\n').count();
        let times: BTreeMap<String, Spanned<TimesEntry>> =
            toml::from_str(text).map_err(|error| PlanError {
                line: error.span().map(|span| line_at(span.start)),
                kind: PlanErrorKind::Syntax {
                    message: error.message().to_owned(),
                },
            })?;
        let read = |(name, entry): (String, Spanned<TimesEntry>)| {
            let error = |kind| PlanError {
                line: Some(line_at(entry.span().start)),
                kind,
            };
            let times = match entry.get_ref() {
                TimesEntry::One(time) => std::slice::from_ref(time),
                TimesEntry::Several(times) => times.as_slice(),
            };
            let bare = || error(PlanErrorKind::BareTime { key: "a time" });
            let instants = times
                .iter()
                .map(|time| Instant::of_toml(time).ok_or_else(bare));
            let instants: Vec<Instant> = instants.collect::<Result<_, _>>()?;
            let last = instants.iter().max().copied();
            let last = last.ok_or_else(|| error(PlanErrorKind::NoTimes))?;
            let times = u32::try_from(instants.len()).unwrap_or(u32::MAX);
            Ok((name, HandedIn { last, times }))
        };
        times.into_iter().map(read).collect()
    }
}

fn limits(table: Option<LimitsTable>) -> Result<Limits, PlanError> {
    let usual = Limits::default();
    let Some(table) = table else {
        return Ok(usual);
    };
    let between =
        |key, value: Option<u64>, usual: u64, range: RangeInclusive<u64>, expected| match value {
            None => Ok(usual),
            Some(value) if range.contains(&value) => Ok(value),
            Some(_) => Err(PlanError {
                line: None,
                kind: PlanErrorKind::OutOfRange { key, expected },
            }),
        };
    let within = |key, value, usual, most| {
        let expected = "at least 1, and not beyond what a machine holds";
        between(key, value, usual, 1..=most, expected)
    };
    Ok(Limits {
        kernel_kib: within("kernel_kib", table.kernel_kib, usual.kernel_kib, 16 << 10)?,
        archive_mib: within("archive_mib", table.archive_mib, usual.archive_mib, 1 << 10)?,
        files: within(
            "files",
            table.files.map(|files| files as u64),
            usual.files as u64,
            1 << 20,
        )? as usize,
        minutes: within("minutes", table.minutes, usual.minutes, 7 * 24 * 60)?,
        memory_mib: between(
            "memory_mib",
            table.memory_mib,
            usual.memory_mib,
            LEAST_MEMORY_MIB..=1 << 20,
            "at least 1024, of which a driver takes half",
        )?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use course::ExerciseFiles;

    const HINTS: &str = "## Hint 1\na\n## Hint 2\nb\n## Hint 3\nc\n";

    fn course() -> Course {
        let manifest = |number: u32, slug: &str| {
            format!(
                "slug = \"{slug}\"\nnumber = {number}\ntitle = \"t\"\nteaches = \"t\"\n\
                 chapter = \"c\"\nminutes = 1\npoints = 5\nprerequisites = []\n\
                 problem = \"{slug}\"\nkernel = \"kernel.cl\"\n"
            )
        };
        let (fill, saxpy) = (manifest(1, "fill"), manifest(2, "saxpy"));
        let files = [("01-fill", &fill), ("02-saxpy", &saxpy)];
        Course::parse(files.map(|(folder, manifest)| ExerciseFiles {
            folder,
            manifest,
            hints: HINTS,
        }))
        .unwrap()
    }

    fn error(text: &str) -> String {
        Plan::parse(text, &course()).unwrap_err().to_string()
    }

    #[test]
    fn the_template_is_a_plan_of_every_exercise() {
        let course = course();
        let plan = Plan::parse(&crate::template(&course, None, None), &course).unwrap();
        assert_eq!(plan.tasks.len(), course.exercises().len());
        assert_eq!(plan.limits, Limits::default());
        // Each option in a comment is one that the file may have.
        let text = crate::template(&course, None, None);
        let options = text.lines().filter_map(|line| {
            let option = line.strip_prefix("# ")?;
            let is_option = option.starts_with('[')
                || option.split_once(" = ").is_some_and(|(key, _)| {
                    key.chars().all(|c| c.is_ascii_lowercase() || c == '_')
                });
            is_option.then_some(option)
        });
        let (head, tables): (Vec<&str>, Vec<&str>) = {
            let all: Vec<&str> = options.collect();
            let first = all
                .iter()
                .position(|it| it.starts_with("[limits]"))
                .unwrap();
            (all[..first].to_vec(), all[first..].to_vec())
        };
        let head: Vec<&str> = head
            .into_iter()
            .filter(|it| !it.starts_with("weight"))
            .collect();
        let whole = format!(
            "{}\n[[exercise]]\nname = \"fill\"\nweight = 5\n{}\n",
            head.join("\n"),
            tables.join("\n")
        );
        let plan = Plan::parse(&whole, &course).unwrap();
        assert!(plan.deadline.is_some() && plan.secret.is_some());
        assert_eq!(plan.limits, Limits::default());
    }

    #[test]
    fn the_template_has_the_title_and_the_deadline_of_a_course() {
        let deadline = "2026-11-20T23:59:00+01:00";
        let text = crate::template(&course(), Some("\"A\" and [b]"), Some(deadline));
        let plan = Plan::parse(&text, &course()).unwrap();
        assert_eq!(plan.title, "\"A\" and [b]");
        assert_eq!(plan.deadline.unwrap().to_string(), deadline);
    }

    #[test]
    fn a_plan_needs_no_more_than_its_exercises() {
        let text = "[[exercise]]\nname = \"2\"\n[[exercise]]\nname = \"fill\"\nweight = 2.5\n";
        let plan = Plan::parse(text, &course()).unwrap();
        let tasks: Vec<(&str, f64)> = plan.tasks.iter().map(|it| (it.slug(), it.weight)).collect();
        assert_eq!(tasks, [("saxpy", 5.0), ("fill", 2.5)]);
        assert_eq!(plan.of(), 7.5);
        assert_eq!(plan.limits, Limits::default());
        assert!(plan.secret.is_none() && plan.deadline.is_none());
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        let saxpy = "[[exercise]]\nname = \"saxpy\"\n";
        assert_eq!(error(""), "it names no exercise to grade");
        assert_eq!(
            error(&format!("{saxpy}{saxpy}")),
            "line 4: the exercise `saxpy` is named twice"
        );
        assert_eq!(
            error("\n[[exercise]]\nname = \"saxpi\"\n"),
            "line 3: there is no exercise `saxpi`; did you mean `saxpy`?"
        );
        assert_eq!(
            error(&format!("cases = 0\n{saxpy}")),
            "line 1: `cases` must be between 1 and 100000"
        );
        assert_eq!(
            error(&format!("{saxpy}weight = nan\n")),
            "line 3: `weight` must be between 0 and 1000000"
        );
        assert_eq!(
            error(&format!("hidden_seed = \"12345\"\n{saxpy}")),
            "line 1: a `hidden_seed` of 5 characters could be guessed: use at least 12"
        );
        let due = "deadline = 2026-11-20T23:59:00Z\n";
        assert_eq!(
            error(&format!("{due}late = {{ percent_a_day = 120 }}\n{saxpy}")),
            "line 2: `late` must be percentages between 0 and 100"
        );
        assert!(error(&format!("[limits]\nkib = 3\n{saxpy}")).starts_with("line 2: unknown field"));
        assert_eq!(
            error(&format!("[limits]\nmemory_mib = 512\n{saxpy}")),
            "`memory_mib` must be at least 1024, of which a driver takes half"
        );
    }

    #[test]
    fn times_are_read_with_their_offsets() {
        let times =
            Plan::parse_times("\"Zo\u{eb} M\u{fc}ller\" = 2026-11-20T12:00:00+01:00\n").unwrap();
        assert_eq!(
            times["Zo\u{eb} M\u{fc}ller"].last.to_string(),
            "2026-11-20T12:00:00+01:00"
        );
        let times = Plan::parse_times(
            "a = [2026-11-20T12:00:00Z, 2026-11-21T12:00:00Z, 2026-11-19T12:00:00Z]\n",
        );
        let HandedIn { last, times } = times.unwrap()["a"];
        assert_eq!(
            (last.to_string().as_str(), times),
            ("2026-11-21T12:00:00+00:00", 3)
        );
        let error = Plan::parse_times("a = []\n").unwrap_err();
        assert_eq!(error.kind, PlanErrorKind::NoTimes);
        let error = Plan::parse_times("a = 2026-11-20T12:00:00Z\nb = 2026-11-20\n").unwrap_err();
        assert_eq!(error.line, Some(2));
    }
}
