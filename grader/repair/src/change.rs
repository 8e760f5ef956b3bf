//! An edit of a kernel's text, and what is said of it.

use crate::kind::Kind;
use crate::kinds;
use crate::subject::Subject;
use crate::words::Words;
use imara_diff::{Algorithm, Diff, Hunk, InternedInput};
use launch::{MistakeId, Place, Replacement};
use opencl_c::fix::{apart, apply, ranges, replacement};
use opencl_c::program::Program;
use opencl_c::source::{FileId, Span};
use std::collections::HashSet;

/// The student's file.
pub(crate) const MAIN: FileId = FileId(0);

/// An edit, and what is wrong with the kernel if the edited one is right.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// Its kind.
    pub kind: Kind,
    /// The replacements in the main file, in the order of the text; none where there is nothing to try, only a
    /// cause to name.
    pub edits: Vec<Edit>,
    pub(crate) words: Words,
    /// Where it stands, and the label of that place.
    pub span: Span,
    pub label: String,
    /// How much later it is tried than others of its kind.
    pub(crate) unlikely: u32,
    /// The mistake that the edit shows to be the cause of a failure, in place of what follows from it.
    pub cause: Option<Cause>,
}

/// A replacement: bytes of the main file, and the text that takes their place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Edit {
    /// The first byte.
    pub start: u32,
    /// The byte behind the last.
    pub end: u32,
    /// The new text.
    pub text: String,
}

/// A mistake that an edit shows to be the cause of a failure.
#[derive(Clone, Debug, PartialEq)]
pub struct Cause {
    /// The mistake.
    pub mistake: MistakeId,
    /// Its places beside the edited one.
    pub others: Vec<Place>,
    /// The lines, first and last, in which the text alone shows this: a run only has to show that work-items
    /// meet there.
    pub lines: Option<(u32, u32)>,
}

impl Change {
    /// The text of the main file with the edit.
    pub fn applied(&self, text: &str) -> String {
        let each = self.edits.iter();
        apply(
            text,
            each.map(|edit| (edit.start as usize..edit.end as usize, edit.text.as_str())),
        )
    }

    /// What is wrong, in one sentence without a full stop. `text` is the one that was changed.
    pub fn message(&self, text: &str) -> String {
        let place = self.span.start as usize..self.span.end as usize;
        let was = text.get(place).unwrap_or_default();
        self.words.message(&self.edits, was)
    }

    /// What to write.
    pub fn help(&self) -> String {
        self.words.help(&self.edits)
    }

    /// The same change, as what shows a mistake to be the cause.
    pub(crate) fn showing(self, mistake: MistakeId) -> Change {
        Change {
            cause: Some(Cause {
                mistake,
                others: Vec::new(),
                lines: None,
            }),
            ..self
        }
    }

    /// The same change, tried this much later.
    pub(crate) fn less_likely(mut self, unlikely: u32) -> Change {
        self.unlikely = unlikely;
        self
    }

    /// The edit by lines and columns. `program` is the one that was changed.
    pub fn replacements(&self, program: &Program) -> Vec<Replacement> {
        let each = self.edits.iter().filter_map(|edit| {
            let span = Span {
                file: MAIN,
                start: edit.start,
                end: edit.end,
            };
            replacement(&program.sources, span, edit.text.clone())
        });
        each.collect()
    }

    /// The line of `text`, the one that was changed, where the edit stands; from 1.
    pub fn line(&self, text: &str) -> u32 {
        let before = text.as_bytes().get(..self.span.start as usize);
        let ends = before
            .unwrap_or_default()
            .iter()
            .filter(|byte| **byte == b'\n');
        ends.count() as u32 + 1
    }

    /// Where the edit stands. `program` is the one that was changed.
    pub fn place(&self, program: &Program) -> Place {
        let sources = &program.sources;
        sources.place_of_span(self.span, self.label.clone(), true)
    }
}

/// A text with replacements applied.
pub fn edited(text: &str, edits: &[Replacement]) -> String {
    let edits = apart(edits.to_vec());
    let places = ranges(text, &edits);
    apply(
        text,
        places
            .into_iter()
            .zip(edits.iter().map(|edit| edit.text.as_str())),
    )
}

/// The edits that show a cause, of a kernel that is launched with this many dimensions.
pub fn causes(program: &Program, kernel: &str, dimensions: usize) -> Vec<Change> {
    let subject = Subject::of(program, kernel, dimensions);
    let mut changes: Vec<Change> = subject.iter().flat_map(kinds::causes).collect();
    changes.retain(|change| change.cause.is_some());
    changes
}

/// The edits of a kernel that is launched with this many dimensions, each once.
pub fn changes(program: &Program, kernel: &str, dimensions: usize) -> Vec<Change> {
    let Some(subject) = Subject::of(program, kernel, dimensions) else {
        return Vec::new();
    };
    let mut changes = kinds::changes(&subject);
    let mut seen: HashSet<Vec<Edit>> = HashSet::new();
    changes.retain(|change| change.edits.is_empty() || seen.insert(change.edits.clone()));
    changes
}

/// The replacements, word by word, that make one text another.
pub(crate) fn difference(file: &str, was: &str, now: &str) -> Vec<Replacement> {
    let [old, new] = [was, now].map(|text| words(text).collect::<Vec<_>>());
    let mut input = InternedInput::default();
    input.update_before(old.iter().copied());
    input.update_after(new.iter().copied());
    let mut diff = Diff::compute(Algorithm::Histogram, &input);
    diff.postprocess_no_heuristic(&input);
    let (mut at, mut passed) = ((1, 1), 0);
    let replacement = |hunk: Hunk| {
        let [before, after] =
            [hunk.before, hunk.after].map(|it| it.start as usize..it.end as usize);
        let start = moved(at, &old[passed..before.start].concat());
        passed = before.end;
        at = moved(start, &old[before].concat());
        Replacement {
            file: file.to_owned(),
            line: start.0,
            column: start.1,
            end_line: at.0,
            end_column: at.1,
            text: new[after].concat(),
        }
    };
    diff.hunks().map(replacement).collect()
}

/// The words of a text, and what stands between them.
fn words(mut text: &str) -> impl Iterator<Item = &str> {
    std::iter::from_fn(move || {
        let is_space = text.chars().next()?.is_whitespace();
        let end = text.find(|c: char| c.is_whitespace() != is_space);
        let (word, rest) = text.split_at(end.unwrap_or(text.len()));
        text = rest;
        Some(word)
    })
}

/// The line and column behind a text.
fn moved((mut line, mut column): (u32, u32), text: &str) -> (u32, u32) {
    for c in text.chars() {
        (line, column) = match c {
            '\n' => (line + 1, 1),
            _ => (line, column + 1),
        };
    }
    (line, column)
}
