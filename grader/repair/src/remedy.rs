//! The repair of a kernel, as reports carry it.

use crate::change::{difference, edited};
use crate::kind::Kind;
use crate::search::Found;
use launch::Replacement;
use opencl_c::program::Program;
use serde::{Deserialize, Serialize};

/// A change of a few words with which the kernel is right in every tried case. Other changes may work too.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Remedy {
    /// The kind of the change; absent in reports of earlier versions.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub kind: Option<Kind>,
    /// The mistake, in one sentence without a full stop.
    pub message: String,
    /// The advice.
    pub help: String,
    /// The first line to be changed, from 1.
    pub line: Option<u32>,
    /// The replacements, in the order of the text.
    pub edits: Vec<Replacement>,
    /// The second change, where one alone does not make the kernel right.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub second: Option<Second>,
    /// The cases that were tried with the change; all were right.
    pub cases: u32,
}

/// The second of two changes; its line is counted with the first one made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "SecondChange"))]
pub struct Second {
    /// Its kind.
    pub kind: Kind,
    /// The mistake, in one sentence without a full stop.
    pub message: String,
    /// The advice.
    pub help: String,
    /// The first line to be changed, from 1.
    pub line: u32,
}

impl Remedy {
    /// Of what a search found in the file called `name`, whose text is `text` and whose program is `program`.
    pub fn of(found: Found, (name, text, program): (&str, &str, &Program)) -> Remedy {
        let edits = match &found.second {
            None => found.change.replacements(program),
            Some(_) => difference(name, text, &found.text),
        };
        Remedy {
            kind: Some(found.change.kind),
            line: Some(found.change.place(program).line),
            message: found.change.message(text),
            help: found.change.help(),
            edits,
            second: found.second.map(|(second, line)| Second {
                kind: second.kind,
                message: second.message(&found.change.applied(text)),
                help: second.help(),
                line,
            }),
            cases: found.cases,
        }
    }

    /// What to change, in one sentence that names each line.
    pub fn advice(&self) -> String {
        let Remedy {
            message,
            help,
            line,
            second,
            ..
        } = self;
        let first = match line.map(|line| format!("line {line}")) {
            Some(line) if !names(message, &line) => format!("{line}: {message}: {help}"),
            _ => format!("{message}: {help}"),
        };
        match second {
            None => first,
            Some(second) => {
                let Second {
                    message,
                    help,
                    line,
                    ..
                } = second;
                format!("{first}; and line {line}: {message}: {help}")
            }
        }
    }

    /// The lines of the kernel to look at, without what is wrong there.
    pub fn lines(&self) -> Vec<u32> {
        let mut lines = match (&self.second, self.line) {
            (None, Some(line)) => vec![line],
            _ => self.edits.iter().map(|edit| edit.line).collect(),
        };
        lines.dedup();
        lines
    }

    /// What is wrong, without what to change; a sentence without a full stop.
    pub fn title(&self) -> String {
        let second = self.second.as_ref().map(|second| second.kind);
        let kinds = self.kind.into_iter().chain(second);
        let mut titles: Vec<&str> = kinds.map(Kind::title).collect();
        titles.dedup();
        match titles.as_slice() {
            [] => self.message.clone(),
            titles => titles.join(", and "),
        }
    }

    /// The text of the kernel, which is `text`, with the change.
    pub fn repaired(&self, text: &str) -> String {
        edited(text, &self.edits)
    }
}

/// Does a sentence name a line, as in "line 2", which "line 23" does not?
fn names(sentence: &str, line: &str) -> bool {
    let mut rest = sentence.split(line).skip(1);
    rest.any(|behind| !behind.starts_with(|next: char| next.is_ascii_digit()))
}
