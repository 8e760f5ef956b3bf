//! Findings as SARIF 2.1.0 (OASIS), the format that code hosts and editors read.

use crate::cut::block;
use crate::entry::{Entry, Graded, Standing};
use launch::sanitise::escape_json;
use launch::{Evidence, Finding, Level, MistakeId, Place, Replacement};
use serde_json::{Value, json};

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The longest message, in bytes: messages quote programs that may be large.
const MOST: usize = 16 << 10;

/// A log of one run with these findings, and the rules that they name.
pub fn sarif(findings: &[Finding]) -> String {
    let results = findings.iter().map(result).collect();
    log(results, None)
}

/// A log of one run with the findings of these checks. A failed check without a finding has a result with its
/// verdict's name; one that could not be made is a notification of the run, which then was not successful.
pub fn sarif_of_checks(entries: &[Entry<'_>]) -> String {
    let mut results = Vec::new();
    let mut notifications = Vec::new();
    for entry in entries {
        let findings = match entry.graded {
            Graded::Checked { report, .. } => report.findings.as_slice(),
            Graded::Refused { .. } | Graded::NotMade { .. } => &[],
        };
        results.extend(findings.iter().map(result));
        let is_told = findings.iter().any(|it| it.level == Level::Error);
        match entry.standing() {
            Standing::Short if !is_told => results.push(whole(entry)),
            Standing::Short | Standing::Passed => {}
            Standing::NotGraded => notifications.push(json!({
                "level": "error",
                "message": { "text": format!("{}: {}", entry.name(), entry.title()) },
                "descriptor": { "id": entry.verdict() },
            })),
        }
    }
    let invocation = json!({
        "executionSuccessful": notifications.is_empty(),
        "toolExecutionNotifications": notifications,
    });
    log(results, Some(invocation))
}

/// A result that has no place in the program.
fn whole(entry: &Entry<'_>) -> Value {
    json!({
        "ruleId": entry.verdict(),
        "level": "error",
        "message": { "text": entry.title() },
        "locations": [{ "physicalLocation": { "artifactLocation": { "uri": uri(entry.file) } } }],
    })
}

fn log(mut results: Vec<Value>, invocation: Option<Value>) -> String {
    let id = |result: &Value| result["ruleId"].as_str().unwrap_or_default().to_owned();
    let mut ids: Vec<String> = results.iter().map(id).collect();
    ids.sort_unstable();
    ids.dedup();
    for result in &mut results {
        let index = ids.iter().position(|it| *it == id(result));
        result["ruleIndex"] = json!(index);
    }
    let rules: Vec<Value> = ids.iter().map(|id| rule(id)).collect();
    let mut run = json!({
        "tool": { "driver": {
            "name": "grader",
            "version": env!("CARGO_PKG_VERSION"),
            "rules": rules,
        } },
        "columnKind": "unicodeCodePoints",
        "results": results,
    });
    if let Some(invocation) = invocation {
        run["invocations"] = json!([invocation]);
    }
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [run],
    });
    escape_json(&format!("{log:#}\n"))
}

/// An id with its page.
fn rule(id: &str) -> Value {
    let known: Option<MistakeId> = id.parse().ok();
    let mistake = known.and_then(mistakes::find);
    let mistake = mistake.map(|mistake| (mistake.page(), mistake.level));
    let notice = || {
        let notice = known.and_then(mistakes::find_notice)?;
        Some((notice.page(), notice.level))
    };
    let Some((page, of)) = mistake.or_else(notice) else {
        return json!({ "id": id });
    };
    json!({
        "id": id,
        "shortDescription": { "text": page.title() },
        "help": { "text": page.markdown, "markdown": page.markdown },
        "defaultConfiguration": { "level": level(of) },
    })
}

fn level(level: Level) -> &'static str {
    match level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Performance => "note",
    }
}

fn result(finding: &Finding) -> Value {
    let mut message = finding.message.clone();
    if !finding.help.is_empty() {
        message = format!("{message}. {}", finding.help);
    }
    let location = |place: &Place| json!({ "physicalLocation": physical(place) });
    let (first, others) = match finding.spans.split_first() {
        Some((first, others)) => (vec![location(first)], others),
        None => (Vec::new(), [].as_slice()),
    };
    let related: Vec<Value> = others
        .iter()
        .chain(&finding.macro_backtrace)
        .zip(1..)
        .map(|(place, id)| {
            json!({
                "id": id,
                "physicalLocation": physical(place),
                "message": { "text": place.label },
            })
        })
        .collect();
    let evidence = match finding.evidence {
        Evidence::Observed => "observed",
        Evidence::Proven => "proven",
        Evidence::Likely => "likely",
    };
    let mut result = json!({
        "ruleId": finding.mistake,
        "level": level(finding.level),
        "message": { "text": block(&message, MOST) },
        "locations": first,
        "relatedLocations": related,
        "properties": {
            "evidence": evidence,
            "kernel": finding.kernel,
            "workItems": finding.work_items,
        },
    });
    if !finding.fix.is_empty() {
        result["fixes"] = json!([fix(&finding.fix)]);
    }
    result
}

/// All of a finding's replacements, file by file.
fn fix(replacements: &[Replacement]) -> Value {
    let changes = replacements.chunk_by(|one, other| one.file == other.file);
    let changes: Vec<Value> = changes
        .map(|of_file| {
            let replacements = of_file.iter().map(|it| {
                json!({
                    "deletedRegion": {
                        "startLine": it.line,
                        "startColumn": it.column,
                        "endLine": it.end_line,
                        "endColumn": it.end_column,
                    },
                    "insertedContent": { "text": it.text },
                })
            });
            json!({
                "artifactLocation": { "uri": uri(&of_file[0].file) },
                "replacements": replacements.collect::<Vec<Value>>(),
            })
        })
        .collect();
    json!({ "artifactChanges": changes })
}

fn physical(place: &Place) -> Value {
    json!({
        "artifactLocation": { "uri": uri(&place.file) },
        "region": {
            "startLine": place.line,
            "startColumn": place.column,
            "endLine": place.end_line,
            "endColumn": place.end_column,
        },
    })
}

/// A path as a URI: what RFC 3986 does not leave unreserved is written in percents.
fn uri(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    let path = match drive(path) {
        Some((drive, rest)) => {
            uri.push_str(&format!("file:///{drive}:"));
            rest
        }
        None => path,
    };
    if uri.is_empty() && path.starts_with('/') {
        uri.push_str("file://");
    }
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            uri.push_str(&format!("%{byte:02X}"));
        }
    }
    uri
}

/// The letter of a drive of Windows, and the path on it. Elsewhere a file may have such a name.
fn drive(path: &str) -> Option<(char, &str)> {
    let (drive, rest) = path.split_once(':').filter(|_| cfg!(windows))?;
    let letter = drive.chars().next().filter(|_| drive.len() == 1)?;
    (letter.is_ascii_alphabetic() && rest.starts_with('/')).then_some((letter, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_becomes_a_uri() {
        assert_eq!(uri("a b/k\u{e9}.cl"), "a%20b/k%C3%A9.cl");
        assert_eq!(uri("/tmp/k.cl"), "file:///tmp/k.cl");
        let of_drive = if cfg!(windows) {
            "file:///C:/a%20b/k.cl"
        } else {
            "C%3A/a%20b/k.cl"
        };
        assert_eq!(uri("C:/a b/k.cl"), of_drive);
    }
}
