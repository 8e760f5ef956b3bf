//! The repair of a submitted kernel, without names.

use course::{Remedy, RepairKind, Report};
use serde::{Deserialize, Serialize};

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
