//! A finding: what was found in a kernel, where, and how sure it is. The same data is rendered as
//! text, JSON, SARIF and annotations elsewhere; its JSON shape is a contract (command reference).

use crate::MistakeId;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// Wrong answers, hangs or crashes.
    Error,
    /// Suspicious.
    Warning,
    /// Correct, but slower than it need be.
    Performance,
}

/// The kind of evidence for a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Evidence {
    /// It happened in a run.
    Observed,
    /// It follows from the program text.
    Proven,
    /// A heuristic.
    Likely,
}

/// What somebody sees of a mistake who has no tool that names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Symptom {
    /// The launch does not come to an end, or goes on with what is half done.
    Hangs,
    /// Memory is touched that is not the kernel's to touch.
    Strays,
    /// The results may be other ones in another run, or on another device.
    Varies,
}

/// A labelled stretch of source text. Lines and columns count from 1; columns count characters.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Place {
    /// The file's name as given.
    pub file: String,
    /// First line.
    pub line: u32,
    /// First column.
    pub column: u32,
    /// Last line.
    pub end_line: u32,
    /// The column after the last character.
    pub end_column: u32,
    /// A label for the place; may be empty.
    pub label: String,
    /// Is this the place the finding is about?
    pub primary: bool,
}

impl Place {
    /// The place of a stretch of bytes in the text of a file, the one that a finding is about. What
    /// lies beyond the text is at its end.
    pub fn primary(file: &str, text: &str, span: Range<usize>) -> Self {
        let position = |at: usize| {
            let before = text.get(..at).unwrap_or(text);
            let line = before.matches('\n').count() + 1;
            let last = before.rsplit('\n').next().unwrap_or_default();
            let number = |count| u32::try_from(count).unwrap_or(u32::MAX);
            (number(line), number(last.chars().count() + 1))
        };
        let (line, column) = position(span.start);
        let (end_line, end_column) = position(span.end);
        Place {
            file: file.to_owned(),
            line,
            column,
            end_line,
            end_column,
            label: String::new(),
            primary: true,
        }
    }
}

/// A work-item by its global id, local id and work-group, one number a dimension.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WorkItem {
    /// Global id.
    pub global: Vec<usize>,
    /// Local id.
    pub local: Vec<usize>,
    /// Work-group id.
    pub group: Vec<usize>,
}

/// A replacement for a range of a file's text. Lines and columns count as for [`Place`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Replacement {
    /// The file's name as given.
    pub file: String,
    /// First line.
    pub line: u32,
    /// First column.
    pub column: u32,
    /// Last line.
    pub end_line: u32,
    /// The column after the last character; nothing is replaced where it is the first.
    pub end_column: u32,
    /// The new text; empty to delete the range.
    pub text: String,
}

/// One finding in a kernel.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Finding {
    /// The mistake's stable id, such as `data-race`.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub mistake: MistakeId,
    /// Its severity.
    pub level: Level,
    /// The kind of evidence.
    pub evidence: Evidence,
    /// The mistake, in one sentence without a full stop.
    pub message: String,
    /// The advice; may be empty.
    pub help: String,
    /// The kernel it was found in; empty where it concerns the whole file.
    pub kernel: String,
    /// The places, the primary one first.
    pub spans: Vec<Place>,
    /// The work-items concerned.
    pub work_items: Vec<WorkItem>,
    /// The macro expansions that led there, innermost first.
    pub macro_backtrace: Vec<Place>,
    /// The certain fixes, in the order of the text; they do not overlap. Absent in JSON if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fix: Vec<Replacement>,
}

impl Finding {
    /// Adds a place as the primary one, behind the others, which are no longer primary.
    pub fn add_primary(&mut self, place: Place) {
        for other in &mut self.spans {
            other.primary = false;
        }
        self.spans.push(Place {
            primary: true,
            ..place
        });
    }

    /// Puts the primary place first.
    pub fn put_primary_first(&mut self) {
        self.spans.sort_by_key(|place| !place.primary);
    }
}
