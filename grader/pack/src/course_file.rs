//! `course.toml`: a course composed of exercises of the base course, of other packs and of its own. Unknown keys are
//! errors.

use crate::chapters::CHAPTERS;
use launch::nearest;
use serde::Deserialize;
use std::fmt;
use std::path::{Path, PathBuf};
use toml::Spanned;
use toml::value::Datetime;

/// A file that was read.
#[derive(Clone, Debug)]
pub struct CourseFile {
    pub title: String,
    /// When everything is due (RFC 3339), where that is laid down: `grader class --init` takes it over.
    pub deadline: Option<String>,
    pub policies: Policies,
    parts: Vec<(usize, Part)>,
}

/// What students of the course may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Policies {
    /// The tiers of hints that are shown: 1 to 3.
    pub hints: usize,
    /// May a repair be searched for and shown?
    pub repair: bool,
}

impl Default for Policies {
    fn default() -> Self {
        Policies {
            hints: 3,
            repair: true,
        }
    }
}

/// One part of a course, in the order of the file.
#[derive(Clone, Debug)]
struct Part {
    source: PartSource,
    points: Option<u32>,
}

#[derive(Clone, Debug)]
enum PartSource {
    /// The exercises of these chapters of the base course, the first and the last.
    Chapters(u32, u32),
    /// Exercises of the base course, by their slugs.
    Exercises(Vec<String>),
    /// Exercises of this pack, by their slugs.
    Own(Vec<String>),
    /// Everything of another pack: its folder, from that of this file.
    Pack(String),
}

/// An exercise of the base course.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BaseExercise {
    pub slug: String,
    /// The book's chapter: its file below `book/src`, without `.md`.
    pub chapter: String,
}

/// An exercise of the composed course, in its order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen {
    pub slug: String,
    /// The folder of the pack that holds it; none for one of the base course.
    pub pack: Option<PathBuf>,
    /// Its points, where they differ from its own.
    pub points: Option<u32>,
}

/// An error in a `course.toml`.
#[derive(Clone, Debug, PartialEq)]
pub struct CourseFileError {
    pub file: PathBuf,
    /// The line, from 1; absent for an error of the whole file.
    pub line: Option<usize>,
    pub kind: CourseFileErrorKind,
}

#[derive(Clone, Debug, PartialEq)]
pub enum CourseFileErrorKind {
    /// Not TOML, or an unknown key or a wrong type.
    Syntax {
        message: String,
    },
    Unreadable {
        reason: String,
    },
    /// A part is not exactly one of the kinds.
    PartKind,
    NoParts,
    /// Not as `4` or `2-4`, or beyond the chapters there are.
    Chapters {
        text: String,
    },
    /// Chapters without an exercise.
    NoneInChapters {
        text: String,
    },
    UnknownExercise {
        slug: String,
        nearest: Option<String>,
    },
    /// No folder of the pack is that exercise's.
    NoOwnExercise {
        slug: String,
        folder: PathBuf,
    },
    /// An exercise is there twice.
    Twice {
        slug: String,
    },
    /// Packs include one another: the folders, from the first to the same again.
    Cycle {
        folders: Vec<PathBuf>,
    },
    OutOfRange {
        key: &'static str,
        expected: &'static str,
    },
    /// A deadline without date, hour or offset.
    BareTime,
    /// Points of an own exercise, which stand in its `exercise.toml`.
    OwnPoints,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    title: String,
    deadline: Option<Spanned<Datetime>>,
    #[serde(default)]
    policies: Policies,
    #[serde(default, rename = "part")]
    parts: Vec<Spanned<PartTable>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PartTable {
    chapters: Option<String>,
    exercises: Option<Vec<String>>,
    own: Option<Vec<String>>,
    pack: Option<String>,
    points: Option<u32>,
}

/// Reads other packs' files.
pub trait Packs {
    /// The text of the `course.toml` in a folder.
    fn course_file(&self, folder: &Path) -> Result<String, String>;
    /// Does a pack hold this own exercise?
    fn has_own(&self, folder: &Path, slug: &str) -> bool;
    /// The same folder by another name is the same pack.
    fn whole(&self, folder: &Path) -> PathBuf;
}

impl CourseFile {
    /// Reads the text of a `course.toml`, which `file` is told as.
    pub fn parse(file: &Path, text: &str) -> Result<CourseFile, CourseFileError> {
        let line_of = |offset: usize| 1 + text.bytes().take(offset).filter(|&b| b == b'\n').count();
        let at = |line: Option<usize>, kind| CourseFileError {
            file: file.to_owned(),
            line,
            kind,
        };
        let read: File = toml::from_str(text).map_err(|error| {
            let line = error.span().map(|span| line_of(span.start));
            let message = error.message().trim_end().to_owned();
            at(line, CourseFileErrorKind::Syntax { message })
        })?;
        if !(1..=3).contains(&read.policies.hints) {
            let (key, expected) = ("hints", "from 1 to 3");
            return Err(at(None, CourseFileErrorKind::OutOfRange { key, expected }));
        }
        if let Some(time) = &read.deadline {
            let line = Some(line_of(time.span().start));
            let time = time.get_ref();
            if time.date.is_none() || time.time.is_none() || time.offset.is_none() {
                return Err(at(line, CourseFileErrorKind::BareTime));
            }
        }
        let mut parts = Vec::new();
        for table in read.parts {
            let line = line_of(table.span().start);
            let part = part(table.into_inner()).map_err(|kind| at(Some(line), kind))?;
            parts.push((line, part));
        }
        if parts.is_empty() {
            return Err(at(None, CourseFileErrorKind::NoParts));
        }
        Ok(CourseFile {
            title: read.title,
            deadline: read.deadline.map(|time| time.get_ref().to_string()),
            policies: read.policies,
            parts,
        })
    }

    /// The exercises of the course of the pack in `folder`, in their order.
    pub fn composed(
        &self,
        folder: &Path,
        base: &[BaseExercise],
        packs: &dyn Packs,
    ) -> Result<Vec<Chosen>, CourseFileError> {
        let mut chosen = Vec::new();
        let mut within = vec![packs.whole(folder)];
        self.compose(folder, base, packs, &mut within, &mut chosen)?;
        Ok(chosen)
    }

    fn compose(
        &self,
        folder: &Path,
        base: &[BaseExercise],
        packs: &dyn Packs,
        within: &mut Vec<PathBuf>,
        chosen: &mut Vec<Chosen>,
    ) -> Result<(), CourseFileError> {
        for (line, part) in &self.parts {
            let at = |kind| CourseFileError {
                file: folder.join(FILE),
                line: Some(*line),
                kind,
            };
            let from = chosen.len();
            match &part.source {
                PartSource::Chapters(first, last) => {
                    for exercise in in_chapters(base, *first, *last).map_err(at)? {
                        chosen.push(part.chosen(&exercise.slug, None));
                    }
                }
                PartSource::Exercises(slugs) => {
                    for slug in slugs {
                        if !base.iter().any(|exercise| exercise.slug == *slug) {
                            let known = base.iter().map(|exercise| exercise.slug.as_str());
                            return Err(at(CourseFileErrorKind::UnknownExercise {
                                slug: slug.clone(),
                                nearest: nearest(slug, known).map(str::to_owned),
                            }));
                        }
                        chosen.push(part.chosen(slug, None));
                    }
                }
                PartSource::Own(slugs) => {
                    for slug in slugs {
                        if !packs.has_own(folder, slug) {
                            return Err(at(CourseFileErrorKind::NoOwnExercise {
                                slug: slug.clone(),
                                folder: folder.to_owned(),
                            }));
                        }
                        chosen.push(part.chosen(slug, Some(folder)));
                    }
                }
                PartSource::Pack(other) => {
                    let other = folder.join(other);
                    let whole = packs.whole(&other);
                    if let Some(first) = within.iter().position(|it| *it == whole) {
                        let mut folders = within[first..].to_vec();
                        folders.push(whole);
                        return Err(at(CourseFileErrorKind::Cycle { folders }));
                    }
                    let file = other.join(FILE);
                    let text = packs
                        .course_file(&other)
                        .map_err(|reason| CourseFileError {
                            file: file.clone(),
                            line: None,
                            kind: CourseFileErrorKind::Unreadable { reason },
                        })?;
                    within.push(whole);
                    CourseFile::parse(&file, &text)?
                        .compose(&other, base, packs, within, chosen)?;
                    within.pop();
                    // What this part says counts over what the other pack says.
                    for it in &mut chosen[from..] {
                        it.points = part.points.or(it.points);
                    }
                }
            }
            let (earlier, new) = chosen.split_at(from);
            let is_there = |it: &&Chosen| earlier.iter().any(|other| other.slug == it.slug);
            let is_twice = |(index, it): &(usize, &Chosen)| {
                new[..*index].iter().any(|other| other.slug == it.slug)
            };
            let twice = new.iter().find(is_there);
            let twice = twice.or(new.iter().enumerate().find(is_twice).map(|(_, it)| it));
            if let Some(twice) = twice {
                let slug = twice.slug.clone();
                return Err(at(CourseFileErrorKind::Twice { slug }));
            }
        }
        Ok(())
    }
}

/// The name of the file that makes a pack of a folder.
pub const FILE: &str = "course.toml";

impl Part {
    fn chosen(&self, slug: &str, pack: Option<&Path>) -> Chosen {
        Chosen {
            slug: slug.to_owned(),
            pack: pack.map(Path::to_owned),
            points: self.points,
        }
    }
}

fn part(table: PartTable) -> Result<Part, CourseFileErrorKind> {
    let source = match (table.chapters, table.exercises, table.own, table.pack) {
        (Some(text), None, None, None) => {
            let (first, last) = text.split_once('-').unwrap_or((&text, &text));
            let number = |text: &str| text.trim().parse::<u32>().ok();
            match (number(first), number(last)) {
                (Some(first), Some(last)) if 1 <= first && first <= last && last <= LAST => {
                    PartSource::Chapters(first, last)
                }
                _ => return Err(CourseFileErrorKind::Chapters { text }),
            }
        }
        (None, Some(slugs), None, None) => PartSource::Exercises(slugs),
        (None, None, Some(slugs), None) => PartSource::Own(slugs),
        (None, None, None, Some(folder)) => PartSource::Pack(folder),
        _ => return Err(CourseFileErrorKind::PartKind),
    };
    if table
        .points
        .is_some_and(|points| !(1..=1000).contains(&points))
    {
        return Err(CourseFileErrorKind::OutOfRange {
            key: "points",
            expected: "from 1 to 1000",
        });
    }
    if matches!(source, PartSource::Own(_)) && table.points.is_some() {
        return Err(CourseFileErrorKind::OwnPoints);
    }
    Ok(Part {
        source,
        points: table.points,
    })
}

/// The number of the last chapter.
const LAST: u32 = CHAPTERS.len() as u32;

fn in_chapters(
    base: &[BaseExercise],
    first: u32,
    last: u32,
) -> Result<Vec<&BaseExercise>, CourseFileErrorKind> {
    let is_within = |exercise: &&BaseExercise| {
        let number = CHAPTERS
            .iter()
            .find(|(_, chapter)| *chapter == exercise.chapter);
        number.is_some_and(|(number, _)| (first..=last).contains(number))
    };
    let found: Vec<&BaseExercise> = base.iter().filter(is_within).collect();
    match found.is_empty() {
        true => Err(CourseFileErrorKind::NoneInChapters {
            text: format!("{first}-{last}"),
        }),
        false => Ok(found),
    }
}

impl fmt::Display for CourseFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file.display())?;
        if let Some(line) = self.line {
            write!(f, ", line {line}")?;
        }
        write!(f, ": {}", self.kind)
    }
}

impl fmt::Display for CourseFileErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CourseFileErrorKind::Syntax { message } => f.write_str(message),
            CourseFileErrorKind::Unreadable { reason } => write!(f, "it cannot be read: {reason}"),
            CourseFileErrorKind::PartKind => {
                f.write_str("a part has exactly one of `chapters`, `exercises`, `own` and `pack`")
            }
            CourseFileErrorKind::NoParts => {
                f.write_str("it has no [[part]]: the course would be empty")
            }
            CourseFileErrorKind::Chapters { text } => write!(
                f,
                "`chapters` must be a number or two, such as \"2-4\", from 1 to {LAST}, not \"{}\"",
                text.escape_default()
            ),
            CourseFileErrorKind::NoneInChapters { text } => {
                write!(f, "no exercise belongs to the chapters {text}")
            }
            CourseFileErrorKind::UnknownExercise { slug, nearest } => {
                write!(
                    f,
                    "the base course has no exercise `{}`",
                    slug.escape_default()
                )?;
                match nearest {
                    Some(nearest) => write!(f, "; did you mean `{nearest}`?"),
                    None => Ok(()),
                }
            }
            CourseFileErrorKind::NoOwnExercise { slug, folder } => write!(
                f,
                "{} holds no exercise `{1}`: it would be the folder exercises/NN-{1} with its problem.toml",
                match folder.as_os_str().is_empty() {
                    true => "this folder".to_owned(),
                    false => folder.display().to_string(),
                },
                slug.escape_default()
            ),
            CourseFileErrorKind::Twice { slug } => {
                write!(f, "the exercise `{}` is there twice", slug.escape_default())
            }
            CourseFileErrorKind::Cycle { folders } => {
                let folders: Vec<String> =
                    folders.iter().map(|it| it.display().to_string()).collect();
                write!(f, "the packs include one another: {}", folders.join(" -> "))
            }
            CourseFileErrorKind::OutOfRange { key, expected } => {
                write!(f, "`{key}` must be {expected}")
            }
            CourseFileErrorKind::OwnPoints => {
                f.write_str("the points of an own exercise stand in its exercise.toml, not here")
            }
            CourseFileErrorKind::BareTime => f.write_str(
                "deadline needs date, hour and offset from UTC: 2026-11-20T23:59:00+01:00",
            ),
        }
    }
}

impl std::error::Error for CourseFileError {}
