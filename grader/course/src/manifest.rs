//! `exercise.toml`, the metadata of an exercise. Parsing is strict: an unknown key, a missing one or a value
//! of another type is an error that names key and line.

use crate::report::Verdict;
use launch::nearest;
use std::fmt;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The contents of an `exercise.toml`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Manifest {
    /// The stable id: lower-case words joined by hyphens. Progress is kept under it.
    pub slug: String,
    /// The position in the course; it has no other effect.
    pub number: u32,
    /// A short title.
    pub title: String,
    /// One sentence about what it teaches.
    pub teaches: String,
    /// The book's chapter: its file below `book/src`, without `.md`.
    pub chapter: String,
    pub minutes: u32,
    pub points: u32,
    /// Slugs of the exercises to do before.
    pub prerequisites: Vec<String>,
    /// The kernel to write, where one is.
    pub kernel: Option<KernelTask>,
    /// The name of the sheet of questions in the crate `kernels`, where there are questions to answer.
    pub sheet: Option<String>,
    pub starter: Starter,
    /// May the grader search for a repair and show it: `repair = false` or `true`. If the key is absent, it may,
    /// unless the exercise asks to name the mistake.
    pub repair: Option<bool>,
}

/// The kernel that an exercise asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KernelTask {
    /// The name of the problem in the crate `kernels`: `problem`.
    pub problem: String,
    /// The student's file in the exercise's folder: `kernel`.
    pub file: String,
}

/// The expected result of checking the starter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Starter {
    /// It compiles and falls short: `starter = "compiles"`, or no such key.
    #[default]
    Compiles,
    /// No OpenCL compiler takes it, because it is not written in OpenCL C yet: `starter = "refused"`.
    Refused,
}

impl Starter {
    /// Is `verdict` the expected result of checking such a starter?
    pub fn falls_short_as(self, verdict: &Verdict) -> bool {
        match self {
            Starter::Compiles => matches!(
                verdict,
                Verdict::Wrong
                    | Verdict::WroteOutside
                    | Verdict::Mistake { .. }
                    | Verdict::TooCostly
                    | Verdict::Undiagnosed { .. }
                    | Verdict::WrongAnswers
            ),
            Starter::Refused => matches!(verdict, Verdict::BuildFailed { .. }),
        }
    }

    const EXPECTED: &str = "\"compiles\" or \"refused\"";

    fn named(name: &str) -> Option<Self> {
        match name {
            "compiles" => Some(Starter::Compiles),
            "refused" => Some(Starter::Refused),
            _ => None,
        }
    }
}

/// An error in an `exercise.toml`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ManifestError {
    /// The line, from 1; absent where it concerns the whole file.
    pub line: Option<usize>,
    pub kind: ManifestErrorKind,
}

/// The kinds of error in an `exercise.toml`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ManifestErrorKind {
    /// It is not TOML.
    Syntax {
        /// The parser's message.
        message: String,
        /// The text at the error; may be empty.
        at: String,
    },
    UnknownKey {
        key: String,
        /// The most similar key.
        nearest: Option<&'static str>,
    },
    MissingKey {
        key: &'static str,
    },
    /// Neither a kernel nor questions.
    NothingAsked,
    /// A value of another type.
    WrongType {
        key: &'static str,
        expected: &'static str,
        found: &'static str,
    },
    /// A value of the right type that is invalid.
    BadValue {
        key: &'static str,
        value: String,
        expected: &'static str,
    },
}

const KEYS: [&str; 13] = [
    "slug",
    "number",
    "title",
    "teaches",
    "chapter",
    "minutes",
    "points",
    "prerequisites",
    "problem",
    "kernel",
    "sheet",
    "starter",
    "repair",
];

impl Manifest {
    /// Reads the text of an `exercise.toml`.
    pub fn parse(text: &str) -> Result<Self, ManifestError> {
        let table = DeTable::parse(text).map_err(|error| ManifestError {
            line: error.span().map(|span| line_of(text, span.start)),
            kind: ManifestErrorKind::Syntax {
                message: error.message().to_owned(),
                at: error
                    .span()
                    .and_then(|span| text.get(span)?.lines().next())
                    .unwrap_or_default()
                    .to_owned(),
            },
        })?;
        let table = table.into_inner();
        for key in table.keys() {
            if !KEYS.contains(&key.get_ref().as_ref()) {
                return Err(ManifestError {
                    line: Some(line_of(text, key.span().start)),
                    kind: ManifestErrorKind::UnknownKey {
                        key: key.get_ref().to_string(),
                        nearest: nearest(key.get_ref(), KEYS),
                    },
                });
            }
        }
        let keys = Keys { text, table };
        Ok(Manifest {
            slug: keys.checked("slug", is_slug, "lower-case words joined by hyphens")?,
            number: keys.number("number", 1)?,
            title: keys.line("title")?,
            teaches: keys.line("teaches")?,
            chapter: keys.checked(
                "chapter",
                is_chapter,
                "a chapter's file below book/src, without .md",
            )?,
            minutes: keys.number("minutes", 1)?,
            points: keys.number("points", 1)?,
            prerequisites: keys.slugs("prerequisites")?,
            kernel: keys.kernel()?,
            sheet: keys.optional("sheet", is_slug, "the name of a sheet")?,
            starter: keys.starter("starter")?,
            repair: keys.boolean("repair")?,
        })
    }
}

/// The keys of a file, with the text to find their lines in.
struct Keys<'t> {
    text: &'t str,
    table: DeTable<'t>,
}

impl Keys<'_> {
    fn value(&self, key: &'static str) -> Result<&Spanned<DeValue<'_>>, ManifestError> {
        self.table.get(key).ok_or(ManifestError {
            line: None,
            kind: ManifestErrorKind::MissingKey { key },
        })
    }

    fn error(&self, value: &Spanned<DeValue<'_>>, kind: ManifestErrorKind) -> ManifestError {
        ManifestError {
            line: Some(line_of(self.text, value.span().start)),
            kind,
        }
    }

    fn wrong_type(
        &self,
        key: &'static str,
        value: &Spanned<DeValue<'_>>,
        expected: &'static str,
    ) -> ManifestError {
        let found = value.get_ref().type_str();
        self.error(
            value,
            ManifestErrorKind::WrongType {
                key,
                expected,
                found,
            },
        )
    }

    fn checked(
        &self,
        key: &'static str,
        is_right: fn(&str) -> bool,
        expected: &'static str,
    ) -> Result<String, ManifestError> {
        let value = self.value(key)?;
        let text = value.get_ref().as_str();
        let text = text.ok_or_else(|| self.wrong_type(key, value, "a string"))?;
        if is_right(text) {
            return Ok(text.to_owned());
        }
        let value_text = text.to_owned();
        Err(self.error(
            value,
            ManifestErrorKind::BadValue {
                key,
                value: value_text,
                expected,
            },
        ))
    }

    fn optional(
        &self,
        key: &'static str,
        is_right: fn(&str) -> bool,
        expected: &'static str,
    ) -> Result<Option<String>, ManifestError> {
        if !self.table.contains_key(key) {
            return Ok(None);
        }
        self.checked(key, is_right, expected).map(Some)
    }

    /// A problem and its file stand together; without them there must be questions.
    fn kernel(&self) -> Result<Option<KernelTask>, ManifestError> {
        let given = |key| self.table.contains_key(key);
        if !given("problem") && !given("kernel") {
            return match given("sheet") {
                true => Ok(None),
                false => Err(ManifestError {
                    line: None,
                    kind: ManifestErrorKind::NothingAsked,
                }),
            };
        }
        Ok(Some(KernelTask {
            problem: self.checked("problem", is_slug, "the name of a problem")?,
            file: self.checked(
                "kernel",
                is_kernel_file,
                "the name of a .cl file in the same folder",
            )?,
        }))
    }

    /// The starter; the default if the key is absent.
    fn starter(&self, key: &'static str) -> Result<Starter, ManifestError> {
        if !self.table.contains_key(key) {
            return Ok(Starter::default());
        }
        let name = self.checked(
            key,
            |name| Starter::named(name).is_some(),
            Starter::EXPECTED,
        )?;
        Ok(Starter::named(&name).unwrap_or_default())
    }

    fn boolean(&self, key: &'static str) -> Result<Option<bool>, ManifestError> {
        let Some(value) = self.table.get(key) else {
            return Ok(None);
        };
        let given = value.get_ref().as_bool();
        let given = given.ok_or_else(|| self.wrong_type(key, value, "true or false"))?;
        Ok(Some(given))
    }

    /// Text of one line.
    fn line(&self, key: &'static str) -> Result<String, ManifestError> {
        let is_line = |text: &str| !text.trim().is_empty() && !text.chars().any(char::is_control);
        self.checked(key, is_line, "one line of text")
    }

    fn number(&self, key: &'static str, least: u32) -> Result<u32, ManifestError> {
        const MOST: u32 = 1000;
        let value = self.value(key)?;
        let integer = value.get_ref().as_integer();
        let integer = integer.ok_or_else(|| self.wrong_type(key, value, "an integer"))?;
        let number = u32::from_str_radix(integer.as_str(), integer.radix());
        match number {
            Ok(number) if (least..=MOST).contains(&number) => Ok(number),
            _ => Err(self.error(
                value,
                ManifestErrorKind::BadValue {
                    key,
                    value: integer.as_str().to_owned(),
                    expected: "a number from 1 to 1000",
                },
            )),
        }
    }

    fn slugs(&self, key: &'static str) -> Result<Vec<String>, ManifestError> {
        let value = self.value(key)?;
        let array = value.get_ref().as_array();
        let array = array.ok_or_else(|| self.wrong_type(key, value, "an array of strings"))?;
        let mut slugs = Vec::new();
        for entry in array.iter() {
            let slug = entry.get_ref().as_str();
            let slug = slug.ok_or_else(|| self.wrong_type(key, entry, "an array of strings"))?;
            slugs.push(slug.to_owned());
        }
        Ok(slugs)
    }
}

fn is_slug(text: &str) -> bool {
    let is_word = |word: &str| {
        !word.is_empty()
            && word
                .chars()
                .all(|character| character.is_ascii_lowercase() || character.is_ascii_digit())
    };
    text.starts_with(|first: char| first.is_ascii_lowercase()) && text.split('-').all(is_word)
}

fn is_chapter(text: &str) -> bool {
    text.split('/').all(is_slug)
}

/// A name, not a path: an exercise's file lies in its own folder.
fn is_kernel_file(text: &str) -> bool {
    text.strip_suffix(".cl").is_some_and(|stem| {
        !stem.is_empty()
            && stem
                .chars()
                .all(|character| character.is_ascii_alphanumeric() || "-_".contains(character))
    })
}

fn line_of(text: &str, offset: usize) -> usize {
    let before = text.as_bytes().iter().take(offset);
    1 + before.filter(|byte| **byte == b'\n').count()
}

impl fmt::Display for ManifestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        match &self.kind {
            ManifestErrorKind::Syntax { message, at } => {
                write!(f, "this is no TOML: {message}")?;
                if at.is_empty() {
                    Ok(())
                } else {
                    write!(f, " (at `{}`)", at.escape_default())
                }
            }
            ManifestErrorKind::UnknownKey { key, nearest } => {
                write!(f, "unknown key `{}`", key.escape_default())?;
                match nearest {
                    Some(nearest) => write!(f, "; did you mean `{nearest}`?"),
                    None => write!(f, "; the keys are {}", KEYS.join(", ")),
                }
            }
            ManifestErrorKind::MissingKey { key } => write!(f, "the key `{key}` is missing"),
            ManifestErrorKind::NothingAsked => f.write_str(
                "nothing is asked: it needs a `problem` and its `kernel`, or a `sheet`, or both",
            ),
            ManifestErrorKind::WrongType {
                key,
                expected,
                found,
            } => write!(f, "`{key}` must be {expected}, but here is of type {found}"),
            ManifestErrorKind::BadValue {
                key,
                value,
                expected,
            } => write!(
                f,
                "`{key}` must be {expected}, not `{}`",
                value.escape_default()
            ),
        }
    }
}

impl std::error::Error for ManifestError {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::Path;

    #[test]
    fn a_whole_file_is_read() {
        let text = r#"
            slug = "saxpy"
            number = 2
            title = "saxpy"
            teaches = "the tail guard"
            chapter = "execution-model"
            minutes = 10
            points = 10
            prerequisites = ["fill"]
            problem = "saxpy"
            kernel = "kernel.cl"
        "#;
        let manifest = Manifest::parse(text).unwrap();
        assert_eq!(manifest.slug, "saxpy");
        assert_eq!(manifest.number, 2);
        assert_eq!(manifest.prerequisites, ["fill"]);
        let kernel = manifest.kernel.unwrap();
        assert_eq!((&*kernel.problem, &*kernel.file), ("saxpy", "kernel.cl"));
        assert_eq!(manifest.sheet, None);
        assert_eq!(manifest.starter, Starter::Compiles);
        let refused = format!("{text}\nstarter = 'refused'");
        assert_eq!(Manifest::parse(&refused).unwrap().starter, Starter::Refused);
        assert_eq!(manifest.repair, None);
        let silent = format!("{text}\nrepair = false");
        assert_eq!(Manifest::parse(&silent).unwrap().repair, Some(false));
    }

    #[test]
    fn a_starter_falls_short_in_its_own_way_and_never_passes() {
        let refused = Verdict::BuildFailed { log: String::new() };
        for (verdict, compiles, is_refused) in [
            (Verdict::Wrong, true, false),
            (refused, false, true),
            (Verdict::Passed, false, false),
        ] {
            assert_eq!(Starter::Compiles.falls_short_as(&verdict), compiles);
            assert_eq!(Starter::Refused.falls_short_as(&verdict), is_refused);
        }
    }

    /// Each `NAME.toml` in the folder is wrong in one way; `NAME.txt` beside it holds the message.
    #[test]
    fn each_bad_file_gets_its_message() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bad-manifests");
        let mut tried = 0;
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path
                .extension()
                .is_some_and(|extension| extension == "toml")
            {
                let error = Manifest::parse(&fs::read_to_string(&path).unwrap()).unwrap_err();
                let expected = fs::read_to_string(path.with_extension("txt")).unwrap();
                assert_eq!(error.to_string(), expected.trim_end(), "{}", path.display());
                tried += 1;
            }
        }
        assert!(tried >= 12, "only {tried} files");
    }
}
