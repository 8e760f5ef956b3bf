//! The `help:` of each finding in the snapshots that says what to write, beside the repairs: it was written, and
//! the finding is gone.

use crate::reports::{kernel, reports};
use course::Report;
use launch::{Finding, MistakeId, Place, Replacement};
use repairs::check;
use std::fs;

/// Texts that show a form rather than what to write here.
const FORMS: [&str; 5] = [
    "a pointer without an address space points to private memory: declare it `__global ...*`",
    "write the address space before the type: `__global float *p`",
    "declare it in the kernel and pass a `__local` pointer to this function",
    "write `convert_uchar_sat(...)`, which gives the nearest number that fits",
    "write `convert_uchar4_sat(...)`, which gives the nearest number that fits",
];

/// The texts between backticks.
fn quoted(help: &str) -> impl Iterator<Item = &str> {
    help.split('`').skip(1).step_by(2)
}

/// In place of the text of a place.
fn instead(place: &Place, text: &str) -> Replacement {
    Replacement {
        file: place.file.clone(),
        line: place.line,
        column: place.column,
        end_line: place.end_line,
        end_column: place.end_column,
        text: text.to_owned(),
    }
}

/// The last place before `place` of a word on its line or above, as one of the words that come before a name.
fn word_before(text: &str, place: &Place, word: &str) -> Option<Place> {
    let lines: Vec<&str> = text.lines().collect();
    (1..=place.line).rev().find_map(|line| {
        let whole = lines.get(line as usize - 1)?;
        let end = if line == place.line {
            place.column as usize - 1
        } else {
            whole.len()
        };
        let at = whole.get(..end)?.rfind(word)?;
        Some(Place {
            line,
            end_line: line,
            column: at as u32 + 1,
            end_column: (at + word.len()) as u32 + 1,
            ..place.clone()
        })
    })
}

/// What a help says to write, as edits; None where it only says what is wrong.
fn edits(text: &str, finding: &Finding) -> Option<Vec<Replacement>> {
    let place = finding.spans.first()?;
    let help = finding.help.as_str();
    if !finding.fix.is_empty() {
        return Some(finding.fix.clone());
    }
    match finding.mistake {
        MistakeId::WrongFenceFlag if help.starts_with("write `") => {
            Some(vec![instead(place, quoted(help).next()?)])
        }
        MistakeId::ConstantDataInGlobal => {
            let was = word_before(text, place, "global const")?;
            Some(vec![instead(&was, "constant")])
        }
        MistakeId::IntegerOverflowInIndex => {
            let types = ["uchar", "ushort", "char", "short"];
            let was = types.iter().find_map(|it| word_before(text, place, it))?;
            Some(vec![instead(&was, quoted(help).last()?)])
        }
        MistakeId::CompileError if help.starts_with("no function here is a kernel") => {
            let was = word_before(text, place, "void")?;
            Some(vec![instead(&was, "kernel void")])
        }
        MistakeId::MissingBarrier if help.starts_with("put barrier(") => {
            let end = help.find(')')? + 1;
            let call = format!("{};", &help["put ".len()..end]);
            let before = Place {
                end_line: place.line,
                end_column: place.column,
                ..place.clone()
            };
            Some(vec![instead(&before, &format!("{call} "))])
        }
        _ => None,
    }
}

/// Does a help show text to write?
fn says_what_to_write(finding: &Finding) -> bool {
    let help = finding.help.as_str();
    let verbs = ["write `", "declare it `", "make `", "put barrier("];
    verbs.iter().any(|verb| help.contains(verb)) && !FORMS.contains(&help)
}

#[test]
fn each_help_that_says_what_to_write_ends_its_finding() {
    let course = repairs::course().unwrap();
    let mut tried = 0;
    let mut wrong = Vec::new();
    for (path, report) in reports(&testing::project().join("tests/snapshots")) {
        let exercise = course.find(&report.exercise.slug).unwrap();
        let Some(text) = kernel(&path, &exercise.folder) else {
            continue;
        };
        let is_repaired = report.remedy.is_some();
        for finding in report.findings.iter().skip(usize::from(is_repaired)) {
            let Some(edits) = edits(&text, finding) else {
                if says_what_to_write(finding) {
                    wrong.push(format!("{}: not tried: {}", path.display(), finding.help));
                }
                continue;
            };
            tried += 1;
            let answers = testing::project()
                .join("solutions")
                .join(&exercise.folder)
                .join("answers.toml");
            let changed = repair::edited(&text, &edits);
            let now = check(
                exercise,
                &changed,
                fs::read_to_string(answers).ok().as_deref(),
                &course::Settings::default(),
            );
            if alike(&now, finding) >= alike(&report, finding) {
                wrong.push(format!("{}: {}", path.display(), finding.help));
            }
        }
    }
    assert!(tried > 40, "{tried} helps");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The findings of a report that say the same of the same line.
fn alike(report: &Report, finding: &Finding) -> usize {
    let line = |it: &Finding| it.spans.first().map(|place| place.line);
    let is_alike = |it: &&Finding| {
        (it.mistake, &it.message, line(it)) == (finding.mistake, &finding.message, line(finding))
    };
    report.findings.iter().filter(is_alike).count()
}
