//! The result of a check in words: the title of a failure and the sentences under it.

use super::counterexample::{
    also_outside, also_wrong, first_wrong, id, inputs, more_outside, more_wrong, sentence_of,
};
use super::excerpt::{Excerpts, Grade, Spot};
use super::extent::{Extent, Fit};
use super::messages::{messages, raw_log};
use super::report::{first_findings, lacks};
use super::signature::signature;
use super::title::{is_all_launches, of_memory, title};
use super::writes::only_write;
use super::{Page, Setting};
use course::{Counterexample, Explanation, Report, Severity, Skipped, Symptom, Verdict};
use launch::sanitise::visible_line;
use launch::{Finding, MistakeId, Place};
use std::ops::Range;

/// The most errors of a program shown; what follows from the first is rarely worth reading.
const MOST_FINDINGS: usize = 8;

/// The failure of a report: the error, the line to look at if known, and the facts of the run. Empty if the
/// check passed.
pub(super) fn outcome(page: Page, report: &Report, setting: &Setting<'_>) -> String {
    let excerpts = Excerpts::of(setting.file(), setting.source());
    let id = Some(report.verdict.name());
    let plain = || excerpts.message(page, Grade::Error, id, &title(report), None);
    match &report.verdict {
        Verdict::Passed => String::new(),
        Verdict::BuildFailed { log } => {
            let placed: Vec<_> = report
                .messages
                .iter()
                .filter(|message| message.severity != Severity::Warning)
                .cloned()
                .collect();
            if !report.findings.is_empty() {
                return of_findings(page, report, setting);
            }
            let mut text = plain();
            text.push('\n');
            if placed.is_empty() {
                text.push_str("  The device's compiler said:\n");
                text.push_str(&raw_log(log));
            } else {
                text.push_str(&messages(page, &excerpts, &placed));
            }
            text
        }
        Verdict::NoSuchKernel {
            expected,
            found,
            nearest,
        } => {
            let mut text = plain();
            let file = setting.file();
            text.push_str(&note(
                page,
                &match (nearest, found.as_slice()) {
                    (Some(nearest), _) => format!("{file} has `{nearest}`, which comes near"),
                    (None, []) => {
                        format!("{file} has none at all: a kernel begins with `kernel void`")
                    }
                    (None, found) => format!("{file} has {}", quoted_list(found)),
                },
            ));
            text.push('\n');
            text.push_str(&signature(page, "the exercise asks for", expected, None));
            text
        }
        Verdict::OtherArguments {
            expected,
            found,
            first,
            detail,
        } => {
            let mut text = plain();
            if !detail.is_empty() {
                text.push_str(&note(page, detail));
            }
            text.push('\n');
            text.push_str(&signature(page, "the exercise gives", expected, *first));
            if let Some(found) = found {
                text.push_str(&signature(page, "yours takes", found, *first));
            }
            text
        }
        Verdict::Mistake { mistake } => {
            let mut text = of_findings(page, report, setting);
            let mut sentences = remedy(report, setting, Some(*mistake));
            sentences.extend(setting.extent.most(wrong_elements(report)));
            if !sentences.is_empty() {
                text.push('\n');
            }
            for sentence in sentences {
                text.push_str(&note(page, &sentence));
            }
            text
        }
        Verdict::Undiagnosed { symptom } => {
            let mut text = plain() + &note(page, symptom_note(*symptom));
            for sentence in wrong_elements(report) {
                text.push_str(&note(page, &sentence));
            }
            text + &note(
                page,
                "finding the cause is up to you; answers.toml asks about the kernel as it was given, not about a mistake that came with a change",
            )
        }
        Verdict::AnswersRefused => of_findings(page, report, setting),
        Verdict::WrongAnswers => String::new(),
        Verdict::NotAnalysed => {
            let mut text = plain();
            for stage in &report.stages {
                match &stage.skipped {
                    Some(Skipped::NotAnalysed { finding }) => {
                        text.push_str(&note(page, &finding.message));
                    }
                    Some(Skipped::Unavailable { reason }) => {
                        text.push_str(&note(page, &format!("{}: {reason}", stage.device)));
                    }
                    Some(Skipped::Lacks { standard }) => {
                        let lacks = lacks(standard);
                        text.push_str(&note(page, &format!("{}: {lacks}", stage.device)));
                    }
                    Some(Skipped::FailedBefore) | None => {}
                }
            }
            text.push_str(&machine_note(page, setting));
            text
        }
        Verdict::TooCostly if setting.extent.is_brief() => plain(),
        Verdict::TooCostly => {
            plain()
                + &note(
                    page,
                    "the results alone are worth half of a kernel's points",
                )
        }
        Verdict::Wrong | Verdict::WroteOutside => {
            wrong(page, report, setting, &excerpts).unwrap_or_else(plain)
        }
        Verdict::Crashed { compiling, .. } => {
            if *compiling {
                plain()
                    + &note(
                        page,
                        "take out half of the file to find the line that does it",
                    )
            } else {
                plain()
                    + &note(
                        page,
                        "most often an index far outside its buffer, or a null pointer",
                    )
                    + &explanations(page, report)
            }
        }
        Verdict::OutOfTime {
            limit_ms,
            compiling,
        } => {
            if *compiling {
                plain()
            } else if is_all_launches(*limit_ms) {
                plain()
                    + &note(
                        page,
                        "each ended in time, but far too late: most often a loop that is much too \
                         long, or a printf in every work-item",
                    )
            } else {
                plain()
                    + &note(
                        page,
                        "a loop whose condition never turns false, or a barrier that some \
                         work-items of a work-group never reach",
                    )
            }
        }
        Verdict::OutOfSteps { .. } => {
            let sentences = match remedy(report, setting, None) {
                none if none.is_empty() => vec![
                    "a loop runs far too often: does each work-item do the work of all, or does a \
                     counter wrap around before it reaches its bound?"
                        .to_owned(),
                ],
                sentences => sentences,
            };
            let notes = sentences.iter().map(|sentence| note(page, sentence));
            plain() + &notes.collect::<String>()
        }
        Verdict::OutOfResources { code, detail } => {
            let text = plain();
            let reason = if detail.is_empty() { code } else { detail };
            text + &note(page, reason)
        }
        Verdict::DeviceLost { detail } => {
            plain() + &note(page, detail) + &machine_note(page, setting)
        }
        Verdict::RunnerFault { message } => {
            plain() + &note(page, message) + &machine_note(page, setting)
        }
    }
}

/// The change with which the kernel is right. Nothing is repeated that the finding of `shown` already says.
fn remedy(report: &Report, setting: &Setting<'_>, shown: Option<MistakeId>) -> Vec<String> {
    let Some(remedy) = &report.remedy else {
        return Vec::new();
    };
    let tried = match remedy.cases {
        1 => "the case that failed is right".to_owned(),
        cases => format!("all {cases} cases that were tried are right"),
    };
    let is_shown = report
        .findings
        .iter()
        .any(|finding| Some(finding.mistake) == shown && says(finding, &remedy.message));
    // Where the diff is shown, the number of cases stands there.
    match (is_shown, setting.repair) {
        (true, true) => Vec::new(),
        (true, false) => vec![format!("with this change {tried}")],
        (false, true) => vec![remedy.advice()],
        (false, false) => vec![format!("{}; then {tried}", remedy.advice())],
    }
}

fn says(finding: &Finding, message: &str) -> bool {
    finding.message == message || finding.help.contains(message)
}

/// The wrong elements of the smallest case.
fn wrong_elements(report: &Report) -> Vec<String> {
    let wrong = report.counterexample.iter().flat_map(|case| &case.wrong);
    wrong
        .flat_map(|wrong| {
            let mut sentences = vec![first_wrong(wrong)];
            sentences.extend(more_wrong(wrong));
            sentences
        })
        .collect()
}

/// The symptom of a mistake that the student has to find.
fn symptom_note(symptom: Symptom) -> &'static str {
    match symptom {
        Symptom::Hangs => "on some devices it hangs; on others it goes on with incomplete data",
        Symptom::Strays => {
            "it may read anything there, or damage other data, or crash, now or later"
        }
        Symptom::Varies => {
            "they may differ on another device, with another driver or work-group size; right results are a matter of luck"
        }
    }
}

/// The first findings, which are the ones to fix first. Where a kernel ran, the first is the cause; of a
/// program that does not compile, a few may be fixed at once.
fn of_findings(page: Page, report: &Report, setting: &Setting<'_>) -> String {
    let is_built = !matches!(report.verdict, Verdict::BuildFailed { .. });
    let most = match setting.extent {
        Extent::All => MOST_FINDINGS,
        Extent::Screen(Fit::Whole) if !is_built => 3,
        Extent::Screen(Fit::Brief) if !is_built => 2,
        Extent::Screen(_) => 1,
    };
    let mut text = first_findings(page, report, setting, most);
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

/// One sentence under a title, wrapped to the page.
pub(super) fn note(page: Page, text: &str) -> String {
    page.wrap("  = ", "    ", &visible_line(text))
}

fn wrong(
    page: Page,
    report: &Report,
    setting: &Setting<'_>,
    excerpts: &Excerpts<'_>,
) -> Option<String> {
    let example = report.counterexample.as_ref()?;
    let outside_first = report.verdict == Verdict::WroteOutside;
    let (title, buffer) = of_memory(example, outside_first)?;
    let spot = first_change(setting, report)
        .or_else(|| deciding_condition(setting, example))
        .or_else(|| read_of_wrong_input(setting, example))
        .or_else(|| computing_statement(setting, example))
        .or_else(|| only_write(setting.source(), buffer))
        .or_else(|| last_write(setting, example));
    let id = Some(report.verdict.name());
    let mut text = excerpts.message(page, Grade::Error, id, &title, spot.as_ref());
    let facts = setting.extent.most(facts(example, outside_first));
    let mut sentences = remedy(report, setting, None);
    sentences.extend(facts);
    // The sentences stand under the excerpt's gutter, which is as wide as the line's number.
    let gutter = spot.as_ref().map_or(1, |spot| spot.line.to_string().len());
    if spot.is_some() && !sentences.is_empty() {
        text.push_str(&format!("{:gutter$} |\n", ""));
    }
    for sentence in sentences {
        let first = format!("{:gutter$} = ", "");
        let rest = " ".repeat(first.len());
        text.push_str(&page.wrap(&first, &rest, &visible_line(&sentence)));
    }
    Some(text)
}

/// The facts about the element in the title, then about other buffers, then conclusions.
fn facts(example: &Counterexample, outside_first: bool) -> Vec<String> {
    let mut wrong = example.wrong.iter();
    let mut written = example.outside.iter();
    let mut facts = match (outside_first, written.len(), wrong.len()) {
        (true, 1.., _) | (_, 1.., 0) => written.next().map(more_outside),
        _ => wrong.next().map(more_wrong),
    }
    .unwrap_or_default();
    facts.extend(written.map(also_outside));
    facts.extend(wrong.map(also_wrong));
    let owner = example.wrong.first().and_then(|wrong| wrong.owner.as_ref());
    // The place of a write by the owner is shown, or stands in the one line that writes.
    let is_shown = |it: &&Explanation| {
        matches!(it, Explanation::WrittenBy { by, reads, .. }
            if reads.is_empty() && owner.is_none_or(|owner| owner == by))
    };
    let explanations = example.explanations.iter().filter(|it| !is_shown(it));
    facts.extend(explanations.map(sentence_of));
    facts
}

/// The place of the change with which the kernel is right.
fn first_change(setting: &Setting<'_>, report: &Report) -> Option<Spot> {
    let remedy = report.remedy.as_ref()?;
    let first = remedy.edits.first()?;
    let byte = |column: u32| (column as usize).saturating_sub(1);
    let is_insertion = first.line == first.end_line && first.column == first.end_column;
    let bytes = (first.line == first.end_line && !is_insertion)
        .then(|| byte(first.column)..byte(first.end_column));
    let label = match &bytes {
        Some(_) => fitting(bytes.as_ref(), "change this".to_owned()),
        None => String::new(),
    };
    (first.file == setting.file()).then_some(Spot {
        line: first.line,
        label,
        bytes,
    })
}

/// The only statement that computes the value of the first wrong element.
fn computing_statement(setting: &Setting<'_>, example: &Counterexample) -> Option<Spot> {
    example.explanations.iter().find_map(|it| match it {
        Explanation::ValueOf {
            variable, places, ..
        } => match places.as_slice() {
            [only] => spot(setting, only, format!("computes `{variable}`")),
            _ => None,
        },
        _ => None,
    })
}

/// The place of the write to the first wrong element.
fn last_write(setting: &Setting<'_>, example: &Counterexample) -> Option<Spot> {
    example.explanations.iter().find_map(|it| match it {
        Explanation::WrittenBy {
            buffer,
            index,
            place,
            ..
        } => spot(setting, place, format!("writes {buffer}[{index}]")),
        _ => None,
    })
}

/// The condition that kept a work-item from the write to the first wrong element.
fn deciding_condition(setting: &Setting<'_>, example: &Counterexample) -> Option<Spot> {
    let first = example.wrong.first()?;
    example.explanations.iter().find_map(|it| match it {
        Explanation::NotReached {
            buffer,
            index,
            work_item,
            line,
            condition,
            holds,
            returns,
            ..
        } if *buffer == first.buffer && *index == first.index => {
            let text = setting
                .source()
                .lines()
                .nth((*line as usize).checked_sub(1)?)?;
            let item = id(&work_item.global);
            let label = match (returns, holds) {
                (true, _) => format!("work-item {item} returns here"),
                (false, true) => format!("holds for work-item {item}"),
                (false, false) => format!("does not hold for work-item {item}"),
            };
            let bytes = text
                .find(condition.as_str())
                .map(|start| start..start + condition.len());
            Some(Spot {
                line: *line,
                label: fitting(bytes.as_ref(), label),
                bytes,
            })
        }
        _ => None,
    })
}

/// The only place that reads an input on which the first wrong element must not depend, or the only one that should
/// read what no work-item reads.
fn read_of_wrong_input(setting: &Setting<'_>, example: &Counterexample) -> Option<Spot> {
    example.explanations.iter().find_map(|it| {
        let (places, label) = match it {
            Explanation::WrongInputs {
                missing,
                more_missing,
                surplus,
                more_surplus,
                places,
                ..
            } => {
                let label = match surplus.as_slice() {
                    [] => format!("never reads {}", inputs(missing, *more_missing)),
                    surplus => format!("reads {}", inputs(surplus, *more_surplus)),
                };
                (places, label)
            }
            _ => return None,
        };
        match places.as_slice() {
            [only] => spot(setting, only, label),
            _ => None,
        }
    })
}

/// A place in the student's file.
fn spot(setting: &Setting<'_>, place: &Place, label: String) -> Option<Spot> {
    let byte = |column: u32| (column as usize).saturating_sub(1);
    let bytes = (place.line == place.end_line).then(|| byte(place.column)..byte(place.end_column));
    (place.file == setting.file()).then(|| Spot {
        line: place.line,
        label: fitting(bytes.as_ref(), label),
        bytes,
    })
}

/// The label of a place, or none where the line would be too long: the sentences below say the same.
fn fitting(bytes: Option<&Range<usize>>, label: String) -> String {
    const WIDTH: usize = 80;
    const GUTTER: usize = 8;
    let end = bytes.map_or(WIDTH / 2, |bytes| bytes.end);
    match GUTTER + end + 1 + label.len() <= WIDTH {
        true => label,
        false => String::new(),
    }
}

fn explanations(page: Page, report: &Report) -> String {
    let explanations = report
        .counterexample
        .iter()
        .flat_map(|case| &case.explanations);
    explanations
        .map(|explanation| note(page, &sentence_of(explanation)))
        .collect()
}

fn machine_note(page: Page, setting: &Setting<'_>) -> String {
    note(
        page,
        &format!("see what works on this machine: {} doctor", setting.program),
    )
}

fn quoted_list(names: &[String]) -> String {
    const MOST: usize = 5;
    let mut text = names
        .iter()
        .take(MOST)
        .map(|name| format!("`{name}`"))
        .collect::<Vec<_>>()
        .join(", ");
    if names.len() > MOST {
        text.push_str(&format!(" and {} more", names.len() - MOST));
    }
    text
}
