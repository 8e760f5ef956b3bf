//! A baseline: a file of findings that are known, so that a command shows and counts only new ones.
//!
//! A finding is known by its file, its mistake and the text of its line. The number of the line is left out, so
//! that an edit elsewhere in the file changes nothing. Two equal lines are two findings: entries have a count.

use crate::render::Sources;
use launch::{Finding, MistakeId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

const HEAD: &str =
    "# Findings that grader does not show again. Written by --update-baseline; paths start at the folder
# in which the command ran.
";

/// An unusable baseline.
#[derive(Debug, thiserror::Error)]
pub enum BaselineError {
    #[error("{}", .0.message())]
    Toml(#[from] Box<toml::de::Error>),
    #[error("there is no mistake `{0}`")]
    UnknownMistake(String),
}

/// What a finding is known by.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    file: String,
    mistake: MistakeId,
    /// Without the blanks at both ends; empty for a finding without a place.
    line: String,
}

/// Known findings, each with the number of times it is known.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Baseline {
    counts: BTreeMap<Key, usize>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    #[serde(default, rename = "finding")]
    findings: Vec<Entry>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    file: String,
    mistake: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    line: String,
    #[serde(default = "once", skip_serializing_if = "is_once")]
    count: usize,
}

fn once() -> usize {
    1
}

fn is_once(count: &usize) -> bool {
    *count == 1
}

impl Baseline {
    pub(super) fn parse(text: &str) -> Result<Baseline, BaselineError> {
        let document: Document = toml::from_str(text).map_err(Box::new)?;
        let mut counts = BTreeMap::new();
        for entry in document.findings {
            let mistake = entry.mistake.parse();
            let mistake = mistake.map_err(|_| BaselineError::UnknownMistake(entry.mistake))?;
            let key = Key {
                file: entry.file,
                mistake,
                line: entry.line,
            };
            let count: &mut usize = counts.entry(key).or_default();
            *count = count.saturating_add(entry.count);
        }
        counts.retain(|_, count| *count > 0);
        Ok(Baseline { counts })
    }

    pub(super) fn to_text(&self) -> String {
        let entry = |(key, count): (&Key, &usize)| Entry {
            file: key.file.clone(),
            mistake: key.mistake.as_str().to_owned(),
            line: key.line.clone(),
            count: *count,
        };
        let mut text = HEAD.to_owned();
        for entry in self.counts.iter().map(entry) {
            let one = Document {
                findings: vec![entry],
            };
            // Strings and a count: nothing that TOML cannot hold.
            if let Ok(one) = toml::to_string(&one) {
                text.push('\n');
                text.push_str(&one);
            }
        }
        text
    }

    /// The number of findings.
    pub(super) fn len(&self) -> usize {
        self.counts
            .values()
            .fold(0, |sum, count| sum.saturating_add(*count))
    }

    pub(super) fn add(&mut self, finding: &Finding, sources: &Sources) {
        *self.counts.entry(key(finding, sources)).or_default() += 1;
    }

    /// Takes the finding out once. Returns whether it was there.
    pub(super) fn take(&mut self, finding: &Finding, sources: &Sources) -> bool {
        let key = key(finding, sources);
        let Some(count) = self.counts.get_mut(&key) else {
            return false;
        };
        *count -= 1;
        if *count == 0 {
            self.counts.remove(&key);
        }
        true
    }
}

fn key(finding: &Finding, sources: &Sources) -> Key {
    let place = finding.spans.iter().find(|place| place.primary);
    let place = place.or(finding.spans.first());
    let line = place.and_then(|place| sources.line(&place.file, place.line));
    Key {
        file: place.map_or_else(String::new, |place| place.file.clone()),
        mistake: finding.mistake,
        line: line.unwrap_or_default().trim().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use launch::{Evidence, Level, Place};

    fn sources(text: &str) -> Sources {
        let mut sources = Sources::default();
        sources.add("a.cl", text);
        sources
    }

    fn at(line: u32) -> Finding {
        Finding {
            mistake: MistakeId::DataRace,
            level: Level::Error,
            evidence: Evidence::Observed,
            message: String::new(),
            help: String::new(),
            kernel: String::new(),
            spans: vec![Place {
                file: "a.cl".to_owned(),
                line,
                column: 1,
                end_line: line,
                end_column: 2,
                label: String::new(),
                primary: true,
            }],
            work_items: Vec::new(),
            macro_backtrace: Vec::new(),
            fix: Vec::new(),
        }
    }

    #[test]
    fn a_finding_stays_known_when_its_line_moves_and_not_when_it_changes() {
        let mut baseline = Baseline::default();
        baseline.add(&at(1), &sources("x[i] = 1;"));
        let mut known = Baseline::parse(&baseline.to_text()).unwrap();
        assert_eq!(known, baseline);
        assert!(!known.take(&at(1), &sources("x[i] = 2;")));
        assert!(known.take(&at(3), &sources("\n\n  x[i] = 1;\r\n")));
        assert_eq!(known.len(), 0);
    }

    #[test]
    fn of_two_equal_lines_one_is_known() {
        let mut known = Baseline::default();
        let text = sources("x[i] = 1;\nx[i] = 1;\n");
        known.add(&at(1), &text);
        assert!(known.take(&at(1), &text));
        assert!(!known.take(&at(2), &text));
    }

    #[test]
    fn any_line_can_be_written_and_read_again() {
        let text = sources("\"\"\" ''' \\u0000 \u{1b} é\t# [[finding]]");
        let mut baseline = Baseline::default();
        baseline.add(&at(1), &text);
        baseline.add(&at(1), &text);
        assert_eq!(Baseline::parse(&baseline.to_text()).unwrap(), baseline);
    }

    #[test]
    fn a_file_that_is_no_baseline_is_refused() {
        for text in [
            "x = 1",
            "[[finding]]\nfile = \"a\"\n",
            "[[finding]]\nfile = \"a\"\nmistake = \"no-such\"\n",
            "[[finding]]\nfile = \"a\"\nmistake = \"data-race\"\ncount = -1\n",
            "finding",
        ] {
            assert!(Baseline::parse(text).is_err(), "{text}");
        }
    }
}
